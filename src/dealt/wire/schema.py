"""Writes the JSON Schema of the wire, from which the page's types are made: ``python -m dealt.wire.schema``."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec

from dealt.wire import PORT, protocol
from dealt.wire.host_protocol import ANSWERS, QUESTIONS


def schema() -> dict[str, Any]:
    """The JSON Schema of everything that the page reads and writes, and of the numbers that it shares with the room."""
    read = (
        protocol.House,
        protocol.GameInfo,
        protocol.Invitation,
        protocol.Lesson,
        protocol.Charts,
        protocol.DayPuzzle,
        protocol.PuzzleAnswer,
    )
    (_, defs) = msgspec.json.schema_components(
        [protocol.FromFace, protocol.FromRoom, QUESTIONS, ANSWERS, *read], ref_template="#/$defs/{name}"
    )
    numbers = {
        "version": protocol.VERSION,
        "port": PORT,
        "chat_limit": protocol.CHAT_LIMIT,
        "avatars": protocol.AVATARS,
    }
    for name, said in fields_said().items():
        for field, text in said.items():  # those of a struct in no message would be a mistake
            defs[name]["properties"][field]["description"] = text
    known = {
        **defs,
        "FromFace": _any_of(get_args(protocol.FromFace), "Every message to the room."),
        "FromRoom": _any_of(get_args(protocol.FromRoom), "Every message from the room."),
        "FromHost": _any_of(get_args(QUESTIONS), "Everything that the host asks for."),
        "ToHost": _any_of(get_args(ANSWERS), "Everything that the host is told."),
        "Fixed": {
            "description": "The protocol's version, the usual port, and the most characters of a line of talk.",
            "type": "integer",
            "enum": [*numbers.values()],
            "tsEnumNames": [*numbers],
        },
    }
    names = ("FromFace", "FromRoom", "FromHost", "ToHost", *(each.__name__ for each in read), "Fixed")
    return {"title": "Wire", "anyOf": [{"$ref": f"#/$defs/{name}"} for name in names], "$defs": known}


def fields_said() -> dict[str, dict[str, str]]:
    """What the structs of the wire say of single fields, in a text under the field."""
    trees = (ast.parse(each.read_text(encoding="utf-8")) for each in sorted(Path(__file__).parent.glob("*.py")))
    kinds = (each for tree in trees for each in tree.body if isinstance(each, ast.ClassDef))
    return {
        kind.name: {
            field.target.id: " ".join(text.value.value.split())
            for field, text in zip(kind.body, kind.body[1:], strict=False)
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
            if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
        }
        for kind in kinds
    }


def _any_of(kinds: Sequence[type], described: str) -> dict[str, Any]:
    return {"description": described, "anyOf": [{"$ref": f"#/$defs/{each.__name__}"} for each in kinds]}


def text() -> str:
    """The schema as ``web/src/wire.schema.json`` keeps it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
