"""Melding games played out many times by seats that see their own hand and what lies open: compiled.

Each takes the top discard if it makes a meld, throws the card that leaves least deadwood and most ways to improve and
helps the other least, and knocks as soon as it can. Worlds in which the other would have acted otherwise are unlikely.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from dealt.bits import at, count, nth
from dealt.cards import Cards
from dealt.game import Seat
from dealt.games.melds.core import (
    AGAIN,
    ALL,
    ALL_MELDED,
    DISCARD,
    DRAWN,
    EVERY,
    FROM_STOCK,
    GIN_WITH,
    HANDS,
    KNOCK_WITH,
    KNOWN,
    OFFER,
    PACK,
    PASS,
    PHASE,
    PILE,
    SIZE,
    STOCK_ONLY,
    TAKE,
    TURN,
    UPCARD,
    WIDTH,
    MeldRow,
    arranged,
    deadwood,
    fourths,
    legal,
    limit,
    low,
    points,
    settle,
    step,
)
from dealt.kernels.draws import draw, start
from dealt.kernels.machine import kernel
from dealt.shapes import Longs, LongTable, Numbers, Reals

RECENT: Final = 2
"""So many of the cards that the other threw last tell what it would rather keep."""
BURNT: Final = 12
"""The first hand of a search is exchanged as many times as often."""
POINT: Final = 16
"""What a point of deadwood is in the prices of discards."""


class Style(NamedTuple):
    """What counts beside deadwood, in sixteenths of a point; and what is believed of the other, in hundredths."""

    outs: int = 22
    """A card that would improve the hand."""
    danger: int = 6
    """A pair of unseen cards with which the other could use the discard."""
    fed: int = 30
    """Such a pair of which one is known to be there."""
    kept: int = 120
    """How unlikely it is to leave, or to throw, a card that makes a meld, in parts of 64 of a logarithm."""
    fades: int = 15
    """How much less with each turn since, because the others may have been drawn later."""
    taken: int = 150
    """How unlikely it is to take a card that makes no meld."""
    holds: int = 150
    """How unlikely it is not to knock with a hand that may."""
    sharp: int = 80
    """How unlikely it is to throw another card than the best: for each point that it is worse."""
    grows: int = 18
    """How much better hands become with each turn: sixteenths of that for each point of deadwood."""
    most: int = 90
    """The most of it."""


USUAL: Final = Style()


class Rules(NamedTuple):
    """The rules as numbers, and the style of both."""

    row: MeldRow
    style: Style


class Room(NamedTuple):
    words: Longs
    world: Longs
    t: Longs
    loose: Longs
    scores: Reals


class Seen(NamedTuple):
    """What the seat to act knows beside its table: the unseen cards, and what the other did."""

    unseen: Cards
    cards: Longs
    """The cards that the other left or threw, and for each the turns since."""
    ages: Longs
    thrown: Longs
    """Those that it threw, the last first."""
    turns: int
    """How often the other has drawn."""


# --- what a seat does -------------------------------------------------------------------------------------------------


def unseen_by(t: Numbers, seat: Seat) -> int:
    """The cards that a seat has not seen, as a low set; those that the other is known to hold are not among them."""
    seen = t[at(HANDS + seat)] | t[at(KNOWN + 1 - seat)]
    for n in range(t[SIZE]):
        seen |= 1 << t[at(PILE + n)]
    return ALL & ~low(seen)


def price(style: Style, rest: int, live: int) -> int:
    """How bad it is to keep a low set: its deadwood, less for each unseen card that would make it better."""
    melds = arranged(rest)
    loose = rest & ~(melds.sets | melds.runs)
    a, b, c, d = loose, loose >> 1, loose >> 2, loose >> 3
    pairs = (a & (b | c | d) | b & (c | d) | c & d) & EVERY
    near, gap = loose & loose >> 4, loose & loose >> 8
    outs = 15 * pairs | near << 8 | near >> 4 | gap << 4 | melds.runs << 4 | melds.runs >> 4 | fourths(melds)
    return POINT * points(loose) - style.outs * count(outs & live)


def uses(one: int, some: int) -> int:
    """In how many ways two of some cards make a meld with one, all as low sets."""
    n = count(15 * ((one | one >> 1 | one >> 2 | one >> 3) & EVERY) & some)
    up, down = some & one << 4 != 0, some & one >> 4 != 0
    runs = (up and some & one << 8 != 0) + (down and some & one >> 8 != 0) + (up and down)
    return n * (n - 1) // 2 + runs


def discard(rules: Rules, t: Numbers, may: Cards) -> int:
    """The card to throw, as a set."""
    seat = t[TURN]
    hand, live, known = low(t[at(HANDS + seat)]), unseen_by(t, seat), low(t[at(KNOWN + 1 - seat)])
    best, least, left = 0, 1 << 40, low(may)
    while left != 0:
        one = left & -left
        left ^= one
        ways = uses(one, live)
        worth = price(rules.style, hand & ~one, live) + rules.style.danger * ways
        if known != 0:
            worth += rules.style.fed * (uses(one, live | known) - ways)
        if worth < least:
            least, best = worth, one
    return best >> 4 | (best & 15) << 48


def takes(rules: Rules, t: Numbers) -> bool:
    """Is the top discard worth taking? It makes a meld, or with it the seat can knock."""
    hand, top = t[at(HANDS + t[TURN])], 1 << t[at(PILE + t[SIZE] - 1)]
    whole = deadwood(hand | top)
    if whole <= deadwood(hand):
        return True
    most = limit(rules.row, t[UPCARD])
    return whole - 10 <= most and deadwood((hand | top) & ~lowest_left(hand | top, hand)) <= most


def chosen(rules: Rules, t: Numbers) -> int:
    """The code of what the seat to act does."""
    phase = t[PHASE]
    if phase != DISCARD:
        if phase != STOCK_ONLY and takes(rules, t):
            return TAKE
        return PASS if phase in (OFFER, AGAIN) else FROM_STOCK
    found = legal(rules.row, t)
    if found.big:
        return ALL_MELDED
    if found.gins != 0:
        return GIN_WITH + nth(found.gins, 0)
    if found.knocks != 0:
        return KNOCK_WITH + nth(lowest_left(t[at(HANDS + t[TURN])], found.knocks), 0)
    return nth(discard(rules, t, found.discards), 0)


def lowest_left(hand: Cards, some: Cards) -> Cards:
    """Of some cards the one without which a hand has least deadwood, as a set."""
    best, least = 0, 1 << 20
    while some != 0:
        one = some & -some
        some ^= one
        left = deadwood(hand & ~one)
        if left < least:
            least, best = left, one
    return best


# --- what the other may hold ------------------------------------------------------------------------------------------


def misfit(rules: Rules, t: Numbers, seat: Seat, seen: Seen, hand: Cards) -> int:
    """How badly a hand of the other fits what it did: the negative logarithm of a likelihood, in parts of 64."""
    some, style, found = low(hand), rules.style, 0
    for n in range(len(seen.cards)):
        one = low(1 << seen.cards[at(n)])
        cost = style.kept - style.fades * seen.ages[at(n)]
        if cost > 0 and uses(one, some & ~one) > 0:
            found += cost
    melds = arranged(some)
    loose = some & ~(melds.sets | melds.runs)
    left = points(loose)
    found += style.taken * count(low(t[at(KNOWN + 1 - seat)]) & loose)
    if left <= limit(rules.row, t[UPCARD]):
        found += style.holds
    for n in range(min(len(seen.thrown), RECENT)):
        found += regret(style, some, low(1 << seen.thrown[at(n)]), low(seen.unseen)) * style.sharp // (16 * (1 + n))
    return found + left * min(style.most, style.grows * seen.turns) // 16


def regret(style: Style, some: int, thrown: int, live: int) -> int:
    """By how much another card of a hand would have been better to throw than one that was."""
    here = price(style, some, live & ~some)
    least, left = here, some
    while left != 0:
        one = left & -left
        left ^= one
        least = min(least, price(style, some & ~one | thrown, live & ~some | one))
    return here - least


def imagine(rules: Rules, to: Room, t: Numbers, seat: Seat, seen: Seen, first: bool, steps: int) -> None:
    """Deal the unseen cards into ``to.world``: likely hands of the other come as often as they are likely.

    ``to.world`` is a copy of the table. A hand is made of the one before by exchanging cards with the stock
    (Metropolis), the first of a random one.
    """
    known, whole = t[at(KNOWN + 1 - seat)], count(seen.unseen)
    size = count(t[at(HANDS + 1 - seat)]) - count(known)
    if first:
        left = seen.unseen
        for place in range(whole):
            to.loose[at(place)] = nth(left, 0)
            left &= left - 1
        for place in range(size):
            swap(to, place, place + draw(to.words, whole - place))
        steps *= BURNT
    hand = known
    for place in range(size):
        hand |= 1 << to.loose[at(place)]
    now = misfit(rules, t, seat, seen, hand)
    for _ in range(steps if 0 < size < whole else 0):
        place, other = draw(to.words, size), size + draw(to.words, whole - size)
        tried = hand ^ 1 << to.loose[at(place)] ^ 1 << to.loose[at(other)]
        then = misfit(rules, t, seat, seen, tried)
        if then <= now or draw(to.words, 1 << 20) < exp((now - then) / 64.0) * (1 << 20):
            hand, now = tried, then
            swap(to, place, other)
    to.world[at(HANDS + 1 - seat)] = hand
    for place in range(size, whole):
        swap(to, place, place + draw(to.words, whole - place))
        to.world[at(PACK + t[DRAWN] + place - size)] = to.loose[at(place)]


def swap(to: Room, place: int, other: int) -> None:
    """Let two loose cards change places."""
    one = to.loose[at(place)]
    to.loose[at(place)] = to.loose[at(other)]
    to.loose[at(other)] = one


# --- kernels ----------------------------------------------------------------------------------------------------------


@kernel
def advised(rules: Rules, t: Longs) -> int:
    """The code of what the seat to act does by rules of thumb."""
    return chosen(rules, t)


@kernel
def tried(
    rules: Rules, t: Longs, seen: Seen, codes: Longs, seat: Seat, seed: int, span: tuple[int, int], pool: int,
    to: Room, out: LongTable,
) -> None:  # fmt: skip
    """By how many points a seat ends ahead after each of some actions, in each world of ``span``.

    In every world all actions meet the same cards. Without a pool the cards lie as they stand in the table.
    """
    for n in range(span[0], span[1]):
        start(to.words, seed, n)
        for place in range(WIDTH):
            to.world[at(place)] = t[at(place)]
        if pool > 0:
            imagine(rules, to, t, seat, seen, n == span[0], pool)
        for k in range(len(codes)):
            out[k][n - span[0]] = played_out(rules, to, codes[k], seat)


def played_out(rules: Rules, to: Room, code: int, seat: Seat) -> int:
    """By how many points a seat ends ahead in a world after an action, or none where the code is below 0."""
    t = to.t
    for place in range(WIDTH):
        t[at(place)] = to.world[at(place)]
    if code >= 0:
        step(rules.row, t, code)
    while t[TURN] >= 0:
        step(rules.row, t, chosen(rules, t))
    settle(rules.row, t, to.scores)
    return int(to.scores[at(seat)] - to.scores[at(1 - seat)])
