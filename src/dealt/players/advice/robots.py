"""The players of the Cards assignment for trick-taking games: its robot, and the styles that it suggests.

``robot`` leads its highest card or from its longest suit, as the game's ``lead_rule`` says; it plays its highest card
of a suit if that would be winning, else its lowest, and throws its lowest card off. The styles change one habit each:
``long`` always leads low from its longest suit, ``duck`` plays low as second hand and lets the first round of a suit
go, ``saver`` keeps its long suits when it throws off. Where tricks are bid for, all of them bid what they count.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from dealt.cards import Card, Cards, mask, members
from dealt.game import Action, Game, Player, View
from dealt.games.bridge import Bridge
from dealt.games.tricks import OF_SUIT, State, Tricks, best
from dealt.players.advice import spades
from dealt.players.advice.bridge import Plain

__all__ = ["STYLES", "Robot", "duck", "knows", "long", "robot", "saver", "speaker"]


def knows(game: Game[Any]) -> bool:
    """Is it a trick-taking game?"""
    return isinstance(game, Tricks)


class Robot:
    """The assignment's player. ``say`` decides what to do before the play; without one the weakest action is taken."""

    def __init__(self, game: Tricks, say: Callable[[View, Random], Action] | None = None) -> None:
        self.game = game
        self.say = say
        self.lead_rule = str(game.options.get("lead_rule", "longest"))
        self.trumps = bool(game.options.get("robot_trumps", False))

    def choose(self, view: View, rng: Random) -> Action:
        state = self.game.public(view)
        if state.phase != "play":
            return self.say(view, rng) if self.say else view.legal[0]
        by_card = {next(members(each.cards)): each for each in view.legal if each.cards}
        return by_card[self.card(state, tuple(by_card))]

    def card(self, state: State, legal: tuple[Card, ...]) -> Card:
        """The card to play out of the hand whose turn it is."""
        trick = self.game.table(state)
        if not trick:
            return self.lead(state, legal)
        same = [one for one in legal if one & 3 == trick[0] & 3]
        return self.follow(state, trick, same) if same else self.throw(state, trick, legal)

    def lead(self, state: State, legal: tuple[Card, ...]) -> Card:
        if self.lead_rule == "highest":
            return max(legal, key=lambda one: (one >> 2, -(one & 3)))
        return max(legal, key=lambda one: (*_suit_worth(legal, one & 3), one >> 2))

    def follow(self, state: State, trick: tuple[Card, ...], same: list[Card]) -> Card:
        high = max(same)
        return high if self.wins(state, trick, high) else min(same)

    def throw(self, state: State, trick: tuple[Card, ...], legal: tuple[Card, ...]) -> Card:
        trump = self.game.trump(state)
        if self.trumps and trump is not None and not self._partner_wins(state, trick):
            winning = [one for one in legal if one & 3 == trump and self.wins(state, trick, one)]
            if winning:
                return min(winning)
        return min(legal, key=lambda one: (one >> 2, one & 3))

    def wins(self, state: State, trick: tuple[Card, ...], one: Card) -> bool:
        """Would that card be winning the trick so far?"""
        return best((*trick, one), self.game.trump(state)) == len(trick)

    def _partner_wins(self, state: State, trick: tuple[Card, ...]) -> bool:
        return len(trick) >= 2 and best(trick, self.game.trump(state)) == len(trick) - 2


def _suit_worth(cards: tuple[Card, ...], suit: int) -> tuple[int, int, int, int]:
    """How good a suit is to lead: its length, its run of touching cards from the top, its top card, a lower one."""
    held = sorted((one >> 2 for one in cards if one & 3 == suit), reverse=True)
    run = next((n for n, rank in enumerate(held) if rank != held[0] - n), len(held))
    return len(held), run, held[0], -suit


class Long(Robot):
    """Leads low from its longest suit, to set up the small cards."""

    def lead(self, state: State, legal: tuple[Card, ...]) -> Card:
        suit = max({one & 3 for one in legal}, key=lambda each: _suit_worth(legal, each))
        held = sorted(one for one in legal if one & 3 == suit)
        top_run = _suit_worth(legal, suit)[1]
        return held[-1] if top_run >= 3 else held[0]


class Duck(Robot):
    """Plays low as second hand, and lets the first round of the opponents' suit go."""

    def follow(self, state: State, trick: tuple[Card, ...], same: list[Card]) -> Card:
        suit_fresh = not any(played & OF_SUIT[trick[0] & 3] for played in _earlier(state, trick))
        if len(trick) == 1 or (suit_fresh and len(trick) == 3 and not self._partner_wins(state, trick)):
            return min(same)
        return super().follow(state, trick, same)


class Saver(Robot):
    """Keeps its long suits when it throws off: the lowest card of its shortest suit goes first, high cards last."""

    def throw(self, state: State, trick: tuple[Card, ...], legal: tuple[Card, ...]) -> Card:
        trump, hand = self.game.trump(state), legal
        plain = [one for one in hand if one & 3 != trump] or list(hand)
        return min(plain, key=lambda one: (one >> 2 > 8, sum(o & 3 == one & 3 for o in hand), one >> 2, one & 3))


def _earlier(state: State, trick: tuple[Card, ...]) -> tuple[Cards, ...]:
    now = sum(1 << one for one in trick)
    return tuple(played & ~now for played in state.played)


STYLES: Final[dict[str, type[Robot]]] = {"robot": Robot, "long": Long, "duck": Duck, "saver": Saver}


# --- what they say before the play ----------------------------------------------------------------------------------

Speaker = Callable[[View, Random], Action]


def speaker(game: Tricks) -> Speaker | None:
    """Who calls for a style, as its game asks: natural bids and certain claims in bridge, else what it counts."""
    if isinstance(game, Bridge):
        return Plain(game).say
    return _counting if spades.knows(game) else None


def _counting(view: View, rng: Random) -> Action:
    """The number of tricks that the hand counts, or the nearest that may be bid; it always looks first."""
    amounts = [each for each in view.legal if each.amount is not None]
    if not amounts:
        return view.legal[0]
    hand = mask(one for one in view.pile("hand", view.seat).cards if one is not None)
    return min(amounts, key=lambda each: abs((each.amount or 0) - spades.count(hand)))


def _made(style: str, game: Game[Any]) -> Player:
    if not isinstance(game, Tricks):
        raise ValueError(f"{style} plays trick-taking games, and {game.name} is none")
    return STYLES[style](game, speaker(game))


robot, long, duck, saver = (partial(_made, style) for style in ("robot", "long", "duck", "saver"))
