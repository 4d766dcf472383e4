"""The next deal of a table: its seed, for whose contributions to it a deal waits, and whether it may begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from dealt.server.room.audience import Viewer
from dealt.server.room.runtime import Runtime
from dealt.server.store.sets import DealSet, seed_in
from dealt.session import dealing, events, seeds
from dealt.session.events import Event
from dealt.session.mixing import WITHIN
from dealt.session.session import Session
from dealt.table import seed_of

__all__ = ["LOOK", "NextDeal", "Orders"]

LOOK: Final = 30.0
"""With a turn clock, the least time for which a result is shown before the next deal, in seconds."""
DEALS_UNAWAITED: Final = 5
"""The number of deals that do not wait for somebody whose contribution to a seed was waited for in vain."""

BEGINNINGS: Final = (events.DealDue, events.DealBegan)


class Orders(Protocol):
    """What the host of the room has ordered."""

    @property
    def read_only(self) -> bool:
        """Does nothing new begin?"""

    def check_new(self) -> None:
        """Refused if nothing new may begin."""


class NextDeal:
    """The deal that is to come."""

    def __init__(
        self, session: Session, joined: DealSet | None, links: Mapping[str, Viewer], orders: Orders, runtime: Runtime
    ):
        self._session, self._joined, self._links, self._orders = session, joined, links, orders
        self._runtime = runtime
        self.waits_until = 0.0
        """How long a deal that is due waits for contributions."""
        self._expected = set(session.guests)
        """Who was here before a restart, or at another process, and is still to come back: the next deal waits a moment
        for what they give, or whoever is back first would begin without the others."""
        self._silent: dict[tuple[str, bool], int] = {}
        """Who was waited for in vain, before or after the seals were closed: so many deals don't wait for them."""

    def follow(self) -> Sequence[Event]:
        """What happens by itself now. No deal begins while the room is read only."""
        happened = dealing.follow(self._session, self._seed, self.awaits)
        return () if self._orders.read_only and self._begins(happened) else happened

    def check(self, happened: Sequence[Event]) -> None:
        """Refused if a deal is asked for, and none may begin."""
        if self._begins(happened):
            self._orders.check_new()

    def _begins(self, happened: Sequence[Event]) -> bool:
        """Is a deal asked for now? One that has been asked for before goes on to wait for seeds, and begins."""
        return not self._session.mixing.due and any(isinstance(each, BEGINNINGS) for each in happened)

    def _seed(self) -> bytes:
        """By chance, as all tables of the set get it, or by a word that is known."""
        drawn, known = self._session.drawn, self._session.settings.seed
        if known:
            return seed_of(known, drawn)
        return self._runtime.randomness() if self._joined is None else seed_in(self._joined.secret, drawn + 1)

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

    # --- contributions

    def wait(self) -> None:
        """From now on there is some time to contribute."""
        self.waits_until = self._runtime.now() + WITHIN

    def back(self, person: str) -> None:
        """Somebody is here; after everybody was away, there is time again."""
        if not self._links:
            self.wait()
        self._expected.discard(person)

    def awaits(self, person: str) -> bool:
        """Does a deal wait for somebody's contribution? A table where nobody is connected waits until somebody is."""
        link, mixing = self._links.get(person), self._session.mixing
        in_time = not mixing.due or self._runtime.now() < self.waits_until
        gives = person in self._expected if link is None else link.contributes
        return not self._links or (gives and in_time and (person, mixing.closed is not None) not in self._silent)

    def note_silence(self, event: Event) -> None:
        """Who said that they contribute, and don't, must not hold up every deal."""
        if not isinstance(event, (events.SealsClosed, events.DealBegan)):
            return
        mixing = self._session.mixing
        if mixing.due and self._runtime.now() >= self.waits_until:
            for each in seeds.missing(self._session):
                key = each, mixing.closed is not None
                if each in self._links and self._links[each].contributes and key not in self._silent:
                    self._silent[key] = DEALS_UNAWAITED + 1
        if isinstance(event, events.DealBegan):
            self._expected.clear()
            self._silent = {each: left - 1 for each, left in self._silent.items() if left > 1}
