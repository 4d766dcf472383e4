"""For whose contributions to its seed the next deal of a table waits, and how long."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from dealt.session import events, seeds
from dealt.session.events import Event
from dealt.session.mixing import WITHIN
from dealt.session.session import Session

DEALS_UNAWAITED: Final = 5
"""The number of deals that do not wait for somebody whose contribution to a seed was waited for in vain."""


class Contributor(Protocol):
    """What somebody at a table is connected by."""

    contributes: bool
    """Does the client contribute to seeds by itself?"""


class Awaiting:
    """Whom the deal that is to come waits for; ``links`` are those who are connected."""

    def __init__(self, session: Session, links: Mapping[str, Contributor], now: Callable[[], float]):
        self._session, self._links, self._now = session, links, now
        self.waits_until = 0.0
        """How long a deal that is due waits for contributions."""
        self._expected = set(session.guests)
        """Who was here before a restart, or at another process, and is still to come back: the next deal waits a moment
        for what they give, or whoever is back first would begin without the others."""
        self._silent: dict[tuple[str, bool], int] = {}
        """Who was waited for in vain, before or after the seals were closed: so many deals don't wait for them."""

    def _wait(self) -> None:
        """From now on there is some time to contribute."""
        self.waits_until = self._now() + WITHIN

    def back(self, person: str) -> None:
        """Somebody is here; after everybody was away, there is time again."""
        if not self._links:
            self._wait()
        self._expected.discard(person)

    def awaits(self, person: str) -> bool:
        """Does a deal wait for somebody's contribution? A table where nobody is connected waits until somebody is."""
        link, mixing = self._links.get(person), self._session.mixing
        in_time = not mixing.due or self._now() < self.waits_until
        gives = person in self._expected if link is None else link.contributes
        return not self._links or (gives and in_time and (person, mixing.closed is not None) not in self._silent)

    def foresee(self, event: Event) -> None:
        """An event is about to change the session. Who said that they contribute, and don't, must not hold up deals."""
        mixing, ends = self._session.mixing, isinstance(event, (events.SealsClosed, events.DealBegan))
        if ends and mixing.due and self._now() >= self.waits_until:
            for each in seeds.missing(self._session):
                key = each, mixing.closed is not None
                if each in self._links and self._links[each].contributes and key not in self._silent:
                    self._silent[key] = DEALS_UNAWAITED + 1
        if isinstance(event, (events.DealDue, events.SealsClosed)):
            self._wait()
        if isinstance(event, events.DealBegan):
            self._expected.clear()
            self._silent = {each: left - 1 for each, left in self._silent.items() if left > 1}
