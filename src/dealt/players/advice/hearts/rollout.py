"""Hearts played out many times by seats that see their own hand and what has been played: compiled.

Each seat follows simple rules, now and then a card by chance. A seat may be after all points, and the others notice it.
What may be played and what cards are worth is asked of :mod:`dealt.games`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple

from dealt.bits import above, at, count, highest, lowest, nth
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.hearts import HEARTS, JACK, QUEEN, SPADES, Counting, hand_points
from dealt.games.tricks import OF_SUIT, TrickRow
from dealt.games.tricks.core import Position, after, beating, first_leader, passed, playable, points
from dealt.kernels.draws import draw, start
from dealt.kernels.machine import kernel
from dealt.players.advice.tricks.exchange import mix
from dealt.shapes import Longs, LongTable

__all__ = ["Known", "Room", "look_ahead", "try_gifts"]

ALARM: Final = 8
"""The points with which a seat that has all so far is taken to be after the moon."""
CHANCES: Final = 1 << 20

Numbers = MutableSequence[int]


class Known(NamedTuple):
    """What a seat knows of the deal."""

    gone: Cards
    """The cards played so far, those of the trick under way too."""
    lying: Cards
    """The cards of the trick under way."""
    seat: Seat
    """The seat that looks ahead."""
    chance: int
    """The chance of a card drawn evenly, in parts of 2**20."""


class Room(NamedTuple):
    """Room for one thread: arrays of int64."""

    words: Longs
    hands: Longs
    """The layout."""
    held: Longs
    """The hands while it is played out."""
    taken: Longs
    """The points taken by each seat, and then its jacks of diamonds."""


def lead(row: TrickRow, may: Cards, hand: Cards, gone: Cards) -> Card:
    """A card that most likely somebody beats, of a suit in which little harm is done if nobody does."""
    choice, worth = -1, -100000
    unseen_queen = row.heavy & ~gone & ~hand != 0
    for suit in range(4):
        held = may & OF_SUIT[suit]
        if held == 0:
            continue
        one = lowest(held)
        out = OF_SUIT[suit] & ~gone & ~hand
        whole, under = count(out), count(out & ~above(one))
        if whole == 0:
            value = -700
        else:
            alone = 100 * under * under // (whole * whole) if under < whole else 130
            cost = 3 + (2 if suit == HEARTS else 0) + max(0, 6 - whole)
            value = -alone * cost // 2
        if suit == SPADES:
            mine = hand & OF_SUIT[SPADES]
            if mine & row.heavy != 0:
                value -= 900 if one == QUEEN else 500 - 40 * count(mine)
            elif unseen_queen:
                value += -1500 if one > QUEEN else -150 if mine & above(QUEEN) != 0 else 350
        value -= 4 * count(held)
        if value > worth:
            choice, worth = one, value
    return choice


def follow(
    row: TrickRow, same: Cards, hand: Cards, gone: Cards, size: int, top: Card, lying: Cards, stop: bool
) -> Card:
    """Under the best card as high as possible; a harmless trick is taken with the highest card."""
    if same & (same - 1) == 0:
        return lowest(same)
    worth = points(row, lying)
    over = beating(same, top, row.trump)
    if stop and over != 0 and worth > 0:
        return highest(over)
    if same & row.heavy != 0:
        if top > QUEEN:
            return QUEEN
        same &= ~row.heavy
        over &= ~row.heavy
    under = same & ~over
    suit = top & 3
    if size == 3:
        if worth == 0:
            return highest(same)
        return highest(under) if under != 0 else highest(same)
    high = highest(same)
    if suit == SPADES and row.heavy & ~gone & ~hand != 0 and high > QUEEN:
        below = same & ~above(QUEEN)
        if below != 0:
            return highest(below)
        return lowest(same) if under == 0 else highest(under)
    if worth == 0 and suit != HEARTS:
        out = OF_SUIT[suit] & ~gone & ~hand
        if count(out) >= 7 - size:
            return high
    return highest(under) if under != 0 else lowest(same)


def throw(row: TrickRow, may: Cards, hand: Cards, gone: Cards, stop: bool) -> Card:
    """What is most dangerous to keep; nothing with points for a seat that is after all of them."""
    if stop and may & ~(row.single | row.heavy) != 0:
        may &= ~(row.single | row.heavy)
    elif may & row.heavy != 0:
        return QUEEN
    choice, worth = -1, -100000
    unseen_queen = row.heavy & ~gone & ~hand != 0
    for suit in range(4):
        held = may & OF_SUIT[suit]
        if held == 0:
            continue
        one = highest(held)
        out = OF_SUIT[suit] & ~gone & ~hand
        under = count(out & ~above(one))
        low = lowest(hand & OF_SUIT[suit])
        value = 12 * under + 10 * count(out & ~above(low)) + (one >> 2)
        if suit == HEARTS:
            value += 25 if under > 0 else -10
        elif suit == SPADES and unseen_queen and one > QUEEN:
            value += 120
        elif count(hand & OF_SUIT[suit]) <= 2 and under > 0:
            value += 10
        if value > worth:
            choice, worth = one, value
    return choice


def lead_all(may: Cards, hand: Cards, gone: Cards) -> Card:
    """For the moon: the top of a suit that nobody beats, else of the longest."""
    choice, worth = -1, -1
    for suit in range(4):
        held = may & OF_SUIT[suit]
        if held == 0:
            continue
        one, out = highest(held), OF_SUIT[suit] & ~gone & ~hand
        value = count(held) + (20 if out & above(one) == 0 else 0) + (3 if out == 0 else 0)
        if value > worth:
            choice, worth = one, value
    return choice


def shooter(row: TrickRow, may: Cards, hand: Cards, gone: Cards, led: int, size: int, top: Card) -> Card:
    """The card of a seat that is after all points."""
    if led < 0:
        return lead_all(may, hand, gone)
    if may & OF_SUIT[led] == 0:
        safe = may & ~(row.single | row.heavy)
        return lowest(safe if safe != 0 else may)
    over = beating(may, top, row.trump)
    if over == 0:
        return lowest(may)
    return lowest(over) if size == 3 else highest(over)


def play_out(
    row: TrickRow, counting: Counting, at_: Position, lying: Cards, gone: Cards, moon: Seat, one: Card, chance: int,
    room: Room,
) -> None:  # fmt: skip
    """Play the hands in ``room.held`` to the end, ``one`` first unless it is -1; ``moon`` is a seat after all points.

    The points taken are added up in ``room.taken``.
    """
    hands, taken, words = room.held, room.taken, room.words
    seat, size, led, top, holder, broken, first = (
        at_.seat,
        at_.size,
        at_.led,
        at_.top,
        at_.holder,
        at_.broken,
        at_.first,
    )
    alarm = -1
    while hands[at(seat)] != 0:
        hand = hands[at(seat)]
        if one < 0:
            may = playable(row, hand, led, broken, first)
            if may & (may - 1) == 0:
                one = lowest(may)
            elif chance > 0 and draw(words, CHANCES) < chance:
                one = nth(may, draw(words, count(may)))
            elif seat == moon:
                one = shooter(row, may, hand, gone, led, size, top)
            elif led < 0:
                one = lead(row, may, hand, gone)
            elif may & OF_SUIT[led] != 0:
                one = follow(row, may, hand, gone, size, top, lying, alarm >= 0 and alarm == holder)
            else:
                one = throw(row, may, hand, gone, alarm >= 0 and alarm == holder)
        hands[at(seat)] &= ~(1 << one)
        lying |= 1 << one
        gone |= 1 << one
        seat, size, led, top, holder, broken, first = after(row, one, seat, size, led, top, holder, broken, first)
        if size == 0:
            taken[at(seat)] += points(row, lying)
            taken[at(4 + seat)] |= lying >> JACK & 1
            lying = 0
            alarm = -1
            whole = taken[0] + taken[1] + taken[2] + taken[3]
            if whole >= ALARM and taken[at(seat)] == whole and whole < counting.whole:
                alarm = seat
            if moon >= 0 and taken[at(moon)] != whole:
                moon = -1
            if whole == counting.whole and counting.jack == 0:
                return
        one = -1


def gain(counting: Counting, taken: Sequence[int], seat: Seat) -> int:
    """Three times the points by which a seat ends below the average of the others."""
    scores = hand_points((taken[0], taken[1], taken[2], taken[3]), (taken[4], taken[5], taken[6], taken[7]), counting)
    return scores[0] + scores[1] + scores[2] + scores[3] - 4 * scores[seat]


@kernel
def look_ahead(
    row: TrickRow, counting: Counting, at_: Position, known: Known, before: Longs, pool: Longs, owners: LongTable,
    hands: LongTable, lacks: Longs, moves: Longs, plans: Longs, suspect: Seat, worlds: int, seed: int, room: Room,
    out: LongTable,
) -> None:  # fmt: skip
    """What each of some cards leads to in some worlds: ``gain`` in ``out``, a row for each.

    ``owners`` and ``hands`` are layouts to begin with, a row each. ``plans`` has 1 for each card after which the seat
    tries to take all points. In every other world the seat ``suspect`` does, unless it is -1.
    """
    words, chains = room.words, len(owners)
    for world in range(worlds):
        chain = world % chains
        start(words, seed, world)
        mix(words, pool, owners[chain], hands[chain], lacks)
        for n in range(len(moves)):
            start(words, seed + 1, world)
            for seat in range(4):
                room.held[at(seat)] = hands[chain][seat]
            for place in range(8):
                room.taken[at(place)] = before[place]
            moon = known.seat if plans[n] == 1 else suspect if world & 1 == 1 else -1
            play_out(row, counting, at_, known.lying, known.gone, moon, moves[n], known.chance, room)
            out[n][world] = gain(counting, room.taken, known.seat)


def _risk(hand: Cards, one: Card) -> int:
    """How glad a seat is to pass a card."""
    suit, rank = one & 3, one >> 2
    held = hand & OF_SUIT[suit]
    long = count(held)
    low = count(held & ~above(4 * 5 + 3))
    if suit == SPADES:
        if rank == 10:
            return 100 - 18 * (long - 1) if long < 6 else 0
        return (60 if rank > 10 else 0) - 8 * long + rank if rank > 10 and long < 6 else 0
    return 4 * rank + (8 if suit == HEARTS else 0) - 6 * low - 3 * long + (14 if long < 3 else 0)


def gift(hand: Cards, size: int) -> Cards:
    """The cards that a seat passes by simple rules."""
    found, left = 0, hand
    for _ in range(size):
        rest, choice, worth = left, -1, -100000
        while rest != 0:
            one = lowest(rest)
            rest &= rest - 1
            value = _risk(left, one)
            if value > worth:
                choice, worth = one, value
        found |= 1 << choice
        left &= ~(1 << choice)
    return found


@kernel
def try_gifts(
    row: TrickRow, counting: Counting, way: int, size: int, dealer: Seat, known: Known, pool: Longs, owners: LongTable,
    hands: LongTable, lacks: Longs, gifts: Longs, plans: Longs, worlds: int, seed: int, room: Room, out: LongTable,
) -> None:  # fmt: skip
    """The same for sets of cards to pass; the others pass by simple rules."""
    words, mine, chains = room.words, known.seat, len(owners)
    for world in range(worlds):
        chain = world % chains
        start(words, seed, world)
        mix(words, pool, owners[chain], hands[chain], lacks)
        north, east, south, west = hands[chain][0], hands[chain][1], hands[chain][2], hands[chain][3]
        first_gift, second = gift(north, size), gift(east, size)
        third, fourth = gift(south, size), gift(west, size)
        for n in range(len(gifts)):
            start(words, seed + 1, world)
            some = gifts[n]
            given = (
                some if mine == 0 else first_gift, some if mine == 1 else second,
                some if mine == 2 else third, some if mine == 3 else fourth,
            )  # fmt: skip
            got = passed((north, east, south, west), given, way)
            for seat in range(4):
                room.held[at(seat)] = got[seat]
            for place in range(8):
                room.taken[at(place)] = 0
            begin = Position(got, first_leader(row, got, (dealer + 1) & 3), 0, -1, 0, 0, False, True)
            moon = mine if plans[n] == 1 else -1
            play_out(row, counting, begin, 0, 0, moon, -1, known.chance, room)
            out[n][world] = gain(counting, room.taken, mine)
