"""Assignments of a class: who may set and see them, what counts for them, and what ends with whom."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert

from dealt.games import GAMES
from dealt.server.base.config import Config
from dealt.server.room.room import Room
from dealt.server.store import assignments as stored
from dealt.server.store import database
from dealt.wire import protocol
from tests.server.helpers import FakeLink, later, open_room, play_deal, settings, until
from tests.server.test_clubs import opened
from tests.server.test_erasing import exported

GAME, DAY = "gift", 24 * 3600


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.slow])])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    """A room on either kind of database."""
    if request.param == "postgres":
        return settings(tmp_path, database=request.getfixturevalue("postgres_database"))
    return settings(tmp_path)


async def school(room: Room, kind: str = "class") -> tuple[list[FakeLink], str]:
    """Who leads a class, two in it, and somebody else; its id."""
    links = [await FakeLink(room).come(name) for name in ("Anna", "Ben", "Clara", "Zoe")]
    club, code = await opened(links[0], kind=kind)
    for each in links[1:3]:
        await each.do("join_club", code=code)
    return links, club


def wanted(room: Room, club: str, **more: Any) -> dict[str, Any]:
    return {"club": club, "game": GAME, "until": int(room.runtime.time()) + DAY, "deals": 3, **more}


async def told(link: FakeLink, club: str) -> list[dict[str, Any]]:
    await link.do("assignments", club=club)
    assert link.last("assignments")["club"] == club
    found: list[dict[str, Any]] = link.last("assignments")["assignments"]
    return found


async def done(link: FakeLink, club: str) -> dict[str, tuple[int, int]]:
    """The deals of each of those of whom a link is told, and how many were won."""
    return {each["name"]: (each.get("deals", 0), each.get("won", 0)) for each in (await told(link, club))[0]["members"]}


async def played(link: FakeLink, club: str) -> dict[str, int]:
    """The deals alone: who wins is chance."""
    return {name: deals for name, (deals, _) in (await done(link, club)).items()}


async def play(room: Room, link: FakeLink, *, deals: int = 1, **more: Any) -> None:
    await link.do("create", **{"game": GAME, "computers": "lowest", "now": True, **more})
    for n in range(deals):
        if n:
            await link.do("ready", step=link.state["step"])
        await play_deal(room, [link], Random(n))
    await link.do("leave")


async def test_a_class_is_set_deals_and_each_sees_what_is_theirs(kept: Config) -> None:
    async with open_room(kept) as room:
        (anna, ben, clara, zoe), club = await school(room)
        await play(room, ben)  # before it is set
        await ben.do("club", id=club)
        before = len(ben.messages("club"))
        await anna.do("set_assignment", **wanted(room, club, title=" First \u202e\n steps ", won=1))
        await until(lambda: len(ben.messages("club")) > before)  # he is told that something has changed
        (first,) = anna.last("assignments")["assignments"]
        assert (first["title"], first["game"], first["deals"], first["won"]) == ("First steps", GAME, 3, 1)
        assert await done(anna, club) == {"Ben": (0, 0), "Clara": (0, 0)}
        await play(room, ben, club=club, takeovers=False)
        await play(room, ben, deals=2)  # at any table
        await play(room, zoe)
        await play(room, clara, preset="long")  # other rules
        await play(room, clara, seed="known")  # counts for nobody
        rows = [row for row in await room.store.read(database.results.select()) if row["standard"]]
        mine = [row for row in rows if row["person_id"] == ben.person.id and row["at"] >= first["since"]]  # type: ignore[union-attr]
        assert len(mine) == 3
        await room.store.writer.put((insert(database.mistakes), mistakes_in(mine)))
        won = sum(row["won"] for row in mine)
        assert await done(anna, club) == {"Ben": (3, won), "Clara": (0, 0)}
        assert await done(ben, club) == {"Ben": (3, won)}  # members see themselves alone
        assert await done(clara, club) == {"Clara": (0, 0)}
        (his,) = (await told(ben, club))[0]["members"]
        assert his["mean"] == pytest.approx(sum(row["score"] for row in mine) / 3)
        assert his["last"] == max(row["at"] for row in mine)
        assert his["mistakes"] == {"bid": 2, "play": 1}
        assert "First" not in json.dumps(zoe.messages())
        later(room, DAY + 1)
        await play(room, ben)  # too late
        assert (await done(ben, club))["Ben"][0] == 3
    async with open_room(kept) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        assert (await done(back, club))["Ben"] == (3, won)


def mistakes_in(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    about = [{key: row[key] for key in ("person_id", "table_id", "dealt", "game", "at")} for row in rows]
    kinds = ("bid", "bid", "play")
    return [{**each, "step": 1, "cost": 1.0, "unit": "", "kind": kind} for each, kind in zip(about, kinds, strict=True)]


async def test_only_those_who_lead_a_class_set_and_end_assignments(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        (anna, ben, _, zoe), club = await school(room)
        other, _ = await opened(zoe, "Other", "class")
        assert await ben.refused("set_assignment", **wanted(room, club)) == "not_leader"
        for stranger in (zoe, await FakeLink(room).come("Dora")):
            for op, more in (
                ("set_assignment", wanted(room, club)),
                ("assignments", {}),
                ("end_assignment", {"id": "x"}),
                ("change_assignment", {"id": "x", "title": "y"}),
            ):
                assert await stranger.refused(op, **{"club": club, **more}) == "no_club"
        assert await FakeLink(room).refused("assignments", club=club) == "no_name"
        await anna.do("set_assignment", **wanted(room, club))
        (first,) = anna.last("assignments")["assignments"]
        for op in ("end_assignment", "change_assignment"):
            assert await ben.refused(op, club=club, id=first["id"]) == "not_leader"
        assert await zoe.refused("change_assignment", club=other, id=first["id"], title="Mine") == "no_assignment"
        await zoe.do("end_assignment", club=other, id=first["id"])  # one of another class
        await anna.do("end_assignment", club=club, id="0" * 32)  # one that is not there any more
        assert len(await told(ben, club)) == 1
        await anna.do("direct_club", id=club, do="lead", name="Ben")
        await anna.do("direct_club", id=club, do="unlead", name="Anna")
        assert await anna.refused("end_assignment", club=club, id=first["id"]) == "not_leader"
        assert [*await done(anna, club)] == ["Anna"]
        await ben.do("direct_club", id=club, do="remove", name="Anna")
        assert await anna.refused("assignments", club=club) == "no_club"
        await ben.do("end_assignment", club=club, id=first["id"])
        assert await told(ben, club) == []


async def test_what_is_not_possible_is_not_set(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        (anna, *_), club = await school(room)
        now = int(room.runtime.time())
        for more, code in (
            ({"game": "chess"}, "no_game"),
            ({"won": 4}, "assignment_number"),
            ({"until": now - 1}, "assignment_end"),
            ({"until": now + 367 * DAY}, "assignment_end"),
            ({"day": "2026-99-99"}, "no_daily"),
            ({"day": "1999-01-01"}, "no_daily"),
            ({"day": "2026-11-27", "deals": 9}, "assignment_number"),
            ({"day": "2026-11-27", "won": 1}, "assignment_number"),
        ):
            assert await anna.refused("set_assignment", **wanted(room, club, **more)) == code, more
        other, _ = await opened(anna, "Club", "club")
        assert await anna.refused("set_assignment", **wanted(room, other)) == "no_class"
        assert await told(anna, club) == []
    async with open_room(settings(tmp_path, clubs=False)) as room:
        anna = await FakeLink(room).come("Anna2")
        for op, more in (("set_assignment", wanted(room, club)), ("assignments", {}), ("end_assignment", {"id": "x"})):
            assert await anna.refused(op, **{"club": club, **more}) == "no_clubs"


@pytest.mark.parametrize("more", [
    {"title": "a\0"}, {"title": "a" * 61}, {"deals": 0}, {"won": -1}, {"until": 1e400}, {"until": 1e300}, {"until": -1},
])  # fmt: skip
def test_what_can_not_be_stored_is_not_read(more: dict[str, Any]) -> None:
    for op in ("set_assignment", *(["change_assignment"] if {*more} <= {"title", "until"} else [])):
        with pytest.raises(msgspec.DecodeError):
            protocol.decode(json.dumps({"op": op, "club": "x", "game": GAME, "id": "x", "until": 1, **more}))


async def test_an_end_is_moved_and_progress_is_counted_by_the_new_one(kept: Config) -> None:
    async with open_room(kept) as room:
        (anna, ben, *_), club = await school(room)
        await anna.do("set_assignment", **wanted(room, club, title="Week 1"))
        (first,) = anna.last("assignments")["assignments"]
        here, since = {"club": club, "id": first["id"]}, first["since"]
        await play(room, ben)
        later(room, DAY + 60)
        await play(room, ben)
        now = int(room.runtime.time())
        assert await played(ben, club) == {"Ben": 1}, "it has ended"
        await anna.do("change_assignment", **here, title=" Week 1 \u202e\n again ")  # its end is over, and stays so
        (row,) = anna.last("assignments")["assignments"]
        assert (row["title"], row["until"], row["since"]) == ("Week 1 again", first["until"], since)
        for end in (now - 1, now + 367 * DAY, 2**53 - 1):
            assert await anna.refused("change_assignment", **here, until=end) == "assignment_end"
        await ben.do("club", id=club)
        before = len(ben.messages("club"))
        await anna.do("change_assignment", **here, until=now + DAY)
        await until(lambda: len(ben.messages("club")) > before)  # he is told that something has changed
        assert await played(ben, club) == {"Ben": 2}, "what he played meanwhile is before the new end"
        later(room, 60)
        await play(room, ben)
        assert await played(ben, club) == {"Ben": 3}
        await anna.do("change_assignment", **here, until=int(room.runtime.time()) + 30)
        later(room, 60)
        await play(room, ben)
        ((row),) = await told(ben, club)
        assert (row["title"], row["members"][0]["deals"]) == ("Week 1 again", 3), "it was shortened"
        await anna.do("change_assignment", **here)  # nothing
        ends = await asyncio.gather(
            anna.do("end_assignment", **here),
            *(anna.do("change_assignment", **here, title=str(n)) for n in range(6)),
            return_exceptions=True,
        )
        assert {getattr(each, "code", "") for each in ends} <= {"", "no_assignment"}
        assert await anna.refused("change_assignment", **here, title="x") == "no_assignment"
        assert await told(ben, club) == []


async def test_many_at_once_are_no_more_than_there_may_be(kept: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_ASSIGNMENTS", 3)
    async with open_room(kept) as room:
        (anna, ben, *_), club = await school(room)
        every = [anna.do("set_assignment", **wanted(room, club, title=str(n))) for n in range(12)]
        ends = await asyncio.gather(
            *every, *(ben.do("assignments", club=club) for _ in range(12)), return_exceptions=True
        )
        codes = [getattr(each, "code", "") for each in ends]
        assert [codes.count(each) for each in ("", "many_assignments")] == [3 + 12, 9]
        assert len(await told(ben, club)) == 3
        both = await asyncio.gather(
            anna.do("direct_club", id=club, do="end"),
            *(anna.do("set_assignment", **wanted(room, club)) for _ in range(6)),
            return_exceptions=True,
        )
        assert {getattr(each, "code", "") for each in both} <= {"", "many_assignments", "no_club"}
        assert await room.store.read(database.assignments.select()) == []  # they have gone with the class


async def test_people_and_classes_take_theirs_along_and_the_export_names_it(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        (anna, ben, clara, zoe), club = await school(room)
        await anna.do("set_assignment", **wanted(room, club, title="Week 1"))
        await play(room, ben)
        (row,) = (await exported(ben))["assignments"]
        assert (row["club"], row["title"], row["game"], row["deals"]) == ("Tuesday", "Week 1", GAME, 3)
        assert "assignments" not in await exported(zoe)
        await ben.do("bye")
        assert [*await done(anna, club)] == ["Clara"]
        await play(room, anna)
        assert await played(anna, club) == {"Anna": 1, "Clara": 0}  # who leads is there once they have played
        await anna.do("leave_club", id=club)
        assert await done(clara, club) == {}  # who leads now, as nobody else does
        await clara.do("leave_club", id=club)
        assert await room.store.read(database.assignments.select()) == []


@pytest.mark.slow
async def test_the_boards_of_a_day_are_counted_until_it_ends(kept: Config) -> None:
    async with open_room(kept, GAMES) as room:
        (anna, ben, clara, _), club = await school(room)
        today = datetime.now(UTC).date()
        boards = wanted(room, club, game="bigtwo", day=today.isoformat(), deals=2)
        alone = wanted(room, club, game="elevens", day=today.isoformat(), deals=2)
        assert await anna.refused("set_assignment", **alone) == "no_daily_game"
        assert (
            await anna.refused("set_assignment", **{**boards, "until": boards["until"] + 15 * DAY}) == "assignment_end"
        )
        await anna.do("set_assignment", **boards)
        scores = []
        for board in (1, 2, 3):
            await ben.do("play_daily", game="bigtwo", pace="instant", board=board)
            await until(lambda: ben.choice() or ben.state["phase"] != "playing")
            await play_deal(room, [ben])
            scores.append(ben.state["result"]["scores"][0])
            await ben.do("leave")
        await clara.do("play_daily", game="bigtwo", pace="instant")  # begun, and not finished
        assert await played(anna, club) == {"Ben": 2, "Clara": 0}
        (his,) = (await told(ben, club))[0]["members"]
        assert his["mean"] == pytest.approx(sum(scores[:2]) / 2)
        ((row),) = await told(anna, club)
        assert row["day"] == today.isoformat()
        here = {"club": club, "id": row["id"]}
        assert await anna.refused("change_assignment", **here, until=boards["until"] + 15 * DAY) == "assignment_end"
        await anna.do("change_assignment", **here, until=boards["until"] + 5 * DAY)
        earlier = (datetime.now(UTC) + timedelta(seconds=-1)).timestamp()
        await room.store.writer.put((database.assignments.update().values(until=earlier - DAY), None))
        assert await done(ben, club) == {"Ben": (0, 0)}
