"""How the deals of a match hang together: there are so many of them, or partners have points up to a target."""

from __future__ import annotations

from abc import abstractmethod

from dealt.cards import Cards
from dealt.game import Fact, Past, Say, ScoreSheet, Seat, Side, Standing, Track
from dealt.games.tricks.game import Tricks
from dealt.games.tricks.play import TrickState


class Matched(Tricks):
    """A game whose deals follow from each other."""

    @abstractmethod
    def lines(self, state: TrickState, place: int) -> Side:
        """The score of a seat or of a side, line by line."""

    def said(self, state: TrickState) -> Say | None:
        """Hook: the outcome of a deal in words."""
        return None


class CountedDeals(Matched):
    """A match of so many ``deals``. ``match_data`` is the number of the deal, from 0."""

    deals: int

    def number(self, past: Past[TrickState] | None) -> int:
        """The number of the deal, from 0; after the last of a match comes its first."""
        return (past.last.match_data[0] + 1) % self.deals if past else 0

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        return super().begin(hands, dealer, past).changed(match_data=(self.number(past),))

    def final(self, state: TrickState, totals: tuple[float, ...]) -> bool:
        """The last deal is played; equal totals share the win."""
        return bool(state.match_data[0] == self.deals - 1)

    def score_sheet(self, state: TrickState, totals: tuple[float, ...]) -> ScoreSheet:
        """The lines of each seat; and how many of the deals are played."""
        deal, deals = state.match_data[0] + 1, self.deals
        way = Standing(Say("standing.deal", {"deal": deal, "deals": deals}), (Track((), deal, deals, deals),))
        return ScoreSheet(tuple(self.lines(state, seat) for seat in range(self.seats)), self.said(state), standing=way)


class SidePoints(Matched):
    """Partners have points until a side has ``target``. ``match_data`` has those of both sides before the deal."""

    partnerships = ((0, 2), (1, 3))
    side_tricks = True
    target: int

    @abstractmethod
    def points(self, state: TrickState) -> tuple[int, int]:
        """What the deal is worth to both sides."""

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        points = self.points_after(past.last) if past else (0, 0)
        return super().begin(hands, dealer, past).changed(match_data=points)

    def points_after(self, state: TrickState) -> tuple[int, int]:
        """The points of both sides once the deal is over."""
        before, now = state.match_data, self.points(state)
        return before[0] + now[0], before[1] + now[1]

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        if state.turn is not None:
            return None
        won = self.points(state)
        return tuple(float(won[seat % 2]) for seat in range(self.seats))

    def final(self, state: TrickState, totals: tuple[float, ...]) -> bool:
        """A side has reached the target. Two can't both."""
        points = self.points_after(state)
        return max(points) >= self.target and points[0] != points[1]

    def score_sheet(self, state: TrickState, totals: tuple[float, ...]) -> ScoreSheet:
        """The lines of both sides; the way to the target."""
        way = Standing.race(self.target, self.points_after(state), self.partnerships)
        sides = tuple(self.lines(state, side) for side in range(len(self.partnerships)))
        return ScoreSheet(sides, self.said(state), standing=way)

    def facts(self, state: TrickState) -> list[Fact]:
        points = self.points_after(state) if state.turn is None else state.match_data
        return [Fact("points", seat, points[seat % 2]) for seat in range(self.seats) if any(points)]
