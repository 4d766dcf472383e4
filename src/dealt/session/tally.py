"""Statistics of one person in a game, deal by deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

import msgspec

from dealt.wire.protocol import DayPlayed, Tally

CALENDAR: Final = 366 * 24 * 3600.0
"""The number of seconds that a calendar of days goes back."""


DAY: Final = 24 * 3600


def day_number(at: float, offset: int) -> int:
    """The days from 1970 to a moment, where a day begins ``offset`` minutes before UTC's; to the second.

    >>> day_number(86399, 0), day_number(86399, 1)
    (0, 1)
    """
    return (int(at) + 60 * offset) // DAY


def days_of(counted: Iterable[tuple[int, int, int]]) -> list[DayPlayed]:
    """The days by their numbers, in order, each with its deals and those that were won; a number may come again.

    >>> days_of([(1, 1, 1), (0, 2, 0), (1, 3, 0)])
    [DayPlayed(day='1970-01-01', deals=2, won=0), DayPlayed(day='1970-01-02', deals=4, won=1)]
    """
    deals, wins = Counter[int](), Counter[int]()
    for day, some, won in counted:
        deals[day] += some
        wins[day] += won
    first = date(1970, 1, 1)
    return [DayPlayed((first + timedelta(day)).isoformat(), deals[day], wins[day]) for day in sorted(deals)]


def counted(tally: Tally, score: float, *, won: bool) -> Tally:
    """The statistics with one more deal.

    >>> some = counted(counted(Tally("x", 0, 0, 0.0, 0, 0, low=False), 1, won=True), 1, won=True)
    >>> last = counted(some, 0, won=False)
    >>> last.deals, last.won, round(last.average, 2), last.streak, last.best_streak
    (3, 2, 0.67, -1, 2)
    """
    streak = (max(0, tally.streak) + 1) if won else (min(0, tally.streak) - 1)
    deals = tally.deals + 1
    return msgspec.structs.replace(
        tally,
        deals=deals,
        won=tally.won + won,
        average=(tally.average * tally.deals + score) / deals,
        streak=streak,
        best_streak=max(tally.best_streak, streak),
    )
