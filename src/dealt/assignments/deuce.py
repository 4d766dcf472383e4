"""Big Two as the Deuce manual describes its program: cards, hands, a hand that thinks, clients and their server.

Thin objects over the house: which cards form a combination and which combination beats another is asked of
:mod:`dealt.games.bigtwo`, and :class:`~dealt.table.Table` decides what may be played. None of them knows these classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import total_ordering
from random import Random, SystemRandom
from typing import Final

from dealt.cards import STANDARD, Cards, Source, card, mask, members, name, pretty, selection_shuffle
from dealt.game import Action
from dealt.games.bigtwo import RANKS, SUITS, BigTwo, kinds
from dealt.table import Illegal, Table

__all__ = [
    "ABILITIES",
    "AI",
    "CHANCE",
    "CLUBS",
    "DIAMONDS",
    "EAST",
    "HEARTS",
    "NORTH",
    "SOUTH",
    "SPADES",
    "WEST",
    "AIClient",
    "Card",
    "Client",
    "Deck",
    "Hand",
    "RuleSet",
    "Server",
    "demo",
]

DIAMONDS, CLUBS, HEARTS, SPADES = range(4)
SOUTH, EAST, NORTH, WEST = range(4)
"""Positions, counter-clockwise: the order of play of the manual."""
CHANCE: Final = 0.9
"""The manual's sample: how probable it is that the computer plays a combination that it has found."""

_RULES: Final = BigTwo()
_BY_INDEX: Final = tuple(sorted(STANDARD, key=_RULES.order.strength))
_INDEX: Final = {number: index for index, number in enumerate(_BY_INDEX)}
ABILITIES: Final = tuple(kind.name for kind in kinds(_RULES.options))
"""The kinds of combinations, the weakest first: what a card may be able to form."""


@total_ordering
class Card:
    """A card by its index: 0 for the three of diamonds up to 51 for the two of spades. A higher index is stronger.

    >>> Card(0), Card(51), Card.named("Ks").index, hash(Card(3)), Card(4) > Card(3)
    (Card.named('3d'), Card.named('2s'), 43, 3, True)
    >>> str(Card.named("10h")), Card.named("10h").suit == HEARTS
    ('10♥', True)
    """

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        if not 0 <= index < len(_BY_INDEX):
            raise ValueError(f"a card has an index from 0 to {len(_BY_INDEX) - 1}, not {index}")
        self.index: Final = index

    @classmethod
    def named(cls, written: str) -> Card:
        """The card that a text names, such as ``Ks`` or ``10h``; ValueError if it names none."""
        return cls.numbered(card(written))

    @classmethod
    def numbered(cls, number: int) -> Card:
        """The card that has this number in :mod:`dealt.cards`; ValueError for a joker."""
        if number not in _INDEX:
            raise ValueError(f"Big Two has no {name(number)}")
        return cls(_INDEX[number])

    @property
    def number(self) -> int:
        """The card in :mod:`dealt.cards`."""
        return _BY_INDEX[self.index]

    @property
    def rank(self) -> int:
        """0 for a three up to 12 for a two."""
        return self.index // len(SUITS)

    @property
    def suit(self) -> int:
        """0 diamonds, 1 clubs, 2 hearts, 3 spades."""
        return self.index % len(SUITS)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.index == other.index

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return pretty(self.number)

    def __repr__(self) -> str:
        return f"Card.named({name(self.number)!r})"


class Deck:
    """The fifty-two cards. ``shuffle`` brings all drawn cards back; ``draw`` takes from the top.

    >>> deck = Deck()
    >>> deck.shuffle(Random(1))
    >>> len({deck.draw() for _ in range(52)})
    52
    """

    def __init__(self) -> None:
        self._cards = [Card(index) for index in range(len(RANKS) * len(SUITS))]
        self._drawn = 0

    def shuffle(self, rng: Random | None = None) -> None:
        """Shuffle all cards, from a source that nobody can foretell unless one is given."""
        selection_shuffle(self._cards, rng or SystemRandom())
        self._drawn = 0

    def draw(self) -> Card:
        """The next card; IndexError when all are drawn."""
        if self._drawn == len(self._cards):
            raise IndexError("every card of the deck is drawn: shuffle it")
        self._drawn += 1
        return self._cards[self._drawn - 1]


