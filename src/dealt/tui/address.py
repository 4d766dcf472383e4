"""The address of a room, and the tokens with which a person returns to their seat."""

from __future__ import annotations

import contextlib
import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize
from urllib.parse import unquote, urlsplit

from platformdirs import user_state_path

from dealt.wire import PORT

INVITATION: Final = re.compile(r"/invite/([^/?#]{1,300})")
"""The part after # of a link to a private room."""
TABLE: Final = re.compile(r"/t/[^/]+(/deal/[^/]+)?/?$")
"""The end of the path of a link to a table."""


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a room, as people type it."""

    host: str
    port: int
    secure: bool = False
    prefix: str = ""
    invite: str = field(default="", compare=False, repr=False)
    """The invite code of a private room."""

    @classmethod
    def read(cls, written: str) -> Address:
        """``HOST``, ``HOST:PORT``, the address of the room's page, or an invitation; ValueError if it is none of these.

        >>> str(Address.read("localhost")), Address.read("https://a.net/cards/").socket
        ('localhost:21747', 'wss://a.net:443/cards/ws')
        """
        bare, _, fragment = written.strip().partition("#")
        invite = INVITATION.match(fragment)
        has_scheme = re.match(r"^(https?|wss?)://", bare, re.IGNORECASE)
        if not has_scheme and bare.count(":") > 1 and not bare.startswith("["):
            bare = f"[{bare}]"  # an IPv6 address by itself
        try:
            parts = urlsplit(bare if has_scheme else f"//{bare}")
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port = None, None
        if not host or parts.query or parts.username is not None or re.search(r"\s", bare):
            raise ValueError(
                f"{written!r} is no address of a room: write HOST or HOST:PORT, such as 192.168.1.5:{PORT}"
            )
        secure = parts.scheme.lower() in ("https", "wss")
        usual = (443 if secure else 80) if has_scheme else PORT
        code = unquote(invite[1]) if invite else ""
        return cls(host, usual if port is None else port, secure, TABLE.sub("", parts.path).rstrip("/"), code)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}{self.prefix}"

    @property
    def socket(self) -> str:
        """The URL of the room's WebSocket."""
        return f"ws{'s' if self.secure else ''}://{self}/ws"

    @property
    def api(self) -> str:
        """The URL under which games, texts, rules and lessons are read."""
        return f"http{'s' if self.secure else ''}://{self}/api"


class Tokens:
    """The tokens that give seats back, by room and name, in a file that only its owner may read."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or user_state_path("dealt", appauthor=False) / "seats.json"

    def _read(self) -> dict[str, dict[str, str]]:
        try:
            found: Any = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {str(key): dict(value) for key, value in found.items() if isinstance(value, dict)}

    def find(self, address: Address, name: str | None) -> str | None:
        """The token for a name at a room; without a name, that of the last person from here."""
        known = self._read().get(str(address), {})
        if name is None:
            return next(reversed(known.values()), None)
        return known.get(_folded(name))

    def keep(self, address: Address, name: str, token: str | None) -> None:
        """Store a token; None removes it. A file that can't be written is passed over."""
        known = self._read()
        mine = known.setdefault(str(address), {})
        mine.pop(_folded(name), None)
        if token is not None:
            mine[_folded(name)] = token
        if not mine:
            del known[str(address)]
        with contextlib.suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
                json.dump(known, stream)


def _folded(name: str) -> str:
    """A name however its letters were typed."""
    return normalize("NFKC", name).casefold()
