"""The devices of people as the database keeps them: by their tokens people come back, each by several."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from dealt.server.base.trouble import Conflict
from dealt.server.store.core import Core
from dealt.server.store.database import devices, people

__all__ = ["MOST_DEVICES", "StoredDevices", "device_row", "token_hash"]

MOST_DEVICES: Final = 20
"""The number of devices that somebody may have."""

Row = dict[str, Any]


def token_hash(token: str) -> str:
    """What is stored of a token: with 256 random bits one round of SHA-256 is enough. A code lasts two minutes."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_row(token: str, person: str, name: str, at: float) -> Row:
    """A new device; ``token`` is the hash of the real one."""
    return {"token": token, "person_id": person, "name": name, "since": at, "seen": at}


class StoredDevices:
    """What a store keeps of devices, and of what makes another one somebody's: codes that work once, and words."""

    def __init__(self, core: Core):
        self._core = core

    async def of(self, person: str) -> list[Row]:
        """The devices of somebody, the oldest first."""
        return await self._core.read(
            select(devices).where(devices.c.person_id == person).order_by(devices.c.since, devices.c.token)
        )

    async def add(self, person: str, token: str, name: str, at: float) -> None:
        """One more device of somebody; Conflict if they have too many, or are known no more."""
        await self._core.writer.do(partial(_add, row=device_row(token, person, name, at)))

    async def end(self, person: str, token: str) -> None:
        """A device is somebody's no more."""
        chosen = delete(devices).where(devices.c.person_id == person, devices.c.token == token)
        await self._core.writer.put((chosen, None))

    async def saw(self, token: str, name: str, at: float) -> None:
        """Somebody is here by a device, which calls itself so."""
        await self._core.writer.put(
            (update(devices).where(devices.c.token == token).values(seen=at, name=name or devices.c.name), None)
        )

    # --- codes and words

    async def offer(self, person: str, code: str, until: float) -> None:
        """From now on a code makes a device somebody's, once, until then; ``code`` is its hash."""
        mine = update(people).where(people.c.id == person)
        await self._core.writer.put((mine.values(code=code, code_until=until), None))

    async def redeem(self, code: str, token: str, name: str, at: float) -> str:
        """A device that brings a code is somebody's: their id. Conflict if the code is worth nothing (any more)."""
        return await self._core.writer.do(partial(_redeem, code=code, token=token, name=name, at=at))

    async def keep_words(self, person: str, words: str) -> None:
        """Keep the hash of somebody's recovery words, in place of those before."""
        await self._core.writer.put((update(people).where(people.c.id == person).values(words=words), None))

    async def words_of(self, person: str) -> str:
        """The hash of somebody's recovery words; empty if they have none."""
        return next(iter(await self._core.column(select(people.c.words).where(people.c.id == person))), None) or ""


def _add(connection: Connection, row: Row) -> None:
    own = select(func.count()).select_from(devices).where(devices.c.person_id == row["person_id"])
    there = select(people.c.id).where(people.c.id == row["person_id"]).with_for_update()
    if connection.scalar(there) is None:
        raise Conflict("the person is known no more", "gone")
    if (connection.scalar(own) or 0) >= MOST_DEVICES:
        raise Conflict("somebody has too many devices", "most")
    connection.execute(insert(devices), row)


def _redeem(connection: Connection, code: str, token: str, name: str, at: float) -> str:
    good = update(people).where(people.c.code == code, people.c.code_until >= at)
    person: str | None = connection.scalar(good.values(code=None, code_until=None).returning(people.c.id))
    if person is None:
        raise Conflict("the code is worth nothing", "code")
    _add(connection, device_row(token, person, name, at))
    return person
