"""The process that workers are forked from. It has the games ready, so that a worker costs no second and little memory.

On Linux the room itself forks it, before it has threads or sockets: it has imported everything then. Elsewhere the
standard library starts one that imports :mod:`dealt.server.workers.ready`.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import struct
import sys
import threading
from contextlib import suppress
from typing import Final

from dealt.games import GAMES
from dealt.players.search import families
from dealt.server.workers.serve import serve

HEAD: Final = struct.Struct("!cQi")
"""A request: ``w`` for a new worker with its memory in bytes and its nice value, or ``k`` to kill one by its number."""
PID: Final = struct.Struct("!Q")
REAP_EVERY: Final = 30.0


def prepare_games() -> None:
    """Make every game, so that its first table need not wait."""
    for listing in GAMES.values():
        with suppress(Exception):  # one from outside that fails says so when it is asked for
            listing.make().prepare()


def make_games() -> None:
    """Make every game, and what computers need, and tell the collector that it stays.

    A collection would copy memory that workers share.
    """
    prepare_games()
    families.prepare()
    gc.collect()
    gc.freeze()


class Nursery:
    """The room's end of it. The nursery and its workers end with the room, however that ends."""

    def __init__(self, end: socket.socket, pid: int):
        self._end, self._pid = end, pid
        self._starting = threading.Lock()

    @classmethod
    def fork(cls) -> Nursery | None:
        """A nursery with the games that are known now; None where this process can't be forked safely."""
        if sys.platform != "linux" or threading.active_count() > 1:
            return None
        ours, theirs = socket.socketpair()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            ours.close()
            _serve(theirs)
        theirs.close()
        return cls(ours, pid)

    def start(self, end: socket.socket, memory: int, nice: int) -> int:
        """A new worker's number, which serves a socket; OSError if there is none. It waits until the games are made."""
        with self._starting:
            socket.send_fds(self._end, [HEAD.pack(b"w", memory, nice)], [end.fileno()])
            answer = self._end.recv(PID.size, socket.MSG_WAITALL)
        if len(answer) < PID.size:
            raise OSError("the process that workers are forked from has ended")
        return int(PID.unpack(answer)[0])

    def kill(self, pid: int) -> None:
        """End a worker at once. It ends even if the nursery is gone: its socket is closed."""
        with suppress(OSError):
            self._end.sendall(HEAD.pack(b"k", pid, 0))

    def close(self) -> None:
        """End it, and its workers."""
        self._end.close()
        with suppress(ChildProcessError):
            os.waitpid(self._pid, 0)


def _serve(end: socket.socket) -> None:
    """Be the nursery until the room hangs up."""
    children: set[int] = set()
    try:
        for each in (signal.SIGINT, signal.SIGTERM):  # meant for the room
            signal.signal(each, signal.SIG_IGN)
        make_games()
        end.settimeout(REAP_EVERY)
        while True:
            try:
                request, files, _, _ = socket.recv_fds(end, HEAD.size, 1)
            except TimeoutError:
                _reap(children)
                continue
            if len(request) < HEAD.size:
                break
            _reap(children)
            kind, number, nice = HEAD.unpack(request)
            if kind == b"k":
                if number in children:
                    os.kill(number, signal.SIGKILL)
                continue
            children.add(_fork(end, socket.socket(fileno=files[0]), number, nice))
    except BaseException as error:  # noqa: BLE001 - whatever fails, nothing of the room may run on here
        sys.stderr.write(f"the process that workers are forked from has failed: {error!r}\n")
    finally:
        for child in children:
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
        os._exit(0)


def _fork(end: socket.socket, theirs: socket.socket, memory: int, nice: int) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            end.close()
            serve(theirs, (), memory, nice)
        finally:
            os._exit(0)
    theirs.close()
    end.sendall(PID.pack(pid))
    return pid


def _reap(children: set[int]) -> None:
    """Fetch those that have ended: until then their numbers are nobody else's."""
    for child in list(children):
        if os.waitpid(child, os.WNOHANG)[0]:
            children.discard(child)
