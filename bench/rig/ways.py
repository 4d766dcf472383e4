"""What the benches of the library share: ways to do the same work, measured in turns in one run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

from dealt.game import Action, Game
from dealt.kernels import simulate
from dealt.kernels.families import course_of
from dealt.kernels.machine import available

REPEATS = 5


class Way(NamedTuple):
    """A way to do some work: ``do(n)`` deals, and how many of them take about a second."""

    name: str
    do: Callable[[int], Any]
    about: int
    threads: int = 1


Exact = Callable[[Any, Action, Random], Action]
"""Makes a legal action exact: what it is called with are the state, the action, and where chance comes from."""


def drawn(_: Any, action: Action, rng: Random) -> Action:
    """An action of those that a legal one stands for, by chance."""
    return action if action.exact else action.drawn(rng)


def through_the_game(game: Game[Any], n: int, exact: Exact = drawn, rng: Random | None = None) -> int:
    """Deals as a table plays them: ``legal`` and ``apply`` for every move. The number of moves."""
    rng, moves = rng or Random(1), 0
    for _ in range(n):
        state = game.deal(rng)
        while turn := game.turn(state):
            legal = game.legal(state, turn[0])
            state = game.apply(state, turn[0], exact(state, legal[int(rng.random() * len(legal))], rng))
            moves += 1
        game.score(state)
    return moves


def whole_deals(game: Any, plain: int, bare: int, fast: int, exact: Exact = drawn) -> list[Way]:
    """Ways to play whole deals of a game: through it, by the core in plain Python, and compiled.

    The three numbers are the deals that each way plays in a second or so.
    """
    course = course_of(game)

    def core(n: int) -> None:
        course.simulate(n, 1, policy="uniform", threads=1, moves=False, fast=False)

    found = [
        Way("Game, plain Python", lambda n: through_the_game(game, n, exact), plain),
        Way("core, plain Python", core, bare),
    ]
    if available():
        found += [
            Way("compiled", lambda n: simulate(game, n, 1), fast),
            Way("compiled, 2 threads", lambda n: simulate(game, n, 1, threads=2), 2 * fast, 2),
        ]
    return found


def measured(ways: list[Way], seconds: float) -> dict[str, list[float]]:
    """Deals a second of every way, each measured in turn: of processor time, or with two threads of the clock's."""
    rates: dict[str, list[float]] = {way.name: [] for way in ways}
    sizes = {way.name: max(1, int(way.about * seconds)) for way in ways}
    for way in ways:
        way.do(2)  # loads what it calls
    for _ in range(REPEATS):
        for way in ways:
            clock = process_time if way.threads == 1 else perf_counter
            began = clock()
            way.do(sizes[way.name])
            rates[way.name].append(sizes[way.name] / (clock() - began))
    return rates


def arguments(name: str, doc: str | None, argv: list[str]) -> argparse.Namespace:
    """What a bench of the library is asked on the command line: ``seconds`` and ``json``."""
    parser = argparse.ArgumentParser(f"python -m bench {name}", description=(doc or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="about how long each measurement takes")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    return parser.parse_args(argv)


def keep(file: Path | None, found: dict[str, Any]) -> None:
    """Write the figures to the file that was asked for, if one was."""
    if file:
        file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
