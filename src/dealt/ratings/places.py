"""Who finished where: in a deal by itself, or among those who have played the same cards from the same seat.

The deal is what is rated, not the match. People come and go between deals, so few matches are played to their end by
those who began them, and who is behind could leave one; and of a match only the last order would be known, where its
deals give an order each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealt.game import Game, Seat


def rateable(game: Game[Any]) -> bool:
    """Does a deal say who has played better? Not where everybody plays alone, or against the house."""
    return game.seats > 1 and game.rivals


def sides(game: Game[Any]) -> tuple[tuple[Seat, ...], ...]:
    """Who is rated together: fixed partners; elsewhere everybody alone, those who win together being level."""
    return game.partnerships or tuple((seat,) for seat in range(game.seats))


def places(results: Sequence[float], *, low: bool = False) -> list[int]:
    """The place of each result, from 0; equal ones have the same. ``low``: the lowest is best.

    Among results of the same cards from the same seat this is the order of the percents of the field that they beat.

    >>> places([10, 7, 7, -2]), places([10, 7, 7, -2], low=True)
    ([0, 1, 1, 3], [3, 1, 1, 0])
    """
    order = sorted(results, reverse=not low)
    first = {result: place for place, result in reversed(list(enumerate(order)))}
    return [first[each] for each in results]


def finishes(game: Game[Any], scores: Sequence[float]) -> list[int]:
    """The place of each of the :func:`sides` by the scores of a deal."""
    return places([sum(scores[seat] for seat in side) for side in sides(game)], low=game.low)
