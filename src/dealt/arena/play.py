"""Playing the deals of an arena: each deal once in every rotation of the players, on several processes if wanted.

Every deal is played as the first deal of a match, so deals are independent and may be played in any order. Whatever a
game carries from deal to deal (stacks of chips, who leads) starts afresh in each.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from time import perf_counter
from typing import Any

from dealt import players as _players
from dealt.arena.result import Played, Result, result
from dealt.faults import fault
from dealt.game import Game, Player
from dealt.players import Maker
from dealt.players.from_file import PlayerClass, PlayerError
from dealt.table import Illegal, play, seed_of

__all__ = ["ArenaError", "Task", "entrants", "finished", "run", "seed_of"]


class ArenaError(RuntimeError):
    """A player or a game failed during a deal; the message names the players, the deal and what failed."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker process needs to play any of the deals."""

    game: Game[Any]
    makers: tuple[Maker, ...]
    names: tuple[str, ...]
    seed: str


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


def run(
    game: Game[Any],
    players: Sequence[str | Maker],
    deals: int = 100,
    seed: object = 0,
    jobs: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Play ``deals`` deals, each once in every rotation of the players, and compare the players.

    In a game for one seat every player plays every deal once. ``players`` are names of computers, functions that make
    a computer for a game, or classes of a file (:class:`~dealt.players.from_file.PlayerClass`). ``seed`` is any number
    or text.
    ``progress`` is called with the number of deals that have just been finished. ``jobs`` is the number of processes
    (default: one for each processor); it doesn't change the result. Raises ValueError if the players don't fit the
    game, ArenaError if one of them fails.

    >>> from dealt.games import GAMES
    >>> game = GAMES[min(GAMES)].make()
    >>> found = run(game, ["random"], deals=5, seed=7, jobs=1)
    >>> found.deals, found.plays == 5 * game.seats
    (5, True)
    """
    if deals < 1:
        raise ValueError("an arena needs at least one deal")
    chosen = entrants(game, players)
    task = Task(game, tuple(maker for _, maker in chosen), tuple(name for name, _ in chosen), str(seed))
    began = perf_counter()
    played: list[Played] = []
    for some in finished(task, deals, jobs):
        played += some
        if progress is not None:
            progress(len(some))
    found = result(game.name, game.options, task.names, task.seed, game.low, played, seats=game.seats)
    return replace(found, seconds=perf_counter() - began)


def _deal(task: Task, number: int) -> Played:
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


# --- processes ------------------------------------------------------------------------------------------------------

_task: Task | None = None


def _begin(task: Task) -> None:
    global _task
    _task = task
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent process


def _some(numbers: range) -> list[Played]:
    if _task is None:
        raise RuntimeError("this process was not told what to play")
    return [_deal(_task, number) for number in numbers]


def finished(task: Task, deals: int, jobs: int | None, first: int = 0) -> Iterator[list[Played]]:
    """The results of the deals in order from the ``first`` on, in batches, by so many processes, else one for each
    processor."""
    jobs = min(jobs or os.cpu_count() or 1, deals)
    if jobs == 1 or (context := _context(task)) is None:
        for number in range(first, first + deals):
            yield [_deal(task, number)]
        return
    size = max(1, min(16, deals // (jobs * 4)))
    chunks: Iterable[range] = (range(at, min(at + size, first + deals)) for at in range(first, first + deals, size))
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(task,)) as pool:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # about forking with threads
                found = pool.map(_some, chunks)
            yield from found
        except BrokenProcessPool as error:
            raise ArenaError(
                "a process of the arena was ended from outside (out of memory?): try fewer --jobs"
            ) from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _context(task: Task, platform: str = sys.platform) -> multiprocessing.context.BaseContext | None:
    """How to start worker processes; None if the task can't be sent to one, so that this process plays alone.

    On Linux a fork inherits everything, including games and players from files. Elsewhere the task must be picklable.
    """
    if platform == "linux":
        return multiprocessing.get_context("fork")
    try:
        pickle.dumps(task)
    except Exception:  # noqa: BLE001 - pickling may raise anything
        return None
    return multiprocessing.get_context("spawn")
