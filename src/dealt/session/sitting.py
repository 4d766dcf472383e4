"""One person's place at a table, near or far: what may be said there, and what is heard."""

from __future__ import annotations

from typing import Protocol

from dealt.wire.protocol import Incoming, Outgoing


class Sitting(Protocol):
    """A person at a table. Far, a socket leads to a room; near, the table is in this very process.

    Both take the same messages and tell the same, so that a face need not know which it has.
    """

    async def send(self, message: Incoming) -> bool:
        """Say something. What comes of it is heard; False if it could not be sent."""
        ...

    async def hear(self) -> Outgoing:
        """The next thing that is told, in order. It may be cancelled and asked for again."""
        ...
