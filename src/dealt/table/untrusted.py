"""JSON from files that anybody may have written: each value is what it should be, or a ValueError says what it is."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["list_of", "number", "parsed", "shown", "table", "text", "texts", "whole"]


def parsed(written: str | bytes) -> dict[str, Any]:
    """The table in a JSON text; ValueError where it is none."""
    try:
        raw = json.loads(written)
    except json.JSONDecodeError as error:
        where = f"it can't be understood at line {error.lineno}, column {error.colno}"
        raise ValueError(f"it isn't JSON, {where}") from None
    except UnicodeDecodeError:
        raise ValueError("it is no text in UTF-8") from None
    except (ValueError, RecursionError):
        raise ValueError("its numbers are too long, or its lists too deep") from None
    if not isinstance(raw, dict):
        raise ValueError(f"it is JSON, but {shown(raw)} and no table with a game and its deals")
    return raw


def shown(value: Any) -> str:
    """A value as the file has it, if it isn't long."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    written = json.dumps(value)
    return written if len(written) <= 40 else f"{written[:40]}..."


def text(value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise ValueError(f"{shown(value)} isn't a text")
    return value


def list_of(value: Any) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise ValueError(f"{shown(value)} isn't a list")
    return value


def table(value: Any) -> dict[str, Any]:
    """A table: an object of JSON."""
    if not isinstance(value, dict):
        raise ValueError(f"{shown(value)} isn't a table")
    return value


def texts(value: Any) -> dict[str, str]:
    """A table of texts."""
    return {key: text(each) for key, each in table(value).items()}


def whole(value: Any) -> int:
    """A whole number."""
    if type(value) is not int:
        raise ValueError(f"{shown(value)} isn't a whole number")
    return value


def number(value: Any) -> float:
    """A number."""
    if type(value) not in (int, float):
        raise ValueError(f"{shown(value)} isn't a number")
    return value  # type: ignore[no-any-return]
