"""Coming in under a name and leaving for good. Names, tokens and results are separate things.

A name with results belongs to its owner for ``name_kept`` seconds of absence, one without for ``name_after``. Who loses
a name that has results gets another one and keeps token and results. A full room forgets nobody who has results.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

import structlog

from dealt.server.base.limits import address_group
from dealt.server.base.names import check_name
from dealt.server.base.trouble import Conflict, StoreError
from dealt.server.room.link import Link, person_of
from dealt.server.room.people import Person
from dealt.session import seats
from dealt.wire import protocol
from dealt.wire.refusal import Refused

if TYPE_CHECKING:
    from dealt.server.room.room import Room

__all__ = ["Arrivals"]

TRIES: Final = 3
"""The number of tries to store a new name, which another process may have given away at the same moment."""
LOOKED_UP: Final = 200
"""The number of people whose results are looked up at once, to find somebody who has none."""

log = structlog.get_logger("dealt.arrivals")


class Arrivals:
    """Carries out ``name``, ``avatar`` and ``bye``."""

    def __init__(self, room: Room):
        self._room = room
        self._people = room.people
        self._deciding = asyncio.Lock()
        """Held from the look at who has a name, and at how full the room is, until the newcomer is in."""
        self.commands: dict[type[protocol.Incoming], Callable[[Link, Any], Coroutine[Any, Any, None]]] = {
            protocol.Name: self._name,
            protocol.ChooseAvatar: self._choose_avatar,
            protocol.Bye: self._bye,
        }

    async def _name(self, link: Link, message: protocol.Name) -> None:
        room, address = self._room, address_group(link.address)
        if link.person is not None:
            raise Refused("named", name=link.person.name)
        name = check_name(message.name)
        room.hosting.check_newcomer(name, link.address)
        async with room.quotas.name(address, room.now()):
            person, token = await self._new(link, name, address)
        room.hosting.check_ban(link.address, person)  # the host may have acted while it was being stored
        await room.attach(link, person, token)
        room.lobby.changed()
        log.info("somebody came", name=name)

    async def _new(self, link: Link, name: str, address: str) -> tuple[Person, str]:
        """Somebody new under a name, stored, and their token."""
        room = self._room
        for tries in range(TRIES, 0, -1):
            async with self._deciding:
                await self._free(name, address)
                await self._make_room()
                room.hosting.check_newcomer(name, link.address)  # the host may have acted meanwhile
                person, token = self._people.create(name, room.time(), room.now(), address)
            try:
                await room.store.people.add(person.id, name, name.casefold(), person.token, person.seen)
            except StoreError as error:
                self._people.remove(person)
                if not isinstance(error, Conflict) or tries == 1 or not await room.cluster.identities.meet(name):
                    raise
            else:
                return person, token
        raise AssertionError("the last try raises")

    async def _free(self, name: str, address: str) -> None:
        """Take a name, and all that look like it, from owners who have been away for too long; else Refused."""
        while owner := self._people.by_name(name):  # by each of its looks there may be another one
            if not self._may_lose(owner, address):
                if await self._room.cluster.identities.is_outdated(owner):
                    continue
                raise self._taken(name, owner)
            if not owner.has_results:
                owner.has_results = not await self._room.store.people.without_results([owner.id])
            if self._people.by_name(name) is not owner or not self._may_lose(owner, address):
                continue  # something has happened meanwhile
            if owner.stored_at:
                await self._room.stored_tables.restore(owner.stored_at)
            elif owner.live is not None:
                await owner.live.do(seats.leave, owner.id, lost=True)
            else:
                try:
                    await (self._rename if owner.has_results else self._forget)(owner)
                except Conflict:  # they are at another process
                    raise self._taken(name, owner) from None

    def _away_since(self) -> float | None:
        """Since when somebody must be away to lose their name; None: this process knows it best."""
        return None if self._room.cluster.owns_all else self._room.time() - self._room.config.name_after

    def _may_lose(self, owner: Person, address: str) -> bool:
        """May somebody at an address take the owner's name? A seat that is kept protects it against other addresses."""
        room = self._room
        here = owner.link or room.cluster.presence.is_elsewhere(owner)
        if here or room.now() - owner.away_since < room.config.name_after:
            return False
        if owner.has_results:
            away = room.time() - owner.seen
            return not owner.at_table and away >= room.config.name_kept and room.tidying.trusts_the_clock()
        return not owner.at_table or owner.address == address

    def _taken(self, name: str, owner: Person) -> Refused:
        """The refusal of a name that is another person's, or looks like theirs; it proposes a free one."""
        free = self._people.alternative(name)
        if name.casefold() == owner.name.casefold():
            return Refused("name_taken", name=name, free=free)
        return Refused("name_alike", name=name, other=owner.name, free=free)

    async def _rename(self, owner: Person) -> None:
        before, after = owner.name, self._people.alternative(owner.name)
        self._people.rename(owner, after)
        try:
            await self._room.store.people.rename(owner.id, after, away_since=self._away_since())
        except StoreError:
            self._people.rename(owner, before)
            raise
        self._room.cluster.identities.changed(owner)
        log.info("a name was given up", name=before, now=after)

    async def _forget(self, person: Person) -> None:
        """Forget somebody who has no results; Conflict if they are at another process."""
        self._people.remove(person)
        try:
            gone = await self._room.store.people.forget([person.id], with_results=False, away_since=self._away_since())
            if not gone:
                raise Conflict("somebody is back")
        except StoreError:
            self._people.add(person)
            raise
        self._room.cluster.presence.forgot(person)

    async def _make_room(self) -> None:
        """Forget who has been away longest among those without results, if the room is full; Refused if it stays so."""
        room = self._room
        if len(self._people) < room.config.people:
            return
        idle = [each for each in self._people if self._is_idle(each)]
        idle.sort(key=lambda person: person.away_since)
        for first in range(0, len(idle), LOOKED_UP):
            some = idle[first : first + LOOKED_UP]
            without = await room.store.people.without_results([each.id for each in some])
            for each in some:
                each.has_results = each.id not in without
                if self._is_idle(each):
                    with contextlib.suppress(Conflict):
                        await self._forget(each)
                        return
        raise Refused("too_many_people")

    def _is_idle(self, person: Person) -> bool:
        """Is somebody away from room and tables, and without results as far as is known?"""
        away = self._room.now() - person.away_since
        here = person.link or self._room.cluster.presence.is_elsewhere(person)
        return not (here or person.at_table or person.has_results or away < self._room.config.name_after)

    async def _choose_avatar(self, link: Link, message: protocol.ChooseAvatar) -> None:
        person = person_of(link)
        async with person.lock:
            await self._room.store.people.choose_avatar(person.id, message.avatar)
            person.avatar = message.avatar
            self._room.cluster.identities.changed(person)
            if live := await self._room.table_of(person):
                live.tell_avatars()
            link.send(protocol.AvatarChosen(avatar=message.avatar))
        self._room.lobby.changed()

    async def _bye(self, link: Link, message: protocol.Bye) -> None:
        person = person_of(link)
        async with person.lock:
            if live := await self._room.table_of(person):
                await live.do(seats.leave, person.id)
            else:
                link.send(protocol.Left(why="left"))
            await self._delete(person, link)
        log.info("somebody said goodbye", name=person.name)

    async def forget(self, person: Person) -> None:
        """Delete somebody with their results, from their table too; StoreError if it can't be done."""
        async with person.lock:
            if live := await self._room.table_of(person):
                await live.do(seats.leave, person.id)
            await self._delete(person, None)

    async def _delete(self, person: Person, link: Link | None) -> None:
        await self._room.store.people.forget([person.id])
        self._people.remove(person)
        self._room.cluster.presence.forgot(person)
        for each in (link, person.link):  # another tab may have opened meanwhile
            if each is not None:
                each.person = None
        person.link = None
        self._room.count()
        self._room.lobby.changed()
