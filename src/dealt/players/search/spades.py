"""``search`` for Spades: each card is tried in many layouts, and so is each bid with all that it leads to.

Layouts in which hands fit their bids are more likely. In a layout all seats play on by simple rules
(:mod:`dealt.players.advice.spades.rollout`), seeing their own hands, the bids and what has been played.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from dealt.game import Action, Seat, View
from dealt.games.spades import NIL_BIDS, Spades
from dealt.games.tricks import Tricks, TrickState
from dealt.players.advice.spades.rollout import OPEN_BID, Match, strength, tried
from dealt.players.advice.tricks.judging import BidsJudge
from dealt.players.search.budget import Budget
from dealt.players.search.tricks import Choice, TrickSearch

KERNELS: Final = (tried,)
NEVER: Final = 1 << 40
"""A target that no side reaches."""

AROUND: Final = 2
"""The bids that are tried lie so many tricks from what the hand counts, at most."""


class SpadesSearch(TrickSearch):
    """The computer at one seat; a deal is worth the points of its side less those of the other."""

    usual = Budget(worlds=640, round=32, choices=13, mixed=0.0)
    usual_before = Budget(worlds=512, round=64, choices=13, mixed=0.0)
    kernel, silent = tried, OPEN_BID
    game: Spades
    plays: ClassVar[type[Tricks]] = Spades

    def before_play(self, view: View, known: TrickState) -> list[Choice]:
        """The bids near what the hand counts, and nil; whether to look at the hand is clear."""
        if any(each.verb == "look" for each in view.legal):
            return [(view.legal[1 if self.desperate(known) else 0], 0)]
        counted = strength(known.hands[view.seat or 0]) / 100

        def away(bid: Action) -> float:
            return 0.0 if bid.amount is None else abs(bid.amount - counted)

        tried = [each for each in view.legal if away(each) <= AROUND]
        return [(each, 0) for each in (tried if len(tried) > 1 else sorted(view.legal, key=away)[:2])]

    def desperate(self, known: TrickState) -> bool:
        """Is a blind nil the only way left? The opponents are about to win, and no other bid could catch up."""
        seat = known.turn or 0
        points = self.game.count(known).points
        mine, theirs = points[seat % 2], points[1 - seat % 2]
        others = any(isinstance(bid, str) for at, bid in self.game.bids(known).items() if at % 2 == seat % 2)
        return not others and theirs >= self.game.rules["target"] - 60 and theirs - mine >= 180

    def rules(self, state: TrickState, seat: Seat) -> Match:
        """The rules of the score, and how the match stands."""
        points, bags = ((0, 0), (0, 0)) if self.game.simple else self.game.count(state)
        return Match(*self.game.bid_rules, int(self.game.rules["target"]), points, bags, self.game.simple)

    def said(self, state: TrickState) -> list[int]:
        """The bids of the four seats as numbers."""
        bids = {} if self.game.simple else self.game.bids(state)
        found = [bids.get(seat, OPEN_BID) for seat in range(4)]
        return [NIL_BIDS[bid] if isinstance(bid, str) else bid for bid in found]


class Deal(SpadesSearch):
    """A search for which only the points of the deal count, and not how the match stands."""

    def rules(self, state: TrickState, seat: Seat) -> Match:
        return super().rules(state, seat)._replace(target=NEVER)


class SpadesJudge(BidsJudge):
    """Results are the points of the side less those of the other, bags counted with the penalty to come."""

    blur, blur_before, near = 2.0, 6.0, 3.0
    doubt = 20.0
    search = Deal
    game: Spades

    def counted(self, state: TrickState, seat: Seat) -> float:
        return round(strength(state.hands[seat]) / 100)

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        if any(each.verb == "look" for each in view.legal):  # a bid without cards is judged by nothing
            return [taken]
        return super().before_play(view, known, taken, rng)

    def open_before_play(self, state: TrickState, seat: Seat, tried: Sequence[Action]) -> list[float] | None:
        if any(each.verb in ("look", "bid blind") for each in tried):
            return None
        return super().open_before_play(state, seat, tried)


knows, make = SpadesSearch.knows, SpadesSearch.made
