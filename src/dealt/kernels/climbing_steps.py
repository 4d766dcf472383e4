"""Climbing games one action at a time, over flat arrays: the loops around their core for environments.

Every function writes into the arrays of :class:`Tables`. A table whose deal is over waits until it is dealt anew.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import count, lowest
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.climbing.core import (
    Rules,
    Table,
    after_pass,
    after_play,
    follower,
    held,
    holding,
    may_pass,
    permitted,
    span,
    taken,
    told,
    top,
    traits,
)
from dealt.kernels.climbing import Dealing, Room, dealt, opener, packet
from dealt.kernels.draws import draw, start
from dealt.kernels.machine import kernel
from dealt.shapes import ByteTable, FloatTable, Longs, LongTable, Reals, RealTable

__all__ = ["Ids", "Spots", "Tables", "choose_all", "deal_all", "list_all", "mark_all", "observe_all", "step_all"]

OVER: Final = -1
PASSED: Final = -1

Numbers = MutableSequence[int]
Rows = Sequence[MutableSequence[int]]


class Tables(NamedTuple):
    """The state of all tables: arrays of int64 with a row for each; the first three have a column for each seat."""

    hands: LongTable
    trick: LongTable
    """The newest play of each seat in this trick, 0 for none, -1 for a pass."""
    lacks: LongTable
    turn: Longs
    """(n,): -1 once the deal is over."""
    owner: Longs
    newest: Longs
    """(n,): the row to beat, which ``owner`` has played; -1 for a lead."""
    passed: Longs
    must: Longs
    stock: Longs
    lowest: Longs
    """(n,): the lowest dealt card where not all cards are dealt, else -1."""
    dealer: Longs
    deals: Longs


class Ids(NamedTuple):
    """The ids of a pass and of the first row."""

    nothing: int
    first: int


class Spots(NamedTuple):
    """Where each field of an observation begins, and the number of columns for cards."""

    columns: int
    turn: int
    phase: int
    hand: int
    hand_size: int
    trick: int
    passed: int
    lead: int
    played: int
    stock_size: int
    must: int
    lowest: int
    dealer: int
    lacks: int


def hand_out(t: Tables, n: int, seats: int, size: int, deck: Any, dealers: Any, seed: int, to: Room) -> None:
    """Give every seat of table ``n`` its packet, keep the rest as stock, and let the dealer lead to a clear table.

    Deals of a table have streams of random numbers of their own.
    """
    t.dealer[n] = t.turn[n] = dealt(deck, dealers, seed, n + len(t.turn) * t.deals[n], to)
    t.deals[n] += 1
    for seat in range(seats):
        t.hands[n][seat] = packet(to, size * seat, size * (seat + 1))
        t.trick[n][seat] = t.lacks[n][seat] = 0
    t.stock[n] = packet(to, seats * size, len(deck))
    t.must[n], t.lowest[n], t.owner[n], t.newest[n], t.passed[n] = 0, -1, -1, -1, 0


@kernel
def deal_all(
    t: Tables, rules: Rules, dealing: Dealing, deck: Longs, order: Longs, dealers: Longs, seed: int, to: Room
) -> None:
    """Deal at every table whose deal is over."""
    seats = rules.seats
    for n in range(len(t.turn)):
        if t.turn[n] != OVER:
            continue
        hand_out(t, n, seats, dealing.size, deck, dealers, seed, to)
        if dealing.opens:
            seat, one = opener(order, t.hands[n], seats)
            t.turn[n], t.must[n] = seat, 1 << one
            t.lowest[n] = one if t.stock[n] != 0 else -1


def only_single(t: Tables, n: int, rules: Rules, order: Sequence[Card]) -> Card:
    """The only single that the seat to act may play; -1 where it may play any."""
    turn = t.turn[n]
    if not rules.watches or count(t.hands[n][follower(rules, turn, t.owner[n], t.passed[n])]) != 1:
        return -1
    return top(order, t.hands[n][turn])


def found_rows(t: Tables, n: int, rules: Rules, table: Table, order: Sequence[Card], to: Room) -> int:
    """Write the rows that the seat to act may play into ``to.legal``; returns their number."""
    hand, must = t.hands[n][t.turn[n]], held(rules.suits, t.must[n])
    last = holding(table.tree, held(rules.suits, hand), traits(rules.suits, hand), to.rows, to.sets, 0)
    begin, end, high = 0, last, last
    if t.owner[n] >= 0:
        begin, end, high = span(to.rows, 0, last, table.stronger[t.newest[n]], table.end[t.newest[n]], table.bombs)
    only, found = only_single(t, n, rules, order), 0
    for place in range(begin, last):
        if (place < end or place >= high) and permitted(to.sets[place], must, only):
            to.legal[found] = to.rows[place]
            found += 1
    return found


def passes(t: Tables, n: int, rules: Rules) -> bool:
    """May the seat to act pass?"""
    return may_pass(rules, t.turn[n], t.owner[n], t.passed[n], t.must[n])


@kernel
def list_all(
    t: Tables, rules: Rules, table: Table, order: Longs, ids: Ids, to: Room, starts: Longs, listed: Longs
) -> int:
    """List the ids that the seats to act may take, table by table, each from its place in ``starts`` on.

    Returns their number; those for which ``listed`` has no room are counted only.
    """
    size = 0
    for n in range(len(t.turn)):
        starts[n] = size
        if t.turn[n] == OVER:
            continue
        found = found_rows(t, n, rules, table, order, to)
        if size + found < len(listed):
            for place in range(found):
                listed[size + place] = ids.first + to.legal[place]
            if passes(t, n, rules):
                listed[size + found] = ids.nothing
        size += found + (1 if passes(t, n, rules) else 0)
    starts[len(t.turn)] = size
    return size


@kernel
def mark_all(starts: Longs, listed: Longs, value: int, out: ByteTable) -> None:
    """Write a value for each id that is listed."""
    for n in range(len(starts) - 1):
        for place in range(starts[n], starts[n + 1]):
            out[n][listed[place]] = value


@kernel
def choose_all(starts: Longs, listed: Longs, seed: int, number: int, words: Longs, out: Longs) -> None:
    """A random id of those listed for each table, 0 where there is none."""
    start(words, seed, number)
    for n in range(len(starts) - 1):
        choices = starts[n + 1] - starts[n]
        out[n] = listed[starts[n] + draw(words, choices)] if choices > 0 else 0


@kernel
def step_all(
    t: Tables, rules: Rules, table: Table, order: Longs, ids: Ids, penalty: Reals, actions: Longs, scores: RealTable
) -> None:
    """Carry out an id at each table. Ended deals get their scores; ``penalty`` has them by the number of cards left."""
    for n in range(len(t.turn)):
        action = actions[n]
        if t.turn[n] == OVER or action < 0:
            continue
        if action == ids.nothing:
            give_way(t, n, rules)
            continue
        play(t, n, rules, table, order, action - ids.first)
        if t.turn[n] == OVER:
            for seat in range(rules.seats):
                scores[n][seat] = penalty[count(t.hands[n][seat])]


def give_way(t: Tables, n: int, rules: Rules) -> None:
    """Pass."""
    t.trick[n][t.turn[n]] = PASSED
    t.turn[n], t.owner[n], t.passed[n] = after_pass(rules, t.turn[n], t.owner[n], t.passed[n])
    if t.passed[n] == 0:
        for seat in range(rules.seats):
            t.trick[n][seat] = 0
    if t.owner[n] < 0:
        t.newest[n] = -1


def play(t: Tables, n: int, rules: Rules, table: Table, order: Sequence[Card], row: int) -> None:
    """Play a row."""
    seat = t.turn[n]
    only = only_single(t, n, rules, order)
    if only >= 0:
        t.lacks[n][seat] |= told(table.cards[row], order, only)
    if t.owner[n] < 0:
        for other in range(rules.seats):
            t.trick[n][other] = 0
    cards = taken(rules.suits, t.hands[n][seat], table.cards[row])
    t.hands[n][seat] &= ~cards
    t.trick[n][seat] = cards
    turn, t.passed[n] = after_play(rules, seat, t.owner[n], t.passed[n])
    t.owner[n], t.newest[n], t.must[n] = seat, row, 0
    t.turn[n] = turn if t.hands[n][seat] != 0 else OVER


def put(out: Any, at: int, some: Cards, column: Sequence[int]) -> None:
    """Mark a set of cards in the field that begins at ``at``; cards that the deck lacks have no column."""
    while some != 0:
        one = lowest(some)
        some &= some - 1
        if column[one] >= 0:
            out[at + column[one]] = 1


@kernel
def observe_all(
    t: Tables, rules: Rules, spots: Spots, whole: Cards, column: Longs, rows: Longs, out: FloatTable
) -> None:
    """What the seats to act see at some tables, or seat 0 once the deal is over."""
    for place in range(len(rows)):
        n = rows[place]
        observe(t, n, rules, spots, whole, column, t.turn[n] if t.turn[n] != OVER else 0, out[place])


def observe(
    t: Tables, n: int, rules: Rules, spots: Spots, whole: Cards, column: Sequence[int], me: Seat, out: Any
) -> None:
    """What one seat sees."""
    over, seats, wide, gone = t.turn[n] == OVER, rules.seats, spots.columns, whole & ~t.stock[n]
    lead = t.turn[n] if t.owner[n] < 0 else t.owner[n]
    out[spots.phase] = 1
    for place in range(seats):
        seat = (me + place) % seats
        hand, newest = t.hands[n][seat], max(0, t.trick[n][seat])
        gone &= ~(hand | newest)
        out[spots.hand_size + place] = count(hand)
        if place == 0 or over:
            put(out, spots.hand + wide * place, hand, column)
        put(out, spots.trick + wide * place, newest, column)
        put(out, spots.lacks + wide * place, t.lacks[n][seat], column)
        out[spots.passed + place] = 1 if t.trick[n][seat] == PASSED else 0
        out[spots.lead + place] = 1 if seat == lead else 0
        out[spots.dealer + place] = 1 if seat == t.dealer[n] else 0
    if not over:
        out[spots.turn] = 1
    put(out, spots.played, gone, column)
    put(out, spots.must, t.must[n], column)
    out[spots.stock_size] = count(t.stock[n])
    if t.lowest[n] >= 0:
        put(out, spots.lowest, 1 << t.lowest[n], column)
