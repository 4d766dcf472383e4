"""The wire: every message between a room and its clients, once, as structs of msgspec."""

from typing import Final

__all__ = ["PORT"]

PORT: Final = 21747
"""Where a room listens unless it is told otherwise. The Deuce manual's."""
