"""Skat played out many times by seats that see their own hand, what was said and what has been played: compiled.

A hand is counted for each game: trumps, jacks, aces and tens. Cards are chosen by the habit of the family.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.bits import at, count
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games import skat
from dealt.games.skat import BASES, GRAND, NULL, NULLS, Heard, Solo, card_points, tops
from dealt.games.tricks import OF_SUIT, TRUMPS, CardOrder
from dealt.games.tricks.core import Position
from dealt.kernels.tricks import Orders, order_of
from dealt.players.advice.tricks import trials
from dealt.players.advice.tricks.trials import CONTRACT, Known, Room, Sight, Stand, suit_with
from dealt.shapes import Longs

SOLO, TOP, LEVEL, HAND, NAMES = range(CONTRACT + 1, CONTRACT + 6)
"""Places in the room: the tops of the declarer, and what ``Heard`` has of the game."""
ENOUGH: Final = (80, 80, 80, 80, 94)
"""So much a hand of ten counts where a suit, or grand, is worth bidding."""
HIGH: Final = 6, 5, 3, 2
"""What each jack counts more, from that of clubs."""
LIKELY: Final = 38
"""A game is bid that is won so often, of a hundred times."""
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


def strength(order: CardOrder, game: int, hand: Cards) -> int:
    """What a hand counts for a suit or grand."""
    trumps = hand & order.suits[TRUMPS]
    aces, tens = hand & ~trumps & skat.ACES, hand & ~trumps & skat.TENS
    found = (22 if game == GRAND else 12) * count(trumps) + (17 if game == GRAND else 13) * count(aces)
    for n in range(4):
        found += HIGH[n] * (hand >> skat.JACKS[n] & 1)
    return found + 8 * count(tens & aces >> 16)  # a ten under its ace


def too_high(one: Card, order: CardOrder, hand: Cards, game: int) -> int:
    """How many ranks a card is too high for null: above a 7 and 9 of its suit fits a jack."""
    return max(0, (one >> 2) - 5 - 2 * count(hand & OF_SUIT[one & 3] & (1 << one) - 1))


danger: Final = trials.whole_hand(too_high)


def promise(orders: Orders, game: int, hand: Cards) -> tuple[int, int]:
    """What a game is worth, and how often of a hundred times a hand wins it, as a line without ends.

    After null comes null ouvert.
    """
    order = order_of(orders, min(game, NULL))
    if game < NULL:
        chance = LIKELY + 3 * (strength(order, game, hand) - ENOUGH[game])
        return BASES[game] * (tops(order, hand) + 1), chance
    down = put_down(hand, order, NULL, count(hand) - 10)
    return NULLS[2 * (game - NULL)], 90 - (45 if game > NULL else 22) * danger(hand & ~down, order, NULL)


def best_game(orders: Orders, hand: Cards, bid: int) -> tuple[int, int]:
    """The game that promises most with the skat, no less than the bid; and the value up to which a hand is bid."""
    best, most, limit = 0, trials.LEAST, 0
    for game in range(NULL + 2):
        value, chance = promise(orders, game, hand)
        limit, chance = max(limit, value if chance >= LIKELY else 0), max(0, min(100, chance))
        if value < bid:
            value, chance = bid, chance // 3 if game < NULL else -1000
        worth = chance * (value + 10) - (100 - chance) * (2 * value + 10)
        if worth > most:
            best, most = game, worth
    return best, limit


def needless(one: Card, order: CardOrder, hand: Cards, game: int) -> int:
    """How little a declarer needs a card; at null how dangerous it is."""
    if game == NULL:
        return 64 * too_high(one, order, hand, game) + one
    kept = 200 if order.suit_of[at(one)] == TRUMPS else 60 if skat.ACES >> one & 1 else 0
    return card_points(1 << one) - 9 * count(hand & suit_with(one, order)) - kept


put_down: Final = trials.least_needed(needless)


def natural_word(rules: Rules, now: Heard, hand: Cards) -> int:
    """What a seat says that counts its hand."""
    asks = now.declarer < 0 and now.seat == now.asker
    value = 1000 if asks and now.bids == skat.MOST else skat.BIDS[at(now.bids - (0 if asks else 1))]
    if now.declarer < 0:
        fits = value <= best_game(rules.orders, hand, 0)[1]
        return skat.PASS if not fits else skat.BID + now.bids if asks else skat.HOLD
    if now.hand < 0 or now.contract >= 0:
        return skat.TAKE if now.hand < 0 else skat.SAY
    return skat.NAME + best_game(rules.orders, hand, value)[0]


def misfit(rules: Rules, hand: Cards, bid: int) -> int:
    """How badly a hand fits what was said: the negative logarithm of a likelihood, in parts of 64."""
    if bid >= NAMED:
        return max(0, 70 - promise(rules.orders, bid - NAMED, hand)[1]) * 4 // 3
    if bid < 0:
        return 0
    limit = best_game(rules.orders, hand, 0)[1]
    return 96 if limit < bid // UPPER or limit >= bid % UPPER else 0


def lead_worth(one: Card, order: CardOrder, s: Sight, alone: bool) -> int:
    """A declarer draws trumps and then leads what nobody beats; opponents lead aces and low cards."""
    own, out = suit_with(one, order), order.suits[TRUMPS] & trials.elsewhere(s)
    higher, length = count(order.above[at(one)] & own & trials.elsewhere(s)), count(s.hand & own)
    if order.suit_of[at(one)] == TRUMPS:
        if not alone:
            return -20 - card_points(1 << one)
        return 5 if out == 0 else 80 if higher == 0 else 45 - 2 * card_points(1 << one)
    if higher == 0:
        return 60 - (6 if alone else 8) * length if out == 0 or count(own & trials.elsewhere(s)) > 3 else 22
    return 15 - 3 * card_points(1 << one) + (length if alone else -2 * length)


lead: Final = trials.best_card(lead_worth)
pick: Final = trials.habit(card_points, trick=4, keep=4, share=45)


def chosen(known: Known, rules: Rules, to: Room, may: Cards, s: Sight) -> Card:
    solo, left, order = to.deal[SOLO], 2 - s.size, trials.by_contract(rules, to)
    alone, ducks = solo < 0 or solo == s.seat, solo < 0 or to.deal[CONTRACT] == NULL
    if s.led < 0 and not ducks:
        return lead(may, order, s, alone)
    foes = left if alone else 1 if (solo - s.seat) % 3 <= left else 0
    stand = Stand(not alone and s.holder != solo, foes, left - foes, -1 if ducks else 1, 0)
    return pick(may, order, s, stand)


def taken(known: Known, rules: Rules, to: Room, seat: Seat, lying: Cards) -> bool:
    """Points and a trick more for a seat; null is lost with the first."""
    to.won[at(seat)] += 1
    to.points[at(seat)] += card_points(lying)
    return seat == to.deal[SOLO] and to.deal[CONTRACT] == NULL


def laid(
    known: Known, rules: Rules, to: Room, hands: Sequence[Cards], move: int, plan: int, world: int
) -> Position:  # fmt: skip
    """A layout, in which a word, a discard or a card is tried; others say what their hands count."""
    now, aside, word = rules.now, hands[3] | rules.aside, move
    while known.trying == trials.WORDS and now.seat >= 0:
        before, now = now, skat.heard(now, word)
        if now.hand == 0 and before.hand < 0:
            to.held[at(now.declarer)] |= aside
        word = natural_word(rules, now, to.held[at(now.seat)]) if now.seat >= 0 else skat.PASS
    solo = to.deal[SOLO] = now.declarer
    game = to.deal[CONTRACT] = skat.game_of(now.contract)
    to.deal[LEVEL], to.deal[HAND], to.deal[NAMES] = now.contract, now.hand, now.bids
    order = trials.by_contract(rules, to)
    if known.trying != trials.CARDS and now.hand == 0:
        aside = put_down(to.held[at(solo)], order, game, 2)
        aside = move if known.trying == trials.DISCARDS else aside
        to.held[at(solo)] &= ~aside
    for seat in range(3):
        to.points[at(seat)] = rules.points[seat]
    if solo >= 0:
        to.points[at(solo)] += card_points(aside)
        to.deal[TOP] = tops(order, to.held[at(solo)] | known.played[at(solo)] | aside)
    elif not rules.solo.ramsch:  # nobody plays
        to.held[at(known.begin.seat)] = 0
    return known.begin


def worth(known: Known, rules: Rules, to: Room, move: int) -> int:
    """What the end is worth to a seat: its score less what the others have on the average, and a little for points."""
    solo, me = to.deal[SOLO], known.seat
    now = Heard(-1, to.deal[NAMES], -1, -1, -1, solo, to.deal[HAND], to.deal[LEVEL])
    played, found = skat.Played(now, to.deal[TOP], 0, to.points, to.won), 0
    for seat in range(3):
        found += skat.seat_points(rules.solo, played, seat) * (PART if seat == me else -PART // 2)
    if solo < 0 or to.deal[CONTRACT] == NULL:
        return found
    more = 2 * to.points[at(solo)] - rules.solo.whole
    return found + (more if me == solo else -more)


tried: Final = trials.trials(
    __name__, Rules, laid=laid, chosen=chosen, taken=taken, worth=worth, misfit=misfit, ordered=trials.by_contract
)
