"""``planner``: a computer for bridge that chooses its calls by what they lead to in deals that fit the auction.

It bids by the rows of :mod:`~dealt.players.advice.bridge.standard` unless another call leads to clearly more. In the
play it solves deals double dummy, as ``solver`` does, but deals that fit what was bid, weighed by how likely that was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp
from random import Random
from time import perf_counter
from typing import Any, Final

from dealt.cards import STANDARD, Card, Cards, mask, members
from dealt.game import Game, Seat, View
from dealt.games.bridge import Bridge, Mini
from dealt.games.bridge.auction import Auction, Contract
from dealt.games.bridge.scoring import duplicate
from dealt.games.tricks import OF_SUIT, TrickState
from dealt.games.tricks.core import beats
from dealt.players.advice.bridge.alpha_mu import DEEP, alpha_mu
from dealt.players.advice.bridge.carding import Place, agreed
from dealt.players.advice.bridge.double_dummy import Solver
from dealt.players.advice.bridge.inference import telling
from dealt.players.advice.bridge.lookahead import Candidate, Scorer, candidates, ends_of, tricks_in, values
from dealt.players.advice.bridge.sampling import Weighed, fitting
from dealt.players.advice.tricks.playout import HiddenHands, alike
from dealt.players.simple import own_hand

DEALS: Final = 64
"""The number of deals in which a call is tried."""
CHAINS: Final = 256
"""The number of deals that are drawn for a call, of which the likeliest are kept."""
DRAWN: Final = 96
"""The same for a card."""
SWAPS: Final = 250
"""The swaps of a chain of deals."""
LAYOUTS: Final = 16
"""The number of deals that are solved for a card, unless the time is over before."""
BUDGET: Final = 0.4
"""Seconds that the computer may think about a card."""
BATCH: Final = 4
"""So many layouts are solved however long it takes."""
SPARED: Final = 2.0
"""The agreed card of the best card's suit is played if that costs no more points."""
MARGIN: Final = 0.5
"""What another call must gain over the system's, in IMPs, to be made instead."""
ERRORS: Final = 1.0
"""And by how many standard errors."""


def deals_for(
    calls: tuple[str, ...], dealer: Seat, seat: Seat, hand: Cards, rng: Random, chains: int, count: int
) -> list[Weighed]:
    """Deals that fit an auction, and the hand of a seat, with their weights: of those drawn the ``count`` likeliest."""
    others = [each for each in range(4) if each != seat]
    rest = [1 << one for one in STANDARD if not hand >> one & 1]
    start = []
    for _ in range(chains):
        rng.shuffle(rest)
        hands = [0, 0, 0, 0]
        hands[seat] = hand
        for n, other in enumerate(others):
            hands[other] = sum(rest[13 * n : 13 * n + 13])
        start.append(tuple(hands))
    if not calls:
        return [Weighed(hands, 1.0) for hands in start[:count]]
    found = fitting(start, [(other, 0) for other in others], calls, dealer, rng, SWAPS)
    return sorted(found, key=lambda each: -each.weight)[:count]


def best_call(
    calls: Sequence[str], dealer: Seat, hand: Cards, score: Scorer, rng: Random, deals: int = DEALS
) -> Candidate:
    """The call that leads to most, or the system's where nothing is clearly better."""
    so_far = tuple(calls)
    seat = (dealer + len(so_far)) % 4
    tried = candidates(so_far, hand)
    if len(tried) == 1 or Auction.of(so_far).over:
        return tried[0]
    drawn = deals_for(so_far, dealer, seat, hand, rng, CHAINS, deals)
    ends = ends_of(so_far, [each.call for each in tried], drawn, dealer)
    found = values(ends, tricks_in(ends, drawn), drawn, seat % 2, score)
    best = max(range(len(tried)), key=lambda n: found[n][0])
    gain, error = found[best]
    return tried[best] if gain > MARGIN + ERRORS * error else tried[0]


