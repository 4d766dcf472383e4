"""A round of blackjack as a machine of steps: bets, insurance, the hands seat by seat, and the dealer.

What a hand may do, what the dealer takes and what is paid comes from :mod:`dealt.games.blackjack.core`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, nth
from dealt.game import Seat
from dealt.games.blackjack.core import (
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
    chart_row,
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
from dealt.games.blackjack.play import BET_STEP
from dealt.kernels.draws import draw
from dealt.kernels.loops import OVER, TURN
from dealt.shapes import Bytes, Longs, LongTable, Numbers

BET, INSURE, PLAY, ENDED = range(4)
"""The phases of a round."""
UNANSWERED: Final = -1

# --- codes of actions: the decisions by their numbers in the core, then these
VERBS: Final = ("stand", "hit", "double", "split", "surrender")
"""In ``Rounds.moves``: the decisions by their numbers."""
DECLINE: Final = 5
"""In ``Rounds.moves``: no insurance. A number ``n`` above it is the amount ``n - 5`` of those that may be insured."""
BUY: Final = 1022
"""Behind all insurances."""
SIT_OUT: Final = 1023
"""No bet. A number above it is an amount of those that may be bet in the same way."""

# --- the places of a table
MOST_SEATS, BOXES = 7, 4
"""The seats, and the hands of each, for which there is room."""
PHASE, AT, DRAWN, MAY = range(2, 6)
"""The hand that is played, from 0; the number of cards dealt; the decisions of that hand other than to stand."""
STACKS: Final = 6
"""The chips of each seat before the bets."""
BETS: Final = STACKS + MOST_SEATS
"""The bet of each seat, 0 where it sits out, and :data:`UNANSWERED` before it has said so."""
INSURED: Final = BETS + MOST_SEATS
"""What each seat has insured, in the same way."""
SIZES: Final = INSURED + MOST_SEATS
"""The number of hands of each seat."""
STAKES: Final = SIZES + MOST_SEATS
"""The number of bets that each seat has staked."""
DEALER: Final = STAKES + MOST_SEATS
"""The dealer's cards as a hand, a number for :func:`unpacked`. The hands of the seats follow, four for each."""
HANDS: Final = DEALER + 1
PACK: Final = HANDS + BOXES * MOST_SEATS
"""The cards in the order in which they come. Behind them stands, for each card that is dealt, where it lies: 0 with the
dealer, from 1 on in a box of a seat; and in the bits above ``BOX`` the place with which it has changed places."""
BOX_BITS: Final = 5
BOX: Final = (1 << BOX_BITS) - 1

POINT_BITS: Final = 6
POINTS: Final = (1 << POINT_BITS) - 1
ONE_CARD: Final = 64
DIGIT_BITS: Final = 3
DIGIT: Final = (1 << DIGIT_BITS) - 1
"""A plan has a digit for each of its decisions, which is that plus one; the best one is lowest."""


class Rules(NamedTuple):
    table: Table
    seats: int
    bankroll: int
    """The chips that a seat begins with, or buys."""
    bets: Longs
    """The amounts that may be bet, the least first."""
    insurances: LongTable
    """By the most that may be insured, in steps: how many amounts there are, and then these."""
    deck: Longs
    ranks: Bytes
    """By card. Looked up, they cost less than a division."""
    sums: Bytes
    """By rank and a hand's points, its points after such a card."""
    ordered: bool
    """Do cards come as they lie? Else each is drawn at random when it is dealt, and the pack is put in order again
    before the next round: that takes no time for the cards that are not dealt."""
    once: bool
    """Is nothing listed more than once? Else not to bet or to insure is as often listed as all amounts together, so
    that each kind of action is equally likely."""
    plans: LongTable
    """Basic strategy by row of the chart and upcard, for whole rounds; without it they are played at random."""


class Room(NamedTuple):
    words: Longs


# --- hands ------------------------------------------------------------------------------------------------------------


PARTED, DOUBLED, YIELDED = 1 << 20, 2 << 20, 4 << 20
"""What may have been done with a hand: split, doubled, surrendered."""


