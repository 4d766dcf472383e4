"""What a result does to ratings, by :mod:`openskill` and the model of Plackett and Luce."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple


class Rating(NamedTuple):
    """How well somebody plays a game, as far as is known: a mean and its standard deviation."""

    mu: float
    sigma: float


NEWCOMER: Final = Rating(25.0, 25.0 / 3)
"""Somebody of whom nothing is known."""
FIXED: Final = 1.0
"""The standard deviation of a computer's rating, which is measured and does not move."""


CHANGES: Final = 0.025
"""By how much somebody's play may change from one deal to the next, as a standard deviation. openskill's own, 0.083, is
for whole matches: a deal tells less, and ratings would never come to rest."""
POINT: Final = 60
"""The points, as people read ratings, of one of openskill's: so a newcomer has 1500."""


def computer(mu: float) -> Rating:
    return Rating(mu, FIXED)


@cache
def _model(tau: float) -> Any:
    from openskill.models import PlackettLuce  # not at the top: it takes a while, and a room may rate nobody

    return PlackettLuce(tau=tau)


def rated(sides: Sequence[Sequence[Rating]], places: Sequence[int], *, tau: float = CHANGES) -> list[list[Rating]]:
    """The ratings after a result, given those before it and the place of each side.

    ``tau`` is by how much somebody may have changed since the last one; 0 where all are computers.

    >>> [[winner], [other]] = rated([[NEWCOMER], [NEWCOMER]], [0, 1])
    >>> winner.mu > 25 > other.mu, winner.sigma < NEWCOMER.sigma
    (True, True)
    """
    model = _model(tau)
    before = [[model.rating(*each) for each in side] for side in sides]
    return [[Rating(each.mu, each.sigma) for each in side] for side in model.rate(before, ranks=list(places))]


def shown(rating: Rating) -> tuple[int, int]:
    """A rating as people read it, and by how much it may be wrong: in 95 of 100 cases it lies as near as that.

    >>> shown(NEWCOMER)
    (1500, 1000)
    """
    return round(POINT * rating.mu), round(2 * POINT * rating.sigma)
