"""Deep Monte-Carlo learning of climbing games: play by the net, then fit it to how the deals ended.

After D. Zha and others, *DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement Learning*, 2021: the net values what
a seat sees after a choice, the target is the result of that deal, and a seat sometimes chooses at random. Here the net is
small and plays compiled, so two cores play a million deals in some minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from dealt.games.climbing import Climbing
from dealt.games.doudizhu import DouDizhu
from dealt.kernels.arrays import numbers, numpy_for
from dealt.kernels.climbing import Dealing
from dealt.kernels.climbing_values import FEATURES, WORDS, Net, learned_deals
from dealt.kernels.compiled import available, compiled
from dealt.kernels.descent import fit
from dealt.kernels.shedding import dealers, known, room, table_of
from dealt.players.search.climbing import mind

__all__ = ["Lessons", "Trainer"]

DEALS: Final = 4000
"""The deals of a round, after which the net is fitted to them."""
CHOICES: Final = 120
"""Room for so many choices in each deal of a round, on the average."""
WIDE: Final = 128
NARROW: Final = 32
BATCH: Final = 256
RATE: Final = 1e-3
CHANCE: Final = 0.05
"""The probability of a random choice at the beginning."""
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

    Equal games, ``seed`` and number of rounds give equal weights. ValueError if there is no kernel for a game.
    """

    def __init__(self, games: Sequence[Climbing], seed: int = 0, wide: int = WIDE, narrow: int = NARROW) -> None:
        if not available():
            raise ValueError("training needs numba: pip install 'dealt[fast]'")
        for each in games:
            known(each)
            if Dealing(each.hand, each.lowest_opens(None)) and each.seats == 2 and each.name == "Chinese Poker":
                raise ValueError("there is no training for packets that seats choose")
        numpy = numpy_for("a net is trained")
        self.games = tuple(games)
        self.seed = seed
        self.rounds = 0
        self.deals = 0
        self.steps = 0
        random = numpy.random.default_rng([seed, 0])
        self.arrays: list[Any] = [
            numpy.asarray(each, numpy.float32)
            for each in (
                random.normal(0, 0.1, (FEATURES, wide)),
                numpy.zeros(wide),
                random.normal(0, (2 / wide) ** 0.5, (wide, narrow)),
                numpy.zeros(narrow),
                random.normal(0, (1 / narrow) ** 0.5, narrow),
                numpy.zeros(1),
            )
        ]
        self.means: list[Any] = [numpy.zeros_like(each) for each in self.arrays]
        self.squares: list[Any] = [numpy.zeros_like(each) for each in self.arrays]
        self._next: Lessons | None = None

    @property
    def net(self) -> Net:
        """The weights as they are now."""
        return Net(*self.arrays)

    @property
    def scale(self) -> float:
        """The points of one unit of worth: the penalty for a full hand where there is one, else 1."""
        game = self.games[0]
        return 1.0 if isinstance(game, DouDizhu) else float(game.hand)

    def round(self) -> float:
        """Play a round and fit the net to the one before; returns the mean squared error."""
        lessons = self._next if self._next is not None else self._play(self.net, self.rounds)
        copy = Net(*(each.copy() for each in self.arrays))
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

    def _play(self, net: Net, number: int) -> Lessons:
        numpy = numpy_for("a net is trained")
        game = self.games[number % len(self.games)]
        kitty = len(game.deck) - game.hand * game.seats if isinstance(game, DouDizhu) else 0
        most = DEALS * CHOICES
        seen = numpy.zeros((most, WORDS), numpy.int64)
        who, worth = numpy.zeros(most, numpy.int64), numpy.zeros(most, numpy.float32)
        ends = numpy.zeros((DEALS, game.seats))
        penalty = numpy.array([float(game.penalty(left)) / self.scale for left in range(len(game.deck) + 1)])
        own = room(game, fast=True)
        many = compiled(learned_deals)(
            game.numbers, table_of(game, fast=True), Dealing(game.hand, game.lowest_opens(None)), penalty,
            numbers(sorted(game.deck), fast=True), numbers(game.low_to_high, fast=True),
            numbers(dealers(game), fast=True), net, round(self._slowed(CHANCE) * (1 << 20)), self.seed,
            (number * DEALS, (number + 1) * DEALS), own, mind(net, len(own.legal), fast=True, real=True), seen, who, worth,
            ends, kitty,
        )  # fmt: skip
        return Lessons(seen[:many].copy(), worth[:many].copy(), DEALS)

    def _fit(self, lessons: Lessons) -> float:
        numpy = numpy_for("a net is trained")
        net = self.net
        slope = Net(*(numpy.zeros_like(each) for each in self.arrays))
        order = numpy.random.default_rng([self.seed, 1, self.rounds]).permutation(len(lessons.worth))
        wide, narrow = len(net.first_bias), len(net.second_bias)

        def flat(some: Sequence[Any]) -> tuple[Any, ...]:
            return tuple(each.reshape(-1) for each in some)

        sums, outer = numpy.zeros(wide, numpy.float32), numpy.zeros(wide, numpy.float32)
        inner, deep = numpy.zeros(narrow, numpy.float32), numpy.zeros(narrow, numpy.float32)
        error, self.steps = compiled(fit)(
            net, lessons.seen, lessons.worth, order, BATCH, self._slowed(RATE), self.steps, slope, flat(self.arrays),
            flat(slope), flat(self.means), flat(self.squares), sums, inner, outer, deep,
            numpy.zeros((narrow, wide), numpy.float32),
        )  # fmt: skip
        return float(error)
