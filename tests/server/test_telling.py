"""News for who is away: only what was asked for, by a push service that is a fake one here and reads as browsers do."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import http_ece
import pytest
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from dealt.games import GAMES
from dealt.server.base.config import Config
from dealt.server.room import telling
from dealt.server.room.room import Room
from tests.server.helpers import FakeLink, later, open_room, settings, until
from tests.server.keyring import b64

ADDRESS = "http://localhost:4999/"


@dataclass
class Service:
    """A push service on this machine, and the one browser that it knows."""

    host: str = ""
    status: int = 201
    hangs: bool = False
    heard: list[tuple[Any, Any]] = field(default_factory=list)
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    async def take(self, request: web.Request) -> web.Response:
        said = http_ece.decrypt(await request.read(), private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        self.heard.append((json.loads(said), request.headers.copy()))
        if self.hangs:
            await asyncio.sleep(60)
        return web.Response(status=self.status)

    def to(self, *what: str, **changes: Any) -> dict[str, Any]:
        """What a page says to the room."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        to = {"endpoint": f"http://{self.host}/send/1", "key": b64(point), "auth": b64(self.auth), "what": what}
        return {**to, **changes}

    @property
    def bodies(self) -> list[str]:
        return [said["body"] for said, _ in self.heard]


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    found = Service()
    app = web.Application()
    app.router.add_post("/send/1", found.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "localhost", 0)
    await site.start()
    found.host = f"localhost:{runner.addresses[0][1]}"
    yield found
    await runner.cleanup()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "SETTLED", 0.01)
    monkeypatch.setattr(telling, "AWAY", 0.05)


def told(folder: Path, service: Service, **changes: Any) -> Config:
    return settings(folder, address=ADDRESS, push_services=[service.host], **changes)


def counted(room: Room, what: str) -> float:
    return room.metrics.registry.get_sample_value("dealt_pushes_total", {"what": what}) or 0


async def friends(room: Room, service: Service, *what: str, **changes: Any) -> tuple[FakeLink, FakeLink]:
    """Ann, who wants to be told this, and her friend Ben."""
    ann, ben = await FakeLink(room).come("Ann"), await FakeLink(room).come("Ben")
    await ann.do("befriend", name="Ben")
    await ben.do("befriend", name="Ann")
    await ann.do("tell_me", **service.to(*what, **changes))
    return ann, ben


async def test_a_friend_who_sits_down_is_told_to_who_is_away_and_asked(tmp_path: Path, service: Service) -> None:
    async with open_room(told(tmp_path, service)) as room:
        ann, ben = await friends(room, service, "friend", language="zh")
        assert ann.last("telling")["what"] == ["friend"]
        await ben.do("create", game="peek")
        await asyncio.sleep(0.1)
        assert service.heard == []  # she is here
        await ben.do("leave")
        room.drop(ann)
        await ben.do("create", game="peek", private=True)
        await asyncio.sleep(0.1)
        assert service.heard == []  # nobody is told of private tables
        await ben.do("leave")
        await ben.do("create", game="peek")
        await until(lambda: service.heard)
        ((said, headers),) = service.heard
        assert said == {"title": "dealt", "body": "Ben 坐到牌桌了", "tag": "push.friend", "url": "../"}
        assert headers["TTL"] == "3600"
        assert Vapid02.verify(headers["Authorization"])
        await until(lambda: counted(room, "sent") == 1)
        await ben.do("leave")
        await ben.do("create", game="peek")
        await asyncio.sleep(0.1)
        assert len(service.heard) == 1  # once a minute
        later(room, 61)
        await ben.do("leave")
        await ben.do("create", game="peek")
        await until(lambda: len(service.heard) == 2)


async def test_nothing_is_sent_that_was_not_asked_for(tmp_path: Path, service: Service) -> None:
    async with open_room(told(tmp_path, service)) as room:
        ann, ben = await friends(room, service, "turn", "event")
        room.drop(ann)
        await ben.do("create", game="peek")
        await asyncio.sleep(0.1)
        again = FakeLink(room)
        await again.do("hello", v=1, token=ann.token)
        await again.do("tell_me", what=[])
        assert again.last("telling")["what"] == []
        await again.do("create", game="peek")
        room.drop(again)
        await asyncio.sleep(0.2)
        assert service.heard == []


async def test_a_turn_is_told_once_somebody_is_away_long_enough(tmp_path: Path, service: Service) -> None:
    async with open_room(told(tmp_path, service)) as room:
        ann, _ = await friends(room, service, "turn")
        await ann.do("create", game="peek")
        assert ann.state["view"]["turn"] == [0]
        room.drop(ann)
        back = FakeLink(room)
        await back.do("hello", v=1, token=ann.token)
        await asyncio.sleep(0.1)
        assert service.heard == []  # it was but a moment
        room.drop(back)
        await until(lambda: service.heard)
        assert service.bodies == ["Peek: it is your turn"]


