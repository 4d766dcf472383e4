"""The players of the Cards assignment for trick-taking games: its robot, and the styles that it suggests.

``robot`` leads from its longest suit or leads its highest card, as the game's ``lead_rule`` says. It follows with its
highest card of the suit if that card would be winning, else with its lowest. When it can't follow it plays its lowest
card. Each style changes one habit:

- ``long`` leads low from its longest suit, so that the small cards of that suit win later.
- ``duck`` refuses tricks that it could win: it plays low as second hand when its best card is a king or queen that can
  still be beaten. It also plays low when an opponent leads the first round of its own long suit, takes control of the
  suit in the second round, and then runs it.
- ``saver`` keeps its long suit when it throws off.
- ``void`` gets rid of a short suit early and then trumps that suit. Without trumps it plays as ``robot`` does.
- ``refined`` has all these habits, and leaves a trick to its partner where the partner wins it.

A style is a class with three methods that one overrides: :meth:`Robot.lead`, :meth:`Robot.follow` and
:meth:`Robot.throw`. Where tricks are bid for, every style bids what its hand counts.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from dealt.cards import Card, Cards, mask, members, name
from dealt.game import Action, View
from dealt.games.bridge import Bridge
from dealt.games.spades import Spades
from dealt.games.tricks import NONE, OF_SUIT, CardOrder, Tricks, TrickState, winning_place
from dealt.games.tricks.core import beating, of_suit, suit_of
from dealt.players.advice.bridge.plain import Plain
from dealt.players.advice.spades.rollout import strength
from dealt.players.simple import own_hand

QUEEN, KING = 10, 11
"""Ranks as a card's number has them: 0 for the two to 12 for the ace."""

LONG: Final = 4
"""The least number of cards of a long suit."""
SHORT: Final = 2
"""The greatest number of cards of a short suit."""


class Robot:
    """The assignment's player, from which a style is derived.

    ``say`` chooses the actions before the play (calls, bids, answers to claims); by default the game's natural ones,
    see :func:`speaker`. A style overrides ``lead``, ``follow`` or ``throw``: each gets the state as this seat sees it
    (hands that it does not see are empty) and the cards that may be played, and returns one of them.
    """

    def __init__(self, game: Tricks, say: Speaker | None = None) -> None:
        if not isinstance(game, Tricks):
            raise ValueError(f"{type(self).__name__} plays trick-taking games, and {game.name} is none")
        self.game = game
        self.lead_rule = str(game.options.get("lead_rule", "longest"))
        self.trumps = bool(game.options.get("robot_trumps", False))
        self._say = say
        self.order: CardOrder | None = None

    def choose(self, view: View, rng: Random) -> Action:
        state = self.game.public(view)
        self.order = self.game.order_of(state)
        if state.phase != "play":
            self._say = self._say or speaker(self.game)
            said = self._say(view, rng)
            return said if said.exact else said.first(self.game.order)  # it may stand for many choices of cards
        by_card = {next(members(each.cards)): each for each in view.legal if each.cards}
        chosen = self.card(state, tuple(by_card))
        if chosen not in by_card:
            raise ValueError(f"{chosen!r} is none of the cards that may be played: {', '.join(map(name, by_card))}")
        return by_card[chosen]

    def card(self, state: TrickState, legal: tuple[Card, ...]) -> Card:
        """The card to play out of the hand whose turn it is."""
        trick = self.game.current_trick(state)
        if not trick:
            return self.lead(state, legal)
        same = [one for one in legal if self.suit(one) == self.suit(trick[0])]
        return self.follow(state, trick, same) if same else self.throw(state, trick, legal)

    # --- what a style overrides

    def lead(self, state: TrickState, legal: tuple[Card, ...]) -> Card:
        if self.lead_rule == "highest":
            return max(legal, key=lambda one: (one >> 2, -(one & 3)))
        return max(legal, key=lambda one: (*self.worth(legal, self.suit(one)), one >> 2))

    def follow(self, state: TrickState, trick: tuple[Card, ...], same: list[Card]) -> Card:
        """The card to play to a trick, out of the cards of the suit led."""
        high = max(same)
        return high if self.wins(state, trick, high) else min(same)

    def throw(self, state: TrickState, trick: tuple[Card, ...], legal: tuple[Card, ...]) -> Card:
        """The card to play to a trick without any of the suit led: a card thrown off, or a trump."""
        if self.trumps and (trump := self.cheapest_trump(state, trick, legal)) is not None:
            return trump
        return min(legal, key=lambda one: (one >> 2, one & 3))

    # --- what a style may ask

    def held(self, state: TrickState) -> Cards:
        """The hand whose turn it is: in bridge it may be dummy's."""
        return 0 if state.turn is None else state.hands[state.turn]

    def suit(self, one: Card) -> int:
        """The suit that a card counts as."""
        return suit_of(one, self.order)

    def worth(self, some: tuple[Card, ...], suit: int) -> tuple[int, int, int, int]:
        """As ``suit_worth``, of the cards that count as a suit."""
        return *suit_worth(tuple(one & ~3 for one in some if self.suit(one) == suit), 0)[:3], -suit

    def lengths(self, state: TrickState) -> list[int]:
        """The number of cards of each suit in that hand, clubs first."""
        some = OF_SUIT if self.order is None else self.order.suits
        return [(self.held(state) & of_suit).bit_count() for of_suit in some]

    def unseen(self, state: TrickState, suit: int) -> Cards:
        """The cards of a suit that are neither played nor in that hand."""
        return of_suit(suit, self.order) & ~_played(state) & ~self.held(state)

    def is_top(self, state: TrickState, one: Card) -> bool:
        """Is no higher card of the suit in another hand?"""
        return not beating(self.unseen(state, self.suit(one)), one, NONE, self.order)

    def wins(self, state: TrickState, trick: tuple[Card, ...], one: Card) -> bool:
        """Would that card be winning the trick so far?"""
        return winning_place((*trick, one), self.game.trump(state), self.order) == len(trick)

    def partner_wins(self, state: TrickState, trick: tuple[Card, ...]) -> bool:
        """Is partner's card winning the trick so far?"""
        return len(trick) >= 2 and winning_place(trick, self.game.trump(state), self.order) == len(trick) - 2

    def cheapest_trump(self, state: TrickState, trick: tuple[Card, ...], legal: tuple[Card, ...]) -> Card | None:
        """The lowest trump that would be winning; None if there is none, or if partner is winning."""
        trump = self.game.trump(state)
        if trump is None or self.partner_wins(state, trick):
            return None
        return min((one for one in legal if self.suit(one) == trump and self.wins(state, trick, one)), default=None)


