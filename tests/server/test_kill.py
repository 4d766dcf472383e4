"""kill -9 at random moments of busy tables: nothing acknowledged is lost or happens twice, all tables finish.

The room is killed, and its workers are all the time. Scripted people play and talk at several tables of a room in a
process of its own, and come back by themselves. Each
keeps what it was told; at the end the database is read and compared with what everybody knows.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections import Counter
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from websockets.exceptions import WebSocketException

from bench.rig.engines import free_port
from dealt.mix import seal_of
from dealt.server.store.database import results, set_results
from dealt.server.store.store import Store
from dealt.session import events, fold
from dealt.session.erasing import SOMEBODY
from dealt.session.events import Acted, Counted, Ended, Opened, SeedDrawn, Spoke
from dealt.session.session import Session
from tests.rooms import database as empty_database
from tests.rooms import room_process
from tests.server.helpers import Face, Message
from tests.server.toys import TOYS

COUNTED = ("person_id", "dealt", "score", "won")
TABLES = ("bigtwo", "peek", "gift", "bigtwo", "gift", "bigtwo")


class Process:
    """The room in a process of its own, on one port and database for all its lives."""

    def __init__(self, folder: Path, database: str = ""):
        self.port = free_port()
        self.database = database or empty_database(folder / "dealt.db")
        self.log = folder / "log"
        self._process: ForkServerProcess | None = None

    async def start(self) -> None:
        settings = {
            "port": self.port,
            "database": self.database,
            "games": "tests/server/toys.py",
            "pace_factor": 0,
            "rate": 0,
            "chat_rate": 0,
            "ask_rate": 0,
            "costly_rate": 0,
            "name_rate": 0,
            "table_rate": 0,
            "act_rate": 0,
            "address_act_rate": 0,
            "talk_rate": 0,
            "config": os.devnull,
        }
        arguments = [part for key, value in settings.items() for part in (f"--{key.replace('_', '-')}", str(value))]
        self._process = room_process(self.log, arguments)
        async with asyncio.timeout(60):
            while True:
                assert self._process.is_alive(), self.log.read_text()
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                await asyncio.sleep(0.02)

    def kill_a_worker(self, rng: Random) -> bool:
        """Kill one of the processes that are forked from the room's nursery; returns whether there was one."""
        parents = {}
        for each in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                parents[int(each.parent.name)] = int(each.read_text().rpartition(")")[2].split()[1])
        nurseries = [pid for pid, parent in parents.items() if self._process and parent == self._process.pid]
        workers = sorted(pid for pid, parent in parents.items() if parent in nurseries)
        if workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(rng.choice(workers), signal.SIGKILL)
        return bool(workers)

    async def stop(self, how: signal.Signals = signal.SIGKILL) -> int | None:
        assert self._process is not None
        if self._process.pid is not None and self._process.is_alive():
            os.kill(self._process.pid, how)
        await asyncio.to_thread(self._process.join, 30)
        return self._process.exitcode


class Evening:
    """What the people of one table share."""

    def __init__(self, game: str):
        self.game = game
        self.alone = TOYS[game].make().undoable
        self.table = ""
        self.finishing = False


