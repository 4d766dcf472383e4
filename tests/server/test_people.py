"""Names, tokens and results of people: what strangers can take, what they can't, and what a wrong clock can do."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from dealt.server.room.room import Room
from dealt.server.store import database
from dealt.wire.refusal import Refused
from tests.server.helpers import FakeLink, later, open_room, play_deal, settings, until
from tests.server.test_room import people, seated

DAY = 86400.0


async def newcomer(room: Room, address: str = "192.0.2.1") -> FakeLink:
    """A connection that has said hello."""
    link = FakeLink(room)
    link.address = address
    await link.do("hello", v=1)
    return link


async def back(room: Room, token: str) -> FakeLink:
    """A connection that brought a token."""
    link = FakeLink(room)
    await link.do("hello", v=1, token=token)
    return link


async def with_results(room: Room, *names: str) -> list[FakeLink]:
    """People who have finished a deal, and have left their tables."""
    links = await people(room, *names)
    for link in links:
        await link.do("create", game="peek")
        await play_deal(room, [link])
        await link.do("leave")
    return links


async def results(room: Room) -> int:
    async with room.store._reading() as connection:
        return int(await connection.scalar(select(func.count()).select_from(database.results)) or 0)


async def deals(link: FakeLink) -> list[int]:
    await link.do("statistics")
    return [each["deals"] for each in link.last("statistics")["tallies"]]


# --- names with and without results


async def test_the_name_of_somebody_with_results_is_theirs_for_weeks(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        (anna,) = await with_results(room, "Anna")
        room.drop(anna)
        later(room, 29 * DAY)
        other = await newcomer(room)
        assert await other.refused("name", name="anna") == "name_taken"
        assert await deals(await back(room, anna.token)) == [1]


async def test_who_loses_a_name_after_weeks_keeps_token_and_results(tmp_path: Path) -> None:
    config = settings(tmp_path, name_kept=10 * DAY)
    async with open_room(config) as room:
        (anna,) = await with_results(room, "Anna")
        room.drop(anna)
        later(room, 11 * DAY)
        await (await newcomer(room)).do("name", name="Anna")
        again = await back(room, anna.token)
        assert again.last("you")["name"] == "Anna2"
        assert await deals(again) == [1]
    async with open_room(config) as room:
        assert sorted(each.name for each in room.people) == ["Anna", "Anna2"]
        assert await deals(await back(room, anna.token)) == [1]


async def test_a_name_without_results_is_free_within_a_minute(room: Room) -> None:
    (anna,) = await people(room, "Anna")
    id = anna.person.id if anna.person else ""  # noqa: A001
    room.drop(anna)
    other = await newcomer(room)
    assert await other.refused("name", name="anna") == "name_taken"
    later(room, 61)
    await other.do("name", name="anna")
    assert other.person is not None
    assert other.person.id != id
    assert (await back(room, anna.token)).last("welcome")["stale"]


async def test_a_bot_that_died_at_a_table_has_its_name_again(room: Room) -> None:
    anna, bert = await seated(room, "gift", "Anna", "Bert")
    anna.person.address = bert.person.address = "192.0.2.7"  # type: ignore[union-attr]
    room.drop(anna)
    later(room, 61)
    stranger = await newcomer(room, "192.0.2.8")
    assert await stranger.refused("name", name="Anna") == "name_taken"  # from elsewhere nobody takes a kept seat
    again = await newcomer(room, "192.0.2.7")
    await again.do("name", name="Anna")
    await until(lambda: bert.state["seats"][0]["name"] != "Anna")


async def test_whoever_is_connected_keeps_the_name(room: Room) -> None:
    await people(room, "Anna")
    later(room, 40 * DAY)
    assert await (await newcomer(room)).refused("name", name="Anna") == "name_taken"


async def test_after_a_restart_everybody_has_time_to_come_back(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        (anna,) = await people(room, "Anna")
        later(room, 5 * 3600)  # connected for hours; then the room is killed
        room.runtime.closing = True
    async with open_room(settings(tmp_path)) as room:
        later(room, 5 * 3600, ran=0)
        assert await (await newcomer(room)).refused("name", name="Anna") == "name_taken"
        assert not (await back(room, anna.token)).last("welcome")["stale"]


# --- a full room


async def test_a_full_room_refuses_and_forgets_nobody_with_results(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, people=3)) as room:
        links = await with_results(room, "Anna", "Bert", "Carl")
        for link in links:
            room.drop(link)
        later(room, 20 * DAY)
        for n in range(5):
            assert await (await newcomer(room)).refused("name", name=f"Mob{n}") == "too_many_people"
        assert await results(room) == 3
        for link in links:
            assert await deals(await back(room, link.token)) == [1]


async def test_who_never_finished_a_deal_makes_room(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, people=3)) as room:
        (anna,) = await with_results(room, "Anna")
        bert, carl = await people(room, "Bert", "Carl")
        room.drop(anna)
        later(room, 10)
        room.drop(bert)
        assert await (await newcomer(room)).refused("name", name="Dora") == "too_many_people"  # he may come back
        later(room, 61)
        await (await newcomer(room)).do("name", name="Dora")
        assert sorted(each.name for each in room.people) == ["Anna", "Carl", "Dora"]
        assert await (await newcomer(room)).refused("name", name="Emil") == "too_many_people"
        assert carl.person is not None


# --- haste


async def test_two_hundred_who_want_the_last_places_get_no_more(tmp_path: Path) -> None:
    config = settings(tmp_path, people=20, name_after=0.0)
    async with open_room(config) as room:
        for link in await people(room, *(f"Idle{n}" for n in range(15))):
            room.drop(link)
        later(room, 1)
        links = [await newcomer(room) for _ in range(200)]
        done = await asyncio.gather(
            *(link.do("name", name=f"New{n % 100}") for n, link in enumerate(links)), return_exceptions=True
        )
        codes = [each.code for each in done if isinstance(each, Refused)]
        assert len(codes) == 180, [each for each in done if each]
        assert set(codes) <= {"too_many_people", "name_taken"}
        assert len(room.people) == 20
        here = [link.person.name for link in links if link.person]
        assert len(here) == len(set(here)) == 20
        assert len(await room.store.people.all()) == 20


async def test_two_bobs_in_a_full_room_are_one(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, people=2, name_after=0.0)) as room:
        for link in await people(room, "Idle1", "Idle2"):
            room.drop(link)
        later(room, 1)
        links = [await newcomer(room) for _ in range(2)]
        done = await asyncio.gather(*(link.do("name", name="Bob") for link in links), return_exceptions=True)
        assert sorted(type(each).__name__ for each in done) == ["NoneType", "Refused"]
        assert sorted(each["name"] for each in await room.store.people.all()).count("Bob") == 1


@pytest.mark.slow
async def test_two_hundred_tables_at_once_are_no_more_than_the_limit(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, tables=7)) as room:
        links = await people(room, *(f"P{n}" for n in range(200)))
        done = await asyncio.gather(*(link.do("create", game="gift") for link in links), return_exceptions=True)
        assert [each.code for each in done if isinstance(each, Refused)] == ["too_many_tables"] * 193
        assert len(room.live_tables) == 7
        seated_now = next(link for link in links if link.live)
        await seated_now.do("leave")
        await seated_now.do("create", game="gift")  # the place is free again
        failed = next(link for link in links if not link.live)
        await seated_now.do("leave")
        for _ in range(9):  # what can't be opened holds no place
            assert await failed.refused("create", game="gift", options={"nothing": 1}) == "bad_option"
        await failed.do("create", game="gift")


# --- one address


async def test_names_and_tables_of_one_address_refill_slowly(tmp_path: Path) -> None:
    config = settings(tmp_path, name_rate=0.1, name_burst=5, table_rate=0.1, table_burst=4)
    async with open_room(config) as room:
        links = [await newcomer(room) for _ in range(7)]
        for n, link in enumerate(links[:5]):
            await link.do("name", name=f"Mob{n}")
        with pytest.raises(Refused) as refused:
            await links[5].do("name", name="Mob5")
        assert refused.value.code == "slow_down"
        assert 9 <= (refused.value.retry_after or 0) <= 10
        elsewhere = await newcomer(room, "192.0.2.99")
        await elsewhere.do("name", name="Honest")
        later(room, 10)
        await links[5].do("name", name="Mob5")
        for _ in range(4):
            await links[0].do("create", game="gift")
            await links[0].do("leave")
        assert await links[0].refused("create", game="gift") == "slow_down"
        assert await links[1].refused("quick", game="gift") == "slow_down"
        await elsewhere.do("create", game="gift")
        later(room, 10)
        await links[0].do("create", game="gift")


async def test_a_name_that_is_refused_costs_nothing(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, name_rate=0.01, name_burst=2)) as room:
        await people(room, "Anna")
        link = await newcomer(room, "127.0.0.1")
        for _ in range(5):
            assert await link.refused("name", name="Anna") == "name_taken"
        await link.do("name", name="Bert")


@pytest.mark.slow
async def test_a_restored_table_ends_when_nobody_comes_back(tmp_path: Path) -> None:
    config = settings(tmp_path, leave_after=0.2)
    async with open_room(config) as room:
        await seated(room, "gift", "Anna")
        room.runtime.closing = True
    async with open_room(config) as room:
        assert len(room.tables) == 1
        await until(lambda: not room.tables, patience=3)


async def test_stored_actions_have_a_quota_by_table_and_address(tmp_path: Path) -> None:
    config = settings(tmp_path, act_rate=0.5, act_burst=4)
    async with open_room(config) as room:
        await check_quota(room)
    config = settings(tmp_path, address_act_rate=0.5, address_act_burst=4)
    async with open_room(config) as room:
        await check_quota(room)


async def check_quota(room: Room) -> None:
    """Somebody takes back and does again; after four of it they wait."""
    (anna,) = await people(room, "Anna")
    await anna.do("create", game="peek")

    async def once() -> None:
        await (anna.do("undo", step=anna.state["step"]) if anna.state["log"] else anna.act())

    for _ in range(4):
        await once()
        anna.refresh(anew=True)
    before = room.live_tables[anna.state["id"]].session.n
    with pytest.raises(Refused) as refused:
        await once()
    assert refused.value.code == "slow_down"
    assert 1 <= (refused.value.retry_after or 0) <= 2
    assert room.live_tables[anna.state["id"]].session.n == before
    later(room, 2)
    await once()
    await anna.do("bye")


async def test_what_is_not_stored_costs_no_quota(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, act_rate=0.001, act_burst=2)) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        for _ in range(10):
            assert await anna.refused("act", step=anna.state["step"], action="nonsense") != "slow_down"
        assert await anna.act()


async def test_talk_has_a_quota_by_table_and_watchers_do_not_silence_players(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, talk_rate=0.5, talk_burst=6)) as room:
        anna, *watchers = await people(room, "Anna", "w1", "w2", "w3", "w4")
        await anna.do("create", game="bigtwo")
        for each in watchers:
            await each.do("join", table=anna.state["id"], watch=True)
        said = 0
        for _ in range(5):
            for each in watchers:
                with contextlib.suppress(Refused):
                    await each.do("chat", text="me too")
                    said += 1
        assert said == 6
        assert await watchers[0].refused("chat", text="me too") == "slow_down"
        await anna.do("chat", text="quiet, please")
        later(room, 2)
        await watchers[0].do("chat", text="me too")


async def test_coming_and_going_at_tables_has_a_quota_by_address(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, address_act_rate=0.5, address_act_burst=4)) as room:
        anna, bert = await people(room, "Anna", "Bert")
        await anna.do("create", game="bigtwo")
        for _ in range(4):
            await bert.do("join", table=anna.state["id"])
            await bert.do("leave")
        before = room.live_tables[anna.state["id"]].session.n
        assert await bert.refused("join", table=anna.state["id"]) == "slow_down"
        assert room.live_tables[anna.state["id"]].session.n == before
        later(room, 2)
        await bert.do("join", table=anna.state["id"])


# --- a wrong clock


async def filled(folder: Path, persons: int, tables: int) -> Any:
    """The settings of a room with people who left long ago and tables that ended."""
    config = settings(folder, people=1000)
    async with open_room(config) as room:
        now = room.runtime.time()
        for n in range(persons):
            await room.store.people.add(f"p{n}", f"p{n}", f"p{n}", f"t{n}", now)
        for n in range(tables):
            await room.store.tables.open(f"x{n}", now, ["x"])
            await room.store.tables.end(f"x{n}", now)
    return config


@pytest.mark.slow
async def test_a_clock_that_is_a_month_ahead_empties_nothing(tmp_path: Path) -> None:
    config = await filled(tmp_path, 300, 300)
    async with open_room(config) as room:
        later(room, 31 * DAY, ran=0)
        for ran in (0, 600, 2900):
            later(room, ran)
            await room.tidy()
            assert len(room.people) == len(await room.store.people.all()) == 300
            assert await room.store.tables.count() == 300
        later(room, 200)
        for _ in range(5):
            await room.tidy()
        assert len(room.people) == len(await room.store.people.all()) == 270  # a tenth in a day
        assert await room.store.tables.count() == 270
        later(room, DAY)
        await room.tidy()
        assert len(room.people) == 243
        later(room, -31 * DAY, ran=0)  # somebody has set the clock right
        await room.tidy()
        assert len(room.people) == 243


async def test_a_clock_that_leaps_later_is_distrusted_too(tmp_path: Path) -> None:
    config = await filled(tmp_path, 50, 50)
    async with open_room(config) as room:
        await room.tidy()
        later(room, 2 * 3600)
        await room.tidy()
        later(room, 31 * DAY, ran=600)
        await room.tidy()
        assert len(room.people) == 50
        assert await room.store.tables.count() == 50
        later(room, 3700)
        await room.tidy()
        assert len(room.people) == 30  # a few at least
        assert await room.store.tables.count() == 30


async def test_a_leap_frees_no_name_with_results(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        (anna,) = await with_results(room, "Anna")
        room.drop(anna)
        await room.tidy()
        later(room, 31 * DAY, ran=0)
        assert await (await newcomer(room)).refused("name", name="Anna") == "name_taken"


async def test_a_picture_is_seen_by_everybody_and_stays_with_the_name(tmp_path: Path) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        anna, ben = await people(room, "Anna", "Ben")
        assert anna.last("you").get("avatar", 0) == 0
        await anna.do("create", game="gift")
        await ben.do("avatar", avatar=3)  # in the lobby too
        assert ben.last("avatar") == {"op": "avatar", "avatar": 3}
        await ben.do("join", table=anna.last("table")["id"])
        await anna.do("avatar", avatar=12)
        seats = {each["name"]: each.get("avatar", 0) for each in ben.last("table")["seats"] if each["kind"] == "person"}
        assert seats["Anna"] == 12
        assert anna.live is not None
        row = anna.live.audience.row
        assert next(each.avatar for each in row.seats if each.name == "Anna") == 12
        assert (await back(room, ben.token)).last("you")["avatar"] == 3
    async with open_room(config) as room:
        assert (await back(room, anna.token)).last("you")["avatar"] == 12
