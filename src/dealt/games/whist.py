"""Whist: the last card dealt makes trumps, and partners count the tricks that they take over six.

The laws are those of short and long whist as Cavendish has them ("The Laws and Principles of Whist", 1862 and later).
"""

from __future__ import annotations

from typing import Final

from dealt.cards import STANDARD, Card, Cards, cards
from dealt.game import Entry, Fact, Option, Past, Say, ScoreSheet, Seat, Side, Standing, Track, Value
from dealt.games.texts import listed, settled
from dealt.games.tricks import OF_SUIT, PLAIN, Tricks, TrickState

OPTIONS: Final = (Option("target", 5, low=5, high=10), Option("honours", False, (False, True)))

HONOURS: Final = cards("".join(rank + suit for rank in "AKQJ" for suit in "cdhs"))
HONOUR_POINTS: Final = (0, 0, 0, 2, 4)
"""The points of a side by the number of honours in trumps that it was dealt."""


class Whist(Tricks):
    """Whist under any of ``OPTIONS``. Tests use smaller decks. ``match_data`` has the points of the sides so far."""

    partnerships = ((0, 2), (1, 3))
    side_tricks = True
    turns_up = True

    def __init__(self, *, deck: tuple[Card, ...] = STANDARD, **options: Value) -> None:
        self.rules = settled(OPTIONS, options)
        self.honours = HONOURS if self.rules["honours"] else 0
        self.book = len(deck) // self.seats // 2
        super().__init__("whist", PLAIN, deck=deck, options=self.rules)

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        points = self.points_after(past.last) if past else (0, 0)
        return super().begin(hands, dealer, past).changed(match_data=points)

    def odd_tricks(self, state: TrickState, side: int) -> int:
        """The tricks over six that a side has taken."""
        return max(0, state.won[side] + state.won[side + 2] - self.book)

    def honours_of(self, state: TrickState, side: int) -> int:
        """The number of honours that a side counts: none where one point more wins, as honours alone never win."""
        if state.match_data[side] >= self.rules["target"] - 1:
            return 0
        dealt = state.played[side] | state.played[side + 2]
        held = (dealt & self.honours & OF_SUIT[state.deal_data[0] & 3]).bit_count()
        return held if HONOUR_POINTS[held] else 0

    def points_after(self, state: TrickState) -> tuple[int, int]:
        """The points of both sides once the deal is over."""
        return self._after(state, 0), self._after(state, 1)

    def _after(self, state: TrickState, side: int) -> int:
        return state.match_data[side] + self.odd_tricks(state, side) + HONOUR_POINTS[self.honours_of(state, side)]

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        if state.turn is not None:
            return None
        won = [self.odd_tricks(state, side) + HONOUR_POINTS[self.honours_of(state, side)] for side in (0, 1)]
        return tuple(float(won[seat % 2]) for seat in range(self.seats))

    def score_sheet(self, state: TrickState, totals: tuple[float, ...]) -> ScoreSheet:
        """Lines for odd tricks and honours; the way to the target."""
        goal, points = self.rules["target"], self.points_after(state)
        tracks = tuple(Track(self.partnerships[side], points[side], goal) for side in (0, 1))
        sides = tuple(self._lines(state, side) for side in (0, 1))
        return ScoreSheet(sides, standing=Standing(Say("standing.to", {"goal": goal}), tracks))

    def _lines(self, state: TrickState, side: int) -> Side:
        odd, held = self.odd_tricks(state, side), self.honours_of(state, side)
        lines = [Entry(Say("entry.odd", {"count": odd}), (odd,))] if odd else []
        lines += [Entry(Say("entry.honours", {"count": held}), (HONOUR_POINTS[held],))] if held else []
        return Side(self.partnerships[side], tuple(lines), name=Say(f"side.{side}"))

    def final(self, state: TrickState, totals: tuple[float, ...]) -> bool:
        """A side has reached the target. Tricks count before honours, so that two can't both."""
        points = self.points_after(state)
        return max(points) >= self.rules["target"] and points[0] != points[1]

    def facts(self, state: TrickState) -> list[Fact]:
        points = self.points_after(state) if state.turn is None else state.match_data
        return [Fact("points", seat, points[seat % 2]) for seat in range(self.seats) if any(points)]


LISTING: Final = listed("whist", Whist, OPTIONS)
