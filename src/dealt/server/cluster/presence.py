"""Who is connected where, and who they are: the people of a room, as one of the processes that serve it knows them.

The database says who they are. The processes tell each other who has come and gone; the newest connection counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import structlog

from dealt.server.base.trouble import StoreError
from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus
from dealt.server.cluster.part import Part
from dealt.server.room import alone
from dealt.server.room.link import Reader
from dealt.server.room.people import Person
from dealt.server.store.stored_devices import token_hash
from dealt.wire import protocol

KNOWN_AFTER: Final = 60.0
"""The seconds after which whoever has a name and is not connected is stored, or never will be."""

log = structlog.get_logger("dealt.cluster")


class FarReader:
    """Somebody who is connected at another process, and plays at no table of this one."""

    def __init__(self, tell: Callable[[notes.Note], None], person: str):
        self._tell = tell
        self._person = person

    def send(self, message: protocol.Outgoing) -> None:
        self._tell(notes.Told(self._person, protocol.encode(message), long=False))

    async def deliver(self, *messages: protocol.Outgoing) -> None:
        for message in messages:
            self._tell(notes.Told(self._person, protocol.encode(message), long=True))


class Presence(Part, alone.Presence):
    """The people of the room, wherever they are connected."""

    def __init__(self, bus: Bus, listings: alone.Listings):
        self._bus, self._number, self._listings = bus, bus.number, listings
        self._newest: dict[str, tuple[float, int]] = {}
        """When and at which process people have connected last, as long as they are connected."""
        self._unsure: set[str] = set()
        """People who are here, which is not stored."""
        self.hears: notes.Hears = {
            notes.Here: self._here,
            notes.Away: self._away,
            notes.Present: self._present,
            notes.Forgotten: lambda _, note: self.forgotten(note.person),
            notes.Told: self._told_from_afar,
        }

    def present(self) -> notes.Present:
        """All who are connected here."""
        return notes.Present({person: since for person, (since, at) in self._newest.items() if at == self._number})

    def forget_process(self, number: int) -> None:
        """Nobody is connected at that process any more."""
        for person, (_, process) in list(self._newest.items()):
            if process == number:
                del self._newest[person]

    def came(self, person: Person) -> None:
        since = max(self.room.runtime.time(), self._newest.get(person.id, (0.0, 0))[0] + 1e-6)  # clocks differ a little
        self._newest[person.id] = since, self._number
        self._bus.tell_all(notes.Here(person.id, since))
        self._listings.changed()
        self.room.runtime.start(self._arrived(person))

    async def _arrived(self, person: Person) -> None:
        """Store where somebody is, so that nobody takes their name or forgets them, whatever the bus does."""
        try:
            if not await self.room.store.people.arrived(person.id):
                self.forgotten(person.id)  # they were forgotten this very moment
        except StoreError as error:
            log.warning("it isn't stored where somebody is", why=str(error))
            self._unsure.add(person.id)

    def store_again(self) -> None:
        """Storing works again: where people are is stored at last."""
        unsure, self._unsure = self._unsure, set()
        for each in unsure:
            if (person := self.room.people.get(each)) and person.here:
                self.room.runtime.start(self._arrived(person))

    def left(self, person: Person) -> None:
        if self._newest.get(person.id, (0.0, 0))[1] == self._number:
            del self._newest[person.id]
            self._bus.tell_all(notes.Away(person.id))
        self._listings.changed()

    def since(self, person: Person) -> float:
        """When somebody's connection here was made."""
        since, at = self._newest.get(person.id, (0.0, 0))
        return since if at == self._number else 0.0

    def is_older(self, person: Person, since: float, process: int) -> bool:
        """Is there a newer connection of somebody than this one?"""
        return self._newest.get(person.id, (0.0, 0)) > (since, process)

    def link_to(self, person: str) -> Reader | None:
        _, process = self._newest.get(person, (0.0, self._number))
        return None if process == self._number else FarReader(partial(self._bus.send, process), person)

    def _told_from_afar(self, sender: int, note: notes.Told) -> None:
        person = self.room.people.get(note.person)
        link = person.here if person else None
        if link is None:
            return  # they have gone meanwhile
        if note.long:
            self.room.runtime.start(link.pass_long(note.frame))
        else:
            link.pass_on(note.frame)

    def forgot(self, person: Person) -> None:
        self._newest.pop(person.id, None)
        self._bus.tell_all(notes.Forgotten(person.id))

    def _here(self, sender: int, note: notes.Here) -> None:
        newest = self._newest.get(note.person, (0.0, 0))
        if newest > (note.since, sender):
            if newest[1] == self._number:
                self._bus.send(sender, notes.Here(note.person, newest[0]))  # theirs is to close
            return
        self._newest[note.person] = note.since, sender
        if (person := self.room.people.get(note.person)) and (link := person.here):
            person.link, live = None, link.live
            self.room.attendance.send_away(link)
            if live is not None:
                live.lose(person.id)  # until they are back by the other process
            self._listings.changed()

    def _away(self, sender: int, note: notes.Away) -> None:
        if self._newest.get(note.person, (0.0, 0))[1] == sender:
            del self._newest[note.person]
            if person := self.room.people.get(note.person):
                person.seen, person.away_since = self.room.runtime.time(), self.room.runtime.now()

    def _present(self, sender: int, note: notes.Present) -> None:
        for person, (_, at) in list(self._newest.items()):
            if at == sender and person not in note.people:
                self._away(sender, notes.Away(person))
        for person, since in note.people.items():
            if self._newest.get(person) != (since, sender):
                self._here(sender, notes.Here(person, since))

    def forgotten(self, id: str) -> None:  # noqa: A002
        """Somebody was deleted, here or elsewhere."""
        self._newest.pop(id, None)
        person = self.room.people.get(id)
        self.room.erasing.begin(id)
        if person is None:
            return
        self.room.people.remove(person)
        if link := person.link:
            person.link = link.person = None
            if link.relay:
                link.relay.close()
                self.room.lobby.enter(link)
            link.send(protocol.Forgotten())

    def doubt(self) -> None:
        """Notes were lost: somebody may be deleted whom this process still knows."""
        self.room.runtime.start(self.room.cluster.identities.look_again())


