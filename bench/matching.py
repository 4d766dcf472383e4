"""Matching solitaires at random: python -m bench matching [--seconds 1.0] [--json FILE]

Times whole games in turns, several times, and prints medians: through the plain ``Game``, through the core in plain
Python, and compiled, on one thread and on two. A *whole game* is the shuffle and every removal, each legal one being
equally likely. *Results alone* are the same games without their moves: as the choice of removals changes no result,
none is made. Python rates are measured with fewer games. One thread is timed by the time that the processor gave it.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from bench.rig.ways import Way, arguments, keep, measured, through_the_game
from dealt.games import make
from dealt.games.matching import Matching
from dealt.kernels import simulate
from dealt.kernels.families import course_of
from dealt.kernels.machine import available

AT_ONCE = 20_000
"""The number of games whose moves are returned at once: ten megabytes, so that memory is used again."""


def ways(game: Matching) -> list[Way]:
    def bare(n: int) -> Any:
        return course_of(game).simulate(n, 1, policy="uniform", threads=1, moves=True, fast=False)

    found = [
        Way("Game, plain Python", lambda n: through_the_game(game, n), 1500),
        Way("core, plain Python", bare, 2500),
    ]

    def fast(n: int, threads: int = 1) -> None:
        for begin in range(0, n, AT_ONCE):
            simulate(game, min(AT_ONCE, n - begin), begin, moves=True, threads=threads)

    if available():
        found += [
            Way("compiled", fast, 300_000),
            Way("compiled, 2 threads", lambda n: fast(n, 2), 600_000, 2),
            Way("compiled, results alone", lambda n: simulate(game, n, 1), 1_000_000),
        ]
    return found


def main(argv: list[str]) -> None:
    asked = arguments("matching", __doc__, argv)
    found: dict[str, Any] = {}
    for name in ("elevens", "tens", "thirteens"):
        game = make(name)
        assert isinstance(game, Matching)
        moves = float(simulate(game, 20_000, 2).played.mean())
        rates = measured(ways(game), asked.seconds)
        base = median(rates["Game, plain Python"])
        print(f"\n{name}: {moves:.1f} moves a game")
        for way, some in rates.items():
            rate = median(some)
            print(f"  {way:24} {rate:12,.0f} games/s {rate * moves / 1e6:9.3f} million moves/s {rate / base:9.1f}x")
        found[name] = {"moves": moves, "games_per_second": rates}
    keep(asked.json, found)
