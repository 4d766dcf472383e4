"""Solitaires of columns as a machine of steps, which are moves of cards and turns of the stock.

What may be done and what comes of it is :mod:`dealt.games.tableau.core`, whose tables are those of the loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import at
from dealt.game import Game, Seat
from dealt.games.tableau import Tableau, TableauRow, TableauState
from dealt.games.tableau.core import (
    AT_HOME,
    CARDS,
    CELL,
    CODES,
    COLUMN,
    DECK,
    DOWN,
    HIGH,
    HOME,
    NONE,
    NUMBERS,
    PASSES,
    POINTS,
    SIZE,
    STOCK,
    TALON,
    TALON_SIZE,
    TURNED,
    WIDTH,
    begin,
    legal,
    over,
)
from dealt.games.tableau.core import home as home_of
from dealt.games.tableau.core import settle as points_of
from dealt.games.tableau.core import step as carried_out
from dealt.kernels.arrays import blank
from dealt.kernels.course import Course, Plan
from dealt.kernels.draws import ROOM, shuffle_part
from dealt.kernels.loops import OVER, TURN, Machine, loops
from dealt.shapes import Bytes, ByteTable, Fixed, Longs, LongTable, Numbers, RealTable, Workspace

COUNT: Final = WIDTH
"""The number of actions there are."""
MOST_MOVES: Final = 2000
"""The number of moves of a deal that are kept."""


class TableauDeals(NamedTuple):
    """What :func:`simulate` returns for a solitaire of columns: a row for each deal, in arrays in the same order."""

    packs: ByteTable
    """(n, deck) of int8: the pack, the card that is dealt first first. Without ``moves`` (n, 0)."""
    moves: LongTable
    """(n, 2000) of int64: the code of each action, as ``Tableau.action`` has it; -1 after the last. Without ``moves``
    (n, 0)."""
    played: Longs
    """(n,) of int64: the number of actions. Of a deal with more than 2000 the others are not told."""
    home: Bytes
    """(n,) of int8: the number of cards that came home."""
    scores: RealTable
    """(n, 1) of float64: as ``Game.score`` has it."""


class Rules(NamedTuple):
    """The rules as numbers, and the cards of the deck as the core numbers them."""

    row: TableauRow
    deck: Longs


class Room(NamedTuple):
    words: Longs
    pack: Longs
    codes: Longs
    """What may be done at the table that was looked at last."""


class Spots(NamedTuple):
    """Where each field of an observation begins, and the number of columns for cards."""

    columns: int
    turn: int
    cells: int
    piles: int
    stock: int
    passes: int
    points: int


def deal(rules: Rules, to: Room, t: Numbers) -> None:
    """Shuffle, and deal."""
    for place in range(len(rules.deck)):
        to.pack[place] = rules.deck[place]
    shuffle_part(to.words, to.pack, len(rules.deck))
    begin(rules.row, to.pack, t)
    enter(rules, to, t)


def enter(rules: Rules, to: Room, t: Numbers) -> None:
    """Find what may be done. Where that is nothing the deal is over."""
    t[COUNT] = 0 if over(rules.row, t) else legal(rules.row, t, to.codes)
    t[TURN] = 0 if t[COUNT] > 0 else OVER


def many(rules: Rules, to: Room, t: Numbers) -> int:
    return t[COUNT]


def choice(rules: Rules, to: Room, t: Numbers, k: int) -> int:
    return to.codes[at(k)]


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    carried_out(rules.row, t, code)
    enter(rules, to, t)


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    scores[0] = float(points_of(rules.row, t))


def opened(rules: Rules, to: Room, t: Numbers, out: TableauDeals, k: int) -> None:
    for place in range(len(out.packs[k])):
        out.packs[k][place] = CARDS[at(to.pack[place])]


def acted(rules: Rules, to: Room, t: Numbers, out: TableauDeals, k: int, done: int, code: int) -> None:
    if done < len(out.moves[k]):
        out.moves[k][done] = code


def closed(rules: Rules, to: Room, t: Numbers, out: TableauDeals, k: int, done: int) -> None:
    for place in range(done, len(out.moves[k])):
        out.moves[k][place] = -1
    out.played[k], out.home[k] = done, home_of(t)


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any) -> None:
    """Write what is seen: all but cards face down, and the stock until one has gone through it."""
    row = rules.row
    out[spots.turn] = 1 if t[TURN] != OVER else 0
    for cell in range(row.cells):
        if t[at(CELL + cell)] != NONE:
            out[spots.cells + spots.columns * cell + column[CARDS[at(t[at(CELL + cell)])]]] = 1
    for pile in range(row.columns):
        for place in range(t[at(DOWN + pile)], t[at(SIZE + pile)]):
            one = t[at(COLUMN + HIGH * pile + place)]
            out[spots.piles + spots.columns * pile + column[CARDS[at(one)]]] = place + 1
    for suit in range(4):
        for value in range(t[at(HOME + suit)]):
            out[spots.piles + spots.columns * (row.columns + suit) + column[CARDS[at(4 * value + suit)]]] = value + 1
    if row.draw > 0:
        for place in range(t[TURNED]):
            one = t[at(TALON + place)]
            out[spots.piles + spots.columns * (row.columns + 4) + column[CARDS[at(one)]]] = place + 1
        out[spots.stock] = t[TALON_SIZE] - t[TURNED]
    if row.passes > 0:
        out[spots.passes] = row.passes - t[PASSES]
    if row.scoring > 0:
        out[spots.points] = t[POINTS] if row.scoring == 1 else points_of(row, t)


KERNELS: Final = loops(
    __name__, Machine(Rules, Room, deal, many, choice, step, settle, enter), spots=Spots, observe=observe,
    record=TableauDeals, opened=opened, acted=acted, closed=closed,
)  # fmt: skip


# --- games and states -------------------------------------------------------------------------------------------------


class TableauCourse(Course[Tableau, TableauState]):
    """A solitaire of columns whose deals come by chance alone."""

    loops = KERNELS
    width = WIDTH + 1

    def __init__(self, game: Tableau) -> None:
        super().__init__(game)
        if game.fixed or game.deals != "any":
            raise ValueError(f"there is no kernel for {game.name}: it deals by chance, and these deals are chosen")
        self.rules = Rules(game.row, Fixed(sorted(NUMBERS[one] for one in game.deck)))

    def room(self) -> Room:
        return Room(Workspace(ROOM), Workspace(DECK), Workspace(CODES))

    def record(self, n: int, *, moves: bool) -> TableauDeals:
        return blank(TableauDeals, n, 1, packs=len(self.game.deck) if moves else 0, moves=MOST_MOVES if moves else 0)

    # --- many tables

    def ids(self, plan: Plan) -> list[int]:
        """The ids of actions by code; those of cards that the deck lacks have none."""
        return [plan.ids.get(str(self.game.action(code)), -1) if self._is(code) else -1 for code in range(CODES)]

    def _is(self, code: int) -> bool:
        """Is there such an action?"""
        return code >= STOCK or code & 15 <= AT_HOME

    def spots(self, plan: Plan) -> Spots:
        return Spots(len(self.game.deck), *(plan.spots.get(each, 0) for each in Spots._fields[1:]))

    # --- tables and states

    def state(self, row: Sequence[int]) -> TableauState:
        return TableauState((0, 0, *map(int, row[2:WIDTH])))

    def numbers(self, state: TableauState) -> list[int]:
        t = [*state.table, 0]
        enter(self.rules, self.room(), t)
        return t


def course_of(game: Game[Any]) -> TableauCourse | None:
    return TableauCourse(game) if isinstance(game, Tableau) else None
