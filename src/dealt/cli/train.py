"""``dealt train`` on the command line: a line for each measurement, under a progress bar."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from dealt.arena import ArenaError
from dealt.cli.arena import engine
from dealt.cli.errors import refusing
from dealt.cli.files import unusable
from dealt.cli.options import Cluster, Training
from dealt.cli.progress import progress_bar
from dealt.game import Game, Listing


def train(listing: Listing, game: Game[Any], wanted: Training, cluster: Cluster) -> None:
    """Train, and print what is measured; CommandError says why it can't be done."""
    from dealt.games.climbing import Climbing
    from dealt.players import computer
    from dealt.players.search.nets import from_file
    from dealt.training import Cluster as Many
    from dealt.training import Course, Threads

    ray = engine(cluster, wanted.jobs)
    folder, against, rival = wanted.to or Path(f"{listing.name}-training"), wanted.against, wanted.rival
    minutes = 10.0 if wanted.minutes is None and wanted.deals is None else wanted.minutes
    try:
        with refusing(ValueError, ArenaError, ImportError):
            computer(against, game)
            if not isinstance(game, Climbing):
                raise ValueError(f"only climbing games are trained so far, and {game.name} is none")
            if rival is not None:
                computer(rival, game)
            weights = None if wanted.begun is None else from_file(wanted.begun)
            played = Threads(wanted.jobs or os.cpu_count() or 1) if ray is None else Many(ray)
            course = Course(game, folder, wanted.seed, against, rival=rival, begun=weights, engine=played)
            _run(course, wanted.deals, minutes, against)
    except OSError as error:
        raise unusable(folder, error) from None


def _run(course: Any, deals: int | None, minutes: float | None, against: str) -> None:
    from dealt.training import Point

    def show(point: Point) -> None:
        print(f"{point.deals:>12,}  {point.error:6.4f}  {point.gain:+7.3f} ± {point.uncertainty:.3f}", flush=True)

    print(f"{'deals':>12}  {'error':>6}  points a deal better than {against}")
    for point in course.points:
        show(point)
    with progress_bar(total=deals) as advance:
        advance(completed=course.trainer.deals)
        try:
            for point in course.points_until(deals=deals, minutes=minutes, told=lambda done: advance(completed=done)):
                show(point)
        except KeyboardInterrupt:
            print(f"stopped: the same command goes on from {course.folder}")
            return
    if not course.points:
        print(f"too short to be measured; the weights are in {course.folder / 'newest.net'}")
    else:
        best = max(course.points, key=lambda each: each.gain)
        print(f"the best weights, of {best.deals:,} deals, are in {course.folder / 'best.net'}")