def unpacked(some: int) -> Hand:
    """A hand that stands in a table as one number: its points, cards, the ranks of the first two, and what was done."""
    return Hand(
        some & POINTS, some >> 6 & 63, some >> 12 & 15, some >> 16 & 15,
        some & PARTED != 0, some & DOUBLED != 0, some & YIELDED != 0,
    )  # fmt: skip


def grown(rules: Rules, hand: int, one: int) -> int:
    """A hand's number after a card of that rank."""
    cards = cards_of(hand)
    seen = one << 12 + 4 * cards if cards < 2 else 0
    return (hand & ~POINTS | rules.sums[at(one << POINT_BITS | hand & POINTS)] | seen) + ONE_CARD


def cards_of(hand: int) -> int:
    """The number of cards of a hand, by its number."""
    return hand >> 6 & 63


def hand_of(seat: Seat, k: int) -> int:
    """The place of hand ``k`` of a seat."""
    return at(HANDS + BOXES * seat + k)


def free(t: Sequence[int], seat: Seat) -> int:
    """The chips of a seat that are neither staked nor insured."""
    return t[at(STACKS + seat)] - t[at(INSURED + seat)] - t[at(STAKES + seat)] * t[at(BETS + seat)]


def most_insured(rules: Rules, t: Sequence[int], seat: Seat) -> int:
    """The most that a seat may insure when it is asked."""
    bet = t[BETS + seat]
    return insurable(rules.table, worth(t[DEALER] >> 12 & 15), bet, t[STACKS + seat] - bet)


def may_decide(rules: Rules, t: Sequence[int], seat: Seat, k: int) -> int:
    """The decisions of hand ``k`` of a seat other than to stand, as a set."""
    affordable = free(t, seat) >= t[at(BETS + seat)]
    hand = unpacked(t[hand_of(seat, k)])
    return decisions(rules.table, hand, t[at(SIZES + seat)], len(rules.deck) - t[DRAWN], affordable)


# --- the course of a round --------------------------------------------------------------------------------------------


def deal(rules: Rules, to: Room, t: Numbers) -> None:
    """Every seat gets its chips, and is asked for its bet; nothing is dealt yet.

    Where cards do not come as they lie, the pack of the table has been put in order before its first round.
    """
    size = len(rules.deck)
    if rules.ordered:
        for place in range(size):
            t[PACK + place] = rules.deck[place]
        for place in range(size - 1):
            exchange(t, place, place + draw(to.words, size - place))
    else:
        for place in range(t[DRAWN] - 1, -1, -1):
            exchange(t, place, t[at(PACK + size + place)] >> BOX_BITS)
    for seat in range(rules.seats):
        t[STACKS + seat], t[BETS + seat], t[INSURED + seat] = rules.bankroll, UNANSWERED, 0
        t[SIZES + seat] = t[STAKES + seat] = 0
    t[PHASE], t[TURN], t[AT], t[DRAWN], t[DEALER] = BET, 0, 0, 0, 0


def exchange(t: Numbers, place: int, other: int) -> None:
    """Let two cards of the pack change places."""
    one = t[at(PACK + other)]
    t[at(PACK + other)] = t[at(PACK + place)]
    t[at(PACK + place)] = one


def take(rules: Rules, to: Room, t: Numbers, box: int) -> int:
    """The next card goes to a box, 0 for the dealer; returns its rank."""
    size, place = len(rules.deck), t[DRAWN]
    other = place if rules.ordered else place + draw(to.words, size - place)
    exchange(t, place, other)
    t[at(PACK + size + place)] = other << BOX_BITS | box
    t[DRAWN] = place + 1
    found: int = rules.ranks[at(t[at(PACK + place)])]
    return found


def give(rules: Rules, to: Room, t: Numbers, place: int) -> None:
    """The next card goes to the hand at a place of the table."""
    t[at(place)] = grown(rules, t[at(place)], take(rules, to, t, place - DEALER))


