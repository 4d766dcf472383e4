"""The ASGI application of a room: its WebSocket, its HTTP routes and the built page."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from typing import Final

import structlog
from prometheus_client.exposition import choose_encoder
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from dealt.game import Listing
from dealt.server.base import logs
from dealt.server.base.background import unattended
from dealt.server.base.config import Config
from dealt.server.base.guesses import bearer
from dealt.server.base.limits import Limits, address_group
from dealt.server.base.trouble import StoreError
from dealt.server.door.admin_http import HostDoor, from_here
from dealt.server.door.catalogue import Catalogue, Read
from dealt.server.door.connection import Connection
from dealt.server.door.encoding import UNKEPT, Page
from dealt.server.door.front import Front
from dealt.server.door.meeting import Meetings
from dealt.server.door.near import ENGINE, NEAR, Near
from dealt.server.door.outside import Outside, address_of, inline_scripts, origin_allowed
from dealt.server.room.admin import Admin
from dealt.server.room.alone import Cluster
from dealt.server.room.room import Room
from dealt.server.room.watch import watch
from dealt.server.store.store import Store
from dealt.server.workers.nursery import Nursery
from dealt.server.workers.workers import Workers, processes
from dealt.session.refused import error_of
from dealt.texts import sentence
from dealt.wire import protocol
from dealt.wire.refusal import Refused

PAGE: Final = Path(__file__).parents[1] / "page"
SWEEP_EVERY: Final = 2.0
TIDY_EVERY: Final = 600.0
UNCOUNTED: Final = ("/healthz", "/readyz")
"""What monitors ask for is never refused."""
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
        tasks = [unattended(each) for each in (app.sweep(), app.tidy(), app.catalogue.prepare(), watching)]
        try:
            yield app
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            app.near.close()
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
        self._seldom = logs.Seldom(lambda event, **more: log.warning(event, **more))
        self._admin = Admin(room, lambda: list(self.connections))
        self._host_door = HostDoor(room, self._admin)
        self.near = Near()
        self.catalogue = Catalogue(room.games, room.workers, self._asker)
        invited: dict[str, Read] = {**self.catalogue.routes, "/api/invitations/{table}": self.read_invitation}
        routes: list[Route | Mount] = [
            *(Route(path, self._invited(read)) for path, read in invited.items()),
            *Meetings(room).routes,
            Route("/api/admin", self._host_door.answer, methods=["POST"]),
            Route("/metrics", self.read_metrics),
            Route("/healthz", PlainTextResponse("ok", headers=UNKEPT), methods=["GET"]),
            Route("/readyz", self.readiness),
        ]
        if (page / "index.html").is_file():
            near = [Mount(f"/{NEAR}", self.near)] if ENGINE.is_file() else []
            routes += [*Front(room, page, NEAR if near else "").routes, *near, Mount("/", Page(page))]
        else:
            routes.append(Route("/", HTMLResponse(NO_PAGE), methods=["GET"]))
        self._pages = Starlette(routes=routes)
        refused = room.metrics.connections_refused.labels("foreign_host").inc
        self._outside = Outside(self._route, config, inline_scripts(page / "index.html"), refused)

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
        home, now = self._asker(HTTPConnection(scope)), self.room.runtime.now()
        requests = self.room.limits.requests
        await requests.fetch(home, now)
        return 0.0 if requests.take(home, now) else max(1.0, requests.wait(home, now))

    async def sweep(self) -> None:
        """Close, every few seconds, the connections that sent no ``hello`` in time and those that read nothing."""
        while True:
            await asyncio.sleep(min(SWEEP_EVERY, self.config.hello_within / 2, self.config.send_within / 2))
            now = asyncio.get_running_loop().time()
            for each in list(self.connections):
                if each.out.stuck(now, self.config.send_within):
                    each.out.abort("too slow")
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
        self.room.runtime.closing = True
        error = error_of(Refused("taken_over"))
        for each in list(self.connections):
            each.send(error)
            each.close(1012, "taken over")

    # --- the socket

    async def socket(self, socket: WebSocket) -> None:
        """Serve a WebSocket; refuse it if its page is foreign (403) or there are too many connections (503)."""
        if not origin_allowed(socket.headers, self.config):
            self.room.metrics.connections_refused.labels("foreign_page").inc()
            self._seldom("a foreign page was refused", self.room.runtime.now(), origin=socket.headers.get("origin", ""))
            await socket.send_denial_response(PlainTextResponse("This page may not connect here.", 403))
            return
        address = address_of(socket, self.config)
        home, limits = address_group(address), self.room.limits
        if self.room.runtime.closing or self.room.draining or not await limits.enter(home):
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
        open_to = {"everybody": True, "machine": from_here(request, self.config), "key": False}
        try:
            if not open_to[self.config.metrics_for] and not await self._host_door.has_key(request):
                return PlainTextResponse("The host's key is needed here.", 401)
        except Refused as refused:
            return PlainTextResponse(sentence(refused.say), 429)
        encode, kind = choose_encoder(request.headers.get("accept", ""))
        registry = await self._admin.metrics()
        return Response(encode(registry), headers={"content-type": kind, **UNKEPT})

    async def read_invitation(self, request: Request) -> Response:
        """What somebody is told who has the link to a table."""
        found = self.room.invitation(request.path_params["table"])
        if found is None:
            return PlainTextResponse("There is no such table here.", 404, UNKEPT)
        return Response(protocol.encode(found[0]), headers={"content-type": "application/json", **UNKEPT})

    async def readiness(self, request: Request) -> Response:
        """``/readyz``: 200 if the database stores what is written and this process goes on, else 503."""
        ending = self.room.runtime.closing or self.room.draining
        ready = not ending and await self.room.store.check()
        headers = {**UNKEPT, "access-control-allow-origin": "*"}  # pages of other rooms ask too
        why = "this process ends" if ending else "the database does not answer"
        return PlainTextResponse("ready" if ready else why, 200 if ready else 503, headers)
