"""What happens at the same time: comings and goings that meet a commit, work off the loop, lasting limits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dealt.players import computer
from dealt.server.base.config import Config
from dealt.server.base.limits import address_group
from dealt.server.base.trouble import StoreError
from dealt.server.room.room import Room
from tests.server.helpers import Face, FakeLink, open_room, serve, settings, until
from tests.server.test_room import people, seated
from tests.server.toys import GIFT, TOYS


class Gate:
    """Holds back the commits of events of one kind until it is opened."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch, kind: str):
        self.reached, self.open = asyncio.Event(), asyncio.Event()
        append = room.store.tables.append

        async def held(id: str, n: int, at: float, payloads: list[str], **named: Any) -> None:  # noqa: A002
            if any(kind in each for each in payloads):
                self.reached.set()
                await self.open.wait()
            await append(id, n, at, payloads, **named)

        monkeypatch.setattr(room.store.tables, "append", held)


async def test_who_comes_back_while_a_computer_takes_over_plays_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(settings(tmp_path, standin_after=0.0)) as room:
        anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
        gate = Gate(room, monkeypatch, "stood_in")
        session = room.live_tables[anna.state["id"]].session
        room.drop(bert)
        await gate.reached.wait()
        back = FakeLink(room)
        await back.do("hello", v=1, token=bert.token)
        gate.open.set()
        await until(lambda: "stood_in" in str(anna.messages("talk")))
        await until(lambda: not session.chairs[1].standin, patience=2)
        assert not anna.state["seats"][1]["standin"]


@pytest.mark.parametrize("restored", ["before", "meanwhile"])
async def test_a_table_that_is_found_while_it_is_opened_is_one_table(
    room: Room, monkeypatch: pytest.MonkeyPatch, restored: str
) -> None:
    """As by a second connection of the person who opens it, in a cluster whose database answers late."""
    (anna,) = await people(room, "Anna")
    open_table, read = room.store.tables.open, room.tables.restoring.session
    slow, asking = asyncio.Event(), list[asyncio.Task[Any]]()

    async def opened(id: str, *args: Any, **named: Any) -> None:  # noqa: A002
        await open_table(id, *args, **named)
        await room.tables.adopt([id])
        asking.append(asyncio.create_task(room.tables.restore(id)))
        if restored == "before":
            slow.set()
            await asking[0]

    async def session(table: str) -> Any:
        found = await read(table)
        await slow.wait()
        return found

    monkeypatch.setattr(room.store.tables, "open", opened)
    monkeypatch.setattr(room.tables.restoring, "session", session)
    await anna.do("create", game="bigtwo")
    slow.set()
    (table,) = [await each for each in asking]
    assert table in room.live_tables.values()
    if anna.closed:  # their page comes back at once
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        anna = back
    assert anna.live is table


async def test_a_tab_that_opens_during_goodbye_is_nobody(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    (anna,) = await people(room, "Anna")
    second, forget = FakeLink(room), room.store.people.forget

    async def slowly(ids: list[str]) -> None:
        await second.do("hello", v=1, token=anna.token)
        await forget(ids)

    monkeypatch.setattr(room.store.people, "forget", slowly)
    await anna.do("bye")
    assert second.person is None
    assert await second.refused("create", game="gift") == "no_name"
    await second.do("name", name="Anna")


async def test_a_name_is_not_lost_when_forgetting_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_room(settings(tmp_path, name_after=0.0)) as room:
        (anna,) = await people(room, "Anna")
        room.drop(anna)
        bert = FakeLink(room)
        await bert.do("hello", v=1)

        async def fails(ids: list[str], **_: Any) -> None:
            raise StoreError("gone")

        monkeypatch.setattr(room.store.people, "forget", fails)
        with pytest.raises(StoreError):
            await bert.do("name", name="Anna")
        monkeypatch.undo()
        await bert.do("name", name="Anna")
        assert bert.last("you")["name"] == "Anna"
    async with open_room(settings(tmp_path)) as room:
        assert len(room.people) == 1


async def test_games_and_computers_are_made_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[str] = []

    def noted(maker: Callable[..., Any]) -> Callable[..., Any]:
        def made(*arguments: Any, **named: Any) -> Any:
            where.append(threading.current_thread().name)
            return maker(*arguments, **named)

        return made

    monkeypatch.setattr("dealt.players.computer", noted(computer))
    async with open_room(settings(tmp_path), {"gift": replace(GIFT, maker=noted(GIFT.maker))}) as room:
        (anna,) = await seated(room, "gift", "Anna")
        await anna.do("start")
        await anna.do("hint", step=anna.state["step"])
    assert len(where) > 1
    assert threading.main_thread().name not in where


async def test_stale_answers_do_not_fill_the_memory(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        (anna,) = await seated(room, "gift", "Anna")
        host = room.live_tables[anna.state["id"]]
        now, moment = room.runtime.now, 0.0
        room.runtime.now = lambda: now() + moment  # type: ignore[method-assign]
        for n in range(50):
            moment = float(n)
            host.frame(anna.person.id if anna.person else "")
        assert len(host.audience._frames) <= 4


async def test_reconnecting_does_not_bring_more_talk(tmp_path: Path) -> None:
    config = settings(tmp_path, chat_rate=0.01, chat_burst=3, costly_rate=0.01, costly_burst=3)
    async with serve(config, TOYS) as room:
        async with Face.open(room.ws) as face:
            await face.come("Anna")
            await face.send("create", game="gift")
            for n in range(3):
                await face.send("chat", text=str(n))
            await face.hear("talk", lambda each: each["lines"][-1]["text"] == "2")
            token = face.token
        async with Face.open(room.ws) as face:
            await face.back(token)
            await face.send("chat", text="more")
            error = await face.hear("error")
            assert (error["re"], error["code"]) == ("chat", "slow_down")


def test_a_household_of_addresses_is_one() -> None:
    assert address_group("2001:db8:1:2::1") == address_group("2001:db8:1:2:ffff::9") != address_group("2001:db8:1:3::1")
    assert address_group("::ffff:192.0.2.1") == address_group("192.0.2.1") == "192.0.2.1"
    assert address_group("fe80::1%eth0") == address_group("fe80::2%eth0")
    assert address_group("unix:") == "unix:"


@pytest.mark.slow
async def test_in_a_crowd_all_see_their_tables_before_they_see_who_else_is_back(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("Anna", "Bert", "Carl", "Dora")
    async with open_room(config) as room:
        tokens = [each.token for each in await seated(room, "bigtwo", *names)]
    monkeypatch.setattr("dealt.server.room.attendance.CROWD", 1)
    monkeypatch.setattr("dealt.server.room.live_table.NEWS_AFTER", 0.2)
    async with open_room(config) as room:
        back = []
        for token in tokens:
            back.append(FakeLink(room))
            await back[-1].do("hello", v=1, token=token)
        assert [len(each.messages("table")) for each in back] == [1, 1, 1, 1]
        assert [len(each.messages("talk")) for each in back] == [1, 1, 1, 1]
        await until(lambda: not any(seat["away"] for each in back for seat in each.state["seats"]))
        assert [len(each.messages("table")) for each in back] == [2, 2, 2, 2]
        await back[0].do("chat", text="here")
        await until(lambda: all("here" in str(each.last("talk")) for each in back))
        assert not room.live_tables[back[0].state["id"]]._telling
