"""What the room measures of itself: each number moves when it should."""

from __future__ import annotations

import gc
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import insert

from dealt.server.base.trouble import StoreError
from dealt.server.room.watch import EVERY
from dealt.server.store import database
from tests.server.helpers import Face, Served, asking, serve, settings, until


def value(room: Served, name: str, **labels: str) -> float:
    return room.room.metrics.registry.get_sample_value(name, labels) or 0.0


@pytest.mark.slow
async def test_a_late_event_loop_is_seen(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        await until(lambda: value(room, "dealt_loop_lag_seconds_count") > 0)
        before = value(room, "dealt_loop_lag_seconds_sum")
        time.sleep(EVERY + 0.4)
        await until(lambda: value(room, "dealt_loop_lag_seconds_sum") - before > 0.2)


@pytest.mark.slow
async def test_runs_of_the_collector_are_seen_while_the_room_is_open(tmp_path: Path) -> None:
    before = list(gc.callbacks)
    async with serve(settings(tmp_path)) as room:
        await until(lambda: len(gc.callbacks) > len(before))
        seen = value(room, "dealt_gc_pause_seconds_count", generation="2")
        gc.collect()
        assert value(room, "dealt_gc_pause_seconds_count", generation="2") > seen  # it may begin one itself
    assert gc.callbacks == before


async def test_transactions_and_their_failures_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await until(lambda: value(room, "dealt_database_bytes") > 0)
        assert value(room, "dealt_disk_free_bytes") > 0
        before = value(room, "dealt_commit_seconds_count")
        await face.come("Anna")
        assert value(room, "dealt_commit_seconds_count") > before
        assert value(room, "dealt_stores") == 1

        def full(_: object) -> None:
            raise OSError("no space left")

        with monkeypatch.context() as broken:
            broken.setattr(room.room.store.writer._transactions, "carry_out", full)
            with pytest.raises(StoreError):
                await room.room.store.writer.put((insert(database.tables), {"id": "x", "created": 0.0}))
            assert value(room, "dealt_stores") == 0
            assert value(room, "dealt_commits_failed_total") >= 1  # it tries again by itself
        assert await room.room.store.check()  # it tries to write, and can again
        assert value(room, "dealt_stores") == 1


@pytest.mark.slow
async def test_readers_that_take_nothing_are_seen(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        (connection,) = room.app.connections
        connection.out._wake = lambda: None  # its writer sleeps
        for _ in range(30):
            connection.out.push(b"{}")
        await until(lambda: value(room, "dealt_frames_waiting_most") >= 30)
        assert value(room, "dealt_frames_waiting") >= value(room, "dealt_frames_waiting_most")
        assert value(room, "dealt_people_here") == 1


async def test_refused_connections_are_counted_by_reason(tmp_path: Path) -> None:
    config = settings(tmp_path, connections=1, per_address=5, invite="friends-only")
    async with serve(config) as room, asking() as client:
        await client.get(f"{room.http}/healthz", headers={"host": "evil.example"})
        await client.get(f"{room.http}/api/games")
        async with Face.open(room.ws) as face:
            for headers in ({}, {"origin": "https://evil.example"}):
                with pytest.raises(Exception, match="rejected"):
                    await Face.open(room.ws, additional_headers=headers).__aenter__()
            await face.send("hello", v=1)
            await face.closed()
        for why in ("foreign_host", "connections", "foreign_page"):
            assert value(room, "dealt_connections_refused_total", why=why) == 1, why
        assert value(room, "dealt_connections_refused_total", why="invite") == 2
        room.door._gate._most = 0
        async with asking() as another:
            with pytest.raises(httpx.TransportError):
                await another.get(f"{room.http}/healthz")
        assert value(room, "dealt_connections_refused_total", why="sockets") >= 1
