"""The devices of people as the database keeps them: by their tokens people come back, each by several."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from dealt.server.base.trouble import Conflict
from dealt.server.store.core import Repository, check_number, in_transaction, lock
from dealt.server.store.database import devices, passkeys, people, secrets, successors
from dealt.wire.refusal import Refused

MOST_DEVICES: Final = 20
"""The number of devices that somebody may have."""

MOST_NEXT: Final = 8
"""The number of successors that a token has at most: answers with them may be lost, or come to several tabs."""
MOST_SPENT: Final = 30
"""The number of replaced tokens by which a theft of a device's is seen."""
QUIET: Final = 60.0
"""The seconds between two messages to somebody who is away."""
GRACE: Final = 60.0
"""The seconds for which a token is good after a successor was used: tabs of one browser may come at once."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Used:
    """Whose a token is: their id, and their device by the token that it has now, ``before`` if that has just changed.

    ``stolen``: it was replaced long ago. Their devices are ended now; without ``device`` they were before.
    """

    person: str
    device: str = ""
    before: str = ""
    stolen: bool = False


def token_hash(token: str) -> str:
    """What is stored of a token: with 256 random bits one round of SHA-256 is enough. A code lasts two minutes."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_row(token: str, person: str, name: str, at: float) -> Row:
    """A new device; ``token`` is the hash of the real one."""
    return {"token": token, "person_id": person, "name": name, "since": at, "seen": at}


class StoredDevices(Repository):
    """What a store keeps of devices, and of what makes another one somebody's: codes that work once, and words."""

    async def of(self, person: str) -> list[Row]:
        """The devices of somebody, the oldest first."""
        return await self._core.read(
            select(devices).where(devices.c.person_id == person).order_by(devices.c.since, devices.c.token)
        )

    async def add(self, person: str, token: str, name: str, at: float) -> None:
        """One more device of somebody; Refused if they have too many, Conflict if they are known no more."""
        await self._core.writer.do(partial(_add, row=device_row(token, person, name, at)))

    async def end(self, person: str, token: str) -> None:
        """A device is somebody's no more."""
        chosen = delete(devices).where(devices.c.person_id == person, devices.c.token == token)
        others = delete(successors).where(successors.c.person_id == person, successors.c.device == token)
        await self._core.writer.put(chosen, others)

    async def saw(self, token: str, name: str, at: float) -> None:
        """Somebody is here by a device, which calls itself so."""
        await self._core.writer.put(
            update(devices).where(devices.c.token == token).values(seen=at, name=name or devices.c.name)
        )

    # --- what its person is told while they are away

    async def tell(self, person: str, token: str, kept: str | None) -> None:
        """Keep how a device is told of what; None: of nothing any more."""
        own = update(devices).where(devices.c.person_id == person, devices.c.token == token)
        await self._core.writer.put(own.values(push=kept))

    async def untell(self, token: str, kept: str) -> None:
        """What was kept of a device has ended elsewhere."""
        same = update(devices).where(devices.c.token == token, devices.c.push == kept)
        await self._core.writer.put(same.values(push=None))

    @in_transaction
    def due(self, connection: Connection, whom: list[str], what: str, at: float) -> list[tuple[str, str]]:
        """The devices of these people that want to be told this, with what is kept of them; once a minute at most."""
        row, long_ago = devices.c, func.coalesce(devices.c.pushed, 0) <= at - QUIET
        wants = row.person_id.in_(whom), row.push.contains(f'"{what}"', autoescape=True), long_ago
        told = update(devices).where(*wants).values(pushed=at).returning(row.token, row.push)
        return [(token, kept) for token, kept in connection.execute(told).all()]

    @in_transaction
    def secret(self, connection: Connection, name: str, made: str) -> str:
        """A key of the room that all processes share: the one that there is, else ``made``."""
        there = select(secrets.c.value).where(secrets.c.name == name)
        if (found := connection.scalar(there)) is None:
            connection.execute(insert(secrets), {"name": name, "value": made})
        return found or made

    # --- tokens that are changed

    @in_transaction
    def succeed(self, connection: Connection, token: str, new: str, at: float) -> bool:
        """A device may come by a new token as well, which replaces its own as soon as it does; False if it is none."""
        person = connection.scalar(select(devices.c.person_id).where(devices.c.token == token).with_for_update())
        if person is None:
            return False
        _trim(connection, token, "next", MOST_NEXT)
        row = {"token": new, "person_id": person, "device": token, "state": "next", "at": at}
        connection.execute(insert(successors), row)
        return True

    async def use(self, token: str, at: float) -> Used | None:
        """Somebody comes by what is the token of no device; None if it never was to be one."""
        for each in (successors, devices):  # in this order: it may become a device's meanwhile
            if await self._core.column(select(each.c.token).where(each.c.token == token)):
                break
        else:
            return None
        return await self._core.writer.do(partial(_use, token=token, at=at))

    # --- codes and words

    async def offer(self, person: str, code: str, until: float) -> None:
        """From now on a code makes a device somebody's, once, until then; ``code`` is its hash."""
        mine = update(people).where(people.c.id == person)
        await self._core.writer.put(mine.values(code=code, code_until=until))

    @in_transaction
    def redeem(self, connection: Connection, code: str, token: str, name: str, at: float) -> str:
        """A device that brings a code is somebody's: their id. Refused if the code is worth nothing (any more)."""
        good = update(people).where(people.c.code == code, people.c.code_until >= at)
        person: str | None = connection.scalar(good.values(code=None, code_until=None).returning(people.c.id))
        if person is None:
            raise Refused("wrong_code")
        _add(connection, device_row(token, person, name, at))
        return person

    async def keep_words(self, person: str, words: str) -> None:
        """Keep the hash of somebody's recovery words, in place of those before."""
        await self._core.writer.put(update(people).where(people.c.id == person).values(words=words))

    async def words_of(self, person: str) -> str:
        """The hash of somebody's recovery words; empty if they have none."""
        return next(iter(await self._core.column(select(people.c.words).where(people.c.id == person))), None) or ""


