"""Draw poker in few numbers, compiled: what is alike in hands, draws and bets, so that a table can hold a choice.

A situation is the kind of the hand, the bets of the round, the size of the pot, the price of a call, the others, and
how few cards any of them drew.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final

from dealt.bits import at, count, highest, lowest
from dealt.cards import Cards
from dealt.games.drawpoker.core import SECOND, DrawRow, Moment
from dealt.games.showdown.betting import Chips, pot_raise
from dealt.games.showdown.core import BITS, PLACE, hand_value
from dealt.games.tricks import OF_SUIT

FOLD, CALL, RAISE, PUSH = range(4)
"""What a seat may do: a call may be a check, a raise a bet by the pot, and a push one of all chips."""
ACTIONS: Final = 4
KINDS: Final = 30
BETS: Final = 5
POTS: Final = 8
PRICES: Final = 6
COARSE_POTS: Final = 6
COARSE_PRICES: Final = 5
"""With so many sizes of the pot and of the price the largest ones are taken for alike."""
BOLD: Final = 2
"""With more seats than this nobody pushes for more than this many bets by the pot: chance would hide what it wins."""
WAITING: Final = 3
OTHERS: Final = 3
DRAWS: Final = 5
SITUATIONS: Final = KINDS * BETS * POTS * PRICES * WAITING * OTHERS * DRAWS


def four_alike(hand: Cards, wheel: bool) -> Cards:
    """The four cards of a suit, or four in sequence open at both ends, that a hand without a pair has; 0 for none.

    ``wheel``: an ace may come below a two.
    """
    for suit in range(4):
        if count(hand & OF_SUIT[suit]) == 4:
            return hand & OF_SUIT[suit]
    low = lowest(hand)
    top = highest(hand)
    upper, lower = hand & ~(1 << low), hand & ~(1 << top)
    if (highest(upper) >> 2) - (lowest(upper) >> 2) == 3 and highest(upper) >> 2 < 12:
        return upper
    if (highest(lower) >> 2) - (lowest(lower) >> 2) == 3 and (wheel or lowest(lower) >> 2 > 0):
        return lower
    return 0


def kind_of(hand: Cards, value: int, before: bool) -> int:
    """The kind of a hand; ``before`` the draw a draw to four cards counts."""
    group, rank = value >> PLACE, value >> (PLACE - BITS) & (1 << BITS) - 1
    if group == 0:
        if before and four_alike(hand, False) != 0:
            return 1
        return 4 if rank == 12 else 3 if rank == 11 else 2 if rank == 10 else 0
    if group == 1:
        return 5 + rank
    if group == 2:
        return 18 if rank < 6 else 19 if rank < 9 else 20 if rank < 11 else 21 if rank < 12 else 22
    if group == 3:
        return 23 if rank < 5 else 24 if rank < 9 else 25
    return min(29, 22 + group)


def thrown_of(hand: Cards, value: int, wheel: bool) -> Cards:
    """The cards that a hand throws by simple rules: three at most."""
    group = value >> PLACE
    if group > 3:
        return 0
    if group == 0:
        kept = four_alike(hand, wheel)
        if kept == 0:
            kept = 1 << highest(hand)
            kept |= 1 << highest(hand & ~kept)
        return hand & ~kept
    kept = 0
    rest = hand
    while rest != 0:
        one = lowest(rest)
        rest &= rest - 1
        if count(hand & 15 << (one & ~3)) > 1:
            kept |= 1 << one
    return hand & ~kept


def possible(call: int, least: int, most: int, raises: int, pot: int, seats: int) -> int:
    """What may be done as a set, given what ``may_bet`` returns and a bet by the pot; raises end after four."""
    found = 1 << CALL
    if call > 0:
        found |= 1 << FOLD
    if least > 0 and raises < BETS - 1:
        found |= 1 << RAISE
    if most > pot and least > 0 and most > least and (seats <= BOLD or most <= BOLD * pot):
        found |= 1 << PUSH
    return found


def amount_of(action: int, call: int, least: int, most: int, pot: int) -> int:
    """The bet to which an action comes; for a call what it costs, and -1 for a fold."""
    if action == FOLD:
        return -1
    if action == CALL:
        return call
    if action == PUSH:
        return most
    return min(max(pot, least), most)


def pot_bet(chips: Chips, seat: int) -> int:
    return pot_raise(chips.paid, max(chips.bets), chips.bets[seat])


def coarse(place: int) -> int:
    """The number of a situation in which the largest pots and prices are taken for alike."""
    place, rest = divmod(place, KINDS * DRAWS * OTHERS * WAITING)
    place, price = divmod(place, PRICES)
    place, size = divmod(place, POTS)
    found = (place * POTS + min(size, COARSE_POTS - 1)) * PRICES + min(price, COARSE_PRICES - 1)
    return found * (KINDS * DRAWS * OTHERS * WAITING) + rest


def situation(
    row: DrawRow, now: Moment, chips: Chips, hand: Cards, call: int, thrown: MutableSequence[Cards]
) -> int:  # fmt: skip
    """The number of a situation. ``thrown`` has for each seat as many members as it drew cards."""
    seat, seats = now.turn, len(chips.stacks)
    late = now.phase == SECOND
    pot, others, waiting, fewest = 0, 0, 0, 4
    for each in range(seats):
        pot += chips.paid[at(each)]
        if each != seat and not now.gone >> each & 1:
            others += 1
            fewest = min(fewest, count(thrown[at(each)]))
            if not now.acted >> each & 1 and chips.stacks[at(each)] > 0:
                waiting += 1
    size = 0
    while size < POTS - 1 and pot >= 2 * row.bets.bet << size:
        size += 1
    share = 100 * call // pot
    price = 0 if call == 0 else 1 if share < 14 else 2 if share < 27 else 3 if share < 45 else 4 if share < 53 else 5
    kind = kind_of(hand, hand_value(hand, row.wheel), not late)
    found = min(now.raises, BETS - 1)
    found = found * POTS + size
    found = found * PRICES + price
    found = found * WAITING + min(waiting, WAITING - 1)
    found = found * OTHERS + min(others, OTHERS) - 1
    found = found * DRAWS + (1 + min(fewest, 3) if late else 0)
    return found * KINDS + kind
