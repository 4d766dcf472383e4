"""Too fast: whoever is refused is told when to try again, and nobody hangs who does just that."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.helpers import Face, serve, settings


async def plain_bot(face: Face, deals: int) -> int:
    """The loop of the protocol's page: whenever a table says that it is my turn, act. Returns how often it was slowed.

    It looks neither at errors nor at steps.
    """
    slowed, over = 0, set[int]()
    while len(over) < deals:
        message = await face.hear("table")
        slowed = sum(each.get("code") == "slow_down" for each in face.seen)
        view, step = message["view"], message["step"]
        if message["phase"] in ("over", "final"):
            over.add(message["deal"])
            await face.send("ready", step=step)
        elif view and message["seat"] in view["turn"]:
            await face.send("act", step=step, action=view["legal"][0]["name"])
    return slowed


@pytest.mark.slow
@pytest.mark.parametrize("limits", [{"rate": 1.0, "burst": 5}, {"act_rate": 1.0, "act_burst": 1}])
async def test_a_plain_bot_that_is_too_fast_plays_on(tmp_path: Path, limits: dict[str, float]) -> None:
    async with serve(settings(tmp_path, **limits)) as room, Face.open(room.ws) as face:
        await face.come("Botty")
        await face.send("create", game="gift", pace="instant")
        await face.send("start")
        assert await plain_bot(face, 2) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limits", "op", "fields"),
    [
        ({"chat_rate": 0.5, "chat_burst": 2}, "chat", {"text": "x"}),
        ({"ask_rate": 0.5, "ask_burst": 2}, "meaning", {"line": 0}),
        ({"costly_rate": 0.5, "costly_burst": 3}, "statistics", {}),
        ({"rate": 0.5, "burst": 5}, "ping", {}),
    ],
)
@pytest.mark.turns(2)
async def test_slow_down_says_when_and_the_table_follows(
    tmp_path: Path, limits: dict[str, float], op: str, fields: dict[str, object]
) -> None:
    async with serve(settings(tmp_path, **limits)) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="gift")
        step = (await face.hear("table"))["step"]
        for _ in range(8):  # a busy machine takes a second for a few of them
            await face.send(op, **fields)
        error = await face.hear("error", lambda each: each["code"] == "slow_down")
        assert 1 <= error["retry_after"] <= 2.1
        began = asyncio.get_running_loop().time()
        await face.hear("table", lambda each: each["step"] >= step)
        waited = asyncio.get_running_loop().time() - began
        assert error["retry_after"] - 0.2 <= waited <= error["retry_after"] + 20


async def test_other_errors_name_no_time(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        assert (await face.ask("leave", "error"))["retry_after"] is None
