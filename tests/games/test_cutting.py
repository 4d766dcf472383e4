"""Cutting for the first deal, where everybody sees it; and how the cards of a deal were dealt, as faces tell it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dealt.cards import STANDARD, card, name, sequence
from dealt.game import OPEN, Action, OptionError, Say, Shuffled, find
from dealt.games import GAMES, make
from dealt.games.bigtwo import BigTwo
from dealt.games.chinesepoker import ChinesePoker
from dealt.games.climbing import Climbing, ClimbingState
from dealt.players import computer
from dealt.table import Illegal, Match, Record, Table, play, seed_of
from dealt.texts import LANGUAGES, common, sentence

SHOWN = [("bigtwo", "daidi"), *(("chinesepoker", preset) for preset in GAMES["chinesepoker"].presets)]
every_cut = pytest.mark.parametrize(("rules", "preset"), SHOWN)


def climbing(rules: str, preset: str | None = None, **options: Any) -> Climbing:
    game = make(rules, preset, **options)
    assert isinstance(game, Climbing)
    return game


def spread(game: Climbing, cards: str) -> ClimbingState:
    """A cut of these cards, in this order, the others behind them."""
    first = sequence(cards)
    rest = tuple(one for one in game.deck if one not in first)
    return game.hand_out(Shuffled(game.deck, (0,), (*first, *rest)))


def cut(game: Climbing, state: ClimbingState, *places: tuple[int, int]) -> ClimbingState:
    """The state after these seats took the cards at these places, each checked."""
    for seat, place in places:
        action = find(game.view(state, seat), f"cut {place}")
        assert action is not None, f"seat {seat} can't take {place}"
        state = game.apply(state, seat, action)
    return state


def test_everybody_is_asked_unless_the_option_says_otherwise() -> None:
    for game in (climbing("chinesepoker"), climbing("bigtwo", variant="daidi")):
        assert game.options["cut"] == "shown"
        assert game.deal(Random(1)).phase == "cut"
        quick = make(game.name, **{**game.options, "cut": "quick"})
        plain = game.among_computers()
        assert plain.options == quick.options, "computers alone lose no time on it"
        assert plain.vocabulary == quick.vocabulary
        assert plain.deal(Random(1)) == quick.deal(Random(1))
        assert game.cuts, "the game itself stays as it was"
    assert climbing("bigtwo").options["cut"] == "quick"
    assert climbing("bigtwo").deal(Random(1)).phase == "play"
    with pytest.raises(OptionError, match="cut can't be shown in the variant deuce"):
        make("bigtwo", cut="shown")


@every_cut
def test_every_seat_at_once_takes_a_card_that_all_see(rules: str, preset: str) -> None:
    game = climbing(rules, preset)
    table = Table(game, seed_of(1, 0))
    assert table.turn == tuple(range(game.seats))
    view = table.view(None)
    assert view.pile("cut").cards == (None,) * len(game.deck)
    assert [str(each) for each in table.view(0).legal] == [f"cut 1..{len(game.deck)}"]
    table.act(game.seats - 1, "cut 5")
    assert table.turn == tuple(range(game.seats - 1))
    for seat in (0, None):
        shown = table.view(seat).pile("cut").cards
        assert [n for n, one in enumerate(shown, 1) if one is not None] == [5]
        assert table.view(seat).fact("cut", game.seats - 1) == name(shown[4] or 0)
    with pytest.raises(Illegal):
        table.act(0, "cut 5")
    assert [str(each) for each in table.view(0).legal] == ["cut 1..4", f"cut 6..{len(game.deck)}"]


@every_cut
def test_the_highest_card_deals_from_cards_that_the_cut_does_not_tell(rules: str, preset: str) -> None:
    """Whatever is taken, the hands are those of the seed, dealt from whoever has the highest card on."""
    game = climbing(rules, preset)
    quick = climbing(rules, preset, cut="quick")
    for number in range(6):
        rng = Random(number)
        first = game.deal(Random(seed_of(number, 0)))
        state = first
        while state.phase == "cut" and Action("deal") not in game.legal(state, game.turn(state)[0]):
            seat = rng.choice(game.turn(state))
            legal = rng.choice(game.legal(state, seat))
            state = game.apply(state, seat, legal.of(rng.choice(legal.amounts)))
        (dealer,) = game.turn(state)
        assert game.view(state, None).fact("cut", dealer) is not None
        after = game.apply(state, dealer, Action("deal"))
        shuffled = game.shuffle(Random(seed_of(number, 0)))
        wanted = quick.hand_out(Shuffled(shuffled.pack, (dealer,)))
        assert (after.hands, after.stock, after.turn, after.must) == (
            wanted.hands,
            wanted.stock,
            wanted.turn,
            wanted.must,
        )


def test_in_big_two_suits_part_equal_ranks() -> None:
    game = climbing("bigtwo", "daidi", seats=3)
    state = cut(game, spread(game, "Ad 2s As"), (2, 3), (0, 1), (1, 2))
    assert (game.turn(state), game.legal(state, 2)) == ((2,), [Action("deal")])
    assert game.legal(state, 0) == ()


def test_in_chinese_poker_those_who_tie_cut_again() -> None:
    game = climbing("chinesepoker", "three")
    state = cut(game, spread(game, "As 2s Ad 5c 5d Kc Ks"), (0, 1), (1, 2), (2, 3))
    assert game.turn(state) == (0, 2)
    state = cut(game, state, (2, 4), (0, 5))  # and once more
    assert game.turn(state) == (0, 2)
    state = cut(game, state, (0, 7), (2, 8))
    low, high = (game.cut_strength(state.cut.spread[at]) for at in (6, 7)) if state.cut else (0, 0)
    assert game.turn(state) == ((0,) if low > high else (2,))


def test_where_too_few_cards_are_left_the_first_of_those_who_tie_deals() -> None:
    game = ChinesePoker(deck=sequence("3d 3s 2s"), hand=1, seats=2, cut="shown")
    state = cut(game, spread(game, "3d 3s 2s"), (1, 2), (0, 1))
    assert (game.turn(state), game.legal(state, 0)) == ((0,), [Action("deal")])


@pytest.mark.slow
def test_later_deals_are_not_cut_for() -> None:
    game = climbing("bigtwo", "daidi")
    match: Match[Any] = Match(game)
    for n in range(3):
        table = match.deal(seed_of(9, n))
        assert (table.state.phase == "cut") == (n == 0)
        players = [computer("lowest", game) for _ in range(game.seats)]
        while table.turn:
            table.act(table.turn[0], players[table.turn[0]].choose(table.view(table.turn[0]), Random(n)))
        match.end()
    record = Record.from_json(match.record().to_json())
    assert record.replay(make).totals == match.totals


def test_a_deal_that_is_laid_out_is_not_cut_for() -> None:
    game = climbing("bigtwo", "daidi")
    hearts = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
    table = Match(game).deal(seed_of(1, 0), laid={"hand 1": hearts})
    assert table.state.phase == "play"
    assert set(table.view(OPEN).pile("hand", 1).cards) == set(sequence(hearts))


@every_cut
@pytest.mark.parametrize("player", ["lowest", "random", "deuce"])
def test_computers_cut(rules: str, preset: str, player: str) -> None:
    game = climbing(rules, preset)
    table = play(game, [computer(player, game) for _ in range(game.seats)], seed_of(4, 0))
    assert sum(action.verb == "cut" for _, action in table.moves) >= game.seats
    assert table.score is not None


@pytest.mark.slow
def test_in_every_rotation_of_the_arena_the_same_seat_deals() -> None:
    """Computers that know the game take cards by their seat, so that a duplicate deal stays one."""
    game = climbing("bigtwo", "daidi")
    dealers = set()
    for order in (("deuce", "lowest"), ("lowest", "deuce")):
        table = play(game, [computer(order[seat % 2], game) for seat in range(4)], seed_of(2, 0))
        dealers.add(next(seat for seat, action in table.moves if action.verb == "deal"))
    assert len(dealers) == 1


def test_explained() -> None:
    game = climbing("bigtwo", "daidi")
    view = game.view(game.deal(Random(1)), 0)
    assert game.explain(view, 1 << card("3d")) == Say("why.cut")


# --- how the cards were dealt


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_tells_who_cut_what_and_who_deals(language: str) -> None:
    game = climbing("chinesepoker", "three")
    table = Table(game, seed_of(2, 0))
    assert (table.opening, table.began) == (None, 0)
    for seat, place in ((2, 30), (0, 1), (1, 20)):
        table.act(seat, f"cut {place}")
    (dealer,) = table.turn
    table.act(dealer, "deal")
    assert table.opening is not None
    assert table.began == 4
    assert table.opening.round == ((dealer + 1) % 3, (dealer + 2) % 3, dealer)
    assert table.opening.say is not None
    texts, names = GAMES["chinesepoker"].texts, ("Ann", "Bob", "Cem")
    said = sentence(table.opening.say, texts, common(), language=language, names=names)
    assert "{" not in said
    assert all(each in said for each in names)
    opened = table.opening
    table.act(table.turn[0], table.view(table.turn[0]).legal[0])
    assert table.opening == opened


def test_who_draws_the_card_that_lies_face_up_bids_first() -> None:
    game = make("doudizhu")
    for number in range(20):
        table = Table(game, seed_of(number, 0))
        assert table.opening is not None
        say, seats, shown = table.opening
        assert shown is not None
        (first,) = table.turn
        assert say == Say("opening.drawn", {"cards": (name(shown),), "who": f"#{first}"})
        assert shown in table.view(OPEN).pile("hand", first).cards
        dealer = next(fact.owner for fact in table.view(None).facts if fact.name == "dealer")
        assert seats == (dealer, (dealer - 1) % 3, (dealer - 2) % 3)


def test_a_deck_of_ones_own_is_cut_too() -> None:
    game = BigTwo(variant="daidi", cut="shown", deck=STANDARD[:12], hand=3)
    assert len(game.view(game.deal(Random(1)), None).pile("cut").cards) == 12
