"""What goes wrong with a database, in one line that tells nothing secret."""

from __future__ import annotations

from typing import Final

from sqlalchemy.exc import SQLAlchemyError

__all__ = ["TROUBLE", "LeaseLost", "StoreError", "plain"]

TROUBLE: Final = (SQLAlchemyError, OSError, TimeoutError)


class StoreError(Exception):
    """The database can't be reached, is full, or holds something unexpected. What was to be stored may not be."""


class LeaseLost(StoreError):  # noqa: N818 - it says what it is
    """Another room has taken the database over: this one stores nothing any more."""


def plain(error: BaseException | None) -> str:
    """What went wrong without the statement and its values, which may be secret."""
    cause = getattr(error, "orig", None) or error
    return f"{type(cause).__name__}: {cause}".splitlines()[0][:200]
