"""The rules of solitaires of columns over whole numbers: what may be moved where, what a move does, what it scores.

Every function takes and returns numbers only, so that the same source runs as it stands and compiled: the game's verbs
call it bare, and simulations, environments and the solver call what :mod:`dealt.kernels.machine` runs of it. A *table*
is a row of numbers that holds all of a deal. A card is ``4 * value + suit`` here, with an ace 0 and a king 12, so that
what lies on each other differs by one value; ``CARDS`` and ``NUMBERS`` lead to the numbers that cards have elsewhere.
An action is a *code*: a card and the place it goes to, with all that lies on it; or ``STOCK``, ``AGAIN``, ``FINISH``.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple

from dealt.bits import at

MOST_COLUMNS, HIGH, DECK, MOST_CELLS = 10, 52, 52, 8
"""The most columns, cards in one, cards in all, and cells."""

# --- the places of a table; the first two belong to whoever plays many of them
IDLE, BEST, POINTS, PASSES, TURNED, TALON_SIZE = range(2, 8)
"""The actions since anything came forward, the most cards that were home, the points, how often the waste was turned
over, and of the talon (stock and waste) the number of cards that lie on the waste, and of all."""
HOME: Final = 8
"""The number of cards of each suit that are home."""
SIZE: Final = HOME + 4
DOWN: Final = SIZE + MOST_COLUMNS
"""The number of cards in each column, and of those face down."""
RUN: Final = DOWN + MOST_COLUMNS
"""The number of cards at the end of each column that can move together."""
CELL: Final = RUN + MOST_COLUMNS
"""The card in each cell, or ``NONE``."""
PLACE: Final = CELL + MOST_CELLS
"""Where each card is: the number of its column, or what follows here."""
TALON: Final = PLACE + DECK
"""The cards of the talon: the waste, its top last, and then the stock, its top first."""
COLUMN: Final = TALON + DECK
"""The cards of each column, from below."""
WIDTH: Final = COLUMN + MOST_COLUMNS * HIGH

NONE: Final = -1
IN_TALON, IN_CELL, AT_HOME = MOST_COLUMNS, MOST_COLUMNS + 1, MOST_COLUMNS + 2
"""Where a card can be but in a column; a card is also moved there, but not to the talon."""
TARGETS: Final = 16
"""Codes of a card are this times its number, and where it goes."""
STOCK, AGAIN, FINISH = TARGETS * DECK, TARGETS * DECK + 1, TARGETS * DECK + 2
"""Turn cards of the stock, turn the waste over, and carry home what nobody can need."""
CODES: Final = FINISH + 1

NUMBERS: Final = tuple((card + 4) % DECK for card in range(DECK))
CARDS: Final = tuple((card - 4) % DECK for card in range(DECK))
"""From a card's number elsewhere to that of this module, and back."""

ANY: Final = 2
"""In ``TableauRow.whole``: cards move together in order or not."""
WINS, STANDARD, VEGAS = range(3)
"""The ways to score."""
WON_BONUS: Final = 1000
"""What a deal that is won counts more in standard scoring: no deal that is lost comes to as much."""


class TableauRow(NamedTuple):
    """The rules of a game as numbers: what differs from one solitaire of columns to another; first as in Klondike."""

    columns: int = 7
    """The number of columns, 2 to 10."""
    cells: int = 0
    """The number of places for one card each, 0 to 8."""
    suited: int = 0
    """1 where columns are built down in suit, 0 where colours alternate."""
    kings: int = 1
    """1 where only the highest card may go to an empty column, 0 where any may."""
    whole: int = 1
    """2 where any card that lies face up moves with all that lies on it; 1 where these have to be in order; 0 where
    they do, and are no more than could be moved one by one over the free places."""
    draw: int = 1
    """The number of cards that are turned at once; 0 where there is no stock."""
    passes: int = 0
    """How often one may go through the stock; 0 for as often as one likes."""
    back: int = 1
    """1 where cards may come back from home."""
    scoring: int = 0
    """0 where a deal that is won counts 1; 1 for points; 2 for 5 a card that is home, less 1 for each of the deck."""
    steps: int = 1
    """1 where the columns are dealt as steps, the last card of each face up, and the others are the stock, or without
    one lie face up on all columns but the first; 0 where all cards are dealt in rows."""
    idle: int = 100
    """A deal is over after so many actions by which nothing comes forward."""
    cards: int = 52
    """The number of cards of the deck, which the game fills in; so it does the next."""
    top: int = 12
    """The value of the highest, from 0 for an ace to 12."""


