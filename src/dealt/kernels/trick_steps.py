"""Trick-taking games one action at a time, over flat arrays: the loops around their core for environments.

Every function writes into the arrays of :class:`Tables`. A table whose deal is over waits until it is dealt anew.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import count, lowest, nth
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.bridge.auction import called, ended, first_to_name, possible
from dealt.games.hearts import JACK, Counting, hand_points
from dealt.games.spades import least_bid, side_points
from dealt.games.tricks.core import first_leader, lay, passed, playable, points, told
from dealt.games.tricks.rows import TrickRow
from dealt.kernels.draws import draw, start
from dealt.kernels.machine import kernel
from dealt.kernels.play import Bids, Scratch, bid_of, dealt
from dealt.shapes import ByteTable, FloatTable, LongBlock, Longs, LongTable, RealTable

__all__ = ["Rules", "Spots", "Tables", "auctions_all", "choose_all", "deal_all", "legal_all", "observe_all", "step_all"]

PLAY, GIVE, BID, AUCTION = 0, 1, 2, 3
OVER: Final = -1


Numbers = MutableSequence[int]
Rows = Sequence[MutableSequence[int]]


class Tables(NamedTuple):
    """The state of all tables: arrays of int64 with a row for each, most with a column for each seat."""

    hands: LongTable
    """Cards that are passed stay in the giver's hand until all have passed."""
    played: LongTable
    lacks: LongTable
    given: LongTable
    trick: LongTable
    """The newest trick in the order played; ``size`` cards lie there, 4 once it is complete."""
    won: LongTable
    said: LongTable
    """The bids in the order made, -1 for none: 0 is nil."""
    taken: LongTable
    """The cards that each seat has taken."""
    chosen: Longs
    """(n,): the cards that the seat to act has chosen to pass so far."""
    phase: Longs
    turn: Longs
    """(n,): the seat whose hand is to play; -1 once the deal is over."""
    leader: Longs
    dealer: Longs
    size: Longs
    row: Longs
    """(n,): which of the rows holds: that of the dealer, or in bridge that of the strain."""
    declarer: Longs
    """(n,): -1 without a contract."""
    auction: LongTable
    """(n, 5): the bid, doubles, whether it is ours, passes and the number of calls, as the auction has them."""
    calls: LongTable
    """(n, most): the calls in order."""
    deals: Longs
    """(n,): the number of deals so far."""


class Rules(NamedTuple):
    """The rules as numbers: what comes before and after the play, and ids."""

    rows: LongTable
    """(k, 8): the numbers of the ``TrickRow`` by dealer, or by strain."""
    phase: int
    bids: Bids
    gift: int
    way: int
    counting: Counting
    first_play: int
    first_bid: int
    nil: int
    first_gift: int
    call_ids: Longs
    """The ids of the calls; none without an auction."""
    calls: Longs
    """The calls by id."""
    contracts: LongBlock
    """The scores of the declaring side and the other by side, bid, doubles and tricks."""
    vulnerable: tuple[bool, bool]


class Spots(NamedTuple):
    """Where each field of an observation begins, -1 for none, and the number of columns for cards."""

    columns: int
    turn: int
    phase: int
    hand: int
    hand_size: int
    trick: int
    played: int
    lacks: int
    given: int
    to_play: int
    leader: int
    dealer: int
    tricks: int
    bid: int
    bags: int
    passing: int
    points: int
    jack: int
    calls: int
    declarer: int
    dummy: int
    vulnerable: int
    chosen: int


# --- the deal ---------------------------------------------------------------------------------------------------------


@kernel
def deal_all(t: Tables, rules: Rules, deck: Longs, dealers: Longs, seed: int, to: Scratch) -> None:
    """Deal at every table whose deal is over. Deals of a table have streams of random numbers of their own."""
    tables = len(t.turn)
    for n in range(tables):
        if t.turn[n] != OVER:
            continue
        dealer = dealt(deck, dealers, seed, n + tables * t.deals[n], to, t.hands[n])
        t.deals[n] += 1
        for seat in range(4):
            t.played[n][seat] = t.lacks[n][seat] = t.given[n][seat] = t.won[n][seat] = t.taken[n][seat] = 0
            t.said[n][seat] = -1
        t.dealer[n], t.size[n], t.chosen[n], t.phase[n] = dealer, 0, 0, rules.phase
        t.leader[n], t.row[n], t.declarer[n] = (dealer + 1) & 3, dealer, -1
        t.turn[n] = 0 if rules.phase == GIVE else dealer if rules.phase == AUCTION else t.leader[n]
        t.auction[n][0] = -1
        for place in range(1, 5):
            t.auction[n][place] = 0
        if rules.phase == PLAY:
            lead(t, n, rules)


