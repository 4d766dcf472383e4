"""Blackjack one action at a time, over flat arrays: the loops around its core for environments.

Every function writes into the arrays of :class:`Tables`. A table whose round is over waits until it is dealt anew. What
a hand may do, what the dealer takes and what is paid comes from :mod:`dealt.games.blackjack.core`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import at
from dealt.cards import rank
from dealt.game import Seat
from dealt.games.blackjack.core import (
    ACE,
    ALL,
    DOUBLE,
    NONE,
    SPLIT,
    STAND,
    STEP,
    SURRENDER,
    TENTHS,
    Hand,
    Table,
    counted,
    dealer_draws,
    dealer_takes,
    decisions,
    insurable,
    insurance_net,
    natural,
    stands,
    tenths,
    worth,
)
from dealt.kernels.draws import draw, shuffle, start
from dealt.kernels.machine import kernel
from dealt.shapes import ByteTable, FloatTable, Longs, LongTable, RealTable

__all__ = [
    "BET", "BOXES", "DOUBLED", "ENDED", "INSURE", "PARTED", "PLAY", "YIELDED", "Ids", "Rules", "Spots", "Tables",
    "choose_all", "deal_all", "legal_all", "observe_all", "step_all",
]  # fmt: skip

BET, INSURE, PLAY, ENDED = range(4)
"""The phases of a round."""
OVER: Final = -1
"""No seat is to act."""
UNANSWERED: Final = -1
BOXES: Final = 4
"""The number of hands for which a seat has room."""
PARTED, DOUBLED, YIELDED = 1, 2, 4
"""What may have been done with a hand, as bits: split, doubled, surrendered."""

Numbers = MutableSequence[int]


class Tables(NamedTuple):
    """The state of all tables, as lists or arrays of int64: table behind table, and in each seat behind seat."""

    pack: Longs
    """The cards of each table in the order in which they come."""
    ranks: Longs
    """The rank of each card that has been dealt."""
    lies: Longs
    """Where each card that has been dealt lies: 0 with the dealer, from 1 on in a box, of which a seat has four."""
    stacks: Longs
    """The chips of each seat before the bets."""
    bets: Longs
    """The bet of each seat, 0 where it sits out; -1 before it answers."""
    insured: Longs
    """The same for insurance."""
    sizes: Longs
    """The number of hands of each seat."""
    done: Longs
    """What was done with the hand in each box, as bits."""
    phase: Longs
    turn: Longs
    """(n,): the seat to act; -1 once the round is over."""
    at: Longs
    """(n,): the hand that is played, from 0."""
    drawn: Longs
    """(n,): the number of cards dealt."""
    deals: Longs


class Rules(NamedTuple):
    """The rules as numbers."""

    table: Table
    seats: int
    bankroll: int
    """The chips that a seat begins with, or buys."""
    least: int
    most: int
    step: int
    """The least and the greatest bet, and the step between bets."""


class Ids(NamedTuple):
    """The ids of actions. Bets and insurances of consecutive ids have the amounts that are listed."""

    bet: int
    bets: Longs
    insure: int
    insurances: LongTable
    """(k, width): by the most that may be insured, in steps, the amounts of the ids; 0 after the last."""
    sit_out: int
    decline: int
    decisions: Longs
    """(5,): by decision."""


class Spots(NamedTuple):
    """Where each field of an observation begins, and the number of columns for cards.

    Those of the second box and stake follow those of the first, and so on.
    """

    columns: int
    turn: int
    phase: int
    dealer: int
    box: int
    stake: int
    playing: int
    insurance: int
    stack: int
    out: int
    shoe: int


# --- hands ------------------------------------------------------------------------------------------------------------


def deck_size(t: Tables) -> int:
    """The number of cards of a table."""
    return len(t.pack) // len(t.turn)


def box_of(seat: Seat, k: int) -> int:
    """The place of hand ``k`` of a seat, as ``lies`` has it."""
    return 1 + BOXES * seat + k


def flags_at(n: int, rules: Rules, seat: Seat, k: int) -> int:
    """The place of a hand in ``done``."""
    return BOXES * (rules.seats * n + seat) + k


def counted_hand(lies: Sequence[int], ranks: Sequence[int], begin: int, end: int, box: int, flags: int) -> Hand:
    """The cards from one place to another that lie in a box, as a hand with these bits of ``done``.

    It takes two arrays and not all, because compiled code counts the references of each.
    """
    total, aces, cards, first, second = 0, 0, 0, 0, 0
    for place in range(begin, end):
        if lies[at(place)] != box:
            continue
        one = ranks[at(place)]
        if cards == 0:
            first = one
        elif cards == 1:
            second = one
        cards += 1
        total += worth(one)
        aces += 1 if worth(one) == ACE else 0
    parted, doubled, yielded = flags & PARTED != 0, flags & DOUBLED != 0, flags & YIELDED != 0
    return Hand(counted(total, aces), cards, first, second, parted, doubled, yielded)


def hand_at(t: Tables, n: int, rules: Rules, seat: Seat, k: int) -> Hand:
    """Hand ``k`` of a seat."""
    begin, flags = deck_size(t) * n, t.done[flags_at(n, rules, seat, k)]
    return counted_hand(t.lies, t.ranks, begin, begin + t.drawn[n], box_of(seat, k), flags)


def dealer_at(t: Tables, n: int) -> Hand:
    """The dealer's cards."""
    begin = deck_size(t) * n
    return counted_hand(t.lies, t.ranks, begin, begin + t.drawn[n], 0, 0)


