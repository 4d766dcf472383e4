"""Friends, blocks and reports."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import msgspec
import pytest

from dealt.server.room.admin import Admin
from dealt.server.room.room import Room
from dealt.server.store import relations
from dealt.wire import host_protocol as host
from dealt.wire import protocol
from tests.server.helpers import FakeLink, later, open_room, settings
from tests.server.test_erasing import LINE, dump, exported, gone


async def of(link: FakeLink) -> dict[str, tuple[str, bool]]:
    await link.do("friends")
    return {each["name"]: (each["state"], each["here"]) for each in link.last("friends")["people"]}


async def three(room: Room) -> list[FakeLink]:
    return [await FakeLink(room).come(name) for name in ("Anna", "Ben", "Clara")]


async def test_both_must_agree_before_they_are_friends(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben, clara = await three(room)
        assert anna.last("welcome")["friends"]
        await anna.do("befriend", name="ben")
        assert ben.last("friends")["people"] == [{"name": "Anna", "state": "asks", "avatar": 0, "here": False}]
        assert await of(anna) == {"Ben": ("asked", False)}
        await anna.do("befriend", name="Ben")  # asking twice is asking once
        assert await of(anna) == {"Ben": ("asked", False)}
        await ben.do("befriend", name="Anna")
        assert anna.last("friends")["people"][0]["state"] == "friend"
        assert await of(anna) == {"Ben": ("friend", True)}
        room.drop(ben)
        assert await of(anna) == {"Ben": ("friend", False)}
        await anna.do("unfriend", name="Ben")
        assert await of(anna) == {}
        await clara.do("befriend", name="Anna")
        await anna.do("unfriend", name="Clara")  # she declines
        assert await of(clara) == {}
        assert await anna.refused("befriend", name="Anna") == "yourself"
        assert await anna.refused("befriend", name="Nobody") == "no_person"
        assert await FakeLink(room).refused("befriend", name="Anna") == "no_name"


async def test_who_ask_each_other_at_once_are_friends(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben, _ = await three(room)
        await asyncio.gather(anna.do("befriend", name="Ben"), ben.do("befriend", name="Anna"))
        assert await of(anna) == {"Ben": ("friend", True)}
        assert await of(ben) == {"Anna": ("friend", True)}


async def test_who_is_blocked_cannot_ask_nor_sit_down_at_ones_table(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben, clara = await three(room)
        await anna.do("befriend", name="Ben")
        await ben.do("befriend", name="Anna")
        await anna.do("block", name="Ben")
        assert await of(anna) == {"Ben": ("blocked", False)}
        assert await of(ben) == {}
        assert await ben.refused("befriend", name="Anna") == "not_asked"
        await anna.do("create", game="gift")
        table = anna.state["id"]
        assert await ben.refused("join", table=table) == "blocked"
        await ben.do("quick", game="gift")
        assert ben.state["id"] != table
        await ben.do("leave")
        await ben.do("join", table=table, watch=True)
        assert await ben.refused("join", table=table) == "blocked"
        await ben.do("leave")
        await ben.do("block", name="Anna")  # both may
        await anna.do("unfriend", name="Ben")
        assert await of(ben) == {"Anna": ("blocked", False)}
        await ben.do("unfriend", name="Anna")
        await ben.do("join", table=table)
        assert ben.state["seat"] == 1
        await clara.do("block", name="Ben")
        await ben.do("leave")
        await clara.do("join", table=table)
        await ben.do("join", table=table)  # it isn't Clara who opened it


async def test_there_is_an_end_to_how_many_one_may_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 10
    monkeypatch.setattr(relations, "MOST_RELATIONS", most)
    async with open_room(settings(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        for n in range(most + 1):
            await FakeLink(room).come(f"p{n}")
        for n in range(most):
            await anna.do("block" if n % 2 else "befriend", name=f"p{n}")
        assert await anna.refused("befriend", name=f"p{most}") == "many_friends"
        assert await anna.refused("block", name=f"p{most}") == "many_friends"
        await anna.do("block", name="p0")


async def test_the_host_reads_what_was_reported_with_the_last_lines(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben, clara = await three(room)
        admin = Admin(room, list)
        await anna.do("create", game="gift", preset="long")
        await ben.do("join", table=anna.state["id"])
        await clara.do("join", table=anna.state["id"], watch=True)
        await ben.do("chat", text="you cheat")
        await clara.do("chat", text=LINE)
        await anna.do("report", name="Ben", note="rude")
        assert anna.last("reported")["name"] == "Ben"
        found = await admin.do(host.AskReports(), "127.0.0.1")
        assert isinstance(found, host.HostReports)
        (report,) = found.reports
        assert (report.name, report.by, report.note, report.table) == ("Ben", "Anna", "rude", anna.state["id"])
        assert [(line.name, line.text) for line in report.lines] == [("Ben", "you cheat"), ("Clara", LINE)]
        assert (await exported(anna))["reports"][0]["note"] == "rude"
        await clara.do("bye")  # what she said is gone there as well
        await gone(room)
        assert LINE not in await dump(room)
        found = await admin.do(host.AskReports(), "127.0.0.1")
        assert isinstance(found, host.HostReports)
        assert [line.name for line in found.reports[0].lines] == ["Ben"]
        assert await admin.do(host.Settle(report=report.n), "127.0.0.1") == host.HostDone(count=1)
        assert await admin.do(host.Settle(report=report.n), "127.0.0.1") == host.HostDone(count=0)
        await ben.do("leave")
        await ben.do("report", name="Anna")
        later(room, 31 * 86400.0)
        room.tidying.trusts_the_clock = lambda: True  # type: ignore[method-assign]
        await room.tidy()
        assert await room.store.relations.reports(10) == []


async def test_one_setting_switches_all_of_it_off(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben, _ = await three(room)
        await anna.do("block", name="Ben")
    async with open_room(settings(tmp_path, friends=False)) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        assert not back.last("welcome").get("friends")
        for op in ("befriend", "unfriend", "block", "report"):
            assert await back.refused(op, name="Ben") == "no_friends"
        assert await back.refused("friends") == "no_friends"
        there = FakeLink(room)
        await there.do("hello", v=1, token=ben.token)
        await back.do("create", game="gift")
        await there.do("join", table=back.state["id"])
        assert there.state["seat"] == 1


async def test_friends_are_in_ones_file_and_go_with_either(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben, _ = await three(room)
        await anna.do("befriend", name="Ben")
        assert (await exported(anna))["friends"][0]["name"] == "Ben"
        assert "friends" not in await exported(ben)
        await ben.do("bye")
        assert await of(anna) == {}
        assert "Ben" not in json.dumps(await exported(anna))


@pytest.mark.parametrize("op", ["befriend", "unfriend", "block", "report"])
def test_what_postgresql_can_not_be_asked_for_is_not_read(op: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        protocol.decode(json.dumps({"op": op, "name": "An\0na"}))
    with pytest.raises(msgspec.ValidationError):
        protocol.decode(json.dumps({"op": "report", "name": "Anna", "note": "\0"}))