def ask(rules: Rules, t: Numbers, answers: int) -> None:
    """Give the turn to the first seat that has not answered, if there is any."""
    t[TURN] = OVER
    for seat in range(rules.seats - 1, -1, -1):
        if t[answers + seat] == UNANSWERED:
            t[TURN] = seat


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    seat, k = t[TURN], t[AT]
    if t[PHASE] == PLAY:
        if code == STAND:
            k += 1
        else:
            change(rules, to, t, seat, k, code)
    else:
        answer(rules, to, t, seat, code)
        seat = k = 0
    if t[PHASE] == PLAY:
        go_on(rules, to, t, seat, k)


def answer(rules: Rules, to: Room, t: Numbers, seat: Seat, code: int) -> None:
    """A seat bets or insures, buys chips, or does nothing. After the last bet two cards are dealt to each hand.

    After the last answer the dealer peeks: a natural ends the round.
    """
    if code == BUY:
        t[STACKS + seat] += rules.bankroll
        return
    if t[PHASE] == BET:
        t[BETS + seat] = rules.bets[code - SIT_OUT - 1] if code > SIT_OUT else 0
        ask(rules, t, BETS)
        if t[TURN] == OVER:
            deal_cards(rules, to, t)
    else:
        most = most_insured(rules, t, seat)
        t[INSURED + seat] = rules.insurances[most // STEP][code - DECLINE] if code > DECLINE else 0
        ask(rules, t, INSURED)
    if t[PHASE] == INSURE and t[TURN] == OVER:
        t[PHASE] = ENDED if natural(t[DEALER] & POINTS, cards_of(t[DEALER])) else PLAY


def deal_cards(rules: Rules, to: Room, t: Numbers) -> None:
    """Two cards for each seat that has bet; then who may insure is asked. Without a bet the round is over."""
    t[PHASE] = ENDED
    for seat in range(rules.seats):
        t[SIZES + seat] = t[STAKES + seat] = 1 if t[BETS + seat] > 0 else 0
        t[hand_of(seat, 0)] = 0
        t[PHASE] = INSURE if t[BETS + seat] > 0 else t[PHASE]
    if t[PHASE] == ENDED:
        return
    for second in range(2):
        for seat in range(rules.seats):
            if t[BETS + seat] > 0:
                give(rules, to, t, hand_of(seat, 0))
        if second == 0 or rules.table.peek:
            give(rules, to, t, DEALER)
    for seat in range(rules.seats):
        t[INSURED + seat] = UNANSWERED if most_insured(rules, t, seat) > 0 else 0
    ask(rules, t, INSURED)


def change(rules: Rules, to: Room, t: Numbers, seat: Seat, k: int, move: int) -> None:
    """Surrender a hand, or give it a card; a split one becomes two, and each of them gets one."""
    place = hand_of(seat, k)
    if move == SURRENDER:
        t[place] |= YIELDED
        return
    if move == SPLIT:
        part(rules, t, seat, place)
    elif move == DOUBLE:
        t[place] |= DOUBLED
    t[at(STAKES + seat)] += 1 if move in (SPLIT, DOUBLE) else 0
    for each in range(place, place + (2 if move == SPLIT else 1)):
        give(rules, to, t, each)


def part(rules: Rules, t: Numbers, seat: Seat, place: int) -> None:
    """Make two hands of one card each of a pair; those behind it move on."""
    begin, box, end, seen = PACK + len(rules.deck), place - DEALER, hand_of(seat, t[SIZES + seat]), 0
    for each in range(begin, begin + t[DRAWN]):
        lies = t[each] & BOX
        if box < lies < end - DEALER:
            t[each] += 1
        elif lies == box:
            t[each] += seen
            seen = 1
    for later in range(end, place + 1, -1):
        t[later] = t[later - 1]
    t[SIZES + seat] += 1
    second = t[place] >> 16 & 15
    t[place] = grown(rules, PARTED, t[place] >> 12 & 15)
    t[place + 1] = grown(rules, PARTED, second)


def go_on(rules: Rules, to: Room, t: Numbers, seat: Seat, k: int) -> None:
    """Give the turn to the next hand with a choice, from hand ``k`` of a seat on; else the dealer plays."""
    while seat < rules.seats:
        if k >= t[at(SIZES + seat)]:
            seat, k = seat + 1, 0
            continue
        may = may_decide(rules, t, seat, k)
        if may != 0:
            t[TURN], t[AT], t[MAY] = seat, k, may
            return
        k += 1
    finish(rules, to, t)


def finish(rules: Rules, to: Room, t: Numbers) -> None:
    """The dealer takes its cards."""
    t[PHASE], t[TURN], t[AT] = ENDED, OVER, 0
    standing = insured = lies = False
    for seat in range(rules.seats):
        insured = insured or t[INSURED + seat] > 0
        for k in range(t[SIZES + seat]):
            hand = unpacked(t[hand_of(seat, k)])
            standing = standing or stands(hand)
            lies = lies or (natural(hand.points, hand.cards) and not hand.split)
    takes = dealer_takes(standing, cards_of(t[DEALER]), insured, lies)
    while takes != NONE and t[DRAWN] < len(rules.deck):
        if takes == ALL and not dealer_draws(t[DEALER] & POINTS, rules.table.hit_soft_17):
            break
        give(rules, to, t, DEALER)
        takes = ALL if takes == ALL else NONE


def won(rules: Rules, t: Sequence[int], seat: Seat) -> float:
    """The chips that a seat has won or lost in a round that is over."""
    points, found = t[DEALER] & POINTS, 0
    has_natural = natural(points, cards_of(t[DEALER]))
    for k in range(t[SIZES + seat]):
        found += tenths(rules.table, unpacked(t[hand_of(seat, k)]), points, has_natural)
    return found * t[BETS + seat] / TENTHS + insurance_net(t[INSURED + seat], has_natural)


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    for seat in range(rules.seats):
        scores[seat] = won(rules, t, seat)


# --- what may be done -------------------------------------------------------------------------------------------------


def amounts(rules: Rules, t: Sequence[int]) -> int:
    """The number of amounts that the seat to act may bet or insure; 0 where it has to buy chips before it bets."""
    if t[PHASE] == INSURE:
        found: int = rules.insurances[most_insured(rules, t, t[TURN]) // STEP][0]
        return found
    stack, least = t[STACKS + t[TURN]], rules.bets[0]
    return min(len(rules.bets), (stack - least) // BET_STEP + 1) if stack >= least else 0


def legal(rules: Rules, to: Room, t: Numbers) -> int:
    """The number of actions. Those before the amounts are to bet or to insure nothing."""
    if t[PHASE] == PLAY:
        return 1 + count(t[MAY])
    found = max(1, amounts(rules, t))
    return found + (1 if rules.once else found)


def choice(rules: Rules, to: Room, t: Numbers, k: int) -> int:
    if t[PHASE] == PLAY:
        return nth(t[MAY] | 1 << STAND, k)
    many, nothing = amounts(rules, t), SIT_OUT if t[PHASE] == BET else DECLINE
    if many == 0:
        return nothing if k == 0 else BUY
    return nothing + max(0, k + 1 - (1 if rules.once else many))


def chosen(rules: Rules, to: Room, t: Numbers, many: int) -> int:
    """What is done in whole rounds: the least is bet, and then played by basic strategy or at random."""
    if t[PHASE] == BET:
        return SIT_OUT + 1
    if len(rules.plans) == 0:
        return choice(rules, to, t, draw(to.words, many) if many > 1 else 0)
    if t[PHASE] == INSURE:
        return DECLINE
    hand, may = unpacked(t[hand_of(t[TURN], t[AT])]), t[MAY] | 1 << STAND
    pair = worth(hand.first) if hand.cards == 2 and worth(hand.first) == worth(hand.second) else 0
    left: int = rules.plans[chart_row(hand.points, pair)][worth(t[DEALER] >> 12 & 15) - 2]
    while left > 0 and may >> (left & DIGIT) - 1 & 1 == 0:
        left >>= DIGIT_BITS
    return (left & DIGIT) - 1 if left > 0 else STAND
