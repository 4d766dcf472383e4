"""``manual``, the computer of the Deuce manual at a table: it plays by the abilities of its cards, asking an ``AI``."""

from __future__ import annotations

from random import Random
from typing import Any

from dealt.cards import STANDARD, mask, members
from dealt.game import Action, Game, View
from dealt.games.bigtwo import BigTwo, kinds
from dealt.players.simple import own_hand, take_face_down

__all__ = ["Manual", "knows", "make"]


class Manual:
    """A player that asks an ``AI`` with the hand of its seat, and tells it what the table shows."""

    def choose(self, view: View, rng: Random) -> Action:
        from dealt.assignments.deuce import AI, Card  # lists all combinations, which whoever only asks need not await

        if cut := take_face_down(view):
            return cut
        seat = view.seat or 0
        ai = AI(seat, rng)
        ai.get_cards(" ".join(str(Card.numbered(one).index) for one in members(own_hand(view))))
        for pile in view.piles:
            if pile.name == "hand" and pile.owner not in (None, seat):
                ai.hears(pile.owner, (), len(pile.cards))
        lead = next((fact.owner for fact in view.facts if fact.name == "lead"), None)
        shown = () if lead is None else view.pile("trick", lead).cards
        chosen = ai.play([Card.numbered(one) for one in shown if one is not None])
        wanted = mask(one.number for one in chosen or ())
        return next(each for each in view.legal if each.cards == wanted)


def knows(game: Game[Any]) -> bool:
    """Are the combinations those of the manual, for four hands of the whole deck?"""
    if not isinstance(game, BigTwo) or game.seats != 4 or game.deck != STANDARD or game.rules["last_card_rule"]:
        return False
    return kinds(game.rules) == kinds(BigTwo().rules)


def make(game: Game[Any]) -> Manual:
    """The computer for a game that it knows."""
    return Manual()
