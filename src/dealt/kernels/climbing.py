"""Climbing games as a machine of steps: packets that are taken or an auction where a game has one, then the play.

What a deal needs stands in a table, :data:`WIDTH` numbers. The rows that each hand holds are listed once it leads, and
kept in the :class:`Room` as long as the same deal goes on; until then only what beats the newest play is sought.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dealt.bits import at, count
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.climbing import core
from dealt.games.climbing.core import (
    NONE,
    after_pass,
    after_play,
    beside,
    compared,
    effects,
    follower,
    held,
    holding,
    holding_part,
    laid,
    may_pass,
    over_row,
    permitted,
    span,
    told,
    top,
    traits,
    turned_by,
    wins_at_once,
)
from dealt.games.doudizhu import HIGHEST_BID, ended, is_spring, least_call, multiplied, must_bid, shares
from dealt.kernels.climbing_table import (
    ALONE,
    AUCTION,
    BEGIN,
    BID,
    BIDS,
    CALL,
    CHOICES,
    CUT,
    DEALER,
    END,
    FACE_UP,
    FIRST,
    GONE,
    HANDS,
    HELD,
    HIGH,
    HOLDER,
    KITTY,
    LACKS,
    LOWEST,
    MULTIPLIER,
    MUST,
    NEWEST,
    OUT,
    OWNER,
    PACKETS,
    PASS,
    PASSED,
    PHASE,
    PICK,
    PLACES,
    PLAY,
    PLAYS,
    REDEALS,
    SEATS,
    SHOW,
    SHOWN,
    SHOWN_ROW,
    SHOWS,
    SIFTED,
    SPRING,
    STOCK,
    TRAITS,
    TRICK,
    TURNED,
    UNLISTED,
    WIDTH,
    Room,
    Rules,
)
from dealt.kernels.draws import draw, shuffle
from dealt.kernels.loops import DEALS, OVER, TURN, Machine
from dealt.shapes import Numbers

# --- the deal -------------------------------------------------------------------------------------------------------


def enter(rules: Rules, to: Room, t: Numbers) -> None:
    """What the hands hold is not known yet."""
    for seat in range(rules.play.seats):
        to.counts[seat] = UNLISTED


def take_up(rules: Rules, to: Room, t: Numbers, seat: Seat, hand: Cards) -> None:
    """Give a seat its hand."""
    t[HANDS + seat] = hand
    t[HELD + seat], t[TRAITS + seat] = held(rules.play.suits, hand), traits(rules.play.suits, hand)
    to.counts[at(seat)] = UNLISTED


def set_out(
    rules: Rules, to: Room, some: Sequence[int], piles: Sequence[Cards], gone: Sequence[Cards], t: Numbers
) -> None:
    """Copy a table with other cards in hands and stock. Seats get back what they have played, as far as it is told."""
    seats = rules.play.seats
    for k in range(len(t)):
        t[k] = some[k]
    for seat in range(seats):
        take_up(rules, to, t, seat, piles[seat] | (gone[seat] if seat < len(gone) else 0))
    for n in range(seats, len(piles)):
        t[STOCK + n - seats] = piles[n]


def packet(to: Room, begin: int, end: int) -> Cards:
    """The cards of the pack from one place to another."""
    found = 0
    for place in range(begin, end):
        found |= 1 << to.pack[at(place)]
    return found


def deal(rules: Rules, to: Room, t: Numbers) -> None:
    """Shuffle and give out the cards: hands and what is left, or packets only."""
    seats, size, deck = rules.play.seats, rules.size, rules.deck
    for place in range(len(deck)):
        to.pack[place] = deck[place]
    shuffle(to.words, to.pack)
    for place in range(DEALS + 1, WIDTH):
        t[place] = 0
    for place in (OWNER, NEWEST, LOWEST, FACE_UP, HOLDER, ALONE, SPRING):
        t[place] = NONE
    for seat in range(SEATS):
        t[BIDS + seat] = t[CUT + seat] = NONE
    t[PHASE], t[MULTIPLIER] = rules.phase, 1
    t[TURN] = t[DEALER] = rules.dealers[draw(to.words, len(rules.dealers))]
    if rules.phase == PICK:
        for n in range(PACKETS):
            t[STOCK + n] = packet(to, size * n, min(size * (n + 1), len(deck)))
            t[SHOWN] |= t[STOCK + n] if rules.reveals else 0
        return
    t[STOCK] = packet(to, seats * size, len(deck))
    begin, full = 0, seats - max(0, seats * size - len(deck))
    for seat in range(seats):  # where cards don't divide evenly, the first seats after the dealer have one more
        place = (seat - t[DEALER]) * rules.play.step % seats
        end = begin + (size if full == seats or 0 < place <= full else size - 1)
        take_up(rules, to, t, seat, packet(to, begin, end))
        begin = end
    if rules.phase == AUCTION:
        place = draw(to.words, seats * size)
        t[FACE_UP], t[HOLDER] = to.pack[at(place)], place // size
        t[SHOWN], t[TURN] = 1 << t[FACE_UP], t[HOLDER]
    elif rules.opens:
        seat, one = opener(rules.order, t, seats)
        t[TURN], t[MUST] = seat, 1 << one
        t[LOWEST] = one if t[STOCK] != 0 else NONE


def opener(order: Sequence[Card], t: Numbers, seats: int) -> tuple[Seat, Card]:
    """Who holds the lowest dealt card, and that card."""
    for one in order:
        for seat in range(seats):
            if t[HANDS + seat] >> one & 1:
                return seat, one
    return 0, NONE


# --- what may be done -----------------------------------------------------------------------------------------------


def highest(t: Numbers, seats: int) -> tuple[int, Seat, int]:
    """The highest bid, 0 for none, who made it, and the seats that have spoken."""
    bid, bidder, spoken = 0, NONE, 0
    for seat in range(seats):
        said = t[BIDS + seat]
        spoken |= 1 << seat if said >= 0 else 0
        if said > bid:
            bid, bidder = said, seat
    return bid, bidder, spoken


def only_single(rules: Rules, t: Numbers) -> Card:
    """The only single that the seat to act may play; -1 where it may play any."""
    play, turn = rules.play, t[TURN]
    if not play.watches or count(t[HELD + follower(play, turn, t[OWNER], t[PASSED], t[OUT])]) != 1:
        return NONE
    return top(rules.order, t[HELD + turn])


def sifted(
    rules: Rules, hand: Cards, rows: Sequence[int], begin: int, end: int, high: int, last: int, must: Cards, only: int,
    legal: Numbers,
) -> int:  # fmt: skip
    """Write the permitted rows into ``legal``; returns their number."""
    found = 0
    for n in range(begin, last):
        if (n < end or n >= high) and permitted(compared(rules.play, rules.table, hand, rows[n]), must, only):
            legal[found] = rows[n]
            found += 1
    return found


def legal(rules: Rules, to: Room, t: Numbers) -> int:
    """The number of bids, packets, or plays with a pass; where the rows are is left in the room."""
    if t[PHASE] == AUCTION:
        bid, _, spoken = highest(t, rules.play.seats)
        to.found[BEGIN] = least_call(bid)
        return HIGHEST_BID + 1 - to.found[BEGIN] + (0 if must_bid(rules.forced, t[REDEALS], spoken) else 1)
    if t[PHASE] == PICK:
        return (t[STOCK] != 0) + (t[STOCK + 1] != 0) + (t[STOCK + 2] != 0)
    play, table, turn, owner, rows, sets = rules.play, rules.table, t[TURN], t[OWNER], to.rows, to.sets
    begin, listed, some = turn * len(to.listed), to.counts[at(turn)], t[HELD + turn]
    stronger, end_of_group, over = 0, 0, 0
    if owner >= 0:
        stronger, end_of_group, over = over_row(table, t[NEWEST], t[TURNED])
    if owner < 0 and listed < 0:
        t[TRAITS + turn] = traits(play.suits, some)
        listed = holding(table.tree, some, t[TRAITS + turn], rows, sets, begin)
        to.counts[at(turn)] = listed
    last = begin + listed
    end, high = last, last
    if listed < 0:  # only what beats the newest row is sought
        tree, node, has = table.tree, table.node, t[TRAITS + turn]
        end = begin + holding_part(tree, node[at(stronger)], node[at(end_of_group)], some, has, rows, sets, begin)
        bombs = node[at(over)]
        high, last = end, end + holding_part(tree, bombs, len(tree), some, has, rows, sets, end)
    elif owner >= 0:
        begin, end, high = span(rows, begin, last, stronger, end_of_group, over)
    choices, only, must = end - begin + last - high, only_single(rules, t), t[MUST]
    restricted = must != 0 or only >= 0
    if restricted:
        must = held(play.suits, must)
        choices = sifted(rules, some, rows, begin, end, high, last, must, only, to.listed)
    to.found[BEGIN], to.found[END], to.found[HIGH] = begin, end, high
    to.found[CHOICES], to.found[SIFTED] = choices, 1 if restricted else 0
    shows = 1 if wins_at_once(rules.instants, rules.size, some) else 0
    to.found[SHOWS] = shows
    return choices + shows + (1 if may_pass(play, turn, owner, t[PASSED], must) else 0)


def choice(rules: Rules, to: Room, t: Numbers, number: int) -> int:
    if t[PHASE] == AUCTION:
        bid = to.found[BEGIN] + number
        return CALL + (bid if bid <= HIGHEST_BID else 0)
    if t[PHASE] == PICK:
        place = 0
        while number > 0 or t[STOCK + place] == 0:
            number -= t[STOCK + place] != 0
            place += 1
        return CALL + 1 + place
    if number >= to.found[CHOICES]:
        return PASS if number - to.found[CHOICES] >= to.found[SHOWS] else SHOW
    if to.found[SIFTED]:
        return FIRST + to.listed[at(number)]
    place = to.found[BEGIN] + number
    return FIRST + to.rows[at(place if place < to.found[END] else place - to.found[END] + to.found[HIGH])]


def list_rows(rules: Rules, to: Room, t: Numbers) -> int:
    """As :func:`legal`, of the play; the rows are listed in the room, -1 for a pass, which stands last.

    Who may win at once has no other choice here.
    """
    many = legal(rules, to, t)
    choices = to.found[CHOICES]
    if to.found[SHOWS] > 0:
        to.listed[0] = SHOWN_ROW
        return 1
    if to.found[SIFTED] == 0:
        begin, low, rest = to.found[BEGIN], to.found[END] - to.found[BEGIN], to.found[HIGH] - to.found[END]
        for n in range(choices):
            to.listed[at(n)] = to.rows[at(begin + n + (rest if n >= low else 0))]
    if many > choices:
        to.listed[at(choices)] = NONE
    return many


# --- what comes of it -----------------------------------------------------------------------------------------------


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    """Play, pass, bid, or take a packet."""
    if code >= FIRST:
        put_down(rules, to, t, code - FIRST)
    elif code == PASS:
        give_way(rules, t)
    elif t[PHASE] == AUCTION:
        call(rules, to, t, code - CALL)
    elif t[PHASE] == PLAY:
        t[PLACES + t[TURN]], t[TURN] = 1, OVER
    else:
        pick(rules, to, t, code - CALL - 1)


def clear(play: core.Rules, t: Numbers) -> None:
    """Take the trick from the table."""
    for seat in range(play.seats):
        t[TRICK + seat] = 0


def put_down(rules: Rules, to: Room, t: Numbers, row: int) -> None:
    """Play a row."""
    play, table, seat, one = rules.play, rules.table, t[TURN], t[FACE_UP]
    only = only_single(rules, t)
    if only >= 0:
        t[LACKS + seat] |= told(table.cards[row], rules.order, only)
    if t[OWNER] < 0:
        clear(play, t)
    cards = laid(play, table, t[HANDS + seat], row)
    hand = t[HANDS + seat] & ~cards
    some = held(play.suits, hand)
    t[HANDS + seat], t[HELD + seat], t[TRICK + seat] = hand, some, cards
    t[SHOWN] &= ~cards
    t[PLAYS + seat] += 1
    if hand == 0 and play.goes_on:
        t[OUT] |= 1 << seat
        t[PLACES + seat] = count(t[OUT])
    does = effects(play, table, row, t[NEWEST])
    turn, t[OWNER], t[PASSED] = after_play(play, seat, t[OWNER], t[PASSED], t[OUT], does)
    t[TURNED] = turned_by(t[TURNED], does, t[OWNER] < 0)
    t[NEWEST], t[MUST] = row, 0
    if one >= 0 and cards >> one & 1:
        t[FACE_UP] = t[HOLDER] = NONE
    doublings = 1 if row >= table.bombs else 0
    if hand == 0 and (not play.goes_on or count(t[OUT]) == play.seats - 1):
        turn, t[OWNER] = OVER, seat
        if rules.spring and springs(t, play.seats, seat):
            t[SPRING] = seat
            doublings += 1
    elif t[OWNER] < 0:
        t[NEWEST] = NONE
        clear(play, t)
    if play.tops >= 0:  # what a hand holds of a row is more than its cards
        t[TRAITS + seat], to.counts[at(seat)] = traits(play.suits, some), UNLISTED
    elif hand != 0 and to.counts[at(seat)] >= 0:
        to.counts[at(seat)] = keeping(some, to.rows, to.sets, seat * len(to.listed), to.counts[at(seat)])
    if doublings > 0:
        t[MULTIPLIER] = multiplied(t[MULTIPLIER], doublings, rules.limit)
    t[TURN] = turn


def keeping(some: Cards, rows: Numbers, sets: Numbers, begin: int, many: int) -> int:
    """Of so many rows from ``begin`` on, with their cards in ``sets``, keep what is still held; their number."""
    lacks, place = ~some, begin
    for n in range(begin, begin + many):
        cards = sets[at(n)]
        rows[at(place)] = rows[at(n)]
        sets[at(place)] = cards
        place += cards & lacks == 0
    return place - begin


def springs(t: Numbers, seats: int, seat: Seat) -> bool:
    """Is it a spring that a seat went out?"""
    others = 0
    for other in range(seats):
        others += t[PLAYS + other] if other != t[ALONE] else 0
    return is_spring(seat == t[ALONE], t[PLAYS + t[ALONE]], others > 0)


def give_way(rules: Rules, t: Numbers) -> None:
    """Pass."""
    t[TRICK + t[TURN]] = GONE
    t[TURN], t[OWNER], t[PASSED] = after_pass(rules.play, t[TURN], t[OWNER], t[PASSED], t[OUT])
    if t[PASSED] == 0:
        clear(rules.play, t)
    if t[OWNER] < 0:
        t[NEWEST], t[TURNED] = NONE, turned_by(t[TURNED], 0, True)


def call(rules: Rules, to: Room, t: Numbers, bid: int) -> None:
    """Bid or pass in the auction, which may make a landlord, or end the deal."""
    seat = t[TURN]
    t[BIDS + seat] = bid
    most, bidder, spoken = highest(t, rules.play.seats)
    t[TURN] = beside(rules.play, seat)
    if not ended(rules.once, most, spoken, t[TURN], bidder):
        return
    if bidder == NONE:
        t[TURN] = OVER
        t[REDEALS] += 1
    else:
        plays_alone(rules, to, t, bidder, most)


def plays_alone(rules: Rules, to: Room, t: Numbers, seat: Seat, bid: int) -> None:
    """A seat takes the kitty, and leads."""
    kitty = t[STOCK] if rules.reveals else 0
    take_up(rules, to, t, seat, t[HANDS + seat] | t[STOCK])
    t[PHASE], t[TURN], t[ALONE], t[BID], t[REDEALS], t[STOCK] = PLAY, seat, seat, bid, 0, 0
    t[KITTY] = kitty
    t[SHOWN] |= kitty
    if t[HOLDER] < 0:
        t[HOLDER] = seat
    for other in range(rules.play.seats):
        t[BIDS + other] = NONE


def pick(rules: Rules, to: Room, t: Numbers, number: int) -> None:
    """Take a packet as the hand. Once both seats have one, what is left is the stock."""
    seat, cards = t[TURN], t[STOCK + number]
    t[STOCK + number] = 0
    take_up(rules, to, t, seat, cards)
    t[TURN] = beside(rules.play, seat)
    if t[HANDS] != 0 and t[HANDS + 1] != 0:
        t[PHASE], t[STOCK] = PLAY, t[STOCK] | t[STOCK + 1] | t[STOCK + 2]
        t[STOCK + 1] = t[STOCK + 2] = 0


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    """The stakes where there was an auction, else what the places count, or the penalty for the cards left."""
    alone = t[ALONE]
    if alone >= 0:
        unit = t[BID] * t[MULTIPLIER] if rules.scoring else 1
        first, second, third = shares(alone, t[HANDS + alone] == 0, unit)
        scores[0], scores[1], scores[2] = first, second, third
        return
    seats, most = rules.play.seats, len(rules.places)
    for seat in range(seats):
        place = t[PLACES + seat]
        if most > 0:
            scores[seat] = rules.places[(place if place > 0 else seats) - 1]
        else:
            scores[seat] = 0 if rules.phase == AUCTION or place > 0 else rules.penalty[count(t[HANDS + seat])]


MACHINE: Final = Machine(Rules, Room, deal, legal, choice, step, settle, enter)
