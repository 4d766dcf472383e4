"""The passkeys of people as the database keeps them, and the challenges that these are to sign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update

from dealt.server.base.trouble import Conflict
from dealt.server.store.core import Repository, check_number, in_transaction, lock
from dealt.server.store.database import challenges, passkeys, people
from dealt.wire.refusal import Refused

MOST_PASSKEYS: Final = 20
"""The number of passkeys that somebody may have."""
MOST_OPEN: Final = 20_000
"""The number of challenges that may be open at a time: anybody can ask for one."""


@dataclass(frozen=True, slots=True)
class Passkey:
    """A row of ``passkeys``."""

    id: str
    person_id: str
    credential: str
    key: bytes
    count: int
    name: str
    since: float
    used: float | None = None


class StoredPasskeys(Repository):
    async def of(self, person: str) -> list[Passkey]:
        """The passkeys of somebody, the oldest first."""
        theirs = select(passkeys).where(passkeys.c.person_id == person)
        return [Passkey(**row) for row in await self._core.read(theirs.order_by(passkeys.c.since, passkeys.c.id))]

    async def find(self, id: str) -> Passkey | None:  # noqa: A002
        rows = await self._core.read(select(passkeys).where(passkeys.c.id == id))
        return Passkey(**rows[0]) if rows else None

    @in_transaction
    def add(self, connection: Connection, passkey: Passkey) -> None:
        """One more; Refused if they have too many, Conflict if they are known no more or it is somebody's already."""
        person = passkey.person_id
        if not lock(connection, people.c.id, person):
            raise Conflict("the person is known no more")
        check_number(connection, passkeys.c.person_id == person, MOST_PASSKEYS, "many_passkeys")
        connection.execute(insert(passkeys), {each: getattr(passkey, each) for each in Passkey.__slots__})

    @in_transaction
    def use(self, connection: Connection, passkey: Passkey, count: int, at: float) -> None:
        """It was used, and tells how often; Conflict if it was used otherwise or has ended meanwhile."""
        same = passkeys.c.id == passkey.id, passkeys.c.count == passkey.count
        changed = update(passkeys).where(*same).values(count=count, used=at).returning(passkeys.c.id)
        if connection.scalar(changed) is None:
            raise Conflict("the passkey was used at the same moment")

    async def end(self, person: str, id: str) -> None:  # noqa: A002
        """A passkey is somebody's no more; ``id`` is how it begins."""
        mine = passkeys.c.person_id == person, passkeys.c.id.startswith(id, autoescape=True)
        await self._core.writer.put(delete(passkeys).where(*mine))

    # --- challenges

    @in_transaction
    def offer(self, connection: Connection, challenge: str, person: str, now: float, until: float) -> None:
        """A challenge is good until then; by its hash. Refused if too many are open."""
        connection.execute(delete(challenges).where(challenges.c.until < now))
        if (connection.scalar(select(func.count()).select_from(challenges)) or 0) >= MOST_OPEN:
            raise Refused("busy")
        connection.execute(insert(challenges), {"challenge": challenge, "person_id": person, "until": until})

    @in_transaction
    def take(self, connection: Connection, challenge: str, person: str, now: float) -> bool:
        """Is a challenge good, and was it this person's? It is good for nothing from now on."""
        taken = delete(challenges).where(challenges.c.challenge == challenge)
        row = connection.execute(taken.returning(challenges.c.person_id, challenges.c.until)).one_or_none()
        return row is not None and row.person_id == person and now <= row.until