class Person:
    """Plays, talks, and comes back; complains when the room has forgotten anything that it once told."""

    def __init__(self, address: str, name: str, evening: Evening, *, opens: bool, rng: Random):
        self.address, self.name, self.evening, self.opens, self.rng = address, name, evening, opens, rng
        self.token: str | None = None
        self.step = 0
        self.logs: dict[str, list[Any]] = {}
        self.sent: dict[int, str] = {}
        self.acknowledged: list[tuple[int, str]] = []
        self.lines_heard: set[str] = set()
        self.lines_said: list[str] = []
        self.visits = 0
        self.done = False
        self.given: dict[str, bytes] = {}
        self.mixes: dict[str, Any] = {}

    async def live(self) -> None:
        while not self.done:
            with contextlib.suppress(OSError, WebSocketException, EOFError):
                async with Face.open(self.address, open_timeout=5, close_timeout=0.1) as face:
                    self.visits += 1
                    await self.visit(face)
            await asyncio.sleep(0.01)

    async def visit(self, face: Face) -> None:
        more = {"contributes": True} if self.evening.alone else {}  # the deals of a set are fixed
        await face.send("hello", v=1, **more, **({"token": self.token} if self.token else {}))
        welcome = await face.hear("welcome")
        assert not welcome["stale"], f"{self.name} is forgotten"
        if self.token is None:
            await face.send("name", name=self.name)
        while not self.done:
            message = json.loads(await face.socket.recv())
            await getattr(self, f"on_{message['op']}")(face, message)

    async def on_error(self, face: Face, error: Message) -> None:
        if error["code"] == "name_taken":  # it was killed before it could tell us our token
            self.name += "x"
            await face.send("name", name=self.name)
        elif error["code"] == "no_answer":  # the worker that was to settle the options was killed
            await self.open(face)
        else:
            mixing = ("sealed", "seals_closed", "contributed", "not_sealed", "other_deal")  # the room knows it already
            known = mixing if error["re"] in ("seal", "contribute") else ("stale", "not_over", "at_table", "started")
            assert error["code"] in known, error

    async def on_you(self, face: Face, you: Message) -> None:
        self.token = you["token"]
        if you["table"] is None:
            assert not (self.step and not self.evening.finishing), "the table is forgotten"
            if self.opens:
                await self.open(face)
            else:
                while not self.evening.table:
                    await asyncio.sleep(0.01)
                await face.send("join", table=self.evening.table, watch=self.evening.alone)

    async def open(self, face: Face) -> None:
        more = {} if self.evening.alone else {"set": "evening"}
        await face.send("create", game=self.evening.game, computers="random", **more)

    async def on_table(self, face: Face, state: Message) -> None:
        self.evening.table = state["id"]
        self.check(state)
        await self.mix(face, state)
        step, view = state["step"], state["view"]
        if state["phase"] == "waiting" and self.opens:
            await face.send("start")
        elif state["phase"] in ("over", "final") and self.evening.finishing:
            await face.send("leave" if self.evening.alone else "bye")  # a goodbye would take the results along
        elif self.evening.alone and state["seat"] is None:
            return
        elif self.evening.alone and self.rng.random() < 0.2:
            begun = state["phase"] == "playing" and state["log_from"] + len(state["log"])
            if begun and self.rng.random() < 0.5:
                await face.send("undo", step=step)
            else:
                await face.send("deal", step=step, same=self.rng.random() < 0.5)
        elif state["phase"] in ("over", "final"):
            await face.send("ready", step=step)
        elif view and state["seat"] in view["turn"] and view["legal"]:
            action = self.rng.choice(view["legal"])["name"]
            self.sent[step] = action
            await face.send("act", step=step, action=action)
            if self.rng.random() < 0.1:
                self.lines_said.append(f"{self.name} {len(self.lines_said)}")
                await face.send("chat", text=self.lines_said[-1])

    async def mix(self, face: Face, state: Message) -> None:
        """Contribute, and see that a seed that was told once stays what it was."""
        promise, commitment = state["promise"], state["commitment"]
        if self.evening.alone and state["seat"] is not None and promise:
            given = self.given.setdefault(promise, self.rng.randbytes(32))
            await face.send("seal", promise=promise, seal=seal_of(given))
        if self.evening.alone and state["seed"]:
            told = (state["seed"], state["mix"])
            assert self.mixes.setdefault(commitment, told) == told, "the seed was told otherwise before"
            parts = state["mix"] and [each["given"] for each in state["mix"]["seats"] if each]
            assert all(each in (None, self.given[commitment].hex()) for each in parts or () if self.opens)

    async def on_sealed(self, face: Face, sealed: Message) -> None:
        if sealed["promise"] in self.given:
            await face.send("contribute", promise=sealed["promise"], given=self.given[sealed["promise"]].hex())

    def check(self, state: Message) -> None:
        assert state["step"] >= self.step, f"step {state['step']} after {self.step} was told"
        self.step = state["step"]
        if self.evening.alone:  # only they play: what they sent is the last line of the next step
            sent = self.sent.get(state["step"] - 1)
            if sent is not None and state["log"] and state["log"][-1]["action"] == sent:
                self.acknowledged.append((state["step"] - 1, sent))
            return
        if state["commitment"] is None:
            return
        known = self.logs.setdefault(state["commitment"], [])
        lines = [(line["seat"], line["action"]) for line in state["log"]]
        assert state["log_from"] <= len(known)
        fresh = known[: state["log_from"]] + lines
        assert fresh[: len(known)] == known, "the log was told otherwise before"
        if state["seat"] is not None:
            begun = state["step"] - len(fresh)
            for n, (seat, action) in enumerate(fresh[len(known) :], len(known)):
                # in simultaneous play our answer may be carried out at a later step than it was meant for
                if seat == state["seat"] and action in self.sent.values():
                    self.acknowledged.append((begun + n, action))
        self.logs[state["commitment"]] = fresh

    async def on_talk(self, face: Face, talk: Message) -> None:
        self.lines_heard |= {line["text"] for line in talk["lines"] if line["text"]}

    async def on_left(self, face: Face, left: Message) -> None:
        assert self.evening.finishing, left
        self.done = True

    async def on_lobby(self, face: Face, lobby: Message) -> None:
        """Nothing to do."""

    on_welcome = on_lobby


