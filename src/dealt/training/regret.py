"""A course of learning draw poker by regret: a table of mixed choices that ``search`` plays by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dealt.games.drawpoker import DrawPoker
from dealt.kernels.arrays import numpy_for
from dealt.kernels.course import table
from dealt.kernels.machine import available
from dealt.kernels.poker import PACK
from dealt.kernels.poker_course import PokerCourse
from dealt.players.advice.drawpoker.learning import Learned, learn
from dealt.players.advice.drawpoker.situations import ACTIONS, SITUATIONS

HALVED: Final = 800_000
"""After so many deals earlier mixes count half in the mean: the first ones are bad."""
MET: Final = 75
"""The percentage of deals in which a rival is met, where there is one."""
EXPLORE: Final = 0.1
"""The chance of an action drawn evenly, for the seat that learns."""
SEEN: Final = 30
"""A situation that was reached less often is left out of a table."""


class Course:
    """Learning one game; equal games, seeds and numbers of deals in equal steps give equal tables.

    ImportError without NumPy.
    """

    def __init__(self, game: DrawPoker, seed: int = 1, rival: Mapping[int, Sequence[int]] | None = None) -> None:
        numpy = numpy_for("draw poker is learned")
        self.game, self.seed, self.deals = game, seed, 0
        self.share = MET if rival else 0
        self._instance = learn.instance() if available() else None
        zeros, shape = self._instance.array if self._instance else numpy.zeros, (SITUATIONS, ACTIONS)
        self.own = Learned(
            zeros(shape, "d"), zeros(shape, "d"), zeros((2, PACK), "q"), zeros((ACTIONS,), "d"),
            zeros((ACTIONS,), "d"), zeros(shape, "d"),
        )  # fmt: skip
        for place, often in (rival or {}).items():
            self.own.rival[place] = often
        course = PokerCourse(game)
        self._rules, self._room, self._table = course.rules, course.room(), table(course.width)

    def learn(self, deals: int) -> None:
        """Learn from so many further deals."""
        learn.on(self._instance)(
            self._rules, self._room, self._table, self.seed, (self.deals, self.deals + deals), EXPLORE, self.share,
            self.own,
        )  # fmt: skip
        before, self.deals = self.deals, self.deals + deals
        if self.deals // HALVED > before // HALVED:
            self.own.total[:] *= 0.5

    def table(self) -> dict[int, bytes]:
        """The mean mix in each situation that was reached often: the share of each action, in parts of 255."""
        whole = self.own.total.sum(1)
        return {
            int(place): bytes(round(255 * float(each) / float(whole[place])) for each in self.own.total[place])
            for place in (whole > SEEN).nonzero()[0]
        }
