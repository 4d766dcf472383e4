"""The gateway's end of relays: a connection here whose person is at a table of another process.

A message about the table travels to its owner and is answered from there; until the answer is here, the connection
reads no further, as it would if the table were here. Where the owner is not known or can't be reached, messages wait
for a while, the table is shown as stalled, and the relay looks for the owner until it has found one.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from typing import Final

import msgspec
import structlog

from dealt.server.base.background import Background
from dealt.server.base.deflate import Alone, Compressible
from dealt.server.base.trouble import StoreError
from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus
from dealt.server.cluster.claims import Claims
from dealt.server.cluster.listings import Listings
from dealt.server.cluster.part import Part
from dealt.server.cluster.presence import Presence
from dealt.server.cluster.relay import ELSEWHERE, about
from dealt.server.room import alone
from dealt.server.room.link import Link
from dealt.server.room.people import Person
from dealt.wire import protocol
from dealt.wire.refusal import HandedOver, Refused, say_of

WAIT: Final = 5.0
"""The longest that a message waits for the owner of its table to be found, in seconds."""
ATTACH_WITHIN: Final = 2.0
PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 2.0
"""Seconds between two tries to find an owner: at first, and when it takes long."""
QUICK_TRIES: Final = 3
JOIN_TRIES: Final = 3
MOST_WAITING: Final = 32
"""The number of messages of one relay that wait at most."""
ONCE: Final = (protocol.Chat, protocol.Phrase, protocol.Create, protocol.PlayDaily, protocol.Quick)
"""What could happen twice if it is asked for twice: nothing in it says which position it answers."""
UNKNOWN: Final = "unknown"
"""The code of an answer that never came: nobody knows whether it was done."""
MOVING: Final = b'"stalled":false'
STALLED: Final = b'"stalled":true'
"""How a table's frame says whether it goes on. No name can hold this: in a text a quotation mark is escaped."""

log = structlog.get_logger("dealt.cluster")


