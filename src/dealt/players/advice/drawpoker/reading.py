"""What computers read in a view of draw poker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dealt.cards import STANDARD, Cards, mask
from dealt.game import Action, Game, Seat, View
from dealt.games.drawpoker import DrawPoker
from dealt.games.showdown import HAND_SIZE

SIZES: Final = (0.5, 1.0)
"""The bets that are considered where there is a choice, as shares of the pot. The smallest one is considered too, and
all chips if they are at most two pots."""


def knows(game: Game[Any]) -> bool:
    """Is it draw poker with hands of five out of 52 cards?"""
    return isinstance(game, DrawPoker) and game.hand == HAND_SIZE and game.deck == STANDARD


def number(view: View, name: str, owner: Seat | None = None) -> int:
    """The value of a fact that is a number; 0 where there is none."""
    found = view.fact(name, owner)
    return found if isinstance(found, int) else 0


def board_of(view: View) -> Cards:
    """The cards that lie on the board."""
    return mask(one for pile in view.piles if pile.name == "board" for one in pile.cards if one is not None)


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


def options(view: View, pot: int, bet: int, price: int) -> Iterator[tuple[Action, int, bool]]:
    """What may be done, what it costs now, and whether it raises; of a range of amounts those of ``SIZES``.

    ``bet`` is what the player has put in this round, ``price`` what a call costs.
    """
    for action in view.legal:
        if action.verb in ("bet", "raise"):
            amounts, whole = action.amounts, pot + price
            chosen = {bet + price + round(share * whole) for share in SIZES}
            chosen |= {amounts[-1]} if amounts[-1] - bet <= 2 * whole else set()
            for amount in sorted({amounts[0], *(each for each in chosen if each in amounts)}):
                yield action.of(amount), amount - bet, True
        else:
            yield action, (action.amount or 0) if action.verb == "call" else 0, False
