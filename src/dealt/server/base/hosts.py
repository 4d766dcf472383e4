"""The names by which a room may be reached: a defence against DNS rebinding.

A foreign page can make a name of its own point at the room's address, and a browser then takes page and room for one
origin. So the room answers only to what a stranger can't make point here: IP addresses, names without a dot and in
the domains of local networks, and the names in the settings.
"""

from __future__ import annotations

import re
import socket
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from dealt.server.base.config import Config
from dealt.server.base.limits import ip_of

LOCAL: Final = (".localhost", ".local", ".home.arpa", ".internal")
"""Domains that nobody can register (RFC 6761, 6762 and 8375, and ICANN's resolution of July 2024)."""
NAME: Final = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,252}[a-z0-9_])?")


class Hosts:
    """Decides which Host headers are the room's own."""

    def __init__(self, config: Config):
        origins = [urlsplit(each).hostname or "" for each in config.origins]
        given = [_name_in(each) or "" for each in (*config.hosts, config.host, urlsplit(config.address).netloc)]
        self._known = {each.rstrip(".") for each in (*origins, *given, socket.gethostname().lower()) if each}
        self._any = "*" in config.hosts or (config.proxy and not config.hosts)

    def allows(self, host: str | None) -> bool:
        """May a client ask for this host, with or without a port? None, no header at all, is no browser's."""
        if self._any or host is None:
            return True
        name = _name_in(host)
        if name is None:
            return False
        return ip_of(name) is not None or name in self._known or "." not in name or name.endswith(LOCAL)


def asked_host(headers: Headers, config: Config) -> str | None:
    """The host that a client asked for: behind a proxy, the one that the nearest proxy says it was asked for."""
    host = headers.get("host")
    if config.proxy and (forwarded := headers.get("x-forwarded-host")):
        return forwarded.split(",")[-1].strip()
    return host


def _name_in(host: str) -> str | None:
    """The name or address in a Host header, in lower case and without port, brackets and last dot; None if invalid."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return None
    return name if NAME.fullmatch(name) or ip_of(name) else None
