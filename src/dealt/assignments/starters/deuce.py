"""Deuce, Big Two: write what is missing, and run `dealt check deuce FILE.py` after each method."""


class Card:
    """A card by its index: 0 is the three of diamonds, 51 the two of spades. Suits: diamonds 0 to spades 3."""

    def __init__(self, index):
        self.index = index

    @property
    def rank(self):
        """0 for a three up to 12 for a two."""
        raise NotImplementedError

    @property
    def suit(self):
        """0 for diamonds, 1 clubs, 2 hearts, 3 spades."""
        raise NotImplementedError

    def __eq__(self, other):
        raise NotImplementedError

    def __lt__(self, other):
        """A card with a lower index is weaker. Also write __gt__, or look up functools.total_ordering."""
        raise NotImplementedError

    def __hash__(self):
        raise NotImplementedError


class Hand:
    """The cards of a player at a position: 0 South, 1 East, 2 North, 3 West."""

    def __init__(self, position):
        self.position = position
        self.alias = ""
        self.cards = []

    def set_alias(self, alias):
        self.alias = alias

    def get_cards(self, text):
        """Take the cards whose indexes stand in a text, such as "45 23 1", and sort them."""
        raise NotImplementedError

    def select(self, place):
        """Select the card at a place of `cards`, or put it back if it is selected."""
        raise NotImplementedError

    def play(self, combination):
        """Play the selected cards on a list of cards, on an empty one to lead.

        Return the list of cards, which leave the hand, or None if that is illegal: then the hand stays as it is.
        """
        raise NotImplementedError


class AI(Hand):
    """A hand that thinks."""

    def __init__(self, position):
        super().__init__(position)
        self.combinations = {}
        self.abilities = {}

    def get_cards(self, text):
        """As every hand; then find what it can form."""
        super().get_cards(text)
        self.find_all_combinations()

    def find_all_combinations(self):
        """Fill `combinations`, a dict of kinds and lists of combinations, and `abilities`, a dict of cards and kinds.

        The kinds are "single", "pair", "triple", "straight", "flush", "full_house", "four_of_a_kind" and
        "straight_flush". Every card of a combination has its kind among its abilities, but not the odd card of a four.
        """
        raise NotImplementedError

    def play(self, combination):
        """Choose cards that beat the combination, play them and return them, or pass with None.

        Break no better combination of the hand, and play what you have found only with a probability, such as 0.9.
        With nothing to beat, lead something.
        """
        raise NotImplementedError
