"""President: what may be played in either order of ranks, who goes on, places, and the exchange before the play."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest

from dealt.cards import Cards, cards, members, name, text
from dealt.game import OPEN, Action, Past
from dealt.games.climbing import PASS, ClimbingState, core
from dealt.games.climbing.exchange import PHASE
from dealt.games.president import OPTIONS, President
from dealt.kernels import rollouts, simulate
from dealt.kernels.climbing_course import course_for
from dealt.kernels.replay import replayed
from dealt.players import computer
from dealt.players.advice.climbing.judging import ClimbingJudge

GAME = President()
RANKS = "3456789TJQKA2"
BOOKS: tuple[dict[str, Any], ...] = (
    {},
    {"revolution": True, "clears": "eights", "jokers": True},
    {"revolution": True, "equals": "skip", "clears": "twos", "seats": 3},
    {"equals": "beat", "pass_locks_out": True, "seats": 5},
    {"revolution": True, "seats": 6, "equals": "skip", "jokers": True},
    {"seats": 7, "jokers": True, "scoring": "leaders"},
)


# --- an account of the rules of its own ------------------------------------------------------------------------------


class Referee:
    """A deal, kept by what the page of rules says, over ranks alone."""

    def __init__(self, hands: list[Counter[str]], leader: int, **rules: Any) -> None:
        self.hands, self.rules = hands, {each.name: each.default for each in OPTIONS} | rules
        self.turn, self.top, self.by, self.upside = leader, None, leader, False
        self.passed: set[int] = set()
        self.places: list[int] = []
        self.opening = True

    def beats(self, play: tuple[str, int]) -> bool:
        if self.top is None:
            return not self.opening or play[0] == "3"
        (rank, count), (mine, many) = self.top, play
        if "*" in (rank, mine):
            return mine == "*" and (rank != "*" or self.rules["equals"] != "lower")
        if count != many:
            return False
        if rank == mine:
            return bool(self.rules["equals"] != "lower")
        return (RANKS.index(mine) > RANKS.index(rank)) is not self.upside

    def legal(self) -> set[tuple[str, int]]:
        hand = self.hands[self.turn]
        some = {(rank, n) for rank, held in hand.items() for n in range(1, held + 1) if rank != "*" or n == 1}
        return {each for each in some if self.beats(each)} | ({("", 0)} if self.top else set())

    def play(self, rank: str, count: int) -> None:
        me, before = self.turn, self.top
        if count:
            self.opening = False
            self.hands[me][rank] -= count
            self.hands[me] += Counter()
            self.top, self.by = (rank, count), me
            self.passed.discard(me)
            if not self.hands[me]:
                self.places.append(me)
            if count == 4 and self.rules["revolution"]:
                self.upside = not self.upside
            if {"twos": "2", "eights": "8"}.get(self.rules["clears"]) == rank:
                self.clear(me)
                return
        else:
            self.passed.add(me)
        skip = count and self.rules["equals"] == "skip" and before == (rank, count)
        self.follow(me, 2 if skip else 1)

    def follow(self, seat: int, steps: int) -> None:
        for _ in range(steps):
            seat = (seat + 1) % len(self.hands)
            while seat != self.by and (not self.hands[seat] or (self.rules["pass_locks_out"] and seat in self.passed)):
                seat = (seat + 1) % len(self.hands)
            if seat == self.by:
                self.clear(seat)
                return
        self.turn = seat

    def clear(self, seat: int) -> None:
        self.top, self.passed = None, set()
        while not self.hands[seat] and len(self.places) < len(self.hands):
            seat = (seat + 1) % len(self.hands)
        self.turn = seat


def ranks(held: Cards) -> Counter[str]:
    return Counter("*" if name(one) in ("BJ", "RJ") else name(one)[0] for one in members(held))


def said(action: Action) -> tuple[str, int]:
    return next(iter(ranks(action.cards).items())) if action.cards else ("", 0)


@pytest.mark.parametrize("options", BOOKS, ids=str)
def test_whole_deals_go_as_the_rules_say(options: dict[str, Any]) -> None:
    """Half of them with hands full of equal cards, so that fours of a kind are played."""
    game, turned, jumps = President(**options), 0, 0
    for seed in range(30):
        rng = Random(seed)
        state = game.deal(rng)
        if seed % 2:
            pack = sorted(game.deck, key=lambda one: (game.order.strength(one) // 4 + rng.random() * 2, one))
            hands = tuple(sum(1 << one for one in pack[n * len(pack) // game.seats : (n + 1) * len(pack) // game.seats])
                          for n in range(game.seats))  # fmt: skip
            state = game.begin(hands, (), 0)
        other = Referee([ranks(hand) for hand in state.hands], state.turn or 0, **options)
        while game.turn(state):
            seat = game.turn(state)[0]
            assert seat == other.turn, (seed, state)
            legal = list(game.legal(state, seat))
            assert {said(each) for each in legal} == other.legal(), (seed, state)
            action = rng.choice([each for each in legal if each.cards and rng.random() < 0.9] or legal)
            state = game.apply(state, seat, action)
            other.play(*said(action))
            assert core.upside_down(state.turned) is other.upside
            turned += other.upside
            jumps += bool(state.turn is not None and game.after(seat) != state.turn)
        assert state.outs == tuple(other.places)
    assert jumps > 0
    assert (turned > 0) is bool(options.get("revolution"))


# --- counts ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_combinations_of_the_deck_are_counted() -> None:
    """Of each rank one set of each size; and of a hand's cards as many as there are ways to take them."""
    book, whole = GAME.combinations, sum(1 << one for one in GAME.deck)
    assert Counter(book.size) == {1: 13, 2: 13, 3: 13, 4: 13}
    sets = [sum(1 << one for one in some) for n in range(1, 5) for some in combinations(members(whole), n)]
    assert Counter(each.bit_count() for each in sets if book.row(each) is not None) == {
        n: 13 * comb(4, n) for n in range(1, 5)
    }
    jokers = President(jokers=True).combinations
    assert sum(jokers.kinds[kind].name == "joker" for kind in jokers.kind) == 2


