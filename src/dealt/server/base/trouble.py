"""What goes wrong with a database, in one line that tells nothing secret; and how to end what waits for one."""

from __future__ import annotations

import asyncio
from typing import Any, Final

CANCEL_AGAIN: Final = 0.2
"""The seconds after which a task is cancelled once more."""


class StoreError(Exception):
    """The database can't be reached, is full, or holds something unexpected. What was to be stored may not be."""


class Busy(StoreError):  # noqa: N818 - it says what it is
    """So much is looked up that something was not found in time: nothing is wrong, and it may be tried again."""


class LeaseLost(StoreError):  # noqa: N818 - it says what it is
    """Another room has taken the database over: this one stores nothing any more."""


class Conflict(StoreError):  # noqa: N818 - it says what it is
    """What was to be stored is at odds with what is stored: surely nothing of it was."""

    def __init__(self, message: str, about: str = ""):
        """``about`` is what the database says of it, which names the table or its constraint."""
        super().__init__(message)
        self.about = about


class NotOwned(StoreError):  # noqa: N818 - it says what it is
    """The table is another process's: surely nothing was stored."""


def plain(error: BaseException | None) -> str:
    """What went wrong without the statement and its values, which may be secret."""
    cause = getattr(error, "orig", None) or error
    return f"{type(cause).__name__}: {cause}".splitlines()[0][:200]


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel a task that works with a database until it is done: a driver may take a cancellation for a failure."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=CANCEL_AGAIN)
