"""The games of a room as its tables need them: each made once, and what its computers can do found out once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import structlog

from dealt.game import Game, Listing, OptionError
from dealt.games import HOUSE
from dealt.ratings import rateable
from dealt.server.base.background import attended
from dealt.server.workers.workers import MAKING, Workers
from dealt.wire.refusal import Refused, bad_option, check_game
from dealt.work import work
from dealt.work.work import GameKey, WorkFailed, game_key

MOST_KNOWN: Final = 500

log = structlog.get_logger("dealt.room")


class Workshop:
    """Makes games, with the help of workers."""

    def __init__(self, games: Mapping[str, Listing], workers: Workers):
        self.games, self._workers = games, workers
        self._explains: dict[tuple[str, GameKey], bool] = {}
        self._made: dict[GameKey, asyncio.Task[Game[Any]]] = {}

    async def wanted(
        self, game: str, by: str, preset: str | None = None, options: Mapping[str, Any] = {}
    ) -> tuple[work.Settled, Game[Any]]:
        """What somebody's wishes for a game come to, and the game; Refused or WorkFailed."""
        check_game(game, self.games)
        try:
            settled = await self._workers.ask(work.settle, game, preset, options, by=by, within=MAKING)
            return settled, await self.game(game_key(game, settled.options), by)
        except OptionError as error:
            raise bad_option(error) from None

    async def game(self, key: GameKey, by: str = "") -> Game[Any]:
        """The game of that key, made once for all its tables; WorkFailed if it can't be made, or takes too long.

        It is made beside the loop. One from outside is made by a worker before, so it is known to come to an end.
        """
        task = self._made.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            if len(self._made) >= MOST_KNOWN:
                self._made.clear()
            task = self._made[key] = attended(self._make(key, by))
        return await asyncio.shield(task)

    async def _make(self, key: GameKey, by: str) -> Game[Any]:
        if key.name not in HOUSE:
            await self._workers.ask(work.prepare, key, by=by, within=MAKING)

        def make() -> Game[Any]:
            game = self.games[key.name].make(None, **dict(key.options))
            game.prepare()
            return game

        return await self._workers.beside(make)  # type: ignore[no-any-return]

    def ratings(self, name: str, game: Game[Any], computers: str) -> dict[str, float]:
        """The ratings of the levels, for a table of these computers; Refused if nothing is rated there."""
        found = dict(self.games[name].ratings) if rateable(game) else {}
        if not found or not {*computers.split(",")} <= {*found}:
            raise Refused("no_rating")
        return found

    async def explaining(self, computers: str, game: GameKey, by: str = "") -> bool:
        """Can a computer of this name explain actions of this game? A worker makes one of each kind to find out."""
        key = computers, game
        if key not in self._explains:
            try:
                found = await self._workers.ask(work.explains, game, computers, by=by)
            except WorkFailed as error:  # the table says so at the computer's turn
                log.warning("a computer can't be made", computer=computers, why=str(error))
                return False
            if len(self._explains) >= MOST_KNOWN:
                self._explains.clear()
            self._explains[key] = found
        return self._explains[key]
