"""The ASGI application of a room: its WebSocket, its HTTP routes, the built page, and the headers of every answer."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import ipaddress
import math
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import structlog
from prometheus_client.exposition import choose_encoder
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from dealt import texts
from dealt.game import Listing, OptionError, Value
from dealt.server.base import logs
from dealt.server.base.background import attended, unattended
from dealt.server.base.config import Config
from dealt.server.base.guesses import bearer
from dealt.server.base.hosts import Hosts, asked_host
from dealt.server.base.limits import Limits, address_group
from dealt.server.base.trouble import StoreError, WorkFailed
from dealt.server.door.admin_http import HostDoor, from_here
from dealt.server.door.connection import Connection
from dealt.server.door.daily import Daily
from dealt.server.door.encoding import Page, cached
from dealt.server.door.front import Front
from dealt.server.room.admin import Admin
from dealt.server.room.alone import Cluster
from dealt.server.room.room import Room
from dealt.server.room.watch import watch
from dealt.server.store.store import Store
from dealt.server.work import work
from dealt.server.work.nursery import Nursery
from dealt.server.work.workers import MAKING, Late, WorkerDied, Workers, processes
from dealt.texts import sentence
from dealt.wire import protocol
from dealt.wire.refusal import Refused, said

__all__ = ["PAGE", "App", "address_of", "open_app", "origin_allowed"]

Read = Callable[[Request], Awaitable[Response]]

PAGE: Final = Path(__file__).parents[1] / "page"
SWEEP_EVERY: Final = 2.0
TIDY_EVERY: Final = 600.0
UNCOUNTED: Final = ("/healthz", "/readyz")  # what monitors ask for is never refused
CHARTS_KEPT: Final = 64
CHARTS_AWAITED: Final = 4
"""The number of sets of charts that one address may wait for: each takes seconds, and anybody can ask."""
FOREIGN_HOST: Final = (
    "This room does not answer to that name. Open it by its IP address, or ask for the name in the setting hosts."
)
OPTIONS: Final = ("Options", "选项")
"""What the section of a page of rules is called that lists the options: the page folds it."""
PARTS: Final = ("text/javascript", "text/css", "font/", "application/json")
"""Kinds of what is no document: rules for documents mean nothing there, and cost bytes in each answer."""
ICONS: Final = ("/favicon.ico", "/icon.svg")
NO_PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>dealt</title>
<h1>The room is open, but its page isn't built</h1>
<p>Terminals and other clients can connect. To build the page, install the package again
(<code>pip install '.[room]'</code> in its source, without <code>DEALT_SKIP_WEB</code>), or run
<code>scripts/play</code>.</p>"""

log = structlog.get_logger("dealt.app")


@contextlib.asynccontextmanager
async def open_app(
    config: Config,
    games: Mapping[str, Listing],
    page: Path = PAGE,
    workers: Workers | None = None,
    nursery: Nursery | None = None,
    opening: Callable[[Config], Awaitable[tuple[Store, Cluster, Limits]]] | None = None,
    chance: Random | None = None,
) -> AsyncIterator[App]:
    """The room as an ASGI application, with its database open as long as the context lasts.

    Without ``workers`` it gets processes, which know the games of the house and of ``config.games``; if there is a
    ``nursery``, they come from there. ``opening`` opens the database and the way to other processes.
    """
    store, cluster, limits = await (opening or _open_store)(config)
    workers = workers or processes(config, nursery=nursery)
    room = Room(config, store, games, workers.metrics, workers, cluster, limits, chance)
    room.workers.start()
    try:
        await room.open()
        app = App(room, page)
        watching = watch(room, lambda: list(app.connections))
        tasks = [unattended(each) for each in (app.sweep(), app.tidy(), app.prepare(), watching)]
        try:
            yield app
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
    finally:
        await room.close()
        await store.close()


