"""What a view says of itself: the roles of its facts, piles and actions. No name of any of them stands here.

``tests/cases/roles.json`` holds cases for this and for the page's reading (``web/src/table/roles.ts``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dealt.cards import Card
from dealt.game import Fact, Pile, Seat, View


def holds(pile: Pile) -> bool:
    """Are these the cards that the owner holds?"""
    return pile.role == "hand"


def breaks(order: Sequence[Card | None], pile: Pile | None) -> frozenset[int]:
    """The places in an order of a pile's cards behind which one of its groups ends; none where one is torn apart."""
    group: dict[Card | None, int] = {}
    at = 0
    for n, size in enumerate(pile.groups if pile is not None else ()):
        group |= dict.fromkeys(pile.cards[at : at + size] if pile is not None else (), n)
        at += size
    found = [n for n, (one, other) in enumerate(pairwise(order)) if group.get(one) != group.get(other)]
    return frozenset(found if pile is not None and len(found) <= len(pile.groups) else ())


def facts(view: View, role: str) -> list[Fact]:
    return [each for each in view.facts if each.role == role]


def leader(view: View) -> Seat | None:
    """Who leads, or led what lies on the table; None before anybody does."""
    return next((each.owner for each in facts(view, "lead") if each.owner is not None), None)


def betting(view: View) -> bool:
    """Is it a game of bets?"""
    return any(each.lay == "chips" or each.role == "stack" for each in view.facts)


def tabled(view: View) -> bool:
    """Do the hands lie open before their seats, so that nobody holds one?"""
    owned = [each for each in view.piles if each.owner is not None]
    return bool(owned) and all(each.lay == "row" and not holds(each) for each in owned)


def pressed(view: View, verb: str) -> Pile | None:
    """The pile of nobody's that an action without cards names in a word of its verb: a press there does it."""
    words = verb.split()
    return next((each for each in view.piles if each.owner is None and each.name in words), None)


def active(view: View, pile: Pile) -> bool:
    """Is it this hand's turn, of the several that its seat has?"""
    at = next((each.value for each in facts(view, "playing") if each.owner == pile.owner), None)
    return pile.owner in view.turn and at is not None and pile.name == f"{pile.name.split(' ')[0]} {at}"