def lead(t: Tables, n: int, rules: Rules) -> None:
    """Begin the play."""
    t.phase[n] = PLAY
    first = first_leader(row_at(t, n, rules), t.hands[n], (t.dealer[n] + 1) & 3)
    t.turn[n] = t.leader[n] = first


def row_at(t: Tables, n: int, rules: Rules) -> TrickRow:
    """The rules of the play at a table."""
    row = rules.rows[t.row[n]]
    return TrickRow(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])


# --- what may be done -------------------------------------------------------------------------------------------------


def led(t: Tables, n: int) -> int:
    """The suit led to the trick under way, -1 for none."""
    return t.trick[n][0] & 3 if 0 < t.size[n] < 4 else -1


def broken(t: Tables, n: int, row: TrickRow) -> bool:
    """Has a card been played to an earlier trick that opens the lead of closed ones?"""
    taken: Sequence[int] = t.taken[n]
    return (taken[0] | taken[1] | taken[2] | taken[3]) & row.opens != 0


def first_trick(t: Tables, n: int) -> bool:
    """Is the first trick not complete yet?"""
    won: Sequence[int] = t.won[n]
    return won[0] + won[1] + won[2] + won[3] == 0


def may_play(t: Tables, n: int, rules: Rules) -> Cards:
    """The cards that the hand to play may play."""
    row = row_at(t, n, rules)
    return playable(row, t.hands[n][t.turn[n]], led(t, n), broken(t, n, row), first_trick(t, n))


def least(t: Tables, n: int, rules: Rules) -> int:
    """The least number of tricks that the seat to act may bid; 0 if it may bid nil, too."""
    place = (t.turn[n] - t.dealer[n] - 1) & 3
    return least_bid(rules.bids.minimum, bid_of(t.said[n][place - 2])) if place > 1 else 0


def may(t: Tables, n: int, rules: Rules) -> tuple[Cards, int]:
    """What the seat to act may do: a set of small numbers, and the id of the number 0."""
    if t.phase[n] == PLAY:
        return may_play(t, n, rules), rules.first_play
    if t.phase[n] == GIVE:
        return t.hands[n][t.turn[n]] & ~t.chosen[n], rules.first_gift
    if t.phase[n] == AUCTION:
        said = t.auction[n]
        return possible(said[0], said[1], said[2] != 0, said[3]), 0
    missing = least(t, n, rules)
    lowest_bid = max(1, missing)
    return (1 << rules.bids.tricks + 1) - (1 << lowest_bid) | (1 if missing == 0 else 0), rules.first_bid - 1


def id_of(number: int, phase: int, first: int, column: Sequence[int], rules: Rules) -> int:
    """The id of one of the numbers that ``may`` returns: a card, a bid or a call."""
    if phase == BID:
        return first + number if number > 0 else rules.nil
    if phase == AUCTION:
        found: int = rules.call_ids[number]
        return found
    return first + column[number]


@kernel
def legal_all(t: Tables, rules: Rules, column: Longs, out: ByteTable) -> None:
    """Mark the ids that the seats to act may take."""
    for n in range(len(t.turn)):
        if t.turn[n] == OVER:
            continue
        some, first = may(t, n, rules)
        while some != 0:
            one = lowest(some)
            some &= some - 1
            out[n][id_of(one, t.phase[n], first, column, rules)] = 1


@kernel
def choose_all(t: Tables, rules: Rules, column: Longs, seed: int, number: int, words: Longs, out: Longs) -> None:
    """A random legal id for each table."""
    start(words, seed, number)
    for n in range(len(t.turn)):
        if t.turn[n] == OVER:
            out[n] = 0
            continue
        some, first = may(t, n, rules)
        one = nth(some, draw(words, count(some)))
        out[n] = id_of(one, t.phase[n], first, column, rules)


# --- an action --------------------------------------------------------------------------------------------------------


@kernel
def step_all(t: Tables, rules: Rules, cards: Longs, actions: Longs, scores: RealTable) -> None:
    """Carry out an id at each table; ``cards`` are the cards by column. Ended deals get their scores."""
    for n in range(len(t.turn)):
        action = actions[n]
        if t.turn[n] == OVER or action < 0:
            continue
        if t.phase[n] == PLAY:
            play(t, n, rules, cards[action - rules.first_play])
            if t.turn[n] == OVER:
                score(t, n, rules, scores[n])
        elif t.phase[n] == GIVE:
            give(t, n, rules, cards[action - rules.first_gift])
        elif t.phase[n] == AUCTION:
            call(t, n, rules.calls[action], scores[n])
        else:
            bid(t, n, rules, 0 if action == rules.nil else action - rules.first_bid + 1)


