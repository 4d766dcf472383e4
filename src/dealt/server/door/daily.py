"""``/api/daily`` over HTTP: the puzzle of a day of a game, and how good a choice in it is.

The answer is in no page before somebody has chosen: the room is asked for it with the choice. Whoever looks it up by
hand spoils nobody's day but their own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import structlog
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from dealt.game import OptionError
from dealt.server.base.trouble import WorkFailed
from dealt.server.door.encoding import cached
from dealt.server.room.room import Room
from dealt.server.work import puzzles

__all__ = ["DAYS", "Daily"]

DAYS: Final = 8
"""For how many days a puzzle can be asked for after its own. It begins where a day begins first, and ends likewise."""
KEPT: Final = 500
"""The number of answers that are kept."""

log = structlog.get_logger("dealt.daily")


class Daily:
    """The puzzles of the room's games, each made when it is asked for first."""

    def __init__(
        self,
        room: Room,
        asker: Callable[[Request], str],
        today: Callable[[], date] = lambda: datetime.now(UTC).date(),
    ):
        """``asker`` says from which address somebody asks."""
        self._room = room
        self._asker = asker
        self._today = today
        self._kept: dict[tuple[Any, ...], bytes] = {}

    async def read(self, request: Request) -> Response:
        """``/api/daily/GAME/DAY``: the position and what there is to choose from."""
        return await self._answer(request, puzzles.puzzle)

    async def judge(self, request: Request) -> Response:
        """``/api/daily/GAME/DAY/CHOICE``: whether that choice, from 0, is the best one, and why."""
        return await self._answer(request, puzzles.answer, request.path_params["choice"])

    async def _answer(self, request: Request, what: Callable[..., bytes], *more: int) -> Response:
        name, day = request.path_params["game"], self._day(request.path_params["day"])
        if name not in self._room.games or day is None:
            return _none()
        key = name, day, *more
        if key not in self._kept:
            try:
                written = await self._room.workers.ask(what, name, day, *more, by=self._asker(request))
            except (WorkFailed, OptionError) as error:
                log.error("a puzzle of the day does not work", game=name, day=day.isoformat(), why=str(error))
                return _none()
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[key] = written
        return cached(request, self._kept[key], "application/json") if self._kept[key] else _none()

    def _day(self, written: str) -> date | None:
        """The day, if its puzzle can be asked for now: it may be tomorrow already where somebody lives."""
        try:
            day = date.fromisoformat(written)
        except ValueError:
            return None
        today = self._today()
        return day if today - timedelta(days=DAYS) <= day <= today + timedelta(days=1) else None


def _none() -> Response:
    return PlainTextResponse("There is no puzzle of that game and day here.", 404, {"cache-control": "no-store"})
