"""Bans and mutes by the host. They are stored, so they hold after a restart as well."""

from __future__ import annotations

import ipaddress
import math
import secrets
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from sqlalchemy import delete, insert, select

from dealt.server.base.limits import address_group, ip_of
from dealt.server.base.names import looks
from dealt.server.store.core import Core, chunks
from dealt.server.store.database import sanctions
from dealt.wire.host_protocol import Sanction, SanctionKind
from dealt.wire.refusal import Refused

__all__ = ["Network", "Sanction", "Sanctions", "network_of"]

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
WIDEST: Final = {4: 8, 6: 19}
"""The shortest prefix of a network that can be banned, by version of IP: a wider one would be most of the world."""
MOST: Final = 10_000
OLDEST_FIRST: Final = select(sanctions).order_by(sanctions.c.at)


class Sanctions:
    """All bans and mutes that hold, and what they forbid."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._all: dict[str, Sanction] = {}
        self._index: defaultdict[tuple[object, ...], set[str]] = defaultdict(set)
        """The ids of sanctions by (kind, look of a name), (kind, "person", id) and (version of IP, prefix, network)."""
        self._prefixes: Counter[tuple[int, int]] = Counter()
        """How many networks have a version of IP and a prefix."""

    async def load(self) -> None:
        """Read those that are stored, and forget what is stored no more."""
        rows = await self._core.read(OLDEST_FIRST)
        found = {row["id"]: Sanction(**row) for row in rows}
        for each in self:
            if found.get(each.id) != each:
                self._drop(each)
        for id, each in found.items():  # noqa: A001
            if id not in self._all:
                self._keep(each)

    def __iter__(self) -> Iterator[Sanction]:
        return iter(list(self._all.values()))

    def _keep(self, each: Sanction) -> None:
        self._all[each.id] = each
        for place in _places(each):
            self._index[place].add(each.id)
        if each.kind == "address":
            self._prefixes[_prefix(each)] += 1

    def _drop(self, each: Sanction) -> None:
        if self._all.pop(each.id, None) is None:
            return
        for place in _places(each):
            self._index[place].discard(each.id)
            if not self._index[place]:
                del self._index[place]
        if each.kind == "address":
            self._prefixes -= Counter([_prefix(each)])

    async def add(
        self, kind: SanctionKind, target: str, *, person: str = "", note: str = "", until: float | None, at: float
    ) -> Sanction:
        """Store a ban or mute, and then let it hold; an earlier one of the same kind and target ends with it."""
        if len(self._all) >= MOST:
            raise Refused("too_many_bans", most=MOST)
        made = Sanction(secrets.token_hex(8), kind, target, person, note, until, at)
        before = [each for each in self if (each.kind, each.target) == (kind, target)]
        gone = delete(sanctions).where(sanctions.c.id.in_([each.id for each in before]))
        await self._core.writer.put(gone, (insert(sanctions), msgspec.structs.asdict(made)))
        for each in before:
            self._drop(each)
        self._keep(made)
        return made

    async def lift(self, some: Sequence[Sanction]) -> None:
        """End some of them now."""
        await self._core.writer.put(delete(sanctions).where(sanctions.c.id.in_([each.id for each in some])))
        for each in some:
            self._drop(each)

    async def expire(self, now: float) -> None:
        """Delete those whose time is over; they hold no more whether they are there or not."""
        for over in chunks([each for each in self if not each.holds(now)]):
            await self.lift(over)

    # --- what they forbid

    def on_address(self, address: str, now: float) -> Sanction | None:
        """The ban that an address is under, if any."""
        if not self._prefixes or (found := ip_of(address)) is None:
            return None
        for version, prefix in self._prefixes:
            if version == found.version:
                place = version, prefix, int(found) >> (found.max_prefixlen - prefix)
                if held := self._held(place, now):
                    return held
        return None

    def on_name(self, name: str, person: str, now: float) -> Sanction | None:
        """The ban that a name, or one that looks like it, or a person is under, if any."""
        return self._named("name", name, person, now)

    def on_talk(self, name: str, person: str, now: float) -> Sanction | None:
        """The mute that a person is under, if any."""
        return self._named("mute", name, person, now)

    def _named(self, kind: SanctionKind, name: str, person: str, now: float) -> Sanction | None:
        if not self._all:
            return None
        places: list[tuple[object, ...]] = [(kind, look) for look in looks(name)]
        if person:
            places.append((kind, "person", person))
        return next((held for place in places if (held := self._held(place, now))), None)

    def _held(self, place: tuple[object, ...], now: float) -> Sanction | None:
        """The sanction of a place that holds longest, if any does."""
        here = [self._all[each] for each in self._index.get(place, ()) if self._all[each].holds(now)]
        return max(here, key=lambda each: math.inf if each.until is None else each.until, default=None)


def _places(each: Sanction) -> list[tuple[object, ...]]:
    """Where a sanction is found."""
    if each.kind == "address":
        network = ipaddress.ip_network(each.target)
        bits = int(network.network_address) >> (network.max_prefixlen - network.prefixlen)
        return [(*_prefix(each), bits)]
    by_person: list[tuple[object, ...]] = [(each.kind, "person", each.person)] if each.person else []
    return [*((each.kind, look) for look in looks(each.target)), *by_person]


def _prefix(each: Sanction) -> tuple[int, int]:
    network = ipaddress.ip_network(each.target)
    return network.version, network.prefixlen


def network_of(written: str) -> Network | None:
    """The network that an address or ADDRESS/PREFIX stands for; None if it is none.

    An IPv6 address by itself stands for its /64, because a subscriber gets a whole one.

    >>> str(network_of("192.0.2.7")), str(network_of("2001:db8::7:1")), network_of("Anna")
    ('192.0.2.7/32', '2001:db8::/64', None)
    """
    address, slash, prefix = written.strip().partition("/")
    plain = ip_of(address)
    if plain is None:
        return None
    try:
        return ipaddress.ip_network(f"{plain}/{prefix}" if slash else address_group(str(plain)), strict=False)
    except ValueError:
        return None