class Identities(Part, alone.Identities):
    """Reads of people whom this process does not know, or not as they are now."""

    def __init__(self, bus: Bus, presence: Presence):
        self._bus, self._presence = bus, presence
        self.hears: notes.Hears = {notes.Changed: self._changed}

    async def by_token(self, token: str) -> Person | None:
        return self._known(await self.room.store.people.of_token(token_hash(token)))

    async def person(self, id: str) -> Person | None:  # noqa: A002
        """The person of an id, from the database if they are not known here."""
        return self.room.people.get(id) or self._known(await self.room.store.people.of_id(id))

    def _known(self, row: dict[str, Any] | None) -> Person | None:
        """Somebody whose row was read, if there is one."""
        if row is None:
            return None
        room = self.room
        away = max(0.0, room.runtime.time() - row["seen"]) if row["process"] is None else 0.0
        return room.people.get(row["id"]) or room.people.load(row, room.runtime.now() - away)

    async def named(self, name: str) -> Person | None:
        return self._known(await self.room.store.people.of_name(name) or await self.room.store.people.of_id(name))

    async def meet(self, name: str) -> bool:
        self._known(await self.room.store.people.of_name(name))
        return True

    async def is_outdated(self, person: Person) -> bool:
        before = person.name
        await self._read_anew(person.id)
        return person.name != before or self.room.people.get(person.id) is not person

    def changed(self, person: Person) -> None:
        self._bus.tell_all(notes.Changed(person.id))

    def _changed(self, sender: int, note: notes.Changed) -> None:
        if self.room.people.get(note.person) is not None:
            self.room.runtime.start(self._read_anew(note.person))

    async def look_again(self) -> None:
        now, people = self.room.runtime.now(), self.room.people
        # whoever has just chosen a name may not be stored yet
        known = {each.id for each in people if each.link or now - each.away_since > KNOWN_AFTER}
        try:
            gone = known - await self.room.store.people.ids()
        except StoreError as error:
            log.warning("who was deleted elsewhere is not known", why=str(error))
            return
        for each in gone:
            self._presence.forgotten(each)

    async def _read_anew(self, id: str) -> None:  # noqa: A002
        row, person = await self.room.store.people.of_id(id), self.room.people.get(id)
        if row is None:
            self._presence.forgotten(id)
        if row is None or person is None:
            return
        if row["name"] != person.name:
            self.room.people.rename(person, row["name"])
        if row["tokens"] != person.tokens:
            self.room.people.know_by(person, row["tokens"])
        if row["avatar"] != person.avatar:
            person.avatar = row["avatar"]
            if person.live:
                person.live.tell_avatars()
