"""The boards of a day in the room of a browser: one's own, and the computers of the field, which play them there."""

from __future__ import annotations

from datetime import UTC, date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dealt import daily
from dealt.game import Game
from dealt.session import boards
from dealt.session.events import Acted, DealBegan, Event, Opened
from dealt.site.keeping import Board
from dealt.table import DealRecord
from dealt.wire import protocol
from dealt.wire.refusal import Refused, check_game
from dealt.work import work
from dealt.work.finished import FinishedDeal, of_field
from dealt.work.work import game_key

if TYPE_CHECKING:
    from dealt.site.people import Person


def today() -> date:
    """The day by UTC."""
    return datetime.now(UTC).date()


class Boards:
    """Answers what is asked about them."""

    def __init__(self, asker: Person) -> None:
        self._asker = asker

    def _game(self, name: str) -> Game[Any]:
        house = self._asker.room.house
        check_game(name, house.games)
        return house.game(game_key(name, daily.standard(house.games[name].make()).options))

    def _of(self, name: str, day: date) -> list[Board]:
        return [each for each in self._asker.kept.boards if (each.set, each.game) == (daily.name_of(day), name)]

    def _mine(self, name: str, day: date) -> list[Board]:
        return [each for each in self._of(name, day) if not each.computer]

    def wanted(self, message: protocol.PlayDaily) -> tuple[Opened, Game[Any], list[Event]]:
        """The table for the board that is wanted, else the first that is not finished; where it was left it goes on."""
        day, name, board = boards.day_asked(message.day, today()), message.game, message.board
        game = self._game(name)
        if message.instant:
            mine = [(at, each) for at in daily.days_until(today()) for each in self._mine(name, at)]
            begun = {(at, each.board) for at, each in mine}
            day, board = boards.instant(today(), {(at, each.board) for at, each in mine if each.scores}, begun, {})
        mine_now = self._mine(name, day)
        opened = boards.opened(game, name, day, message.pace, mine_now, board, one=message.instant)
        left = [each.acted for each in mine_now if each.acted is not None and each.board == opened.boards + 1]
        if not left:
            return opened, game, []
        acted = [Acted(int(seat), action) for seat, _, action in (each.partition(" ") for each in left[-1])]
        return opened, game, boards.going_on(name, day, opened.boards + 1, [DealBegan(), *acted])

    async def told(self, message: protocol.GetDaily) -> protocol.DailyDeals:
        """What is known, told at once; then, if boards are finished that the field has not played, all of it."""
        asker, name, day = self._asker, message.game, boards.day_asked(message.day, today())
        game, named = self._game(name), daily.name_of(day)
        entries = self._of(name, day)
        done = {each.board for each in entries if each.scores and not each.computer}
        missing = boards.missing(entries, done, daily.field(game))
        if not missing:
            return self._answer(message, game, day)
        asker.send(self._answer(message, game, day, growing=True))
        id = sha256(f"{named}/{name}".encode()).hexdigest()[:16]  # noqa: A001
        for board, level in missing:
            made = await self._played(name, game, day, board, level)
            table, scores = boards.entry_of(id, level), list(made.scores or ())
            asker.kept.note(Board(board, table, made.players, scores, set=named, game=name), today())
        asker.room.save()
        return self._answer(message, game, day)

    def _answer(
        self, message: protocol.GetDaily, game: Game[Any], day: date, *, growing: bool = False
    ) -> protocol.DailyDeals:
        name, me = message.game, self._asker.kept.name
        entries = self._of(name, day)
        made = [
            daily.made(game, [tuple(each.scores) for each in field]) for field in boards.scores_of(entries).values()
        ]
        days = []
        if message.calendar:
            known = {each: self._of(name, each) for each in daily.days_until(today())}
            days = boards.calendar(today(), me, known, low=game.low)
        return boards.answer(name, day, me, entries, made, game.unit, growing=growing, calendar=days)

    async def _played(self, name: str, game: Game[Any], day: date, board: int, level: str) -> DealRecord:
        key, seed = game_key(name, game.options), daily.seed(name, day, board)
        found: DealRecord = await self._asker.room.work.ask(work.board, key, seed, level, lane="study")
        return found

    async def finished(self, table: str, board: int) -> FinishedDeal | Board:
        """A deal of the field of a board that is finished, one's own as it is kept; Refused if there is none."""
        kept = self._asker.kept.boards
        found = next((each for each in kept if (each.table, each.board) == (table, board) and each.scores), None)
        if found is None:
            raise Refused("no_old_deal")
        if not (level := boards.level_in(table)):
            return found
        game, day = self._game(found.game), daily.day_of(found.set) or today()
        made = await self._played(found.game, game, day, board, level)
        return of_field(table, game_key(found.game, game.options), game, board, made)
