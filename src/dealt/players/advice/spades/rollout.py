"""Spades played out many times by seats that see their own hand, the bids and what has been played: compiled.

A side takes tricks until its contract is made, then ducks unless the contract of the others can still be broken. What
may be played and what tricks are worth is asked of :mod:`dealt.games`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from math import exp
from typing import Final, NamedTuple

from dealt.bits import above, at, count, highest, lowest, nth
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.spades import counts, least_bid, side_points
from dealt.games.tricks import OF_SUIT, TrickRow
from dealt.games.tricks.core import Position, after, beating, playable
from dealt.kernels.draws import draw, start
from dealt.kernels.machine import kernel
from dealt.players.advice.tricks.exchange import SWAPS, may_swap, swap
from dealt.shapes import Longs, LongTable

__all__ = ["OPEN_BID", "Known", "Match", "Room", "look_ahead", "strength", "try_bids"]

KEEN, LAZY, NIL = 0, 1, 2
"""What a seat wants: more tricks, no more tricks, or no trick at all."""
OPEN_BID: Final = -9
"""The bid of a seat that has not bid yet."""
CHANCES: Final = 1 << 20
WON: Final = 400
"""What a match won is worth, in points of a deal."""
CAUTION: Final = 30
"""The points by which a nil must lead to more than a number: people hunt it better than these rules do."""
BEHIND: Final = 350
"""No score short of the target is worth more than this, nor less than minus this."""

Numbers = MutableSequence[int]


class Match(NamedTuple):
    """The rules of the score, and how the match stands for the two sides."""

    tricks: int
    minimum: int
    helps: bool
    limit: int
    fine: int
    double_ten: bool
    target: int
    points: tuple[int, int]
    bags: tuple[int, int]
    simple: bool
    """Do only tricks count?"""


class Known(NamedTuple):
    """What a seat knows of the deal."""

    gone: Cards
    """The cards played so far, those of the trick under way too."""
    played: tuple[Cards, Cards, Cards, Cards]
    """The same by seat."""
    seat: Seat
    """The seat that looks ahead."""
    chance: int
    """The chance of a card drawn evenly, in parts of 2**20."""


class Room(NamedTuple):
    """Room for one thread: arrays of int64."""

    words: Longs
    held: Longs
    """The hands while a layout is played out."""
    won: Longs
    wants: Longs
    voids: Longs
    """For each seat the cards of the suits that it is known to lack."""
    energy: Longs
    """How badly each hand fits its bid."""
    bids: Longs


# --- hands and bids ---------------------------------------------------------------------------------------------------


def strength(hand: Cards) -> int:
    """The hundredths of tricks that a hand is likely to take: high cards, long trumps, and ruffs."""
    found, trumps = 0, hand & OF_SUIT[3]
    length = count(trumps)
    for suit in range(3):
        held = hand & OF_SUIT[suit]
        n = count(held)
        ace, king, queen = held >> 48 != 0, held >> 44 & 15 != 0, held >> 40 & 15 != 0
        if ace:
            found += 95 if n < 6 else 75
        if king:
            found += (80 if ace else 60) if 1 < n < 6 else 35
        if queen:
            found += (45 if ace or king else 25) if 2 < n < 6 else 5
        if n < 3 and length > 1:
            found += (3 - n) * (45 if length > 3 else 30)
    found += 100 * (trumps >> 51 & 1) + 90 * (trumps >> 47 & 1) + 70 * (trumps >> 43 & 1) + 40 * (trumps >> 39 & 1)
    return found + max(0, length - 3) * 75


def nil_danger(hand: Cards) -> int:
    """The danger that a nil fails, in hundredths: 0 is safe, and more is worse."""
    trumps = hand & OF_SUIT[3]
    found = 200 * (trumps >> 51 & 1) + 150 * (trumps >> 47 & 1) + 80 * (trumps >> 43 & 1) + 45 * (trumps >> 39 & 1)
    found += 25 * (trumps >> 35 & 1) + max(0, count(trumps) - 2) * 30
    for suit in range(3):
        held = hand & OF_SUIT[suit]
        rest, n = held, 0
        while rest != 0 and n < 3:
            found += max(0, (lowest(rest) >> 2) - 4 - 3 * n) * 7
            rest &= rest - 1
            n += 1
        if 0 < count(held) < 3 and highest(held) >> 2 >= 10:
            found += 25
    return found


def misfit(hand: Cards, bid: int) -> int:
    """How badly a hand fits a bid: the negative logarithm of a likelihood, in parts of 64."""
    if bid < -1:
        return 0
    if bid == -1:
        return max(0, nil_danger(hand) - 60) * 128 // 100
    apart = strength(hand) - 100 * bid
    return apart * apart * 26 // 10000


def mix_by_bids(
    words: Numbers, pool: Sequence[int], owner: Numbers, hands: Numbers, lacks: Sequence[Cards],
    played: tuple[Cards, Cards, Cards, Cards], bids: Numbers, energy: Numbers,
) -> None:  # fmt: skip
    """The next layout: swaps that make the hands fit their bids worse are made more seldom (Metropolis)."""
    size = len(pool)
    if size < 2:
        return
    for seat in range(4):
        energy[at(seat)] = misfit(hands[at(seat)] | played[seat], bids[at(seat)])
    for _ in range(SWAPS * size):
        one, other = draw(words, size), draw(words, size)
        if not may_swap(one, other, pool, owner, lacks):
            continue
        here, there = owner[at(one)], owner[at(other)]
        swap(one, other, pool, owner, hands)
        first = misfit(hands[at(here)] | played[here], bids[at(here)])
        second = misfit(hands[at(there)] | played[there], bids[at(there)])
        worse = first + second - energy[at(here)] - energy[at(there)]
        if worse > 0 and draw(words, CHANCES) >= CHANCES * exp(-worse / 64):
            swap(one, other, pool, owner, hands)
        else:
            energy[at(here)], energy[at(there)] = first, second


def natural_bid(hand: Cards, partner: int, match: Match) -> int:
    """The bid of a seat in a layout: the tricks that it counts."""
    least = max(1, least_bid(match.minimum, partner) if partner != OPEN_BID else 0)
    return max(least, min(match.tricks, (strength(hand) + 35) // 100))


# --- the play ---------------------------------------------------------------------------------------------------------


def want(left: int, room: Room, bids: Sequence[int], match: Match) -> None:
    """What each seat wants of the tricks that are left."""
    won = room.won
    if match.simple:
        for seat in range(4):
            room.wants[at(seat)] = KEEN
        return
    ours, theirs = max(bids[0], 0) + max(bids[2], 0), max(bids[1], 0) + max(bids[3], 0)
    first, second = ours, theirs
    for seat in range(4):
        if counts(bids[at(seat)] < 0, match.helps, ours if seat & 1 == 0 else theirs):
            if seat & 1 == 0:
                first -= won[at(seat)]
            else:
                second -= won[at(seat)]
    for seat in range(4):
        mine, other = (first, second) if seat & 1 == 0 else (second, first)
        if bids[at(seat)] < 0 and won[at(seat)] == 0:
            room.wants[at(seat)] = NIL
        elif mine > 0 or (other > 0 and left - other <= 1):
            room.wants[at(seat)] = KEEN
        else:
            room.wants[at(seat)] = LAZY


def lead_low(trump: int, may: Cards, hand: Cards, gone: Cards) -> Card:
    """The card that most likely somebody beats."""
    choice, worth = -1, -100000
    for suit in range(4):
        held = may & OF_SUIT[suit]
        if held == 0:
            continue
        one, out = lowest(held), OF_SUIT[suit] & ~gone & ~hand
        whole, over = count(out), count(out & above(one))
        value = -500 if whole == 0 else 100 * over // whole + 8 * over
        if suit == trump:
            value -= 30
        if value > worth:
            choice, worth = one, value
    return choice


def lead_cover(trump: int, may: Cards, hand: Cards, gone: Cards, lacking: Cards) -> Card:
    """The card to lead while partner may take no trick: a high one, or of a suit that partner lacks."""
    choice, worth = -1, -100000
    for suit in range(4):
        held = may & OF_SUIT[suit]
        if held == 0:
            continue
        one, out = highest(held), OF_SUIT[suit] & ~gone & ~hand
        value = 10 * (one >> 2) - 25 * count(out & above(one)) + (60 if lacking & OF_SUIT[suit] != 0 else 0)
        if suit == trump:
            value -= 25
        if value > worth:
            choice, worth = one, value
    return choice


def lead_hunt(trump: int, may: Cards, hand: Cards, gone: Cards, lacking: Cards) -> Card:
    """A low card of a suit that a seat which bid nil may have to beat."""
    choice, worth = -1, -100000
    for suit in range(4):
        held = may & OF_SUIT[suit]
        out = OF_SUIT[suit] & ~gone & ~hand
        if held == 0 or lacking & OF_SUIT[suit] != 0 or out == 0:
            continue
        one = lowest(held)
        value = 10 * count(out & above(one)) - 12 * count(out & ~above(one)) - (20 if suit == trump else 0)
        if value > worth:
            choice, worth = one, value
    return choice if choice >= 0 else lowest(may)


def lead_keen(trump: int, may: Cards, hand: Cards, gone: Cards, seat: Seat, voids: Sequence[Cards]) -> Card:
    """A card that nobody beats, else a low one of a short suit, to ruff later, or of a long one."""
    choice, worth = -1, -100000
    trumps = OF_SUIT[trump]
    trumps_out = count(trumps & ~gone & ~hand)
    for suit in range(4):
        held = may & OF_SUIT[suit]
        if held == 0:
            continue
        one, out, length = highest(held), OF_SUIT[suit] & ~gone & ~hand, count(held)
        top = out & above(one) == 0
        if suit == trump:
            if top:
                value = 30 + 5 * length if out != 0 else 5
            else:
                value, one = -10 + 4 * max(0, length - 3), lowest(held)
        else:
            ruffed = trumps_out > 0 and (
                (voids[at(seat + 1 & 3)] | voids[at(seat + 3 & 3)]) & OF_SUIT[suit] != 0 or count(out) < 3
            )
            if top and not ruffed:
                value = 60 + 3 * count(out)
            elif top:
                value = 4
            else:
                value, one = (16 - length if length < 3 and hand & trumps != 0 else 4 + length), lowest(held)
        if value > worth:
            choice, worth = one, value
    return choice


def lead(row: TrickRow, may: Cards, hand: Cards, gone: Cards, seat: Seat, room: Room) -> Card:
    """The card to lead."""
    wants, voids = room.wants, room.voids
    if wants[at(seat)] == NIL:
        return lead_low(row.trump, may, hand, gone)
    if wants[at(seat ^ 2)] == NIL:
        return lead_cover(row.trump, may, hand, gone, voids[at(seat ^ 2)])
    left, right = seat + 1 & 3, seat + 3 & 3
    if wants[at(left)] == NIL:
        return lead_hunt(row.trump, may, hand, gone, voids[at(left)])
    if wants[at(right)] == NIL:
        return lead_hunt(row.trump, may, hand, gone, voids[at(right)])
    if wants[at(seat)] == LAZY:
        return lead_low(row.trump, may, hand, gone)
    return lead_keen(row.trump, may, hand, gone, seat, voids)


def follow(
    row: TrickRow, same: Cards, hand: Cards, gone: Cards, seat: Seat, size: int, led: int, top: Card, holder: Seat,
    room: Room,
) -> Card:  # fmt: skip
    """The card of the suit led."""
    low, high = lowest(same), highest(same)
    if low == high:
        return low
    mine, wants = room.wants[at(seat)], room.wants
    over = beating(same, top, row.trump)
    under = same & ~over
    out = OF_SUIT[led] & ~gone & ~hand
    ruffed = top & 3 != led
    if ruffed and mine != KEEN:
        return high
    ducked = highest(under) if under != 0 else (high if size == 3 else low)
    if mine == NIL:
        return ducked
    if wants[at(seat ^ 2)] == NIL:
        if holder == seat ^ 2:
            return lowest(over) if over != 0 else low
        if size == 1:
            return high
    elif wants[at(holder)] == NIL and holder & 1 != seat & 1:
        return ducked
    elif (size < 3 and wants[at(seat + 1 & 3)] == NIL) or (size == 1 and wants[at(seat + 3 & 3)] == NIL):
        return low
    if mine == LAZY:
        return ducked
    if ruffed or over == 0:
        return low
    partner_holds = holder == seat ^ 2
    if size == 3:
        return low if partner_holds else lowest(over)
    sure = out & above(high) == 0
    if size == 2:
        if partner_holds and (out & above(top) == 0 or (top >> 2 >= 10 and not sure)):
            return low
        return high
    if sure and (led == row.trump or count(out) > 3):
        return high
    return low


def discard(
    row: TrickRow, may: Cards, hand: Cards, gone: Cards, seat: Seat, size: int, led: int, top: Card, holder: Seat,
    room: Room,
) -> Card:  # fmt: skip
    """The card of a seat that has none of the suit led: a ruff, or what it needs least."""
    trumps = OF_SUIT[row.trump]
    over, plain = beating(may, top, row.trump), may & ~trumps
    mine, wants = room.wants[at(seat)], room.wants
    if mine == NIL:
        under = may & trumps & ~over
        return highest(under if under != 0 else plain if plain != 0 else may)
    partner_holds = holder == seat ^ 2
    if wants[at(seat ^ 2)] == NIL and partner_holds:
        if over != 0:
            return lowest(over)
    elif wants[at(holder)] == NIL and not partner_holds:
        return lowest(plain if plain != 0 else may)
    if mine == LAZY:
        if plain == 0:
            under = may & ~over
            return highest(under) if under != 0 else lowest(may)
        return highest(plain)
    safe = partner_holds and (size == 3 or (OF_SUIT[led] & ~gone & ~hand & above(top) == 0 and top & 3 == led))
    if over != 0 and not safe:
        return lowest(over)
    if plain == 0:
        return lowest(may)
    choice, worth = -1, -1000
    for suit in range(3):
        held = plain & OF_SUIT[suit]
        if held == 0:
            continue
        one, n = lowest(held), count(held)
        value = -(one >> 2) - (15 if one >> 2 >= 11 else 0) + (4 if n == 1 and hand & trumps != 0 else 0)
        if value > worth:
            choice, worth = one, value
    return choice


def play_out(
    row: TrickRow, begin: Position, gone: Cards, one: Card, chance: int, bids: Sequence[int], match: Match, room: Room
) -> None:
    """Play the hands in ``room.held`` to the end, ``one`` first unless it is -1; ``room.won`` adds tricks up."""
    hands, words = room.held, room.words
    seat, size, led, top = begin.seat, begin.size, begin.led, begin.top
    holder, broken, first = begin.holder, begin.broken, begin.first
    want(count(hands[at(seat)]), room, bids, match)
    while hands[at(seat)] != 0:
        hand = hands[at(seat)]
        if one < 0:
            may = playable(row, hand, led, broken, first)
            if may & (may - 1) == 0:
                one = lowest(may)
            elif chance > 0 and draw(words, CHANCES) < chance:
                one = nth(may, draw(words, count(may)))
            elif led < 0:
                one = lead(row, may, hand, gone, seat, room)
            elif may & OF_SUIT[led] != 0:
                one = follow(row, may, hand, gone, seat, size, led, top, holder, room)
            else:
                one = discard(row, may, hand, gone, seat, size, led, top, holder, room)
        if led >= 0 and one & 3 != led:
            room.voids[at(seat)] |= OF_SUIT[led]
        hands[at(seat)] &= ~(1 << one)
        gone |= 1 << one
        seat, size, led, top, holder, broken, first = after(row, one, seat, size, led, top, holder, broken, first)
        if size == 0:
            room.won[at(seat)] += 1
            want(count(hands[at(seat)]), room, bids, match)
        one = -1


def side(bids: Sequence[int], won: Sequence[int], match: Match, which: int) -> tuple[int, int]:
    """The points of a side for the deal and its bags afterwards."""
    return side_points(
        (bids[which], bids[which + 2]), (won[which], won[which + 2]), match.bags[which], match.helps, match.limit,
        match.fine, match.double_ten,
    )  # fmt: skip


def worth(bids: Sequence[int], won: Sequence[int], match: Match, seat: Seat) -> int:
    """What the end of a deal is worth to a seat, in points: the lead over the others, and a match won or lost.

    Each bag counts as its share of the penalty to come.
    """
    which = seat & 1
    if match.simple:
        return won[which] + won[which + 2] - won[1 - which] - won[3 - which]
    ours, bags = side(bids, won, match, which)
    theirs, more = side(bids, won, match, 1 - which)
    cost = match.fine * (bags - more) // match.limit
    mine, other = match.points[which] + ours, match.points[1 - which] + theirs
    if (mine >= match.target or other >= match.target) and mine != other:
        return (WON if mine > other else -WON) + (mine - other) // 10
    before = match.fine * (match.bags[which] - match.bags[1 - which]) // match.limit
    return max(-BEHIND, min(BEHIND, mine - other - cost + before))


@kernel
def look_ahead(
    row: TrickRow, match: Match, begin: Position, known: Known, bids: Longs, before: Longs, pool: Longs,
    owners: LongTable, hands: LongTable, lacks: Longs, moves: Longs, worlds: int, seed: int, room: Room, out: LongTable,
) -> None:  # fmt: skip
    """What each of some cards leads to in some worlds: ``worth`` in ``out``, a row for each.

    ``owners`` and ``hands`` are layouts to begin with, a row each; ``before`` are the tricks won so far.
    """
    words, chains = room.words, len(owners)
    for world in range(worlds):
        chain = world % chains
        start(words, seed, world)
        mix_by_bids(words, pool, owners[chain], hands[chain], lacks, known.played, bids, room.energy)
        for n in range(len(moves)):
            start(words, seed + 1, world)
            for seat in range(4):
                room.held[at(seat)] = hands[chain][seat]
                room.won[at(seat)] = before[seat]
                room.voids[at(seat)] = lacks[seat]
            play_out(row, begin, known.gone, moves[n], known.chance, bids, match, room)
            out[n][world] = worth(bids, room.won, match, known.seat)


@kernel
def try_bids(
    row: TrickRow, match: Match, begin: Position, known: Known, bids: Longs, pool: Longs, owners: LongTable,
    hands: LongTable, lacks: Longs, tried: Longs, worlds: int, seed: int, room: Room, out: LongTable,
) -> None:  # fmt: skip
    """The same for bids; the seats that bid later bid what they count. ``begin`` is the lead to the first trick."""
    words, chains = room.words, len(owners)
    for world in range(worlds):
        chain = world % chains
        start(words, seed, world)
        mix_by_bids(words, pool, owners[chain], hands[chain], lacks, known.played, bids, room.energy)
        for n in range(len(tried)):
            start(words, seed + 1, world)
            for seat in range(4):
                room.held[at(seat)] = hands[chain][seat]
                room.won[at(seat)] = 0
                room.voids[at(seat)] = 0
                room.bids[at(seat)] = bids[seat]
            room.bids[at(known.seat)] = tried[n]
            for place in range(4):
                seat = begin.seat + place & 3
                if room.bids[at(seat)] == OPEN_BID:
                    room.bids[at(seat)] = natural_bid(hands[chain][seat], room.bids[at(seat ^ 2)], match)
            play_out(row, begin, 0, -1, known.chance, room.bids, match, room)
            careful = CAUTION if tried[n] < 0 else 0
            out[n][world] = worth(room.bids, room.won, match, known.seat) - careful
