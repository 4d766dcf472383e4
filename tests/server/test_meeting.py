"""The meeting point for browsers that hold tables themselves: it passes two messages, forgets them, and is attacked."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dealt.server.door import meeting
from tests.server.helpers import Served, asking, later, serve, settings

OFFER, ANSWER, CODE = "o" * 200, "a" * 200, "abcdefg2"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Served]:
    async with serve(settings(tmp_path, proxy=True)) as served:
        yield served


async def ask(room: Served, path: str = "", body: Any = None, by: str = "192.0.2.1", **headers: str) -> httpx.Response:
    async with asking() as client:
        method = "GET" if body is None else "POST"
        address = f"http://{room.address}/api/meetings/{path or CODE}"
        return await client.request(method, address, content=body, headers={"x-forwarded-for": by, **headers})


async def codes(room: Served, *asked: tuple[str, Any]) -> list[int]:
    return [(await ask(room, path, body)).status_code for path, body in asked]


async def test_an_offer_and_its_answer_are_passed_once_and_forgotten(room: Served) -> None:
    left = await ask(room, body=OFFER)
    assert (left.status_code, left.text, left.headers["access-control-allow-origin"]) == (201, "", "*")
    assert left.headers["cache-control"] == "no-store"
    assert (await ask(room, f"{CODE}/answer")).text == ""
    assert (await ask(room, f"{CODE}/answer", ANSWER)).status_code == 404  # nobody has read the offer
    assert (await ask(room)).text == OFFER
    assert (await ask(room)).status_code == 404
    assert await codes(room, (CODE, OFFER), (f"{CODE}/answer", ANSWER), (f"{CODE}/answer", ANSWER)) == [409, 201, 404]
    assert (await ask(room, f"{CODE}/answer")).text == ANSWER
    assert await codes(room, (f"{CODE}/answer", None), (CODE, OFFER)) == [404, 201]
    numbers = room.room.metrics.registry.get_sample_value
    assert [numbers("dealt_meetings_total", {"what": each}) for each in ("opened", "met")] == [2, 1]


@pytest.mark.parametrize("body", ["", "short", "o" * 2001, "o" * 100 + "\n", "é" * 100, b"\xff" * 100])
async def test_what_is_no_offer_is_refused(room: Served, body: Any) -> None:
    assert await codes(room, (CODE, body), (CODE, None)) == [400, 404]


@pytest.mark.parametrize("code", ["short", "ABCDEFGH", "abcdefg1", "x" * 21, "x" * 65, "a%2fb%2fcdef"])
async def test_what_is_no_code_is_refused(room: Served, code: str) -> None:
    assert (await ask(room, code, OFFER)).status_code in (404, 405, 409)


@pytest.mark.slow
async def test_a_huge_body_is_read_no_further_and_a_slow_one_waited_for_no_longer(
    room: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = 0

    async def huge() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 1 << 30:
            sent += 1 << 16
            yield b"o" * (1 << 16)

    with contextlib.suppress(httpx.WriteError, httpx.ReadError):  # the room closes the line
        assert (await ask(room, body=huge())).status_code == 400
    assert sent < 1 << 25
    monkeypatch.setattr(meeting, "WITHIN", 0.1)

    async def slow() -> AsyncIterator[bytes]:
        yield b"o" * 50
        await asyncio.sleep(1)
        yield b"o" * 50

    with contextlib.suppress(httpx.ReadError):
        assert (await ask(room, body=slow())).status_code == 400
    assert (await ask(room)).status_code == 404


async def test_codes_are_guessed_in_vain_and_guessing_is_limited(room: Served) -> None:
    await ask(room, body=OFFER)
    found = await codes(room, *((f"{n:08}".replace("0", "x").replace("1", "y"), None) for n in range(12)))
    assert (found[:10], found[10:]) == ([404] * 10, [429] * 2)
    assert (await ask(room)).status_code == 429  # the right one, too
    assert (await ask(room, by="198.51.100.7")).text == OFFER
    long = await codes(room, *((f"{'z' * 22}{n}", None) for n in range(3)))
    assert long == [429] * 3
    others = [(await ask(room, f"{'z' * 22}{n}", by="203.0.113.5")) for n in range(15)]
    assert {(each.status_code, each.text) for each in others} == {(200, "")}  # who waits for a friend may ask on


@pytest.mark.slow
async def test_offers_that_nobody_reads_are_few_and_end(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"{'n' * 30}{n}" for n in range(40)]
    found = await codes(room, *((each, OFFER) for each in names))
    assert (found[:16], {*found[16:]}) == ([201] * 16, {503})
    monkeypatch.setattr(meeting, "MOST", 18)
    others = [(await ask(room, f"{each}x", OFFER, by=f"2001:db8:{n}::1")).status_code for n, each in enumerate(names)]
    assert others == [201] * 2 + [503] * 38
    later(room.room, meeting.LASTS + 1)
    assert await codes(room, (f"{names[0]}/answer", None), (names[1], OFFER)) == [404, 201]
    many = [(await codes(room, (f"{'m' * 30}{n}", OFFER), (f"{'m' * 30}{n}", None))) for n in range(3)]
    assert many == [[201, 200]] * 3


async def test_an_address_opens_no_more_than_its_share(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meeting, "MOST_EACH", 100)
    found = await codes(room, *((f"{'n' * 30}{n}", OFFER) for n in range(33)))
    assert (found[:30], found[30:]) == ([201] * 30, [429] * 3)


async def test_a_private_room_is_a_meeting_point_for_its_own(tmp_path: Path) -> None:
    async with serve(settings(tmp_path, invite="please-let-me-in")) as room:
        assert (await ask(room, body=OFFER)).status_code == 401
        assert (await ask(room, body=OFFER, authorization="Bearer please-let-me-in")).status_code == 201
