"""Kernels that the package carries compiled: they are of the source that lies beside them, and called as functions."""

from __future__ import annotations

import contextlib
import gc
import json
import shutil
import subprocess
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from hashlib import sha256
from multiprocessing import get_all_start_methods, get_context
from random import Random
from typing import Any
from weakref import ref

import numpy as np
import pytest

from dealt import bits
from dealt.games import make
from dealt.games.tricks.core import Position
from dealt.kernels import machine, ranks
from dealt.kernels.descent import fit
from dealt.kernels.machine import FOLDER, Kernel
from dealt.players.advice.tricks.playout import play_on
from dealt.shapes import Fixed, Workspace
from scripts import kernels as made

MANIFEST: dict[str, Any] = json.loads((FOLDER / "manifest.json").read_bytes())


def test_every_kernel_is_compiled_from_the_source_of_now() -> None:
    assert made.stale(MANIFEST) == [], "run scripts/kernels"
    assert {path.name for path in FOLDER.glob("*.wasm")} == {made.short(name) for name in MANIFEST}


@pytest.mark.parametrize("name", MANIFEST)
def test_a_module_is_the_one_that_was_made(name: str) -> None:
    assert sha256((FOLDER / made.short(name)).read_bytes()).hexdigest()[:32] == MANIFEST[name]["module"]


TURNS = 14
"""The number of commits in a row that build all modules; each builds those that have changed since the first."""


def changed() -> set[str]:
    """The modules that are not those of so many commits ago; all, where that can't be told."""
    git = shutil.which("git") or "git"
    asked = [git, "-C", str(FOLDER), "show", f"HEAD~{TURNS}:./manifest.json"]
    with contextlib.suppress(OSError):
        found = subprocess.run(asked, capture_output=True, check=False)
        if found.returncode == 0:
            before = json.loads(found.stdout)
            return {name for name, entry in MANIFEST.items() if entry != before.get(name)}
    return {*MANIFEST}


