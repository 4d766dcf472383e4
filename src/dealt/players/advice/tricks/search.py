"""A player for trick-taking games that tries its cards: it samples layouts of the hidden cards and plays them out.

A game adds how to bid, how well a layout fits the bids, and what the tricks are worth in the end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from dealt.cards import Card, members
from dealt.game import Action, Seat, View
from dealt.games.tricks import Tricks, TrickState
from dealt.games.tricks.core import Hands, Position
from dealt.players.advice.tricks.playout import alike, layouts, playout

__all__ = ["TrickSearch", "tricks"]


def tricks(state: TrickState) -> Hands:
    """The tricks that each seat has won so far."""
    north, east, south, west = state.won
    return north, east, south, west


class TrickSearch(ABC):
    """Plays the card that is worth most on average over ``deals`` layouts, each played out by rules of thumb."""

    def __init__(self, game: Tricks, deals: int = 24) -> None:
        self.game = game
        self.deals = deals

    @abstractmethod
    def say(self, view: View, rng: Random) -> Action:
        """The action to choose where no card is to be played."""

    @abstractmethod
    def worth(self, state: TrickState, won: Sequence[int], side: int) -> float:
        """The worth to a side, in points, of the tricks that each seat has won in the end."""

    def misfit(self, view: View, state: TrickState) -> float:
        """How badly a layout fits the bids: 0 is a full fit."""
        return 0.0

    def ends(self, state: TrickState, at: Position, tried: Sequence[Card]) -> list[Hands]:
        """For each card: the tricks of each seat when it is played in this layout and all play on by rules of thumb."""
        row, won = self.game.row_of(state), tricks(state)
        return [playout(row, at, won, one) for one in tried]

    def choose(self, view: View, rng: Random) -> Action:
        known = self.game.public(view)
        if known.phase != "play":
            return self.say(view, rng)
        actions = {next(members(each.cards)): each for each in view.legal if each.cards}
        if len(actions) == 1:
            return next(iter(actions.values()))
        return actions[self.card(view, known, list(actions), rng)]

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What each card that differs from others is worth, in points a layout. Empty where no card is chosen."""
        known = self.game.public(view)
        if known.phase != "play":
            return {}
        actions = {next(members(each.cards)): each for each in view.legal if each.cards}
        tried = alike(self.game, known, list(actions))
        if len(tried) == 1:
            return {}
        found = self.weigh(view, known.turn or 0, tried, rng)
        return {actions[one]: found[one] for one in tried}

    def card(self, view: View, known: TrickState, legal: list[Card], rng: Random) -> Card:
        """The card to play out of the hand whose turn it is."""
        owner: Seat = known.turn or 0
        tried = alike(self.game, known, legal)
        if len(tried) == 1:
            return tried[0]
        worth = self.weigh(view, owner, tried, rng)
        return max(tried, key=lambda one: (worth[one], -(one >> 2)))

    def weigh(self, view: View, owner: Seat, tried: list[Card], rng: Random) -> dict[Card, float]:
        """The worth of each card, on average over layouts of the hidden cards."""
        totals = dict.fromkeys(tried, 0.0)
        drawn = layouts(self.game, view, rng, self.deals, lambda deal: self.misfit(view, deal))
        for state in drawn:
            ends = self.ends(state, self.game.position(state), tried)
            for one, won in zip(tried, ends, strict=True):
                totals[one] += self.worth(state, won, owner % 2)
        return {one: each / len(drawn) for one, each in totals.items()}
