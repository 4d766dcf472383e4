"""Elevens: write what is missing, one class after the other, and run `dealt check elevens FILE.py` after each."""

from dealt.assignments.elevens import RANKS, SUITS, Board

VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0]  # one for each of RANKS, from the ace to the king


class Card:
    """A card: words for its rank and its suit, and its point value."""

    def __init__(self, rank, suit, value):
        """Keep all three as attributes of these names."""
        raise NotImplementedError

    def __eq__(self, other):
        """Are rank, suit and value equal? Anything that is no Card is not equal to one."""
        raise NotImplementedError

    def __str__(self):
        return f"{self.rank} of {self.suit} (point value = {self.value})"


class Deck:
    """A deck that shuffles itself. Dealt cards stay in its list, behind the mark `size`."""

    def __init__(self, ranks, suits, values):
        """Make a Card of every rank in every suit, values[n] being that of ranks[n]; then shuffle."""
        self.cards = []
        self.size = 0  # how many cards are still undealt
        raise NotImplementedError

    @property
    def is_empty(self):
        """Is every card dealt?"""
        raise NotImplementedError

    def shuffle(self):
        """Bring all dealt cards back and shuffle by selection."""
        raise NotImplementedError

    def deal(self):
        """The next card, from the end of those undealt; None when all are dealt."""
        raise NotImplementedError


class Shuffler:
    """Two ways to shuffle a list of any length."""

    @staticmethod
    def perfect_shuffle(values):
        """A new list that takes the halves in turn; of an odd number the first half has one more."""
        raise NotImplementedError

    @staticmethod
    def selection_shuffle(values):
        """Shuffle the list itself: swap each place, from the last one down, with one drawn from it and all before."""
        raise NotImplementedError


class ElevensBoard(Board):
    """Nine places. `self.card_at(place)` is the card at a place, `self.card_indexes()` are the places with a card."""

    def __init__(self):
        super().__init__(9, Deck(RANKS, SUITS, VALUES))

    def contains_jqk(self, places):
        """Are a jack, a queen and a king among the cards at these places?"""
        raise NotImplementedError

    def contains_pair_sum_11(self, places):
        """Do two of the cards at these places make 11?"""
        raise NotImplementedError

    def another_play_is_possible(self):
        """Does a pair that makes 11, or a jack, a queen and a king, lie anywhere on the board?"""
        raise NotImplementedError

    def is_legal(self, places):
        """Are these exactly a pair that makes 11, or exactly a jack, a queen and a king?"""
        raise NotImplementedError
