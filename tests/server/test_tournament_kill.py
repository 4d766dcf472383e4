"""An evening's Swiss of sixteen people over sockets: three of them vanish, and the room is killed twice meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from websockets.exceptions import WebSocketException

from bench.rig.hostile import exact_name
from dealt.server.store.database import set_results, sets, tournament_events
from dealt.server.store.store import Store
from tests.server.helpers import Face, Message
from tests.server.test_kill import Process

pytestmark = pytest.mark.slow

GAME, ROUNDS, PEOPLE, VANISH = "bigtwo", 3, 16, 3


class Player:
    """Plays wherever the room brings them, and comes back when it was killed."""

    def __init__(self, address: str, n: int):
        self.address, self.name, self.rng = address, f"Ann{n:02}", Random(n)
        self.token: str | None = None
        self.gone = False
        self.cup: Message = {}
        self.id = ""
        self.face: Face | None = None

    async def live(self) -> None:
        while not self.gone:
            with contextlib.suppress(OSError, WebSocketException, EOFError, TimeoutError):
                async with Face.open(self.address, open_timeout=5, close_timeout=0.1) as face:
                    await self.visit(face)
            self.face = None
            await asyncio.sleep(0.05)

    async def visit(self, face: Face) -> None:
        await face.send("hello", v=1, **({"token": self.token} if self.token else {}))
        welcome = await face.hear("welcome")
        assert not welcome["stale"], f"{self.name} is forgotten"
        if self.token is None:
            await face.send("name", name=self.name)
        self.token = (await face.hear("you"))["token"]
        self.face = face
        if self.id:
            await face.send("get_tournament", id=self.id)
        answered = None
        while not self.gone:
            message = json.loads(await face.socket.recv())
            if message["op"] == "tournament":
                self.cup = message
                self.id = message["id"]
            elif message["op"] == "table" and (message["id"], message["step"]) != answered:
                answered = (message["id"], message["step"]) if await self.act(face, message) else answered

    async def act(self, face: Face, table: Message) -> bool:
        view, step = table["view"], table["step"]
        if table["phase"] == "over":
            await face.send("ready", step=step)
        elif table["phase"] == "playing" and view and table["seat"] in view["turn"] and view["legal"]:
            await face.send("act", step=step, action=exact_name(self.rng.choice(view["legal"]), self.rng))
        else:
            return False
        return True

    async def say(self, op: str, **fields: Any) -> None:
        if self.face is not None:
            with contextlib.suppress(WebSocketException):
                await self.face.send(op, **fields)


async def until(happens: Any, patience: float) -> None:
    async with asyncio.timeout(patience):
        while not happens():
            await asyncio.sleep(0.05)


async def test_three_vanish_and_the_room_is_killed_twice(tmp_path: Path) -> None:
    room = Process(tmp_path)
    await room.start()
    players = [Player(f"ws://127.0.0.1:{room.port}/ws", n) for n in range(PEOPLE)]
    tasks = [asyncio.create_task(each.live()) for each in players]
    director = players[0]
    try:
        await until(lambda: all(each.face for each in players), 30)
        await director.say("open_tournament", game=GAME, name="Cup", rounds=ROUNDS, boards=1)
        await until(lambda: director.id, 10)
        for each in players[1:]:
            each.id = director.id
            await each.say("join_tournament", id=director.id)
            await each.say("get_tournament", id=director.id)
        await until(lambda: len(director.cup["standing"]) == PEOPLE, 10)
        await director.say("direct_tournament", id=director.id, order="start")
        await evening(room, players, director)
    finally:
        for task in tasks:
            task.cancel()
        await room.stop()
    for task in tasks:
        if task.done() and not task.cancelled():
            assert task.exception() is None
    await compare(room.database, director.id, director.cup)


async def evening(room: Process, players: list[Player], director: Player) -> None:
    """Kill the room in the midst of the first two rounds; after the first, three people are gone for good."""
    kills = 0
    async with asyncio.timeout(280):
        while director.cup.get("phase") != "over":
            cup = director.cup
            if kills < 2 and cup["round"] == kills + 1 and not all(each["over"] for each in cup["tables"]):
                await asyncio.sleep(0.7)
                await room.stop()
                kills += 1
                for each in players[-VANISH:] if kills == 1 else ():
                    each.gone = True
                await room.start()
                await until(lambda: director.face, 30)
            if cup["next_in"] and kills >= cup["round"]:
                await director.say("direct_tournament", id=director.id, order="pair")
            await asyncio.sleep(0.2)
    assert kills == 2


async def compare(database: str, id: str, told: Message) -> None:  # noqa: A002
    """The standing by what is stored of the boards, worked out by hand: in this game the lower score is better."""
    store = await Store.open(database)
    try:
        rows = await store.read(
            select(set_results.c.deal, set_results.c.table_id, set_results.c.names, set_results.c.scores)
            .join(sets, sets.c.id == set_results.c.set_id)
            .where(sets.c.name == f"tournament/{id}")
        )
        stored = await store.read(select(tournament_events.c.payload).order_by(tournament_events.c.n))
    finally:
        await store.close()
    happened = [json.loads(each["payload"]) for each in stored]
    people = {each["person"]: each["name"] for each in happened if each["event"] == "enrolled"}
    paired = [each for each in happened if each["event"] == "paired"]
    assert len(paired) == ROUNDS
    for each in paired:
        places = Counter(person for table in each["tables"] for person in table["places"] if person)
        assert set(places.values()) == {1}, "somebody was paired twice"
    reported = Counter((each["table"], each["board"]) for each in happened if each["event"] == "reported")
    assert set(reported.values()) == {1}
    seats = {table["table"]: table["places"] for each in paired for table in each["tables"]}
    assert {each["table_id"] for each in rows} == {*seats} == {table for table, _ in reported}

    points: dict[str, float] = dict.fromkeys(people.values(), 0.0)
    for row in rows:
        same = [json.loads(other["scores"]) for other in rows if other["deal"] == row["deal"]]
        own, names = json.loads(row["scores"]), json.loads(row["names"])
        for seat, person in enumerate(seats[row["table_id"]]):
            if person and names[seat] == people[person]:
                better = sum((own[seat] < each[seat]) + (own[seat] == each[seat]) / 2 for each in same) - 0.5
                points[people[person]] += better / (len(same) - 1)
    assert {each["name"]: each["points"] for each in told["standing"]} == {
        name: pytest.approx(value, abs=0.006) for name, value in points.items()
    }
    order = [each["points"] for each in told["standing"]]
    assert order == sorted(order, reverse=True)
    away = {each["person"] for each in happened if each["event"] == "withdrew" and each.get("absent")}
    vanished = {f"Ann{n:02}" for n in range(PEOPLE - VANISH, PEOPLE)}
    assert {people[each] for each in away} <= vanished
    print({each["name"]: each["points"] for each in told["standing"]})
