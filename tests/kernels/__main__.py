"""Compare many deals bare, compiled and through ``Game``: python -m tests.kernels [--deals 100000] [--game NAME]

For each game that has a kernel the same deals are simulated in plain Python and compiled, all arrays must be equal, and
every deal is played again by ``Game.legal`` and ``apply`` to the same score, with what else the tests of its family ask
at every position. Exits with 1 at the first difference, which names the seed and the deal.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from tests.kernels.agreement import SIMULATED, compare_many, made


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m tests.kernels", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=100_000, help="deals of each game")
    parser.add_argument("--game", action="append", help="a game, or a preset such as bridge:rubber; may be repeated")
    parser.add_argument("--seed", type=int, default=20261122, help="the seed of the first deals")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    asked = parser.parse_args(argv)
    names = asked.game or list(SIMULATED)
    for name in names:
        if name.partition(":")[0] not in SIMULATED:
            parser.error(f"there is no kernel for {name}: choose of {', '.join(SIMULATED)}")
        made(name)  # an unknown preset is told before anything is compared
    for name in names:
        began, done = perf_counter(), 0
        try:
            for some in compare_many(name, asked.deals, asked.seed, asked.jobs):
                done += some
        except AssertionError as error:
            print(f"{name:20} DIFFERENT after {done:,} deals: {error}", flush=True)
            return 1
        print(
            f"{name:20} {done:9,} deals equal bare, compiled and through Game {perf_counter() - began:8.0f} s",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
