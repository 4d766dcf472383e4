"""``python -m bench.freecell``: which of the numbered deals can be won, and how much work it takes to tell."""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from dealt.games.freecell import NUMBERED, freecell, numbered_deal
from dealt.kernels.tableau_search import looked_for

EFFORTS = (2_000, 20_000, 200_000, 1_500_000)
"""The number of positions looked at; what is not decided by so many is looked at again with the next."""


def main(arguments: list[str] | None = None) -> int:
    """Tell what was decided with how many positions, and which deals can't be won; 1 if one is not decided."""
    parser = argparse.ArgumentParser(prog="python -m bench.freecell", description=(__doc__ or "").split(": ")[1])
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=NUMBERED)
    wanted = parser.parse_args(arguments)
    game, left, lost = freecell(), list(range(wanted.first, wanted.last + 1)), list[int]()
    for effort in EFFORTS:
        begun, again = perf_counter(), list[int]()
        for number in left:
            found, _ = looked_for.__wrapped__(game.row, game.begin(numbered_deal(number)).table, effort)
            lost += [number] if found is False else []
            again += [number] if found is None else []
        took = perf_counter() - begun
        sys.stdout.write(f"{effort:>9,} positions: {len(left) - len(again):,} of {len(left):,} decided, {took:.0f} s; ")
        sys.stdout.write(f"lost so far: {lost}\n")
        sys.stdout.flush()
        left = again
        if not left:
            break
    sys.stdout.write(f"can't be won: {lost}; not decided: {left}\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
