"""Tiến lên: what may be played, what beats what, who goes on, hands that win at once, and places."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest

from dealt.cards import Cards, cards, members
from dealt.game import Action, Past
from dealt.games import make
from dealt.games.climbing import PASS, SHOW, ClimbingState, core
from dealt.games.tienlen import TienLen
from dealt.kernels import simulate
from dealt.players import computer
from dealt.table import play, seed_of

GAME = TienLen()
SOUTH = TienLen(chops="south")
RANKS = "3456789TJQKA2"


# --- an account of the rules of its own ------------------------------------------------------------------------------


def place(one: int) -> tuple[int, int]:
    """Rank and suit of a card as the game has them, from 0."""
    return (one // 4 - 1) % 13, (one % 4 + 1) % 4


def shape(held: Cards) -> tuple[str, int] | None:
    """The kind and size of some cards; None if they can't be played together."""
    ranks = sorted(place(one)[0] for one in members(held))
    each, size = set(Counter(ranks).values()), len(ranks)
    if len(set(ranks)) == 1:
        return "same", size
    row = sorted(set(ranks)) == list(range(min(ranks), max(ranks) + 1)) and max(ranks) < 12 and len(set(ranks)) > 2
    return ("run", size) if row and each == {1} else ("pairs", size) if row and each == {2} else None


def beats(held: Cards, other: Cards) -> bool:
    """By the page's words, without stronger chops."""
    mine, theirs = shape(held), shape(other)
    if mine is None or theirs is None:
        return False
    if mine == theirs:
        return max(map(place, members(held))) > max(map(place, members(other)))
    twos = theirs[1] if theirs[0] == "same" and {place(one)[0] for one in members(other)} == {12} else 0
    if mine == ("same", 4):
        return twos == 1
    return mine[0] == "pairs" and 0 < twos <= mine[1] // 2 - 2 and twos < 4


def subsets(hand: Cards) -> list[Cards]:
    one_by_one = [1 << each for each in members(hand)]
    return [sum(some) for size in range(1, 14) for some in combinations(one_by_one, size)]


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_may_lead_and_answer_as_the_rules_say(seed: int) -> None:
    """Every one of the 8,191 sets of cards of a hand is tried."""
    rng = Random(seed)
    pack = list(range(52))
    rng.shuffle(pack)
    if seed % 2:  # hands full of pairs and runs
        pack.sort(key=lambda one: place(one)[0] + rng.random() * 3)
    hand, rest = sum(1 << one for one in pack[:13]), pack[13:]
    leads = {some for some in subsets(hand) if shape(some)}
    state = ClimbingState((hand, 1 << rest[0], 1 << rest[1], 1 << rest[2]), 0, None, (0,) * 4)
    assert {each.cards for each in GAME.legal(state, 0) if each.cards} == leads
    for other in (
        "As",
        "2s",
        "2h",
        "2s2d",
        "3s4s5s",
        "4c4d",
        "7s8s9sTsJs",
        "6s6c6d",
        "3s3c4s4c5s5c",
        "2s2c2d",
        "5s5c5d5h",
    ):
        newest = cards(other)
        if newest & hand:
            continue
        state = ClimbingState((hand, 1 << rest[0], 1 << rest[1], 1 << rest[2]), 0, 1, (0, newest, 0, 0))
        answers = {some for some in leads if beats(some, newest)}
        assert {each.cards for each in GAME.legal(state, 0) if each.cards} == answers, other


def test_the_combinations_of_the_deck_are_counted() -> None:
    """By kind and size: of 13 - n runs of n ranks each has 4**n straights, and 6**n runs of pairs."""
    book, found = GAME.combinations, Counter[tuple[str, int]]()
    whole = sum(1 << one for one in GAME.deck)
    for row, kind in enumerate(book.kind):
        name, size = book.kinds[kind].name, book.size[row]
        if size < 7:
            found[name, size] += len(book.plays(whole, [row]))
        else:
            found[name, size] += 1
    assert found["single", 1], found["pair", 2] == (52, 13 * comb(4, 2))
    assert (found["triple", 3], found["four_of_a_kind", 4]) == (13 * 4, 13)
    assert [found["straight", n] for n in (3, 4, 5, 6)] == [(13 - n) * 4**n for n in (3, 4, 5, 6)]
    assert [found["straight", n] for n in range(7, 13)] == [(13 - n) * 4 for n in range(7, 13)]  # a row a top card
    assert found["pairs_3", 6] == 10 * 6**3
    assert [found[f"pairs_{n}", 2 * n] for n in (4, 5, 6)] == [(13 - n) * 6 for n in (4, 5, 6)]


# --- chops -----------------------------------------------------------------------------------------------------------

