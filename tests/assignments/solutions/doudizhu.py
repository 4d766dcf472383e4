"""Somebody's classes for the Dou Dizhu note, in plain Python: no line of the house's is used."""

import random
from collections import Counter
from itertools import combinations

ORDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ"]


class Card:
    def __init__(self, name):
        self.name = name
        self.rank = name if name in ("BJ", "RJ") else name[:-1].replace("T", "10")
        self.strength = ORDER.index(self.rank)

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __lt__(self, other):
        return self.strength < other.strength

    def __gt__(self, other):
        return self.strength > other.strength


class CardArray(list):
    def __init__(self, cards=()):
        super().__init__(sorted(cards, key=lambda card: card.strength, reverse=True))


def row(ranks, least):
    """Do these ranks follow each other, none above the ace, and are they enough?"""
    ranks = sorted(ranks)
    return len(ranks) >= least and ranks == list(range(ranks[0], ranks[0] + len(ranks))) and ranks[-1] <= 11


def worth(cards):
    """The kind of a combination, its size and what compares it, None if it is none."""
    counts = Counter(card.strength for card in cards)
    sizes = sorted(counts.values(), reverse=True)
    top, size, of = max(counts, default=0), len(cards), {n: [r for r in counts if counts[r] == n] for n in (1, 2, 3, 4)}
    if size == 2 and set(counts) == {13, 14}:
        return "rocket", 2, 0
    if len(counts) == 1:
        return ("single", "pair", "triplet", "bomb")[size - 1], size, top
    if sizes == [3, 1]:
        return "triplet and single", 4, of[3][0]
    if sizes == [3, 2]:
        return "triplet and pair", 5, of[3][0]
    for copies, least, kind in ((1, 5, "sequence"), (2, 3, "pairs"), (3, 2, "triplets")):
        if set(sizes) == {copies} and row(counts, least):
            return kind, size, top
    jokers = {13, 14} <= set(counts)
    if sizes == [4, 1, 1] and not jokers:
        return "quadplex and singles", 6, of[4][0]
    if sizes == [4, 2, 2]:
        return "quadplex and pairs", 8, of[4][0]
    for n in range(2, 6):
        for body in combinations(of[3], n):
            rest = [r for r in counts if r not in body]
            long = any(counts[r] >= 3 and row((*body, r), 2) for r in rest)
            if not row(body, 2) or long:
                continue
            if size == 4 * n and len(rest) == n and all(counts[r] == 1 for r in rest) and not jokers:
                return "triplets and singles", size, max(body)
            if size == 5 * n and len(rest) == n and all(counts[r] == 2 for r in rest):
                return "triplets and pairs", size, max(body)
    return None


class AI:
    def __init__(self, alias):
        self.alias, self.identity, self.cards = alias, "farmer", CardArray()

    def take(self, cards):
        self.cards = CardArray([*self.cards, *cards])

    def bid(self, highest):
        return highest + 1 if highest < 3 and sum(card.strength > 11 for card in self.cards) > 2 else 0

    def legal_play(self, cards, current):
        one = worth(cards) if cards else None
        if one is None or any(card not in self.cards for card in cards):
            return False
        if not current:
            return True
        other = worth(current)
        if one[0] == "rocket" or other[0] == "rocket":
            return one[0] == "rocket"
        if one[0] == "bomb" and other[0] != "bomb":
            return True
        return one[:2] == other[:2] and one[2] > other[2]

    def give_card(self, current, by="landlord"):
        if current and by == self.identity == "farmer":
            return None
        small = sorted(self.cards, key=lambda card: card.strength)
        for size, rocket in [(len(current), False), (4, False), (2, True)] if current else [(1, False)]:
            for cards in combinations(small, size):
                if ({card.rank for card in cards} == {"BJ", "RJ"}) == rocket and self.legal_play(cards, current):
                    self.cards = CardArray(card for card in self.cards if card not in cards)
                    return CardArray(cards)
        return None


class MyPlay(AI):
    def __init__(self, alias, read=input, write=print):
        super().__init__(alias)
        self.read, self.write = read, write

    def give_card(self, current, by="landlord"):
        self.write(f"{self.alias}: {' '.join(card.rank for card in self.cards)}")
        while True:
            ranks, cards, left = self.read().split(), [], list(self.cards)
            for rank in ranks:
                card = next((each for each in left if each.rank == rank), None)
                if card:
                    cards.append(card)
                    left.remove(card)
            if len(cards) == len(ranks) and self.legal_play(cards, current):
                self.cards = CardArray(left)
                return CardArray(cards)
            self.write("Not that.")


class Console:
    def __init__(self, players, write=print):
        self.players, self.write = players, write

    def main(self, seed=None):
        deck = [Card(rank + suit) for rank in ORDER[:13] for suit in "cdhs"] + [Card("BJ"), Card("RJ")]
        random.Random(seed).shuffle(deck)
        for n, player in enumerate(self.players):
            player.identity, player.cards = "farmer", CardArray(deck[17 * n : 17 * n + 17])
        turn = max(range(3), key=lambda n: self.players[n].bid(0))
        self.players[turn].identity = "landlord"
        self.players[turn].take(deck[51:])
        self.write(f"{self.players[turn].alias} is the landlord.")
        current, owner = [], turn
        while all(player.cards for player in self.players):
            if turn == owner:
                current = []
            given = self.players[turn].give_card(current, self.players[owner].identity)
            self.write(f"{self.players[turn].alias}: {' '.join(card.rank for card in given or []) or 'pass'}")
            if given:
                current, owner = given, turn
            turn = (turn + 1) % 3
        self.write(f"The {self.players[owner].identity} has won.")
