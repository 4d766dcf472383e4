"""Cards, draw poker: write what is missing, and run `dealt check poker FILE.py` after each method."""

SHORT = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
WORDS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace"]


class Card:
    """A card of a suit and a spot; `short` is how a hand prints it: `10S`."""

    def __init__(self, suit, spot):
        self.suit = suit
        self.spot = spot

    @property
    def short(self):
        return SHORT[self.spot] + self.suit.name[0]

    def __str__(self):
        return f"{WORDS[self.spot]} of {self.suit.name.capitalize()}"


class Hand:
    """Five cards in the order in which they came."""

    def __init__(self, cards):
        self.cards = list(cards)

    def __str__(self):
        """The cards as `2S 5S QS 10S 7S`."""
        raise NotImplementedError

    @property
    def sorted(self):
        """The cards from the lowest spot on, equal ones by suit."""
        raise NotImplementedError

    @property
    def counts(self):
        """How many cards of each spot: a dict."""
        raise NotImplementedError

    @property
    def rank(self):
        """no_pair, one_pair, two_pair, three_of_a_kind, straight, flush, full_house, four_of_a_kind, straight_flush."""
        raise NotImplementedError

    @property
    def number_to_draw(self):
        """How many cards to throw away: those that stand alone beside pairs and threes; none from a straight up."""
        raise NotImplementedError

    def draw(self, cards):
        """Throw as many away and take these instead."""
        raise NotImplementedError