THREE, FOUR, FIVE, FOURS = "3s3c4s4c5s5c", "3s3c4s4c5s5c6s6c", "3s3c4s4c5s5c6s6c7s7c", "3s3c3d3h"


@pytest.mark.parametrize(
    ("chop", "newest", "pagat", "south"),
    [
        (THREE, "2h", True, True),
        (THREE, "2h2d", False, False),
        (THREE, "Ah", False, False),
        (FOURS, "2h", True, True),
        (FOURS, "2h2d", False, True),
        (FOURS, "7s7d", False, False),
        (FOUR, "2h", True, True),
        (FOUR, "2h2d", True, True),
        (FOUR, "2h2d2c", False, False),
        (FIVE, "2h2d2c", True, True),
        (FOURS, "8s8c9s9cTsTc", False, True),
        (FOUR, "8s8c8d8h", False, True),
        (FIVE, "8s8c9s9cTsTcJsJc", False, True),
        (THREE, "3d3h4d4h5d5h", False, False),
        ("3d3h4d4h5d5h", THREE, True, True),
        ("2h", FOURS, False, False),
    ],
)
def test_chops_beat_twos_and_in_the_south_each_other(chop: str, newest: str, pagat: bool, south: bool) -> None:
    assert GAME.beats(cards(chop), cards(newest)) == pagat
    assert SOUTH.beats(cards(chop), cards(newest)) == south


# --- the deal goes on ------------------------------------------------------------------------------------------------


def state(*hands: str, turn: int = 0, owner: int | None = None, trick: tuple[int, ...] = (0, 0, 0, 0)) -> ClimbingState:
    return ClimbingState(tuple(map(cards, hands)), turn, owner, trick)


def act(game: TienLen, at: ClimbingState, *written: str) -> ClimbingState:
    for each in written:
        verb, _, some = each.partition(" ")
        action = Action(verb, cards(some))
        assert at.turn is not None
        assert action in game.legal(at, at.turn), each
        at = game.apply(at, at.turn, action)
    return at


def test_who_is_out_is_passed_by_and_the_next_leads_after_its_last_play() -> None:
    at = act(GAME, state("Ah", "3s4s", "5s6s", "7s8s"), "play Ah", "pass", "pass")
    assert (at.turn, at.owner, at.outs) == (3, 0, (0,))
    at = act(GAME, at, "pass")
    assert (at.turn, at.owner, at.trick) == (1, None, (0, 0, 0, 0))
    at = act(GAME, at, "play 3s", "play 5s", "play 7s")
    assert at.turn == 1
    at = act(GAME, at, "pass", "pass")
    assert (at.turn, at.owner) == (3, None)


def test_the_deal_ends_when_one_seat_is_left_and_places_count() -> None:
    at = act(
        GAME, state("Ah", "3s", "5s6s", "7s8s"), "play Ah", "pass", "pass", "pass", "play 3s", "play 5s", "play 7s"
    )
    assert at.outs == (0, 1)
    assert GAME.score(at) is None
    at = act(GAME, at, "pass", "play 8s")
    assert (at.turn, at.outs, GAME.score(at)) == (None, (0, 1, 3), (0, 1, 3, 2))
    assert GAME.dealer(Random(0), Past(at, (0, 1, 3, 2), 1)) == 0


def test_where_nobody_is_left_to_answer_the_trick_is_over_at_once() -> None:
    at = act(GAME, state("Qh9s8s", "3s4s", "Kh", "Ah5d"), "play Qh", "pass", "play Kh", "play Ah")
    assert (at.turn, at.owner) == (0, 3)  # the others have passed, or are out
    at = act(GAME, at, "pass")
    assert (at.turn, at.owner, at.trick) == (3, None, (0, 0, 0, 0))
    at = act(GAME, state("Qh9s8s", "3s4s", "2c", "2h5d"), "play Qh", "pass", "play 2c", "pass", "pass")
    assert (at.turn, at.owner, at.outs) == (3, None, (2,))
    at = act(GAME, state("Qh", "3s4s", "6s7s", "2h5d"), "play Qh", "pass", "pass", "play 2h")
    assert (at.turn, at.owner, at.trick) == (3, None, (0, 0, 0, 0))


def test_by_cards_left_the_deal_ends_with_the_first() -> None:
    game = TienLen(scoring="cards")
    at = act(game, state("Ah", "3s4s", "5s6s7s", "3c4c5c6c7c8c9cTcJcQcKcAc2c"), "play Ah")
    assert (at.turn, at.outs) == (None, ())
    assert game.score(at) == (0, 2, 3, 26)


# --- hands that win at once ------------------------------------------------------------------------------------------