def play(t: Tables, n: int, rules: Rules, one: Card) -> None:
    """Play a card from the hand whose turn it is."""
    row, seat = row_at(t, n, rules), t.turn[n]
    suit, size = led(t, n), t.size[n] & 3
    t.lacks[n][seat] |= told(row, one, suit, broken(t, n, row), first_trick(t, n))
    if size == 0:
        t.leader[n] = seat
    t.trick[n][size] = one
    t.hands[n][seat] &= ~(1 << one)
    t.played[n][seat] |= 1 << one
    t.size[n] = size + 1
    t.turn[n] = (seat + 1) & 3
    if size == 3:
        taker, lying = takes(t, n, row), 0
        for place in range(4):
            lying |= 1 << t.trick[n][place]
        t.taken[n][taker] |= lying
        t.won[n][taker] += 1
        t.turn[n] = taker if t.hands[n][taker] != 0 else OVER


def takes(t: Tables, n: int, row: TrickRow) -> Seat:
    """The seat that takes the complete trick."""
    holder: Seat = t.leader[n]
    seat, size, suit, top = holder, 0, -1, 0
    for place in range(4):
        seat, size, suit, top, holder = lay(row.trump, t.trick[n][place], seat, size, suit, top, holder)
    return holder


def give(t: Tables, n: int, rules: Rules, one: Card) -> None:
    """Choose a card to pass; once all four seats have chosen theirs, they take up what they get."""
    t.chosen[n] |= 1 << one
    if count(t.chosen[n]) < rules.gift:
        return
    seat = t.turn[n]
    t.given[n][seat], t.chosen[n] = t.chosen[n], 0
    t.turn[n] = seat + 1
    if seat == 3:
        north, east, south, west = passed(t.hands[n], t.given[n], rules.way)
        t.hands[n][0], t.hands[n][1], t.hands[n][2], t.hands[n][3] = north, east, south, west
        lead(t, n, rules)


def bid(t: Tables, n: int, rules: Rules, tricks: int) -> None:
    """Bid a number of tricks, or 0 for nil."""
    place = (t.turn[n] - t.dealer[n] - 1) & 3
    t.said[n][place] = tricks
    t.turn[n] = (t.turn[n] + 1) & 3
    if place == 3:
        lead(t, n, rules)


def call(t: Tables, n: int, said: int, to: Any) -> None:
    """Make a call; after the last one the play begins, or without a bid the deal is over."""
    at = t.auction[n]
    t.calls[n][at[4]] = said
    at[0], at[1], ours, at[3] = called(at[0], at[1], at[2] != 0, at[3], said)
    at[2] = 1 if ours else 0
    at[4] += 1
    t.turn[n] = (t.turn[n] + 1) & 3
    if not ended(at[0], at[3]):
        return
    place = first_to_name(t.calls[n], at[4])
    if place < 0:
        t.turn[n] = OVER
        for seat in range(4):
            to[seat] = 0
        return
    t.declarer[n], t.row[n], t.phase[n] = (t.dealer[n] + place) & 3, at[0] % 5, PLAY
    t.turn[n] = t.leader[n] = (t.declarer[n] + 1) & 3


def score(t: Tables, n: int, rules: Rules, to: Any) -> None:
    """The scores of a deal that is over; where they depend on dealer and tricks alone the game itself has them."""
    if rules.phase == BID:
        for place in range(2):
            seat = (t.dealer[n] + 1 + place) & 3
            total, _ = side(t, n, rules, place)
            to[seat] = to[seat ^ 2] = total
    elif rules.phase == AUCTION:
        declarer, bid_made, doubled = t.declarer[n], t.auction[n][0], t.auction[n][1]
        ours = declarer & 1
        entry = rules.contracts[ours][bid_made][doubled][t.won[n][declarer] + t.won[n][declarer ^ 2]]
        for seat in range(4):
            to[seat] = entry[(seat & 1) ^ ours]
    elif rules.gift > 0:
        a, b, c, d = t.taken[n][0], t.taken[n][1], t.taken[n][2], t.taken[n][3]
        row = row_at(t, n, rules)
        taken = (points(row, a), points(row, b), points(row, c), points(row, d))
        jacks = (a >> JACK & 1, b >> JACK & 1, c >> JACK & 1, d >> JACK & 1)
        found = hand_points(taken, jacks, rules.counting)
        for seat in range(4):
            to[seat] = found[seat]


def side(t: Tables, n: int, rules: Rules, place: int) -> tuple[int, int]:
    """The points of the side that made the bid at that place, 0 or 1, and its bags after the deal."""
    seat, bids = (t.dealer[n] + 1 + place) & 3, rules.bids
    pair = (bid_of(t.said[n][place]), bid_of(t.said[n][place + 2]))
    won = t.won[n][seat], t.won[n][seat ^ 2]
    return side_points(pair, won, 0, bids.helps, bids.limit, bids.fine, bids.double_ten)


