"""The classes of the Elevens assignment: a card, a deck, two shuffles, and boards that change as they are played.

What may be removed is asked of :class:`dealt.games.matching.Matching`; the classes hold no rule of their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass
from secrets import SystemRandom
from typing import Any, Final, TypeVar

from dealt import cards
from dealt.cards import RANKS as LETTERS
from dealt.cards import Source
from dealt.games.matching import Matching, elevens, refilled, tens, thirteens

__all__ = [
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

T = TypeVar("T")

RANKS: Final = ("ace", *"23456789", "10", "jack", "queen", "king")
"""The words for ranks, from the ace up."""
SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
"""The words for suits."""
_LETTERS: Final = dict(zip("A23456789TJQK", RANKS, strict=True))
_NUMBERS: Final[dict[tuple[str, str], cards.Card]] = {
    (_LETTERS[letter], suit): cards.card(letter + suit[0]) for letter in LETTERS for suit in SUITS
}
_SECURE: Final = SystemRandom()


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
    def selection_shuffle(values: MutableSequence[Any], rng: Source = _SECURE) -> None:
        """Shuffle a list in place, every order equally likely."""
        cards.selection_shuffle(values, rng)

    @classmethod
    def trial(cls, times: int = 4, size: int = 8, rng: Source = _SECURE) -> str:
        """Both shuffles, ``times`` in a row each, of the numbers from 0 up.

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

    def __init__(
        self, ranks: Sequence[str], suits: Sequence[str], values: Sequence[int], rng: Source = _SECURE
    ) -> None:
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
        self._cards = refilled((None,) * self.size, range(self.size), self._deck.deal)

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
        self._cards = refilled(self._cards, places, self._deck.deal)


class MatchingBoard(Board):
    """A board that asks the rules of a matching solitaire. A card without a value in them has the value 0."""

    def __init__(self, rules: Matching, rng: Source = _SECURE) -> None:
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
        return [_NUMBERS[one.rank, one.suit] for one in some if one is not None]


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

    def __init__(self, rng: Source = _SECURE) -> None:
        super().__init__(elevens(), rng)

    def contains_pair_sum_11(self, places: Iterable[int]) -> bool:
        """Do two of the cards at these places make 11?"""
        return self.contains_pair_sum(places)

    def contains_jqk(self, places: Iterable[int]) -> bool:
        """Are a jack, a queen and a king among the cards at these places?"""
        return self.contains_set(places)


class ThirteensBoard(MatchingBoard):
    """Ten places: pairs that make 13, the jack counting 11 and the queen 12; or a king."""

    def __init__(self, rng: Source = _SECURE) -> None:
        super().__init__(thirteens(), rng)

    def contains_king(self, places: Iterable[int]) -> bool:
        """Is a king among the cards at these places?"""
        return self.contains_set(places)


class TensBoard(MatchingBoard):
    """Fifteen places, or thirteen: pairs that make 10; or four tens, jacks, queens or kings."""

    def __init__(self, rng: Source = _SECURE, size: int = 15) -> None:
        super().__init__(tens(board_size=size), rng)

    def contains_four(self, places: Iterable[int]) -> bool:
        """Are all four tens, jacks, queens or kings among the cards at these places?"""
        return self.contains_set(places)


def demo(rng: Source) -> str:
    """What the assignment's Shuffler prints when it is run."""
    return Shuffler.trial(rng=rng)
