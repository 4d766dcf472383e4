"""Deleting somebody for good: afterwards nothing that the room keeps names them, and everything else still works."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, insert, inspect, select, text

from dealt.games import GAMES
from dealt.server.base.trouble import StoreError
from dealt.server.room.room import Room
from dealt.server.store import database
from dealt.server.store.opening import plain_engine_of, url_of
from dealt.session.erasing import SOMEBODY, Erasing
from dealt.table import Record
from tests.server.helpers import FakeLink, later, open_room, play_deal, settings, until
from tests.unpacked import unpacked

DAY = 86400.0
NAME, LINE = "Zaubernuss"[:10], "my telephone is 555"


def texts(connection: Connection) -> Iterator[str]:
    """Everything that stands in the database, unpacked."""
    for table in inspect(connection).get_table_names():
        for row in connection.execute(text(f'select * from "{table}"')):
            yield from map(unpacked, row)


async def dump(room: Room) -> str:
    """The whole database as text."""
    found = "\n".join(await room.store.ask(lambda connection: list(texts(connection))))
    assert "event" in found
    return found


async def evening(room: Room, anna: FakeLink, ben: FakeLink, **more: Any) -> str:
    """Two people play at a table and talk; its id."""
    await anna.do("create", game="gift", preset="long", computers="lowest", **more)
    table: str = anna.state["id"]
    await ben.do("join", table=table)
    await anna.do("chat", text=LINE)
    await ben.do("chat", text="mine is engaged")
    await anna.do("start")
    for _ in range(3):
        await play_deal(room, [anna, ben], Random(1))
        for each in (anna, ben):
            await each.do("ready", step=each.state["step"])
    await until(lambda: not room.tables.live[table].keeper.busy)
    return table


async def gone(room: Room) -> None:
    """All that is due was done."""

    async def due() -> list[Any]:
        return await room.store.read(database.erasures.select())

    await room.erasing.run()
    assert await due() == []


def address_of(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return str(settings(tmp_path).database)
    address: str = request.getfixturevalue("postgres_ready")
    return address


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
async def test_nothing_names_somebody_who_was_deleted(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    config = settings(tmp_path, database=address_of(kind, tmp_path, request))
    async with open_room(config) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        table = await evening(room, anna, ben)
        assert anna.person
        person = anna.person.id
        await room.store.writer.put(
            (insert(database.audit), {"at": 1.0, "address": "", "action": "kick", "target": NAME, "detail": ""})
        )
        before = await dump(room)
        assert all(each in before for each in (NAME, person, LINE))
        await anna.do("words")
        await anna.do("bye")
        await gone(room)
        await until(lambda: not room.tables.live[table].keeper.busy)
        after = await dump(room)
        for each in (NAME, NAME.casefold(), person, LINE):
            assert each not in after
        assert SOMEBODY in after
        assert "mine is engaged" in after
        assert table in room.tables.live  # the others play on
        await ben.do("record")
        record = Record.from_json("".join(each["record"] for each in ben.messages("record")))
        assert record.deals[0].players[:2] == (SOMEBODY, "Ben")
        assert record.deals[0].players.count("Ben") == 1
        await ben.do("history")
        assert len(ben.last("history")["deals"]) >= 3
        new = await FakeLink(room).come(NAME)  # the name is free, and nothing of before is theirs
        await new.do("history")
        assert new.last("history")["deals"] == []
    async with open_room(config) as room:  # what is stored makes the same table again
        back = FakeLink(room)
        await back.do("hello", v=1, token=ben.token)
        assert back.state["id"] == table
        assert NAME not in json.dumps(back.messages("talk"))
        assert "mine is engaged" in json.dumps(back.messages("talk"))
        assert not room.tables.left_out


async def test_who_was_deleted_where_their_table_could_not_be_reached_leaves_it(tmp_path: Path) -> None:
    """As in a cluster whose bus does not work."""
    async with open_room(settings(tmp_path)) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        table = await evening(room, anna, ben)
        assert anna.person
        await room.store.erasures.begin(anna.person.id)
        await gone(room)
        assert [each.name for each in room.tables.live[table].session.guests.values()] == ["Ben"]
        await room.tables.live[table].close()
        after = await dump(room)
        for each in (NAME, anna.person.id):
            assert each not in after


async def test_a_table_is_restored_from_its_events_alone(tmp_path: Path) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        table = await evening(room, anna, ben)
        await anna.do("bye")
        await gone(room)
        await until(lambda: not room.tables.live[table].keeper.busy)
        scores = ben.state["totals"] if "totals" in ben.state else ben.state["view"]["score"]
        await room.store.writer.put((database.snapshots.delete(), None))
    async with open_room(config) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=ben.token)
        assert (back.state["totals"] if "totals" in back.state else back.state["view"]["score"]) == scores
        assert not room.tables.left_out


async def test_what_was_broken_off_goes_on_after_a_restart_and_ended_tables_come_later(tmp_path: Path) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        anna = await FakeLink(room).come(NAME)
        await anna.do("create", game="gift", preset="long", computers="lowest")
        await anna.do("start")
        await play_deal(room, [anna], Random(1))
        await anna.do("chat", text=LINE)
        await anna.do("leave")
        await anna.do("bye")
        await room.erasing.run()
        assert NAME in await dump(room)  # its table has just ended, and may still be putting things away
    async with open_room(config) as room:
        later(room, 120.0)
        await gone(room)
        after = await dump(room)
        assert NAME not in after
        assert LINE not in after


async def test_a_table_whose_erasure_was_broken_off_is_restored_from_its_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        table = await evening(room, anna, ben)

        async def fails(who: Erasing) -> None:
            raise StoreError("the database is gone")

        monkeypatch.setattr(room.store.erasures, "rest", fails)
        await anna.do("bye")
        await room.erasing.run()
        await until(lambda: not room.tables.live[table].keeper.busy)
        await room.store.writer.put((database.snapshots.delete(), None))
        assert NAME in await dump(room)
    async with open_room(config) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=ben.token)
        assert back.state["id"] == table
        await gone(room)
        assert NAME not in await dump(room)


async def test_a_table_that_can_not_be_read_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its events are of another version, or its game fails."""
    async with open_room(settings(tmp_path)) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        for _ in range(2):
            await evening(room, anna, ben)
            await ben.do("leave")
            await anna.do("leave")
        later(room, 100)
        real, first = room.store.erasures.put_away, list[str]()

        async def fails(who: Erasing, after: int = 0) -> int:
            first.append(who.table)
            if who.table == first[0]:
                raise LookupError("there is no such event")
            return await real(who, after)

        monkeypatch.setattr(room.store.erasures, "put_away", fails)
        await anna.do("bye")
        await room.erasing.run()
        assert {who.table for who, _ in await room.store.erasures.due(room.runtime.time())} == {first[0]}
        monkeypatch.undo()
        await gone(room)


