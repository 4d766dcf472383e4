"""Who gets at the host's commands and at the metrics, and who does not: wrong keys, foreign pages, long bodies."""

from __future__ import annotations

import asyncio
import io
import json
import os
import socket
import stat
from pathlib import Path
from typing import Any

import pytest
import structlog

from dealt.server.base import logs
from dealt.server.base.config import Config, ConfigError, load
from dealt.server.base.guesses import Guesses
from dealt.server.base.host_key import find_key, key_file, make_key
from dealt.server.base.limits import GUESS_RATE, GUESSES, Buckets
from dealt.server.run import with_key
from dealt.wire.refusal import Refused
from tests.server.helpers import Face, asking, serve, settings
from tests.server.test_admin import KEY, Host, hosted, opened

ASKED = json.dumps({"do": "state"}).encode()


async def status(host: Host, content: bytes = ASKED, **headers: str) -> tuple[int, str]:
    """The status of an answer, and its code if it is an error."""
    answer = await host.raw(content, **headers)
    return answer.status_code, answer.json().get("code", "")


# --- the key


@pytest.mark.parametrize(
    "given",
    ["", "Bearer", f"Basic {KEY}", KEY, f"Bearer {KEY}x", f"Bearer {KEY[:-1]}", f"Bearer {KEY.upper()}"],
)
async def test_nobody_gets_in_without_the_whole_key(tmp_path: Path, given: str) -> None:
    async with opened(hosted(tmp_path)) as host:
        assert await status(host, authorization=given) == (401, "wrong_key")
        assert await status(host) == (200, "")


async def test_guesses_are_limited_by_address_and_keep_nobody_else_out(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host:
        there = {"x-forwarded-for": "2001:db8::1"}
        for n in range(GUESSES):
            assert await status(host, authorization=f"Bearer {n}" * 8, **there) == (401, "wrong_key")
        neighbour = {"x-forwarded-for": "2001:db8::2"}  # of the same subscriber
        answer = await host.raw(ASKED, **neighbour)
        assert (answer.status_code, answer.json()["code"]) == (429, "slow_down")  # even with the right key
        assert int(answer.headers["retry-after"]) >= answer.json()["retry_after"] > 0
        assert await status(host) == (200, "")
        numbers = host.room.room.metrics.registry
        assert numbers.get_sample_value("dealt_connections_refused_total", {"why": "guesses"}) == 1


async def test_a_guess_that_is_no_text_is_wrong() -> None:
    guesses = Guesses("secret-of-the-host", Buckets(GUESS_RATE, GUESSES))
    assert not await guesses.right("\udcff", "", 0.0)
    assert await guesses.right("secret-of-the-host", "", 0.0)
    for _ in range(GUESSES - 1):
        await guesses.right("wrong", "", 0.0)
    with pytest.raises(Refused, match="slow_down"):
        await guesses.right("secret-of-the-host", "", 0.0)
    assert await guesses.right("secret-of-the-host", "", 60.0)


@pytest.mark.slow
async def test_without_a_key_there_are_no_commands(tmp_path: Path) -> None:
    for config in (hosted(tmp_path, admin_key=""), hosted(tmp_path, admin="off")):
        async with opened(config) as host:
            assert await status(host) == (404, "admin_off")
            assert await status(host, authorization="Bearer") == (404, "admin_off")


async def test_the_key_never_gets_into_the_log(tmp_path: Path) -> None:
    written = io.StringIO()
    config = hosted(tmp_path, log_level="debug", invite="friends-only")
    logs.set_up(config, written)
    async with opened(config) as host, Face.open(host.room.ws) as face:
        await host.ask("ban", what="Mallory")
        await host.raw(ASKED, authorization="Bearer guess-of-a-stranger")
        await host.raw(b'{"do":"' + KEY.encode())
        await face.send("hello", v=1, invite="friends-almost")
        await face.closed()
    said = written.getvalue()
    assert "the host acts" in said
    assert "a wrong key" in said
    for secret in (KEY, "guess-of-a-stranger", "friends-only", "friends-almost"):
        assert secret not in said
    structlog.reset_defaults()


# --- where it is asked from


@pytest.mark.parametrize(
    ("more", "headers", "found"),
    [
        ({}, {}, 200),
        ({}, {"x-forwarded-for": "127.0.0.1"}, 403),  # a proxy that the room was not told of
        ({}, {"via": "1.1 proxy"}, 403),
        ({"proxy": True}, {"x-forwarded-for": "203.0.113.5"}, 403),
        ({"proxy": True}, {"x-forwarded-for": "127.0.0.1, 203.0.113.5"}, 403),
        ({"proxy": True, "admin": "everywhere"}, {"x-forwarded-for": "203.0.113.5"}, 200),
    ],
)
async def test_commands_are_taken_on_the_rooms_machine_unless_the_host_wants_more(
    tmp_path: Path, more: dict[str, Any], headers: dict[str, str], found: int
) -> None:
    async with opened(settings(tmp_path, admin_key=KEY, **more)) as host:
        assert (await host.raw(ASKED, **headers)).status_code == found


async def test_foreign_pages_are_refused_whatever_they_know(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path, origins=["https://friend.example"])) as host:
        for headers in (
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"origin": "https://friend.example"},  # it may play, and no more
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site", "origin": host.room.http},
        ):
            assert await status(host, **headers) == (403, "foreign_page")
        own = {"origin": host.room.http, "sec-fetch-site": "same-origin"}
        assert await status(host, **own) == (200, "")
        # what a form of a foreign page can send without being asked for leave
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            assert await status(host, **{"content-type": kind}) == (415, "not_json")
        async with asking() as client:
            for method in ("GET", "OPTIONS", "PUT", "DELETE"):
                answer = await client.request(method, f"{host.room.http}/api/admin", headers=own)
                assert answer.status_code in (404, 405)
                assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_a_name_that_a_stranger_points_at_the_room_does_not_lead_to_the_commands(tmp_path: Path) -> None:
    async with opened(settings(tmp_path, admin_key=KEY)) as host:
        rebound = await host.raw(ASKED, host="evil.example", origin="http://evil.example")
        assert rebound.status_code == 421
        assert (await host.raw(ASKED)).status_code == 200