class Relay:
    """What leads from a connection here to a table of another process."""

    def __init__(self, gateway: Gateway, link: Link, person: Person, table: str, owner: int):
        """``table`` is empty if the person is on the way to one."""
        self.link = link
        self.person = person
        self.table = table
        self.owner = owner
        self.number = 0
        self.over = False
        """Does it lead nowhere any more?"""
        self._gateway = gateway
        self._attached = asyncio.Event()
        self._nudged = asyncio.Event()
        self._asked: dict[int, asyncio.Future[notes.Answered]] = {}
        self._numbers = itertools.count(1)
        self._queued = 0
        self._paused = False
        self._frame = b""
        """The newest state of the table, to be shown again as stalled."""
        self._finding: asyncio.Task[None] | None = None
        self._deliveries = Background()
        self._waiting = 0

    # --- towards the owner

    def takes(self, message: protocol.Incoming) -> bool:
        """Is it the owner who carries this message out?"""
        return type(message) in self._gateway.room.at_tables

    def begin(self) -> None:
        """Ask the owner to let the person in."""
        link = self.link
        since = self._gateway.presence.since(self.person)
        self._send(notes.Attach(self.number, self.person.id, self.table, since, link.address, link.contributes))

    def _send(self, note: notes.Note) -> None:
        self._gateway.send(self.owner, note)

    async def carry_out(self, message: protocol.Incoming) -> None:
        """Let the owner carry a message out. Refused as the owner refuses, or if it can't be reached in time.

        If the owner is lost before it has answered, the next one is asked, unless that could do something twice.
        """
        repeated = False
        while True:
            if not self._attached.is_set() and self.table:
                await self._wait()
            if self.over and self.link.relay is not self:  # the table is this process's by now, or another's
                if self.table and self.link.person is self.person:
                    if not isinstance(message, protocol.Join):  # they have joined, and whoever does so holds their lock
                        await self._gateway.room.handle(self.link, message)
                    return
                raise Refused("unreachable")
            answered = await self._ask(message)
            if answered.code == UNKNOWN and isinstance(message, ONCE):
                raise Refused("unreachable")
            if answered.code not in (UNKNOWN, ELSEWHERE) or not self.table:
                break
            repeated = repeated or answered.code == UNKNOWN
        if answered.code in (UNKNOWN, ELSEWHERE):
            raise Refused("unreachable")
        if answered.code and not (repeated and answered.code == "stale"):  # then it was done before
            say = answered.say or protocol.Said(f"error.{answered.code}")
            raise Refused(answered.code, say_of(say), retry_after=answered.retry_after, text=answered.text)

    async def _ask(self, message: protocol.Incoming) -> notes.Answered:
        n = next(self._numbers)
        answer: asyncio.Future[notes.Answered] = asyncio.get_running_loop().create_future()
        self._asked[n] = answer
        self._send(notes.Asked(self.number, n, msgspec.json.encode(message)))
        try:
            return await answer
        finally:
            self._asked.pop(n, None)
            if self.over and not self._asked:
                self._gateway.forget(self.number)

    async def _wait(self) -> None:
        if self._waiting >= MOST_WAITING:
            raise Refused("unreachable")
        self._waiting += 1
        try:
            async with asyncio.timeout(WAIT):
                await self._attached.wait()
        except TimeoutError:
            raise Refused("unreachable") from None
        finally:
            self._waiting -= 1

    def refresh(self) -> None:
        """The connection wants the newest state."""
        if self._attached.is_set():
            self._send(notes.Refresh(self.number, anew=False))

    # --- from the owner

    def sat(self, table: str) -> None:
        """They are at a table of the owner."""
        self.table = table
        if self.link.relay is not self:
            self.link.relay = self
            self._gateway.room.lobby.leave(self.link)
        self._attached.set()

    def frame(self, note: notes.Frame) -> None:
        """Something for the person; not once it is over: they were refused meanwhile, and are in the lobby."""
        if self.over:
            return
        if not note.table:
            self.link.pass_on(Alone(note.frame) if note.alone else note.frame)
            return
        self._frame = note.frame
        self._queued += 1
        self.link.pass_on(Compressible(note.frame), self._taken)
        if self._queued and not self._paused:
            self._paused = True
            self._send(notes.Pause(self.number))

    def _taken(self) -> None:
        self._queued -= 1
        if not self._queued and self._paused:
            self._paused = False
            if not self.over:
                self._send(notes.GoOn(self.number))

    def long(self, frame: bytes) -> None:
        """A long message: the owner hears when it is on its way."""
        self._deliveries.start(self._deliver(frame))

    async def _deliver(self, frame: bytes) -> None:
        await self.link.pass_long(frame)
        self._send(notes.Took(self.number))

    def answered(self, note: notes.Answered) -> None:
        """The answer to a message."""
        answer = self._asked.get(note.n)
        if answer is not None and not answer.done():
            answer.set_result(note)

    def went(self) -> None:
        """They are at no table of the owner any more."""
        self.end()
        if self.link.person is self.person:
            self._gateway.room.lobby.enter(self.link)

    # --- the end of it

    def close(self) -> None:
        """The connection needs the owner no more."""
        if not self.over:
            self._send(notes.Lost(self.number))
            self._fail()
            self.end()

    def end(self) -> None:
        """It leads nowhere any more; answers may still come."""
        self.over = True
        if self.link.relay is self:
            self.link.relay = None
        self._attached.set()  # who waits or looks for the owner finds that it is over
        if not self._asked:
            self._gateway.forget(self.number)

    def _fail(self, code: str = UNKNOWN) -> None:
        """What was asked is not answered any more."""
        for each in self._asked.values():
            if not each.done():
                each.set_result(notes.Answered(0, 0, code))

    # --- another owner

    def lose(self, hint: int | None = None, code: str = UNKNOWN) -> None:
        """The owner is gone, or notes were lost: look for the owner of the table, first where it may be.

        ``code`` answers what was asked.
        """
        self._fail(code)
        if self.over:
            return
        if not self.table:  # they were on the way to a table, and stay in the lobby
            self.end()
            return
        if self._attached.is_set() and self._frame:
            self.link.pass_on(Compressible(self._frame.replace(MOVING, STALLED)))
        self._attached.clear()
        self._gateway.renumber(self)
        if self._finding is None or self._finding.done():
            self._finding = self._gateway.room.runtime.start(self._find(hint))  # cancelled, it would lose a connection

    async def _find(self, hint: int | None) -> None:
        if hint and hint != self._gateway.number and self._gateway.bus.up:
            await self._attach_to(hint)
        pause = PAUSE
        while not (self._attached.is_set() or self._gateway.room.runtime.closing):
            try:
                owner = await self._gateway.claims.ownership.claim(self.table)
                if not self._attached.is_set():
                    await self._go_to(owner)
            except StoreError as error:
                log.warning("the owner of a table is not known now", table=self.table, why=str(error))
            if not self._attached.is_set():
                self._nudged.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._nudged.wait(), pause)
                pause = min(LONGEST_PAUSE, 2 * pause)

    def nudge(self) -> None:
        """Something has changed: the owner may be found now."""
        self._nudged.set()

    async def _go_to(self, owner: int | None) -> None:
        if owner is None:
            self.link.send(protocol.Left(why="gone"))
            self.went()
        elif owner == self._gateway.number:
            await self._come_home()
        elif self._gateway.bus.up:
            await self._attach_to(owner)

    async def _attach_to(self, owner: int) -> None:
        self._gateway.renumber(self)
        self.owner, self._queued, self._paused = owner, 0, False
        self.begin()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._attached.wait(), ATTACH_WITHIN)

    async def _come_home(self) -> None:
        """The table belongs to this process now."""
        claims = self._gateway.claims
        if await claims.own_table(self.table) is None:
            found = await claims.ownership.seat_of(self.person.id)
            if found is None or found[0] != self.table:  # it has ended meanwhile
                await self._go_to(None)
            return
        self.end()
        room, link, person = self._gateway.room, self.link, self.person
        if link.person is not person or person.link is not link:
            return
        if person.live is None:
            link.send(protocol.Left(why="gone"))
            room.lobby.enter(link)
        else:
            link.live = person.live
            await person.live.back(person.id, link)


