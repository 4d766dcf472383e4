"""A ladder: every computer against every other on the same deals, and a rating for each.

**Method.** Two computers meet in every deal. They take the seats in turn, so that partners are the same computer, and
the deal is played in every rotation. Where the number of seats is odd, each of them once has the seat more. The mean of
a computer's scores in a deal, minus that of the other, is one observation: the luck of the cards is in both. Gains and
their standard errors are over deals. Ratings come from the same observations: a deal is won by who scores more in it,
and :mod:`openskill` (the model of Plackett and Luce) rates the winners. In a game for one seat both play every deal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

from dealt import players as _players
from dealt.arena.kept import Kept
from dealt.arena.play import Engine, Task, blocks, entrants, task_of
from dealt.arena.processes import Processes
from dealt.arena.result import Pair, Played, mean_and_error
from dealt.game import Action, Game, Player, Value, View
from dealt.players import Maker
from dealt.table import play, seed_of

FORMAT: Final = 1
MOST_TIMED: Final = 400
"""The number of decisions whose times are enough."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A computer on the ladder.

    ``rating`` and ``uncertainty`` are openskill's mean and standard deviation: a newcomer has 25 and 8.3. ``gain`` is
    what it scores in a play above its opponents, on average over all of them, ``error`` the standard error of that.
    """

    player: str
    rating: float
    uncertainty: float
    gain: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Ladder:
    """All computers, the best first, and every pair. Equal arguments give equal ladders, whatever the jobs."""

    game: str
    options: Mapping[str, Value]
    seed: str
    deals: int
    plays: int
    rungs: tuple[Rung, ...]
    pairs: tuple[Pair, ...]

    def to_json(self) -> str:
        """One JSON object with sorted keys, so that equal ladders are equal bytes."""
        return json.dumps({"format": FORMAT, **asdict(self)}, sort_keys=True, indent=1, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class MoveTimes:
    """Milliseconds of processor time a decision: half of them take at most ``median``, 95 in 100 at most ``most``."""

    median: float
    most: float


def meetings(seats: int, first: str | Maker, second: str | Maker) -> list[list[str | Maker]]:
    """Who sits where when two computers meet; each seating is played in every rotation.

    >>> meetings(4, "a", "b"), meetings(3, "a", "b")
    ([['a', 'b']], [['a', 'b', 'a'], ['b', 'a', 'b']])
    """
    if seats % 2 == 0 or seats == 1:
        return [[first, second]]
    return [[(one, other)[seat % 2] for seat in range(seats)] for one, other in ((first, second), (second, first))]


def climb(
    game: Game[Any], players: Sequence[str | Maker], deals: int = 100, seed: object = 0, jobs: int | None = None,
    progress: Callable[[int, int], object] | None = None, *, kept: Path | None = None, until_error: float | None = None,
    engine: Engine | None = None,
) -> Ladder:  # fmt: skip
    """Let all ``players`` meet each other in ``deals`` deals; they are named as in :func:`dealt.arena.run`.

    ``progress`` is called with the number of deals that have just been played, and of all that there are. ``kept``,
    ``until_error`` (here of the gains between two players) and ``engine`` are as in :func:`dealt.arena.run`. ValueError
    for fewer than two players, or if one can't play the game; ArenaError if one fails; ImportError without openskill.
    """
    if deals < 1:
        raise ValueError("a ladder needs at least one deal")
    named = {entrants(game, [each])[0][0]: each for each in players}
    if len(named) < 2:
        raise ValueError("a ladder needs at least two different players")
    _model()  # what is missing is said before the deals are played
    seatings = {pair: tables(game, named[pair[0]], named[pair[1]], seed) for pair in combinations(named, 2)}
    todo, plays = deals * sum(map(len, seatings.values())), 0
    found: dict[tuple[str, str], list[float]] = {pair: [] for pair in seatings}
    engine = engine or Processes(jobs)

    def told(count: int) -> None:
        if progress is not None:
            progress(count, todo)

    with Kept.opened(kept, game, str(seed)) as known:
        for block in blocks(deals, until_error, lambda: max(mean_and_error(each)[1] or 0.0 for each in found.values())):
            for pair, tasks in seatings.items():
                gains, played = observed(tasks, pair[0], block, known, engine, told)
                found[pair] += gains
                plays += played
    return _ladder(game, str(seed), block.stop, plays, list(named), found)


def tables(game: Game[Any], first: str | Maker, second: str | Maker, seed: object) -> list[Task]:
    """The seatings at which two computers meet, as tasks for an engine."""
    return [task_of(game, sitting, seed) for sitting in meetings(game.seats, first, second)]


def observed(
    tasks: Sequence[Task], one: str, deals: range, known: Kept, engine: Engine, told: Callable[[int], object]
) -> tuple[list[float], int]:
    """What ``one`` scores above the other in each of these deals, at the tables of both, and the number of plays."""
    gains, plays = [0.0] * len(deals), 0
    for task in tasks:
        with engine(task) as play:
            for n, each in enumerate(known.played(task.names, deals, play, told)):
                gains[n] += _gain(each, task.names, one, task.game.low) / len(tasks)
                plays += len(each.scores) if task.game.seats > 1 else len(task.makers)
    return gains, plays


def _gain(deal: Played, names: Sequence[str], one: str, low: bool) -> float:
    """What a player scores in a play of a deal above the other, on average over the rotations."""
    mine = [score for scores in deal.scores for name, score in zip(names, scores, strict=True) if name == one]
    others = [score for scores in deal.scores for name, score in zip(names, scores, strict=True) if name != one]
    found = sum(mine) / len(mine) - sum(others) / len(others)
    return -found if low else found


def _ladder(
    game: Game[Any], seed: str, deals: int, plays: int, names: list[str], found: Mapping[tuple[str, str], list[float]]
) -> Ladder:
    rated, rungs = _rated(names, found, deals), []
    for name in names:
        signs = [(1 if pair[0] == name else -1, gains) for pair, gains in found.items() if name in pair]
        over = [sum(sign * gains[n] for sign, gains in signs) / len(signs) for n in range(deals)]
        rungs.append(Rung(name, *rated[name], *mean_and_error(over)))
    rungs.sort(key=lambda each: -each.gain)
    place = {each.player: n for n, each in enumerate(rungs)}
    pairs = []
    for (one, other), gains in found.items():
        ahead, sign = ((one, other), 1) if place[one] < place[other] else ((other, one), -1)
        pairs.append(Pair(*ahead, *mean_and_error([sign * each for each in gains])))
    pairs.sort(key=lambda each: (place[each.first], place[each.second]))
    return Ladder(game.name, dict(game.options), seed, deals, plays, tuple(rungs), tuple(pairs))


def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise ImportError("ratings come from openskill: install dealt[ladder]") from None
    return PlackettLuce(tau=0)  # computers don't change in between


def _rated(
    names: Iterable[str], found: Mapping[tuple[str, str], list[float]], deals: int
) -> dict[str, tuple[float, float]]:
    """The rating of each player and its uncertainty, after all meetings, deal by deal."""
    model = _model()
    rating = {name: model.rating(name=name) for name in names}
    for n in range(deals):
        for (one, other), gains in found.items():
            scores = [max(gains[n], 0.0), max(-gains[n], 0.0)]
            [[rating[one]], [rating[other]]] = model.rate([[rating[one]], [rating[other]]], scores=scores)
    return {name: (each.mu, each.sigma) for name, each in rating.items()}


# --- how long they take -----------------------------------------------------------------------------------------------


class Timed:
    """A computer, and how much processor time each of its choices among several took, in seconds."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.remembers = getattr(player, "remembers", False)
        self.took: list[float] = []

    def choose(self, view: View, rng: Random) -> Action:
        began = process_time()
        found = self._player.choose(view, rng)
        if len(view.legal) > 1:
            self.took.append(process_time() - began)
        return found


def move_times(game: Game[Any], name: str, deals: int = 10, seed: object = 0) -> MoveTimes:
    """How long a computer takes for a choice among several actions, in deals that it plays against itself.

    The first deal is played to warm up. ValueError if it can't play the game.
    """
    timed = Timed(_players.computer(name, game))
    play(game, [timed] * game.seats, seed_of(str(seed), 0))
    warm, timed.took = timed.took, []
    for number in range(1, deals + 1):
        if len(timed.took) >= MOST_TIMED:
            break
        play(game, [timed] * game.seats, seed_of(str(seed), number))
    took = sorted(timed.took or warm or [0.0])
    return MoveTimes(1000 * took[len(took) // 2], 1000 * took[min(len(took) - 1, int(0.95 * len(took)))])
