"""Compiling: what is compiled with a function, what is kept for the next time, and that nobody waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Event, main_thread
from time import perf_counter
from types import FunctionType

import pytest

from dealt import bits
from dealt.bits import lowest
from dealt.kernels import blackjack, climbing, matching, play, poker, ranks
from dealt.kernels import compiled as module
from dealt.kernels.compiled import Overtaken, available, compiled, overtaken


def squares(below: int) -> int:
    found = 0
    for one in range(below):
        found += one * one
    return found


def test_a_function_is_compiled_once_and_gives_the_same() -> None:
    assert available(), "the tests need numba: install dealt[dev]"
    assert compiled(squares) is compiled(squares)
    assert compiled(squares)(1000) == squares(1000)


def rising(below: int) -> int:
    found = [0] * below
    for one in range(below):
        found[one] = one * one
    return sum(found)


def test_a_function_that_makes_lists_is_compiled_too() -> None:
    assert module._allocates(rising, set())
    assert compiled(rising)(100) == rising(100)


@pytest.mark.parametrize(
    "kernel",
    [
        blackjack.rounds, climbing.landlord_deals, climbing.playouts, climbing.shedding_deals, matching.games,
        play.auction_deals, play.bid_deals, play.passing_deals, play.plain_deals, play.playouts, poker.poker_deals,
        ranks.rank_cards, ranks.rank_sets,
    ],
)  # fmt: skip
def test_no_kernel_makes_lists(kernel: FunctionType) -> None:
    """References are counted where one does, which doubles the time of some."""
    assert not module._allocates(kernel, set())


def test_a_caller_goes_on_in_python_while_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, may_finish = Event(), Event()

    def slow(function: object) -> object:
        asked.set()
        assert may_finish.wait(30)
        return lambda below: -1

    monkeypatch.setattr(module, "compiled", slow)
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    called = Overtaken(squares)
    began = perf_counter()
    assert called(10) == 285
    assert asked.wait(30)
    assert [called(10) for _ in range(5)] == [285] * 5
    assert perf_counter() - began < 20
    assert not called.ready
    may_finish.set()
    thread = called.begin(10)
    assert thread is not None
    assert thread is not main_thread()
    thread.join(30)
    assert called.ready
    assert called(10) == -1, "the compiled form has taken over"


def test_who_calls_rarely_never_starts_a_compiler() -> None:
    called = overtaken(squares)
    assert [called(10) for _ in range(100)] == [285] * 100
    assert called._thread is None


def test_who_compiles_ahead_runs_nothing_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(below: int) -> int:
        raise AssertionError("plain Python")

    monkeypatch.setattr(module, "_at_once", True)
    monkeypatch.setattr(module, "compiled", lambda function: squares)
    for first in (lambda called: called(10), lambda called: called.begin(10)):
        called = Overtaken(never)
        first(called)
        assert called.ready
        assert called(10) == 285
        assert called._thread is None


def test_what_can_not_be_compiled_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(function: object) -> object:
        raise MemoryError("no room for a compiler")

    monkeypatch.setattr(module, "compiled", broken)
    called = Overtaken(squares)
    thread = called.begin(10)
    assert thread is not None
    thread.join(30)
    assert called(10) == 285
    assert not called.ready


def test_without_room_or_numba_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_roomy", lambda: False)
    assert Overtaken(squares).begin(10) is None
    monkeypatch.setattr(module, "available", lambda: False)
    assert Overtaken(squares).begin(10) is None
    assert module.compiled(squares) is squares


def test_another_source_has_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = module._folder(squares)  # type: ignore[arg-type]
    assert before == module._folder(squares)  # type: ignore[arg-type]
    changed = tmp_path / "changed.py"
    changed.write_text("# another rule")
    monkeypatch.setattr(module, "_sources", lambda function, seen: {changed})
    assert module._folder(squares) != before  # type: ignore[arg-type]


def test_the_sources_of_a_kernel_are_all_that_it_calls() -> None:
    from dealt.kernels.play import auction_deals

    found = {path.name for path in module._sources(auction_deals, set())}  # type: ignore[arg-type]
    assert {"play.py", "core.py", "rows.py", "draws.py", "bits.py", "auction.py", "scoring.py", "hearts.py"} <= found
    assert Path(bits.__file__).name in found


def counted(some: int) -> int:
    return lowest(some) + 2


def test_without_a_place_to_keep_it_code_is_compiled_all_the_same_and_that_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()  # no folder can be made in it, whoever asks
    monkeypatch.setattr(module, "folder", lambda: tmp_path / "file" / "kernels")
    with pytest.warns(RuntimeWarning, match="can't be kept in .*XDG_CACHE_HOME") as told:
        ready = compiled(counted)
    assert ready(0b1100) == 4
    assert len(told) == 1
    assert ready.signatures  # type: ignore[attr-defined]


COUNTED = """
import sys
from dealt.games.showdown.betting import Chips, to_act
from dealt.kernels.compiled import compiled
import numpy
some = numpy.zeros(3, numpy.int64)
ready = compiled(to_act)
print("ready", flush=True)
sys.stdin.readline()
ready(Chips(some, some, some), 0, 0, 0)
print(sum(ready.stats.cache_misses.values()))
"""


@pytest.mark.slow
def test_processes_that_need_a_function_at_the_same_time_compile_it_once(tmp_path: Path) -> None:
    ours = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", COUNTED], stdin=-1, stdout=-1, text=True, env=ours) for _ in range(2)
    ]
    for each in both:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in both:
        assert each.stdin is not None
        each.stdin.write("now\n")
        each.stdin.flush()
    assert sorted(each.communicate(timeout=120)[0] for each in both) == ["0\n", "1\n"]


@pytest.mark.slow
def test_players_and_rules_import_no_numpy() -> None:
    names = "tricks.playout tricks.robots spades.playout hearts.playout spades hearts bridge"
    code = f"""
import sys
from importlib import import_module
for name in {names.split()}: import_module("dealt.players.advice." + name)
print([each for each in ("numpy", "numba") if each in sys.modules])
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.strip() == "[]"


WITHOUT = """
import sys
for name in ("numba", "numpy", "platformdirs"): sys.modules[name] = None
from dealt.games import make
from dealt.players import computer
from dealt.table import play
from dealt.kernels import simulate
game = make("spades", "simple")
assert play(game, [computer("cover", game)] * 4, bytes(32)).over
try:
    simulate(game, 1)
except ImportError as error:
    print(error)
"""


@pytest.mark.slow
def test_without_numpy_games_are_played_and_simulations_say_what_to_install() -> None:
    said = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False, timeout=120)
    assert said.stdout == "deals are simulated with NumPy: install dealt[fast]\n", said.stderr
