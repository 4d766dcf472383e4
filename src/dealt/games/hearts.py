"""Hearts: every heart taken is a point, the queen of spades is thirteen, and the fewest points win."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from dealt.cards import STANDARD, Card, Cards, card, members
from dealt.game import (
    Action,
    Choices,
    Entry,
    Fact,
    Option,
    Past,
    Say,
    ScoreSheet,
    Seat,
    Side,
    Standing,
    Value,
    View,
)
from dealt.games.texts import listed, settled
from dealt.games.tricks import OF_SUIT, TrickRow, Tricks, TrickState, core

CLUBS: Final = 0
HEARTS: Final = 2
SPADES: Final = 3
QUEEN: Final = card("Qs")
JACK: Final = card("Jd")
JACK_POINTS: Final = 10
"""The points that the jack of diamonds takes off its taker's score, where the option counts it."""

OPTIONS: Final = (
    Option("passing", "cycle", ("cycle", "left", "none")),
    Option("target", 100, low=50, high=200),
    Option("moon", "others", ("others", "self")),
    Option("jack", False, (False, True)),
    Option("queen_breaks", False, (False, True)),
    Option("first_trick_points", False, (False, True)),
)

NONE, LEFT, ACROSS, RIGHT = range(4)
CYCLE: Final = (LEFT, RIGHT, ACROSS, NONE)
"""The direction of passing in the deals of a cycle, as the number of seats clockwise."""
DIRECTIONS: Final = ("none", "left", "across", "right")


@lru_cache(maxsize=16)  # four seats pass at the same time, and each view asks for their choices
def _gifts(hand: Cards, count: int) -> Choices:
    """Every set of so many cards, the weakest first."""
    weakest_first = [1 << one for one in members(hand)]
    ways = _places(len(weakest_first), count)
    return Choices(len(ways), lambda n: Action("give", sum(map(weakest_first.__getitem__, ways[n]))))


@cache
def _places(held: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(held), count))


class Counting(NamedTuple):
    """How the cards taken count: all points of the deck, what the moon does, and the points that the jack takes off."""

    whole: int
    moon_to_others: bool
    jack: int


def shot_by(points: Sequence[int], counting: Counting) -> Seat:
    """The seat that has shot the moon, as it took all points; -1 for none."""
    moon = -1
    for seat in range(4):
        if counting.whole > 0 and points[seat] == counting.whole:
            moon = seat
    return moon


def hand_points(points: Sequence[int], jacks: Sequence[int], counting: Counting) -> tuple[int, int, int, int]:
    """What each seat adds to its total, given the points that it took, and 1 where it took the jack of diamonds."""
    moon = shot_by(points, counting)
    return (
        _seat_points(points, jacks, counting, moon, 0),
        _seat_points(points, jacks, counting, moon, 1),
        _seat_points(points, jacks, counting, moon, 2),
        _seat_points(points, jacks, counting, moon, 3),
    )


def _seat_points(points: Sequence[int], jacks: Sequence[int], counting: Counting, moon: Seat, seat: Seat) -> int:
    """What a seat adds to its total where the seat ``moon``, or none, has shot the moon."""
    return _taken_points(points, counting, moon, seat) - counting.jack * jacks[seat]


def _taken_points(points: Sequence[int], counting: Counting, moon: Seat, seat: Seat) -> int:
    """The same without the jack."""
    if moon < 0:
        return points[seat]
    if seat == moon:
        return 0 if counting.moon_to_others else -counting.whole
    return counting.whole if counting.moon_to_others else 0


def trick_row(deck: Sequence[Card] = STANDARD, *, queen_breaks: bool = False, kept_back: bool = True) -> TrickRow:
    """The rules of the play. ``queen_breaks``: the queen of spades opens the lead of hearts, too.

    ``kept_back``: no points are thrown to the first trick.
    """
    hearts, queen = OF_SUIT[HEARTS], 1 << QUEEN
    return TrickRow(
        closed=hearts,
        opens=hearts | queen if queen_breaks else hearts,
        banned=hearts | queen if kept_back else 0,
        opener=min(one for one in deck if one & 3 == CLUBS),
        single=hearts,
        heavy=queen,
        weight=13,  # points of the queen
    )


def jacks(some: Cards) -> int:
    """The number of jacks of diamonds among some cards."""
    return some >> JACK & 1


class Taken(NamedTuple):
    """What the seats have taken in a deal."""

    points: tuple[int, ...]
    """By seat, the jack not counted."""
    jacks: tuple[int, ...]
    """By seat: 1 for the one that took the jack of diamonds."""


