"""Loops around the core of climbing games: whole deals of random actions, over flat arrays.

Each function deals, or takes up, deals and writes into the row that it is given of each array.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple

from dealt.bits import at, count
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
    holding_part,
    may_pass,
    permitted,
    removed,
    span,
    top,
    traits,
)
from dealt.games.doudizhu import HIGHEST_BID, ended, is_spring, least_call, multiplied, must_bid, shares
from dealt.kernels.draws import draw, shuffle, start, start_next
from dealt.kernels.machine import kernel
from dealt.shapes import Bytes, ByteTable, Ints, IntTable, Longs, LongTable, Reals, RealTable, Shorts

__all__ = ["Bidding", "Dealing", "Room", "landlord_deals", "playouts", "shedding_deals"]

Numbers = MutableSequence[int]
PASS: Final = -1
"""The entry for a pass where rows are kept."""
UNLISTED: Final = -1


class Room(NamedTuple):
    """Room for one thread, overwritten by every deal."""

    words: Longs
    pack: Longs
    hands: Longs
    """What each seat holds, as rows are compared with it."""
    left: Longs
    """The number of cards of each seat."""
    plays: Longs
    """The number of plays that each seat has made."""
    traits: Longs
    """What each hand has, or has had."""
    counts: Longs
    """The number of rows in each hand, :data:`UNLISTED` before its first lead."""
    rows: Ints
    """The rows of each hand, weakest first, as many places for each seat."""
    sets: Longs
    """The cards of these rows."""
    legal: Ints


class Dealing(NamedTuple):
    """How cards are dealt, as numbers."""

    size: int
    """The number of cards of a hand."""
    opens: bool
    """Does the holder of the lowest dealt card lead with it?"""
    packets: int = 0
    """The number of packets from which the seats take theirs, the dealer first; 0 for hands that are dealt."""


class Bidding(NamedTuple):
    """The rules of the auction and the stakes: see :mod:`dealt.games.doudizhu`."""

    once: bool
    forced: int
    limit: int
    spring: bool
    scoring: bool


# --- the play -------------------------------------------------------------------------------------------------------


def take_up(rules: Rules, to: Room, seat: Seat, hand: Cards, plays: int) -> None:
    """Give a seat its hand."""
    to.hands[seat], to.left[seat], to.plays[seat] = held(rules.suits, hand), count(hand), plays
    to.traits[seat], to.counts[seat] = traits(rules.suits, hand), UNLISTED


def keeping(some: Cards, rows: Numbers, sets: Numbers, begin: int, end: int) -> int:
    """Of the rows from ``begin`` to ``end``, with their cards in ``sets``, keep what is still held; their number."""
    lacks, place = ~some, begin
    for n in range(begin, end):
        cards = sets[at(n)]
        rows[at(place)] = rows[at(n)]
        sets[at(place)] = cards
        place += cards & lacks == 0
    return place - begin


def sifted(
    cards: Sequence[Cards], rows: Sequence[int], begin: int, end: int, bombs: int, last: int, must: Cards, only: int,
    legal: Numbers,
) -> int:  # fmt: skip
    """Write the permitted rows into ``legal``; returns their number."""
    found = 0
    for n in range(begin, last):
        if (n < end or n >= bombs) and permitted(cards[rows[n]], must, only):
            legal[found] = rows[n]
            found += 1
    return found


def play_on(
    rules: Rules, table: Table, order: Sequence[Card], to: Room, turn: Seat, owner: Seat, newest: int, passed: int,
    must: Cards, kept: Numbers,
) -> tuple[Seat, int, int]:  # fmt: skip
    """Play at random to the end; returns who went out, the number of bombs played, and that of plays and passes.

    Each legal play is equally likely, and a pass as likely as each of them. ``kept`` gets the rows played and the
    passes in order, if it has any room.
    """
    words, hands, left, counts, rows, sets, legal = to.words, to.hands, to.left, to.counts, to.rows, to.sets, to.legal
    cards, ends, over, sizes, first_bomb = table.cards, table.end, table.stronger, table.size, table.bombs
    tree, node, has = table.tree, table.node, to.traits
    plays, bombs, moves, room, size, suits = to.plays, 0, 0, len(kept) > 0, len(to.legal), rules.suits
    stronger, end_of_group = (over[newest], ends[newest]) if owner >= 0 else (0, 0)
    while True:
        start_of, some, listed = turn * size, hands[at(turn)], counts[at(turn)]
        if owner < 0 and listed < 0:
            listed = holding(tree, some, traits(suits, some), rows, sets, start_of)
            counts[at(turn)] = listed
        last = start_of + listed
        begin, end, high = start_of, last, last
        if listed < 0:  # only what beats the newest row is sought
            end = start_of + holding_part(
                tree, node[at(stronger)], node[at(end_of_group)], some, has[at(turn)], rows, sets, start_of
            )
            high = end
            last = end + holding_part(
                tree, node[at(max(end_of_group, first_bomb))], len(tree), some, has[at(turn)], rows, sets, end
            )
        elif owner >= 0:
            begin, end, high = span(rows, start_of, last, stronger, end_of_group, first_bomb)
        choices, only = end - begin + last - high, -1
        if rules.watches and left[follower(rules, turn, owner, passed)] == 1:
            only = top(order, hands[at(turn)])
        restricted = must != 0 or only >= 0
        if restricted:
            choices = sifted(cards, rows, begin, end, high, last, must, only, legal)
        total = choices + (1 if may_pass(rules, turn, owner, passed, must) else 0)
        one = draw(words, total) if total > 1 else 0
        if one >= choices:
            row = PASS
        elif restricted:
            row = legal[at(one)]
        elif begin + one < end:
            row = rows[at(begin + one)]
        else:
            row = rows[at(high + begin + one - end)]
        if room:
            kept[moves] = row
        moves += 1
        if row < 0:
            turn, owner, passed = after_pass(rules, turn, owner, passed)
            continue
        some = removed(suits, some, cards[at(row)])
        hands[at(turn)] = some
        left[at(turn)] -= sizes[at(row)]
        plays[at(turn)] += 1
        bombs += row >= first_bomb
        if left[at(turn)] == 0:
            return turn, bombs, moves
        if listed >= 0:
            counts[at(turn)] = keeping(some, rows, sets, start_of, last)
        seat = turn
        turn, passed = after_play(rules, seat, owner, passed)
        owner, must, stronger, end_of_group = seat, 0, over[at(row)], ends[at(row)]


@kernel
def playouts(
    rules: Rules, table: Table, order: Longs, moments: LongTable, seed: int, part: tuple[int, int], to: Room,
    left: LongTable, plays: LongTable, bombs: Longs, none: Ints,
) -> None:  # fmt: skip
    """Play on from moments of the play, each in its turn: what is left to each seat, its plays, and bombs played.

    A row of ``moments`` has the hands, the plays made, whose turn it is, owner, newest row, passed seats, and the cards
    that must be played. The moments are those of the deals of ``part``, or one; ``none`` is an empty array.
    """
    for n in range(part[0], part[1]):
        start_next(to.words, seed, n, part[0], part[1])
        k, seats = n - part[0], rules.seats
        at = moments[k % len(moments)]
        for seat in range(seats):
            take_up(rules, to, seat, at[seat], at[seats + seat])
        _, bombs[k], _ = play_on(
            rules, table, order, to, at[2 * seats], at[2 * seats + 1], at[2 * seats + 2], at[2 * seats + 3],
            at[2 * seats + 4], none,
        )  # fmt: skip
        for seat in range(seats):
            left[k][seat], plays[k][seat] = to.left[seat], to.plays[seat]


# --- whole deals ----------------------------------------------------------------------------------------------------


def dealt(deck: Sequence[Card], dealers: Sequence[Seat], seed: int, n: int, to: Room) -> Seat:
    """Begin a stream of random numbers, shuffle the pack and say who deals."""
    start(to.words, seed, n)
    return shuffled(deck, dealers, to)


def shuffled(deck: Sequence[Card], dealers: Sequence[Seat], to: Room) -> Seat:
    """Shuffle the pack and say who deals."""
    for place in range(len(deck)):
        to.pack[place] = deck[place]
    shuffle(to.words, to.pack)
    return dealers[draw(to.words, len(dealers))]


def packet(to: Room, begin: int, end: int) -> Cards:
    """The cards of the pack from one place to another."""
    found = 0
    for place in range(begin, end):
        found |= 1 << to.pack[at(place)]
    return found


def opener(order: Sequence[Card], hands: Numbers, seats: int) -> tuple[Seat, Card]:
    """Who holds the lowest dealt card, and that card."""
    for one in order:
        for seat in range(seats):
            if hands[seat] >> one & 1:
                return seat, one
    return 0, -1


def finished(rules: Rules, to: Room, moves: int, kept: Numbers, left: Numbers) -> None:
    """Write what is left to each seat, and mark the end of the moves."""
    if len(kept) > 0:
        for place in range(moves, len(kept)):
            kept[place] = PASS - 1
    for seat in range(rules.seats):
        left[seat] = to.left[seat]


@kernel
def shedding_deals(
    rules: Rules, table: Table, dealing: Dealing, penalty: Reals, deck: Longs,
    order: Longs, dealers: Longs, seed: int, part: tuple[int, int], to: Room, who: Bytes, hands: LongTable,
    stock: Longs, calls: ByteTable, kept: IntTable, moved: Shorts, left: ByteTable, scores: RealTable,
) -> None:  # fmt: skip
    """Deals without an auction. ``penalty`` has the score for each number of cards left."""
    seats, size = rules.seats, dealing.size
    for n in range(part[0], part[1]):
        start_next(to.words, seed, n, part[0], part[1])
        k, dealer = n - part[0], shuffled(deck, dealers, to)
        who[k], rest, said = dealer, packet(to, seats * size, len(deck)), 0
        stock[k] = rest
        for seat in range(seats):
            hands[k][seat] = packet(to, size * seat, size * (seat + 1))
            to.hands[seat] = hands[k][seat]
        turn, must = dealer, 0
        if dealing.packets > 0:
            first = draw(to.words, 3)
            second = draw(to.words, 2)
            second += 1 if second >= first else 0
            calls[k][0], calls[k][1], said = first + 1, second + 1, 2
            to.hands[dealer] = packet(to, size * first, size * (first + 1))
            to.hands[1 - dealer] = packet(to, size * second, size * (second + 1))
        elif dealing.opens:
            turn, lowest = opener(order, to.hands, seats)
            must = held(rules.suits, 1 << lowest)
        for seat in range(seats):
            take_up(rules, to, seat, to.hands[seat], 0)
        _, _, moves = play_on(rules, table, order, to, turn, -1, -1, 0, must, kept[k])
        moved[k] = said + moves
        finished(rules, to, moves, kept[k], left[k])
        for seat in range(seats):
            scores[k][seat] = penalty[to.left[seat]]


def auction(rules: Rules, bidding: Bidding, first: Seat, to: Room, calls: Numbers) -> tuple[Seat, int, int]:
    """Random bids: the landlord, -1 if all pass, the highest bid, and the number of bids."""
    highest, bidder, spoken, said, seat = 0, -1, 0, 0, first
    while True:
        least = least_call(highest)
        choices = HIGHEST_BID + 1 - least
        bid = least + draw(to.words, choices + (0 if must_bid(bidding.forced, 0, spoken) else 1))
        if bid > HIGHEST_BID:
            bid = 0
        else:
            highest, bidder = bid, seat
        calls[said] = bid
        said, spoken, seat = said + 1, spoken | 1 << seat, (seat + rules.step) % rules.seats
        if ended(bidding.once, highest, spoken, seat, bidder):
            return bidder, highest, said


@kernel
def landlord_deals(
    rules: Rules, table: Table, dealing: Dealing, bidding: Bidding, deck: Longs, order: Longs,
    dealers: Longs, seed: int, part: tuple[int, int], to: Room, who: Bytes, hands: LongTable, stock: Longs,
    face_up: Bytes, calls: ByteTable, kept: IntTable, moved: Shorts, left: ByteTable, scores: RealTable,
) -> None:  # fmt: skip
    """Deals with an auction for the kitty."""
    seats, size = rules.seats, dealing.size
    for n in range(part[0], part[1]):
        start_next(to.words, seed, n, part[0], part[1])
        k = n - part[0]
        who[k] = shuffled(deck, dealers, to)
        stock[k] = packet(to, seats * size, len(deck))
        for seat in range(seats):
            hands[k][seat] = packet(to, size * seat, size * (seat + 1))
        place = draw(to.words, seats * size)
        face_up[k] = to.pack[place]
        alone, bid, said = auction(rules, bidding, place // size, to, calls[k])
        if alone < 0:
            moved[k] = said
            for seat in range(seats):
                to.left[seat] = size
                scores[k][seat] = 0
            finished(rules, to, 0, kept[k], left[k])
            continue
        for seat in range(seats):
            take_up(rules, to, seat, hands[k][seat] | (stock[k] if seat == alone else 0), 0)
        winner, bombs, moves = play_on(rules, table, order, to, alone, -1, -1, 0, 0, kept[k])
        moved[k] = said + moves
        finished(rules, to, moves, kept[k], left[k])
        others = to.plays[(alone + 1) % seats] + to.plays[(alone + 2) % seats] > 0
        if bidding.spring and is_spring(winner == alone, to.plays[alone], others):
            bombs += 1
        unit = bid * multiplied(1, bombs, bidding.limit) if bidding.scoring else 1
        first, second, third = shares(alone, winner == alone, unit)
        scores[k][0], scores[k][1], scores[k][2] = first, second, third
