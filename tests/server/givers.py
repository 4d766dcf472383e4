"""People whose clients contribute to the seeds of their deals, and the records of these deals."""

from __future__ import annotations

import asyncio
import contextlib
import json
from hashlib import sha256
from typing import Any

from dealt.mix import seal_of
from dealt.server.room.room import Room
from dealt.table import Record
from dealt.wire.refusal import Refused
from tests.server.helpers import FakeLink, later, until
from tests.server.toys import TOYS


async def wait_out(room: Room, link: FakeLink) -> None:
    """The time for which a deal waits has passed."""
    later(room, 61)
    await link.do("chat", text="Well?")  # the table looks at the clock again


class Giver(FakeLink):
    """A link whose client says that it contributes. Its bytes are known, so that tests can tell where they are."""

    number = 0

    def __init__(self, room: Room):
        super().__init__(room)
        Giver.number += 1
        self.given = sha256(f"contribution {Giver.number}".encode()).digest()

    async def come(self, name: str) -> Giver:
        await self.do("hello", v=1, contributes=True)
        await self.do("name", name=name)
        self.token = self.last("you")["token"]
        return self

    async def seal(self) -> None:
        await self.do("seal", promise=self.state["promise"], seal=seal_of(self.given))

    async def contribute(self) -> None:
        await self.do("contribute", promise=self.state["promise"], given=self.given.hex())


class Prompt(Giver):
    """A client that seals what is promised and gives what was sealed as soon as it can, as the page does."""

    prompt = True

    def __init__(self, room: Room):
        super().__init__(room)
        self.doing: set[asyncio.Task[None]] = set()

    def take(self, frame: str) -> None:
        super().take(frame)
        message = json.loads(frame)
        if not self.prompt:
            return
        if message["op"] == "table" and message["seat"] is not None and message["promise"]:
            self._soon("seal", message["promise"], seal=seal_of(self.given))
        elif message["op"] == "sealed":
            self._soon("contribute", message["promise"], given=self.given.hex())

    def _soon(self, op: str, promise: str, **what: str) -> None:
        async def say() -> None:
            with contextlib.suppress(Refused):  # it is there already
                await self.do(op, promise=promise, **what)

        task = asyncio.create_task(say())
        self.doing.add(task)
        task.add_done_callback(self.doing.discard)


async def three(room: Room, *kinds: type[FakeLink], elsewhere: Room | None = None, name: str = "") -> list[Any]:
    """A full table of three people; its deal begins as soon as their contributions are there.

    Those who join are connected ``elsewhere``; all have the ``name`` as well.
    """
    doors = (room, elsewhere or room, elsewhere or room)
    people = zip(kinds, doors, ("Anna", "Bert", "Carl"), strict=True)
    links = [await kind(door).come(each + name) for kind, door, each in people]
    await links[0].do("create", game="gift", preset="long", computers="random")
    for each in links[1:]:
        await each.do("join", table=links[0].state["id"])
        await until(lambda each=each: each.messages("table"))  # type: ignore[misc]
    return links


async def record_of(link: FakeLink) -> Record:
    await link.do("record")
    return Record.from_json(link.last("record")["record"])


def verified(record: Record) -> list[str]:
    return record.verify(lambda name, **options: TOYS[name].make(**options))


async def three_named(room: Room, *names: str) -> list[Giver]:
    links = [await Giver(room).come(name) for name in names]
    await links[0].do("create", game="gift", computers="random")
    for each in links[1:]:
        await each.do("join", table=links[0].state["id"])
    return links
