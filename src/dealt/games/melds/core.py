"""The rules of melding games for two over whole numbers: what melds a hand has, what may be done, and what it counts.

All of a deal is one row of numbers, a *table*, whose places are named below; :func:`begin`, :func:`legal`,
:func:`step` and :func:`settle` are the course of every deal. The game's verbs, whole random deals, environments and
searches go through them. The same source runs as it stands and compiled.

Sets of cards are those of :mod:`dealt.cards`. Inside of the solver they are *low* sets, four bits a rank from the ace
up, so that the next rank of a suit lies four bits higher.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dealt.bits import at, count
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.shapes import Numbers

# --- melds ------------------------------------------------------------------------------------------------------------

ALL: Final = (1 << 52) - 1
EVERY: Final = 0x1111111111111
"""One suit of each rank, as a low set."""
ONES, TWOS, FOURS, EIGHTS = (
    sum(15 << 4 * rank for rank in range(13) if min(rank + 1, 10) >> bit & 1) for bit in range(4)
)
"""The ranks whose points have that bit: 1 for an ace, what others show, 10 for a court card."""


def low(some: Cards) -> int:
    """A set of cards as a low set."""
    return some << 4 & ALL | some >> 48


def usual(some: int) -> Cards:
    """A low set as a set of cards."""
    return some >> 4 | (some & 15) << 48


def points(some: int) -> int:
    """The points of a low set.

    >>> from dealt.cards import cards
    >>> points(low(cards("Ac 2c Td Kh")))
    23
    """
    return count(some & ONES) + 2 * count(some & TWOS) + 4 * count(some & FOURS) + 8 * count(some & EIGHTS)


def in_runs(some: int) -> int:
    """Those cards of a low set that have two neighbours of their suit, in a run of three or more."""
    first = some & some >> 4 & some >> 8
    return first | first << 4 | first << 8


def threes(some: int) -> int:
    """The ranks of which a low set has three or four, each as its lowest bit."""
    a, b, c, d = some, some >> 1, some >> 2, some >> 3
    return (a & b & (c | d) | c & d & (a | b)) & EVERY


class Melds(NamedTuple):
    """A way to lay out a hand: the cards of its sets, and of its runs, as low sets."""

    sets: int
    runs: int


def contested(some: int) -> int:
    """The ranks of which a low set has a set that shares cards with a run, each as its lowest bit.

    All other sets are laid out in any case.
    """
    runs, found, left = in_runs(some), 0, threes(some)
    while left != 0:
        one = left & -left
        left ^= one
        if one * 15 & runs != 0:
            found |= one
    return found


def ways(some: int, ranks: int) -> int:
    """The number of ways to choose the sets of some contested ranks."""
    found = 1
    while ranks != 0:
        one = ranks & -ranks
        ranks ^= one
        found *= 6 if count(one * 15 & some) == 4 else 2
    return found


def way(some: int, ranks: int, n: int) -> Melds:
    """Way ``n`` to lay out a low set: of each contested rank no set, all of its cards, or three of four.

    What is left of it makes runs, and all that can be in one is: longer runs are never worse.
    """
    sets, left = 0, threes(some) & ~ranks
    while left != 0:
        one = left & -left
        left ^= one
        sets |= one * 15 & some
    while ranks != 0:
        one = ranks & -ranks
        ranks ^= one
        four = count(one * 15 & some) == 4
        digit = n % 6 if four else n % 2
        n = n // 6 if four else n // 2
        if digit != 0:
            sets |= one * 15 & some
        if digit > 1:
            sets &= ~(one << digit - 2)
    return Melds(sets, in_runs(some & ~sets))


def deadwood(hand: Cards) -> int:
    """The points of the cards of a hand that are in no meld, if it is laid out so that they are fewest.

    >>> from dealt.cards import cards
    >>> deadwood(cards("7c 7d 7h 8h 9h Ks")), deadwood(cards("7c 7d 7h 7s 8h 9h"))
    (24, 0)
    """
    some = low(hand)
    best = arranged(some)
    return points(some & ~(best.sets | best.runs))


def arranged(some: int) -> Melds:
    """A way to lay out a low set that leaves least deadwood."""
    ranks = contested(some)
    best = way(some, ranks, 0)
    if ranks != 0:
        most = points(best.sets | best.runs)
        for n in range(1, ways(some, ranks)):
            found = way(some, ranks, n)
            worth = points(found.sets | found.runs)
            if worth > most:
                most, best = worth, found
    return best


def laid_out(hand: Cards) -> Melds:
    """How a hand is shown: with least deadwood, and of such ways that to which fewest cards can be added."""
    some = low(hand)
    ranks, best, least = contested(some), Melds(0, 0), -1
    for n in range(ways(some, ranks)):
        found = way(some, ranks, n)
        price = 64 * (points(some) - points(found.sets | found.runs)) + count(fitting(found, ALL & ~some))
        if least < 0 or price < least:
            least, best = price, found
    return best


def fourths(melds: Melds) -> int:
    """The cards that complete sets of three, as a low set."""
    ranks = threes(melds.sets)
    return 15 * ranks & ~melds.sets


def fitting(melds: Melds, some: int) -> int:
    """Those of a low set that can be added to melds, one after the other."""
    reach = melds.runs
    more = (reach << 4 | reach >> 4) & some & ~reach
    while more != 0:
        reach |= more
        more = (more << 4 | more >> 4) & some & ~reach
    return (reach | fourths(melds)) & some


def laid_off(melds: Melds, hand: Cards) -> Cards:
    """The cards that leave a hand with least deadwood if they are added to another's melds; as few as will do."""
    some = low(hand)
    able = fitting(melds, some)
    part, best, least = able, 0, deadwood(hand)
    while part != 0:
        if fitting(melds, part) == part:
            left = deadwood(hand & ~usual(part))
            if left < least or (left == least and best != 0):
                least, best = left, part
        part = (part - 1) & able
    return usual(best)


