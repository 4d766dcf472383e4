"""The Elevens assignment as a student may hand it in: plain Python, without anything of ours."""

import random
from abc import ABC, abstractmethod


class Card:
    def __init__(self, rank, suit, value):
        self.rank = rank
        self.suit = suit
        self.value = value

    def __eq__(self, other):
        if not isinstance(other, Card):
            return False
        return self.rank == other.rank and self.suit == other.suit and self.value == other.value

    def __str__(self):
        return f"{self.rank} of {self.suit} (point value = {self.value})"


class Deck:
    def __init__(self, ranks, suits, values):
        self.cards = []
        for suit in suits:
            for position in range(len(ranks)):
                self.cards.append(Card(ranks[position], suit, values[position]))
        self.size = len(self.cards)
        self.shuffle()

    @property
    def is_empty(self):
        return self.size == 0

    def shuffle(self):
        self.size = len(self.cards)
        for k in range(len(self.cards) - 1, 0, -1):
            r = random.randint(0, k)
            self.cards[k], self.cards[r] = self.cards[r], self.cards[k]

    def deal(self):
        if self.is_empty:
            return None
        self.size -= 1
        return self.cards[self.size]


class Shuffler:
    @staticmethod
    def perfect_shuffle(values):
        shuffled = [None] * len(values)
        half = (len(values) + 1) // 2
        k = 0
        for j in range(half):
            shuffled[k] = values[j]
            k += 2
        k = 1
        for j in range(half, len(values)):
            shuffled[k] = values[j]
            k += 2
        return shuffled

    @staticmethod
    def selection_shuffle(values):
        for k in range(len(values) - 1, 0, -1):
            r = random.randint(0, k)
            values[k], values[r] = values[r], values[k]


class Board(ABC):
    def __init__(self, size, deck):
        self.deck = deck
        self.cards = [deck.deal() for _ in range(size)]

    @property
    def size(self):
        return len(self.cards)

    @property
    def deck_size(self):
        return self.deck.size

    def card_at(self, k):
        return self.cards[k]

    def card_indexes(self):
        return [k for k in range(len(self.cards)) if self.cards[k] is not None]

    def replace(self, selected):
        for k in sorted(selected):
            self.cards[k] = self.deck.deal()

    def is_won(self):
        return self.deck.is_empty and self.card_indexes() == []

    @abstractmethod
    def is_legal(self, selected): ...

    @abstractmethod
    def another_play_is_possible(self): ...


class ElevensBoard(Board):
    RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"]
    SUITS = ["spades", "hearts", "diamonds", "clubs"]
    VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0]

    def __init__(self):
        super().__init__(9, Deck(self.RANKS, self.SUITS, self.VALUES))

    def contains_jqk(self, selected):
        found_jack = found_queen = found_king = False
        for k in selected:
            if self.card_at(k).rank == "jack":
                found_jack = True
            if self.card_at(k).rank == "queen":
                found_queen = True
            if self.card_at(k).rank == "king":
                found_king = True
        return found_jack and found_queen and found_king

    def contains_pair_sum_11(self, selected):
        for i in range(len(selected)):
            for j in range(i + 1, len(selected)):
                if self.card_at(selected[i]).value + self.card_at(selected[j]).value == 11:
                    return True
        return False

    def another_play_is_possible(self):
        places = self.card_indexes()
        return self.contains_jqk(places) or self.contains_pair_sum_11(places)

    def is_legal(self, selected):
        if len(selected) == 2:
            return self.contains_pair_sum_11(selected)
        if len(selected) == 3:
            return self.contains_jqk(selected)
        return False


class ThirteensBoard(ElevensBoard):
    VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0]

    def __init__(self):
        Board.__init__(self, 10, Deck(self.RANKS, self.SUITS, self.VALUES))

    def pair(self, selected):
        return any(self.card_at(i).value + self.card_at(j).value == 13 for i in selected for j in selected if i < j)

    def another_play_is_possible(self):
        places = self.card_indexes()
        return self.pair(places) or any(self.card_at(k).rank == "king" for k in places)

    def is_legal(self, selected):
        if len(selected) == 1:
            return self.card_at(selected[0]).rank == "king"
        return len(selected) == 2 and self.pair(selected)


class TensBoard(ElevensBoard):
    VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]

    def __init__(self):
        Board.__init__(self, 15, Deck(self.RANKS, self.SUITS, self.VALUES))

    def four(self, selected):
        ranks = [self.card_at(k).rank for k in selected]
        return any(ranks.count(rank) == 4 for rank in ("10", "jack", "queen", "king"))

    def pair(self, selected):
        return any(self.card_at(i).value + self.card_at(j).value == 10 for i in selected for j in selected if i < j)

    def another_play_is_possible(self):
        return self.pair(self.card_indexes()) or self.four(self.card_indexes())

    def is_legal(self, selected):
        if len(selected) == 4:
            return self.four(selected)
        return len(selected) == 2 and self.pair(selected)
