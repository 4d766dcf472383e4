"""A tournament as everybody is told it, and as a file."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence

import msgspec

from dealt.tournament.commands import due, enters
from dealt.tournament.standing import Place, standing, worth_of
from dealt.tournament.state import Meeting, Tournament
from dealt.tournament.teams import agreed
from dealt.wire.protocol import TournamentAdjusted, TournamentRow, TournamentState, TournamentTable

LATEST = 20
"""The number of tables that are over of which an arena tells."""


def told(tournament: Tournament, now: float, formats: Sequence[str] = ()) -> TournamentState:
    """The tournament as everybody sees it. ``formats`` are those of other programs for its deals."""
    settings, state, when = tournament.settings, tournament, due(tournament)
    running = state.phase == "running"
    together = state.teams or (agreed(state) if state.moves else [])
    teams = {person: each for each in together for person in each}
    return TournamentState(
        id=state.id,
        name=settings.name,
        kind=settings.kind,
        game=settings.game,
        options=settings.options,
        phase=state.phase,
        by=settings.by_name,
        rounds=state.rounds,
        boards=settings.boards,
        minutes=settings.minutes,
        clock=settings.clock,
        computers=settings.computers,
        round=state.round,
        standing=[_row(state, each, teams.get(each.person, [])) for each in standing(state)],
        tables=[_table(state, each) for each in _shown(state)],
        out=[state.entrants[each].name for each in state.out.get(state.round, ())],
        adjusted=[
            TournamentAdjusted(state.entrants[person].name, n, percent, reason)
            for (person, n), (percent, reason) in state.adjusted.items()
        ],
        paused=state.paused,
        club=settings.club,
        formats=[*formats],
        unit=state.game.unit,
        next_in=None if when is None else max(0.0, round(when - now, 1)),
        ends_in=max(0.0, round(state.ends_at - now, 1)) if running and state.ends_at else None,
        rated=bool(settings.ratings),
        enters=enters(state),
        worth=worth_of(state),
    )


def _row(tournament: Tournament, place: Place, team: Sequence[str]) -> TournamentRow:
    by_round: list[float | None] = []
    if tournament.settings.kind != "arena":
        made = {each.n: round(each.percent, 1) for each in place.results}
        by_round = [made.get(n) for n in range(1, tournament.round + 1)]
    played = sum(1 for each in place.results if each.table)
    pair = team.index(place.person) & -2 if team else 0
    partners = [_name(tournament, each) for each in team[pair : pair + 2] if each != place.person]
    wants = tournament.entrants[place.person].wants if tournament.phase == "open" else []
    wanted, *others = [_name(tournament, each) for each in wants] or [""]
    return TournamentRow(
        place.rank, place.name, round(place.points, 2), played, by_round, place.extra, place.score, place.here,
        "".join(partners), wanted, others,
        [_name(tournament, each) for each in team] if tournament.matches else [],
    )  # fmt: skip


def _name(tournament: Tournament, person: str) -> str:
    known = tournament.entrants.get(person)
    return known.name if known is not None else ""


def _shown(tournament: Tournament) -> list[Meeting]:
    if tournament.settings.kind != "arena":
        return [each for each in tournament.meetings.values() if each.round == tournament.round]
    over = [each for each in tournament.meetings.values() if each.over]
    return [*(tournament.meetings[each] for each in tournament.open_tables), *over[: -LATEST - 1 : -1]]


def _table(tournament: Tournament, meeting: Meeting) -> TournamentTable:
    names = [tournament.entrants[each].name if each else "" for each in meeting.places]
    sums = [sum(scores) for scores in zip(*meeting.scores.values(), strict=True)]
    return TournamentTable(
        meeting.table, meeting.round, names, sums, len(meeting.scores), meeting.over, meeting.by_hand,
        sides_of(tournament, meeting),
    )  # fmt: skip


def sides_of(tournament: Tournament, meeting: Meeting) -> list[str]:
    """The teams that meet at a table, by side: the name of the first of each, empty for computers alone."""
    if not tournament.matches:
        return []
    return [_name(tournament, tournament.teams[each][0]) if each >= 0 else "" for each in meeting.sides]


def headings(tournament: Tournament) -> dict[str, dict[str, str]]:
    """What is written above the deals of each table, in the words of PBN."""
    found, numbers, rooms = dict[str, dict[str, str]](), Counter[int](), Counter[tuple[int, ...]]()
    for each in tournament.meetings.values():
        numbers[each.round] += 1
        about = {"Event": tournament.settings.name, "Round": str(each.round), "Table": str(numbers[each.round])}
        if teams := [name or tournament.settings.computers for name in sides_of(tournament, each)]:
            match = each.round, *sorted(each.sides)
            room = rooms[match]
            about |= {"HomeTeam": teams[room], "VisitTeam": teams[1 - room], "Room": ("Open", "Closed")[room]}
            rooms[match] += 1
        found[each.table] = about
    return found


def as_csv(tournament: Tournament) -> str:
    """The standing, a person a line."""
    state, out = told(tournament, 0.0), io.StringIO()
    rounds = range(1, max((len(each.results) for each in state.standing), default=0) + 1)
    written = csv.writer(out, lineterminator="\n")
    heads = ["rank", "name", "partner", "team", "points", "played", "score", state.unit or "extra"]
    written.writerow([*heads, *(f"r{n}" for n in rounds)])
    for row in state.standing:
        extra = "" if row.extra is None else row.extra
        results = ["" if each is None else each for each in row.results]
        names = [_plain(row.name), _plain(row.partner), _plain(row.team[0] if row.team else "")]
        written.writerow([row.rank, *names, row.points, row.played, row.score, extra, *results])
    return out.getvalue()


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name


def as_json(tournament: Tournament) -> str:
    """The standing, and every table with the scores of its boards."""
    meetings = [
        {
            "table": each.table,
            "round": each.round,
            "sides": sides_of(tournament, each),
            "names": [tournament.entrants[one].name if one else None for one in each.places],
            "boards": {
                str(board): {"scores": list(scores), "absent": each.absent.get(board, [])}
                for board, scores in each.scores.items()
            },
        }
        for each in tournament.meetings.values()
    ]
    state = msgspec.structs.replace(told(tournament, 0.0), tables=[], next_in=None, ends_in=None)
    plain = msgspec.to_builtins(state)
    return msgspec.json.encode({**plain, "tables": meetings}).decode()