async def test_an_event_that_begins_is_told_to_who_plays_in_it(tmp_path: Path, service: Service) -> None:
    async with open_room(told(tmp_path, service), GAMES) as room:
        ann, ben = await friends(room, service, "event")
        await ben.do("open_tournament", game="bigtwo", name="Cup", rounds=1, boards=1)
        cup = ben.last("tournament")["id"]
        for each in (ann, ben):
            await each.do("join_tournament", id=cup)
        room.drop(ann)
        await ben.do("direct_tournament", id=cup, order="start")
        await until(lambda: service.heard)
        assert service.bodies == ["It begins: Cup"]


def noted(room: Room, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was to be told so far."""
    found, due = list[str](), room.store.devices.due

    async def asked(people: list[str], what: str, now: float) -> Any:
        found.append(what)
        return await due(people, what, now)

    monkeypatch.setattr(room.store.devices, "due", asked)
    return found


@pytest.mark.slow
async def test_a_service_that_hangs_holds_nobody_and_what_waits_is_bounded(
    tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "WITHIN", 3.0)
    service.hangs = True
    async with open_room(told(tmp_path, service)) as room:
        ann, ben = await friends(room, service, "friend")
        room.drop(ann)
        room.telling._waiting = asyncio.Queue(1)
        asked = noted(room, monkeypatch)
        for n in range(10):
            later(room, 61 * (n + 1))
            await asyncio.wait_for(ben.do("create", game="peek"), 1)
            await until(lambda: len(asked) > n)  # noqa: B023 - it is called in this round
            await ben.do("leave")
        await until(lambda: counted(room, "failed") + counted(room, "dropped") == 10)
        assert counted(room, "dropped") >= 4
        assert counted(room, "sent") == 0


@pytest.mark.parametrize(("status", "what"), [(410, "gone"), (404, "gone"), (500, "failed"), (403, "failed")])
async def test_a_subscription_that_has_ended_is_forgotten(
    tmp_path: Path, service: Service, status: int, what: str
) -> None:
    service.status = status
    async with open_room(told(tmp_path, service)) as room:
        ann, ben = await friends(room, service, "friend")
        who = ann.person.id if ann.person else ""
        room.drop(ann)
        await ben.do("create", game="peek")
        await until(lambda: counted(room, what))
        (row,) = await room.store.devices.of(who)
        assert (row["push"] is None) == (what == "gone")


async def test_it_ends_with_the_device_and_the_person_and_is_exported(tmp_path: Path, service: Service) -> None:
    async with open_room(told(tmp_path, service)) as room:
        ann, ben = await friends(room, service, "friend")
        await ann.do("export")
        kept = json.loads("".join(each["part"] for each in ann.messages("export")))
        assert json.loads(kept["devices"][0]["push"])["endpoint"] == service.to()["endpoint"]
        await ann.do("add_device")
        phone = FakeLink(room)
        await phone.do("hello", v=1)
        await phone.do("sign_in", code=ann.last("device_code")["code"])
        await phone.do("devices")
        (old,) = (each for each in phone.last("devices")["devices"] if not each["here"])
        await phone.do("end_device", id=old["id"])
        room.drop(phone)
        await ben.do("create", game="peek")
        await asyncio.sleep(0.1)
        assert service.heard == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://example.org/x",
        "http://127.0.0.1:1/x",
        "https://fcm.googleapis.com.example.org/",
        "file:///etc/passwd",
        "",
    ],
)
async def test_the_room_asks_no_other_address_than_those_of_push_services(
    tmp_path: Path, service: Service, endpoint: str
) -> None:
    async with open_room(told(tmp_path, service)) as room:
        ann = await FakeLink(room).come("Ann")
        assert await ann.refused("tell_me", **service.to("turn", endpoint=endpoint)) == "no_push"


async def test_without_an_address_nothing_is_offered(tmp_path: Path, service: Service) -> None:
    async with open_room(settings(tmp_path, push_services=[service.host])) as room:
        ann = await FakeLink(room).come("Ann")
        assert ann.last("welcome").get("push", "") == ""
        assert await ann.refused("tell_me", **service.to("turn")) == "no_push"


async def test_the_key_stays_the_same_over_a_restart(tmp_path: Path, service: Service) -> None:
    keys = []
    for _ in range(2):
        async with open_room(told(tmp_path, service)) as room:
            keys.append(room.telling.public)
            link = FakeLink(room)
            await link.do("hello", v=1)
            assert link.last("welcome")["push"] == keys[-1]
    assert keys[0] == keys[1] != ""