async def test_who_has_another_name_now_is_deleted_with_the_one_of_then(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, name_kept=10 * DAY)) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        await anna.do("create", game="peek")
        await play_deal(room, [anna])
        await anna.do("leave")
        table = await evening(room, anna, ben, set="friday")
        await anna.do("leave")
        room.drop(anna)
        later(room, 11 * DAY)
        await FakeLink(room).come(NAME)
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        assert back.person
        assert back.person.name != NAME
        await back.do("bye")
        await gone(room)
        names = select(database.set_results.c.names).where(database.set_results.c.table_id == table)
        found = [json.loads(each) for each in await room.store.column(names)]
        assert len(found) >= 3
        assert all(each[:2] == [SOMEBODY, "Ben"] for each in found)


async def test_the_host_deletes_people_as_well(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        await evening(room, anna, ben)
        assert anna.person
        await room.arrivals.forget(anna.person)
        await gone(room)
        assert NAME not in await dump(room)


async def test_a_tournament_names_nobody_who_was_deleted(tmp_path: Path) -> None:
    config = settings(tmp_path)
    async with open_room(config, GAMES) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        await anna.do("open_tournament", game="bigtwo", name="Cup", rounds=2, boards=1)
        id = anna.last("tournament")["id"]  # noqa: A001
        await ben.do("join_tournament", id=id)
        assert [each["enrolled"] for each in (await exported(ben))["tournaments"]] == ["Ben"]
        assert (await exported(anna))["tournaments"][0]["opened"] == "Cup"
        await anna.do("bye")
        await gone(room)
        assert NAME not in await dump(room)
        before = len(ben.messages("tournament"))
        await ben.do("get_tournament", id=id)
        now = json.dumps(ben.messages("tournament")[before:])
        assert NAME not in now
        assert SOMEBODY in now
    async with open_room(config, GAMES) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=ben.token)
        await back.do("get_tournament", id=id)
        assert SOMEBODY in json.dumps(back.last("tournament"))