def suit_worth(cards: tuple[Card, ...], suit: int) -> tuple[int, int, int, int]:
    """How good a suit is to lead: its length, its run of touching cards from the top, its top card, a lower suit."""
    held = sorted((one >> 2 for one in cards if one & 3 == suit), reverse=True)
    run = next((n for n, rank in enumerate(held) if rank != held[0] - n), len(held))
    return len(held), run, held[0], -suit


def _played(state: TrickState) -> Cards:
    """All cards played so far, those of the trick that lies there too."""
    found = mask(state.trick)
    for some in state.played:
        found |= some
    return found


class Long(Robot):
    """Leads low from its longest suit, to set up the small cards; the top of three touching cards goes first."""

    def lead(self, state: TrickState, legal: tuple[Card, ...]) -> Card:
        suit = max({self.suit(one) for one in legal}, key=lambda each: self.worth(legal, each))
        held = sorted(one for one in legal if self.suit(one) == suit)
        top_run = self.worth(legal, suit)[1]
        return held[-1] if top_run >= 3 else held[0]


class Duck(Robot):
    """Refuses tricks that it could win, where the same card is worth more later.

    As second hand it keeps a king or queen that can still be beaten. When an opponent leads its own long suit it plays
    low to the first round although it holds the highest card, takes the second round, and then runs the suit. With
    trumps it does not wait with a long suit: the other hands would trump it.
    """

    def follow(self, state: TrickState, trick: tuple[Card, ...], same: list[Card]) -> Card:
        high = max(same)
        if len(trick) == 1 and high >> 2 in (QUEEN, KING) and not self.is_top(state, high):
            return min(same)
        if self._waits(state, trick, high):
            return min(same)
        return super().follow(state, trick, same)

    def lead(self, state: TrickState, legal: tuple[Card, ...]) -> Card:
        if self.game.trump(state) is None:
            tops = [one for one in legal if self.is_top(state, one) and self._runs(state, self.suit(one))]
            if tops:
                return max(tops, key=lambda one: (self.lengths(state)[self.suit(one)], one))
        return super().lead(state, legal)

    def _waits(self, state: TrickState, trick: tuple[Card, ...], high: Card) -> bool:
        """Did an opponent lead the first round of its own long suit, which it controls?"""
        lengths, suit = self.lengths(state), self.suit(trick[0])
        by_partner = len(trick) == 2
        first_round = not _played(state) & of_suit(suit, self.order) & ~mask(trick)
        own = lengths[suit] >= LONG and lengths[suit] == max(lengths)
        if by_partner or self.game.trump(state) is not None:
            return False
        return first_round and own and self.is_top(state, high)

    def _runs(self, state: TrickState, suit: int) -> bool:
        """Are so few cards of a suit left elsewhere that the small ones will win soon? At most two for each held."""
        length = self.lengths(state)[suit]
        return length >= LONG - 1 and self.unseen(state, suit).bit_count() <= 2 * length


