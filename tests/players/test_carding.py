"""Leads and signals: cards that say what is agreed, and layouts in which they would hardly have been played."""

from __future__ import annotations

from importlib.util import find_spec
from math import isfinite
from random import Random

import pytest

from dealt import players
from dealt.cards import Card, card, cards, text
from dealt.game import Seat
from dealt.games import make
from dealt.games.bridge import Bridge
from dealt.games.bridge.pbn import dotted
from dealt.games.tricks import TrickState
from dealt.players.advice.bridge.carding import Place, agreed, liked
from dealt.players.advice.bridge.inference import Telling, telling
from dealt.players.advice.bridge.planner import SPARED, Planner
from dealt.players.advice.tricks.playout import HiddenHands
from dealt.table import Table, seed_of
from tests.players.test_standard import dealt_hands, hand

solver = pytest.mark.skipif(find_spec("endplay") is None, reason="no solver is installed")
NORTH = "AQ4.AK5.KQ72.J83"
EAST = "K9752.Q84.65.A62"
SOUTH = "JT8.J72.AJ83.KQ5"
WEST = "63.T963.T94.T974"


def board(*actions: str, hands: tuple[str, ...] = (NORTH, EAST, SOUTH, WEST)) -> Table[TrickState]:
    """A board that north deals and plays in three notrump, after some cards."""
    game = make("bridge", dealer="n", vulnerability="none", claims=False)
    seed = seed_of("carding", 0)
    dealt = Table(game, seed).state.changed(hands=tuple(map(hand, hands)))
    table: Table[TrickState] = Table(game, seed, state=dealt)
    for each in (*["bid 1n", "pass", "bid 3n", "pass", "pass", "pass"], *actions):
        table.act(table.turn[0], each)
    return table


def named(held: str, trick: str = "", *, seat: Seat = 1, gone: str = "", trump: int | None = None) -> str:
    """The cards that are agreed for a hand of one suit; north is declarer."""
    lying = tuple(map(card, trick.split()))
    return text(agreed(Place(seat, lying, cards(gone), 0, trump), cards(held), cards(held)))


@pytest.mark.parametrize(
    ("held", "trick", "gone", "found"),
    [
        ("Ks 9s 7s 5s 2s", "", "", "5s"),
        ("Ks 9s 7s 5s 2s", "4s 8s", "", "9s"),  # partner led, and the king likes it
        ("Js 9s 7s 5s 2s", "4s 8s", "", "2s"),
        ("9s 7s 5s 2s", "4s", "", "9s"),  # the other side led: an even number
        ("9s 7s 5s", "4s", "", "5s"),
        ("9s 7s 5s 2s", "4s", "Ts", "2s"),  # it has spoken already
        ("9s 7s 5s 2s", "4h", "", "2s"),  # a discard
        ("Ks Qs Js", "", "", "Ks"),
        ("Qs Js", "As", "", "Js"),
    ],
)
def test_the_agreed_card(held: str, trick: str, gone: str, found: str) -> None:
    assert named(held, trick, gone=gone) == found


def test_who_declares_plays_low_and_tells_nothing() -> None:
    assert named("Ks Qs Js 9s", seat=0) == named("Ks Qs Js 9s", "2s", seat=2) == "9s"


def test_with_trumps_a_doubleton_likes_to_ruff() -> None:
    assert liked(cards("9s 3s"), True)
    assert not liked(cards("9s 3s"), False)