DRAGON, TWOS, PAIRS = "3s4s5s6s7s8s9sTsJsQsKsAsAc", "2s2c2d2h3c4c5c6c7c8c9cTcJc", "3s3c5s5c7s7c9s9cJsJcKsKc2s"


@pytest.mark.parametrize("hand", [DRAGON, TWOS, PAIRS])
def test_a_hand_that_wins_at_once_may_be_shown_until_it_has_played(hand: str) -> None:
    at = ClimbingState((cards(hand), cards("4d5d"), cards("6d7d"), cards("8d")), 0, None, (0,) * 4)
    assert SHOW in GAME.legal(at, 0)
    assert SHOW not in TienLen(instant_wins=False).legal(at, 0)
    over = GAME.apply(at, 0, SHOW)
    assert (over.turn, GAME.score(over)) == (None, (0, 3, 3, 3))
    assert TienLen(scoring="cards").score(over) == (0, 2, 2, 1)
    after = act(GAME, at, f"play {hand[:2]}")
    assert SHOW not in GAME.legal(ClimbingState(after.hands, 0, None, (0,) * 4), 0)
    for name in ("deuce", "search", "network"):
        assert computer(name, GAME).choose(GAME.view(at, 0), Random(1)) == SHOW


@pytest.mark.parametrize(
    "hand", ["3s4s5s6s7s8s9sTsJsQsKs2s2c", "3s3c3d3h7s7c9s9cJsJcKsKc2s", "2s2c2d3c4c5c6c7c8c9cTcJcKc"]
)
def test_other_hands_do_not_win_at_once(hand: str) -> None:
    """A run that lacks the ace, a four that would have to be two pairs, three twos."""
    at = ClimbingState((cards(hand), cards("4d5d"), cards("6d7d"), cards("8d")), 0, None, (0,) * 4)
    assert SHOW not in GAME.legal(at, 0)


@pytest.mark.slow
def test_hands_win_at_once_as_often_as_they_are_counted() -> None:
    """All hands of thirteen with a dragon, all four twos, or six ranks with two cards or more, one rank at a time."""
    counts: Counter[tuple[int, int, int, bool]] = Counter({(0, 0, 0, False): 1})
    for rank in RANKS:
        after: Counter[tuple[int, int, int, bool]] = Counter()
        for (size, ranks, pairs, _), number in counts.items():
            for held in range(5):
                key = size + held, ranks + (held > 0 and rank != "2"), pairs + (held > 1), rank == "2" and held == 4
                after[key] += number * comb(4, held)
        counts = after
    wins = sum(
        number
        for (size, ranks, pairs, twos), number in counts.items()
        if size == 13 and (ranks == 12 or pairs > 5 or twos)
    )
    chance = wins / comb(52, 13)
    deals = simulate(GAME, 20_000, seed=7)
    held = [int(hand) for hands in deals.hands for hand in hands]
    found = sum(core.wins_at_once(GAME.instants, 13, hand) for hand in held) / len(held)
    assert 0.007 < chance < 0.0075
    assert abs(found - chance) < 5 * (chance / len(held)) ** 0.5


# --- leads -----------------------------------------------------------------------------------------------------------


def test_the_three_of_spades_opens_the_first_deal_and_then_the_winner_leads() -> None:
    at = GAME.deal(Random(4))
    assert at.turn is not None
    assert at.must == cards("3s")
    assert at.hands[at.turn] & at.must
    assert all(each.cards & at.must for each in GAME.legal(at, at.turn) if each.cards)
    over = act(
        GAME, state("Ah", "3s", "5s6s", "7s"), "play Ah", "pass", "pass", "pass", "play 3s", "play 5s", "play 7s"
    )
    after = GAME.deal(Random(5), Past(over, (0, 1, 3, 2), 1))
    assert (after.turn, after.must) == (0, 0)
    every = make("tienlen", lead_3s_every_hand=True)
    assert every.deal(Random(5), Past(over, (0, 1, 3, 2), 1)).must == cards("3s")


def test_whoever_passed_may_come_back_only_where_the_option_says_so() -> None:
    free: Any = partial(TienLen, pass_locks_out=False)
    hands = ("3s9s", "4s9c", "5s9d", "6s9h")
    assert act(GAME, state(*hands), "play 3s", "pass", "play 5s", "play 6s", "play 9s").turn == 2
    assert act(free(), state(*hands), "play 3s", "pass", "play 5s", "play 6s", "pass").turn == 1


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_computers_play_whole_deals(seats: int) -> None:
    game = make("tienlen", seats=seats)
    table = play(
        game,
        [computer("deuce", game), computer("lowest", game), *(computer("search", game),) * 2][:seats],
        seed_of(3, 0),
    )
    assert sorted(table.score or ()) == list(range(seats))
    assert PASS in [action for _, action in table.moves]
