"""The combinations of a climbing game: all of them, listed once from a table of kinds, with their order of strength."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Final, NamedTuple, overload

from dealt.cards import BLACK_JOKER, RANKS, SUITS, Card, Cards, Order, mask, members
from dealt.game import Action
from dealt.games.climbing.core import NONE, Table, beats, form, holding, over_row, span, taken, topped, traits
from dealt.games.climbing.kinds import BOMB, CHOP, Kind, Shape
from dealt.games.climbing.tree import nodes

# --- columns --------------------------------------------------------------------------------------------------------


class _Found(NamedTuple):
    kind: int
    by: tuple[int, ...]
    base: Cards
    body: str


class Combinations:
    """All combinations of a game, numbered by ``row`` from the weakest: by size, power and strength, bombs last.

    The attributes are columns, tuples indexed by row: ``cards`` is the card set, ``size`` the number of cards, ``kind``
    the index in ``kinds``, ``body`` the ranks of the run and ``top`` the last of them, after which a play is named. A
    row beats the rows of less ``strength`` in its ``group``; if its ``power`` is a bomb's, those of all groups, and if
    it is a chop's, some of them.

    Where suits mean nothing, a row stands for all card sets with its ranks and holds the first cards of each rank in
    the deck. ``canonical`` turns a hand into that form. A hand then contains a row if it contains its card set.

    With ``tops`` only the suits of a combination's highest rank count. A row then stands for all card sets that differ
    in the suits of other ranks, and holds the lowest of these: straights of twelve cards have millions.

    With ``equals`` a row is also beaten by those of its own strength. Where the order is turned, rows of kinds without
    a power are beaten by those of less strength.
    """

    def __init__(
        self, kinds: tuple[Kind, ...], deck: tuple[Card, ...], order: Order, largest: int, *, tops: bool = False,
        equals: bool = False,
    ) -> None:  # fmt: skip
        if tops and any(kind.kicker or kind.suited for kind in kinds):
            raise ValueError("where only the suits of the highest rank count, there are no kickers and no flushes")
        self.kinds, self.packs = kinds, 1
        self.order = order
        self._largest = largest
        self.tops = suits_of(order) if tops else NONE
        self._equals = equals
        self._deck = mask(deck)
        place = {one: order.strength(one) for one in sorted(deck, key=order.strength)}
        self._of = {letter: [one for one in place if _letter(one) == letter] for letter in order.ranks}
        self._first = {letter: [mask(same[:n]) for n in range(len(same) + 1)] for letter, same in self._of.items()}
        self._levels = [(first[-1], first) for first in self._first.values()]
        self.ranks = tuple(same for same, _ in self._levels)
        """All cards of each rank, the lowest rank first."""
        self._suit = {one: at % 4 if order.suits else 0 for one, at in place.items()}
        self._number(self._read(largest), {1 << one: 1 << at for one, at in place.items()})
        self._held: dict[Cards, tuple[int, ...]] = {}
        self._room: list[tuple[list[int], list[int]]] = []
        """Lists to find rows in, which no search uses now."""

    def _number(self, found: Mapping[Cards, _Found], to: Mapping[Cards, Cards]) -> None:
        """Make the columns of these combinations; ``to`` are the cards by their strength."""
        kinds, low = self.kinds, {held: _moved(held, to) for held in found}

        def weakness(held: Cards) -> tuple[int, int, int, int, tuple[int, ...], int]:
            at, power = found[held], kinds[found[held].kind].power
            if power >= CHOP:
                return power, 0, 0, at.kind, at.by, low[held]
            return 0, held.bit_count(), power, at.kind, at.by, low[held]

        self.cards = tuple(sorted(found, key=weakness))
        self.size = tuple(held.bit_count() for held in self.cards)
        self.kind = tuple(found[held].kind for held in self.cards)
        self.body = tuple(found[held].body for held in self.cards)
        self.top = tuple(body[-1] for body in self.body)
        self.power = tuple(kinds[number].power for number in self.kind)
        groups: dict[tuple[int, int], int] = {}
        self.group = tuple(
            groups.setdefault((size if power < CHOP else 0, -1 if 0 < power < CHOP else number), len(groups))
            for size, power, number in zip(self.size, self.power, self.kind, strict=True)
        )
        steps: dict[tuple[int, int, tuple[int, ...]], int] = {}
        self.strength = tuple(
            steps.setdefault((group, found[held].kind, found[held].by), len(steps))
            for group, held in zip(self.group, self.cards, strict=True)
        )
        self._end = {group: row + 1 for row, group in enumerate(self.group)}
        self.table = self._table([low[held] for held in self.cards])
        self._rows = {held: row for row, held in enumerate(self.cards if self.tops >= 0 else self.table.cards)}
        self._plays = tuple(Action("play", held) for held in self.cards)

    def _table(self, places: Sequence[int]) -> Table:
        """The columns as the core has them. ``places`` are the cards of each row by their strength."""
        forms, tops = tuple(map(form, self.cards)), self.tops >= 0
        suits = bool(self.order.suits)
        held = tuple(map(self._highest, self.cards)) if tops else self.cards if suits else forms
        after = {strength: row + 1 for row, strength in enumerate(self.strength)}
        first_of = {strength: row for row, strength in reversed([*enumerate(self.strength)])}
        above, below = (first_of, after) if self._equals else (after, first_of)
        begins = {group: row for row, group in reversed([*enumerate(self.group)])}
        stronger = tuple(above[strength] for strength in self.strength)
        turned = [self.power[row] == 0 for row in range(len(held))]
        least = forms if tops else (0,) * len(held)
        has = forms if tops else tuple(traits(suits, some) for some in held)
        tree = nodes(held, has, places, (self.kind, self.size), self.body, least)
        ends = tuple(self._end[group] for group in self.group)
        first = sum(power < CHOP for power in self.power)
        return Table(
            held,
            self.size,
            self.strength,
            stronger,
            ends,
            tuple(max(end, first + bisect_left(self.power[first:], self._chop(row))) for row, end in enumerate(ends)),
            forms if tops else (),
            first,
            tuple(tree),
            (*(place for place in range(0, len(tree), 4) if tree[place + 2] >= 0), len(tree)),
            tuple(begins[group] if turned[row] else stronger[row] for row, group in enumerate(self.group)),
            tuple(below[each] if turned[row] else ends[row] for row, each in enumerate(self.strength)),
            tuple(dict(self.kinds[self.kind[row]].does).get(self.body[row], 0) for row in range(len(held)))
            if self.does
            else (),
        )

    def _chop(self, row: int) -> int:
        """The least power that beats a row whatever its size."""
        return dict(self.kinds[self.kind[row]].chopped).get(self.body[row], BOMB)

    @cached_property
    def does(self) -> bool:
        """Does any play do something beside being played?"""
        return any(kind.does for kind in self.kinds)

    def _highest(self, held: Cards) -> Cards:
        """Of some cards those of their highest rank."""
        return next(held & same for same in reversed(self.ranks) if held & same)

    # --- listing

    def _read(self, largest: int) -> dict[Cards, _Found]:
        """Every combination of at most ``largest`` cards, by card set, each as the last kind that it fits."""
        found: dict[Cards, _Found] = {}
        for number, kind in enumerate(self.kinds):
            for place, body in enumerate(kind.run or self.order.ranks):
                if kind.size(body) <= largest:
                    for held, base, shape in self._spread(kind, place, body):
                        found[held] = _Found(number, kind.by(shape), base, body)
        return found

    def _spread(self, kind: Kind, place: int, body: str) -> Iterator[tuple[Cards, Cards, Shape]]:
        """All combinations of a kind with one run: the card set, its part that makes the run, and its features."""
        top = self.order.ranks.index(body[-1])
        attached = list(self._attached(kind, body))
        for base in self._choices(kind, dict.fromkeys(body, kind.copies)):
            suit = max(self._suit[one] for one in self._of[body[-1]] if base >> one & 1)
            for counts in attached:
                shape = Shape(place, top, suit, tuple(sorted(map(self.order.ranks.index, counts), reverse=True)))
                for extra in self._choices(kind, counts):
                    yield base | extra, base, shape

    def _attached(self, kind: Kind, body: str) -> Iterator[Mapping[str, int]]:
        """All choices of kickers for a run, as the number of cards of each rank."""
        free = [letter for letter in self.order.ranks if letter not in body and len(self._of[letter]) >= kind.kicker]
        groups = len(body) * kind.kickers if kind.kicker else 0
        most = kind.kicker * (groups if kind.repeat else 1)
        longer = [k for k in free if body + k in kind.run or k + body in kind.run] if most >= kind.copies else []
        bombs: dict[str, list[tuple[str, int]]] = {}  # by their first rank: most kickers hold none of these
        for each, n in self._bombs:
            if n <= most and len(each) <= groups:
                bombs.setdefault(each[0], []).append((each, n))
        for some in (combinations_with_replacement if kind.repeat else combinations)(free, groups):
            counts = {letter: some.count(letter) * kind.kicker for letter in some}
            if (
                all(n <= len(self._of[letter]) for letter, n in counts.items())
                and not any(counts.get(k, 0) >= kind.copies for k in longer)
                and not any(
                    all(counts.get(k, 0) >= n for k in each)
                    for letter in counts
                    if letter in bombs
                    for each, n in bombs[letter]
                )
            ):
                yield counts

    @cached_property
    def places(self) -> list[int]:
        """The place of each row when the largest combinations come last, the strongest of one size after the others."""
        order = sorted(range(len(self.cards)), key=lambda row: (self.size[row], self.strength[row], -row))
        found = [0] * len(order)
        for place, row in enumerate(order):
            found[row] = place
        return found

    @cached_property
    def _bombs(self) -> list[tuple[str, int]]:
        rows = [kind for kind in self.kinds if kind.power >= CHOP and not kind.kicker]
        return [(body, kind.copies) for kind in rows for body in kind.run or self.order.ranks]

    def _choices(self, kind: Kind, counts: Mapping[str, int]) -> Iterable[Cards]:
        """All card sets with ``counts`` cards of each rank; one of them only where suits mean nothing."""
        if kind.suited and counts:
            flat = [one for letter in counts for one in self._of[letter]]
            same = ([one for one in flat if one & 3 == suit] for suit in range(4))
            return [mask(some) for some in same if len(some) == len(counts)]
        if not self.order.suits:
            enough = all(n <= len(self._of[letter]) for letter, n in counts.items())
            return [sum([self._first[letter][n] for letter, n in counts.items()])] if enough else []
        top = max(counts, key=self.order.ranks.index, default="") if self.tops >= 0 else ""
        parts = [
            [mask(some) for some in combinations(self._of[letter], n)][: None if top in ("", letter) else 1]
            for letter, n in counts.items()
        ]
        return map(sum, product(*parts))

    # --- what a hand holds

    def canonical(self, held: Cards) -> Cards:
        """The set itself; where suits mean nothing, the first cards of the same ranks in the deck.

        Where only those of the highest rank count, the others alone are changed.
        """
        if self.tops >= 0:
            top = self._highest(held) if held else 0
            return top | sum([first[(held & same).bit_count()] for same, first in self._levels if not same & top])
        if self.order.suits:
            return held
        return sum([first[(held & same).bit_count()] for same, first in self._levels])

    @cached_property
    def ranked(self) -> Combinations:
        """The same kinds where suits mean nothing: what planners of a hand look at, if few suits count."""
        some = self.kinds, tuple(members(self._deck)), Order(self.order.ranks, ""), self._largest
        return self if self.tops < 0 else shared_combinations(*some)

    def from_ranked(self, hand: Cards, rows: Iterable[int]) -> tuple[int, ...]:
        """The rows by which a hand plays some of :attr:`ranked`: the highest cards on top, the lowest below."""
        found, book = list[int](), self.ranked
        for row in rows:
            copies, body, some = book.kinds[book.kind[row]].copies, book.body[row], 0
            for letter in body:
                mine = self.order.sort(members(hand & mask(self._of[letter])))
                some |= mask(mine[:copies] if letter == body[-1] else mine[-copies:])
            hand &= ~some
            found.append(self._rows[self.canonical(some)])
        return tuple(found)

    def row(self, held: Cards) -> int | None:
        """The row of exactly these cards; None if they are no combination."""
        if held & ~self._deck:
            return None
        if self.tops >= 0:
            return self._rows.get(self.canonical(held))
        return self._rows.get(held if self.order.suits else _form(held))

    def in_order(self, held: Cards) -> tuple[Card, ...]:
        """The cards of a combination as they lie on the table: its run from the top card down, then its kickers."""
        row = self.row(held)
        body = "" if row is None else self.body[row]
        high_to_low = self.order.sort(members(held))
        run = [one for letter in reversed(body) for one in high_to_low if _letter(one) == letter]
        return (*run, *(one for one in high_to_low if _letter(one) not in body))

    def rows_in(self, hand: Cards) -> tuple[int, ...]:
        """The rows that a hand contains, weakest first. Answers are cached."""
        suits = bool(self.order.suits)
        some = hand if suits else _form(hand)
        rows = self._held.get(some)
        if rows is None:
            size = len(self.cards) + 1
            found, sets = self._room.pop() if self._room else ([0] * size, [0] * size)
            rows = self._keep(some, tuple(found[: holding(self.table.tree, some, traits(suits, hand), found, sets, 0)]))
            self._room.append((found, sets))
        return rows

    def derive(self, hand: Cards, rest: Cards) -> None:
        """Cache ``rows_in(rest)``, filtered from the answer for ``hand``, of which ``rest`` is a part."""
        if self.tops >= 0:  # what is held of a row is more than its cards
            return
        if not self.order.suits:
            hand, rest = _form(hand), _form(rest)
        whole, some = self._held.get(hand), rest
        if whole is not None and some not in self._held:
            cards, gone = self.table.cards, ~some
            self._keep(some, tuple([row for row in whole if not cards[row] & gone]))

    def _keep(self, hand: Cards, rows: tuple[int, ...]) -> tuple[int, ...]:
        if len(self._held) >= 20_000:
            self._held.clear()
        self._held[hand] = rows
        return rows

    def beats(self, row: int, other: int, turned: int = 0) -> bool:
        """Does one row beat another?"""
        return beats(self.table, row, other, turned)

    def beating(self, rows: tuple[int, ...], other: int, turned: int = 0) -> tuple[int, ...]:
        """Those of ``rows`` (rising) that beat ``other``."""
        begin, end, bombs = span(rows, 0, len(rows), *over_row(self.table, other, turned))
        return rows[begin:end] + rows[bombs:]

    def play(self, hand: Cards, row: int) -> Action:
        """The action that plays a row from a hand, with cards that it holds."""
        if self.tops >= 0:
            cards = topped(self.tops, hand, self.table.cards[row], self.table.forms[row])
        else:
            cards = taken(bool(self.order.suits), hand, self.table.cards[row])
        return self._plays[row] if cards == self.cards[row] else Action("play", cards)

    def plays(self, hand: Cards, rows: Sequence[int]) -> list[Action]:
        """The actions that play these rows from a hand: :meth:`play` of each, at once.

        Where only the suits of the highest rank count, all plays that a row stands for, its own first.
        """
        if self.tops >= 0:
            return [
                self._plays[row] if some == self.cards[row] else Action("play", some)
                for row in rows
                for some in self._variants(hand, row)
            ]
        if self.order.suits:
            return [self._plays[row] for row in rows]
        mine: dict[Card, Cards] = {}
        for same, first in self._levels if rows else ():
            if (held := hand & same) != (written := first[held.bit_count()]):
                mine.update(zip(members(written), [1 << one for one in members(held)], strict=True))
        moved = sum([1 << one for one in mine])
        found: list[Action] = []
        for row in rows:
            held = self.cards[row]
            if other := held & moved:
                found.append(Action("play", held ^ other | sum([mine[one] for one in members(other)])))
            else:
                found.append(self._plays[row])
        return found

    def _variants(self, hand: Cards, row: int) -> Iterable[Cards]:
        """All card sets of a hand that a row stands for, the lowest first."""
        copies, top = self.kinds[self.kind[row]].copies, self.table.cards[row]
        lower = [hand & mask(self._of[letter]) for letter in self.body[row][:-1]]
        parts = [[mask(some) for some in combinations(self.order.sort(members(each))[::-1], copies)] for each in lower]
        return [top | sum(some) for some in product(*parts)]


class Plays(Sequence[Action]):
    """The plays of some rows from a hand, and perhaps a pass: each is made when it is asked for.

    Where suits mean nothing a hand has many of them, and whoever plays at random wants one.
    """

    __slots__ = ("_book", "_hand", "_made", "_more", "_rows")

    def __init__(self, book: Combinations, hand: Cards, rows: Sequence[int], more: Sequence[Action]) -> None:
        self._book, self._hand, self._rows, self._more = book, hand, rows, more
        self._made: list[Action] | None = None

    def _all(self) -> list[Action]:
        if self._made is None:
            self._made = [*self._book.plays(self._hand, self._rows), *self._more]
        return self._made

    def __len__(self) -> int:
        return len(self._rows) + len(self._more)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all())

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> list[Action]: ...

    def __getitem__(self, place: int | slice) -> Action | list[Action]:
        if self._made is None and isinstance(place, int) and place >= 0:
            rows = self._rows
            return self._book.play(self._hand, rows[place]) if place < len(rows) else self._more[place - len(rows)]
        return self._all()[place]

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, Plays) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._all())


_form: Final = lru_cache(maxsize=8192)(form)
"""The same hands are asked about again and again."""


@lru_cache(maxsize=64)
def shared_combinations(
    kinds: tuple[Kind, ...], deck: tuple[Card, ...], order: Order, largest: int, tops: bool = False,
    equals: bool = False,
) -> Combinations:  # fmt: skip
    """The combinations of these kinds, cached: games that differ only in other rules share them."""
    return Combinations(kinds, deck, order, largest, tops=tops, equals=equals)


def suits_of(order: Order) -> int:
    """The suits of an order from low to high, two bits each."""
    return sum(SUITS.index(suit) << 2 * n for n, suit in enumerate(order.suits))


def _letter(one: Card) -> str:
    return RANKS[one >> 2] if one < BLACK_JOKER else "BR"[one - BLACK_JOKER]


def _moved(some: int, to: Mapping[int, int]) -> int:
    """A set whose members stand for others."""
    found = 0
    while some:
        lowest = some & -some
        found |= to[lowest]
        some ^= lowest
    return found