def staked(t: Tables, n: int, rules: Rules, seat: Seat, k: int) -> int:
    """The chips staked on hand ``k`` of a seat."""
    bet = t.bets[rules.seats * n + seat]
    return 2 * bet if t.done[flags_at(n, rules, seat, k)] & DOUBLED else bet


def free(t: Tables, n: int, rules: Rules, seat: Seat) -> int:
    """The chips of a seat that are neither staked nor insured."""
    own = rules.seats * n + seat
    left = t.stacks[own] - max(0, t.insured[own])
    for k in range(t.sizes[own]):
        left -= staked(t, n, rules, seat, k)
    return left


def upcard(t: Tables, n: int) -> int:
    """What the dealer's first card is worth."""
    place = deck_size(t) * n
    while t.lies[place] != 0:
        place += 1
    return worth(t.ranks[place])


def most_insured(t: Tables, n: int, rules: Rules, seat: Seat) -> int:
    """The most that a seat may insure when it is asked."""
    own = rules.seats * n + seat
    bet = max(0, t.bets[own])
    return insurable(rules.table, upcard(t, n), bet, t.stacks[own] - bet)


def may_decide(t: Tables, n: int, rules: Rules, seat: Seat, k: int) -> int:
    """The decisions of hand ``k`` of a seat other than to stand, as a set."""
    own = rules.seats * n + seat
    affordable = free(t, n, rules, seat) >= t.bets[own]
    return decisions(rules.table, hand_at(t, n, rules, seat, k), t.sizes[own], deck_size(t) - t.drawn[n], affordable)


# --- the course of a round --------------------------------------------------------------------------------------------


def begin(t: Tables, n: int, rules: Rules) -> None:
    """Every seat gets its chips, and is asked for its bet; nothing is dealt yet."""
    for own in range(rules.seats * n, rules.seats * (n + 1)):
        t.stacks[own], t.bets[own], t.insured[own], t.sizes[own] = rules.bankroll, UNANSWERED, 0, 0
    t.phase[n], t.turn[n], t.at[n], t.drawn[n] = BET, 0, 0, 0


def take(t: Tables, n: int, box: int) -> None:
    """The next card goes to a box."""
    place = deck_size(t) * n + t.drawn[n]
    t.lies[place], t.ranks[place] = box, rank(t.pack[place])
    t.drawn[n] += 1


