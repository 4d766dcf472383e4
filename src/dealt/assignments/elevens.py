"""The classes of the Elevens assignment: a card, a deck, two shuffles, and boards that change as they are played.

What may be removed is asked of :class:`dealt.games.matching.Matching`; the classes hold no rule of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from dealt import cards
from dealt.assignments.given.board import RANKS, SUITS, Board
from dealt.assignments.given.deck import SECURE, Card, Deck, Shuffler
from dealt.cards import RANKS as LETTERS
from dealt.cards import Source
from dealt.games.matching import Matching, elevens, tens, thirteens

__all__ = [
    "NUMBERS",
    "RANKS",
    "SUITS",
    "Board",
    "Card",
    "Deck",
    "ElevensBoard",
    "MatchingBoard",
    "Shuffler",
    "TensBoard",
    "ThirteensBoard",
    "demo",
]

_LETTERS: Final = dict(zip("A23456789TJQK", RANKS, strict=True))
NUMBERS: Final[dict[tuple[str, str], cards.Card]] = {
    (_LETTERS[letter], suit): cards.card(letter + suit[0]) for letter in LETTERS for suit in SUITS
}
"""Cards in :mod:`dealt.cards` by the words for their rank and suit."""


class MatchingBoard(Board):
    """A board that asks the rules of a matching solitaire. A card without a value in them has the value 0."""

    def __init__(self, rules: Matching, rng: Source = SECURE) -> None:
        self.rules = rules
        values = [rules.values.get(letter, 0) for letter in _LETTERS]
        super().__init__(rules.places, Deck(RANKS, SUITS, values, rng))

    def contains_pair_sum(self, places: Iterable[int]) -> bool:
        """Do two of the cards at these places make the total?"""
        return self.rules.contains(self._numbers(places), self.rules.pairs)

    def contains_set(self, places: Iterable[int]) -> bool:
        """Do some of the cards at these places make one of the sets that no total makes?"""
        return self.rules.contains(self._numbers(places), self.rules.sets)

    def is_legal(self, places: Sequence[int]) -> bool:
        """May these places be removed together: exactly one pair or set, no place twice, none empty?"""
        chosen = self._numbers(place for place in places if 0 <= place < self.size)
        return len(set(places)) == len(chosen) == len(places) and self.rules.is_row(chosen)

    def another_play_is_possible(self) -> bool:
        """Does any pair or set lie on the board?"""
        return self.rules.contains(self._numbers(self.card_indexes()), self.rules.rows)

    def _numbers(self, places: Iterable[int]) -> list[cards.Card]:
        some = map(self.card_at, places)
        return [NUMBERS[one.rank, one.suit] for one in some if one is not None]


class ElevensBoard(MatchingBoard):
    """Nine places: pairs that make 11; or a jack, a queen and a king.

    >>> from random import Random
    >>> board = ElevensBoard(Random(2))
    >>> str(board.card_at(0)), str(board.card_at(6)), board.deck_size
    ('4 of spades (point value = 4)', '7 of hearts (point value = 7)', 43)
    >>> board.is_legal([0, 6]), board.is_legal([0, 5]), board.contains_jqk([2, 3, 4]), board.contains_jqk([2, 3, 8])
    (True, False, False, True)
    >>> board.replace([0, 6])
    >>> str(board.card_at(0)), board.deck_size, board.another_play_is_possible(), board.is_won()
    ('ace of hearts (point value = 1)', 41, True, False)
    """

    def __init__(self, rng: Source = SECURE) -> None:
        super().__init__(elevens(), rng)

    def contains_pair_sum_11(self, places: Iterable[int]) -> bool:
        """Do two of the cards at these places make 11?"""
        return self.contains_pair_sum(places)

    def contains_jqk(self, places: Iterable[int]) -> bool:
        """Are a jack, a queen and a king among the cards at these places?"""
        return self.contains_set(places)


class ThirteensBoard(MatchingBoard):
    """Ten places: pairs that make 13, the jack counting 11 and the queen 12; or a king."""

    def __init__(self, rng: Source = SECURE) -> None:
        super().__init__(thirteens(), rng)

    def contains_king(self, places: Iterable[int]) -> bool:
        """Is a king among the cards at these places?"""
        return self.contains_set(places)


class TensBoard(MatchingBoard):
    """Fifteen places, or thirteen: pairs that make 10; or four tens, jacks, queens or kings."""

    def __init__(self, rng: Source = SECURE, size: int = 15) -> None:
        super().__init__(tens(board_size=size), rng)

    def contains_four(self, places: Iterable[int]) -> bool:
        """Are all four tens, jacks, queens or kings among the cards at these places?"""
        return self.contains_set(places)


def demo(rng: Source) -> str:
    """What the assignment's Shuffler prints when it is run."""
    return Shuffler.trial(rng=rng)
