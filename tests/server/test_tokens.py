"""Tokens are changed as they are used: lost answers, tabs, races, restarts, and those that were stolen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dealt.server.base.trouble import StoreError
from dealt.server.room.room import Room
from dealt.server.room.tokens import CHANGED_AFTER
from dealt.server.store.stored_devices import GRACE, MOST_SPENT, token_hash
from dealt.wire.refusal import Refused
from tests.server.helpers import FakeLink, later, open_room, settings

DAY = CHANGED_AFTER + 1


async def back(room: Room, token: str) -> FakeLink:
    """Somebody comes by a token; theirs is the newest from then on."""
    link = FakeLink(room)
    await link.do("hello", v=1, token=token)
    if not link.last("welcome").get("stale"):
        link.token = link.last("you")["token"]
    return link


async def thief(room: Room, token: str) -> str:
    return await FakeLink(room).refused("hello", v=1, token=token)


async def test_a_token_is_changed_once_a_day_and_the_old_one_is_good_until_the_new_one_was_used(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        old = anna.token
        assert (await back(room, old)).token == old  # on the same day it stays
        later(room, DAY)
        lost = await back(room, old)
        assert lost.token != old
        assert (await back(room, old)).token == lost.token  # at the same moment: another tab
        later(room, GRACE + 1)
        again = await back(room, old)  # the answer never came
        assert again.token not in (old, lost.token)
        used = await back(room, again.token)
        assert used.token == again.token
        await used.do("devices")
        assert len(used.last("devices")["devices"]) == 1
        assert used.last("devices")["devices"][0]["here"]


async def test_who_comes_by_an_old_token_has_stolen_it_and_all_devices_end(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        old = anna.token
        await anna.do("words")
        words = anna.last("words")["words"]
        later(room, DAY)
        anna = await back(room, (await back(room, old)).token)
        await anna.do("add_device")
        phone = FakeLink(room)
        await phone.do("hello", v=1)
        await phone.do("sign_in", code=anna.last("device_code")["code"])
        there = phone.last("you")["token"]
        later(room, GRACE + 1)
        assert await thief(room, old) == "stolen"
        assert phone.last("error")["code"] == "stolen"
        assert phone.closed == (4003, "stolen")
        for token in (anna.token, there, old):
            assert await thief(room, token) == "stolen"
        assert room.metrics.connections_refused.labels("stolen")._value.get() == 1
    async with open_room(settings(tmp_path)) as room:
        later(room, DAY)
        new = FakeLink(room)
        await new.do("hello", v=1)
        await new.do("sign_in", name="Anna", words=" ".join(words))
        token = new.last("you")["token"]
        for each in (old, anna.token):  # who has an old one can't send them out again
            assert await thief(room, each) == "stolen"
        assert new.closed is None
        assert (await back(room, token)).token == token


async def test_a_tab_that_was_slow_is_no_thief(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        old = (await FakeLink(room).come("Anna")).token
        later(room, DAY)
        await back(room, (await back(room, old)).token)
        slow = await back(room, old)
        assert slow.token != old
        await slow.do("devices")
        assert slow.last("devices")["devices"][0]["here"]
        later(room, GRACE + 1)
        last = await back(room, slow.token)
        assert last.token == slow.token
        assert len(await _devices(last)) == 1


async def _devices(link: FakeLink) -> list[object]:
    await link.do("devices")
    found: list[object] = link.last("devices")["devices"]
    return found


@pytest.mark.slow
async def test_two_hundred_come_at_once_and_whichever_token_is_kept_is_good(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        old = (await FakeLink(room).come("Anna")).token
        later(room, DAY)
        links = await asyncio.gather(*(back(room, old) for _ in range(200)))
        tokens = {each.token for each in links}
        assert old not in tokens
        assert len(tokens) == 1
        (token,) = tokens
        again = await asyncio.gather(*(back(room, token) for _ in range(100)), *(back(room, old) for _ in range(100)))
        assert not any(each.last("welcome").get("stale") for each in again)
        later(room, GRACE + 1)
        kept = await back(room, again[-1].token)
        assert len(await _devices(kept)) == 1


async def test_tokens_live_over_a_restart_at_any_moment(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        old = (await FakeLink(room).come("Anna")).token
        later(room, DAY)
        new = (await back(room, old)).token
    async with open_room(settings(tmp_path)) as room:  # neither has been used
        later(room, DAY)
        assert (await back(room, old)).last("you")["name"] == "Anna"
    async with open_room(settings(tmp_path)) as room:
        later(room, DAY)
        newest = (await back(room, new)).token
        assert newest == new
    async with open_room(settings(tmp_path)) as room:
        later(room, DAY + GRACE + 1)
        assert await thief(room, old) == "stolen"
    async with open_room(settings(tmp_path)) as room:
        assert await thief(room, new) == "stolen"


async def test_a_token_of_before_that_had_no_time_is_changed_at_once(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        person, _ = room.people.create("Anna", 0.0, 0.0, "")
        await room.store.people.add(person.id, "Anna", "anna", token_hash("plain"), 0.0)
        room.people.know_by(person, {token_hash("plain")})
        assert (await back(room, "plain")).token != "plain"


async def test_a_client_that_never_keeps_the_new_one_goes_on(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        old = (await FakeLink(room).come("Bot")).token
        for _ in range(12):
            later(room, DAY)
            assert (await back(room, old)).last("you")["name"] == "Bot"


async def test_a_theft_is_seen_a_month_later(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        tokens = [(await FakeLink(room).come("Anna")).token]
        for _ in range(MOST_SPENT + 1):
            later(room, DAY)
            tokens.append((await back(room, (await back(room, tokens[-1])).token)).token)
        assert (await back(room, tokens[0])).last("welcome")["stale"]  # so old that nobody knows it
        later(room, DAY)
        assert await thief(room, tokens[2]) == "stolen"


async def test_a_device_that_was_ended_comes_back_by_no_successor(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        later(room, DAY)
        anna = await back(room, anna.token)
        await anna.do("add_device")
        phone = FakeLink(room)
        await phone.do("hello", v=1)
        await phone.do("sign_in", code=anna.last("device_code")["code"])
        await phone.do("devices")
        (other,) = [each["id"] for each in phone.last("devices")["devices"] if not each["here"]]
        await phone.do("end_device", id=other)
        assert (await back(room, anna.token)).last("welcome")["stale"]


async def test_while_nothing_can_be_stored_the_old_token_stays(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        old = (await FakeLink(room).come("Anna")).token
        later(room, DAY)

        async def fails(*_: object) -> bool:
            raise StoreError("the disk is full")

        room.store.devices.succeed = fails  # type: ignore[method-assign]
        link = FakeLink(room)
        try:
            await link.do("hello", v=1, token=old)
        except Refused as refused:
            raise AssertionError("nobody is kept out for that") from refused
        assert link.last("you")["token"] == old
