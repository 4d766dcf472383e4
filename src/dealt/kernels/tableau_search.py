"""The solver of solitaires of columns: can a deal with all its cards known still be won, and how?

Positions are looked at best first. Each is kept whole, so that none is taken for another, and what is safe is carried
home at once: where all that can be reached has been looked at without a win, the deal is lost for certain. Columns and
cells count as the same in any order, and going through the stock is part of the move that takes a card from it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from typing import Any, Final

from dealt.bits import at, mixed
from dealt.games.tableau.core import (
    AGAIN,
    ANY,
    AT_HOME,
    CELL,
    CODES,
    COLUMN,
    DOWN,
    FINISH,
    HIGH,
    HOME,
    IN_CELL,
    IN_TALON,
    MOST_CELLS,
    MOST_COLUMNS,
    NONE,
    PASSES,
    PLACE,
    RUN,
    SIZE,
    STOCK,
    TALON,
    TALON_SIZE,
    TARGETS,
    TURNED,
    WIDTH,
    TableauRow,
    count_run,
    fits,
    home,
    last,
    legal,
    put,
    safe_card,
    step,
    waste,
    won,
)
from dealt.kernels.machine import kernel
from dealt.shapes import Longs, Workspace

WORDS: Final = 9
"""The numbers of a position: seven of ten cards each, the cards face down, and the talon."""
NODE: Final = WORDS + 2
"""Its position, how it was come to, and the next one that is as good."""
LINK, NEXT = WORDS, WORDS + 1
PER_WORD: Final = 10
BUCKETS: Final = 1024
EMPTY, TO_CELL, TO_HOME = 60, 61, 62
"""In a move, what a card is laid on where that is no card."""
LOW: Final = 0xFFFFFFFF
LOST, UNDECIDED = -1, -2
LONGEST: Final = 4000
"""The most moves of a way to win."""


def packed(row: TableauRow, t: Sequence[int], talon: Sequence[int], node: MutableSequence[int], base: int) -> None:
    """Write a table as a position, the same for all orders of cells and of columns."""
    for n in range(WORDS):
        node[at(base + n)] = 0
    place, below = 0, -1
    for _ in range(row.cells):
        least = 99
        for cell in range(row.cells):
            card = t[at(CELL + cell)]
            if below < card < least:
                least = card
        if least < 99:
            node[at(base + place // PER_WORD)] |= (least + 1) << 6 * (place % PER_WORD)
            place += 1
            below = least
    place += 1
    below = -1
    down = 0
    for many in range(row.columns):
        least, column = 99, -1
        for each in range(row.columns):
            if t[at(SIZE + each)] > 0:
                card = t[at(COLUMN + HIGH * each)]
                if below < card < least:
                    least, column = card, each
        if column < 0:
            break
        below = least
        for n in range(t[at(SIZE + column)]):
            card = t[at(COLUMN + HIGH * column + n)]
            node[at(base + place // PER_WORD)] |= (card + 1) << 6 * (place % PER_WORD)
            place += 1
        place += 1
        down |= t[at(DOWN + column)] << 5 * many
    node[at(base + 7)] = down
    if row.draw > 0:
        node[at(base + 8)] = packed_talon(row, t, talon)


def packed_talon(row: TableauRow, t: Sequence[int], talon: Sequence[int]) -> int:
    """Which cards of the talon are left, how many are turned, and how often it was gone through, where that counts."""
    left, n = 0, 0
    for place in range(len(talon)):
        if n < t[TALON_SIZE] and t[at(TALON + n)] == talon[at(place)]:
            left |= 1 << place
            n += 1
    passes = t[PASSES] if row.passes > 0 else 0
    return left | t[TURNED] << 52 | passes << 58


def unpacked(
    row: TableauRow, node: Sequence[int], base: int, talon: Sequence[int], suits: Sequence[int], t: MutableSequence[int]
) -> None:
    """Write a position as a table; of each suit there are so many cards."""
    for place in range(TALON):
        t[place] = 0
    for cell in range(MOST_CELLS):
        t[CELL + cell] = NONE
    for suit in range(4):
        t[HOME + suit] = suits[suit]
        for value in range(row.top + 1):
            t[PLACE + 4 * value + suit] = AT_HOME
    place, cell = 0, 0
    one = node[base] & 63
    while one > 0:
        t[at(CELL + cell)] = one - 1
        gone(t, one - 1, IN_CELL)
        cell += 1
        place += 1
        one = node[at(base + place // PER_WORD)] >> 6 * (place % PER_WORD) & 63
    place += 1
    for column in range(row.columns):
        one = node[at(base + place // PER_WORD)] >> 6 * (place % PER_WORD) & 63
        while one > 0:
            put(t, one - 1, column)
            gone(t, one - 1, column)
            place += 1
            one = node[at(base + place // PER_WORD)] >> 6 * (place % PER_WORD) & 63
        place += 1
        t[at(DOWN + column)] = node[at(base + 7)] >> 5 * column & 31
        count_run(row, t, column)
    unpacked_talon(node[at(base + 8)], talon, t)


def unpacked_talon(left: int, talon: Sequence[int], t: MutableSequence[int]) -> None:
    """Write the talon of a position into a table."""
    n = 0
    for place in range(len(talon)):
        if left >> place & 1:
            t[at(TALON + n)] = talon[at(place)]
            gone(t, talon[at(place)], IN_TALON)
            n += 1
    t[TALON_SIZE] = n
    t[TURNED] = left >> 52 & 63
    t[PASSES] = left >> 58 & 15


def gone(t: MutableSequence[int], card: int, where: int) -> None:
    """A card that is not home."""
    t[at(PLACE + card)] = where
    if t[at(HOME + (card & 3))] > card >> 2:
        t[at(HOME + (card & 3))] = card >> 2


def worth(row: TableauRow, t: Sequence[int]) -> int:
    """How far a position seems from a win: less is better."""
    found = 0
    for column in range(row.columns):
        size, base = t[at(SIZE + column)], COLUMN + HIGH * column
        down = t[at(DOWN + column)]
        found += 14 * down
        if size == 0:
            found -= 4 if not row.kings else 0
            continue
        least = 99
        for n in range(size):
            value = t[at(base + n)] >> 2
            if value > least:
                found += 3  # it lies on a card that has to go home before it
            else:
                least = value
            if row.whole == ANY and n > 0 and fits(row, t[at(base + n)], t[at(base + n - 1)]):
                found -= 1
        found -= t[at(RUN + column)] - 1 if row.whole != ANY else 0
    for cell in range(row.cells):
        found += 4 if t[at(CELL + cell)] != NONE else 0
    found += 4 * (row.cards - home(t))
    found += 3 * t[TALON_SIZE]
    if row.passes > 0:
        found += 12 * t[PASSES] + t[TURNED] // 2
    return max(0, min(BUCKETS - 20, found + 40))


@kernel
def search(
    row: TableauRow, start: Longs, effort: int, nodes: Longs, slots: Longs, heads: Longs, rooms: Longs, codes: Longs,
    path: Longs,
) -> int:  # fmt: skip
    """Look for a win from a table, at so many positions at most: the number of moves, ``LOST`` or ``UNDECIDED``.

    ``path`` gets the moves, as ``route`` has them. ``nodes``, ``slots``, ``heads``, ``rooms`` and ``codes`` are room;
    the number of ``slots`` is a power of two.
    """
    emptied(slots, len(slots))
    emptied(heads, BUCKETS)
    talon = start[TALON : TALON + start[TALON_SIZE]]
    then, turned, suits = rooms[:WIDTH], rooms[WIDTH : 2 * WIDTH], rooms[2 * WIDTH : 2 * WIDTH + 4]
    counted(row, start, suits)
    carried(row, start, FINISH, then)
    if won(row, then):
        return 0
    many, best = added(row, then, talon, nodes, slots, heads, 0, -1, 0)
    while True:
        node, best = taken(nodes, heads, best)
        if node < 0:
            return LOST
        unpacked(row, nodes, NODE * node, talon, suits, turned)
        draws, again, begun = 0, 0, turned[TURNED]
        while draws < 64 and again >= 0:
            some = legal(row, turned, codes)
            for n in range(some):
                code = codes[at(n)]
                if code >= STOCK or (draws > 0 and code >> 4 != waste(turned)):
                    continue
                carried(row, turned, code, then)
                link = node << 24 | draws << 16 | move_of(turned, code)
                if won(row, then):
                    return route(nodes, link, path)
                if many + 1 >= effort:
                    return UNDECIDED
                many, best = added(row, then, talon, nodes, slots, heads, many, link, best)
            again = turned_on(row, turned, codes[at(some - 1)] if some > 0 else FINISH, again, begun)
            draws += 1


def counted(row: TableauRow, t: Sequence[int], suits: MutableSequence[int]) -> None:
    """Count the cards of each suit."""
    for suit in range(4):
        suits[suit] = t[HOME + suit]
    for place in range(t[TALON_SIZE]):
        suits[at(t[at(TALON + place)] & 3)] += 1
    for cell in range(row.cells):
        if t[at(CELL + cell)] != NONE:
            suits[at(t[at(CELL + cell)] & 3)] += 1
    for column in range(row.columns):
        for place in range(t[at(SIZE + column)]):
            suits[at(t[at(COLUMN + HIGH * column + place)] & 3)] += 1


def emptied(some: Longs, many: int) -> None:
    """Write -1 everywhere."""
    for n in range(many):
        some[n] = -1


def taken(nodes: Longs, heads: Longs, best: int) -> tuple[int, int]:
    """Take the position that seems best, of those that seem no better than ``best``; -1 if there is none."""
    while best < BUCKETS and heads[at(best)] < 0:
        best += 1
    if best == BUCKETS:
        return -1, best
    node = heads[at(best)]
    heads[at(best)] = nodes[at(NODE * node + NEXT)]
    return node, best


def turned_on(row: TableauRow, t: MutableSequence[int], code: int, again: int, begun: int) -> int:
    """Turn the stock on, by the last action that there is, and count how often it is gone through.

    -1 where that leads nowhere: there is no stock, or as many cards are turned as when it was ``begun``.
    """
    if code not in (STOCK, AGAIN):
        return -1
    again += code == AGAIN
    if again > max(1, row.passes):
        return -1
    step(row, t, code)
    return -1 if again == 1 and row.passes == 0 and t[TURNED] == begun else again


def carried(row: TableauRow, t: Sequence[int], code: int, to: MutableSequence[int]) -> None:
    """Copy a table, and carry out an action and what is safe there."""
    for place in range(COLUMN):
        to[at(place)] = t[at(place)]
    for column in range(row.columns):
        base = COLUMN + HIGH * column
        for place in range(base, base + t[at(SIZE + column)]):
            to[at(place)] = t[at(place)]
    step(row, to, code)
    step(row, to, FINISH)


def move_of(t: Sequence[int], code: int) -> int:
    """A move whatever the order of columns is: the card, and what it is laid on."""
    card, to = code >> 4, code & 15
    if to >= MOST_COLUMNS:
        return card << 6 | (TO_HOME if to == AT_HOME else TO_CELL)
    return card << 6 | (last(t, to) if t[at(SIZE + to)] > 0 else EMPTY)


def added(
    row: TableauRow, t: Sequence[int], talon: Sequence[int], nodes: Longs, slots: Longs, heads: Longs, many: int,
    link: int, best: int,
) -> tuple[int, int]:  # fmt: skip
    """The number of positions once this one is among them, if it was not; and how good the best of all seems."""
    base = NODE * many
    packed(row, t, talon, nodes, base)
    found = 0
    for n in range(WORDS):
        found = mixed((found + (nodes[at(base + n)] & LOW)) & LOW)
        found = mixed((found + (nodes[at(base + n)] >> 32)) & LOW)
    place = found & (len(slots) - 1)
    while slots[at(place)] >= 0:
        other = NODE * slots[at(place)]
        n = 0
        while n < WORDS and nodes[at(base + n)] == nodes[at(other + n)]:
            n += 1
        if n == WORDS:
            return many, best
        place = (place + 1) & (len(slots) - 1)
    slots[at(place)] = many
    seems = worth(row, t) + ((link >> 16 & 63) + 3) // 4 if link >= 0 else 0
    nodes[at(base + LINK)] = link
    nodes[at(base + NEXT)] = heads[at(seems)]
    heads[at(seems)] = many
    return many + 1, min(best, seems)


def route(nodes: Longs, link: int, path: Longs) -> int:
    """Write the moves that lead to a win, the last one first, and return their number."""
    found = 0
    while link >= 0 and found < len(path):
        path[found] = link & 0xFFFFFF
        found += 1
        link = nodes[at(NODE * (link >> 24) + LINK)]
    return found


# --- for a game -------------------------------------------------------------------------------------------------------


_known: Final[dict[tuple[Any, ...], tuple[int, ...]]] = {}
"""What is left to do of ways to win that were found: whoever goes one of them need not look again, nor turn round."""
MOST_KNOWN: Final = 1 << 13


def searched(row: TableauRow, table: tuple[int, ...], effort: int) -> tuple[bool | None, tuple[int, ...]]:
    """Can a table be won, and by which codes? None where so many positions do not decide it."""
    if (known := _known.get((row, effort, _lying(table)))) is not None:
        return True, known
    found, codes = looked_for(row, table, effort)
    if found:
        if len(_known) > MOST_KNOWN:
            _known.clear()
        codes = _straight(row, list(table), codes)
        t = list(table)
        for done, code in enumerate(codes):
            _known.setdefault((row, effort, _lying(t)), codes[done:])
            step(row, t, code)
    return found, codes


def _lying(t: Sequence[int]) -> tuple[int, ...]:
    """Where the cards lie, whatever was done before."""
    return (*t[PASSES:PLACE], *t[TALON:])


def _straight(row: TableauRow, t: list[int], codes: Sequence[int]) -> tuple[int, ...]:
    """The same way without moving a card twice where once would do."""
    found = list(codes)
    done = 0
    while done + 1 < len(found):
        one, other = found[done], found[done + 1]
        if one < STOCK and other < STOCK and one >> 4 == other >> 4 and _allows(row, t, other):
            del found[done]
            continue
        step(row, t, one)
        done += 1
    return tuple(found)


def _allows(row: TableauRow, t: list[int], code: int) -> bool:
    codes = [0] * CODES
    return code in codes[: legal(row, t, codes)]


@lru_cache(maxsize=1 << 10)
def looked_for(row: TableauRow, table: tuple[int, ...], effort: int) -> tuple[bool | None, tuple[int, ...]]:
    """The same, by the kernel."""
    slots = 1 << (2 * effort).bit_length()
    path, start = [0] * LONGEST, list(table)
    found = search(
        row, start, effort, Workspace(NODE * effort), Workspace(slots), Workspace(BUCKETS), Workspace(2 * WIDTH + 4),
        Workspace(CODES), path,
    )  # fmt: skip
    if found < 0:
        return (False if found == LOST else None), ()
    return True, tuple(_codes(row, start, path[:found][::-1]))


def _codes(row: TableauRow, t: list[int], moves: Sequence[int]) -> list[int]:
    """The codes of moves on a table, which is changed."""
    found = list[int]()

    def take(code: int) -> None:
        found.append(code)
        step(row, t, code)

    def finish() -> None:
        if safe_card(row, t) != NONE:
            take(FINISH)

    finish()
    for each in moves:
        for _ in range(each >> 16):
            take(STOCK if t[TURNED] < t[TALON_SIZE] else AGAIN)
        card, on = each >> 6 & 63, each & 63
        if on in (TO_HOME, TO_CELL):
            to = AT_HOME if on == TO_HOME else IN_CELL
        elif on == EMPTY:
            to = next(column for column in range(row.columns) if t[SIZE + column] == 0)
        else:
            to = t[PLACE + on]
        take(TARGETS * card + to)
        finish()
    return found
