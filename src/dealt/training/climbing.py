"""Deep Monte-Carlo learning of climbing games: play by the net, then fit it to how the deals ended.

After D. Zha and others, *DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement Learning*, 2021: the net values
what a seat sees after a choice, the target is the result of that deal, and a seat sometimes chooses at random. Here the
net is small and plays compiled, so two cores play a million deals in some minutes, and a share of each target is what
the net itself hoped for at the later choices of the seat, which has less chance in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from dealt.games.climbing import Climbing
from dealt.games.doudizhu import DouDizhu
from dealt.kernels.arrays import numpy_for
from dealt.kernels.climbing_course import ClimbingCourse
from dealt.kernels.climbing_values import RealNet
from dealt.kernels.descent import fit
from dealt.kernels.families import course_of
from dealt.kernels.machine import available
from dealt.training.playing import Asked, Engine, Threads, parts_of, scale_of
from dealt.training.weights import Fitted

DEALS: Final = 4000
"""The deals of a round, after which the net is fitted to them."""
WIDE: Final = 128
NARROW: Final = 32
BATCH: Final = 256
RATE: Final = 1e-3
CHANCE: Final = 0.05
"""The probability of a random choice at the beginning."""
MET: Final = 50
"""The percentage of deals in which rivals are met, where there are any."""
SLOWER: Final = 400_000
"""After so many deals the rate and the chance are half of what they were, after twice as many a third."""


@dataclass
class Lessons:
    """What was seen after each choice of some deals, and what it was worth in units of the game's scale."""

    seen: Any
    worth: Any
    deals: int


class Trainer:
    """A net for one or several climbing games with the same deck, and all that its training needs to go on.

    Equal games, ``seed``, ``begun`` weights, ``rival`` and number of rounds give equal weights, whatever the ``engine``
    that plays the deals. The net meets itself, and where there is a rival that one in half of the deals. ValueError if
    there is no kernel for a game.
    """

    def __init__(
        self,
        games: Sequence[Climbing],
        seed: int = 0,
        wide: int = WIDE,
        narrow: int = NARROW,
        begun: Sequence[Any] = (),
        rival: RealNet | None = None,
        engine: Engine | None = None,
    ) -> None:
        if not available():
            raise ValueError("training needs wasmtime: pip install 'dealt[fast]'")
        for each in games:
            if not isinstance(course_of(each), ClimbingCourse):
                raise ValueError(f"no net sees the cards of {each.name}")
            if each.penalty(1) == 0 and not isinstance(each, DouDizhu):
                raise ValueError(f"{each.name} has no points for what is left in a hand, so there is nothing to learn")
        self.games = tuple(games)
        self.seed = seed
        self.fitted = Fitted(seed, wide, narrow, begun)
        self.rival = rival
        self.engine: Engine = engine or Threads()
        self.rounds = 0
        self.deals = 0
        self._next: Lessons | None = None

    @property
    def net(self) -> RealNet:
        """The weights as they are now."""
        return self.fitted.net

    @property
    def scale(self) -> float:
        """The points of one unit of worth: the penalty for a full hand where there is one, else 1."""
        return scale_of(self.games[0])

    def round(self) -> float:
        """Play a round and fit the net to the one before; returns the mean squared error."""
        lessons = self._next if self._next is not None else self._play(self.net, self.rounds)
        copy = RealNet(*(each.copy() for each in self.fitted.arrays))
        with ThreadPoolExecutor(1) as pool:
            coming = pool.submit(self._play, copy, self.rounds + 1)
            error = self._fit(lessons)
            self._next = coming.result()
        self.rounds += 1
        self.deals += lessons.deals
        return error

    def pending(self) -> Lessons | None:
        """The deals that were played already and will be learned from next."""
        return self._next

    def resume(self, pending: Lessons | None) -> None:
        """Go on with deals that were played before."""
        self._next = pending

    def _slowed(self, some: float) -> float:
        return some / (1 + self.rounds * DEALS / SLOWER)

    def _play(self, net: RealNet, number: int) -> Lessons:
        numpy = numpy_for("a net is trained")
        game = self.games[number % len(self.games)]
        chance, met = round(self._slowed(CHANCE) * (1 << 20)), MET if self.rival else 0
        asked = Asked(game, (net, self.rival or net), met, chance, self.seed)
        seen, worth = zip(*self.engine(asked, parts_of(number * DEALS, DEALS)), strict=True)
        return Lessons(numpy.concatenate(seen), numpy.concatenate(worth), DEALS)

    def _fit(self, lessons: Lessons) -> float:
        order = numpy_for("a net is trained").random.default_rng([self.seed, 1, self.rounds])
        error, self.fitted.steps = fit(
            self.net, lessons.seen, lessons.worth, order.permutation(len(lessons.worth)), BATCH, self._slowed(RATE),
            self.fitted.steps, *self.fitted.room(),
        )  # fmt: skip
        return error
