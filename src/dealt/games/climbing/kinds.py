"""The kinds of combination of a climbing game: what a row of its table is, and by what two of them are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

BOMB: Final = 100
"""A kind with this ``power`` or more is a bomb: it beats every combination of less power, whatever its size."""
CHOP: Final = 50
"""A kind with this ``power`` or more, but less than a bomb's, is a chop: of other kinds it beats what they say
themselves, as their ``chopped``."""
PAIRS: Final = ("chopped", "does")
"""The fields of a :class:`Kind` that say something of some of its runs."""


# --- kinds -----------------------------------------------------------------------------------------------------------


class Shape(NamedTuple):
    """The features of a combination by which its kind may be compared. A higher number is stronger."""

    place: int
    """The index of its run in ``Kind.run``; without runs the index of its rank in the game's order."""
    top: int
    """The index of the rank of the run's last card in the game's order."""
    suit: int
    """The highest suit among its cards of that rank; 0 where suits mean nothing."""
    kickers: tuple[int, ...]
    """The indices of the kickers' ranks, high to low, each rank once."""


def by_run(shape: Shape) -> tuple[int, ...]:
    """The higher run, or rank, wins."""
    return (shape.place,)


def by_top_card(shape: Shape) -> tuple[int, ...]:
    """The higher run, or rank, wins; then the suit of its top card."""
    return shape.place, shape.suit


def by_kicker(shape: Shape) -> tuple[int, ...]:
    """Only the kickers count, the highest first."""
    return shape.kickers


def runs(ranks: str, shortest: int, longest: int | None = None) -> tuple[str, ...]:
    """All runs of consecutive ranks with ``shortest`` to ``longest`` ranks, by length and then low to high.

    Without ``longest`` all have ``shortest`` ranks. A rank written at both ends of ``ranks`` may begin or end a run.

    >>> runs("A23456", 5)
    ('A2345', '23456')
    >>> runs("3456", 3, 4)
    ('345', '456', '3456')
    """
    lengths = range(shortest, (longest or shortest) + 1)
    return tuple(ranks[start : start + length] for length in lengths for start in range(len(ranks) - length + 1))


@cache
def any_of(ranks: str, count: int) -> tuple[str, ...]:
    """All sets of ``count`` ranks, ordered by the highest rank, then the next: the rank sets of a flush.

    >>> any_of("3456", 3)
    ('345', '346', '356', '456')
    """
    found = sorted(combinations(range(len(ranks)), count), key=lambda some: some[::-1])
    return tuple("".join(ranks[each] for each in some) for some in found)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of combination: ``copies`` cards of each rank of a run, and kickers attached to them.

    ``run`` lists the possible runs, the lowest first, each written with its top rank last; empty means any single rank.
    For every rank of the run there are ``kickers`` groups of ``kicker`` equal cards of other ranks. The ranks of the
    groups differ unless ``repeat`` is set. Kickers never contain a bomb, nor a rank that would lengthen the run.
    ``suited``: all cards are of one suit. ``chopped`` has some of the kind's runs, or ranks, each with the least power
    of those kinds that beat it, whatever their size. ``does`` has some of them with what a play does beside that, of
    ``CLEARS``, ``SKIPS``, ``TURNS`` and ``BACK`` of :mod:`~dealt.games.climbing.core`.

    A combination beats weaker ones of its own kind and size; ``by`` returns the key that is compared. Of two kinds with
    a ``power`` below ``CHOP``, plays of equal size are compared by that first: who has more beats who has less. A kind
    without one neither beats them nor is beaten. ``CHOP`` and ``BOMB`` say what beats plays of other kinds. Cards that
    fit several kinds belong to the last of them, so that a straight flush is neither a straight nor a flush.
    """

    name: str
    copies: int = 1
    run: tuple[str, ...] = ()
    kicker: int = 0
    kickers: int = 1
    repeat: bool = False
    suited: bool = False
    power: int = 0
    by: Callable[[Shape], tuple[int, ...]] = by_run
    chopped: tuple[tuple[str, int], ...] = ()
    does: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        for word in PAIRS:
            some = getattr(self, word)
            if not isinstance(some, tuple) or not all(map(_is_pair, some)):
                what = f"{some!r}: write a tuple of pairs, each a rank or run and a number, such as (('8', CLEARS),)"
                raise ValueError(f"{word} of the kind {self.name} is {what}")
            if self.run and (bad := [body for body, _ in some if body not in self.run]):
                raise ValueError(f"{word} of the kind {self.name} names {bad[0]!r}, which is none of its runs")

    def size(self, body: str) -> int:
        """The number of cards of a combination with that run."""
        return len(body) * (self.copies + self.kicker * self.kickers)


def _is_pair(some: object) -> bool:
    return isinstance(some, tuple) and list(map(type, some)) == [str, int]