# --- the places of a table --------------------------------------------------------------------------------------------

TURN, DEALS, PHASE, DEALER = range(4)
OFFER, AGAIN, STOCK_ONLY, DRAW, DISCARD, OVER = range(6)
"""The phases: the first upcard is offered to who does not deal, then to the dealer; if both pass the other draws from
the stock. From then on each draws and discards."""
TAKEN: Final = 4
"""The card that was just taken from the discard pile, else :data:`NONE`."""
ENDER, WAY, UPCARD = 5, 6, 7
"""Who has ended the deal and how; and the card that was turned up."""
DRAWN, SIZE = 8, 9
"""The number of cards that have left the stock, of the whole pack, and the size of the discard pile."""
BEFORE, BOXES = 10, 12
"""The points of each seat before this deal, and the deals that it has won before."""
HANDS, KNOWN = 14, 16
"""The hand of each seat, and those cards of it that all have seen it take."""
PILE: Final = 18
"""The discard pile, the top card last."""
PACK: Final = 70
"""The pack in the order in which it is dealt."""
WIDTH: Final = 122
NONE: Final = -1
NOBODY: Final = -1
VOID, KNOCKED, GIN, BIG_GIN = range(4)

# --- codes of actions: to discard a card is its number, then these
KNOCK_WITH: Final = 52
GIN_WITH: Final = 104
ALL_MELDED, FROM_STOCK, TAKE, PASS = range(156, 160)
CODES: Final = 160


class MeldRow(NamedTuple):
    """The rules as numbers."""

    hand: int = 10
    """The number of cards that each is dealt."""
    limit: int = 10
    """The most deadwood with which a hand may knock."""
    by_card: bool = False
    """Is it the points of the upcard instead?"""
    ace_gin: bool = False
    """If so: has a deal with an ace turned up to be won by gin?"""
    spades: bool = False
    """Does a spade that is turned up double the score?"""
    gin: int = 25
    """The bonus of who has no deadwood."""
    big: int = 0
    """The bonus for eleven cards in melds; 0: that can't be shown."""
    undercut: int = 25
    """The bonus of the other, if who knocked has not less deadwood."""
    target: int = 100
    """The points that end a match."""
    game: int = 100
    """The bonus for them."""
    box: int = 25
    """What every deal that was won counts then."""
    shutout: int = 2
    """How often the bonus counts if the other has no points."""
    left: int = 2
    """So many cards of the stock are never drawn."""
    cards: int = 52
    """The number of cards of the deck, which the game fills in."""
    offer: bool = True
    """Is the first upcard offered to both, before anybody may draw from the stock?"""
    lays_off: bool = True
    """Does the other lay off cards on the melds of who knocked?"""


class Found(NamedTuple):
    """What a seat may do besides drawing: cards to discard, to knock with, and to go gin with; and is all in melds?"""

    discards: Cards
    knocks: Cards
    gins: Cards
    big: bool


# --- the course of a deal ---------------------------------------------------------------------------------------------


def begin(row: MeldRow, t: Numbers) -> None:
    """Deal the pack that lies in a table one card after the other, and turn the next one up.

    Who deals, and what was before, stand there already.
    """
    first = 1 - t[DEALER]
    t[HANDS] = t[HANDS + 1] = t[KNOWN] = t[KNOWN + 1] = 0
    for n in range(2 * row.hand):
        t[at(HANDS + (first + n) % 2)] |= 1 << t[at(PACK + n)]
    t[UPCARD] = t[PILE] = t[at(PACK + 2 * row.hand)]
    t[DRAWN], t[SIZE] = 2 * row.hand + 1, 1
    t[PHASE], t[TURN], t[TAKEN], t[ENDER], t[WAY] = OFFER if row.offer else DRAW, first, NONE, NOBODY, VOID


def limit(row: MeldRow, upcard: Card) -> int:
    """The most deadwood with which a hand may knock in a deal."""
    if not row.by_card:
        return row.limit
    found = points(low(1 << upcard))
    return 0 if found == 1 and row.ace_gin else found