async def _open_store(config: Config) -> tuple[Store, Cluster, Limits]:
    if not config.cluster:
        return await Store.open(config.database_url, window=config.commit_window), Cluster(), Limits(config)
    from dealt.server.cluster.opening import open_cluster  # not at the top: most rooms have no Redis

    return await open_cluster(config)


class App:
    """The routes of a room and the state that they share."""

    def __init__(self, room: Room, page: Path = PAGE):
        self.room = room
        self.config = config = room.config
        self.connections: dict[Connection, None] = {}
        self._seldom = logs.Seldom(_warn)
        self._house: asyncio.Task[protocol.House] | None = None
        self._catalogue: dict[str, bytes] = {}  # the whole house under "", and each game under its name
        self._lobby: dict[str, bytes] = {}
        self._rules: dict[tuple[str, str, bool], bytes] = {}
        self._lessons: dict[str, bytes] = {}
        self._charts: dict[str, bytes] = {}
        self._admin = admin = Admin(room, lambda: list(self.connections))
        alone = msgspec.structs.replace(config, origins=[])
        self._host_door = HostDoor(
            room, admin, lambda each: address_of(each, config), lambda each: origin_allowed(each.headers, alone)
        )
        daily = Daily(room, self._asker)
        routes: list[Route | Mount] = [
            Route("/api/games", self._invited(self.read_games)),
            Route("/api/games/{game}", self._invited(self.read_game)),
            Route("/api/lobby", self._invited(self.read_lobby)),
            Route("/api/lobby/{language}", self._invited(self.read_lobby)),
            Route("/api/rules/{game}/{language}", self._invited(self.read_rules)),
            Route("/api/lesson/{game}", self._invited(self.read_lesson)),
            Route("/api/charts/{game}", self._invited(self.read_charts)),
            Route("/api/daily/{game}/{day}", self._invited(daily.read)),
            Route("/api/daily/{game}/{day}/{choice:int}", self._invited(daily.judge)),
            Route("/api/invitations/{table}", self._invited(self.read_invitation)),
            Route("/api/admin", self._host_door.answer, methods=["POST"]),
            Route("/metrics", self.read_metrics),
            Route("/healthz", self.health),
            Route("/readyz", self.readiness),
        ]
        if (page / "index.html").is_file():
            routes += [*Front(room, page).routes, Mount("/", Page(page))]
        else:
            routes.append(Route("/", _no_page))
        self._pages = Starlette(routes=routes)
        refused = room.metrics.connections_refused.labels("foreign_host").inc
        self._outside = _Outside(self._route, config, _inline_scripts(page / "index.html"), refused)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._outside(scope, receive, send)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The socket goes past Starlette, whose layers would cost each of thousands that are idle 6 kB."""
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await self.socket(WebSocket(scope, receive, send))
        elif wait := await self._wait_of(scope):
            self.room.metrics.connections_refused.labels("requests").inc()
            headers = {"retry-after": str(math.ceil(wait))}
            await PlainTextResponse("Too many requests: wait a moment.", 429, headers)(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    def _asker(self, connection: HTTPConnection) -> str:
        """The address by which somebody is counted who asks over HTTP."""
        return address_group(address_of(connection, self.config))

    async def _wait_of(self, scope: Scope) -> float:
        """The seconds for which an address has to wait before it may ask again; 0 if it may now."""
        if scope["type"] != "http" or scope["path"] in UNCOUNTED:
            return 0.0
        home, now = self._asker(HTTPConnection(scope)), self.room.now()
        requests = self.room.limits.requests
        await requests.fetch(home, now)
        return 0.0 if requests.take(home, now) else max(1.0, requests.wait(home, now))

    async def sweep(self) -> None:
        """Close, every few seconds, the connections that sent no ``hello`` in time and those that read nothing."""
        while True:
            await asyncio.sleep(min(SWEEP_EVERY, self.config.hello_within / 2, self.config.send_within / 2))
            now = asyncio.get_running_loop().time()
            for each in list(self.connections):
                if each.stuck(now, self.config.send_within):
                    each.abort("too slow")
                elif not each.greeted and now - each.opened > self.config.hello_within:
                    each.close(1008, "no hello")

    async def tidy(self) -> None:
        """Delete what is too old, every ``TIDY_EVERY`` seconds."""
        while True:
            try:
                await self.room.tidy()
            except StoreError as error:
                log.warning("the database could not be tidied", why=str(error))
            await asyncio.sleep(TIDY_EVERY)

    def dissolve(self) -> None:
        """Another room has taken the database over: say so to everybody here, and serve nobody any more."""
        self.room.closing = True
        refused = Refused("taken_over")
        error = protocol.Error(code=refused.code, say=said(refused.say), text=sentence(refused.say))
        for each in list(self.connections):
            each.send(error)
            each.close(1012, "taken over")

    # --- the socket

    async def socket(self, socket: WebSocket) -> None:
        """Serve a WebSocket; refuse it if its page is foreign (403) or there are too many connections (503)."""
        if not origin_allowed(socket.headers, self.config):
            self.room.metrics.connections_refused.labels("foreign_page").inc()
            self._seldom("a foreign page was refused", self.room.now(), origin=socket.headers.get("origin", ""))
            await socket.send_denial_response(PlainTextResponse("This page may not connect here.", 403))
            return
        address = address_of(socket, self.config)
        home, limits = address_group(address), self.room.limits
        if self.room.closing or self.room.draining or not await limits.enter(home):
            self.room.metrics.connections_refused.labels("connections").inc()
            await socket.send_denial_response(PlainTextResponse("Too many connections: try again later.", 503))
            return
        connection = Connection(self.room, socket, address)
        self.connections[connection] = None
        self.room.metrics.connections.set(limits.inside)
        try:
            await connection.serve()
        finally:
            self.connections.pop(connection, None)
            limits.leave(home)
            self.room.metrics.connections.set(limits.inside)

    # --- over HTTP

    def _invited(self, read: Read) -> Read:
        """The same answer, in a private room only for those who bring the invite code."""

        async def answer(request: Request) -> Response:
            try:
                await self.room.hosting.check_invite(bearer(request), address_of(request, self.config))
            except Refused as refused:
                return PlainTextResponse(sentence(refused.say), 429 if refused.retry_after else 401)
            return await read(request)

        return answer

    async def read_metrics(self, request: Request) -> Response:
        """``/metrics`` for Prometheus, for those whom ``metrics_for`` names and for whoever has the host's key."""
        config, address = self.config, address_of(request, self.config)
        open_to = {"everybody": True, "machine": from_here(request, address, proxied=config.proxy), "key": False}
        try:
            if not open_to[config.metrics_for] and not await self._host_door.has_key(request):
                return PlainTextResponse("The host's key is needed here.", 401)
        except Refused as refused:
            return PlainTextResponse(sentence(refused.say), 429)
        encode, kind = choose_encoder(request.headers.get("accept", ""))
        registry = await self._admin.metrics()
        return Response(encode(registry), headers={"content-type": kind, "cache-control": "no-store"})

    async def prepare(self) -> protocol.House:
        """All games. They are described once, in the background, because some games take seconds to make."""
        if self._house is None:
            self._house = attended(self._describe())
        return await asyncio.shield(self._house)

    async def prepared(self) -> None:
        """Wait until faces can be told of the games."""
        await self.prepare()

    async def _describe(self) -> protocol.House:
        """Games, options, computers and texts. A game that can't be made is left out."""
        found = await asyncio.gather(*map(self._described, self.room.games))
        common = {language: dict(known) for language, known in texts.common().items()}
        house = protocol.House([each for each in found if each], common)
        self._catalogue[""] = protocol.encode(house)
        self._catalogue.update((each.name, protocol.encode(each)) for each in house.games)
        short = protocol.House([_in_short(each) for each in house.games], common)
        self._lobby[""] = protocol.encode(short)
        self._lobby.update((language, protocol.encode(_in(short, language))) for language in common)
        return house

    async def _described(self, name: str) -> protocol.GameInfo | None:
        try:
            return await self.room.workers.ask(work.describe, name, within=MAKING)
        except (WorkFailed, OptionError) as error:
            log.error("a game can't be set up", game=name, why=str(error))
            return None

    async def read_games(self, request: Request) -> Response:
        """``/api/games``: games, options, computers and texts."""
        await self.prepare()
        return cached(request, self._catalogue[""], "application/json")

    async def read_game(self, request: Request) -> Response:
        """``/api/games/GAME``: one of the games of ``/api/games``."""
        await self.prepare()
        found = self._catalogue.get(request.path_params["game"])
        if found is None:
            return PlainTextResponse("There is no such game here.", 404)
        return cached(request, found, "application/json")

    async def read_lobby(self, request: Request) -> Response:
        """``/api/lobby``: what a lobby shows of all games, a tenth of ``/api/games``; or ``/api/lobby/LANGUAGE``."""
        await self.prepare()
        found = self._lobby.get(request.path_params.get("language", ""))
        if found is None:
            return PlainTextResponse("The room does not speak this language.", 404)
        return cached(request, found, "application/json")

    async def read_invitation(self, request: Request) -> Response:
        """What somebody is told who has the link to a table."""
        found = self.room.invitation(request.path_params["table"])
        if found is None:
            return PlainTextResponse("There is no such table here.", 404, {"cache-control": "no-store"})
        return Response(
            protocol.encode(found[0]), headers={"content-type": "application/json", "cache-control": "no-store"}
        )

    async def read_rules(self, request: Request) -> Response:
        """A game's page of rules, as HTML or as it is written; English where the language lacks it."""
        listing = self.room.games.get(request.path_params["game"])
        if listing is None or not listing.rules:
            return PlainTextResponse("There are no rules of that game here.", 404)
        language = request.path_params["language"]
        if not listing.rules.get(language):
            language = "en"
        plain = "text/markdown" in request.headers.get("accept", "")
        key = listing.name, language, plain
        if key not in self._rules:
            written = listing.rules.get(language, "")
            self._rules[key] = (written if plain else _as_html(written)).encode()
        return cached(request, self._rules[key], f"text/{'markdown' if plain else 'html'}; charset=utf-8")

    async def read_lesson(self, request: Request) -> Response:
        """The first lesson of a game, made when it is read for the first time."""
        name = request.path_params["game"]
        listing = self.room.games.get(name)
        if listing is not None and listing.lesson and name not in self._lessons:
            try:
                asked = self.room.workers.ask(work.lesson, name, by=self._asker(request), within=MAKING)
                self._lessons[name] = await asked
            except (WorkFailed, OptionError) as error:
                log.error("a lesson does not work", game=name, why=str(error))
                self._lessons[name] = b""
        if not self._lessons.get(name):
            return PlainTextResponse("There is no lesson of that game here.", 404)
        return cached(request, self._lessons[name], "application/json")

    async def read_charts(self, request: Request) -> Response:
        """Charts of advice for a game, under the options of the query; what it does not name is as usual."""
        name = request.path_params["game"]
        listing = self.room.games.get(name)
        if listing is None:
            return PlainTextResponse("There are no charts of that game here.", 404)
        try:
            options = _options(listing, request.query_params)
            written = await self._reckon_charts(name, options, self._asker(request))
        except OptionError as error:
            return PlainTextResponse(f"{str(error)[:200]}.", 400)
        except WorkFailed as error:
            return PlainTextResponse(str(error), 503)
        if not written:
            return PlainTextResponse("There are no charts of that game here.", 404)
        return cached(request, written, "application/json")

    async def _reckon_charts(self, name: str, options: Mapping[str, Value], by: str) -> bytes:
        """The charts as they travel, empty if there are none or they fail; Late if an address asks for too many."""
        key = f"{name} {sorted(options.items())}"
        if key in self._charts:
            return self._charts[key]
        try:
            written = await self.room.workers.ask(work.charts, name, options, by=by, most=CHARTS_AWAITED)
        except (Late, WorkerDied):
            raise
        except WorkFailed as error:
            log.error("charts do not work", game=name, why=str(error))
            written = b""
        while key not in self._charts and len(self._charts) >= CHARTS_KEPT:
            del self._charts[next(iter(self._charts))]
        self._charts[key] = written
        return written

    async def health(self, request: Request) -> Response:
        """``/healthz``: 200 while the process is alive."""
        return PlainTextResponse("ok", headers={"cache-control": "no-store"})

    async def readiness(self, request: Request) -> Response:
        """``/readyz``: 200 if the database stores what is written and this process goes on, else 503."""
        ending = self.room.closing or self.room.draining
        ready = not ending and await self.room.store.check()
        headers = {"cache-control": "no-store", "access-control-allow-origin": "*"}  # pages of other rooms ask too
        why = "this process ends" if ending else "the database does not answer"
        return PlainTextResponse("ready" if ready else why, 200 if ready else 503, headers)


