"""The boards of a day in a room: who plays which, how everybody has done, and the computers of the field.

A day's boards of a game are a set. What a level of the field makes of one is worked out when it is first asked for,
and lies among the results of the set from then on.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from dealt import daily
from dealt.game import Game
from dealt.server.base.trouble import Conflict
from dealt.server.room.link import Commands, Link, Person, person_of
from dealt.server.room.runtime import Runtime
from dealt.server.room.workshop import Workshop
from dealt.server.store.archive import DealRow
from dealt.server.store.sets import DealSet, SetRow, key_of
from dealt.server.store.store import Store
from dealt.server.workers.workers import Workers
from dealt.session import boards, events
from dealt.session.boards import Entry
from dealt.session.events import Event, Finished, Opened
from dealt.table import DealRecord
from dealt.wire import protocol
from dealt.wire.refusal import Refused
from dealt.work import work
from dealt.work.finished import FinishedDeal, of_field
from dealt.work.work import game_key


class Boards:
    """Answers ``daily``, and says what a table for boards of a day is to be."""

    def __init__(self, store: Store, workshop: Workshop, workers: Workers, runtime: Runtime):
        self._store, self._workshop, self._workers, self._runtime = store, workshop, workers, runtime
        self.commands: Commands = {protocol.GetDaily: self._tell}

    async def wanted(
        self, person: Person, message: protocol.PlayDaily, by: str
    ) -> tuple[Opened, Game[Any], Sequence[Event]]:
        """The table for the board that somebody wants, else the first that they have not finished; where it was left
        it goes on.
        """
        day, board, game = self._day(message.day), message.board, await self._game(message.game, by)
        if message.instant:
            day, board = await self._instant(person.name, message.game, game)
        joined = await self._set(message.game, game, day)
        found = {} if joined is None else await self._store.sets.of_person([joined.id], person.name)
        rows = [row for rows in found.values() for row in rows]
        opened = boards.opened(game, message.game, day, message.pace, rows, board, one=message.instant)
        left = [each for each in rows if each.board == opened.boards + 1]
        if not left:
            return opened, game, ()
        rows_there = await self._store.tables.events(left[-1].table)
        happened = [events.decode(each.payload) for each in rows_there]
        return opened, game, boards.going_on(message.game, day, opened.boards + 1, happened)

    async def finished_on(self, name: str, day: str, most: int, by: str) -> list[tuple[str, float, float]]:
        """Who has finished which of the first boards of a day of a game, with the score and when; people alone."""
        joined = await self._set(name, await self._game(name, by), date.fromisoformat(day))
        done = [each for each in await self._entries(joined) if each.scores and each.board <= most]
        return [(each.name, each.scores[daily.PERSON], each.at) for each in done if not each.computer]

    async def playable(self, name: str, written: str, by: str) -> date:
        """That day, if the game has boards that can be played now; else Refused."""
        if not daily.offered(await self._game(name, by)):
            raise Refused("no_daily_game")
        return self._day(written)

    async def _instant(self, person: str, name: str, game: Game[Any]) -> tuple[date, int]:
        """The board that somebody plays at once."""
        ids = await self._ids(name, game)
        own = await self._store.sets.of_person([*ids], person)
        people = await self._store.sets.finished([*ids])
        mine = {ids[there]: rows for there, rows in own.items()}
        finished = {(ids[there], board): n for (there, board), n in people.items()}
        return boards.instant(self._today(), mine, finished)

    async def _calendar(self, person: str, name: str, game: Game[Any]) -> list[protocol.DayDone]:
        """What somebody has made of the days that can be played."""
        ids = await self._ids(name, game)
        own = await self._store.sets.of_person([*ids], person)
        played = [there for there, rows in own.items() if any(row.scores for row in rows)]
        rows = await self._store.sets.days(played)
        entries = {ids[there]: some for there, some in rows.items()}
        return boards.calendar(self._today(), person, entries, low=game.low)

    async def _ids(self, name: str, game: Game[Any]) -> dict[str, date]:
        """The days that can be played, of which somebody has played something, by the ids of their sets."""
        days = {daily.name_of(day): day for day in daily.days_until(self._today())}
        key = key_of(boards.opened(game, name, self._today(), "normal", ()))
        return {there: days[named] for named, there in (await self._store.sets.named(key, [*days])).items()}

    def _today(self) -> date:
        return datetime.fromtimestamp(self._runtime.time(), UTC).date()

    def _day(self, written: str | None) -> date:
        return boards.day_asked(written, self._today())

    async def _game(self, name: str, by: str) -> Game[Any]:
        _, game = await self._workshop.wanted(name, by)
        return await self._workshop.game(game_key(name, daily.standard(game).options), by)

    async def _set(self, name: str, game: Game[Any], day: date) -> DealSet | None:
        """The set that the boards are, once somebody has played there."""
        return await self._store.sets.find(key_of(boards.opened(game, name, day, "normal", ())))

    async def _entries(self, joined: DealSet | None) -> list[SetRow]:
        """All that was played of the boards."""
        return [] if joined is None else await self._store.sets.day(joined.id)

    # --- how everybody has done

    async def _tell(self, link: Link, message: protocol.GetDaily) -> None:
        """Tell what is known; then let the field play the boards that the asker has finished, and tell again."""
        person, by = person_of(link), link.home
        day, game = self._day(message.day), await self._game(message.game, by)
        joined = await self._set(message.game, game, day)
        entries = await self._entries(joined)
        missing = boards.missing(entries, boards.finished_by(entries, person.name), daily.field(game))
        await link.deliver(await self._answer(person, message, game, day, entries, by, growing=bool(missing)))
        if joined is None or not missing:
            return
        for board, level in missing:
            made = await self._played(message.game, game, day, board, level, by)
            row = Finished(board, list(made.players), list(made.scores or ()), self._runtime.time())
            try:
                await self._store.sets.put(joined.id, boards.entry_of(joined.id, level), [row])
            except Conflict:
                continue  # another process has stored the same
        entries = await self._entries(joined)
        await link.deliver(await self._answer(person, message, game, day, entries, by))

    async def _answer(
        self,
        person: Person,
        message: protocol.GetDaily,
        game: Game[Any],
        day: date,
        entries: Sequence[Entry],
        by: str,
        *,
        growing: bool = False,
    ) -> protocol.DailyDeals:
        scores = [[each.scores for each in field] for field in boards.scores_of(entries).values()]
        name, me = message.game, person.name
        made = await self._workers.ask(work.boards_made, game_key(name, game.options), scores, by=by)
        days = await self._calendar(me, name, game) if message.calendar else []
        return boards.answer(name, day, me, entries, made, game.unit, growing=growing, calendar=days)

    async def _played(self, name: str, game: Game[Any], day: date, board: int, level: str, by: str) -> DealRecord:
        return await self._workers.ask(work.board, game_key(name, game.options), day, board, level, by=by)

    # --- one deal of the field

    async def finished(self, person: Person, table: str, board: int, by: str) -> FinishedDeal | DealRow:
        """The deal of one of the field, for who has finished the board; Refused for anybody else."""
        found = await self._store.sets.of_table(table)
        day = None if found is None else daily.day_of(found[1])
        if found is None or day is None:
            raise Refused("no_old_deal")
        rows = [each for each in await self._store.sets.day(found[0]) if each.board == board and each.scores]
        if not any(each.table == table for each in rows):
            raise Refused("no_old_deal")
        if board not in boards.finished_by(rows, person.name):
            raise Refused("board_first", game=found[2], day=day.isoformat(), board=board)
        if not (level := boards.level_in(table)):
            if (row := await self._store.tables.deal(table, board)) is None:
                raise Refused("no_old_deal")
            return row
        name = found[2]
        game = await self._game(name, by)
        made = await self._played(name, game, day, board, level, by)
        return of_field(table, game_key(name, game.options), game, board, made)
