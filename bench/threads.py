"""Two threads against one: python -m bench threads [--seconds 1.0] [--json FILE]

Times the same work on one thread and on two, in turns, by the clock, for a game of every family, and prints medians of
the ratios of neighbours in time. Beside it stands what two processes reach, each with half of the same work: they
share no memory and no lock, so it is what the machine gives at best. The last column is the processor time of the work
on one thread as a share of that on two: 1 means that the threads are not in each other's way, whatever else the machine
does meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from bench.rig.ways import arguments, keep
from bench.tricks import first_lead, played
from dealt.games import make
from dealt.kernels import hand_ranks, simulate
from dealt.kernels.threads import Span, in_threads

REPEATS = 9
AT_ONCE = 50_000
"""The number of solitaires whose moves are returned at once."""


class Work(NamedTuple):
    """Some work: ``do(n, threads)``, and how much of it takes about half a second on two threads."""

    name: str
    do: Callable[[int, int], Any]
    about: int


class Took(NamedTuple):
    clock: float
    processor: float


def nothing_shared() -> Work:
    """Threads that need nothing but a processor."""
    import numpy as np

    course, row = first_lead("spades")

    def do(n: int, threads: int) -> None:
        def part(span: Span) -> None:
            played(course, row, span, np.zeros((span[1] - span[0], 4)))

        in_threads(part, n, threads)

    return Work("nothing shared", do, 1_500_000)


def deals(name: str, about: int, preset: str | None = None, **options: Any) -> Work:
    """Whole deals at random."""
    game = make(name, preset, **options)
    return Work(" ".join(filter(None, (name, preset))), lambda n, threads: simulate(game, n, 1, threads=threads), about)


def with_moves(name: str, about: int) -> Work:
    """Whole games of a solitaire with their moves."""
    game = make(name)

    def do(n: int, threads: int) -> None:
        for begin in range(0, n, AT_ONCE):
            simulate(game, min(AT_ONCE, n - begin), begin, threads=threads, moves=True)

    return Work(f"{name}, moves", do, about)


def all_work() -> list[Work]:
    """A line for each."""
    import numpy as np

    drawn = np.random.default_rng(1).random((200_000, 52), np.float32)
    hands = np.tile(np.argpartition(drawn, 5, axis=1)[:, :5].astype(np.int8), (5, 1))
    out = np.zeros(len(hands), np.int32)

    def ranks(n: int, threads: int) -> None:
        for begin in range(0, n, len(hands)):
            some = hands[: n - begin]
            hand_ranks(some, threads=threads, out=out[: len(some)])

    return [
        nothing_shared(),
        deals("spades", 1_000_000),
        deals("hearts", 1_000_000),
        deals("bridge", 400_000, claims=False),
        deals("doudizhu", 200_000, "common"),
        deals("bigtwo", 100_000, "deuce", cut="quick"),
        deals("chinesepoker", 200_000, "three", cut="quick"),
        with_moves("elevens", 1_000_000),
        deals("elevens", 3_000_000),
        deals("blackjack", 7_000_000, seats=1),
        deals("drawpoker", 1_000_000, "nolimit"),
        Work("hands ranked", ranks, 100_000_000),
    ]


@cache
def own_work() -> list[Work]:
    """All work, made once in each process."""
    return all_work()


def share(place: int, n: int) -> None:
    """Do ``n`` of the work at that place, in a process of its own."""
    own_work()[place].do(n, 1)


def timed(work: Work, n: int, threads: int) -> Took:
    clock, processor = perf_counter(), process_time()
    work.do(n, threads)
    return Took(perf_counter() - clock, process_time() - processor)


def main(argv: list[str]) -> None:
    asked = arguments("threads", __doc__, argv)
    found: dict[str, Any] = {}
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:

        def apart(place: int, n: int) -> float:
            began = perf_counter()
            list(processes.map(share, (place, place), (n // 2, n - n // 2)))
            return perf_counter() - began

        for place, work in enumerate(own_work()):
            n = max(2, int(work.about * asked.seconds))
            work.do(2, 2)  # loads what it calls
            apart(place, n)  # makes the work in both processes
            rounds = [(timed(work, n, 1), timed(work, n, 2), apart(place, n)) for _ in range(REPEATS)]
            clock = median(one.clock / two.clock for one, two, _ in rounds)
            alone = median(one.clock / both for one, _, both in rounds)
            processor = median(one.processor / two.processor for one, two, _ in rounds)
            print(
                f"{work.name:24} {clock:5.2f}x by the clock, two processes {alone:5.2f}x; "
                f"{processor:5.2f} of its processor time",
                flush=True,
            )
            found[work.name] = {"clock": clock, "processes": alone, "processor": processor, "seconds": rounds}
    keep(asked.json, found)
