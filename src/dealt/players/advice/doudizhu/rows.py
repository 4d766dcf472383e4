"""The rows of the table as numbers of ranks: what a look-ahead asks of the game thousands of times a second.

No rule of play stands here. Which plays there are, which of them beat which, and what may be attached to what is read
from :class:`~dealt.games.climbing.Combinations` and its core, so that a rule changed there is changed here.

Suits mean nothing in this game: a hand is a number with four bits a rank, its :data:`Key`, the lowest rank in the
lowest bits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from dealt.cards import Cards
from dealt.games.climbing import BOMB, Combinations
from dealt.games.climbing.core import span

Key = int

ONES: Final = sum(1 << 4 * place for place in range(15))
SEVENS, EIGHTS = 7 * ONES, 8 * ONES
"""The highest bit of every rank, which no number of cards has: ``EIGHTS`` less such a number borrows nothing else."""
KEPT: Final = 50_000
"""The number of attached cards that are remembered."""


def holds(hand: Key, some: Key) -> bool:
    """Does a hand hold these cards?"""
    return (hand | EIGHTS) - some & EIGHTS == EIGHTS


def equal(hand: Key, count: int) -> int:
    """The number of ranks of which a hand holds exactly ``count`` cards, at least one."""
    return 15 - ((hand ^ count * ONES) + SEVENS & EIGHTS).bit_count()


class Group(NamedTuple):
    """Cards that are planned together: ``copies`` cards of each rank of a run up to the place ``top``.

    ``width`` is the number of its ranks or, if these are more, of the groups that may be attached to it: that tells
    four of a rank with two groups attached from a bomb.
    """

    copies: int
    width: int
    top: int


class Figure(NamedTuple):
    """The rows that differ only in what is attached: those of a kind with one run."""

    number: int
    group: Group
    need: Key
    """The cards of its run."""
    kicker: int
    """The number of equal cards in each attached group, 0 if nothing is attached."""
    room: int
    """The number of attached groups."""
    size: int
    bomb: bool
    rows: tuple[int, ...]


class Play(NamedTuple):
    """A row as a player sees it."""

    row: int
    figure: Figure
    group: Group
    taken: Key
    size: int
    bomb: bool


Candidate = tuple[Key, Play | None, Figure]
"""The cards of a figure's run, its only play if nothing is attached to it, and the figure."""


