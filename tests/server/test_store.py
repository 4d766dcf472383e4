"""The database: one test suite over SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert, text

from dealt.server.base.trouble import StoreError
from dealt.server.store import archive, opening
from dealt.server.store.database import REVISION, events, metadata, tables
from dealt.server.store.opening import MIGRATIONS
from dealt.server.store.store import Store
from tests.server.helpers import FakeLink, open_room, play_deal, settings
from tests.unsynced import AS_IN_A_ROOM


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_database"))
    return f"sqlite:///{tmp_path / 'new folder' / 'dealt.db'}"


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    each = await Store.open(database)
    yield each
    await each.close()


async def test_what_is_stored_is_read_again(store: Store, database: str) -> None:
    await store.tables.open("t", 1.5, ["one", "two"])
    await store.tables.append("t", 3, 2.5, ["three – 三"])
    await store.tables.open("u", 3.0, ["one"])
    await store.tables.append("u", 2, 4.0, ["end"], ended=True)
    await store.people.add("p", "Anna", "anna", "hash", 1.0)
    await store.people.left("p", 9.0)
    await store.close()
    again = await Store.open(database)
    try:
        assert [(e.n, e.at, e.payload) for e in await again.tables.events("t")] == [
            (1, 1.5, "one"),
            (2, 1.5, "two"),
            (3, 2.5, "three – 三"),
        ]
        assert [e.n for e in await again.tables.events("t", after=2)] == [3]
        assert [each.id for each in await again.tables.living()] == ["t"]
        (person,) = await again.people.all()
        assert (person["name"], person["tokens"], person["seen"]) == ("Anna", {"hash"}, 9.0)
        await again.tables.forget(before=4.5, most=9)
        assert await again.tables.events("u") == []
        await again.people.forget(["p"])
        assert await again.people.all() == []
    finally:
        await again.close()


async def test_commits_of_a_busy_moment_are_grouped(store: Store) -> None:
    await asyncio.gather(*(store.tables.open(f"t{n}", 0.0, ["x"]) for n in range(50)))
    await asyncio.gather(*(store.tables.append(f"t{n}", 2, 0.0, ["y"]) for n in range(50)))
    assert store.writer.rows == 100
    assert store.writer.commits <= 10
    assert len(await store.tables.living()) == 50


@pytest.mark.slow
async def test_who_hangs_up_while_something_is_read_breaks_no_connection(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    for wait in (0, 0.0005, 0.001, 0.002) * 10:
        some = [asyncio.create_task(store.statistics.history("nobody")) for _ in range(20)]
        await asyncio.sleep(wait)
        for each in some:
            each.cancel()
        await asyncio.gather(*some, return_exceptions=True)
    assert await store.statistics.history("nobody") == []
    assert caplog.records == []


async def test_a_store_that_closes_waits_for_what_is_read_for_those_who_hung_up(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'room.db'}")
    some = [asyncio.create_task(store.statistics.history("nobody")) for _ in range(20)]
    await asyncio.sleep(0)
    for each in some:
        each.cancel()
    await asyncio.gather(*some, return_exceptions=True)
    assert store.reading
    await store.close()
    assert not store.reading


async def test_one_bad_wish_does_not_spoil_the_others(store: Store) -> None:
    await store.tables.open("t", 0.0, ["one"])
    results = await asyncio.gather(
        store.tables.append("t", 2, 0.0, ["two"]),
        store.tables.append("t", 2, 0.0, ["two again"]),
        store.tables.append("nowhere", 1, 0.0, ["x"]),
        store.tables.append("t", 3, 0.0, ["three", "four"]),
        return_exceptions=True,
    )
    assert [type(each).__name__ for each in results] == ["NoneType", "Conflict", "Conflict", "NoneType"]
    assert [e.payload for e in await store.tables.events("t")] == ["one", "two", "three", "four"]
    assert store.writer.healthy


async def test_a_wish_that_no_driver_takes_does_not_stop_the_writer(store: Store) -> None:
    async with asyncio.timeout(5):
        with pytest.raises(StoreError):
            await store.tables.append("huge", 2**80, 0.0, ["x"])
        await store.tables.open("fine", 1.0, ["x"])


async def test_closing_stores_what_still_waits(store: Store, database: str) -> None:
    waiting = [asyncio.create_task(store.tables.open(f"t{n}", 0.0, ["x"])) for n in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StoreError, match="closed"):
        await store.tables.open("late", 0.0, ["x"])
    again = await Store.open(database)
    assert len(await again.tables.living()) == 20
    await again.close()


async def test_several_events_are_stored_together_or_not_at_all(store: Store) -> None:
    await store.tables.open("t", 0.0, ["one", "two"])
    with pytest.raises(StoreError):
        await store.tables.append("t", 2, 0.0, ["x", "y", "z"])
    assert len(await store.tables.events("t")) == 2


async def test_a_second_room_on_the_same_database_is_told(store: Store, database: str) -> None:
    with pytest.raises(StoreError, match="another room"):
        await Store.open(database)


async def test_the_migrated_schema_is_the_one_in_use(store: Store) -> None:
    def differences(connection: object) -> list[object]:
        context = MigrationContext.configure(connection)  # type: ignore[arg-type]
        return list(compare_metadata(context, metadata))

    async with store._engine.connect() as connection:
        assert await connection.run_sync(differences) == []


def test_the_newest_revision_is_the_one_that_is_expected() -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


async def test_a_schema_from_the_future_is_left_alone(store: Store, database: str) -> None:
    async with store._engine.begin() as connection:
        await connection.execute(text("update alembic_version set version_num = '9999'"))
    await store.close()
    with pytest.raises(StoreError, match="newer dealt"):
        await Store.open(database)


async def test_a_whole_evening_on_either_database(database: str, tmp_path: Path) -> None:
    config = settings(tmp_path, database=database)
    async with open_room(config) as room:
        anna, bert = await FakeLink(room).come("Anna"), await FakeLink(room).come("Bert")
        await anna.do("create", game="gift")
        await bert.do("join", table=anna.state["id"])
        await anna.do("start")
        await anna.do("chat", text="hello 😀 \U0001f3b4")
        await play_deal(room, [anna, bert])
        for link in (anna, bert):
            await link.do("ready", step=anna.state["step"])
    async with open_room(config) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        ours = {"clock_ms", "log_from", "log", "seats", "view", "step"}
        assert {k: v for k, v in back.state.items() if k not in ours} == {
            k: v for k, v in anna.state.items() if k not in ours
        }
        assert back.last("talk")["lines"][-1]["text"] == "hello 😀 \U0001f3b4"


# --- trouble


@pytest.mark.parametrize(
    ("database", "why"),
    [
        ("nonsense", "must be an address"),
        ("postgresql://x@127.0.0.1:port/none", "must be an address"),
        ("sqlite:////proc/nowhere/x.db", "can't be opened"),
        ("postgresql://x@127.0.0.1:1/none", "can't be opened"),
        ("mysql://x@127.0.0.1:1/none", "sqlite:///FILE or postgresql://"),
        ("postgresql+psycopg2://x@127.0.0.1:1/none", "sqlite:///FILE or postgresql://"),
    ],
)
async def test_databases_that_can_t_be_opened(database: str, why: str) -> None:
    with pytest.raises(StoreError, match=why):
        await Store.open(database)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreError, match="not a database"):
        await Store.open(f"sqlite:///{tmp_path / 'x.db'}")


def _at_most(connection: Connection, pages: int) -> None:
    """The file of the database may not grow beyond so many pages; this holds for the connection of the writer."""
    connection.execute(text(f"pragma max_page_count = {pages}"))


async def test_a_full_disk_refuses_and_heals(tmp_path: Path) -> None:
    """A database that may not grow stands for a full disk: refused by code, nothing half done, then on it goes."""
    config = settings(tmp_path)
    async with open_room(config) as room:
        (anna,) = [await FakeLink(room).come("Anna")]
        await anna.do("create", game="gift")
        session = room.live_tables[anna.state["id"]].session
        async with room.store._engine.connect() as connection:
            pages = await connection.scalar(text("pragma page_count"))
        await room.store.writer.do(partial(_at_most, pages=pages))
        n = 0
        trouble = ""
        while not trouble:
            n = session.n
            try:
                await anna.do("chat", text="x" * 500)
            except StoreError as error:
                trouble = str(error)
        assert "full" in trouble
        assert session.n == n
        assert not await room.store.check()
        await room.store.writer.do(partial(_at_most, pages=1_000_000))
        await anna.do("chat", text="better")
        assert await room.store.check()
        assert [e.n for e in await room.store.tables.events(session.id)] == list(range(1, session.n + 1))
        assert anna.last("talk")["lines"][-1]["text"] == "better"


@pytest.mark.slow
async def test_a_commit_whose_answer_is_lost_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database took the action, but the connection broke before it said so: the table finds it there."""
    async with open_room(settings(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        await anna.do("create", game="gift")
        session = room.live_tables[anna.state["id"]].session
        append = room.store.tables.append

        async def lost(*arguments: object, **named: object) -> None:
            await append(*arguments, **named)  # type: ignore[arg-type]
            raise StoreError("the connection broke")

        monkeypatch.setattr(room.store.tables, "append", lost)
        with pytest.raises(StoreError):
            await anna.do("chat", text="first")
        monkeypatch.undo()
        await anna.do("chat", text="second")
        said = [line["text"] for each in anna.messages("talk") for line in each["lines"] if line["text"]]
        assert said == ["first", "second"]
        assert [e.n for e in await room.store.tables.events(session.id)] == list(range(1, session.n + 1))


async def test_the_file_is_as_durable_as_promised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_set_up_sqlite", AS_IN_A_ROOM)
    store = await Store.open(f"sqlite:///{tmp_path / 'x.db'}")
    async with store._engine.connect() as connection:
        assert await connection.scalar(text("pragma journal_mode")) == "wal"
        assert await connection.scalar(text("pragma synchronous")) == 2
    await store.close()
    with sqlite3.connect(tmp_path / "x.db") as plain:
        names = {name for (name,) in plain.execute("select name from sqlite_master where type = 'table'")}
    plain.close()
    assert names == {*metadata.tables, "alembic_version"}


async def test_tokens_are_nowhere_in_the_database(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
    assert all(anna.token.encode() not in each.read_bytes() for each in tmp_path.iterdir())


async def test_nobody_else_can_read_the_database(tmp_path: Path) -> None:
    # seeds of deals under way are in it
    file = tmp_path / "of" / "mine" / "dealt.db"
    old = os.umask(0)
    try:
        store = await Store.open(f"sqlite:///{file}")
    finally:
        os.umask(old)
    found = {each.name: each.stat().st_mode & 0o777 for each in file.parent.iterdir()}
    await store.close()
    assert set(found) >= {"dealt.db", "dealt.db-wal"}
    assert {mode & 0o077 for mode in found.values()} == {0}, found
    assert [folder.stat().st_mode & 0o777 for folder in (file.parent, file.parent.parent)] == [0o700, 0o700]


async def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "dealt.db"
    await (await Store.open(f"sqlite:///{file}")).close()
    file.chmod(0o644)
    store = await Store.open(f"sqlite:///{file}")
    await store.close()
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_is_packed_while_it_is_read_is_not_missed() -> None:
    """On PostgreSQL each statement sees what was committed before it."""
    with create_engine("sqlite://").connect() as connection:
        metadata.create_all(connection)
        connection.execute(insert(tables), {"id": "t", "created": 0.0})
        connection.execute(insert(events), [{"table_id": "t", "n": n, "at": 0.0, "payload": str(n)} for n in (1, 2, 3)])

        class Slow:
            def execute(self, *args: Any) -> Any:
                found = connection.execute(*args).freeze()
                archive.pack_events(connection, "t", 2)
                return found()

        assert [each.n for each in archive.events_of(Slow(), "t")] == [1, 2, 3]  # type: ignore[arg-type]
