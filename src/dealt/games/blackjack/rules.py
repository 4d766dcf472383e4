"""The rules of blackjack: totals of hands, options of a table, the dealer's play, and the settlement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from dealt.cards import COPY, DECKS, Card, rank
from dealt.games.blackjack import core
from dealt.games.blackjack.core import ACE, TEN, TWENTY_ONE

__all__ = [
    "ACE",
    "PAYS",
    "TEN",
    "TWENTY_ONE",
    "PlayerHand",
    "Rules",
    "Settlement",
    "dealer_draws",
    "dealer_plays",
    "natural",
    "pair",
    "points_of",
    "settle",
    "settled",
    "total",
    "value",
]

PAYS: Final = {"3:2": Fraction(3, 2), "6:5": Fraction(6, 5)}
"""What a natural wins for each chip of the bet, by the option's value."""

LOWEST_DOUBLED: Final = {"any": 0, "9-11": 9, "10-11": 10}
"""By the value of ``double_on`` the lowest hard total that may be doubled, 0 for any hand. The highest is 11."""


_RANKS: Final = tuple(min(rank(one), 13) for one in range(COPY * DECKS))
"""The rank of each card by its number, copies included. A table, because simulations look it up very often."""
_VALUES: Final = tuple(core.worth(each) if each < 13 else 0 for each in _RANKS)
"""The value of each card in the same way."""


def value(one: Card) -> int:
    """2 to 10 as printed, 10 for a face card, 11 for an ace."""
    return _VALUES[one]


def total(held: Iterable[Card]) -> tuple[int, bool]:
    """The total of a hand, and whether it is soft: one ace counts 11.

    >>> from dealt.cards import sequence
    >>> total(sequence("As 6h")), total(sequence("As 6h Kd")), total(sequence("As Ah"))
    ((17, True), (17, False), (12, True))
    """
    points = points_of(held)
    return points >> 1, points & 1 == 1


def points_of(held: Iterable[Card]) -> int:
    """The total of a hand and whether it is soft, as the core has it."""
    count = aces = 0
    for one in held:
        worth = _VALUES[one]
        count += worth
        aces += worth == ACE
    return core.counted(count, aces)


def pair(held: Sequence[Card]) -> int:
    """The value of each of two cards of equal value; 0 for other hands."""
    return value(held[0]) if len(held) == 2 and value(held[0]) == value(held[1]) else 0


def natural(held: Sequence[Card]) -> bool:
    """Are these two cards an ace and a ten-value card? After a split the caller must not count that as a natural."""
    return core.natural(points_of(held), len(held))


class PlayerHand(NamedTuple):
    """One hand of a player: its cards, the bet before any doubling, and what has been done with it."""

    cards: tuple[Card, ...]
    bet: int
    split: bool = False
    """Does it come from a split pair? Then its 21 is no natural."""
    doubled: bool = False
    surrendered: bool = False

    @property
    def stake(self) -> int:
        """The chips staked on it."""
        return 2 * self.bet if self.doubled else self.bet

    @property
    def numbers(self) -> core.Hand:
        """The hand as the core has it; it has two cards or more."""
        return _numbers(self)

    @property
    def natural(self) -> bool:
        """Is it 21 with the first two cards, unsplit?"""
        return not self.split and core.natural(self.numbers.points, len(self.cards))

    @property
    def bust(self) -> bool:
        """Is it over 21, and lost at once?"""
        return core.bust(points_of(self.cards))

    @property
    def stands(self) -> bool:
        """Must the dealer play against it? No, if it is bust, a natural or surrendered."""
        return core.stands(self.numbers)


@lru_cache(maxsize=1024)  # a hand is looked at again after every card, for the next hand, and when it is settled
def _numbers(hand: PlayerHand) -> core.Hand:
    held = hand.cards
    return core.Hand(
        points_of(held), len(held), _RANKS[held[0]], _RANKS[held[1]], hand.split, hand.doubled, hand.surrendered
    )


