"""Dou Dizhu one action at a time, over flat arrays: auction, kitty and stakes around the play of a climbing game.

The play itself is that of :mod:`dealt.kernels.climbing_steps`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from dealt.bits import count
from dealt.cards import Cards
from dealt.game import Seat
from dealt.games.climbing.core import NONE, Rules, Table, beside
from dealt.games.doudizhu import HIGHEST_BID, ended, is_spring, least_call, multiplied, must_bid, shares
from dealt.kernels.climbing import Room
from dealt.kernels.climbing_steps import Ids, Spots, Tables, found_rows, give_way, hand_out, observe, passes, play, put
from dealt.kernels.draws import draw
from dealt.kernels.machine import kernel
from dealt.shapes import FloatTable, Longs, LongTable, RealTable

__all__ = [
    "Auction", "LandlordIds", "LandlordSpots", "Stakes", "deal_landlords", "list_landlords", "observe_landlords",
    "step_landlords",
]  # fmt: skip

OVER: Final = -1
BEFORE_PLAY: Final = 1
"""The place of the phase among those of an observation; that of the play is 0."""

Numbers = MutableSequence[int]
beside_play: Final = partial(kernel, home="dealt.kernels.climbing_steps")
"""The kernels here and those of the play work on the same tables."""


class Stakes(NamedTuple):
    """What a deal is about beside cards, one number for each table but for ``bids``; see ``doudizhu.Contract``."""

    bids: LongTable
    """(n, 3): the newest bid of each seat, 0 for a pass; -1 before it speaks, and once the auction is over."""
    auction: Longs
    """Is the auction on, or has it ended without a bid?"""
    face_up: Longs
    """The card dealt face up; -1 once it is played."""
    holder: Longs
    alone: Longs
    bid: Longs
    multiplier: Longs
    kitty: Longs
    """The cards that the landlord took, where all see them."""
    shown: Longs
    """The cards in hands that lie face up."""
    again: Longs
    """Has the landlord played after the opening lead?"""
    spring: Longs
    """The seat that went out by a spring, else -1."""


class Auction(NamedTuple):
    """The rules beside those of the play: see :mod:`dealt.games.doudizhu`."""

    once: bool
    forced: int
    limit: int
    spring: bool
    scoring: bool
    reveals: bool
    """Do all see the kitty?"""
    size: int
    """The number of cards of a farmer's hand."""
    largest: int
    """The number of cards of the landlord's hand."""


class LandlordIds(NamedTuple):
    """The ids of bids, and those of the play."""

    bid: int
    """The id of a pass; those of higher bids follow."""
    play: Ids


class LandlordSpots(NamedTuple):
    """Where the fields begin that other climbing games do not need."""

    play: Spots
    bid: int
    landlord: int
    multiplier: int
    kitty: int
    face_up: int
    again: int


@beside_play
def deal_landlords(
    t: Tables, own: Stakes, rules: Rules, bidding: Auction, deck: Longs, dealers: Longs, seed: int, to: Room
) -> None:
    """Deal at every table whose deal is over."""
    seats, size = rules.seats, bidding.size
    for n in range(len(t.turn)):
        if t.turn[n] != OVER:
            continue
        hand_out(t, n, seats, size, deck, dealers, seed, to)
        for seat in range(seats):
            own.bids[n][seat] = NONE
        place = draw(to.words, seats * size)
        one, holder = to.pack[place], place // size
        own.face_up[n], own.holder[n], own.shown[n] = one, holder, 1 << one
        t.turn[n] = holder
        own.auction[n], own.alone[n], own.bid[n], own.multiplier[n], own.kitty[n] = 1, NONE, 0, 1, 0
        own.again[n], own.spring[n] = 0, NONE


# --- the auction ------------------------------------------------------------------------------------------------------


def highest(said: Sequence[int]) -> tuple[int, Seat, int]:
    """The highest bid, 0 for none, who made it, -1 for nobody, and the seats that have spoken."""
    bid, bidder, spoken = 0, NONE, 0
    for seat in range(len(said)):
        spoken |= 1 << seat if said[seat] >= 0 else 0
        if said[seat] > bid:
            bid, bidder = said[seat], seat
    return bid, bidder, spoken


def call(t: Tables, n: int, own: Stakes, rules: Rules, bidding: Auction, bid: int, to: Any) -> None:
    """Bid or pass. The auction may make a landlord, or end the deal: then ``to`` gets its scores."""
    seat = t.turn[n]
    own.bids[n][seat] = bid
    top, bidder, spoken = highest(own.bids[n])
    t.turn[n] = beside(rules, seat)
    if not ended(bidding.once, top, spoken, t.turn[n], bidder):
        return
    if bidder == NONE:
        t.turn[n] = OVER
        for each in range(rules.seats):
            to[each] = 0
        return
    t.hands[n][bidder] |= t.stock[n]
    own.kitty[n] = t.stock[n] if bidding.reveals else 0
    own.shown[n] |= own.kitty[n]
    own.alone[n], own.bid[n], own.auction[n], t.stock[n], t.turn[n] = bidder, top, 0, 0, bidder
    for each in range(rules.seats):
        own.bids[n][each] = NONE


