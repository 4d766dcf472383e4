"""What the processes of a room list of each other's tables, and how many people are at each."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Iterable, Iterator
from typing import Final

from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus
from dealt.server.cluster.part import Part
from dealt.server.room import alone
from dealt.wire import protocol

EVERY: Final = 0.25
"""The least number of seconds between two notes about tables."""


class Listings(Part, alone.Listings):
    """The rows of tables that other processes have told, and what they have been told of those here."""

    def __init__(self, bus: Bus):
        self._bus = bus
        self._others: dict[int, dict[str, notes.Row]] = {}
        self._connections: dict[int, int] = {}
        self._told = notes.Rows([], [], whole=True, connections=0)
        self._timer: asyncio.TimerHandle | None = None
        self.hears: notes.Hears = {notes.Rows: self._hear}

    def close(self) -> None:
        """Tell nothing more."""
        if self._timer:
            self._timer.cancel()

    @property
    def here(self) -> int:
        return sum(self._connections.values())

    @property
    def tables(self) -> int:
        return sum(map(len, self._others.values()))

    def _all(self) -> Iterator[tuple[int, notes.Row]]:
        return ((number, row) for number, rows in self._others.items() for row in rows.values())

    def rows(self) -> Iterator[protocol.LobbyTable]:
        return (row.table for _, row in self._all() if not row.private)

    def of_clubs(self, clubs: Container[str]) -> Iterator[protocol.LobbyTable]:
        return (row.table for _, row in self._all() if row.table.club in clubs)

    def find(self, table: str) -> notes.Row | None:
        """A table of another process."""
        return next((rows[table] for rows in self._others.values() if table in rows), None)

    def invitation(self, table: str) -> tuple[protocol.Invitation, bool] | None:
        row = self.find(table)
        return None if row is None else (protocol.Invitation(row.table, row.by), row.private)

    def open_tables(self, game: str, *, soon: bool) -> list[tuple[int, protocol.LobbyTable]]:
        """Tables of others with a free seat, after their processes, the best first; ``soon``: about to deal."""
        found = [
            (number, row.table)
            for number, row in self._all()
            if not row.private and row.table.game == game and row.table.free
            if row.table.set is None and row.table.known is None and not row.table.rated
            if not soon or row.table.phase != "playing"
            if any(each.kind == "person" and not each.away for each in row.table.seats)
        ]
        found.sort(key=lambda each: (each[1].phase == "playing", -sum(s.kind == "person" for s in each[1].seats)))
        return found

    def processes(self) -> Iterable[int]:
        """The other processes that have been heard."""
        return self._others.keys()

    def load(self, number: int) -> int:
        """The number of tables of another process."""
        return len(self._others.get(number, ()))

    def forget_process(self, number: int) -> None:
        """It is no more."""
        self._others.pop(number, None)
        self._connections.pop(number, None)

    # --- telling

    def whole(self) -> notes.Rows:
        """All tables of this process."""
        room = self.room
        found = map(room.tables.invitation, room.tables.ids())
        rows = [notes.Row(each[0].table, each[1], each[0].by) for each in found if each is not None]
        return notes.Rows(rows, [], whole=True, connections=room.people.here)

    def changed(self) -> None:
        if self._timer is None and not self.room.runtime.closing:
            self._timer = asyncio.get_running_loop().call_later(EVERY, self._tell)

    def _tell(self) -> None:
        self._timer = None
        before, now = self._told, self.whole()
        known = {row.table.id: row for row in before.rows}
        new = [row for row in now.rows if known.pop(row.table.id, None) != row]
        if new or known or now.connections != before.connections:
            self._told = now
            self._bus.tell_all(notes.Rows(new, list(known), whole=False, connections=now.connections))

    # --- hearing

    def _hear(self, sender: int, note: notes.Rows) -> None:
        rows = self._others.setdefault(sender, {})
        if note.whole:
            rows.clear()
        for id in note.gone:  # noqa: A001
            rows.pop(id, None)
        for row in note.rows:
            rows[row.table.id] = row
            for others in self._others.values():
                if others is not rows:
                    others.pop(row.table.id, None)  # it was handed over
        self._connections[sender] = note.connections
        self.room.lobby.told_of_change()
