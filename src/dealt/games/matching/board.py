"""Boards as the Elevens assignment has them: objects that change, over the same rules and rows as the games.

A window needs nothing else: it asks what lies where and whether a selection of places is legal, has it replaced, and
asks whether another play is possible and whether the game is won.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from dealt.cards import RANKS, SUITS, Card, Deck, Face, Source, card
from dealt.games.matching.listings import elevens, tens, thirteens
from dealt.games.matching.play import Matching, refilled

__all__ = ["Board", "ElevensBoard", "TensBoard", "ThirteensBoard"]

_RANK_WORDS: Final = dict(zip("A23456789TJQK", ("ace", *"23456789", "10", "jack", "queen", "king"), strict=True))
_SUIT_WORDS: Final = dict(zip("shdc", ("spades", "hearts", "diamonds", "clubs"), strict=True))
_CARDS: Final[dict[tuple[str, str], Card]] = {
    (_RANK_WORDS[rank], _SUIT_WORDS[suit]): card(rank + suit) for rank in RANKS for suit in SUITS
}


class Board:
    """The board of a matching solitaire, dealt and ready to play. Places are numbered from 0.

    ``rules`` say what may be removed. A card without a point value in them has the value 0.
    """

    def __init__(self, rules: Matching, rng: Source) -> None:
        self.rules = rules
        self._rng = rng
        values = [rules.values.get(each, 0) for each in _RANK_WORDS]
        self._deck = Deck(list(_RANK_WORDS.values()), list(_SUIT_WORDS.values()), values)
        self._cards: tuple[Face | None, ...] = ()
        self.new_game()

    def new_game(self) -> None:
        """Shuffle all cards and deal one to each place."""
        self._deck.shuffle(self._rng)
        self._cards = refilled((None,) * self.size, range(self.size), self._deck.deal)

    # --- what lies where

    @property
    def size(self) -> int:
        """How many places the board has."""
        return self.rules.places

    @property
    def deck_size(self) -> int:
        """How many cards are undealt."""
        return self._deck.size

    @property
    def is_empty(self) -> bool:
        """Has every place lost its card?"""
        return all(one is None for one in self._cards)

    def card_at(self, place: int) -> Face | None:
        """The card at a place, None where there is none; IndexError where there is no such place."""
        if not 0 <= place < self.size:
            raise IndexError(f"there is no place {place}: the board has 0 to {self.size - 1}")
        return self._cards[place]

    def places(self) -> list[int]:
        """The places that hold a card."""
        return [place for place, one in enumerate(self._cards) if one is not None]

    def __str__(self) -> str:
        return "\n".join(f"{place}: {one or '-'}" for place, one in enumerate(self._cards))

    # --- the rules

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
        return self.contains_pair_sum(self.places()) or self.contains_set(self.places())

    def is_won(self) -> bool:
        """Are board and deck empty? Ask this before `another_play_is_possible`: a game that is won has none either."""
        return self._deck.is_empty and self.is_empty

    def replace(self, places: Sequence[int]) -> None:
        """Remove a legal selection and refill its places in rising order while cards last; ValueError if it isn't."""
        if not self.is_legal(places):
            raise ValueError(f"the places {', '.join(map(str, places)) or '(none)'} can't be removed together")
        self._cards = refilled(self._cards, places, self._deck.deal)

    def _numbers(self, places: Iterable[int]) -> list[Card]:
        some = map(self.card_at, places)
        return [_CARDS[one.rank, one.suit] for one in some if one is not None]


class ElevensBoard(Board):
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

    def __init__(self, rng: Source) -> None:
        super().__init__(elevens(), rng)

    def contains_jqk(self, places: Iterable[int]) -> bool:
        """Are a jack, a queen and a king among the cards at these places?"""
        return self.contains_set(places)


class ThirteensBoard(Board):
    """Ten places: pairs that make 13, the jack counting 11 and the queen 12; or a king."""

    def __init__(self, rng: Source) -> None:
        super().__init__(thirteens(), rng)

    def contains_king(self, places: Iterable[int]) -> bool:
        """Is a king among the cards at these places?"""
        return self.contains_set(places)


class TensBoard(Board):
    """Fifteen places, or thirteen: pairs that make 10; or four tens, jacks, queens or kings."""

    def __init__(self, rng: Source, size: int = 15) -> None:
        super().__init__(tens(board_size=size), rng)

    def contains_four(self, places: Iterable[int]) -> bool:
        """Are all four tens, jacks, queens or kings among the cards at these places?"""
        return self.contains_set(places)
