"""Hostile frames by the million: no wrong state, no failure, nothing leaked, and honest people hardly notice.

``python -m bench siege [--frames 3000000] [--seed N] [--games bigtwo,bridge]`` opens a room in this process and talks
to it by ASGI, so that every frame that leaves it is searched with the truth at hand. At a table of every game and
preset sits somebody honest. Attackers sit down beside them, watch, stand up, roam and come back under their own tokens
and those of others. In the end every table is judged by the list of legal actions alone. ``bench soak`` attacks a room
in a process of its own over real sockets.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import structlog

from bench.rig.client import RATES
from bench.rig.crossing import CROSSES, Crossing
from bench.rig.honest import Evening, Honest, Stored, percentile
from bench.rig.hostile import KINDS, Heard, Hostile, outgoing
from bench.rig.judging import Broken, Honesty, Witness, cards_in, checked, refolded, same_state
from dealt.game import Listing
from dealt.games import GAMES
from dealt.server.base.config import Config
from dealt.server.door.app import App, open_app
from dealt.server.door.outbox import CARRIER, Carrier
from dealt.server.room.live_table import LiveTable
from dealt.server.workers.workers import Workers
from dealt.session import events
from dealt.session.session import Session

__all__ = ["Report", "Siege", "besiege", "main", "tables_of", "unlimited"]

BURST: Final = 16
"""Frames that an attacker sends before they look at the answers."""
PATIENCE: Final = 120.0
KEPT_WORDS: Final = 64
SEARCHED: Final = frozenset(
    ("table", "answer", "hinted", "meaning", "odds", "error", "talk", "record", "replay", "set", "statistics", "you")
)


def unlimited(folder: Path, **changes: Any) -> Config:
    """A room without limits on messages: every hostile frame is to reach what it is meant for."""
    settings: dict[str, Any] = {
        "port": 0,
        "database": f"sqlite:///{folder / 'dealt.db'}",
        "pace_factor": 0.0,
        "per_address": 5000,
        "tables": 150,
        "people": 1500,
        "name_after": 0.5,
        "standin_after": 1.0,
        **dict.fromkeys(RATES, 0.0),
    }
    return Config(**{**settings, **changes})


def tables_of(games: Mapping[str, Listing], names: Collection[str] = ()) -> list[tuple[str, str | None]]:
    """Every game and each of its presets."""
    some = [each for each in games.values() if not names or each.name in names]
    return [(each.name, preset) for each in some for preset in (None, *each.presets)]


@dataclass
class Report:
    """What was done and found."""

    frames: int = 0
    heard: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    searched: int = 0
    compared: int = 0
    crossed: int = 0
    tables: int = 0
    actions: int = 0
    seen: int = 0
    delays: list[float] = field(default_factory=list)
    deals: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        p50, p95, p99 = (percentile(self.delays, share) for share in (0.5, 0.95, 0.99))
        return (
            f"{self.frames} hostile frames in {self.seconds:.0f} s, {self.heard} answers\n"
            f"{self.searched} frames searched for leaks, {self.compared} views compared with those of other deals, "
            f"{self.crossed} had come from another process\n"
            f"{self.tables} tables judged, {self.actions} actions, all legal and each in its turn; "
            f"{self.seen} views were those of the stored tables\n"
            f"honest people: {len(self.delays)} actions, p50 {p50:.1f} p95 {p95:.1f} p99 {p99:.1f} ms, "
            f"{self.deals} deals ended\n"
            f"refusals: {', '.join(f'{code} {count}' for code, count in self.refused.most_common())}"
        )


class Pipe:
    """A WebSocket without a socket: the application is called as a web server would call it."""

    def __init__(self, siege: Siege, address: str, app: App):
        self.siege, self.address, self.app = siege, address, app
        self.token = self.table = ""
        self.wrote: set[str] = set()
        self.news: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.closed = asyncio.Event()
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        carrier = Carrier(lambda: True, self._look, self._look_soon, lambda: 0, self._drop, lambda: False)
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": "/ws",
            "raw_path": b"/ws",
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"127.0.0.1")],
            "client": (address, 1),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
            "state": {},
            "extensions": {CARRIER: carrier, "websocket.http.response": {}},
        }
        self._task = asyncio.create_task(self._run(scope))

    async def _run(self, scope: dict[str, Any]) -> None:
        try:
            await self.app(scope, self._in.get, self._take)
        except Exception as error:  # noqa: BLE001 - whatever comes out of the room is a defect
            self.siege.fail(error)
        finally:
            self.closed.set()
            self.news.put_nowait({"op": "closed"})

    async def _take(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.closed.set()
            self.news.put_nowait({"op": "closed"})
        elif message["type"] == "websocket.send":
            self._look(message["text"].encode())

    def _look(self, frame: bytes) -> None:
        try:
            self.news.put_nowait(self.siege.look(self, frame.decode()))
        except Exception as error:  # noqa: BLE001 - the room must not swallow it
            self.siege.fail(error)

    async def _look_soon(self, frame: bytes) -> None:
        self._look(frame)

    def _drop(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def send(self, frame: str | bytes) -> None:
        """Send a text or a binary frame."""
        self._in.put_nowait({"type": "websocket.receive", "text" if isinstance(frame, str) else "bytes": frame})

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.send(msgspec.json.encode(message).decode())

    async def close(self) -> None:
        """Go without a word, and wait until the room has noticed."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._task), PATIENCE)


