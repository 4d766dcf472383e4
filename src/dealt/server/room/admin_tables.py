"""The host and the tables: which there are, and how one is closed."""

from __future__ import annotations

from dataclasses import dataclass

from dealt.game import Say
from dealt.server.room.alone import Cluster
from dealt.server.room.audit import MOST_SHOWN, Answers, AskOthers, Audit, Parts, more
from dealt.server.room.live_table import LiveTable
from dealt.server.room.stored_tables import StoredTables
from dealt.session import view
from dealt.wire import host_protocol as host
from dealt.wire.refusal import Refused

__all__ = ["AdminTables"]


@dataclass(eq=False)
class AdminTables:
    """Shows and closes tables."""

    _live: dict[str, LiveTable]
    _stored: StoredTables
    _cluster: Cluster
    _others: AskOthers
    _audit: Audit

    @property
    def answers(self) -> Answers:
        """What is asked about tables."""
        return {host.AskTables: self._tables, host.CloseTable: self._close}

    @property
    def parts(self) -> Parts:
        """What another process asks about them."""
        return {host.AskTables: self._own_tables, host.CloseTable: self._close_own}

    async def _tables(self, question: host.AskTables, address: str) -> host.HostTables:
        own = await self._own_tables(question)
        others = [each for answer in await self._others(question) for each in answer.tables]
        found = sorted([*own.tables, *others], key=lambda table: -table.opened)
        return host.HostTables(tables=found[:MOST_SHOWN], more=own.more + more(found))

    async def _own_tables(self, question: host.AskTables) -> host.HostTables:
        await self._stored.restore_all()
        found = sorted(self._live.values(), key=lambda live: -live.session.opened_at)
        return host.HostTables(tables=[_shown(each) for each in found[:MOST_SHOWN]], more=more(found))

    async def _close(self, question: host.CloseTable, address: str) -> host.HostDone:
        table = question.table
        await self._cluster.claims.fetch(table)
        if await self._stored.restore(table):
            count = (await self._close_own(question)).count
        elif self._cluster.listings.invitation(table):
            count = sum(each.count for each in await self._others(question))
        else:
            raise Refused("no_table", Say("error.no_table_named", {"table": table}))
        await self._audit.note(address, "close", table)
        return host.HostDone(count=count)

    async def _close_own(self, question: host.CloseTable) -> host.HostDone:
        live = self._live.get(question.table)
        count = len(live.links) if live else 0
        if live:
            await live.close()
        return host.HostDone(count=count)


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
