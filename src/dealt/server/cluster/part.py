"""A part of a cluster, which serves a room with the others: `dealt.server.room.alone` is what the room asks of them."""

from __future__ import annotations

from dealt.server.room.room import Room


class Part:
    """It has its room as soon as that opens."""

    room: Room
