"""Somebody who stays connected, goes where the room leads them, plays at random, and keeps what they were told."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from bench.rig.client import Choice, Socket

PATIENCE = 60.0
"""Seconds after which an answer that does not come is a failure."""


class Seat(msgspec.Struct):
    """Who is on a seat, as far as it is needed here."""

    name: str = ""
    standin: bool = False


class Seen(msgspec.Struct):
    """What is seen of a deal."""

    turn: list[int]
    legal: list[Choice]


class Result(msgspec.Struct):
    """How a deal came out."""

    scores: list[float]


class Board(msgspec.Struct):
    """Which board of a day lies here."""

    board: int


class Table(msgspec.Struct):
    """A table as it is told to somebody there."""

    id: str
    phase: str
    step: int
    seats: list[Seat]
    seat: int | None = None
    view: Seen | None = None
    result: Result | None = None
    commitment: str | None = None
    rated: str = ""
    tournament: str = ""
    daily: Board | None = None


class Op(msgspec.Struct):
    """Any message: what it is."""

    op: str


_op, _table = msgspec.json.Decoder(Op), msgspec.json.Decoder(Table)


class Deal:
    """A deal that somebody has seen: its table, who sat there, and how it came out."""

    def __init__(self, table: Table):
        self.table, self.board = table.id, table.daily and table.daily.board
        self.names = [each.name for each in table.seats]
        self.scores: tuple[float, ...] = ()
        self.standin = False
        """Has a computer played for somebody who is away?"""
        self.rated = ""
        self.at = 0.0


class Visitor:
    """A person, who comes back whenever the connection is lost, until they are ``gone``."""

    def __init__(self, url: Callable[[], str], name: str, *, pace: float = 0.0, source: str | None = None):
        """``pace``: the seconds before each action on average. ``source``: from which address of our own they come."""
        self.url, self.name, self.pace, self.source, self.rng = url, name, pace, source, Random(name)
        self.token, self.code, self.follows, self.cup = "", "", "", dict[str, Any]()
        self.here = self.gone = False
        self.deals: dict[tuple[str, str], Deal] = {}
        """What they have seen of deals, by table and commitment."""
        self.ready: Callable[[Visitor, Table], bool] = lambda *_: True
        """Do they want the next deal?"""
        self.came: dict[str, float] = {}
        """When they were first told of each table, by the clock of the machine."""
        self.took: list[float] = []
        """The seconds from each action to its table."""
        self.errors: Counter[str] = Counter()
        self.table: Table | None = None
        self.frames: Counter[str] = Counter()
        self.bytes: Counter[str] = Counter()
        self._socket: Socket
        self._answered = ("", -1)
        self._sent: tuple[int, float] | None = None
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._lost = asyncio.Event()

    async def live(self) -> None:
        """Stay connected."""
        while not self.gone:
            with contextlib.suppress(OSError, TimeoutError):
                await self._visit()
            self.here = False
            await asyncio.sleep(0.05)

    async def _visit(self) -> None:
        self._lost.clear()
        self._answered, self._sent = ("", -1), None
        loop, local = asyncio.get_running_loop(), (self.source, 0) if self.source else None
        self._socket = socket = Socket(self.url(), self._hear, self._lost.set, deflate=False)
        await loop.create_connection(lambda: socket, socket.url.hostname, socket.url.port, local_addr=local)
        try:
            await asyncio.wait_for(socket.ready, PATIENCE)
            welcome = await self.ask("welcome", "hello", v=1, **({"token": self.token} if self.token else {}))
            if welcome["stale"]:
                raise AssertionError(f"{self.name} is forgotten")
            if self.code:
                await self.ask("you", "sign_in", code=self.code)
            elif not self.token:
                await self.ask("you", "name", name=self.name)
            self.here = True
            if self.follows:
                self.say("get_tournament", id=self.follows)
            await self._lost.wait()
        finally:
            socket.transport.abort()

    def leave(self) -> None:
        """Go, without a word, and for good."""
        self.gone = True
        self._socket.transport.abort()

    def say(self, op: str, **fields: Any) -> None:
        """Send a message, if there is a connection."""
        if not self._socket.closed:
            self._socket.write(msgspec.json.encode({"op": op, **fields}))

    async def ask(self, answer: str, op: str, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for the next one that is the ``answer``; RuntimeError if it is refused."""
        self.say(op, **fields)
        return await self.next(answer)

    async def next(self, answer: str) -> dict[str, Any]:
        """Wait for the next message of a kind; RuntimeError if anything is refused meanwhile."""
        self._waiting[answer] = future = asyncio.get_running_loop().create_future()
        return dict(await asyncio.wait_for(future, PATIENCE))

    def follow(self, tournament: str) -> None:
        """Ask how a tournament stands, now and whenever that changes."""
        self.follows = tournament
        self.say("get_tournament", id=tournament)

    # --- what they hear

    def _hear(self, payload: bytes) -> None:
        op = _op.decode(payload).op
        self.frames[op] += 1
        self.bytes[op] += len(payload)
        if op == "table":
            self._see(_table.decode(payload))
        if op == "left":
            self.table = None
        if op in self._waiting or op in ("error", "tournament", "you"):
            self._know(op, msgspec.json.decode(payload))

    def _know(self, op: str, message: dict[str, Any]) -> None:
        if op == "error":
            self.errors[message["code"]] += 1
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(RuntimeError(message["text"]))
            self._waiting.clear()
        if op == "tournament":
            self.cup = message
        if op == "you":
            self.token, self.name, self.code = message["token"], message["name"], ""
        if (future := self._waiting.pop(op, None)) and not future.done():
            future.set_result(message)

    def _see(self, table: Table) -> None:
        self.table = table
        self.came.setdefault(table.id, time.time())
        if self._sent is not None and table.step >= self._sent[0]:
            self.took.append(time.perf_counter() - self._sent[1])
            self._sent = None
        if table.commitment is not None and table.phase != "waiting":
            self._keep(table, table.commitment)
        if (table.id, table.step) == self._answered:
            return
        if table.phase in ("over", "final"):
            if self.ready(self, table):
                self._answered = table.id, table.step
                self.say("ready", step=table.step)
        elif table.view and table.seat in table.view.turn and table.view.legal:
            self._answered = table.id, table.step
            pause = self.rng.uniform(0.5, 1.5) * self.pace
            asyncio.get_running_loop().call_later(pause, self._act, table.step, table.view.legal)

    def _keep(self, table: Table, commitment: str) -> None:
        deal = self.deals.setdefault((table.id, commitment), Deal(table))
        if deal.scores:
            return
        deal.standin |= any(each.standin for each in table.seats)
        if table.result is not None:
            deal.scores, deal.rated, deal.at = tuple(table.result.scores), table.rated, time.time()
            deal.names = [each.name for each in table.seats]

    def _act(self, step: int, legal: list[Choice]) -> None:
        one = self.rng.choice([each for each in legal if each.name != "pass"] or legal)
        self._sent = step + 1, time.perf_counter()
        self.say("act", step=step, action=one.name if one.upto is None else f"{one.verb} {one.amount}")


async def until(happens: Callable[[], Any], patience: float, what: str) -> float:
    """Wait until something is true; the seconds that it took. TimeoutError that says ``what`` if it isn't in time."""
    began = time.perf_counter()
    while not happens():
        if time.perf_counter() - began > patience:
            raise TimeoutError(f"after {patience:.0f} seconds still waiting for {what}")
        await asyncio.sleep(0.02)
    return time.perf_counter() - began
