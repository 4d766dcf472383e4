"""How a hand of Dou Dizhu is split into the fewest plays, where attached cards cost no play of their own.

Suits mean nothing here: a hand is a number with four bits a rank, its :data:`Key`, the lowest rank in the lowest bits.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from dealt.cards import Cards

__all__ = ["ALIKE", "BODY", "POWER", "RANKS", "ROCKET", "RUNS", "Group", "Key", "Split", "Splitter", "is_bomb", "key"]

Key = int
RANKS: Final = "3456789TJQKA2BR"
ACE, TWO, BLACK, RED = 11, 12, 13, 14

_SHORTEST: Final = {1: 5, 2: 3, 3: 2}
"""The shortest run of singles, pairs and triplets."""


class Group(NamedTuple):
    """The body of a combination: a run of ``length`` ranks up to ``top``, with ``copies`` cards of each rank.

    ``length`` is also the number of groups that may be attached to triplets. Four of a rank with two groups attached
    are therefore written with length 2, which also tells them from a bomb. The rocket is written as a pair of ``R``.
    """

    copies: int
    length: int
    top: int


class Split(NamedTuple):
    """A way to play a hand out: its price in turns, the groups that are played, and the groups attached to them."""

    price: float
    groups: tuple[Group, ...]
    attached: tuple[Group, ...]


Part = tuple[float, int, tuple[Group, ...], tuple[Group, ...]]
"""A way to play a part of a hand: its price in turns; the number of its groups that still need a triplet or a four to
be attached to, below 0 for the number that it has room for; the groups that are played; the groups attached."""

NOTHING: Final[Part] = (0.0, 0, (), ())
ROCKET: Final = Group(2, 1, RED)
_LOW: Final = (1 << 48) - 1
_ONES: Final = sum(1 << 4 * place for place in range(15))


def key(held: Cards) -> Key:
    """The number of cards of each rank in a set of cards."""
    found = 0
    for place in range(12):
        four = held >> 4 * place + 4 & 15
        if four:
            found |= four.bit_count() << 4 * place
    return found | (held & 15).bit_count() << 48 | (held >> 52 & 1) << 52 | (held >> 53 & 1) << 56


def is_bomb(group: Group) -> bool:
    """Does it beat every kind: four of a rank with nothing attached, or the rocket?"""
    return (group.copies == 4 and group.length == 1) or group == ROCKET


def _power(group: Group) -> float:
    copies, length, top = group
    if group == ROCKET:
        return 2.0
    if copies == 4:
        return 1.4 if length == 1 else 0.27
    if length > 1:
        return min(0.95, 0.3 + 0.4 * (top - length) / ACE + 0.03 * length)
    if copies == 1:
        return (0, 0, 0, 0, 0, 0, 0, 0, 0.03, 0.08, 0.18, 0.4, 0.7, 0.85, 1.0)[top]
    if copies == 2:
        return (0, 0, 0, 0.02, 0.05, 0.08, 0.12, 0.18, 0.25, 0.35, 0.5, 0.75, 0.95)[top]
    return 0.3 + 0.6 * top / TWO


ALIKE: Final = tuple(tuple(Group(count, 1, top) for top in range(RED + 1)) for count in range(5))
"""Groups of one rank, by the number of cards and the rank."""
RUNS: Final = tuple(
    tuple(tuple(Group(count, length, top) for top in range(ACE + 1)) for length in range(ACE + 2)) for count in range(4)
)
"""Runs by copies, length and top."""
BODY: Final[dict[Group, Key]] = {
    **{ALIKE[1][top]: 1 << 4 * top for top in range(RED + 1)},
    **{ALIKE[count][top]: count << 4 * top for count in (2, 3, 4) for top in range(TWO + 1)},
    **{Group(4, 2, top): 4 << 4 * top for top in range(TWO + 1)},
    **{
        RUNS[count][length][top]: sum(count << 4 * (top - n) for n in range(length))
        for count in (1, 2, 3)
        for length in range(2, ACE + 2)
        for top in range(length - 1, ACE + 1)
    },
    ROCKET: 17 << 52,
}
"""The cards of every body."""
POWER: Final = {each: _power(each) for each in BODY}
"""An estimate of the chance that nobody beats a group: 0 for the lowest, 1 for what only bombs beat, more for bombs."""


class Splitter:
    """Splits hands. A group costs one turn, less ``control`` times its power; an attached group costs next to nothing.

    The cards of a rank that no run takes stay together: whether to break a pair is the player's decision, who compares
    what is left. Splits of parts of hands are kept, up to ``KEPT`` of them.
    """

    KEPT: Final = 50_000

    def __init__(self, control: float = 0.75) -> None:
        self.price = {each: 1 - control * strength for each, strength in POWER.items()}
        """The price of each group in turns."""
        self._splits: dict[Key, Split] = {}
        self._parts: list[dict[Key, tuple[Part, ...]]] = []
        self._kept = self.KEPT

    def split(self, hand: Key) -> Split:
        """The cheapest way to play a hand out."""
        known = self._splits.get(hand)
        if known is None:
            if self._kept >= self.KEPT:
                self._splits, self._parts, self._kept = {}, [{0: (NOTHING,)} for _ in range(9)], 0
            known = self._splits[hand] = self._best(hand)
            self._kept += 1
        return known

    def _best(self, hand: Key) -> Split:
        low = hand & _LOW
        room = min(8, (hand & hand >> 1 & _ONES).bit_count() + 2 * (hand & 4 * _ONES).bit_count())
        high: tuple[Part, ...] = (NOTHING,)
        twos, jokers = hand >> 48 & 15, hand >> 52
        if jokers == 17:
            high = ((self.price[ROCKET], 0, (ROCKET,), ()),)
        elif jokers:
            high = self._with(high, 1, BLACK if jokers == 1 else RED, room)
        if twos:
            high = self._with(high, twos, TWO, room)
        best, lowest = (NOTHING, NOTHING), 1e9
        for part in self._part(low, room) if low else (NOTHING,):
            for other in high:
                if part[1] + other[1] <= 0 and part[0] + other[0] < lowest:
                    best, lowest = (part, other), part[0] + other[0]
        return Split(lowest, best[0][2] + best[1][2], best[0][3] + best[1][3])

    def _part(self, hand: Key, room: int) -> tuple[Part, ...]:
        """The ways to play ranks up to the ace, without those than which another is cheaper and has less to attach.

        ``room`` is the greatest number of groups that the whole hand could attach.
        """
        parts = self._parts[room]
        known = parts.get(hand)
        if known is not None:
            return known
        low = (hand & -hand).bit_length() - 1 >> 2
        count = hand >> 4 * low & 15
        rest = hand & ~(15 << 4 * low)
        found = self._with(parts.get(rest) or self._part(rest, room), count, low, room)
        runs: list[Part] = []
        for copies in range(1, min(count, 3) + 1):
            shortest, taken, top = _SHORTEST[copies], copies << 4 * low, low + 1
            while top <= ACE and hand >> 4 * top & 15 >= copies:
                taken += copies << 4 * top
                length = top - low + 1
                if length >= shortest:
                    group = RUNS[copies][length][top]
                    cost, extra = self.price[group], length if copies == 3 else 0
                    rest = hand - taken
                    runs += [
                        (price + cost, need - extra, (group, *groups), attached)
                        for price, need, groups, attached in parts.get(rest) or self._part(rest, room)
                    ]
                top += 1
        if runs:
            found = _undominated([*found, *runs])
        parts[hand] = found
        self._kept += 1
        return found

    def _with(self, parts: tuple[Part, ...], count: int, place: int, room: int) -> tuple[Part, ...]:
        """The ways to play parts together with ``count`` cards of one rank."""
        group = ALIKE[count][place]
        cost = self.price[group]
        if count == 3:
            return tuple([(price + cost, need - 1, (group, *some), more) for price, need, some, more in parts])
        found = [(price + cost, need, (group, *some), more) for price, need, some, more in parts]
        if count == 4:
            full = Group(4, 2, place)
            found += [(price + self.price[full], need - 2, (full, *some), more) for price, need, some, more in parts]
        elif not room:
            return tuple(found)
        else:
            cost = 0.02 * count + 0.002 * place
            found += [
                (price + cost, need + 1, some, (group, *more)) for price, need, some, more in parts if need < room
            ]
        return _undominated(found)


def _undominated(parts: list[Part]) -> tuple[Part, ...]:
    """The parts than which no other is as cheap and has as little to attach."""
    if len(parts) == 1:
        return tuple(parts)
    parts.sort()
    kept: list[Part] = []
    least = 99
    for part in parts:
        if part[1] < least:
            least = part[1]
            kept.append(part)
    return tuple(kept)
