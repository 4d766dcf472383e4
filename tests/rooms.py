"""Processes that are forked from one that has imported everything already: a room or a command costs no second.

That one takes three seconds to start, in each worker of pytest: what asks for it is marked slow.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
import termios
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).parents[1]

_forks = get_context("forkserver")
_forks.set_forkserver_preload(["tests.rooms", "tests.warm"])


def database(file: Path) -> str:
    """The address of a SQLite database that is brought up to date already: a new one is a copy, which costs less."""
    if not file.exists():
        file.write_bytes(_empty_database())
    return f"sqlite:///{file}"


@cache
def _empty_database() -> bytes:
    """A database as a room makes it at first."""
    from sqlalchemy import create_engine

    from dealt.server.store.opening import upgrade

    folder = Path(tempfile.mkdtemp(prefix="dealt-database-"))
    try:
        engine = create_engine(f"sqlite:///{folder / 'empty.db'}")
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        return (folder / "empty.db").read_bytes()
    finally:
        shutil.rmtree(folder)


def room_process(
    log: Path, arguments: Sequence[str] = (), environment: Mapping[str, str] | None = None
) -> ForkServerProcess:
    """`python -m dealt.server.run` with these arguments, writing to the end of that file; it is started already.

    Whoever started it ends it; with the tests it ends at the latest.
    """
    log.touch()
    given = dict(os.environ if environment is None else environment)
    process = _forks.Process(target=_open_room, args=(str(log), list(arguments), given))  # it has processes of its own
    process.start()
    atexit.register(_end, process)
    return process


@contextlib.contextmanager
def full_disk(process: ForkServerProcess) -> Iterator[None]:
    """Meanwhile no file of a process may grow; Linux alone can limit another process."""
    if not hasattr(resource, "prlimit") or process.pid is None:
        pytest.skip("limits of another process can be set on Linux alone")
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def _end(process: ForkServerProcess) -> None:
    with contextlib.suppress(ValueError):  # closed already
        process.kill()


def command_at(
    terminal: int, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> ForkServerProcess:
    """`python -m dealt` with these arguments, in that folder, at this pseudo-terminal; it is started already.

    With the tests it ends at the latest.
    """
    end = Connection(os.dup(terminal))
    given = (list(arguments), str(folder), dict(environment), end)
    process = _forks.Process(target=_run_at, args=given)  # a room has processes of its own
    process.start()
    atexit.register(_end, process)
    end.close()
    return process


def command(
    arguments: Sequence[str], folder: Path, environment: Mapping[str, str], typed: bytes, patience: float
) -> tuple[int, bytes, bytes]:
    """Run `python -m dealt` with these arguments in a folder; returns exit status, standard output and standard error.

    Raises TimeoutError if it takes too long.
    """
    (theirs, ours), *written = [_forks.Pipe(duplex=False) for _ in range(3)]
    ends = (theirs, *(end for _, end in written))
    process = _forks.Process(target=_run_command, args=(list(arguments), str(folder), dict(environment), ends))
    process.start()
    for each in ends:
        each.close()
    heard = [bytearray(), bytearray()]
    threads = [Thread(target=_type, args=(ours, typed))]
    threads += [Thread(target=_hear, args=(pipe, said)) for (pipe, _), said in zip(written, heard, strict=True)]
    for thread in threads:
        thread.start()
    process.join(patience)
    late = process.exitcode is None
    if late:
        process.kill()
    for thread in threads:
        thread.join()
    if late or process.exitcode is None:
        raise TimeoutError(f"{' '.join(arguments)} has not ended: {heard}")
    return process.exitcode, bytes(heard[0]), bytes(heard[1])


def _type(pipe: Connection, typed: bytes) -> None:
    try:
        with os.fdopen(os.dup(pipe.fileno()), "wb") as file:
            pipe.close()
            file.write(typed)
    except BrokenPipeError:
        pass  # it has read enough


def _hear(pipe: Connection, said: bytearray) -> None:
    with os.fdopen(os.dup(pipe.fileno()), "rb") as file:
        pipe.close()
        said += file.read()


# --- in the new process


def _open_room(log: str, arguments: list[str], environment: dict[str, str]) -> None:
    from dealt.server.run import main

    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    _settle(ROOT, environment, {1: written, 2: written})
    sys.exit(main(arguments))


def _run_command(arguments: list[str], folder: str, environment: dict[str, str], ends: Sequence[Connection]) -> None:
    from dealt.cli import main

    _settle(Path(folder), environment, {n: end.fileno() for n, end in enumerate(ends)})
    for end in ends:
        end.close()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["dealt", *arguments]
    main()


def _run_at(arguments: list[str], folder: str, environment: dict[str, str], end: Connection) -> None:
    os.setsid()
    fcntl.ioctl(end.fileno(), termios.TIOCSCTTY, 0)
    _run_command(arguments, folder, environment, (end, end, end))


def _settle(folder: Path, environment: Mapping[str, str], files: Mapping[int, int]) -> None:
    """Be a process of one's own: environment, folder, standard files, and no search for garbage in what was there."""
    gc.freeze()
    for number, file in files.items():
        os.dup2(file, number)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the process
        for number, mode in enumerate("rww")
    )
