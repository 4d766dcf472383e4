"""What can be read of the games over HTTP: their names, options, computers and texts, rules, lessons and charts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import structlog
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from dealt.game import Listing, OptionError, Value
from dealt.server.base.background import attended
from dealt.server.base.trouble import WorkFailed
from dealt.server.door.encoding import cached
from dealt.server.work import work
from dealt.server.work.workers import MAKING, Late, WorkerDied, Workers
from dealt.session.listed import catalogue
from dealt.wire import protocol

__all__ = ["Catalogue", "Read", "as_html"]

Read = Callable[[Request], Awaitable[Response]]

CHARTS_KEPT: Final = 64
CHARTS_AWAITED: Final = 4
"""The number of sets of charts that one address may wait for: each takes seconds, and anybody can ask."""
OPTIONS: Final = ("Options", "选项")
"""What the section of a page of rules is called that lists the options: the page folds it."""

log = structlog.get_logger("dealt.app")


class Catalogue:
    """The games of a room. What is slow to make is made by workers, when it is asked for first."""

    def __init__(self, games: Mapping[str, Listing], workers: Workers, asker: Callable[[Request], str]):
        """``asker`` says from which address somebody asks."""
        self._games, self._workers, self._asker = games, workers, asker
        self._house: asyncio.Task[None] | None = None
        self._catalogue: dict[str, bytes] = {}
        """What the games are, by the path under which it is read."""
        self._rules: dict[tuple[str, str, bool], bytes] = {}
        self._lessons: dict[str, bytes] = {}
        self._charts: dict[str, bytes] = {}
        self.routes: dict[str, Read] = {
            **dict.fromkeys(
                ("/api/games", "/api/games/{game}", "/api/lobby", "/api/lobby/{language}"), self.read_house
            ),
            "/api/rules/{game}/{language}": self.read_rules,
            "/api/lesson/{game}": self.read_lesson,
            "/api/charts/{game}": self.read_charts,
        }

    async def prepare(self) -> None:
        """All games. They are described once, in the background, because some games take seconds to make."""
        if self._house is None:
            self._house = attended(self._describe())
        await asyncio.shield(self._house)

    async def _describe(self) -> None:
        """Games, options, computers and texts. A game that can't be made is left out."""
        found = await asyncio.gather(*map(self._described, self._games))
        self._catalogue = {f"/{path}": told for path, told in catalogue([each for each in found if each]).items()}

    async def _described(self, name: str) -> protocol.GameInfo | None:
        try:
            return await self._workers.ask(work.describe, name, within=MAKING)
        except (WorkFailed, OptionError) as error:
            log.error("a game can't be set up", game=name, why=str(error))
            return None

    async def read_house(self, request: Request) -> Response:
        """``/api/games``: games, options, computers and texts; ``/api/games/GAME``: one of them.

        ``/api/lobby``: what a lobby shows of all games, a tenth of it; ``/api/lobby/LANGUAGE``: the same in a language.
        """
        await self.prepare()
        found = self._catalogue.get(request.scope["path"])
        if found is None:
            return PlainTextResponse("There is no such game or language here.", 404)
        return cached(request, found, "application/json")

    async def read_rules(self, request: Request) -> Response:
        """A game's page of rules, as HTML or as it is written; English where the language lacks it."""
        listing = self._games.get(request.path_params["game"])
        if listing is None or not listing.rules:
            return PlainTextResponse("There are no rules of that game here.", 404)
        language = request.path_params["language"]
        if not listing.rules.get(language):
            language = "en"
        plain = "text/markdown" in request.headers.get("accept", "")
        key = listing.name, language, plain
        if key not in self._rules:
            written = listing.rules.get(language, "")
            self._rules[key] = (written if plain else as_html(written)).encode()
        return cached(request, self._rules[key], f"text/{'markdown' if plain else 'html'}; charset=utf-8")

    async def read_lesson(self, request: Request) -> Response:
        """The first lesson of a game, made when it is read for the first time."""
        name = request.path_params["game"]
        listing = self._games.get(name)
        if listing is not None and listing.lesson and name not in self._lessons:
            try:
                by = self._asker(request)
                self._lessons[name] = await self._workers.ask(work.lesson, name, by=by, within=MAKING)
            except (WorkFailed, OptionError) as error:
                log.error("a lesson does not work", game=name, why=str(error))
                self._lessons[name] = b""
        if not self._lessons.get(name):
            return PlainTextResponse("There is no lesson of that game here.", 404)
        return cached(request, self._lessons[name], "application/json")

    async def read_charts(self, request: Request) -> Response:
        """Charts of advice for a game, under the options of the query; what it does not name is as usual."""
        name = request.path_params["game"]
        listing = self._games.get(name)
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
            written = await self._workers.ask(work.charts, name, options, by=by, most=CHARTS_AWAITED)
        except (Late, WorkerDied):
            raise
        except WorkFailed as error:
            log.error("charts do not work", game=name, why=str(error))
            written = b""
        while key not in self._charts and len(self._charts) >= CHARTS_KEPT:
            del self._charts[next(iter(self._charts))]
        self._charts[key] = written
        return written


def as_html(written: str) -> str:
    """A page of Markdown as HTML; its last section is folded if it lists the options."""
    from markdown_it import MarkdownIt  # not at the top: a room that opens has nobody yet who reads rules

    page = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(written))
    before, mark, last = page.rpartition("<h2>")
    title, _, text = last.partition("</h2>")
    if not mark or title not in OPTIONS:
        return page
    return f"{before}<details><summary>{title}</summary>{text}</details>\n"


def _options(listing: Listing, query: Mapping[str, str]) -> dict[str, Value]:
    """The options that a query names; OptionError says what can be chosen instead."""
    known = {each.name: each for each in listing.options}
    if wrong := [name for name in query if name not in known]:
        raise OptionError(f"{listing.name} has no option {wrong[0][:40]}: it has {', '.join(known) or 'none'}")
    return {name: known[name].read(written) for name, written in query.items()}
