"""Skat played out many times by seats that see their own hand, what was said and what has been played: compiled.

A hand is counted for each game: trumps, jacks, aces and tens. In the play a side takes what it can and gives its points
to its own tricks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.bits import at, count
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games import skat
from dealt.games.skat import (
    BASES,
    BIDS,
    GRAND,
    NULL,
    NULLS,
    PASS,
    PLAIN_NULL,
    Heard,
    Solo,
    card_points,
    game_of,
    heard,
    tops,
)
from dealt.games.tricks import TRUMPS, CardOrder
from dealt.games.tricks.core import Position
from dealt.kernels.tricks import Orders, order_of
from dealt.players.advice.tricks import trials
from dealt.players.advice.tricks.trials import Known, Room, Sight, best_card, elsewhere, height, least_needed, suit_with
from dealt.shapes import Longs

GAME, SOLO, TOP, ASIDE, CONTRACT, HAND, NAMES = range(7)
"""Places in the room: the game, its tops, the cards that count beside the tricks, and what ``Heard`` has of it."""
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
    now: Heard
    aside: Cards
    """The cards beside hands and tricks, as far as they are known."""
    points: Longs


def ordered(rules: Rules, to: Room) -> CardOrder:
    return order_of(rules.orders, to.deal[GAME])


# --- what is said


def strength(orders: Orders, game: int, hand: Cards) -> int:
    """What a hand counts for a suit or grand."""
    order, grand = order_of(orders, game), game == GRAND
    trumps = hand & order.suits[TRUMPS]
    found = 22 * count(trumps) if grand else 12 * count(trumps)
    for n in range(4):
        found += HIGH[n] * (hand >> skat.JACKS[n] & 1)
    for suit in range(4):
        own = hand & order.suits[suit]
        if own == 0:
            found += 4 if not grand and order.suits[suit] != 0 else 0
            continue
        ace, ten = own & skat.ACES != 0, own & skat.TENS != 0
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
    safe = danger(hand & ~put_down(hand, order_of(orders, NULL), NULL, 2))
    for ouvert in range(2):
        value = NULLS[2 * ouvert]
        chance = max(0, 90 - (45 if ouvert else 22) * safe)
        worth = chance * (value + 10) - (100 - chance) * (2 * value + 10)
        if value >= bid and worth > most:
            best, most = PLAIN_NULL + ouvert, worth
    return best


def needless(one: Card, order: CardOrder, hand: Cards, game: int) -> int:
    """How little a declarer needs a card; at null how dangerous it is."""
    if game == NULL:
        return one - 64 * danger(hand & ~(1 << one))
    own = hand & suit_with(one, order)
    worth = card_points(1 << one) - 9 * count(own)
    if order.suit_of[at(one)] == TRUMPS:
        return worth - 200
    if skat.ACES >> one & 1:
        return worth - 60
    return worth - (25 if own & skat.ACES != 0 and skat.TENS >> one & 1 else 0)


put_down: Final = least_needed(needless)


def natural_word(rules: Rules, now: Heard, hand: Cards) -> int:
    """What a seat says that counts its hand."""
    if now.declarer < 0:
        most = limit(rules.orders, hand)
        if now.seat != now.asker:
            return skat.HOLD if BIDS[at(now.bids - 1)] <= most else PASS
        return skat.BID + now.bids if now.bids < skat.MOST and BIDS[at(now.bids)] <= most else PASS
    if now.hand < 0 or now.contract >= 0:
        return skat.TAKE if now.hand < 0 else skat.SAY
    best = best_game(rules.orders, hand, BIDS[at(now.bids - 1)])
    return skat.NAME + (best if best < NULL else NULL + best - PLAIN_NULL)


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


def pick_worth(one: Card, order: CardOrder, points: int, way: int) -> int:
    """What counts of a card: its points, and how high it is."""
    return points * card_points(1 << one) + way * height(one, order)


pick: Final = best_card(pick_worth)


def null_play(order: CardOrder, may: Cards, s: Sight, alone: bool) -> Card:
    """A card of null: as high as it may be below the others, or low."""
    if s.led < 0:
        return pick(may, order, 0, -1)
    under = may & ~order.above[at(s.top)]
    if alone:
        return pick(under, order, 0, 1) if under != 0 else pick(may, order, 0, -1)
    return pick(may, order, 0, -1) if may & order.suits[at(s.led)] != 0 else pick(may, order, 0, 1)


def lead_worth(one: Card, order: CardOrder, s: Sight, alone: bool) -> int:
    """A declarer draws trumps and then leads what nobody beats; opponents lead aces and low cards."""
    own, out = suit_with(one, order), order.suits[TRUMPS] & elsewhere(s)
    higher, length = count(order.above[at(one)] & own & elsewhere(s)), count(s.hand & own)
    if order.suit_of[at(one)] == TRUMPS:
        if not alone:
            return -20 - card_points(1 << one)
        return 5 if out == 0 else 80 if higher == 0 else 45 - 2 * card_points(1 << one)
    if higher == 0:
        return 60 - (6 if alone else 8) * length if out == 0 or count(own & elsewhere(s)) > 3 else 22
    return 15 - 3 * card_points(1 << one) + (length if alone else -2 * length)


lead: Final = best_card(lead_worth)


def chosen(known: Known, rules: Rules, to: Room, may: Cards, s: Sight) -> Card:
    order, solo = ordered(rules, to), to.deal[SOLO]
    alone, last = s.seat == solo, s.size == 2
    if to.deal[GAME] == NULL or solo < 0:
        return null_play(order, may, s, alone or solo < 0)
    if s.led < 0:
        return lead(may, order, s, alone)
    unseen = elsewhere(s)
    over = may & order.above[at(s.top)]
    safe = order.above[at(s.top)] & (order.suits[at(s.led)] | order.suits[TRUMPS]) & unseen == 0
    if not alone and s.holder != solo and (last or safe or solo == (s.seat + 2) % 3):
        return pick(may, order, 3, -1)
    if over == 0:
        return pick(may, order, -3, -1)
    lying = card_points(s.lying)
    if last:
        follows = over & order.suits[at(s.led)] & ~order.suits[TRUMPS]
        if follows != 0:
            return pick(follows, order, 3, 1)
        cheap = may & ~over
        return pick(cheap, order, -3, -1) if lying == 0 and cheap != 0 else pick(over, order, 1, -1)
    high = pick(over, order, 0, 1)
    if order.above[at(high)] & unseen & suit_with(high, order) == 0:
        return high
    if order.suit_of[at(high)] == TRUMPS and may & order.suits[at(s.led)] == 0 and lying > 3:
        return pick(over, order, 1, -1)
    return pick(may, order, -3, -1)


def taken(known: Known, rules: Rules, to: Room, seat: Seat, lying: Cards) -> bool:
    """Points and a trick more for a seat; null is lost with the first."""
    to.won[at(seat)] += 1
    to.points[at(seat)] += card_points(lying)
    return to.deal[GAME] == NULL and seat == to.deal[SOLO]


def laid(
    known: Known, rules: Rules, to: Room, hands: Sequence[Cards], move: int, plan: int, world: int
) -> Position:  # fmt: skip
    """A layout, in which a word, a discard or a card is tried; others say what their hands count."""
    now, aside, word = rules.now, hands[3] | rules.aside, move
    for seat in range(3):
        to.points[at(seat)] = rules.points[seat]
    while known.trying == trials.WORDS and now.seat >= 0:
        before, now = now, heard(now, word)
        if now.hand == 0 and before.hand < 0:
            to.held[at(now.declarer)] |= aside
        word = natural_word(rules, now, to.held[at(now.seat)]) if now.seat >= 0 else PASS
    solo, game = now.declarer, game_of(now.contract)
    if solo >= 0 and known.trying != trials.CARDS and now.hand == 0:
        aside = (
            move
            if known.trying == trials.DISCARDS
            else put_down(to.held[at(solo)], order_of(rules.orders, game), game, 2)
        )
        to.held[at(solo)] &= ~aside
    to.deal[GAME], to.deal[SOLO], to.deal[ASIDE], to.deal[TOP] = game, solo, aside, 0
    to.deal[CONTRACT], to.deal[HAND], to.deal[NAMES] = now.contract, now.hand, now.bids
    if solo >= 0:
        own = to.held[at(solo)] | known.played[at(solo)] | aside
        to.deal[TOP] = tops(order_of(rules.orders, game), own)
    elif not rules.solo.ramsch:  # nobody plays
        for seat in range(3):
            to.held[at(seat)] = 0
    return known.begin


def worth(known: Known, rules: Rules, to: Room, move: int) -> int:
    """What the end is worth to a seat: its score less what the others have on the average, and a little for points."""
    solo, me, found, aside = to.deal[SOLO], known.seat, 0, card_points(to.deal[ASIDE])
    now = Heard(-1, to.deal[NAMES], -1, -1, -1, solo, to.deal[HAND], to.deal[CONTRACT])
    played = skat.Played(now, to.deal[TOP], aside, to.points, to.won)
    for seat in range(3):
        scored = skat.seat_points(rules.solo, played, seat)
        found += PART * scored if seat == me else -PART // 2 * scored
    if solo < 0 or to.deal[GAME] == NULL:
        return found
    more = 2 * (to.points[at(solo)] + aside) - rules.solo.whole
    return found + (more if me == solo else -more)


tried: Final = trials.trials(
    __name__, Rules, laid=laid, chosen=chosen, taken=taken, worth=worth, misfit=misfit, ordered=ordered
)
