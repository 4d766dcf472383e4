"""The two computers that play every game: ``random`` and ``lowest``."""

from __future__ import annotations

from random import Random

from dealt.cards import Cards, Order, mask
from dealt.game import Action, View


def own_hand(view: View) -> Cards:
    return mask(one for one in view.pile("hand", view.seat).cards if one is not None)


def take_face_down(view: View) -> Action | None:
    """Take a face-down card of a spread pile, as for the cut; None if no such action is legal.

    The card depends only on the seat, so that all computers cut alike and the same cards are dealt.
    """
    spread = next((pile for pile in view.piles if pile.lay == "spread" and None in pile.cards), None)
    offered = [each for each in view.legal if spread is not None and each.verb == spread.name]
    places = [each.of(amount) for each in offered for amount in each.amounts]
    if not places or view.seat is None:
        return None
    seats = sum(pile.name == "hand" for pile in view.piles)
    return places[(2 * view.seat + 1) * len(places) // (2 * seats) % len(places)]


class Uniform:
    """``random``: chooses a legal action uniformly, then one of the exact actions that it stands for."""

    def choose(self, view: View, rng: Random) -> Action:
        action = view.legal[rng.randrange(len(view.legal))]
        return action if action.exact else action.drawn(rng)


class Lowest:
    """``lowest``: plays the weakest cards that it may, and passes only if it can't play.

    Games list legal actions weakest first, so it takes the first one with cards, or else the first one. Of a range of
    amounts it takes the least, of a choice of cards the fewest and lowest.
    """

    def __init__(self, order: Order | None = None) -> None:
        self._order = order

    def choose(self, view: View, rng: Random) -> Action:
        action = take_face_down(view) or next((each for each in view.legal if each.cards), view.legal[0])
        return action if action.exact else action.first(self._order)
