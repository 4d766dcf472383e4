"""Rooms for tests: in this process with or without sockets, and faces that sit down in them."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import tests.unsynced  # noqa: F401 - rooms are quick with it
from bench.rig.hostile import exact_name
from dealt.game import Listing
from dealt.server.base.config import Config
from dealt.server.door.app import App, open_app
from dealt.server.room.link import Link
from dealt.server.room.room import Room
from dealt.server.run import Server, listen
from dealt.server.store.store import Store
from dealt.server.workers.workers import Workers
from dealt.session.view import LogPart
from dealt.table import Illegal
from dealt.wire import protocol
from dealt.wire.protocol import decode
from dealt.wire.refusal import Refused
from tests.rooms import database
from tests.server.threads import threads
from tests.server.toys import TOYS

Message = dict[str, Any]
PATIENCE = 120.0
"""Seconds: many times what anything here takes, as machines are busy; only what never comes waits for so long."""


@lru_cache(500)
def _read(frame: str) -> Message:
    return json.loads(frame)  # type: ignore[no-any-return]


def read(frame: str) -> Message:
    """What a frame says; tests look at the same frames again and again."""
    return dict(_read(frame))


def beginning(op: str) -> str:
    """How the frames of an op begin, which need not be read to be left out."""
    return f'{{"op":"{op}"'


def settings(folder: Path, **changes: Any) -> Config:
    """A room for tests: a free port, computers that take no time, no limits."""
    default = {
        "port": 0,
        "database": database(folder / "dealt.db"),
        "pace_factor": 0.0,
        "commit_window": 0.0,
        "rate": 0.0,
        "chat_rate": 0.0,
        "ask_rate": 0.0,
        "costly_rate": 0.0,
        "name_rate": 0.0,
        "table_rate": 0.0,
        "act_rate": 0.0,
        "address_act_rate": 0.0,
        "talk_rate": 0.0,
        "per_address": 5000,
    }
    return Config(**{**default, **changes})


@contextlib.asynccontextmanager
async def open_room(
    config: Config, games: Mapping[str, Listing] = TOYS, workers: Workers | None = None
) -> AsyncIterator[Room]:
    """A room without sockets. Its workers are threads unless others are given."""
    store = await Store.open(config.database_url, window=config.commit_window)
    room = Room(config, store, games, workers=workers or threads(games))
    try:
        await room.open()
        yield room
    finally:
        await room.close()
        await store.close()


class FakeLink(Link):
    """A link that keeps all it is sent, as the frames that would have travelled."""

    def __init__(self, room: Room):
        self.room, self.address = room, "127.0.0.1"
        self.frames: list[str] = []
        self.news = asyncio.Event()
        """Set with every frame that comes, for whoever waits for one and then clears it."""
        self.closed: tuple[int, str] | None = None
        self.known: LogPart | None = None
        self.token = ""

    def send(self, message: protocol.Outgoing) -> None:
        self.take(protocol.encode(message).decode())

    async def deliver(self, *messages: protocol.Outgoing) -> None:
        for message in messages:
            self.send(message)

    def take(self, frame: str) -> None:
        """Something has come."""
        if self.closed is None:
            self.frames.append(frame)
            self.news.set()

    def send_frame(self, frame: bytes) -> None:
        self.frames.append(frame.decode())
        self.news.set()

    def pass_on(self, frame: bytes, taken: Callable[[], None] | None = None) -> None:
        self.take(frame.decode())
        if taken:
            taken()

    async def pass_long(self, frame: bytes) -> None:
        self.take(frame.decode())

    def went(self) -> None:
        self.room.lobby.enter(self)

    def refresh(self, *, anew: bool = False) -> None:
        if self.live and self.person and self.closed is None:
            known = None if anew else self.known
            frame, self.known = self.live.frame(self.person.id, known)
            if frame:
                self.take(frame.decode())

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)

    # --- what a test does with it

    async def do(self, op: str, **fields: Any) -> None:
        """A message through the schema to the room; Refused and Illegal come up."""
        message = decode(json.dumps({"op": op, **fields}))
        if isinstance(message, protocol.Hello):
            await self.room.hello(self, message)
        else:
            await self.room.handle(self, message)

    async def refused(self, op: str, **fields: Any) -> str:
        """The code with which a message is refused."""
        try:
            await self.do(op, **fields)
        except Refused as refused:
            return refused.code
        except Illegal as illegal:
            return illegal.say.key
        raise AssertionError(f"{op} was not refused")

    async def come(self, name: str) -> FakeLink:
        """Say hello and take a name."""
        await self.do("hello", v=1)
        await self.do("name", name=name)
        self.token = self.last("you")["token"]
        return self

    def messages(self, op: str | None = None) -> list[Message]:
        """All that was received, or all of one op."""
        return [read(frame) for frame in self.frames if op is None or frame.startswith(beginning(op))]

    def last(self, op: str) -> Message:
        """The newest message of an op."""
        start = beginning(op)
        for frame in reversed(self.frames):
            if frame.startswith(start):
                return read(frame)
        raise AssertionError(f"no {op} among {[each['op'] for each in self.messages()]}")

    @property
    def state(self) -> Message:
        """The newest state of the table."""
        return self.last("table")

    def choice(self, rng: Random | None = None) -> str | None:
        """A legal action of this seat, or None if it isn't its turn."""
        view = self.state["view"]
        if not view or self.state["seat"] not in view["turn"] or not view["legal"]:
            return None
        rng = rng or Random(0)
        return exact_name(rng.choice(view["legal"]), rng)

    async def act(self, rng: Random | None = None) -> bool:
        """Act if it is one's turn."""
        action = self.choice(rng)
        if action is not None:
            await self.do("act", step=self.state["step"], action=action)
        return action is not None


