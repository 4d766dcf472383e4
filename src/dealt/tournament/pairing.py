"""Who sits at which table: neighbours in the standing who have not met, as far as that can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    return sum([_times(each, group[:n], met) for n, each in enumerate(group)])


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
        times = _times(each, group, met)
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
    one = found[here]
    own = [_times(each, one, met) for each in one]
    for there in sorted(range(len(found)), key=lambda n: abs(n - here))[1:]:
        other = found[there]
        gains = [known - _times(each, other, met) for each, known in zip(one, own, strict=True)]
        others = [_times(each, other, met) - _times(each, one, met) for each in other]
        for a in range(len(one) - 1, -1, -1):
            known = met.get(one[a], {})
            for b, each in enumerate(other):
                if gains[a] + others[b] + 2 * known.get(each, 0) > 0:
                    one[a], other[b] = each, one[a]
                    return True
    return False


def _times(person: str, group: Sequence[str], met: Met) -> int:
    """How often somebody has met the people of a group before."""
    known = met.get(person, {})
    return sum([known.get(each, 0) for each in group])


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
