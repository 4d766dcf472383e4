"""Cards, bridge: write what is missing, one class after the other, and run `dealt check cards FILE.py` after each."""

from functools import total_ordering

from dealt.assignments.cards import Spot, Suit, Trick

WORDS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace"]
SHORT = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@total_ordering
class Card:
    """A card of a Suit and a Spot: Card(Suit.SPADES, Spot.KING). `total_ordering` makes > of < and ==."""

    def __init__(self, suit, spot):
        self.suit = suit
        self.spot = spot

    @property
    def ordinal(self):
        """0 for the two of clubs up to 51 for the ace of spades, suit by suit."""
        raise NotImplementedError

    def __eq__(self, other):
        """Have both the same ordinal? Anything that is no Card is not equal to one."""
        raise NotImplementedError

    def __hash__(self):
        """Equal cards have equal hashes."""
        raise NotImplementedError

    def __lt__(self, other):
        """Has this card the lower ordinal?"""
        raise NotImplementedError

    def __str__(self):
        return f"{WORDS[self.spot]} of {self.suit.name.capitalize()}"


class Player:
    """A player who holds a hand, sorted by suits."""

    def __init__(self):
        self.suits = {suit: [] for suit in Suit}

    def accept_card(self, card):
        """Put a card into its suit, which is sorted from the top."""
        raise NotImplementedError

    def __str__(self):
        """The hand as `6 5 2 of clubs, Q 6 of hearts`: each suit that is held, clubs first."""
        raise NotImplementedError

    def play(self, trick):
        """Choose a card, take it out of the hand, and return it. An empty trick is led to.

        Lead the highest card of the longest and strongest suit: the most cards; of suits as long as each other, the
        most cards that touch from the top down, as K Q J; of those, the highest top card. Follow with the highest card
        of the suit that was led if it would be winning, else with the lowest. Without that suit, throw the lowest card
        off.
        """
        raise NotImplementedError


class Bridge:
    """Four players, a leader, 13 tricks; players 0 and 2 are team 1, 1 and 3 team 2."""

    def __init__(self):
        self.players = [Player() for _ in range(4)]
        self.leader = 0
        self.lines = []

    def next(self, player):
        """The number of the next player."""
        raise NotImplementedError

    def deal(self):
        """Shuffle all cards and deal them one by one, beginning with player 0."""
        deck = [Card(suit, spot) for suit in Suit for spot in Spot]
        raise NotImplementedError

    def play(self):
        """Play 13 tricks. Trick() is a list that knows its `winner`, counted from the leader."""
        trick = Trick()
        raise NotImplementedError

    def tricks_of_team(self, team):
        """How many tricks team 1 or team 2 has won."""
        raise NotImplementedError

    def __str__(self):
        """The deal, the tricks and what both teams won, as the page of this assignment shows them."""
        return "\n".join(self.lines)
