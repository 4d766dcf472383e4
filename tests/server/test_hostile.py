"""Hostile frames by the thousand: the room keeps serving, and no table changes but by a legal action in its turn.

Hypothesis draws the frames: broken JSON, wrong types, foreign seats, illegal cards, stale numbers, huge and deep input.
Each drawn handful is multiplied by mutations from a drawn seed and sent down real sockets of four kinds: one that has
not said hello, one without a name, a watcher, and somebody who sits at the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from dealt.cards import STANDARD, name
from dealt.server import events, protocol
from dealt.server.events import Acted, Opened
from dealt.server.session import Session
from tests.server.helpers import Face, Served, serve
from tests.server.helpers import settings as room_settings
from tests.server.toys import TOYS

OPS = [str(each.__struct_config__.tag) for each in protocol.FromFace.__args__]  # type: ignore[attr-defined]
FIELDS = sorted({field for each in protocol.FromFace.__args__ for field in each.__struct_fields__})  # type: ignore[attr-defined]
FRAMES_EACH = 500

cards = st.lists(st.sampled_from([name(one) for one in STANDARD]), max_size=14)
actions = st.one_of(
    cards.map(lambda some: "play " + "".join(some)),
    st.sampled_from(["pass", "play", "", "give 2c", "take 3c", "bid 3n", "PASS ", "play 3d 3d", "-1", "0..9"]),
    st.text(max_size=40),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-5, 200),
    st.floats(),
    st.text(max_size=30),
    st.sampled_from(
        [
            "3d",
            "\x00",
            "\ud800".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
            "x" * 5000,
            2**53,
            -(2**63),
            2**200,
        ]
    ),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)
shaped = st.one_of(
    st.builds(lambda n, a: {"op": "act", "step": n, "action": a}, st.integers(0, 400), actions),
    st.builds(lambda n: {"op": "ready", "step": n}, st.integers(0, 400)),
    st.builds(lambda n, c: {"op": "ask", "step": n, "cards": c}, st.integers(0, 400), cards),
    st.builds(lambda op, n: {"op": op, "step": n}, st.sampled_from(["hint", "odds", "undo"]), st.integers(0, 400)),
    st.builds(lambda n, s: {"op": "deal", "step": n, "same": s}, st.integers(0, 400), st.booleans()),
    st.builds(lambda n: {"op": "replay", "deal": n}, st.integers(0, 9) | scalars),
    st.builds(
        lambda g, o: {"op": "create", "game": g, "options": o},
        st.sampled_from(["gift", "bigtwo", "x"]),
        st.dictionaries(st.text(max_size=9), scalars, max_size=4),
    ),
    st.builds(lambda n: {"op": "name", "name": n}, st.text(max_size=20)),
    st.builds(lambda t: {"op": "hello", "v": 1, "token": t}, st.text(max_size=60)),
    st.builds(
        lambda op, fields: {"op": op, **fields},
        st.sampled_from(OPS),
        st.dictionaries(st.sampled_from(FIELDS), values, max_size=5),
    ),
    values,
)
broken = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200),
    st.integers(1, 15000).map(lambda n: "[" * n),
    st.integers(1, 3000).map(lambda n: '{"op":' * n),
    st.integers(1, 1000).map(lambda n: '{"op":"chat","text":"' + "\\u0000" * n + '"}'),
    st.sampled_from(
        ["", "null", "{}", "NaN", "1e999", '{"op":"act"', '{"op":"act","op":"ready","step":0}', "\ufeff{}"]
    ),
)
handfuls = st.tuples(
    st.lists(shaped, min_size=4, max_size=12), st.lists(broken, min_size=1, max_size=5), st.integers(0, 2**32)
)


def written(message: Any) -> str:
    return json.dumps(message, ensure_ascii=False)


def multiplied(handful: tuple[list[Any], list[str | bytes], int], count: int, step: int) -> list[str | bytes]:
    """``count`` frames made from a few: unchanged, cut, doubled, with another field, or with an extreme number."""
    shapes, rubbish, seed = handful
    rng, frames = Random(seed), [*rubbish, *map(written, shapes)]
    while len(frames) < count:
        shape = rng.choice(shapes)
        draw = rng.random()
        if draw < 0.5 and isinstance(shape, dict):
            shape = dict(shape)
            if "step" in shape and draw < 0.3:
                shape["step"] = step + rng.choice([0, 0, 0, -1, 1])
            else:
                shape[rng.choice(FIELDS)] = rng.choice([None, -1, 0, step, "x", [], {}, 1.5, True, "3d", ["3d", "3d"]])
            frames.append(written(shape))
        elif draw < 0.8:
            text = written(shape)
            frames.append(
                text[: rng.randrange(len(text) + 1)] if draw < 0.65 else text + rng.choice([text, "}", ",", "\x00"])
            )
        else:
            frames.append(rng.choice(rubbish))
    return frames


def leaves(frame: str | bytes) -> bool:
    """Would it be a message by which somebody rightly leaves, or opens a table? Those aren't hostile."""
    try:
        return isinstance(protocol.decode(frame), protocol.Leave | protocol.Bye | protocol.Join | protocol.Start)
    except Exception:  # noqa: BLE001 - then it is none
        return False