async def test_long_bodies_are_refused_before_they_are_read(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host:
        assert await status(host, b" " * 20_000) == (413, "too_long")
        port = int(host.room.address.rpartition(":")[2])
        head = f"POST /api/admin HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        for key in (KEY, "wrong"):
            with socket.create_connection(("127.0.0.1", port)) as raw:
                raw.setblocking(False)
                begin = f"{head}Authorization: Bearer {key}\r\nContent-Length: 5000000000\r\n\r\n".encode()
                answer = await _sent_until_answered(raw, begin)
            assert answer.startswith((b"HTTP/1.1 413", b"HTTP/1.1 401")), answer[:60]


async def _sent_until_answered(raw: socket.socket, begin: bytes) -> bytes:
    """The answer of a room that gets more and more bytes."""
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(raw, begin)
    answer = asyncio.create_task(loop.sock_recv(raw, 4096))
    sent = 0
    while not answer.done():
        assert sent < 30_000_000, "it reads on and on"
        try:
            await asyncio.wait_for(loop.sock_sendall(raw, b" " * 65536), 2)
        except (OSError, TimeoutError):
            break
        sent += 65536
    return await asyncio.wait_for(answer, 5)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"do":"nothing"}',
        b'{"do":"ban"}',
        b'{"do":"ban","what":""}',
        b'{"do":"ban","what":"Bob","seconds":-1}',
        b'{"do":"ban","what":"Bob","seconds":1e300}',
        b'{"do":"ban","what":"Bob","file":"/etc/passwd"}',
        b'{"do":"audit","most":100000}',
        b"\xff\xfe",
        b"[" * 16_000,
    ],
)
async def test_what_is_no_question_is_refused_and_nothing_done(tmp_path: Path, body: bytes) -> None:
    async with opened(hosted(tmp_path)) as host:
        assert (await status(host, body))[0] == 400
        assert (await host.ask("audit"))["lines"] == []


# --- the file of the key


def test_the_first_start_makes_a_key_that_its_owner_alone_can_read(tmp_path: Path) -> None:
    config = Config(database=f"sqlite:///{tmp_path / 'new' / 'dealt.db'}")
    file = key_file(config)
    assert file == tmp_path / "new" / "admin.key"
    old = os.umask(0)
    try:
        key = make_key(config)
    finally:
        os.umask(old)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert len(key) >= 40
    assert make_key(config) == find_key(config) == key
    with_one, note = with_key(config)
    assert (with_one.admin_key, str(file) in note) == (key, True)


