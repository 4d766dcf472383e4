"""The two computers that play any game: one that plays anything, and one that plays the least it can."""

from __future__ import annotations

from random import Random

from dealt.game import Action, View

__all__ = ["Lowest", "Uniform"]


class Uniform:
    """``random``: every legal action is equally likely, and so is every amount of a range."""

    def choose(self, view: View, rng: Random) -> Action:
        action = view.legal[rng.randrange(len(view.legal))]
        if action.upto is None:
            return action
        amounts = action.amounts
        return action.of(amounts[rng.randrange(len(amounts))])


class Lowest:
    """``lowest``: the weakest play it has, and never a pass as long as it has one.

    A game lists its legal actions weakest first, so that this is the first with cards, else simply the first.
    Of a range it takes the least.
    """

    def choose(self, view: View, rng: Random) -> Action:
        action = next((each for each in view.legal if each.cards), view.legal[0])
        return action if action.upto is None else action.of(action.amounts[0])
