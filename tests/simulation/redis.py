"""A model of a Redis server's publish and subscribe, as far as :class:`~dealt.server.cluster.bus.Bus` uses it.

What one connection hears it hears in order. The nemesis makes it late, loses some of it, or says it twice.
"""

from __future__ import annotations

import asyncio
from collections import deque
from random import Random
from typing import Any

from tests.simulation.clock import Loop, Machine, here

__all__ = ["Redis"]


class Redis:
    """The server, and the network to it."""

    def __init__(self, loop: Loop, chance: Random):
        self.loop, self.chance = loop, chance
        self.up = True
        self.late = self.lost = self.doubled = 0.0
        """The seconds by which something may come late, and how often it is lost or comes twice."""
        self.cut: dict[Machine | None, asyncio.Future[None]] = {}
        """Who can't reach it, and when that ends."""
        self._channels: dict[str, list[Subscription]] = {}

    def client(self, address: str) -> Client:
        """What connects to it."""
        return Client(self)

    def publish(self, channel: str, data: bytes) -> int:
        """Tell all who listen; their number."""
        listeners = self._channels.get(channel, [])
        for each in listeners:
            if self.lost and self.chance.random() < self.lost:
                continue
            for _ in range(2 if self.doubled and self.chance.random() < self.doubled else 1):
                each.send(0.001 + self.chance.random() * (self.late or 0.002), channel, data)
        return len(listeners)

    def listen(self, channel: str, subscription: Subscription) -> None:
        """From now on somebody hears a channel."""
        self._channels.setdefault(channel, []).append(subscription)

    def forget(self, subscription: Subscription) -> None:
        """Somebody hears nothing any more."""
        for some in self._channels.values():
            if subscription in some:
                some.remove(subscription)

    # --- what goes wrong

    def disconnect(self, machine: Machine | None) -> None:
        """All connections of a process end."""
        for each in {id(s): s for some in self._channels.values() for s in some if s.machine is machine}.values():
            each.end()

    def part(self, machine: Machine) -> None:
        """A process can't reach it."""
        self.cut.setdefault(machine, self.loop.create_future())

    def join(self, machine: Machine) -> None:
        """It can again; its connections may not have outlived it."""
        if cut := self.cut.pop(machine, None):
            cut.set_result(None)
            if self.chance.random() < 0.5:
                self.disconnect(machine)

    def stop(self) -> None:
        """It ends: all connections are lost."""
        self.up = False
        for each in {id(s): s for some in self._channels.values() for s in some}.values():
            each.end()

    def start(self) -> None:
        """It is there again."""
        self.up = True

    async def reach(self) -> None:
        """Wait until a message of this process is there; ConnectionError if it can't be."""
        while (cut := self.cut.get(here())) is not None:
            await asyncio.shield(cut)
        if not self.up:
            raise ConnectionError("connection refused")
        if self.chance.random() < 0.3:
            await self.loop.pause(self.chance.random() * 0.002)


class Client:
    """What the bus talks to."""

    def __init__(self, server: Redis):
        self._server = server
        self.connection_pool = self

    def pipeline(self, *, transaction: bool) -> Pipeline:
        return Pipeline(self._server)

    def pubsub(self) -> Subscription:
        return Subscription(self._server)

    async def disconnect(self) -> None:
        """Nothing is kept between two pipelines."""

    async def aclose(self) -> None:
        """As above."""


class Pipeline:
    """Parcels that are sent together."""

    def __init__(self, server: Redis):
        self._server = server
        self._some: list[tuple[str, bytes]] = []

    def publish(self, channel: str, data: bytes) -> None:
        self._some.append((channel, data))

    async def execute(self) -> list[int]:
        await self._server.reach()
        return [self._server.publish(channel, data) for channel, data in self._some]


class Subscription:
    """A connection that listens."""

    def __init__(self, server: Redis):
        self._server = server
        self.machine = here()
        self._ended = False
        self._heard: deque[list[Any]] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._last = 0.0

    async def __aenter__(self) -> Subscription:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.end()

    async def subscribe(self, *channels: str) -> None:
        await self._server.reach()
        for n, channel in enumerate(channels, 1):
            self._server.listen(channel, self)
            self._take([b"subscribe", channel.encode(), n])

    async def parse_response(self, *, block: bool) -> list[Any]:
        while not self._heard:
            if self._ended:
                raise ConnectionError("connection closed by server")
            self._waiting = self._server.loop.create_future()
            await self._waiting
        return self._heard.popleft()

    def send(self, after: float, channel: str, data: bytes) -> None:
        """Something is on its way; it overtakes nothing."""
        loop = self._server.loop
        self._last = max(self._last + 1e-6, loop.time() + after)
        loop.outside(self._last - loop.time(), self._arrive, [b"message", channel.encode(), data])

    def _arrive(self, what: list[Any]) -> None:
        cut = self._server.cut.get(self.machine)
        if cut is not None:  # it waits in the network
            cut.add_done_callback(lambda _: self._arrive(what))
        elif not self._ended:
            self._take(what)

    def _take(self, what: list[Any]) -> None:
        self._heard.append(what)
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def end(self) -> None:
        """The connection is lost."""
        self._ended = True
        self._server.forget(self)
        self._wake()
