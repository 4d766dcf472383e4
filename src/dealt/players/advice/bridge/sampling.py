"""Deals that fit an auction: a chain of swaps leads the hidden hands to what they have promised, and then weighs them.

The chain draws a deal in proportion to ``exp(-HEAT * distance)`` from the promises, starting from deals of which all
that fit the view are equally likely. A weight then says how likely all hidden hands would have made their calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from dealt.cards import Cards, members
from dealt.game import Seat
from dealt.games.bridge.auction import PASS
from dealt.games.tricks import OF_SUIT
from dealt.players.advice.bridge.bidding import A_CARD, MOST, UNEVEN, Promise, held_hand
from dealt.players.advice.bridge.standard.system import reading, rules_at

HEAT: Final = 2.0
"""How much less likely a deal is drawn for each point or card by which it misses a promise."""
AS_PROMISED: Final = 0.25
"""The chance that a hand makes a call whose promise it keeps, where the system calls something else first."""
UNLIKE: Final = 0.03
"""The chance of a call whose promise the hand doesn't keep."""


class Weighed(NamedTuple):
    """A deal, all four hands as they were before the play, and its weight."""

    hands: tuple[Cards, ...]
    weight: float


def likelihood(calls: tuple[str, ...], dealer: Seat, hands: Sequence[Cards], seats: Sequence[Seat]) -> float:
    """How likely some seats would have made their calls with these hands."""
    found = 1.0
    for n, call in enumerate(calls):
        seat = (dealer + n) % 4
        if seat in seats:
            found *= _chance(calls[:n], call, hands[seat])
    return found


@lru_cache(maxsize=200_000)
def _chance(before: tuple[str, ...], call: str, hand: Cards) -> float:
    held, kept = held_hand(hand), False
    for rule in rules_at(before):
        fits = rule.promise.fits(held)
        if fits and rule.call == call:
            return AS_PROMISED if kept else 1.0
        kept = kept or fits
    return 1.0 if call == PASS and not kept else UNLIKE


def fitting(
    start: Sequence[Sequence[Cards]],
    free: Sequence[tuple[Seat, Cards]],
    calls: tuple[str, ...],
    dealer: Seat,
    rng: Random,
    steps: int,
    may: Callable[[Any, Any], Any] | None = None,
) -> list[Weighed]:
    """One deal for each deal of ``start``, moved by ``steps`` swaps towards the promises of the calls.

    ``start`` holds whole hands, cards already played included. ``free`` are the seats that are hidden, each with the
    cards of its hand that are seen and stay. ``may`` gets arrays of cards and seats and says which cards may lie there.
    """
    seats = [seat for seat, _ in free]
    chain = _Chain(start, free, [reading(calls).promises[(seat - dealer) % 4] for seat in seats], may)
    chain.run(steps, rng)
    return [Weighed(hands, likelihood(calls, dealer, hands, seats)) for hands in chain.deals(start)]


