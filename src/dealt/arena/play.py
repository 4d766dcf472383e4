"""Playing the deals of an arena: each deal once in every rotation of the players.

Every deal is played as the first deal of a match, so deals are independent and may be played in any order. Whatever a
game carries from deal to deal (stacks of chips, who leads) starts afresh in each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from hashlib import sha256
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, Protocol

from dealt import players as _players
from dealt.arena.kept import Kept
from dealt.arena.result import Played, Result, result
from dealt.faults import fault
from dealt.game import Game, Player
from dealt.players import Maker
from dealt.players.from_file import PlayerClass, PlayerError
from dealt.table import Illegal, play, seed_of

__all__ = ["ArenaError", "Engine", "Play", "Task", "blocks", "deal", "entrants", "run", "seed_of", "task_of"]

BLOCK: Final = 50
"""The number of deals after which a run that ends at a wanted error looks at its errors."""


class ArenaError(RuntimeError):
    """A player or a game failed during a deal; the message names the players, the deal and what failed."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker process needs to play any of the deals."""

    game: Game[Any]
    makers: tuple[Maker, ...]
    names: tuple[str, ...]
    seed: str


Play = Callable[[Sequence[int]], Iterable[list[tuple[int, Played]]]]
"""Plays deals by their numbers, from 0, and gives them in batches, in any order."""


class Engine(Protocol):
    """Where deals are played. It raises ArenaError if a player fails; a deal is the same wherever it is played."""

    def __call__(self, task: Task, /) -> AbstractContextManager[Play]: ...


@dataclass(frozen=True, slots=True)
class Named:
    """A maker that looks its computer up by name: unlike the computer itself it can be pickled for another process."""

    name: str

    def __call__(self, game: Game[Any]) -> Player:
        return _players.computer(self.name, game)


def entrants(game: Game[Any], players: Sequence[str | Maker]) -> tuple[tuple[str, Maker], ...]:
    """A name and a maker for every seat. A shorter list is repeated; ValueError if the seats are no multiple of it.

    In a game for one seat, every name is an entrant that plays by itself.
    """
    alone = game.seats == 1 and bool(players)
    if not alone and (not players or game.seats % len(players)):
        fitting = [str(n) for n in range(1, game.seats + 1) if game.seats % n == 0]
        raise ValueError(f"{game.name} has {game.seats} seats: name {' or '.join(fitting)} players, not {len(players)}")
    found: list[tuple[str, Maker]] = []
    for each in players:
        if isinstance(each, str):
            _players.computer(each, game)
            found.append((each, Named(each)))
        elif isinstance(each, PlayerClass):
            each(game)
            found.append((str(each), each))
        else:
            found.append((str(getattr(each, "__name__", type(each).__name__)), each))
    return tuple(found) * (1 if alone else game.seats // len(players))


def task_of(game: Game[Any], players: Sequence[str | Maker], seed: object) -> Task:
    """The task of these players; ValueError as :func:`entrants` has it."""
    names, makers = zip(*entrants(game, players), strict=True)
    return Task(game, makers, names, str(seed))


def blocks(deals: int, until_error: float | None, error: Callable[[], float]) -> Iterator[range]:
    """The deals of a run, a block at a time: it ends early once the ``error`` is not above the one that is wanted."""
    done = 0
    while done < deals:
        yield (block := range(done, deals if until_error is None else min(deals, done + BLOCK)))
        done = deals if until_error is not None and error() <= until_error else block.stop


def run(
    game: Game[Any], players: Sequence[str | Maker], deals: int = 100, seed: object = 0, jobs: int | None = None,
    progress: Callable[[int], object] | None = None, *, kept: Path | None = None, until_error: float | None = None,
    engine: Engine | None = None,
) -> Result:  # fmt: skip
    """Play ``deals`` deals, each once in every rotation of the players, and compare the players.

    In a game for one seat every player plays every deal once. ``players`` are names of computers, functions that make
    a computer for a game, or classes of a file (:class:`~dealt.players.from_file.PlayerClass`). ``seed`` is any number
    or text. ``progress`` is called with the number of deals that have just been finished. ``jobs`` is the number of
    processes (default: one for each processor); another ``engine`` plays elsewhere. Neither changes the result.

    ``kept`` is a file of JSON Lines that gets every deal as it is finished; the same call with the same file goes on
    from there. With ``until_error`` the run ends as soon as no difference of two players (or no score, where all are
    one player) has a standard error above it, in points; it looks after every 50 deals.

    Raises ValueError if the players don't fit the game or the file is of another run, ArenaError if a player fails,
    OSError if the file can't be used.

    >>> from dealt.games import GAMES
    >>> game = GAMES[min(GAMES)].make()
    >>> found = run(game, ["random"], deals=5, seed=7, jobs=1)
    >>> found.deals, found.plays == 5 * game.seats
    (5, True)
    """
    from dealt.arena.processes import Processes

    if deals < 1:
        raise ValueError("an arena needs at least one deal")
    task, began = task_of(game, players, seed), perf_counter()

    def found(played: Sequence[Played]) -> Result:
        return result(game.name, game.options, task.names, task.seed, game.low, played, seats=game.seats)

    with Kept.opened(kept, game, task.seed) as known, (engine or Processes(jobs))(task) as play:
        played: list[Played] = []
        for block in blocks(deals, until_error, lambda: _error(found(played))):
            played.extend(known.played(task.names, block, play, progress))
    return replace(found(played), seconds=perf_counter() - began)


def _error(found: Result) -> float:
    """The largest standard error of the comparisons."""
    errors = [each.error for each in found.pairs or found.standings]
    return max(inf if each is None else each for each in errors)


def deal(task: Task, number: int) -> Played:
    """One deal in every rotation: in rotation r, entrant e sits on seat (e + r) mod n. With one seat, no rotation."""
    seats, entrants = task.game.seats, len(task.makers)
    scores: list[tuple[float, ...]] = []
    winners: list[tuple[int, ...]] = []
    actions = 0
    if seats == 1:
        found = [_play(task, number, 0, [entrant]) for entrant in range(entrants)]
        scores.append(tuple(score[0] for score, _ in found))
        winners.append(tuple(each for each in range(entrants) if task.game.winners(found[each][0])))
        actions = sum(steps for _, steps in found)
    for rotation in range(seats if seats > 1 else 0):
        score, steps = _play(task, number, rotation, [(seat - rotation) % seats for seat in range(seats)])
        scores.append(tuple(score[(entrant + rotation) % seats] for entrant in range(seats)))
        winners.append(tuple((seat - rotation) % seats for seat in task.game.winners(score)))
        actions += steps
    return Played(tuple(scores), actions, tuple(winners))


def _play(task: Task, number: int, rotation: int, order: Sequence[int]) -> tuple[tuple[float, ...], int]:
    """The scores by seat of a deal that the entrants in ``order`` play, and its number of actions."""
    seed = seed_of(task.seed, number)
    sitting = [task.makers[entrant](task.game) for entrant in order]
    sources = [Random(sha256(seed + bytes([rotation, entrant])).digest()) for entrant in order]
    try:
        table = play(task.game, sitting, seed, rngs=sources)
    except Exception as error:
        names = ", ".join(task.names)
        why = f"a computer chose what it may not: {error}" if isinstance(error, Illegal) else fault(error)
        why = str(error) if isinstance(error, PlayerError) else why
        raise ArenaError(f"deal {number + 1} (rotation {rotation + 1}, {names}): {why}") from error
    if table.score is None:
        raise ArenaError(f"deal {number + 1} ended without a score")
    return table.score, table.step
