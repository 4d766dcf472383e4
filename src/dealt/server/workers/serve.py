"""A worker process: it carries requests of :mod:`dealt.work` out, one after the other, until its room hangs up."""

from __future__ import annotations

import os
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from dealt.games import GAMES, load
from dealt.work.work import House, carry_out

HEAD: Final = struct.Struct("!dQ")
"""What precedes a message between room and worker: the seconds that it may take, and its length in bytes."""
PROGRESS: Final = -1.0
"""What stands in place of the seconds in a message of a worker that tells how far it is; in a reply it is 0."""
PARTS: Final = struct.Struct("!II")
"""What such a message holds: how many parts are done, and how many there are."""
TELL_EVERY: Final = 0.25
"""A worker tells how far it is this often at most, in seconds."""
SPARE: Final = 5.0
"""The room kills a worker that is late. If the room is gone, the system does it this much later, in seconds."""


def serve(end: socket.socket, files: Sequence[str], memory: int, nice: int) -> None:
    """Be a worker process: carry requests out one after the other until the room hangs up.

    ``memory`` is the greatest address space in bytes, ``nice`` the steps by which everybody else goes first.
    """
    _settle_down(memory, nice)
    try:
        for file in files:
            load(file)
        house = House(GAMES)
        with end.makefile("rwb") as stream:
            house.tell = _Teller(stream.write, stream.flush)
            _answer(stream.write, stream.flush, b"ready")
            while len(head := stream.read(HEAD.size)) == HEAD.size:
                limit, length = HEAD.unpack(head)
                request = stream.read(length)
                _end_after(limit + SPARE)
                reply = carry_out(house, request)
                _end_after(0)
                _answer(stream.write, stream.flush, reply)
    except OSError:
        pass  # the room is gone
    finally:
        sys.stdout.flush()
        os._exit(0)  # whatever threads a player has left behind


def _answer(write: Callable[[bytes], Any], flush: Callable[[], Any], reply: bytes) -> None:
    write(HEAD.pack(0.0, len(reply)))
    write(reply)
    flush()


class _Teller:
    """Tells the room how far the work is, now and then."""

    def __init__(self, write: Callable[[bytes], Any], flush: Callable[[], Any]):
        self._write, self._flush, self._told = write, flush, float("-inf")

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now - self._told >= TELL_EVERY:
            self._told = now
            self._write(HEAD.pack(PROGRESS, PARTS.size) + PARTS.pack(done, of))
            self._flush()


def _settle_down(memory: int, nice: int) -> None:
    """The room alone ends its workers: signals that were meant for the room, such as Ctrl-C, do not."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    if sys.platform == "win32":
        return
    import resource

    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    with suppress(OSError, ValueError):
        os.nice(nice)
    with suppress(OSError, ValueError):
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (memory if most < 0 else min(memory, most), most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end_after(seconds: float) -> None:
    """Let the system end this process after that time, even in the midst of native code; 0: never."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
