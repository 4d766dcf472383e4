"""A tournament as its events have made it, and what each event changes. The same events make the same tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec

from dealt.game import Game, Seat
from dealt.tournament import events
from dealt.tournament.events import Event, Opened
from dealt.tournament.movements import MOVEMENTS, Meetings, Movement


@dataclass(slots=True)
class Entrant:
    """Somebody who plays, or has played."""

    person: str
    name: str
    here: bool = True
    """Are they paired?"""
    removed: bool = False
    beaten: int = 0
    """The round that has put them out of a knock-out; 0: none."""
    wants: list[str] = field(default_factory=list)
    """With whom they want to play as a pair or a team, the partner first."""
    short: int = 0
    """How often they have sat out, or at a table with computers because people were missing."""
    since: float = 0.0
    """When they began to wait for a table."""


@dataclass(slots=True)
class Meeting:
    """A table of the tournament."""

    table: str
    round: int
    first: int
    boards: int
    places: list[str]
    scores: dict[int, tuple[float, ...]] = field(default_factory=dict)
    """By the number of the board."""
    absent: dict[int, list[Seat]] = field(default_factory=dict)
    times: dict[int, tuple[float, float]] = field(default_factory=dict)
    """When each board began, if it counts for ratings, and when it was over."""
    by_hand: bool = False
    sides: list[int] = field(default_factory=list)
    """The pairs or teams by side, where such play; -1 is computers alone."""
    closed: bool = False
    over_at: float = 0.0

    @property
    def over(self) -> bool:
        """Does no more come from it?"""
        return self.closed or len(self.scores) == self.boards

    @property
    def people(self) -> list[str]:
        """Who was to sit there."""
        return [each for each in self.places if each]

    def seat_of(self, person: str) -> Seat:
        """Where somebody was to sit."""
        return self.places.index(person)

    def was_away(self, person: str) -> bool:
        """Did a computer play every board in somebody's place?"""
        seat = self.seat_of(person)
        return bool(self.scores) and all(seat in self.absent.get(board, ()) for board in self.scores)


