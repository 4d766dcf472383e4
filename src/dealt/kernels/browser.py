"""Kernels as the browser runs them in which Python itself runs: what they read and write is copied there and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any, Final

frugal: Final = Event()
"""Here all memory is taken as it is needed."""


def compiled(code: bytes) -> Callable[[], Mirrored]:
    """What begins a module."""
    from js import WebAssembly
    from pyodide.ffi import to_js

    return partial(Mirrored, WebAssembly.Module.new(to_js(code)))


class Mirrored:
    """A module that was begun. Python cannot see its memory: ``view`` is a copy of what was exchanged."""

    start = -1

    def __init__(self, module: Any) -> None:
        from js import Uint8Array, WebAssembly

        self._exports = exports = WebAssembly.Instance.new(module).exports
        self._memory, self._seen = exports.memory, Uint8Array
        self.free: int = getattr(exports, "__heap_base").value  # written as a name it would be this class's own
        self.view = memoryview(b"")
        self._look()

    def _look(self) -> None:
        self._bytes = self._seen.new(self._memory.buffer)
        larger = memoryview(bytearray(self._bytes.length))
        larger[: len(self.view)] = self.view
        self.view = larger

    def grow(self, pages: int) -> None:
        self._memory.grow(pages)
        self._look()

    def run(self, name: str, place: int, told: int, end: int) -> int:
        there, here = self._bytes.subarray(told, end), self.view[told:end]
        there.assign(here)
        status: int = getattr(self._exports, name)(place)
        there.assign_to(here)
        return status

    def close(self) -> None:
        self.view = memoryview(b"")
