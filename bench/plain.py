"""Every game, plainly and by its kernel: python -m bench plain [--seconds 0.3] [--json FILE]

Times, in turns and five times each: the loop of ``legal`` and ``apply`` over whole random deals, with shuffle and
score; a view for the seat at the turn; ``Table.act``, which checks and logs; and the same random deals by the kernel,
on one thread. Then the imports of the package and of all games, each in a new process. Prints medians of processor
time, and for each game its moves as a share of Big Two's in the same run: machines differ, shares hardly do. A legal
action that stands for several is carried out with a random amount, in poker one of three, and random cards.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from bench.poker import one_size
from bench.rig.ways import Exact, drawn, keep, through_the_game
from dealt.game import Action, Game
from dealt.games import GAMES
from dealt.games.drawpoker import DrawPoker
from dealt.kernels import simulate
from dealt.table import Table

REPEATS = 5
BASE = "bigtwo"
IMPORTS = ("dealt", "dealt.game", "dealt.games.drawpoker", "dealt.games", "dealt.table", "dealt.players")
VIEWS = 40
"""The number of positions, drawn from random deals, of which views are timed."""

COUNTED = 400
"""The number of random deals in which moves are counted."""
AT_ONCE = 1 << 15
"""The most deals that a kernel is asked for at once."""

Work = Callable[[float], float]
"""Works for about so many seconds and returns things done a second."""


def exactly(game: Game[Any]) -> Exact:
    """How an action that stands for several is made exact, as kernels do it."""
    return partial(one_size, game=game) if isinstance(game, DrawPoker) else drawn


def chosen(legal: Any, rng: Random) -> Action:
    """A legal action, each with equal chance, and an exact one of those that it stands for."""
    action: Action = legal[int(rng.random() * len(legal))]
    return action if action.exact else action.drawn(rng)


def loop(game: Game[Any]) -> Work:
    """Moves a second."""

    exact = exactly(game)

    def work(seconds: float) -> float:
        rng, moves, began = Random(1), 0, process_time()
        while process_time() - began < seconds:
            moves += through_the_game(game, 1, exact, rng)
        return moves / (process_time() - began)

    return work


def kernels(game: Game[Any]) -> Work:
    """Moves a second of whole deals by the kernel; 0 where there is none."""
    try:
        simulate(game, 2)
    except ValueError:
        return lambda seconds: 0.0
    moves, exact = 0.0, exactly(game)

    def work(seconds: float) -> float:
        nonlocal moves
        moves = moves or through_the_game(game, COUNTED, exact) / COUNTED
        done, size, began = 0, 16, process_time()
        while process_time() - began < seconds:
            simulate(game, size, done)
            done, size = done + size, min(2 * size, AT_ONCE)
        return moves * done / (process_time() - began)

    return work


def views(game: Game[Any]) -> Work:
    """Views a second, for the seat at the turn."""
    rng, found = Random(2), []
    while len(found) < VIEWS:
        state = game.deal(rng)
        while turn := game.turn(state):
            if rng.random() < 0.2:
                found.append((state, turn[0]))
            state = game.apply(state, turn[0], chosen(game.legal(state, turn[0]), rng))

    def work(seconds: float) -> float:
        done, began = 0, process_time()
        while process_time() - began < seconds:
            for state, seat in found:
                game.view(state, seat)
            done += len(found)
        return done / (process_time() - began)

    return work


def tables(game: Game[Any]) -> Work:
    """Actions a second at a table."""

    def work(seconds: float) -> float:
        rng, moves, began = Random(3), 0, process_time()
        while process_time() - began < seconds:
            table: Table[Any] = Table(game, rng.randbytes(32))
            while turn := table.turn:
                table.act(turn[0], chosen(game.legal(table.state, turn[0]), rng))
                moves += 1
        return moves / (process_time() - began)

    return work


def imported(name: str) -> float:
    """Milliseconds that an import takes in a new process."""
    code = f"from time import perf_counter as now; began = now(); import {name}; print(1000 * (now() - began))"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser("python -m bench plain", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.3, help="about how long each measurement takes")
    parser.add_argument("--games", default=",".join(GAMES), help="which games, by name with commas between them")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    asked = parser.parse_args(argv)
    names = [BASE, *(name for name in asked.games.split(",") if name != BASE)]
    games = {name: GAMES[name].make() for name in names}
    kinds = {"moves": loop, "views": views, "table": tables, "kernel": kernels}
    works = {name: {kind: make(game) for kind, make in kinds.items()} for name, game in games.items()}
    rates: dict[str, dict[str, list[float]]] = {name: {kind: [] for kind in kinds} for name in names}
    for _ in range(REPEATS):
        for name, by_kind in works.items():
            for kind, work in by_kind.items():
                rates[name][kind].append(work(asked.seconds))
    base = median(rates[BASE]["moves"])
    print(f"{'':14}{'moves/s':>10}{'of Big Two':>12}{'views/s':>10}{'at a table/s':>14}{'by kernel/s':>14}")
    for name, by_kind in rates.items():
        moves, seen, acted, fast = (median(by_kind[kind]) for kind in kinds)
        print(f"{name:14}{moves:10,.0f}{moves / base:12.2f}{seen:10,.0f}{acted:14,.0f}{fast:14,.0f}")
    took = {name: [imported(name) for _ in range(REPEATS)] for name in IMPORTS}
    for name, some in took.items():
        print(f"import {name:24}{median(some):8.0f} ms")
    keep(asked.json, {"rates": rates, "imports": took})
