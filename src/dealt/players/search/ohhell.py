"""``search`` for Oh Hell: each card is tried in many layouts, and so is each bid with all that it leads to.

Layouts in which hands fit their bids are more likely. In a layout all seats play on by simple rules
(:mod:`dealt.players.advice.ohhell.rollout`).
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from dealt.cards import mask
from dealt.game import Action, Seat, View
from dealt.games.ohhell import OhHell
from dealt.games.tricks import TrickState
from dealt.players.advice.ohhell.rollout import Rules, strength, tried
from dealt.players.advice.spades.rollout import OPEN_BID
from dealt.players.advice.tricks.judging import BidsJudge
from dealt.players.search.budget import Budget
from dealt.players.search.tricks import Choice, TrickSearch

KERNELS: Final = (tried,)

AROUND: Final = 2.0
"""The bids that are tried lie so many tricks from what the hand counts, at most."""


@cache
def scale(seats: int, size: int, deck: tuple[int, ...]) -> int:
    """How many hundredths of what it counts a hand takes, so that all hands together take all tricks."""
    rng, many = Random(0), 300
    rules = Rules(OhHell.bidding, seats, 3, size, near(seats, size, len(deck)), 100)
    counted = sum(strength(rules, mask(rng.sample(deck, size))) for _ in range(many))
    return 100 * 100 * size * many // (seats * counted)


def near(seats: int, size: int, pack: int) -> int:
    """How many hundredths of the cards that a seat does not see are in hands."""
    return 100 * (seats - 1) * size // max(1, pack - size - 1)


class OhHellSearch(TrickSearch):
    """The computer at one seat; a deal is worth the points by which it ends above the average of the others."""

    usual = Budget(worlds=640, round=32, choices=26, mixed=0.0)
    usual_before = Budget(worlds=512, round=64, choices=13, mixed=0.0)
    kernel, silent = tried, OPEN_BID
    game: OhHell
    plays = OhHell

    def __init__(self, game: OhHell, budget: Budget | None = None) -> None:
        super().__init__(game, budget)
        self.unit = game.seats - 1.0

    def counted(self, known: TrickState, seat: Seat) -> float:
        """The tricks that a hand counts."""
        return strength(self.rules(known, seat), known.hands[seat]) / 100

    def before_play(self, view: View, known: TrickState) -> list[Choice]:
        counted = self.counted(known, view.seat or 0)

        def away(bid: Action) -> float:
            return abs((bid.amount or 0) - counted)

        return [(each, 0) for each in sorted(view.legal, key=away) if away(each) <= AROUND or each == view.legal[0]]

    def rules(self, state: TrickState, seat: Seat) -> Rules:
        game, size = self.game, (state.hands[seat] | state.played[seat]).bit_count()
        among, part = near(game.seats, size, len(game.deck)), scale(game.seats, size, game.deck)
        return Rules(game.bidding, game.seats, state.deal_data[0] & 3, size, among, part)

    def said(self, state: TrickState) -> list[int]:
        bids = self.game.bids(state)
        return [bids.get(seat, OPEN_BID) for seat in range(self.game.seats)]


class OhHellJudge(BidsJudge):
    """Results are the points by which a seat ends above the average of the others."""

    search, blur, blur_before, near = OhHellSearch, 0.5, 1.0, AROUND
    player: OhHellSearch

    def counted(self, state: TrickState, seat: Seat) -> float:
        return self.player.counted(state, seat)


knows, make = OhHellSearch.knows, OhHellSearch.made