class Planner(Solver):
    """Bids and plays by what calls and cards lead to in deals that fit the auction.

    ``deals`` are tried for a call and ``layouts`` solved for a card, out of ``chains`` that are drawn. With ``seconds``
    no further layouts are begun once half of them are over; without, the same seed gives the same choice on every
    machine.
    """

    remembers = True

    def __init__(
        self,
        game: Bridge,
        deals: int = DEALS,
        layouts: int = LAYOUTS,
        seconds: float | None = BUDGET,
        chains: int = DRAWN,
    ) -> None:
        super().__init__(game, deals)
        self.layouts, self.seconds, self.chains = layouts, seconds, chains

    def call(self, view: View, rng: Random) -> str:
        state = self.game.public(view)
        return best_call(state.calls, state.dealer, own_hand(view), self.scorer(state), rng, self.deals).call

    def scorer(self, state: TrickState) -> Scorer:
        """The score of a contract on this deal for north and south."""

        def score(end: Contract, tricks: int) -> float:
            side = end.declarer % 2
            points = duplicate(end.level, end.strain, end.doubled, tricks, self.vulnerable(state, side))
            return points if side == 0 else -points

        return score

    def card(self, view: View, known: TrickState, legal: list[Card], rng: Random) -> Card:
        """The best card, or one of its suit that is worth as much and that the agreements name."""
        owner, tried = known.turn or 0, alike(self.game, known, legal)
        contract = self.game.contract(known)
        worth = {tried[0]: 0.0} if len(tried) == 1 else self.weigh(view, owner, tried, rng)
        best = max(tried, key=lambda one: (worth[one], -(one >> 2)))
        if contract is None:
            return best
        trick = self.game.current_trick(known)
        at = Place(owner, trick, known.played[owner], contract.declarer, contract.trump)
        named = agreed(at, known.hands[owner], mask(legal))
        position, trump = self.game.position(known), self.game.row_of(known).trump
        wins = position.size > 0 and beats(best, position.top, trump)
        for one in members(named & OF_SUIT[best & 3]):
            group = max(each for each in tried if each & 3 == one & 3 and each <= one)
            if group == best or (worth[best] - worth[group] <= SPARED and not wins):
                return one
        return best

    def weigh(self, view: View, owner: Seat, tried: list[Card], rng: Random) -> dict[Card, float]:
        totals = dict.fromkeys(tried, 0.0)
        began, side, drawn = perf_counter(), owner % 2, list[tuple[TrickState, float]]()

        def late() -> bool:
            return self.seconds is not None and perf_counter() - began >= self.seconds / 2

        for each in self.likely(view, rng):
            if len(drawn) >= BATCH and late():
                break
            self.add(totals, each[0], side, each[1])
            drawn.append(each)
        whole = sum(weight for _, weight in drawn)
        found = {one: each / whole for one, each in totals.items()} if whole else totals
        known, contract = drawn[0][0], self.game.contract(drawn[0][0])
        if contract is None or owner % 2 != contract.declarer % 2 or sum(map(int.bit_count, known.hands)) > DEEP:
            return found
        return alpha_mu(self.game, drawn, found, lambda state, made: self.valued(state, side, made), late)

    def likely(self, view: View, rng: Random) -> Iterator[tuple[TrickState, float]]:
        """Layouts that fit the auction and the play, the likeliest first, with their weights."""
        hidden = HiddenHands(self.game, view)
        known = hidden.known
        dealt = [hidden.deal(rng) for _ in range(self.chains)]
        start = [tuple(a | b for a, b in zip(each.hands, each.played, strict=True)) for each in dealt]
        free = [(seat, known.hands[seat] | known.played[seat]) for seat in hidden.seats]
        found: dict[tuple[Cards, ...], float] = {}
        for each in fitting(start, free, known.calls, known.dealer, rng, SWAPS, _allowed(hidden)):
            found[each.hands] = found.get(each.hands, 0.0) + each.weight
        told = telling(self.game, view, known)
        for whole, weight in sorted(found.items(), key=lambda each: -each[1])[: self.layouts]:
            hands = tuple(one & ~gone for one, gone in zip(whole, known.played, strict=True))
            yield replace(known, hands=hands), weight * (1.0 if told is None else exp(told.chance(known, whole)))


def _allowed(hidden: HiddenHands) -> Any:
    """Which cards may lie in which hands, as :func:`fitting` asks."""
    import numpy as np

    table = np.zeros((52, 4), dtype=bool)
    for where, some in hidden.groups:
        for one in some:
            table[one, [hidden.seats[place] for place in where]] = True
    return lambda cards, seats: table[cards, seats]


def knows(game: Game[Any]) -> bool:
    """Is it bridge with an auction?"""
    return isinstance(game, Bridge) and not isinstance(game, Mini)
