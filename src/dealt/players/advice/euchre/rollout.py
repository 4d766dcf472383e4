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
from dealt.players.advice.tricks.trials import (
    CARDS,
    DISCARDS,
    WORDS,
    Known,
    Room,
    Sight,
    best_card,
    elsewhere,
    height,
    suit_with,
    trials,
)

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
    now: Heard
    target: int
    points: tuple[int, int]
    """The points of the sides before the deal."""


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
        own = suit_with(one, order)
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


def needless(one: Card, order: CardOrder, hand: Cards, more: int) -> int:
    """How little a hand needs a card: a low one least, best the only one of its suit."""
    own = suit_with(one, order)
    higher, lone = count(order.above[at(one)] & own), count(hand & own) == 1
    if order.suit_of[at(one)] == TRUMPS:
        return 10 * higher - 500
    return 10 * higher - 30 if higher == 0 else 10 * higher + (25 if lone else 0)


least: Final = best_card(needless)


def put_down(orders: Orders, suit: int, hand: Cards) -> Cards:
    """The card that a hand needs least."""
    return 1 << least(hand, order_of(orders, suit), hand, 0)


def natural_word(rules: Rules, now: Heard, hand: Cards) -> int:
    """What a seat says that counts its tricks."""
    turned, seat = rules.turned & 3, now.seat
    if now.maker >= 0:
        return PASS
    if now.said < 4:
        if seat == rules.dealer:
            hand |= 1 << rules.turned
            hand &= ~put_down(rules.orders, turned, hand & ~(1 << rules.turned))
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


def lead_worth(one: Card, order: CardOrder, s: Sight, ours: bool) -> int:
    """A card that nobody beats, else a low one; ``ours``: its side has made trumps."""
    own = suit_with(one, order)
    out, higher = order.suits[TRUMPS] & elsewhere(s), count(order.above[at(one)] & own & elsewhere(s))
    if order.suit_of[at(one)] == TRUMPS:
        return (70 if ours else 30) if higher == 0 and out != 0 else 25 - higher if ours else -10 - higher
    return (60 if out == 0 else 50) - 4 * count(s.hand & own) if higher == 0 else 12 - higher


def high_worth(one: Card, order: CardOrder, way: int, more: int) -> int:
    """The highest card, or with a way of -1 the lowest."""
    return way * height(one, order)


lead: Final = best_card(lead_worth)
pick: Final = best_card(high_worth)


def chosen(known: Known, rules: Rules, to: Room, may: Cards, s: Sight) -> Card:
    order = ordered(rules, to)
    if s.led < 0:
        return lead(may, order, s, (to.deal[MAKER] ^ s.seat) & 1 == 0)
    over, last = may & order.above[at(s.top)], s.size == playing(4, to.deal[OUT]) - 1
    follows = may & order.suits[at(s.led)] != 0
    if over == 0 or (s.holder == s.seat ^ 2 and (last or order.above[at(s.top)] & elsewhere(s) == 0)):
        return pick(may, order, -1, 0) if follows else least(may, order, may, 0)
    if last or not follows:
        return pick(over, order, -1, 0)
    high = pick(over, order, 1, 0)
    sure = order.above[at(high)] & order.suits[at(s.led)] & elsewhere(s) == 0
    return high if sure or s.size > 1 else pick(may, order, -1, 0)


def laid(
    known: Known, rules: Rules, to: Room, hands: Sequence[Cards], move: int, plan: int, world: int
) -> Position:  # fmt: skip
    """A layout, in which a word, a discard or a card is tried; others say what their hands count."""
    begin, now, turned, word = known.begin, rules.now, rules.turned & 3, move
    while known.trying == WORDS and now.seat >= 0:
        now = heard(rules.naming, now, word)
        word = natural_word(rules, now, hands[at(now.seat)]) if now.seat >= 0 else PASS
    to.deal[MAKER], to.deal[OUT] = now.maker, now.out
    to.deal[TRUMP] = turned if now.maker < 0 else trump_named(now.word, turned)
    if known.trying == CARDS:
        return begin
    if now.maker < 0:  # nobody plays
        for seat in range(4):
            to.held[at(seat)] = 0
    elif now.word <= ORDER_ALONE and now.out >> rules.dealer & 1 == 0:
        took = to.held[at(rules.dealer)] | 1 << rules.turned
        down = put_down(rules.orders, turned, took & ~(1 << rules.turned))
        to.held[at(rules.dealer)] = took & ~(move if known.trying == DISCARDS else down)
    return Position(begin.hands, following(rules.dealer, 4, now.out), 0, -1, 0, 0, False, True, begin.seats)


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
    __name__, Rules, laid=laid, chosen=chosen, worth=worth, misfit=misfit, ordered=ordered, absent=absent
)
