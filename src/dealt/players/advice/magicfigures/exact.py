"""The computer that solves magic figures: it takes back what no solution has, and lays what one has. And the judge."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from dealt.cards import with_number
from dealt.game import OPEN, Action, NoAnswer, Say, Seat, View, find
from dealt.games.magicfigures import MagicFigures
from dealt.players.judging import Judge, Judgement, exact_actions


class Exact:
    """``exact``: of all solutions it heads for one that keeps most of the numbers that lie on the figure.

    A number that lies elsewhere in that solution is taken back; then the place that has fewest empty ones beside it on
    a line is filled. As a hint it so tells what can still be laid, or, where nothing can, what to take back.
    NoAnswer where the figure has no solution, or it takes too long to find: it plays on as the game lists actions.
    """

    def __init__(self, game: MagicFigures) -> None:
        self.game = game

    def choose(self, view: View, rng: Random) -> Action:
        try:
            return self.hint(view, rng)
        except NoAnswer:
            return view.legal[0]

    def hint(self, view: View, rng: Random) -> Action:
        """What to lay or to take back; NoAnswer where nobody can know."""
        game = self.game
        laid = game.laid(game.board(view))
        given = {game.figure.places.index(each) for each in str(view.fact(".given") or "").split()}
        goal = game.closest(laid, {place: laid[place] for place in given})
        if goal is None:
            raise NoAnswer(Say("figure.none"))
        wrong = [place for place, one in laid.items() if goal[place] != one]
        if wrong:
            wanted = find(view, Action("lift", 1 << with_number(laid[wrong[-1]])))
            return wanted or view.legal[0]

        def empty(place: int) -> int:
            lines = (line.places for line in game.figure.lines if place in line.places)
            return min((sum(each not in laid for each in some) for some in lines), default=len(game.figure.places))

        place = min((each for each in game.figure.indices if each not in laid), key=empty)
        return find(view, Action(f"lay {game.figure.places[place]}", 1 << with_number(goal[place]))) or view.legal[0]


class FiguresJudge(Judge):
    """1 while a solution holds all the numbers that lie, else 0. Nothing is hidden."""

    unit = "chance"
    worlds = 1
    scale = 1.0
    game: MagicFigures

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        return list(dict.fromkeys((Exact(self.game).choose(view, rng), taken, *exact_actions(view, self.game, 6))))

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        state, seat = self.game.sample(view, rng), view.seat or 0
        return Judgement([[self.solvable(self.game.apply(state, seat, each))] for each in tried], exact=True)

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        return None

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        return (self.solvable(state),)

    def solvable(self, state: Any) -> float:
        """1 if a solution has every number where it lies."""
        laid = self.game.laid(self.game.board(self.game.view(state, OPEN)))
        return float(self.game.closest(laid, laid) is not None)

    def why(self, view: View, best: Action, taken: Action, rows: tuple[Sequence[float], Sequence[float]]) -> Say | None:
        return Say("analysis.why.solvable")