class Gateway(Part):
    """The relays of a process: its own connections whose tables are elsewhere."""

    def __init__(self, bus: Bus, presence: Presence, claims: Claims):
        self.bus, self.presence, self.claims = bus, presence, claims
        self.number = claims.ownership.number
        self.send = bus.send
        self._relays: dict[int, Relay] = {}
        self._numbers = itertools.count(1)
        self.hears: notes.Hears = {
            notes.Moved: lambda owner, note: self.moved(owner, note.table, note.owner),
            notes.Sat: about(self.find, lambda relay, note: relay.sat(note.table)),
            notes.Frame: about(self.find, lambda relay, note: relay.frame(note)),
            notes.Long: about(self.find, lambda relay, note: relay.long(note.frame)),
            notes.Answered: about(self.find, lambda relay, note: relay.answered(note)),
            notes.Went: about(self.find, lambda relay, _: relay.went()),
            notes.Close: about(self.find, lambda relay, note: relay.link.close(note.code, note.reason)),
            notes.Gone: about(self.find, lambda relay, _: relay.lose()),
        }

    def open(self, link: Link, person: Person, table: str, owner: int) -> Relay:
        """A relay for a connection; it is still to begin."""
        relay = Relay(self, link, person, table, owner)
        self.renumber(relay)
        return relay

    def renumber(self, relay: Relay) -> None:
        """What still comes under the old number goes nowhere: something before it may be missing."""
        self._relays.pop(relay.number, None)
        relay.number = next(self._numbers)
        self._relays[relay.number] = relay

    def forget(self, number: int) -> None:
        """A relay is over."""
        self._relays.pop(number, None)

    def find(self, owner: int, number: int) -> Relay | None:
        """The relay of that number, if it leads to that process."""
        relay = self._relays.get(number)
        return relay if relay is not None and relay.owner == owner else None

    def lose(self, owner: int | None = None) -> None:
        """A process is dead or can't be reached: its relays look for their tables; or all relays do."""
        alive = self.claims.ownership.lease.alive
        for each in list(self._relays.values()):
            if owner in (None, each.owner):
                each.lose(each.owner if each.owner in alive else None)
            each.nudge()

    def nudge(self) -> None:
        """The bus works again: the owners that relays look for can be reached."""
        for each in self._relays.values():
            each.nudge()

    def moved(self, owner: int, table: str, to: int) -> None:
        """A table of that process is another's now; 0: nobody's."""
        for each in list(self._relays.values()):
            if each.owner == owner and each.table == table:
                each.lose(to, ELSEWHERE)  # what was done was answered before


class Passage(alone.Passage):
    """Finds the owner of a table, and opens a relay that leads there."""

    def __init__(self, claims: Claims, listings: Listings, gateway: Gateway):
        self._claims, self._listings, self._gateway = claims, listings, gateway

    async def attach(self, link: Link, person: Person) -> str | None:
        ownership = self._claims.ownership
        for _ in range(JOIN_TRIES):
            found = await ownership.seat_of(person.id)
            if found is None:
                return None
            table, owner = found
            if owner is None:
                owner = await ownership.claim(table)
            if owner == ownership.number:
                await self._claims.own_table(table)
                if person.live is not None:
                    return None
            elif owner is not None:
                link.relay = self._gateway.open(link, person, table, owner)
                return table
        return None

    async def join(self, link: Link, person: Person, message: protocol.Join) -> None:
        for _ in range(JOIN_TRIES):
            owner = await self._claims.ownership.claim(message.table)
            if owner is None:
                raise Refused("no_table")
            if person.live is not None:
                raise Refused("at_table")
            if link.remote:  # it has come too late: its own process knows better
                raise HandedOver
            if owner == self._claims.ownership.number:
                raise Refused("unreachable")  # it was taken over this very moment
            try:
                await self._join_at(owner, link, person, message)
            except Refused as refused:
                if refused.code != "unreachable":
                    raise
            else:
                return
            if not self._gateway.bus.up:
                break
        raise Refused("unreachable")

    async def _join_at(self, owner: int, link: Link, person: Person, message: protocol.Join) -> None:
        if not self._gateway.bus.up:
            raise Refused("unreachable")
        relay = self._gateway.open(link, person, "", owner)
        relay.begin()
        try:
            async with asyncio.timeout(WAIT):  # a process that is known to be dead by now is not lost once more
                await relay.carry_out(message)
        except TimeoutError:
            raise Refused("unreachable") from None
        finally:
            if not relay.table:
                relay.close()

    async def quick(self, link: Link, person: Person, game: str, *, soon: bool) -> bool:
        for number, table in self._listings.open_tables(game, soon=soon)[:QUICK_TRIES]:
            try:
                await self._join_at(number, link, person, protocol.Join(table.id, soon=soon))
            except (Refused, StoreError):
                continue
            return True
        return False
