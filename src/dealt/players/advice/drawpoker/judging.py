"""The judge of draw poker: the chips that each choice wins on average against what the others may hold."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.game import Action, Seat, View
from dealt.games.drawpoker import DrawPoker
from dealt.players.advice.drawpoker.counting import Shark, Spot
from dealt.players.advice.drawpoker.reading import buying, drawing, knows, number, options
from dealt.players.judging import Judge, Judgement, PlayingOn

__all__ = ["PokerJudge", "knows"]

BLUR: Final = 0.05
"""How far two choices that are equally good may seem apart, as a share of the pot."""
TIMES: Final = 4
"""How often a deal is played on where all cards are open."""


class PokerJudge(Judge):
    """Results are the chips won or lost in the deal, those paid before included.

    The others' ranges follow from what they have paid and drawn, as ``shark`` reads them.
    """

    unit = "chips"
    worlds = 1
    game: DrawPoker

    def __init__(self, game: DrawPoker) -> None:
        super().__init__(game)
        self.shark = Shark(game)
        self.on = PlayingOn(game)
        self.scale = 10.0 * float(game.rules["bet"])

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        if buying(view):
            return [taken]
        if drawing(view):
            draws = self.shark.draws(self.shark.spot(view).hand)
            some = [each for each in view.legal if each.cards in draws and each.exact]
            return list(dict.fromkeys((*some, taken)))
        spot = self.shark.spot(view)
        return list(dict.fromkeys((*(each for each, _, _ in options(view, spot.pot, spot.bet, spot.price)), taken)))

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        spot, paid = self.shark.spot(view), number(view, ".paid", view.seat)
        worth = self.draws(spot, tried) if drawing(view) else self.bets(view, spot, tried)
        return Judgement([[each - paid] for each in worth], blur=BLUR * (spot.pot + spot.price))

    def draws(self, spot: Spot, tried: Sequence[Action]) -> list[float]:
        """The part of the pot that each draw wins."""
        wins = self.shark.wins(spot)
        return [spot.pot * wins(each.cards) for each in tried]

    def bets(self, view: View, spot: Spot, tried: Sequence[Action]) -> list[float]:
        """The chips that each bet wins from now on, less those that it costs; none for a fold."""
        ends = self.shark.ends(spot.hand, 0 if spot.drawn else self.shark.draw(spot))
        found = []
        for each in tried:
            raised = each.verb in ("bet", "raise")
            put = (each.amount or 0) - (spot.bet if raised else 0) if each.verb != "check" else 0
            found.append(0.0 if each.verb == "fold" else self.shark.worth(ends, spot, put, raised))
        return found

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        return self.on.open(state, seat, tried, rng, 4 * TIMES)

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        return self.on.expected(state, rng, 8 * TIMES)
