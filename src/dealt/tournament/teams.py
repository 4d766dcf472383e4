"""Pairs and teams of four: who plays with whom, and who sits where in the next round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container

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


def match(tournament: Tournament, meeting: tuple[int, int], here: Container[str]) -> list[Seats]:
    """Where two pairs or teams meet in the next round, by their numbers, and who of those who are ``here`` sits where.

    At the tables of a match the sides are exchanged, so that each team has the same cards from both. Round by round
    its pairs take turns to meet those of the others.
    """
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
                places[seat] = person if person in here else ""
        found.append((sides, places))
    return found


def met(tournament: Tournament) -> dict[str, Counter[str]]:
    """How many tables two teams have met at, each by its first person."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in tournament.meetings.values():
        if NOBODY not in each.sides:
            a, b = (tournament.teams[side][0] for side in each.sides)
            found[a][b] += 1
            found[b][a] += 1
    return found


def left_over(tournament: Tournament, first: str) -> int:
    """In how many rounds a team, by its first person, sat out, or met computers because nobody else was there."""
    team = tournament.team_of(first)
    number = tournament.teams.index(team)
    alone = {each.round for each in tournament.meetings.values() if sorted(each.sides) == [NOBODY, number]}
    out = {n for n, people in tournament.out.items() if any(each in people for each in team)}
    return len(alone | out)