def _add(connection: Connection, row: Row) -> None:
    person = row["person_id"]
    if not lock(connection, people.c.id, person):
        raise Conflict("the person is known no more")
    check_number(connection, devices.c.person_id == person, MOST_DEVICES, "many_devices")
    connection.execute(insert(devices), row)


def _use(connection: Connection, token: str, at: float) -> Used | None:
    row = connection.execute(select(successors).where(successors.c.token == token).with_for_update()).one_or_none()
    if row is None:  # it was used at the same moment, by another tab
        own = connection.scalar(select(devices.c.person_id).where(devices.c.token == token))
        return None if own is None else Used(own, token)
    person, device = row.person_id, row.device
    if row.state == "next":
        there = update(devices).where(devices.c.token == device).values(token=token)
        if connection.scalar(there.returning(devices.c.token)) is not None:
            connection.execute(delete(successors).where(successors.c.token == token))
            others = update(successors).where(successors.c.device == device)
            connection.execute(others.values(device=token))
            others = update(successors).where(successors.c.device == token, successors.c.state == "next")
            connection.execute(others.values(state="spent", at=at))
            spent = {"token": device, "person_id": person, "device": token, "state": "spent", "at": at}
            connection.execute(insert(successors), spent)
            _trim(connection, token, "spent", MOST_SPENT)
            return Used(person, token, device)
        return None  # the device has ended
    if row.state == "spent" and 0 <= at - row.at <= GRACE:
        return Used(person, device)
    if row.state == "spent":
        _end_all(connection, person, at)
        return Used(person, device, stolen=True)
    return Used(person, stolen=True)


def _end_all(connection: Connection, person: str, at: float) -> None:
    """End all devices of somebody, and passkeys, which a thief may have made.

    Whoever comes by any of their tokens is told why, and ends nothing any more.
    """
    theirs = connection.scalars(select(devices.c.token).where(devices.c.person_id == person)).all()
    for kind in (devices, passkeys):
        connection.execute(delete(kind).where(kind.c.person_id == person))
    connection.execute(update(successors).where(successors.c.person_id == person).values(state="ended"))
    rows = [{"token": each, "person_id": person, "device": each, "state": "ended", "at": at} for each in theirs]
    if rows:
        connection.execute(insert(successors), rows)


def _trim(connection: Connection, device: str, state: str, most: int) -> None:
    """Keep the newest tokens of a device that are in a state, fewer than so many."""
    here = successors.c.device == device, successors.c.state == state
    newest = select(successors.c.token).where(*here).order_by(successors.c.at.desc(), successors.c.token)
    old = connection.scalars(newest.offset(most - 1)).all()
    if old:
        connection.execute(delete(successors).where(successors.c.token.in_(old)))
