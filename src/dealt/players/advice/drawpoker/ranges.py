"""What the others at a poker table may hold, by what they have paid and drawn: ranges, the strongest hands of all.

All hands of five fall into some sixty kinds, such as a pair of nines or four of a suit. One hand stands for each kind,
and all its draws are counted. A range is the strongest part of the kinds. A player who draws three cards has a kind of
hand that draws three.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, combinations, pairwise
from math import sqrt
from typing import Final

from dealt.cards import Cards, mask
from dealt.games.draws import DECK, outcomes
from dealt.games.showdown import CATEGORIES, category, value

Ends = Sequence[tuple[int, float]]
"""The places of final hands among all values, 0 for the lowest, and the chance of each."""

LOOSE: Final = 0.3
"""The chance that a player who pays keeps to no range and may hold any hand."""
STEPS: Final = (2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 65, 80, 100)
"""The sizes of ranges that are computed, in hundredths of all hands."""
_BETWEEN: Final = tuple(sqrt(less * more) for less, more in pairwise(STEPS))
HABITS: Final[Mapping[str, Mapping[int, float]]] = {
    "high": {3: 0.86, 4: 0.06, 5: 0.06, 0: 0.02},
    "pair": {3: 0.93, 2: 0.07},
    "two": {1: 0.99, 0: 0.01},
    "three": {2: 0.8, 1: 0.2},
    "four": {1: 0.99, 0: 0.01},
    "pat": {0: 1.0},
}
"""By kind of hand and number of cards: the chance that a player draws that number. ``four`` are four of a suit, or four
in sequence that are open at both ends."""


@dataclass(frozen=True, slots=True)
class HandClass:
    """Hands that are played alike: their number, their strength after the draw, their draws and how each draw ends."""

    count: int
    strength: float
    habits: Mapping[int, float]
    ends: Mapping[int, Ends]


class Ranges:
    """The kinds of all hands, strongest first, and what ranges of them end with."""

    def __init__(self, wheel: bool) -> None:
        self.wheel = wheel
        every = sorted(outcomes(0, DECK, 5, wheel).items())
        self.values = [each for each, _ in every]
        self.place = {each: n for n, each in enumerate(self.values)}
        counts = [ways for _, ways in every]
        self.dealt, self._fresh = _middle(counts), self.ends(dict(every))
        kinds = [*self._made(), *self._drawing(), *self._pat(every)]
        self.kinds = sorted(kinds, key=lambda each: each.strength, reverse=True)
        self._hands = sum(counts)
        self._reach = [0.0, *accumulate(each.count / self._hands for each in self.kinds)]

    def ends(self, found: Mapping[int, int]) -> Ends:
        """Outcomes by the places of their values."""
        total = sum(found.values())
        return [(self.place[each], ways / total) for each, ways in found.items()]

    def share(self, ends: Ends) -> float:
        """A measure of strength: the chance to be better than two hands as they are dealt."""
        return sum(chance * self.dealt[at] ** 2 for at, chance in ends)

    def top(self, strength: float) -> float:
        """The share of all hands that are stronger than that, by ``share``."""
        at = bisect_left(self.kinds, -strength, key=lambda each: -each.strength)
        return (self._reach[at] + self._reach[min(at + 1, len(self.kinds))]) / 2

    def below(self, top: float, drawn: int | None) -> Sequence[float]:
        """The chance that a range ends below each value; a tie counts half.

        ``top`` is the size of the range in hundredths of all hands, rounded to one of ``STEPS``. ``drawn`` is the
        number of cards that its player drew, None before that.
        """
        return self._below(STEPS[bisect_left(_BETWEEN, top)], drawn)

    @lru_cache(maxsize=len(STEPS) * 7)  # noqa: B019 - there are two of this class at most
    def _below(self, top: int, drawn: int | None) -> Sequence[float]:
        whole = [0.0] * len(self.values)
        for kind, reach in zip(self.kinds, self._reach, strict=False):
            share = kind.count / self._hands
            inside = min(1.0, max(0.0, (top / 100 - reach) / share))
            for count, often in kind.habits.items():
                if inside > 0 and drawn in (None, count):
                    for at, chance in kind.ends[count]:
                        whole[at] += share * inside * often * chance
        if not any(whole):
            return self.dealt
        return array(
            "d", (LOOSE * any_ + (1 - LOOSE) * each for any_, each in zip(self.dealt, _middle(whole), strict=True))
        )

    # --- the kinds

    def _kind(self, name: str, count: int, hand: Cards, *keeps: Cards) -> HandClass:
        """A kind of ``count`` hands; ``hand`` stands for it, and ``keeps`` are the cards that its draws leave."""
        habits = HABITS[name]
        left = DECK & ~hand
        sizes = {5 - kept.bit_count(): kept for kept in keeps}
        found = {n: self.ends(outcomes(sizes[n], left, n, self.wheel)) if n < 5 else self._fresh for n in habits}
        usual = max(habits, key=lambda n: habits[n])
        return HandClass(count, self.share(found[usual]), habits, found)

    def _made(self) -> Iterator[HandClass]:
        """Pairs, two pairs and threes by their highest rank; the cards beside them are of middling ranks."""
        for rank in range(13):
            others = [each for each in (9, 6, 3, 1, 7) if each != rank]
            pair, rest = _some(rank, 2), mask(4 * each + 2 + n % 2 for n, each in enumerate(others[:3]))
            kicker = 1 << 4 * others[0] + 2
            yield self._kind("pair", 220 * 384, pair | rest, pair, pair | kicker)
            three = _some(rank, 3)
            two_more = 1 << 4 * others[0] + 2 | 1 << 4 * others[1] + 3
            yield self._kind("three", 66 * 64, three | two_more, three, three | 1 << 4 * others[0] + 2)
            if rank:
                low = _some(rank // 2, 2)
                other = 1 << 4 * next(each for each in (9, 6, 3) if each not in (rank, rank // 2)) + 3
                yield self._kind("two", rank * 11 * 144, pair | low | other, pair | low, pair | low | other)

    def _drawing(self) -> Iterator[HandClass]:
        """Hands without a pair, by their highest card: four of a suit, four in sequence, and the rest."""
        flush: Counter[int] = Counter()
        opened: defaultdict[tuple[int, ...], int] = defaultdict(int)
        high: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
        for some in combinations(range(13), 5):
            if category(value(mask(4 * each + n % 2 for n, each in enumerate(some)), self.wheel)) != "no_pair":
                continue
            flush[some[4]] += 60
            fours = [each for each in (some[:4], some[1:]) if each[3] - each[0] == 3 and each[3] < 12]
            if fours and (fours[0][0] or self.wheel):
                opened[fours[0]] += 960
            else:
                high[some[4]].append(some)
        for top, count in flush.items():
            kept = mask(4 * each for each in (0, 2, top - 2 if top > 5 else 3, top))
            yield self._kind("four", count, kept | 1 << 4 + 1, kept, kept | 1 << 4 + 1)
        for four, count in opened.items():
            kept = mask(4 * each + n % 2 for n, each in enumerate(four))
            other = next(4 * each + 2 for each in (0, 11, 12) if each not in four)
            yield self._kind("four", count, kept | 1 << other, kept, kept | 1 << other)
        for hands in high.values():
            cards = [4 * each + n % 3 for n, each in enumerate(hands[len(hands) // 2])]
            yield self._kind("high", 960 * len(hands), mask(cards), *(mask(cards[n:]) for n in (0, 3, 4, 5)))

    def _pat(self, every: Sequence[tuple[int, int]]) -> Iterator[HandClass]:
        """Straights and better, by category."""
        found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for one, ways in every:
            found[category(one)].append((self.place[one], ways))
        for name in CATEGORIES[CATEGORIES.index("straight") :]:
            count = sum(ways for _, ways in found[name])
            ends = [(at, ways / count) for at, ways in found[name]]
            yield HandClass(count, 1.0 + CATEGORIES.index(name), HABITS["pat"], {0: ends})


def _some(rank: int, count: int) -> Cards:
    return ((1 << count) - 1) << 4 * rank


def _middle(weights: Sequence[float]) -> Sequence[float]:
    """By place: the share of all weights that lies below it, plus half of its own."""
    total, before, found = sum(weights), 0.0, array("d")
    for each in weights:
        found.append((before + each / 2) / total)
        before += each
    return found


@cache
def ranges(wheel: bool) -> Ranges:
    """The ranges under one way to count the wheel, made when first asked for."""
    return Ranges(wheel)
