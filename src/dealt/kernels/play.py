"""Loops around the cores of trick-taking games: whole deals of random actions, over flat arrays.

Each function deals, or takes up, one deal and returns nothing: it writes into the row that it is given of each array.
``words`` is a stream of random numbers, see :mod:`dealt.kernels.draws`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from dealt.bits import count, lowest, nth
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.bridge.auction import called, ended, first_to_name, possible
from dealt.games.bridge.scoring import honours
from dealt.games.hearts import JACK, Counting, hand_points
from dealt.games.spades import least_bid, side_points
from dealt.games.tricks.core import first_leader, lay, passed, playable, points
from dealt.games.tricks.rows import TrickRow
from dealt.kernels.draws import draw, shuffle, start, start_next
from dealt.kernels.machine import kernel
from dealt.shapes import Bytes, ByteTable, LongBlock, Longs, LongTable, RealTable, ShortTable

__all__ = ["Bids", "Scratch", "auction_deals", "bid_deals", "passing_deals", "plain_deals", "playouts"]

Numbers = MutableSequence[int]


class Scratch(NamedTuple):
    """Room for one thread, overwritten by every deal."""

    words: Longs
    pack: Longs
    hands: Longs
    taken: Longs
    said: Longs


class Bids(NamedTuple):
    """The rules of bids as numbers: see :func:`~dealt.games.spades.side_points` and ``least_bid``."""

    tricks: int
    minimum: int
    helps: bool
    limit: int
    fine: int
    double_ten: bool


def dealt(deck: Sequence[int], dealers: Sequence[int], seed: int, n: int, to: Scratch, hands: Numbers) -> Seat:
    """Begin a stream of random numbers, shuffle and deal; see :func:`handed_out`."""
    start(to.words, seed, n)
    return handed_out(deck, dealers, to, hands)


def handed_out(deck: Sequence[int], dealers: Sequence[int], to: Scratch, hands: Numbers) -> Seat:
    """Shuffle and deal: the hands go to ``hands`` and to the scratch, and the dealer is returned."""
    for place in range(len(deck)):
        to.pack[place] = deck[place]
    shuffle(to.words, to.pack)
    dealer = dealers[draw(to.words, len(dealers))]
    size = len(deck) // 4
    for seat in range(4):
        held = 0
        for place in range(size * seat, size * (seat + 1)):
            held |= 1 << to.pack[place]
        hands[seat] = to.hands[seat] = held
        to.taken[seat] = 0
    return dealer


def finish(row: TrickRow, seat: Seat, to: Scratch, cards: Numbers) -> None:
    """Play random cards from the first lead, by ``seat``, to the end; see :func:`play_on`."""
    play_on(row, seat, 0, -1, 0, seat, False, True, 0, to, cards)


def play_on(
    row: TrickRow, seat: Seat, size: int, led: int, top: Card, holder: Seat, broken: bool, first: bool, lying: Cards,
    to: Scratch, cards: Numbers,
) -> None:  # fmt: skip
    """Play random cards from any moment of the play to the end; ``lying`` are the cards of the trick.

    The hands of the scratch are emptied, its ``taken`` gets the cards that each seat takes, and ``cards`` the cards in
    the order played, if it has any room.
    """
    hands, taken, room, n = to.hands, to.taken, len(cards) > 0, 0
    while hands[seat] != 0:
        may = playable(row, hands[seat], led, broken, first)
        choices = count(may)
        one = nth(may, draw(to.words, choices)) if choices > 1 else lowest(may)
        hands[seat] ^= 1 << one
        lying |= 1 << one
        if room:
            cards[n] = one
            n += 1
        seat, size, led, top, holder = lay(row.trump, one, seat, size, led, top, holder)
        if size == 0:
            taken[seat] |= lying
            broken = broken or lying & row.opens != 0
            lying, first = 0, False


Rows = tuple[TrickRow, TrickRow, TrickRow, TrickRow]
"""The rows of deals by their dealer."""
Strains = tuple[TrickRow, TrickRow, TrickRow, TrickRow, TrickRow]
"""The rows of contracts by their strain, notrump last."""


@kernel
def playouts(
    rows: LongTable,
    moments: LongTable,
    lying: Longs,
    seed: int,
    span: tuple[int, int],
    to: Scratch,
    taken: LongTable,
    none: Longs,
) -> None:
    """Play on from moments of the play, each in its turn; ``taken`` gets the cards that each seat takes from there on.

    A row of ``rows`` has the numbers of a ``TrickRow``, one of ``moments`` those of a ``Position``, hands first, and
    ``lying`` the cards of the trick: they are those of the deals of ``span``, or one. ``none`` is an empty array.
    """
    for n in range(span[0], span[1]):
        start(to.words, seed, n)
        k = n - span[0]
        r, at, table = rows[k % len(rows)], moments[k % len(rows)], lying[k % len(rows)]
        row = TrickRow(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7])
        for seat in range(4):
            to.hands[seat] = at[seat]
            to.taken[seat] = 0
        play_on(row, at[4], at[5], at[6], at[7], at[8], at[9] != 0, at[10] != 0, table, to, none)
        for seat in range(4):
            taken[k][seat] = to.taken[seat]


def keep(some: Sequence[int], length: int, where: Numbers) -> None:
    """Copy the first ``length`` numbers, if there is any room for them."""
    if len(where) > 0:
        for place in range(length):
            where[place] = some[place]


def counted(to: Scratch, won: Numbers) -> None:
    """The tricks that each seat has taken."""
    for seat in range(4):
        won[seat] = count(to.taken[seat]) >> 2


@kernel
def plain_deals(
    rows: Rows, deck: Longs, dealers: Longs, seed: int, span: tuple[int, int],
    to: Scratch, who: Bytes, hands: LongTable, cards: ByteTable, won: ByteTable,
) -> None:  # fmt: skip
    """Deals that are played from the start; the seat after the dealer leads. ``rows`` are the rules by dealer."""
    for n in range(span[0], span[1]):
        start_next(to.words, seed, n, span[0], span[1])
        k = n - span[0]
        dealer = handed_out(deck, dealers, to, hands[k])
        who[k] = dealer
        row = rows[dealer]
        finish(row, first_leader(row, to.hands, (dealer + 1) & 3), to, cards[k])
        counted(to, won[k])


def bid_of(word: int) -> int:
    """The bid that a word stands for: the word is 0 for nil, as :func:`~dealt.games.spades.side_points` has -1."""
    return word if word > 0 else -1


@kernel
def bid_deals(
    row: TrickRow, bids: Bids, deck: Longs, dealers: Longs, seed: int, span: tuple[int, int],
    to: Scratch, who: Bytes, hands: LongTable, calls: ShortTable, cards: ByteTable, won: ByteTable, scores: RealTable,
) -> None:  # fmt: skip
    """Deals in which each seat bids a number of tricks or nil, which is 0, before the play."""
    for n in range(span[0], span[1]):
        start_next(to.words, seed, n, span[0], span[1])
        k = n - span[0]
        dealer = handed_out(deck, dealers, to, hands[k])
        who[k] = dealer
        said = to.said
        for place in range(4):
            missing = least_bid(bids.minimum, bid_of(said[place - 2])) if place > 1 else 0
            if missing > 0:
                said[place] = missing + draw(to.words, bids.tricks - missing + 1)
            else:
                said[place] = draw(to.words, bids.tricks + 1)
        keep(said, 4, calls[k])
        first = (dealer + 1) & 3
        finish(row, first, to, cards[k])
        counted(to, won[k])
        for place in range(2):
            seat = (first + place) & 3
            tricks = (count(to.taken[seat]) >> 2, count(to.taken[seat ^ 2]) >> 2)
            pair = (bid_of(said[place]), bid_of(said[place + 2]))
            total, _ = side_points(pair, tricks, 0, bids.helps, bids.limit, bids.fine, bids.double_ten)
            scores[k][seat] = scores[k][seat ^ 2] = total


@kernel
def passing_deals(
    row: TrickRow, counting: Counting, size: int, way: int, deck: Longs, dealers: Longs, seed: int,
    span: tuple[int, int], to: Scratch, who: Bytes, hands: LongTable, given: LongTable, cards: ByteTable,
    won: ByteTable, scores: RealTable,
) -> None:  # fmt: skip
    """Deals in which every seat passes ``size`` cards to the seat ``way`` places on (0: none) before the play."""
    for n in range(span[0], span[1]):
        start_next(to.words, seed, n, span[0], span[1])
        k = n - span[0]
        dealer = handed_out(deck, dealers, to, hands[k])
        who[k] = dealer
        for seat in range(4):
            given[k][seat] = 0
        if way > 0:
            for seat in range(4):
                rest = to.hands[seat]
                for _ in range(size):
                    rest ^= 1 << nth(rest, draw(to.words, count(rest)))
                given[k][seat] = to.hands[seat] ^ rest
            north, east, south, west = passed(to.hands, given[k], way)
            to.hands[0], to.hands[1], to.hands[2], to.hands[3] = north, east, south, west
        finish(row, first_leader(row, to.hands, (dealer + 1) & 3), to, cards[k])
        counted(to, won[k])
        a, b, c, d = to.taken[0], to.taken[1], to.taken[2], to.taken[3]
        taken = (points(row, a), points(row, b), points(row, c), points(row, d))
        jacks = (a >> JACK & 1, b >> JACK & 1, c >> JACK & 1, d >> JACK & 1)
        found = hand_points(taken, jacks, counting)
        for seat in range(4):
            scores[k][seat] = found[seat]


@kernel
def auction_deals(
    rows: Strains, table: LongBlock, honoured: bool, deck: Longs, dealers: Longs, seed: int,
    span: tuple[int, int], to: Scratch, who: Bytes, hands: LongTable, calls: ShortTable, cards: ByteTable,
    won: ByteTable, scores: RealTable,
) -> None:  # fmt: skip
    """Deals with an auction. ``rows`` are the rules by strain, notrump last.

    ``table`` has the scores of the declaring side and of the other by declaring side, bid, doubles and the tricks of
    the declaring side; ``honoured``: honours are added.
    """
    for n in range(span[0], span[1]):
        start_next(to.words, seed, n, span[0], span[1])
        k = n - span[0]
        dealer = handed_out(deck, dealers, to, hands[k])
        who[k] = dealer
        said, length = to.said, 0
        bid, doubled, ours, passes = -1, 0, False, 0
        while not ended(bid, passes):
            may = possible(bid, doubled, ours, passes)
            call = nth(may, draw(to.words, count(may)))
            bid, doubled, ours, passes = called(bid, doubled, ours, passes, call)
            said[length] = call
            length += 1
        keep(said, length, calls[k])
        place = first_to_name(said, length)
        if place < 0:
            continue
        declarer, strain = (dealer + place) & 3, bid % 5
        bonus = honours(to.hands, strain if strain < 4 else -1) if honoured else (0, 0)
        finish(rows[strain], (declarer + 1) & 3, to, cards[k])
        counted(to, won[k])
        side = declarer & 1
        entry = table[side][bid][doubled][won[k][declarer] + won[k][declarer ^ 2]]
        for seat in range(4):
            scores[k][seat] = entry[(seat & 1) ^ side] + bonus[seat & 1]
