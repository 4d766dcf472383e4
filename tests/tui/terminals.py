"""The command at a terminal of its own, and a room to play in: both without the second that a new interpreter takes."""

from __future__ import annotations

import os
import re
import signal
import termios
import time
from collections.abc import Sequence
from pathlib import Path

from pexpect.fdpexpect import fdspawn

from tests.cli.helpers import environment
from tests.rooms import command_at, database, room_process

PATIENCE = 240


class Terminal(fdspawn):
    """A person at `dealt`, as far as pexpect is concerned."""

    def __init__(self, arguments: Sequence[str], home: Path, size: tuple[int, int] = (24, 80), **more: str) -> None:
        ours, theirs = os.openpty()
        termios.tcsetwinsize(theirs, size)
        given = environment(home, **{"TERM": "xterm-256color", **more})
        self.process = command_at(theirs, arguments, home, given)
        os.close(theirs)
        super().__init__(ours, encoding="utf-8", timeout=PATIENCE)
        self.delaybeforesend = None

    def wait(self) -> int:
        """Its status when it has ended."""
        self.process.join(PATIENCE)
        assert self.process.exitcode is not None
        return self.process.exitcode

    def kill(self) -> None:
        """End it before it can notice."""
        self.process.kill()
        self.process.join()
        self.close()


class Room:
    """A room as a process of its own, on the same port however often it is opened."""

    def __init__(self, home: Path, *more: str) -> None:
        """``more`` are further settings."""
        self.home = home
        self.more = more
        self.port = 0
        self.opened = 0

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def open(self) -> None:
        self.opened += 1
        log = self.home / f"room{self.opened}.log"
        line = ["--port", str(self.port), "--database", database(self.home / "room.db"), "--greeting", "Be kind"]
        line += ["--pace-factor", "0", "--rate", "0", "--chat-rate", "0", "--costly-rate", "0", "--ask-rate", "0"]
        line += ["--name-rate", "0", "--table-rate", "0", "--act-rate", "0", "--address-act-rate", "0"]
        self.process = room_process(log, [*line, *self.more], environment(self.home))
        until = time.monotonic() + PATIENCE
        while (found := re.search(r"open at http://127\.0\.0\.1:(\d+)/", log.read_text())) is None:
            assert self.process.is_alive(), log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.01)
        self.port = int(found[1])

    def close(self, how: int = signal.SIGTERM) -> None:
        if self.process.is_alive() and self.process.pid is not None:
            os.kill(self.process.pid, how)
        self.process.join(PATIENCE)
        assert self.process.exitcode is not None
