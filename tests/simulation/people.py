"""People: clients that speak the real protocol over lines that break, and play whatever they may."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket

from bench.rig.hostile import exact_name
from dealt.mix import seal_of
from dealt.server.door.outbox import CARRIER, Carrier

if TYPE_CHECKING:
    from tests.simulation.world import Process, World

__all__ = ["Line", "Person"]

PATIENCE = 6.0
"""The seconds after which somebody connects anew who was told nothing, although it is their turn to hear."""


PERSISTENT = 12
"""Whoever has been refused so often by full tables opens one."""
TOLD = ("table", "id", "phase", "step", "seat", "why", "code")
"""What people who look on are told of a message."""


class Line:
    """A connection of somebody to a process: a WebSocket without bytes."""

    def __init__(self, world: World, person: Person, process: Process):
        self.world, self.person, self.process = world, person, process
        self.over = False
        """Has the client's end gone?"""
        self.slow = 0.0
        """The seconds that everything takes longer."""
        self._in: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self._waiting: asyncio.Future[None] | None = None
        self._last = [0.0, 0.0]
        carrier = Carrier(lambda: True, self._write, self._send_text, lambda: 0, self._abort, self._gone)
        extensions: dict[str, Any] = {CARRIER: carrier, "websocket.http.response": {}}
        self.scope = {
            "type": "websocket",
            "path": "/ws",
            "headers": [(b"host", b"localhost")],
            "client": (f"10.0.0.{person.number}", 1),
            "query_string": b"",
            "subprotocols": [],
            "extensions": extensions,
        }

    def begin(self) -> None:
        """The process serves it."""
        assert self.process.app is not None
        socket = WebSocket(self.scope, self._receive, self._send)
        self.world.loop.on(self.process.machine, self.process.app.socket(socket))

    def _after(self, way: int) -> float:
        """When something arrives that is sent now; it overtakes nothing."""
        loop, chance = self.world.loop, self.world.chance
        self._last[way] = max(self._last[way] + 1e-6, loop.time() + 0.002 + chance.random() * 0.03 + self.slow)
        return self._last[way] - loop.time()

    # --- the process's end

    async def _receive(self) -> dict[str, Any]:
        while not self._in:
            self._waiting = self.world.loop.create_future()
            await self._waiting
        return self._in.popleft()

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self._tell(self.person.closed, self, message.get("code", 1000))
        elif message["type"] == "websocket.http.response.start":
            self._tell(self.person.closed, self, message["status"])
        elif message["type"] == "websocket.send":
            self._write(message["text"].encode())

    def _gone(self) -> bool:
        return bool(self._in) and self._in[-1]["type"] == "websocket.disconnect"

    def _abort(self) -> None:
        self._tell(self.person.closed, self, 1006)

    async def _send_text(self, frame: bytes) -> None:
        self._write(frame)

    def _write(self, frame: bytes) -> None:
        message = self.world.witness.told(self.person.name, self.process.machine, frame)
        self._tell(self.person.hear, self, message)

    def _tell(self, act: Callable[..., None], *args: Any) -> None:
        self.world.loop.outside(self._after(0), act, *args)

    # --- the client's end

    def send(self, op: str, **fields: Any) -> None:
        """Send a message."""
        if not self.over:
            message = {"type": "websocket.receive", "text": msgspec.json.encode({"op": op, **fields}).decode()}
            self.world.loop.outside(self._after(1), self._arrive, message)

    def _arrive(self, event: dict[str, Any]) -> None:
        self._in.append(event)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def drop(self) -> None:
        """The client's end is gone; the process hears of it."""
        if not self.over:
            self.over = True
            self.world.loop.outside(self._after(1), self._arrive, {"type": "websocket.disconnect", "code": 1006})


