"""Draw poker one action at a time, over arrays: the loops around its core for environments.

Every function writes into the arrays of :class:`Tables`. A table whose deal is over waits until it is dealt anew. There
are enough cards for all draws: no discards come back.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import count, lowest
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.drawpoker.core import (
    BUY,
    DRAW,
    FIRST,
    OVER,
    PAYING,
    DrawRow,
    Moment,
    begin,
    bet,
    broke,
    draw,
    list_draws,
    may_bet,
    placed,
)
from dealt.games.drawpoker.play import OPENERS
from dealt.games.showdown.betting import NONE, Chips, one_left
from dealt.games.showdown.core import ACE, PLACE, hand_value, pay_out
from dealt.kernels.buckets import spread
from dealt.kernels.draws import draw as drawn_number
from dealt.kernels.draws import start
from dealt.kernels.machine import kernel
from dealt.kernels.poker import Room, dealt
from dealt.shapes import ByteTable, FloatTable, Longs, LongTable, RealTable

__all__ = ["Ids", "Spots", "Tables", "choose_all", "deal_all", "legal_all", "observe_all", "step_all"]

NOBODY: Final = -1

Numbers = MutableSequence[int]
Rows = Sequence[MutableSequence[int]]


class Tables(NamedTuple):
    """The state of all tables: arrays of int64 with a row for each; those up to ``moment`` have several columns."""

    packs: LongTable
    """The cards in the order in which they come."""
    hands: LongTable
    drawn: LongTable
    thrown: LongTable
    stacks: LongTable
    paid: LongTable
    bets: LongTable
    won: LongTable
    moment: LongTable
    """The numbers of a :class:`~dealt.games.drawpoker.core.Moment`."""
    dealer: Longs
    top: Longs
    """(n,): the number of cards dealt."""
    chosen: Longs
    """(n,): the cards that the seat to act has chosen to throw so far."""
    asked: Longs
    """(n,): the seats that have still to say whether they buy chips, as bits."""
    bought: Longs
    turn: Longs
    """(n,): the seat to act; -1 once the deal is over."""
    deals: Longs


class Ids(NamedTuple):
    """The ids of actions. Those of amounts begin with that of the least; bets, calls and raises come in this order."""

    check: int
    bet: int
    call: int
    raises: int
    fold: int
    pat: int
    buy: int
    watch: int
    card: int
    """The id of throwing the first card; that of *done* follows those of all cards."""
    buckets: bool
    """Do amounts share ids? Else each amount from 1 on has one."""


class Spots(NamedTuple):
    """Where each field of an observation begins, and the number of columns for cards."""

    columns: int
    turn: int
    phase: int
    hand: int
    hand_size: int
    thrown: int
    drew: int
    dealer: int
    pot: int
    stack: int
    bet: int
    paid: int
    folded: int
    out: int
    opener: int
    raises: int
    rank: int
    chosen: int


def moment_at(t: Tables, n: int) -> Moment:
    """Whose turn it is at a table, and what has happened."""
    at = t.moment[n]
    return Moment(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7])


def chips_of(t: Tables, n: int) -> Chips:
    """The chips at a table, to be changed in place."""
    return Chips(t.stacks[n], t.paid[n], t.bets[n])


def room(t: Tables, n: int, to: Room) -> Room:
    """The cards at a table and some room to work in."""
    return Room(to.words, t.packs[n], t.hands[n], t.drawn[n], t.thrown[n], to.values, t.won[n], to.ways)


def put(t: Tables, n: int, row: DrawRow, at: Moment, to: Room) -> None:
    """Write a moment down; the pots are paid out if it is time."""
    kept = t.moment[n]
    kept[0], kept[1], kept[2], kept[3], kept[4], kept[5], kept[6], kept[7] = at
    t.turn[n] = at.turn
    if at.phase != PAYING:
        return
    seats = len(t.hands[n])
    for seat in range(seats):
        to.values[seat] = 0 if one_left(at.gone, seats) else hand_value(t.hands[n][seat], row.wheel)
    pay_out(t.paid[n], at.gone, to.values, (t.dealer[n] + 1) % seats, t.won[n])
    for seat in range(seats):
        t.stacks[n][seat] += t.won[n][seat]
        t.bets[n][seat] = 0
    ask(t, n, broke(row, t.stacks[n], 0))


def ask(t: Tables, n: int, asked: int) -> None:
    """These seats have still to say whether they buy chips; after the last answer the deal is over."""
    t.asked[n] = asked
    t.moment[n][1] = BUY if asked != 0 else OVER
    t.turn[n] = lowest(asked) if asked != 0 else NOBODY


@kernel
def deal_all(t: Tables, row: DrawRow, deck: Longs, seed: int, to: Room) -> None:
    """Deal at every table whose deal is over. Deals of a table have streams of random numbers of their own."""
    tables = len(t.turn)
    for n in range(tables):
        if t.turn[n] != NOBODY:
            continue
        start(to.words, seed, n + tables * t.deals[n])
        t.deals[n] += 1
        t.dealer[n] = dealt(row, deck, room(t, n, to), chips_of(t, n))
        t.top[n] = row.hand * len(t.hands[n])
        t.chosen[n] = t.asked[n] = t.bought[n] = 0
        for seat in range(len(t.hands[n])):
            t.won[n][seat] = 0
        put(t, n, row, begin(row, chips_of(t, n), 0, t.dealer[n]), to)


# --- what may be done -------------------------------------------------------------------------------------------------


def possible_bets(t: Tables, n: int, row: DrawRow) -> tuple[int, int, int]:
    """What a call costs, and the least and the highest bet."""
    at = moment_at(t, n)
    value = hand_value(t.hands[n][at.turn], row.wheel) if row.openers != 0 and at.phase == FIRST else 0
    return may_bet(
        row, at.phase, at.gone, at.turn, at.raises, at.size, at.opener, value, t.stacks[n], t.paid[n], t.bets[n]
    )


def list_bets(t: Tables, n: int, row: DrawRow, ids: Ids, to: Room, out: Numbers) -> int:
    """Write the ids in a round of betting; returns their number."""
    call, least, most = possible_bets(t, n, row)
    out[0], found = ids.check, 1
    if call > 0:
        out[0], out[1], found = ids.call + (0 if ids.buckets else call - 1), ids.fold, 2
    first = ids.raises if max(t.bets[n]) > 0 else ids.bet
    if least > 0 and ids.buckets:
        for place in range(spread(least, most, 1, to.ways)):
            out[found] = first + place
            found += 1
    elif least > 0:
        for amount in range(least, most + 1):
            out[found] = first + amount - 1
            found += 1
    return found


def next_cards(t: Tables, n: int, row: DrawRow, chosen: Cards, to: Room) -> tuple[Cards, bool]:
    """The cards that may be thrown beside those chosen, and whether those alone are a draw."""
    hand = t.hands[n][t.turn[n]]
    ways = list_draws(row, count(hand), count(hand >> 4 * ACE), len(t.packs[n]) - t.top[n], to.ways)
    rest, done = 0, False
    for place in range(ways):
        some = placed(hand, to.ways[place])
        if chosen & ~some == 0:
            rest |= some & ~chosen
            done = done or some == chosen
    return rest, done


def list_ids(t: Tables, n: int, row: DrawRow, ids: Ids, column: Sequence[int], to: Room, out: Numbers) -> int:
    """Write the ids that the seat to act may take; returns their number."""
    if t.moment[n][1] == BUY:
        out[0], out[1] = ids.buy, ids.watch
        return 2
    if t.moment[n][1] != DRAW:
        return list_bets(t, n, row, ids, to, out)
    rest, done = next_cards(t, n, row, t.chosen[n], to)
    found = 0
    while rest != 0:
        out[found] = ids.card + column[lowest(rest)]
        rest &= rest - 1
        found += 1
    if done:
        out[found] = ids.card + len(t.packs[n]) if t.chosen[n] != 0 else ids.pat
        found += 1
    return found


@kernel
def legal_all(t: Tables, row: DrawRow, ids: Ids, column: Longs, to: Room, listed: Longs, out: ByteTable) -> None:
    """Mark the ids that the seats to act may take; ``listed`` is overwritten."""
    for n in range(len(t.turn)):
        if t.turn[n] != NOBODY:
            for place in range(list_ids(t, n, row, ids, column, to, listed)):
                out[n][listed[place]] = 1


@kernel
def choose_all(
    t: Tables, row: DrawRow, ids: Ids, column: Longs, seed: int, number: int, to: Room, listed: Longs,
    out: Longs,
) -> None:  # fmt: skip
    """A random id for each table, 0 where there is none."""
    start(to.words, seed, number)
    for n in range(len(t.turn)):
        out[n] = 0
        if t.turn[n] != NOBODY:
            found = list_ids(t, n, row, ids, column, to, listed)
            out[n] = listed[drawn_number(to.words, found)]


# --- an action --------------------------------------------------------------------------------------------------------


@kernel
def step_all(t: Tables, row: DrawRow, ids: Ids, cards: Longs, to: Room, actions: Longs, scores: RealTable) -> None:
    """Carry out an id at each table; ``cards`` are the cards by column. Deals that end get their scores."""
    for n in range(len(t.turn)):
        action = actions[n]
        if t.turn[n] == NOBODY or action < 0:
            continue
        if t.moment[n][1] == BUY:
            t.bought[n] |= 1 << t.turn[n] if action == ids.buy else 0
            ask(t, n, t.asked[n] & ~(1 << t.turn[n]))
        else:
            at = moment_at(t, n)
            if at.phase == DRAW:
                at = throw(t, n, row, ids, cards, to, action)
            else:
                at = bet(row, at, chips_of(t, n), t.dealer[n], chips_put_in(t, n, row, ids, to, action))
            put(t, n, row, at, to)  # called once, because compiled code has a copy of it at each place
        if t.turn[n] == NOBODY:
            any_won = max(t.won[n]) > 0
            for seat in range(len(t.hands[n])):
                scores[n][seat] = t.won[n][seat] - t.paid[n][seat] if any_won else 0


def throw(t: Tables, n: int, row: DrawRow, ids: Ids, cards: Sequence[Card], to: Room, action: int) -> Moment:
    """Choose one more card, and draw if that is all; returns the moment, which a choice alone does not change."""
    some = t.chosen[n]
    if action != ids.pat and action < ids.card + len(cards):
        some |= 1 << cards[action - ids.card]
        rest, done = next_cards(t, n, row, some, to)
        if rest != 0 or not done:
            t.chosen[n] = some
            return moment_at(t, n)
    new = 0
    for _ in range(count(some)):
        new |= 1 << t.packs[n][t.top[n]]
        t.top[n] += 1
    t.chosen[n] = 0
    return draw(row, moment_at(t, n), chips_of(t, n), t.dealer[n], t.hands[n], t.drawn[n], t.thrown[n], some, new)


def chips_put_in(t: Tables, n: int, row: DrawRow, ids: Ids, to: Room, action: int) -> int:
    """What the seat to act puts in by an id: 0 for a check, NONE for a fold."""
    call, least, most = possible_bets(t, n, row)
    if action == ids.check:
        return 0
    if action == ids.fold:
        return NONE
    if ids.call <= action < ids.raises:
        return call
    place, amount = action - (ids.raises if action >= ids.raises else ids.bet), 0
    if ids.buckets:
        spread(least, most, 1, to.ways)
        amount = to.ways[place]
    else:
        amount = place + 1
    before: int = t.bets[n][t.turn[n]]
    return amount - before


# --- what a seat sees -------------------------------------------------------------------------------------------------


def put_cards(out: Any, at: int, some: Cards, column: Sequence[int]) -> None:
    """Mark a set of cards in the field that begins at ``at``."""
    while some != 0:
        out[at + column[lowest(some)]] = 1
        some &= some - 1


def open_hands(t: Tables, n: int, row: DrawRow) -> tuple[int, Seat]:
    """The seats whose hands all see, as bits, and the seat whose discards they see, -1 for none.

    See :meth:`dealt.games.drawpoker.DrawPoker.shown`.
    """
    at, seats = moment_at(t, n), len(t.hands[n])
    if (at.phase != BUY and at.phase != OVER) or max(t.won[n]) == 0:
        return 0, NOBODY
    live = (1 << seats) - 1 & ~at.gone
    hands = live & (1 << at.opener if at.opener != NONE else 0) if one_left(at.gone, seats) else live
    if at.opener == NONE or hands >> at.opener & 1 == 0 or t.thrown[n][at.opener] == 0:
        return hands, NOBODY
    kept = t.hands[n][at.opener] & ~t.drawn[n][at.opener]
    return hands, NOBODY if hand_value(kept, row.wheel) >= OPENERS else at.opener


@kernel
def observe_all(t: Tables, row: DrawRow, spots: Spots, column: Longs, rows: Longs, out: FloatTable) -> None:
    """What the seats to act see at some tables, or seat 0 once the deal is over."""
    for place in range(len(rows)):
        n = rows[place]
        me = t.turn[n] if t.turn[n] != NOBODY else 0
        observe_cards(t, n, row, spots, column, me, out[place])
        observe_chips(t, n, row, spots, me, out[place])


def observe_cards(t: Tables, n: int, row: DrawRow, spots: Spots, column: Sequence[int], me: Seat, out: Any) -> None:
    """The fields with cards, and what they are worth."""
    hands, discards = open_hands(t, n, row)
    seats, wide, drawers = len(t.hands[n]), spots.columns, moment_at(t, n).drawers
    for place in range(seats):
        seat = (me + place) % seats
        hand, some = t.hands[n][seat], t.thrown[n][seat]
        out[spots.hand_size + place] = count(hand)
        if drawers >> seat & 1:
            out[spots.drew + place] = count(some)
        if place == 0 or hands >> seat & 1:
            put_cards(out, spots.hand + wide * place, hand, column)
            out[spots.rank + place] = (hand_value(hand, row.wheel) >> PLACE) + 1
        if place == 0 or seat == discards:
            put_cards(out, spots.thrown + wide * place, some, column)
    put_cards(out, spots.chosen, t.chosen[n], column)


def observe_chips(t: Tables, n: int, row: DrawRow, spots: Spots, me: Seat, out: Any) -> None:
    """The other fields. Who is asked for new chips sees nothing of what those before it have answered."""
    at, seats = moment_at(t, n), len(t.hands[n])
    ended, pot = max(t.won[n]) > 0, 0
    asked = broke(row, t.stacks[n], 0) if ended else 0
    out[spots.phase + at.phase] = 1
    out[spots.raises] = at.raises
    for place in range(seats):
        seat = (me + place) % seats
        pot += t.paid[n][seat] - t.bets[n][seat]
        out[spots.stack + place] = t.stacks[n][seat]
        out[spots.bet + place], out[spots.paid + place] = t.bets[n][seat], t.paid[n][seat]
        out[spots.folded + place] = at.gone >> seat & 1
        out[spots.dealer + place] = 1 if seat == t.dealer[n] else 0
        out[spots.opener + place] = 1 if seat == at.opener else 0
        if at.phase == BUY:
            out[spots.turn + place] = asked >> seat & 1
        elif seat == t.turn[n]:
            out[spots.turn + place] = 1
        if at.phase == OVER:
            out[spots.out + place] = asked >> seat & 1 & ~(t.bought[n] >> seat)
    out[spots.pot] = 0 if ended else pot
