"""What a person did wrong, or what stands in the way, as one line that says what to do."""

from __future__ import annotations

__all__ = ["Trouble"]


class Trouble(Exception):  # noqa: N818 - the message is for people
    """Printed as it is, without a traceback; ``status`` is the exit status."""

    def __init__(self, message: str, status: int = 1):
        super().__init__(message)
        self.status = status
