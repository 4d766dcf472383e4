"""One person, several devices: codes, recovery words, ends of devices."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dealt.server.room.devices import LASTS
from dealt.server.store.stored_devices import MOST_DEVICES
from dealt.wire.refusal import Refused
from tests.server.helpers import FakeLink, later, open_room, settings


async def test_a_code_makes_another_device_the_same_person_once(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, phone = FakeLink(room), FakeLink(room)
        await anna.do("hello", v=1, device="Firefox, Linux")
        await anna.do("name", name="Anna")
        anna.token = anna.last("you")["token"]
        await anna.do("create", game="peek")
        await anna.do("add_device")
        code = anna.last("device_code")["code"]
        assert anna.last("device_code")["seconds"] == LASTS
        await phone.do("hello", v=1, device="Chrome, Android")
        await phone.do("sign_in", code=f" {code.upper()}")
        you = phone.last("you")
        assert (you["name"], you["table"]) == ("Anna", anna.state["id"])
        assert you["token"] != anna.token
        assert phone.state["seat"] == 0
        assert anna.closed == (4001, "elsewhere")  # as with two tabs: the newest one plays
        assert await phone.refused("sign_in", code=code) == "named"
        late = FakeLink(room)
        await late.do("hello", v=1)
        assert await late.refused("sign_in", code=code) == "wrong_code"
        await phone.do("devices")
        listed = phone.last("devices")
        assert [(each["name"], each["here"]) for each in listed["devices"]] == [
            ("Firefox, Linux", False),
            ("Chrome, Android", True),
        ]
        assert not listed["words"]
        for token in (anna.token, you["token"]):
            again = FakeLink(room)
            await again.do("hello", v=1, token=token)
            assert again.last("you")["token"] == token


async def test_a_code_ends_after_two_minutes_and_with_the_next_one(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, phone = await FakeLink(room).come("Anna"), FakeLink(room)
        await phone.do("hello", v=1)
        await anna.do("add_device")
        first = anna.last("device_code")["code"]
        await anna.do("add_device")
        second = anna.last("device_code")["code"]
        assert await phone.refused("sign_in", code=first) == "wrong_code"
        later(room, LASTS + 1)
        assert await phone.refused("sign_in", code=second) == "wrong_code"


@pytest.mark.slow
async def test_of_two_hundred_who_bring_a_code_at_once_one_comes_in(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        await anna.do("add_device")
        code = anna.last("device_code")["code"]
        links = [FakeLink(room) for _ in range(200)]
        for n, link in enumerate(links):
            link.address = f"10.0.{n}.1"
            await link.do("hello", v=1)

        async def come(link: FakeLink) -> str:
            try:
                await link.do("sign_in", code=code)
            except Refused as refused:
                return refused.code
            return "in"

        assert sorted(await asyncio.gather(*map(come, links))) == ["in", *["wrong_code"] * 199]


async def test_words_bring_somebody_back_who_has_no_device_left(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        await anna.do("words")
        words = anna.last("words")["words"]
        assert len(words) == 8
        await anna.do("devices")
        assert anna.last("devices")["words"]
    async with open_room(settings(tmp_path)) as room:  # and over a restart
        new = FakeLink(room)
        await new.do("hello", v=1)
        assert await new.refused("sign_in", name="Anna", words=" ".join(words[::-1])) == "wrong_words"
        assert await new.refused("sign_in", name="Anni", words=" ".join(words)) == "wrong_words"
        assert await new.refused("sign_in", name="Anna", words="") == "wrong_words"
        await new.do("sign_in", name="anna", words="  ".join(each[:4].upper() for each in words))
        assert new.last("you")["name"] == "Anna"
        await new.do("words")  # new ones end the old ones
        other = FakeLink(room)
        await other.do("hello", v=1)
        assert await other.refused("sign_in", name="Anna", words=" ".join(words)) == "wrong_words"


async def test_who_has_no_words_is_not_found_by_empty_ones(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        await FakeLink(room).come("Anna")
        new = FakeLink(room)
        await new.do("hello", v=1)
        assert await new.refused("sign_in", name="Anna", words="") == "wrong_words"
        assert await new.refused("sign_in") == "wrong_words"


async def test_who_guesses_too_often_waits_whatever_they_bring(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, thief = await FakeLink(room).come("Anna"), FakeLink(room)
        thief.address = "10.9.9.9"
        await anna.do("add_device")
        await thief.do("hello", v=1)
        said = [await thief.refused("sign_in", code=f"wrong{n}") for n in range(30)]
        assert said[0] == "wrong_code"
        assert said[-1] == "slow_down"
        assert await thief.refused("sign_in", code=anna.last("device_code")["code"]) == "slow_down"


async def test_a_device_that_is_ended_is_sent_out_and_its_token_is_worth_nothing(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, phone = await FakeLink(room).come("Anna"), FakeLink(room)
        await anna.do("add_device")
        await phone.do("hello", v=1)
        await phone.do("sign_in", code=anna.last("device_code")["code"])
        await phone.do("devices")
        old, here = phone.last("devices")["devices"]
        assert await phone.refused("end_device", id=here["id"]) == "this_device"
        await phone.do("end_device", id=old["id"])
        assert [each["id"] for each in phone.last("devices")["devices"]] == [here["id"]]
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        assert back.last("welcome")["stale"]
        laptop = FakeLink(room)
        await phone.do("add_device")
        await laptop.do("hello", v=1)
        await laptop.do("sign_in", code=phone.last("device_code")["code"])
        assert laptop.person is not None
        room.people.know_by(laptop.person, laptop.person.tokens - {laptop.token_hash})  # ended from another process
        assert laptop.last("error")["code"] == "device_ended"
        assert laptop.closed == (4003, "device_ended")


async def test_nobody_has_more_than_so_many_devices(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        newest = await FakeLink(room).come("Anna")
        for n in range(MOST_DEVICES):
            await newest.do("add_device")
            link = FakeLink(room)
            await link.do("hello", v=1)
            if n < MOST_DEVICES - 1:
                await link.do("sign_in", code=newest.last("device_code")["code"])
                newest = link
            else:
                assert await link.refused("sign_in", code=newest.last("device_code")["code"]) == "many_devices"


async def test_who_says_goodbye_is_gone_from_all_devices(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, phone = await FakeLink(room).come("Anna"), FakeLink(room)
        await anna.do("add_device")
        await phone.do("hello", v=1)
        await phone.do("sign_in", code=anna.last("device_code")["code"])
        await phone.do("bye")
        for token in (anna.token, phone.messages("you")[-1]["token"]):
            back = FakeLink(room)
            await back.do("hello", v=1, token=token)
            assert back.last("welcome")["stale"]
