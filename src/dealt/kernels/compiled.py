"""Functions over numbers, compiled by numba where it is installed (the extra ``fast``), else run as they stand.

A function can be compiled if it and all that it calls of this package take and return numbers, tuples and arrays of
them. Compiled code is kept in the user's cache folder, under a digest of all the source that it was made of.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dis import get_instructions
from functools import cache, update_wrapper
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import RLock, Thread
from time import perf_counter
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, TypeVar

from dealt import bits

__all__ = [
    "Overtaken",
    "at_once",
    "available",
    "compiled",
    "folder",
    "hurry",
    "made_here",
    "overtaken",
    "patient",
    "take_time",
]

PATIENCE: Final = 0.25
"""Seconds that a function runs in plain Python before it is worth to be compiled meanwhile."""
NEEDED: Final = 1 << 30
"""The address space, in bytes, that must be left for numba and its compiler where a process has a limit."""

P = ParamSpec("P")
R = TypeVar("R")
_lock: Final = RLock()
_compiling: Final = RLock()
_ready: Final[dict[Callable[..., Any], Any]] = {}
_made: Final[dict[tuple[FunctionType, bool, bool], Any]] = {}
"""What is compiled, with and without counting references, and to be called by Python or by compiled code alone."""


_waits = True
_at_once = False
_misses: Final[list[str]] = []
"""The functions that this process has compiled, rather than taken from the cache."""


def patient() -> bool:
    """May a computer that needs compiled code wait for the compiler? Not after :func:`hurry`."""
    return _waits


def hurry() -> None:
    """From now on nobody in this process waits for a compiler: people are at the table."""
    global _waits
    _waits = False


def take_time() -> None:
    """From now on whoever needs compiled code in this process waits for it: nobody at a table waits for them."""
    global _waits
    _waits = True


def at_once() -> None:
    """From now on this process plays nothing in plain Python first: what can be compiled is, at its first call."""
    global _at_once
    _at_once = True


def made_here() -> int:
    """The number of functions that this process has compiled itself, once for each combination of argument types."""
    return len(_misses)


@cache
def available() -> bool:
    """Is numba installed?"""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function as numba compiles it, with all that it calls; the function itself where numba is not installed.

    It is compiled at its first call, once for each combination of argument types, and does not hold Python's lock. What
    it calls is put in the place of the calls; the quickest code makes no lists, as then no references are counted.

    >>> compiled(bits.count)(0b10110)
    3
    """
    if not available():
        return function
    with _lock:
        if function not in _ready:
            _ready[function] = _compiled(function, _allocates(function, set()), False)  # type: ignore[arg-type]
        return _ready[function]  # type: ignore[no-any-return]


def _compiled(function: FunctionType, counts: bool, inner: bool) -> Any:
    """``counts``: references to arrays and lists are counted, which takes up to half of the time of a loop.

    ``inner``: compiled code alone calls it. It is put in the place of each call, and there would be a copy of it in
    each function that numba wraps around it for other callers, which takes most of the time of the compiler.
    """
    if not _made:
        some, flags = _instructions().items(), (False, True)
        _made.update({(each, one, other): made for each, made in some for one in flags for other in flags})
    if (function, counts, inner) not in _made:
        from numba import config, njit

        called = {name: _compiled(each, counts, True) for name, each in _calls(function).items()}
        twin = FunctionType(
            function.__code__,
            {**function.__globals__, **called},
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )
        update_wrapper(twin, function)
        del twin.__wrapped__  # type: ignore[attr-defined]
        keeps, kept = _keeps(folder()), _folder(function) / ("inner" if inner else "outer")
        before, config.CACHE_DIR = config.CACHE_DIR, str(kept)
        try:
            made = njit(
                cache=keeps,
                nogil=True,
                forceinline=inner and not counts,
                no_cpython_wrapper=inner,
                no_cfunc_wrapper=True,
                _nrt=counts,
            )(twin)
        finally:
            config.CACHE_DIR = before
        _made[function, counts, inner] = _compiled_once(made, kept / f"{function.__name__}.lock")
    return _made[function, counts, inner]


