"""The Cards assignment as a student may hand it in: plain Python; Suit and Spot come with the assignment."""

import random

from dealt.assignments.cards import Spot, Suit

SPOTS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace"]
SHORT = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


class Card:
    def __init__(self, suit, spot):
        self.suit = suit
        self.spot = spot

    def ordinal(self):
        return self.suit * len(Spot) + self.spot

    def __eq__(self, other):
        if not isinstance(other, Card):
            return False
        return self.ordinal() == other.ordinal()

    def __hash__(self):
        return self.ordinal()

    def __lt__(self, other):
        return self.ordinal() < other.ordinal()

    def __str__(self):
        return SPOTS[self.spot] + " of " + self.suit.name.capitalize()


class Trick(list):
    trumps = None

    @property
    def winner(self):
        best = 0
        for place in range(1, len(self)):
            if self[place].suit == self[best].suit:
                if self[place].spot > self[best].spot:
                    best = place
            elif self[place].suit == self.trumps:
                best = place
        return best


class Player:
    def __init__(self):
        self.cards = {suit: [] for suit in Suit}

    def accept_card(self, card):
        self.cards[card.suit].append(card)
        self.cards[card.suit].sort(reverse=True)

    def play(self, trick):
        if len(trick) == 0:
            card = self.lead()
        else:
            own = self.cards[trick[0].suit]
            card = self.follow(trick, own) if own else self.lowest()
        self.cards[card.suit].remove(card)
        return card

    def lead(self):
        def worth(suit):
            own = self.cards[suit]
            run = 0
            while run < len(own) and own[run].spot == own[0].spot - run:
                run += 1
            return len(own), run, own[0].spot if own else -1

        return self.cards[max(Suit, key=worth)][0]

    def follow(self, trick, own):
        winning = trick[trick.winner]
        if own[0].suit == winning.suit and own[0].spot > winning.spot:
            return own[0]
        return own[-1]

    def lowest(self):
        last = [own[-1] for own in self.cards.values() if own]
        return min(last, key=lambda card: card.spot)

    def __str__(self):
        suits = []
        for suit, own in self.cards.items():
            if own:
                suits.append(" ".join(SHORT[card.spot] for card in own) + " of " + suit.name.lower())
        return ", ".join(suits)


class Bridge:
    trumps = None

    def __init__(self):
        self.players = [Player() for _ in range(4)]
        self.leader = 0
        self.lines = []
        self.won = [0, 0, 0, 0]

    def next(self, player):
        return (player + 1) % 4

    def deal(self):
        deck = [Card(suit, spot) for suit in Suit for spot in Spot]
        random.shuffle(deck)
        player = 0
        for card in deck:
            self.players[player].accept_card(card)
            player = self.next(player)

    def play(self):
        self.lines.append("The deal:")
        for number, player in enumerate(self.players):
            self.lines.append(f"Player {number}: {player}")
        for _ in range(13):
            trick = Trick()
            trick.trumps = self.trumps
            player = self.leader
            for _ in range(4):
                trick.append(self.players[player].play(trick))
                player = self.next(player)
            self.lines.append(f"Player {self.leader} leads ... " + ", ".join(str(card) for card in trick))
            self.leader = (self.leader + trick.winner) % 4
            self.won[self.leader] += 1
        self.lines.append(f"Team 1 won {self.tricks_of_team(1)} tricks.")
        self.lines.append(f"Team 2 won {self.tricks_of_team(2)} tricks.")

    def tricks_of_team(self, team):
        return self.won[team - 1] + self.won[team + 1]

    def __str__(self):
        return "\n".join(self.lines)


class Spades(Bridge):
    trumps = Suit.SPADES
