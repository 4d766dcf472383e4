"""Somebody's classes for the Deuce manual, in plain Python: no line of the house's is used."""

import random
from collections import Counter
from functools import total_ordering
from itertools import combinations

KINDS = ["single", "pair", "triple", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush"]


@total_ordering
class Card:
    def __init__(self, index):
        self.index = index
        self.rank, self.suit = divmod(index, 4)

    def __eq__(self, other):
        return isinstance(other, Card) and self.index == other.index

    def __lt__(self, other):
        return self.index < other.index

    def __hash__(self):
        return self.index


def straight(cards):
    """The top card if five ranks follow each other: a two stands below a three, an ace at either end."""
    spots = sorted((card.rank + 3 if card.rank < 12 else 2, card) for card in cards)
    ways = [spots, sorted((1 if spot == 14 else spot, card) for spot, card in spots)]
    for way in ways:
        if [spot for spot, _ in way] == list(range(way[0][0], way[0][0] + 5)):
            return way[-1]
    return None


def worth(cards):
    """The kind of a combination and what compares it with others of its kind, None if it is none."""
    cards = sorted(cards)
    counts = Counter(card.rank for card in cards)
    most = counts.most_common(1)[0] if counts else (0, 0)
    if len(cards) < 4:
        if not cards or len(counts) != 1:
            return None
        return KINDS[len(cards) - 1], (cards[-1].index,)
    if len(cards) != 5:
        return None
    top, flush = straight(cards), len({card.suit for card in cards}) == 1
    if top and flush:
        return "straight_flush", (top[0], top[1].suit)
    if most[1] == 4:
        return "four_of_a_kind", (most[0],)
    if sorted(counts.values()) == [2, 3]:
        return "full_house", (most[0],)
    if flush:
        return "flush", (cards[0].suit, cards[-1].rank)
    return ("straight", (top[0], top[1].suit)) if top else None


def beats(cards, others):
    one, other = worth(cards), worth(others)
    if not one or not other or len(cards) != len(others):
        return False
    return (KINDS.index(one[0]), one[1]) > (KINDS.index(other[0]), other[1])


class Hand:
    def __init__(self, position):
        self.position, self.alias, self.cards, self.chosen = position, "", [], set()

    def set_alias(self, alias):
        self.alias = alias

    def get_cards(self, text):
        self.cards = sorted(Card(int(word)) for word in text.split())

    def select(self, place):
        self.chosen ^= {place}

    def play(self, combination):
        cards = [self.cards[place] for place in sorted(self.chosen)]
        if not worth(cards) or (combination and not beats(cards, combination)):
            return None
        self.cards = [card for card in self.cards if card not in cards]
        self.chosen = set()
        return cards


class AI(Hand):
    def get_cards(self, text):
        super().get_cards(text)
        self.find_all_combinations()

    def find_all_combinations(self):
        self.combinations = {kind: [] for kind in KINDS}
        self.abilities = {card: set() for card in self.cards}
        for size in (1, 2, 3, 5):
            for cards in combinations(self.cards, size):
                found = worth(cards)
                if found:
                    self.combinations[found[0]].append(list(cards))
                    ranks = [card.rank for card in cards]
                    for card in cards:
                        if found[0] != "four_of_a_kind" or ranks.count(card.rank) == 4:
                            self.abilities[card].add(found[0])

    def play(self, combination):
        for kind in KINDS:
            for cards in self.combinations[kind]:
                best = max(KINDS.index(able) for card in cards for able in self.abilities[card])
                if not combination or (
                    beats(cards, combination) and best <= KINDS.index(kind) and random.random() < 0.9
                ):
                    self.cards = [card for card in self.cards if card not in cards]
                    return cards
        return None


class Client:
    def __init__(self, alias, say=print, hear=input):
        self.alias, self.say, self.hear = alias, say, hear

    def send(self, message):
        self.say(message)

    def receive(self):
        return self.hear()


class AIClient(Client):
    def __init__(self, alias, position):
        super().__init__(alias)
        self.ai = AI(position)

    def send(self, message):
        word, *rest = message.split()
        if word == "cards":
            self.ai.get_cards(" ".join(rest))

    def receive(self):
        return " ".join(["play", *(str(card.index) for card in self.ai.play([]) or [])])
