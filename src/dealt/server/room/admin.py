"""What the host does in a running room: looks at people and tables, sends out, bans, mutes, closes, tells, copies.

Everything that changes something is written to the log and to the stored list that ``dealt admin audit`` shows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
import structlog
from prometheus_client import CollectorRegistry

from dealt import __version__
from dealt.game import Say
from dealt.server.base.metrics import Whole
from dealt.server.base.trouble import StoreError
from dealt.server.room.admin_clubs import AdminClubs
from dealt.server.room.admin_pairs import AdminPairs
from dealt.server.room.admin_people import AdminPeople
from dealt.server.room.admin_records import AdminRecords
from dealt.server.room.audit import MOST_SHOWN, Answers, Audit, Parts, ends, more
from dealt.server.room.link import Connected
from dealt.server.room.live_table import LiveTable
from dealt.server.room.room import Room
from dealt.session import view
from dealt.session.seating import tidy
from dealt.wire import host_protocol as host
from dealt.wire import protocol
from dealt.wire.refusal import Refused

DRAIN_AFTER: Final = 0.3
"""Seconds after which a process begins to hand over that was told to: the host hears the answer first."""

log = structlog.get_logger("dealt.admin")


class Admin:
    """Carries out what the host asks, itself what is about the room and its tables. Refused or StoreError: not done."""

    def __init__(self, room: Room, connections: Callable[[], Iterable[Connected]]):
        self._room, self._connections, self._opened = room, connections, room.runtime.time()
        self._audit = audit = Audit(room.store, room.runtime)
        people = AdminPeople(room, connections, self._others, audit)
        records = AdminRecords(room, people.known, audit)
        self._answers: Answers = {
            host.AskState: self._state,
            host.AskAudit: audit.lines,
            host.Announce: self._announce,
            host.SetReadOnly: self._set_read_only,
            host.Drain: self._drain,
            host.AskNumbers: lambda question, _: self._own_numbers(question),
            host.AskTables: self._tables,
            host.CloseTable: self._close,
            **people.answers,
            **records.answers,
            **AdminClubs(room, audit).answers,
            **AdminPairs(room, audit).answers,
        }
        self._parts: Parts = {
            host.AskState: self._own_state,
            host.Drain: self._drain_here,
            host.AskNumbers: self._own_numbers,
            host.AskTables: self._own_tables,
            host.CloseTable: self._close_own,
            **people.parts,
        }
        room.hosting.tell, room.hosting.send_out_banned = self._tell, people.send_out_banned
        room.cluster.orders.answer = self._part

    async def do(self, question: host.HostQuestion, address: str) -> host.HostAnswer:
        """The answer to a question that comes from an address."""
        return await self._answers[type(question)](question, address)

    # --- with other processes of the room

    async def _part(self, written: bytes) -> bytes:
        """What only this process can do of a question that the host has asked another one; both as JSON."""
        question = host.decode(written)
        answer: host.HostAnswer = host.HostDone()
        try:
            if do := self._parts.get(type(question)):
                answer = await do(question)
        except (Refused, StoreError) as error:
            log.warning("what the host wants could not be done here", why=str(error))
        return host.encode(answer)

    async def _others(self, question: host.HostQuestion) -> list[Any]:
        """The answers of all other processes to a question, as far as they answer."""
        written = await self._room.cluster.orders.ask(host.encode(question))
        return [msgspec.json.decode(each, type=host.ANSWERS) for each in written]

    # --- looking

    async def _state(self, question: host.AskState, address: str) -> host.HostState:
        state = await self._own_state(question)
        for each in await self._others(question):
            state.people = max(state.people, each.people)
            state.here += each.here
            state.connections += each.connections
            state.tables += each.tables
            state.processes += each.processes
        told = {each.number for each in state.processes}
        for number, label, draining in self._room.cluster.living():
            if number not in told:
                state.processes.append(host.HostProcess(number=number, label=label, draining=draining, answers=False))
        state.processes.sort(key=lambda each: each.number)
        return state

    async def _own_state(self, question: host.AskState) -> host.HostState:
        room = self._room
        held = [each for each in room.hosting.sanctions if each.holds(room.runtime.time())]
        connections = sum(1 for _ in self._connections())
        processes = [
            host.HostProcess(
                number=number,
                label=label,
                draining=draining or room.draining,
                software=f"dealt {__version__}",
                opened=self._opened,
                here=room.people.here,
                connections=connections,
                tables=len(room.tables),
                stores=room.store.writer.healthy,
            )
            for number, label, draining in room.cluster.living()
            if number == room.cluster.number
        ]
        return host.HostState(
            processes=processes,
            room=room.config.room,
            software=f"dealt {__version__}",
            opened=self._opened,
            people=len(room.people),
            here=room.people.here,
            connections=connections,
            tables=len(room.tables),
            bans=sum(each.kind != "mute" for each in held),
            mutes=sum(each.kind == "mute" for each in held),
            read_only=room.hosting.read_only,
            announcement=room.hosting.says.text,
            stores=room.store.writer.healthy,
            database=str(room.store.file or "PostgreSQL"),
        )

    async def _own_numbers(self, question: host.AskNumbers) -> host.HostNumbers:
        return host.HostNumbers(process=self._room.cluster.number, families=self._room.metrics.families())

    async def metrics(self) -> CollectorRegistry | Whole:
        """What is measured here; in a cluster, what all processes measure, each with a label of its own."""
        own = self._room.metrics
        if self._room.cluster.owns_all:
            return own.registry
        found = {self._room.cluster.number: own.families()}
        for each in await self._others(host.AskNumbers()):
            if isinstance(each, host.HostNumbers):
                found[each.process] = each.families
        return Whole(found)

    # --- tables

    async def _tables(self, question: host.AskTables, address: str) -> host.HostTables:
        own = await self._own_tables(question)
        others = [each for answer in await self._others(question) for each in answer.tables]
        found = sorted([*own.tables, *others], key=lambda table: -table.opened)
        return host.HostTables(tables=found[:MOST_SHOWN], more=own.more + more(found))

    async def _own_tables(self, question: host.AskTables) -> host.HostTables:
        await self._room.tables.restore_all()
        found = sorted(self._room.tables.live.values(), key=lambda live: -live.session.opened_at)
        return host.HostTables(tables=[_shown(each) for each in found[:MOST_SHOWN]], more=more(found))

    async def _close(self, question: host.CloseTable, address: str) -> host.HostDone:
        table = question.table
        await self._room.cluster.claims.fetch(table)
        if await self._room.tables.restore(table):
            count = (await self._close_own(question)).count
        elif self._room.cluster.listings.invitation(table):
            count = sum(each.count for each in await self._others(question))
        else:
            raise Refused("no_table", Say("error.no_table_named", {"table": table}))
        await self._audit.note(address, "close", table)
        return host.HostDone(count=count)

    async def _close_own(self, question: host.CloseTable) -> host.HostDone:
        live = self._room.tables.live.get(question.table)
        count = len(live.links) if live else 0
        if live:
            await live.close()
        return host.HostDone(count=count)

    # --- the whole room

    async def _announce(self, question: host.Announce, address: str) -> host.HostDone:
        text = tidy(question.text).strip()
        count = self._room.hosting.announce(text, question.seconds)
        await self._audit.note(address, "announce", text, ends(question) if text else "")
        return host.HostDone(count=count)

    async def _set_read_only(self, question: host.SetReadOnly, address: str) -> host.HostDone:
        count = self._room.hosting.set_read_only(question.on)
        await self._audit.note(address, "read_only", "on" if question.on else "off")
        return host.HostDone(count=count)

    def _tell(self, says: protocol.HostSays) -> int:
        """Send what the host says to every connection; their number."""
        told = [each for each in self._connections() if each.greeted]
        for each in told:
            each.send(says)
        return len(told)

    async def _drain(self, question: host.Drain, address: str) -> host.HostDraining:
        cluster = self._room.cluster
        if cluster.owns_all:
            raise Refused("no_cluster")
        process = question.process or cluster.number
        asked = host.Drain(process=process)
        found = [await self._drain_here(asked)] if process == cluster.number else await self._others(asked)
        if not any(isinstance(each, host.HostDraining) for each in found):
            raise Refused("no_process", number=process)
        await self._audit.note(address, "drain", str(process))
        return host.HostDraining(process=process)

    async def _drain_here(self, question: host.Drain) -> host.HostAnswer:
        cluster = self._room.cluster
        if question.process != cluster.number:
            return host.HostDone()
        asyncio.get_running_loop().call_later(DRAIN_AFTER, cluster.on_drain)
        return host.HostDraining(process=cluster.number)


def _shown(live: LiveTable) -> host.HostTable:
    session = live.session
    names = {person: guest.name for person, guest in session.guests.items()}
    return host.HostTable(
        id=session.id,
        game=session.settings.game,
        phase=session.phase,
        private=session.settings.private,
        people=[names[each] for each in session.players],
        watchers=[names[each] for each in session.watchers if each not in session.players],
        away=[name for person, name in names.items() if person not in live.links],
        deals=session.dealt,
        opened=session.opened_at,
        replaced=view.who_was_replaced(session),
    )
