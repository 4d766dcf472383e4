"""Pairs and teams of four: who plays with whom, and who sits where in the next round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from dealt.tournament.movements import Meetings
from dealt.tournament.pairing import grouped
from dealt.tournament.state import Tournament

NOBODY = -1
"""The number of those whom a pair or a team meets that is left over: computers, where these fill places."""

Seats = tuple[list[int], list[str]]
"""A table: the pairs or teams by side, and who sits where."""


def agreed(tournament: Tournament) -> list[list[str]]:
    """Who plays with whom, before it begins: those who have named the same people, each other. The others are alone.

    They sit as the first of them, by their coming, has named them: partners follow each other.
    """
    groups: dict[frozenset[str], list[str]] = {}
    for each in tournament.field():
        groups.setdefault(frozenset((each.person, *each.wants)), []).append(each.person)
    return [
        [one for one in (group[0], *tournament.entrants[group[0]].wants) if one in group] for group in groups.values()
    ]


def formed(tournament: Tournament) -> list[list[str]]:
    """The pairs or teams as it begins: who has agreed stays together, and they are filled up in the order of coming."""
    found: list[list[str]] = []
    for group in sorted(agreed(tournament), key=len, reverse=True):
        room = next((each for each in found if len(each) + len(group) <= tournament.size), None)
        if room is None:
            found.append(room := [])
        room += group
    return found


def has_room(tournament: Tournament) -> bool:
    """May somebody new still play: instead of a computer, or as the first of a pair or team that has whom to meet?"""
    teams = tournament.teams
    return not tournament.movement or len(teams) % 2 == 1 or any(len(each) < tournament.size for each in teams)


def meetings(tournament: Tournament, order: Sequence[str] | None) -> list[list[Seats]]:
    """Who meets in the next round, by the movement or, given the ``order`` of the standing, neighbours; and where.

    At the tables of a match the sides are exchanged, so that each team has the same cards from both. Round by round
    its pairs take turns to meet those of the others.
    """
    met = tournament.movement[tournament.round] if order is None else _neighbours(tournament, order)
    return [_match(tournament, meeting) for meeting in met]


def _match(tournament: Tournament, meeting: tuple[int, int]) -> list[Seats]:
    teams, pairs = tournament.teams, tournament.size // 2
    numbers = [n if n < len(teams) else NOBODY for n in meeting]
    found: list[Seats] = []
    for table in range(pairs):
        places = [""] * tournament.game.seats
        sides = numbers if table % 2 == 0 else numbers[::-1]
        for seats, number in zip(tournament.game.partnerships, sides, strict=True):
            turn = tournament.round >> (
                number == numbers[1]
            )  # one team changes places every round, the other every two
            pair = 2 * ((table + turn) % pairs)
            team = teams[number] if number != NOBODY else []
            for seat, person in zip(seats, team[pair : pair + 2], strict=False):
                places[seat] = person if tournament.entrants[person].here else ""
        found.append((sides, places))
    return found


def _neighbours(tournament: Tournament, order: Sequence[str]) -> Meetings:
    """Teams near each other in the standing that have not met; whoever was left over least is, of an odd number."""
    number = {person: n for n, team in enumerate(tournament.teams) for person in team}
    there = [*dict.fromkeys(number[person] for person in order)]
    met: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in tournament.meetings.values():
        a, b = map(str, each.sides)
        met[a][b] += 1
        met[b][a] += 1
    left: Meetings = []
    if len(there) % 2:
        times = [_left_over(tournament, n) for n in there]
        place = max(n for n, each in enumerate(times) if each == min(times))
        left = [(there.pop(place), len(tournament.teams))]
    return [(int(a), int(b)) for a, b in grouped([str(n) for n in there], 2, met)] + left


def _left_over(tournament: Tournament, number: int) -> int:
    """In how many rounds a team sat out, or met computers because nobody else was there."""
    alone = {each.round for each in tournament.meetings.values() if sorted(each.sides) == [NOBODY, number]}
    out = {n for n, people in tournament.out.items() if any(each in people for each in tournament.teams[number])}
    return len(alone | out)