class _Chain:
    """Many chains side by side, as arrays: a row for each deal, and in it the cards that may move."""

    def __init__(
        self,
        start: Sequence[Sequence[Cards]],
        free: Sequence[tuple[Seat, Cards]],
        promises: Sequence[Promise],
        may: Callable[[Any, Any], Any] | None,
    ) -> None:
        import numpy as np

        self.np, self.free, self.may = np, free, may
        self.seats = np.array([seat for seat, _ in free])
        moving = [[list(members(hands[seat] & ~seen)) for seat, seen in free] for hands in start]
        self.places = np.array([n for n, some in enumerate(moving[0]) for _ in some])
        self.cards = np.array([[one for some in row for one in some] for row in moving])
        shape = (len(start), len(free))
        self.lengths = np.array(
            [[[(hands[seat] & of).bit_count() for of in OF_SUIT] for seat, _ in free] for hands in start]
        ).reshape(*shape, 4)
        self.hcp = np.array([[held_hand(hands[seat]).hcp for seat, _ in free] for hands in start]).reshape(shape)
        self.low = np.array([[*_bounds(p, 0)] for p in promises])
        self.high = np.array([[*_bounds(p, 1)] for p in promises])
        self.support = [(n, p.support) for n, p in enumerate(promises) if p.support is not None]
        self.even = np.array([p.balanced for p in promises])

    def energy(self, lengths: Any, hcp: Any) -> Any:
        """The distance of every deal from the promises: the sum of :meth:`Promise.distance` over the hidden hands."""
        np = self.np
        points = hcp + np.maximum(lengths - 4, 0).sum(2)
        values = np.concatenate([lengths * A_CARD, hcp[..., None], points[..., None]], axis=2)
        away = np.maximum(self.low - values, 0) + np.maximum(values - self.high, 0)
        found = away.sum((1, 2))
        if self.even.any():
            uneven = (lengths.min(2) < 2) | ((lengths == 2).sum(2) > 1)
            found = found + UNEVEN * (uneven & self.even).sum(1)
        for n, (suit, low, high) in self.support:
            worth = self._support(lengths[:, n], hcp[:, n], suit)
            found = found + np.maximum(low - worth, 0) + np.maximum(worth - high, 0)
        return found

    def _support(self, lengths: Any, hcp: Any, suit: int) -> Any:
        np, trumps = self.np, lengths[:, suit]
        side = np.delete(lengths, suit, axis=1)
        long = np.select([side == 0, side == 1, side == 2], [5, 3, 1], 0).sum(1)
        short = np.select([side == 0, side == 1, side == 2], [3, 2, 1], 0).sum(1)
        return hcp + np.where(trumps > 3, long, np.where(trumps == 3, short, 0))

    def run(self, steps: int, rng: Random) -> None:
        """Propose ``steps`` swaps in every chain."""
        np = self.np
        if len(self.free) < 2 or not self.cards.size:
            return
        random = np.random.default_rng(rng.getrandbits(63))
        rows, width = np.arange(len(self.cards)), self.cards.shape[1]
        now = self.energy(self.lengths, self.hcp)
        for _ in range(steps):
            i, j = random.integers(width, size=(2, len(rows)))
            a, b = self.places[i], self.places[j]
            one, two = self.cards[rows, i], self.cards[rows, j]
            lengths, hcp = self.lengths.copy(), self.hcp.copy()
            worth = np.maximum((one >> 2) - 8, 0) - np.maximum((two >> 2) - 8, 0)
            hcp[rows, a] -= worth
            hcp[rows, b] += worth
            for suit, sign in ((one & 3, -1), (two & 3, 1)):
                lengths[rows, a, suit] += sign
                lengths[rows, b, suit] -= sign
            then = self.energy(lengths, hcp)
            taken = (a != b) & (random.random(len(rows)) < np.exp(np.minimum(0, HEAT * (now - then))))
            if self.may is not None:
                taken &= self.may(one, self.seats[b]) & self.may(two, self.seats[a])
            at = rows[taken]
            self.cards[at, i[taken]], self.cards[at, j[taken]] = two[taken], one[taken]
            self.lengths[at], self.hcp[at], now[at] = lengths[at], hcp[at], then[at]

    def deals(self, start: Sequence[Sequence[Cards]]) -> list[tuple[Cards, ...]]:
        """The whole hands of every deal as they are now."""
        found = []
        for hands, row in zip(start, self.cards.tolist(), strict=True):
            whole = list(hands)
            for seat, seen in self.free:
                whole[seat] = seen
            for place, one in zip(self.places.tolist(), row, strict=True):
                whole[self.free[place][0]] |= 1 << one
            found.append(tuple(whole))
        return found


def _bounds(promise: Promise, end: int) -> list[float]:
    """One end of all ranges of a promise: lengths, high-card points and points."""
    lengths = [each[end] * A_CARD for each in promise.lengths]
    return [*lengths, float(promise.hcp[end]), float(promise.points[end] if promise.points[end] < MOST else 99)]
