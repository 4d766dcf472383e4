"""Movements of pairs and teams: who sits against whom in which round, and on which side.

Where cards are dealt by a program, boards need not travel: every table plays those of its round at the same time. So a
movement says no more than who meets whom. Pairs are numbers from 0; a meeting names the pair on the first side first.
Teams of four meet as pairs do, at two tables at once: with the sides exchanged at the second one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

Meetings = list[tuple[int, int]]

PASSES: Final = 8
"""The most times that all signs are looked at."""
LARGEST: Final = 63
"""The most rounds for which signs are looked at at all: more are hardly played in an evening."""
TURNED: Final = 8
"""In one of so many rounds of a Mitchell the sides are exchanged, an arrow switch, so that there is one ranking."""


def howell(pairs: int) -> list[Meetings]:
    """A Howell movement for an even number of pairs: each meets each once, in one round less than there are pairs.

    In round r the pairs r + u and r - u meet, modulo the number of rounds, and pair r meets the last one. Which of them
    sits on the first side depends on u alone, so any two pairs sit on the same side about as often as not.

    >>> howell(4)
    [[(0, 3), (1, 2)], [(1, 3), (2, 0)], [(2, 3), (0, 1)]]
    """
    size = pairs - 1
    found = []
    for r in range(size):
        meetings = [(r, size)]
        for u, sign in enumerate(signs(size), 1):
            a, b = (r + u) % size, (r - u) % size
            meetings.append((a, b) if sign > 0 else (b, a))
        found.append(meetings)
    return found


def mitchell(pairs: int) -> list[Meetings]:
    """A Mitchell movement for an even number of pairs: half of them stay, each of the others comes to all of these.

    >>> mitchell(4)
    [[(0, 2), (1, 3)], [(3, 0), (2, 1)]]
    """
    tables = pairs // 2
    found = [[(n, tables + (n - r) % tables) for n in range(tables)] for r in range(tables)]
    for r in range(tables - -(-(tables - 1) // TURNED), tables):
        found[r] = [(b, a) for a, b in found[r]]
    return found


class Movement(NamedTuple):
    """How those meet who play together."""

    size: int
    """The number of people of a pair or a team."""
    rounds: Callable[[int], list[Meetings]]
    """All rounds of so many pairs or teams, an even number."""
    matches: bool = False
    """Does a result come from a match of two, with each on both sides?"""


MOVEMENTS: Final = {
    "howell": Movement(2, howell),
    "mitchell": Movement(2, mitchell),
    "teams": Movement(4, howell, True),
}
"""By the kind of the tournament."""


@lru_cache(maxsize=64)
def signs(size: int) -> tuple[int, ...]:
    """For each u from 1 on, 1 if pair r + u sits on the first side in round r, -1 if r - u does; ``size`` is odd.

    Two pairs that are d apart sit on the same side so much more often than on different ones as the signs agree with
    themselves d places on. Quadratic residues make that -1 for every d where ``size`` is a prime that leaves 3 when
    divided by 4: a perfect balance. For other sizes signs are changed while that makes the sum of squares less.
    """
    squares = {n * n % size for n in range(1, size)}
    prime = size > 2 and all(size % n for n in range(2, int(size**0.5) + 1))
    if prime and size % 4 == 3:
        return tuple(1 if u in squares else -1 for u in range(1, size // 2 + 1))
    found = [1 if u * u % size % 2 else -1 for u in range(1, size // 2 + 1)]
    line = [1, *found, *(-sign for sign in reversed(found))]
    for _ in range(PASSES if size <= LARGEST else 0):
        if not sum(_better(line, u) for u in range(1, size // 2 + 1)):
            break
    return tuple(line[1 : size // 2 + 1])


def _better(line: list[int], u: int) -> bool:
    """Change one sign, and that on the other side, if pairs are more alike by it."""
    before = _unlike(line)
    line[u], line[-u] = -line[u], -line[-u]
    if _unlike(line) < before:
        return True
    line[u], line[-u] = -line[u], -line[-u]
    return False


def _unlike(line: list[int]) -> int:
    """The sum of squares of how often the line agrees with itself, over all shifts."""
    size = len(line)
    return sum(sum(line[n] * line[n - d] for n in range(size)) ** 2 for d in range(1, size // 2 + 1))
