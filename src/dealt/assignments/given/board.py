"""The words for cards and the abstract board that the Elevens assignment gives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Final

__all__ = ["RANKS", "SUITS", "Board"]

RANKS: Final = ("ace", *"23456789", "10", "jack", "queen", "king")
"""The words for ranks, from the ace up."""
SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
"""The words for suits."""


class Board(ABC):
    """Places with cards on them, and a deck that fills them. What may be removed is for subclasses to say.

    Any deck will do that has ``deal``, ``shuffle``, ``size`` and ``is_empty``, and cards of any class. Places are
    numbered from 0.
    """

    def __init__(self, size: int, deck: Any) -> None:
        self._deck = deck
        self._cards: tuple[Any, ...] = (None,) * size
        self._deal()

    def new_game(self) -> None:
        """Shuffle all cards and deal one to each place."""
        self._deck.shuffle()
        self._deal()

    def _deal(self) -> None:
        self._refill(range(self.size))

    def _refill(self, places: Iterable[int]) -> None:
        """Lay the next card on each of these places in rising order, none where the deck has no more."""
        held = list(self._cards)
        for place in sorted(set(places)):
            held[place] = self._deck.deal()
        self._cards = tuple(held)

    # --- what lies where

    @property
    def size(self) -> int:
        """How many places the board has."""
        return len(self._cards)

    @property
    def deck_size(self) -> int:
        """How many cards are undealt."""
        return int(self._deck.size)

    @property
    def is_empty(self) -> bool:
        """Has every place lost its card?"""
        return all(one is None for one in self._cards)

    def card_at(self, place: int) -> Any:
        """The card at a place, None where there is none; IndexError where there is no such place."""
        if not 0 <= place < self.size:
            raise IndexError(f"there is no place {place}: the board has 0 to {self.size - 1}")
        return self._cards[place]

    def card_indexes(self) -> list[int]:
        """The places that hold a card."""
        return [place for place, one in enumerate(self._cards) if one is not None]

    def __str__(self) -> str:
        return "\n".join(f"{place}: {one or '-'}" for place, one in enumerate(self._cards))

    # --- the rules

    @abstractmethod
    def is_legal(self, places: Sequence[int]) -> bool:
        """May the cards at these places be removed together?"""

    @abstractmethod
    def another_play_is_possible(self) -> bool:
        """Can any cards of the board be removed?"""

    def is_won(self) -> bool:
        """Are board and deck empty? Ask this before `another_play_is_possible`: a game that is won has none either."""
        return bool(self._deck.is_empty) and self.is_empty

    def replace(self, places: Sequence[int]) -> None:
        """Remove a legal selection and refill its places in rising order while cards last; ValueError if it isn't."""
        if not self.is_legal(places):
            raise ValueError(f"the places {', '.join(map(str, places)) or '(none)'} can't be removed together")
        self._refill(places)
