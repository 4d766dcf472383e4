"""The people whom a room knows: each has an id, a name that nobody else can use, and tokens to come back with."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterator
from random import Random, SystemRandom
from typing import Any

from dealt.server.base.names import alternative, looks
from dealt.server.room.link import Person, turn_out
from dealt.server.store.stored_devices import token_hash
from dealt.wire.refusal import Refused

__all__ = ["People", "Person", "issued"]


def issued(token: str) -> float:
    """When a token was made, in seconds since 1970; 0 for one of before that stood in it."""
    try:
        return float(int(token.partition(".")[2], 16))
    except ValueError:
        return 0.0


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
        """The number of people who are connected at this process."""
        return sum(person.here is not None for person in self)

    def get(self, id: str) -> Person | None:  # noqa: A002
        return self._by_id.get(id)

    def by_token(self, token: str) -> Person | None:
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
        known = row["id"], row["name"], row["tokens"], row["seen"], now, row["has_results"], row["avatar"]
        return self.add(Person(*known))

    def create(self, name: str, at: float, now: float, address: str) -> tuple[Person, str]:
        """Add a new person under a valid, free name, and make the token of their device."""
        token = self.make_token(at)
        person = Person(self._chance.randbytes(8).hex(), name, {token_hash(token)}, at, now, address=address)
        return self.add(person), token

    def make_token(self, at: float) -> str:
        """A token for a device, which the room itself does not keep; when it was made stands in it."""
        return f"{urlsafe_b64encode(self._chance.randbytes(32)).rstrip(b'=').decode()}.{int(at):x}"

    def add(self, person: Person) -> Person:
        """Add somebody whose name is free."""
        self._by_id[person.id] = person
        self.know_by(person, person.tokens)
        self._take_name(person)
        return person

    def know_by(self, person: Person, tokens: set[str]) -> None:
        """These are the hashes of the tokens of somebody's devices now; who is here by another one is sent out."""
        for each in person.tokens - tokens:
            self._by_token.pop(each, None)
        self._by_token.update(dict.fromkeys(tokens, person))
        person.tokens = tokens
        if (link := person.here) is not None and link.token_hash not in tokens:
            turn_out(link, Refused("device_ended" if tokens else "stolen"))  # nobody ends their last one

    def remove(self, person: Person) -> None:
        """Take somebody out."""
        self._by_id.pop(person.id, None)
        for each in person.tokens:
            self._by_token.pop(each, None)
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
