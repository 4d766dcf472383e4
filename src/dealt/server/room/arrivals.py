"""Coming in under a name and leaving for good. Names, tokens and results are separate things.

A name with results belongs to its owner for ``name_kept`` seconds of absence, one without for ``name_after``. Who loses
a name that has results gets another one and keeps token and results. A full room forgets nobody who has results.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import structlog

from dealt import __version__
from dealt.server.base.config import Config
from dealt.server.base.limits import Quotas, is_own
from dealt.server.base.trouble import Conflict, StoreError
from dealt.server.room.alone import Cluster
from dealt.server.room.attendance import Attendance
from dealt.server.room.erasing import Erasures
from dealt.server.room.hosting import Hosting
from dealt.server.room.link import Commands, Link, Person, person_of
from dealt.server.room.lobby import Lobby
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.room.tables import Tables
from dealt.server.room.tokens import Owner, Tokens
from dealt.server.store.stored_devices import token_hash
from dealt.server.store.stored_people import StoredPeople
from dealt.session import seats
from dealt.wire import protocol
from dealt.wire.names import check_name
from dealt.wire.refusal import Refused

TRIES: Final = 3
"""The number of tries to store a new name, which another process may have given away at the same moment."""
LOOKED_UP: Final = 200
"""The number of people whose results are looked up at once, to find somebody who has none."""

log = structlog.get_logger("dealt.arrivals")


@dataclass(eq=False)
class Names:
    """Who is known under which name: makes people known, and forgets them."""

    _config: Config
    _people: People
    _stored: StoredPeople
    _erasing: Erasures
    _tables: Tables
    _cluster: Cluster
    _runtime: Runtime
    _trusts_the_clock: Callable[[], bool]
    _deciding: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held from the look at who has a name, and at how full the room is, until the newcomer is in."""

    async def new(self, name: str, address: str, device: str, check: Callable[[], None]) -> tuple[Person, str]:
        """Somebody new under a name, stored, and their token; ``check`` raises Refused if they may not come in."""
        for tries in range(TRIES, 0, -1):
            async with self._deciding:
                await self._free(name, address)
                await self._make_room()
                check()  # the host may have acted meanwhile
                person, token = self._people.create(name, self._runtime.time(), self._runtime.now(), address)
            try:
                await self._stored.add(person.id, name, name.casefold(), token_hash(token), person.seen, device)
            except StoreError as error:
                self._people.remove(person)
                if not isinstance(error, Conflict) or tries == 1 or not await self._cluster.identities.meet(name):
                    raise
            else:
                return person, token
        raise AssertionError("the last try raises")

    async def delete(self, person: Person) -> None:
        """Delete somebody for good, here at once and at tables soon; StoreError if it can't be done."""
        await self._erasing.delete(person.id)
        self._people.remove(person)
        self._cluster.presence.forgot(person)
        self._erasing.begin(person.id)

    async def _free(self, name: str, address: str) -> None:
        """Take a name, and all that look like it, from owners who have been away for too long; else Refused."""
        while owner := self._people.by_name(name):  # by each of its looks there may be another one
            if not self._may_lose(owner, address):
                if await self._cluster.identities.is_outdated(owner):
                    continue
                raise self._taken(name, owner)
            if not owner.has_results:
                owner.has_results = not await self._stored.without_results([owner.id])
            if self._people.by_name(name) is not owner or not self._may_lose(owner, address):
                continue  # something has happened meanwhile
            if owner.stored_at:
                await self._tables.restore(owner.stored_at)
            elif owner.live is not None:
                await owner.live.do(seats.leave, owner.id, lost=True)
            else:
                try:
                    await (self._rename if owner.has_results else self._forget)(owner)
                except Conflict:  # they are at another process
                    raise self._taken(name, owner) from None

    def _away_since(self) -> float | None:
        """Since when somebody must be away to lose their name; None: this process knows it best."""
        return None if self._cluster.owns_all else self._runtime.time() - self._config.name_after

    def _may_lose(self, owner: Person, address: str) -> bool:
        """May somebody at an address take the owner's name? A seat that is kept protects it against other addresses."""
        gone = self._runtime.now() - owner.away_since >= self._config.name_after
        if self._cluster.presence.reader(self._people, owner.id) or not gone:
            return False
        if owner.has_results:
            away = self._runtime.time() - owner.seen
            return not owner.at_table and away >= self._config.name_kept and self._trusts_the_clock()
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
            await self._stored.rename(owner.id, after, away_since=self._away_since())
        except StoreError:
            self._people.rename(owner, before)
            raise
        self._cluster.identities.changed(owner)
        log.info("a name was given up", name=before, now=after)

    async def _forget(self, person: Person) -> None:
        """Forget somebody who has no results; Conflict if they are at another process."""
        self._people.remove(person)
        try:
            gone = await self._stored.forget([person.id], with_results=False, away_since=self._away_since())
            if not gone:
                raise Conflict("somebody is back")
        except StoreError:
            self._people.add(person)
            raise
        self._cluster.presence.forgot(person)

    async def _make_room(self) -> None:
        """Forget who has been away longest among those without results, if the room is full; Refused if it stays so."""
        if len(self._people) < self._config.people:
            return
        idle = [each for each in self._people if self._is_idle(each)]
        idle.sort(key=lambda person: person.away_since)
        for first in range(0, len(idle), LOOKED_UP):
            some = idle[first : first + LOOKED_UP]
            without = await self._stored.without_results([each.id for each in some])
            for each in some:
                each.has_results = each.id not in without
                if self._is_idle(each):
                    with contextlib.suppress(Conflict):
                        await self._forget(each)
                        return
        raise Refused("too_many_people")

    def _is_idle(self, person: Person) -> bool:
        """Is somebody away from room and tables, and without results as far as is known?"""
        away = self._runtime.now() - person.away_since
        here = self._cluster.presence.reader(self._people, person.id)
        return not (here or person.at_table or person.has_results or away < self._config.name_after)


