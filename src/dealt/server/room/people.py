"""The people whom a room knows: each has an id, a name that nobody else can use, and a token to come back with."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from dealt.server.base.names import alternative, looks
from dealt.server.store.stored_people import token_hash

if TYPE_CHECKING:
    from dealt.server.base.limits import RateLimits
    from dealt.server.room.link import Link
    from dealt.server.room.live_table import LiveTable

__all__ = ["People", "Person"]


@dataclass(slots=True, eq=False)
class Person:
    """Somebody with a name."""

    id: str
    name: str
    token: str
    """The SHA-256 of the token, in hex."""
    seen: float
    """The time of day at which their last connection was lost, in seconds since 1970."""
    away_since: float
    """The same by the room's clock that only runs forward; for who was loaded, when the room opened."""
    has_results: bool = False
    """Have they finished a deal that counts? Once true it stays so; false may be out of date: ask the store."""
    avatar: int = 0
    """The number of the picture that they have chosen; 0 is the one that follows from the name."""
    address: str = ""
    """The address group of their newest connection. It is never stored."""
    link: Link | None = None
    """Their connection; None while they are away."""
    live: LiveTable | None = None
    """The table where they sit or watch."""
    stored_at: str = ""
    """The id of the table where they sit or watch, if it has not been restored yet."""
    limits: RateLimits | None = None
    """Their limits on messages, which a new connection does not renew."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while they come to a table or leave it, so that two tabs can't sit at two tables."""

    @property
    def at_table(self) -> bool:
        """Are they at a table, restored or not?"""
        return self.live is not None or bool(self.stored_at)


class People:
    """Everybody whom the room knows, by id, by name and by token."""

    def __init__(self, chance: Random | None = None) -> None:
        self._chance = chance or SystemRandom()
        self._by_id: dict[str, Person] = {}
        self._by_look: defaultdict[str, list[Person]] = defaultdict(list)
        """Several, where names look alike that were taken before this was known."""
        self._by_token: dict[str, Person] = {}

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[Person]:
        return iter(list(self._by_id.values()))

    @property
    def here(self) -> int:
        """The number of those who are connected to this process."""
        return sum(person.link is not None and not person.link.remote for person in self)

    def get(self, id: str) -> Person | None:  # noqa: A002
        """The person of that id, or None."""
        return self._by_id.get(id)

    def by_token(self, token: str) -> Person | None:
        """The person whose token this is, or None."""
        return self._by_token.get(token_hash(token))

    def by_name(self, name: str) -> Person | None:
        """The person of that name, in any case of its letters, else of one that looks like it; None if none has."""
        alike = [person for look in looks(name) for person in self._by_look.get(look, ())]
        return next((each for each in alike if each.name.casefold() == name.casefold()), next(iter(alike), None))

    def alternative(self, name: str) -> str:
        """A free name like this one."""
        return alternative(name, self._by_look)

    def load(self, row: dict[str, Any], now: float) -> Person:
        """Add a person from the database; ``now`` is when the room opens."""
        return self.add(
            Person(row["id"], row["name"], row["token"], row["seen"], now, row["has_results"], row["avatar"])
        )

    def create(self, name: str, at: float, now: float, address: str) -> tuple[Person, str]:
        """Add a new person under a valid, free name, and make their token, which the room itself does not keep."""
        token = urlsafe_b64encode(self._chance.randbytes(32)).rstrip(b"=").decode()
        person = Person(self._chance.randbytes(8).hex(), name, token_hash(token), at, now, address=address)
        return self.add(person), token

    def add(self, person: Person) -> Person:
        """Add somebody whose name is free."""
        self._by_id[person.id] = self._by_token[person.token] = person
        self._take_name(person)
        return person

    def remove(self, person: Person) -> None:
        """Take somebody out."""
        self._by_id.pop(person.id, None)
        self._by_token.pop(person.token, None)
        self._free_name(person)

    def rename(self, person: Person, name: str) -> None:
        """Give somebody another name, which is free."""
        self._free_name(person)
        person.name = name
        self._take_name(person)

    def _take_name(self, person: Person) -> None:
        for look in looks(person.name):
            self._by_look[look].append(person)

    def _free_name(self, person: Person) -> None:
        for look in looks(person.name):
            some = self._by_look.get(look, [])
            if person in some:
                some.remove(person)
            if not some:
                self._by_look.pop(look, None)