class RuleSet:
    """The rules, asked about lists of cards. Nothing is kept, so nobody needs an object of this class."""

    @staticmethod
    def kind(some: Iterable[Card]) -> str | None:
        """The kind of combination that these cards form, one of ``ABILITIES``; None if they form none.

        >>> RuleSet.kind(map(Card.named, ("9s", "9h", "9d", "4s", "4h")))
        'full_house'
        >>> RuleSet.kind(map(Card.named, ("9s", "9h", "4s"))) is None
        True
        """
        return _RULES.classify(_numbers(some))

    @staticmethod
    def beats(play: Iterable[Card], previous: Iterable[Card]) -> bool:
        """Does one combination beat another? False if either is none.

        >>> pair, lower = map(Card.named, ("9s", "9d")), map(Card.named, ("9h", "9c"))
        >>> RuleSet.beats(pair, lower)
        True
        """
        return _RULES.beats(_numbers(play), _numbers(previous))


class Hand:
    """The cards of one player: at a position, under an alias, some of them selected.

    >>> hand = Hand(NORTH)
    >>> hand.get_cards("45 23 1 2 34 5 3 42 37 12 22 10 9")
    >>> print(hand)
    3♣ 3♥ 3♠ 4♣ 5♣ 5♥ 6♦ 8♥ 8♠ J♥ Q♣ K♥ A♣
    >>> hand.select(0); hand.select(3); hand.play([]), hand.size
    (None, 13)
    >>> hand.select(3); hand.select(1)
    >>> hand.play([]), hand.size
    ([Card.named('3c'), Card.named('3h')], 11)
    """

    def __init__(self, position: int) -> None:
        """ValueError unless the position is ``SOUTH``, ``EAST``, ``NORTH`` or ``WEST``."""
        if position not in (SOUTH, EAST, NORTH, WEST):
            raise ValueError(f"a position is a number from 0 to 3, not {position}")
        self.position = position
        self.alias = ""
        self.cards: list[Card] = []
        """The cards, the weakest first."""
        self.selected: set[int] = set()
        """The places of the selected cards, counted from 0."""

    @property
    def size(self) -> int:
        """The number of cards left."""
        return len(self.cards)

    def set_alias(self, alias: str) -> None:
        """The name that is shown at the hand."""
        self.alias = alias

    def get_cards(self, written: str) -> None:
        """Take the cards whose indexes stand in a text and sort them; ValueError if one is none or is there twice."""
        self.cards = sorted(Card(int(each)) for each in written.split())
        if len(set(self.cards)) != len(self.cards):
            raise ValueError(f"a card is there twice in {written!r}")
        self.selected.clear()

    def select(self, place: int) -> None:
        """Select the card at a place, or put it back if it is selected; IndexError where no card is."""
        if not 0 <= place < self.size:
            raise IndexError(f"there is no card at place {place}: the hand has {self.size}")
        self.selected ^= {place}

    @property
    def selection(self) -> list[Card]:
        """The selected cards, the weakest first."""
        return [self.cards[place] for place in sorted(self.selected)]

    def play(self, combination: Sequence[Card]) -> list[Card] | None:
        """Play the selected cards on a combination, on an empty one to lead.

        Returns the cards, which leave the hand; None if they form no combination or don't beat it: then the hand stays
        as it is, and so does the selection.
        """
        chosen = self.selection
        if RuleSet.kind(chosen) is None or (combination and not RuleSet.beats(chosen, combination)):
            return None
        self._remove(chosen)
        return chosen

    def _remove(self, some: Sequence[Card]) -> None:
        self.cards = [one for one in self.cards if one not in some]
        self.selected.clear()

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


