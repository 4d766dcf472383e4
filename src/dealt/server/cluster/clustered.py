"""A process of a room that several serve: what it hears of the others, and what it tells them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import structlog

from dealt.server.base import logs
from dealt.server.base.background import unattended
from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus
from dealt.server.cluster.claims import Claims
from dealt.server.cluster.draining import Handover
from dealt.server.cluster.gateway import Gateway, Passage
from dealt.server.cluster.listings import Listings
from dealt.server.cluster.orders import Orders
from dealt.server.cluster.ownership import Ownership
from dealt.server.cluster.part import Part
from dealt.server.cluster.presence import Identities, Presence
from dealt.server.cluster.relay import Hosted
from dealt.server.room import alone
from dealt.server.room.link import Link
from dealt.server.room.room import Room

WHOLE_EVERY: Final = 10.0
GREET_EVERY: Final = 0.25
"""The least number of seconds between two greetings to one process."""

log = structlog.get_logger("dealt.cluster")


class Shared(Part, alone.Shared):
    """Tells the others that more is stored; whoever misses it finds it in the database some seconds later."""

    def __init__(self, bus: Bus):
        self._bus = bus
        self.hears: notes.Hears = {
            notes.TournamentChanged: lambda _, note: self.room.tournaments.heard(note.id),
            notes.ClubChanged: lambda _, note: self.room.clubs.heard(note.id),
        }

    def tournament(self, id: str) -> None:  # noqa: A002
        self._bus.tell_all(notes.TournamentChanged(id))

    def club(self, id: str) -> None:  # noqa: A002
        self._bus.tell_all(notes.ClubChanged(id))


class Clustered(alone.Cluster):
    """One of the processes of a room. It gets a bus and the ownership of tables, which the caller has opened."""

    owns_all = False
    listings: Listings
    presence: Presence
    orders: Orders
    shared: Shared

    def __init__(self, bus: Bus, ownership: Ownership):
        super().__init__(ownership.time)
        self.bus, self.ownership, self.number = bus, ownership, ownership.number
        self.listings = listings = Listings(bus)
        self.presence = presence = Presence(bus, listings)
        self.identities = identities = Identities(bus, presence)
        self.claims = claims = Claims(ownership, listings)
        self.hosted = hosted = Hosted(bus, presence, identities, claims)
        self.gateway = gateway = Gateway(bus, presence, claims)
        self.passage = Passage(claims, listings, gateway)
        self.handover = Handover(ownership, listings, hosted, gateway)
        self.orders = orders = Orders(bus, self._others)
        self.shared = shared = Shared(bus)
        self._parts: list[Part] = [
            *(listings, presence, identities, claims, hosted, gateway, orders, shared, self.handover)
        ]
        self._hears: notes.Hears = {notes.Greeting: self._greeted, notes.Dead: self._called_dead}
        for each in (listings, presence, identities, hosted, gateway, orders, shared):
            self._hears |= each.hears
        self._greeted_at: dict[int, float] = {}
        self._greetings: dict[int, asyncio.TimerHandle] = {}
        """Those that are to be sent in a moment."""
        self._whole: asyncio.Task[None] | None = None

    async def open(self, room: Room) -> None:
        self._lobby = room.lobby
        for each in self._parts:
            each.room = room
        self.ownership.on_dead, self.ownership.lease.silent = self._dead, self.bus.silent
        self.bus.on_notes, self.bus.on_gap, self.bus.on_state = self._notes, self._gap, self._state
        await self.bus.open()
        await self.ownership.start()
        self._whole = unattended(self._keep_telling(), name="cluster")

    async def close(self) -> None:
        self.listings.close()
        for each in (self._whole, *self._greetings.values()):
            if each:
                each.cancel()
        await self.ownership.close()
        await self.bus.close()

    async def drain(self, connections: Callable[[], Iterable[Link]], stop_listening: Callable[[], None]) -> None:
        await self.handover.run(connections, stop_listening)

    # --- who else there is

    def _others(self) -> set[int]:
        """The other processes; one that has just come has been heard, but not read of."""
        return {*self.ownership.lease.alive, *self.listings.processes()} - {self.number}

    @property
    def tidies(self) -> bool:
        return self.number == min(self.ownership.lease.alive, default=self.number)

    @property
    def reachable(self) -> bool:
        return self.bus.up

    def living(self) -> list[tuple[int, str, bool]]:
        return [(each.number, each.label, each.draining) for each in self.ownership.lease.alive.values()]

    # --- notes

    def _notes(self, sender: int, some: Sequence[notes.Note]) -> None:
        for note in some:
            try:
                self._hears[type(note)](sender, note)
            except Exception as error:  # noqa: BLE001 - the others must be heard
                log.error("a note could not be handled", note=type(note).__name__, why=logs.where(error))

    def _state(self, up: bool) -> None:
        """The bus works, or does not any more."""
        if up:
            self.bus.tell_all(notes.Greeting())
            self._tell_everything(None)
            self.presence.doubt()
            self.gateway.nudge()
        else:
            self.hosted.lose()
            self.gateway.lose()
        self._lobby.told_of_change()

    def _gap(self, number: int) -> None:
        """Notes were lost between a process and this one: what they share begins anew."""
        if number not in self._greetings:
            loop = asyncio.get_running_loop()
            wait = self._greeted_at.get(number, float("-inf")) + GREET_EVERY - loop.time()
            if wait <= 0:
                self._greet(number)
            else:
                self._greetings[number] = loop.call_later(wait, self._greet, number)
        self.hosted.lose(number, tell=True)
        self.gateway.lose(number)

    def _greet(self, number: int) -> None:
        self._greetings.pop(number, None)
        self._greeted_at[number] = asyncio.get_running_loop().time()
        self.presence.doubt()
        alive = self.ownership.lease.alive
        if number in alive or number > max(
            alive, default=0
        ):  # one that is newer than all that are known has just begun
            self.bus.send(number, notes.Greeting())

    def _greeted(self, sender: int, note: notes.Greeting) -> None:
        self.hosted.lose(sender, tell=True)
        self.gateway.lose(sender)
        self._tell_everything(sender)
        self.presence.doubt()

    def _dead(self, number: int) -> None:
        """A process is no more: its people are away, and its tables are somebody else's soon."""
        if greeting := self._greetings.pop(number, None):
            greeting.cancel()
        self._greeted_at.pop(number, None)
        self.bus.tell_all(notes.Dead(number))
        self.bus.forget(number)
        self.listings.forget_process(number)
        self.presence.forget_process(number)
        self.hosted.lose(number)
        self.gateway.lose(number)
        self._lobby.told_of_change()

    def _called_dead(self, sender: int, note: notes.Dead) -> None:
        if note.number == self.number:
            self.ownership.lease.doubt()  # if it is so, its people need not wait here until it finds out by itself

    def _tell_everything(self, number: int | None) -> None:
        """Tell a process, or all, what this one has: its people, its tables, the host's orders."""
        tell = self.bus.tell_all if number is None else partial(self.bus.send, number)
        tell(self.presence.present())
        tell(self.listings.whole())
        tell(self.orders.now(sanctions=number is not None))

    async def _keep_telling(self) -> None:
        while True:
            await asyncio.sleep(WHOLE_EVERY)
            self._tell_everything(None)
            self.presence.store_again()