@dataclass(eq=False, repr=False)
class Tournament:
    """A tournament, made of its events. ``game`` is what is played."""

    id: str
    settings: Opened
    game: Game[Any]
    opened_at: float = 0.0
    n: int = 1
    """How many events it is made of."""
    phase: Literal["open", "running", "over"] = "open"
    paused: bool = False
    round: int = 0
    entrants: dict[str, Entrant] = field(default_factory=dict)
    """By person, in the order of their coming."""
    meetings: dict[str, Meeting] = field(default_factory=dict)
    """By table, in the order in which they were made up."""
    out: dict[int, list[str]] = field(default_factory=dict)
    """Who sat out, by round."""
    teams: list[list[str]] = field(default_factory=list)
    """Who plays with whom, where pairs or teams play, once it has begun: partners follow each other."""
    movement: list[Meetings] = field(default_factory=list)
    """By round, which of them meet; the number after the last one, where theirs is odd, is nobody.

    Empty where neighbours in the standing meet. Pairs may play fewer of its rounds, as many as ``rounds`` says.
    """
    adjusted: dict[tuple[str, int], tuple[float, str]] = field(default_factory=dict)
    """Percent and reason, by person and the number of their result."""
    began_at: float = 0.0
    idle_since: float = 0.0
    """When the last round was over, or the tournament began."""
    open_tables: dict[str, None] = field(default_factory=dict)
    """The tables from which more is to come."""
    met: dict[str, Counter[str]] = field(default_factory=dict)
    """How often two people were to sit at one table."""
    _sat: dict[str, list[Meeting]] = field(default_factory=dict)
    awaited: Counter[int] = field(default_factory=Counter)
    """By board, from how many tables a result is to come."""
    unrated: set[int] = field(default_factory=set)
    """The boards of which results are there, in nobody's rating; empty where it is not rated."""
    rated: set[int] = field(default_factory=set)
    known: tuple[int, Any] = (0, None)
    """The standing, and the number of events after which it was worked out."""

    @property
    def ends_at(self) -> float:
        """When an arena makes up no more tables; 0 for others, and before it begins."""
        return self.began_at + 60 * self.settings.minutes if self.began_at and self.settings.minutes else 0.0

    @property
    def playing(self) -> set[str]:
        """Who is to sit at a table from which more is to come."""
        return {person for table in self.open_tables for person in self.meetings[table].people}

    @property
    def moves(self) -> Movement | None:
        """How pairs or teams meet, where such play."""
        return MOVEMENTS.get(self.settings.kind)

    @property
    def size(self) -> int:
        """How many play together; 1 where everybody plays alone."""
        return self.moves.size if self.moves else 1

    @property
    def matches(self) -> bool:
        """Do teams play matches, whose results are those of all of a team?"""
        return self.moves is not None and self.moves.matches

    @property
    def rounds(self) -> int:
        """The number of rounds, as far as it is known; 0 where it is open."""
        most = self.settings.rounds
        return min(len(self.movement), most) if self.movement else most

    @property
    def meet(self) -> int:
        """How many people meet at a table, or how many pairs or teams."""
        return 2 if self.moves else self.game.seats

    def round_with(self, meetings: Sequence[set[int]]) -> int | None:
        """The place of the first round left of the movement in which all of these meet, by their numbers."""
        coming = range(self.round, len(self.movement))
        return next((n for n in coming if all(each in [{*one} for one in self.movement[n]] for each in meetings)), None)

    def team_of(self, person: str) -> list[str]:
        """Who plays with somebody as a pair or a team, themselves included, as they were put together."""
        return next((each for each in self.teams if person in each), [person])

    def table_of(self, person: str) -> str | None:
        """The table where somebody is to sit now."""
        return next((each for each in self.open_tables if person in self.meetings[each].places), None)

    def field(self) -> Iterator[Entrant]:
        """Who is paired, in the order of their coming."""
        return (each for each in self.entrants.values() if each.here and not each.beaten)

    def meetings_of(self, person: str) -> list[Meeting]:
        """The tables where somebody was to sit, in order."""
        return self._sat.get(person, [])


def apply(tournament: Tournament, event: Event, at: float) -> None:
    """Carry an event out that happened at that time."""
    CHANGES[type(event)](tournament, event, at)
    tournament.n += 1


def apply_all(tournament: Tournament, happened: Iterable[tuple[Event, float]]) -> None:
    """Carry out events with their times."""
    for event, at in happened:
        apply(tournament, event, at)


def rename(tournament: Tournament, person: str, name: str) -> None:
    """Somebody was deleted, and is called so from now on; the stored events are changed likewise."""
    tournament.known = 0, None  # names are in it
    if person in tournament.entrants:
        tournament.entrants[person].name = name
    if tournament.settings.by == person:
        tournament.settings = msgspec.structs.replace(tournament.settings, by_name=name)


def renamed(event: Event, person: str, name: str) -> Event:
    """The event with another name of somebody."""
    if isinstance(event, events.Enrolled) and event.person == person:
        return msgspec.structs.replace(event, name=name)
    if isinstance(event, Opened) and event.by == person:
        return msgspec.structs.replace(event, by_name=name)
    return event


def _opened(tournament: Tournament, event: Opened, at: float) -> None:
    raise ValueError("a tournament is opened once")


def _enrolled(tournament: Tournament, event: events.Enrolled, at: float) -> None:
    entrant = tournament.entrants.setdefault(event.person, Entrant(event.person, event.name))
    entrant.name, entrant.here, entrant.since = event.name, True, at
    entrant.wants = [each for each in (event.partner, *event.others) if each]
    if tournament.teams and not any(event.person in each for each in tournament.teams):
        room = next((each for each in tournament.teams if len(each) < tournament.size), None)
        if room is None:
            tournament.teams.append(room := [])
        room.append(event.person)


def _withdrew(tournament: Tournament, event: events.Withdrew, at: float) -> None:
    entrant = tournament.entrants[event.person]
    entrant.here, entrant.removed = False, event.removed


