"""Nets that choose as some computer does, so that a million deals can be played against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from dealt.game import Action, Player, View
from dealt.games.climbing import Climbing
from dealt.kernels.arrays import numpy_for
from dealt.kernels.climbing_course import course_for
from dealt.kernels.climbing_values import WORDS, RealNet, describe
from dealt.kernels.descent import imitate
from dealt.players import computer
from dealt.players.search.climbing import Network
from dealt.table import play, seed_of
from dealt.training.playing import room_for
from dealt.training.weights import Fitted

BATCH: Final = 64
RATE: Final = 2e-3


@dataclass
class Choices:
    """What was seen after each possible choice, and which one was made."""

    seen: Any
    """(n, WORDS)"""
    first: Any
    """(choices + 1,): where those of each choice begin"""
    chosen: Any
    """(choices,): places in ``seen``"""


class Watched:
    """A computer, and what it chooses where there is a choice."""

    def __init__(self, player: Player, reader: Network, to: list[tuple[Any, int]]) -> None:
        self.player, self.reader, self.to = player, reader, to

    def choose(self, view: View, rng: Random) -> Action:
        action = self.player.choose(view, rng)
        legal = view.legal
        if len(legal) > 1 and self.reader.understands(legal):
            game, rows = self.reader.game, self.reader.rows(legal)
            state = game.sample(view, Random(0))
            course, made = course_for(game), self.reader.weights.made
            seen = numpy_for("a net is trained").zeros((len(rows), WORDS), "int64")
            thinking = room_for(int(made["wide"]), int(made["narrow"]), len(rows))
            describe(course.rules, course.numbers(state), list(rows), thinking, seen)
            self.to.append((seen, [each.cards for each in legal].index(action.cards)))
        return action


def watched(game: Climbing, name: str, deals: int, seed: int, reader: Network) -> Choices:
    """What computers of that name choose in so many deals; in three of four one seat is taken by ``reader``."""
    numpy = numpy_for("a net is trained")
    to: list[tuple[Any, int]] = []
    one = Watched(computer(name, game), reader, to)
    for n in range(deals):
        players: list[Player] = [one] * game.seats
        if n % 4 > 0:
            players[n // 4 % game.seats] = reader
        play(game, players, seed_of(f"watched {seed}", n))
    first = numpy.cumsum([0, *(len(seen) for seen, _ in to)])
    return Choices(
        numpy.concatenate([seen for seen, _ in to]), first, first[:-1] + numpy.array([place for _, place in to])
    )


def imitation(choices: Choices, seed: int, passes: int, wide: int, narrow: int) -> tuple[RealNet, Sequence[float]]:
    """A net fitted to choices, and the share of them that it made alike in each pass."""
    numpy = numpy_for("a net is trained")
    fitted = Fitted(seed, wide, narrow)
    values = numpy.zeros(int(numpy.diff(choices.first).max()))
    shares = []
    for number in range(passes):
        order = numpy.random.default_rng([seed, 2, number]).permutation(len(choices.chosen))
        one_pass: Any = imitate
        share, fitted.steps = one_pass(
            fitted.net, choices.seen, choices.first, choices.chosen, order, BATCH, RATE * (1 - number / passes),
            fitted.steps, *fitted.room(), values,
        )  # fmt: skip
        shares.append(share)
    return fitted.net, shares
