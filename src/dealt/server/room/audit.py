"""What the parts of the host's hand have in common: what they answer, whom else they ask, and the audit."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

import structlog
from sqlalchemy import delete, func, insert, select

from dealt.server.base.limits import address_group
from dealt.server.base.trouble import StoreError
from dealt.server.room.runtime import Runtime
from dealt.server.store import database
from dealt.server.store.store import Store
from dealt.wire import host_protocol as host

MOST_SHOWN: Final = 1000
"""The number of people or tables that one answer holds at most."""
AUDIT_KEPT: Final = 10_000
"""The number of lines of the audit that are kept."""

Answers = dict[type[host.HostQuestion], Callable[[Any, str], Coroutine[Any, Any, host.HostAnswer]]]
"""What answers each question of the host, which comes from an address. Refused or StoreError: it was not done."""
Parts = dict[type[host.HostQuestion], Callable[[Any], Coroutine[Any, Any, host.HostAnswer]]]
"""What only this process can do of a question that the host has asked another one."""
AskOthers = Callable[[host.HostQuestion], Coroutine[Any, Any, list[Any]]]
"""The answers of all other processes to a question, as far as they answer."""

log = structlog.get_logger("dealt.admin")


class Audit:
    """Everything that the host has changed, in the log and in the stored list that ``dealt admin audit`` shows."""

    def __init__(self, store: Store, runtime: Runtime):
        self._store, self._runtime = store, runtime

    async def note(self, address: str, action: str, target: str, detail: str = "") -> None:
        """Write a line."""
        home, audit = address_group(address), database.audit
        log.info("the host acts", action=action, target=target, detail=detail, address=home)
        row = {"at": self._runtime.time(), "address": home, "action": action, "target": target, "detail": detail}
        newest = select(func.max(audit.c.n)).scalar_subquery()
        try:
            await self._store.writer.put((insert(audit), row), delete(audit).where(audit.c.n <= newest - AUDIT_KEPT))
        except StoreError as error:
            log.error("what the host did is not stored", action=action, target=target, why=str(error))

    async def lines(self, question: host.AskAudit, address: str) -> host.HostAudit:
        """The newest ones."""
        lines = select(database.audit).order_by(database.audit.c.n.desc()).limit(question.most)
        return host.HostAudit(lines=[host.AuditLine(**row) for row in await self._store.read(lines)])


def more(found: list[Any]) -> int:
    """The number of those that are not shown."""
    return max(0, len(found) - MOST_SHOWN)


def ends(question: host.Ban | host.Mute | host.Announce) -> str:
    return "until it is lifted" if question.seconds is None else f"for {question.seconds:g} s"
