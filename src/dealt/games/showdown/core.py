"""Poker hands and pots over whole numbers: what a hand is worth, and how the chips of a deal are divided.

Every function takes and returns numbers and flat arrays of them, so that the same source runs as it stands and
compiled: games and players call it bare, and simulations call what :mod:`dealt.kernels.machine` runs of it.

*By rank* is a number whose hexadecimal digits are the numbers of cards of each rank, the twos last. It is what a hand
is worth by, but for flushes.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final

from dealt.bits import count, highest
from dealt.cards import Cards

__all__ = [
    "ACE",
    "BITS",
    "CATEGORIES",
    "HAND_SIZE",
    "PLACE",
    "best_value",
    "by_rank",
    "hand_value",
    "highest_of",
    "next_pot",
    "one_suit",
    "pay_out",
    "placed",
    "rank_value",
]

CATEGORIES: Final = (
    "no_pair",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
"""The nine categories of hands, low to high. A royal flush is the highest straight flush."""
_, ONE_PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(len(CATEGORIES))

HAND_SIZE: Final = 5
"""The number of cards of a full hand. With fewer cards there are pairs and the like, but no straights or flushes."""
ACE: Final = 12
BITS: Final = 4
"""The number of bits of a rank, or of the number of cards of a rank."""
PLACE: Final = 20
"""The number of bits of a value below its category: five ranks, the most significant first."""

_WHEEL: Final = 0xC3210
"""The ranks of ace to five, as they stand in a value."""
_WHEEL_RANKS: Final = 0x1000000001111
"""The lowest bits of these ranks."""
_CLUBS: Final = 0x1111111111111
_ODD: Final = 0x5555555555555
_LOW_TWO: Final = 0x3333333333333


def by_rank(hand: Cards) -> int:
    """The numbers of cards of each rank, as hexadecimal digits.

    >>> from dealt.cards import cards
    >>> f"{by_rank(cards('2c 2d 2h 5s Ah')):013x}"
    '1000000001003'
    """
    some = hand - (hand >> 1 & _ODD)
    return (some & _LOW_TWO) + (some >> 2 & _LOW_TWO)


def one_suit(hand: Cards) -> bool:
    """Are all cards of one suit?"""
    return (
        hand & _CLUBS == hand or hand & _CLUBS << 1 == hand or hand & _CLUBS << 2 == hand or hand & _CLUBS << 3 == hand
    )


def hand_value(hand: Cards, wheel: bool) -> int:
    """The value of a hand of one to five cards, see :func:`rank_value`."""
    return rank_value(by_rank(hand), one_suit(hand), wheel)


def rank_value(ranks: int, suited: bool, wheel: bool) -> int:
    """The value of one to five cards by rank: the higher value wins, and equal values tie.

    The category is compared first, then the ranks, the most frequent first and then the highest. ``suited``: all are of
    one suit. ``wheel``: ace to five is the lowest straight; otherwise it is no straight.

    >>> f"{rank_value(0x1000000001003, False, True):06x}"  # three twos, an ace, and a five
    '30c300'
    """
    fours = threes = pairs = singles = 0  # the ranks that occur so often, high to low
    four = three = pair = single = 0  # how many ranks do
    rest = ranks
    while rest != 0:
        rank = highest(rest) // BITS
        times = rest >> BITS * rank
        rest ^= times << BITS * rank
        if times == 1:
            singles, single = singles << BITS | rank, single + 1
        elif times == 2:
            pairs, pair = pairs << BITS | rank, pair + 1
        elif times == 3:
            threes, three = threes << BITS | rank, three + 1
        else:
            fours, four = fours << BITS | rank, four + 1
    if single == HAND_SIZE:
        return _different(singles, suited, wheel)
    order = ((fours << BITS * three | threes) << BITS * pair | pairs) << BITS * single | singles
    order <<= BITS * (HAND_SIZE - four - three - pair - single)
    if four != 0:
        return FOUR << PLACE | order
    if three != 0:
        return (FULL_HOUSE if pair != 0 else THREE) << PLACE | order
    return (TWO_PAIR if pair == 2 else pair) << PLACE | order


def _different(order: int, suited: bool, wheel: bool) -> int:
    """The value of five cards of different ranks, which ``order`` holds high to low."""
    top = order >> PLACE - BITS
    straight = top - (order & 15) == HAND_SIZE - 1
    if wheel and order == _WHEEL:
        top, straight = 3, True
    if straight:
        return (STRAIGHT_FLUSH if suited else STRAIGHT) << PLACE | top << PLACE - BITS
    return (FLUSH if suited else 0) << PLACE | order


# --- the best five of more cards


def best_value(some: Cards, wheel: bool) -> int:
    """The value of the best five of at least five cards; as :func:`hand_value` of five.

    >>> from dealt.cards import cards
    >>> f"{best_value(cards('2c 2d 2h 5s Ah Kd 5d'), True):06x}"  # three twos and two fives
    '603000'
    """
    flush = best_flush(some, wheel)
    if flush >> PLACE == STRAIGHT_FLUSH:
        return flush
    ranks = by_rank(some)
    one = (ranks | ranks >> 1 | ranks >> 2) & _CLUBS  # of every rank that is there, its lowest bit
    four = ranks >> 2 & _CLUBS
    if four != 0:
        first = highest(four)
        return FOUR << PLACE | (first // BITS << BITS | tops(one ^ 1 << first, 1) >> PLACE - BITS) << PLACE - 2 * BITS
    three, two = ranks & ranks >> 1 & _CLUBS, ranks >> 1 & ~ranks & _CLUBS
    if three != 0:
        first = highest(three)
        more = three ^ 1 << first | two
        if more != 0:
            return FULL_HOUSE << PLACE | (first // BITS << BITS | highest(more) // BITS) << PLACE - 2 * BITS
    if flush != 0:
        return flush
    top = straight_top(one, wheel)
    if top >= 0:
        return STRAIGHT << PLACE | top << PLACE - BITS
    if three != 0:
        first = highest(three)
        return THREE << PLACE | first // BITS << PLACE - BITS | tops(one ^ 1 << first, 2) >> BITS
    if two == 0:
        return tops(one, HAND_SIZE)
    first = highest(two)
    two ^= 1 << first
    if two == 0:
        return ONE_PAIR << PLACE | first // BITS << PLACE - BITS | tops(one ^ 1 << first, 3) >> BITS
    second = highest(two)
    last = tops(one ^ 1 << first ^ 1 << second, 1) >> 2 * BITS
    return TWO_PAIR << PLACE | (first // BITS << BITS | second // BITS) << PLACE - 2 * BITS | last


def best_flush(some: Cards, wheel: bool) -> int:
    """The value of the best straight flush or flush; 0 if there is none."""
    for suit in range(4):
        suited = some >> suit & _CLUBS
        if count(suited) >= HAND_SIZE:
            top = straight_top(suited, wheel)
            if top >= 0:
                return STRAIGHT_FLUSH << PLACE | top << PLACE - BITS
            return FLUSH << PLACE | tops(suited, HAND_SIZE)
    return 0


def straight_top(one: int, wheel: bool) -> int:
    """The highest rank of the best straight, -1 if there is none; ``one`` has the lowest bit of every rank there is."""
    low = one & one >> BITS & one >> 2 * BITS & one >> 3 * BITS & one >> 4 * BITS
    if low != 0:
        return highest(low) // BITS + HAND_SIZE - 1
    return 3 if wheel and one & _WHEEL_RANKS == _WHEEL_RANKS else -1


def tops(one: int, many: int) -> int:
    """The highest ranks in order, as they stand in a value; ``one`` has the lowest bit of every rank there is."""
    found = 0
    for place in range(many):
        if one == 0:
            break
        first = highest(one)
        one ^= 1 << first
        found |= first // BITS << PLACE - BITS - BITS * place
    return found


def highest_of(hand: Cards, board: Cards, own: int, wheel: bool) -> int:
    """The value of the best five cards, of which ``own`` are of the hand and the others of the board."""
    best = -1
    some = (1 << own) - 1
    held = count(hand)
    while some < 1 << held:
        mine = placed(hand, some)
        more = (1 << HAND_SIZE - own) - 1
        while more < 1 << count(board):
            best = max(best, best_value(mine | placed(board, more), wheel))
            more = next_choice(more)
        some = next_choice(some)
    return best


def placed(some: Cards, places: int) -> Cards:
    """The cards of a hand at these places, of which 0 is that of the lowest card."""
    found = 0
    while places != 0:
        if places & 1:
            found |= some & -some
        some &= some - 1
        places >>= 1
    return found


def next_choice(places: int) -> int:
    """The next set of as many places."""
    low = places & -places
    up = places + low
    return up | ((places ^ up) >> 2) // low


# --- pots


def next_pot(paid: Sequence[int], gone: int, below: int) -> tuple[int, int, int]:
    """The pot above the level ``below``: the level where it ends, its chips, and the set of seats that may win it.

    ``paid`` are the chips that each seat has paid, and ``gone`` the set of seats that have folded. Every different
    payment ends a layer. The seats that paid the whole layer and have not folded may win it. Layers that the same seats
    may win are one pot, so that odd chips are split once. A layer whose payers have all folded joins the pot below it,
    or above the lowest. Without any further pot the set of seats is empty.

    >>> next_pot([50, 100, 100], 0b100, 0), next_pot([50, 100, 100], 0b100, 50), next_pot([50, 100, 100], 0b100, 100)
    ((50, 150, 3), (100, 100, 2), (100, 0, 0))
    """
    amount = able = 0
    while True:
        level = 0
        for chips in paid:
            if chips > below and (level == 0 or chips < level):
                level = chips
        if level == 0:
            return below, amount, able
        payers = layer = 0
        for seat in range(len(paid)):
            if paid[seat] >= level:
                layer += level - below
                payers |= 1 << seat & ~gone
        if able != 0 and payers not in (0, able):
            return below, amount, able
        able |= payers
        amount += layer
        below = level


def pay_out(
    paid: Sequence[int], gone: int, values: Sequence[int], first: int, won: MutableSequence[int]
) -> None:  # fmt: skip
    """Write into ``won`` the chips that each seat gets; ``values`` are those of the hands by seat.

    Equal hands split a pot. Chips that can't be split go one by one to the winners from the seat ``first`` on.
    """
    for seat in range(len(paid)):
        won[seat] = 0
    below, amount, able = next_pot(paid, gone, 0)
    while able != 0:
        winners = _best(values, able)
        share, odd = amount // count(winners), amount % count(winners)
        for n in range(len(paid)):
            seat = (first + n) % len(paid)
            if winners >> seat & 1:
                won[seat] += share
                if odd > 0:
                    won[seat] += 1
                    odd -= 1
        below, amount, able = next_pot(paid, gone, below)


def _best(values: Sequence[int], able: int) -> int:
    """Of a set of seats those with the highest value."""
    if able & able - 1 == 0:
        return able
    highest, winners = -1, 0
    for seat in range(len(values)):
        if able >> seat & 1:
            if values[seat] > highest:
                highest, winners = values[seat], 0
            if values[seat] == highest:
                winners |= 1 << seat
    return winners
