"""Everything that the room keeps of somebody, as one text of JSON, which comes in pieces as it is read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec

from dealt import __version__
from dealt.server.base.config import Config
from dealt.server.room.link import Commands, Link, Person, person_of
from dealt.server.room.runtime import Runtime
from dealt.server.store.personal import Personal
from dealt.wire import protocol
from dealt.wire.refusal import Refused

FORMAT: Final = 1
PIECE: Final = 256 * 1024
"""The number of characters of which one message carries hardly more."""


class Exporting:
    """Answers ``export``; one at a time for a person. The file's form is in docs/protocol.md."""

    def __init__(self, config: Config, stored: Personal, runtime: Runtime):
        self._config, self._stored, self._runtime = config, stored, runtime
        self._asking: set[str] = set()
        self.commands: Commands = {protocol.GetExport: self._export}

    async def _export(self, link: Link, message: protocol.GetExport) -> None:
        person = person_of(link)
        if person.id in self._asking:
            raise Refused("exporting")
        self._asking.add(person.id)
        try:
            waiting = ""
            async for each in self._written(person):
                waiting += each
                if len(waiting) >= PIECE:
                    if link.person is not person:
                        return  # they have gone
                    await link.deliver(protocol.Exported(part=waiting, more=True))
                    waiting = ""
            await link.deliver(protocol.Exported(part=waiting))
        finally:
            self._asking.discard(person.id)

    async def _written(self, person: Person) -> AsyncIterator[str]:
        who = await self._stored.person(person.id)
        if not who:
            raise Refused("no_name")
        head = {
            "dealt": "person",
            "format": FORMAT,
            "room": self._config.room,
            "software": f"dealt {__version__}",
            "at": self._runtime.time(),
            "person": {key: each for key, each in who.items() if key != "id"},
        }
        yield _text(head).removesuffix("}")
        before = ""
        async for name, entry in self._stored.entries(who):
            yield "," if name == before else f'{"]" if before else ""},"{name}":['
            yield entry
            before = name
        yield "]}" if before else "}"


def _text(some: Any) -> str:
    return msgspec.json.encode(some).decode()