@pytest.mark.parametrize(("seats", "sizes"), [(3, (18, 17)), (5, (11, 10)), (6, (9, 8)), (7, (8, 7)), (4, (13,))])
def test_all_cards_are_dealt_and_the_first_seats_get_one_more(seats: int, sizes: tuple[int, ...]) -> None:
    game = President(seats=seats)
    state = game.deal(Random(1))
    around = [game.after(state.dealer)]
    while len(around) < seats:
        around.append(game.after(around[-1]))
    dealt = [state.hands[seat].bit_count() for seat in around]
    assert dealt == sorted(dealt, reverse=True)
    assert tuple(dict.fromkeys(dealt)) == sizes
    assert sum(dealt) == 52
    assert state.stock == ()
    deals = simulate(game, 50, seed=3)
    assert {tuple(int(hand).bit_count() for hand in row) for row in deals.hands} == {
        tuple(hand.bit_count() for hand in state.hands)
    }


# --- the order of ranks ----------------------------------------------------------------------------------------------


def after(game: President, hands: tuple[str, ...], *plays: str) -> ClimbingState:
    """A deal with these hands in which that was played, from seat 0 on."""
    state = ClimbingState(tuple(map(cards, hands)), 0, None, (0,) * game.seats, own=game.own)
    for each in plays:
        seat = game.turn(state)[0]
        state = game.apply(state, seat, PASS if each == "pass" else Action("play", cards(each)))
    return state


def may(game: President, state: ClimbingState) -> list[str]:
    return [text(each.cards) or str(each) for each in game.legal(state, game.turn(state)[0])]


def test_four_of_a_kind_turn_the_order_of_ranks_and_four_more_turn_it_back() -> None:
    game = President(seats=3, revolution=True, jokers=True)
    hands = ("7c7d7h7s9cTd", "4c4d4h4s8hBJ", "3c5c6cKdKh2h")
    state = after(game, hands, "7c7d7h7s")
    assert may(game, state) == ["4c4d4h4s", "BJ", "pass"]  # fours now beat sevens
    state = after(game, hands, "7c7d7h7s", "pass", "pass", "9c")
    assert may(game, state) == ["4c", "8h", "BJ", "pass"]
    assert game.view(state, 1).fact("turned") == 1
    state = after(game, hands, "7c7d7h7s", "4c4d4h4s", "pass", "pass", "8h")
    assert game.view(state, 1).fact("turned") is None
    assert may(game, state) == ["Kd", "2h", "pass"]
    assert game.view(game.sample(game.view(state, 2), Random(1)), 2) == game.view(state, 2)


def test_a_joker_beats_any_play_and_nothing_beats_it() -> None:
    game = President(seats=3, jokers=True)
    state = after(game, ("AcAdAh3c", "BJ3dRJ4c", "2h2d2s5c"), "AcAdAh")
    assert may(game, state) == ["BJ", "RJ", "pass"]
    state = game.apply(state, 1, Action("play", cards("BJ")))
    assert may(game, state) == ["pass"]


