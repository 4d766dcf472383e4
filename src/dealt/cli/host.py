"""Asking a running room as its host: the address, the key, one question over HTTP, and its answer."""

from __future__ import annotations

import ipaddress
import json
import re
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from dealt.cli.errors import CommandError, refusing

PATIENCE: Final = 300.0
"""Seconds: a backup of a large database takes its time."""
LONGEST: Final = 1 << 30
UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
MOST_DAYS: Final = 3660


@dataclass(frozen=True, slots=True)
class Target:
    """Which room, and where its host's key is; what is not named here follows from the room's settings."""

    server: str | None = None
    key_file: Path | None = None
    config: Path | None = None

    def settings(self) -> Any:
        """The settings that ``dealt serve`` would have here."""
        from dealt.server.base.config import ConfigError, load

        with refusing(ConfigError):
            return load({"config": str(self.config)} if self.config else {})

    def url(self) -> str:
        """The address of the room's page, with a slash at the end."""
        from dealt.tui.address import Address

        if self.server is None:
            settings = self.settings()
            if not settings.port:
                raise CommandError("the settings let the room take any port: say which with --server HOST:PORT")
            host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(settings.host, settings.host)  # noqa: S104
            return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"
        with refusing(ValueError, status=2):
            address = Address.read(self.server)
        return f"http{'s' if address.secure else ''}://{address}/"

    def key(self) -> str:
        from dealt.server.base.config import Config, ConfigError
        from dealt.server.base.host_key import find_key

        try:
            return find_key(Config(admin_key_file=str(self.key_file)) if self.key_file else self.settings())
        except ConfigError as error:
            raise CommandError(f"{error}; name the file with --key-file, or set DEALT_ADMIN_KEY") from None


def ask(target: Target, do: str, **fields: Any) -> dict[str, Any]:
    """The room's answer to a question; CommandError if there is none, or the room refuses."""
    url, key = target.url(), target.key()
    if url.startswith("http:") and not _is_here(url):
        sys.stderr.write(
            f"dealt: the host's key travels to {url} unencrypted; https, or ssh to that machine, hides it\n"
        )
    request = urllib.request.Request(  # noqa: S310 - the address is one of HTTP
        f"{url}api/admin",
        json.dumps({"do": do, **fields}).encode(),
        {"authorization": f"Bearer {key}", "content-type": "application/json"},
    )
    status, body = _opened(request, url)
    try:
        answer = json.loads(body)
        kind = answer["answer"]
    except (ValueError, TypeError, KeyError):
        raise CommandError(f"{url} is no room that takes commands: HTTP {status}") from None
    if kind != "error":
        found: dict[str, Any] = answer
        return found
    wait = answer.get("retry_after")
    raise CommandError(f"{answer['text']}{f': in {wait:g} s' if wait else ''}")


def healthy(target: Target) -> None:
    """CommandError unless people can play in the room."""
    url = target.url()
    status, body = _opened(urllib.request.Request(f"{url}readyz"), url, within=4)  # noqa: S310
    if status != 200:
        raise CommandError(f"nobody can play at {url}: {body[:100].decode('utf-8', 'replace')}")


def _opened(request: urllib.request.Request, url: str, within: float = PATIENCE) -> tuple[int, bytes]:
    """The status and the body of an answer. No proxy of the environment and no redirection gets to see the key."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _Straight)
    try:
        with opener.open(request, timeout=within) as answer:
            return answer.status, answer.read(LONGEST)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read(LONGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        why = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        raise CommandError(f"nobody answers at {url}: is the room open, and is this its address? ({why})") from None


def _is_here(url: str) -> bool:
    """Is it an address of this machine, from which nothing travels?"""
    name = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


class _Straight(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def seconds_of(written: str | None) -> float | None:
    """The seconds of a duration such as ``90s``, ``2h``, ``7d`` or ``1d12h``; None for none and for ``forever``.

    >>> seconds_of("2h"), seconds_of("1d12h"), seconds_of("forever")
    (7200.0, 129600.0, None)
    """
    if written is None or written.strip().lower() in ("forever", "always"):
        return None
    bare = written.strip().lower()
    if not re.fullmatch(r"([0-9]{1,6}[smhdw])+", bare):
        raise CommandError(f"{written!r} is no duration: write 30m, 2h, 7d, 1d12h or forever", 2)
    total = float(sum(int(number) * UNITS[unit] for number, unit in re.findall(r"(\d+)([smhdw])", bare)))
    if not 0 < total <= MOST_DAYS * UNITS["d"]:
        raise CommandError(f"{written!r} can't be: write a duration up to {MOST_DAYS} days, or forever", 2)
    return total
