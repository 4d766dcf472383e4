"""An error for the person at the command line."""

from __future__ import annotations

__all__ = ["CommandError"]


class CommandError(Exception):
    """A command that can't be carried out: one line that says what to do, and the exit ``status``."""

    def __init__(self, message: str, status: int = 1):
        super().__init__(message)
        self.status = status