_decisions: Final = lru_cache(maxsize=8192)(core.decisions)
"""Hands differ in few numbers."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a table that change how a hand should be played."""

    decks: int = 6
    hit_soft_17: bool = False
    peek: bool = True
    """The dealer has a hole card and looks at it under an ace or ten; if False, only one card until all have played."""
    insurance: bool = True
    double_on: str = "any"
    """The hands of two cards that may be doubled: "any", or the hard totals "9-11" or "10-11"."""
    das: bool = True
    """May a hand that comes from a split be doubled?"""
    max_hands: int = 4
    split_tens_mixed: bool = True
    """May two cards that count ten be split though they differ, such as a king and a queen?"""
    resplit_aces: bool = False
    late_surrender: bool = False
    blackjack_pays: str = "3:2"

    table: core.Table = field(init=False, repr=False, compare=False)
    """The options as the core has them."""

    def __post_init__(self) -> None:
        table = core.Table(
            self.hit_soft_17, self.peek, self.insurance, LOWEST_DOUBLED[self.double_on], self.das, self.max_hands,
            self.split_tens_mixed, self.resplit_aces, self.late_surrender, _tenths(self.pays),
        )  # fmt: skip
        object.__setattr__(self, "table", table)

    @property
    def pays(self) -> Fraction:
        """What a natural wins for each chip of the bet."""
        return PAYS[self.blackjack_pays]

    def decisions(self, hand: PlayerHand, hands: int, undealt: int = 2, affordable: bool = True) -> int:
        """The decisions other than to stand of a hand whose seat has ``hands`` hands, as a set; see the core."""
        undealt = min(undealt, 2)  # more than two decide nothing
        return _decisions(self.table, _numbers(hand), hands, undealt, affordable)

    def may_draw(self, hand: PlayerHand) -> bool:
        """May the hand take a card? Not from 21 on, and not where it is one of two split aces."""
        return core.may_draw(hand.numbers)

    def may_double(self, hand: PlayerHand) -> bool:
        """May the hand be doubled by ``double_on`` and ``das``? The caller checks the chips."""
        return core.may_double(self.table, hand.numbers)

    def may_split(self, hand: PlayerHand, hands: int) -> bool:
        """May the hand be split, where its seat has ``hands`` hands so far? The caller checks the chips."""
        return core.may_split(self.table, hand.numbers, hands)


def _tenths(pays: Fraction) -> int:
    return pays.numerator * core.TENTHS // pays.denominator


def dealer_draws(held: Sequence[Card], hit_soft_17: bool = False) -> bool:
    """Must the dealer draw to these cards? It draws to 16, and to a soft 17 where that is the rule."""
    return core.dealer_draws(points_of(held), hit_soft_17)


def dealer_plays(start: Sequence[Card], shoe: Iterable[Card], hit_soft_17: bool = False) -> tuple[Card, ...]:
    """The dealer's final cards, drawing to ``start`` from the shoe; the dealer stands when the shoe is empty."""
    held, points = list(start), points_of(start)
    coming = iter(shoe)
    while core.dealer_draws(points, hit_soft_17):
        one = next(coming, None)
        if one is None:
            break
        held.append(one)
        points = core.added(points, _VALUES[one])
    return tuple(held)


class Settlement(NamedTuple):
    """The winnings of a seat in chips, negative for losses: by hand, by insurance, and together."""

    hands: tuple[float, ...]
    insurance: float
    net: float


def settle(
    hands: Iterable[PlayerHand], dealer: Sequence[Card], insurance: int = 0, pays: Fraction = PAYS["3:2"]
) -> Settlement:
    """The settlement of a seat's hands and ``insurance`` (chips) against the dealer's cards.

    A bust hand loses whatever the dealer has. Half chips stay halves: nothing is rounded.

    >>> from dealt.cards import sequence
    >>> settle([PlayerHand(sequence("As Kh"), 15)], sequence("Td 9c"), pays=PAYS["6:5"]).net
    18.0
    """
    return settled(_paying(pays), hands, points_of(dealer), len(dealer), insurance)


def settled(table: core.Table, hands: Iterable[PlayerHand], points: int, cards: int, insurance: int) -> Settlement:
    """As ``settle``, against a dealer with that many points, as the core has them, and cards."""
    has_natural = core.natural(points, cards)
    nets = tuple([hand.bet * core.tenths(table, _numbers(hand), points, has_natural) / core.TENTHS for hand in hands])
    insured = float(core.insurance_net(insurance, has_natural))
    return Settlement(nets, insured, sum(nets) + insured)


@lru_cache
def _paying(pays: Fraction) -> core.Table:
    """A table that pays so much for a natural, for what does not depend on its other options."""
    return Rules().table._replace(natural_tenths=_tenths(pays))
