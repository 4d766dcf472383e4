"""Statistics of one person in a game, deal by deal."""

from __future__ import annotations

import msgspec

from dealt.wire.protocol import Tally


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