class Hearts(Tricks):
    """Hearts under any of ``OPTIONS``. Tests use smaller decks and numbers of cards passed.

    ``match_data`` is the way of passing in this deal, see :meth:`way`, ``deal_data`` what is :meth:`taken`.
    """

    low = True

    def __init__(self, *, deck: tuple[Card, ...] = STANDARD, gift_size: int = 3, **options: Value) -> None:
        self.rules = settled(OPTIONS, options)
        row = trick_row(deck, queen_breaks=self.rules["queen_breaks"], kept_back=not self.rules["first_trick_points"])
        super().__init__("hearts", row, deck=deck, options=self.rules)
        self.gift_size = gift_size
        off = JACK_POINTS if self.rules["jack"] else 0
        self.counting = Counting(core.points(row, self.whole), self.rules["moon"] == "others", off)

    # --- the deal and the passing

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        fixed = {"left": LEFT, "none": NONE}.get(self.rules["passing"])
        way = CYCLE[(past.deals if past else 0) % len(CYCLE)] if fixed is None else fixed
        state = super().begin(hands, dealer, past).changed(match_data=(way,), deal_data=(0,) * 8)
        return state.changed(phase="give") if way else self._led(state)

    def _led(self, state: TrickState) -> TrickState:
        """The holder of the lowest club leads."""
        first = core.first_leader(self.row, state.hands, state.leader)
        return state.changed(turn=first, leader=first, phase="play")

    def way(self, state: TrickState) -> int:
        """The number of seats, clockwise, by which cards are passed in this deal; 0 where none are."""
        return state.match_data[0]

    def taken(self, state: TrickState) -> Taken:
        """What the seats have taken so far."""
        return Taken(state.deal_data[:4], state.deal_data[4:])

    def receiver(self, state: TrickState, giver: Seat) -> Seat | None:
        way = self.way(state)
        return (giver + way) % self.seats if way else None

    def turn(self, state: TrickState) -> tuple[Seat, ...]:
        if state.phase == "give":
            return tuple(seat for seat in range(self.seats) if not state.given[seat])
        return super().turn(state)

    def legal_before_play(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        return _gifts(state.hands[seat], self.gift_size)

    def apply_before_play(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        """Set a seat's cards aside; once all four have passed, every seat takes up the cards that it gets."""
        given = (*state.given[:seat], action.cards, *state.given[seat + 1 :])
        if not all(given):
            hands = tuple(hand & ~some for hand, some in zip(state.hands, given, strict=True))
            return state.changed(hands=hands, given=given)
        hands = core.passed(state.hands, given, self.way(state))
        return self._led(state.changed(hands=hands, given=given))

    # --- the play

    def take(self, state: TrickState, seat: Seat, some: Cards) -> TrickState:
        points, gone = map(list, self.taken(state))
        points[seat] += core.points(self.row, some)
        gone[seat] |= jacks(some)
        return state.changed(deal_data=(*points, *gone))

    # --- the end

    def scores(self, points: Sequence[int], jacks: Sequence[int]) -> tuple[float, ...]:
        """What each seat adds to its total, given its points taken and the number of jacks of diamonds, 0 or 1.

        A seat that took all points has shot the moon; the jack is not needed for that and counts separately.

        >>> Hearts(jack=True).scores((0, 26, 0, 0), (1, 0, 0, 0))
        (16.0, 0.0, 26.0, 26.0)
        """
        found = hand_points(points, jacks, self.counting)
        return tuple(map(float, found))

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        return None if state.turn is not None else self.scores(*self.taken(state))

    def score_sheet(self, state: TrickState, totals: tuple[float, ...]) -> ScoreSheet:
        """Lines for the hearts, the queen, the moon and the jack; the way to the target."""
        taken, jacks = self.taken(state)
        moon = shot_by(taken, self.counting)
        sides = []
        for seat in range(4):
            entries = self._taken(taken, seat)
            if moon >= 0:
                points = _taken_points(taken, self.counting, moon, seat)
                entries = [Entry(Say("entry.moon"), (points,))] if points else []
            if self.counting.jack and jacks[seat]:
                entries.append(Entry(Say("entry.jack"), (-self.counting.jack,)))
            said = (Say("result.moon"),) if seat == moon else () if entries else (Say("result.clean"),)
            sides.append(Side((seat,), tuple(entries), said))
        shot = Say("result.shot", {"who": f"#{moon}"}) if moon >= 0 else None
        return ScoreSheet(tuple(sides), shot, standing=Standing.race(self.rules["target"], totals))

    def _taken(self, taken: Sequence[int], seat: Seat) -> list[Entry]:
        """The hearts and the queen that a seat took.

        Points tell which, unless one seat took every heart and another the queen, and both are worth the same.
        """
        points, weight = taken[seat], self.row.weight if self.whole >> QUEEN & 1 else 0
        hearts = self.counting.whole - weight
        if points == weight == hearts and any(taken[other] == points for other in range(4) if other != seat):
            return [Entry(Say("entry.points"), (points,))]
        queen = points > hearts or 0 < weight == points
        left = points - weight if queen else points
        found = [Entry(Say("entry.hearts", {"count": left}), (left,))] if left else []
        return [*found, Entry(Say("entry.queen"), (weight,))] if queen else found

    def final(self, state: TrickState, totals: tuple[float, ...]) -> bool:
        """A total has reached the target, and the lowest total is one seat's alone; otherwise the match goes on."""
        return max(totals) >= self.rules["target"] and totals.count(min(totals)) == 1

    # --- what people see

    def facts(self, state: TrickState) -> list[Fact]:
        found = [Fact("passing", None, DIRECTIONS[self.way(state)], role="past")]
        if state.phase == "give":
            return [found[0]._replace(role="asked")]
        if self.broken(state):
            found.append(Fact("broken", None, 1))
        taken = self.taken(state)
        found += [Fact("points", seat, points) for seat, points in enumerate(taken.points) if points]
        if self.rules["jack"]:
            found += [Fact("jack", seat, 1) for seat, jack in enumerate(taken.jacks) if jack]
        return found

    def explain(self, view: View, chosen: Cards) -> Say | None:
        if view.fact(".phase") == "give" and view.seat is not None and view.seat not in view.turn:
            return Say("why.wait")
        return super().explain(view, chosen)

    def why(self, state: TrickState, chosen: Cards) -> Say:
        if self.current_trick(state):
            return Say("why.first_trick")
        return Say("why.broken" if any(state.played) else "why.opener")


LISTING: Final = listed("hearts", Hearts, OPTIONS)