class AI(Hand):
    """A hand that thinks: it plays by the abilities of its cards, as the manual's chapter on the computer tells.

    It finds all combinations and notes at each card what that card can form. It doesn't break a better combination to
    win with a lesser one, unless a rival is about to go out, and it plays what it has found only with ``CHANCE``.

    >>> ai = AI(EAST, Random(1))
    >>> ai.get_cards(" ".join(str(Card.named(each).index) for each in ("8d", "8s", "Kd", "Kc", "Kh", "Ks")))
    >>> print(ai.describe(Card.named("Ks")))
    K♠: single, pair, triple, full_house, four_of_a_kind
    >>> jacks = [Card.named("Jc"), Card.named("Jh")]
    >>> ai.play(jacks) is None                     # two kings would break the four
    True
    >>> ai.hears(SOUTH, jacks, left=1)
    >>> [str(one) for one in ai.play(jacks) or ()]  # South has one card left: nothing is spared now
    ['K♦', 'K♣']
    """

    DANGER: Final = 2
    """A rival with this number of cards, or fewer, is about to go out."""

    def __init__(self, position: int, rng: Random | None = None, chance: float = CHANCE) -> None:
        """``chance`` is how probable it is that a combination that is found is played."""
        super().__init__(position)
        self.rng = rng or SystemRandom()
        self.chance = chance
        self.combinations: dict[str, list[list[Card]]] = {}
        """The combinations in the hand by kind, the weakest first."""
        self.abilities: dict[Card, tuple[str, ...]] = {}
        """What each card can form, the weakest first."""
        self.left: dict[int, int] = {}
        """The number of cards of each rival, as far as it was told."""
        self.last: dict[int, list[Card]] = {}
        """The newest combination of each rival."""

    def get_cards(self, written: str) -> None:
        """As every hand, and begin a deal: nothing of the one before is remembered."""
        super().get_cards(written)
        self.left.clear()
        self.last.clear()
        self.find_all_combinations()

    def find_all_combinations(self) -> None:
        """Fill ``combinations`` and ``abilities``. The odd card of a four of a kind has no part in its ability."""
        book = _RULES.combinations
        self.combinations = {kind: [] for kind in ABILITIES}
        able: dict[Card, set[str]] = {one: set() for one in self.cards}
        for row in book.rows_in(_numbers(self.cards)):
            kind = book.kinds[book.kind[row]]
            found = sorted(map(Card.numbered, members(book.cards[row])))
            self.combinations[kind.name].append(found)
            ranks = [one.rank for one in found]
            for one in found:
                if not (kind.copies > kind.kicker == 1 and ranks.count(one.rank) == 1):
                    able[one].add(kind.name)
        self.abilities = {one: tuple(each for each in ABILITIES if each in kinds) for one, kinds in able.items()}

    def describe(self, one: Card) -> str:
        """What a card of the hand can form, as text; KeyError if it isn't in the hand."""
        return f"{one}: {', '.join(self.abilities[one])}"

    def hears(self, position: int, combination: Sequence[Card], left: int) -> None:
        """A rival played a combination, or passed with an empty one, and has ``left`` cards now."""
        self.left[position] = left
        if combination:
            self.last[position] = list(combination)

    def play(self, combination: Sequence[Card]) -> list[Card] | None:
        """Choose and play: the cards, which leave the hand, or None for a pass. A hand that leads never passes."""
        chosen = self._answer(combination) if combination else self._lead()
        if chosen is not None:
            self._remove(chosen)
            self.find_all_combinations()
        return chosen

    def breaks(self, some: Sequence[Card]) -> bool:
        """Would these cards be missed in a better combination?"""
        kind = ABILITIES.index(RuleSet.kind(some) or ABILITIES[0])
        return any(ABILITIES.index(self.abilities[one][-1]) > kind for one in some)

    def _lead(self) -> list[Card]:
        """The best that the weakest card can form, of that kind the weakest."""
        weakest = self.cards[0]
        return next(each for each in self.combinations[self.abilities[weakest][-1]] if weakest in each)

    def _answer(self, combination: Sequence[Card]) -> list[Card] | None:
        danger = min(self.left.values(), default=13) <= self.DANGER
        for kind in ABILITIES:
            for each in self.combinations[kind]:
                if not RuleSet.beats(each, combination):
                    continue
                last = len(each) == self.size
                if last or danger or (not self.breaks(each) and self.rng.random() < self.chance):
                    return each
        return None


class Client:
    """What the server knows of somebody at the table: a name, a way to tell them something and a way to hear them.

    Messages are lines of text: a word, then numbers, cards by their index. ``cards 0 7 12 ...`` is the hand dealt,
    ``turn`` asks for an answer, ``play POSITION LEFT INDEX ...`` is a play of anybody (a pass without indexes),
    ``new`` says that the table is clear, ``illegal`` refuses the answer before it, ``over POSITION`` ends the deal.
    An answer is ``play INDEX ...``, or ``play`` alone for a pass.
    """

    def __init__(self, alias: str, say: Callable[[str], None] = print, hear: Callable[[], str] = input) -> None:
        self.alias = alias
        self._say, self._hear = say, hear

    def send(self, message: str) -> None:
        """Tell them a message."""
        self._say(message)

    def receive(self) -> str:
        """Their answer."""
        return self._hear()


