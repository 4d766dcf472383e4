"""The tables of a room: those under way and those not restored yet, as the lobby and links to them show them."""

from __future__ import annotations

from collections.abc import Iterator

import structlog

from dealt.server.room.live_table import LiveTable
from dealt.server.room.lobby import Lobby
from dealt.server.room.stored_tables import StoredTables
from dealt.session.view import all_away
from dealt.wire.protocol import Invitation, LobbyTable

__all__ = ["Tables"]

log = structlog.get_logger("dealt.room")


class Tables:
    """All tables of this process that have not ended."""

    def __init__(self, live: dict[str, LiveTable], stored: StoredTables, lobby: Lobby):
        self._live, self._stored, self._lobby = live, stored, lobby

    def __len__(self) -> int:
        return len(self._live) + len(self._stored)

    def rows(self) -> Iterator[LobbyTable]:
        """What the lobby shows of them."""
        yield from (live.audience.row for live in self._public())
        yield from self._stored.public()

    def _public(self) -> Iterator[LiveTable]:
        """Those under way that are not private and have not ended."""
        return (each for each in self._live.values() if not each.session.settings.private and not each.session.ended)

    def open_to_all(self, game: str) -> list[LiveTable]:
        """Tables where somebody can get a seat, those first that are between deals and have most people.

        None whose deals somebody may know: those of a given seed, and those of a set, which other tables have played.
        """
        found = [
            live
            for live in self._public()
            if live.session.settings.game == game and live.session.free and not live.audience.resting
            if not live.session.settings.seed and not live.session.settings.set
        ]
        return sorted(found, key=lambda live: (live.session.phase == "playing", -len(live.session.players)))

    def invitation(self, table: str) -> tuple[Invitation, bool] | None:
        """What a link to a table tells, and whether the table is private; None if there is no such table.

        Nothing is restored for it, and nobody's cards are in it.
        """
        live = self._live.get(table)
        if live is not None and not live.session.ended:
            session = live.session
            by = session.guests[session.dealer].name if session.dealer else ""
            return Invitation(live.audience.row, by), session.settings.private
        if found := self._stored.find(table):
            by = next((each.name for each in found.table.seats if each.kind == "person"), "")
            return Invitation(all_away(found.table), by), found.private
        return None

    def sets(self) -> set[str]:
        """The ids of the sets of which tables are under way."""
        return {live.joined.id for live in self._live.values() if live.joined}

    def ended(self, live: LiveTable) -> None:
        """A table is gone."""
        self._live.pop(live.session.id, None)
        self._lobby.changed()
        log.info("a table ended", table=live.session.id, deals=live.session.dealt)