def legal(row: MeldRow, t: Numbers) -> Found:
    """What the seat to act may discard, and how. A card that was just taken stays.

    No card can lower the deadwood by more than its points: where that is not enough nothing is tried.
    """
    hand = t[at(HANDS + t[TURN])]
    may = hand if t[TAKEN] == NONE else hand & ~(1 << t[TAKEN])
    most, whole, knocks, gins = limit(row, t[UPCARD]), deadwood(hand), 0, 0
    if whole - 10 <= most:
        left = may
        while left != 0:
            one = left & -left
            left ^= one
            if whole - points(low(one)) <= most:
                rest = deadwood(hand & ~one)
                if rest == 0:
                    gins |= one
                elif rest <= most:
                    knocks |= one
    return Found(may, knocks, gins, row.big > 0 and whole == 0)


def step(row: MeldRow, t: Numbers, code: int) -> None:
    """Carry out the action of a code."""
    seat = t[TURN]
    if code == PASS:
        t[TURN] = 1 - seat
        t[PHASE] = AGAIN if t[PHASE] == OFFER else STOCK_ONLY
    elif code in (TAKE, FROM_STOCK):
        draw(t, seat, code == TAKE)
    elif code == ALL_MELDED:
        end(t, seat, BIG_GIN)
    else:
        one = code % KNOCK_WITH
        t[at(HANDS + seat)] &= ~(1 << one)
        t[at(KNOWN + seat)] &= ~(1 << one)
        t[at(PILE + t[SIZE])] = one
        t[SIZE] += 1
        t[TAKEN] = NONE
        if code >= KNOCK_WITH:
            end(t, seat, GIN if code >= GIN_WITH else KNOCKED)
        elif row.cards - t[DRAWN] <= row.left:
            end(t, NOBODY, VOID)
        else:
            t[TURN], t[PHASE] = 1 - seat, DRAW


def draw(t: Numbers, seat: Seat, pile: bool) -> None:
    """A seat takes the top card of the discard pile, which all see, or of the stock."""
    if pile:
        t[SIZE] -= 1
        one = t[at(PILE + t[SIZE])]
        t[at(KNOWN + seat)] |= 1 << one
        t[TAKEN] = one
    else:
        one = t[at(PACK + t[DRAWN])]
        t[DRAWN] += 1
        t[TAKEN] = NONE
    t[at(HANDS + seat)] |= 1 << one
    t[PHASE] = DISCARD


def end(t: Numbers, seat: Seat, how: int) -> None:
    """The deal is over."""
    t[ENDER], t[WAY], t[PHASE], t[TURN] = seat, how, OVER, NOBODY


def over(t: Numbers) -> bool:
    """Is the deal over?"""
    return t[PHASE] == OVER


# --- the score --------------------------------------------------------------------------------------------------------


class Count(NamedTuple):
    """How a deal that was not void ended. The bonuses of the match are not part of ``won``."""

    winner: Seat
    least: int
    """The deadwood of who ended the deal."""
    other: int
    """That of the other, after cards were laid off."""
    laid: Cards
    bonus: int
    times: int
    """2 if all counts double."""
    won: int


def times(row: MeldRow, upcard: Card) -> int:
    """How often a deal counts."""
    return 2 if row.spades and upcard & 3 == 3 else 1


def counted(row: MeldRow, t: Numbers) -> Count:
    """How a deal counts that somebody ended."""
    seat, how = t[ENDER], t[WAY]
    mine, yours = t[at(HANDS + seat)], t[at(HANDS + 1 - seat)]
    laid = laid_off(laid_out(mine), yours) if how == KNOCKED and row.lays_off else 0
    least, other = deadwood(mine), deadwood(yours & ~laid)
    winner, bonus = seat, 0
    if how == GIN:
        bonus = row.gin
    elif how == BIG_GIN:
        bonus = row.big
    elif other <= least:
        winner, bonus = 1 - seat, row.undercut
    factor = times(row, t[UPCARD])
    return Count(winner, least, other, laid, bonus, factor, factor * (abs(other - least) + bonus))


def ends(row: MeldRow, t: Numbers, end: Count) -> bool:
    """Does this deal end the match?"""
    return t[at(BEFORE + end.winner)] + end.won >= row.target


def game_bonus(row: MeldRow, t: Numbers, end: Count) -> int:
    """What who ends the match gets for it."""
    return row.game * (row.shutout if t[at(BEFORE + 1 - end.winner)] == 0 else 1)


def settle(row: MeldRow, t: Numbers, out: Any) -> None:
    """Write the points of both seats of a deal that is over."""
    out[0] = out[1] = 0.0
    if t[WAY] == VOID:
        return
    found = counted(row, t)
    out[found.winner] = float(found.won)
    if ends(row, t, found):
        out[found.winner] += float(game_bonus(row, t, found) + row.box * (t[at(BOXES + found.winner)] + 1))
        out[1 - found.winner] = float(row.box * t[at(BOXES + 1 - found.winner)])
