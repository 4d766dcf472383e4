"""The two computers that play any game: one that plays anything, and one that plays the least it can."""

from __future__ import annotations

from random import Random

from dealt.cards import Order
from dealt.game import Action, View

__all__ = ["Lowest", "Uniform", "take_face_down"]


def take_face_down(view: View) -> Action | None:
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
    """``random``: every legal action is equally likely, and so is everything that one of them stands for."""

    def choose(self, view: View, rng: Random) -> Action:
        action = view.legal[rng.randrange(len(view.legal))]
        return action if action.exact else action.drawn(rng)


class Lowest:
    """``lowest``: the weakest play it has, and never a pass as long as it has one.

    A game lists its legal actions weakest first, so that this is the first with cards, else simply the first.
    Of a range of amounts it takes the least, of cards to choose from as few as it may, the lowest.
    """

    def __init__(self, order: Order | None = None) -> None:
        self._order = order

    def choose(self, view: View, rng: Random) -> Action:
        action = take_face_down(view) or next((each for each in view.legal if each.cards), view.legal[0])
        return action if action.exact else action.first(self._order)
