"""However many look things up, and however long it takes: storing goes on, and each hears soon that it is too much."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, select, text

from dealt.server.base.trouble import Busy
from dealt.server.store import opening
from dealt.server.store.store import Store
from dealt.session.events import Scored
from tests.server.helpers import Face, serve, settings
from tests.server.test_store import database as database
from tests.server.test_store import store as store

LONG = {
    "sqlite": "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000000) select max(i) from n",
    "postgresql": "select 1 from pg_sleep(3)",
}


@contextlib.asynccontextmanager
async def all_taken(store: Store) -> AsyncIterator[None]:
    """Others look up as much as can be looked up at the same time."""
    async with contextlib.AsyncExitStack() as others:
        for _ in range(opening.LOOKUPS):
            await others.enter_async_context(store.places)
        yield


async def test_who_looks_things_up_keeps_nobody_from_storing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LOOKED_UP", 0.2)
    await store.people.add("p", "Anna", "anna", "hash", 1.0)
    told = store.statistics
    async with all_taken(store):
        looked: list[Any] = [
            asyncio.create_task(each)
            for _ in range(20)
            for each in (
                told.tallies("p"),
                told.history("p"),
                told.days("p", 0.0, 0),
                told.company("p"),
                store.tables.deals("t", 1),
            )
        ]
        await store.tables.open("t", 1.0, ["one"])
        await store.tables.append("t", 2, 2.0, ["two"], game="gift", scored=[Scored("p", 1, 1.0, True, 1.0)])
        assert [each["name"] for each in await store.people.all()] == ["Anna"]
        assert await store.check()
        assert {type(each) for each in await asyncio.gather(*looked, return_exceptions=True)} == {Busy}
    monkeypatch.undo()
    assert [each.deals for each in await store.statistics.tallies("p")] == [1]


async def test_nothing_is_looked_up_for_who_hangs_up_before_their_turn(store: Store) -> None:
    async with all_taken(store):
        some = [asyncio.create_task(store.statistics.history("p")) for _ in range(50)]
        await asyncio.sleep(0)
        for each in some:
            each.cancel()
        await asyncio.gather(*some, return_exceptions=True)
        assert not store.reading
    assert await store.statistics.history("p") == []


@pytest.mark.slow
async def test_what_takes_long_to_look_up_is_given_up(
    store: Store, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(_: str) -> Select[Any]:
        return text(LONG[database.partition(":")[0]])  # type: ignore[return-value]

    monkeypatch.setattr("dealt.server.store.tallies.tallies_of", slow)
    monkeypatch.setattr(opening, "LOOKED_UP", 0.05)
    with pytest.raises(Busy):
        await store.statistics.tallies("p")
    monkeypatch.undo()
    assert await store.look_up(select(text("1 as one"))) == [(1,)]


@pytest.mark.slow
async def test_whoever_asks_too_much_is_told_to_try_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LOOKED_UP", 0.2)
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as anna:
        await anna.come("Anna")
        await anna.send("create", game="peek")
        await anna.play()
        async with all_taken(room.room.store):
            for op in ("statistics", "history", "days", "company", "mistakes"):
                error = await anna.ask(op, "error")
                assert (error["code"], error["re"]) == ("busy", op)
            await anna.send("chat", text="still here")
            await anna.hear("talk", lambda talk: any(line.get("text") == "still here" for line in talk["lines"]))
        monkeypatch.undo()
        assert (await anna.ask("statistics", "statistics"))["tallies"][0]["deals"] == 1
