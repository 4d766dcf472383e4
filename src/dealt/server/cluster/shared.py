"""What the processes of a room tell each other of tournaments and clubs, which belong to none of them."""

from __future__ import annotations

from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus
from dealt.server.cluster.part import Part
from dealt.server.room import alone


class Shared(Part, alone.Shared):
    """Tells the others that more is stored; whoever misses it finds it in the database some seconds later."""

    def __init__(self, bus: Bus):
        self._bus = bus
        self.hears: notes.Hears = {
            notes.TournamentChanged: lambda _, note: self.room.tournaments.heard(note.id),
            notes.ClubChanged: lambda _, note: self.room.clubs.heard(note.id),
        }

    def tournament(self, id: str) -> None:  # noqa: A002
        self._bus.tell_all(notes.TournamentChanged(id))

    def club(self, id: str) -> None:  # noqa: A002
        self._bus.tell_all(notes.ClubChanged(id))
