"""The people of a room: names that are theirs, and tokens that bring them back."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dealt.server.protocol import NAME_PATTERN
from dealt.server.seating import COMPUTERS
from dealt.server.session import Refused
from dealt.server.store import token_hash

if TYPE_CHECKING:
    from dealt.server.connection import Rations
    from dealt.server.host import Host
    from dealt.server.link import Link

__all__ = ["People", "Person", "check_name"]


@dataclass(slots=True, eq=False)
class Person:
    """Somebody with a name. ``link`` is the connection they are here by, ``host`` the table they are at."""

    id: str
    name: str
    token: str
    """Its SHA-256."""
    seen: float
    link: Link | None = None
    host: Host | None = None
    rations: Rations | None = None
    """What they may still say and ask; coming back by another connection brings no more."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while they come and go, so that two tabs can't sit at two tables."""


class People:
    """Who is known, by id, by name and by token."""

    def __init__(self) -> None:
        self._by_id: dict[str, Person] = {}
        self._by_name: dict[str, Person] = {}
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
        """The person of that name, in any case of its letters, or None."""
        return self._by_name.get(name.casefold())

    def load(self, row: dict[str, Any]) -> Person:
        """A person from the database."""
        return self._add(Person(row["id"], row["name"], row["token"], row["seen"]))

    def add(self, name: str, at: float) -> tuple[Person, str]:
        """A new person under a good and free name, and the token that nobody else will ever see."""
        token = secrets.token_urlsafe(32)
        return self._add(Person(secrets.token_hex(8), name, token_hash(token), at)), token

    def _add(self, person: Person) -> Person:
        self._by_id[person.id] = self._by_name[person.name.casefold()] = self._by_token[person.token] = person
        return person

    def remove(self, person: Person) -> None:
        """Forget somebody."""
        self._by_id.pop(person.id, None)
        self._by_token.pop(person.token, None)
        if self.by_name(person.name) is person:
            del self._by_name[person.name.casefold()]


def check_name(name: str) -> str:
    """The name without blanks around it; Refused says what to change."""
    name = name.strip()
    if len(name) < 2:
        raise Refused("name_short")
    if len(name) > 10:
        raise Refused("name_long", length=len(name))
    if not re.fullmatch(NAME_PATTERN, name, re.ASCII):
        wrong = next((c for c in name if not re.fullmatch("[A-Za-z0-9_-]", c)), "")
        raise Refused("name_letters", wrong=f"“{wrong}”")
    if name.casefold() in {each.casefold() for each in COMPUTERS}:
        raise Refused("name_taken", name=name)
    return name
