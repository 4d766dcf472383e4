"""The boards of a day in the room of a browser: one's own, and the computers of the field, which play them there."""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dealt import daily
from dealt.daily import today
from dealt.game import Game
from dealt.session import boards
from dealt.session.events import Acted, DealBegan, Event, Opened
from dealt.site.keeping import Board
from dealt.wire import protocol
from dealt.wire.refusal import Refused, check_game
from dealt.work import work
from dealt.work.finished import FinishedDeal, of_field
from dealt.work.work import GameKey, game_key

if TYPE_CHECKING:
    from dealt.site.people import Person


class Boards:
    """Answers what is asked about them."""

    def __init__(self, asker: Person) -> None:
        self._asker = asker

    def _game(self, name: str) -> tuple[GameKey, Game[Any]]:
        """A game as its boards are played."""
        house = self._asker.room.house
        check_game(name, house.games)
        key = game_key(name, daily.standard(house.games[name].make()).options)
        return key, house.game(key)

    def _of(self, name: str, day: date) -> list[Board]:
        return [each for each in self._asker.kept.boards if (each.set, each.game) == (daily.name_of(day), name)]

    def _mine(self, name: str, day: date) -> list[Board]:
        return [each for each in self._of(name, day) if not each.computer]

    def wanted(self, message: protocol.PlayDaily) -> tuple[Opened, Game[Any], list[Event]]:
        """The table for the board that is wanted, else the first that is not finished; where it was left it goes on."""
        day, name, board = boards.day_asked(message.day, today()), message.game, message.board
        _, game = self._game(name)
        if message.instant:
            mine = {each: self._mine(name, each) for each in daily.days_until(today())}
            day, board = boards.instant(today(), mine, {})
        mine_now = self._mine(name, day)
        opened = boards.opened(game, name, day, message.pace, mine_now, board, one=message.instant)
        happened: list[Event] = []
        for left in mine_now:
            if left.board == opened.boards + 1:
                lines = [each.partition(" ") for each in left.acted or ()]
                happened = [DealBegan(), *(Acted(int(seat), action) for seat, _, action in lines)]
        return opened, game, boards.going_on(name, day, opened.boards + 1, happened)

    async def told(self, message: protocol.GetDaily) -> protocol.DailyDeals:
        """What is known, told at once; then, if boards are finished that the field has not played, all of it."""
        asker, name, day = self._asker, message.game, boards.day_asked(message.day, today())
        (key, game), named = self._game(name), daily.name_of(day)
        entries = self._of(name, day)
        done = {each.board for each in entries if each.scores and not each.computer}
        missing = boards.missing(entries, done, daily.field(game))
        if missing:
            asker.send(self._answer(message, day, growing=True))
        id = sha256(f"{named}/{name}".encode()).hexdigest()[:16]  # noqa: A001
        for board, level in missing:
            made = await asker.room.work.ask(work.board, key, day, board, level, lane="study")
            table, scores = boards.entry_of(id, level), list(made.scores or ())
            asker.kept.note(Board(board, table, made.players, scores, set=named, game=name))
            asker.room.save()
        return self._answer(message, day)

    def _answer(self, message: protocol.GetDaily, day: date, *, growing: bool = False) -> protocol.DailyDeals:
        name, me = message.game, self._asker.kept.name
        key, game = self._game(name)
        entries = self._of(name, day)
        scores = [[tuple(each.scores) for each in field] for field in boards.scores_of(entries).values()]
        made = work.boards_made(self._asker.room.house, key, scores)
        known = {each: self._of(name, each) for each in daily.days_until(today())}
        days = boards.calendar(today(), me, known, low=game.low) if message.calendar else []
        return boards.answer(name, day, me, entries, made, game.unit, growing=growing, calendar=days)

    async def finished(self, table: str, board: int) -> FinishedDeal | Board:
        """A deal of the field of a board that is finished, one's own as it is kept; Refused if there is none."""
        kept = self._asker.kept.boards
        found = next((each for each in kept if (each.table, each.board) == (table, board) and each.scores), None)
        if found is None:
            raise Refused("no_old_deal")
        if not (level := boards.level_in(table)):
            return found
        (key, game), day = self._game(found.game), daily.day_of(found.set) or today()
        made = await self._asker.room.work.ask(work.board, key, day, board, level, lane="study")
        return of_field(table, key, game, board, made)
