"""Who sits at which table: neighbours in the standing who have not met, as far as that can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")
Met = Mapping[str, Mapping[str, int]]

NEAR: Final = 8
"""The number of neighbours in the standing among whom an opponent is sought first."""
TRIES: Final = 40
"""The number of orders that are tried for tables of three or more."""
SWAPS: Final = 400
"""The most exchanges that mend tables of three or more."""


def repeats(group: Sequence[str], met: Met) -> int:
    """How often the people of a group have met before."""
    return sum(met.get(a, {}).get(b, 0) for a, b in combinations(group, 2))


def grouped(order: Sequence[str], size: int, met: Met) -> list[list[str]]:
    """People in groups of that size, given the order in which they stand; their number is a multiple of it.

    Two never meet again while there is a way to avoid it. For larger groups that can't be found out in time: whoever
    stands first chooses first, and exchanges mend what is left; where people still meet again, orders that are more
    and more otherwise are tried.
    """
    if size == 2:
        return _pairs(order, met)
    best, least = _chosen(order, size, met)
    for jump in range(1, TRIES if least else 0):
        chance = Random(jump)
        places = [n + chance.random() * jump for n in range(len(order))]
        found, times = _chosen([order[n] for n in sorted(range(len(order)), key=places.__getitem__)], size, met)
        if times < least:
            best, least = found, times
        if not least:
            break
    return best


def _chosen(order: Sequence[str], size: int, met: Met) -> tuple[list[list[str]], int]:
    """The groups where whoever stands first chooses first, and how often people meet again in them."""
    left, found = list(order), list[list[str]]()
    while left:
        group = [left.pop(0)]
        while len(group) < size:
            group.append(left.pop(_next(group, left, met)))
        found.append(group)
    _mend(found, met)
    return found, sum(repeats(group, met) for group in found)


def _next(group: Sequence[str], left: Sequence[str], met: Met) -> int:
    """The place of whoever stands next among those whom the group has met least."""
    best, least = 0, -1
    for place, each in enumerate(left):
        times = sum(met.get(one, {}).get(each, 0) for one in group)
        if not times:
            return place
        if least < 0 or times < least:
            best, least = place, times
    return best


def _mend(found: list[list[str]], met: Met) -> None:
    """Exchange people between tables while fewer meet again by it, with near tables first."""
    for _ in range(SWAPS):
        bad = next((n for n, group in enumerate(found) if repeats(group, met) and _exchange(found, n, met)), None)
        if bad is None:
            return


def _exchange(found: list[list[str]], here: int, met: Met) -> bool:
    for there in sorted(range(len(found)), key=lambda n: abs(n - here))[1:]:
        one, other = found[here], found[there]
        before = repeats(one, met) + repeats(other, met)
        for a in range(len(one) - 1, -1, -1):
            for b in range(len(other)):
                one[a], other[b] = other[b], one[a]
                if repeats(one, met) + repeats(other, met) < before:
                    return True
                one[a], other[b] = other[b], one[a]
    return False


def _pairs(order: Sequence[str], met: Met) -> list[list[str]]:
    """The matching of most weight: first none who have met, then near in the standing."""
    import networkx as nx  # not at the top: only a room with tournaments waits for it

    size, near = len(order), NEAR
    while True:
        graph: nx.Graph[int] = nx.Graph()
        everybody = near >= size
        for n, one in enumerate(order):
            known, chosen = met.get(one, {}), 0
            for m in range(n + 1, size):
                times = known.get(order[m], 0)
                if (times and not everybody) or chosen == near:
                    continue
                chosen += 1
                graph.add_edge(n, m, weight=-((m - n) ** 2) - times * size**3)
        found = nx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(found) == size or everybody:
            return [[order[n] for n in sorted(pair)] for pair in sorted(found, key=min)]
        near *= 4


def balanced(order: Sequence[T], tables: int) -> list[list[T]]:
    """People spread over so many tables, to and fro, so that whoever stands first meets the last.

    >>> balanced("abcdefg", 2)
    [['a', 'd', 'e'], ['b', 'c', 'f', 'g']]
    """
    found: list[list[T]] = [[] for _ in range(tables)]
    for n, each in enumerate(order):
        row, place = divmod(n, tables)
        found[place if row % 2 == 0 else tables - 1 - place].append(each)
    return found
