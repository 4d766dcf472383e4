"""Draw poker: forced bets, limits, rounds, all-ins, the draw and a stock that runs out, openers, chips over a match."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from dealt.cards import card, cards, mask, members, name, sequence
from dealt.game import OPEN, Action, OptionError, Past, Say, View, find
from dealt.games import GAMES
from dealt.games import make as make_listed
from dealt.games.drawpoker import OPENERS, PHASES, DrawPoker, DrawPokerState, SoloDrawPoker
from dealt.games.showdown import CATEGORIES
from dealt.laid import lay_out
from dealt.laws.support import Truth, all_deals, check_view, possible_states
from dealt.players import computer
from dealt.table import Match, Table, play, seed_of
from dealt.texts import LANGUAGES, common, sentence
from tests.house import chosen
from tests.tiny import BriefPoker

LISTING = GAMES["drawpoker"]
SEED = bytes(32)
PAIRS = ("Ac Ad 9h 5s 3c", "Kc Kd 9c 5d 3h", "Qc Qd 9d 5h 3s", "Jc Jd 9s 5c 3d")
"""A pair each, the highest left of the dealer."""


class Known(DrawPoker):
    """Draw poker in which the last seat deals first, so that seat 0 acts first."""

    def first_dealer(self, rng: Random) -> int:
        return self.seats - 1


def make(preset: str | None = None, **options: Any) -> DrawPoker:
    made = LISTING.make(preset, **options)
    assert isinstance(made, DrawPoker)
    return Known(**made.rules)


def begun(game: DrawPoker, *hands: str, stock: str = "", stacks: tuple[int, ...] = ()) -> DrawPokerState:
    """A deal with these hands, these cards on top of the stock, and these stacks."""
    laid = {f"hand {seat}": hand for seat, hand in enumerate(hands or PAIRS[: game.seats])}
    state: DrawPokerState = lay_out(game, SEED, laid)
    front = tuple(map(card, stock.split()))
    state = state._replace(stock=(*front, *(one for one in state.stock if one not in front)))
    return state._replace(stacks=stacks) if stacks else state


def done(game: DrawPoker, state: DrawPokerState, *names: str) -> DrawPokerState:
    """The state after actions by whoever is to act, each checked."""
    for each in names:
        (seat,) = game.turn(state)
        action = find(game.view(state, seat), each)
        assert action is not None, f"seat {seat} may not {each}: {may(game, state)}"
        state = game.apply(state, seat, action)
    return state


def may(game: DrawPoker, state: DrawPokerState) -> list[str]:
    (seat,) = game.turn(state)
    return [str(each) for each in game.legal(state, seat)]


def hand(view: View, seat: int) -> list[str]:
    return [name(one) for one in view.pile("hand", seat).cards if one is not None]


# --- forced bets and rounds


def test_everybody_antes_and_the_left_of_the_dealer_begins() -> None:
    game = make(ante=3)
    state = begun(game)
    assert (state.stacks, state.paid, state.bets, state.turn) == ((197,) * 4, (3,) * 4, (0,) * 4, 0)
    view = game.view(state, None)
    assert view.fact("pot") == 12
    assert next(each for each in view.facts if each.name == "pot").lay == "chips"
    assert may(game, state) == ["check", "bet 2"]


def test_blinds_are_bets_of_the_two_left_of_the_dealer() -> None:
    game = make(blinds=True, small_blind=1, big_blind=2)
    state = begun(game)
    assert (state.bets, state.paid, state.turn) == ((1, 2, 0, 0), (1, 2, 0, 0), 2)
    assert may(game, state) == ["call 2", "raise 4", "fold"]
    state = done(game, state, "call 2", "fold", "call 1")
    assert (state.turn, may(game, state)) == (1, ["check", "raise 4"]), "the big blind may still raise"
    assert game.view(state, None).fact("pot") is None
    state = done(game, state, "check")
    assert (state.phase, state.turn, game.view(state, None).fact("pot")) == (1, 0, 6)


def test_of_two_the_dealer_has_the_small_blind_and_acts_first_before_the_draw_and_last_after_it() -> None:
    """Heads-up as it is customary; seat 1 deals."""
    game = make(blinds=True, seats=2)
    state = begun(game, stock="2c 2d 2h 2s")
    assert (state.dealer, state.bets, state.turn) == (1, (2, 1), 1)
    assert may(game, state) == ["call 1", "raise 4", "fold"]
    state = done(game, state, "call 1")
    assert (state.turn, may(game, state)) == (0, ["check", "raise 4"]), "the big blind may still raise"
    state = done(game, state, "raise 4", "call 2")
    assert (state.phase, state.turn) == (1, 0), "the dealer draws last"
    state = done(game, state, "draw 9h5s3c", "draw 9c")
    assert (state.phase, state.turn) == (2, 0)
    state = done(game, state, "check", "bet 4", "call 4")
    assert (game.turn(state), state.won, game.score(state)) == ((), (16, 0), (8.0, -8.0))
    after = game.deal(Random(1), Past(state, (0,) * 2, 1))
    assert (after.dealer, after.bets, after.turn) == (0, (1, 2), 0), "the deal and the blinds change hands"


def test_where_only_two_are_left_the_dealer_has_the_small_blind() -> None:
    game = make(blinds=True)
    over = done(game, begun(game), *["fold"] * 3)._replace(stacks=(0, 400, 0, 400))
    state = game.deal(Random(1), Past(over, (0,) * 4, 1))
    assert (state.dealer, state.bets, state.turn) == (1, (0, 1, 0, 2), 1)


def test_a_round_ends_when_all_have_answered_the_last_raise() -> None:
    game = make()
    state = done(game, begun(game), "check", "bet 2", "raise 4", "fold", "call 4")
    assert (state.turn, may(game, state)) == (1, ["call 2", "raise 6", "fold"])
    state = done(game, state, "raise 6", "call 2", "call 2")
    assert (state.phase, state.paid, state.bets) == (1, (7, 7, 7, 1), (0, 0, 0, 0))
    state = done(game, state, "stand pat", "stand pat", "stand pat")
    assert (state.phase, state.turn, may(game, state)) == (2, 0, ["check", "bet 4"])
    state = done(game, state, "check", "check", "check")
    assert game.turn(state) == ()


def test_a_fixed_limit_has_one_bet_and_three_raises() -> None:
    game = make()
    state = done(game, begun(game), "bet 2", "raise 4", "raise 6", "raise 8")
    assert may(game, state) == ["call 6", "fold"]
    blind = make(blinds=True)
    assert may(blind, done(blind, begun(blind), "raise 4", "raise 6", "raise 8")) == ["call 6", "fold"]


def test_no_limit_is_all_one_has_and_a_raise_is_no_smaller_than_the_last() -> None:
    game = make(limit="no")
    state = begun(game)
    assert may(game, state) == ["check", "bet 2..199"]
    state = done(game, state, "bet 10")
    assert may(game, state) == ["call 10", "raise 20..199", "fold"]
    state = done(game, state, "raise 45")
    assert may(game, state) == ["call 45", "raise 80..199", "fold"]


def test_a_short_raise_is_the_last_chips_and_does_not_lower_the_next() -> None:
    game = make(limit="no")
    state = done(game, begun(game, stacks=(199, 15, 199, 199)), "bet 10")
    assert may(game, state) == ["call 10", "raise 15", "fold"]
    state = done(game, state, "raise 15")
    assert may(game, state) == ["call 15", "raise 25..199", "fold"]
    fixed = make()
    assert may(fixed, done(fixed, begun(fixed, stacks=(199, 3, 1, 199)), "bet 2")) == ["call 2", "raise 3", "fold"]
    assert may(fixed, done(fixed, begun(fixed, stacks=(199, 3, 1, 199)), "bet 2", "raise 3")) == ["call 1", "fold"]


def test_the_pot_limit_counts_the_call_first() -> None:
    game = make(limit="pot", ante=5)
    state = begun(game)
    assert may(game, state) == ["check", "bet 2..20"]
    state = done(game, state, "bet 20")
    assert may(game, state) == ["call 20", "raise 40..80", "fold"], "20 to call, then 20 + 20 + 20 are in the pot"


# --- all in, the end


def test_who_is_all_in_draws_and_wins_the_main_pot_only() -> None:
    game = make(limit="no", seats=3)
    state = begun(game, stacks=(9, 49, 199))
    state = done(game, state, "bet 9", "raise 49", "call 49")
    assert state.phase == 1
    assert game.view(state, None).fact("allin", 0) == 1
    state = done(game, state, "stand pat", "stand pat", "stand pat")
    assert game.turn(state) == (), "only one has chips left: nobody bets any more"
    assert state.won == (30, 80, 0)
    assert state.stacks == (30, 80, 150)
    assert game.score(state) == (20.0, 30.0, -50.0)


def test_chips_of_those_who_folded_early_make_no_pot_of_their_own() -> None:
    """The contributions 4, 1, 8, 8, 1 are three layers, but the same two may win them all: 22 chips are 11 and 11."""
    game = make(limit="no", seats=5, ante=1, bet=3)
    hands = ("Kc Kd 8c 5d 3h", "Qc Qd 8d 5h 3s", "Ac Ad 9h 5s 3c", "Ah As 9d 5c 3d", "Jc Jd 8s 6c 2d")
    state = done(game, begun(game, *hands), "bet 3", "fold", "raise 7", "call 7", "fold", "fold")
    state = done(game, state, "stand pat", "stand pat", "check", "check")
    assert (state.paid, state.won) == ((4, 1, 8, 8, 1), (0, 0, 11, 11, 0))


def test_nobody_raises_whom_nobody_can_answer() -> None:
    game = make(limit="no", seats=2)
    state = done(game, begun(game, stacks=(30, 199)), "bet 30")
    assert may(game, state) == ["call 30", "fold"]


def test_the_last_one_wins_unseen() -> None:
    game = make()
    state = done(game, begun(game), "bet 2", "fold", "fold", "fold")
    assert game.score(state) == (3.0, -1.0, -1.0, -1.0)
    view = game.view(state, 1)
    assert hand(view, 0) == []
    assert hand(view, 1) == ["Kd", "Kc", "9c", "5d", "3h"]
    assert [fact.owner for fact in view.facts if fact.name == "rank"] == [1]


def test_a_showdown_opens_the_hands_that_are_left_and_names_them() -> None:
    game = make()
    state = done(game, begun(game), "bet 2", "fold", "call 2", "call 2", *["stand pat"] * 3, *["check"] * 3)
    view = game.view(state, None)
    assert [bool(hand(view, seat)) for seat in range(4)] == [True, False, True, True]
    assert [fact.owner for fact in view.facts if fact.name == "rank"] == [0, 2, 3]
    assert view.fact("rank", 0) == "@rank.one_pair"
    assert (view.fact("won", 0), view.fact("won", 2), view.fact("pot")) == (10, None, None)
    assert all(one is None for one in view.pile("stock").cards)


# --- the draw


def test_new_cards_come_from_the_stock_after_the_discards() -> None:
    game = make()
    state = done(game, begun(game, stock="2c 2d 2h 2s"), *["check"] * 4)
    assert len(may(game, state)) == 5 + 10 + 10 + 1
    assert may(game, state)[-1] == "stand pat"
    state = done(game, state, "draw 9h5s3c", "draw 9c")
    assert hand(game.view(state, 0), 0) == ["Ad", "Ac", "2h", "2d", "2c"]
    assert hand(game.view(state, 1), 1) == ["Kd", "Kc", "5d", "3h", "2s"]
    mine, other = (game.view(state, seat).pile("thrown", 0).cards for seat in (0, 1))
    assert (mine, other) == ((card("9h"), card("5s"), card("3c")), (None,) * 3)
    assert [game.view(state, None).fact("drew", seat) for seat in (0, 1, 2)] == [3, 1, None]


def test_four_or_five_may_be_drawn_where_the_rules_say_so() -> None:
    five = make(max_draw=5)
    assert len(may(five, done(five, begun(five), *["check"] * 4))) == 2**5
    ace = make(ace_four=True)
    state = done(ace, begun(ace), *["check"] * 4)
    assert may(ace, state)[-3:] == ["draw 3c5s9hAc", "draw 3c5s9hAd", "stand pat"]
    assert len(may(ace, done(ace, state, "stand pat"))) == 26, "no ace, no four"
    state = done(ace, state, "draw 3c5s9hAd")
    for number in range(20):
        imagined = ace.sample(ace.view(state, 1), Random(number))
        assert imagined.hands[0] & ~imagined.drawn[0] & cards("Ac Ad Ah As"), "what was kept is an ace"


SIX = (*PAIRS, "Tc Td 8h 7s 6c", "Th Ts 8c 7c 6d")


def run_out() -> tuple[DrawPoker, list[DrawPokerState]]:
    """Six players draw five cards each: the stock of 22 is too small for the fifth."""
    game = make(seats=6, max_draw=5)
    states = [done(game, begun(game, *SIX), *["check"] * 6)]
    for _ in range(6):
        (seat,) = game.turn(states[-1])
        whole = next(each for each in game.legal(states[-1], seat) if each.cards == states[-1].hands[seat])
        states.append(game.apply(states[-1], seat, whole))
    return game, states


def test_when_the_stock_runs_out_the_earlier_discards_are_mixed_in_and_never_the_own() -> None:
    game, states = run_out()
    before, fifth, sixth = states[4:]
    earlier = sum(before.thrown)
    assert len(before.stock) == 2
    assert cards("Tc Td 8h 7s 6c") == fifth.thrown[4]
    assert set(fifth.stock) <= set(members(earlier)), "his own stay out"
    assert fifth.drawn[4] & ~earlier == mask(before.stock)
    assert len(fifth.stock) == 17
    assert set(sixth.stock) | set(members(sixth.drawn[5])) == set(fifth.stock)
    assert game.view(fifth, 0).fact(".threw", 0) is not None, "who threw them still knows them"
    assert game.view(fifth, 1).fact(".threw", 0) is None


def test_whoever_threw_cards_that_were_mixed_in_knows_where_they_can_be() -> None:
    game, states = run_out()
    for state in states[5:]:
        for seat in (0, 4, 5, None):
            view = game.view(state, seat)
            for number in range(10):
                imagined = game.sample(view, Random(number))
                assert game.view(imagined, seat) == view
                assert set(imagined.stock) <= set(members(sum(imagined.thrown[:4]))), (
                    "what is left of the stock has been thrown before"
                )


@pytest.mark.slow
def test_samples_after_mixing_are_the_possible_deals_and_even() -> None:
    """The support law where the stock runs out, played so that it does."""
    game = BriefPoker(deck=sequence("2c 3c 4c 5c 6c"), hand=1, max_draw=5, seats=3, stack=20)
    listed = all_deals(game, None)
    table: Table[DrawPokerState] = Table(game, SEED)
    for wanted in ("check", "check", "check", "draw", "draw", "draw", "check", "check", "check"):
        (seat,) = table.turn
        table.act(seat, next(each for each in game.legal(table.state, seat) if each.verb == wanted))
    rng = Random(1)
    for seat in (0, 1, 2, None):
        seen = [game.view(state, seat) for state in table.states]
        for step, alive in enumerate(possible_states(game, listed, seat, table.log(seat), seen)):
            truth = Truth(game, alive)
            assert table.states[step] in truth
            check_view(game, seen[step], truth, rng, even=step in (6, 9) and truth.few)


# --- jacks or better


WEAK = ("Tc Td 9h 5s 3c", "Kc Qd 9c 5d 3h", "Qc Qh 9d 5h 3s", "8c 7d 6s 5c 4d")


def test_only_a_pair_of_jacks_or_better_opens() -> None:
    game = make("jacks")
    state = begun(game, *WEAK)
    assert may(game, state) == ["check"]
    assert may(game, done(game, state, "check")) == ["check"]
    state = done(game, state, "check", "check")
    assert may(game, state) == ["check", "bet 2"]
    state = done(game, state, "bet 2")
    assert may(game, state) == ["call 2", "raise 4", "fold"]
    assert game.view(state, None).fact("opener", 2) == 1
    assert may(game, done(game, begun(game, *WEAK), "check", "check", "check")) == ["check", "bet 2"], (
        "a straight opens"
    )


def test_when_all_pass_the_antes_stay_and_are_not_paid_again() -> None:
    game = make("jacks")
    state = done(game, begun(game, *WEAK), *["check"] * 4)
    assert game.turn(state) == ()
    assert game.score(state) == (0.0,) * 4
    assert hand(game.view(state, None), 2) == []
    again = game.deal(Random(5), Past(state, (0,) * 4, 1, frozenset({1})))
    assert (again.paid, again.stacks, again.dealer) == ((1, 1, 1, 1), (199,) * 4, 0)
    broke = state._replace(stacks=(0, 199, 199, 199))
    assert not game.final(broke._replace(stacks=(0, 0, 0, 797)), (0,) * 4), "they have a share in the pot"
    again = game.deal(Random(5), Past(broke, (0,) * 4, 1))
    assert (again.paid, again.stacks, again.out) == ((1,) * 4, (0, 199, 199, 199), 0)


def test_whoever_opened_proves_it_even_unseen() -> None:
    game = make("jacks")
    state = done(game, begun(game, *WEAK, stock="Ac"), "check", "check", "bet 2", "fold", "call 2", "fold")
    state = done(game, state, "draw 9h", "draw Qh", "check", "bet 4", "fold")
    view = game.view(state, None)
    assert (hand(view, 2)[:4], hand(view, 0)) == (["Qc", "9d", "5h", "3s"], [])
    assert view.pile("thrown", 2).cards == (card("Qh"),), "the queen was thrown away: it is shown too"
    assert view.pile("thrown", 0).cards == (None,)
    seen = game.view(done(game, begun(game, *WEAK), "check", "check", "bet 2", "call 2"), 3)
    for number in range(20):
        assert game.dealt_value(game.sample(seen, Random(number)), 2) >= OPENERS


# --- chips over a match


@pytest.mark.parametrize(
    "options",
    [
        {"stack": 20},
        {"stack": 20, "jacks_or_better": True, "limit": "no"},
        {"stack": 21, "seats": 6, "blinds": True, "limit": "no", "rebuy": True, "max_draw": 5},
        {"stack": 20, "seats": 2, "limit": "pot"},
    ],
)
def test_no_chip_is_ever_made_or_lost(options: dict[str, Any]) -> None:
    """In matches with newcomers, new chips and all-ins each occupant has its first stack plus its winnings."""
    for number in range(6):
        game, rng = LISTING.make(**options), Random(number)
        assert isinstance(game, DrawPoker)
        match: Match[DrawPokerState] = Match(game)
        brought, buys = [game.rules["stack"]] * game.seats, 0
        for deal in range(25):
            joined = {seat for seat in range(game.seats) if deal and rng.random() < 0.08}
            table = match.deal(rng.randbytes(32), joined)
            for seat in range(game.seats):
                if seat in joined:
                    brought[seat] = game.rules["stack"]
                elif buys >> seat & 1:
                    brought[seat] += game.rules["stack"]
            while not table.over:
                if not any(table.state.won):
                    assert sum(table.state.stacks) + sum(table.state.paid) == sum(brought) + sum(match.totals)
                seat = rng.choice(table.turn)
                table.act(seat, chosen(rng.choice(game.legal(table.state, seat)), rng))
            final, buys = match.end(), table.state.bought
            for seat, chips in enumerate(worth(game, table.state)):
                assert chips == brought[seat] + match.totals[seat] >= 0
            if final:
                assert sum(chips > 0 for chips in worth(game, table.state)) == 1
                assert not buys
                break


def worth(game: DrawPoker, state: DrawPokerState) -> list[int]:
    """What each seat has after a deal, with its share of a pot that nobody opened."""
    shares = (0,) * game.seats if any(state.won) else state.paid
    return [stack + share for stack, share in zip(state.stacks, shares, strict=True)]


def test_who_is_out_of_chips_sits_out_until_somebody_new_comes_or_chips_are_bought() -> None:
    game = make()
    over = done(game, begun(game), "bet 2", "fold", "fold", "fold")._replace(stacks=(0, 400, 0, 400))
    assert not game.final(over, (0,) * 4)
    state = game.deal(Random(1), Past(over, (0,) * 4, 1))
    assert (state.dealer, state.turn, state.hands[0], state.hands[2]) == (1, 3, 0, 0), "the deal skips seat 0"
    view = game.view(state, None)
    assert [view.fact("out", seat) for seat in range(4)] == [1, None, 1, None]
    state = game.deal(Random(1), Past(over, (0,) * 4, 1, frozenset({2})))
    assert (state.stacks, state.dealer) == ((0, 399, 199, 399), 1)
    assert game.final(over._replace(stacks=(0, 800, 0, 0)), (0,) * 4)


def broke(**options: Any) -> tuple[DrawPoker, DrawPokerState]:
    """Three are all in against the aces of seat 0: 2 and 3 have lost all, 1 comes away with a side pot."""
    game = make(limit="no", **options)
    state = done(game, begun(game, stacks=(49, 99, 99, 49)), "bet 49", "raise 99", "call 99", "call 49")
    return game, done(game, state, *["stand pat"] * 4)


def test_whoever_has_lost_all_chips_is_asked_at_once_and_may_decline() -> None:
    game, state = broke(rebuy=True)
    assert (state.stacks, state.won) == ((200, 100, 0, 0), (200, 100, 0, 0))
    assert (game.turn(state), game.score(state)) == ((2, 3), None), "the deal isn't over before they have answered"
    view = game.view(state, 2)
    assert [str(each) for each in view.legal] == ["buy 200", "watch"]
    assert (view.fact("phase"), view.fact("allin", 2), hand(view, 0)[:2]) == ("buy", None, ["Ad", "Ac"])
    assert game.odds(view) == ()
    for seat in (0, 2, None):
        imagined = game.sample(game.view(state, seat), Random(1))
        assert game.view(imagined, seat) == game.view(state, seat)
    state = game.apply(state, 3, game.legal(state, 3)[1])
    assert (game.turn(state), game.view(state, 2).fact("out", 3)) == ((2,), "watches")
    state = done(game, state, "buy 200")
    assert (game.turn(state), game.score(state)) == ((), (150.0, 0.0, -100.0, -50.0))
    assert (game.view(state, 3).fact("bought", 2), state.stacks[2]) == (1, 0), "the new chips are for the next deal"
    assert not game.final(state, (0,) * 4)
    after = game.deal(Random(1), Past(state, (0,) * 4, 1))
    assert (after.stacks, game.view(after, None).fact("out", 3)) == ((199, 99, 199, 0), 1)
    again = done(game, after, "bet 2", "fold", "fold")
    assert game.turn(again) == (), "whoever has declined watches and is not asked again"


def test_answers_may_come_in_any_order_and_the_match_ends_when_one_alone_has_chips() -> None:
    game, state = broke(rebuy=True)
    one = game.apply(game.apply(state, 2, game.legal(state, 2)[0]), 3, game.legal(state, 3)[1])
    other = game.apply(game.apply(state, 3, game.legal(state, 3)[1]), 2, game.legal(state, 2)[0])
    assert one == other
    alone = one._replace(stacks=(300, 0, 0, 0), bought=0)
    assert game.final(alone, (0,) * 4)
    assert not game.final(alone._replace(bought=4), (0,) * 4)
    assert not game.final(one, (0,) * 4)


def test_where_no_chips_can_be_bought_nobody_is_asked() -> None:
    game, state = broke()
    assert (game.turn(state), state.phase, game.score(state)) == ((), PHASES.index("over"), (150.0, 0.0, -100.0, -50.0))


@pytest.mark.parametrize("name", [*LISTING.computers, "lowest"])
def test_computers_buy_chips_and_a_match_with_purchases_replays(name: str) -> None:
    """Of two with blinds, against one who bets everything at once and decides by chance whether to buy chips."""

    def bully(view: View, rng: Random) -> Action:
        bets = [each.of(each.amounts[-1]) for each in view.legal if each.verb in ("bet", "raise")]
        return bets[0] if bets else rng.choice(view.legal) if view.fact("phase") == "buy" else view.legal[0]

    verbs: set[tuple[int, str]] = set()
    for number in range(40):
        if (0, "buy") in verbs and number > 3:
            break
        game, rng = LISTING.make("nolimit", seats=2, stack=20, rebuy=True), Random(number)
        match: Match[DrawPokerState] = Match(game)
        player = computer(name, game)
        while not match.final and match.deals < 12:
            table = match.deal(rng.randbytes(32))
            while table.turn:
                seat = table.turn[0]
                view = table.view(seat, log=False)
                verbs |= {(seat, table.act(seat, bully(view, rng) if seat else player.choose(view, rng)).verb)}
            match.end()
        again = match.record().replay(make_listed)
        assert (again.totals, again.final) == (match.totals, match.final)
    assert (0, "buy") in verbs
    assert (0, "watch") not in verbs


# --- alone, options, computers


def test_alone_one_sees_the_rank_before_and_after_the_draw() -> None:
    game = LISTING.make("assignment")
    assert isinstance(game, SoloDrawPoker)
    assert dict(game.options) == {"seats": 1, "max_draw": 3, "ace_four": False, "wheel": True}
    assert not game.undoable, "or one could draw again, knowing what comes"
    state = begun(game, "2h 5h 5d Kh 7s", stock="5s 5c 2c")
    view = game.view(state, 0)
    assert view.fact("rank") == "@rank.one_pair"
    assert game.view(state, None).fact("rank") is None
    state = done(game, state, "draw 2hKh7s")
    view = game.view(state, None)
    assert (view.fact("before"), view.fact("rank"), view.score) == ("@rank.one_pair", "@rank.four_of_a_kind", (1.0,))
    assert game.score(done(game, begun(game, "2h 5h 6d Kh 7s"), "stand pat")) == (0.0,)
    assert game.winners((1.0,)) == (0,)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 1, "limit": "no"}, "limit belongs to a game with others"),
        ({"ace_four": True, "max_draw": 5}, "ace_four can't be on with max_draw 5"),
        ({"big_blind": 4}, "big_blind belongs to blinds"),
        ({"blinds": True, "ante": 2}, "ante can't be chosen with blinds"),
        ({"blinds": True, "small_blind": 3}, "small_blind can't be 3 with a big_blind of 2"),
        ({"blinds": True, "jacks_or_better": True}, "a blind has opened already"),
        ({"stack": 20, "bet": 30}, "stack can't be 20: it has to pay 1 and a bet of 30"),
    ],
)
def test_options_that_exclude_each_other_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        LISTING.make(**options)


def test_lowest_checks_and_calls() -> None:
    game = make(limit="no")
    table = play(game, [computer("lowest", game)] * 4, seed_of(1, 0))
    assert {action.verb for _, action in table.moves} == {"check", "draw"}
    state = done(game, begun(game), "bet 50")
    assert str(computer("lowest", game).choose(game.view(state, 1), Random(1))) == "call 50"


# --- words


def test_why_cards_will_not_do() -> None:
    game = make()
    state = begun(game)
    assert game.explain(game.view(state, 0), cards("3c")) == Say("why.bet")
    assert game.explain(game.view(state, 1), cards("3c")) == Say("illegal.turn")
    view = game.view(done(game, state, *["check"] * 4), 0)
    assert game.explain(view, cards("3c 5s")) is None
    assert game.explain(view, cards("3c 5s 9h Ac")) == Say("why.many", {"most": 3, "four": 4})
    assert game.explain(view, cards("2h")) == Say("why.hand")


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_said_has_words(language: str) -> None:
    keys = {f"rank.{each}" for each in CATEGORIES}
    for preset in ("limit", "nolimit", "jacks", "assignment"):
        game = LISTING.make(preset)
        for number in range(3):
            rng, table = Random(number), Table(game, seed_of(number, 0))
            while not table.over:
                view = table.view(OPEN)
                keys |= {f"fact.{each.name}" for each in view.facts if each.name[0] not in ".p"}
                keys |= {f"fact.phase.{view.fact('phase')}"} | {f"pile.{each.name}" for each in view.piles}
                action = table.act(table.turn[0], chosen(rng.choice(game.legal(table.state, table.turn[0])), rng))
                said = sentence(game.describe(action), LISTING.texts, language=language)
                assert "{" not in said
                assert re.search(r"[a-z]" if language == "en" else r"[一-鿿]", said)
    assert not [key for key in keys if key not in {**common()[language], **LISTING.texts[language]}]
