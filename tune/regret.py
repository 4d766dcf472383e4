"""Learn a table of bets for draw poker by regret: python -m tune regret --seats 2 --limit fixed --minutes 3

Deals of self-play are sampled until the time is over (:mod:`dealt.players.advice.drawpoker.learning`), and the mean mix
of actions in each situation that was reached is written to ``--to``. With ``--rival shark`` that computer is watched
then, and met in three quarters of as many deals again. ``search`` plays by the tables in
``src/dealt/players/search/weights``. With ``--deals`` instead of ``--minutes`` the same seed gives the same table.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic
from typing import Any

from dealt.games import make
from dealt.players.search.poker import packed
from dealt.training.regret import Course
from dealt.training.watching import watched

KEPT = 0.02
"""The share of the regrets against itself with which learning against a rival begins."""
STEP = 20_000
"""The deals between two looks at the clock."""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--limit", choices=("fixed", "no"), default="fixed")
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--deals", type=int)
    parser.add_argument("--rival", help="a computer that is watched, then met in three quarters of as many deals again")
    parser.add_argument("--watched", type=int, default=2000, help="the deals in which it is watched")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path)
    asked = parser.parse_args(argv)
    game: Any = make("drawpoker", seats=asked.seats, limit=asked.limit)
    course = Course(game, asked.seed)
    learn(course, asked.deals, asked.minutes)
    if asked.rival:
        alone, rival = course, watched(game, asked.rival, course.table(), asked.watched)
        course = Course(game, asked.seed + 1, rival)
        course.own.regret[:] = KEPT * alone.own.regret
        learn(course, asked.deals, asked.minutes)
    table = course.table()
    to = asked.to or Path(f"drawpoker-{asked.seats}-{asked.limit}.table")
    to.write_bytes(packed(table))
    print(f"{course.deals} deals, {len(table)} situations, {to.stat().st_size} bytes: {to}")
    return 0


def learn(course: Course, deals: int | None, minutes: float) -> None:
    """Learn for so many deals or minutes."""
    began = monotonic()
    while course.deals < deals if deals else monotonic() - began < 60 * minutes:
        course.learn(STEP)
