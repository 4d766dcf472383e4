"""Matching solitaires one removal at a time, over arrays: the loops around their core for environments and rollouts.

Every function writes into the arrays of :class:`Tables`. A table whose game is over waits until it is dealt anew.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple

from dealt.cards import Cards
from dealt.games.matching.core import MatchingRows, refill, stuck, won
from dealt.kernels.draws import draw, shuffle, shuffle_part, start
from dealt.kernels.machine import kernel
from dealt.shapes import ByteTable, FloatTable, Longs, LongTable, RealTable

__all__ = ["Removals", "Spots", "Tables", "choose_all", "deal_all", "legal_all", "observe_all", "playouts", "step_all"]

OVER: Final = -1
EMPTY: Final = -1

Numbers = MutableSequence[int]
Rows = Sequence[MutableSequence[int]]


class Tables(NamedTuple):
    """The state of all tables: arrays of int64 with a row for each; ``packs`` and ``boards`` have several columns."""

    packs: LongTable
    """The cards in the order in which they come."""
    boards: LongTable
    """The card on each place, -1 for none."""
    turn: Longs
    """(n,): 0, or -1 once the game is over."""
    drawn: Longs
    """(n,): the number of cards dealt."""
    removed: Longs
    deals: Longs


class Removals(NamedTuple):
    """Every removal that there is, and the id of the first."""

    cards: Longs
    first: int


class Spots(NamedTuple):
    """Where each field of an observation begins, and the number of columns for cards."""

    columns: int
    turn: int
    board: int
    stock: int
    removed: int


def lying(t: Tables, n: int) -> Cards:
    """The cards on the board, as a set."""
    found = 0
    for one in t.boards[n]:
        found |= 1 << one if one >= 0 else 0
    return found


def tally_of(t: Tables, n: int, width: int) -> int:
    """The number of cards of each rank on the board, packed."""
    found = 0
    for one in t.boards[n]:
        found += 1 << width * (one >> 2) if one >= 0 else 0
    return found


def settle(t: Tables, n: int, rules: MatchingRows) -> None:
    """Whose turn it is: nobody's once nothing can be removed."""
    t.turn[n] = OVER if stuck(tally_of(t, n, rules.width), rules.rows, rules.guards) else 0


def begin(t: Tables, n: int, rules: MatchingRows) -> None:
    """Deal a card to each place."""
    for place in range(len(t.boards[n])):
        t.boards[n][place] = EMPTY
    t.removed[n] = 0
    t.drawn[n] = refill(t.boards[n], (1 << len(t.boards[n])) - 1, t.packs[n], 0, EMPTY)
    settle(t, n, rules)


@kernel
def deal_all(t: Tables, rules: MatchingRows, deck: Longs, seed: int, words: Longs) -> None:
    """Deal at every table whose game is over; a board without any removal is dealt again, as it has no action.

    Games of a table have streams of random numbers of their own.
    """
    tables = len(t.turn)
    for n in range(tables):
        while t.turn[n] == OVER:
            start(words, seed, n + tables * t.deals[n])
            t.deals[n] += 1
            for place in range(len(deck)):
                t.packs[n][place] = deck[place]
            shuffle(words, t.packs[n])
            begin(t, n, rules)


def remove(t: Tables, n: int, rules: MatchingRows, some: Cards) -> None:
    """Remove some cards, and fill their places up again."""
    places = 0
    for place in range(len(t.boards[n])):
        one = t.boards[n][place]
        places |= 1 << place if one >= 0 and some >> one & 1 else 0
    t.removed[n] |= some
    t.drawn[n] = refill(t.boards[n], places, t.packs[n], t.drawn[n], EMPTY)
    settle(t, n, rules)


def score(t: Tables, n: int, rules: MatchingRows) -> float:
    """1 for a game that is won, else 0."""
    return 1.0 if won(tally_of(t, n, rules.width), len(t.packs[n]) - t.drawn[n]) else 0.0


@kernel
def legal_all(t: Tables, removals: Removals, out: ByteTable) -> None:
    """Mark the ids of the removals whose cards all lie there."""
    for n in range(len(t.turn)):
        if t.turn[n] != OVER:
            lacks = ~lying(t, n)
            for k in range(len(removals.cards)):
                if removals.cards[k] & lacks == 0:
                    out[n][removals.first + k] = 1


def any_removal(t: Tables, n: int, removals: Removals, words: Numbers, room: Numbers) -> int:
    """A random one of the removals whose cards all lie there; ``room`` is overwritten."""
    lacks, found = ~lying(t, n), 0
    for k in range(len(removals.cards)):
        if removals.cards[k] & lacks == 0:
            room[found] = k
            found += 1
    return room[draw(words, found)]


@kernel
def choose_all(t: Tables, removals: Removals, seed: int, number: int, words: Longs, room: Longs, out: Longs) -> None:
    """A random id for each table, 0 where there is none."""
    start(words, seed, number)
    for n in range(len(t.turn)):
        out[n] = removals.first + any_removal(t, n, removals, words, room) if t.turn[n] != OVER else 0


@kernel
def step_all(t: Tables, rules: MatchingRows, removals: Removals, actions: Longs, scores: RealTable) -> None:
    """Carry out an id at each table. Games that end get their scores."""
    for n in range(len(t.turn)):
        if t.turn[n] != OVER and actions[n] >= 0:
            remove(t, n, rules, removals.cards[actions[n] - removals.first])
            if t.turn[n] == OVER:
                scores[n][0] = score(t, n, rules)


@kernel
def observe_all(t: Tables, spots: Spots, column: Longs, rows: Longs, out: FloatTable) -> None:
    """What is seen at some tables."""
    for row in range(len(rows)):
        n = rows[row]
        out[row][spots.turn] = 1 if t.turn[n] != OVER else 0
        out[row][spots.stock] = len(t.packs[n]) - t.drawn[n]
        for place in range(len(t.boards[n])):
            one = t.boards[n][place]
            if one >= 0:
                out[row][spots.board + spots.columns * place + column[one]] = 1
        for one in range(len(column)):
            if t.removed[n] >> one & 1:
                out[row][spots.removed + column[one]] = 1


@kernel
def playouts(
    t: Tables, rules: MatchingRows, removals: Removals, hidden: bool, seed: int, span: tuple[int, int], work: Tables,
    words: Longs, room: Longs, scores: RealTable,
) -> None:  # fmt: skip
    """Play on from the only table of ``t`` at random; ``hidden``: the cards that are not dealt come in any order.

    ``work`` is room for a table.
    """
    for n in range(span[0], span[1]):
        start(words, seed, n)
        left = len(t.packs[0]) - t.drawn[0]
        for place in range(left):  # the cards to come first: so they can be shuffled alone
            work.packs[0][place] = t.packs[0][t.drawn[0] + place]
        if hidden:
            shuffle_part(words, work.packs[0], left)
        for place in range(left - 1, -1, -1):
            work.packs[0][t.drawn[0] + place] = work.packs[0][place]
        for place in range(len(t.boards[0])):
            work.boards[0][place] = t.boards[0][place]
        work.turn[0], work.drawn[0], work.removed[0] = t.turn[0], t.drawn[0], t.removed[0]
        while work.turn[0] != OVER:
            remove(work, 0, rules, removals.cards[any_removal(work, 0, removals, words, room)])
        scores[n - span[0]][0] = score(work, 0, rules)
