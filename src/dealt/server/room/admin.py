"""What the host does in a running room: looks at people and tables, sends out, bans, mutes, closes, tells, copies.

Everything that changes something is written to the log and to the stored list that ``dealt admin audit`` shows.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog
from sqlalchemy import delete, func, insert, select

from dealt import __version__
from dealt.game import Say
from dealt.server.base.limits import address_group
from dealt.server.base.metrics import Whole
from dealt.server.base.names import check_name
from dealt.server.base.trouble import StoreError
from dealt.server.room.link import turn_out
from dealt.server.store import database
from dealt.server.store.sanctions import WIDEST, Network, Sanction, network_of
from dealt.session import seats, view
from dealt.session.seating import tidy
from dealt.wire import host_protocol as host
from dealt.wire import protocol
from dealt.wire.refusal import Refused

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

    from dealt.server.room.link import Connected, Person
    from dealt.server.room.live_table import LiveTable
    from dealt.server.room.room import Room

__all__ = ["Admin"]

MOST_SHOWN: Final = 1000
"""The number of people or tables that one answer holds at most."""
AUDIT_KEPT: Final = 10_000
"""The number of lines of the audit that are kept."""
DRAIN_AFTER: Final = 0.3
"""Seconds after which a process begins to hand over that was told to: the host hears the answer first."""
EXPORTED: Final = 100
"""The number of people whose results one answer holds: more would keep everybody waiting."""

OWN: Final = (network_of("127.0.0.0/8"), network_of("::1/128"))
"""The room's own machine."""

log = structlog.get_logger("dealt.admin")