def test_eights_clear_the_table_and_whoever_goes_out_so_hands_on_the_lead() -> None:
    game = President(seats=3, clears="eights")
    state = after(game, ("5c6c", "8d9d", "TcJc"), "5c", "8d")
    assert (game.turn(state), state.owner, state.trick) == ((1,), None, (0, 0, 0))
    state = after(game, ("5c6c", "8d", "TcJc"), "5c", "8d")
    assert (game.turn(state), state.owner, state.outs) == ((2,), None, (1,))


def test_an_equal_play_passes_the_next_player_by() -> None:
    hands = ("5c6c", "5d9d", "TcJc", "5hQd")
    assert game_turn(President(equals="skip"), hands, "5c", "5d") == (3,)
    assert game_turn(President(equals="skip"), hands, "5c", "5d", "5h") == (1,)
    assert game_turn(President(equals="beat"), hands, "5c", "5d") == (2,)
    assert may(President(), after(President(), hands, "5c")) == ["9d", "pass"]
    two = President(seats=3, equals="skip")
    assert game_turn(two, ("5c6c", "5d9d", "Tc"), "5c", "pass", "Tc", "pass", "pass") == (0,)


def game_turn(game: President, hands: tuple[str, ...], *plays: str) -> tuple[int, ...]:
    return game.turn(after(game, hands, *plays))


# --- the exchange ----------------------------------------------------------------------------------------------------


def second_deal(seed: int, **options: Any) -> tuple[President, ClimbingState, ClimbingState]:
    """The game, the last state of a deal, and the first one of the next."""
    game, rng = President(**options), Random(seed)
    state = game.deal(rng)
    while game.turn(state):
        seat = game.turn(state)[0]
        state = game.apply(state, seat, rng.choice(list(game.legal(state, seat))))
    return game, state, game.deal(rng, Past(state, game.score(state) or (), 1))


@pytest.mark.parametrize("seats", range(3, 8))
def test_the_last_give_their_best_cards_and_the_first_give_back_any(seats: int) -> None:
    game, last, state = second_deal(seats, seats=seats)
    order = game.by_places(last)
    pairs = [(order[0], order[-1], 2), *([(order[1], order[-2], 1)] if seats > 3 else [])]
    assert (state.phase, state.turn) == (PHASE, order[-1])
    assert set(game.turn(state)) == {low for _, low, _ in pairs}
    for high, low, count in pairs:
        (best,) = game.legal(state, low)
        rest = state.hands[low] & ~best.cards
        assert best.cards.bit_count() == count
        assert max(map(game.order.strength, members(rest))) < min(map(game.order.strength, members(best.cards)))
        assert [str(each) for each in game.legal(state, high)] == []
        state = game.apply(state, low, best)
        (offer,) = game.legal(state, high)
        assert (offer.pick, offer.cards) == ((count, count), state.hands[high])
        back = offer.drawn(Random(1))
        state = game.apply(state, high, back)
        assert back.cards & ~state.hands[low] == 0
    assert (state.phase, game.turn(state)) == ("play", (order[-1],))
    assert sum(hand.bit_count() for hand in state.hands) == 52


def test_each_pair_goes_its_own_way() -> None:
    game, _, state = second_deal(3)
    ways = set()
    for seed in range(8):
        rng, now = Random(seed), state
        chosen = {}
        while now.phase == PHASE:
            seat = rng.choice(game.turn(now))
            action = chosen.setdefault(seat, game.legal(now, seat)[0].first(game.order))
            now = game.apply(now, seat, action)
        ways.add(now)
    assert len(ways) == 1


def test_only_the_two_see_the_cards_that_change_hands() -> None:
    game, last, state = second_deal(11)
    high, other, _, low = game.by_places(last)
    best = game.legal(state, low)[0].cards
    state = game.apply(state, low, game.legal(state, low)[0])
    back = game.legal(state, high)[0].first(game.order).cards
    now = game.apply(state, high, Action("give", back))
    assert game.view(now, low).fact("given", low) == game.view(now, high).fact("given", low) == text(best)
    assert game.view(now, other).fact("given", low) is game.view(now, None).fact("given", low) is None
    assert game.view(state, OPEN).fact("given", low) == text(best)
    assert game.view(now, low).face_up == now.hands[low] | best & ~back
    assert game.view(now, high).face_up == now.hands[high] | back
    for _ in range(20):
        drawn = game.sample(game.view(now, high), Random(_))
        others = drawn.hands[low] & ~back
        assert max(map(game.order.strength, members(others))) <= min(map(game.order.strength, members(best)))