def unanswered(answers: Sequence[int], n: int, seats: int) -> Seat:
    """The first seat that has not answered yet, -1 if there is none."""
    for seat in range(seats):
        if answers[seats * n + seat] == UNANSWERED:
            return seat
    return OVER


def answer(t: Tables, n: int, rules: Rules, amount: int) -> None:
    """The seat to act bets or insures an amount, or nothing; after the last answer play goes on."""
    answers = t.bets if t.phase[n] == BET else t.insured
    answers[rules.seats * n + t.turn[n]] = amount
    t.turn[n] = unanswered(answers, n, rules.seats)
    if t.turn[n] == OVER and t.phase[n] == BET:
        deal_cards(t, n, rules)
    if t.turn[n] == OVER and t.phase[n] == INSURE:
        peek(t, n, rules)


def deal_cards(t: Tables, n: int, rules: Rules) -> None:
    """Two cards for each seat that has bet; then who may insure is asked. Without a bet the round is over."""
    any_bet = False
    for seat in range(rules.seats):
        own = rules.seats * n + seat
        t.sizes[own], t.insured[own] = (1 if t.bets[own] > 0 else 0), 0
        t.done[flags_at(n, rules, seat, 0)] = 0
        any_bet = any_bet or t.bets[own] > 0
    if not any_bet:
        t.phase[n] = ENDED
        return
    for _ in range(2):
        for seat in range(rules.seats):
            if t.bets[rules.seats * n + seat] > 0:
                take(t, n, box_of(seat, 0))
        if t.phase[n] == BET or rules.table.peek:
            take(t, n, 0)
        t.phase[n] = INSURE
    for seat in range(rules.seats):
        if most_insured(t, n, rules, seat) > 0:
            t.insured[rules.seats * n + seat] = UNANSWERED
    t.turn[n] = unanswered(t.insured, n, rules.seats)


def peek(t: Tables, n: int, rules: Rules) -> None:
    """The dealer looks at its cards: a natural ends the round."""
    dealer = dealer_at(t, n)
    if natural(dealer.points, dealer.cards):
        t.phase[n] = ENDED
        return
    t.phase[n] = PLAY
    go_on(t, n, rules, 0, 0)


def go_on(t: Tables, n: int, rules: Rules, seat: Seat, k: int) -> None:
    """Give the turn to the next hand with a choice, from hand ``k`` of a seat on; else the dealer plays."""
    while seat < rules.seats:
        if k >= t.sizes[rules.seats * n + seat]:
            seat, k = seat + 1, 0
        elif may_decide(t, n, rules, seat, k) != 0:
            t.turn[n], t.at[n] = seat, k
            return
        else:
            k += 1
    finish(t, n, rules)


def finish(t: Tables, n: int, rules: Rules) -> None:
    """The dealer takes its cards."""
    t.phase[n], t.turn[n], t.at[n] = ENDED, OVER, 0
    standing = insured = lies = False
    for seat in range(rules.seats):
        own = rules.seats * n + seat
        insured = insured or t.insured[own] > 0
        for k in range(t.sizes[own]):
            hand = hand_at(t, n, rules, seat, k)
            standing = standing or stands(hand)
            lies = lies or (natural(hand.points, hand.cards) and not hand.split)
    dealer = dealer_at(t, n)
    takes = dealer_takes(standing, dealer.cards, insured, lies)
    while takes != NONE and t.drawn[n] < deck_size(t):
        if takes == ALL and not dealer_draws(dealer.points, rules.table.hit_soft_17):
            break
        take(t, n, 0)
        dealer = dealer_at(t, n)
        takes = ALL if takes == ALL else NONE