class Admin:
    """Carries out what the host asks. Refused or StoreError: it was not done."""

    def __init__(self, room: Room, connections: Callable[[], Iterable[Connected]]):
        self._room = room
        self._connections = connections
        self._backing_up = asyncio.Lock()
        self._opened = room.time()
        room.hosting.tell = self._tell
        room.hosting.send_out_banned = self._send_out_banned
        room.cluster.orders.answer = self.part
        self._doing: dict[type[host.HostQuestion], Callable[[Any, str], Coroutine[Any, Any, host.HostAnswer]]] = {
            host.AskState: self._state,
            host.AskPeople: self._people,
            host.AskTables: self._tables,
            host.AskBans: self._bans,
            host.AskAudit: self._audit,
            host.Kick: self._kick,
            host.Ban: self._ban,
            host.Mute: self._mute,
            host.Lift: self._lift,
            host.CloseTable: self._close,
            host.Announce: self._announce,
            host.SetReadOnly: self._set_read_only,
            host.BackUp: self._back_up,
            host.Export: self._export,
            host.Forget: self._forget,
            host.Drain: self._drain,
            host.AskNumbers: self._numbers,
        }

    async def do(self, question: host.HostQuestion, address: str) -> host.HostAnswer:
        """The answer to a question that comes from an address."""
        return await self._doing[type(question)](question, address)

    # --- with other processes of the room

    async def part(self, written: bytes) -> bytes:
        """What only this process can do of a question that the host has asked another one; both as JSON."""
        question = host.decode(written)
        answer: host.HostAnswer = host.HostDone()
        try:
            match question:
                case host.AskState():
                    answer = self._own_state()
                case host.AskTables():
                    answer = await self._own_tables()
                case host.AskPeople():
                    answer = self._own_people(question, [p for p in self._room.people if p.link or p.live])
                case host.Kick() | host.Forget():
                    if person := self._room.people.get(question.name):
                        why = Refused("kicked" if isinstance(question, host.Kick) else "deleted")
                        answer = host.HostDone(count=await self._send_out(person, why), address=person.address)
                case host.Ban():
                    await self._room.hosting.sanctions.load()
                    answer = host.HostDone(count=await self._send_out_banned())
                case host.CloseTable() if question.table in self._room.live_tables:
                    answer = host.HostDone(count=await self._close_own(question.table), bans=[])
                case host.Drain() if question.process == self._room.cluster.number:
                    answer = await self._drain(question, "")
                case host.AskNumbers():
                    answer = await self._numbers(question, "")
                case _:
                    pass
        except (Refused, StoreError) as error:
            log.warning("what the host wants could not be done here", why=str(error))
        return host.encode(answer)

    async def _others(self, question: host.HostQuestion) -> list[Any]:
        """The answers of all other processes to a question, as far as they answer."""
        written = await self._room.cluster.orders.ask(host.encode(question))
        return [msgspec.json.decode(each, type=host.ANSWERS) for each in written]

    # --- looking

    async def _state(self, question: host.AskState, address: str) -> host.HostState:
        state = self._own_state()
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

    def _own_state(self) -> host.HostState:
        room = self._room
        held = [each for each in room.hosting.sanctions if each.holds(room.time())]
        here = room.people.here
        connections = sum(1 for _ in self._connections())
        processes = [
            host.HostProcess(
                number=number,
                label=label,
                draining=draining or room.draining,
                software=f"dealt {__version__}",
                opened=self._opened,
                here=here,
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
            here=here,
            connections=connections,
            tables=len(room.tables),
            bans=sum(each.kind != "mute" for each in held),
            mutes=sum(each.kind == "mute" for each in held),
            read_only=room.hosting.read_only,
            announcement=room.hosting.says.text,
            stores=room.store.writer.healthy,
            database=str(room.store.file or "PostgreSQL"),
        )

    async def _people(self, question: host.AskPeople, address: str) -> host.HostPeople:
        own = self._own_people(question, self._room.people)
        others = [each for answer in await self._others(question) for each in answer.people]
        if not others:
            return own
        known: dict[str, host.HostPerson] = {each.id: each for each in own.people}
        for each in others:
            known[each.id] = _together(known.get(each.id, each), each)
        found = sorted(known.values(), key=lambda each: (not each.here, -each.seen, each.name.casefold()))
        return host.HostPeople(people=found[:MOST_SHOWN], more=own.more + _more(found))

    def _own_people(self, question: host.AskPeople, some: Iterable[Person]) -> host.HostPeople:
        wanted, elsewhere = question.find.casefold(), self._room.cluster.presence.is_elsewhere
        found = [
            each
            for each in some
            if (each.link or not question.here or elsewhere(each)) and wanted in each.name.casefold()
        ]
        found.sort(key=lambda each: (each.link is None, -each.seen, each.name.casefold()))
        return host.HostPeople(people=[self._shown(each) for each in found[:MOST_SHOWN]], more=_more(found))

    def _shown(self, person: Person) -> host.HostPerson:
        room = self._room
        return host.HostPerson(
            id=person.id,
            name=person.name,
            here=person.link is not None or room.cluster.presence.is_elsewhere(person),
            address=person.address,
            table=person.live.session.id if person.live else person.stored_at or None,
            seen=room.time() if person.link else person.seen,
            has_results=person.has_results,
            muted=room.hosting.sanctions.on_talk(person.name, person.id, room.time()) is not None,
        )

    async def _tables(self, question: host.AskTables, address: str) -> host.HostTables:
        own = await self._own_tables()
        others = [each for answer in await self._others(question) for each in answer.tables]
        found = sorted([*own.tables, *others], key=lambda table: -table.opened)
        return host.HostTables(tables=found[:MOST_SHOWN], more=own.more + _more(found))

    async def _own_tables(self) -> host.HostTables:
        await self._room.stored_tables.restore_all()
        found = sorted(self._room.live_tables.values(), key=lambda live: -live.session.opened_at)
        return host.HostTables(tables=[_table(each) for each in found[:MOST_SHOWN]], more=_more(found))

    async def _bans(self, question: host.AskBans, address: str) -> host.HostBans:
        now = self._room.time()
        return host.HostBans(
            bans=sorted((s for s in self._room.hosting.sanctions if s.holds(now)), key=lambda s: -s.at)
        )

    async def _audit(self, question: host.AskAudit, address: str) -> host.HostAudit:
        lines = select(database.audit).order_by(database.audit.c.n.desc()).limit(question.most)
        return host.HostAudit(lines=[host.AuditLine(**row) for row in await self._room.store.read(lines)])

    # --- people

    async def _kick(self, question: host.Kick, address: str) -> host.HostDone:
        person = await self._known(question.name)
        came_from, count = person.address, await self._send_out(person, Refused("kicked"))
        for each in await self._others(host.Kick(name=person.id)):
            count += each.count
            came_from = each.address or came_from
        await self._note(address, "kick", person.name)
        return host.HostDone(count=count, address=came_from)

    async def _ban(self, question: host.Ban, address: str) -> host.HostDone:
        network = network_of(question.what)
        person = await self._find(question.what) if network is None else None
        if network is None and person is None and "/" in question.what:
            raise Refused("bad_address", address=question.what)
        made: list[Sanction] = []
        networks = [network] if network else []
        if question.address and person and person.address:
            networks += [found] if (found := network_of(person.address)) else []
        for each in networks:
            self._check_network(each, address)
        until = None if question.seconds is None else self._room.time() + question.seconds
        if network is None:
            name = person.name if person else check_name(question.what)
            made.append(await self._add("name", name, person, question.note, until))
        made += [await self._add("address", str(each), None, question.note, until) for each in networks]
        count = await self._send_out_banned()
        count += sum(each.count for each in await self._others(question))
        await self._note(address, "ban", ", ".join(each.target for each in made), _ends(question))
        return host.HostDone(count=count, bans=made, address=person.address if person else "")

    def _check_network(self, network: Network, address: str) -> None:
        """Refused if a ban would shut out most of the world, or the host."""
        if network.prefixlen < WIDEST[network.version]:
            raise Refused("wide_network", least=WIDEST[network.version])
        own = [each for each in (network_of(address), *OWN) if each is not None and each.version == network.version]
        if any(each.overlaps(network) for each in own):
            raise Refused("own_address", address=str(network))

    async def _add(self, kind: Any, target: str, person: Person | None, note: str, until: float | None) -> Sanction:
        now, known = self._room.time(), person.id if person else ""
        return await self._room.hosting.sanctions.add(kind, target, person=known, note=tidy(note), until=until, at=now)

    async def _send_out_banned(self) -> int:
        """Send out everybody who is banned now; the number of connections that this closed."""
        room, count = self._room, 0
        for link in self._connections():
            refused = room.hosting.banned(link.address, None)
            if refused is not None and link.person is None:
                turn_out(link, refused)
                count += 1
        for each in room.people:
            refused = room.hosting.banned(each.link.address if each.link else "", each)
            if refused is not None and (each.link is not None or each.at_table):
                count += await self._send_out(each, refused)
        return count

    async def _send_out(self, person: Person, refused: Refused) -> int:
        """Close somebody's connection and take them from their table, where a computer plays on.

        Returns how many connections of this process that closed.
        """
        here = person.link is not None and not person.link.remote
        if person.link is not None:
            turn_out(person.link, refused)
        async with person.lock:
            if person.at_table:
                try:
                    if live := await self._room.stored_tables.table_of(person):
                        await live.do(seats.leave, person.id)
                except (Refused, StoreError) as error:  # their seat is given up after ``leave_after`` seconds
                    log.warning("somebody who was sent out keeps a seat", name=person.name, why=str(error))
        return int(here)

    async def _mute(self, question: host.Mute, address: str) -> host.HostDone:
        person = await self._known(question.name)
        until = None if question.seconds is None else self._room.time() + question.seconds
        made = await self._add("mute", person.name, person, question.note, until)
        self._room.cluster.orders.tell(sanctions=True)
        await self._note(address, "mute", person.name, _ends(question))
        return host.HostDone(count=1, bans=[made])

    async def _lift(self, question: host.Lift, address: str) -> host.HostDone:
        room, what, now = self._room, question.what, self._room.time()
        network = network_of(what)
        person = await self._find(what)
        kinds = {"mute"} if question.mute else {"name", "address"}
        found = [
            each
            for each in room.hosting.sanctions
            if each.kind in kinds
            and each.holds(now)
            and (
                each.target == str(network)
                if each.kind == "address"
                else each.target.casefold() == what.casefold() or (person is not None and each.person == person.id)
            )
        ]
        if not found:
            raise Refused("no_ban", what=what)
        await room.hosting.sanctions.lift(found)
        room.cluster.orders.tell(sanctions=True)
        await self._note(address, "unmute" if question.mute else "lift", ", ".join(each.target for each in found))
        return host.HostDone(count=len(found), bans=found)

    async def _forget(self, question: host.Forget, address: str) -> host.HostDone:
        person = await self._known(question.name)
        if person.link is not None:
            turn_out(person.link, Refused("deleted"))
        await self._others(host.Forget(name=person.id))
        await self._room.arrivals.forget(person)
        await self._note(address, "forget", person.id)  # not their name: it was to be deleted
        return host.HostDone(count=1)

    async def _find(self, name: str) -> Person | None:
        """The person of that name."""
        return self._room.people.by_name(name) or await self._room.cluster.identities.named(name)

    async def _known(self, name: str) -> Person:
        """The person of that name or id."""
        found = self._room.people.get(name) or await self._find(name)
        if found is None:
            raise Refused("no_person", name=name)
        return found

    # --- the room

    async def _close(self, question: host.CloseTable, address: str) -> host.HostDone:
        room, table = self._room, question.table
        await room.cluster.claims.fetch(table)
        if await room.stored_tables.restore(table):
            count = await self._close_own(table)
        elif room.cluster.listings.invitation(table):
            count = sum(each.count for each in await self._others(question))
        else:
            raise Refused("no_table", Say("error.no_table_named", {"table": table}))
        await self._note(address, "close", table)
        return host.HostDone(count=count)

    async def _close_own(self, table: str) -> int:
        live = self._room.live_tables[table]
        count = len(live.links)
        await live.close()
        return count

    async def _announce(self, question: host.Announce, address: str) -> host.HostDone:
        text = tidy(question.text).strip()
        count = self._room.hosting.announce(text, question.seconds)
        await self._note(address, "announce", text, _ends(question) if text else "")
        return host.HostDone(count=count)

    async def _set_read_only(self, question: host.SetReadOnly, address: str) -> host.HostDone:
        count = self._room.hosting.set_read_only(question.on)
        await self._note(address, "read_only", "on" if question.on else "off")
        return host.HostDone(count=count)

    async def _drain(self, question: host.Drain, address: str) -> host.HostDraining:
        """``address`` is empty if another process passes the question on, which has written it down."""
        cluster = self._room.cluster
        if cluster.owns_all:
            raise Refused("no_cluster")
        process = question.process or cluster.number
        if process == cluster.number:
            asyncio.get_running_loop().call_later(DRAIN_AFTER, cluster.on_drain)
        elif not any(isinstance(each, host.HostDraining) for each in await self._others(question)):
            raise Refused("no_process", number=process)
        if address:
            await self._note(address, "drain", str(process))
        return host.HostDraining(process=process)

    async def _numbers(self, question: host.AskNumbers, address: str) -> host.HostNumbers:
        room = self._room
        return host.HostNumbers(process=room.cluster.number, families=room.metrics.families())

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

    def _tell(self, says: protocol.HostSays) -> int:
        """Send what the host says to every connection; their number."""
        told = [each for each in self._connections() if each.greeted]
        for each in told:
            each.send(says)
        return len(told)

    async def _back_up(self, question: host.BackUp, address: str) -> host.HostBackup:
        room = self._room
        if room.store.file is None:
            raise Refused("no_backup")
        if self._backing_up.locked():
            raise Refused("backing_up")
        async with self._backing_up:
            folder = Path(room.config.backups) if room.config.backups else room.store.file.parent / "backups"
            file = folder / time.strftime("dealt-%Y%m%d-%H%M%S.db", time.gmtime(room.time()))
            try:
                await asyncio.to_thread(_check_place, folder, file, room.store.file)
                await room.store.copy_to(file)
                size = (await asyncio.to_thread(file.stat)).st_size
            except OSError as error:
                raise StoreError(f"the backup can't be written to {folder}: {error.strerror}") from None
        await self._note(address, "backup", str(file), f"{size} bytes")
        return host.HostBackup(file=str(file.absolute()), size=size)

    async def _export(self, question: host.Export, address: str) -> host.HostExport:
        if question.name:
            ids, left = [(await self._known(question.name)).id], False
        else:
            following = sorted(each.id for each in self._room.people if each.id > question.after)
            ids, left = following[:EXPORTED], len(following) > EXPORTED
        records = await self._records(ids)
        if not question.after:
            await self._note(address, "export", question.name or "everybody")
        following_id = ids[-1] if left else ""
        return host.HostExport(room=self._room.config.room, at=self._room.time(), people=records, next=following_id)

    async def _records(self, ids: list[str]) -> list[host.HostRecord]:
        people, results = database.people, database.results
        rows = await self._room.store.read(select(people).where(people.c.id.in_(ids)).order_by(people.c.created))
        scored: dict[str, list[host.HostResult]] = {}
        by_time = select(results).where(results.c.person_id.in_(ids)).order_by(results.c.at, results.c.dealt)
        for row in await self._room.store.read(by_time):
            result = host.HostResult(row["game"], row["table_id"], row["dealt"], row["score"], row["won"], row["at"])
            scored.setdefault(row["person_id"], []).append(result)
        return [
            host.HostRecord(row["id"], row["name"], row["created"], row["seen"], scored.get(row["id"], []))
            for row in rows
        ]

    # --- what was done

    async def _note(self, address: str, action: str, target: str, detail: str = "") -> None:
        """Write a line of the audit to the log and to the database."""
        home, audit = address_group(address), database.audit
        log.info("the host acts", action=action, target=target, detail=detail, address=home)
        row = {"at": self._room.time(), "address": home, "action": action, "target": target, "detail": detail}
        newest = select(func.max(audit.c.n)).scalar_subquery()
        try:
            await self._room.store.writer.put(
                (insert(audit), row), (delete(audit).where(audit.c.n <= newest - AUDIT_KEPT), None)
            )
        except StoreError as error:
            log.error("what the host did is not stored", action=action, target=target, why=str(error))


def _more(found: list[Any]) -> int:
    return max(0, len(found) - MOST_SHOWN)


def _ends(question: host.Ban | host.Mute | host.Announce) -> str:
    return "until it is lifted" if question.seconds is None else f"for {question.seconds:g} s"


def _together(one: host.HostPerson, other: host.HostPerson) -> host.HostPerson:
    """What two processes know of somebody: one may have the connection, and the other one the table."""
    here = one if one.here and one.address else other
    return msgspec.structs.replace(
        one, here=one.here or other.here, table=one.table or other.table, address=here.address or one.address
    )


def _table(live: LiveTable) -> host.HostTable:
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


def _check_place(folder: Path, file: Path, original: Path) -> None:
    """OSError if a copy can't be there; StoreError if the disk has no room for it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if file.exists():
        raise FileExistsError(17, "a backup was made this very second")
    needed = original.stat().st_size
    if shutil.disk_usage(folder).free < 1.2 * needed:
        raise StoreError(f"there is too little room in {folder}: {needed / 1e6:.0f} MB are needed")