# --- what a seat sees -------------------------------------------------------------------------------------------------


def put(out: Any, at: int, some: Cards, column: Sequence[int]) -> None:
    """Mark a set of cards in the field that begins at ``at``; cards that the deck lacks have no column."""
    while some != 0:
        one = lowest(some)
        some &= some - 1
        if column[one] >= 0:
            out[at + column[one]] = 1


@kernel
def observe_all(t: Tables, rules: Rules, spots: Spots, column: Longs, rows: Longs, out: FloatTable) -> None:
    """What the seats to act see at some tables, or seat 0 once the deal is over."""
    for place in range(len(rows)):
        n = rows[place]
        me = actor(t, n) if t.turn[n] != OVER else 0
        observe_cards(t, n, rules, spots, column, me, out[place])
        observe_numbers(t, n, rules, spots, me, out[place])


def actor(t: Tables, n: int) -> Seat:
    """The seat that acts: the declarer plays dummy's cards."""
    turn, declarer = t.turn[n], t.declarer[n]
    return declarer if declarer >= 0 and turn == declarer ^ 2 else turn


def observe_cards(t: Tables, n: int, rules: Rules, spots: Spots, column: Sequence[int], me: Seat, out: Any) -> None:
    """The fields with cards."""
    wide, gifts = spots.columns, rules.gift > 0 and rules.way > 0 and t.phase[n] == PLAY
    dummy = t.declarer[n] ^ 2 if t.declarer[n] >= 0 and (t.size[n] > 0 or not first_trick(t, n)) else -1
    for place in range(4):
        seat = (me + place) & 3
        held = t.hands[n][seat]
        out[spots.hand_size + place] = count(held)
        if place > 0 and t.turn[n] != OVER and seat != dummy:
            held &= t.given[n][me] if gifts and place == rules.way else 0
        put(out, spots.hand + wide * place, held, column)
        put(out, spots.played + wide * place, t.played[n][seat], column)
        put(out, spots.lacks + wide * place, t.lacks[n][seat], column)
        if gifts and (place == 0 or place == 4 - rules.way):
            put(out, spots.given + wide * place, t.given[n][seat], column)
    for place in range(t.size[n]):
        put(out, spots.trick + wide * ((t.leader[n] + place - me) & 3), 1 << t.trick[n][place], column)
    if spots.chosen >= 0:
        put(out, spots.chosen, t.chosen[n], column)


def observe_numbers(t: Tables, n: int, rules: Rules, spots: Spots, me: Seat, out: Any) -> None:
    """The other fields."""
    over = t.turn[n] == OVER
    out[spots.phase + t.phase[n]] = 1
    out[spots.leader + ((t.leader[n] - me) & 3)] = 1
    out[spots.dealer + ((t.dealer[n] - me) & 3)] = 1
    if not over:
        out[spots.turn] = 1
        at = (t.dealer[n] + 1 - me) & 3 if t.phase[n] == GIVE else (t.turn[n] - me) & 3
        out[spots.to_play + at] = 1
    for place in range(4):
        seat = (me + place) & 3
        if t.phase[n] == GIVE:
            out[spots.turn + place] = 1
        out[spots.tricks + place] = t.won[n][seat]
        if rules.phase == BID:
            said = (seat - t.dealer[n] - 1) & 3
            if t.said[n][said] >= 0:
                out[spots.bid + place] = bid_of(t.said[n][said])
            if over:
                total, bags = side(t, n, rules, said & 1)
                out[spots.points + place], out[spots.bags + place] = total, bags
        if rules.gift > 0:
            out[spots.points + place] = points(row_at(t, n, rules), t.taken[n][seat])
            if rules.counting.jack > 0:
                out[spots.jack + place] = t.taken[n][seat] >> JACK & 1
    if rules.gift > 0:
        out[spots.passing + rules.way] = 1


@kernel
def auctions_all(t: Tables, spots: Spots, vulnerable: tuple[bool, bool], rows: Longs, out: FloatTable) -> None:
    """What the seats to act see of auctions and contracts; apart, so that games without them take half the time."""
    for row in range(len(rows)):
        n = rows[row]
        me = actor(t, n) if t.turn[n] != OVER else 0
        for place in range(t.auction[n][4]):
            out[row][spots.calls + 4 * t.calls[n][place] + ((t.dealer[n] + place - me) & 3)] = place + 1
        for place in range(4):
            out[row][spots.vulnerable + place] = 1 if vulnerable[(me + place) & 1] else 0
        if t.declarer[n] >= 0:
            out[row][spots.declarer + ((t.declarer[n] - me) & 3)] = 1
            out[row][spots.dummy + ((t.declarer[n] + 2 - me) & 3)] = 1
