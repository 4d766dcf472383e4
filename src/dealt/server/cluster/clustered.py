"""A room that several processes serve: what one of them knows of the others, and what it tells them."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import structlog

from dealt.server.base import logs
from dealt.server.base.background import attended, unattended
from dealt.server.base.trouble import StoreError
from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus
from dealt.server.cluster.draining import Drain
from dealt.server.cluster.gateway import Gateway
from dealt.server.cluster.ownership import Ownership
from dealt.server.cluster.presence import Presence
from dealt.server.cluster.relay import Hosted
from dealt.wire import protocol
from dealt.wire.refusal import HandedOver, Refused

if TYPE_CHECKING:
    from dealt.server.room.link import Link
    from dealt.server.room.live_table import LiveTable
    from dealt.server.room.people import Person
    from dealt.server.room.room import Room

__all__ = ["Clustered"]

ROWS_EVERY: Final = 0.25
"""The least number of seconds between two notes about tables."""
WHOLE_EVERY: Final = 10.0
GREET_EVERY: Final = 0.25
"""The least number of seconds between two greetings to one process."""
QUICK_TRIES: Final = 3
JOIN_TRIES: Final = 3
HOST_WITHIN: Final = 3.0
"""The longest that the host waits for the answers of other processes, in seconds."""

log = structlog.get_logger("dealt.cluster")


@dataclass
class _Other:
    """What is known of another process."""

    rows: dict[str, notes.Row] = field(default_factory=dict)
    connections: int = 0
    greeted: float = 0.0
    greeting: asyncio.TimerHandle | None = None


class Clustered(Presence):
    """The other processes of a room. It gets a bus and the ownership of tables, which the caller has opened."""

    owns_all = False

    def __init__(self, bus: Bus, ownership: Ownership):
        super().__init__(bus, ownership)
        self.on_drain: Callable[[], None] = lambda: None
        """Begins to hand everything over."""
        self.hosted: Hosted
        self.gateway: Gateway
        self._others: dict[int, _Other] = {}
        self._told: dict[str, notes.Row] = {}
        self._told_connections = 0
        self._timer: asyncio.TimerHandle | None = None
        self._whole: asyncio.Task[None] | None = None
        self.host: Callable[[bytes], Awaitable[bytes]]
        self._claims: dict[str, asyncio.Task[int | None]] = {}
        self._questions = itertools.count(1)
        self._host_asked: dict[int, asyncio.Future[bytes]] = {}
        self._hears: dict[Any, Callable[[int, Any], None]] = {
            **self.news_of_people,
            notes.Rows: self._rows,
            notes.Greeting: self._greeted,
            notes.Dead: self._called_dead,
            notes.Orders: self._ordered,
            notes.HostAsked: self._asked_by_host,
            notes.HostAnswered: self._host_answered,
        }

    def time(self) -> float:
        return self.ownership.time()

    async def open(self, room: Room) -> None:
        self.room = room
        hosted, gateway = self.hosted, self.gateway = Hosted(room, self), Gateway(room, self)
        self._hears |= {
            notes.Attach: hosted.attach,
            notes.Asked: hosted.asked,
            notes.Lost: lambda sender, note: hosted.lost(sender, note.relay),
            notes.Moved: lambda sender, note: gateway.moved(sender, note.table, note.owner),
        }
        for kind, act in {
            notes.Pause: lambda link, _: link.pause(),
            notes.GoOn: lambda link, _: link.go_on(),
            notes.Refresh: lambda link, note: link.refresh(anew=note.anew),
            notes.Took: lambda link, _: link.took(),
        }.items():
            self._hears[kind] = self._to(hosted.find, act)
        for kind, act in {
            notes.Sat: lambda relay, note: relay.sat(note.table),
            notes.Frame: lambda relay, note: relay.frame(note),
            notes.Long: lambda relay, note: relay.long(note.frame),
            notes.Answered: lambda relay, note: relay.answered(note),
            notes.Went: lambda relay, _: relay.went(),
            notes.Close: lambda relay, note: relay.link.close(note.code, note.reason),
            notes.Gone: lambda relay, _: relay.lose(),
        }.items():
            self._hears[kind] = self._to(gateway.find, act)
        self.ownership.on_dead, self.ownership.silent = self._dead, self.bus.silent
        self.ownership.on_taken = room.stored_tables.adopt
        self.ownership.on_claimed = self._claimed
        self.bus.on_notes, self.bus.on_gap, self.bus.on_state = self._notes, self._gap, self._state
        await self.bus.open()
        await self.ownership.start()
        self._whole = unattended(self._keep_telling(), name="cluster")

    async def close(self) -> None:
        if self._timer:
            self._timer.cancel()
        for each in (self._whole, *(other.greeting for other in self._others.values())):
            if each:
                each.cancel()
        await self.ownership.close()
        await self.bus.close()

    # --- notes

    def _notes(self, sender: int, some: Sequence[notes.Note]) -> None:
        for note in some:
            try:
                self._hears[type(note)](sender, note)
            except Exception as error:  # noqa: BLE001 - the others must be heard
                log.error("a note could not be handled", note=type(note).__name__, why=logs.where(error))

    @staticmethod
    def _to(find: Callable[[int, int], Any], act: Callable[[Any, Any], None]) -> Callable[[int, Any], None]:
        """Hands a note to the relay that it is about, if that is still there."""

        def hear(sender: int, note: Any) -> None:
            if (found := find(sender, note.relay)) is not None:
                act(found, note)

        return hear

    def _other(self, number: int) -> _Other:
        return self._others.setdefault(number, _Other())

    def _state(self, up: bool) -> None:
        """The bus works, or does not any more."""
        if up:
            self.bus.tell_all(notes.Greeting())
            self._tell_everything(None)
            self.gateway.nudge()
        else:
            self.hosted.lose()
            self.gateway.lose()
        self.room.lobby.told_of_change()

    def _gap(self, number: int) -> None:
        """Notes were lost between a process and this one: what they share begins anew."""
        other, loop = self._other(number), asyncio.get_running_loop()
        wait = other.greeted + GREET_EVERY - loop.time()
        if wait <= 0 and other.greeting is None:
            self._greet(number)
        elif other.greeting is None:
            other.greeting = loop.call_later(wait, self._greet, number)
        self.hosted.lose(number, tell=True)
        self.gateway.lose(number)

    def _greet(self, number: int) -> None:
        other = self._other(number)
        other.greeting, other.greeted = None, asyncio.get_running_loop().time()
        if number in self.ownership.alive():
            self.bus.send(number, notes.Greeting())

    def _greeted(self, sender: int, note: notes.Greeting) -> None:
        self.hosted.lose(sender, tell=True)
        self.gateway.lose(sender)
        self._tell_everything(sender)

    def _dead(self, number: int) -> None:
        """A process is no more: its people are away, and its tables are somebody else's soon."""
        other = self._others.pop(number, None)
        if other and other.greeting:
            other.greeting.cancel()
        self.bus.tell_all(notes.Dead(number))
        self.bus.forget(number)
        self.forget_process(number)
        self.hosted.lose(number)
        self.gateway.lose(number)
        self.room.lobby.told_of_change()

    def _called_dead(self, sender: int, note: notes.Dead) -> None:
        if note.number == self.number:
            self.ownership.doubt()  # if it is so, its people need not wait here until it finds out by itself

    def _tell_everything(self, number: int | None) -> None:
        """Tell a process, or all, what this one has: its people, its tables, the host's orders."""
        some: list[notes.Note] = [
            self.present(),
            notes.Rows(list(self._own_rows().values()), [], whole=True, connections=self._connections()),
            self._orders(sanctions=number is not None),
        ]
        for each in some:
            if number is None:
                self.bus.tell_all(each)
            else:
                self.bus.send(number, each)

    async def _keep_telling(self) -> None:
        while True:
            await asyncio.sleep(WHOLE_EVERY)
            self._tell_everything(None)
            self.store_again()

    # --- tables

    @property
    def here(self) -> int:
        return sum(other.connections for other in self._others.values())

    def _connections(self) -> int:
        return sum(each.link is not None and not each.link.remote for each in self.room.people)

    @property
    def tables(self) -> int:
        return sum(len(other.rows) for other in self._others.values())

    def rows(self) -> Iterator[protocol.LobbyTable]:
        return (row.table for other in self._others.values() for row in other.rows.values() if not row.private)

    def tables_changed(self) -> None:
        if self._timer is None and not self.room.closing:
            self._timer = asyncio.get_running_loop().call_later(ROWS_EVERY, self._tell_rows)

    def _tell_rows(self) -> None:
        self._timer = None
        now, before, connections = self._own_rows(), self._told, self._connections()
        new = [row for id, row in now.items() if before.get(id) != row]  # noqa: A001
        gone = [id for id in before if id not in now]  # noqa: A001
        if new or gone or connections != self._told_connections:
            self._told, self._told_connections = now, connections
            self.bus.tell_all(notes.Rows(new, gone, whole=False, connections=connections))

    def _own_rows(self) -> dict[str, notes.Row]:
        found = {}
        for id in (*self.room.live_tables, *self.room.stored_tables.ids()):  # noqa: A001
            if invited := self.room.own_invitation(id):
                found[id] = notes.Row(invited[0].table, invited[1], invited[0].by)
        return found

    def _rows(self, sender: int, note: notes.Rows) -> None:
        other = self._other(sender)
        if note.whole:
            other.rows.clear()
        for id in note.gone:  # noqa: A001
            other.rows.pop(id, None)
        for row in note.rows:
            other.rows[row.table.id] = row
            for another in self._others.values():
                if another is not other:
                    another.rows.pop(row.table.id, None)  # it was handed over
        other.connections = note.connections
        self.room.lobby.told_of_change()

    def invitation(self, table: str) -> tuple[protocol.Invitation, bool] | None:
        row = next((other.rows[table] for other in self._others.values() if table in other.rows), None)
        return None if row is None else (protocol.Invitation(row.table, row.by), row.private)

    # --- whose table it is

    async def claim(self, table: str) -> int | None:
        """The owner of a table, which is this process if nobody was; None if there is no such table. StoreError."""
        found = self._claims.get(table)
        if found is None:  # everybody at the table asks at once
            found = self._claims[table] = attended(self._claim(table))
            found.add_done_callback(lambda _: self._claims.pop(table, None))
        return await asyncio.shield(found)

    async def _claim(self, table: str) -> int | None:
        owner = await self.ownership.owner(table)
        return await self.ownership.claim(table) if owner is None else owner

    async def own_table(self, table: str) -> LiveTable | None:
        """A table of this process, restored if it has to be; None if it is another's, or has ended. StoreError."""
        stored = self.room.stored_tables
        if found := await stored.restore(table):
            return found
        if await self.ownership.claim(table) != self.number:
            return None
        await stored.adopt([table])  # in vain if it has been adopted as it was claimed
        return await stored.restore(table)

    def cannot_restore(self, table: str) -> None:
        self.room.spawn(self.ownership.refuse(table))

    def at_odds(self, people: Sequence[str]) -> None:
        for each in people:
            self.room.spawn(self.ownership.leave_refused(each))

    async def _claimed(self, tables: Sequence[str]) -> None:
        """Nobody owned these tables: they go on here."""
        await self.room.stored_tables.restore_all(list(tables))

    @property
    def reachable(self) -> bool:
        """Can notes travel between the processes?"""
        return self.bus.up

    def living(self) -> list[tuple[int, str, bool]]:
        return [(each.number, each.label, each.draining) for each in self.ownership.alive().values()]

    def load(self, number: int) -> int:
        """The number of tables of another process."""
        return len(self._other(number).rows)

    async def drain(self, connections: Callable[[], Iterable[Link]], stop_listening: Callable[[], None]) -> None:
        await Drain(self.room, self, connections, stop_listening).run()

    async def hand_over(self, table: str, to: int | None) -> None:
        """Leave a table to another process, between two actions; its people follow it and keep their connections.

        StoreError: it could not be stored, and the table goes to whoever claims it first.
        """
        room = self.room
        live = await room.stored_tables.restore(table)
        if live is None:
            return
        try:
            if not await live.hand_over(partial(self.ownership.release, table, to)):
                return
        finally:
            if live.is_handed_over():
                self._leave(live, to)

    def _leave(self, live: LiveTable, to: int | None) -> None:
        """A table is no more this process's: whoever is there goes after it."""
        room, table = self.room, live.session.id
        room.live_tables.pop(table, None)
        for each in live.session.guests:
            if (person := room.people.get(each)) and person.live is live:
                person.live = None
        self.hosted.moved(live, to)
        for each, link in list(live.links.items()):
            person = room.people.get(each)
            if not link.remote and person is not None:
                link.live = None
                link.relay = self.gateway.open(link, person, table, to or 0)
                link.relay.lose(to)
        live.links.clear()
        room.count()
        room.lobby.changed()

    async def attach(self, link: Link, person: Person) -> str | None:
        for _ in range(JOIN_TRIES):
            found = await self.ownership.seat_of(person.id)
            if found is None:
                return None
            table, owner = found
            if owner is None:
                owner = await self.ownership.claim(table)
            if owner == self.number:
                await self.own_table(table)
                if person.live is not None:
                    return None
            elif owner is not None:
                link.relay = self.gateway.open(link, person, table, owner)
                return table
        return None

    async def fetch(self, table: str) -> LiveTable | None:
        if any(table in other.rows for other in self._others.values()):
            return None
        return await self.own_table(table)

    async def join(self, link: Link, person: Person, message: protocol.Join) -> None:
        for _ in range(JOIN_TRIES):
            owner = await self.claim(message.table)
            if owner is None:
                raise Refused("no_table")
            if person.live is not None:
                raise Refused("at_table")
            if link.remote:  # it has come too late: its own process knows better
                raise HandedOver
            if owner == self.number:
                raise Refused("unreachable")  # it was taken over this very moment
            try:
                await self._join_at(owner, link, person, message)
            except Refused as refused:
                if refused.code != "unreachable":
                    raise
            else:
                return
            if not self.bus.up:
                break
        raise Refused("unreachable")

    async def _join_at(self, owner: int, link: Link, person: Person, message: protocol.Join) -> None:
        if not self.bus.up:
            raise Refused("unreachable")
        relay = self.gateway.open(link, person, "", owner)
        relay.begin()
        try:
            await relay.carry_out(message)
        finally:
            if not relay.table:
                relay.close()

    async def quick(self, link: Link, person: Person, game: str, *, soon: bool) -> bool:
        found = [
            (number, row.table)
            for number, other in self._others.items()
            for row in other.rows.values()
            if not row.private and row.table.game == game and row.table.free
            if row.table.set is None and row.table.known is None
            if not soon or row.table.phase != "playing"
            if any(each.kind == "person" and not each.away for each in row.table.seats)
        ]
        found.sort(key=lambda each: (each[1].phase == "playing", -sum(s.kind == "person" for s in each[1].seats)))
        for number, table in found[:QUICK_TRIES]:
            try:
                await self._join_at(number, link, person, protocol.Join(table.id, soon=soon))
            except (Refused, StoreError):
                continue
            return True
        return False

    # --- the host

    def ordered(self, *, sanctions: bool = False) -> None:
        self.bus.tell_all(self._orders(sanctions=sanctions))

    def _orders(self, *, sanctions: bool) -> notes.Orders:
        hosting = self.room.hosting
        return notes.Orders(hosting.says, hosting.until, hosting.ordered_at, sanctions)

    def _ordered(self, sender: int, note: notes.Orders) -> None:
        self.room.hosting.adopt(note.says, note.until, note.at)
        if note.sanctions:
            self.room.spawn(self._read_sanctions())

    async def _read_sanctions(self) -> None:
        try:
            await self.room.hosting.sanctions.load()
            await self.room.hosting.send_out_banned()
        except StoreError as error:
            log.warning("bans could not be read; they are read again with the next order", why=str(error))

    async def ask_others(self, question: bytes) -> list[bytes]:
        asked: list[asyncio.Future[bytes]] = []
        numbers = []
        for each in {*self.ownership.alive(), *self._others}:  # one that has just come has been heard, but not read of
            if each != self.number:
                answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
                number = next(self._questions)
                self._host_asked[number] = answer
                self.bus.send(each, notes.HostAsked(number, question))
                asked.append(answer)
                numbers.append(number)
        if asked:
            await asyncio.wait(asked, timeout=HOST_WITHIN)
        for number in numbers:
            del self._host_asked[number]
        return [each.result() for each in asked if each.done()]

    def _asked_by_host(self, sender: int, note: notes.HostAsked) -> None:
        self.room.spawn(self._answer_host(sender, note))

    async def _answer_host(self, sender: int, note: notes.HostAsked) -> None:
        self.bus.send(sender, notes.HostAnswered(note.n, await self.host(note.question)))

    def _host_answered(self, sender: int, note: notes.HostAnswered) -> None:
        answer = self._host_asked.get(note.n)
        if answer is not None and not answer.done():
            answer.set_result(note.answer)

    async def named(self, name: str) -> Person | None:
        store = self.room.store
        row = await store.people.of_name(name) or await store.people.of_id(name)
        return None if row is None else self.known(row)
