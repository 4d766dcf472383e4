"""The exact solver for every figure: a depth-first search that stops as soon as a line can't reach its sum.

Three ideas keep it fast. The next place is always on a line with few open places, so that sums are complete early; the
last place of a line is computed instead of tried, and for the last two only numbers with a partner are tried. Where
all numbers are laid, lines without a common place leave a sum for all other places: in the Father's Day figure the four
rows leave 20 for the two places beside them. Places with exactly the same lines are interchangeable, so their numbers
are tried in rising order only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations
from math import factorial, perm, prod
from typing import Final

from dealt.puzzles.figure import Figure, Filling

MOST_DERIVED: Final = 30
"""The number of derived sums that a search looks at: there may be thousands, which cost more than they save."""


class TooHard(Exception):  # noqa: N818 - nothing is wrong
    """A search has taken all the steps that it was allowed."""


class Steps:
    """What searches may take together: a step is a sum that a number is tried in, or a filling that is made."""

    def __init__(self, most: int) -> None:
        self.left = most

    def take(self, some: int = 1) -> None:
        """Take steps; TooHard if there are no more."""
        self.left -= some
        if self.left < 0:
            raise TooHard


def sets_of(numbers: tuple[int, ...], size: int, total: int) -> tuple[tuple[int, ...], ...]:
    """All sets of ``size`` numbers that add up to ``total``, each rising, in order.

    >>> len(sets_of(tuple(range(1, 17)), 3, 29)), len(sets_of(tuple(range(1, 17)), 4, 29))
    (26, 71)
    """
    return tuple(some for some in combinations(sorted(numbers), size) if sum(some) == total)


def set_count(numbers: tuple[int, ...], size: int, total: int) -> int:
    """The number of sets of ``size`` numbers that add up to ``total``, computed without listing them.

    >>> set_count(tuple(range(1, 17)), 4, 29)
    71
    """
    ways = [{0: 1}, *({} for _ in range(size))]
    for one in numbers:
        for n in range(size, 0, -1):
            for below, more in ways[n - 1].items():
                if below + one <= total:
                    ways[n][below + one] = ways[n].get(below + one, 0) + more
    return ways[size].get(total, 0)


def fillings(figure: Figure, given: Mapping[int, int] | None = None, steps: Steps | None = None) -> Iterator[Filling]:
    """Every right filling that contains the given numbers, which go by index of place, each once.

    With ``steps`` TooHard ends it, as in all that searches here.

    >>> from dealt.puzzles.figures import FIGURES
    >>> next(fillings(FIGURES["square3"], {0: 8}))
    (8, 3, 4, 1, 5, 9, 6, 7, 2)
    """
    plan = _plan(figure, frozenset(given or {}))
    for found in _search(figure, plan, given or {}, steps):
        rest = [one for one in figure.numbers if one not in found]
        for loose in permutations(rest, len(plan.loose)):
            whole = list(found)
            for place, one in zip(plan.loose, loose, strict=True):
                whole[place] = one
            for orders in _orders(plan.twins):
                if steps is not None:
                    steps.take()
                turned = list(whole)
                for twins, order in zip(plan.twins, orders, strict=True):
                    for place, n in zip(twins, order, strict=True):
                        turned[place] = whole[twins[n]]
                yield tuple(turned)


def _orders(groups: Sequence[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All orders of each group, one after the other: twelve places alone have 479,001,600."""
    if not groups:
        yield ()
        return
    for order in permutations(range(len(groups[0]))):
        for others in _orders(groups[1:]):
            yield order, *others


def count(figure: Figure, given: Mapping[int, int] | None = None, steps: Steps | None = None) -> int:
    """The number of right fillings that contain the given numbers. Interchangeable places are counted, not listed.

    >>> from dealt.puzzles.figures import FATHERS_DAY
    >>> count(FATHERS_DAY, FATHERS_DAY.read({"a0": 16, "b1": 1}))
    12
    """
    plan = _plan(figure, frozenset(given or {}))
    each = prod(factorial(len(twins)) for twins in plan.twins)
    left = len(figure.numbers) - len(figure.places) + len(plan.loose)
    return each * perm(left, len(plan.loose)) * sum(1 for _ in _search(figure, plan, given or {}, steps))


def solvable(figure: Figure, given: Mapping[int, int] | None = None, steps: Steps | None = None) -> bool:
    """Is there a right filling that contains the given numbers?"""
    return next(_search(figure, _plan(figure, frozenset(given or {})), given or {}, steps), None) is not None


def closest(
    figure: Figure, laid: Mapping[int, int], given: Mapping[int, int] | None = None, steps: Steps | None = None
) -> Filling | None:
    """The right filling with the given numbers that keeps most of those laid; None if the given numbers allow none.

    It is the first found by a search that drops more and more of the laid numbers.
    """
    fixed = dict(given or {})
    if not solvable(figure, fixed, steps):
        return None
    loose = [place for place in laid if place not in fixed]
    for out in range(len(loose) + 1):
        for some in combinations(reversed(loose), out):
            kept = fixed | {place: laid[place] for place in loose if place not in some}
            found = next(fillings(figure, kept, steps), None)
            if found is not None:
                return found
    return None


# --- the search -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sum:
    """Some places and the sum of their numbers: a line, or the places that lines leave."""

    places: frozenset[int]
    total: int