def _in_short(game: protocol.GameInfo) -> protocol.GameInfo:
    """A game as the lobby lists it."""
    texts = {
        language: {key: text for key, text in known.items() if key.startswith("game.")}
        for language, known in game.texts.items()
    }
    seats = [each for each in game.options if each.name == "seats"]
    return msgspec.structs.replace(game, options=seats, presets={}, settled={}, texts=texts, whole=False)


def _in(house: protocol.House, language: str) -> protocol.House:
    """The same with the texts of one language alone."""

    def one(texts: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
        return {language: texts.get(language, {})}

    games = [msgspec.structs.replace(each, texts=one(each.texts)) for each in house.games]
    return protocol.House(games, one(house.texts))


def _as_html(written: str) -> str:
    """A page of Markdown as HTML; its last section is folded if it lists the options."""
    from markdown_it import MarkdownIt  # not at the top: a room that opens has nobody yet who reads rules

    page = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(written))
    before, mark, last = page.rpartition("<h2>")
    title, _, text = last.partition("</h2>")
    if not mark or title not in OPTIONS:
        return page
    return f"{before}<details><summary>{title}</summary>{text}</details>\n"


async def _no_page(request: Request) -> Response:
    return HTMLResponse(NO_PAGE)


def _options(listing: Listing, query: Mapping[str, str]) -> dict[str, Value]:
    """The options that a query names; OptionError says what can be chosen instead."""
    known = {each.name: each for each in listing.options}
    if wrong := [name for name in query if name not in known]:
        raise OptionError(f"{listing.name} has no option {wrong[0][:40]}: it has {', '.join(known) or 'none'}")
    return {name: known[name].read(written) for name, written in query.items()}


# --- who may connect


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
    try:
        return str(ipaddress.ip_address(bare.partition("%")[0]))
    except ValueError:
        return ""


# --- around it all


def _inline_scripts(index: Path) -> list[str]:
    """The hashes by which the security policy knows the page's own inline scripts."""
    if not index.is_file():
        return []
    found = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", index.read_text(encoding="utf-8"), re.DOTALL)
    return [f"'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'" for each in found]


def _warn(event: str, **more: Any) -> None:
    log.warning(event, **more)


async def _misdirected(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse who asks for a host that is not the room's."""
    answer = PlainTextResponse(FOREIGN_HOST, 421)
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(answer)
    else:
        await answer(scope, receive, send)


class _Outside:
    """Refuses foreign hosts, strips the path prefix, and puts the same headers on every answer."""

    def __init__(self, app: ASGIApp, config: Config, inline_scripts: list[str], refused: Callable[[], None]):
        """``refused`` is told of each request for a foreign host."""
        self._app = app
        self._refused = refused
        self._config = config
        self._hosts = Hosts(config)
        self._seldom = logs.Seldom(_warn)
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