class Rows:
    """The table of a game in which suits mean nothing, by figures and groups."""

    def __init__(self, book: Combinations) -> None:
        self.book = book
        self._ranks = [(4 * place, held) for place, held in enumerate(book.ranks)]
        self.figures = self._figures()
        self._figure = {row: each for each in self.figures for row in each.rows}
        self.of: dict[Group, list[Figure]] = {}
        """The figures of each group, those with nothing attached first."""
        for each in sorted(self.figures, key=lambda each: (each.kicker, each.number)):
            self.of.setdefault(each.group, []).append(each)
        self.cards = {group: some[0].need for group, some in self.of.items()}
        """The cards of each group."""
        self.room = {group: max(each.room for each in some) for group, some in self.of.items()}
        """The number of groups that may be attached to each."""
        self.bombs = frozenset(each.group for each in self.figures if each.bomb)
        self.kickers = frozenset(each.kicker for each in self.figures) - {0}
        """The sizes of groups that may be attached to something."""
        self._plays: dict[int, Play] = {}
        self._over: dict[int, tuple[list[Candidate], list[Candidate], Key]] = {}
        self._attached: dict[tuple[int, Key], Play | None] = {}
        self._by_key: dict[int, dict[Key, int]] = {}

    def _figures(self) -> list[Figure]:
        book, found = self.book, dict[tuple[int, str], list[int]]()
        for row, which in enumerate(zip(book.kind, book.body, strict=True)):
            found.setdefault(which, []).append(row)
        figures: list[Figure] = []
        for (number, body), rows in found.items():
            kind, places = book.kinds[number], [book.order.ranks.index(letter) for letter in body]
            room = len(body) * kind.kickers if kind.kicker else 0
            group = Group(kind.copies, max(len(body), room), places[-1])
            need, size = sum(kind.copies << 4 * place for place in places), book.size[rows[0]]
            figures.append(Figure(len(figures), group, need, kind.kicker, room, size, kind.power >= BOMB, tuple(rows)))
        return figures

    # --- rows and cards

    def key(self, some: Cards) -> Key:
        """The number of cards of each rank in a set of cards."""
        found = 0
        for shift, same in self._ranks:
            if held := some & same:
                found |= held.bit_count() << shift
        return found

    def play(self, row: int) -> Play:
        """A row of the table."""
        known = self._plays.get(row)
        if known is None:
            figure = self._figure[row]
            taken = self.key(self.book.cards[row])
            known = self._plays[row] = Play(row, figure, figure.group, taken, figure.size, figure.bomb)
        return known

    def exactly(self, figure: Figure, taken: Key) -> Play | None:
        """The play of a figure with exactly these cards; None if the table has none."""
        known = self._by_key.get(figure.number)
        if known is None:
            known = self._by_key[figure.number] = {self.play(row).taken: row for row in figure.rows}
        row = known.get(taken)
        return None if row is None else self.play(row)

    def single(self, hand: Key) -> Play | None:
        """The lowest card of a hand as a play; None if the table has no such row."""
        place = (hand & -hand).bit_length() - 1 >> 2
        some = self.of.get(Group(1, 1, place))
        return self.exactly(some[0], 1 << 4 * place) if some else None

    # --- what a hand may play

    def over(self, row: int) -> tuple[list[Candidate], list[Candidate], Key]:
        """The figures that beat a row, weakest first: those of its own group, then bombs.

        Last comes a set of bits: a hand without any of them holds none of these bombs.
        """
        table = self.book.table
        known = self._over.get(table.strength[row])
        if known is None:
            whole = range(len(table.size))
            begin, end, bombs = span(whole, 0, len(whole), table.stronger[row], table.end[row], table.bombs)
            above = {self._figure[each].number for each in (*range(begin, end), *range(bombs, len(whole)))}
            some = [each for each in self.figures if each.number in above]
            own, more = (
                [
                    (each.need, None if each.kicker else self.play(each.rows[0]), each)
                    for each in some
                    if each.bomb == bomb
                ]
                for bomb in (False, True)
            )
            signs = 0
            for need, _, _ in more:
                signs |= _signs(need)
            known = self._over[table.strength[row]] = own, more, signs
        return known

    def beating(self, hand: Key, row: int) -> list[Play]:
        """The plays in a hand that beat a row, weakest first, each with what the hand needs least attached."""
        own, bombs, signs = self.over(row)
        full, found = hand | EIGHTS, list[Play]()
        for some in (own, bombs) if hand & signs else (own,):
            for need, plain, each in some:
                if full - need & EIGHTS == EIGHTS and (play := plain or self.dressed(each, hand)):
                    found.append(play)
        return found

    def dressed(self, figure: Figure, hand: Key) -> Play | None:
        """A figure that a hand holds as a play, with what the hand needs least attached; None if that is too little."""
        if not figure.kicker:
            return self.play(figure.rows[0])
        which = figure.number, hand
        if which not in self._attached:
            if len(self._attached) >= KEPT:
                self._attached.clear()
            self._attached[which] = self._attach(figure, hand)
        return self._attached[which]

    def _attach(self, figure: Figure, hand: Key) -> Play | None:
        """The groups needed least of all; if the table has no such row, of all rows in the hand the one needed least.

        A group that is all the hand has of a rank is needed less than one out of more, and that less than one out of
        four. The lower rank is needed less.
        """
        kicker, price = figure.kicker, dict[int, int]()
        for place in range(len(self._ranks)):
            count = hand >> 4 * place & 15
            if count >= kicker and not figure.need >> 4 * place & 15:
                price[place] = place + (0 if count == kicker else 20 if count < 4 else 60)
        cheapest = sorted(price, key=price.__getitem__)[: figure.room]
        play = self.exactly(figure, figure.need + sum(kicker << 4 * place for place in cheapest))
        if play is not None:
            return play
        if sum((hand >> 4 * place & 15) // kicker for place in price) < figure.room:
            return None
        best: tuple[int, int] | None = None
        for row in figure.rows:
            taken = self.play(row).taken
            if holds(hand, taken):
                extra = taken - figure.need
                cost = sum((extra >> 4 * place & 15) // kicker * more for place, more in price.items())
                best = min(best or (cost, row), (cost, row))
        return None if best is None else self.play(best[1])

    def instead(self, hand: Key, group: Group) -> Play:
        """A play for a group that a hand cannot play as it stands: the largest row in it, else in the hand."""
        for some in (self.cards[group], hand):
            held = [each for each in self.figures if holds(some, each.need)]
            for each in sorted(held, key=lambda each: -each.size):
                if (play := self.dressed(each, some)) is not None:
                    return play
        raise ValueError("no row of the table lies in this hand")


def _signs(need: Key) -> Key:
    """The bits of the highest rank of some cards, one of which is set where a hand has as many cards of it."""
    place = need.bit_length() - 1 >> 2
    found = 0
    for count in range(need >> 4 * place, 5):
        found |= count << 4 * place
    return found


@lru_cache(maxsize=8)
def rows_of(book: Combinations) -> Rows:
    """The rows of a table; games that share a table share them."""
    return Rows(book)