def decide(t: Tables, n: int, rules: Rules, move: int) -> None:
    """Carry out a decision for the hand that is played."""
    seat, k = t.turn[n], t.at[n]
    flags = flags_at(n, rules, seat, k)
    if move == STAND:
        k += 1
    elif move == SPLIT:
        split(t, n, rules, seat, k)
    elif move == SURRENDER:
        t.done[flags] |= YIELDED
    else:
        take(t, n, box_of(seat, k))
        t.done[flags] |= DOUBLED if move == DOUBLE else 0
    go_on(t, n, rules, seat, k)


def split(t: Tables, n: int, rules: Rules, seat: Seat, k: int) -> None:
    """Split hand ``k`` of a seat into two; those behind it move on."""
    own, begins, box, seen = rules.seats * n + seat, deck_size(t) * n, box_of(seat, k), False
    end = box_of(seat, t.sizes[own])
    for place in range(begins, begins + t.drawn[n]):
        if box < t.lies[place] < end:
            t.lies[place] += 1
        elif t.lies[place] == box:
            t.lies[place] += 1 if seen else 0
            seen = True
    for later in range(t.sizes[own], k + 1, -1):
        t.done[flags_at(n, rules, seat, later)] = t.done[flags_at(n, rules, seat, later - 1)]
    t.sizes[own] += 1
    t.done[flags_at(n, rules, seat, k)] = t.done[flags_at(n, rules, seat, k + 1)] = PARTED
    take(t, n, box)
    take(t, n, box + 1)


def won(t: Tables, n: int, rules: Rules, seat: Seat, dealer: Hand) -> float:
    """The chips that a seat has won or lost in a round that is over."""
    own, found = rules.seats * n + seat, 0
    has_natural = natural(dealer.points, dealer.cards)
    for k in range(t.sizes[own]):
        found += tenths(rules.table, hand_at(t, n, rules, seat, k), dealer.points, has_natural)
    return found * max(0, t.bets[own]) / TENTHS + insurance_net(max(0, t.insured[own]), has_natural)


# --- many tables ------------------------------------------------------------------------------------------------------


@kernel
def deal_all(t: Tables, rules: Rules, deck: Longs, seed: int, words: Longs, cards: Longs) -> None:
    """Shuffle at every table whose round is over, and ask for bets; ``cards`` is room for a deck.

    Rounds of a table have streams of random numbers of their own.
    """
    tables, size = len(t.turn), deck_size(t)
    for n in range(tables):
        if t.turn[n] != OVER:
            continue
        start(words, seed, n + tables * t.deals[n])
        t.deals[n] += 1
        for place in range(size):
            cards[place] = deck[place]
        shuffle(words, cards)
        for place in range(size):
            t.pack[size * n + place] = cards[place]
        begin(t, n, rules)


