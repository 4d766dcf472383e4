"""Skat played out many times by seats that see their own hand, what was said and what has been played: compiled.

A hand is counted for each game: trumps, jacks, aces and tens. In the play a side takes what it can and gives its points
to its own tricks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.bits import at, count, lowest
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.skat import (
    ACES,
    BASES,
    BID,
    BIDS,
    GRAND,
    HOLD,
    JACKS,
    MOST,
    NAME,
    NULL,
    NULLS,
    PASS,
    PLAIN_NULL,
    SAY,
    TAKE,
    TENS,
    Heard,
    Solo,
    card_points,
    declared_points,
    game_of,
    heard,
    outcome,
    ramsch_points,
    tops,
)
from dealt.games.tricks import TRUMPS, CardOrder
from dealt.games.tricks.core import Position
from dealt.kernels.tricks import Orders, order_of
from dealt.players.advice.tricks.exchange import Layouts
from dealt.players.advice.tricks.trials import Known, Sight, fit, trials
from dealt.shapes import Longs

CARDS, WORDS, DISCARDS = range(3)
"""What is tried."""
GAME, SOLO, TOP, ASIDE = range(4)
"""Places in the room: the game, who declares it, or -1, its tops, and the cards that count beside the tricks."""
ENOUGH: Final = (82, 82, 82, 82, 97)
"""So much a hand of ten counts where a suit, or grand, is worth bidding."""
HIGH: Final = 6, 5, 3, 2
"""What each jack counts more, from that of clubs."""
NOTHING: Final = -1
NAMED, UPPER = 1 << 20, 1 << 10
"""What a seat has said: a game that it declared, after ``NAMED``; else the value it went to, times ``UPPER``, and the
one that was too high for it."""
PART: Final = 40
"""What a point of the score is in the figures; a card point is 1."""


class Rules(NamedTuple):
    solo: Solo
    orders: Orders
    size: int
    """The number of tricks."""
    dealer: Seat
    trying: int
    now: Heard
    aside: Cards
    """The cards beside hands and tricks, as far as they are known."""
    points: Longs
    bids: Longs
    """By seat what it has said, and nothing for what is not dealt."""
    won: Longs
    played: Longs


class Room(NamedTuple):
    words: Longs
    held: Longs
    won: Longs
    points: Longs
    energy: Longs
    """How badly each hand fits what its seat said."""
    deal: Longs


def ordered(rules: Rules, to: Room) -> CardOrder:
    return order_of(rules.orders, to.deal[GAME])


# --- what is said


def strength(orders: Orders, game: int, hand: Cards) -> int:
    """What a hand counts for a suit or grand."""
    order, grand = order_of(orders, game), game == GRAND
    trumps = hand & order.suits[TRUMPS]
    found = 22 * count(trumps) if grand else 12 * count(trumps)
    for n in range(4):
        found += HIGH[n] * (hand >> JACKS[n] & 1)
    for suit in range(4):
        own = hand & order.suits[suit]
        if own == 0:
            found += 4 if not grand and order.suits[suit] != 0 else 0
            continue
        ace, ten = own & ACES != 0, own & TENS != 0
        if ace:
            found += (17 if grand else 13) + (8 if ten else 0)
            found += 5 * max(0, count(own) - 3) if grand and ten else 0
        elif ten and count(own) > 1:
            found += 4
    return found


def danger(hand: Cards) -> int:
    """How many ranks the cards of a hand are too high for null: under a 7 and 9 of a suit fits a jack."""
    found = 0
    for suit in range(4):
        low, place = hand >> suit, 0
        for rank in range(5, 13):
            if low >> 4 * rank & 1:
                found += max(0, rank - 5 - 2 * place)
                place += 1
    return found


def limit(orders: Orders, hand: Cards) -> int:
    """The value up to which a hand of ten is bid."""
    found = 0
    for game in range(NULL):
        if strength(orders, game, hand) >= ENOUGH[game]:
            found = max(found, BASES[game] * (tops(order_of(orders, game), hand) + 1))
    safe = danger(hand)
    if safe <= 3:
        found = max(found, NULLS[2] if safe == 0 else NULLS[0])
    return found


def best_game(orders: Orders, hand: Cards, bid: int) -> int:
    """The contract that promises most with the skat, no less than the bid."""
    best, most = 0, -100000
    for game in range(NULL):
        value = BASES[game] * (tops(order_of(orders, game), hand) + 1)
        chance = max(0, min(100, 50 + 3 * (strength(orders, game, hand) - ENOUGH[game] - 4)))
        if value < bid:
            value, chance = (bid + BASES[game] - 1) // BASES[game] * BASES[game], chance // 3
        worth = chance * (value + 10) - (100 - chance) * (2 * value + 10)
        if worth > most:
            best, most = game, worth
    safe = danger(hand & ~put_down(orders, NULL, hand))
    for ouvert in range(2):
        value = NULLS[2 * ouvert]
        chance = max(0, 90 - (45 if ouvert else 22) * safe)
        worth = chance * (value + 10) - (100 - chance) * (2 * value + 10)
        if value >= bid and worth > most:
            best, most = PLAIN_NULL + ouvert, worth
    return best


def put_down(orders: Orders, game: int, hand: Cards) -> Cards:
    """The two cards that a declarer needs least, one after the other; at null those that are most dangerous."""
    order, found = order_of(orders, game), 0
    for _ in range(2):
        best, most, rest = 0, -100000, hand & ~found
        while rest != 0:
            one = lowest(rest)
            rest &= rest - 1
            own = hand & ~found & order.suits[at(order.suit_of[at(one)])]
            worth = card_points(1 << one) - 9 * count(own)
            if game == NULL:
                worth = one - 64 * danger(hand & ~found & ~(1 << one))
            elif order.suit_of[at(one)] == TRUMPS:
                worth -= 200
            elif ACES >> one & 1:
                worth -= 60
            elif own & ACES != 0 and TENS >> one & 1:
                worth -= 25
            if worth > most:
                best, most = 1 << one, worth
        found |= best
    return found


def natural_word(rules: Rules, now: Heard, hand: Cards) -> int:
    """What a seat says that counts its hand."""
    if now.declarer < 0:
        most = limit(rules.orders, hand)
        if now.seat != now.asker:
            return HOLD if BIDS[at(now.bids - 1)] <= most else PASS
        return BID + now.bids if now.bids < MOST and BIDS[at(now.bids)] <= most else PASS
    if now.hand < 0 or now.contract >= 0:
        return TAKE if now.hand < 0 else SAY
    best = best_game(rules.orders, hand, BIDS[at(now.bids - 1)])
    return NAME + (best if best < NULL else NULL + best - PLAIN_NULL)


def misfit(rules: Rules, hand: Cards, bid: int) -> int:
    """How badly a hand fits what was said: the negative logarithm of a likelihood, in parts of 64."""
    if bid < 0:
        return 0
    if bid >= NAMED:
        game = bid - NAMED
        return 16 * danger(hand) if game == NULL else 4 * max(0, ENOUGH[game] + 8 - strength(rules.orders, game, hand))
    most = limit(rules.orders, hand)
    return (96 if most < bid // UPPER else 0) + (96 if most >= bid % UPPER else 0)


# --- the play


def pick(order: CardOrder, some: Cards, points: int, height: int) -> Card:
    """The card with most of what counts: its points, and how many cards are below it."""
    choice, worth = -1, -100000
    while some != 0:
        one = lowest(some)
        some &= some - 1
        trump = 14 if order.suit_of[at(one)] == TRUMPS else 0
        value = points * card_points(1 << one) + height * (trump - count(order.above[at(one)]))
        if value > worth:
            choice, worth = one, value
    return choice


def null_play(order: CardOrder, may: Cards, s: Sight, alone: bool) -> Card:
    """A card of null: as high as it may be below the others, or low."""
    if s.led < 0:
        return pick(order, may, 0, -1)
    under = may & ~order.above[at(s.top)]
    if alone:
        return pick(order, under, 0, 1) if under != 0 else pick(order, may, 0, -1)
    return pick(order, may, 0, -1) if may & order.suits[at(s.led)] != 0 else pick(order, may, 0, 1)


def lead(order: CardOrder, may: Cards, s: Sight, alone: bool) -> Card:
    """A declarer draws trumps and then leads what nobody beats; opponents lead aces and low cards."""
    unseen = ~s.gone & ~s.hand
    out, choice, worth, rest = order.suits[TRUMPS] & unseen, -1, -1000, may
    while rest != 0:
        one = lowest(rest)
        rest &= rest - 1
        own = order.suits[at(order.suit_of[at(one)])]
        higher, length = count(order.above[at(one)] & own & unseen), count(s.hand & own)
        if order.suit_of[at(one)] == TRUMPS:
            if alone:
                value = (80 if higher == 0 else 45 - 2 * card_points(1 << one)) if out != 0 else 5
            else:
                value = -20 - card_points(1 << one)
        elif higher == 0:
            value = 60 - (6 if alone else 8) * length if out == 0 or count(own & unseen) > 3 else 22
        else:
            value = 15 - 3 * card_points(1 << one) + (length if alone else -2 * length)
        if value > worth:
            choice, worth = one, value
    return choice


def chosen(known: Known, rules: Rules, to: Room, may: Cards, s: Sight) -> Card:
    order, solo = ordered(rules, to), to.deal[SOLO]
    alone, last = s.seat == solo, s.size == 2
    if to.deal[GAME] == NULL or solo < 0:
        return null_play(order, may, s, alone or solo < 0)
    if s.led < 0:
        return lead(order, may, s, alone)
    unseen = ~s.gone & ~s.hand
    over = may & order.above[at(s.top)]
    safe = order.above[at(s.top)] & (order.suits[at(s.led)] | order.suits[TRUMPS]) & unseen == 0
    if not alone and s.holder != solo and (last or safe or solo == (s.seat + 2) % 3):
        return pick(order, may, 3, -1)
    if over == 0:
        return pick(order, may, -3, -1)
    lying = card_points(s.lying)
    if last:
        follows = over & order.suits[at(s.led)] & ~order.suits[TRUMPS]
        if follows != 0:
            return pick(order, follows, 3, 1)
        cheap = may & ~over
        return pick(order, cheap, -3, -1) if lying == 0 and cheap != 0 else pick(order, over, 1, -1)
    high = pick(order, over, 0, 1)
    if order.above[at(high)] & unseen & order.suits[at(order.suit_of[at(high)])] == 0:
        return high
    if order.suit_of[at(high)] == TRUMPS and may & order.suits[at(s.led)] == 0 and lying > 3:
        return pick(order, over, 1, -1)
    return pick(order, may, -3, -1)


def taken(known: Known, rules: Rules, to: Room, seat: Seat, lying: Cards) -> bool:
    """Points and a trick more for a seat; null is lost with the first."""
    to.won[at(seat)] += 1
    to.points[at(seat)] += card_points(lying)
    return to.deal[GAME] == NULL and seat == to.deal[SOLO]


def laid(
    known: Known, rules: Rules, to: Room, deals: Layouts, hands: Sequence[Cards], move: int, plan: int, world: int
) -> tuple[Position, Card]:  # fmt: skip
    """A layout, in which a word, a discard or a card is tried; others say what their hands count."""
    begin, now, aside = known.begin, rules.now, hands[3] | rules.aside
    for seat in range(3):
        to.held[at(seat)], to.won[at(seat)], to.points[at(seat)] = hands[seat], rules.won[seat], rules.points[seat]
    word = move
    while rules.trying == WORDS and now.seat >= 0:
        before, now = now, heard(now, word)
        if now.hand == 0 and before.hand < 0:
            to.held[at(now.declarer)] |= aside
        word = natural_word(rules, now, to.held[at(now.seat)]) if now.seat >= 0 else PASS
    solo, game = now.declarer, game_of(now.contract)
    to.deal[GAME], to.deal[SOLO] = game, solo
    if solo >= 0 and rules.trying != CARDS and now.hand == 0:
        aside = move if rules.trying == DISCARDS else put_down(rules.orders, game, to.held[at(solo)])
        to.held[at(solo)] &= ~aside
    to.deal[ASIDE] = aside
    if solo >= 0:
        own = to.held[at(solo)] | rules.played[at(solo)] | aside
        to.deal[TOP] = tops(order_of(rules.orders, game), own) if game != NULL else 0
    elif not rules.solo.ramsch:  # nobody plays
        for seat in range(3):
            to.held[at(seat)] = 0
    else:
        to.deal[TOP] = 0
    settle(rules, to, now)
    if rules.trying == CARDS:
        return begin, move
    return Position(begin.hands, (rules.dealer + 1) % 3, 0, -1, 0, 0, False, True, begin.seats), -1


def settle(rules: Rules, to: Room, now: Heard) -> None:
    """Keep what the end is counted by."""
    to.deal[ASIDE + 1], to.deal[ASIDE + 2] = now.contract, now.hand
    to.deal[ASIDE + 3] = BIDS[at(now.bids - 1)] if now.bids > 0 else 0


def worth(known: Known, rules: Rules, to: Room, move: int) -> int:
    """What the end is worth to a seat: its score less what the others have on the average, and a little for points."""
    solo, me, found, whole = to.deal[SOLO], known.seat, 0, rules.solo.whole
    if solo < 0:
        if not rules.solo.ramsch:
            return 0
        points = (to.points[0], to.points[1], to.points[2])
        for seat in range(3):
            scored = ramsch_points(points, (to.won[0], to.won[1], to.won[2]), whole, rules.size, seat)
            found += PART * scored if seat == me else -PART // 2 * scored
        return found
    points_of = to.points[at(solo)] + card_points(to.deal[ASIDE])
    ended = outcome(
        to.deal[ASIDE + 1], to.deal[ASIDE + 2], to.deal[ASIDE + 3], to.deal[TOP], points_of, whole, to.won[at(solo)],
        rules.size,
    )  # fmt: skip
    for seat in range(3):
        scored = declared_points(ended, solo, seat, rules.solo.seeger)
        found += PART * scored if seat == me else -PART // 2 * scored
    if to.deal[GAME] == NULL:
        return found
    return found + (2 * points_of - whole if me == solo else whole - 2 * points_of)


tried: Final = trials(
    __name__, Rules, Room, laid=laid, chosen=chosen, taken=taken, worth=worth, ordered=ordered, **fit(misfit)._asdict(),
)  # fmt: skip
