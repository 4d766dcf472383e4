"""A club whose members are connected at two processes, which store at PostgreSQL."""

from __future__ import annotations

import asyncio

import pytest

from dealt.server.store import clubs as stored
from dealt.wire.refusal import Refused
from tests.cluster.conftest import OpenRoom
from tests.server.helpers import FakeLink, play_deal, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.turns(2)]


async def test_who_is_taken_out_is_told_at_another_process(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben = await FakeLink(there).come("Anna"), await FakeLink(here).come("Ben")
    await anna.do("open_club", name="Tuesday")
    club, code = anna.last("club")["id"], anna.last("club")["code"]
    await ben.do("join_club", code=code)
    assert [each["name"] for each in ben.last("club")["members"]] == ["Anna", "Ben"]
    await anna.do("direct_club", id=club, do="remove", name="Ben")
    await until(lambda: ben.messages("clubs"))
    assert ben.last("clubs")["clubs"] == []
    assert await ben.refused("club", id=club) == "no_club"
    await ben.do("join_club", code=code)
    await anna.do("bye")
    await ben.do("club", id=club)
    assert ben.last("club")["members"] == [{"name": "Ben", "avatar": 0, "leads": True}]


async def test_a_table_of_another_process_is_listed_and_kept_for_members(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, clara = await FakeLink(there).come("Anna"), await FakeLink(here).come("Ben"), FakeLink(here)
    await anna.do("open_club", name="Tuesday")
    club = anna.last("club")["id"]
    await ben.do("join_club", code=anna.last("club")["code"])
    await anna.do("create", game="bigtwo", club=club)
    table = anna.last("table")["id"]
    await until(lambda: here.cluster.listings.find(table) is not None)  # type: ignore[attr-defined]
    await ben.do("club", id=club)
    assert [each["id"] for each in ben.last("club")["tables"]] == [table]
    assert here.invitation(table) is None
    await clara.come("Clara")
    assert await clara.refused("join", table=table) == "not_in_club"
    await ben.do("join", table=table)
    await until(lambda: ben.messages("table"))


async def test_the_last_place_is_taken_once(another: OpenRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_MEMBERS", 2)
    rooms = await another(), await another()
    anna = await FakeLink(rooms[0]).come("Anna")
    await anna.do("open_club", name="Tuesday")
    code = anna.last("club")["code"]
    others = [await FakeLink(rooms[n % 2]).come(f"p{n}") for n in range(6)]
    ends = await asyncio.gather(*(each.do("join_club", code=code) for each in others), return_exceptions=True)
    assert [each.code for each in ends if isinstance(each, Refused)] == ["club_full"] * 5


async def test_what_a_class_is_to_play_is_told_at_another_process_and_counted_wherever_it_was_played(
    another: OpenRoom,
) -> None:
    there, here = await another(), await another()
    anna, ben = await FakeLink(there).come("Anna"), await FakeLink(here).come("Ben")
    await anna.do("open_club", name="7b", kind="class")
    club = anna.last("club")["id"]
    await ben.do("join_club", code=anna.last("club")["code"])
    await ben.do("club", id=club)
    before = len(ben.messages("club"))
    until_then = int(there.runtime.time()) + 3600
    await anna.do("set_assignment", club=club, game="gift", deals=1, until=until_then)
    await until(lambda: len(ben.messages("club")) > before)
    await ben.do("create", game="gift", computers="lowest", now=True)
    await play_deal(here, [ben])
    await anna.do("assignments", club=club)
    (only,) = anna.last("assignments")["assignments"]
    assert [(each["name"], each["deals"]) for each in only["members"]] == [("Ben", 1)]