def later(room: Room, seconds: float, *, ran: float | None = None) -> None:
    """Let the room's time of day move on; ``ran`` is how much of it really passed, where the clock was set."""
    runtime, passed = room.runtime, seconds if ran is None else ran
    time, now = runtime.time, runtime.now
    runtime.time = lambda: time() + seconds
    runtime.now = lambda: now() + passed  # type: ignore[method-assign]


async def until(happens: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Wait until something is true; the last value. Work in the room's own loop goes on meanwhile."""
    end, pause = asyncio.get_running_loop().time() + patience, 0.001
    while not (value := happens()):
        assert asyncio.get_running_loop().time() < end, "it never happened"
        await asyncio.sleep(pause)
        pause = min(1.3 * pause, 0.02)  # who waits for long looks seldom
    return value


async def play_deal(room: Room, links: list[FakeLink], rng: Random | None = None) -> None:
    """Let these people play the deal of their table to its end; the table is that room's."""
    live = links[0].live or room.live_tables[links[0].state["id"]]

    async def acted(link: FakeLink) -> bool:
        try:
            return await link.act(rng)
        except Refused as refused:
            if link.relay is None or refused.code != "stale":  # the table is elsewhere, and has gone on
                raise
            return False

    async def one() -> bool:
        moved = [await acted(link) for link in links if live.session.phase == "playing"]
        return live.session.phase != "playing" or (not any(moved) and not await asyncio.sleep(0.001))

    end = asyncio.get_running_loop().time() + PATIENCE
    while live.session.phase == "playing":
        assert asyncio.get_running_loop().time() < end, "the deal never ends"
        await one()
    await until(lambda: all(link.state["step"] == live.session.step for link in links))


# --- over real sockets


def asking(**options: Any) -> httpx.AsyncClient:
    """Who asks a room over HTTP, and reads no certificates of the machine: that takes longer than most tests."""
    return httpx.AsyncClient(trust_env=False, verify=False, **options)


@contextlib.asynccontextmanager
async def serve(
    config: Config, games: Mapping[str, Listing] = TOYS, page: Path | None = None, workers: Workers | None = None
) -> AsyncIterator[Served]:
    """A room with its web server in this loop. Its workers are threads unless others are given."""
    workers = workers or threads(games)
    async with open_app(config, games, workers=workers, **({"page": page} if page else {})) as app:
        sockets = listen(config)
        ready = asyncio.Event()
        server = Server(app, ready.set)
        task = asyncio.create_task(server.serve(sockets))
        try:
            await asyncio.wait_for(ready.wait(), PATIENCE)
            yield Served(app, f"127.0.0.1:{sockets[0].getsockname()[1]}", server)
        finally:
            server.should_exit = True
            await task
            for each in sockets:
                each.close()


class Served:
    """A room that is served."""

    def __init__(self, app: App, address: str, server: Server):
        self.app = app
        self.server = server
        self.door = server.door
        self.room = app.room
        self.address = address
        self.http = f"http://{address}{app.config.root_path}"
        self.ws = f"ws://{address}{app.config.root_path}/ws"


class Face:
    """A client over a real socket."""

    def __init__(self, socket: ClientConnection):
        self.socket = socket
        self.seen: list[Message] = []
        self.token = ""
        self.answered = -1

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, address: str, **arguments: Any) -> AsyncIterator[Face]:
        """Connect; nothing is said yet."""
        async with connect(address, **{"max_size": None, "proxy": None, **arguments}) as socket:
            yield cls(socket)

    async def send(self, op: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"op": op, **fields}))

    async def hear(self, op: str, where: Callable[[Message], Any] = lambda _: True) -> Message:
        """The next message of an op that fulfils a condition; all on the way there is kept in ``seen``."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = json.loads(await self.socket.recv())
                self.seen.append(message)
                if message["op"] == op and where(message):
                    return message

    async def ask(self, op: str, answer: str, **fields: Any) -> Message:
        await self.send(op, **fields)
        return await self.hear(answer)

    async def come(self, name: str) -> Message:
        """Say hello and take a name; the answer."""
        await self.ask("hello", "welcome", v=1)
        you = await self.ask("name", "you", name=name)
        self.token = you["token"]
        return you

    async def back(self, token: str) -> Message:
        """Come back with a token."""
        await self.send("hello", v=1, token=token)
        self.token = token
        return await self.hear("you")

    async def closed(self) -> tuple[int, str]:
        """Wait for the end; its code and reason."""
        async with asyncio.timeout(PATIENCE):
            try:
                while True:
                    self.seen.append(json.loads(await self.socket.recv()))
            except ConnectionClosed:
                return self.socket.close_code or 0, self.socket.close_reason or ""

    async def play(self, deals: int = 1, rng: Random | None = None) -> Message:
        """Play a number of deals, ready after each but the last; returns the last state of the table."""
        rng, over = rng or Random(0), 0
        state = next((each for each in reversed(self.seen) if each["op"] == "table"), None)
        while True:
            if state is None or state["step"] == self.answered:
                state = await self.hear("table")
                continue
            view, step = state["view"], state["step"]
            if state["phase"] in ("over", "final"):
                over += 1
                if over == deals:
                    return state
                await self.send("ready", step=step)
                self.answered = step
            elif view and state["seat"] in view["turn"] and view["legal"]:
                await self.send("act", step=step, action=exact_name(rng.choice(view["legal"]), rng))
                self.answered = step
            state = None


def types(message: protocol.Outgoing) -> Message:
    """A message as plain data."""
    plain: Message = msgspec.to_builtins(message)
    return plain