class Person:
    """Somebody who wants to play, whatever happens."""

    def __init__(self, world: World, number: int):
        self.world, self.number = world, number
        self.chance = Random(world.chance.random())
        self.name = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay")[number]
        self.contributes = self.chance.random() < 0.5
        self.token: str | None = None
        self.line: Line | None = None
        self.state: dict[str, Any] | None = None
        self.at = ""
        """The table where they are, as far as they know."""
        self.overs: list[float] = []
        """When they were shown that a deal is over."""
        self.home = False
        self._heard = 0.0
        self._given: dict[str, bytes] = {}
        self._thinking = False
        self._seeks = 0
        self._done = (-1, 0.0)
        self._full = 0
        """How often a table was full, one time after the other."""
        world.loop.outside(self.chance.random(), self.connect)
        world.loop.outside(1.0, self._tick)

    def _later(self, seconds: float, act: Callable[..., None], *args: Any) -> None:
        self.world.loop.outside(seconds * (0.5 + self.chance.random()), act, *args)

    # --- the line

    def connect(self) -> None:
        """Connect to any process that takes connections."""
        if self.line is not None or self.home:
            return
        open_ones = [each for each in self.world.processes if each.app is not None and not each.machine.dead]
        if not open_ones:
            self._later(0.5, self.connect)
            return
        self.line = Line(self.world, self, self.chance.choice(open_ones))
        self.line.begin()
        self.state, self._heard, self._done = None, self.world.loop.time(), (-1, 0.0)
        self.line.send("hello", v=1, token=self.token, contributes=self.contributes)

    def go_home(self) -> None:
        """Lose the connection, and come back no more."""
        self.home = True
        self.drop()

    def drop(self) -> None:
        """Lose the connection, and connect anew."""
        if self.line is not None:
            self.line.drop()
            self.line = None
        self._later(0.3, self.connect)

    def closed(self, line: Line, code: int) -> None:
        """The process has closed the connection, or died."""
        if line is self.line and not line.over:
            self.world.say(f"{self.name}'s line is closed with {code}")
            line.drop()  # a client answers a close
            self.line = None
            self._later(0.3, self.connect)

    def _tick(self) -> None:
        self.world.loop.outside(1.0, self._tick)
        if self.line is None:
            return
        silent = self.world.loop.time() - self._heard
        if silent > PATIENCE:
            self.drop()
        elif silent > PATIENCE / 2:
            self.line.send("ping", n=1)
        self._think()

    # --- what they hear

    def hear(self, line: Line, message: dict[str, Any]) -> None:
        """A message has come."""
        if line is not self.line or line.over:
            return
        self._heard = self.world.loop.time()
        if self.world.aloud:
            told = {key: message[key] for key in TOLD if key in message}
            self.world.say(f"{self.name} hears {message['op']} {told} of {line.process.machine}")
        if hear := getattr(self, f"_hear_{message['op']}", None):
            hear(message)

    def _hear_welcome(self, message: dict[str, Any]) -> None:
        if message["stale"]:
            self.token = None
            if self.name in self.world.witness_names:
                self.world.witness.fail(f"nothing told is lost: the room does not know {self.name} any more")
        if self.token is None:
            self._send("name", name=self.name)

    def _hear_you(self, message: dict[str, Any]) -> None:
        self.token = message["token"]
        self.name = message["name"]
        self.world.witness_names.add(self.name)
        self.at = message["table"] or ""
        if not self.at:
            self._seek(0.2)

    def _hear_left(self, message: dict[str, Any]) -> None:
        self.at, self.state = "", None
        if message["why"] != "elsewhere":
            self._seek(0.5)

    def _hear_table(self, message: dict[str, Any]) -> None:
        self.state, self.at, self._full = message, message["id"], 0
        if message["id"] not in self.world.tables:
            self.world.tables.append(message["id"])
        if message["phase"] in ("over", "final"):
            self.overs.append(self.world.loop.time())
        if self.contributes and message["promise"] and message["promise"] not in self._given:
            given = self._given[message["promise"]] = self.chance.randbytes(32)
            self._send("seal", promise=message["promise"], seal=seal_of(given))
        self._soon()

    def _hear_sealed(self, message: dict[str, Any]) -> None:
        given = self._given.get(message["promise"])
        if given is not None:
            self._send("contribute", promise=message["promise"], given=given.hex())

    def _hear_error(self, message: dict[str, Any]) -> None:
        self.world.witness.note("refused", self.name, message["code"])
        self._full += message["code"] == "table_full"
        if message["re"] == "name" and self.token is None:
            if message["code"] in ("name_taken", "name_alike"):
                self.name = message["say"]["args"]["free"]
            self._later(0.5, self._send, "name")
        elif message["code"] in ("no_table", "at_table", "unreachable", "storage", "too_many_tables", "no_name"):
            self._seek(0.7)

    # --- what they do

    def _send(self, op: str, **fields: Any) -> None:
        if self.line is not None:
            if op == "name":
                fields = {"name": self.name}
            self.world.say(f"{self.name} sends {op} {fields}")
            self.line.send(op, **fields)

    def _seek(self, seconds: float) -> None:
        """Look for a table after some time, and not before: if each answer made them look once more, they drowned."""
        self._seeks += 1
        self._later(seconds, self._find_table, self._seeks)

    def _find_table(self, seek: int) -> None:
        if seek != self._seeks or self.line is None or self.token is None or self.at:
            return
        tables, draw = self.world.tables, self.chance.random()
        if tables and draw < 0.7 and self._full < PERSISTENT:
            self._send("join", table=self.chance.choice(tables), watch=self.chance.random() < 0.1)
        elif draw < 0.8 or len(tables) >= self.world.most_tables:
            self._send("quick", game=self.world.game, pace="fast", computers="random")
        else:
            self._send("create", game=self.world.game, computers="random", pace="fast", now=self.chance.random() < 0.5)
        self._seek(3.0)

    def _soon(self) -> None:
        if not self._thinking:
            self._thinking = True
            self._later(0.4, self._thought)

    def _thought(self) -> None:
        self._thinking = False
        self._think()

    def _think(self) -> None:
        state, now = self.state, self.world.loop.time()
        if state is None or self.line is None:
            return
        step, seat, view = state["step"], state["seat"], state["view"]
        if self._done[0] == step and now - self._done[1] < 2.5:
            return
        self._done = step, now
        draw = self.chance.random()
        if draw < 0.03:
            self._send("chat", text=f"#{state['id']} {step}")
        if state["phase"] == "waiting":
            if state["dealer"] == self.name:
                self._send("start")
        elif state["phase"] in ("over", "final"):
            if draw > 0.97 and not self.world.rests:
                self._send("leave")
            elif seat is not None:
                self._send("ready", step=step)
        elif view and seat in view["turn"] and view["legal"]:
            action = exact_name(self.chance.choice(view["legal"]), self.chance)
            self._send("act", step=step, action=action)
            if self.chance.random() < 0.05:
                self._send("act", step=step, action=action)  # twice, as by a nervous finger
