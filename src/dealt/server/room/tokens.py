"""Tokens are changed as they are used: who comes with one that is a day old gets its successor.

The old one is good until a successor is used, as an answer may be lost, and a minute longer, as tabs of one browser may
come at once. Whoever comes with it later has it from elsewhere: all devices of the person end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import structlog

from dealt.server.base.background import attended
from dealt.server.base.trouble import StoreError
from dealt.server.room.alone import Cluster
from dealt.server.room.link import Person
from dealt.server.room.people import People, issued
from dealt.server.room.runtime import Runtime
from dealt.server.store.stored_devices import GRACE, StoredDevices, token_hash
from dealt.wire.refusal import Refused

CHANGED_AFTER: Final = 86400.0
"""The seconds after which a token gets a successor when it is used."""

log = structlog.get_logger("dealt.devices")


@dataclass(frozen=True, slots=True)
class Owner:
    """Who comes by a token: by which device, known by the hash of its token, and with which token from now on."""

    person: Person
    device: str
    token: str
    changed: bool = False
    """Is the device known by another token than before?"""


@dataclass(eq=False)
class Tokens:
    """Finds out whose a token is, and changes it in time."""

    _people: People
    _stored: StoredDevices
    _cluster: Cluster
    _runtime: Runtime
    _refused: Callable[[], None]
    """Counts a token that was stolen."""
    _coming: dict[str, tuple[float, asyncio.Future[str]]] = field(default_factory=dict)
    """Successors that were made just now, by the device: tabs that come at once get the same one."""

    async def owner(self, token: str) -> Owner | None:
        """Whose a token is; None if nobody's. Refused: it was stolen, or its person's devices were ended for that."""
        known, at = token_hash(token), self._runtime.time()
        person = self._people.by_token(token) or await self._cluster.identities.by_token(token)
        if person is not None:
            if at - issued(token) < CHANGED_AFTER:
                return Owner(person, known, token)
            if new := await self._successor(known, token, at):
                return Owner(person, known, new)
        return await self._judge(token, known, at)

    async def _judge(self, token: str, known: str, at: float) -> Owner | None:
        """Whose a token is that is not, or no more, that of a device."""
        found = await self._stored.use(known, at)
        person = None if found is None else self._people.get(found.person)
        if found is not None and person is None:
            person = await self._cluster.identities.named(found.person)
        if found is None or person is None:
            return None
        if found.stolen:
            if found.device:
                log.warning("a token that was replaced was used: all devices are ended", name=person.name)
                self._refused()
                self._people.know_by(person, set())
                self._cluster.identities.changed(person)
            raise Refused("stolen")
        if found.before and (here := person.here) is not None and here.token_hash == found.before:
            here.token_hash = found.device  # another tab of the same browser
        self._people.know_by(person, person.tokens - {found.before} | {found.device})
        new = token if found.device == known else await self._successor(found.device, token, at)
        return Owner(person, found.device, new, changed=bool(found.before))

    async def _successor(self, device: str, token: str, at: float) -> str:
        """What replaces the token of a device; empty if it is none any more, and the old one if nothing is stored."""
        for each, (made, _) in list(self._coming.items()):
            if not 0 <= at - made <= GRACE:
                del self._coming[each]
        if device not in self._coming:
            self._coming[device] = at, attended(self._make(device, at))
        try:
            new = await asyncio.shield(self._coming[device][1])
        except StoreError as error:
            log.warning("a token is not changed", why=str(error))
            new = token
        if new in ("", token):
            self._coming.pop(device, None)
        return new

    async def _make(self, device: str, at: float) -> str:
        new = self._people.make_token(at)
        return new if await self._stored.succeed(device, token_hash(new), at) else ""
