"""Draw poker as a student may hand it in: plain Python."""

from enum import Enum

SHORT = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SPOTS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace"]

Rank = Enum(
    "Rank",
    "NO_PAIR ONE_PAIR TWO_PAIR THREE_OF_A_KIND STRAIGHT FLUSH FULL_HOUSE FOUR_OF_A_KIND STRAIGHT_FLUSH",
)


class Card:
    def __init__(self, suit, spot):
        self.suit = suit
        self.spot = spot

    def short(self):
        return SHORT[self.spot] + self.suit.name[0]

    def __str__(self):
        return SPOTS[self.spot] + " of " + self.suit.name.capitalize()


class Hand:
    def __init__(self, cards):
        self.cards = list(cards)

    @property
    def sorted(self):
        return sorted(self.cards, key=lambda card: (card.spot, card.suit))

    @property
    def counts(self):
        counts = {}
        for card in self.cards:
            counts[card.spot] = counts.get(card.spot, 0) + 1
        return counts

    @property
    def rank(self):
        counts = list(self.counts.values())
        if 4 in counts:
            return Rank.FOUR_OF_A_KIND
        if 3 in counts:
            if 2 in counts:
                return Rank.FULL_HOUSE
            return Rank.THREE_OF_A_KIND
        if 2 in counts:
            if len(counts) == 3:
                return Rank.TWO_PAIR
            return Rank.ONE_PAIR
        straight = self.sorted[4].spot - self.sorted[0].spot == 4
        flush = all(card.suit == self.cards[0].suit for card in self.cards)
        if straight and flush:
            return Rank.STRAIGHT_FLUSH
        if straight:
            return Rank.STRAIGHT
        if flush:
            return Rank.FLUSH
        return Rank.NO_PAIR

    def cards_to_draw(self):
        if self.rank in (Rank.ONE_PAIR, Rank.TWO_PAIR, Rank.THREE_OF_A_KIND):
            return [card for card in self.cards if self.counts[card.spot] == 1]
        if self.rank == Rank.NO_PAIR:
            return self.sorted[:3]
        return []

    @property
    def number_to_draw(self):
        return len(self.cards_to_draw())

    def draw(self, cards):
        gone = self.cards_to_draw()
        self.cards = [card for card in self.cards if card not in gone]
        self.cards.extend(cards)

    def __str__(self):
        return " ".join(card.short() for card in self.cards)
