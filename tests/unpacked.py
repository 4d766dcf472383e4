"""What a database holds, as text."""

from __future__ import annotations

import zlib
from typing import Any


def unpacked(value: Any) -> str:
    """A value of a row, to be searched; what is packed is unpacked."""
    if not isinstance(value, bytes | memoryview):
        return str(value)
    try:
        return zlib.decompress(bytes(value)).decode()
    except zlib.error:
        return bytes(value).decode(errors="replace")