# --- the play ---------------------------------------------------------------------------------------------------------


@beside_play
def list_landlords(
    t: Tables, own: Stakes, rules: Rules, table: Table, bidding: Auction, order: Longs, ids: LandlordIds,
    to: Room, starts: Longs, listed: Longs,
) -> int:  # fmt: skip
    """List the ids that the seats to act may take, as ``climbing_steps.list_all`` does."""
    size = 0
    for n in range(len(t.turn)):
        starts[n] = size
        if t.turn[n] == OVER:
            continue
        room = len(listed) - size
        if own.auction[n]:
            top, _, spoken = highest(own.bids[n])
            found, first = HIGHEST_BID + 1 - least_call(top), ids.bid + least_call(top)
            passed = not must_bid(bidding.forced, 0, spoken)
            for place in range(found if found < room else 0):
                listed[size + place] = first + place
        else:
            found, passed = found_rows(t, n, rules, table, order, to), passes(t, n, rules)
            for place in range(found if found < room else 0):
                listed[size + place] = ids.play.first + to.legal[place]
        if passed and found < room:
            listed[size + found] = ids.bid if own.auction[n] else ids.play.nothing
        size += found + (1 if passed else 0)
    starts[len(t.turn)] = size
    return size


@beside_play
def step_landlords(
    t: Tables, own: Stakes, rules: Rules, table: Table, bidding: Auction, order: Longs,
    ids: LandlordIds, actions: Longs, scores: RealTable,
) -> None:  # fmt: skip
    """Carry out an id at each table. Deals that end get their scores."""
    for n in range(len(t.turn)):
        action = actions[n]
        if t.turn[n] == OVER or action < 0:
            continue
        if own.auction[n]:
            call(t, n, own, rules, bidding, action - ids.bid, scores[n])
        elif action == ids.play.nothing:
            give_way(t, n, rules)
        else:
            row, seat = action - ids.play.first, t.turn[n]
            full = count(t.hands[n][seat]) == bidding.largest
            play(t, n, rules, table, order, row)
            raise_stakes(t, n, own, bidding, seat, full, row >= table.bombs)
            if t.turn[n] == OVER:
                unit = own.bid[n] * own.multiplier[n] if bidding.scoring else 1
                first, second, third = shares(own.alone[n], seat == own.alone[n], unit)
                scores[n][0], scores[n][1], scores[n][2] = first, second, third


def raise_stakes(t: Tables, n: int, own: Stakes, bidding: Auction, seat: Seat, full: bool, bomb: bool) -> None:
    """What a play of a seat, which held all its cards before if it was ``full``, does to the stakes."""
    cards, alone, doublings = t.trick[n][seat], seat == own.alone[n], 1 if bomb else 0
    own.shown[n] &= ~cards
    if alone and not full:
        own.again[n] = 1
    if own.face_up[n] >= 0 and cards >> own.face_up[n] & 1:
        own.face_up[n] = own.holder[n] = NONE
    if t.turn[n] == OVER and bidding.spring:
        others = False
        for each in range(len(t.hands[n])):
            others = others or (each != own.alone[n] and count(t.hands[n][each]) < bidding.size)
        if is_spring(alone, 2 if own.again[n] else 1, others):
            own.spring[n] = seat
            doublings += 1
    own.multiplier[n] = multiplied(own.multiplier[n], doublings, bidding.limit)


# --- what a seat sees -------------------------------------------------------------------------------------------------


@beside_play
def observe_landlords(
    t: Tables, own: Stakes, rules: Rules, bidding: Auction, spots: LandlordSpots, whole: Cards, column: Longs,
    rows: Longs, out: FloatTable,
) -> None:  # fmt: skip
    """What the seats to act see at some tables, or seat 0 once the deal is over."""
    for place in range(len(rows)):
        n = rows[place]
        me = t.turn[n] if t.turn[n] != OVER else 0
        observe(t, n, rules, spots.play, whole, column, me, out[place])
        observe_stakes(t, n, own, rules, bidding, spots, column, me, out[place])


def observe_stakes(
    t: Tables, n: int, own: Stakes, rules: Rules, bidding: Auction, spots: LandlordSpots, column: Sequence[int],
    me: Seat, out: Any,
) -> None:  # fmt: skip
    """The fields that other climbing games do not need, and the cards of others that lie face up."""
    seats, wide = rules.seats, spots.play.columns
    for place in range(seats):
        seat = (me + place) % seats
        put(out, spots.play.hand + wide * place, t.hands[n][seat] & own.shown[n], column)
        if own.auction[n]:
            out[spots.play.lead + place] = 0
            out[spots.bid + place] = max(0, own.bids[n][seat])
        elif seat == own.alone[n]:
            out[spots.landlord + place], out[spots.again + place] = own.bid[n], own.again[n]
        if own.face_up[n] >= 0 and seat == own.holder[n]:
            out[spots.face_up + wide * place + column[own.face_up[n]]] = 1
    put(out, spots.kitty, own.kitty[n], column)
    if own.auction[n]:
        out[spots.play.phase], out[spots.play.phase + BEFORE_PLAY] = 0, 1
    elif bidding.scoring:
        out[spots.multiplier] = own.multiplier[n]
