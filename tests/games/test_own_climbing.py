"""What whoever writes a climbing game of their own can rely on, and what they are told where it is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, NamedTuple

import pytest

from dealt.cards import RANKS, RED_JOKER, Order, cards, sequence
from dealt.game import Action, Seat
from dealt.games import climbing
from dealt.games.climbing import BOMB, CLEARS, NONE, Climbing, ClimbingState, Kind, runs
from dealt.games.climbing.wild_game import WildClimbing
from dealt.kernels.eligible import changes
from dealt.laws.checks import check_actions, check_cards, check_sample
from dealt.players import possible
from dealt.table import Table

DECK = sequence("3c 3d 4c 4d 5c 5d 6c 6d")
ORDER = Order("3456", "")


def game(kind: type[Climbing] = Climbing, **more: Any) -> Climbing:
    some: dict[str, Any] = {"kinds": (Kind("single"),), "order": ORDER, "seats": 4, "deck": DECK}
    return kind("own", **{**some, **more})


class Falling(Climbing):
    """With the first seat out, seat 3 falls; with ``idle`` it keeps the turn that it may have."""

    idle = False

    def apply(self, state: ClimbingState, seat: Seat, action: Action) -> ClimbingState:
        after = super().apply(state, seat, action)
        if len(after.outs) != 1 or state.outs:
            return after
        hands = (*after.hands[:3], 0)
        turn = after.turn
        while turn is not None and not hands[turn] and not self.idle:
            turn = self.after(turn)
        return replace(after, hands=hands, turn=turn)


class Level(NamedTuple):
    """The level, five, and what the plays of a trick are read as."""

    level: int = 3
    rows: tuple[int, ...] = (NONE,) * 3


class Fives(WildClimbing):
    own = Level()


# --- wild cards


def test_a_game_of_ones_own_with_wild_cards_is_told_as_what_they_stand_for() -> None:
    kinds = (Kind("single"), Kind("pair", 2), Kind("straight", run=runs(RANKS, 3)), Kind("bomb", 4, power=BOMB))
    fives = Fives("fives", kinds=kinds, order=Order(RANKS, ""), seats=3)
    state = ClimbingState(tuple(map(cards, ("6c 7d 5h 2c", "3c", "6d 7h 8c"))), 0, None, (0,) * 3, own=Level())
    assert fives.view(state, 0).wild == cards("5h")
    straights = [each for each in fives.legal(state, 0) if each.cards == cards("6c 7d 5h")]
    assert [fives.describe(each).args.get("as") for each in straights] == ["8", None]
    high, low = (fives.apply(state, 0, each) for each in straights)
    assert fives.view(high, 2).pile("trick", 0).cards == sequence("5h 7d 6c")
    assert fives.view(low, 2).pile("trick", 0).cards == sequence("7d 6c 5h")
    assert [len(fives.legal(after, 2)) for after in (high, low)] == [1, 2], "a straight to 8 beats that to 7"
    table, rng = Table(fives, bytes(32)), Random(1)
    assert "search" not in possible(fives)
    while turn := table.turn:
        check_cards(fives, table)
        check_sample(fives, table, rng)
        check_actions(fives, table, rng)
        table.act(turn[0], rng.choice(table.view(turn[0]).legal))


# --- places


def test_every_seat_has_a_place_of_its_own_behind_who_still_has_cards_are_the_fallen() -> None:
    falling = game(places=(3, 2, 1, 0))
    hands = (0, cards("3c"), 0, 0)
    for outs, order in (((2,), (2, 1, 0, 3)), ((2, 0), (2, 0, 1, 3)), ((3, 2, 0), (3, 2, 0, 1))):
        state = ClimbingState(hands, None, None, (0,) * 4, outs=outs)
        assert falling.by_places(state) == order
        assert [falling.place(state, seat) for seat in order] == [1, 2, 3, 4]
        assert falling.score(state) == tuple(3.0 - order.index(seat) for seat in range(4))
        assert falling.winner(state) == order[0]


def test_who_shows_a_hand_that_wins_at_once_leaves_the_last_place_to_all_others() -> None:
    shown = ClimbingState(tuple(map(cards, ("3c", "4c", "5c", "6c"))), None, None, (0,) * 4, outs=(2,))
    tied = game(places=(3, 2, 1, 0))
    assert tied.score(shown) == (0, 0, 3, 0)
    assert tied.by_places(shown) == (2, 0, 1, 3)


def test_a_place_of_ones_own_is_the_order_of_all_seats_too() -> None:
    class Backwards(Climbing):
        def place(self, state: ClimbingState, seat: Seat) -> int:
            return self.seats - seat

    state = ClimbingState((0, 0, 0, cards("3c")), None, None, (0,) * 4, outs=(0, 1, 2))
    mine = game(Backwards, places=(3, 2, 1, 0))
    assert mine.by_places(state) == (3, 2, 1, 0)
    assert mine.winner(state) == 3


# --- an apply that empties a hand


def test_a_deal_ends_where_one_seat_alone_has_cards_though_others_fell() -> None:
    falling = game(Falling, places=(3, 2, 1, 0))
    state = ClimbingState(tuple(map(cards, ("3c", "4c5c", "6c", "6d"))), 0, None, (0,) * 4)
    state = falling.apply(state, 0, Action("play", cards("3c")))
    assert (state.turn, state.hands[3]) == (2, 0)
    state = falling.apply(state, 2, Action("play", cards("6c")))
    assert (falling.turn(state), falling.by_places(state)) == ((), (0, 2, 1, 3))
    assert falling.score(state) == (3, 1, 2, 0)


def test_a_seat_on_turn_without_cards_is_told_of() -> None:
    class Idle(Falling):
        idle = True

    idle = game(Idle, places=(3, 2, 1, 0))
    state = ClimbingState(tuple(map(cards, ("3c", "4c5c", "6c", "6d"))), 0, None, (0,) * 4)
    state = idle.apply(state, 0, Action("play", cards("3c")))
    with pytest.raises(ValueError, match="seat 3 is on turn without cards"):
        idle.legal(state, 3)


# --- what no game can be made of

SINGLE = Kind("single")
a_kind: Any = Kind
"""As somebody without a type checker calls it."""


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: a_kind("single", does=(("8x", CLEARS),), run=("8",)), "does of the kind single names '8x'"),
        (lambda: a_kind("single", does="8"), "does of the kind single is '8': write a tuple of pairs"),
        (lambda: a_kind("single", chopped=("2",)), r"chopped of the kind single is \('2',\): write a tuple"),
        (lambda: a_kind("single", does=(("3", "CLEARS"),)), "write a tuple of pairs"),
        (
            lambda: game(kinds=(Kind("single", does=(("4x", CLEARS),)),)),
            "does of the kind single has '4x': the ranks are 3456",
        ),
        (lambda: game(kinds=(SINGLE, Kind("row", run=("45Z",)))), "run of the kind row has '45Z'"),
        (lambda: game(deck=(*DECK, RED_JOKER)), "order has no rank R, which is in the deck"),
        (lambda: game(order=Order("3456", "c")), "order has no suit d"),
        (lambda: game(places=(3, 2)), "places has 2 numbers for 4 seats"),
        (lambda: game(places=(4, 3, 2, 1, 0)), "places has 5 numbers for 4 seats"),
        (lambda: game(exchange=(2, 1)), "exchange needs places"),
        (lambda: game(kinds=(Kind("single", run=("3", "4", "6")),)), "no kind plays a single 5"),
    ],
)
def test_a_table_that_is_written_wrong_is_refused_at_once(made: Callable[[], object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        made()


def test_a_leader_who_may_pass_needs_no_single() -> None:
    assert game(kinds=(Kind("pair", 2),), lead_may_pass=True).seats == 4


def test_a_forgotten_return_in_own_after_is_told() -> None:
    class Forgetful(Climbing):
        def own_after(self, state: ClimbingState, seat: Seat, action: Action) -> Any:
            return None

    own = game(Forgetful)
    state = ClimbingState(tuple(map(cards, ("3c4c", "5c", "6c", "6d"))), 0, None, (0,) * 4)
    with pytest.raises(ValueError, match="own_after of own returned None: return a tuple"):
        own.apply(state, 0, Action("play", cards("3c")))


# --- what is written of it


def test_guide_and_docstring_name_every_hook() -> None:
    hooks = {
        name for kind in Climbing.__mro__ if kind.__module__.startswith(climbing.__name__)
        for name, each in vars(kind).items()
        if isinstance(each, FunctionType) and (each.__doc__ or "").startswith("Hook:")
    }  # fmt: skip
    guide = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text("utf-8")
    guide = guide.partition("\n### The hooks\n")[2].partition("\n## ")[0]
    assert len(hooks) > 15
    assert {each for each in hooks if f"`{each}`" not in guide} == set()
    assert {each for each in hooks if f"``{each}``" not in (climbing.__doc__ or "")} == set()


def test_kernels_do_without_the_hooks_that_the_guide_names() -> None:
    fine = ("lowest_opens", "penalty", "penalty_factors", "limit_of_match", "final", "settle")
    assert changes(game(type("Own", (Climbing,), {each: getattr(Climbing, each) for each in fine}))) == []
    assert changes(game(type("Own", (Climbing,), {"place": Climbing.place}))) == ["place"]
