"""Passkeys at the protocol: made, used, listed, ended; and what is refused."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from dealt.server.base.config import Config
from dealt.server.room.passkeys import LASTS
from dealt.server.room.room import Room
from dealt.server.room.tokens import CHANGED_AFTER
from dealt.server.store.stored_devices import GRACE
from dealt.server.store.stored_passkeys import MOST_PASSKEYS
from dealt.wire.refusal import Refused
from tests.server.helpers import FakeLink, later, open_room, settings
from tests.server.keyring import UP, Keyring, b64, bytes_of

ADDRESS = "http://localhost:4999/"


def private(folder: Path, **changes: Any) -> Config:
    return settings(folder, **{"address": ADDRESS, **changes})


async def options(link: FakeLink) -> str:
    await link.do("passkey")
    return link.last("passkey")["options"]


async def stranger(room: Room) -> FakeLink:
    link = FakeLink(room)
    await link.do("hello", v=1, device="Chrome, Android")
    return link


async def made(link: FakeLink, **changes: Any) -> Keyring:
    """Somebody makes a passkey."""
    ring = Keyring(**changes)
    await link.do("make_passkey", passkey=ring.make(await options(link)))
    return ring


async def back(room: Room, ring: Keyring) -> FakeLink:
    """Somebody comes back by a passkey."""
    link = await stranger(room)
    await link.do("sign_in", passkey=ring.use(await options(link)))
    return link


async def test_a_passkey_brings_somebody_back_without_a_name_and_over_a_restart(tmp_path: Path) -> None:
    async with open_room(private(tmp_path)) as room:
        anna = FakeLink(room)
        await anna.do("hello", v=1, device="Firefox, Linux")
        assert anna.last("welcome")["passkeys"] == "http://localhost:4999"
        await anna.do("name", name="Anna")
        ring = await made(anna)
        (listed,) = anna.last("devices")["passkeys"]
        assert (listed["name"], listed.get("used")) == ("Firefox, Linux", None)
        asked = json.loads(await options(anna))
        assert asked["rp"] == {"id": "localhost", "name": "dealt"}
        assert asked["excludeCredentials"] == [{"id": b64(ring.id), "type": "public-key"}]
        assert asked["authenticatorSelection"]["residentKey"] == "required"
        phone = await back(room, ring)
        assert phone.last("you")["name"] == "Anna"
        assert anna.closed == (4001, "elsewhere")
        await phone.do("devices")
        assert [each["name"] for each in phone.last("devices")["devices"]] == ["Firefox, Linux", "Chrome, Android"]
        assert phone.last("devices")["passkeys"][0]["used"] is not None
        assert room.metrics.registry.get_sample_value("dealt_passkeys_total", {"what": "used"}) == 1
    async with open_room(private(tmp_path)) as room:
        again = await back(room, ring)
        assert again.last("you")["name"] == "Anna"
        token = again.last("you")["token"]
        await again.do("end_passkey", id=listed["id"])
        assert again.last("devices")["passkeys"] == []
        new = await stranger(room)
        assert await new.refused("sign_in", passkey=ring.use(await options(new))) == "unknown_passkey"
        await new.do("hello", v=1, token=token)  # what was opened by it stays
        assert new.last("you")["name"] == "Anna"


async def test_a_room_without_an_address_has_none_and_says_so(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        assert anna.last("welcome").get("passkeys", "") == ""
        assert await anna.refused("passkey") == "no_passkeys"
        assert await anna.refused("make_passkey", passkey="{}") == "no_passkeys"
        new = await stranger(room)
        assert await new.refused("sign_in", passkey="{}") == "no_passkeys"


async def test_without_the_library_the_host_is_told_and_nothing_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with capture_logs() as logged:
        async with open_room(private(tmp_path)) as room:
            assert (await stranger(room)).last("welcome").get("passkeys", "") == ""
    assert ["dealt[passkeys]" in each["event"] for each in logged].count(True) == 1


@pytest.mark.slow
def test_the_library_is_not_imported_before_it_is_needed() -> None:
    late = {"webauthn", "cbor2", "cryptography", "pywebpush", "aiohttp"}
    seen = f"import sys, dealt.server.run; print({late} & sys.modules.keys())"
    assert subprocess.check_output([sys.executable, "-c", seen], text=True) == "set()\n"


async def test_a_challenge_is_good_once_for_two_minutes_and_for_whom_it_was_made(tmp_path: Path) -> None:
    async with open_room(private(tmp_path)) as room:
        anna, bo = await FakeLink(room).come("Anna"), await FakeLink(room).come("Bo")
        said = Keyring().make(await options(anna))
        assert await bo.refused("make_passkey", passkey=said) == "late_passkey"  # and it is used up
        assert await anna.refused("make_passkey", passkey=said) == "late_passkey"
        late = Keyring().make(await options(anna))
        later(room, LASTS + 1)
        assert await anna.refused("make_passkey", passkey=late) == "late_passkey"
        ring = await made(anna, counts=False)  # as those do that several devices share
        new = await stranger(room)
        used = ring.use(await options(new))
        for_making = ring.use(await options(anna))
        assert await new.refused("sign_in", passkey=for_making) == "late_passkey"
        await new.do("sign_in", passkey=used)
        thief = await stranger(room)
        assert await thief.refused("sign_in", passkey=used) == "late_passkey"
        slow = ring.use(await options(thief))
        later(room, LASTS + 1)
        assert await thief.refused("sign_in", passkey=slow) == "late_passkey"
        own = ring.use(json.dumps({"challenge": b64(bytes(32))}))
        assert await thief.refused("sign_in", passkey=own) == "late_passkey"


async def test_of_many_who_bring_one_answer_at_once_one_comes_in(tmp_path: Path) -> None:
    async with open_room(private(tmp_path)) as room:
        ring = await made(await FakeLink(room).come("Anna"), counts=False)
        links = [await stranger(room) for _ in range(50)]
        said = ring.use(await options(links[0]))

        async def come(n: int, link: FakeLink) -> str:
            link.address = f"10.0.{n}.1"
            try:
                await link.do("sign_in", passkey=said)
            except Refused as refused:
                return refused.code
            return "in"

        assert (
            sorted(await asyncio.gather(*(come(*each) for each in enumerate(links)))) == ["in"] + ["late_passkey"] * 49
        )


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "http://localhost:5000"},
        {"origin": "https://cards.example.org"},
        {"site": "example.org"},
        {"flags": UP},  # nobody has shown who they are
        {"flags": 0},
        {"user": b64(b"somebody else")},
        {"count": -1},  # it has counted less than before: two have the same key
        {"key": Keyring().key},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
async def test_what_is_signed_elsewhere_otherwise_or_by_others_opens_nothing(tmp_path: Path, wrong: Any) -> None:
    async with open_room(private(tmp_path)) as room:
        ring = await made(await FakeLink(room).come("Anna"))
        assert (await back(room, ring)).last("you")["name"] == "Anna"
        for name, value in wrong.items():
            setattr(ring, name, value)
        thief = await stranger(room)
        assert await thief.refused("sign_in", passkey=ring.use(await options(thief))) == "wrong_passkey"
        assert thief.person is None


@pytest.mark.parametrize("wrong", [{"origin": "http://127.0.0.1:4999"}, {"site": "127.0.0.1"}, {"flags": UP}])
async def test_what_was_made_elsewhere_is_not_kept(tmp_path: Path, wrong: Any) -> None:
    async with open_room(private(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        said = Keyring(**wrong).make(await options(anna))
        assert await anna.refused("make_passkey", passkey=said) == "wrong_passkey"
        await anna.do("devices")
        assert anna.last("devices")["passkeys"] == []


async def test_a_passkey_of_somebody_else_is_neither_theirs_nor_ended_by_them(tmp_path: Path) -> None:
    async with open_room(private(tmp_path)) as room:
        anna, bo = await FakeLink(room).come("Anna"), await FakeLink(room).come("Bo")
        ring = await made(anna)
        thief = Keyring(id=ring.id)  # the same id, with a key of their own
        assert await bo.refused("make_passkey", passkey=thief.make(await options(bo))) == "wrong_passkey"
        await bo.do("end_passkey", id=anna.last("devices")["passkeys"][0]["id"])
        await bo.do("end_passkey", id="")
        await anna.do("end_passkey", id="%")
        assert len(anna.last("devices")["passkeys"]) == 1
        assert (await back(room, ring)).last("you")["name"] == "Anna"


async def test_somebody_has_twenty_at_most(tmp_path: Path) -> None:
    async with open_room(private(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        for _ in range(MOST_PASSKEYS):
            await made(anna)
        assert await anna.refused("make_passkey", passkey=Keyring().make(await options(anna))) == "many_passkeys"


async def test_who_tries_too_often_waits(tmp_path: Path) -> None:
    async with open_room(private(tmp_path)) as room:
        thief = await stranger(room)
        thief.address = "10.9.9.9"
        said = [await thief.refused("sign_in", passkey=Keyring().use(await options(thief))) for _ in range(30)]
        assert said[0] == "unknown_passkey"
        assert said[-1] == "slow_down"


async def test_a_stolen_token_ends_passkeys_with_the_devices(tmp_path: Path) -> None:
    """A thief may have made one."""
    async with open_room(private(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        ring = await made(anna)
        later(room, CHANGED_AFTER + 1)
        again = FakeLink(room)
        await again.do("hello", v=1, token=anna.token)
        await FakeLink(room).do("hello", v=1, token=again.last("you")["token"])
        later(room, GRACE + 1)
        assert await FakeLink(room).refused("hello", v=1, token=anna.token) == "stolen"
        new = await stranger(room)
        assert await new.refused("sign_in", passkey=ring.use(await options(new))) == "unknown_passkey"


async def test_passkeys_are_exported_and_go_with_their_person(tmp_path: Path) -> None:
    async with open_room(private(tmp_path)) as room:
        anna = await FakeLink(room).come("Anna")
        ring = await made(anna)
        await anna.do("export")
        kept = json.loads("".join(each["part"] for each in anna.messages("export")))
        assert [sorted(each) for each in kept["passkeys"]] == [["name", "since", "used"]]
        await anna.do("bye")
        assert await room.store.passkeys.of(ring.user) == []
        new = await stranger(room)
        assert await new.refused("sign_in", passkey=ring.use(await options(new))) == "unknown_passkey"


async def test_no_answer_that_is_spoilt_comes_through(tmp_path: Path) -> None:
    """Each bit of each part, now and then, and what is no answer at all."""
    chance = Random(30)
    async with open_room(private(tmp_path)) as room:
        ring = await made(await FakeLink(room).come("Anna"))
        for n in range(100):
            thief = await stranger(room)
            thief.address = f"10.{n}.0.1"
            said = json.loads(ring.use(await options(thief)))
            part = chance.choice([*said["response"], "id", "rawId", "type"])
            there = said["response"] if part in said["response"] else said
            spoilt = bytearray(there[part].encode() if part == "type" else bytes_of(there[part]))
            spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
            there[part] = chance.choice(
                [b64(bytes(spoilt))] * 3 + [None, n, "", "\ud800", {"a": []}, b64(chance.randbytes(80))]
            )
            code = await thief.refused("sign_in", passkey=json.dumps(said))
            assert code in ("wrong_passkey", "late_passkey", "unknown_passkey")
        for n, deep in enumerate(("[" * 8000, '{"response":' * 600, "7", "[]", "\u2028")):
            thief.address = f"10.0.{n}.2"
            assert await thief.refused("sign_in", passkey=deep) == "wrong_passkey"
        assert (await back(room, ring)).last("you")["name"] == "Anna"


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://Cards.Example.org/", "https://cards.example.org"),
        ("https://cards.example.org:443/cards/", "https://cards.example.org"),
        ("https://cards.example.org:8443", "https://cards.example.org:8443"),
        ("http://localhost:80", "http://localhost"),
        ("", ""),
    ],
)
def test_the_origin_is_that_of_the_address(address: str, origin: str) -> None:
    assert Config(address=address).origin == origin


@pytest.mark.parametrize(
    "address",
    [
        "http://cards.example.org/",
        "https://192.168.1.20/",
        "https://cards/",
        "https://a.org:99999/",
        "cards.example.org",
    ],
)
def test_an_address_without_https_and_a_name_is_refused(address: str) -> None:
    with pytest.raises((msgspec.ValidationError, ValueError)):
        msgspec.convert({"address": address}, Config)
