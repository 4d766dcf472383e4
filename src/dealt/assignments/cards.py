"""Bridge and Spades as the Cards assignment has them: cards, tricks, players and games that change as they are played.

Who takes a trick, what may be played and what a style plays is asked of :mod:`dealt.games.tricks` and
:mod:`dealt.players.advice.tricks.robots`; the classes hold no rule of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import total_ordering
from secrets import SystemRandom
from typing import Any, Final

from dealt.assignments.given.trick import Spot, Suit, Trick
from dealt.cards import Cards, Source, card, mask, members, name, selection_shuffle
from dealt.games.bridge import Mini
from dealt.games.bridge.printing import hand_in_words, in_words, printed_game, trick_in_words
from dealt.games.bridge.scoring import high_cards, long_suits, short_suits
from dealt.games.spades import SPADES
from dealt.games.spades import Spades as SpadesRules
from dealt.games.tricks import Tricks, TrickState
from dealt.games.tricks.core import told
from dealt.players.advice.tricks.robots import STYLES, Robot

__all__ = ["Bridge", "Card", "Player", "Spades", "Spot", "Style", "Suit", "Trick", "demo"]

_SECURE: Final = SystemRandom()


@total_ordering
class Card:
    """A card of a suit and a spot; its ``ordinal``, 13 * suit + spot, orders all 52.

    >>> Card(Suit.DIAMONDS, Spot.QUEEN).ordinal, str(Card(1, 10)), Card.named("As")
    (23, 'Queen of Diamonds', Card.named('As'))
    >>> Card(0, 12) < Card(1, 0), len({Card(2, 5), Card(2, 5)}), [str(one) for one in sorted([Card(3, 1), Card(0, 3)])]
    (True, 1, ['5 of Clubs', '3 of Spades'])
    """

    __slots__ = ("spot", "suit")

    def __init__(self, suit: int, spot: int) -> None:
        """ValueError if there is no such suit or spot."""
        self.suit: Final = Suit(suit)
        self.spot: Final = Spot(spot)

    @classmethod
    def named(cls, written: str) -> Card:
        """The card that a text names, such as ``As`` or ``10h``; ValueError if it names none."""
        return cls.numbered(card(written))

    @classmethod
    def numbered(cls, number: int) -> Card:
        """The card that has this number in :mod:`dealt.cards`, where ranks come before suits; jokers are none."""
        return cls(number & 3, number >> 2)

    @property
    def ordinal(self) -> int:
        """0 for the two of clubs up to 51 for the ace of spades, suit by suit."""
        return len(Spot) * self.suit + self.spot

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.ordinal == other.ordinal

    def __lt__(self, other: Card) -> bool:
        return self.ordinal < other.ordinal

    def __hash__(self) -> int:
        return self.ordinal

    def __str__(self) -> str:
        return in_words(_number(self))

    def __repr__(self) -> str:
        return f"Card.named({name(_number(self))!r})"


def _number(one: Any) -> int:
    """The card in :mod:`dealt.cards`; any card will do that has a suit and a spot."""
    return 4 * int(one.spot) + int(one.suit)


def _mask(some: Iterable[Card]) -> Cards:
    return mask(map(_number, some))


class Player:
    """A player who holds a hand, sorted by suits, and plays from it as the assignment says.

    A way to play of your own is a class derived from this one: give it a ``lead``, a ``follow`` or a ``throw_off``,
    and ask ``super()`` for what the style does where yours has no opinion.

    >>> player = Player()
    >>> for each in "6c Ad Qh 5c Kd 2c".split():
    ...     player.accept_card(Card.named(each))
    >>> print(player)
    6 5 2 of clubs, A K of diamonds, Q of hearts
    >>> print(player.play(Trick([Card.named("10d")])), player.size)
    Ace of Diamonds 5
    """

    style: str | type[Robot] = "robot"

    def __init__(self, number: int = 0, style: str | type[Robot] | None = None, rules: Tricks | None = None) -> None:
        """``style`` is a name of the house's styles, or a class of that kind; ValueError if there is no such name."""
        style = self.style if style is None else style
        if isinstance(style, str) and style not in STYLES:
            raise ValueError(f"there is no style {style}: there are {', '.join(STYLES)}")
        self.number = number
        self.rules = rules or Mini(lead_rule="longest")
        self.suits: list[list[Card]] = [[] for _ in Suit]
        """The cards held, by suit, the high ones first."""
        self._style = (STYLES[style] if isinstance(style, str) else style)(self.rules)
        self._played, self._lacks, self._won = [0] * 4, [0] * 4, [0] * 4

    @property
    def size(self) -> int:
        """How many cards the player holds."""
        return sum(map(len, self.suits))

    @property
    def hand(self) -> list[Card]:
        """All cards held, clubs first and high cards first in each suit."""
        return [one for suit in self.suits for one in suit]

    def accept_card(self, card: Card) -> None:
        """Put a card where it belongs: its suit is sorted from the top."""
        suit = self.suits[card.suit]
        suit.insert(sum(other > card for other in suit), card)

    # --- the play

    def play(self, trick: Trick) -> Card:
        """Choose a card for the trick, or to lead if there is none in it yet, and take it out of the hand.

        ValueError without cards, or if a derived class chooses one that may not be played.
        """
        if not self.size:
            raise ValueError(f"player {self.number} has no cards")
        playable = self.playable(trick)
        if not trick:
            one = self.lead(trick)
        elif any(held.suit == trick[0].suit for held in playable):
            one = self.follow(trick)
        else:
            one = self.throw_off(trick)
        if one not in playable:
            raise ValueError(f"player {self.number} may not play {one}: choose among {', '.join(map(str, playable))}")
        self.suits[one.suit].remove(one)
        return one

    def lead(self, trick: Trick) -> Card:
        """The card to lead to an empty trick."""
        return self._styled(trick)

    def follow(self, trick: Trick) -> Card:
        """The card to play of the suit that was led."""
        return self._styled(trick)

    def throw_off(self, trick: Trick) -> Card:
        """The card to play without any of the suit that was led; in Spades it may be a trump."""
        return self._styled(trick)

    def playable(self, trick: Trick) -> list[Card]:
        """The cards that may be played to a trick."""
        return [Card.numbered(one) for one in members(self.rules.playable(self._state(trick)))]

    def wins(self, trick: Trick, one: Card) -> bool:
        """Would that card be winning the trick so far?"""
        return Trick((*trick, one), trick.trumps).winner == len(trick)

    def remember(self, leader: int, trick: Trick) -> None:
        """Keep a trick that is over in mind: who played what, who is out of a suit, who won it."""
        for place, one in enumerate(trick):
            seat = (leader + place) % 4
            self._played[seat] |= 1 << _number(one)
            self._lacks[seat] |= told(self.rules.row, _number(one), trick[0].suit, broken=True, first=False)
        self._won[(leader + trick.winner) % 4] += 1

    def _styled(self, trick: Trick) -> Card:
        state = self._state(trick)
        return Card.numbered(self._style.card(state, tuple(members(self.rules.playable(state)))))

    def _state(self, trick: Trick) -> TrickState:
        """What this player knows of the deal, as the rules have it."""
        hands = tuple(_mask(self.hand) if seat == self.number else 0 for seat in range(4))
        leader = (self.number - len(trick)) % 4
        played = list(self._played)
        for place, one in enumerate(trick):
            played[(leader + place) % 4] |= 1 << _number(one)
        return TrickState(
            hands,
            self.number,
            leader,
            trick=tuple(map(_number, trick)),
            won=tuple(self._won),
            lacks=tuple(self._lacks),
            played=tuple(played),
        )

    # --- for the bidding

    @property
    def high_cards(self) -> int:
        """Points for the bidding: ace 4, king 3, queen 2, jack 1."""
        return high_cards(_mask(self.hand))

    @property
    def short_suits(self) -> int:
        """Points for short suits, of use only with trumps: void 3, singleton 2, doubleton 1."""
        return short_suits(_mask(self.hand))

    @property
    def long_suits(self) -> int:
        """Points for long suits: one for each card over four."""
        return long_suits(_mask(self.hand))

    def __str__(self) -> str:
        return hand_in_words(_mask(self.hand))


