"""What calls of bridge promise: hands, promises about them, and auctions as everybody reads them.

A rule is a call with a :class:`Promise` about the hand that makes it. The bidder takes the first rule of its system
(:mod:`~dealt.players.advice.bridge.standard`) that its hand keeps; partner, the explanation of the call and whoever
deals the hidden cards for a search read the same rule the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from dealt.cards import Cards
from dealt.games.bridge.auction import BIDS, Auction
from dealt.games.tricks import OF_SUIT

_HONOURS: Final = tuple(0b1111 << 4 * rank for rank in range(13))
MOST: Final = 40
A_CARD: Final = 1.5
"""What a card too many or too few counts, in points."""
UNEVEN: Final = 2.0
"""And a hand that is to be balanced and is not."""
Range = tuple[int, int]


class Hand:
    """What a bidder looks at. Suits are 0 for clubs to 3 for spades; lengths, honours and stoppers are by suit."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.suits = tuple(cards & OF_SUIT[suit] for suit in range(4))
        self.lengths = tuple(suit.bit_count() for suit in self.suits)

    @cached_property
    def hcp(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1."""
        return sum((self.cards & _HONOURS[rank]).bit_count() * (rank - 8) for rank in range(9, 13))

    @cached_property
    def points(self) -> int:
        """High-card points, and one for each card over four in a suit."""
        return self.hcp + sum(max(0, length - 4) for length in self.lengths)

    def support(self, suit: int) -> int:
        """Points as dummy for partner's suit: with three trumps or more, short suits count 1, 2 and 3, or more."""
        if self.lengths[suit] < 3:
            return self.hcp
        worth = (5, 3, 1) if self.lengths[suit] > 3 else (3, 2, 1)
        return self.hcp + sum(worth[n] for other, n in enumerate(self.lengths) if other != suit and n < 3)

    @cached_property
    def balanced(self) -> bool:
        """No singleton, and at most one doubleton."""
        return min(self.lengths) >= 2 and self.lengths.count(2) <= 1

    @cached_property
    def aces(self) -> int:
        return (self.cards & _HONOURS[12]).bit_count()

    def stops(self, suit: int) -> bool:
        """Ace, king with another, queen with two others, or jack with three."""
        held, length = self.suits[suit], self.lengths[suit]
        return any(held & _HONOURS[12 - n] and length > n for n in range(4))

    def honours(self, suit: int) -> int:
        """The number of the five top cards of a suit that it has."""
        return sum(bool(self.suits[suit] & _HONOURS[rank]) for rank in range(8, 13))

    def good(self, suit: int) -> bool:
        """Two of the top three, or three of the top five."""
        top = sum(bool(self.suits[suit] & _HONOURS[rank]) for rank in range(10, 13))
        return top >= 2 or self.honours(suit) >= 3


@lru_cache(maxsize=50_000)
def held_hand(cards: Cards) -> Hand:
    """A hand with what was worked out of it before: the same few thousands are asked about again and again."""
    return Hand(cards)


Test = Callable[[Hand], bool]


class Promise(NamedTuple):
    """What a call says of the hand: ranges with both ends in them; lengths by suit, clubs first.

    ``support`` is a suit and the range of points as its dummy. ``tests`` are what ranges can't say.
    """

    hcp: Range = (0, MOST)
    points: Range = (0, MOST)
    lengths: tuple[Range, Range, Range, Range] = ((0, 13), (0, 13), (0, 13), (0, 13))
    balanced: bool = False
    support: tuple[int, int, int] | None = None
    tests: tuple[Test, ...] = ()

    def fits(self, hand: Hand) -> bool:
        """Does a hand keep it?"""
        return (
            self.hcp[0] <= hand.hcp <= self.hcp[1]
            and self.points[0] <= hand.points <= self.points[1]
            and self.shaped(hand)
            and (self.support is None or self.support[1] <= hand.support(self.support[0]) <= self.support[2])
        )

    def shaped(self, hand: Hand) -> bool:
        """Does a hand keep all of it but the points?"""
        return (
            all(low <= length <= high for (low, high), length in zip(self.lengths, hand.lengths, strict=True))
            and (hand.balanced or not self.balanced)
            and all(test(hand) for test in self.tests)
        )

    def away(self, hand: Hand) -> int:
        """The points that a hand has too many or too few."""
        found = _outside(hand.hcp, self.hcp) + _outside(hand.points, self.points)
        return found + (_outside(hand.support(self.support[0]), self.support[1:]) if self.support else 0)

    def distance(self, hand: Hand) -> float:
        """How far a hand lies outside the ranges, in points."""
        cards = sum(map(_outside, hand.lengths, self.lengths))
        return self.away(hand) + A_CARD * cards + UNEVEN * (self.balanced and not hand.balanced)

    def least(self, suit: int) -> int:
        """The least number of cards of a suit."""
        return self.lengths[suit][0]


def _outside(value: int, bounds: Range) -> int:
    return max(0, bounds[0] - value, value - bounds[1])


ANYTHING: Final = Promise()
LONGER: Final = 3
"""So many points more than high-card points a hand may have for its length."""


def both(one: Promise, other: Promise) -> Promise:
    """The promise of two calls together; where they contradict each other the later one holds."""
    lengths = tuple(_meet(a, b) for a, b in zip(one.lengths, other.lengths, strict=True))
    return Promise(
        _meet(one.hcp, other.hcp),
        _meet(one.points, other.points),
        (lengths[0], lengths[1], lengths[2], lengths[3]),
        one.balanced or other.balanced,
        other.support or one.support,
        (*one.tests, *other.tests),
    )


def either(promises: Iterable[Promise]) -> Promise:
    """The promise that holds whichever of several promises was meant.

    Points as dummy are kept where all of them speak of the same suit, and count as points elsewhere.
    """
    some = list(promises)
    if len(some) == 1:
        return some[0]
    lengths = [_join(each.lengths[suit] for each in some) for suit in range(4)]
    kept = tuple(some)
    return Promise(
        _join(each.hcp for each in some),
        _join((low_of(each), max(low_of(each), high_of(each))) for each in some),
        (lengths[0], lengths[1], lengths[2], lengths[3]),
        all(each.balanced for each in some),
        _supports(some),
        (lambda hand: any(each.fits(hand) for each in kept),),
    )


def low_of(p: Promise) -> int:
    """The least number of points that a promise allows, of whatever points it speaks."""
    return max(p.points[0], p.hcp[0], p.support[1] if p.support else 0)


def high_of(p: Promise) -> int:
    """The greatest number of points that a promise allows."""
    return min(p.points[1], p.hcp[1] + LONGER, p.support[2] if p.support else MOST)


def _supports(some: Sequence[Promise]) -> tuple[int, int, int] | None:
    found = [each.support for each in some if each.support is not None]
    if len(found) < len(some) or len({suit for suit, _, _ in found}) > 1:
        return None
    low, high = _join((low, high) for _, low, high in found)
    return found[0][0], low, high


def _meet(one: Range, other: Range) -> Range:
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else other


def _join(ranges: Iterable[Range]) -> Range:
    some = list(ranges)
    return min(low for low, _ in some), max(high for _, high in some)


def in_short(promise: Promise) -> str:
    """The points and suits of a promise as players of all languages write them; empty if it names none.

    >>> in_short(Promise(points=(12, 21), lengths=((0, 13), (0, 4), (5, 13), (4, 4))))
    '12–21 TP, 5+ ♥, 4 ♠, 0–4 ♦'
    """
    found: list[str] = []
    support = promise.support[1:] if promise.support else (0, MOST)
    points = [(promise.hcp, "HCP"), (promise.points, "TP"), (support, "TP")]
    told = [each for each in points if each[0] != (0, MOST)]
    if told:
        (low, high), unit = max(told, key=lambda each: (each[0][0], -each[0][1]))
        found.append(f"{_written(low, high, MOST)} {unit}")
    suits = sorted(range(4), key=lambda suit: (-promise.least(suit), -suit))
    for suit in suits:
        low, high = promise.lengths[suit]
        if low > 0 or high < 13:
            found.append(f"{_written(low, high, 13)} {'♣♦♥♠'[suit]}")
    return ", ".join(found)


def _written(low: int, high: int, most: int) -> str:
    return str(low) if low == high else f"{low}+" if high >= most else f"{low}–{high}"


@dataclass(frozen=True, slots=True)
class Rule:
    """A call and what it promises. ``forcing``: partner may not pass. ``name`` is its key among the texts."""

    call: str
    promise: Promise
    name: str = ""
    forcing: bool = False
    artificial: bool = False
    """The call says nothing of the strain it names."""
    to_game: bool = False
    """Neither partner may pass before a game is reached."""
    spare: bool = False
    """A call for want of a better one: what the other rules of the call promise counts."""


class Reading(NamedTuple):
    """An auction as everybody reads it. Places count from the dealer: 0 is the dealer, who calls first.

    ``promises`` is what each place has promised so far, ``rules`` which rules its calls came from (the likeliest).
    """

    calls: tuple[str, ...] = ()
    promises: tuple[Promise, ...] = (ANYTHING,) * 4
    rules: tuple[Rule | None, ...] = ()

    @property
    def me(self) -> int:
        """The place that calls next."""
        return len(self.calls) % 4

    def known(self, ahead: int) -> Promise:
        """What a seat has promised: 0 for whoever calls next, 1 for the seat after it, 2 for its partner."""
        return self.promises[(self.me + ahead) % 4]

    def said(self, ahead: int) -> list[str]:
        """All calls of a seat, its passes too."""
        return list(self.calls[(self.me + ahead) % 4 :: 4])

    def last(self, ahead: int) -> str:
        """The newest call of a seat; empty if it has not spoken."""
        return next(reversed(self.said(ahead)), "")

    def rule(self, ahead: int) -> Rule | None:
        """The rule of a seat's newest call."""
        return next(reversed(self.rules[(self.me + ahead) % 4 :: 4]), None)

    @property
    def auction(self) -> Auction:
        """The state of the auction, which knows the possible calls."""
        return Auction.of(self.calls)

    @property
    def bid(self) -> str:
        """The last bid; empty before any."""
        place = self.auction.bid
        return BIDS[place] if place >= 0 else ""

    def cheapest(self, strain: str, jump: int = 0) -> str:
        """The lowest bid in a strain that is still possible, or ``jump`` levels above it; empty if there is none."""
        place = self.auction.bid
        level = next((int(each[0]) for each in BIDS[place + 1 :] if each[1] == strain), 9) + jump
        return f"{level}{strain}" if level <= 7 else ""

    @property
    def ours(self) -> bool:
        """Was the last bid made by the side that calls next?"""
        return self.auction.bid >= 0 and self.auction.ours
