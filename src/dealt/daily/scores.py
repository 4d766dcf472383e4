"""What a score at a board is worth against the field that has played it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from dealt.daily.boards import PERSON
from dealt.game import Game


class Made(NamedTuple):
    """What one of the field has made of a board."""

    score: float
    percent: float | None
    """The part of the others that it beats, equals counting half; None where nobody else has played."""
    points: float | None
    """What the game itself makes of the comparison, in its ``unit``; None where it has none."""


def percents(scores: Sequence[float], *, low: bool = False) -> list[float | None]:
    """Matchpoints: of each score, how many of the others it beats, equals counting half, in hundredths of all of them.

    >>> percents([10, 7, 7, -2]), percents([3])
    ([100.0, 50.0, 50.0, 0.0], [None])
    """
    order = sorted(scores)
    return [_beaten(each, order, low) for each in scores]


def percent(mine: float, scores: Sequence[float], *, low: bool = False) -> float | None:
    """What one of the scores beats of the others, as :func:`percents` has it."""
    return _beaten(mine, sorted(scores), low)


def _beaten(mine: float, order: Sequence[float], low: bool) -> float | None:
    others, halves = len(order) - 1, bisect_left(order, mine) + bisect_right(order, mine) - 1
    return 50 * (2 * others - halves if low else halves) / others if others > 0 else None


def made(game: Game[Any], scores: Sequence[tuple[float, ...]]) -> list[Made]:
    """What each of the field has made of a board, given its scores by seat."""
    own = [each[PERSON] for each in scores]
    points = game.compare(scores) if len(scores) > 1 else None
    return [
        Made(score, percent, None if points is None else points[n][PERSON])
        for n, (score, percent) in enumerate(zip(own, percents(own, low=game.low), strict=True))
    ]
