"""``python -m tests.simulation --seed 7``, or ``--seeds 0:1000 --jobs 2``."""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator

if os.environ.get("PYTHONHASHSEED") != "0":  # sets of words are in the same order then, whoever runs a seed
    os.execve(
        sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]], {**os.environ, "PYTHONHASHSEED": "0"}
    )

from tests.simulation.nemesis import SHARES
from tests.simulation.world import Outcome, simulate, simulate_some

PART = 150
SAY_EVERY, PATIENCE = 20.0, 300.0
"""The seconds between two words on how far it is, and those after which nothing more is expected to come."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="run one seed, and tell its course")
    parser.add_argument("--seeds", default="0:1000", help="A:B, the first seed and the one after the last")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no more seeds after that time")
    parser.add_argument("--log", action="store_true", help="print what the rooms log")
    given = parser.parse_args()
    if given.seed is not None:
        return show(simulate(given.seed, aloud=given.log))
    first, last = map(int, given.seeds.split(":"))
    began = said = time.monotonic()
    failed: list[int] = []
    course, kinds, done = [0, 0, 0.0], Counter[str](), 0
    for outcome in outcomes(range(first, last), given.jobs, began + 60 * given.minutes):
        done += 1
        course = [course[0] + outcome.events, course[1] + outcome.frames, course[2] + outcome.seconds]
        kinds.update(outcome.kinds)
        if outcome.trouble:
            failed.append(outcome.seed)
            show(outcome)
        if time.monotonic() - said > SAY_EVERY:
            said = time.monotonic()
            print(f"{done} seeds in {said - began:.0f} s, {len(failed)} failed", flush=True)
    took = time.monotonic() - began
    print("carried out: " + ", ".join(f"{each} {kinds[each]}" for each in SHARES))
    print(
        f"{done} of {last - first} seeds in {took:.1f} s, {1000 * took / max(1, done):.0f} ms each: "
        f"{course[0]} events, {course[1]} frames, {course[2]:.0f} s of their time; "
        f"{len(failed)} failed {sorted(failed)[:50]}",
        flush=True,
    )
    return 1 if failed or (done < last - first and given.minutes == float("inf")) else 0


def outcomes(seeds: range, jobs: int, until: float) -> Iterator[Outcome]:
    """The outcomes of seeds as they come, until some time, each part in a process that ends then.

    So what worlds leave is never collected.
    """
    yield simulate(seeds[0])  # all other processes begin with what it has left in caches
    gc.freeze()
    parts = [seeds[first : first + PART] for first in range(1, len(seeds), PART)]
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        some = pool.imap_unordered(simulate_some, parts)
        for _ in parts:
            try:
                yield from some.next(min(until - time.monotonic(), PATIENCE))
            except multiprocessing.TimeoutError:
                if time.monotonic() < until:
                    print(f"no seed has ended for {PATIENCE:.0f} s: a process is gone, or runs in circles", flush=True)
                return


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
