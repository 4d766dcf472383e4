"""The host and the people: who is here, who is sent out, banned, muted or forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from dealt.server.base.trouble import StoreError
from dealt.server.room.audit import MOST_SHOWN, Answers, AskOthers, Audit, Parts, ends, more
from dealt.server.room.link import Connected, Person, turn_out
from dealt.server.room.room import Room
from dealt.server.store.sanctions import WIDEST, Network, Sanction, network_of
from dealt.session import seats
from dealt.session.seating import tidy
from dealt.wire import host_protocol as host
from dealt.wire.conduct import HostReport, ReportedLine
from dealt.wire.names import check_name
from dealt.wire.refusal import Refused

OWN: Final = (network_of("127.0.0.0/8"), network_of("::1/128"))
"""The room's own machine."""

log = structlog.get_logger("dealt.admin")


@dataclass(eq=False)
class AdminPeople:
    """Shows people, and carries out what the host orders about them."""

    _room: Room
    _connections: Callable[[], Iterable[Connected]]
    _others: AskOthers
    _audit: Audit

    @property
    def answers(self) -> Answers:
        return {
            host.AskPeople: self._ask_people,
            host.AskBans: self._bans,
            host.Kick: self._kick,
            host.Ban: self._ban,
            host.Mute: self._mute,
            host.Lift: self._lift,
            host.Forget: self._forget,
            host.AskReports: self._reports,
            host.Settle: self._settle,
        }

    @property
    def parts(self) -> Parts:
        return {
            host.AskPeople: self._present,
            host.Kick: self._kick_here,
            host.Forget: self._kick_here,
            host.Ban: self._ban_here,
        }

    # --- who there is

    async def _ask_people(self, question: host.AskPeople, address: str) -> host.HostPeople:
        own = self._own_people(question, self._room.people)
        others = [each for answer in await self._others(question) for each in answer.people]
        if not others:
            return own
        known: dict[str, host.HostPerson] = {each.id: each for each in own.people}
        for each in others:
            known[each.id] = _together(known.get(each.id, each), each)
        found = sorted(known.values(), key=lambda each: (not each.here, -each.seen, each.name.casefold()))
        return host.HostPeople(people=found[:MOST_SHOWN], more=own.more + more(found))

    async def _present(self, question: host.AskPeople) -> host.HostPeople:
        return self._own_people(question, [each for each in self._room.people if each.link or each.live])

    def _own_people(self, question: host.AskPeople, some: Iterable[Person]) -> host.HostPeople:
        wanted = question.find.casefold()
        found = [each for each in some if (not question.here or self._is_here(each)) and wanted in each.name.casefold()]
        found.sort(key=lambda each: (each.link is None, -each.seen, each.name.casefold()))
        return host.HostPeople(people=[self._shown(each) for each in found[:MOST_SHOWN]], more=more(found))

    def _shown(self, person: Person) -> host.HostPerson:
        now = self._room.runtime.time()
        return host.HostPerson(
            id=person.id,
            name=person.name,
            here=self._is_here(person),
            address=person.address,
            table=person.live.session.id if person.live else person.stored_at or None,
            seen=now if person.link else person.seen,
            has_results=person.has_results,
            muted=self._room.hosting.sanctions.on_talk(person.name, person.id, now) is not None,
        )

    def _is_here(self, person: Person) -> bool:
        return self._room.cluster.presence.reader(self._room.people, person.id) is not None

    async def _find(self, name: str) -> Person | None:
        return self._room.people.by_name(name) or await self._room.cluster.identities.named(name)

    async def known(self, name: str) -> Person:
        """The person of that name or id; Refused if there is none."""
        found = self._room.people.get(name) or await self._find(name)
        if found is None:
            raise Refused("no_person", name=name)
        return found

    # --- sent out

    async def _kick(self, question: host.Kick, address: str) -> host.HostDone:
        person = await self.known(question.name)
        came_from, count = person.address, await self._send_out(person, Refused("kicked"))
        for each in await self._others(host.Kick(name=person.id)):
            count += each.count
            came_from = each.address or came_from
        await self._audit.note(address, "kick", person.name)
        return host.HostDone(count=count, address=came_from)

    async def _kick_here(self, question: host.Kick | host.Forget) -> host.HostDone:
        person = self._room.people.get(question.name)
        if person is None:
            return host.HostDone()
        why = Refused("kicked" if isinstance(question, host.Kick) else "deleted")
        return host.HostDone(count=await self._send_out(person, why), address=person.address)

    async def _send_out(self, person: Person, refused: Refused) -> int:
        """Close somebody's connection and take them from their table, where a computer plays on.

        Returns how many connections of this process that closed.
        """
        here = person.here is not None
        if person.link is not None:
            turn_out(person.link, refused)
        async with person.lock:
            if person.at_table:
                try:
                    if live := await self._room.tables.table_of(person):
                        await live.do(seats.leave, person.id)
                except (Refused, StoreError) as error:  # their seat is given up after ``leave_after`` seconds
                    log.warning("somebody who was sent out keeps a seat", name=person.name, why=str(error))
        return int(here)

    async def _forget(self, question: host.Forget, address: str) -> host.HostDone:
        person = await self.known(question.name)
        if person.link is not None:
            turn_out(person.link, Refused("deleted"))
        await self._others(host.Forget(name=person.id))
        await self._room.arrivals.forget(person)
        await self._audit.note(address, "forget", person.id)  # not their name: it was to be deleted
        return host.HostDone(count=1)

    # --- bans and mutes

    async def _bans(self, question: host.AskBans, address: str) -> host.HostBans:
        now = self._room.runtime.time()
        return host.HostBans(
            bans=sorted((s for s in self._room.hosting.sanctions if s.holds(now)), key=lambda s: -s.at)
        )

    async def _reports(self, question: host.AskReports, address: str) -> host.HostReports:
        rows = await self._room.store.relations.reports(MOST_SHOWN)
        for row in rows:
            row["lines"] = [ReportedLine(*line) for line in row["lines"]]
        return host.HostReports(reports=[HostReport(**row) for row in rows])

    async def _settle(self, question: host.Settle, address: str) -> host.HostDone:
        return host.HostDone(count=int(await self._room.store.relations.settle(question.report)))

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
            _check_network(each, address)
        if network is None:
            made.append(await self._add("name", person.name if person else check_name(question.what), person, question))
        made += [await self._add("address", str(each), None, question) for each in networks]
        count = await self.send_out_banned()
        count += sum(each.count for each in await self._others(question))
        await self._audit.note(address, "ban", ", ".join(each.target for each in made), ends(question))
        return host.HostDone(count=count, bans=made, address=person.address if person else "")

    async def _ban_here(self, question: host.Ban) -> host.HostDone:
        await self._room.hosting.sanctions.load()
        return host.HostDone(count=await self.send_out_banned())

    async def _add(self, kind: Any, target: str, person: Person | None, order: host.Ban | host.Mute) -> Sanction:
        now, known = self._room.runtime.time(), person.id if person else ""
        until = None if order.seconds is None else now + order.seconds
        return await self._room.hosting.sanctions.add(
            kind, target, person=known, note=tidy(order.note), until=until, at=now
        )

    async def send_out_banned(self) -> int:
        """Send out everybody who is banned now; the number of connections that this closed."""
        count, banned = 0, self._room.hosting.banned
        for link in self._connections():
            refused = banned(link.address, None)
            if refused is not None and link.person is None:
                turn_out(link, refused)
                count += 1
        for each in self._room.people:
            refused = banned(each.link.address if each.link else "", each)
            if refused is not None and (each.link is not None or each.at_table):
                count += await self._send_out(each, refused)
        return count

    async def _mute(self, question: host.Mute, address: str) -> host.HostDone:
        person = await self.known(question.name)
        made = await self._add("mute", person.name, person, question)
        self._room.cluster.orders.tell(sanctions=True)
        await self._audit.note(address, "mute", person.name, ends(question))
        return host.HostDone(count=1, bans=[made])

    async def _lift(self, question: host.Lift, address: str) -> host.HostDone:
        what, now, network = question.what, self._room.runtime.time(), network_of(question.what)
        person = await self._find(what)
        kinds = {"mute"} if question.mute else {"name", "address"}
        found = [
            each
            for each in self._room.hosting.sanctions
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
        await self._room.hosting.sanctions.lift(found)
        self._room.cluster.orders.tell(sanctions=True)
        await self._audit.note(address, "unmute" if question.mute else "lift", ", ".join(each.target for each in found))
        return host.HostDone(count=len(found), bans=found)


def _check_network(network: Network, address: str) -> None:
    """Refused if a ban would shut out most of the world, or the host."""
    if network.prefixlen < WIDEST[network.version]:
        raise Refused("wide_network", least=WIDEST[network.version])
    own = [each for each in (network_of(address), *OWN) if each is not None and each.version == network.version]
    if any(each.overlaps(network) for each in own):
        raise Refused("own_address", address=str(network))


def _together(one: host.HostPerson, other: host.HostPerson) -> host.HostPerson:
    """What two processes know of somebody: one may have the connection, and the other one the table."""
    here = one if one.here and one.address else other
    return msgspec.structs.replace(
        one, here=one.here or other.here, table=one.table or other.table, address=here.address or one.address
    )