async def kill_again_and_again(folder: Path, kills: int, seed: int, tables: int, database: str = "") -> str:
    rng, room = Random(seed), Process(folder, database)
    evenings = [Evening(game) for game in TABLES[:tables]]
    people = [
        Person(
            f"ws://127.0.0.1:{room.port}/ws", f"p{n}{'ab'[each]}", evening, opens=each == 0, rng=Random(rng.random())
        )
        for n, evening in enumerate(evenings)
        for each in range(2)
    ]
    await room.start()
    lives = [asyncio.create_task(person.live()) for person in people]
    killed = 0

    async def kill_workers() -> None:
        nonlocal killed
        while True:
            await asyncio.sleep(rng.uniform(0.1, 0.6))
            killed += room.kill_a_worker(rng)

    killing = asyncio.create_task(kill_workers())

    async def until(happens: Any) -> None:
        async with asyncio.timeout(90):
            while not happens():
                for each in lives:
                    if each.done():
                        each.result()  # a complaint ends the test at once
                await asyncio.sleep(0.01)

    try:
        await until(lambda: all(person.step for person in people))
        for _ in range(kills):
            visits = [person.visits for person in people]
            await asyncio.sleep(rng.uniform(0.0, 0.25))
            await room.stop()
            await room.start()
            # half of the time the next kill comes while they are still coming back
            if rng.random() < 0.5:
                await until(lambda: all(p.visits > n for p, n in zip(people, visits, strict=True)))  # noqa: B023
        await until(lambda: sum(len(person.acknowledged) for person in people) > 20)  # else it tells us nothing
        killing.cancel()
        for evening in evenings:
            evening.finishing = True
        await until(lambda: all(person.done for person in people))
        await asyncio.gather(*lives)
        assert await room.stop(signal.SIGTERM) == 0, room.log.read_text()
    finally:
        for each in (killing, *lives):
            each.cancel()
        await asyncio.gather(killing, *lives, return_exceptions=True)
        await room.stop()
    return f"{await compare(room, evenings, people)}, {killed} workers killed"


