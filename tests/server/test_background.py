"""Tasks beside those who ask for them: whoever is gone, no failure is left to the collector, and none is silent."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

import dealt.server
from dealt.server import run
from dealt.server.base import background
from dealt.server.base.background import Background, unattended
from dealt.server.base.trouble import StoreError
from dealt.server.room.room import Room
from dealt.server.store.store import Store
from dealt.wire.refusal import Refused
from tests.server.helpers import PATIENCE, until


@contextlib.contextmanager
def complaints() -> Iterator[list[str]]:
    """What asyncio complains of meanwhile, such as failures of which nobody has heard."""
    loop, found = asyncio.get_running_loop(), list[str]()
    before = loop.get_exception_handler()
    loop.set_exception_handler(lambda _, context: found.append(context["message"]))
    try:
        yield found
        gc.collect()
    finally:
        loop.set_exception_handler(before)


def fail_after(store: Store, go: asyncio.Event, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Queries wait for ``go``, and then fail. The list grows by one for each that has begun."""
    begun: list[int] = []

    @contextlib.asynccontextmanager
    async def reading(*_: Any) -> AsyncIterator[None]:
        begun.append(1)
        await go.wait()
        if go.is_set():
            raise StoreError("the database can't be read")
        yield

    monkeypatch.setattr(store, "_reading", reading)
    monkeypatch.setattr(store, "places", asyncio.Semaphore(100))  # all of them begin at once
    return begun


async def ask_and_hang_up(store: Store, go: asyncio.Event, begun: list[int], *, seed: int) -> int:
    """Forty people ask, some of them hang up, and the database fails; the number of those who hear of it."""
    told, rng = store.statistics, Random(seed)
    reads = (told.tallies, told.history, told.company, store.people.of_id)
    readers = [asyncio.create_task(reads[n % len(reads)]("somebody")) for n in range(40)]
    await until(lambda: len(begun) == len(readers))
    gone = rng.sample(readers, rng.randrange(1, 40))
    for each in gone:
        each.cancel()
    await asyncio.wait(gone)
    go.set()
    heard = [type(each) for each in await asyncio.gather(*readers, return_exceptions=True)].count(StoreError)
    return heard + len(gone)


@pytest.mark.slow
async def test_readers_who_hang_up_before_the_database_fails_leave_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    with complaints() as found:
        go = asyncio.Event()
        begun = fail_after(room.store, go, monkeypatch)
        heard = await ask_and_hang_up(room.store, go, begun, seed=5)
        await asyncio.sleep(0.01)
    assert (heard, found) == (40, [])


async def test_a_table_that_can_not_be_read_keeps_nobody_waiting(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(ids: list[str]) -> Any:
        raise LookupError("a row that nobody can read")

    monkeypatch.setattr(room.store.tables, "stored", fails)
    monkeypatch.setattr(room.tables.restoring.reading, "most", 1)
    asking = asyncio.gather(*map(room.tables.restoring.reading.ask, "abc"), return_exceptions=True)
    assert [type(each) for each in await asyncio.wait_for(asking, PATIENCE)] == 3 * [StoreError]


@pytest.mark.slow
async def test_the_log_tells_at_once_of_what_fails_unattended() -> None:
    async def fails() -> None:
        raise LookupError("a secret")

    with capture_logs() as lines, complaints() as found:
        await asyncio.wait([unattended(fails())])
        await asyncio.sleep(0)
    assert [(each["event"], each["log_level"]) for each in lines] == [("something in the background failed", "error")]
    assert "LookupError at test_background.py" in lines[0]["why"]
    assert "secret" not in str(lines)
    assert not found


@pytest.mark.parametrize(("error", "told"), [(Refused("stale"), 0), (StoreError("gone"), 0), (LookupError(), 1)])
async def test_of_what_somebody_asked_who_is_gone_only_a_defect_is_told(error: Exception, told: int) -> None:
    tasks, go = Background(), asyncio.Event()

    async def fails() -> None:
        await go.wait()
        raise error

    with capture_logs() as lines, complaints() as found:
        asking = asyncio.create_task(tasks.outlive(fails()))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait([asking])
        go.set()
        await until(lambda: not tasks.tasks)
        await asyncio.sleep(0)
    assert (len(lines), found) == (told, [])


async def test_who_waits_hears_of_it_and_the_log_does_not() -> None:
    async def fails() -> None:
        raise LookupError

    with capture_logs() as lines, pytest.raises(LookupError):
        await Background().outlive(fails())
    assert not lines


def test_every_task_of_the_room_begins_there() -> None:
    """Elsewhere a failure could be left to the collector."""
    folder = Path(dealt.server.__file__).parent
    found = {
        f"{file.relative_to(folder)}:{node.lineno}"
        for file in folder.rglob("*.py")
        if file != Path(background.__file__)
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in ("create_task", "ensure_future")
    }
    assert not found


async def test_a_process_that_can_not_hand_over_ends_all_the_same(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    server = type("Server", (), {"should_exit": False, "force_exit": False, "stop_listening": None})()
    app = type("App", (), {"room": room, "connections": []})()

    async def fails(*_: Any) -> None:
        raise LookupError

    monkeypatch.setattr(room.cluster, "drain", fails)
    with run._signals(server, app), capture_logs():
        room.cluster.on_drain()
        await until(lambda: server.should_exit)
