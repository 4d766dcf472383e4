"""Learn a table of bets for poker by regret: python -m tune regret --seats 2 --limit fixed --minutes 3

Deals of self-play are sampled until the time is over (:mod:`dealt.players.advice.drawpoker.learning`), and the mean mix
of actions in each situation that was reached is written to ``--to``. With ``--rival shark`` that computer is watched
then, and met in three quarters of as many deals again. ``search`` plays by the tables in
``src/dealt/players/search/weights``. With ``--deals`` instead of ``--minutes`` the same seed gives the same table.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from dealt.game import Action, View
from dealt.games import make
from dealt.games.drawpoker import DrawPoker
from dealt.kernels.arrays import numpy_for
from dealt.kernels.course import table
from dealt.kernels.machine import available
from dealt.kernels.poker import PACK
from dealt.kernels.poker_course import PokerCourse
from dealt.players import computer
from dealt.players.advice.drawpoker.learning import PHASES, Learned, learn
from dealt.players.advice.drawpoker.reading import buying, drawing
from dealt.players.advice.drawpoker.situations import ACTIONS, CALL, FOLD, PUSH, RAISE, SITUATIONS, pot_bet
from dealt.players.advice.holdem import situations as holdem
from dealt.players.search.poker import PokerSearch, Table, packed
from dealt.table import Table as Playing
from dealt.table import seed_of

KEPT = 0.02
"""The share of the regrets against itself with which learning against a rival begins."""
STEP = 20_000
"""The deals between two looks at the clock."""
HALVED = {"drawpoker": 800_000, "holdem": 4_000_000}
"""After so many deals earlier mixes count half in the mean: the first ones are bad."""
MET = 75
"""The percentage of deals in which a rival is met, where there is one."""
EXPLORE = 0.1
"""The chance of an action drawn evenly, for the seat that learns."""
SEEN = 30
"""A situation that was reached less often is left out of a table."""
OFTEN = 0.7
"""The chance that a seat is the computer that is watched; the others play by the table, so that more is reached."""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=HALVED, default="drawpoker", help="hold'em with two seats and a fixed limit")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--limit", choices=("fixed", "no"), default="fixed")
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--deals", type=int)
    parser.add_argument("--rival", help="a computer that is watched, then met in three quarters of as many deals again")
    parser.add_argument("--watched", type=int, default=2000, help="the deals in which it is watched")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path)
    asked = parser.parse_args(argv)
    game: Any = make(asked.game, seats=asked.seats, limit=asked.limit)
    course = Course(game, asked.seed)
    learn_on(course, asked.deals, asked.minutes)
    if asked.rival:
        alone, rival = course, watched(game, asked.rival, course.table(), asked.watched)
        course = Course(game, asked.seed + 1, rival)
        course.own.regret[:] = KEPT * alone.own.regret
        learn_on(course, asked.deals, asked.minutes)
    table = course.table()
    to = asked.to or Path(f"{asked.game}-{asked.seats}-{asked.limit}.table")
    to.write_bytes(packed(table))
    print(f"{course.deals} deals, {len(table)} situations, {to.stat().st_size} bytes: {to}")
    return 0


def learn_on(course: Course, deals: int | None, minutes: float) -> None:
    """Learn for so many deals or minutes."""
    began = monotonic()
    while course.deals < deals if deals else monotonic() - began < 60 * minutes:
        course.learn(STEP)


class Course:
    """Learning one game; equal games, seeds and numbers of deals in equal steps give equal tables.

    ImportError without NumPy.
    """

    def __init__(self, game: DrawPoker, seed: int = 1, rival: Mapping[int, Sequence[int]] | None = None) -> None:
        numpy = numpy_for("draw poker is learned")
        self.game, self.seed, self.deals = game, seed, 0
        self.share = MET if rival else 0
        self._instance = learn.instance() if available() else None
        zeros = self._instance.array if self._instance else numpy.zeros
        shape = holdem.SITUATIONS if game.row.flop else SITUATIONS, ACTIONS
        self.own = Learned(
            zeros(shape, "d"), zeros(shape, "d"), zeros((2, PACK), "q"), zeros((ACTIONS,), "d"),
            zeros((ACTIONS,), "d"), zeros(shape, "d"), zeros((2 * PHASES,), "q"),
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
        halved = HALVED[self.game.name]
        before, self.deals = self.deals, self.deals + deals
        if self.deals // halved > before // halved:
            self.own.total[:] *= 0.5

    def table(self) -> dict[int, bytes]:
        """The mean mix in each situation that was reached often: the share of each action, in parts of 255."""
        whole = self.own.total.sum(1)
        return {
            int(place): bytes(round(255 * float(each) / float(whole[place])) for each in self.own.total[place])
            for place in (whole > SEEN).nonzero()[0]
        }


def watched(game: DrawPoker, name: str, table: Table, deals: int, seed: str = "watch") -> dict[int, list[int]]:
    """How often the computer of a name took each action in each situation."""
    reader, rival = PokerSearch(game, table), computer(name, game)
    found: dict[int, list[int]] = {}
    for n in range(deals):
        draws = Random(n)
        is_rival = [draws.random() < OFTEN for _ in range(game.seats)]
        playing, sources = Playing(game, seed_of(seed, n)), [Random(f"{seed} {n} {seat}") for seat in range(game.seats)]
        while turn := playing.turn:
            seat = turn[0]
            view = playing.view(seat, log=False)
            action = (rival if is_rival[seat] else reader).choose(view, sources[seat])
            if is_rival[seat] and len(view.legal) > 1 and not buying(view) and not drawing(view):
                count(found, reader, view, action)
            playing.act(seat, action)
    return found


def count(found: dict[int, list[int]], reader: PokerSearch, view: View, action: Action) -> None:
    """Add an action to the counts of its situation."""
    at = reader.reads(view)
    kind = FOLD if action.verb == "fold" else CALL if action.verb in ("check", "call") else RAISE
    _, least, most = at.prices
    pot = pot_bet(at.chips, at.now.turn)
    if kind == RAISE and least < most and pot < most and (action.amount or 0) >= (pot + most) / 2:
        kind = PUSH
    found.setdefault(at.place, [0] * ACTIONS)[kind] += 1
