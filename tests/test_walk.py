"""The way of an `act` through the storeys of the room, from the socket on which it comes to what is told of it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

from dealt.session import events
from dealt.wire import protocol
from tests.server.helpers import Face, serve, settings, until
from tests.test_storeys import SRC, name_of, storey_of

INWARDS: Final = "door", "wire", "room", "session", "store"
"""The storeys from the socket to the database, each handing on to the next."""
MOST_STAYS, MOST_STOREYS, MOST_RETURNS = 7, 5, 1

Step = tuple[str, str]
"""A storey, and the function that took the act in hand there."""


def carries(value: Any, name: str) -> bool:
    """Is it the act of that name in one of its forms: the text, the message, the event, the frame that tells of it?"""
    match value:
        case protocol.Act() | events.Acted():
            return True
        case str():
            return name in value and value.startswith('{"')
        case bytes():
            return value.startswith(b'{"op":"table"')
        case list() | tuple():
            return any(carries(each, name) for each in value)
        case dict():
            return any(carries(each, name) for each in value.values())
        case _:
            return False


@contextlib.contextmanager
def followed(name: str) -> Iterator[list[Step]]:
    """Every function of a storey that is called meanwhile with the act of that name in hand, in the order of the calls.

    What all storeys use alike, `base`, is none of them. Going on after waiting is no new call.
    """
    steps: list[Step] = []
    known: set[FrameType] = set()

    def called(frame: FrameType, happened: str, _: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if happened != "call" or frame in known or not path.is_relative_to(SRC):
            return
        known.add(frame)
        storey, code = storey_of(name_of(path)), frame.f_code
        given = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if storey in INWARDS and any(carries(frame.f_locals.get(each), name) for each in given):
            steps.append((storey, f"{name_of(path)}: {code.co_name}"))

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield steps
    finally:
        sys.setprofile(before)


def stays(steps: list[Step]) -> list[str]:
    """The storeys in which it stays, one after the other."""
    return [storey for storey, _ in groupby(steps, key=lambda step: step[0])]


def returns(walk: list[str]) -> int:
    """How often the way inwards turns round."""
    inwards = [INWARDS.index(one) < INWARDS.index(next_) for one, next_ in pairwise(walk)]
    return sum(one and not next_ for one, next_ in pairwise(inwards))


def test_stays_and_returns_are_counted() -> None:
    assert stays([("door", "a"), ("door", "b"), ("room", "c"), ("door", "d")]) == ["door", "room", "door"]
    assert returns(["door", "wire", "room", "session", "store", "room", "door"]) == 1
    assert returns(["door", "wire", "door", "room", "store", "room", "door"]) == 2


@pytest.mark.slow
async def test_an_act_goes_in_and_out_once(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as anna, Face.open(room.ws) as bert:
        await anna.come("Anna")
        await bert.come("Bert")
        await anna.send("create", game="gift")
        table = (await anna.hear("table"))["id"]
        await bert.send("join", table=table)
        await bert.hear("table")
        await anna.send("start")
        session = room.room.live_tables[table].session
        await until(lambda: session.turn == (0, 1))  # the computer has given its card
        state, _ = [await face.hear("table", lambda told: told["step"] == session.step) for face in (anna, bert)]
        action = state["view"]["legal"][0]["name"]
        with followed(action) as steps:
            await anna.send("act", step=state["step"], action=action)
            for face in (anna, bert):
                await face.hear("table", lambda told: told["step"] > state["step"])
    walk, way = stays(steps), "\n".join(f"{storey:8} {where}" for storey, where in steps)
    assert {"door", "room", "session", "store"} <= {*walk}, way
    assert (len(walk) <= MOST_STAYS, len({*walk}) <= MOST_STOREYS, returns(walk) <= MOST_RETURNS) == (True,) * 3, way
