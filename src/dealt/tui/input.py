"""Reading standard input, from the keyboard or a pipe, without blocking the event loop."""

from __future__ import annotations

import asyncio
import os
import sys
from threading import Thread


class Source:
    """Standard input, read by a thread, which works for keyboards, pipes and files alike.

    The thread reads the descriptor itself, so that it holds no lock when the program ends.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        self.descriptor = _standard_input() if descriptor is None else descriptor
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._line = b""
        self._ended = self.descriptor < 0
        if not self._ended:
            Thread(target=self._read, name="dealt-input", daemon=True).start()

    def _read(self) -> None:
        while True:
            try:
                some = os.read(self.descriptor, 4096)
            except OSError:
                some = b""
            try:
                self._loop.call_soon_threadsafe(self._queue.put_nowait, some)
            except RuntimeError:  # the loop has ended
                return
            if not some:
                return

    async def some(self) -> bytes:
        """The next bytes; none when the input has ended."""
        if self._ended:
            return b""
        found = await self._queue.get()
        self._ended = not found
        return found

    async def line(self) -> str | None:
        """The next line without its end; None when the input has ended."""
        while b"\n" not in self._line:
            found = await self.some()
            if not found:
                if not self._line:
                    return None
                rest, self._line = self._line, b""
                return rest.decode("utf-8", "replace").rstrip("\r")
            self._line += found
        first, _, self._line = self._line.partition(b"\n")
        return first.decode("utf-8", "replace").rstrip("\r")


def _standard_input() -> int:
    """The descriptor of standard input; -1 if the program was started without one."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return -1
