"""Euchre played out many times by seats that see their own hand, what was said and what has been played: compiled.

Who counts enough tricks makes trumps. In the play everybody takes what the side does not have yet as cheaply as it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.bits import at, count, lowest
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.euchre import NAME, ORDER, ORDER_ALONE, PASS, Heard, Naming, heard, maker_points, may_say, trump_named
from dealt.games.tricks import TRUMPS, CardOrder
from dealt.games.tricks.core import Position, following, playing
from dealt.kernels.tricks import Orders, order_of
from dealt.players.advice.tricks.exchange import Layouts
from dealt.players.advice.tricks.trials import Known, Sight, fit, trials
from dealt.shapes import Longs

CARDS, WORDS, DISCARDS = range(3)
"""What is tried."""
TRUMP, MAKER, OUT = range(3)
"""Places in the room: the suit of trumps, who made them, or -1, and who sits out."""
ENOUGH, STICK, ALONE = 215, 215, 400
"""So many hundredths of tricks order a card up, name another suit, and play alone."""
NOTHING, ONCE, TWICE = -1, 4, 5
"""What a seat has said, as far as it tells of the hand; 0 to 3 is a suit made trumps, the others are passes."""


class Rules(NamedTuple):
    naming: Naming
    orders: Orders
    size: int
    """The number of tricks."""
    dealer: Seat
    turned: Card
    trying: int
    now: Heard
    target: int
    points: tuple[int, int]
    """The points of the sides before the deal."""
    bids: Longs
    """By seat what it has said, and nothing for what is not dealt."""
    won: Longs
    played: Longs


class Room(NamedTuple):
    words: Longs
    held: Longs
    won: Longs
    energy: Longs
    """How badly each hand fits what its seat said."""
    deal: Longs


def ordered(rules: Rules, to: Room) -> CardOrder:
    return order_of(rules.orders, to.deal[TRUMP])


def absent(rules: Rules, to: Room) -> int:
    """The seats that sit out."""
    out: int = to.deal[OUT]
    return out


# --- what is said


def strength(orders: Orders, suit: int, hand: Cards) -> int:
    """The hundredths of tricks that a hand takes with a suit of trumps."""
    order, found = order_of(orders, suit), 0
    trumps = count(hand & order.suits[TRUMPS])
    rest = hand
    while rest != 0:
        one = lowest(rest)
        rest &= rest - 1
        own = order.suits[at(order.suit_of[at(one)])]
        higher = count(order.above[at(one)] & own & ~hand)
        if order.suit_of[at(one)] == TRUMPS:
            found += max(45 if trumps > 2 else 30, 100 - 13 * higher)
        elif higher == 0:
            found += 65 if count(hand & own) < 3 else 45
        elif higher == 1 and count(hand & own) > 1:
            found += 20
    for each in range(4):
        if each != suit and hand & order.suits[each] == 0 and trumps > 1:
            found += 20
    return found


def least(orders: Orders, suit: int, hand: Cards) -> Card:
    """The card that a hand needs least: a low one, best the only one of its suit."""
    order, choice, worth = order_of(orders, suit), -1, -1000
    rest = hand
    while rest != 0:
        one = lowest(rest)
        rest &= rest - 1
        own = order.suits[at(order.suit_of[at(one)])]
        higher, lone = count(order.above[at(one)] & own), count(hand & own) == 1
        value = 10 * higher + (25 if lone and higher > 0 else 0) - (30 if higher == 0 else 0)
        if order.suit_of[at(one)] == TRUMPS:
            value = 10 * higher - 500
        if value > worth:
            choice, worth = one, value
    return choice


def natural_word(rules: Rules, now: Heard, hand: Cards) -> int:
    """What a seat says that counts its tricks."""
    turned, seat = rules.turned & 3, now.seat
    if now.maker >= 0:
        return PASS
    if now.said < 4:
        if seat == rules.dealer:
            hand |= 1 << rules.turned
            hand &= ~(1 << least(rules.orders, turned, hand & ~(1 << rules.turned)))
        counted = strength(rules.orders, turned, hand)
        counted += 0 if seat == rules.dealer else 30 if seat == rules.dealer ^ 2 else -55
        if counted < ENOUGH:
            return PASS
        return ORDER_ALONE if counted >= ALONE else ORDER
    best, most = -1, -1
    for suit in range(4):
        counted = strength(rules.orders, suit, hand)
        if suit != turned and counted > most:
            best, most = suit, counted
    if most < STICK and may_say(rules.naming, now, turned) >> PASS & 1:
        return PASS
    return NAME + best + (4 if most >= ALONE else 0)


def misfit(rules: Rules, hand: Cards, bid: int) -> int:
    """How badly a hand fits what was said: the negative logarithm of a likelihood, in parts of 64."""
    if bid < 0:
        return 0
    if bid < ONCE:
        return max(0, 190 - strength(rules.orders, bid, hand))
    found = max(0, strength(rules.orders, rules.turned & 3, hand) - ENOUGH)
    if bid == TWICE:
        for suit in range(4):
            if suit != rules.turned & 3:
                found += max(0, strength(rules.orders, suit, hand) - STICK)
    return found


# --- the play


def lead(order: CardOrder, may: Cards, s: Sight, ours: bool) -> Card:
    """A card that nobody beats, else a low one; ``ours``: its side has made trumps."""
    choice, worth = -1, -1000
    unseen = ~s.gone & ~s.hand
    out = order.suits[TRUMPS] & unseen
    rest = may
    while rest != 0:
        one = lowest(rest)
        rest &= rest - 1
        own = order.suits[at(order.suit_of[at(one)])]
        higher = count(order.above[at(one)] & own & unseen)
        if order.suit_of[at(one)] == TRUMPS:
            value = (70 if ours else 30) if higher == 0 and out != 0 else 25 - higher if ours else -10 - higher
        else:
            value = (60 if out == 0 else 50) - 4 * count(s.hand & own) if higher == 0 else 12 - higher
        if value > worth:
            choice, worth = one, value
    return choice


def pick(order: CardOrder, some: Cards, height: int) -> Card:
    """The highest card of a suit, or with a height of -1 the lowest."""
    choice, worth = -1, -100
    while some != 0:
        one = lowest(some)
        some &= some - 1
        value = -height * count(order.above[at(one)])
        if value > worth:
            choice, worth = one, value
    return choice


def chosen(known: Known, rules: Rules, to: Room, may: Cards, s: Sight) -> Card:
    order = ordered(rules, to)
    if s.led < 0:
        return lead(order, may, s, (to.deal[MAKER] ^ s.seat) & 1 == 0)
    over, last = may & order.above[at(s.top)], s.size == playing(4, to.deal[OUT]) - 1
    unseen = ~s.gone & ~s.hand
    if over == 0 or (s.holder == s.seat ^ 2 and (last or order.above[at(s.top)] & unseen == 0)):
        return pick(order, may, -1) if may & order.suits[at(s.led)] != 0 else least(rules.orders, to.deal[TRUMP], may)
    if last or may & order.suits[at(s.led)] == 0:
        return pick(order, over, -1)
    high = pick(order, over, 1)
    own = order.suits[at(s.led)]
    return high if order.above[at(high)] & own & unseen == 0 or s.size > 1 else pick(order, may, -1)


def taken(known: Known, rules: Rules, to: Room, seat: Seat, lying: Cards) -> bool:
    to.won[at(seat)] += 1
    return False


def laid(
    known: Known, rules: Rules, to: Room, deals: Layouts, hands: Sequence[Cards], move: int, plan: int, world: int
) -> tuple[Position, Card]:  # fmt: skip
    """A layout, in which a word, a discard or a card is tried; others say what their hands count."""
    begin, now, turned = known.begin, rules.now, rules.turned & 3
    for seat in range(4):
        to.held[at(seat)], to.won[at(seat)] = hands[seat], rules.won[seat]
    if rules.trying == WORDS:
        word = move
        while now.seat >= 0:
            now = heard(rules.naming, now, word)
            word = natural_word(rules, now, hands[at(now.seat)]) if now.seat >= 0 else PASS
    to.deal[MAKER], to.deal[OUT] = now.maker, now.out
    to.deal[TRUMP] = turned if now.maker < 0 else trump_named(now.word, turned)
    if rules.trying == CARDS:
        return begin, move
    if now.maker < 0:  # nobody plays
        for seat in range(4):
            to.held[at(seat)] = 0
    elif now.word <= ORDER_ALONE and now.out >> rules.dealer & 1 == 0:
        took = to.held[at(rules.dealer)] | 1 << rules.turned
        down = move if rules.trying == DISCARDS else 1 << least(rules.orders, turned, took & ~(1 << rules.turned))
        to.held[at(rules.dealer)] = took & ~down
    first = following(rules.dealer, 4, now.out)
    return Position(begin.hands, first, 0, -1, 0, 0, False, True, begin.seats), -1


def worth(known: Known, rules: Rules, to: Room, move: int) -> int:
    """What the end is worth to a seat: hundredths of points up to the target, and a little for tricks."""
    maker, seat = to.deal[MAKER], known.seat
    if maker < 0:
        return 0
    won = to.won[at(maker)] + to.won[at(maker ^ 2)]
    made = maker_points(won, rules.size, to.deal[OUT])
    side = maker & 1 if made > 0 else 1 - (maker & 1)
    counted = min(abs(made), rules.target - rules.points[side])
    tricks = won if (maker ^ seat) & 1 == 0 else rules.size - won
    return (100 if side == seat & 1 else -100) * counted + 2 * tricks


tried: Final = trials(
    __name__, Rules, Room, laid=laid, chosen=chosen, taken=taken, worth=worth, ordered=ordered, absent=absent,
    **fit(misfit)._asdict(),
)  # fmt: skip