def test_a_key_that_is_none_is_said_at_once(tmp_path: Path) -> None:
    file = tmp_path / "admin.key"
    for written in ("", "short", "a key with blanks in it, as people write them"):
        file.write_text(written)
        config = Config(admin_key_file=str(file))
        with pytest.raises(ConfigError, match="holds no key"):
            find_key(config)
        with pytest.raises(ConfigError):
            with_key(config)
    with pytest.raises(ConfigError, match="can't be read"):
        find_key(Config(admin_key_file=str(tmp_path / "none")))
    unfit = Config(database=f"sqlite:///{file}/inside/dealt.db")
    assert with_key(unfit)[0].admin_key == ""  # the room opens without the commands, and says so
    for setting in ("admin_key", "invite"):
        with pytest.raises(ConfigError, match=setting):
            load({setting: "abc"}, {})
        with pytest.raises(ConfigError, match=setting):
            load({setting: "with blanks between the words"}, {})


# --- private rooms


async def test_a_private_room_shows_nothing_without_the_code(tmp_path: Path) -> None:
    config = settings(tmp_path, invite="friends-only")
    async with serve(config) as room, asking() as client:
        for path in ("api/games", "api/rules/gift/en", "api/lesson/gift", "api/charts/gift"):
            refused = await client.get(f"{room.http}/{path}")
            assert (refused.status_code, "invite" in refused.text) == (401, True)
            allowed = await client.get(f"{room.http}/{path}", headers={"authorization": "Bearer friends-only"})
            assert allowed.status_code in (200, 404)
        for path in ("healthz", "readyz", ""):
            assert (await client.get(f"{room.http}/{path}")).status_code == 200
        for invite, code in (({}, "invite_needed"), ({"invite": "strangers"}, "invite_wrong")):
            async with Face.open(room.ws) as face:
                await face.send("hello", v=1, **invite)
                assert await face.closed() == (4003, code)
                assert [each["op"] for each in face.seen] == ["error"]
        async with Face.open(room.ws) as face:
            await face.send("name", name="Anna")  # not before hello either
            await face.hear("error")
            await face.ask("hello", "welcome", v=1, invite="friends-only")
            token = (await face.ask("name", "you", name="Anna"))["token"]
        async with Face.open(room.ws) as face:  # the host may have changed the code to keep somebody out
            await face.send("hello", v=1, token=token)
            assert await face.closed() == (4003, "invite_needed")


async def test_guesses_of_the_code_are_limited_on_all_ways_together(tmp_path: Path) -> None:
    async with serve(settings(tmp_path, invite="friends-only")) as room, asking() as client:
        for n in range(GUESSES // 2):
            assert (await client.get(f"{room.http}/api/games", headers={"authorization": f"Bearer {n}"})).is_error
            async with Face.open(room.ws) as face:
                await face.send("hello", v=1, invite=f"guess {n}")
                await face.closed()
        async with Face.open(room.ws) as face:
            await face.send("hello", v=1, invite="friends-only")
            assert await face.closed() == (4003, "slow_down")
            assert face.seen[0]["retry_after"] > 0
        right = {"authorization": "Bearer friends-only"}
        assert (await client.get(f"{room.http}/api/games", headers=right)).status_code == 429


# --- metrics


@pytest.mark.parametrize(
    ("who", "headers", "found"),
    [
        ("machine", {}, 200),
        ("machine", {"x-forwarded-for": "203.0.113.5"}, 401),
        ("key", {}, 401),
        ("key", {"authorization": f"Bearer {KEY}"}, 200),
        ("machine", {"x-forwarded-for": "203.0.113.5", "authorization": f"Bearer {KEY}"}, 200),
        ("everybody", {"x-forwarded-for": "203.0.113.5"}, 200),
    ],
)
async def test_who_may_read_the_metrics(tmp_path: Path, who: str, headers: dict[str, str], found: int) -> None:
    config = settings(tmp_path, admin_key=KEY, metrics_for=who)
    async with serve(config) as room, asking() as client:
        answer = await client.get(f"{room.http}/metrics", headers=headers)
        assert answer.status_code == found
        assert ("dealt_tables" in answer.text) == (found == 200)