Style = str | type[Player] | type[Robot]
"""How a player plays: a name of the house's styles, a class derived from ``Player``, or one of the house's kind."""


class Bridge:
    """The assignment's game: four players, no auction and no trumps; players 0 and 2 are team 1, 1 and 3 team 2.

    >>> from random import Random
    >>> class Careful(Player):
    ...     def lead(self, trick):
    ...         return min(self.hand, key=lambda one: one.spot)
    >>> game = Bridge(styles=(Careful, "robot"))
    >>> game.deal(Random(1))
    >>> game.players[0].size, game.next(3)
    (13, 0)
    >>> trick = game.play_trick()
    >>> print(trick, game.leader)
    2 of Diamonds, King of Diamonds, 7 of Diamonds, 3 of Diamonds 1
    >>> game.play()
    >>> game.tricks_of_team(1) + game.tricks_of_team(2)
    13
    """

    trumps: int | None = None

    def __init__(self, leader: int = 0, styles: Sequence[Style] = ("robot",), lead_rule: str = "longest") -> None:
        """Styles are repeated: two stand for the two teams. ``lead_rule`` is ``longest`` or ``highest``."""
        self.rules = self.made(lead_rule)
        self.players = [self._player(number, styles[number % len(styles)]) for number in range(4)]
        self.leader = leader
        self.won = [0, 0, 0, 0]
        self.tricks: list[tuple[int, Trick]] = []
        """The tricks that are over, each after its leader."""
        self.dealt: tuple[Cards, ...] = (0, 0, 0, 0)

    def _player(self, number: int, style: Style) -> Player:
        if isinstance(style, type) and issubclass(style, Player):
            return style(number, rules=self.rules)
        return Player(number, style, self.rules)

    def made(self, lead_rule: str) -> Tricks:
        """The rules by which it is played."""
        return Mini(lead_rule=lead_rule)

    @staticmethod
    def next(player: int) -> int:
        """The number of the next player."""
        return (player + 1) % 4

    def deal(self, rng: Source = _SECURE) -> None:
        """Shuffle all cards and deal them one by one, beginning with player 0."""
        deck = [Card(suit, spot) for suit in Suit for spot in Spot]
        selection_shuffle(deck, rng)
        player = 0
        for one in deck:
            self.players[player].accept_card(one)
            player = self.next(player)

    def play_trick(self) -> Trick:
        """One trick: everybody plays to it, and its winner leads the next."""
        if not self.tricks:
            self.dealt = tuple(_mask(each.hand) for each in self.players)
        trick, leader, player = Trick(trumps=self.trumps), self.leader, self.leader
        for _ in self.players:
            trick.append(self.players[player].play(trick))
            player = self.next(player)
        for each in self.players:
            each.remember(leader, trick)
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
        return trick_in_words(leader, map(_number, trick))

    def __str__(self) -> str:
        """The deal, the tricks and what the teams took, once a trick is played; before that the hands."""
        if not self.tricks:
            return "\n".join(f"Player {each.number}: {each}" for each in self.players)
        tricks = [(leader, [_number(one) for one in trick]) for leader, trick in self.tricks]
        return printed_game(self.dealt, tricks, self.won)


class Spades(Bridge):
    """The same with spades as trumps: the assignment's Spades without bids."""

    trumps = SPADES

    def made(self, lead_rule: str) -> Tricks:
        return SpadesRules(mode="simple", lead_rule=lead_rule)


def demo(rng: Source) -> str:
    """The assignment's program: a game from a shuffled deck, printed."""
    game = Bridge()
    game.deal(rng)
    game.play()
    return str(game)