@solver
@pytest.mark.parametrize(
    ("worths", "led"),
    [
        ({}, "5s"),  # all are worth the same
        ({"2s": SPARED - 0.5}, "5s"),
        ({"2s": SPARED + 0.5}, "2s"),  # the agreed card would cost too much
        ({"8h": 1.0}, "4h"),
    ],
)
def test_a_lead_is_the_agreed_card_of_the_best_suit_where_it_costs_nothing(
    worths: dict[str, float], led: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = board()
    assert isinstance(table.game, Bridge)
    planner = Planner(table.game, seconds=None)
    found = {card(one): worth for one, worth in worths.items()}
    best = {card("2s"): 0.1} if not found else {}  # ties go to the lowest card

    def weigh(view: object, owner: Seat, tried: list[Card], rng: Random) -> dict[Card, float]:
        return {one: found.get(one, best.get(one, 0.0)) for one in tried}

    monkeypatch.setattr(planner, "weigh", weigh)
    assert text(planner.choose(table.view(1), Random(1)).cards) == led


@solver
def test_a_card_that_takes_the_trick_is_not_given_up_for_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = board("play 6s", hands=(NORTH, WEST, SOUTH, EAST))
    table.act(table.turn[0], "play 8s")
    assert isinstance(table.game, Bridge)
    planner = Planner(table.game, seconds=None)

    def weigh(view: object, owner: Seat, tried: list[Card], rng: Random) -> dict[Card, float]:
        return {one: 1.0 if one == card("Ks") else 0.0 for one in tried}

    monkeypatch.setattr(planner, "weigh", weigh)
    assert text(planner.choose(table.view(3), Random(1)).cards) == "Ks"


def told_at(table: Table[TrickState], seat: Seat) -> Telling:
    assert isinstance(table.game, Bridge)
    found = telling(table.game, table.view(seat), table.game.public(table.view(seat)))
    assert found is not None
    return found


def swapped(hands: tuple[int, ...], one: str, other: str) -> tuple[int, ...]:
    """The hands with two cards exchanged."""
    both = cards(f"{one} {other}")
    return tuple(each ^ both if (each & both).bit_count() == 1 else each for each in hands)


def chances(table: Table[TrickState], seat: Seat, *swaps: tuple[str, str]) -> list[float]:
    """How likely the play so far is to a seat in the true layout, and with some cards exchanged."""
    state, told = table.state, told_at(table, seat)
    true = tuple(held | gone for held, gone in zip(state.hands, state.played, strict=True))
    known = state.changed(hands=tuple(0 for _ in range(4)))
    return [told.chance(known, each) for each in (true, *(swapped(true, *each) for each in swaps))]


@solver
def test_partner_reads_a_lead() -> None:
    """The five from K-9-7-5-2 is the fourth highest, from K-7-5-2 the third, and from 9-7-5-4-2 nobody leads it."""
    true, *others = chances(board("play 5s"), 3, ("9s", "5h"), ("Ks", "4s"), ("7s", "4s"))
    assert all(true > each for each in others)


@solver
def test_a_planner_is_asked_with_the_log_that_it_reads() -> None:
    table = board("play 5s")
    game = table.game
    assert isinstance(game, Bridge)
    for player, reads in ((Planner(game), True), (players.computer("solver", game), False)):
        view = table.view_for(3, player)
        assert (telling(game, view, game.public(view)) is not None) == reads


@solver
def test_an_equal_card_is_less_likely_where_another_might_have_been_played() -> None:
    """Restricted choice: who drops the king from king and queen had another card to play."""
    hands = ("A9842.AK5.KQ7.J8", "KQ.Q8432.65.A962", "T653.J7.AJ83.KQ5", "J7.T96.T942.T743")
    table = board("play 2h", "play 7h", "play 6h", "play ah", "play as", "play ks", hands=hands)
    both, alone = chances(table, 0, ("Qs", "Th"))
    assert alone > both


@solver
@pytest.mark.slow
def test_every_layout_that_fits_has_a_chance_and_the_view_is_all_that_is_asked() -> None:
    robot = players.computer("random", make("bridge"))
    for number in range(2):
        table, rng = board(hands=tuple(map(dotted, dealt_hands(number)))), Random(number)
        game = table.game
        assert isinstance(game, Bridge)
        while table.turn:
            seat = table.turn[0]
            view = table.view(seat)
            if told := telling(game, view, game.public(view)):
                unseen = HiddenHands(game, view)
                for _ in range(2):
                    state = unseen.deal(rng)
                    whole = [held | gone for held, gone in zip(state.hands, state.played, strict=True)]
                    chance = told.chance(unseen.known, whole)
                    assert isfinite(chance)
                    assert chance <= 0
            table.act(seat, str(robot.choose(view, rng)))
