"""Names, people and seats are the same for all processes, whatever they have heard of each other."""

from __future__ import annotations

import asyncio

import pytest

from bench.rig.engines import Redis
from dealt.server.cluster.clustered import Clustered
from dealt.server.room.room import Room
from tests.cluster.conftest import OpenRoom
from tests.server.helpers import FakeLink, later, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

ALPHA = "\N{GREEK CAPITAL LETTER ALPHA}nna"
"""A name that looks like Anna."""


async def process_of(room: Room, name: str) -> int | None:
    """Where the database says that somebody is."""
    return next(row["process"] for row in await room.store.people.all() if row["name"] == name)


async def test_a_name_is_taken_once_though_both_processes_are_asked_at_once(another: OpenRoom) -> None:
    one, other = await another(), await another()
    for _ in range(5):
        name = f"Anna{_}"
        links = [FakeLink(room) for room in (one, other)]
        for each in links:
            await each.do("hello", v=1)
        found = await asyncio.gather(*(each.refused("name", name=name) for each in links), return_exceptions=True)
        assert sorted(each if isinstance(each, str) else "came" for each in found) == ["came", "name_taken"]


async def test_a_name_that_looks_like_another_ones_is_taken_for_all(another: OpenRoom) -> None:
    one, other = await another(), await another()
    await FakeLink(one).come("Anna")
    link = FakeLink(other)
    await link.do("hello", v=1)
    assert await link.refused("name", name=ALPHA) == "name_alike"


async def test_who_is_at_another_process_keeps_their_name_though_redis_says_nothing(
    another: OpenRoom, redis_server: Redis
) -> None:
    one, other = await another(), await another()
    await FakeLink(one).come("Anna")
    await until(lambda: other.people.by_name("Anna") or True)
    redis_server.kill()
    link = FakeLink(other)
    await link.do("hello", v=1)
    assert await link.refused("name", name="Anna") == "name_taken"
    later(other, 3600.0)  # for this process she seems to be away for long
    assert await link.refused("name", name="Anna") == "name_taken"
    assert await process_of(one, "Anna") == one.cluster.number  # type: ignore[attr-defined]
    redis_server.start()


async def test_a_name_without_results_is_free_again_for_all(another: OpenRoom) -> None:
    one, other = await another(), await another()
    anna = await FakeLink(one).come("Anna")
    one.drop(anna)
    assert await until_process(one, "Anna") is None
    link = FakeLink(other)
    await link.do("hello", v=1)
    assert await link.refused("name", name="Anna") == "name_taken"
    later(other, 61.0)
    await link.do("name", name="Anna")
    again = FakeLink(one)
    await again.do("hello", v=1, token=anna.token)
    await until(lambda: again.last("welcome"))
    assert again.last("welcome")["stale"] or again.person is None


async def until_process(room: Room, name: str) -> int | None:
    """Where somebody is, once that has changed."""
    for _ in range(100):
        if (found := await process_of(room, name)) is None:
            return None
        await asyncio.sleep(0.02)
    return found


async def test_two_tabs_at_two_processes_sit_at_one_table(another: OpenRoom) -> None:
    """The same person opens a table by both at the same moment."""
    one, other = await another(), await another()
    anna = await FakeLink(one).come("Anna")
    person = anna.person
    assert person
    twin = await other.cluster.identities.by_token(anna.token)
    assert twin is not None
    link = FakeLink(other)
    link.person, twin.link = twin, link
    found = await asyncio.gather(anna.do("create", game="gift"), link.do("create", game="gift"), return_exceptions=True)
    assert sum(each is None for each in found) == 1, found
    assert [getattr(each, "code", "") for each in found if each is not None] == ["at_table"]
    assert len(one.live_tables) + len(other.live_tables) == 1
    assert isinstance(one.cluster, Clustered)
    seat = await one.cluster.ownership.seat_of(person.id)
    assert seat is not None
    assert seat[1] in (one.cluster.number, other.cluster.number)  # type: ignore[attr-defined]


async def test_the_people_of_a_dead_process_are_nowhere(another: OpenRoom) -> None:
    one, other = await another(), await another()
    await FakeLink(one).come("Anna")
    assert await process_of(other, "Anna") == one.cluster.number  # type: ignore[attr-defined]
    assert isinstance(one.cluster, Clustered)
    one.cluster.ownership.lease._renewing.cancel()  # type: ignore[attr-defined]
    async with asyncio.timeout(20):
        while await process_of(other, "Anna") is not None:
            await asyncio.sleep(0.1)
    row = next(iter(await other.store.people.all()))
    assert abs(row["seen"] - other.runtime.time()) < 10


async def test_a_device_signs_in_and_is_ended_at_any_process(another: OpenRoom) -> None:
    one, other = await another(), await another()
    anna, phone = await FakeLink(one).come("Anna"), FakeLink(other)
    await anna.do("add_device")
    await phone.do("hello", v=1)
    await phone.do("sign_in", code=anna.last("device_code")["code"])
    assert phone.last("you")["name"] == "Anna"
    await until(lambda: anna.closed)
    laptop = FakeLink(one)
    await laptop.do("hello", v=1, token=anna.token)  # here again, and the phone is not
    await until(lambda: phone.closed)
    again = FakeLink(other)
    await again.do("hello", v=1, token=phone.last("you")["token"])
    await until(lambda: laptop.closed)
    await again.do("devices")
    first = next(each for each in again.last("devices")["devices"] if not each["here"])
    await again.do("end_device", id=first["id"])
    await until(lambda: one.people.by_token(anna.token) is None)
    back = FakeLink(one)
    await back.do("hello", v=1, token=anna.token)
    assert back.last("welcome")["stale"]
    await again.do("words")
    new = FakeLink(one)
    await new.do("hello", v=1)
    await new.do("sign_in", name="Anna", words=" ".join(again.last("words")["words"]))
    assert new.last("you")["name"] == "Anna"