def red(card: int) -> int:
    """1 for diamonds and hearts."""
    return (card ^ card >> 1) & 1


def fits(row: TableauRow, card: int, on: int) -> bool:
    """May a card lie on another in a column?"""
    if card >> 2 != (on >> 2) - 1:
        return False
    return card & 3 == on & 3 if row.suited else red(card) != red(on)


def last(t: Sequence[int], column: int) -> int:
    """The last card of a column that has any."""
    return t[at(COLUMN + HIGH * column + t[at(SIZE + column)] - 1)]


def waste(t: Sequence[int]) -> int:
    """The card on top of the waste, or ``NONE``."""
    return t[at(TALON + t[TURNED] - 1)] if t[TURNED] > 0 else NONE


def home(t: Sequence[int]) -> int:
    """The number of cards that are home."""
    return t[HOME] + t[HOME + 1] + t[HOME + 2] + t[HOME + 3]


def won(row: TableauRow, t: Sequence[int]) -> bool:
    """Are all cards home?"""
    return home(t) == row.cards


# --- the deal ---------------------------------------------------------------------------------------------------------


def begin(row: TableauRow, pack: Sequence[int], t: MutableSequence[int]) -> None:
    """Deal a pack of cards, as they are numbered here, the first one first."""
    for place in range(IDLE, WIDTH):
        t[place] = 0
    for cell in range(MOST_CELLS):
        t[CELL + cell] = NONE
    dealt = 0
    if row.steps:
        for step in range(row.columns):  # a card to each column, the first of them face up, and so on
            for column in range(step, row.columns):
                put(t, pack[dealt], column)
                t[DOWN + column] = column
                dealt += 1
        for place in range(dealt, row.cards):
            if row.draw == 0:
                put(t, pack[place], 1 + (place - dealt) % (row.columns - 1))
                continue
            t[TALON + place - dealt] = pack[place]
            t[PLACE + pack[place]] = IN_TALON
            t[TALON_SIZE] += 1
    else:
        for place in range(row.cards):
            put(t, pack[place], place % row.columns)
    for column in range(row.columns):
        count_run(row, t, column)


def put(t: MutableSequence[int], card: int, column: int) -> None:
    """Lay a card on a column."""
    size = t[at(SIZE + column)]
    t[at(COLUMN + HIGH * column + size)] = card
    t[at(SIZE + column)] = size + 1
    t[at(PLACE + card)] = column


def count_run(row: TableauRow, t: MutableSequence[int], column: int) -> None:
    """Count the cards at the end of a column that can move together."""
    size, base = t[at(SIZE + column)], COLUMN + HIGH * column
    run = 1 if size > 0 else 0
    while run > 0 and size - run > t[at(DOWN + column)]:
        if row.whole != ANY and not fits(row, t[at(base + size - run)], t[at(base + size - run - 1)]):
            break
        run += 1
    t[at(RUN + column)] = run


# --- what may be done -------------------------------------------------------------------------------------------------


def liftable(row: TableauRow, t: Sequence[int], card: int) -> int:
    """The number of cards that move if this one does: it and those on it; 0 where it can't be moved."""
    where = t[at(PLACE + card)]
    if where < MOST_COLUMNS:
        end, run = COLUMN + HIGH * where + t[at(SIZE + where)] - 1, t[at(RUN + where)]
        above = (card >> 2) - (t[at(end)] >> 2)
        if row.whole == ANY:
            above = 0
            while above < run and t[at(end - above)] != card:
                above += 1
        return above + 1 if 0 <= above < run and t[at(end - above)] == card else 0
    if where == IN_TALON:
        return 1 if t[TURNED] > 0 and t[at(TALON + t[TURNED] - 1)] == card else 0
    if where == AT_HOME:
        return 1 if t[at(HOME + (card & 3))] == (card >> 2) + 1 else 0
    return 1


