"""Euchre played out many times by seats that see their own hand, what was said and what has been played: compiled.

Who counts enough tricks makes trumps. Cards are chosen by the habit of the family.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.bits import at, count
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games import euchre
from dealt.games.tricks import TRUMPS, CardOrder
from dealt.games.tricks.core import Position, following, playing
from dealt.kernels.tricks import Orders, order_of
from dealt.players.advice.tricks import trials
from dealt.players.advice.tricks.trials import CONTRACT, Known, Room, Sight, Stand, suit_with

MAKER, OUT = CONTRACT + 1, CONTRACT + 2
"""Places in the room: who made trumps, or -1, and who sits out."""
ENOUGH, ALONE, FAIR = 200, 385, 175
"""So many hundredths of tricks make trumps, and play alone; who made them is likely to have more than the last."""
UP: Final = (0, -55, 30, -55)
"""What the card that the dealer takes up is worth to each seat, from the dealer on, who counts it."""
NOTHING, ONCE, TWICE = -1, 4, 5
"""What a seat has said, as far as it tells of the hand; 0 to 3 is a suit made trumps, the others are passes."""


class Rules(NamedTuple):
    naming: euchre.Naming
    orders: Orders
    size: int
    """The number of tricks."""
    dealer: Seat
    turned: Card
    now: euchre.Heard
    target: int
    points: tuple[int, int]
    """The points of the sides before the deal."""


def trick_part(one: Card, order: CardOrder, hand: Cards, suit: int) -> int:
    """The hundredths of a trick that a card takes."""
    own = suit_with(one, order)
    higher, length = count(order.above[at(one)] & own & ~hand), count(hand & own)
    if order.suit_of[at(one)] == TRUMPS:
        return max(45 if length > 2 else 30, 100 - 13 * higher)
    if higher == 0:
        return 65 if length < 3 else 45
    return 20 if higher == 1 and length > 1 else 0


def needless(one: Card, order: CardOrder, hand: Cards, suit: int) -> int:
    """How little a hand needs a card: a low one least, best the only one of its suit."""
    own = suit_with(one, order)
    higher = count(order.above[at(one)] & own)
    if order.suit_of[at(one)] == TRUMPS:
        return 10 * higher - 500
    return 10 * higher + (-30 if higher == 0 else 25 if count(hand & own) == 1 else 0)


strength: Final = trials.whole_hand(trick_part)
put_down: Final = trials.least_needed(needless)


def natural_word(rules: Rules, now: euchre.Heard, hand: Cards) -> int:
    """What a seat says that counts its tricks."""
    turned, place, best, most = rules.turned & 3, now.seat - rules.dealer & 3, -1, -1
    if now.maker >= 0:
        return euchre.PASS
    if now.said < 4:
        hand |= 1 << rules.turned if place == 0 else 0
        counted = strength(hand, order_of(rules.orders, turned), turned) + UP[at(place)]
        return euchre.PASS if counted < ENOUGH else euchre.ORDER_ALONE if counted >= ALONE else euchre.ORDER
    for suit in range(4):
        counted = strength(hand, order_of(rules.orders, suit), suit)
        if suit != turned and counted > most:
            best, most = suit, counted
    if most < ENOUGH and euchre.may_say(rules.naming, now, turned) >> euchre.PASS & 1:
        return euchre.PASS
    return best + (euchre.NAME_ALONE if most >= ALONE else euchre.NAME)


def misfit(rules: Rules, hand: Cards, bid: int) -> int:
    """How badly a hand fits what was said: the negative logarithm of a likelihood, in parts of 64."""
    found = 0
    for suit in range(4):
        passed = bid == TWICE or (bid == ONCE and suit == rules.turned & 3)
        if passed or bid == suit:
            counted = strength(hand, order_of(rules.orders, suit), suit)
            found += max(0, counted - ENOUGH if passed else FAIR - counted)
    return found


pick: Final = trials.habit(trials.free, trick=20, keep=1, share=28)


def chosen(known: Known, rules: Rules, to: Room, may: Cards, s: Sight) -> Card:
    out, partner = to.deal[OUT], s.seat ^ 2
    left, friends = playing(4, out) - 1 - s.size, 1 if s.size < 2 and out >> partner & 1 == 0 else 0
    draws = 40 if (to.deal[MAKER] ^ s.seat) & 1 == 0 else -20
    return pick(may, trials.by_contract(rules, to), s, Stand(s.holder == partner, left - friends, friends, 1, draws))


def absent(rules: Rules, to: Room) -> int:
    """The seats that sit out."""
    out: int = to.deal[OUT]
    return out


def laid(
    known: Known, rules: Rules, to: Room, hands: Sequence[Cards], move: int, plan: int, world: int
) -> Position:  # fmt: skip
    """A layout, in which a word, a discard or a card is tried; others say what their hands count."""
    begin, now, dealer, turned, word = known.begin, rules.now, rules.dealer, rules.turned & 3, move
    while known.trying == trials.WORDS and now.seat >= 0:
        now = euchre.heard(rules.naming, now, word)
        word = natural_word(rules, now, hands[at(now.seat)]) if now.seat >= 0 else euchre.PASS
    to.deal[CONTRACT] = turned if now.maker < 0 else euchre.trump_named(now.word, turned)
    to.deal[MAKER], to.deal[OUT], first = now.maker, now.out, following(dealer, 4, now.out)
    if known.trying == trials.CARDS:
        return begin
    if now.maker < 0:  # nobody plays
        to.held[at(first)] = 0
    elif now.word <= euchre.ORDER_ALONE and now.out >> dealer & 1 == 0:
        down = put_down(to.held[at(dealer)], order_of(rules.orders, turned), turned, 1)
        to.held[at(dealer)] |= 1 << rules.turned
        to.held[at(dealer)] &= ~(move if known.trying == trials.DISCARDS else down)
    return Position(begin.hands, first, 0, -1, 0, 0, False, True, begin.seats)


def worth(known: Known, rules: Rules, to: Room, move: int) -> int:
    """What the end is worth to a seat: hundredths of points up to the target, and a little for tricks."""
    maker, seat = to.deal[MAKER], known.seat
    if maker < 0:
        return 0
    won = to.won[at(maker)] + to.won[at(maker ^ 2)]
    made = euchre.maker_points(won, rules.size, to.deal[OUT])
    side = maker & 1 if made > 0 else 1 - (maker & 1)
    counted = min(abs(made), rules.target - rules.points[side])
    tricks = won if (maker ^ seat) & 1 == 0 else rules.size - won
    return (100 if side == seat & 1 else -100) * counted + 2 * tricks


tried: Final = trials.trials(
    __name__, Rules, laid=laid, chosen=chosen, worth=worth, misfit=misfit, ordered=trials.by_contract, absent=absent
)
