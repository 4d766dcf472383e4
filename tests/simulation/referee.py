"""Sees what is stored and told of tournaments and assignments, and reckons by itself how everybody stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from dealt.session.events import Event as TableEvent
from dealt.session.session import Session
from dealt.tournament import events
from tests.simulation.database import Database

__all__ = ["FRESH", "Referee"]

FRESH: Final = 12.0
"""The seconds within which every process tells what is stored, once nothing goes wrong any more."""
SIDES: Final = ((0, 2), (1, 3))
"""Who sits with whom where pairs and teams play."""
Standing = tuple[str, int, dict[str, tuple[Fraction, int]]]
"""Phase, round, and by name points and score of all who stand."""


@dataclass(slots=True)
class Place:
    """A table of a tournament."""

    round: int
    first: int
    people: Sequence[str]
    sides: Sequence[int]
    scores: dict[int, Sequence[float]] = field(default_factory=dict)
    absent: dict[int, Sequence[int]] = field(default_factory=dict)
    closed: bool = False


@dataclass
class Sheet:
    """A tournament, as the referee writes it down from its stored events."""

    settings: events.Opened
    phase: str = "open"
    round: int = 0
    names: dict[str, str] = field(default_factory=dict)
    here: dict[str, bool] = field(default_factory=dict)
    removed: set[str] = field(default_factory=set)
    teams: list[list[str]] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    out: list[tuple[int, str]] = field(default_factory=list)
    adjusted: dict[tuple[str, int], float] = field(default_factory=dict)
    rated: set[int] = field(default_factory=set)
    standings: list[tuple[float, Standing]] = field(default_factory=list)
    """After each event, with when it was stored."""
    told: dict[tuple[str, str], int] = field(default_factory=dict)
    """After how many events it stood as each person was told last by each process, at least."""

    def is_open(self, place: Place) -> bool:
        """Is more to come from a table?"""
        return not place.closed and len(place.scores) < self.settings.boards

    # --- how everybody stands

    def stand(self) -> Standing:
        """How it stands after all events so far."""
        made: dict[str, dict[Any, tuple[Fraction, float]]] = defaultdict(dict)
        for person, n, percent, score in self._matches() if self.settings.kind == "teams" else self._tables():
            made[person][n] = percent, score
        for n, person in self.out:
            made[person][n] = Fraction(50), 0.0
        for (person, n), percent in self.adjusted.items():
            made[person][n] = Fraction(percent), made[person].get(n, (0, 0.0))[1]
        worth = 20 if self.settings.kind == "teams" else 1
        rows = {
            name: (sum((each for each, _ in made[person].values()), Fraction(0)) * worth / 100,
                   int(sum(score for _, score in made[person].values())))
            for person, name in self.names.items()
            if made[person] or (self.here[person] and person not in self.removed)
        }  # fmt: skip
        return self.phase, self.round, rows

    def _tables(self) -> Iterator[tuple[str, Any, Fraction, float]]:
        """Of each who has played at a table: the number of the result, its percent and score."""
        fields: dict[int, list[Sequence[float]]] = defaultdict(list)
        for place in self.places.values():
            for board, scores in place.scores.items():
                fields[board].append(scores)
        for table, place in self.places.items():
            for seat, person in enumerate(place.people):
                played = [board for board in place.scores if seat not in place.absent[board]]
                percent = Fraction(0)
                for board in played:
                    others = [scores[seat] for scores in fields[board]]
                    alone = len(others) == 1
                    percent += beaten(place.scores[board][seat], place.scores[board] if alone else others)
                if person and place.scores:
                    n = table if self.settings.kind == "arena" else place.round
                    score = sum(place.scores[board][seat] for board in played)
                    yield person, n, percent / self.settings.boards, score

    def _matches(self) -> Iterator[tuple[str, Any, Fraction, float]]:
        """The same of each of a team, of whose boards those count that are over at both tables."""
        matches: dict[Any, list[Place]] = defaultdict(list)
        for place in self.places.values():
            matches[place.round, min(place.sides), max(place.sides)].append(place)
        for (n, *teams), tables in matches.items():
            boards = {board for place in tables for board in place.scores}
            done = [b for b in boards if all(b in each.scores or not self.is_open(each) for each in tables)]
            for team in teams if done else ():
                percent, points = Fraction(0), 0.0
                for board in done:
                    there = [each for each in tables if board in each.scores]
                    mine = sum(each.scores[board][seat] for each in there for seat in SIDES[each.sides.index(team)])
                    whole = sum(sum(each.scores[board]) for each in there)
                    percent += beaten(mine, (mine, whole - mine))
                    points += mine / 2
                for person in self.teams[team] if team >= 0 else ():
                    yield person, n, percent / self.settings.boards, points


def beaten(mine: float, some: Sequence[float]) -> Fraction:
    """How many of the others a score beats, in percent, equals counting half."""
    level = sum(each == mine for each in some) - 1
    return Fraction(100 * (2 * sum(each < mine for each in some) + level), 2 * max(1, len(some) - 1))


class Referee:
    """What must never be of evenings."""

    def __init__(self, fail: Callable[[str], None], now: Callable[[], float]):
        self._fail, self._now = fail, now
        self.database: Database
        self.sheets: dict[str, Sheet] = {}
        self.changed = 0.0
        """When something of a tournament was stored last."""
        self.rested = float("inf")
        """Since when nothing goes wrong any more."""
        self._made: dict[tuple[str, int], tuple[Sequence[float], Sequence[str]]] = {}
        """Scores and names by table and board, as these say."""
        self._late: set[tuple[str, int]] = set()
        """Boards that were over when nobody waited for them any more."""
        self._at: dict[tuple[str, str], str] = {}
        """The table of each tournament where somebody sits."""
        self._scored: dict[str, list[float]] = defaultdict(list)
        """When the deals of each person that count were over."""
        self._progress: dict[tuple[str, str, str], int] = {}
        """Of how many deals each person was told last, of an assignment and of whom."""

    # --- tables

    def happened(self, session: Session, event: TableEvent) -> None:
        """An event of a table is stored, and applied."""
        for each in getattr(event, "results", ()):
            if session.settings.standard:
                self._scored[each.person].append(each.at)
        id = session.settings.tournament  # noqa: A001
        if not id:
            return
        for each in getattr(event, "finished", ()):
            board, sheet = (session.id, each.deal), self.sheets[id]
            if board in self._made:
                self._fail(f"nothing told is lost: board {board} came out twice")
            self._made[board] = each.scores, each.names
            if sheet.phase == "over" or sheet.places[session.id].closed:
                self._late.add(board)
        self._sit(session, id)

    def _sit(self, session: Session, id: str) -> None:  # noqa: A002
        for person in self.sheets[id].names:
            sits = not session.ended and session.seat_of(person) is not None
            at = self._at.get((id, person))
            if sits and at not in (None, session.id):
                self._fail(f"nobody is paired twice: {person} sits at {at} and {session.id} of tournament {id}")
            if sits:
                self._at[id, person] = session.id
            elif at == session.id:
                del self._at[id, person]

    # --- what is stored of tournaments

    def stored(self, row: dict[str, Any]) -> None:
        """An event of a tournament is stored."""
        id, event = row["tournament_id"], events.decode(row["payload"])  # noqa: A001
        self.changed = self._now()
        if isinstance(event, events.Opened):
            sheet = self.sheets[id] = Sheet(event)
        else:
            sheet = self.sheets[id]
            if row["n"] != len(sheet.standings) + 1:
                self._fail(f"nothing told is lost: event {row['n']} of {id} follows event {len(sheet.standings)}")
            if sheet.phase == "over" and not isinstance(event, events.Adjusted):
                self._fail(f"nothing told is lost: {event} follows the end of {id}")
            getattr(self, f"_{type(event).__name__.lower()}")(sheet, event)
        sheet.standings.append((self._now(), sheet.stand()))

    def _enrolled(self, sheet: Sheet, event: events.Enrolled) -> None:
        sheet.names[event.person], sheet.here[event.person] = event.name, True
        if sheet.teams and not any(event.person in each for each in sheet.teams):
            size = 4 if sheet.settings.kind == "teams" else 2
            room = next((each for each in sheet.teams if len(each) < size), None)
            sheet.teams += [room := []] if room is None else []
            room.append(event.person)

    def _withdrew(self, sheet: Sheet, event: events.Withdrew) -> None:
        sheet.here[event.person] = False
        sheet.removed |= {event.person} if event.removed else set()

    def _began(self, sheet: Sheet, event: events.Began) -> None:
        if sheet.phase != "open":
            self._fail("nobody is paired twice: a tournament has begun twice")
        sheet.phase, sheet.teams = "running", [[*each] for each in event.pairs]

    def _paired(self, sheet: Sheet, event: events.Paired) -> None:
        arena = sheet.settings.kind == "arena"
        sheet.round += not arena or not sheet.round
        going_on = [table for table, each in sheet.places.items() if sheet.is_open(each)]
        if going_on and not arena:
            self._fail(f"nobody is paired twice: round {sheet.round} is paired while {going_on} go on")
        playing = [each for table in going_on for each in sheet.places[table].people if each]
        paired = [each for table in event.tables for each in table.places if each]
        twice = [each for each, times in Counter(playing + paired + event.out).items() if times > 1]
        gone = [each for each in paired if not sheet.here[each]]
        if twice or gone:
            self._fail(f"nobody is paired twice: {event} pairs {twice} twice, and {gone} who are gone")
        for each in event.tables:
            if each.table in sheet.places:
                self._fail(f"nobody is paired twice: table {each.table} is there twice")
            sheet.places[each.table] = Place(sheet.round, each.first, each.places, each.sides)
        sheet.out += [(sheet.round, each) for each in event.out]

    def _reported(self, sheet: Sheet, event: events.Reported) -> None:
        place = sheet.places[event.table]
        scores, names = self._made.get((event.table, event.board), ([], []))
        absent = [n for n, each in enumerate(place.people) if each and names and names[n] != sheet.names[each]]
        if event.board in place.scores or not sheet.is_open(place) or [*scores] != event.scores:
            self._fail(f"a result counts once: {event}, and {scores} is stored, {place}")
        if absent != event.absent:
            self._fail(f"a result counts once: {event}, and {names} sat there for {place.people}")
        place.scores[event.board], place.absent[event.board] = event.scores, event.absent

    def _closed(self, sheet: Sheet, event: events.Closed) -> None:
        sheet.places[event.table].closed = True

    def _rated(self, sheet: Sheet, event: events.Rated) -> None:
        if event.board in sheet.rated:
            self._fail(f"a result counts once: board {event.board} is rated twice")
        sheet.rated.add(event.board)

    def _adjusted(self, sheet: Sheet, event: events.Adjusted) -> None:
        sheet.adjusted[event.person, event.n] = event.percent

    def _paused(self, sheet: Sheet, event: events.Paused) -> None:
        """Nobody stands otherwise."""

    def _ended(self, sheet: Sheet, event: events.Ended) -> None:
        sheet.phase = "over"
        going_on = {table for table, each in sheet.places.items() if sheet.is_open(each)}
        self._late |= {board for board in self._made if board[0] in going_on}  # the director waits for nobody

    # --- what is told

    def told(self, to: str, by: str, message: dict[str, Any]) -> None:
        """Somebody is told by a process how a tournament stands: as it stood once, and not before what they know."""
        sheet = self.sheets[message["id"]]
        last = sheet.told.get((to, by), 1)
        found = [n for n in range(last, len(sheet.standings) + 1) if _is(sheet.standings[n - 1][1], message)]
        if not found:
            now = sheet.standings[-1][1]
            self._fail(
                f"the standing is that of what is stored: {to} was told by {by} {message['phase']} "
                f"{message['round']} {_rows(message)} of {message['id']}, after event {last} at least, not {now}"
            )
            return
        sheet.told[to, by] = found[0]
        overdue = self._now() - FRESH
        if overdue > self.rested and found[-1] < len(sheet.standings) and sheet.standings[found[-1]][0] < overdue:
            self._fail(f"nothing told is lost: {to} is told by {by} how {message['id']} stood {FRESH} s ago")

    def counted(self, to: str, message: dict[str, Any]) -> None:
        """Somebody is told how far members are: as far as their deals say, and never less far than before."""
        for assignment in message["assignments"]:
            for each in assignment["members"]:
                key, deals = (to, assignment["id"], each["name"]), each.get("deals", 0)
                row = self.database.raw.execute("select id from people where name = ?", (each["name"],)).fetchone()
                over = [at for at in self._scored[row[0]] if assignment["since"] <= at <= assignment["until"]]
                if not self._progress.get(key, 0) <= deals <= len(over):
                    before = self._progress.get(key, 0)
                    self._fail(f"progress never falls: {to} is told of {deals} deals of {key}, {before} before, {over}")
                self._progress[key] = deals

    # --- at the end

    def rest(self) -> None:
        """From now on nothing goes wrong any more."""
        self.rested = self._now()
        self._then = {each: len(sheet.standings) for each, sheet in self.sheets.items()}
        self._open = [(sheet, each) for sheet in self.sheets.values() for each in sheet.places.values()]

    def waits(self, tournament: str) -> bool:
        """Is more to come from tables that were there then, or has nothing else happened since?"""
        sheet = self.sheets.get(tournament)
        if sheet is None or any(each.phase != "over" and each.is_open(place) for each, place in self._open):
            return True
        moved = len(sheet.standings) > self._then.get(tournament, 0) + 1
        return sheet.phase != "over" and not (sheet.phase == "running" and moved)

    def check(self) -> None:
        """All boards that were over while somebody waited for them count, and all events are still there."""
        for id, sheet in self.sheets.items():  # noqa: A001
            wanted = "select count(*), max(n) from tournament_events where tournament_id = ?"
            count, last = self.database.raw.execute(wanted, (id,)).fetchone()
            if not len(sheet.standings) <= count == last:  # more may be about to be committed
                self._fail(f"nothing told is lost: of {len(sheet.standings)} events of {id} there are {count}")
            for table, board in self._made.keys() - self._late:
                if table in sheet.places and board not in sheet.places[table].scores and sheet.phase == "over":
                    self._fail(f"nothing told is lost: board {board} of {table} counts in {id} for nobody")


def _is(standing: Standing, message: dict[str, Any]) -> bool:
    phase, round, rows = standing  # noqa: A001
    told = _rows(message)
    return (
        (phase, round) == (message["phase"], message["round"])
        and rows.keys() == told.keys()
        and all(
            abs(points - told[name][0]) < 0.006 and score == told[name][1] for name, (points, score) in rows.items()
        )
    )


def _rows(message: dict[str, Any]) -> dict[str, tuple[float, float]]:
    return {each["name"]: (each["points"], each.get("score", 0.0)) for each in message["standing"]}
