"""How everybody stands: each board of theirs against all who had the same cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from dealt.daily import percents
from dealt.game import Game, Seat
from dealt.tournament.state import Meeting, Tournament

SAT_OUT = 50.0
"""The percent of who sits out."""
VICTORY = 20
"""The victory points of a match, where teams play."""


@dataclass(frozen=True, slots=True)
class Result:
    """What somebody has made at a table, or by sitting out."""

    n: int
    """The number of the round, or of the result where rounds don't count."""
    percent: float
    extra: float | None = None
    score: float = 0.0
    table: str = ""
    reason: str = ""
    """Why the director has set it; empty if nobody has."""
    missed: int = 0
    """The number of boards that a computer played in their absence."""


@dataclass(slots=True)
class Place:
    """Where somebody stands; equals share a rank."""

    person: str
    name: str
    here: bool
    beaten: int
    worth: int = 1
    """The points of a hundred percent."""
    results: list[Result] = field(default_factory=list)
    rank: int = 0

    @property
    def points(self) -> float:
        """The sum of what the results are worth."""
        return round(sum(each.percent for each in self.results) * self.worth / 100, 4)

    @property
    def extra(self) -> float | None:
        """The sum in the game's unit, if it has one."""
        some = [each.extra for each in self.results if each.extra is not None]
        return round(sum(some), 4) if some else None

    @property
    def score(self) -> float:
        """The sum of the scores of the game."""
        return sum(each.score for each in self.results)

    @property
    def missed(self) -> int:
        """The number of boards that a computer played in their absence."""
        return sum(each.missed for each in self.results)


Board = dict[str, tuple[list[float], tuple[float, ...] | None]]
"""By table: the percents of the seats, and what the game makes of the comparison."""


def _made(game: Game[Any], scores: Mapping[str, tuple[float, ...]]) -> Board:
    """What the seats of each table have made of a board; at a single table they are compared with each other."""
    if len(scores) == 1:
        ((table, own),) = scores.items()
        return {table: ([each or 0.0 for each in percents(own, low=game.low)], None)}
    rows = list(scores.values())
    by_seat = [percents([row[seat] for row in rows], low=game.low) for seat in range(game.seats)]
    extra = game.compare(rows)
    return {
        table: ([by_seat[seat][n] or 0.0 for seat in range(game.seats)], None if extra is None else tuple(extra[n]))
        for n, table in enumerate(scores)
    }


def _boards(tournament: Tournament) -> dict[int, Board]:
    played: dict[int, dict[str, tuple[float, ...]]] = {}
    for meeting in tournament.meetings.values():
        for board, scores in meeting.scores.items():
            played.setdefault(board, {})[meeting.table] = scores
    return {board: _made(tournament.game, scores) for board, scores in played.items()}


def _result(meeting: Meeting, seat: Seat, n: int, boards: Mapping[int, Board]) -> Result:
    """What a seat has made at a table. Where somebody was away, a board is worth nothing."""
    percent, score, extra, missed = 0.0, 0.0, None, 0
    for board, scores in meeting.scores.items():
        if seat in meeting.absent.get(board, ()):
            missed += 1
            continue
        made, compared = boards[board][meeting.table]
        percent += made[seat]
        score += scores[seat]
        if compared is not None:
            extra = (extra or 0.0) + compared[seat]
    return Result(n, percent / meeting.boards, extra, score, meeting.table, missed=missed)


def _matches(tournament: Tournament) -> Iterator[tuple[int, Result]]:
    """What each team has made of its matches, the same for all of it whoever sat there."""
    played: dict[tuple[int, tuple[int, ...]], list[Meeting]] = {}
    for each in tournament.meetings.values():
        played.setdefault((each.round, tuple(sorted(each.sides))), []).append(each)
    for (_, teams), tables in played.items():
        for team in teams:
            if team >= 0 and (result := _of_match(tournament, team, tables)):
                yield team, result


