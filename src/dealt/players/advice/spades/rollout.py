"""Spades played out many times by seats that see their own hand, the bids and what has been played: compiled.

A side takes tricks until its contract is made, then ducks unless the contract of the others can still be broken. What
may be played and what tricks are worth is asked of :mod:`dealt.games`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.bits import above, at, count, highest, lowest
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.spades import counts, least_bid, side_points
from dealt.games.tricks import OF_SUIT
from dealt.games.tricks.core import Position, beating
from dealt.players.advice.tricks.trials import LEAST, WORDS, Known, Room, Sight, best_suit, elsewhere, trials

KEEN, LAZY, NIL = 0, 1, 2
"""What a seat wants: more tricks, no more tricks, or no trick at all."""
OPEN_BID: Final = -9
"""The bid of a seat that has not bid yet."""
WON: Final = 400
"""What a match won is worth, in points of a deal."""
CAUTION: Final = 30
"""The points by which a nil must lead to more than a number: people hunt it better than these rules do."""
BEHIND: Final = 350
"""No score short of the target is worth more than this, nor less than minus this."""


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


def apart(counted: int, bid: int) -> int:
    """How badly hundredths of tricks fit a bid of tricks, as a misfit."""
    return (counted - 100 * bid) * (counted - 100 * bid) * 26 // 10000


def misfit(match: Match, hand: Cards, bid: int) -> int:
    if bid < 0:
        return max(0, nil_danger(hand) - 60) * 128 // 100 if bid == -1 else 0
    return apart(strength(hand), bid)


def natural_bid(hand: Cards, partner: int, match: Match) -> int:
    """The bid of a seat in a layout: the tricks that it counts."""
    least = max(1, least_bid(match.minimum, partner) if partner != OPEN_BID else 0)
    return max(least, min(match.tricks, (strength(hand) + 35) // 100))


# --- the play ---------------------------------------------------------------------------------------------------------


def want(to: Room, match: Match, left: int) -> None:
    """What each seat wants of the tricks that are left."""
    won, bids = to.won, to.said
    if match.simple:
        for seat in range(4):
            to.deal[at(seat)] = KEEN
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
            to.deal[at(seat)] = NIL
        elif mine > 0 or (other > 0 and left - other <= 1):
            to.deal[at(seat)] = KEEN
        else:
            to.deal[at(seat)] = LAZY


def low_worth(suit: int, held: Cards, trump: int, s: Sight, more: int) -> tuple[int, Card]:
    """The card that most likely somebody beats."""
    one, out = lowest(held), OF_SUIT[suit] & elsewhere(s)
    whole, over = count(out), count(out & above(one))
    return (-500 if whole == 0 else 100 * over // whole + 8 * over) - (30 if suit == trump else 0), one


def cover_worth(suit: int, held: Cards, trump: int, s: Sight, lacking: Cards) -> tuple[int, Card]:
    """The card to lead while partner may take no trick: a high one, or of a suit that partner lacks."""
    one = highest(held)
    value = 10 * (one >> 2) - 25 * count(OF_SUIT[suit] & elsewhere(s) & above(one))
    return value + (60 if lacking & OF_SUIT[suit] != 0 else 0) - (25 if suit == trump else 0), one


def hunt_worth(suit: int, held: Cards, trump: int, s: Sight, lacking: Cards) -> tuple[int, Card]:
    """A low card of a suit that a seat which bid nil may have to beat."""
    one, out = lowest(held), OF_SUIT[suit] & elsewhere(s)
    if lacking & OF_SUIT[suit] != 0 or out == 0:
        return LEAST, one
    return 10 * count(out & above(one)) - 12 * count(out & ~above(one)) - (20 if suit == trump else 0), one


def keen_worth(suit: int, held: Cards, trump: int, s: Sight, lacking: Cards) -> tuple[int, Card]:
    """A card that nobody beats, else a low one of a short suit, to ruff later, or of a long one."""
    one, out, length = highest(held), OF_SUIT[suit] & elsewhere(s), count(held)
    top = out & above(one) == 0
    if suit == trump:
        if top:
            return 30 + 5 * length if out != 0 else 5, one
        return -10 + 4 * max(0, length - 3), lowest(held)
    if not top:
        return 16 - length if length < 3 and s.hand & OF_SUIT[trump] != 0 else 4 + length, lowest(held)
    ruffed = OF_SUIT[trump] & elsewhere(s) != 0 and (lacking & OF_SUIT[suit] != 0 or count(out) < 3)
    return 4 if ruffed else 60 + 3 * count(out), one


lead_low: Final = best_suit(low_worth)
lead_cover: Final = best_suit(cover_worth)
lead_hunt: Final = best_suit(hunt_worth)
lead_keen: Final = best_suit(keen_worth)


def lead(trump: int, may: Cards, s: Sight, to: Room) -> Card:
    wants, lacks, seat = to.deal, to.lacks, s.seat
    left, right, partner = seat + 1 & 3, seat + 3 & 3, seat ^ 2
    if wants[at(seat)] == NIL:
        return lead_low(may, trump, s, 0)
    if wants[at(partner)] == NIL:
        return lead_cover(may, trump, s, lacks[at(partner)])
    if wants[at(left)] == NIL or wants[at(right)] == NIL:
        one = lead_hunt(may, trump, s, lacks[at(left if wants[at(left)] == NIL else right)])
        return one if one >= 0 else lowest(may)
    if wants[at(seat)] == LAZY:
        return lead_low(may, trump, s, 0)
    return lead_keen(may, trump, s, lacks[at(left)] | lacks[at(right)])


def follow(known: Known, to: Room, same: Cards, s: Sight) -> Card:
    """The card of the suit led."""
    row, seat, size, led, top, holder = known.row, s.seat, s.size, s.led, s.top, s.holder
    low, high = lowest(same), highest(same)
    if low == high:
        return low
    mine, wants = to.deal[at(seat)], to.deal
    over = beating(same, top, row.trump)
    under = same & ~over
    out = OF_SUIT[led] & elsewhere(s)
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


def throw_worth(suit: int, held: Cards, trump: int, s: Sight, more: int) -> tuple[int, Card]:
    """What a seat needs least."""
    one = lowest(held)
    alone = count(held) == 1 and s.hand & OF_SUIT[trump] != 0
    return (4 if alone else 0) - (one >> 2) - (15 if one >> 2 >= 11 else 0), one


thrown: Final = best_suit(throw_worth)


def discard(known: Known, to: Room, may: Cards, s: Sight) -> Card:
    """The card of a seat that has none of the suit led: a ruff, or what it needs least."""
    row, seat, size, led, top, holder = known.row, s.seat, s.size, s.led, s.top, s.holder
    trumps = OF_SUIT[row.trump]
    over, plain = beating(may, top, row.trump), may & ~trumps
    mine, wants = to.deal[at(seat)], to.deal
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
    safe = partner_holds and (size == 3 or (OF_SUIT[led] & elsewhere(s) & above(top) == 0 and top & 3 == led))
    if over != 0 and not safe:
        return lowest(over)
    if plain == 0:
        return lowest(may)
    return thrown(plain, row.trump, s, 0)


def chosen(known: Known, match: Match, to: Room, may: Cards, s: Sight) -> Card:
    if s.led < 0:
        return lead(known.row.trump, may, s, to)
    return follow(known, to, may, s) if may & OF_SUIT[s.led] != 0 else discard(known, to, may, s)


def seen(to: Room, seat: Seat, led: int, one: Card) -> None:
    """Who does not follow has none of the suit."""
    if led >= 0 and one & 3 != led:
        to.lacks[at(seat)] |= OF_SUIT[led]


def taken(known: Known, match: Match, to: Room, seat: Seat, lying: Cards) -> bool:
    to.won[at(seat)] += 1
    want(to, match, count(to.held[at(seat)]))
    return False


def laid(
    known: Known, match: Match, to: Room, hands: Sequence[Cards], move: int, plan: int, world: int
) -> Position:  # fmt: skip
    """A layout, in which a bid or a card is tried; who bids later bids what its hand counts."""
    begin = known.begin
    for seat in range(4):
        to.said[at(seat)] = known.bids[at(seat)]
    if known.trying == WORDS:
        to.said[at(known.seat)] = move
        for place in range(4):
            seat = begin.seat + place & 3
            if to.said[at(seat)] == OPEN_BID:
                to.said[at(seat)] = natural_bid(hands[seat], to.said[at(seat ^ 2)], match)
    want(to, match, count(to.held[at(begin.seat)]))
    return begin


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


def worth_of(known: Known, match: Match, to: Room, move: int) -> int:
    """The same of the end of a trial; a nil is to be bid with caution only."""
    careful = CAUTION if known.trying == WORDS and move < 0 else 0
    return worth(to.said, to.won, match, known.seat) - careful


tried: Final = trials(
    __name__, Match, laid=laid, chosen=chosen, taken=taken, worth=worth_of, seen=seen, misfit=misfit
)  # fmt: skip
