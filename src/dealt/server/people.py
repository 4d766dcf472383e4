"""The people of a room: names that are theirs, and tokens that bring them back."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dealt.server.names import alternative, looks
from dealt.server.store import token_hash

if TYPE_CHECKING:
    from dealt.server.connection import RateLimits
    from dealt.server.link import Link
    from dealt.server.live_table import LiveTable

__all__ = ["People", "Person"]


@dataclass(slots=True, eq=False)
class Person:
    """Somebody with a name. ``link`` is the connection they are here by, ``host`` the table they are at."""

    id: str
    name: str
    token: str
    """Its SHA-256."""
    seen: float
    link: Link | None = None
    live: LiveTable | None = None
    limits: RateLimits | None = None
    """What they may still say and ask; coming back by another connection brings no more."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while they come and go, so that two tabs can't sit at two tables."""


class People:
    """Who is known, by id, by name and by token."""

    def __init__(self) -> None:
        self._by_id: dict[str, Person] = {}
        self._by_look: dict[str, Person] = {}
        self._by_token: dict[str, Person] = {}

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[Person]:
        return iter(list(self._by_id.values()))

    def get(self, id: str) -> Person | None:  # noqa: A002
        """The person of that id, or None."""
        return self._by_id.get(id)

    def by_token(self, token: str) -> Person | None:
        """The person whose token this is, or None."""
        return self._by_token.get(token_hash(token))

    def by_name(self, name: str) -> Person | None:
        """The person of that name, or of one that looks like it, in any case of its letters; None if there is none."""
        return next((self._by_look[each] for each in looks(name) if each in self._by_look), None)

    def alternative(self, name: str) -> str:
        """A free name like this one."""
        return alternative(name, self._by_look)

    def load(self, row: dict[str, Any]) -> Person:
        """A person from the database."""
        return self._add(Person(row["id"], row["name"], row["token"], row["seen"]))

    def add(self, name: str, at: float) -> tuple[Person, str]:
        """A new person under a good and free name, and the token that nobody else will ever see."""
        token = secrets.token_urlsafe(32)
        return self._add(Person(secrets.token_hex(8), name, token_hash(token), at)), token

    def _add(self, person: Person) -> Person:
        self._by_id[person.id] = self._by_token[person.token] = person
        self._by_look.update(dict.fromkeys(looks(person.name), person))
        return person

    def remove(self, person: Person) -> None:
        """Forget somebody."""
        self._by_id.pop(person.id, None)
        self._by_token.pop(person.token, None)
        for look in looks(person.name):
            if self._by_look.get(look) is person:
                del self._by_look[look]