class Siege:
    """A room, honest people at its tables, and attackers. Several processes may serve it, all of them in this one."""

    def __init__(
        self,
        apps: Sequence[App],
        games: Mapping[str, Listing],
        rng: Random,
        total: int,
        resampled: float,
        odd: float,
        think: float,
    ):
        self.apps, self.games, self.rng, self.total = apps, games, rng, total
        self.report, self._odd, self._think = Report(), odd, think
        self._playing = asyncio.Event()
        self.honesty = Honesty(Random(rng.random()), resampled)
        self.crossing = Crossing(self.honesty, self.fail, self._wrote)
        for app in apps:
            hosted = getattr(app.room.cluster, "hosted", None)  # a room alone has none
            if hosted is not None:
                self.crossing.watch(hosted)
        self._pipes: dict[str, list[Pipe]] = {}
        self.sessions: dict[str, tuple[Session, bytes]] = {}
        self.people: list[Honest] = []
        self.ids: dict[str, Honest] = {}
        self.tokens: list[str] = []
        self._safe: set[str] = set()
        self._decoder = outgoing()
        self._failure: BaseException | None = None

    def fail(self, error: BaseException) -> None:
        """Something that must hold does not: everybody stops."""
        self._failure = self._failure or error

    def check(self) -> None:
        """Raise what was found, if anything."""
        if self._failure is not None:
            raise self._failure

    # --- every frame that the room sends

    def look(self, pipe: Pipe, frame: str) -> dict[str, Any]:
        """Search a frame at the moment when it is sent."""
        message = checked(self._decoder, frame)
        self.report.heard += 1
        op = message["op"]
        if op == "you":
            pipe.token, pipe.table = message["token"], message["table"] or ""
        elif op == "table":
            pipe.table = message["id"]
        elif op == "left":
            pipe.table = ""
        elif op == "error":
            self.report.refused[message["code"]] += 1
        elif op == "lobby":
            hidden = {id for id, live in self._live_tables() if live.session.settings.private}  # noqa: A001
            if shown := hidden & {each["id"] for each in message["tables"]}:
                raise Broken(f"the lobby shows private tables: {shown}")
        if foreign := next((token for token in self._safe if token in frame and token != pipe.token), None):
            raise Broken(f"somebody reads the token of another: {foreign[:6]}... in {op}")
        person = pipe.app.room.people.by_token(pipe.token) if pipe.token else None
        for app in self.apps:
            if live := app.room.live_tables.get(pipe.table):
                self.sessions[pipe.table] = live.session, live.joined.secret if live.joined else b""
        if person is not None and op == "you":
            self._pipes[person.id] = [*self._pipes.get(person.id, [])[-2:], pipe]
        if person is not None and pipe.table in self.sessions and op in SEARCHED:
            session, secret = self.sessions[pipe.table]
            if op in CROSSES and pipe.table not in pipe.app.room.live_tables:
                self.crossing.arrives(person.id, message, frame)
            else:
                self.honesty.search(session, person.id, message, frame, secret, pipe.wrote)
        return message

    def _wrote(self, person: str) -> Collection[str]:
        """The cards that somebody wrote, over any of their newest connections."""
        return {card for pipe in self._pipes.get(person, ()) for card in pipe.wrote}

    def _live_tables(self) -> Iterator[tuple[str, LiveTable]]:
        for app in self.apps:
            yield from app.room.live_tables.items()

    # --- honest people

    async def settle(self, number: int, game: str, preset: str | None) -> None:
        """Somebody honest opens a table and plays until the siege ends."""
        listing = self.games[game]
        wish = {"game": game, "preset": preset, "computers": "random", "private": number % 5 == 4}
        if number % 7 == 3:
            wish["set"] = "evening"
        made = listing.make(preset)
        evening = Evening(wish, alone=made.undoable, seats=made.seats)
        person = Honest(f"honest{number}", evening, Random(self.rng.random()), opens=True)
        self.people.append(person)
        pipe = Pipe(self, f"10.1.{number // 250}.{number % 250 + 1}", self.apps[number % len(self.apps)])
        for each in person.begin():
            pipe.say(each)
        try:
            while True:
                message = await pipe.news.get()
                if message["op"] == "closed":
                    raise Broken(f"{person.name} was thrown out")
                if message["op"] == "you":
                    self._safe.add(message["token"])
                    self.ids[pipe.app.room.people.by_token(message["token"]).id] = person  # type: ignore[union-attr]
                for answer in person.hear(message):
                    if answer["op"] == "act":
                        await self._playing.wait()
                        await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self._think)
                        person.acts()
                    pipe.say(answer)
        except asyncio.CancelledError:
            await pipe.close()
            raise
        except Exception as error:  # noqa: BLE001 - told by who besieges
            self.fail(error)

    async def opened(self, count: int) -> None:
        """Wait until all honest people play, ``count`` of them."""
        async with asyncio.timeout(PATIENCE):
            while len(self.people) < count or not all(person.step for person in self.people):
                self.check()
                await asyncio.sleep(0.005)
        self._playing.set()

    # --- attackers

    async def attack(self, number: int) -> None:
        """Burst after burst, on one connection after the other."""
        rng, heard = Random(self.rng.random()), Heard()
        names = [person.name for person in self.people]
        hostile = Hostile(rng, self.games, heard, self.tokens, names, odd=self._odd)
        tables = [person.evening.table for person in self.people]
        first = tables[number % len(tables)]
        token = ""
        while self.report.frames < self.total and self._failure is None:
            pipe = Pipe(self, f"10.2.{number // 250}.{number % 250 + 1}", rng.choice(self.apps))
            try:
                await self._visit(pipe, hostile, heard, rng, token, first)
            finally:
                await pipe.close()
            token = pipe.token if rng.random() < 0.8 else rng.choice([*self.tokens[-9:], ""])

    async def _visit(self, pipe: Pipe, hostile: Hostile, heard: Heard, rng: Random, token: str, table: str) -> None:
        if rng.random() < 0.95:
            pipe.say({"op": "hello", "v": 1, **({"token": token} if token else {})})
            if not token:
                pipe.say({"op": "name", "name": f"m{rng.randrange(10**7)}"})
            pipe.say({"op": "join", "table": table, "watch": rng.random() < 0.3})
        for _ in range(rng.randrange(1, 40)):
            for _ in range(BURST):
                frame = hostile.frame()
                if pipe.closed.is_set() or self.report.frames >= self.total:
                    break
                self.report.frames += 1
                pipe.wrote |= cards_in(frame) if isinstance(frame, str) else set()
                pipe.send(frame)
            if pipe.closed.is_set() or not await self._answered(pipe, heard):
                return
            if len(pipe.wrote) > KEPT_WORDS:
                pipe.wrote = set()
            if self.report.frames >= self.total or self._failure is not None:
                return

    async def _answered(self, pipe: Pipe, heard: Heard) -> bool:
        """Wait until every frame has been dealt with; False if the connection was closed."""
        pipe.say({"op": "ping", "n": 4711})
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await pipe.news.get()
                if message["op"] == "closed":
                    return False
                heard.hear(message)
                if message["op"] == "you" and message["token"] not in self.tokens[-50:]:
                    self.tokens.append(message["token"])
                if message == {"op": "pong", "n": 4711} or (
                    message["op"] == "error" and message["code"] == "hello_first" and message["re"] == "ping"
                ):
                    return True

    # --- the end

    async def rest(self) -> None:
        """Wait until no table goes on: where nobody is connected a computer carries out what it was thinking of."""
        before: list[int] = []
        while before != (now := [session.step for session, _ in self.sessions.values()]):
            before = now
            await asyncio.sleep(0.5)

    async def judge(self) -> None:
        """Broken if the store holds anything but legal actions in their turns, or the room another state."""
        report = self.report
        for id, (session, _) in self.sessions.items():  # noqa: A001
            rows = await self.apps[0].room.store.tables.events(id)
            happened = [(events.decode(row.payload), row.at) for row in rows]
            if not happened:
                continue
            witness = Witness()
            honest = {key: person for key, person in self.ids.items() if person.evening.table == id}
            stored = Stored([*honest.values()])
            witness.acts = {key: person.chosen.copy() for key, person in honest.items()}
            witness.said = {key: person.lines_said.copy() for key, person in honest.items()}

            def watch(session: Session, event: events.Event) -> None:
                witness.judge(session, event)  # noqa: B023 - called within this round
                stored.watch(session, event)  # noqa: B023

            again = refolded(id, happened, self.games, watch)
            same_state(session, again)
            stored.look(again)
            stored.judge()
            report.tables += 1
            report.actions += stored.actions.total()
            report.seen += stored.seen
        for person in self.people:
            report.delays += person.delays
            report.deals += person.deals
        report.searched, report.compared = self.honesty.searched, self.honesty.compared
        report.crossed = self.crossing.arrived


