"""By which names a room answers, so that a foreign page can't reach it by a name that is made to point here."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from dealt.server.base.hosts import Hosts
from tests.server.helpers import asking, serve, settings
from tests.server.test_socket import _handshake

HOME = socket.gethostname()


@pytest.mark.parametrize(
    ("host", "more", "fits"),
    [
        ("127.0.0.1:21747", {}, True),
        ("192.168.1.20:21747", {}, True),
        ("203.0.113.5", {}, True),
        ("[::1]:21747", {}, True),
        ("[2001:db8::1]", {}, True),
        ("localhost:4000", {}, True),
        ("LOCALHOST", {}, True),
        ("dealt.localhost", {}, True),
        ("machine:21747", {}, True),
        ("machine.local:21747", {}, True),
        ("machine.local.", {}, True),
        (HOME, {}, True),
        ("nas.home.arpa", {}, True),
        ("evil.example", {}, False),
        ("evil.example:21747", {}, False),
        ("127.0.0.1.evil.example", {}, False),
        ("local.evil.example", {}, False),
        ("evil.example.", {}, False),
        ("localhost.evil.example", {}, False),
        ("[bad", {}, False),
        ("", {}, False),
        ("a b", {}, False),
        (None, {}, True),  # HTTP/1.0: no browser
        ("cards.example", {"hosts": ["cards.example"]}, True),
        ("CARDS.example.:443", {"hosts": ["cards.Example"]}, True),
        ("cards.example", {"hosts": ["cards.example:21747"]}, True),
        ("other.example", {"hosts": ["cards.example"]}, False),
        ("192.168.1.20", {"hosts": ["cards.example"]}, True),
        ("evil.example", {"hosts": ["*"]}, True),
        ("cards.example:1", {"origins": ["https://cards.example"]}, True),
        ("cards.example", {"host": "cards.example"}, True),
        ("evil.example", {"proxy": True}, True),
        ("evil.example", {"proxy": True, "hosts": ["cards.example"]}, False),
        ("cards.example", {"proxy": True, "hosts": ["cards.example"]}, True),
    ],
)
def test_which_names_a_room_answers_to(tmp_path: Path, host: str | None, more: dict[str, Any], fits: bool) -> None:
    assert Hosts(settings(tmp_path, **more)).allows(host) == fits


async def test_requests_and_sockets_by_a_foreign_name_are_refused_in_one_line(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, asking(timeout=60) as client:
        for path in ("", "api/games", "healthz", "nothing"):
            answer = await client.get(room.http + "/" + path, headers={"Host": "evil.example:80"})
            assert answer.status_code == 421
            assert len(answer.text.splitlines()) == 1
            assert "hosts" in answer.text
            assert (await client.get(room.http + "/" + path)).status_code in (200, 404)
        port = room.address.split(":")[1]
        evil = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
        assert await _handshake(room.address, evil) == 421
        friend = {"Host": f"machine:{port}", "Origin": f"http://machine:{port}"}
        assert await _handshake(room.address, friend) == 101


async def test_behind_a_proxy_the_name_that_it_was_asked_for_counts(tmp_path: Path) -> None:
    config = settings(tmp_path, proxy=True, hosts=["cards.example"])
    async with serve(config) as room, asking(timeout=60) as client:
        for forwarded, status in (("cards.example", 200), ("evil.example", 421)):
            answer = await client.get(room.http + "/healthz", headers={"X-Forwarded-Host": forwarded})
            assert answer.status_code == status
        assert (await client.get(room.http + "/healthz")).status_code == 200


async def test_a_refusal_has_the_headers_of_every_answer(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, asking(timeout=60) as client:
        answer = await client.get(room.http + "/", headers={"Host": "evil.example"})
        assert answer.headers["x-content-type-options"] == "nosniff"
