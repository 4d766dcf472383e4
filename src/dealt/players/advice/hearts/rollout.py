"""Hearts played out many times by seats that see their own hand and what has been played: compiled.

Each seat follows simple rules, now and then a card by chance. A seat may be after all points, and the others notice it.
What may be played and what cards are worth is asked of :mod:`dealt.games`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.bits import above, at, count, highest, lowest
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.hearts import HEARTS, JACK, QUEEN, SPADES, Counting, hand_points
from dealt.games.tricks import OF_SUIT, TrickRow
from dealt.games.tricks.core import Position, beating, first_leader, passed, points
from dealt.players.advice.tricks.trials import DISCARDS, Known, Room, Sight, best_suit, elsewhere, least_needed, trials
from dealt.shapes import Longs

ALARM: Final = 8
"""The points with which a seat that has all so far is taken to be after the moon."""
MOON, NOTICED = 0, 1
"""Places in the room: the seat that is after all points, and one that has all so far, as others notice; or -1."""
SHOOTING: Final = 1
"""The plan to take all points."""


class Rules(NamedTuple):
    counting: Counting
    taken: Longs
    """The points taken by each seat so far, and then its jacks of diamonds."""
    suspect: Seat
    """Who is after all points in every other world; -1 for nobody."""
    way: int
    size: int
    """The number of cards that are passed ``way`` seats on; 0 once they are."""


def lead_worth(suit: int, held: Cards, row: TrickRow, s: Sight, more: int) -> tuple[int, Card]:
    """A card that most likely somebody beats, of a suit in which little harm is done if nobody does."""
    one, out = lowest(held), OF_SUIT[suit] & elsewhere(s)
    whole, under = count(out), count(out & ~above(one))
    if whole == 0:
        value = -700
    else:
        alone = 100 * under * under // (whole * whole) if under < whole else 130
        cost = 3 + (2 if suit == HEARTS else 0) + max(0, 6 - whole)
        value = -alone * cost // 2
    if suit == SPADES:
        mine = s.hand & OF_SUIT[SPADES]
        if mine & row.heavy != 0:
            value -= 900 if one == QUEEN else 500 - 40 * count(mine)
        elif row.heavy & elsewhere(s) != 0:
            value += -1500 if one > QUEEN else -150 if mine & above(QUEEN) != 0 else 350
    return value - 4 * count(held), one


lead: Final = best_suit(lead_worth)


def follow(row: TrickRow, same: Cards, s: Sight, stop: bool) -> Card:
    """Under the best card as high as possible; a harmless trick is taken with the highest card."""
    size, top = s.size, s.top
    if same & (same - 1) == 0:
        return lowest(same)
    worth = points(row, s.lying)
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
    if suit == SPADES and row.heavy & elsewhere(s) != 0 and high > QUEEN:
        below = same & ~above(QUEEN)
        if below != 0:
            return highest(below)
        return lowest(same) if under == 0 else highest(under)
    if worth == 0 and suit != HEARTS and count(OF_SUIT[suit] & elsewhere(s)) >= 7 - size:
        return high
    return highest(under) if under != 0 else lowest(same)


def risk(suit: int, held: Cards, row: TrickRow, s: Sight, more: int) -> tuple[int, Card]:
    """What is most dangerous to keep."""
    one, mine, out = highest(held), s.hand & OF_SUIT[suit], OF_SUIT[suit] & elsewhere(s)
    under = count(out & ~above(one))
    value = 12 * under + 10 * count(out & ~above(lowest(mine))) + (one >> 2)
    if suit == HEARTS:
        value += 25 if under > 0 else -10
    elif suit == SPADES and row.heavy & elsewhere(s) != 0 and one > QUEEN:
        value += 120
    elif count(mine) <= 2 and under > 0:
        value += 10
    return value, one


riskiest: Final = best_suit(risk)


def throw(row: TrickRow, may: Cards, s: Sight, stop: bool) -> Card:
    """What is most dangerous to keep; nothing with points for a seat that is after all of them."""
    if stop and may & ~(row.single | row.heavy) != 0:
        may &= ~(row.single | row.heavy)
    elif may & row.heavy != 0:
        return QUEEN
    return riskiest(may, row, s, 0)


def long_worth(suit: int, held: Cards, row: TrickRow, s: Sight, more: int) -> tuple[int, Card]:
    """For the moon: the top of a suit that nobody beats, else of the longest."""
    one, out = highest(held), OF_SUIT[suit] & elsewhere(s)
    return count(held) + (20 if out & above(one) == 0 else 0) + (3 if out == 0 else 0), one


lead_all: Final = best_suit(long_worth)


def shooter(row: TrickRow, may: Cards, s: Sight) -> Card:
    """The card of a seat that is after all points."""
    if s.led < 0:
        return lead_all(may, row, s, 0)
    if may & OF_SUIT[s.led] == 0:
        safe = may & ~(row.single | row.heavy)
        return lowest(safe if safe != 0 else may)
    over = beating(may, s.top, row.trump)
    if over == 0:
        return lowest(may)
    return lowest(over) if s.size == 3 else highest(over)


def chosen(known: Known, rules: Rules, to: Room, may: Cards, s: Sight) -> Card:
    row, stop = known.row, to.deal[NOTICED] == s.holder
    if s.seat == to.deal[MOON]:
        return shooter(row, may, s)
    if s.led < 0:
        return lead(may, row, s, 0)
    return follow(row, may, s, stop) if may & OF_SUIT[s.led] != 0 else throw(row, may, s, stop)


def taken(known: Known, rules: Rules, to: Room, seat: Seat, lying: Cards) -> bool:
    """Count what a seat has taken; the others notice who has all points. True once there are none left."""
    had, plan, counting = to.points, to.deal, rules.counting
    had[at(seat)] += points(known.row, lying)
    had[at(4 + seat)] |= lying >> JACK & 1
    whole = had[0] + had[1] + had[2] + had[3]
    plan[NOTICED] = seat if whole >= ALARM and had[at(seat)] == whole and whole < counting.whole else -1
    if plan[MOON] >= 0 and had[at(plan[MOON])] != whole:
        plan[MOON] = -1
    return whole == counting.whole and counting.jack == 0


def gain(known: Known, rules: Rules, to: Room, move: int) -> int:
    """Three times the points by which a seat ends below the average of the others."""
    had = to.points
    scores = hand_points((had[0], had[1], had[2], had[3]), (had[4], had[5], had[6], had[7]), rules.counting)
    return scores[0] + scores[1] + scores[2] + scores[3] - 4 * scores[known.seat]


def gladly(one: Card, order: None, hand: Cards, more: int) -> int:
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


gift: Final = least_needed(gladly)


def gifts(rules: Rules, to: Room, hands: Sequence[Cards]) -> None:
    """What all pass by simple rules, if cards are passed."""
    for seat in range(4):
        to.said[at(seat)] = gift(hands[at(seat)], None, 0, rules.size)


def laid(
    known: Known, rules: Rules, to: Room, hands: Sequence[Cards], move: int, plan: int, world: int
) -> Position:  # fmt: skip
    """A layout, in which a card is tried, or a set of cards to pass."""
    begin = known.begin
    if known.trying == DISCARDS:
        to.said[at(known.seat)] = move
        now = passed((hands[0], hands[1], hands[2], hands[3]), to.said, rules.way)
        begin = Position(now, first_leader(known.row, now, begin.seat), 0, -1, 0, 0, False, True, begin.seats)
        for seat in range(4):
            to.held[at(seat)] = now[seat]
    for place in range(8):
        to.points[at(place)] = rules.taken[place]
    to.deal[NOTICED] = -1
    to.deal[MOON] = known.seat if plan == SHOOTING else rules.suspect if world & 1 == 1 else -1
    return begin


tried: Final = trials(__name__, Rules, laid=laid, chosen=chosen, taken=taken, worth=gain, begun=gifts)
