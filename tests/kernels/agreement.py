"""Random deals compared bare, compiled and through ``Game``, by the laws that the tests of each family have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from dealt.game import Game
from dealt.games import GAMES
from dealt.games.blackjack import Blackjack
from dealt.games.climbing import Climbing
from dealt.games.drawpoker.play import DrawPokerPlay
from dealt.games.matching import Matching
from dealt.games.tableau import Tableau
from dealt.games.tricks import Tricks
from dealt.kernels.families import course_of
from tests.kernels import test_blackjack, test_climbing, test_matching, test_poker, test_tableau, test_tricks

__all__ = ["AT_ONCE", "SIMULATED", "compare", "compare_many"]

AT_ONCE = 250
"""The number of deals that are simulated with one seed."""
SIMULATED = tuple(name for name in GAMES if name != "magicfigures")
"""The games that there is a kernel for: a figure is a puzzle that nobody plays at random."""


class Forms(NamedTuple):
    """How deals of a game are simulated, and what must hold of one of them."""

    simulated: Callable[..., Any]
    """``(n, seed, threads=1, moves=True, fast=...)``"""
    agree: Callable[[Any, int], Any]


def forms(game: Game[Any]) -> Forms:
    """The kernel of a game, and the law that its family's tests have."""
    homes = {
        Tricks: test_tricks, Climbing: test_climbing, Matching: test_matching, Blackjack: test_blackjack,
        DrawPokerPlay: test_poker, Tableau: test_tableau,
    }  # fmt: skip
    agree = next(home.agree for kind, home in homes.items() if isinstance(game, kind))
    return Forms(partial(course_of(game).simulate, policy="uniform"), partial(agree, game))


@cache
def made(name: str) -> Game[Any]:
    game, _, preset = name.partition(":")
    return GAMES[game].make(preset or None)


def compare(name: str, n: int, seed: int) -> int:
    """Compare ``n`` deals of a game, or of a preset such as "bridge:rubber"; AssertionError where two forms differ.

    Returns the number of deals, for the count of all.
    """
    simulated, agree = forms(made(name))
    bare, fast = (simulated(n, seed, threads=1, moves=True, fast=fast) for fast in (False, True))
    for field, one, other in zip(bare._fields, bare, fast, strict=True):
        assert one.dtype == other.dtype, (name, field)
        assert np.array_equal(one, other), f"{name}, seed {seed}: bare and compiled differ in {field}"
    for each in range(n):
        try:
            agree(fast, each)
        except AssertionError as error:
            raise AssertionError(f"{name}, seed {seed}, deal {each}: {error}") from error
    return n


def compare_many(name: str, n: int, seed: int, jobs: int) -> Iterator[int]:
    """As ``compare``, by several processes; gives the number of deals compared each time that some are done."""
    parts = [(min(AT_ONCE, n - begin), seed + begin // AT_ONCE) for begin in range(0, n, AT_ONCE)]
    if jobs == 1:
        yield from (compare(name, *part) for part in parts)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(compare, name), *zip(*parts, strict=True))