@dataclass(eq=False)
class Arrivals:
    """Greets connections, and carries out ``name``, ``avatar`` and ``bye``."""

    _config: Config
    _people: People
    _names: Names
    _tokens: Tokens
    _stored: StoredPeople
    _attendance: Attendance
    _tables: Tables
    _hosting: Hosting
    _quotas: Quotas
    _lobby: Lobby
    _cluster: Cluster
    _runtime: Runtime
    _passkeys: str = ""
    """The origin at which people can have them."""
    push: str = ""
    """The room's key for push services."""
    addresses: list[str] = field(default_factory=list)
    """Where other machines can reach the room."""

    @property
    def commands(self) -> Commands:
        return {protocol.Name: self._name, protocol.ChooseAvatar: self._choose_avatar}

    @property
    def at_table(self) -> Commands:
        """What it carries out where the table is that they leave."""
        return {protocol.Bye: self._bye}

    async def hello(self, link: Link, message: protocol.Hello) -> None:
        """Greet a connection, and bring back whom its token names; Refused if they may not come in."""
        hosting, config = self._hosting, self._config
        await hosting.check_invite(message.invite or "", link.address)
        try:
            owner = await self._tokens.owner(message.token) if message.token else None
        except StoreError:
            link.close(1013, "storage")  # they come back by themselves
            return
        person = None if owner is None else owner.person
        hosting.check_ban(link.address, person)
        link.contributes, link.device = message.contributes, message.device
        link.send(
            protocol.Welcome(
                v=protocol.VERSION,
                room=config.room,
                greeting=config.greeting,
                software=f"dealt {__version__}",
                stale=bool(message.token) and person is None,
                servers=[protocol.ServerInfo(name, url) for name, url in config.server_list],
                addresses=self.addresses if is_own(link.address) else [],
                hints=config.hints,
                friends=config.friends,
                clubs=config.clubs,
                passkeys=self._passkeys,
                push=self.push,
            )
        )
        if hosting.says.text or hosting.read_only:
            link.send(hosting.says)
        if owner is None:
            self._lobby.enter(link)
        else:
            await self._back(link, owner)

    async def _back(self, link: Link, owner: Owner) -> None:
        person = owner.person
        try:
            await self._attendance.attach(link, person, owner.token, owner.device)
        except StoreError as error:
            log.error("a table could not be read", table=person.stored_at, why=str(error))
            link.close(1013, "storage")
        if owner.changed:
            self._cluster.identities.changed(person)

    async def _name(self, link: Link, message: protocol.Name) -> None:
        if link.person is not None:
            raise Refused("named", name=link.person.name)
        name, address = check_name(message.name), link.home

        check = partial(self._hosting.check_newcomer, name, link.address)
        check()
        async with self._quotas.name(address, self._runtime.now()):
            person, token = await self._names.new(name, address, link.device, check)
        if link.gone:  # nobody has the token: the name is free for whoever asks again
            await self._names.delete(person)
            return
        self._hosting.check_ban(link.address, person)  # the host may have acted while it was being stored
        await self._attendance.attach(link, person, token)
        self._lobby.changed()
        log.info("somebody came", name=name)

    async def _choose_avatar(self, link: Link, message: protocol.ChooseAvatar) -> None:
        person = person_of(link)
        async with person.lock:
            await self._stored.choose_avatar(person.id, message.avatar)
            person.avatar = message.avatar
            self._cluster.identities.changed(person)
            if live := await self._tables.table_of(person):
                live.tell_avatars()
            link.send(protocol.AvatarChosen(avatar=message.avatar))
        self._lobby.changed()

    async def _bye(self, link: Link, message: protocol.Bye) -> None:
        person = person_of(link)
        await self.forget(person, link)
        log.info("somebody said goodbye", name=person.name)

    async def forget(self, person: Person, link: Link | None = None) -> None:
        """Delete somebody with their results, from their table too; StoreError if it can't be done.

        ``link``: they have asked for it by that one.
        """
        async with person.lock:
            if live := await self._tables.table_of(person):
                await live.do(seats.leave, person.id)
            elif link is not None:
                link.send(protocol.Left(why="left"))
            await self._names.delete(person)
            for each in dict.fromkeys((link, person.link)):  # another tab may have opened meanwhile
                if each is not None:
                    each.person = None
                    if link is not None:
                        each.send(protocol.Forgotten())
            person.link = None
            self._lobby.changed()
