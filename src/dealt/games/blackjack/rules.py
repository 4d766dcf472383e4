"""The rules of blackjack: totals of hands, options of a table, the dealer's play, and the settlement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from dealt.cards import COPY, DECKS, STANDARD, Card, rank

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
    "settle",
    "total",
    "value",
]

TWENTY_ONE: Final = 21
ACE: Final = 11
TEN: Final = 10

PAYS: Final = {"3:2": Fraction(3, 2), "6:5": Fraction(6, 5)}
"""What a natural wins for each chip of the bet, by the option's value."""

LOWEST_DOUBLED: Final = {"any": 0, "9-11": 9, "10-11": 10}
"""By the value of ``double_on`` the lowest hard total that may be doubled, 0 for any hand. The highest is 11."""


def _value(one: Card) -> int:
    return ACE if rank(one) == 12 else min(rank(one) + 2, TEN)


_FACES: Final = tuple(_value(one) for one in STANDARD)
_VALUES: Final = (_FACES + (0,) * (COPY - len(_FACES))) * DECKS
"""The value of each card by its number, copies included. A table, because simulations look it up very often."""


def value(one: Card) -> int:
    """2 to 10 as printed, 10 for a face card, 11 for an ace."""
    return _VALUES[one]


def total(held: Iterable[Card]) -> tuple[int, bool]:
    """The total of a hand, and whether it is soft: one ace counts 11.

    >>> from dealt.cards import sequence
    >>> total(sequence("As 6h")), total(sequence("As 6h Kd")), total(sequence("As Ah"))
    ((17, True), (17, False), (12, True))
    """
    count = aces = 0
    for one in held:
        worth = _VALUES[one]
        count += worth
        aces += worth == ACE
    while count > TWENTY_ONE and aces:
        count -= 10
        aces -= 1
    return count, aces > 0


def natural(held: Sequence[Card]) -> bool:
    """Are these two cards an ace and a ten-value card? After a split the caller must not count that as a natural."""
    return len(held) == 2 and _VALUES[held[0]] + _VALUES[held[1]] == TWENTY_ONE


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
    def natural(self) -> bool:
        """Is it 21 with the first two cards, unsplit?"""
        return not self.split and natural(self.cards)

    @property
    def bust(self) -> bool:
        """Is it over 21, and lost at once?"""
        return total(self.cards)[0] > TWENTY_ONE

    @property
    def stands(self) -> bool:
        """Must the dealer play against it? No, if it is bust, a natural or surrendered."""
        return not (self.surrendered or self.natural or self.bust)


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

    @property
    def pays(self) -> Fraction:
        """What a natural wins for each chip of the bet."""
        return PAYS[self.blackjack_pays]

    def may_draw(self, hand: PlayerHand) -> bool:
        """May the hand take a card? Not from 21 on, and not where it is one of two split aces."""
        if hand.doubled or hand.surrendered or total(hand.cards)[0] >= TWENTY_ONE:
            return False
        return not (hand.split and _VALUES[hand.cards[0]] == ACE)

    def may_double(self, hand: PlayerHand) -> bool:
        """May the hand be doubled by ``double_on`` and ``das``? The caller checks the chips."""
        if len(hand.cards) != 2 or not self.may_draw(hand) or (hand.split and not self.das):
            return False
        least = LOWEST_DOUBLED[self.double_on]
        count, soft = total(hand.cards)
        return least == 0 or (not soft and least <= count <= 11)

    def may_split(self, hand: PlayerHand, hands: int) -> bool:
        """May the hand be split, where its seat has ``hands`` hands so far? The caller checks the chips."""
        if len(hand.cards) != 2 or hand.doubled or hand.surrendered or hands >= self.max_hands:
            return False
        first, second = hand.cards
        worth = _VALUES[first]
        if worth != _VALUES[second] or (worth == ACE and hand.split and not self.resplit_aces):
            return False
        return worth != TEN or self.split_tens_mixed or rank(first) == rank(second)

    def may_surrender(self, hand: PlayerHand) -> bool:
        """May the hand be surrendered? Only the first two cards of a seat, after the dealer has peeked."""
        return self.late_surrender and len(hand.cards) == 2 and not hand.split and self.may_draw(hand)


def dealer_draws(held: Sequence[Card], hit_soft_17: bool = False) -> bool:
    """Must the dealer draw to these cards? It draws to 16, and to a soft 17 where that is the rule."""
    count, soft = total(held)
    return count < 17 or (count == 17 and soft and hit_soft_17)


def dealer_plays(start: Sequence[Card], shoe: Iterable[Card], hit_soft_17: bool = False) -> tuple[Card, ...]:
    """The dealer's final cards, drawing to ``start`` from the shoe; the dealer stands when the shoe is empty."""
    held = tuple(start)
    coming = iter(shoe)
    while dealer_draws(held, hit_soft_17):
        one = next(coming, None)
        if one is None:
            break
        held = (*held, one)
    return held


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
    count, has_natural = total(dealer)[0], natural(dealer)
    nets = tuple(_net(hand, count, has_natural, pays) for hand in hands)
    insured = 2.0 * insurance if has_natural else 0.0 - insurance
    return Settlement(nets, insured, sum(nets) + insured)


def _net(hand: PlayerHand, dealer: int, has_natural: bool, pays: Fraction) -> float:
    if hand.surrendered:
        return -hand.bet / 2
    count = total(hand.cards)[0]
    if count > TWENTY_ONE:
        return -float(hand.stake)
    if hand.natural:
        return 0.0 if has_natural else hand.bet * pays.numerator / pays.denominator
    if has_natural or count < dealer <= TWENTY_ONE:
        return -float(hand.stake)
    return 0.0 if count == dealer else float(hand.stake)