def _compiled_once(made: Any, file: Path) -> Any:
    """While one process compiles a function, others wait, and then take it from the cache."""
    compile_now = made.compile

    def compile_once(signature: Any) -> Any:
        with _compiling, _alone(file):
            before = sum(made.stats.cache_misses.values())
            found = compile_now(signature)
            if sum(made.stats.cache_misses.values()) > before:
                _misses.append(made.__name__)
            return found

    made.compile = compile_once
    return made


_held: Final[list[Path]] = []
"""The lock that this process holds."""


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Hold the lock of a file, unless a function that calls this one holds its own: who holds one waits for none."""
    with ExitStack() as until_done:
        if not _held:
            _held.append(file)
            until_done.callback(_held.clear)
            with suppress(ImportError, OSError):  # on Windows, or without a folder to write in, each compiles alone
                import fcntl

                file.parent.mkdir(parents=True, exist_ok=True)
                fcntl.flock(until_done.enter_context(file.open("ab")), fcntl.LOCK_EX)
        yield


def _allocates(function: Callable[..., Any], seen: set[FunctionType]) -> bool:
    """Does a function, or any that it calls, make lists?"""
    assert isinstance(function, FunctionType)  # noqa: S101 - nothing else is compiled
    seen.add(function)
    own = "list" in function.__code__.co_names or any(
        each.opname == "BUILD_LIST" for each in get_instructions(function)
    )
    return own or any(_allocates(each, seen) for each in _calls(function).values() if each not in seen)


def _calls(function: FunctionType) -> dict[str, FunctionType]:
    """The functions of this package that a function names."""
    named = ((name, function.__globals__.get(name)) for name in function.__code__.co_names)
    return {
        name: each for name, each in named if isinstance(each, FunctionType) and each.__module__.startswith("dealt.")
    }


def _sources(function: FunctionType, seen: set[FunctionType]) -> set[Path]:
    """The files with the source of a function and of all that it calls."""
    seen.add(function)
    found = {Path(function.__code__.co_filename)}
    for each in list(function.__globals__.values()):  # constants that it reads may come from where these come from
        home = str(getattr(each, "__module__", None))
        path = getattr(sys.modules.get(home), "__file__", None)
        if home.startswith("dealt.") and path:
            found.add(Path(path))
    for each in _calls(function).values():
        found |= _sources(each, seen) if each not in seen else set()
    return found


def folder() -> Path:
    """Where compiled code is kept."""
    from platformdirs import user_cache_path

    return user_cache_path("dealt", appauthor=False) / "kernels"


@cache
def _keeps(place: Path) -> bool:
    """Can compiled code be kept there? Where it can't, each process compiles anew, and is told so once."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return True
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        warnings.warn(
            f"compiled functions can't be kept in {place}: {why}; each process takes its time to compile them anew. "
            "XDG_CACHE_HOME names another place",
            RuntimeWarning,
            stacklevel=2,
        )
        return False


def _folder(function: FunctionType) -> Path:
    digest = sha256()
    for path in sorted({*_sources(function, set()), Path(__file__)}):
        digest.update(path.read_bytes())
    return folder() / digest.hexdigest()[:16]


