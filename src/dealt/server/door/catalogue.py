"""What can be read of the games over HTTP: names, options, computers, texts, rules, lessons, charts, puzzles of a day.

How good a choice in a puzzle is stands in no page before somebody has chosen: the room is asked for it with the choice.
Whoever looks it up by hand spoils nobody's day but their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import date, timedelta
from typing import Any, Final

import structlog
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from dealt.daily import today
from dealt.game import Listing, OptionError
from dealt.server.base.background import attended
from dealt.server.door.encoding import UNKEPT, cached
from dealt.server.workers.workers import MAKING, Late, WorkerDied, Workers
from dealt.session.listed import as_html, catalogue, options_of
from dealt.wire import protocol
from dealt.work import reviews, work
from dealt.work.work import WorkFailed

Read = Callable[[Request], Awaitable[Response]]

KEPT: Final = 500
"""The number of lessons, charts and puzzles that are kept."""
CHARTS_AWAITED: Final = 4
"""The number of sets of charts that one address may wait for: each takes seconds, and anybody can ask."""
DAYS: Final = 8
"""For how many days a puzzle can be asked for after its own. It begins where a day begins first, and ends likewise."""
NO_PUZZLE: Final = "There is no puzzle of that game and day here."

log = structlog.get_logger("dealt.app")


class Catalogue:
    """The games of a room. What is slow to make is made by workers, when it is asked for first."""

    def __init__(self, games: Mapping[str, Listing], workers: Workers, asker: Callable[[Request], str]):
        """``asker`` says from which address somebody asks."""
        self._games, self._workers, self._asker = games, workers, asker
        self._house: asyncio.Task[None] | None = None
        self._catalogue: dict[str, bytes] = {}
        """What the games are, by the path under which it is read."""
        self._kept: dict[str, bytes] = {}
        """What workers have made, by what it is."""
        self.routes: dict[str, Read] = {
            **dict.fromkeys(
                ("/api/games", "/api/games/{game}", "/api/lobby", "/api/lobby/{language}", "/api/texts/{language}"),
                self.read_house,
            ),
            "/api/rules/{game}/{language}": self.read_rules,
            "/api/lesson/{game}": self.read_lesson,
            "/api/charts/{game}": self.read_charts,
            "/api/daily/{game}/{day}": self.read_puzzle,
            "/api/daily/{game}/{day}/{choice:int}": self.judge_choice,
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

        ``/api/lobby``: what a lobby shows of all games, a tenth of it; ``/api/lobby/LANGUAGE``: the same in a language;
        ``/api/texts/LANGUAGE``: all texts that don't belong to a game.
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
        written = listing.rules.get(language, "")
        shown = written if plain else as_html(written)
        return cached(request, shown.encode(), f"text/{'markdown' if plain else 'html'}; charset=utf-8")

    async def read_lesson(self, request: Request) -> Response:
        """The first lesson of a game, made when it is read for the first time."""
        listing, none = self._games.get(request.path_params["game"]), "There is no lesson of that game here."
        if listing is None or not listing.lesson:
            return _missing(none)
        return await self._made(request, none, work.lesson, listing.name, within=MAKING)

    async def read_charts(self, request: Request) -> Response:
        """Charts of advice for a game, under the options of the query; what it does not name is as usual."""
        listing, none = self._games.get(request.path_params["game"]), "There are no charts of that game here."
        if listing is None:
            return _missing(none)
        try:
            options = options_of(listing, request.query_params)
            return await self._made(request, none, work.charts, listing.name, options, most=CHARTS_AWAITED)
        except OptionError as error:
            return PlainTextResponse(f"{str(error)[:200]}.", 400)

    async def read_puzzle(self, request: Request) -> Response:
        """``/api/daily/GAME/DAY``: the position of a day's puzzle, and what there is to choose from."""
        return await self._daily(request, reviews.puzzle)

    async def judge_choice(self, request: Request) -> Response:
        """``/api/daily/GAME/DAY/CHOICE``: whether that choice, from 0, is the best one, and why."""
        return await self._daily(request, reviews.puzzle_answer, request.path_params["choice"])

    async def _daily(self, request: Request, what: Callable[..., bytes], *more: int) -> Response:
        name, day = request.path_params["game"], _day(request.path_params["day"])
        if name not in self._games or day is None:
            return _missing(NO_PUZZLE)
        return await self._made(request, NO_PUZZLE, what, name, day, *more)

    async def _made(
        self, request: Request, none: str, what: Callable[..., bytes], *arguments: Any, **how: Any
    ) -> Response:
        """What a function of the workers makes, once for all who ask; 404 with the words ``none`` if that is nothing.

        OptionError if the game can't be made so.
        """
        key = f"{what.__name__} {arguments}"
        if key not in self._kept:
            try:
                made = await self._workers.ask(what, *arguments, by=self._asker(request), **how)
            except (Late, WorkerDied) as error:
                return PlainTextResponse(str(error), 503, UNKEPT)
            except WorkFailed as error:
                log.error("what is read of a game does not work", what=what.__name__, game=arguments[0], why=str(error))
                made = b""
            while len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = made
        return cached(request, self._kept[key], "application/json") if self._kept[key] else _missing(none)


def _missing(none: str) -> Response:
    return PlainTextResponse(none, 404, UNKEPT)


def _day(written: str) -> date | None:
    """The day, if its puzzle can be asked for now: it may be tomorrow already where somebody lives."""
    try:
        day, now = date.fromisoformat(written), today()
    except ValueError:
        return None
    return day if now - timedelta(days=DAYS) <= day <= now + timedelta(days=1) else None
