"""The boards of a day as a room keeps and tells them: which one comes next, and how everybody has done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from dealt.daily import BOARDS, LATE, LEVEL, PERSON, Made, days_until, name_of, offered, percent, seed
from dealt.game import Game
from dealt.session.events import Acted, DealBegan, Event, Opened, SeedDrawn
from dealt.wire.protocol import BoardScore, DailyDeals, DayBoard, DayDone, DayScore, Pace
from dealt.wire.refusal import Refused


class Entry(msgspec.Struct):
    """What one has played of a day: ``names`` and ``scores`` by seat; without scores the board is not finished."""

    board: int
    table: str
    names: Sequence[str]
    scores: Sequence[float]

    @property
    def name(self) -> str:
        """The person's, or the level that a computer plays at."""
        return self.names[PERSON]

    @property
    def computer(self) -> bool:
        """Is it one of the computers of the field?"""
        return level_in(self.table) != ""


def day_asked(written: str | None, today: date) -> date:
    """The day that is meant; Refused if its boards aren't played now. Who wants to know them early can: not here."""
    try:
        day = today if written is None else date.fromisoformat(written)
    except ValueError:
        raise Refused("no_daily", days=LATE) from None
    if day not in days_until(today):
        raise Refused("no_daily", days=LATE)
    return day


def entry_of(boards: str, level: str) -> str:
    """What stands for a table where a level of the field plays ``boards``, by their id: no table has such an id."""
    return f"{boards}_{level}"


def level_in(table: str) -> str:
    """The level of the field that plays at what stands for a table; empty for a table."""
    return table.rpartition("_")[2] if "_" in table else ""


def finished_by(entries: Iterable[Entry], name: str) -> set[int]:
    """The boards that a person has finished."""
    return {each.board for each in entries if each.scores and not each.computer and each.name == name}


def missing(entries: Iterable[Entry], done: Iterable[int], levels: Sequence[str]) -> list[tuple[int, str]]:
    """The boards that are ``done``, each with the levels of the field that have not played it yet."""
    there = {(each.board, level_in(each.table)) for each in entries}
    return [(board, level) for board in sorted(done) for level in levels if (board, level) not in there]


def opened(
    game: Game[Any],
    name: str,
    day: date,
    pace: Pace,
    entries: Sequence[Entry],
    board: int | None = None,
    *,
    one: bool = False,
) -> Opened:
    """The table for a board, or the first that somebody has not finished, who has the ``entries``; Refused if there is
    none. It goes on, but for ``one`` alone, until a board that they have begun: each is dealt to them once.
    """
    if not offered(game):
        raise Refused("no_daily_game")
    done, begun = ({each.board for each in entries if each.scores}, {each.board for each in entries})
    if board is None:
        board = next((each for each in range(1, BOARDS + 1) if each not in done), None)
        if board is None:
            raise Refused("daily_done")
    elif board in done:
        raise Refused("board_done")
    last = board
    while not one and last < BOARDS and last + 1 not in begun:
        last += 1
    about = Opened(name, game.version, dict(game.options), True, 0, pace, LEVEL, name_of(day), takeovers=False)
    return msgspec.structs.replace(about, boards=board - 1, last=last)


def instant(
    today: date, entries: Mapping[date, Sequence[Entry]], people: Mapping[tuple[date, int], int]
) -> tuple[date, int]:
    """The board that is played at once: one that was left, then what most people have finished, then the newest.

    Today's come last, since they are played one after another. Refused if nothing is left. The ``entries`` are the
    person's own; ``people`` says how many have finished a board.
    """
    begun = {(day, each.board): bool(each.scores) for day, some in entries.items() for each in some}
    days = days_until(today)
    left = [(day, board) for day in days for board in range(1, BOARDS + 1) if not begun.get((day, board))]
    if not left:
        raise Refused("daily_done")
    return max(left, key=lambda at: (at[0] != today, at in begun, people.get(at, 0), at[0], -at[1]))


def going_on(game: str, day: date, board: int, happened: Sequence[Event]) -> list[Event]:
    """What happens at a new table so that a board goes on that was left, given what happened at the one before."""
    began = max((n for n, each in enumerate(happened) if isinstance(each, DealBegan)), default=None)
    if began is None:
        return []
    acted = [each for each in happened[began:] if isinstance(each, Acted)]
    return [SeedDrawn(seed(game, day, board).hex()), DealBegan(), *acted]


# --- the answer


def calendar(today: date, name: str, entries: Mapping[date, Sequence[Entry]], *, low: bool) -> list[DayDone]:
    """What a person has made of each day, given all that is known of those on which they have finished a board."""
    return [_done(day, name, entries.get(day, ()), low=low) for day in days_until(today)]


def _done(day: date, name: str, entries: Sequence[Entry], *, low: bool) -> DayDone:
    boards, beaten = scores_of(entries), []
    done = finished_by(entries, name)
    for board in done:
        own = next(each for each in boards[board] if not each.computer and each.name == name)
        part = percent(own.scores[PERSON], [each.scores[PERSON] for each in boards[board]], low=low)
        beaten += [] if part is None else [part]
    return DayDone(day.isoformat(), len(done), sum(beaten) / len(beaten) if beaten else None)


def scores_of(entries: Sequence[Entry]) -> dict[int, list[Entry]]:
    """The field of each board: who has finished it, each of them once."""
    found: dict[int, list[Entry]] = {board: [] for board in range(1, BOARDS + 1)}
    for each in entries:
        if each.scores and each.board in found:
            found[each.board].append(each)
    return found


def answer(
    game: str,
    day: date,
    me: str,
    entries: Sequence[Entry],
    made: Sequence[Sequence[Made]],
    unit: str,
    *,
    growing: bool,
    calendar: Sequence[DayDone] = (),
) -> DailyDeals:
    """The day as a person may see it. ``made`` is what the field of each board of :func:`scores_of` has made of it."""
    done, fields = finished_by(entries, me), scores_of(entries)
    begun = {each.board for each in entries if each.name == me and not each.computer}
    boards, sums = list[DayBoard](), dict[tuple[bool, str], list[Made]]()
    for (board, field), results in zip(fields.items(), made, strict=True):
        told = []
        for each, result in zip(field, results, strict=True):
            sums.setdefault((each.computer, each.name), []).append(result)
            told.append(BoardScore(each.name, each.table, *result, computer=each.computer))
        told.sort(key=lambda each: (-(each.percent or 0), each.computer, each.name))
        state = "done" if board in done else "begun" if board in begun else "new"
        boards.append(DayBoard(board, state, told if board in done else []))  # type: ignore[arg-type]
    standing = [score for who, results in sums.items() if (score := _day(*who, results)) is not None]
    standing.sort(key=lambda each: (-each.percent, each.computer, each.name))
    return DailyDeals(
        game=game,
        day=day.isoformat(),
        boards=boards,
        standing=standing,
        unit=unit,
        growing=growing,
        calendar=list(calendar),
    )


def _day(computer: bool, name: str, results: Sequence[Made]) -> DayScore | None:
    percents = [each.percent for each in results if each.percent is not None]
    points = [each.points for each in results if each.points is not None]
    if not percents:
        return None
    return DayScore(name, len(percents), sum(percents) / len(percents), sum(points) if points else None, computer)
