"""A connection as the room sees it, whatever carries it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from dealt.server import protocol

if TYPE_CHECKING:
    from dealt.server.host import Host
    from dealt.server.people import Person

__all__ = ["Link"]


class Link(Protocol):
    """A connection, as the room sees it. Nothing here waits: what can't be sent soon is the link's business."""

    person: Person | None
    host: Host | None

    def send(self, message: protocol.Outgoing) -> None:
        """Send a message in its turn."""

    def send_frame(self, frame: str) -> None:
        """Send a lobby that is encoded already; a newer one replaces it if it is still waiting."""

    def refresh(self, *, anew: bool = False) -> None:
        """Send the table's newest state when there is room for it; ``anew`` with the whole log."""

    def close(self, code: int, reason: str) -> None:
        """Say goodbye after what is still to be sent."""
