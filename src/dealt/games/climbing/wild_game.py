"""Climbing games with wild cards: what cards are hangs on the level, and on how who plays them reads them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from dealt.cards import COPY, Card, Cards, Order, mask, name
from dealt.game import Action, Past, Say, Seat, View
from dealt.games.climbing.dealing import NONE, ClimbingState
from dealt.games.climbing.game import Climbing
from dealt.games.climbing.wild import JOKERS, WildCombinations, shared_wild

HEARTS: Final = 2


class WildClimbing(Climbing):
    """A climbing game whose wild cards are of one rank, its *level*; each play is read as a row of that level.

    Its ``own`` has the level, as ``level``, and as ``rows`` what the plays of this trick are read as, by seat.
    """

    def wild(self, level: int) -> Cards:
        """Hook: the wild cards of a level. By default its hearts."""
        return self._whole & (1 << 4 * level + HEARTS) * (1 | 1 << COPY)

    def order_at(self, level: int) -> Order:
        """Hook: how single cards compare at a level."""
        return self.order

    def at(self, level: int) -> WildCombinations:
        """The combinations of a level."""
        if level not in self._books:
            self._books[level] = shared_wild(self._kinds, self.deck, self.order_at(level), self.wild(level))
        return self._books[level]

    @cached_property
    def _books(self) -> dict[int, WildCombinations]:
        return {}

    @cached_property
    def combinations(self) -> WildCombinations:
        """The combinations without wild cards: what cards are without knowing the level."""
        return shared_wild(self._kinds, self.deck, self.order, 0)

    def book(self, state: ClimbingState) -> WildCombinations:
        return self.at(state.own.level)

    def lowest_opens(self, past: Past[ClimbingState] | None) -> bool:
        """Nobody has to lead with a card: rows are numbers of cards, and name none."""
        return False

    # --- what lies on the table

    def own_after(self, state: ClimbingState, seat: Seat, action: Action) -> Any:
        row = self.book(state).read(action, self.newest(state))
        rows = state.own.rows if state.owner is not None else (NONE,) * self.seats
        return state.own._replace(rows=(*rows[:seat], NONE if row is None else row, *rows[seat + 1 :]))

    def newest(self, state: ClimbingState) -> int:
        """The row of the play to beat, :data:`NONE` if the table is empty."""
        return NONE if state.owner is None else state.own.rows[state.owner]

    def played(self, state: ClimbingState, seat: Seat) -> int | None:
        row: int = state.own.rows[seat]
        return row if state.trick[seat] > 0 and row >= 0 else None

    def lying(self, state: ClimbingState, seat: Seat) -> tuple[Card, ...]:
        row = self.played(state, seat)
        return super().lying(state, seat) if row is None else self.book(state).lying(state.trick[seat], row)

    def view(self, state: ClimbingState, seat: Seat | None) -> View:
        seen = super().view(state, seat)
        return replace(seen, wild=self.book(state).wild & seen.face_up)

    # --- what people ask

    def describe(self, action: Action) -> Say:
        """What cards are depends on the level and on what they beat: a legal play says it, any other its cards."""
        if not action.read:
            known = action.role != "play"
            return super().describe(action) if known else Say("play", {"cards": self._names(action.cards)})
        level, row = action.read
        book = self.at(level)
        top, stands = book.top[row], book.stands(action.cards, row)
        words: dict[str, str | tuple[str, ...]] = {
            "cards": tuple(map(name, book.lying(action.cards, row))),
            "rank": f"@joker.{top}" if top in JOKERS else top.replace("T", "10"),
        }
        if stands:
            words["wild"] = tuple(name(one) for one, _ in stands)
            words["as"] = " ".join(each for _, each in stands).replace("T", "10")
        return Say(f"play.{self._kind(row, book)}{'.wild' if stands else ''}", words)

    def arrange(self, view: View, how: str) -> tuple[Card, ...]:
        book, held = self.at(self.read_own(view).level), super().arrange(view, "rank")
        return self.grouped(mask(held), book) if how == "combination" else book.order.sort(held, by=how)
