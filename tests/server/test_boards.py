"""Boards of a day in a room: played once, gone on with, compared with the field, and shown to who has finished them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from dealt import daily
from dealt.games import GAMES
from dealt.server.base.config import Config
from dealt.server.base.trouble import StoreError
from dealt.server.room.room import Room
from dealt.session import boards
from dealt.wire.refusal import Refused
from tests.server.helpers import FakeLink, open_room, play_deal, settings, until

pytestmark = pytest.mark.slow

GAME = "bigtwo"
TODAY = date(2026, 11, 27)
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC).timestamp()


@contextlib.asynccontextmanager
async def open_day(config: Config) -> AsyncIterator[Room]:
    """A room in which it is noon of TODAY: midnight does not pass in the midst of a test."""
    async with open_room(config, GAMES) as room:
        ahead = NOON - time.time()
        room.runtime.time = lambda: time.time() + ahead
        yield room


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return settings(tmp_path)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    """A room on either kind of database."""
    if request.param == "postgres":
        return settings(tmp_path, database=request.getfixturevalue("postgres_database"))
    return settings(tmp_path)


async def begin(link: FakeLink, **more: Any) -> None:
    await link.do("play_daily", game=GAME, pace="instant", **more)
    await until(lambda: link.choice() or link.state["phase"] != "playing")


async def day(link: FakeLink, **more: Any) -> dict[str, Any]:
    """What is told in the end."""
    await link.do("daily", game=GAME, **more)
    found = link.last("daily")
    assert not found["growing"]
    return found


async def test_everybody_gets_the_same_boards_and_is_in_the_field(config: Config) -> None:
    async with open_day(config) as room:
        anna, ben = await FakeLink(room).come("Anna"), await FakeLink(room).come("Ben")
        assert {each["state"] for each in (await day(anna))["boards"]} == {"new"}
        for link in (anna, ben):
            await begin(link)
            assert link.state["daily"] == {"day": TODAY.isoformat(), "board": 1, "boards": 8, "last": 8}
            await play_deal(room, [link])
            assert link.state["seed"] == daily.seed(GAME, TODAY, 1).hex()
        assert anna.state["result"] == ben.state["result"], "equal actions lead to equal deals"
        found = await day(anna)
        first, second = found["boards"][:2]
        assert (first["state"], second["state"]) == ("done", "new")
        assert {each["name"] for each in first["field"]} == {"Anna", "Ben", *daily.field(GAMES[GAME].make())}
        assert anna.messages("daily")[-2]["growing"], "it is told at once, and again when the field has played"
        percents = [each["percent"] for each in first["field"]]
        assert sum(percents) / len(percents) == pytest.approx(50)
        own = next(each for each in first["field"] if each["name"] == "Anna")
        assert own["score"] == anna.state["result"]["scores"][0]
        assert [each["boards"] for each in found["standing"]] == [1] * 6

        await anna.do("statistics")
        assert anna.last("statistics")["tallies"] == []
        for each in first["field"]:
            await anna.do("old_deal", table=each["table"], dealt=1)
            assert anna.last("replay")["game"] == GAME
            assert anna.last("replay")["frames"][-1]["view"]["score"][0] == each["score"]

        await anna.do("ready", step=anna.state["step"])
        await until(lambda: anna.state["daily"]["board"] == 2)
        cem = await FakeLink(room).come("Cem")
        assert await cem.refused("old_deal", table=own["table"], dealt=1) == "board_first"
        assert await cem.refused("old_deal", table=own["table"], dealt=2) == "no_old_deal"
        assert [each["field"] for each in (await day(cem))["boards"]] == [[]] * 8
        assert await cem.refused("join", table=anna.state["id"]) == "daily_alone"
        assert await anna.refused("hint", step=anna.state["step"]) == "daily_help"


async def test_a_board_that_was_left_goes_on_also_after_a_restart(kept: Config) -> None:
    async with open_day(kept) as room:
        anna = await FakeLink(room).come("Anna")
        await begin(anna)
        await play_deal(room, [anna])
        await anna.do("ready", step=anna.state["step"])
        await until(lambda: anna.state["daily"]["board"] == 2 and anna.choice())
        await anna.act()
        await until(anna.choice)
        log = anna.state["view"]
        before, token = moves(room, anna), anna.token
        await anna.do("leave")
        assert [each["state"] for each in (await day(anna))["boards"]][:3] == ["done", "begun", "new"]
    async with open_day(kept) as room:
        anna = FakeLink(room)
        await anna.do("hello", v=1, token=token)
        await begin(anna)
        assert anna.state["daily"]["board"] == 2
        assert anna.state["view"] == log
        assert moves(room, anna) == before
        await anna.do("leave")
        await begin(anna)
        assert moves(room, anna) == before, "it may be left again"
        await play_deal(room, [anna])
        assert [each["state"] for each in (await day(anna))["boards"]][:3] == ["done", "done", "new"]


def moves(room: Room, link: FakeLink) -> list[str]:
    table = room.live_tables[link.state["id"]].session.table
    assert table is not None
    return [f"{seat} {action}" for seat, action in table.moves]


async def test_a_board_goes_on_where_it_was_left_last_also_if_the_room_was_killed_as_it_went_on(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: Any) -> None:
        raise StoreError("the room was killed")

    async with open_day(config) as room:
        anna = await FakeLink(room).come("Anna")
        await begin(anna)
        await anna.act()
        await anna.do("leave")
        monkeypatch.setattr(room.store.sets, "put", fails)
        with contextlib.suppress(StoreError):
            await begin(anna)
    async with open_day(config) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        await until(back.choice)
        await back.act()
        await until(back.choice)
        before = moves(room, back)
        await back.do("leave")
        await begin(back)
        assert moves(room, back) == before


async def test_after_the_last_board_the_day_is_done(config: Config) -> None:
    async with open_day(config) as room:
        anna = await FakeLink(room).come("Anna")
        await begin(anna)
        for board in range(1, daily.BOARDS + 1):
            await until(lambda board=board: anna.state["daily"]["board"] == board)
            await play_deal(room, [anna])
            await anna.do("replay", deal=board - 1)
            assert anna.last("replay")["frames"]
            await anna.do("ready", step=anna.state["step"])
        await until(lambda: anna.last("left"))
        assert await anna.refused("play_daily", game=GAME) == "daily_done"
        assert {each["state"] for each in (await day(anna))["boards"]} == {"done"}


async def test_a_board_is_chosen_and_dealt_once(config: Config) -> None:
    async with open_day(config) as room:
        anna = await FakeLink(room).come("Anna")
        before = (TODAY - timedelta(13)).isoformat()
        await begin(anna, day=before, board=6)
        assert anna.state["daily"] == {"day": before, "board": 6, "boards": 8, "last": 8}
        await play_deal(room, [anna])
        assert anna.state["seed"] == daily.seed(GAME, TODAY - timedelta(13), 6).hex()
        await anna.do("leave")
        assert await anna.refused("play_daily", game=GAME, day=before, board=6) == "board_done"
        await begin(anna, day=before, board=5)
        assert anna.state["daily"]["last"] == 5, "board 6 would be dealt again"
        await play_deal(room, [anna])
        await anna.do("ready", step=anna.state["step"])
        await until(lambda: anna.last("left"))
        await begin(anna, day=before, board=3)
        await anna.do("leave")
        await begin(anna, day=before, board=2)
        assert anna.state["daily"]["last"] == 2, "one that was begun goes on where it was left"
        await anna.do("leave")
        found = await day(anna, day=before, calendar=True)
        assert [each["state"] for each in found["boards"]] == [
            "new",
            *["begun"] * 2,
            "new",
            *["done"] * 2,
            "new",
            "new",
        ]
        assert [(each["day"], each["done"]) for each in found["calendar"]][-2:] == [
            ((TODAY - timedelta(12)).isoformat(), 0),
            (before, 2),
        ]
        assert len(found["calendar"]) == 14
        own = [each["percent"] for board in found["boards"] for each in board["field"] if each["name"] == "Anna"]
        assert found["calendar"][-1]["percent"] == pytest.approx(sum(own) / 2)
        assert (await day(anna))["calendar"] == []


async def test_a_board_at_once_is_one_that_most_people_have_played(kept: Config) -> None:
    async with open_day(kept) as room:
        anna, ben, cem = [await FakeLink(room).come(each) for each in ("Anna", "Ben", "Cem")]
        yesterday, before = (TODAY - timedelta(n) for n in (1, 5))
        for link, board in ((anna, 4), (ben, 4), (ben, 7)):
            await begin(link, day=before.isoformat(), board=board)
            await play_deal(room, [link])
            await link.do("leave")
        for link, when, board in ((cem, before, 4), (cem, before, 7), (anna, before, 7), (anna, yesterday, 1)):
            await begin(link, instant=True)
            assert link.state["daily"] == {"day": when.isoformat(), "board": board, "boards": 8, "last": board}
            await play_deal(room, [link])
            await link.do("ready", step=link.state["step"])
            await until(lambda link=link: link.last("left"))
        await begin(ben, instant=True)
        assert (ben.state["daily"]["day"], ben.state["daily"]["board"]) == (yesterday.isoformat(), 1)
        await ben.act()
        await until(ben.choice)
        log = ben.state["view"]
        await ben.do("leave")
        await begin(ben, instant=True)
        assert ben.state["view"] == log, "what was left goes on"


def test_what_is_played_at_once_ends_with_today() -> None:
    days = daily.days_until(TODAY)
    done = [boards.Entry(n, "", ["Ben"], [1.0]) for n in range(1, 9)]
    every, but_three = dict.fromkeys(days, done), [each for each in done if each.board != 3]
    assert boards.instant(TODAY, every | {TODAY: but_three, days[9]: done[:7]}, {(TODAY, 3): 9}) == (days[9], 8)
    assert boards.instant(TODAY, every | {TODAY: but_three}, {}) == (TODAY, 3)
    with pytest.raises(Refused) as refused:
        boards.instant(TODAY, every, {})
    assert refused.value.code == "daily_done"


async def test_days_to_come_and_games_for_one_are_refused(config: Config) -> None:
    async with open_day(config) as room:
        anna = await FakeLink(room).come("Anna")
        tomorrow, long_ago = (TODAY + timedelta(n) for n in (1, -14))
        for when in (tomorrow.isoformat(), long_ago.isoformat(), "2026-02-30"):
            for op in ("play_daily", "daily"):
                assert await anna.refused(op, game=GAME, day=when) == "no_daily"
        assert await anna.refused("play_daily", game="elevens") == "no_daily_game"
        assert await anna.refused("create", game=GAME, set=daily.name_of(TODAY)) == "bad_set"