def _of_match(tournament: Tournament, team: int, tables: Sequence[Meeting]) -> Result | None:
    """What a team has made of a match: of its boards that are over wherever they are to be played."""
    game, first = tournament.game, tables[0]
    percent, score, lead, missed, compared, done = 0.0, 0.0, 0.0, 0, True, 0
    for board in range(first.first, first.first + first.boards):
        there = [each for each in tables if board in each.scores]
        if not there or any(board not in each.scores and not each.over for each in tables):
            continue
        rows = [each.scores[board] for each in there]
        own = [(n, seat) for n, each in enumerate(there) for seat in game.partnerships[each.sides.index(team)]]
        mine = sum(rows[n][seat] for n, seat in own)
        percent += percents((mine, sum(map(sum, rows)) - mine), low=game.low)[0] or 0.0
        if extra := game.compare(rows):
            lead += sum(extra[n][seat] for n, seat in own) / len(own)
        compared = compared and extra is not None
        score, done = score + mine / 2, done + 1  # of partners each has the score of their side
        missed += sum(seat in there[n].absent.get(board, ()) for n, seat in own)
    share = game.victory(lead, first.boards) if compared else None
    made = percent / first.boards if share is None else 100 * share
    return Result(first.round, made, lead if compared else None, score, first.table, missed=missed) if done else None


def standing(tournament: Tournament) -> list[Place]:
    """Everybody who plays or has played, the best first.

    More points come first; then fewer boards missed, then more in the game's own unit, then the better score of the
    game. In a knock-out whoever came further comes first, and in its last round fewer missed, then the better score.
    """
    if tournament.known[0] != tournament.n:
        tournament.known = tournament.n, _standing(tournament)
    found: list[Place] = tournament.known[1]
    return found


def _standing(tournament: Tournament) -> list[Place]:
    low, worth = tournament.game.low, worth_of(tournament)
    places = {
        each.person: Place(each.person, each.name, each.here and not each.removed, each.beaten, worth)
        for each in tournament.entrants.values()
    }
    if tournament.matches:
        for team, result in _matches(tournament):
            for person in tournament.teams[team]:
                places[person].results.append(result)
    else:
        _of_tables(tournament, places)
    for number, out in tournament.out.items():
        for person in out:
            places[person].results.append(Result(number, SAT_OUT))
    for (person, n), (percent, reason) in tournament.adjusted.items():
        for each in tournament.team_of(person):
            if each == person or any(result.n == n for result in places[each].results):
                _adjust(places[each].results, n, percent, reason)
    return _ranked(tournament, [each for each in places.values() if each.here or each.results], low=low)


def worth_of(tournament: Tournament) -> int:
    """The points of a result of a hundred percent."""
    return VICTORY if tournament.matches else 1


def _of_tables(tournament: Tournament, places: Mapping[str, Place]) -> None:
    """Each seat's boards against the same seat at all tables."""
    boards, arena = _boards(tournament), tournament.settings.kind == "arena"
    for meeting in tournament.meetings.values():
        if meeting.scores:
            for person in meeting.people:
                results = places[person].results
                n = len(results) + 1 if arena else meeting.round
                results.append(_result(meeting, meeting.seat_of(person), n, boards))


def _adjust(results: list[Result], n: int, percent: float, reason: str) -> None:
    found = next((place for place, each in enumerate(results) if each.n == n), None)
    if found is None:
        results.append(Result(n, percent, reason=reason))
    else:
        old = results[found]
        results[found] = Result(n, percent, old.extra, old.score, old.table, reason, old.missed)


def _ranked(tournament: Tournament, places: Sequence[Place], *, low: bool) -> list[Place]:
    knockout, last = tournament.settings.kind == "knockout", tournament.round

    def key(place: Place) -> tuple[float, ...]:
        score = place.score if low else -place.score
        plain = (-place.points, place.missed, -(place.extra or 0.0), score)
        if not knockout:
            return plain
        reached = place.beaten or (last if place.here else max((each.n for each in place.results), default=0))
        there = [each for each in place.results if each.n == reached == last]
        score = sum(each.score if low else -each.score for each in there)
        return (-reached, sum(each.missed for each in there), score, *plain)

    order = sorted(places, key=key)  # who came first stays first among equals
    rank = 1
    for _, equal in groupby(order, key=key):
        some = list(equal)
        for each in some:
            each.rank = rank
        rank += len(some)
    return order


def best_at(tournament: Tournament, meeting: Meeting, order: Mapping[str, int]) -> list[str]:
    """The people of a table of a knock-out, the best first: by score, then by their place in the standing.

    Whoever was away comes last.
    """

    def key(person: str) -> tuple[Any, ...]:
        seat = meeting.seat_of(person)
        score = sum(scores[seat] for scores in meeting.scores.values())
        return meeting.was_away(person), score if tournament.game.low else -score, order[person]

    return sorted(meeting.people, key=key)