class Siege:
    """Anna and Mallory at one table, a watcher, and two who have not come in."""

    def __init__(self, room: Served, stack: contextlib.AsyncExitStack):
        self.room, self.stack = room, stack
        self.frames = 0
        self.tokens: dict[str, str | None] = {}
        self.faces: dict[str, Face] = {}
        self.table = ""
        self.told = 0

    async def begin(self, game: str) -> None:
        self.anna = await self.stack.enter_async_context(Face.open(self.room.ws))
        await self.anna.come("Anna")
        await self.anna.send("create", game=game, private=True, computers="random")
        self.table = (await self.anna.hear("table"))["id"]
        for each in ("mallory", "watcher"):
            face = await self.stack.enter_async_context(Face.open(self.room.ws))
            await face.come(each)
            await face.send("join", table=self.table, watch=each == "watcher")
            await face.hear("table")
            self.faces[each], self.tokens[each] = face, face.token
        await self.anna.send("start")
        await self.anna.hear("table", lambda s: s["phase"] == "playing")
        for each in ("nobody", "stranger"):
            self.tokens[each] = None

    @property
    def session(self) -> Session:
        return self.room.room.live_tables[self.table].session

    async def face(self, who: str) -> Face:
        """Their connection; a new one if the last was closed."""
        face = self.faces.get(who)
        if face is None or face.socket.close_code is not None:
            face = self.faces[who] = await self.stack.enter_async_context(Face.open(self.room.ws))
            token = self.tokens[who]
            if who != "nobody":
                await face.send("hello", v=1, **({"token": token} if token else {}))
                await face.hear("you" if token else "welcome")
        return face

    async def send(self, who: str, frames: list[str | bytes]) -> None:
        face = await self.face(who)
        reader = asyncio.create_task(self.read(face))
        for frame in frames:
            if leaves(frame):
                continue
            try:
                await face.socket.send(frame)
            except ConnectionClosed:
                face = await self.face(who)
                reader.cancel()
                reader = asyncio.create_task(self.read(face))
            self.frames += 1
        with contextlib.suppress(ConnectionClosed):
            await face.send("ping", n=4711)
        await reader

    async def read(self, face: Face) -> None:
        """All answers, up to the one that shows that every frame has been dealt with."""
        async with asyncio.timeout(60):
            with contextlib.suppress(ConnectionClosed):
                while True:
                    message = json.loads(await face.socket.recv())
                    if message["op"] == "table":
                        face.seen.append(message)
                    self.told += 1
                    assert message.get("code") != "internal", message
                    if message == {"op": "pong", "n": 4711} or (
                        message.get("code") == "hello_first" and message["re"] == "ping"
                    ):
                        return

    async def assault(self, handful: Any) -> None:
        """One handful from all sides at once; then the table's new events are judged."""
        before = self.session.n
        frames = multiplied(handful, FRAMES_EACH, self.session.step)
        sides = ("mallory", "watcher", "stranger", "nobody")
        await asyncio.gather(*(self.send(who, frames[n::4]) for n, who in enumerate(sides)))
        assert not self.session.ended
        seat = self.session.seat_of(self.room.room.people.by_name("mallory").id)  # type: ignore[union-attr]
        rows = await self.room.room.store.events(self.table, before)
        for row in rows:
            event = events.decode(row.payload)
            allowed = (
                events.Spoke | events.MarkedReady | events.SeedDrawn | events.DealBegan | events.Acted | events.Counted
            )
            assert isinstance(event, allowed), event
            if isinstance(event, Acted) and event.by == "person":
                assert event.seat == seat, event
        await self.go_on()

    async def go_on(self) -> None:
        """One honest action, so that the next assault meets another position."""
        for face in (self.anna, await self.face("mallory")):
            await face.ask("ping", "pong", n=1)
            state = next((each for each in reversed(face.seen) if each["op"] == "table"), None)
            del face.seen[:]
            if state and state["phase"] in ("over", "final"):
                await face.send("ready", step=state["step"])
            elif state and state["view"] and state["seat"] in state["view"]["turn"] and state["step"] != face.answered:
                face.answered = state["step"]
                await face.send("act", step=state["step"], action=state["view"]["legal"][0]["name"])
                await face.ask("ping", "pong", n=2)
                return

    async def judge(self) -> None:
        """Everything that ever happened at the table was legal, by the game's own list and no other code."""
        rows = [events.decode(row.payload) for row in await self.room.room.store.events(self.table)]
        assert isinstance(rows[0], Opened)
        session = Session(self.table, rows[0], TOYS[rows[0].game].make(), 0.0)
        for event in rows[1:]:
            if isinstance(event, Acted):
                table = session.table
                assert table is not None
                assert event.action in {str(each) for each in session.game.legal(table.state, event.seat)}
            session.apply(event, 0.0)

    async def end(self) -> None:
        """The room serves on: Anna and a new guest play a whole deal elsewhere."""
        await self.judge()
        await self.anna.send("leave")
        await self.anna.hear("left")
        await self.anna.send("create", game="gift")
        await self.anna.send("start")
        await self.anna.hear("table", lambda s: s["phase"] == "playing")
        await self.anna.play()


