"""Bridge and Spades as the Cards assignment has them: cards, tricks, players and games that change as they are played.

Thin objects over the rules and players of the house: who takes a trick, what may be played and what a style plays is
asked of :mod:`dealt.games.tricks` and :mod:`dealt.players.advice.robots`, which know nothing of these classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import total_ordering
from typing import Final

from dealt.cards import Cards, Source, card, mask, members, name, selection_shuffle
from dealt.games.bridge import Mini
from dealt.games.bridge.printing import SUITS, hand_in_words, in_words, printed_game, trick_in_words
from dealt.games.bridge.scoring import high_cards, long_suits, short_suits
from dealt.games.spades import SPADES
from dealt.games.spades import Spades as SpadesRules
from dealt.games.tricks import State, Tricks, best
from dealt.players.advice.robots import STYLES

__all__ = ["Bridge", "Card", "Player", "Spades", "Trick"]


@total_ordering
class Card:
    """A card by its ordinal, 13 * suit + spot: suits clubs, diamonds, hearts, spades, spots from the two to the ace.

    >>> Card(0), Card.named("As"), Card.named("As").ordinal, str(Card(23))
    (Card.named('2c'), Card.named('As'), 51, 'Queen of Diamonds')
    >>> Card(12) < Card(13), len({Card(7), Card(7)}), [str(one) for one in sorted([Card(40), Card(3)])]
    (True, 1, ['5 of Clubs', '3 of Spades'])
    """

    __slots__ = ("ordinal",)

    def __init__(self, ordinal: int) -> None:
        if not 0 <= ordinal < 52:
            raise ValueError(f"a card has an ordinal from 0 to 51, not {ordinal}")
        self.ordinal: Final = ordinal

    @classmethod
    def named(cls, written: str) -> Card:
        """The card that a text names, such as ``As`` or ``10h``; ValueError if it names none."""
        return cls.numbered(card(written))

    @classmethod
    def numbered(cls, number: int) -> Card:
        """The card that has this number in :mod:`dealt.cards`, where ranks come before suits; jokers are none."""
        return cls(13 * (number & 3) + (number >> 2))

    @property
    def suit(self) -> int:
        """0 for clubs up to 3 for spades."""
        return self.ordinal // 13

    @property
    def spot(self) -> int:
        """0 for a two up to 12 for an ace."""
        return self.ordinal % 13

    @property
    def number(self) -> int:
        """The card in :mod:`dealt.cards`."""
        return 4 * self.spot + self.suit

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.ordinal == other.ordinal

    def __lt__(self, other: Card) -> bool:
        return self.ordinal < other.ordinal

    def __hash__(self) -> int:
        return self.ordinal

    def __str__(self) -> str:
        return in_words(self.number)

    def __repr__(self) -> str:
        return f"Card.named({name(self.number)!r})"


class Trick(list[Card]):
    """The cards of a trick in the order played, which know who wins; trumps are a suit, or None.

    >>> trick = Trick(map(Card.named, ("Ks", "As", "6s", "2s")))
    >>> trick.winner, str(trick[trick.winner])
    (1, 'Ace of Spades')
    >>> Trick(map(Card.named, ("Ks", "As", "2h", "3s")), trumps=2).winner
    2
    """

    def __init__(self, some: Iterator[Card] | Sequence[Card] = (), trumps: int | None = None) -> None:
        super().__init__(some)
        self.trumps = trumps

    @property
    def winner(self) -> int:
        """Whose card wins so far, counted from the leader: 0 is the leader. ValueError before the first card."""
        if not self:
            raise ValueError("nobody wins a trick without cards")
        return best([one.number for one in self], self.trumps)

    def __str__(self) -> str:
        return ", ".join(map(str, self))


class Player:
    """A player with a number, a hand and a style: ``robot``, ``long``, ``duck`` or ``saver``.

    >>> player = Player(0)
    >>> for each in "6c Ad Qh 5c Kd 2c".split():
    ...     player.accept(Card.named(each))
    >>> print(player)
    Player 0: 6 5 2 of clubs, A K of diamonds, Q of hearts
    >>> player.suits[0]
    [Card.named('6c'), Card.named('5c'), Card.named('2c')]
    >>> trick = Trick([Card.named("10d")])
    >>> print(player.play(trick), len(trick), player.size)
    Ace of Diamonds 2 5
    """

    def __init__(self, number: int, style: str = "robot", rules: Tricks | None = None) -> None:
        if style not in STYLES:
            raise ValueError(f"there is no style {style}: there are {', '.join(STYLES)}")
        self.number = number
        self.style = style
        self.rules = rules or Mini(lead_rule="longest")
        self.suits: list[list[Card]] = [[] for _ in SUITS]
        self.seen: Cards = 0
        """The cards of earlier tricks, as this player remembers them."""

    @property
    def size(self) -> int:
        """How many cards the player holds."""
        return sum(map(len, self.suits))

    @property
    def hand(self) -> list[Card]:
        """All cards held, clubs first and high cards first in each suit."""
        return [one for suit in self.suits for one in suit]

    def accept(self, one: Card) -> None:
        """Put a card where it belongs: its suit is sorted from the top."""
        suit = self.suits[one.suit]
        suit.insert(sum(other > one for other in suit), one)

    def play(self, trick: Trick) -> Card:
        """Choose a card for the trick, lead it if there is none yet, and put it there; ValueError without a hand."""
        if not self.size:
            raise ValueError(f"player {self.number} has no cards")
        held = self._numbers
        hands = tuple(held if seat == self.number else 0 for seat in range(4))
        lying = tuple(one.number for one in trick)
        state = State(
            hands,
            self.number,
            (self.number - len(trick)) % 4,
            trick=lying,
            played=(self.seen, mask(lying), 0, 0),
        )
        style = STYLES[self.style](self.rules)
        one = Card.numbered(style.card(state, tuple(members(self.rules.playable(state)))))
        self.suits[one.suit].remove(one)
        trick.append(one)
        return one

    def remember(self, trick: Trick) -> None:
        """Keep a trick that is over in mind."""
        self.seen |= mask(one.number for one in trick)

    @property
    def high_cards(self) -> int:
        """Points for the bidding: ace 4, king 3, queen 2, jack 1."""
        return high_cards(self._numbers)

    @property
    def short_suits(self) -> int:
        """Points for short suits, of use only with trumps: void 3, singleton 2, doubleton 1."""
        return short_suits(self._numbers)

    @property
    def long_suits(self) -> int:
        """Points for long suits: one for each card over four."""
        return long_suits(self._numbers)

    @property
    def _numbers(self) -> Cards:
        return mask(one.number for one in self.hand)

    def __str__(self) -> str:
        return f"Player {self.number}: {hand_in_words(self._numbers)}"


class Bridge:
    """The assignment's game: four players, no auction and no trumps; players 0 and 2 are team 1, 1 and 3 team 2.

    >>> from random import Random
    >>> game = Bridge(styles=("long", "robot"))
    >>> game.deal(Random(1))
    >>> game.players[0].size, game.next(3)
    (13, 0)
    >>> trick = game.play_trick()
    >>> print(trick, game.leader)
    5 of Spades, King of Spades, 3 of Spades, Ace of Spades 3
    >>> game.play()
    >>> game.tricks_of_team(1) + game.tricks_of_team(2)
    13
    """

    trumps: int | None = None

    def __init__(self, leader: int = 0, styles: Sequence[str] = ("robot",), lead_rule: str = "longest") -> None:
        """Styles are repeated: two stand for the two teams. ``lead_rule`` is ``longest`` or ``highest``."""
        self.rules = self.made(lead_rule)
        self.players = [Player(n, styles[n % len(styles)], self.rules) for n in range(4)]
        self.leader = leader
        self.won = [0, 0, 0, 0]
        self.tricks: list[tuple[int, Trick]] = []
        """The tricks that are over, each after its leader."""
        self.dealt: tuple[Cards, ...] = (0, 0, 0, 0)

    def made(self, lead_rule: str) -> Tricks:
        """The rules by which it is played."""
        return Mini(lead_rule=lead_rule)

    @staticmethod
    def next(player: int) -> int:
        """The number of the next player."""
        return (player + 1) % 4

    def deal(self, rng: Source) -> None:
        """Shuffle all cards and deal them one by one, beginning with player 0."""
        deck = [Card(ordinal) for ordinal in range(52)]
        selection_shuffle(deck, rng)
        player = 0
        for one in deck:
            self.players[player].accept(one)
            player = self.next(player)

    def play_trick(self) -> Trick:
        """One trick: everybody plays to it, and its winner leads the next."""
        if not self.tricks:
            self.dealt = tuple(mask(one.number for one in each.hand) for each in self.players)
        trick, leader, player = Trick(trumps=self.trumps), self.leader, self.leader
        for _ in self.players:
            self.players[player].play(trick)
            player = self.next(player)
        for each in self.players:
            each.remember(trick)
        self.tricks.append((leader, trick))
        self.leader = (leader + trick.winner) % 4
        self.won[self.leader] += 1
        return trick

    def play(self) -> None:
        """All tricks."""
        while self.players[self.leader].size:
            self.play_trick()

    def tricks_of_team(self, team: int) -> int:
        """How many tricks team 1 or team 2 has taken."""
        return self.won[team - 1] + self.won[team + 1]

    def trick_text(self, number: int) -> str:
        """A trick that is over, counted from 0, as the assignment prints it."""
        leader, trick = self.tricks[number]
        return trick_in_words(leader, [one.number for one in trick])

    def __str__(self) -> str:
        """The deal, the tricks and what the teams took, once a trick is played; before that the hands."""
        if not self.tricks:
            return "\n".join(map(str, self.players))
        tricks = [(leader, [one.number for one in trick]) for leader, trick in self.tricks]
        return printed_game(self.dealt, tricks, self.won)


class Spades(Bridge):
    """The same with spades as trumps: the assignment's Spades without bids."""

    trumps = SPADES

    def made(self, lead_rule: str) -> Tricks:
        return SpadesRules(mode="simple", lead_rule=lead_rule)
