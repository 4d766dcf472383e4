"""Tournaments while the database fails for a moment: all of it is done later, and no result is lost."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from dealt.server.base.trouble import StoreError
from dealt.server.room import table_clock, tournaments
from dealt.server.room.room import Room
from tests.server.helpers import FakeLink, later, open_room, play_deal, settings, until
from tests.server.test_clubs import opened


@contextlib.contextmanager
def failing(patched: pytest.MonkeyPatch, owner: Any, name: str, *, stored: bool = False) -> Iterator[list[str]]:
    """Meanwhile what a store is asked fails, or is ``stored`` without an answer; who asked, once for each time."""
    real, asked = getattr(owner, name), list[str]()

    async def fails(*args: Any, **more: Any) -> None:
        if stored:
            await real(*args, **more)
        asked.append(name)
        raise StoreError("the connection was lost")

    with patched.context() as now, capture_logs() as logs:
        now.setattr(owner, name, fails)
        yield asked
    assert "something in the background failed" not in [each["event"] for each in logs]


async def begin(room: Room, **more: Any) -> tuple[list[FakeLink], str]:
    """A tournament of three, at one table; its id."""
    links = [await FakeLink(room).come(name) for name in ("Anna", "Ben", "Clara")]
    await links[0].do("open_tournament", game="gift", rounds=1, boards=1, computers="random", **more)
    id: str = links[0].last("tournament")["id"]  # noqa: A001
    for each in links[1:]:
        await each.do("join_tournament", id=id)
    return links, id


async def of_a_club(room: Room) -> tuple[FakeLink, FakeLink, str]:
    """A tournament of a club of two, who both play in it; the club's id."""
    anna, ben = [await FakeLink(room).come(name) for name in ("Anna", "Ben")]
    club, code = await opened(anna)
    await ben.do("join_club", code=code)
    await anna.do("open_tournament", game="gift", club=club)
    await ben.do("join_tournament", id=anna.last("tournament")["id"])
    return anna, ben, club


async def test_tables_that_can_not_be_opened_are_opened_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_room(settings(tmp_path)) as room:
        links, id = await begin(room)  # noqa: A001
        with failing(monkeypatch, room.store.tables, "open") as asked:
            await links[0].do("direct_tournament", id=id, order="start")
            await until(lambda: asked)
        await until(lambda: all(each.live for each in links))


async def test_a_table_whose_result_can_not_be_stored_is_not_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "EVERY", 0.02)
    async with open_room(settings(tmp_path)) as room:
        links, id = await begin(room)  # noqa: A001
        await links[0].do("direct_tournament", id=id, order="start")
        await until(lambda: all(each.messages("table") and each.state["phase"] == "playing" for each in links))
        real, refused = room.store.tournaments.append, list[str]()

        async def append(id: str, n: int, at: float, payloads: list[str], **more: Any) -> None:  # noqa: A002
            if "reported" in payloads[0] and len(refused) < 3:
                refused.append(payloads[0])
                raise StoreError("the connection was lost")
            await real(id, n, at, payloads, **more)

        monkeypatch.setattr(room.store.tournaments, "append", append)
        await play_deal(room, links)
        for each in links:
            await each.do("leave")
        (state,) = room.tournaments.known()
        await until(lambda: [[*each.scores] for each in state.meetings.values()] == [[1]])
        assert len(refused) == 3


async def test_who_waits_for_others_plays_although_the_clock_was_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_clock, "GATHERING", 0.3)
    async with open_room(settings(tmp_path)) as room:
        links, id = await begin(room)  # noqa: A001
        room.drop(links[2])
        await links[0].do("direct_tournament", id=id, order="start")
        await until(lambda: all(each.messages("table") for each in links[:2]))
        later(room, -3600, ran=0.0)
        await links[0].do("chat", text="Where is she?")
        await until(lambda: all(each.state["phase"] == "playing" for each in links[:2]))


async def test_a_tournament_that_was_stored_without_an_answer_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "EVERY", 0.02)
    async with open_room(settings(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        with failing(monkeypatch, room.store.tournaments, "open", stored=True), pytest.raises(StoreError):
            await anna.do("open_tournament", game="gift", name="Cup")
        await until(lambda: [each.name for each in room.tournaments.rows()] == ["Cup"])


async def test_who_left_a_club_plays_on_until_its_members_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "EVERY", 0.02)
    async with open_room(settings(tmp_path)) as room:
        _, ben, club = await of_a_club(room)
        with failing(monkeypatch, room.store.clubs, "members") as asked:
            await ben.do("leave_club", id=club)
            await until(lambda: asked)
        (state,) = room.tournaments.known()
        await until(lambda: [each.name for each in state.field()] == ["Anna"])


async def test_who_follows_a_tournament_is_told_once_it_can_be_read_who_may_see_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, _, _ = await of_a_club(room)
        with failing(monkeypatch, room.clubs, "those_of") as asked:
            await until(lambda: asked)
        await until(lambda: [each["name"] for each in anna.last("tournament")["standing"]] == ["Anna", "Ben"])
