"""The tables of docs/protocol.md, from the wire: python -m scripts.protocol writes them anew."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from dealt.wire import host_protocol, protocol
from dealt.wire.schema import fields_said

PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
TABLE = re.compile(r"<!-- (messages|fields) ([^>]+) -->\n.*?<!-- end -->\n", re.DOTALL)
"""Where a table stands, and what it is of: messages by their tags or all of some, or the fields of a struct."""
ALL = {"FromRoom": protocol.FromRoom, "Questions": host_protocol.QUESTIONS}
KINDS: dict[str, type[Struct]] = {each.__struct_config__.tag: each for each in protocol.FromFace.__args__}  # type: ignore[attr-defined]


def page() -> str:
    """The page with its tables as the wire is now."""
    return TABLE.sub(_filled, PAGE.read_text("utf-8"))


def _filled(place: re.Match[str]) -> str:
    kind, names = place.groups()
    if kind == "fields":
        lines = _fields(getattr(protocol, names))
    else:
        lines = _messages(ALL[names].__args__ if names in ALL else [KINDS[each] for each in names.split()])
    return "\n".join((f"<!-- {kind} {names} -->\n", *lines, "\n<!-- end -->\n"))


def _messages(kinds: Iterable[type[Struct]]) -> list[str]:
    """A row a message: its tag, its fields with their defaults, and what it says of itself."""
    rows = []
    for each in kinds:
        given = ", ".join(f"`{field.encode_name}`{_default(field)}" for field in fields(each))
        rows.append(f"| `{each.__struct_config__.tag}` | {given} | {_text(inspect.getdoc(each) or '')} |")
    return ["| message | fields | what it is |", "|---|---|---|", *rows]


def _default(field: Any) -> str:
    default = field.default if field.default_factory is NODEFAULT else field.default_factory()
    plain = isinstance(default, bool | int | str) and default != ""
    return f" = `{str(default).lower()}`" if plain else "" if default is NODEFAULT else "?"


def _fields(kind: type[Struct]) -> list[str]:
    """A row a field that is spoken of, after one for those that are not."""
    said = fields_said()[kind.__name__]
    rows = [f"| `{each}` | {_text(said[each])} |" for each in kind.__struct_fields__ if each in said]
    return ["| field | what it is |", "|---|---|", *rows]


def _text(written: str) -> str:
    return " ".join(written.replace("``", "`").replace("|", "\\|").split())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