@pytest.mark.parametrize(("rule", "pairs"), [("two", 2), ("one", 1), ("none", 0)])
def test_less_may_be_exchanged_and_the_president_may_lead(rule: str, pairs: int) -> None:
    game, last, state = second_deal(4, exchange=rule, leads="president")
    assert len(state.swaps) == pairs
    assert state.turn == game.by_places(last)[0]
    assert state.phase == (PHASE if pairs else "play")


# --- points and matches ----------------------------------------------------------------------------------------------


def test_places_count_and_titles_are_told() -> None:
    game, last, state = second_deal(6, seats=5)
    order = game.by_places(last)
    assert [(game.score(last) or ())[seat] for seat in order] == [4, 3, 2, 1, 0]
    assert [game.view(state, None).fact("title", seat) for seat in order] == [
        "president", "vice", "citizen", "low", "scum",
    ]  # fmt: skip
    leaders = President(seats=5, scoring="leaders")
    assert [(leaders.score(last) or ())[seat] for seat in order] == [2, 1, 0, 0, 0]


def test_a_match_ends_at_the_target_or_after_so_many_deals() -> None:
    _, last, state = second_deal(6)
    assert President().final(last, (11, 0, 3, 4))
    assert not President().final(last, (10, 0, 3, 4))
    two = President(target_score=None, deals=2)
    assert not two.final(last, (90, 0, 0, 0))
    assert two.final(state, (0, 0, 0, 0))
    assert two.view(last, None).fact("last_deal") is None
    assert two.view(state, None).fact("last_deal") == 1


# --- kernels and computers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", BOOKS, ids=str)
def test_what_kernels_play_is_legal_and_scored_alike(options: dict[str, Any]) -> None:
    game = President(**options)
    deals = simulate(game, 12, seed=5, moves=True)
    for n in range(12):
        for state, action in replayed(game, deals, n):
            if action is None:
                assert game.score(state) == tuple(deals.scores[n])
            else:
                assert action in game.legal(state, game.turn(state)[0])
                assert course_for(game).state(course_for(game).numbers(state)).turned == state.turned


def test_ends_are_played_from_before_the_exchange() -> None:
    game, _, state = second_deal(2)
    assert rollouts(game, state, 20, seed=1).sum(axis=1).tolist() == [6] * 20


def test_whoever_gives_back_keeps_its_sets() -> None:
    game = President()
    state = game.begin(tuple(map(cards, ("3c4d4h7s7h7d2s2d", "5c", "6c", "8c"))), (), 0)
    past = Past(ClimbingState((0, 0, 0, 1), None, None, (0,) * 4, outs=(0, 1, 2)), (3, 2, 1, 0), 1)
    state = game.begin(state.hands, (), 3, past)
    state = game.apply(state, 3, game.legal(state, 3)[0])
    given = computer("deuce", game).choose(game.view(state, 0), Random(1))
    assert given.cards & cards("4d4h7s7h7d2s2d") == 0


def test_a_whole_match_goes_on_by_places() -> None:
    game, past, leaders = President(deals=4, target_score=None), None, list[int]()
    one, rng = computer("deuce", game), Random(8)
    for number in range(4):
        state = game.deal(rng, past)
        leaders.append(state.dealer)
        while game.turn(state):
            seat = game.turn(state)[-1]
            state = game.apply(state, seat, one.choose(game.view(state, seat), rng))
        past = Past(state, game.score(state) or (), number + 1)
        assert game.final(state, (0,) * 4) is (number == 3)
        leaders.append(game.by_places(state)[-1])
    assert leaders[2::2] == leaders[1:-1:2]


def test_what_is_given_back_is_judged_by_how_the_deal_goes_on() -> None:
    game, last, state = second_deal(11)
    high, low = game.by_places(last)[0], game.by_places(last)[-1]
    state = game.apply(state, low, game.legal(state, low)[0])
    view, judge = game.view(state, high), ClimbingJudge(game)
    taken = view.legal[0].drawn(Random(1))
    tried = judge.candidates(view, taken, Random(1))
    assert tried[0] == taken
    assert len(set(tried)) == len(tried) == 8
    assert [len(row) for row in judge.known(view, tried, Random(1), 9).rows] == [3] * 8
