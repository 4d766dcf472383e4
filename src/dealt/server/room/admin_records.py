"""The host and what is kept: copies of the database, and what people have scored."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sqlalchemy import select

from dealt.server.base.trouble import StoreError
from dealt.server.room.audit import Answers, Audit
from dealt.server.room.link import Person
from dealt.server.room.room import Room
from dealt.server.store import database
from dealt.wire import host_protocol as host
from dealt.wire.refusal import Refused

EXPORTED: Final = 100
"""The number of people whose results one answer holds: more would keep everybody waiting."""


@dataclass(eq=False)
class AdminRecords:
    """Copies the database, and gives out results."""

    _room: Room
    _known: Callable[[str], Awaitable[Person]]
    _audit: Audit
    _backing_up: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def answers(self) -> Answers:
        return {host.BackUp: self._back_up, host.Export: self._export}

    async def _back_up(self, question: host.BackUp, address: str) -> host.HostBackup:
        original = self._room.store.file
        if original is None:
            raise Refused("no_backup")
        if self._backing_up.locked():
            raise Refused("backing_up")
        async with self._backing_up:
            folder = Path(self._room.config.backups) if self._room.config.backups else original.parent / "backups"
            file = folder / time.strftime("dealt-%Y%m%d-%H%M%S.db", time.gmtime(self._room.runtime.time()))
            try:
                await asyncio.to_thread(_check_place, folder, file, original)
                await self._room.store.copy_to(file)
                size = (await asyncio.to_thread(file.stat)).st_size
            except OSError as error:
                raise StoreError(f"the backup can't be written to {folder}: {error.strerror}") from None
        await self._audit.note(address, "backup", str(file), f"{size} bytes")
        return host.HostBackup(file=str(file.absolute()), size=size)

    async def _export(self, question: host.Export, address: str) -> host.HostExport:
        if question.name:
            ids, left = [(await self._known(question.name)).id], False
        else:
            following = sorted(each.id for each in self._room.people if each.id > question.after)
            ids, left = following[:EXPORTED], len(following) > EXPORTED
        records = await self._records(ids)
        if not question.after:
            await self._audit.note(address, "export", question.name or "everybody")
        following_id = ids[-1] if left else ""
        return host.HostExport(
            room=self._room.config.room, at=self._room.runtime.time(), people=records, next=following_id
        )

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


def _check_place(folder: Path, file: Path, original: Path) -> None:
    """OSError if a copy can't be there; StoreError if the disk has no room for it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if file.exists():
        raise FileExistsError(17, "a backup was made this very second")
    needed = original.stat().st_size
    if shutil.disk_usage(folder).free < 1.2 * needed:
        raise StoreError(f"there is too little room in {folder}: {needed / 1e6:.0f} MB are needed")