def _instructions() -> dict[Any, Any]:
    """The functions of :mod:`dealt.bits` as machine instructions."""
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic

    def instruction(build: Callable[[Any, Any], Any]) -> Any:
        def typed(context: Any, some: Any) -> Any:
            return types.int64(types.int64), lambda context, builder, signature, args: build(builder, args[0])

        return intrinsic(typed)

    zero_too = ir.Constant(ir.IntType(1), 0)
    ones = instruction(lambda builder, some: builder.ctpop(some))
    trailing = instruction(lambda builder, some: builder.cttz(some, zero_too))
    leading = instruction(lambda builder, some: builder.ctlz(some, zero_too))
    inlined = njit(nogil=True)
    found: dict[Any, Any] = {
        bits.at: inlined(lambda place: types.uint64(place)),
        bits.count: inlined(lambda some: ones(some)),
        bits.lowest: inlined(lambda some: trailing(some)),
        bits.highest: inlined(lambda some: 63 - leading(some)),
    }
    if _deposits():
        placed = intrinsic(_deposit)
        found[bits.nth] = inlined(lambda some, n: trailing(placed(1 << n, some)))
    return found


def _deposits() -> bool:
    """Has this processor an instruction that puts bits where a set has members, and is it quick?"""
    from llvmlite import binding
    from numba import config

    slow = ("znver1", "znver2", "bdver4")  # these take dozens of steps
    own = config.CPU_NAME is not None or config.CPU_FEATURES is not None
    return not own and binding.get_host_cpu_features().get("bmi2", False) and binding.get_host_cpu_name() not in slow


def _deposit(context: Any, bit: Any, some: Any) -> Any:
    """The instruction, as numba asks for it: bit ``n`` comes to where the set has its member ``n``."""
    from llvmlite import ir
    from numba import types

    def build(_: Any, builder: Any, __: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind, name = ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.call(function, args)

    return types.int64(types.int64, types.int64), build


class Overtaken(Generic[P, R]):
    """A function that runs in plain Python until its compiled form is ready, so that no caller waits for a compiler.

    Once it has run for ``PATIENCE`` seconds a thread compiles it, or takes it from the cache. ``ready`` tells whether
    the compiled form has taken over. Both give the same results.
    """

    def __init__(self, bare: Callable[P, R]) -> None:
        self.bare = bare
        self.ready = False
        self._fast: Callable[P, R] = bare
        self._spent = 0.0 if available() else float("-inf")
        self._thread: Thread | None = None
        self.__doc__ = bare.__doc__
        self.__name__ = bare.__name__
        self.__module__ = bare.__module__
        self.__wrapped__ = bare

    @property
    def compiled(self) -> Callable[P, R]:
        """The compiled form once it is ready, before that the function as it stands."""
        return self._fast

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if _at_once and not self.ready:
            self.begin(*args, **kwargs)
        if self.ready or self._thread is not None:
            return self._fast(*args, **kwargs)
        began = perf_counter()
        result = self.bare(*args, **kwargs)
        self._spent += perf_counter() - began
        if self._spent > PATIENCE:
            self.begin(*args, **kwargs)
        return result

    def begin(self, *args: P.args, **kwargs: P.kwargs) -> Thread | None:
        """Start to compile for arguments of these types on a thread of its own; None if that can't be done.

        After :func:`at_once` the next call compiles instead, on the thread that calls.
        """
        if _at_once and available():
            self._fast, self.ready = compiled(self.bare), True
            return None
        if self._thread is None and available() and _roomy():
            self._thread = Thread(target=self._compile, args=(args, kwargs), name=f"compile {self.__name__}")
            self._thread.start()
        return self._thread

    def _compile(self, args: Any, kwargs: Any) -> None:
        try:
            fast = compiled(self.bare)
            fast(*args, **kwargs)
        except Exception:  # noqa: BLE001 - without memory, disk or a processor that numba knows it stays as it is
            return
        self._fast, self.ready = fast, True


def overtaken(function: Callable[P, R]) -> Overtaken[P, R]:
    """Decorates a function over numbers that players call thousands of times; see :class:`Overtaken`."""
    return Overtaken(function)


def _roomy() -> bool:
    """Has this process enough address space left for the compiler?"""
    try:
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_AS)
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError, ValueError):
        return True  # no such limits here
    return most < 0 or most - pages * resource.getpagesize() > NEEDED
