"""Where the deals of a round are played: on threads of this process, or on a cluster of Ray.

A round is cut into the same parts wherever it is played, and they are put together in their order, so the net that is
fitted to them is the same too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, Protocol

from dealt.arena.on_ray import Ray
from dealt.games.climbing import Climbing
from dealt.games.doudizhu import DouDizhu
from dealt.kernels.arrays import numpy_for
from dealt.kernels.climbing_course import course_for
from dealt.kernels.climbing_table import AUCTION, PLAY
from dealt.kernels.climbing_values import WORDS, RealMind, RealNet, learned_deals
from dealt.shapes import Workspace

PARTS: Final = 16
"""The number of parts of a round. A deal's place in its part does not change it, but a part has room of its own."""
CHOICES: Final = 120
"""Room for so many choices in each deal of a part, on the average."""
TRUST: Final = 0.2
"""The share of a target that, at each later choice of the seat, is the net's own value."""

Part = tuple[int, int]
"""The numbers of some deals: the first, and the one after the last."""


@dataclass(frozen=True)
class Asked:
    """What is needed to play any deal of a round, on this machine or on another."""

    game: Climbing
    nets: tuple[RealNet, RealNet]
    met: int
    """The percentage of deals in which the second net is met."""
    chance: int
    """The chance of a random choice, in 2**20."""
    seed: int

    def __call__(self, part: Part) -> tuple[Any, Any]:
        """Play some deals: what was seen after each choice, shape (choices, WORDS), and what each was worth."""
        return self.played(part)[:2]

    def played(self, part: Part) -> tuple[Any, Any, Any]:
        """The same, and how each deal ended for each seat; see :func:`~dealt.kernels.climbing_values.learned_deals`."""
        numpy = numpy_for("a net is trained")
        deals = part[1] - part[0]
        most = deals * CHOICES
        seen, hoped = numpy.zeros((most, WORDS), numpy.int64), numpy.zeros(most, numpy.float32)
        who, worth = numpy.zeros(most, numpy.int64), numpy.zeros(most, numpy.float32)
        ends = numpy.zeros((deals, self.game.seats))
        course, net = course_for(self.game), self.nets[0]
        rules, own = course.rules, course.room()
        penalty = [each / scale_of(self.game) for each in rules.penalty]
        many = learned_deals(
            rules._replace(penalty=penalty, phase=AUCTION if rules.phase == AUCTION else PLAY), self.nets, self.met,
            self.chance, TRUST, self.seed, part, own,
            room_for(len(net.first_bias), len(net.second_bias), len(own.listed)), Workspace(course.width), seen, who,
            hoped, worth, ends,
        )  # fmt: skip
        return seen[:many].copy(), worth[:many].copy(), ends


class Engine(Protocol):
    """Plays the parts of a round, in any order, and gives them in theirs."""

    def __call__(self, asked: Asked, parts: Sequence[Part], /) -> Iterator[tuple[Any, Any]]: ...


class Threads:
    """An engine of so many threads of this process; the kernels do not hold Python's lock."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs

    def __call__(self, asked: Asked, parts: Sequence[Part], /) -> Iterator[tuple[Any, Any]]:
        with ThreadPoolExecutor(self.jobs, "deals") as pool:
            yield from pool.map(asked, parts)


class Cluster:
    """An engine of the workers of Ray. What a lost worker was playing is played again by another.

    ArenaError if the cluster is not there or goes, ImportError without ray (the extra ``ray``).
    """

    def __init__(self, ray: Ray) -> None:
        self.ray = ray
        self._play: Any = None

    def __call__(self, asked: Asked, parts: Sequence[Part], /) -> Iterator[tuple[Any, Any]]:
        if self._play is None:
            self._play = self.ray.remote(play_part)
        sent = self.ray.sent(asked, asked.game)
        waiting = [self._play.remote(sent, part) for part in parts]
        for each in waiting:
            yield self.ray.found(each)


def play_part(asked: Asked, part: Part) -> tuple[Any, Any]:
    """What a worker does; Ray shows it by this name."""
    return asked(part)


def parts_of(begin: int, deals: int) -> list[Part]:
    """The parts of a round of so many deals, from number ``begin`` on.

    >>> parts_of(100, 40)[:3], len(parts_of(100, 40))
    ([(100, 103), (103, 106), (106, 109)], 14)
    """
    size = -(-deals // PARTS)
    return [(n, min(n + size, begin + deals)) for n in range(begin, begin + deals, size)]


def scale_of(game: Climbing) -> float:
    """The points of one unit of worth: the number of cards of a full hand; in Dou Dizhu, and where places count, 1."""
    return 1.0 if isinstance(game, DouDizhu) or game.places else float(game.hand)


def room_for(wide: int, narrow: int, rows: int) -> RealMind:
    """Room for one thread to think in, with a net of floats of these widths."""
    return RealMind(*map(Workspace, (WORDS, wide, wide, narrow, rows)))
