"""Each computer of a list against the one before it, in as many deals as it takes to tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from dealt.arena.kept import Kept
from dealt.arena.ladder import MoveTimes, move_times, observed, tables
from dealt.arena.play import Engine
from dealt.arena.processes import Processes
from dealt.arena.result import Pair, mean_and_error
from dealt.game import Game

FIRST: Final = 25
"""The number of deals after which is looked for the first time; after twice as many again, and so on."""


@dataclass(frozen=True, slots=True)
class Step:
    """A computer and what it gains on the one before it: None for the first. ``deals`` is the number it took."""

    player: str
    pair: Pair | None
    deals: int
    times: MoveTimes


def steps(
    game: Game[Any],
    names: Sequence[str],
    deals: int = 1000,
    seed: object = 0,
    jobs: int | None = None,
    progress: Callable[[int], object] | None = None,
    *,
    errors: float = 6.0,
    kept: Path | None = None,
    engine: Engine | None = None,
) -> list[Step]:
    """What each computer gains on the one before it, seats and deals as in :func:`dealt.arena.climb`, and its times.

    A pair stops at 25, 50, 100, ... deals once it is ``errors`` standard errors apart, and at ``deals`` at the latest.
    ``progress`` is called with the number of deals that have just been played; ``kept`` and ``engine`` are as in
    :func:`dealt.arena.run`. ValueError if one can't play the game.
    """
    engine, told = engine or Processes(jobs), progress or (lambda count: None)
    found = [Step(names[0], None, 0, move_times(game, names[0], seed=seed))]
    with Kept.opened(kept, game, str(seed)) as known:
        for below, name in pairwise(names):
            gains: list[float] = []
            at = tables(game, name, below, seed)
            while len(gains) < deals:
                more = range(len(gains), min(deals, max(FIRST, 2 * len(gains))))
                gains += observed(at, name, more, known, engine, told)[0]
                pair = Pair(name, below, *mean_and_error(gains))
                if pair.errors is not None and abs(pair.errors) >= errors:
                    break
            found.append(Step(name, pair, len(gains), move_times(game, name, seed=seed)))
    return found
