"""What lies before the routes: which hosts and origins are the room's own, who asks, and the headers of answers."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from dealt.server.base import logs
from dealt.server.base.config import Config
from dealt.server.base.hosts import Hosts, asked_host
from dealt.server.base.limits import ip_of

FOREIGN_HOST: Final = (
    "This room does not answer to that name. Open it by its IP address, or ask for the name in the setting hosts."
)
PARTS: Final = ("text/javascript", "text/css", "font/", "application/json")
"""Kinds of what is no document: rules for documents mean nothing there, and cost bytes in each answer."""
ICONS: Final = ("/favicon.ico", "/icon.svg")

log = structlog.get_logger("dealt.app")


def origin_allowed(headers: Headers, config: Config) -> bool:
    """May a client with this Origin connect? Yes for the room's own, for ``origins``, and for none."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin.rstrip("/").lower() in {each.rstrip("/").lower() for each in config.origins}:
        return True
    host = asked_host(headers, config) or ""
    try:
        parts = urlsplit(origin)
        default = {"http": 80, "https": 443}[parts.scheme]
        here = urlsplit(f"//{host}")
        return bool(parts.hostname) and (parts.hostname, parts.port or default) == (here.hostname, here.port or default)
    except (ValueError, KeyError):
        return False


def address_of(connection: HTTPConnection, config: Config) -> str:
    """The address of a client: behind proxies, the one that the outermost of them has seen.

    Each proxy adds the address that it sees at the end, in the same line or in one of its own. What stands before the
    entries of our own proxies was written by strangers.
    """
    near = connection.client.host if connection.client else ""
    if not config.proxy:
        return near
    seen = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
    return _plain_address(seen[-config.proxies]) or near if len(seen) >= config.proxies else near


def _plain_address(written: str) -> str:
    """An IP address without port and brackets; empty if it is none."""
    written = written.strip()
    bracketed = re.fullmatch(r"\[([^\]]*)\](:\d+)?", written)
    bare = bracketed[1] if bracketed else written.rpartition(":")[0] if written.count(":") == 1 else written
    return str(ip_of(bare) or "")


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request; of one that is longer than ``most`` bytes no more is read than shows that."""
    read = bytearray()
    async for part in request.stream():
        read += part
        if len(read) > most:
            break
    return bytes(read)


def inline_scripts(index: Path) -> list[str]:
    """The hashes by which the security policy knows the page's own inline scripts."""
    if not index.is_file():
        return []
    found = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", index.read_text(encoding="utf-8"), re.DOTALL)
    return [f"'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'" for each in found]


async def _misdirected(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse who asks for a host that is not the room's."""
    answer = PlainTextResponse(FOREIGN_HOST, 421)
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(answer)
    else:
        await answer(scope, receive, send)


class Outside:
    """Refuses foreign hosts, strips the path prefix, and puts the same headers on every answer."""

    def __init__(self, app: ASGIApp, config: Config, inline_scripts: list[str], refused: Callable[[], None]):
        """``refused`` is told of each request for a foreign host."""
        self._app = app
        self._refused = refused
        self._config = config
        self._hosts = Hosts(config)
        self._seldom = logs.Seldom(lambda event, **more: log.warning(event, **more))
        self._scripts = " ".join(["'self'", *inline_scripts])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            send = self._dressed(scope, send)
        if not self._hosts.allows(host := asked_host(Headers(scope=scope), self._config)):
            self._refused()
            self._seldom("a foreign host was refused", asyncio.get_running_loop().time(), asked_for=host)
            await _misdirected(scope, receive, send)
            return
        prefix = self._config.root_path
        if prefix and scope["path"] == prefix and scope["type"] == "http":
            await RedirectResponse(f"{prefix.rsplit('/', 1)[-1]}/")(scope, receive, send)
            return
        if prefix and scope["path"].startswith(prefix + "/"):
            scope = {**scope, "path": scope["path"].removeprefix(prefix), "raw_path": None}
        await self._app(scope, receive, send)

    def _dressed(self, scope: Scope, send: Send) -> Callable[[Message], Awaitable[None]]:
        policy = self._policy(Headers(scope=scope))

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "no-referrer"
                if not headers.get("content-type", "").startswith(PARTS):
                    headers["content-security-policy"] = policy
                    headers["x-frame-options"] = "DENY"
                    headers["cross-origin-opener-policy"] = "same-origin"
                if "/assets/" in scope["path"] and message["status"] == 200:
                    headers["cache-control"] = "public, max-age=31536000, immutable"
                elif scope["path"].endswith(ICONS):
                    headers["cache-control"] = "public, max-age=86400"  # browsers ask again at each table's address
                else:
                    headers.setdefault("cache-control", "no-cache")
            await send(message)

        return dressed

    def _policy(self, headers: Headers) -> str:
        host = asked_host(headers, self._config) or ""
        # older Safari does not count a socket of the same host as 'self'
        sockets = f" ws://{host} wss://{host}" if re.fullmatch(r"[A-Za-z0-9.:\[\]-]{1,255}", host) else ""
        # the rooms that the host lists may be asked whether they are there before somebody goes to their pages
        others = "".join(f" {origin}" for origin in dict.fromkeys(map(_origin, self._config.server_list)))
        return (
            f"default-src 'self'; script-src {self._scripts}; style-src 'self' 'unsafe-inline'; "
            f"img-src 'self' data:; connect-src 'self'{sockets}{others}; object-src 'none'; base-uri 'none'; "
            "form-action 'self'; frame-ancestors 'none'"
        )


def _origin(server: tuple[str, str]) -> str:
    """The scheme, host and port of a room that the host lists."""
    url = urlsplit(server[1])
    return f"{url.scheme}://{url.netloc}"
