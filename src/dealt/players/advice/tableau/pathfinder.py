"""``pathfinder``, the computer that looks for a way to win."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

from dealt.game import Action, NoAnswer, Say, View
from dealt.games.tableau import Tableau
from dealt.games.tableau.play import PER_WORLD
from dealt.kernels import machine

WORLDS: Final = 8
FEW: Final = 1
"""In so many deals, and less far, it looks where the solver runs as plain Python."""


def wants(_: Tableau, **budget: Any) -> str:
    """The package without which it looks less far."""
    return machine.PACKAGE


class Pathfinder:
    """It goes the way that the solver finds. Where cards lie face down the solver looks at some deals that fit.

    It takes the action with which most of the ways that it found begin. Without one it carries home, turns the stock,
    or does what the game lists first; asked for a hint it says NoAnswer where a deal without hidden cards can't be won,
    or that is not decided.
    """

    remembers = True

    def __init__(self, game: Tableau, worlds: int | None = None) -> None:
        self.game = game
        fast = machine.available()
        self.worlds = (WORLDS if fast else FEW) if worlds is None else worlds
        self.effort = PER_WORLD if fast else PER_WORLD // 8

    def choose(self, view: View, rng: Random) -> Action:
        try:
            return self.hint(view, rng)
        except NoAnswer:
            return self.otherwise(view)

    def hint(self, view: View, rng: Random) -> Action:
        """The same; NoAnswer where it would play on without a way."""
        game = self.game
        if any(None in pile.cards for pile in view.piles):
            firsts = Counter(self.firsts(view, rng))
            best = firsts.most_common(1)
            return best[0][0] if best else self.otherwise(view)
        won, actions = game.decided(game.sample(view, rng))
        if not won:
            raise NoAnswer(Say("hopeless"))
        return actions[0]

    def firsts(self, view: View, rng: Random) -> list[Action]:
        """The action with which the solver begins to win, in each deal in which it does.

        A card that was moved last stays where it is, unless it goes home: ways that were looked for anew turn round.
        """
        moved = view.log[-1].action.cards if view.log else 0
        plans = (self.game.plan(self.game.sample(view, rng), self.effort)[1] for _ in range(self.worlds))
        firsts = [actions[0] for actions in plans if actions]
        return [each for each in firsts if each.verb == "to home" or each.cards == 0 or each.cards != moved]

    def otherwise(self, view: View) -> Action:
        """What turns cards up is rather done than what moves them to and fro."""
        homeward = [each for each in view.legal if each.verb in ("to home", "finish")]
        stock = [each for each in view.legal if not each.cards]
        return (homeward or stock or list(view.legal))[0]
