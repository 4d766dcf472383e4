"""Whole evenings at a table, of one process or of several, every frame of which is searched for what its reader may not
know.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any, ClassVar

from bench.rig.crossing import Crossing
from bench.rig.judging import Honesty
from dealt.server.cluster.clustered import Clustered
from dealt.server.room.room import Room
from dealt.wire.refusal import Refused
from tests.server.helpers import FakeLink, play_deal, until

WROTE = ("3d", "4c")
"""The cards that people write of themselves."""


class Watched(FakeLink):
    """A link whose every frame is searched: here when it is sent, or by the process that sends it from elsewhere."""

    searched: ClassVar[int] = 0
    honesty: ClassVar = Honesty()
    crossing: ClassVar[Crossing | None] = None
    failures: ClassVar[list[BaseException]] = []

    @classmethod
    def begin(cls) -> None:
        """Search anew."""
        cls.honesty, cls.searched, cls.failures, cls.crossing = Honesty(Random(1), resampled=0.2), 0, [], None

    @classmethod
    def watch(cls, *rooms: Room) -> None:
        """Search as well what these processes tell each other's people."""
        cls.crossing = cls.crossing or Crossing(cls.honesty, cls.failures.append, lambda _: WROTE)
        for room in rooms:
            assert isinstance(room.cluster, Clustered)
            cls.crossing.watch(room.cluster.hosted)

    @classmethod
    def check(cls) -> None:
        """Raise what was found, if anything: much of what is sent is sent where nobody waits for it."""
        if cls.failures:
            raise cls.failures[0]

    def take(self, frame: str) -> None:
        super().take(frame)
        if self.person is None:
            return
        try:
            if self.live is not None:
                self.search(json.loads(frame), frame)
            elif Watched.crossing is not None:
                Watched.crossing.arrives(self.person.id, json.loads(frame), frame)
        except Exception as error:
            Watched.failures.append(error)
            raise

    def search(self, message: dict[str, Any], frame: str) -> None:
        """Search something that they are told by the process to which they are connected."""
        live, person = self.live, self.person
        assert live is not None
        assert person is not None
        Watched.searched += live.session.table is not None
        secret = live.joined.secret if live.joined else b""
        Watched.honesty.search(live.session, person.id, message, frame, secret, wrote=WROTE)


