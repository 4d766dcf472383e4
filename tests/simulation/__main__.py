"""``python -m tests.simulation --seed 7``, or ``--seeds 0:1000 --jobs 2``."""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from itertools import chain

if os.environ.get("PYTHONHASHSEED") != "0":  # sets of words are in the same order then, whoever runs a seed
    os.execve(
        sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]], {**os.environ, "PYTHONHASHSEED": "0"}
    )

from tests.simulation.world import Outcome, simulate, simulate_some

PART = 50


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="run one seed, and tell its course")
    parser.add_argument("--seeds", default="0:1000", help="A:B, the first seed and the one after the last")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--log", action="store_true", help="print what the rooms log")
    given = parser.parse_args()
    if given.seed is not None:
        return show(simulate(given.seed, aloud=given.log))
    first, last = map(int, given.seeds.split(":"))
    began, failed, course = time.perf_counter(), [], [0, 0, 0.0]
    for outcome in outcomes(range(first, last), given.jobs):
        course = [course[0] + outcome.events, course[1] + outcome.frames, course[2] + outcome.seconds]
        if outcome.trouble:
            failed.append(outcome.seed)
            show(outcome)
    took = time.perf_counter() - began
    print(
        f"{last - first} seeds in {took:.1f} s, {1000 * took / max(1, last - first):.0f} ms each: {course[0]} events, "
        f"{course[1]} frames, {course[2]:.0f} s of their time; {len(failed)} failed {failed[:50]}"
    )
    return 1 if failed else 0


def outcomes(seeds: range, jobs: int) -> Iterator[Outcome]:
    """The outcomes of seeds, in order, each part in a process that ends then: what worlds leave is never collected."""
    yield simulate(seeds[0])  # all other processes begin with what it has left in caches
    gc.freeze()
    parts = [seeds[first : first + PART] for first in range(1, len(seeds), PART)]
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        yield from chain.from_iterable(pool.imap(simulate_some, parts))


def show(outcome: Outcome) -> int:
    """Print an outcome."""
    for deed in outcome.deeds:
        print(f"  {deed}")
    print(
        f"seed {outcome.seed}: {outcome.trouble or 'all is well'} ({outcome.seconds:.1f} s, {outcome.events} events, "
        f"{outcome.frames} frames, trace {outcome.trace[:16]})",
        flush=True,
    )
    return 1 if outcome.trouble else 0


if __name__ == "__main__":
    sys.exit(main())
