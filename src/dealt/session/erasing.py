"""Taking somebody out of what is kept of a table: their name, their id and what they said. Everybody's cards stay.

What was erased already stays as it is, so that an erasure that was broken off can be done again.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from dealt.mix import Mix
from dealt.session.deals import PlayedDeal
from dealt.session.events import Came, Counted, DealDue, Event, Finished, Scored, Spoke
from dealt.session.session import Session
from dealt.table import DealRecord, Record
from dealt.wire.protocol import ChatLine

SOMEBODY: Final = "(somebody)"
"""The name of whoever was erased. Nobody's name has brackets, so it is nobody else's."""


@dataclass(frozen=True)
class Erasing:
    """Somebody who is to be known at a table no more, under none of the names by which they came there."""

    table: str
    person: str
    names: frozenset[str]
    instead: str = field(init=False)
    """What stands for their id: another one at each table, and the same whenever this is done."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "instead", hashlib.sha256(f"{self.table} {self.person}".encode()).hexdigest()[:16])

    def concerns(self, written: str) -> bool:
        """May they stand in a text?"""
        return self.person in written or any(each in written for each in self.names)

    def name(self, name: str) -> str:
        """What stands for a name."""
        return SOMEBODY if name in self.names else name

    def id(self, person: str) -> str:
        """What stands for somebody's id."""
        return self.instead if person == self.person else person

    # --- what is stored

    def event(self, event: Event) -> Event:
        """An event without them; a line of theirs has no text any more."""
        if isinstance(event, DealDue):
            return msgspec.structs.replace(event, giving_up=self.id(event.giving_up))
        if isinstance(event, Counted):
            results, finished = map(self._scored, event.results), map(self._finished, event.finished)
            return msgspec.structs.replace(event, results=list(results), finished=list(finished))
        if getattr(event, "person", None) != self.person:
            return event
        own: dict[str, Any] = {"person": self.instead}
        if isinstance(event, Came):
            own["name"] = SOMEBODY
        if isinstance(event, Spoke):
            own |= {"text": "", "phrase": ""}
        return msgspec.structs.replace(event, **own)

    def deal(self, packed: bytes) -> bytes:
        """A deal that is over, as :func:`~dealt.session.deals.pack_deal` wrote it."""
        written = json.loads(zlib.decompress(packed))
        record = self._record(Record.from_json(written["record"]))
        written["record"] = record.to_json()
        return zlib.compress(json.dumps(written, separators=(",", ":"), ensure_ascii=False).encode())

    def _scored(self, row: Scored) -> Scored:
        return msgspec.structs.replace(row, person=self.id(row.person))

    def _finished(self, row: Finished) -> Finished:
        return msgspec.structs.replace(row, names=list(map(self.name, row.names)))

    def _record(self, record: Record) -> Record:
        return dataclasses.replace(record, deals=tuple(map(self._dealt, record.deals)))

    def _dealt(self, dealt: DealRecord) -> DealRecord:
        return dataclasses.replace(dealt, players=tuple(map(self.name, dealt.players)), mix=self._mix(dealt.mix))

    def _mix(self, mix: Mix | None) -> Mix | None:
        """The same mix: names are not among what is hashed."""
        if mix is None:
            return None
        seats = (each and dataclasses.replace(each, name=self.name(each.name)) for each in mix.seats)
        return dataclasses.replace(mix, seats=tuple(seats))

    # --- what a session remembers

    def session(self, session: Session) -> None:
        """A table under way, which they have left."""
        stays = (line for line in session.talk if line.name not in self.names)
        session.talk = deque(map(self._said, stays), maxlen=session.talk.maxlen)
        session.uncounted = list(map(self._scored, session.uncounted))
        session.finished = list(map(self._finished, session.finished))
        session.played = list(map(self.played, session.played))
        session.sat = None if session.sat is None else list(map(self.id, session.sat))
        for each in session.taken:
            each.name = self.name(each.name)
        mixing = session.mixing
        mixing.seals = {self.id(person): seal for person, seal in mixing.seals.items()}
        mixing.places = mixing.places and [
            each and (self.id(each[0]), dataclasses.replace(each[1], name=self.name(each[1].name)))
            for each in mixing.places
        ]
        mixing.given_up_by = self.id(mixing.given_up_by)
        session.mix = self._mix(session.mix)
        if session.match is not None:
            session.match.revise(self._dealt)

    def played(self, played: PlayedDeal) -> PlayedDeal:
        """A deal that is over, and remembered."""
        return dataclasses.replace(played, record=self._record(played.record))

    def _said(self, line: ChatLine) -> ChatLine:
        if line.say is None:
            return line
        args = {key: self.name(each) if isinstance(each, str) else each for key, each in line.say.args.items()}
        return msgspec.structs.replace(line, say=msgspec.structs.replace(line.say, args=args))
