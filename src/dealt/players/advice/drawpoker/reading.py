"""What computers read in a view of draw poker."""

from __future__ import annotations

from typing import Any

from dealt.cards import STANDARD, Cards
from dealt.game import Action, Game, Seat, View
from dealt.games.drawpoker import DrawPoker
from dealt.games.showdown import HAND_SIZE


def knows(game: Game[Any]) -> bool:
    """Is it draw poker with hands of five out of 52 cards?"""
    return isinstance(game, DrawPoker) and game.hand == HAND_SIZE and game.deck == STANDARD


def number(view: View, name: str, owner: Seat | None = None) -> int:
    """The value of a fact that is a number; 0 where there is none."""
    found = view.fact(name, owner)
    return found if isinstance(found, int) else 0


def drawing(view: View) -> bool:
    """Is the seat asked what to draw?"""
    return any(each.verb == "stand pat" for each in view.legal)


def buying(view: View) -> bool:
    """Is the seat asked whether to buy new chips? Both computers do."""
    return view.legal[0].verb == "buy"


def draw(view: View, thrown: Cards) -> Action:
    """The legal draw of these cards, or standing pat where they may not be thrown."""
    pat = next(each for each in view.legal if each.verb == "stand pat")
    return next((each for each in view.legal if each.cards == thrown and thrown), pat)