class Saver(Robot):
    """Keeps its long suit when it throws off, if it has the highest card of it and so can run it later."""

    def throw(self, state: TrickState, trick: tuple[Card, ...], legal: tuple[Card, ...]) -> Card:
        card, trump = super().throw(state, trick, legal), self.game.trump(state)
        if self.suit(card) == trump:
            return card
        plain = [one for one in legal if self.suit(one) != trump]
        lengths = self.lengths(state)
        longest = max(lengths[self.suit(one)] for one in plain)
        tops = {one for one in plain if self.is_top(state, one)}
        kept = {self.suit(one) for one in tops if lengths[self.suit(one)] == longest >= LONG}
        return min(plain, key=lambda one: (one in tops, self.suit(one) in kept, one >> 2, one & 3))


class Void(Robot):
    """Leads and throws off a short suit early, and trumps it once it has none left. Without trumps: the robot."""

    def lead(self, state: TrickState, legal: tuple[Card, ...]) -> Card:
        trump, lengths = self.game.trump(state), self.lengths(state)
        if trump is not None and lengths[trump] >= 2:
            short = [one for one in legal if self.suit(one) != trump and lengths[self.suit(one)] <= SHORT]
            if short:
                return min(short, key=lambda one: (lengths[self.suit(one)], -one))
        return super().lead(state, legal)

    def throw(self, state: TrickState, trick: tuple[Card, ...], legal: tuple[Card, ...]) -> Card:
        trump, lengths = self.game.trump(state), self.lengths(state)
        if trump is None:
            return super().throw(state, trick, legal)
        if (one := self.cheapest_trump(state, trick, legal)) is not None:
            return one
        plain = [one for one in legal if self.suit(one) != trump] or legal
        return min(
            plain, key=lambda one: (self.is_top(state, one), lengths[self.suit(one)] > SHORT, one >> 2, self.suit(one))
        )


class Refined(Void, Duck, Saver, Long):
    """All the styles together: of their habits the first in this order that applies decides.

    It also plays low where partner is sure to win the trick. As last hand it wins as cheaply as it can, and does not
    duck.
    """

    def follow(self, state: TrickState, trick: tuple[Card, ...], same: list[Card]) -> Card:
        last = len(trick) == self.game.seats - 1
        if self.partner_wins(state, trick) and (last or self.is_top(state, trick[-2])):
            return min(same)
        if last:
            return min((one for one in same if self.wins(state, trick, one)), default=min(same))
        return super().follow(state, trick, same)


STYLES: Final[dict[str, type[Robot]]] = {
    "robot": Robot,
    "long": Long,
    "duck": Duck,
    "saver": Saver,
    "void": Void,
    "refined": Refined,
}


# --- what they say before the play ----------------------------------------------------------------------------------

Speaker = Callable[[View, Random], Action]
"""Chooses an action before the play."""


def speaker(game: Tricks) -> Speaker:
    """Who speaks for a style before the play.

    In bridge somebody who bids by the system and answers claims; in Spades somebody who bids the tricks that the hand
    counts; elsewhere somebody who takes the weakest action.
    """
    if isinstance(game, Bridge):
        return Plain(game).say
    return _counting if isinstance(game, Spades) else _weakest


def _weakest(view: View, rng: Random) -> Action:
    return next((each for each in view.legal if each.role == "pass"), view.legal[0])


def _counting(view: View, rng: Random) -> Action:
    """The number of tricks that the hand counts, or the nearest that may be bid; it always looks first."""
    amounts = [each for each in view.legal if each.amount is not None]
    if not amounts:
        return view.legal[0]
    counted = strength(own_hand(view)) / 100
    return min(amounts, key=lambda each: abs((each.amount or 0) - counted))
