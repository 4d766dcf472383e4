"""All fillings of a figure, listed once and indexed, so that questions about them are fast.

Where there are too many to list, each question is searched anew. Whatever takes too long is ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Final

from dealt.puzzles.figure import Figure, Filling
from dealt.puzzles.solver import Steps, TooHard, closest, count, fillings

STEPS: Final = 3_500_000
"""The steps that a question without the list may take: about two seconds, and in a browser a few."""
LISTING: Final = 600_000
"""The steps that the list may take."""
MOST: Final = 10_000
"""The fillings that are kept of a figure."""


class Solutions:
    """Every filling of a figure, kept in memory unless there are more than ``MOST`` or finding them takes too long.

    Then TooHard may end whatever is asked.

    >>> from dealt.puzzles.figures import FIGURES
    >>> known = solutions(FIGURES["square3"])
    >>> known.count({}), known.count({0: 8}), known.closest({0: 8, 4: 5, 1: 2})
    (8, 2, (8, 1, 6, 3, 5, 7, 4, 9, 2))
    """

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.whole = True
        """Are all of them kept?"""
        self.all = self._listed()
        # for each place and number a mask with one bit for each filling
        size = len(self.all) // 8 + 1
        bits = {(place, one): bytearray(size) for place in figure.indices for one in figure.numbers}
        for n, filling in enumerate(self.all):
            at, bit = n >> 3, 1 << (n & 7)
            for place, one in enumerate(filling):
                bits[place, one][at] |= bit
        self._with = {key: int.from_bytes(each, "little") for key, each in bits.items()}
        self._whole = (1 << len(self.all)) - 1

    def _listed(self) -> tuple[Filling, ...]:
        """All of them; empty where there are too many."""
        found = list[Filling]()
        try:
            for each in fillings(self.figure, steps=Steps(LISTING)):
                found.append(each)
                if len(found) > MOST:
                    raise TooHard
        except TooHard:
            self.whole = False
            return ()
        return tuple(sorted(found))

    def _fitting(self, laid: Mapping[int, int]) -> int:
        found = self._whole
        for place, one in laid.items():
            found &= self._with.get((place, one), 0)
        return found

    def count(self, laid: Mapping[int, int]) -> int:
        """The number of fillings that contain the numbers laid, which go by index of place."""
        return self._fitting(laid).bit_count() if self.whole else count(self.figure, laid, Steps(STEPS))

    def closest(self, laid: Mapping[int, int], given: Mapping[int, int] | None = None) -> Filling | None:
        """The first of the fillings with the given numbers that keep most of those laid; None if there is none."""
        if not self.whole:
            return closest(self.figure, laid, given, Steps(STEPS))
        within, best, most = self._fitting(given or {}), None, -1
        exact = self._fitting({**laid, **(given or {})})
        if exact:
            return self.all[(exact & -exact).bit_length() - 1]
        while within:
            low = within & -within
            within ^= low
            filling = self.all[low.bit_length() - 1]
            kept = sum(filling[place] == one for place, one in laid.items())
            if kept > most:
                best, most = filling, kept
        return best

    def givens(self, rng: Random, *, least: int = 0) -> dict[int, int]:
        """Random given numbers that leave one filling: a minimal set, filled up to ``least`` numbers.

        Only where all fillings are kept.
        """
        filling = self.all[rng.randrange(len(self.all))]
        order = list(self.figure.indices)
        rng.shuffle(order)
        kept = dict(enumerate(filling))
        for place in order:
            without = {each: one for each, one in kept.items() if each != place}
            if self.count(without) == 1:
                kept = without
        for place in order:
            if len(kept) < least:
                kept[place] = filling[place]
        return dict(sorted(kept.items()))


@lru_cache(maxsize=8)
def solutions(figure: Figure) -> Solutions:
    """The fillings of a figure, cached."""
    return Solutions(figure)
