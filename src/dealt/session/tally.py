"""Statistics of one person in a game, deal by deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

import msgspec

from dealt.wire.protocol import DayPlayed, Tally

CALENDAR: Final = 366 * 24 * 3600.0
"""The number of seconds that a calendar of days goes back."""


def days_of(finished: Iterable[tuple[float, bool]], offset: int) -> list[DayPlayed]:
    """The days of deals, each its end and whether it was won, in order; a day begins ``offset`` minutes before UTC's.

    >>> days_of([(86399, True), (0, False), (-1, True)], 0)
    [DayPlayed(day='1969-12-31', deals=1, won=1), DayPlayed(day='1970-01-01', deals=2, won=1)]
    >>> days_of([(86399, True)], 60)
    [DayPlayed(day='1970-01-02', deals=1, won=1)]
    """
    deals, wins = Counter[str](), Counter[str]()
    for at, won in finished:
        day = datetime.fromtimestamp(at + 60 * offset, UTC).date().isoformat()
        deals[day] += 1
        wins[day] += won
    return [DayPlayed(day, deals[day], wins[day]) for day in sorted(deals)]


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
