"""The card, the shuffles and the deck of the Elevens assignment, which Thirteens and Tens give."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from secrets import SystemRandom
from typing import Any, Final, TypeVar

from dealt import cards
from dealt.cards import Source

__all__ = ["Card", "Deck", "Shuffler"]

T = TypeVar("T")

SECURE: Final = SystemRandom()


@dataclass(frozen=True, slots=True)
class Card:
    """A card: words for rank and suit, and a point value. Two are equal if all three are.

    >>> str(Card("ace", "clubs", 1))
    'ace of clubs (point value = 1)'
    """

    rank: str
    suit: str
    value: int

    def __str__(self) -> str:
        return f"{self.rank} of {self.suit} (point value = {self.value})"


class Shuffler:
    """The two shuffles, for lists of anything."""

    @staticmethod
    def perfect_shuffle(values: Sequence[T]) -> list[T]:
        """A new list that takes the two halves in turn; of an odd number the first half has one more.

        >>> Shuffler.perfect_shuffle([0, 1, 2, 3, 4, 5, 6])
        [0, 4, 1, 5, 2, 6, 3]
        """
        return cards.perfect_shuffle(values)

    @staticmethod
    def selection_shuffle(values: MutableSequence[Any], rng: Source = SECURE) -> None:
        """Shuffle a list in place, every order equally likely."""
        cards.selection_shuffle(values, rng)

    @classmethod
    def trial(cls, times: int = 4, size: int = 8, rng: Source = SECURE) -> str:
        """Both shuffles, ``times`` one after another each, of the numbers from 0 up.

        >>> print(Shuffler.trial(3, 8).split("\\n\\n")[0])
        3 perfect shuffles of 8 numbers, one after the other:
          1: 0 4 1 5 2 6 3 7
          2: 0 2 4 6 1 3 5 7
          3: 0 1 2 3 4 5 6 7
        """
        lines: list[str] = []
        for name in ("perfect", "selection"):
            values = list(range(size))
            lines.append(f"{times} {name} shuffles of {size} numbers, one after the other:")
            for number in range(1, times + 1):
                if name == "perfect":
                    values = cls.perfect_shuffle(values)
                else:
                    cls.selection_shuffle(values, rng)
                lines.append(f"  {number}: {' '.join(map(str, values))}")
            lines.append("")
        return "\n".join(lines).rstrip()


class Deck:
    """A deck made of ranks, suits and values, one value for each rank. It shuffles itself.

    Cards are dealt from the end of the list and stay in it, behind the mark ``size``, so that ``shuffle`` brings all
    dealt cards back. ``rng`` is where its shuffles come from: a secure source unless another is given.

    >>> deck = Deck(["jack", "queen"], ["blue", "red"], [11, 12])
    >>> sorted(str(deck.deal()) for _ in range(4))[:2], deck.size, deck.deal()
    (['jack of blue (point value = 11)', 'jack of red (point value = 11)'], 0, None)
    >>> deck.shuffle()
    >>> deck.size
    4
    """

    def __init__(self, ranks: Sequence[str], suits: Sequence[str], values: Sequence[int], rng: Source = SECURE) -> None:
        """ValueError if there aren't as many values as ranks."""
        if len(ranks) != len(values):
            raise ValueError(f"{len(ranks)} ranks need as many values, not {len(values)}")
        self._cards = [Card(rank, suit, value) for suit in suits for rank, value in zip(ranks, values, strict=True)]
        self._rng = rng
        self.shuffle()

    @property
    def size(self) -> int:
        """How many cards are still undealt."""
        return self._size

    @property
    def is_empty(self) -> bool:
        """Is every card dealt?"""
        return self._size == 0

    def shuffle(self) -> None:
        """Bring all dealt cards back and shuffle by selection."""
        self._size = len(self._cards)
        Shuffler.selection_shuffle(self._cards, self._rng)

    def deal(self) -> Card | None:
        """The next card, or None when all are dealt."""
        if self.is_empty:
            return None
        self._size -= 1
        return self._cards[self._size]

    def __str__(self) -> str:
        undealt = ", ".join(str(one) for one in reversed(self._cards[: self._size]))
        return f"{self._size} undealt: {undealt}" if undealt else "no card is left"
