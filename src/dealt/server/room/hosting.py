"""What the host of a room has ordered, and whom it lets in: bans, mutes, the invite code, read only, announcements."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from math import inf, nextafter

import structlog

from dealt.game import Say
from dealt.server.base.guesses import Guesses
from dealt.server.base.limits import Buckets
from dealt.server.base.metrics import Metrics
from dealt.server.room.alone import Cluster
from dealt.server.room.link import Person
from dealt.server.room.runtime import Runtime
from dealt.server.store.sanctions import Sanction, Sanctions
from dealt.wire import protocol
from dealt.wire.refusal import Refused

log = structlog.get_logger("dealt.hosting")


class Hosting:
    """The host's orders. Bans and mutes are stored; read only and the announcement end when the room restarts."""

    def __init__(
        self, sanctions: Sanctions, invite: str, guesses: Buckets, cluster: Cluster, metrics: Metrics, runtime: Runtime
    ):
        """``invite`` is the code that whoever comes in has to know, empty if everybody may."""
        self.sanctions = sanctions
        self._cluster, self._metrics, self._runtime = cluster, metrics, runtime
        self.says = protocol.HostSays(text="", at=0.0)
        """What everybody is told who comes in."""
        self.tell: Callable[[protocol.HostSays], int] = lambda _: 0
        """Sends it to everybody who is here; returns their number."""
        self._invite = invite
        self._invites = Guesses(invite, guesses, metrics.connections_refused.labels("guesses").inc)
        self._over: asyncio.TimerHandle | None = None
        self.until: float | None = None
        """When the announcement ends, in seconds since 1970; None: not by itself."""
        self.ordered_at = 0.0
        """When the announcement or read only was ordered last, anywhere."""
        self.send_out_banned: Callable[[], Awaitable[int]] = _nobody
        """Sends out everybody who is banned; returns how many connections that closed."""
        self.resume: Callable[[], None] = lambda: None
        """Lets the deals begin that have waited while the room was read only."""

    def close(self) -> None:
        """Stop the clock."""
        if self._over:
            self._over.cancel()

    # --- who comes in

    async def check_invite(self, code: str, address: str) -> None:
        """Refused if a client needs the invite code and does not know it, or has guessed too often."""
        if self._invite and not await self._invites.right(code, address, self._runtime.now()):
            self._metrics.connections_refused.labels("invite").inc()
            raise Refused("invite_wrong" if code else "invite_needed")

    def banned(self, address: str, person: Person | None) -> Refused | None:
        """Why somebody at an address may not be here; None if they may."""
        now = self._runtime.time()
        held = self.sanctions.on_address(address, now)
        if held is None and person is not None:
            held = self.sanctions.on_name(person.name, person.id, now)
        return _banned(held)

    def check_ban(self, address: str, person: Person | None) -> None:
        """Refused if somebody at an address may not be here."""
        if refused := self.banned(address, person):
            self._metrics.connections_refused.labels("banned").inc()
            raise refused

    def check_newcomer(self, name: str, address: str) -> None:
        """Refused if nobody may come in under a name from an address now."""
        now = self._runtime.time()
        self.check_new()
        if refused := _banned(self.sanctions.on_address(address, now) or self.sanctions.on_name(name, "", now)):
            raise refused

    def check_new(self) -> None:
        """Refused if nothing new may begin: the room is read only."""
        if self.says.read_only:
            raise Refused("read_only")

    def check_talk(self, person: Person) -> None:
        """Refused if somebody may not chat."""
        held = self.sanctions.on_talk(person.name, person.id, self._runtime.time())
        if held is not None:
            raise Refused("muted", Say("error.muted_until", _end(held.until)) if held.until else None)

    # --- what everybody is told

    @property
    def read_only(self) -> bool:
        """Does nothing new begin?"""
        return self.says.read_only

    def announce(self, text: str, seconds: float | None) -> int:
        """Tell everybody a text, and those who come within some seconds (None: all who come); how many were told."""
        now = self._runtime.time()
        self.until = now + seconds if text and seconds is not None else None
        return self._order(protocol.HostSays(text=text, at=now if text else 0.0, read_only=self.read_only))

    def set_read_only(self, on: bool) -> int:
        """Let nothing new begin, or let it begin again, with the deals that have waited; how many were told."""
        return self._order(protocol.HostSays(text=self.says.text, at=self.says.at, read_only=on))

    def _order(self, says: protocol.HostSays) -> int:
        self.ordered_at = max(self._runtime.time(), nextafter(self.ordered_at, inf))  # clocks of processes differ
        told = self._say(says)
        self._cluster.orders.tell()
        return told + self._cluster.listings.here

    def adopt(self, says: protocol.HostSays, until: float | None, at: float) -> None:
        """The host has ordered this at another process, at that time; what is older than the last order is nothing."""
        if at > self.ordered_at:
            self.ordered_at, self.until = at, until
            if says != self.says:
                self._say(says)

    def _say(self, says: protocol.HostSays) -> int:
        resumes = self.says.read_only and not says.read_only
        self.says = says
        self.close()
        if says.text and self.until is not None:
            left = max(0.0, self.until - self._runtime.time())
            self._over = asyncio.get_running_loop().call_later(left, self._fall_silent)
        self._metrics.read_only.set(says.read_only)
        told = self.tell(says)
        if resumes:
            self.resume()
        return told

    def _fall_silent(self) -> None:
        self._say(protocol.HostSays(text="", at=0.0, read_only=self.read_only))


async def _nobody() -> int:
    return 0


def _banned(held: Sanction | None) -> Refused | None:
    if held is None:
        return None
    return Refused("banned", Say("error.banned_until", _end(held.until)) if held.until else None)


def _end(until: float) -> dict[str, str]:
    return {"until": datetime.fromtimestamp(until, UTC).strftime("%Y-%m-%d %H:%M UTC")}