def besiege(folder: Path, game: str, total: int) -> int:
    """Send ``total`` frames to one table; returns the number that were sent."""
    runner = asyncio.Runner()
    stack = contextlib.AsyncExitStack()

    async def begin() -> Siege:
        room = await stack.enter_async_context(serve(room_settings(folder)))
        siege = Siege(room, await stack.enter_async_context(contextlib.AsyncExitStack()))
        await siege.begin(game)
        return siege

    with runner:
        siege = runner.run(begin())
        try:

            @settings(
                max_examples=total // FRAMES_EACH * 21 // 20 + 1,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
                report_multiple_bugs=False,
            )
            @given(handfuls)
            def assault(handful: Any) -> None:
                runner.run(siege.assault(handful))

            while siege.frames < total:
                assault()
            runner.run(siege.end())
        finally:
            runner.run(stack.aclose())
    return siege.frames


@pytest.mark.parametrize("game", ["gift", "bigtwo"])
def test_two_thousand_hostile_frames(tmp_path: Path, game: str) -> None:
    assert besiege(tmp_path, game, 2_000) >= 2_000


@pytest.mark.slow
def test_a_hundred_thousand_hostile_frames(tmp_path: Path) -> None:
    sent = besiege(tmp_path, "bigtwo", 100_000)
    print(f"{sent} hostile frames")
    assert sent >= 100_000


async def test_huge_frames_close_only_their_connection(tmp_path: Path) -> None:
    async with serve(room_settings(tmp_path)) as room, Face.open(room.ws) as calm:
        await calm.come("Anna")
        for size in (16 * 1024 + 1, 100_000, 3_000_000):
            async with Face.open(room.ws) as face:
                await face.ask("hello", "welcome", v=1)
                with contextlib.suppress(ConnectionClosed):
                    await face.socket.send("x" * size)
                assert (await face.closed())[0] == 1009
        await calm.ask("ping", "pong", n=1)
