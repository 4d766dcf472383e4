"""Friends, blocks and reports: what people are to each other. One setting of the room switches all of it off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from dealt.server.room.alone import Cluster
from dealt.server.room.link import Commands, Link, Person, Reader, person_of
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.store.relations import Relations
from dealt.session.seating import tidy
from dealt.wire import protocol
from dealt.wire.refusal import Refused

REPORTED: Final = 30
"""The number of lines of talk that the host gets with a report."""

log = structlog.get_logger("dealt.friends")


@dataclass(eq=False)
class Friends:
    _on: bool
    _people: People
    _stored: Relations
    _cluster: Cluster
    _runtime: Runtime

    @property
    def commands(self) -> Commands:
        return {
            protocol.GetFriends: self._get,
            protocol.Befriend: partial(self._change, self._stored.ask),
            protocol.Unfriend: partial(self._change, lambda one, other, _: self._stored.end(one, other)),
            protocol.Block: partial(self._change, self._stored.block),
        }

    @property
    def at_table(self) -> Commands:
        """What it carries out where the talk is."""
        return {protocol.Report: self._report}

    async def check(self, dealer: str | None, person: Person) -> None:
        """Refused if whoever opened a table has blocked somebody who wants a seat there."""
        if self._on and dealer is not None and dealer != person.id and await self._stored.blocks(dealer, person.id):
            raise Refused("blocked")

    async def _get(self, link: Link, message: protocol.GetFriends) -> None:
        await self._tell(self._asker(link), link)

    async def _change(
        self,
        store: Callable[[str, str, float], Awaitable[None]],
        link: Link,
        message: protocol.Befriend | protocol.Unfriend | protocol.Block,
    ) -> None:
        """Store what is between two people from now on, and tell both."""
        person, other = self._asker(link), await self._other(link, message.name)
        await store(person.id, other.id, self._runtime.time())
        await self._tell(person, link)
        if reader := self._cluster.presence.reader(self._people, other.id):
            await self._tell(other, reader)

    async def _report(self, link: Link, message: protocol.Report) -> None:
        person, other = self._asker(link), await self._other(link, message.name)
        live, lines = link.live, []
        if live is not None:
            lines = [(each.at, each.name, each.text) for each in live.session.talk if each.name][-REPORTED:]
        table = live.session.id if live is not None else ""
        await self._stored.report(other.id, person.id, self._runtime.time(), table, tidy(message.note).strip(), lines)
        log.info("somebody was reported", name=other.name, by=person.name)
        link.send(protocol.Reported(name=other.name))

    def _asker(self, link: Link) -> Person:
        if not self._on:
            raise Refused("no_friends")
        return person_of(link)

    async def _other(self, link: Link, name: str) -> Person:
        """Somebody else, by their name."""
        wanted = name.strip()
        found = self._people.by_name(wanted) or await self._cluster.identities.named(wanted)
        if found is None or found.name.casefold() != wanted.casefold():
            raise Refused("no_person", name=wanted)
        if found is link.person:
            raise Refused("yourself")
        return found

    async def _tell(self, person: Person, reader: Reader) -> None:
        rows = await self._stored.of(person.id)
        friends = [row["id"] for row in rows if row["state"] == "friend"]
        here = {each for each in friends if self._cluster.presence.reader(self._people, each)}
        found = [protocol.Friend(row["name"], row["state"], row["avatar"], here=row["id"] in here) for row in rows]
        reader.send(protocol.Friends(people=found))
