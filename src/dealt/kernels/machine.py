"""Kernels: functions over numbers that the package carries compiled, as WebAssembly, for whoever can run it.

``wasmtime`` can (:mod:`dealt.kernels.native`), and so can the browser that Python itself runs in
(:mod:`dealt.kernels.browser`). Elsewhere the same source runs as plain Python. ``scripts/kernels`` makes the modules;
what a kernel may take stands in :mod:`dealt.shapes`. A kernel is called as the function that it is, and what it writes
into a list or an array stands there afterwards.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial, update_wrapper
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from struct import Struct
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, ParamSpec, Protocol, TypeVar
from warnings import warn
from weakref import WeakSet, ref

from dealt.shapes import Fixed, Workspace

FOLDER: Final = Path(__file__).parent / "wasm"
"""Where the modules lie, and the manifest that says what is in them."""
HEAD: Final = 64
"""The bytes at the front of a block, for what a kernel returns."""
PAGE: Final = 1 << 16
IN_BROWSER: Final = sys.platform == "emscripten"
"""Does Python run in a browser, which runs WebAssembly itself?"""
PACKAGE: Final = "" if IN_BROWSER else "wasmtime"
"""The package without which kernels run as plain Python; empty where none is needed."""
MOST_KEPT: Final = 24 << 20
"""An instance forgets the numbers that never change once they take so many bytes."""
SIZES: Final = {"q": 8, "d": 8, "i": 4, "f": 4, "h": 2, "b": 1}

P = ParamSpec("P")
R = TypeVar("R")


@cache
def available() -> bool:
    """Is there something that runs WebAssembly? Where wasmtime is installed and does not work, a warning says why."""
    if IN_BROWSER:
        return True
    if find_spec("wasmtime") is None:
        return False
    try:
        import wasmtime

        wasmtime.Engine()
    except Exception as error:  # noqa: BLE001 - whatever it lacks, the same source runs as plain Python
        warn(f"wasmtime does not work here, so that computers are slower: {error}", RuntimeWarning, stacklevel=2)
        return False
    return True


@cache
def _runner() -> Any:
    """The module that compiles kernels and begins them in memory."""
    return import_module("dealt.kernels.browser" if IN_BROWSER else "dealt.kernels.native")


def prepare(kernels: Iterable[Kernel[..., Any]]) -> None:
    """Compile kernels for processes that will be forked from this one, and may have little address space.

    It takes a tenth of a second for a file of kernels, once instead of in each of the processes.
    """
    if available():
        _runner().frugal.set()
        for each in kernels:
            _module(each.home)


def kernel(function: Callable[P, R], home: str | None = None) -> Kernel[P, R]:
    """Decorates a function over numbers that the package carries compiled.

    Kernels that work on the same arrays need a common ``home``, the name of a module: the one that declares the
    function, unless another is named.
    """
    return Kernel(function, home or function.__module__)


def made_for(home: str, function: Callable[P, R], **types: type) -> Kernel[P, R]:
    """The kernel of a function that another one has made for a module; what it takes as Any is of these types."""
    hints = function.__annotations__.items()
    function.__annotations__ = {name: types[name] if hint == "Any" else hint for name, hint in hints}
    function.__module__ = home
    return Kernel(function, home)


class Kernel(Generic[P, R]):
    """A function over numbers; ``bare`` is its source as it stands."""

    __name__: str

    def __init__(self, bare: Callable[P, R], home: str) -> None:
        self.bare, self.home = bare, home
        update_wrapper(self, bare)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if not available():
            return self.bare(*args, **kwargs)
        idle = _module(self.home).idle
        try:
            instance = idle.pop()
        except IndexError:
            instance = self.instance()
        found: R = instance.call(self.__name__, *args, **kwargs)
        idle.append(instance)  # after an error it is left, with whatever stands in its memory
        return found

    def instance(self) -> Instance:
        """Memory for this kernel, and for the others of its module."""
        return Instance(_module(self.home))

    def on(self, instance: Instance | None) -> Callable[P, R]:
        """The kernel in the memory of an instance, where arrays that were made there are not copied; bare for None."""
        if instance is None:
            return self.bare
        return partial(instance.call, self.__name__)


class Memory(Protocol):
    """A module that was begun, in memory of its own."""

    view: memoryview
    """All of it. What is written here counts once a kernel is run, and then it shows what the kernel has written."""
    start: int
    """Its address in this process; -1 where there is none."""
    free: int
    """Where in it the numbers of calls may lie, from there on."""

    def grow(self, pages: int) -> None:
        """Make it larger; ``view`` and ``start`` are others then."""
        ...

    def run(self, name: str, place: int, told: int, end: int) -> int:
        """The status of a kernel, whose block lies at ``place``. Only what lies between the last two is exchanged."""
        ...

    def close(self) -> None:
        """Give it back."""
        ...


class Work(NamedTuple):
    """What a kernel takes and returns."""

    forms: list[Any]
    """What it takes: ``int``, ``float``, ``bool``, the code and dimensions of a row, or a list of such for a tuple."""
    block: Struct
    returns: Any


@cache
def _manifest() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "manifest.json").read_bytes())
    return found


@atexit.register
def _end() -> None:
    """Give everything back while the functions that do so are still there."""
    for each in list(_instances):
        if not each.busy:  # a thread that nobody waits for may be in the midst of a call
            each.close()
    _modules.clear()


_modules: Final[dict[str, Module]] = {}
_instances: Final[WeakSet[Instance]] = WeakSet()
_lock = Lock()


def _after_fork() -> None:
    """What another thread of the parent held is free here."""
    global _lock
    _lock = Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _module(name: str) -> Module:
    if name not in _modules:
        with _lock:
            if name not in _modules:
                _modules[name] = Module(name)
    return _modules[name]


class Module:
    """The kernels of a file of the package."""

    def __init__(self, name: str) -> None:
        file = name.removeprefix("dealt.").replace(".", "-") + ".wasm"
        self.kernels: dict[str, Any] = _manifest()[name]["kernels"]
        self.begin: Callable[[], Memory] = _runner().compiled((FOLDER / file).read_bytes())
        self.idle: list[Instance] = []
        """Instances that nobody uses. One runs one kernel at a time, so each thread takes another."""


class Instance:
    """Memory with kernels that work in it, for one thread at a time."""

    def __init__(self, module: Module) -> None:
        self._memory = module.begin()
        self._work = {
            name: Work(some, Struct("<" + "".join(map(_slots, leaves(some)))), ends)
            for name, (some, ends) in module.kernels.items()
        }
        self._base = self._top = _aligned(self._memory.free)
        self._kept: dict[int, tuple[Fixed, list[int]]] = {}
        self.busy = False
        self._arrays: dict[int, tuple[ref[Any], str, list[int]]] = {}
        """Those that were made in this memory: each, its form, and what stands for it in a block."""
        _instances.add(self)

    def close(self) -> None:
        """Give the memory back: nothing here may be used any more."""
        self._work.clear()
        self._memory.close()

    def _room(self, size: int) -> int:
        """The address of so many bytes more."""
        place = self._top
        self._top = _aligned(place + size)
        if (missing := self._top - len(self._memory.view)) > 0:
            self._memory.grow(-(-missing // PAGE))
        return place

    def array(self, shape: Sequence[int], code: str) -> Any:
        """An array of NumPy in this memory, all zero. ``code`` is its type as :mod:`array` names it."""
        import ctypes  # not everywhere: no browser needs it

        import numpy as np

        size = SIZES[code]
        for each in shape:
            size *= each
        place = self._room(size)
        self._memory.view[place : place + size] = bytes(size)
        self._base = self._top
        buffer: Any = (ctypes.c_ubyte * max(1, size)).from_address(self._memory.start + place)
        buffer.owner = self  # the memory lives as long as the array
        made = np.frombuffer(buffer, code, size // SIZES[code]).reshape(tuple(shape))
        self._arrays[id(made)] = ref(made), f"{code}{len(shape)}", [place, *shape]
        return made

    def call(self, name: str, /, *args: Any) -> Any:
        """What a kernel returns. What it writes is written back into lists and arrays."""
        work = self._work[name]
        rows: list[tuple[str, Any]] = []
        _pair(work.forms, args, rows)
        told = self._top
        if any(type(arg) is Fixed and id(arg) not in self._kept for _, arg in rows):
            told = self._keep(rows)
        mark, block, back = self._top, list[Any](), dict[tuple[int, int], tuple[Any, str, int, int]]()
        try:
            for form, arg in rows:
                if form in SIZES_OF_NUMBERS:
                    block.append(arg)
                elif type(arg) is Fixed:
                    block += self._kept[id(arg)][1]
                elif (own := self._arrays.get(id(arg))) and own[0]() is arg and own[1] == form:
                    block += own[2]
                else:
                    self._put(form, arg, block, back)
            place = self._room(HEAD + work.block.size)
            work.block.pack_into(self._memory.view, place + HEAD, *block)
            self.busy = True
            if status := self._memory.run(name, place, told, self._top):
                raise ArithmeticError(f"{name} ends with status {status}")
            found = self._returned(work.returns, place)
            for arg, form, begin, size in back.values():
                _write_back(arg, form, self._memory.view[begin : begin + size])
            return found
        finally:
            self._top, self.busy = mark, False

    def _keep(self, rows: Sequence[tuple[str, Any]]) -> int:
        """Write those rows that never change, and are not here yet; the place from which on."""
        if self._top - self._base > MOST_KEPT:
            self._kept.clear()
            self._top = self._base
        begin = self._top
        for form, arg in rows:
            if isinstance(arg, Fixed) and id(arg) not in self._kept:
                block: list[int] = []
                self._put(form, arg, block, {})
                self._kept[id(arg)] = arg, block
        return begin

    def _put(self, form: str, arg: Any, block: list[Any], back: dict[tuple[int, int], Any]) -> None:
        """Write a row into memory, and where it stands into the block.

        ``back`` has what is to be written back; two arrays that are the same memory stay so.
        """
        code, dimensions = form[0], int(form[1:])
        if isinstance(arg, list | tuple):
            shape: Sequence[int] = _shape(arg, dimensions)
            content = b"" if isinstance(arg, Workspace) else memoryview(array(code, _flat(arg, dimensions))).cast("B")
            size = SIZES[code]
            for each in shape:
                size *= each
            changes, key = isinstance(arg, list), (id(arg), 0)
        else:
            seen = memoryview(arg)
            if seen.itemsize != SIZES[code] or seen.ndim != dimensions or not seen.c_contiguous:
                raise TypeError(f"a kernel takes an array of the form {form}, not {seen.format}{seen.ndim}")
            shape, size, changes = seen.shape or (0,), seen.nbytes, not seen.readonly
            key = _address(arg), size
            if self._arrays and size and 0 <= (place := key[0] - self._memory.start) < len(self._memory.view):
                block += (place, *shape)
                return
            content = seen.cast("B") if size else b""
        if changes and key in back:
            block += (back[key][2], *shape)
            return
        place = self._room(size)
        if len(content):
            self._memory.view[place : place + size] = content
            if changes:
                back[key] = arg, form, place, size
        block += (place, *shape)

    def _returned(self, form: Any, place: int) -> Any:
        if form is None:
            return None
        if isinstance(form, list):
            return tuple(self._returned(each, place + 8 * n) for n, each in enumerate(form))
        code: Any
        code, size = SIZES_OF_NUMBERS[form]
        return self._memory.view[place : place + size].cast(code)[0]


SIZES_OF_NUMBERS: Final = {"int": ("q", 8), "float": ("d", 8), "bool": ("?", 1)}


def _slots(form: str) -> str:
    """The place of a number or a row in a block: a row's address and dimensions."""
    return {"int": "q", "bool": "q", "float": "d"}.get(form) or "q" * (1 + int(form[1:]))


