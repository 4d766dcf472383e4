"""Do two people play as if they saw each other's cards? From finished deals, the chance that they play independently.

Each choice is compared with what was worth choosing as far as its seat could see, and with what was worth choosing as
the cards really lay. Who knows no more than their seat may gain from how the cards lie, but no more often than lose. So
the excess is about 0 for good and bad players alike, and above it for who sees cards. Judges aren't perfect, nor the
deals that they draw; so nobody is compared with 0, but a pair with the same two people's deals with others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from random import Random
from statistics import fmean
from typing import Any, Final

from dealt.game import Seat
from dealt.players.judging import Judge
from dealt.table import Table

__all__ = ["FEWEST_DEALS", "beyond", "chance", "excess", "standing_out"]

FEWEST_DEALS: Final = 20
"""The number of deals, together and with others, below which nothing is said of a pair."""
WORLDS: Final = 12
"""The number of deals in which a judge tries what a seat could choose."""
ENOUGH: Final = 10
"""So many shuffles with as large a difference end the count: the chance is then no small one."""


def beyond(known: Sequence[float], real: Sequence[float], taken: int) -> float:
    """By how much the action taken is better in the real deal than it seemed, among all actions; from -1 to 1.

    >>> beyond([1, 1], [0, 4], 1), beyond([1, 1], [0, 4], 0), beyond([0, 4], [0, 4], 1)
    (1.0, -1.0, 0.0)
    """
    gains = [there - here for here, there in zip(known, real, strict=True)]
    middle = fmean(gains)
    widest = max(abs(each - middle) for each in gains)
    return (gains[taken] - middle) / widest if widest > 1e-9 else 0.0


def excess(table: Table[Any], seats: Sequence[Seat], judge: Judge, rng: Random, worlds: int = WORLDS) -> float | None:
    """The excess of a finished deal over all choices of some seats, the mean of theirs; None if they had no choice.

    That of a seat is a sum over its choices, made comparable by the root of their number. Together both seats of a
    pair are meant, in deals with others one.
    """
    each = [_of_seat(table, seat, judge, rng, worlds) for seat in seats]
    found = [sum(some) / sqrt(len(some)) for some in each if some]
    return fmean(found) if found else None


def _of_seat(table: Table[Any], seat: Seat, judge: Judge, rng: Random, worlds: int) -> list[float]:
    found = list[float]()
    for state, (moved, action) in zip(table.states, table.moves, strict=False):  # the last state has no move
        view = table.game.view(state, seat)
        if moved != seat or len(view.legal) < 2:
            continue
        tried = judge.candidates(view, action, rng)
        real = judge.open(state, seat, tried, rng, worlds) if len(tried) > 1 else None
        if real is not None:
            known = judge.known(view, tried, rng, worlds)
            found.append(beyond([fmean(row) for row in known.rows], real, tried.index(action)))
    return found


def chance(together: Sequence[float], apart: Sequence[float], rng: Random, least: float = 1e-4) -> float | None:
    """How often deals that are shuffled between both kinds differ as much: the chance that a pair plays independently.

    Small chances are told down to about ``least``. None where there are too few deals.
    """
    many = len(together)
    if min(many, len(apart)) < FEWEST_DEALS:
        return None
    both, there = [*together, *apart], sum(together) - 1e-9
    as_large, most = 0, ceil(1 / least)
    for n in range(1, most + 1):
        as_large += sum(rng.sample(both, many)) >= there
        if as_large == ENOUGH:
            return ENOUGH / n
    return (as_large + 1) / (most + 1)


def standing_out(chances: Sequence[float], rate: float = 0.05) -> list[int]:
    """Which pairs stand out so far that at most this part of those told of play independently (Benjamini, Hochberg).

    >>> standing_out([0.3, 0.001, 0.04, 0.02])
    [1, 3]
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    last = max((n for n, each in enumerate(order, 1) if chances[each] <= rate * n / len(chances)), default=0)
    return sorted(order[:last])
