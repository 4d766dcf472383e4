"""The combinations of several packs with wild cards: rows are numbers of cards by rank.

Two packs with two wild cards have more plays than anybody can list, and two hundred rows: which ranks a play has, and
how many cards of each. A wild card makes up for any missing card but a joker. So cards may be read as several rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from operator import and_
from typing import Any, Final, NamedTuple

from dealt.cards import COPY, RANKS, Card, Cards, Order, mask, members, rank
from dealt.game import Action
from dealt.games.climbing import counts
from dealt.games.climbing.combinations import Combinations
from dealt.games.climbing.kinds import BOMB, Kind, Shape

JOKERS: Final = "BR"
LETTERS: Final = RANKS + JOKERS
AS: Final = "play as "
"""What the verb of a play begins with whose cards are read as something else than the strongest that they can be."""

_RED: Final = COPY - 1
"""The place of the red joker in a pack, and in a half."""
_RED_THERE: Final = 4 * (len(LETTERS) - 1)
_PACK: Final = (1 << COPY) - 1
_NO_RED: Final = (1 << _RED) - 1


class _Row(NamedTuple):
    power: int
    size: int
    kind: int
    by: tuple[int, ...]
    body: str
    needs: tuple[int, ...]


def halves(some: Cards) -> tuple[int, int]:
    """The first and the second copies among some cards, as :mod:`dealt.games.climbing.counts` has them."""
    one, other = some & _PACK, some >> COPY
    return one & _NO_RED | one >> _RED << _RED_THERE, other & _NO_RED | other >> _RED << _RED_THERE


def joined(one: int, other: int) -> Cards:
    """The cards of two halves.

    >>> from dealt.cards import WITH_JOKERS, mask, shoe
    >>> joined(*halves(mask(shoe(2, WITH_JOKERS)))) == mask(shoe(2, WITH_JOKERS))
    True
    """
    one = one & _NO_RED | one >> _RED_THERE << _RED
    return one | (other & _NO_RED | other >> _RED_THERE << _RED) << COPY


def counted(some: Cards, wild: Cards) -> tuple[int, ...]:
    """The number of cards of each rank, wild cards left out; the number of those comes last.

    >>> from dealt.cards import cards
    >>> counted(cards("2h 2c 3d 3d'1 RJ"), cards("2h 2h'1"))
    (1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1)
    """
    has = tallied(some & ~wild)
    return (*(has >> 4 * each & 15 for each in range(len(LETTERS))), (some & wild).bit_count())


def tallied(some: Cards) -> int:
    """The numbers of cards by rank, as kernels have them."""
    one, other = halves(some)
    return counts.tally(one) + counts.tally(other)


def need_of(numbers: Mapping[int, int]) -> int:
    """A need of :class:`~dealt.games.climbing.counts.Table`: how many cards of each rank."""
    return sum((each | many << 4) << 8 * n for n, (each, many) in enumerate(numbers.items()))


def ranks_of(need: int) -> list[tuple[int, int]]:
    """The ranks of a need, and how many cards of each."""
    return [(need >> at & 15, need >> at + 4 & 15) for at in range(0, need.bit_length(), 8)]


def unary_need(need: int) -> tuple[int, int]:
    """A need as hands are compared with it."""
    few = sum((1 << min(many, 4)) - 1 << 4 * each for each, many in ranks_of(need))
    more = sum((1 << min(many, 8) - 4) - 1 << 4 * each for each, many in ranks_of(need) if many > 4)
    return few, more | sum(
        (1 << many - counts.MOST) - 1 << counts.SUIT for _, many in ranks_of(need) if many > counts.MOST
    )


# --- the table -------------------------------------------------------------------------------------------------------


class WildCombinations(Combinations):
    """All rows of a game with wild cards, from the weakest, bombs last, with what they say of a hand.

    ``wild`` are the wild cards, all of one rank: alone they are of that rank. ``order`` has the ranks as single cards
    compare, runs go by what kinds say. Among kinds of one size none has a power but bombs. Cards that are of one suit
    are read as a run of that suit only, where there is such a kind.

    >>> from dealt.cards import cards, shoe
    >>> kinds = Kind("single"), Kind("pair", 2), Kind("bomb", 4, power=BOMB)
    >>> book = WildCombinations(kinds, shoe(2), Order("3456789TJQKA2", ""), cards("2h 2h'1"))
    >>> hand = cards("2h 5c 5d")
    >>> [str(each) for each in book.plays(hand, book.rows_in(hand))]
    ['play 5c', 'play 2h', 'play 5c5d', 'play 2h5c']
    """

    def __init__(self, kinds: tuple[Kind, ...], deck: tuple[Card, ...], order: Order, wild: Cards) -> None:
        self.kinds, self.order, self.wild, self.tops = kinds, order, wild, -1
        self.packs = 1 + max(deck) // COPY
        self._deck = mask(deck)
        if self.packs > 2 or wild.bit_count() > counts.MOST_WILD:
            raise ValueError(f"there are two packs at most, and {counts.MOST_WILD} wild cards")
        self._alone = rank((wild & -wild).bit_length() - 1) if wild else -1
        rows = sorted(self._listed(tallied(self._deck & ~wild), wild.bit_count()))
        self.size = tuple(row.size for row in rows)
        self.kind = tuple(row.kind for row in rows)
        self.body = tuple(row.body for row in rows)
        self.top = tuple(body[-1] for body in self.body)
        self.power = tuple(row.power for row in rows)
        self.strength = tuple(range(len(rows)))
        self.first_bomb = sum(power < BOMB for power in self.power)
        self.rows = self._in_numbers(rows)
        self._found = lru_cache(maxsize=8192)(self._find)
        self.readings = lru_cache(maxsize=8192)(self._readings)

    def _listed(self, has: int, wilds: int) -> Iterator[_Row]:
        """The rows that a whole deck can make."""
        for number, kind in enumerate(self.kinds):
            if kind.kicker and (kind.run or kind.kickers > 1):
                raise ValueError("with wild cards only one rank at a time has something attached to it")
            for place, body in enumerate(kind.run or self.order.ranks):
                base = {LETTERS.index(letter): kind.copies for letter in body}
                more = [each for each in range(len(LETTERS)) if kind.kicker and each not in base]
                needs = [need_of(base | {each: kind.kicker}) for each in more] or [need_of(base)]
                fine = tuple(each for each in needs if counts.lacking(*unary_need(each), *counts.unary(has)) <= wilds)
                if fine:
                    top = self.order.ranks.index(body[-1])
                    yield _Row(kind.power, kind.size(body), number, kind.by(Shape(place, top, 0, ())), body, fine)

    def _in_numbers(self, rows: Sequence[_Row]) -> counts.Table:
        """The rows as numbers."""
        kinds, bombs, many = self.kinds, self.first_bomb, len(rows)
        flushes = {row.body for row in rows if kinds[row.kind].suited}
        flags, ends = list[int](), list[int]()
        for place, row in enumerate(rows):
            suited, single = kinds[row.kind].suited, len(row.body) == 1
            apart = row.body in flushes and kinds[row.kind].copies == 1 and not suited
            alone = single and not kinds[row.kind].kicker and row.needs[0] & 15 == self._alone
            flags.append(counts.SUITED * suited | counts.APART * apart | counts.ALONE * alone)
            ends.append(next((n for n in range(place, many) if rows[n][1:3] != row[1:3]), many))
        needs = [need for row in rows for need in row.needs]
        few, more = zip(*map(unary_need, needs), strict=True)
        least = tuple(reduce(and_, (unary_need(need)[0] for need in row.needs)) for row in rows)
        return counts.Table(
            self.size, tuple(ends), tuple(max(bombs, place + 1) for place in range(many)), tuple(flags),
            tuple(accumulate((len(row.needs) for row in rows), initial=0)),
            tuple(needs), few, more, least, tuple(kinds[row.kind].copies for row in rows),
        )  # fmt: skip

    # --- what a hand holds

    def _find(self, hand: Cards) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The rows in a hand, each as often as there are ways to play it, and these ways."""
        rows, ways = _Growing(), _Growing()
        wilds = (hand & self.wild).bit_count()
        many = len(self.size)
        counts.list_ways(self.rows, 0, many, many, many, *halves(hand & ~self.wild), wilds, rows, ways)
        return tuple(rows), tuple(ways)

    def rows_in(self, hand: Cards) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self._found(hand)[0]))

    def many(self, hand: Cards) -> int:
        """The number of plays of a hand that leads."""
        return len(self._found(hand)[0])

    def cards_of(self, hand: Cards, row: int, way: int) -> Cards:
        """The cards that play a row from a hand in a way."""
        real = counts.taken(self.rows, row, way, *halves(hand & ~self.wild))
        spent = counts.spent(self.rows, row, way)
        return joined(*real) | joined(*counts.first_wild(*halves(hand & self.wild), spent))

    # --- what cards are read as

    def _readings(self, some: Cards) -> tuple[int, ...]:
        """All rows that exactly these cards make, the strongest first."""
        if some & ~self._deck or not some:
            return ()
        size = some.bit_count()
        return tuple(row for row in reversed(self.rows_in(some)) if self.size[row] == size)

    def row(self, held: Cards) -> int | None:
        """The strongest row of exactly these cards."""
        return next(iter(self.readings(held)), None)

    def read(self, action: Action, last: int) -> int | None:
        """The row that an action plays on ``last``, which is below 0 for a lead: what it says, else the strongest."""
        rows = [row for row in self.readings(action.cards) if last < 0 or self.beats(row, last)]
        if not action.verb.startswith(AS):
            return next(iter(rows), None)
        return next((row for row in rows if self.verb(row) == action.verb), None)

    def verb(self, row: int) -> str:
        """How a play is called whose cards could be something stronger."""
        return f"{AS}{self.kinds[self.kind[row]].name} {self.top[row]}"

    @property
    def verbs(self) -> tuple[str, ...]:
        """All verbs of plays whose cards could be something stronger."""
        return tuple(self.verb(row) for row in range(len(self.size)) if self.weakens(row))

    def weakens(self, row: int) -> bool:
        """Can cards of this row also be a stronger one?"""
        several = len(self.body[row]) > 1 or self.kinds[self.kind[row]].kicker > 0
        return several and (self.power[row] < BOMB or self.kinds[self.kind[row]].suited)

    # --- plays

    def plays(self, hand: Cards, rows: Sequence[int]) -> list[Action]:
        """The plays of these rows from a hand, rising; last those whose cards can also be a stronger one."""
        wanted, ways = set(rows), zip(*self._found(hand), strict=True)
        found = [(row, self.cards_of(hand, row, way)) for row, way in ways if row in wanted]
        strongest = {some: row for row, some in found}
        alone = self._alone
        plain = [Action("play", some, read=(alone, row)) for some, row in strongest.items()]
        more = dict.fromkeys(
            Action(self.verb(row), some, read=(alone, row)) for row, some in found if strongest[some] != row
        )
        return [*plain, *more]

    def play(self, hand: Cards, row: int) -> Action:
        return self.plays(hand, [row])[0]

    def beats(self, row: int, other: int, turned: int = 0) -> bool:
        same = self.kind[row] == self.kind[other] and self.size[row] == self.size[other]
        return row > other and (same or row >= self.first_bomb)

    def beating(self, rows: tuple[int, ...], other: int, turned: int = 0) -> tuple[int, ...]:
        return tuple(row for row in rows if self.beats(row, other))

    def derive(self, hand: Cards, rest: Cards) -> None:
        """Rows are counted anew."""

    @property
    def places(self) -> list[int]:
        """The place of each row when the largest combinations come last, bombs after all others."""
        order = sorted(range(len(self.size)), key=lambda row: (row >= self.first_bomb, self.size[row], row))
        found = [0] * len(order)
        for place, row in enumerate(order):
            found[row] = place
        return found

    def span_of(self, kind: int) -> tuple[int, int]:
        """The first row of a kind and the one after its last."""
        return self.kind.index(kind), len(self.kind) - self.kind[::-1].index(kind)

    def needs_of(self, row: int) -> Sequence[int]:
        """The numbers of cards by rank any of which make a row, as its table has them."""
        first, after = self.rows.first[row : row + 2]
        found: Sequence[int] = self.rows.needs[first:after]
        return found

    def _ranks(self, some: Cards, row: int) -> list[tuple[int, int]]:
        """The ranks of a play as they lie on the table, and how many cards of each: a run from the top down."""
        has, wilds = counts.unary(tallied(some & ~self.wild)), (some & self.wild).bit_count()
        met = (each for each in self.needs_of(row) if counts.lacking(*unary_need(each), *has) == wilds)
        found = ranks_of(next(met, 0))
        return found[::-1] if len(self.body[row]) > 1 else found

    def lying(self, some: Cards, row: int) -> tuple[Card, ...]:
        """The cards of a play as they lie on the table: its run from the top card down, wild cards where they stand."""
        wilds, rest = list(members(some & self.wild)), list(members(some & ~self.wild))
        found = list[Card]()
        for each, count in self._ranks(some, row):
            same = [one for one in rest if rank(one) == each]
            found += same + [wilds.pop() for _ in range(count - len(same))]
        return tuple(found)

    def in_order(self, held: Cards) -> tuple[Card, ...]:
        row = self.row(held)
        return self.order.sort(members(held)) if row is None else self.lying(held, row)

    def stands(self, some: Cards, row: int) -> list[tuple[Card, str]]:
        """The wild cards among cards of several ranks that stand for others, each with that rank."""
        places = [each for each, count in self._ranks(some, row) for _ in range(count)]
        if len(set(places)) == 1:
            return []
        found = zip(self.lying(some, row), places, strict=True)
        return [(one, LETTERS[each]) for one, each in found if self.wild >> one & 1 and each != self._alone]


class _Growing(list[int]):
    """Room for as many numbers as there are."""

    def __setitem__(self, place: Any, value: Any) -> None:
        self.append(value)


@lru_cache(maxsize=64)
def shared_wild(kinds: tuple[Kind, ...], deck: tuple[Card, ...], order: Order, wild: Cards) -> WildCombinations:
    """The combinations of these kinds, cached: games that differ only in other rules share them."""
    return WildCombinations(kinds, deck, order, wild)