@dataclass(frozen=True, slots=True)
class _Step:
    """One place to fill: the sums through it, those that it completes, and those with one more place open."""

    place: int
    through: tuple[int, ...]
    last: tuple[int, ...]
    pairs: tuple[int, ...]
    twin: int | None
    """The earlier interchangeable place, whose number must be lower."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """The order in which the open places of a figure are filled, for a set of given places."""

    sums: tuple[_Sum, ...]
    steps: tuple[_Step, ...]
    twins: tuple[tuple[int, ...], ...]
    loose: tuple[int, ...] = field(default=())
    """Open places through which no line goes."""


def _left(figure: Figure) -> Iterator[_Sum]:
    """The sums of all places that some lines without a common place leave, where every number is laid."""
    if len(figure.numbers) != len(figure.places):
        return
    whole, everything = sum(figure.numbers), frozenset(figure.indices)

    def add(n: int, covered: frozenset[int], total: int) -> Iterator[_Sum]:
        if n == len(figure.lines):
            if covered and len(covered) < len(everything):
                yield _Sum(everything - covered, whole - total)
            return
        line = figure.lines[n]
        if covered.isdisjoint(line.places):
            yield from add(n + 1, covered | frozenset(line.places), total + line.total)
        yield from add(n + 1, covered, total)

    yield from add(0, frozenset(), 0)


@lru_cache(maxsize=256)
def _sums(figure: Figure) -> tuple[_Sum, ...]:
    """All sums that must hold: the lines, and the derived sums that have no more places than the longest line."""
    lines = [_Sum(frozenset(line.places), line.total) for line in figure.lines]
    longest = max(len(each.places) for each in lines)
    few = [each for each in _left(figure) if len(each.places) <= longest] if len(lines) <= 14 else []
    few.sort(key=lambda each: len(each.places))
    return tuple(dict.fromkeys([*lines, *few]))[: len(lines) + MOST_DERIVED]


@lru_cache(maxsize=1024)
def _plan(figure: Figure, given: frozenset[int]) -> _Plan:
    """The plan for given places: next comes a place on the line with the fewest open places, then one on most lines."""
    sums = _sums(figure)
    through = [tuple(n for n, each in enumerate(sums) if place in each.places) for place in figure.indices]
    open_ = [each.places - given for each in sums]
    todo = [place for place in figure.indices if place not in given and through[place]]
    groups: dict[tuple[int, ...], list[int]] = {}
    for place in todo:
        groups.setdefault(through[place], []).append(place)
    steps: list[_Step] = []
    done: list[int] = []
    while todo:
        place = min(todo, key=lambda one: (min(len(open_[n]) for n in through[one]), -len(through[one]), one))
        todo.remove(place)
        last = tuple(n for n in through[place] if len(open_[n]) == 1)
        pairs = tuple(n for n in through[place] if len(open_[n]) == 2)
        twin = next((one for one in reversed(done) if one in groups[through[place]]), None)
        steps.append(_Step(place, through[place], last, pairs, twin))
        done.append(place)
        open_ = [each - {place} for each in open_]
    order = {place: n for n, place in enumerate(done)}
    twins = tuple(tuple(sorted(some, key=order.__getitem__)) for some in groups.values() if len(some) > 1)
    return _Plan(sums, tuple(steps), twins, tuple(p for p in figure.indices if p not in given and not through[p]))


def _search(figure: Figure, plan: _Plan, given: Mapping[int, int], allowed: Steps | None) -> Iterator[list[int]]:
    """The fillings of all places on lines. It yields the same list each time: copy it to keep it."""
    if allowed is not None:
        allowed.take(len(figure.places) * len(plan.sums))  # the plan's own cost
    filling = [-1] * len(figure.places)
    rest = [each.total - sum(given[place] for place in each.places if place in given) for each in plan.sums]
    top = max(figure.numbers)
    free = back = 0
    for place, one in given.items():
        filling[place] = one
    if any(each.places <= given.keys() and rest[n] for n, each in enumerate(plan.sums)):
        return
    if len(set(given.values())) < len(given) or not set(given.values()) <= set(figure.numbers):
        return
    for one in figure.numbers:
        if one not in given.values():
            free |= 1 << one
            back |= 1 << (top - one)
    yield from _filled(plan, filling, rest, top, free, back, allowed)


def _filled(
    plan: _Plan, filling: list[int], rest: list[int], top: int, free: int, back: int, allowed: Steps | None
) -> Iterator[list[int]]:
    """The same from the given numbers on. ``rest`` are what the sums still lack.

    ``free`` has a bit for each number left, ``back`` the same bits mirrored: shifted by the sum of two places, it has a
    bit for each number whose partner is left.
    """

    def fill(at: int, free: int, back: int) -> Iterator[list[int]]:
        if at == len(plan.steps):
            yield filling
            return
        step = plan.steps[at]
        can = free
        for n in step.last:
            can &= 1 << rest[n] if rest[n] >= 0 else 0
        for n in step.pairs:
            shift = top - rest[n]
            can &= back >> shift if shift >= 0 else back << -shift
            if not rest[n] & 1 and rest[n] >= 0:
                can &= ~(1 << (rest[n] >> 1))
        if step.twin is not None:
            can &= -(2 << filling[step.twin])
        place, through = step.place, step.through
        while can:
            low = can & -can
            can ^= low
            one = low.bit_length() - 1
            filling[place] = one
            if allowed is not None:
                allowed.take(len(through))
            for n in through:
                rest[n] -= one
            yield from fill(at + 1, free ^ low, back ^ (1 << (top - one)))
            for n in through:
                rest[n] += one
        filling[place] = -1

    yield from fill(0, free, back)