def leaves(form: Any) -> Iterator[str]:
    """The numbers and rows of a form, one after the other."""
    if isinstance(form, list):
        for each in form:
            yield from leaves(each)
    else:
        yield form


def _pair(forms: Sequence[Any], args: Sequence[Any], rows: list[tuple[str, Any]]) -> None:
    """Add the numbers and rows of some arguments."""
    for form, arg in zip(forms, args, strict=True):
        if type(form) is list:
            _pair(form, arg, rows)
        else:
            rows.append((form, arg))


def _aligned(place: int) -> int:
    return -(-place // 16) * 16


def _shape(rows: Any, dimensions: int) -> list[int]:
    shape = [len(rows)]
    for _ in range(dimensions - 1):
        rows = rows[0] if rows else ()
        shape.append(len(rows))
    return shape


def _flat(rows: Any, dimensions: int) -> Any:
    for _ in range(dimensions - 1):
        rows = [each for row in rows for each in row]
    return rows


def _address(some: Any) -> int:
    """Where an array stands; of anything else a number that no array has."""
    about = getattr(some, "__array_interface__", None)
    return about["data"][0] if about else -id(some)


def _write_back(to: Any, form: str, view: memoryview) -> None:
    """What a kernel has made of a row."""
    code: Any = form[0]
    if not isinstance(to, list):
        memoryview(to).cast("B")[:] = view
    elif form.endswith("1"):
        to[:] = view.cast(code).tolist()
    elif isinstance(to[0], list):
        flat, wide = view.cast(code).tolist(), len(to[0])
        for n, row in enumerate(to):
            row[:] = flat[n * wide : (n + 1) * wide]
