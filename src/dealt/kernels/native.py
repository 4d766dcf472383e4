"""Kernels as ``wasmtime`` runs them: their memory is memory of this process."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache, partial
from threading import Event
from types import SimpleNamespace
from typing import Any, Final

from wasmtime import Config, Engine, Store
from wasmtime import Instance as Begun
from wasmtime import Module as Compiled

SMALL: Final = 64 << 20
"""The most memory of an instance, in bytes, where there is less address space than :data:`WIDE`."""
WIDE: Final = 1 << 38

frugal: Final = Event()
"""Is there little address space for those who come after?"""


@cache
def _engine() -> Any:
    """What compiles modules for this processor.

    Where the process may have little address space, as the workers of a room, memory is small and its bounds are
    checked one by one; else gigabytes are reserved for each instance, which costs nothing.
    """
    config = Config()
    config.parallel_compilation = False  # threads of its own would not outlive a fork
    if frugal.is_set() or _narrow():
        config.memory_reservation, config.memory_guard_size = SMALL, 0
        config.memory_reservation_for_growth, config.memory_may_move = 0, False
    return Engine(config)


def _narrow() -> bool:
    try:
        import resource
    except ImportError:
        return False  # no such limits here
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return 0 <= soft < WIDE


def compiled(code: bytes) -> Callable[[], Native]:
    """What begins a module."""
    return partial(Native, Compiled(_engine(), code))


class Native:
    """A module that was begun; nothing is exchanged, as its memory is seen as it is."""

    def __init__(self, module: Any) -> None:
        self._store = Store(_engine())
        exports: Any = Begun(self._store, module, []).exports(self._store)
        self._memory: Any = exports["memory"]
        self.free: int = exports["__heap_base"].value(self._store)
        self._run = {each.name: _known(exports[each.name], self._store) for each in module.exports if _runs(each)}
        self._look()

    def _look(self) -> None:
        size = self._memory.data_len(self._store)
        self.start = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        self.view = memoryview((ctypes.c_ubyte * size).from_address(self.start)).cast("B")

    def grow(self, pages: int) -> None:
        self._memory.grow(self._store, pages)
        self._look()

    def run(self, name: str, place: int, told: int, end: int) -> int:
        status: int = self._run[name](self._store, place)
        return status

    def close(self) -> None:
        self._run.clear()
        self._store.close()


def _runs(export: Any) -> bool:
    return hasattr(export.type, "params")


def _known(run: Any, store: Any) -> Any:
    """A kernel's function. What it takes is asked for once: wasmtime asks at every call."""
    found = run.type(store)
    kept = SimpleNamespace(params=found.params, results=found.results)
    run.type = lambda _: kept
    return run
