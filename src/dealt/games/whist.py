"""Whist: the last card dealt makes trumps, and partners count the tricks that they take over six.

The laws are those of short and long whist as Cavendish has them ("The Laws and Principles of Whist", 1862 and later).
"""

from __future__ import annotations

from typing import Final

from dealt.cards import STANDARD, Card, cards
from dealt.game import Entry, Option, Say, Side, Value
from dealt.games.texts import listed, settled
from dealt.games.tricks import OF_SUIT, PLAIN, SidePoints, TrickState

OPTIONS: Final = (Option("target", 5, low=5, high=10), Option("honours", False, (False, True)))

HONOURS: Final = cards("".join(rank + suit for rank in "AKQJ" for suit in "cdhs"))
HONOUR_POINTS: Final = (0, 0, 0, 2, 4)
"""The points of a side by the number of honours in trumps that it was dealt."""


class Whist(SidePoints):
    """Whist under any of ``OPTIONS``. Tests use smaller decks."""

    turns_up = True

    def __init__(self, *, deck: tuple[Card, ...] = STANDARD, **options: Value) -> None:
        self.rules = settled(OPTIONS, options)
        self.target = int(self.rules["target"])
        self.honours = HONOURS if self.rules["honours"] else 0
        self.book = len(deck) // self.seats // 2
        super().__init__("whist", PLAIN, deck=deck, options=self.rules)

    def odd_tricks(self, state: TrickState, side: int) -> int:
        """The tricks over six that a side has taken."""
        return max(0, state.won[side] + state.won[side + 2] - self.book)

    def honours_of(self, state: TrickState, side: int) -> int:
        """The number of honours that a side counts: none where one point more wins, as honours alone never win."""
        if state.match_data[side] >= self.target - 1:
            return 0
        dealt = state.played[side] | state.played[side + 2]
        held = (dealt & self.honours & OF_SUIT[state.deal_data[0] & 3]).bit_count()
        return held if HONOUR_POINTS[held] else 0

    def points(self, state: TrickState) -> tuple[int, int]:
        return self._points(state, 0), self._points(state, 1)

    def _points(self, state: TrickState, side: int) -> int:
        return self.odd_tricks(state, side) + HONOUR_POINTS[self.honours_of(state, side)]

    def lines(self, state: TrickState, side: int) -> Side:
        odd, held = self.odd_tricks(state, side), self.honours_of(state, side)
        lines = [Entry(Say("entry.odd", {"count": odd}), (odd,))] if odd else []
        lines += [Entry(Say("entry.honours", {"count": held}), (HONOUR_POINTS[held],))] if held else []
        return Side(self.partnerships[side], tuple(lines), name=Say(f"side.{side}"))


LISTING: Final = listed("whist", Whist, OPTIONS)
