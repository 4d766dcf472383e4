"""What calls of bridge promise: hands, promises about them, and the reading of an auction by the rules that made it.

A bidding system is a function from the calls so far to rules. A rule is a call with a :class:`Promise` about the hand
that makes it. The bidder takes the first rule that its hand keeps; partner, the explanation of the call and whoever
deals the hidden cards for a search read the same rule the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from dealt.cards import Cards
from dealt.games.bridge.auction import BIDS, PASS, STRAINS, Auction
from dealt.games.tricks import OF_SUIT

__all__ = [
    "ANYTHING",
    "Hand",
    "Promise",
    "Reading",
    "Rule",
    "System",
    "choose",
    "extended",
    "high_of",
    "low_of",
    "read",
]

_HONOURS: Final = tuple(0b1111 << 4 * rank for rank in range(13))
ACES, KINGS = _HONOURS[12], _HONOURS[11]
MOST: Final = 40
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
        """The number of aces."""
        return (self.cards & ACES).bit_count()

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


class Promise(NamedTuple):
    """What a call says of the hand: ranges with both ends in them; lengths by suit, clubs first.

    ``support`` is a suit and the range of points as its dummy. ``test`` is what ranges can't say; ``words`` names it.
    """

    hcp: Range = (0, MOST)
    points: Range = (0, MOST)
    lengths: tuple[Range, Range, Range, Range] = ((0, 13), (0, 13), (0, 13), (0, 13))
    balanced: bool | None = None
    support: tuple[int, int, int] | None = None
    tests: tuple[tuple[str, Callable[[Hand], bool]], ...] = ()

    def fits(self, hand: Hand) -> bool:
        """Does a hand keep it?"""
        return (
            self.hcp[0] <= hand.hcp <= self.hcp[1]
            and self.points[0] <= hand.points <= self.points[1]
            and all(low <= length <= high for (low, high), length in zip(self.lengths, hand.lengths, strict=True))
            and (self.balanced is None or hand.balanced == self.balanced)
            and (self.support is None or self.support[1] <= hand.support(self.support[0]) <= self.support[2])
            and all(test(hand) for _, test in self.tests)
        )

    def shape(self, suit: int) -> Range:
        """The least and the greatest number of cards of a suit."""
        return self.lengths[suit]

    def least(self, suit: int) -> int:
        """The least number of cards of a suit."""
        return self.lengths[suit][0]


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
        other.balanced if one.balanced is None else one.balanced,
        other.support or one.support,
        (*one.tests, *other.tests),
    )


def either(promises: Iterable[Promise], *, supports: bool = False) -> Promise:
    """The promise that holds whichever of several promises was meant.

    With ``supports`` points as dummy are kept where all of them speak of the same suit, and count as points elsewhere.
    """
    some = list(promises)
    if len(some) == 1:
        return some[0]
    lengths = [_join(each.lengths[suit] for each in some) for suit in range(4)]
    kept = tuple(some)
    return Promise(
        _join(each.hcp for each in some),
        _join((low_of(each), max(low_of(each), high_of(each))) if supports else each.points for each in some),
        (lengths[0], lengths[1], lengths[2], lengths[3]),
        some[0].balanced if len({each.balanced for each in some}) == 1 else None,
        _supports(some) if supports else None,
        (("", lambda hand: any(each.fits(hand) for each in kept)),),
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


System = Callable[["Reading"], list[Rule]]
"""Gives the rules of the seat that calls next, for the auction so far; the seat takes the first that its hand keeps."""


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
        said = self.said(ahead)
        return said[-1] if said else ""

    def rule(self, ahead: int) -> Rule | None:
        """The rule of a seat's newest call."""
        own = [n for n in range(len(self.calls)) if n % 4 == (self.me + ahead) % 4]
        return self.rules[own[-1]] if own else None

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


def read(system: System, calls: Sequence[str]) -> Reading:
    """The auction as the system reads it. Calls that it would never make promise nothing."""
    return _read(system, tuple(calls))


@lru_cache(maxsize=20_000)
def _read(system: System, calls: tuple[str, ...]) -> Reading:
    if not calls:
        return Reading()
    before = _read(system, calls[:-1])
    return extended(before, rules_of(system, before), calls[-1])


def extended(before: Reading, rules: Sequence[Rule], call: str, *, supports: bool = False) -> Reading:
    """The reading of an auction with one more call, by the rules of whoever made it."""
    fitting = [rule for rule in rules if rule.call == call]
    promises = list(before.promises)
    if fitting:
        fitting = [rule for rule in fitting if not rule.spare] or fitting
        promises[before.me] = both(promises[before.me], either((each.promise for each in fitting), supports=supports))
    return Reading((*before.calls, call), tuple(promises), (*before.rules, fitting[0] if fitting else None))


def rules_of(system: System, reading: Reading) -> list[Rule]:
    """The rules of the seat that calls next whose calls are possible."""
    possible = set(reading.auction.legal())
    return [rule for rule in system(reading) if rule.call in possible]


def choose(system: System, calls: Sequence[str], hand: Cards) -> Rule:
    """The first rule that the hand keeps; a pass that promises nothing if none fits."""
    held, reading = Hand(hand), read(system, calls)
    return next((rule for rule in rules_of(system, reading) if rule.promise.fits(held)), Rule(PASS, ANYTHING))


def suit_of(call: str) -> int | None:
    """The suit of a bid, None for notrump and for other calls."""
    return STRAINS.index(call[1]) if call in BIDS and call[1] != "N" else None
