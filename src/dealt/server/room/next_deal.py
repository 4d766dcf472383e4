"""The next deal of a table: its seed, and whether it may begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from dealt.server.room.audience import Viewer
from dealt.server.room.runtime import Runtime
from dealt.server.store.sets import DealSet
from dealt.session import dealing
from dealt.session.awaiting import Awaiting
from dealt.session.events import Event
from dealt.session.session import Session
from dealt.session.settings import seed_drawn

LOOK: Final = 30.0
"""With a turn clock, the least time for which a result is shown before the next deal, in seconds."""


class Orders(Protocol):
    """What the host of the room has ordered."""

    @property
    def read_only(self) -> bool:
        """Does nothing new begin?"""

    def check_new(self) -> None:
        """Refused if nothing new may begin."""


class NextDeal(Awaiting):
    """The deal that is to come."""

    def __init__(
        self, session: Session, joined: DealSet | None, links: Mapping[str, Viewer], orders: Orders, runtime: Runtime
    ):
        super().__init__(session, links, lambda: runtime.now())
        self._joined, self._orders, self._runtime = joined, orders, runtime

    def follow(self) -> Sequence[Event]:
        """What happens by itself now. No deal begins while the room is read only."""
        happened = dealing.follow(self._session, self._seed, self.awaits)
        return () if self._orders.read_only and dealing.begins(self._session, happened) else happened

    def _seed(self) -> bytes:
        secret = None if self._joined is None else self._joined.secret
        return seed_drawn(self._session.settings, self._session.drawn, self._runtime.randomness, secret)

    @property
    def is_soon(self) -> bool:
        """Does it wait for nobody who is away, but for a last player, or until the result was looked at?"""
        session = self._session
        people = [chair for chair in session.chairs if chair.kind == "person"]
        if session.phase == "playing" or any(chair.person not in self._links and not chair.standin for chair in people):
            return False
        if session.phase == "waiting":
            return len(people) == len(session.chairs) - 1
        return session.free > 0 and self._runtime.time() - session.times.get(session.step, 0.0) < LOOK