NEW = changed()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in NEW else pytest.mark.turns(TURNS, always=True)) for name in MANIFEST],
)
def test_a_module_is_built_anew_byte_by_byte(name: str) -> None:
    """Whoever builds it gets this one: nothing depends on the machine.

    It takes ten seconds for a module. One that has not changed was built at the commits before, of the same source.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(made.module_of, name).result() == (FOLDER / made.short(name)).read_bytes()


def more_than(hand: int) -> int:
    return bits.count(hand) + machine.HEAD


def test_what_a_kernel_reads_through_a_module_is_compiled_with_it() -> None:
    assert made.calls(more_than) == {"bits.count": bits.count}
    assert made.constants(more_than) == [f"machine.HEAD = {machine.HEAD}"]
    compiled: Any = made.compiled(more_than, inner=True)
    assert compiled.py_func.__globals__["bits"] is not bits


HANDS: tuple[Any, ...] = tuple(make("hearts").deal(Random(1)).hands)


def played(kernel: Any) -> tuple[list[int], list[int]]:
    hands, own = list(HANDS), [0] * 4
    kernel(make("hearts").row, Position(HANDS, 0), -1, hands, own)
    return hands, own


def test_what_a_kernel_writes_into_lists_stands_there() -> None:
    assert played(play_on) == played(play_on.bare)
    assert played(play_on)[0] == [0] * 4


def test_threads_do_not_meet() -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: played(play_on), range(200)))
    assert found == [played(play_on.bare)] * 200


def _in_a_child(_: int) -> Any:
    ranks.rank_cards([1, 5, 9, 13, 17], *ranks._tables(True), [0])  # a module that the parent has not
    return played(play_on)


@pytest.mark.skipif("fork" not in get_all_start_methods(), reason="processes are not forked here")
def test_a_forked_process_goes_on_with_kernels() -> None:
    found = played(play_on)
    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        assert list(pool.map(_in_a_child, range(4), timeout=60)) == [found] * 4


def test_without_wasmtime_the_source_runs_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "available", lambda: False)
    monkeypatch.setattr(machine, "_module", lambda name: pytest.fail("it was not asked whether it can be run"))
    assert played(play_on) == played(play_on.bare)


def ranked(kernel: Kernel[..., Any], cards: Any, out: Any, tables: Any) -> Any:
    kernel(cards, *tables, out)
    return list(out)


def test_lists_arrays_and_what_never_changes_are_all_the_same() -> None:
    cards = [1, 5, 9, 13, 17, 2, 7, 12, 44, 51]
    tables = [list(each) for each in ranks._tables(True)]
    wanted = ranked(ranks.rank_cards.bare, cards, [0, 0], tables)
    assert ranked(ranks.rank_cards, cards, [0, 0], tables) == wanted
    assert ranked(ranks.rank_cards, tuple(cards), [0, 0], [Fixed(each) for each in tables]) == wanted
    arrays = np.array(cards, np.int8), np.zeros(2, np.int32)
    assert ranked(ranks.rank_cards, *arrays, [np.array(each, np.int32) for each in tables]) == wanted


@pytest.mark.slow
def test_numbers_that_never_change_are_copied_once_and_forgotten_when_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "MOST_KEPT", 1 << 20)
    tables = [list(each) for each in ranks._tables(True)]
    wanted = ranked(ranks.rank_cards.bare, [1, 5, 9, 13, 17], [0], tables)
    for _ in range(20):  # 12 MB in all
        assert ranked(ranks.rank_cards, [1, 5, 9, 13, 17], [0], [Fixed(each) for each in tables]) == wanted
    fixed = [Fixed(each) for each in tables]
    for _ in range(3):
        assert ranked(ranks.rank_cards, [1, 5, 9, 13, 17], [0], fixed) == wanted


def test_arrays_of_an_instance_are_not_copied() -> None:
    instance = ranks.rank_cards.instance()
    tables = [list(each) for each in ranks._tables(True)]
    cards, out = instance.array((10,), "b"), instance.array((2,), "i")
    cards[:] = [1, 5, 9, 13, 17, 2, 7, 12, 44, 51]
    wanted = ranked(ranks.rank_cards.bare, cards.tolist(), [0, 0], tables)
    ranks.rank_cards.on(instance)(cards, *tables, out)
    assert out.tolist() == wanted
    big = instance.array((1 << 20,), "q")  # more memory than there was
    big[-1] = 7
    assert cards[4] == 17
    assert out.tolist() == wanted
    del instance
    assert big[-1] == 7, "memory lives as long as its arrays"


def test_an_instance_ends_with_its_arrays() -> None:
    instance = ranks.rank_cards.instance()
    some, gone = instance.array((10,), "b"), ref(instance)
    del instance
    assert gone() is not None
    del some
    gc.collect()
    assert gone() is None


def test_arrays_that_share_memory_go_on_to_share_it() -> None:
    rng = np.random.default_rng(1)
    shapes = [(512, 4), (4,), (4, 3), (3,), (3,), (1,)]
    net = [rng.standard_normal(each).astype(np.float32) for each in shapes]
    before, flat = [each.copy() for each in net], [each.reshape(-1) for each in net]
    slope, mean, square = ([np.zeros_like(each) for each in net] for _ in range(3))
    seen, worth = np.array([[3] * 8, [5] * 8], np.int64), np.array([1.0, -1.0], np.float32)
    room = [np.zeros(each, np.float32) for each in (4, 3, 4, 3)]
    error, steps = fit(
        tuple(net), seen, worth, np.array([0, 1]), 1, 0.01, 0, tuple(slope), tuple(flat),
        tuple(each.reshape(-1) for each in slope), tuple(each.reshape(-1) for each in mean),
        tuple(each.reshape(-1) for each in square), *room, np.zeros((3, 4), np.float32),
    )  # fmt: skip
    assert steps == 2
    assert error > 0
    assert any((a != b).any() for a, b in zip(net, before, strict=True)), "the flat weights are those of the net"


def test_an_array_of_other_numbers_is_refused() -> None:
    tables = ranks._tables(True)
    with pytest.raises(TypeError, match="a kernel takes an array of the form b1"):
        ranks.rank_cards(np.array([1, 5, 9, 13, 17]), *tables, np.zeros(1, np.int32))
    with pytest.raises(OverflowError):
        ranks.rank_cards([1000] * 5, *tables, [0])


def test_room_for_work_need_not_be_copied() -> None:
    assert Workspace(3) == [0, 0, 0]