def free(row: TableauRow, t: Sequence[int]) -> tuple[int, int]:
    """The number of free cells, and of empty columns."""
    cells, columns = 0, 0
    for cell in range(row.cells):
        cells += t[at(CELL + cell)] == NONE
    for column in range(row.columns):
        columns += t[at(SIZE + column)] == 0
    return cells, columns


def legal(row: TableauRow, t: Sequence[int], out: MutableSequence[int]) -> int:
    """Write the codes of all actions and return their number: home first, then to columns, to cells, and the stock."""
    found = 0
    cells, columns = free(row, t)
    most = HIGH if row.whole else (cells + 1) << columns
    for suit in range(4):
        card = 4 * t[HOME + suit] + suit
        if card >> 2 <= row.top and liftable(row, t, card) == 1:
            out[at(found)] = TARGETS * card + AT_HOME
            found += 1
    for column in range(row.columns):
        if t[at(SIZE + column)] == 0:
            found = to_empty(row, t, out, found, column, HIGH if row.whole else most >> 1)
            continue
        card = last(t, column) - 4
        if card < 0:
            continue
        ways, step_of = 1, 0
        if not row.suited:  # black on red: clubs and spades, whose numbers are 0 and 3
            ways, step_of = 2, 3 if red(card) else 1
            card = (card & ~3) + (0 if red(card) else 1)
        for _ in range(ways):
            some = liftable(row, t, card)
            where = t[at(PLACE + card)]
            if 0 < some <= most and where != column and (row.back or where != AT_HOME):
                out[at(found)] = TARGETS * card + column
                found += 1
            card += step_of
    if cells > 0:
        found = to_cell(row, t, out, found)
    if safe_card(row, t) != NONE:
        out[at(found)] = FINISH
        found += 1
    if row.draw > 0 and t[TURNED] < t[TALON_SIZE]:
        out[at(found)] = STOCK
        found += 1
    elif row.draw > 0 and t[TURNED] > 0 and (row.passes == 0 or t[PASSES] + 1 < row.passes):
        out[at(found)] = AGAIN
        found += 1
    return found


def to_cell(row: TableauRow, t: Sequence[int], out: MutableSequence[int], found: int) -> int:
    """Add what may go to a cell: the last card of each column."""
    for column in range(row.columns):
        if t[at(SIZE + column)] > 0:
            out[at(found)] = TARGETS * last(t, column) + IN_CELL
            found += 1
    return found


def to_empty(row: TableauRow, t: Sequence[int], out: MutableSequence[int], found: int, column: int, most: int) -> int:
    """Add what may go to an empty column: not a whole column, which would change nothing."""
    if row.kings:
        for suit in range(4):
            card = 4 * row.top + suit
            where, some = t[at(PLACE + card)], liftable(row, t, card)
            if some > 0 and where != AT_HOME and (where >= MOST_COLUMNS or some < t[at(SIZE + where)]):
                out[at(found)] = TARGETS * card + column
                found += 1
        return found
    for other in range(row.columns):
        size = t[at(SIZE + other)]
        for above in range(min(t[at(RUN + other)], size - 1, most)):
            out[at(found)] = TARGETS * t[at(COLUMN + HIGH * other + size - 1 - above)] + column
            found += 1
    for cell in range(row.cells):
        if t[at(CELL + cell)] != NONE:
            out[at(found)] = TARGETS * t[at(CELL + cell)] + column
            found += 1
    if t[TURNED] > 0:
        out[at(found)] = TARGETS * waste(t) + column
        found += 1
    return found


def safe(row: TableauRow, t: Sequence[int], card: int) -> bool:
    """Can nothing be lost by carrying this card home, as whatever could lie on it is home or on its way?"""
    value = card >> 2
    if row.suited or value < (1 if row.whole == ANY else 2):  # an ace goes on a two only to carry others
        return True
    if red(card):
        return t[HOME] >= value and t[HOME + 3] >= value
    return t[HOME + 1] >= value and t[HOME + 2] >= value


def safe_card(row: TableauRow, t: Sequence[int]) -> int:
    """The next card of a column or a cell that can go home safely, or ``NONE``.

    The waste is left alone: whether its top is taken decides which cards come after it.
    """
    for suit in range(4):
        card = 4 * t[HOME + suit] + suit
        if card >> 2 > row.top or liftable(row, t, card) != 1 or not safe(row, t, card):
            continue
        if t[at(PLACE + card)] != IN_TALON:
            return card
    return NONE


