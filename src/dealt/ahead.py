"""Compiling ahead of use: what computers, judges, simulations, environments and training call, before anybody waits.

Nowhere is it listed which functions those are, nor with which types of arguments: a little of everything is done under
the standard rules and under every preset, and each function that is met is compiled, or taken from the cache.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from json import dump, loads
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from dealt.analysis import judge_action, judge_for, weighed
from dealt.game import LEVELS, Action, Game, Listing, Seat
from dealt.games import GAMES
from dealt.games.climbing import Climbing
from dealt.kernels.compiled import at_once, available, folder, made_here
from dealt.players import EVERYWHERE, computer, possible
from dealt.players.levels import levels_of
from dealt.table import Table, seed_of

__all__ = ["AheadError", "Part", "compile_ahead", "parts", "undone", "usable"]

NOTES: Final = "ahead.json"
"""The file in the cache that tells which parts are done."""
WORLDS: Final = 2
"""The worlds in which a judge tries an action: more would be the same functions."""
PLACES: Final = 4
"""The positions of a deal at which computers and judges are asked, first and last ones among them."""
STEPS: Final = 3
"""The steps of many tables at once."""
LONGEST: Final = 1000
"""The actions after which a deal is left."""


class AheadError(Exception):
    """Nothing can be compiled, or kept. The message says why, in one line."""


class Part(NamedTuple):
    """A part of the work: a game under its standard rules or a preset, which may call functions with other types."""

    game: str
    preset: str | None


class Position(NamedTuple):
    """A state of a deal, the seat to act, and what it does."""

    state: Any
    seat: Seat
    taken: Action


def parts(names: Iterable[str]) -> list[Part]:
    """The parts for some games: first the standard rules, which take longest, then the presets that differ."""
    listings = [GAMES[name] for name in names]
    standard = [Part(each.name, None) for each in listings]
    return standard + [Part(each.name, preset) for each in listings for preset in _differing(each)]


def _differing(listing: Listing) -> list[str]:
    seen = [dict(listing.make().among_computers().options)]
    found = []
    for preset in listing.presets:
        if (options := dict(listing.make(preset).among_computers().options)) not in seen:
            seen.append(options)
            found.append(preset)
    return found


def usable() -> Path:
    """The folder where compiled code is kept; AheadError unless functions can be compiled and kept there."""
    if not available():
        raise AheadError("functions are compiled by numba, which is not installed: pip install 'dealt[fast]'")
    kept = folder()
    try:
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=kept) as file:
            file.write(bytes(1 << 16))
    except OSError as error:
        raise _unwritable(error) from None
    return kept


def undone(some: Sequence[Part], files: Sequence[str] = ()) -> list[Part]:
    """The parts that have not been done since the source, the compiler or the processor changed."""
    known, state = _done_before(), _state(files)
    return [part for part in some if known.get(_key(part)) != state]


def _note(part: Part, state: str) -> None:
    """Remember that a part is done: to find that out again would take as long as to load all functions."""
    known = {**_done_before(), _key(part): state}
    with tempfile.NamedTemporaryFile("w", dir=folder(), delete=False, encoding="utf-8") as file:
        dump({"done": known, "indexes": _indexes()}, file)
    Path(file.name).replace(folder() / NOTES)


def _done_before() -> dict[str, str]:
    """What has been done; nothing where functions have been taken away since."""
    try:
        found = loads((folder() / NOTES).read_bytes())
        return dict(found["done"]) if found["indexes"] <= _indexes() else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _key(part: Part) -> str:
    return f"{part.game} {part.preset or ''}".strip()


def _indexes() -> int:
    """The number of functions in the cache."""
    return sum(1 for _ in folder().rglob("*.nbi"))


def _state(files: Sequence[str]) -> str:
    """A digest of what compiled code depends on, as numba sees it: a source by its age, the processor by its features.

    What is installed beside it decides what is done at all.
    """
    from llvmlite import binding

    digest = sha256()
    for path in (*sorted(Path(__file__).parent.rglob("*.py")), *map(Path, files)):
        about = path.stat()
        digest.update(f"{path} {about.st_mtime_ns} {about.st_size}".encode())
    features = binding.get_host_cpu_features().flatten()
    settings = sorted((key, value) for key, value in os.environ.items() if key.startswith("NUMBA_"))
    beside = [find_spec(name) is not None for name in ("gymnasium", "pettingzoo", "endplay")]
    made_by = sys.version, version("numba"), version("numpy"), binding.get_host_cpu_name(), features
    digest.update(repr((made_by, settings, beside)).encode())
    return digest.hexdigest()


def compile_ahead(some: Sequence[Part], jobs: int, files: Sequence[str] = ()) -> Generator[tuple[Part, int]]:
    """Do the parts in so many processes: each as it is done, with the number of functions that it compiled.

    ``files`` are those of games that are not the house's. AheadError if the compiler fails; what is compiled by then is
    kept. Whoever stops to iterate ends the processes.
    """
    state = _state(files)
    pool = ProcessPoolExecutor(min(jobs, len(some)) or 1, get_context("spawn"), _begin, (tuple(files),))
    try:
        with _deaf():
            waiting = {pool.submit(_carry_out, part): part for part in some}
        for done in as_completed(waiting):
            made = done.result()
            _note(waiting[done], state)
            yield waiting[done], made
    except BrokenProcessPool:
        raise AheadError("a process that compiles was ended from outside (out of memory?): try fewer --jobs") from None
    except OSError as error:
        raise _unwritable(error) from None
    finally:
        _end(pool)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that begin here do not hear of Ctrl-C: the one that asks does, and ends them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _unwritable(error: OSError) -> AheadError:
    return AheadError(
        f"compiled functions can't be kept in {folder()}: {(error.strerror or str(error)).lower()}; "
        "XDG_CACHE_HOME names another place"
    )


def _end(pool: ProcessPoolExecutor) -> None:
    """End processes in the midst of their work, too: a compiler hears of nothing."""
    running = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for each in running:
        each.terminate()
    for each in running:
        each.join()


# --- in a process of its own


def _begin(files: Sequence[str]) -> None:
    from dealt.games import load

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where that is not inherited
    at_once()
    for file in files:
        load(file)


def _carry_out(part: Part) -> int:
    """The number of functions that had to be compiled."""
    before, game = made_here(), GAMES[part.game].make(part.preset).among_computers()
    at = _positions(game)
    for work in _simulations(game, at):
        with suppress(ValueError):  # there is no kernel for these rules
            work()
    for name in _computers(game):
        _choose(game, name, at)
    _judge(game, at)
    if part.preset is None:
        _learn(game)
    return made_here() - before


def _positions(game: Game[Any]) -> list[Position]:
    """Some positions of a deal of random play: those where something is done for the first time, and others."""
    rng, found = Random(1), list[Position]()
    table: Table[Any] = Table(game, seed_of("ahead", 0))
    while (turn := table.turn) and len(found) < LONGEST:
        seat = rng.choice(turn)
        legal = rng.choice(game.legal(table.state, seat))
        taken = legal if legal.exact else legal.drawn(rng)
        found.append(Position(table.state, seat, taken))
        table.act(seat, taken)
    verbs = [each.taken.verb for each in found]
    first = [verbs.index(verb) for verb in dict.fromkeys(verbs)][:PLACES]
    return [found[n] for n in sorted({*first, *(len(found) * n // PLACES for n in range(PLACES))})] if found else []


def _simulations(game: Game[Any], at: Sequence[Position]) -> Iterator[Callable[[], object]]:
    """Deals at random, deals played on, and many tables, each by itself."""
    if find_spec("numpy") is not None:
        from dealt.kernels import rollouts, simulate

        yield partial(simulate, game, 2)
        for state, seat, _ in at[:PLACES]:
            yield partial(rollouts, game, state, 2)
            yield partial(rollouts, game, game.view(state, seat), 2)
    if find_spec("gymnasium") is not None and find_spec("pettingzoo") is not None:
        yield from (partial(_step, game, seat) for seat in (None, 0))


def _step(game: Game[Any], seat: Seat | None) -> None:
    """A few steps of two tables at once."""
    from dealt.env import vector

    tables = vector(game, 2, seat=seat, copy=seat is None)
    tables.reset(seed=1)
    for _ in range(STEPS):
        tables.step(tables.random_actions())


def _computers(game: Game[Any]) -> list[str]:
    """The computers that know the game, and of the levels those that are no computer as it stands."""
    own = [name for name in possible(game) if name not in EVERYWHERE]
    known = levels_of(game)
    return [*own, *(name for name in LEVELS if known[name].budget or known[name].habits or known[name].player in own)]


def _choose(game: Game[Any], name: str, at: Sequence[Position]) -> None:
    player = computer(name, game)
    for state, seat, _ in at:
        player.choose(game.view(state, seat), Random(1))


def _learn(game: Game[Any]) -> None:
    """A round of training, of a game that a net can learn."""
    if isinstance(game, Climbing):
        from dealt.training import Threads, Trainer

        with suppress(ValueError):
            Trainer([game], engine=Threads(1)).round()


def _judge(game: Game[Any], at: Sequence[Position]) -> None:
    """What analyses and hints do."""
    judge = judge_for(game)
    for step, (state, seat, taken) in enumerate(at):
        judge_action(judge, state, step, seat, taken, WORLDS)
        weighed(judge, game.view(state, seat), taken, WORLDS)
        judge.expected(state, Random(step), WORLDS)
