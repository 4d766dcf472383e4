"""``dealt train`` on the command line: a line for each measurement, under a progress bar."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dealt.arena import ArenaError
from dealt.cli.arena import engine, progress_bar, unwritable
from dealt.cli.errors import CommandError
from dealt.game import Game, Listing

__all__ = ["Where", "train"]


@dataclass(frozen=True)
class Where:
    """Where the deals are played: so many at once here, or on a cluster. It changes nothing about the net."""

    jobs: int | None = None
    engine: str | None = None
    address: str | None = None


def train(
    listing: Listing,
    game: Game[Any],
    folder: Path | None,
    seed: int,
    against: str,
    rival: str | None,
    begun: Path | None,
    deals: int | None,
    minutes: float | None,
    where: Where,
) -> None:
    """Train, and print what is measured; CommandError says why it can't be done."""
    from dealt.games.climbing import Climbing
    from dealt.players import computer
    from dealt.players.search.nets import from_file
    from dealt.training import Cluster, Course, Threads

    cluster = engine(where.engine, where.address, where.jobs)
    folder = folder or Path(f"{listing.name}-training")
    try:
        computer(against, game)
        if not isinstance(game, Climbing):
            raise ValueError(f"only climbing games are trained so far, and {game.name} is none")
        if rival is not None:
            computer(rival, game)
        weights = None if begun is None else from_file(begun)
        played = Threads(where.jobs or os.cpu_count() or 1) if cluster is None else Cluster(cluster)
        course = Course(game, folder, seed, against, rival=rival, begun=weights, engine=played)
        _run(course, deals, minutes if minutes is not None or deals is not None else 10.0, against)
    except (ValueError, ArenaError, ImportError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise unwritable(folder, error) from None


def _run(course: Any, deals: int | None, minutes: float | None, against: str) -> None:
    from dealt.training import Point

    def show(point: Point) -> None:
        print(f"{point.deals:>12,}  {point.error:6.4f}  {point.gain:+7.3f} ± {point.uncertainty:.3f}", flush=True)

    print(f"{'deals':>12}  {'error':>6}  points a deal better than {against}")
    for point in course.points:
        show(point)
    with progress_bar() as progress:
        bar = progress.add_task("", total=deals, completed=course.trainer.deals)

        def told(done: int) -> None:
            progress.update(bar, completed=done)
            progress.refresh()

        try:
            for point in course.points_until(deals=deals, minutes=minutes, told=told):
                show(point)
        except KeyboardInterrupt:
            print(f"stopped: the same command goes on from {course.folder}")
            return
    if not course.points:
        print(f"too short to be measured; the weights are in {course.folder / 'newest.net'}")
    else:
        best = max(course.points, key=lambda each: each.gain)
        print(f"the best weights, of {best.deals:,} deals, are in {course.folder / 'best.net'}")