async def compare(room: Process, evenings: list[Evening], people: list[Person]) -> str:
    """Everything that anybody was told is in the database, once."""
    store = await Store.open(room.database)
    actions = told = 0
    seeds: dict[str, list[str]] = {}
    try:
        assert await store.tables.living() == []
        for evening in evenings:
            rows = await store.tables.events(evening.table)
            assert [row.n for row in rows] == list(range(1, len(rows) + 1))
            happened = [events.decode(row.payload) for row in rows]
            for who in await store.erasures.of(evening.table):  # the room was stopped while it forgot them
                happened = [who.event(event) for event in happened]
            assert isinstance(happened[0], Opened)
            assert isinstance(happened[-1], Ended)
            session = Session(evening.table, happened[0], TOYS[evening.game].make(), 0.0)
            stored: Counter[tuple[int, str]] = Counter()
            counted = [each for event in happened if isinstance(event, Counted) for each in event.results]
            assert len({(each.person, each.dealt) for each in counted}) == len(counted)
            async with store._reading() as connection:
                found = select(*(results.c[each] for each in COUNTED)).where(results.c.table_id == evening.table)
                there = {tuple(row) for row in await connection.execute(found)}
                compared = select(set_results.c.deal, set_results.c.names, set_results.c.scores)
                listed = await connection.execute(compared.where(set_results.c.table_id == evening.table))
                of_set = sorted((deal, json.loads(names), json.loads(scores)) for deal, names, scores in listed)
            finished = [each for event in happened if isinstance(event, Counted) for each in event.finished]
            gone = {} if evening.alone else dict.fromkeys((person.name for person in people), SOMEBODY)
            told_of = [(each.deal, [gone.get(name, name) for name in each.names], each.scores) for each in finished]
            assert of_set == told_of  # whoever says goodbye is deleted here at once, and later from what happened
            assert [each.deal for each in finished] == list(range(1, len(of_set) + 1))
            drawn = [event.seed for event in happened if isinstance(event, SeedDrawn)]
            if not evening.alone:
                known = seeds.setdefault(evening.game, drawn)
                assert all(a == b for a, b in zip(known, drawn, strict=False)), "the tables of a set get the same deals"
            kept = counted if evening.alone else []
            assert there == {(each.person, each.dealt, each.score, each.won) for each in kept}
            ended = 0
            for event, at in zip(happened[1:], [row.at for row in rows][1:], strict=True):
                if isinstance(event, Acted):
                    stored[session.step, event.action] += 1
                    actions += 1
                before = len(session.uncounted)
                fold.apply(session, event, at)  # raises if anything was not legal
                ended += max(0, len(session.uncounted) - before)
            assert (session.uncounted, session.finished, ended) == ([], [], len(counted))
            said = Counter(event.text for event in happened if isinstance(event, Spoke))
            deleted = said.pop("", 0)
            """The lines of whoever said goodbye before the others."""
            assert set(said.values()) <= {1}
            for person in (each for each in people if each.evening is evening):
                assert all(stored[each] == 1 for each in person.acknowledged)
                told += len(person.acknowledged)
                assert len(person.lines_heard - set(said)) <= deleted
    finally:
        await store.close()
    assert told > 20
    return f"{actions} actions, {told} of them told to who made them, {sum(p.visits for p in people)} visits"


@pytest.mark.slow
@pytest.mark.turns(3)
async def test_five_kills(tmp_path: Path) -> None:
    print(await kill_again_and_again(tmp_path, 5, seed=1, tables=2))


@pytest.mark.slow
@pytest.mark.turns(3)
async def test_many_kills(tmp_path: Path) -> None:
    """Twelve, or as many as DEALT_KILLS says: a siege of fifty takes two minutes."""
    kills = int(os.environ.get("DEALT_KILLS", "12"))
    print(await kill_again_and_again(tmp_path, kills, seed=int.from_bytes(os.urandom(4), "big"), tables=len(TABLES)))


@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.turns(3)
async def test_kills_on_postgresql(tmp_path: Path, postgres_ready: str) -> None:
    """Five, or as many as DEALT_KILLS says."""
    kills = int(os.environ.get("DEALT_KILLS", "5"))
    print(await kill_again_and_again(tmp_path, kills, seed=2, tables=3, database=postgres_ready))
