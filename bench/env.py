"""Environments with observations, masks and random actions: python -m bench env [--seconds 1.0] [--json FILE]

Times steps in turns, several times, and prints medians: thousands of tables by the vector environment, one table by the
AEC environment, and RLCard's Dou Dizhu environment, if ``rlcard`` is installed (the extra ``bench``). Every way makes
the observation and the legal actions of the seat in turn before each step, and takes one of them at random; dealing
anew is part of the work. A step is one action of one seat. Time is that which the processor gave this one thread, and
compiling is left out. The wide masks of Big Two and Dou Dizhu are used again with every step (``copy=False``).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from bench.rig.ways import arguments, keep
from dealt.env import aec, vector
from dealt.kernels.machine import available

REPEATS = 5
TABLES = 4096


class Way(NamedTuple):
    """``do(n)`` takes at least ``n`` steps and returns how many; ``about`` of them take about a second."""

    name: str
    do: Callable[[int], int]
    about: int


def many(game: str, **options: Any) -> Way:
    """Thousands of tables at once."""
    tables = vector(game, TABLES, **options)
    tables.reset(seed=1)

    def do(n: int) -> int:
        for _ in range(max(1, n // TABLES)):
            tables.step(tables.random_actions())
        return max(1, n // TABLES) * TABLES

    return Way(f"{game}, {TABLES} tables", do, 400_000 if available() else 3000)


def one(game: str) -> Way:
    """One table through PettingZoo's interface."""
    env, rng = aec(game, seed=1), Random(1)

    def do(n: int) -> int:
        for _ in range(n):
            seen, _, terminated, _, _ = env.last()
            if terminated or seen is None:
                env.reset()
                seen = env.observe(env.agent_selection)
            env.step(rng.choice(seen["action_mask"].nonzero()[0]))
        return n

    return Way(f"{game}, AEC", do, 2500)


def rlcard() -> list[Way]:
    """RLCard's Dou Dizhu environment, which has no auction."""
    try:
        import rlcard as peer
    except ImportError:
        return []
    env, rng = peer.make("doudizhu", {"seed": 1}), Random(1)
    state: list[Any] = [env.reset()[0]]

    def do(n: int) -> int:
        for _ in range(n):
            state[0], _ = env.step(rng.choice(list(state[0]["legal_actions"])))
            if env.is_over():
                state[0] = env.reset()[0]
        return n

    return [Way("RLCard, Dou Dizhu", do, 200)]


def main(argv: list[str]) -> None:
    asked = arguments("env", __doc__, argv)
    ways = [many("spades"), many("hearts"), many("bridge", claims=False)]
    ways += [many("bigtwo", copy=False), many("doudizhu", copy=False), many("chinesepoker")]
    ways += [many("blackjack"), many("drawpoker"), many("elevens")]
    ways += [one("spades"), one("bigtwo"), one("doudizhu"), *rlcard()]
    rates: dict[str, list[float]] = {way.name: [] for way in ways}
    for way in ways:
        way.do(1)  # loads what it calls
    for _ in range(REPEATS):
        for way in ways:
            began = process_time()
            steps = way.do(max(1, int(way.about * asked.seconds)))
            rates[way.name].append(steps / (process_time() - began))
    base = median(rates[ways[-1].name])
    print(f"steps a second of processor time, medians of {REPEATS}; the ratio is to {ways[-1].name}")
    for name, some in rates.items():
        print(f"  {name:24} {median(some):12,.0f} {median(some) / base:10,.1f}x")
    keep(asked.json, rates)