async def besiege(
    folder: Path,
    frames: int,
    *,
    seed: int = 0,
    games: Mapping[str, Listing] = GAMES,
    names: Collection[str] = (),
    workers: Workers | None = None,
    resampled: float = 0.05,
    attackers: int = 2,
    odd: float = 0.2,
    think: float = 1.0,
    progress: bool = False,
    config: Config | None = None,
    processes: int = 1,
) -> Report:
    """Send that many hostile frames to a new room; Broken if anything does not hold.

    ``attackers``: how many for each table; ``resampled``: the part of the views that is compared with other
    deals; ``odd`` is how often attackers want tables with options of their own, and
    ``think`` the seconds that honest people take for an action. ``processes``: how many serve the room, of which
    the configuration must be that of a cluster if they are several.
    """
    began = time.perf_counter()
    async with contextlib.AsyncExitStack() as stack:
        opened = [open_app(config or unlimited(folder), games, workers=workers) for _ in range(processes)]
        apps = [await stack.enter_async_context(each) for each in opened]
        siege = Siege(apps, games, Random(seed), frames, resampled, odd, think)
        tables = tables_of(games, names)
        honest = [asyncio.create_task(siege.settle(n, *each)) for n, each in enumerate(tables)]
        attacks: list[asyncio.Task[None]] = []
        try:
            await siege.opened(len(tables))
            attacks = [asyncio.create_task(siege.attack(n)) for n in range(attackers * len(tables))]
            while not all(each.done() for each in attacks):
                await asyncio.wait(attacks, timeout=10, return_when=asyncio.FIRST_EXCEPTION)
                siege.check()
                for each in attacks:
                    if each.done():
                        each.result()
                if progress:
                    print(f"  {siege.report.frames} frames after {time.perf_counter() - began:.0f} s", flush=True)
        finally:
            for each in (*attacks, *honest):
                each.cancel()
            await asyncio.gather(*attacks, *honest, return_exceptions=True)
        siege.check()
        await siege.rest()
        await siege.judge()
        siege.report.seconds = time.perf_counter() - began
        return siege.report


def main(argv: list[str]) -> int:
    """Besiege a room and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--games", default="", help="names with commas; default: all")
    arguments = parser.parse_args(argv)
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[lambda *_: ""])
    print(f"seed {arguments.seed}, {len(KINDS)} kinds of messages", flush=True)
    with tempfile.TemporaryDirectory(prefix="dealt-siege-") as folder:
        names = [each for each in arguments.games.split(",") if each]
        try:
            report = asyncio.run(
                besiege(Path(folder), arguments.frames, seed=arguments.seed, names=names, progress=True)
            )
        except Broken as broken:
            print(f"BROKEN: {broken}")
            return 1
    print(report)
    return 0
