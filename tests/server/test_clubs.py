"""Clubs and classes: who is in them, and who leads."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import msgspec
import pytest

from dealt.server.room.room import Room
from dealt.server.store import clubs as stored
from dealt.server.store import database
from dealt.wire import protocol
from tests.server.helpers import FakeLink, open_room, settings
from tests.server.test_erasing import exported


async def three(room: Room) -> list[FakeLink]:
    return [await FakeLink(room).come(name) for name in ("Anna", "Ben", "Clara")]


async def opened(link: FakeLink, name: str = "Tuesday", kind: str = "club") -> tuple[str, str]:
    await link.do("open_club", name=name, kind=kind)
    return link.last("club")["id"], link.last("club")["code"]


async def leaders(link: FakeLink, club: str) -> dict[str, bool]:
    await link.do("club", id=club)
    return {each["name"]: each["leads"] for each in link.last("club")["members"]}


async def mine(link: FakeLink) -> list[str]:
    await link.do("clubs")
    return [each["name"] for each in link.last("clubs")["clubs"]]


async def test_people_come_by_a_code_until_it_is_renewed(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben, clara = await three(room)
        club, code = await opened(anna, " Tues\u202eday\n x ", "class")
        assert (anna.last("club")["name"], anna.last("club")["kind"]) == ("Tuesday x", "class")
        await ben.do("join_club", code=code)
        await ben.do("join_club", code=code)  # twice is once
        assert await leaders(ben, club) == {"Anna": True, "Ben": False}
        assert await ben.refused("direct_club", id=club, do="renew") == "not_leader"
        await anna.do("direct_club", id=club, do="renew")
        assert await clara.refused("join_club", code=code) == "no_club"
        assert await clara.refused("club", id=club) == "no_club"
        assert await clara.refused("direct_club", id=club, do="end") == "no_club"
        assert await anna.refused("open_club", name=" \n ") == "club_name"
        assert await FakeLink(room).refused("clubs") == "no_name"
        await clara.do("join_club", code=anna.last("club")["code"])
        await anna.do("direct_club", id=club, do="remove", name="ben")
        assert ben.last("clubs")["clubs"] == []  # he is told
        assert await anna.refused("direct_club", id=club, do="remove", name="Ben") == "no_member"
        assert await anna.refused("direct_club", id=club, do="remove", name="Anna") == "yourself"
        await anna.do("direct_club", id=club, do="end")
        assert clara.last("clubs")["clubs"] == []
        assert await mine(anna) == []


async def test_who_leads_is_shared_and_passes_on(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben, clara = await three(room)
        club, code = await opened(anna)
        await ben.do("join_club", code=code)
        await clara.do("join_club", code=code)
        assert await anna.refused("direct_club", id=club, do="unlead", name="Anna") == "last_leader"
        await anna.do("direct_club", id=club, do="lead", name="Clara")
        await anna.do("direct_club", id=club, do="unlead", name="Anna")
        assert await leaders(ben, club) == {"Anna": False, "Ben": False, "Clara": True}
        assert (await exported(clara))["clubs"][0]["leads"]
        await clara.do("bye")
        assert await leaders(ben, club) == {"Anna": True, "Ben": False}
        await anna.do("direct_club", id=club, do="lead", name="Ben")  # who leads by age may hand it on
        assert await leaders(ben, club) == {"Anna": True, "Ben": True}
        await anna.do("leave_club", id=club)
        assert "clubs" not in await exported(anna)
        await ben.do("bye")
        room.tidying.trusts_the_clock = lambda: True  # type: ignore[method-assign]
        await room.tidy()
        assert await room.store.read(database.clubs.select()) == []


async def test_there_is_an_end_to_clubs_and_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_CLUBS", 2)
    monkeypatch.setattr(stored, "MOST_MEMBERS", 2)
    async with open_room(settings(tmp_path)) as room:
        anna, ben, clara = await three(room)
        _, code = await opened(anna)
        every = await asyncio.gather(*(anna.do("open_club", name=str(n)) for n in range(3)), return_exceptions=True)
        assert [getattr(each, "code", "") for each in every].count("many_clubs") == 2
        assert len(await mine(anna)) == 2
        await ben.do("join_club", code=code)
        assert await clara.refused("join_club", code=code) == "club_full"


async def test_a_table_of_a_club_is_for_its_members(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben, clara = await three(room)
        club, code = await opened(anna)
        other, _ = await opened(clara, "Monday")
        await ben.do("join_club", code=code)
        assert await clara.refused("create", game="bigtwo", club=club) == "not_in_club"
        await anna.do("create", game="bigtwo", club=club)
        told = anna.last("table")
        table = told["id"]
        assert (told["club"], told["private"]) == (club, True)
        assert room.invitation(table) is None
        for link, where, seen in ((ben, club, [table]), (clara, other, [])):
            await link.do("club", id=where)
            assert [each["id"] for each in link.last("club").get("tables", [])] == seen
            assert table not in json.dumps(link.messages("lobby"))
        for way in ({}, {"watch": True}):
            assert await clara.refused("join", table=table, **way) == "not_in_club"
        await ben.do("join", table=table)
        assert [each.get("name") for each in ben.last("table")["seats"][:2]] == ["Anna", "Ben"]
        await anna.do("direct_club", id=club, do="remove", name="Ben")
        await ben.do("chat", text="still here")
        await ben.do("leave")
        assert await ben.refused("join", table=table) == "not_in_club"
    async with open_room(settings(tmp_path)) as again:  # one that is not restored yet
        assert again.invitation(table) is None
        back = await FakeLink(again).come("Dora")
        assert await back.refused("join", table=table) == "not_in_club"
        assert [each.id for each in again.tables.of_clubs({club})] == [table]


async def test_one_setting_switches_all_of_it_off(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, clubs=False)) as room:
        anna = await FakeLink(room).come("Anna")
        assert await anna.refused("clubs") == "no_clubs"
        assert await anna.refused("club", id="x") == "no_clubs"
        assert await anna.refused("open_club", name="x") == "no_clubs"
        assert await anna.refused("join_club", code="x") == "no_clubs"
        assert await anna.refused("leave_club", id="x") == "no_clubs"
        assert await anna.refused("direct_club", id="x", do="end") == "no_clubs"
        assert await anna.refused("create", game="bigtwo", club="x") == "no_clubs"


@pytest.mark.parametrize(
    "message",
    [
        {"op": "open_club", "name": "a\0"},
        {"op": "open_club", "name": "a" * 41},
        {"op": "join_club", "code": "\0"},
        {"op": "direct_club", "id": "x", "do": "remove", "name": "\0"},
    ],
)
def test_what_can_not_be_stored_is_not_read(message: dict[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError):
        protocol.decode(json.dumps(message))