async def test_a_tournament_that_is_over_names_nobody_who_was_deleted(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path), GAMES) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        await anna.do("open_tournament", game="bigtwo", name="Cup", rounds=2, boards=1)
        id = anna.last("tournament")["id"]  # noqa: A001
        await ben.do("join_tournament", id=id)
        await anna.do("direct_tournament", id=id, order="end")
        await ben.do("get_tournament", id=id)
        assert NAME in json.dumps(ben.last("tournament"))
        await anna.do("bye")
        await gone(room)
        await ben.do("get_tournament", id=id)
        assert NAME not in json.dumps(ben.last("tournament"))


def test_sqlite_overwrites_what_is_deleted(tmp_path: Path) -> None:
    engine = plain_engine_of(url_of(f"sqlite:///{tmp_path / 'a.db'}"))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("pragma secure_delete").scalar() == 1
    engine.dispose()


# --- what is kept, as a file


async def exported(link: FakeLink) -> dict[str, Any]:
    before = len(link.messages("export"))
    await link.do("export")
    pieces = link.messages("export")[before:]
    assert [each.get("more", False) for each in pieces] == [True] * (len(pieces) - 1) + [False]
    found: dict[str, Any] = json.loads("".join(each["part"] for each in pieces))
    return found


async def test_somebody_gets_all_that_is_kept_of_them_and_nothing_of_others(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        table = await evening(room, anna, ben)
        await anna.do("words")
        assert anna.person
        assert ben.person
        found = await exported(anna)
        assert (found["dealt"], found["format"]) == ("person", 1)
        assert found["person"]["name"] == NAME
        assert found["person"]["has_words"]
        assert [each["name"] for each in found["devices"]] == [""]
        assert [each["dealt"] for each in found["results"]] == [1, 2, 3]
        said = [each["said"] for each in found["tables"] if "said" in each]
        assert said == [LINE]
        assert found["tables"][0]["came"] == NAME
        assert [each["dealt"] for each in found["records"]] == [1, 2, 3][: len(found["records"])]
        record = Record.from_json(json.dumps(found["records"][0]["record"]))
        assert NAME in record.deals[0].players
        whole = json.dumps(found)
        words = anna.last("words")["words"]  # one alone may stand there by chance: "game"
        for each in ("engaged", anna.token, anna.token_hash, ben.person.id, " ".join(words), json.dumps(words)[1:-1]):
            assert each not in whole
        new = await FakeLink(room).come("Clara")
        assert sorted(await exported(new)) == ["at", "dealt", "devices", "format", "person", "room", "software"]
        assert table in whole


async def test_a_long_file_comes_in_pieces_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealt.server.room.exporting.PIECE", 200)
    async with open_room(settings(tmp_path)) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        await evening(room, anna, ben)
        assert len((await exported(anna))["results"]) == 3
        pieces = anna.messages("export")
        assert len(pieces) > 5
        busy = await FakeLink(room).come("Clara")
        begun, waiting = asyncio.Event(), asyncio.Event()

        async def deliver(*messages: object) -> None:
            begun.set()
            await waiting.wait()

        busy.deliver = deliver  # type: ignore[method-assign]
        first = asyncio.create_task(busy.do("export"))
        await asyncio.wait_for(begun.wait(), 10)
        assert await busy.refused("export") == "exporting"
        waiting.set()
        await first


async def test_an_analysis_under_way_stores_and_tells_no_name_of_who_was_deleted_meanwhile(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben = await FakeLink(room).come(NAME), await FakeLink(room).come("Ben")
        await evening(room, anna, ben)
        begun, go_on, analyse = asyncio.Event(), asyncio.Event(), room.workers.analyse

        async def slow(*args: Any, **kwargs: Any) -> Any:
            begun.set()
            await go_on.wait()
            return await analyse(*args, **kwargs)

        room.workers.analyse = slow  # type: ignore[method-assign]
        await ben.do("analyse", deal=0)
        await asyncio.wait_for(begun.wait(), 10)
        await anna.do("bye")
        await gone(room)
        go_on.set()
        await until(lambda: ben.messages("analysis"))
        assert ben.last("analysis")["names"][:2] == [SOMEBODY, "Ben"]
        assert len(await room.store.read(database.analyses.select())) == 1
        assert NAME not in await dump(room)