def _began(tournament: Tournament, event: events.Began, at: float) -> None:
    tournament.phase, tournament.began_at, tournament.idle_since = "running", at, at
    if tournament.moves and event.pairs:
        tournament.teams = [[*each] for each in event.pairs]
        rounds = tournament.moves.rounds(len(event.pairs) + len(event.pairs) % 2)
        tournament.movement = rounds * (tournament.settings.rounds // len(rounds)) if tournament.matches else rounds


def _paired(tournament: Tournament, event: events.Paired, at: float) -> None:
    entrants, settings = tournament.entrants, tournament.settings
    for person in event.beaten:
        entrants[person].beaten = tournament.round
    by_hand = [{*each.sides} for each in event.tables if each.by_hand]
    if by_hand and (n := tournament.round_with(by_hand)) is not None:  # the director has preferred a later round
        rounds, now = tournament.movement, tournament.round
        rounds[now], rounds[n] = rounds[n], rounds[now]
    if settings.kind != "arena" or not tournament.round:
        tournament.round += 1
    for each in event.tables:
        meeting = Meeting(each.table, tournament.round, each.first, settings.boards, each.places)
        meeting.by_hand, meeting.sides = each.by_hand, each.sides
        tournament.meetings[each.table] = meeting
        tournament.open_tables[each.table] = None
        tournament.awaited.update(range(each.first, each.first + settings.boards))
        people = meeting.people
        for person in people:
            entrants[person].short += len(people) < len(each.places)
            tournament._sat.setdefault(person, []).append(meeting)
            tournament.met.setdefault(person, Counter()).update(other for other in people if other != person)
    for person in event.out:
        entrants[person].short += 1
    if event.out:
        tournament.out[tournament.round] = event.out


def _reported(tournament: Tournament, event: events.Reported, at: float) -> None:
    meeting = tournament.meetings[event.table]
    meeting.scores[event.board] = tuple(event.scores)
    meeting.times[event.board] = event.began, event.over
    if event.absent:
        meeting.absent[event.board] = event.absent
    tournament.awaited[event.board] -= 1
    if tournament.settings.ratings and meeting.people and event.board not in tournament.rated:
        tournament.unrated.add(event.board)
    _look_for_end(tournament, meeting, at)


def _closed(tournament: Tournament, event: events.Closed, at: float) -> None:
    meeting = tournament.meetings[event.table]
    meeting.closed = True
    boards = range(meeting.first, meeting.first + meeting.boards)
    tournament.awaited.subtract(each for each in boards if each not in meeting.scores)
    _look_for_end(tournament, meeting, at)


def _look_for_end(tournament: Tournament, meeting: Meeting, at: float) -> None:
    if meeting.over and tournament.open_tables.pop(meeting.table, "") is None:
        meeting.over_at = at
        for person in meeting.people:
            tournament.entrants[person].since = at
        if not tournament.open_tables:
            tournament.idle_since = at


def _rated(tournament: Tournament, event: events.Rated, at: float) -> None:
    tournament.unrated.discard(event.board)
    tournament.rated.add(event.board)


def _adjusted(tournament: Tournament, event: events.Adjusted, at: float) -> None:
    tournament.adjusted[event.person, event.n] = event.percent, event.reason


def _paused(tournament: Tournament, event: events.Paused, at: float) -> None:
    tournament.paused = event.on


def _ended(tournament: Tournament, event: events.Ended, at: float) -> None:
    tournament.phase = "over"


CHANGES: Final[dict[type[Event], Callable[[Tournament, Any, float], None]]] = {
    events.Opened: _opened,
    events.Enrolled: _enrolled,
    events.Withdrew: _withdrew,
    events.Began: _began,
    events.Paired: _paired,
    events.Reported: _reported,
    events.Closed: _closed,
    events.Rated: _rated,
    events.Adjusted: _adjusted,
    events.Paused: _paused,
    events.Ended: _ended,
}
