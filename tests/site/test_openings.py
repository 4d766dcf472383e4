"""The beginnings of tables that a page shows before its Python is there: Python goes on from them, word for word."""

from __future__ import annotations

import asyncio
import json
from gzip import decompress

import pytest

from dealt.games import GAMES
from dealt.site.openings import files, opening, read
from dealt.site.room import Room
from dealt.work.work import House
from tests.site.test_room import Here


def of_anna(text: str) -> str:
    """What the page puts in for a person."""
    mine = {"@name": "Anna", "@token": "secret", "@level": "expert", "@pace": "slow", "@now": "1795715045.25"}
    for left, own in mine.items():
        text = text.replace(left, own)
    return text


@pytest.mark.parametrize("game", GAMES)
async def test_python_goes_on_from_what_was_shown(game: str) -> None:
    house = House(GAMES)
    while (shown := await opening(house, game)) is None:
        pass
    told: list[str] = []
    kept = json.dumps({"name": "Anna", "token": "secret"})
    room = Room(
        house, Here(house), lambda frame, n: told.append(frame), lambda place, text: None, kept, of_anna(shown.table)
    )
    room.hear(json.dumps({"op": "hello", "v": 1, "token": "secret"}))
    while len(told) < 4:
        await asyncio.sleep(0.001)
    assert [json.loads(each)["op"] for each in told] == ["welcome", "you", "table", "talk"]
    assert {of_anna(each) for each in shown.told[-2:]} == {*told[2:]}
    assert json.loads(told[2])["phase"] == "playing"


async def test_a_folder_has_the_same_openings_each_time_and_a_browser_others() -> None:
    house = House(GAMES)
    found = await files(house)
    assert found == await files(House(GAMES))
    assert [json.loads(each)["op"] for each in json.loads(found["openings/greeting"])] == ["welcome", "lobby"]
    baked = {each["table"] for each in json.loads(decompress(found["openings/spades.bin"]))}
    fresh = {json.loads(await read(house, Here(house), "opening/spades") or "")["table"] for _ in range(2)}
    assert (len(baked), len(fresh - baked)) == (4, 2)
    assert await read(house, Here(house), "opening/chess") is None
