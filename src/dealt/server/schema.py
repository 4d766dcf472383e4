"""Writes the JSON Schema of the wire, from which the page's types are made: ``python -m dealt.server.schema``."""

from __future__ import annotations

import json
import sys

from dealt.server import protocol


def text() -> str:
    """The schema as ``web/src/wire.schema.json`` keeps it."""
    return json.dumps(protocol.schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