class AIClient(Client):
    """A client that is no connection: what is sent to it goes into an :class:`AI`, and that one answers."""

    def __init__(self, alias: str, position: int, rng: Random | None = None) -> None:
        super().__init__(alias)
        self.ai = AI(position, rng)
        self.ai.set_alias(alias)
        self._lying: list[Card] = []

    def send(self, message: str) -> None:
        word, *rest = message.split()
        if word == "cards":
            self.ai.get_cards(" ".join(rest))
            self._lying = []
        elif word == "play":
            position, left, *indexes = map(int, rest)
            cards = [Card(index) for index in indexes]
            self._lying = cards or self._lying
            if position != self.ai.position:
                self.ai.hears(position, cards, left)
        elif word == "new":
            self._lying = []

    def receive(self) -> str:
        played = self.ai.play(self._lying) or []
        return " ".join(["play", *(str(one.index) for one in played)])


class Server:
    """Four clients and a deal between them. It asks nobody whether they are people: that is what polymorphism is for.

    >>> rng = Random(5)
    >>> server = Server([AIClient(each, n, rng) for n, each in enumerate(("South", "East", "North", "West"))])
    >>> winner = server.play(bytes(32))
    >>> server.clients[winner].ai.size, server.table.score[server.seat(winner)], server.table.over
    (0, 0, True)
    """

    def __init__(self, clients: Sequence[Client]) -> None:
        """ValueError unless there are four."""
        if len(clients) != _RULES.seats:
            raise ValueError(f"the table has {_RULES.seats} seats, not {len(clients)}")
        self.clients = tuple(clients)
        self.table = Table(_RULES, bytes(32))

    def seat(self, position: int) -> int:
        """The seat of the house's table at a position: seats are numbered clockwise, positions counter-clockwise."""
        return -position % _RULES.seats

    def broadcast(self, message: str) -> None:
        """Tell everybody a message."""
        for client in self.clients:
            client.send(message)

    def play(self, seed: bytes) -> int:
        """Deal from a seed of 32 bytes and play to the end; the position of the winner."""
        self.table = table = Table(_RULES, seed)
        for position, client in enumerate(self.clients):
            dealt = sorted(map(Card.numbered, members(table.state.hands[self.seat(position)])))
            client.send(" ".join(["cards", *(str(one.index) for one in dealt)]))
        while table.turn:
            position = self.seat(table.turn[0])
            client = self.clients[position]
            client.send("turn")
            while not self.protocol(position, client.receive()):
                client.send("illegal")
        winner = self.seat(table.state.hands.index(0))
        self.broadcast(f"over {winner}")
        return winner

    def protocol(self, position: int, message: str) -> bool:
        """Carry out what a client says and tell everybody; False, and nothing changes, if that isn't possible."""
        word, *rest = message.split() or [""]
        seat = self.seat(position)
        try:
            some = _numbers(Card(int(each)) for each in rest)
            if word != "play":
                return False
            self.table.act(seat, Action("play", some) if rest else Action("pass"))
        except (Illegal, ValueError):
            return False
        left = self.table.state.hands[seat].bit_count()
        self.broadcast(" ".join(["play", str(position), str(left), *rest]))
        if self.table.turn and self.table.state.owner is None:
            self.broadcast("new")
        return True


def _numbers(some: Iterable[Card]) -> Cards:
    return mask(one.number for one in some)


def demo(rng: Source) -> str:
    """A deal between four computers, as one of them is told of it."""
    names = ("South", "East", "North", "West")
    chance = Random(rng.randrange(2**64))
    clients = [AIClient(each, position, chance) for position, each in enumerate(names)]
    lines: list[str] = []

    class Listener(AIClient):
        """A computer that also writes down what it hears."""

        def send(self, message: str) -> None:
            super().send(message)
            word, *rest = message.split()
            if word == "cards":
                lines.append(f"{self.alias}: {self.ai}")
            elif word == "play":
                position, left, *indexes = map(int, rest)
                some = " ".join(str(Card(index)) for index in indexes) or "pass"
                lines.append(f"{names[position]}: {some}" + (", last card" if left == 1 and indexes else ""))

    clients[SOUTH] = Listener("South", SOUTH, chance)
    winner = Server(clients).play(chance.randbytes(32))
    return "\n".join([*lines, f"{names[winner]} has won."])
