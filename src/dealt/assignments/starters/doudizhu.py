"""Dou Dizhu (HuanLeDouDiZhu): write what is missing, and run `dealt check doudizhu FILE.py` after each method."""

ORDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ"]


class Card:
    """A card by its name: `3d`, `10s`, `Ks`, `BJ` and `RJ` for the black and the red joker."""

    def __init__(self, name):
        self.name = name

    @property
    def rank(self):
        """The name without the suit, one of ORDER."""
        raise NotImplementedError

    def __eq__(self, other):
        """The very same card."""
        raise NotImplementedError

    def __hash__(self):
        return hash(self.name)

    def __lt__(self, other):
        """Of a lower rank; suits mean nothing."""
        raise NotImplementedError

    def __gt__(self, other):
        raise NotImplementedError


class CardArray(list):
    """Cards in order, from the red joker down to the threes."""

    def __init__(self, cards=()):
        super().__init__(cards)
        raise NotImplementedError


class AI:
    """A computer player with an identity, "farmer" or "landlord", and ordered cards."""

    def __init__(self, alias):
        self.alias = alias
        self.identity = "farmer"
        self.cards = CardArray()

    def take(self, cards):
        """Put cards into the array, in order."""
        raise NotImplementedError

    def bid(self, highest):
        """1 to 3, more than the highest bid so far, or 0 to pass."""
        raise NotImplementedError

    def legal_play(self, cards, current):
        """True or False: may these cards be played on the current ones, or led if that list is empty?"""
        raise NotImplementedError

    def give_card(self, current, by="landlord"):
        """Give the smallest legal cards: a CardArray, whose cards leave the hand, or None for a pass.

        `by` is the identity of whoever played `current`.
        """
        raise NotImplementedError


class MyPlay(AI):
    """A person: `write` shows the hand, `read` returns what they type, such as "5 5", until it is legal."""

    def __init__(self, alias, read=input, write=print):
        super().__init__(alias)
        self.read = read
        self.write = write

    def give_card(self, current, by="landlord"):
        raise NotImplementedError


class Console:
    """The table: three players, the auction and the play."""

    def __init__(self, players, write=print):
        self.players = players
        self.write = write

    def main(self, seed=None):
        """Shuffle by the seed, deal 17 cards each and three for the landlord, bid, and play to the end."""
        raise NotImplementedError
