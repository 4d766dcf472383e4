"""SQLite does not wait for the disk once this is imported: tests kill processes, and the machine under them goes on."""

from __future__ import annotations

from typing import Any

from dealt.server.store import opening

AS_IN_A_ROOM = opening._set_up_sqlite
"""How a room sets up a connection."""


def _set_up(connection: Any, record: Any) -> None:
    AS_IN_A_ROOM(connection, record)
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()


opening._set_up_sqlite = _set_up