def list_ids(t: Tables, n: int, rules: Rules, ids: Ids, out: Numbers) -> int:
    """Write the ids that the seat to act may take; returns their number."""
    found = 0
    if t.phase[n] == BET:
        for k in range(len(ids.bets)):
            out[k] = ids.bet + k
        out[len(ids.bets)] = ids.sit_out
        return len(ids.bets) + 1
    if t.phase[n] == INSURE:
        amounts = ids.insurances[most_insured(t, n, rules, t.turn[n]) // STEP]
        out[0], found = ids.decline, 1
        while found <= len(amounts) and amounts[found - 1] > 0:
            out[found] = ids.insure + found - 1
            found += 1
        return found
    may = may_decide(t, n, rules, t.turn[n], t.at[n]) | 1 << STAND
    for move in range(len(ids.decisions)):
        if may >> move & 1:
            out[found] = ids.decisions[move]
            found += 1
    return found


@kernel
def legal_all(t: Tables, rules: Rules, ids: Ids, room: Longs, out: ByteTable) -> None:
    """Mark the ids that the seats to act may take; ``room`` is overwritten."""
    for n in range(len(t.turn)):
        if t.turn[n] == OVER:
            continue
        for place in range(list_ids(t, n, rules, ids, room)):
            out[n][room[place]] = 1


@kernel
def choose_all(
    t: Tables, rules: Rules, ids: Ids, seed: int, number: int, words: Longs, room: Longs, out: Longs
) -> None:
    """A random id for each table, 0 where there is none."""
    start(words, seed, number)
    for n in range(len(t.turn)):
        out[n] = 0
        if t.turn[n] != OVER:
            size = list_ids(t, n, rules, ids, room)
            out[n] = room[draw(words, size)]


@kernel
def step_all(t: Tables, rules: Rules, ids: Ids, actions: Longs, scores: RealTable) -> None:
    """Carry out an id at each table. Rounds that end get their scores."""
    for n in range(len(t.turn)):
        action = actions[n]
        if t.turn[n] == OVER or action < 0:
            continue
        if t.phase[n] == PLAY:
            for move in range(len(ids.decisions)):
                if ids.decisions[move] == action:
                    decide(t, n, rules, move)
                    break
        else:
            amount = 0
            if t.phase[n] == BET and action != ids.sit_out:
                amount = ids.bets[action - ids.bet]
            elif t.phase[n] == INSURE and action != ids.decline:
                amount = ids.insurances[most_insured(t, n, rules, t.turn[n]) // STEP][action - ids.insure]
            answer(t, n, rules, amount)
        if t.turn[n] == OVER:
            dealer = dealer_at(t, n)
            for seat in range(rules.seats):
                scores[n][seat] = won(t, n, rules, seat, dealer)


# --- what a seat sees -------------------------------------------------------------------------------------------------


@kernel
def observe_all(t: Tables, rules: Rules, spots: Spots, column: Longs, rows: Longs, out: FloatTable) -> None:
    """What the seats to act see at some tables, or seat 0 once the round is over."""
    for place in range(len(rows)):
        n = rows[place]
        me = t.turn[n] if t.turn[n] != OVER else 0
        observe_cards(t, n, rules, spots, column, me, out[place])
        observe_numbers(t, n, rules, spots, me, out[place])


def observe_cards(t: Tables, n: int, rules: Rules, spots: Spots, column: Sequence[int], me: Seat, out: Any) -> None:
    """The fields with cards. Of the dealer's only the first is seen before the end."""
    begins, seats, up = deck_size(t) * n, rules.seats, False
    for place in range(begins, begins + t.drawn[n]):
        one, box = column[t.pack[place]], t.lies[place] - 1
        if box < 0:
            if not up or t.phase[n] == ENDED:
                out[spots.dealer + one] += 1
            up = True
        else:
            seat = (box // BOXES - me) % seats
            out[spots.box + (seats * (box % BOXES) + seat) * spots.columns + one] += 1


def observe_numbers(t: Tables, n: int, rules: Rules, spots: Spots, me: Seat, out: Any) -> None:
    """The other fields. Who answers with others sees nothing of what those before it have answered."""
    phase, seats, dealer = t.phase[n], rules.seats, dealer_at(t, n)
    out[spots.phase + phase] = 1
    out[spots.shoe] = deck_size(t) - t.drawn[n]
    for place in range(seats):
        seat = (me + place) % seats
        own = seats * n + seat
        stack = t.stacks[own]
        if phase == BET:
            out[spots.turn + place], out[spots.stack + place] = 1, stack
            continue
        for k in range(t.sizes[own]):
            out[spots.stake + seats * k + place] = staked(t, n, rules, seat, k)
        out[spots.out + place] = 1 if t.bets[own] == 0 else 0
        if phase == INSURE:
            out[spots.turn + place] = 1 if most_insured(t, n, rules, seat) > 0 else 0
            out[spots.stack + place] = stack - t.bets[own]
            continue
        out[spots.insurance + place] = t.insured[own]
        out[spots.stack + place] = stack + won(t, n, rules, seat, dealer) if phase == ENDED else free(t, n, rules, seat)
        if phase == PLAY and seat == t.turn[n]:
            out[spots.turn + place] = 1
            out[spots.playing + place] = t.at[n] + 1 if t.sizes[own] > 1 else 0
