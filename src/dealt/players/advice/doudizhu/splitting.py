"""How a hand of Dou Dizhu is split into the fewest plays, where attached cards cost no play of their own.

What can be played and what can be attached is asked of the game's table
(:class:`~dealt.players.advice.doudizhu.rows.Rows`); what a group of cards is worth is an estimate that stands here.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from dealt.players.advice.doudizhu.rows import EIGHTS, Group, Key, Rows, equal, holds


class Split(NamedTuple):
    """A way to play a hand out: its price in turns, the groups that are played, and the groups attached to them."""

    price: float
    groups: tuple[Group, ...]
    attached: tuple[Group, ...]


Part = tuple[float, int, tuple[Group, ...], tuple[Group, ...]]
"""A way to play a part of a hand: its price in turns; the number of its groups that still need a group to be attached
to, below 0 for the number that it has room for; the groups that are played; the groups attached."""

NOTHING: Final[Part] = (0.0, 0, (), ())

ACE, TWO = 11, 12
SINGLES: Final = (0, 0, 0, 0, 0, 0, 0, 0, 0.03, 0.08, 0.18, 0.4, 0.7, 0.85, 1.0)
"""The power of a single by its place; then of a pair."""
PAIRS: Final = (0, 0, 0, 0.02, 0.05, 0.08, 0.12, 0.18, 0.25, 0.35, 0.5, 0.75, 0.95)


def power(group: Group, bomb: bool, fours: bool) -> float:
    """An estimate of the chance that nobody beats a group: 0 is the lowest, 1 what only bombs beat; bombs have more.

    ``fours``: is it a bomb of four equal cards, and not the rocket?
    """
    copies, width, top = group
    if bomb:
        return 1.4 if fours else 2.0
    if copies == 4:
        return 0.27
    if width > 1:
        return min(0.95, 0.3 + 0.4 * (top - width) / ACE + 0.03 * width)
    if copies == 1:
        return SINGLES[top]
    if copies == 2:
        return PAIRS[min(top, TWO)]
    return 0.3 + 0.6 * top / TWO


class Splitter:
    """Splits hands. A group costs one turn, less ``control`` times its power; an attached group costs next to nothing.

    The cards of a rank that no run takes stay together as far as the table has a play for that many: whether to break a
    pair is the player's decision, who compares what is left. Splits of parts of hands are kept, up to ``KEPT`` of them.
    """

    KEPT: Final = 50_000

    def __init__(self, rows: Rows, control: float = 0.75) -> None:
        self.rows = rows
        self.power = {each: power(each, each in rows.bombs, each.copies == 4) for each in rows.cards}
        """The power of each group."""
        self.price = {each: 1 - control * strength for each, strength in self.power.items()}
        """The price of each group in turns."""
        self._splits: dict[Key, Split] = {}
        self._parts: list[dict[Key, tuple[Part, ...]]] = []
        self._kept = self.KEPT

    # --- what the table offers

    @cached_property
    def _alike(self) -> dict[tuple[int, int], list[tuple[float, int, Group]]]:
        """By place and number of cards the groups of these cards alone: price, room for attached groups, group.

        Where the table has none for four cards it is that for three, and so on.
        """
        found: dict[tuple[int, int], list[tuple[float, int, Group]]] = {}
        for place in range(len(self.rows.book.ranks)):
            for count in range(1, 5):
                own = sorted(each for each, need in self.rows.cards.items() if need == count << 4 * place)
                some = [(self.price[each], self.rows.room[each], each) for each in own]
                found[place, count] = some or found.get((place, count - 1), [])
        return found

    @cached_property
    def _runs(self) -> dict[int, list[list[tuple[float, int, Group, Key]]]]:
        """By the place of the lowest rank the runs from there on, in chains of which each contains the one before."""
        found: dict[int, list[list[tuple[float, int, Group, Key]]]] = {}
        long = [
            (each, need) for each, need in self.rows.cards.items() if need >> ((need & -need).bit_length() + 3 & ~3)
        ]
        for group, need in sorted(long):
            chains = found.setdefault((need & -need).bit_length() - 1 >> 2, [])
            inside = (some for some in chains if some[-1][2].copies == group.copies and holds(need, some[-1][3]))
            chain = next(inside, None)
            if chain is None:
                chains.append(chain := [])
            chain.append((self.price[group], self.rows.room[group], group, need))
        return found

    @cached_property
    def _low(self) -> Key:
        """The bits of the ranks that runs link with the lowest one: what is above is planned by itself."""
        edge = 0
        for place in range(len(self.rows.book.ranks)):
            for chain in self._runs.get(place, ()) if place <= edge else ():
                edge = max(edge, chain[-1][2].top)
        return (1 << 4 * edge + 4) - 1

    @cached_property
    def _carriers(self) -> list[tuple[int, int]]:
        """The numbers of equal cards to which groups may be attached, and to how many."""
        most = {count: max((room for _, room, _ in self._alike[0, count]), default=0) for count in range(1, 5)}
        return [(count, room) for count, room in most.items() if room]

    # --- splitting

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
        low = hand & self._low
        room = min(8, sum([room * equal(hand, count) for count, room in self._carriers]))
        best, lowest = (NOTHING, NOTHING), 1e9
        above = self._part(hand ^ low, room)
        for part in self._part(low, room):
            for other in above:
                if part[1] + other[1] <= 0 and part[0] + other[0] < lowest:
                    best, lowest = (part, other), part[0] + other[0]
        return Split(lowest, best[0][2] + best[1][2], best[0][3] + best[1][3])

    def _part(self, hand: Key, room: int) -> tuple[Part, ...]:
        """The ways to play some ranks, without those than which another is cheaper and has less to attach.

        ``room`` is the greatest number of groups that the whole hand could attach.
        """
        parts = self._parts[room]
        known = parts.get(hand)
        if known is not None:
            return known
        low = (hand & -hand).bit_length() - 1 >> 2
        count = hand >> 4 * low & 15
        found = self._alone(hand, count, low, room)
        runs: list[Part] = []
        full = hand | EIGHTS
        for chain in self._runs.get(low, ()):
            for cost, extra, group, need in chain:
                if full - need & EIGHTS != EIGHTS:
                    break
                rest = hand - need
                runs += [
                    (price + cost, lack - extra, (group, *groups), attached)
                    for price, lack, groups, attached in parts.get(rest) or self._part(rest, room)
                ]
        if runs:
            found = _undominated([*found, *runs])
        parts[hand] = found
        self._kept += 1
        return found

    def _alone(self, hand: Key, count: int, place: int, room: int) -> tuple[Part, ...]:
        """The ways to play the cards of the lowest rank together, and then the rest."""
        some = self._alike[place, count]
        used = some[0][2].copies if some else count
        rest = hand - (used << 4 * place)
        parts = self._parts[room].get(rest) or self._part(rest, room)
        found: list[Part] = []
        for cost, more, group in some:
            found += [(price + cost, lack - more, (group, *groups), held) for price, lack, groups, held in parts]
        if room and used in self.rows.kickers:
            cost, group = 0.02 * used + 0.002 * place, Group(used, 1, place)
            found += [
                (price + cost, lack + 1, groups, (group, *attached))
                for price, lack, groups, attached in parts
                if lack < room
            ]
        elif len(some) == 1:
            return tuple(found)
        if not found:  # no play can use the cards: they cost a turn and stay
            found = [(price + 1, lack, groups, attached) for price, lack, groups, attached in parts]
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
