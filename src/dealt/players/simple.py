"""The two computers that play any game: one that plays anything, and one that plays the least it can."""

from __future__ import annotations

from random import Random

from dealt.game import Action, View

__all__ = ["Lowest", "Uniform", "blind"]


def blind(view: View) -> Action | None:
    """A card of those that lie spread face down to be taken, if that is what is asked for: one is as good as another.

    The seat alone says which, so that a deal is dealt alike to whoever sits there.
    """
    spread = next((pile for pile in view.piles if pile.lay == "spread" and None in pile.cards), None)
    offered = [each for each in view.legal if spread is not None and each.verb == spread.name]
    places = [each.of(amount) for each in offered for amount in each.amounts]
    if not places or view.seat is None:
        return None
    seats = sum(pile.name == "hand" for pile in view.piles)
    return places[(2 * view.seat + 1) * len(places) // (2 * seats) % len(places)]


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
        action = blind(view) or next((each for each in view.legal if each.cards), view.legal[0])
        return action if action.upto is None else action.of(action.amounts[0])