# --- what an action does ----------------------------------------------------------------------------------------------


def step(row: TableauRow, t: MutableSequence[int], code: int) -> None:
    """Carry an action out."""
    t[IDLE] += 1
    if code == STOCK:
        t[TURNED] = min(t[TALON_SIZE], t[TURNED] + row.draw)
    elif code == AGAIN:
        t[TURNED] = 0
        t[PASSES] = min(t[PASSES] + 1, row.passes if row.passes > 0 else 1)
        if row.scoring == STANDARD and row.draw == 1:
            t[POINTS] = max(0, t[POINTS] - 100)
    elif code == FINISH:
        card = safe_card(row, t)
        while card != NONE:
            move(row, t, card, AT_HOME)
            card = safe_card(row, t)
    else:
        move(row, t, code >> 4, code & 15)


def move(row: TableauRow, t: MutableSequence[int], card: int, to: int) -> None:
    """Move a card, with all that lies on it."""
    where = t[at(PLACE + card)]
    if where < MOST_COLUMNS:
        lift(row, t, card, where, to)
    elif where == IN_TALON:
        for place in range(TALON + t[TURNED] - 1, TALON + t[TALON_SIZE] - 1):
            t[at(place)] = t[at(place + 1)]
        t[at(TALON + t[TALON_SIZE] - 1)] = 0
        t[TURNED] -= 1
        t[TALON_SIZE] -= 1
        t[IDLE] = 0
        score(row, t, 5 if to != AT_HOME else 0)
    elif where == AT_HOME:
        t[at(HOME + (card & 3))] -= 1
        score(row, t, -15)
    else:
        for cell in range(row.cells):
            if t[at(CELL + cell)] == card:
                t[at(CELL + cell)] = NONE
    if to == AT_HOME:
        t[at(HOME + (card & 3))] += 1
        t[at(PLACE + card)] = AT_HOME
        score(row, t, 10)
        if home(t) > t[BEST]:
            t[BEST] = home(t)
            t[IDLE] = 0
    elif to == IN_CELL:
        cell = 0
        while t[at(CELL + cell)] != NONE:
            cell += 1
        t[at(CELL + cell)] = card
        t[at(PLACE + card)] = IN_CELL
    elif where >= MOST_COLUMNS:
        put(t, card, to)
        t[at(RUN + to)] += 1


def lift(row: TableauRow, t: MutableSequence[int], card: int, where: int, to: int) -> None:
    """Take a card and those on it from a column, turn up what was below, and lay them on another column, if one is
    meant."""
    base, size = COLUMN + HIGH * where, t[at(SIZE + where)]
    first = size - 1
    while t[at(base + first)] != card:
        first -= 1
    for place in range(first, size):
        one = t[at(base + place)]
        t[at(base + place)] = 0
        if to < MOST_COLUMNS:
            put(t, one, to)
    t[at(SIZE + where)] = first
    if to < MOST_COLUMNS:
        t[at(RUN + to)] += size - first
    if first > 0 and first == t[at(DOWN + where)]:
        t[at(DOWN + where)] -= 1
        t[IDLE] = 0
        score(row, t, 5)
    if t[at(RUN + where)] > size - first:
        t[at(RUN + where)] -= size - first
    else:
        count_run(row, t, where)


def score(row: TableauRow, t: MutableSequence[int], points: int) -> None:
    """Add points, which never fall below 0."""
    if row.scoring == STANDARD:
        t[POINTS] = max(0, t[POINTS] + points)


def over(row: TableauRow, t: Sequence[int]) -> bool:
    """Is the deal won, or has nothing come forward for too long? It is also over where nothing can be done."""
    return won(row, t) or t[IDLE] >= row.idle


def settle(row: TableauRow, t: Sequence[int]) -> int:
    """The score of a deal: 1 where it is won; its points; or 5 for each card that is home, less 52."""
    if row.scoring == VEGAS:
        return 5 * home(t) - row.cards
    if row.scoring == STANDARD:
        return t[POINTS] + (WON_BONUS if won(row, t) else 0)
    return 1 if won(row, t) else 0