class Evening:
    """Two people, a watcher, computers; talk, questions, hints, refusals, reconnections; whole deals.

    Where only one can play, the second person watches too. The three may be connected to different processes.
    """

    def __init__(self, rooms: Sequence[Room], name: str = ""):
        """``rooms`` are those of Anna, who opens the table, of Bert and of Carl; all have the ``name`` as well."""
        self.links = [Watched(room) for room in rooms]
        self.table = ""
        self._name = name

    @property
    def owner(self) -> Room:
        """The process to which the table belongs."""
        return next(room for room in self._rooms() if self.table in room.live_tables)

    def _rooms(self) -> list[Room]:
        return [link.room for link in self.links if not link.room.runtime.closing]

    async def open(self, game: str, preset: str | None = None) -> None:
        """Everybody comes, and the first deal begins."""
        for link, each in zip(self.links, ("Anna", "Bert", "Carl"), strict=True):
            await link.come(each + self._name)
        anna, bert, carl = self.links
        await anna.do("create", game=game, preset=preset, computers="random")
        self.table = anna.state["id"]
        await bert.do("join", table=self.table, watch=len(anna.state["seats"]) == 1)
        await carl.do("join", table=self.table, watch=True)
        if anna.state["phase"] == "waiting":
            await anna.do("start")
        await self.all_see(1)

    async def all_see(self, deal: int) -> None:
        """Wait until everybody has been told of that deal."""
        await until(lambda: all(link.messages("table") and link.state["deal"] == deal for link in self.links))

    async def talk(self) -> None:
        """Talk, ask, and ask for what is refused."""
        for link in self.links[:2]:
            await link.do("chat", text="good luck")
            if link.state["seat"] is not None:
                with contextlib.suppress(*gone_on(link)):
                    await link.do("ask", step=link.state["step"], cards=["3d"])
            for bad in ("act", "hint", "ask", "ready", "record", "odds", "meaning", "undo", "set"):
                try:
                    await link.do(
                        bad,
                        **{
                            "act": {"step": link.state["step"], "action": "play 3d4c"},
                            "odds": {"step": link.state["step"]},
                            "meaning": {"line": 0},
                            "record": {},
                            "set": {},
                        }.get(bad, {"step": 0, **({"cards": []} if bad == "ask" else {})}),
                    )
                except Exception as refused:  # noqa: BLE001 - whatever it is, it goes to this seat
                    text = str(getattr(refused, "say", refused))
                    if link.live:
                        link.search({"op": "error", "code": "illegal", "text": text}, json.dumps(text))
            if link.choice():
                with contextlib.suppress(*gone_on(link)):
                    await link.do("hint", step=link.state["step"])
        Watched.check()

    async def play(self, rng: Random | None = None) -> bool:
        """Play the deal to its end; is another one to come?"""
        await play_deal(self.owner, list(self.links[:2]), rng or Random(7))
        Watched.check()
        return self.owner.live_tables[self.table].session.phase != "final"

    async def come_back(self, n: int, room: Room) -> None:
        """One of the people loses the connection, and comes back by that process."""
        again, before = Watched(room), self.links[n]
        await again.do("hello", v=1, token=before.token)
        again.token, self.links[n] = before.token, again
        await until(lambda: again.messages("table"))

    async def go_on(self) -> None:
        """All have seen how the deal ended, wherever they are, and are ready for the next one."""
        session = self.owner.live_tables[self.table].session
        await until(lambda: all(link.state["step"] == session.step for link in self.links[:2]))
        for link in self.links[:2]:
            if link.state["seat"] is not None:
                await link.do("ready", step=link.state["step"])

    async def read(self) -> None:
        """Ask for the record and the first deal."""
        await self.links[0].do("record")
        await self.links[0].do("replay", deal=0)
        Watched.check()


def gone_on(link: FakeLink) -> tuple[type[Exception], ...]:
    """What may happen to somebody whose table is elsewhere, and has gone on before they know."""
    return (Refused,) if link.relay else ()


async def evening(room: Room, game: str, deals: int = 2, preset: str | None = None) -> list[Watched]:
    """An evening of whole deals in a room alone, after each of which somebody is lost and comes back."""
    each = Evening([room] * 3)
    await each.open(game, preset)
    for _ in range(deals):
        await each.talk()
        if not await each.play():
            break
        await each.come_back(1, room)
        await each.go_on()
    await each.read()
    return each.links


ALONE = "act undo act deal act same undo act act act same act deal act act act deal act"


async def alone(
    room: Room, elsewhere: Room | None = None, midway: Callable[[str], Awaitable[None]] | None = None
) -> list[Watched]:
    """Somebody plays for themselves and somebody watches: moves, undo, hints, odds, deals given up and repeated.

    Who watches is connected ``elsewhere``. ``midway`` may do something to the table.
    """
    anna, bert = Watched(room), Watched(elsewhere or room)
    for link, each in ((anna, "Anna"), (bert, "Bert")):
        await link.come(each)
    await anna.do("create", game="peek")
    await bert.do("join", table=anna.state["id"], watch=True)
    await until(lambda: bert.messages("table"))
    ops = ALONE.split()
    for n, op in enumerate(ops):
        if midway and n == len(ops) // 2:
            await midway(anna.state["id"])
        step = anna.state["step"]
        if op == "act":
            assert await anna.act(Random(step))
        elif op == "undo":
            with contextlib.suppress(Refused):
                await anna.do("undo", step=step)
        else:
            await anna.do("deal", step=step, same=op == "same")
        for link in (anna, bert):
            for question in ("odds", "record", "replay", "statistics", "chat"):
                fields = {"odds": {"step": link.state["step"]}, "replay": {"deal": 0}, "chat": {"text": "hm"}}
                with contextlib.suppress(Refused):
                    await link.do(question, **fields.get(question, {}))
    await asyncio.sleep(0)
    Watched.check()
    return [anna, bert]
