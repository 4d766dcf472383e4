"""What an evening should have come to, worked out a second time from what its rules say in ``docs``; Big Two alone.

Nothing of the room's own reckoning is called: standings follow ``docs/tournaments.md``, daily deals
``docs/protocol.md``, ratings decisions 103 and 110 with openskill itself. In this game the lower score is the better
one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from bench.rig.visitor import Deal


def percent(mine: float, all_: Sequence[float]) -> float:
    """How many of the others a score beats, equals counting half, in hundredths; ``mine`` is one of all."""
    beaten = sum((mine < each) + (mine == each) / 2 for each in all_) - 0.5
    return 100 * beaten / (len(all_) - 1)


class Row(NamedTuple):
    """How a board came out at a table, as it is stored: names and scores by seat."""

    table: str
    board: int
    names: Sequence[str]
    scores: Sequence[float]
    began: float = 0.0
    over: float = 0.0


class Standing(NamedTuple):
    """Where somebody should stand."""

    rank: int
    points: float
    score: float
    results: list[float | None]


def standing(
    rows: Iterable[Row], rounds: Sequence[Mapping[str, Sequence[str]]], boards: int, people: Iterable[str]
) -> dict[str, Standing]:
    """Everybody's place in a Swiss. ``rounds`` have the names that were to sit at each table; empty: a computer."""
    rows = list(rows)
    percents: dict[str, list[float | None]] = {name: [None] * len(rounds) for name in people}
    scores: Counter[str] = Counter(dict.fromkeys(percents, 0))
    missed: Counter[str] = Counter()
    for n, tables in enumerate(rounds):
        for row in (each for each in rows if each.table in tables):
            same = [each.scores for each in rows if each.board == row.board]
            for seat, name in enumerate(tables[row.table]):
                if not name:
                    continue
                percents[name][n] = percents[name][n] or 0.0
                if row.names[seat] == name:  # else a computer has played it, and it is worth nothing
                    field = [each[seat] for each in same] if len(same) > 1 else row.scores
                    percents[name][n] += percent(row.scores[seat], field) / boards  # type: ignore[operator]
                    scores[name] += row.scores[seat]
                else:
                    missed[name] += 1
    points = {name: round(sum(each or 0.0 for each in some) / 100, 4) for name, some in percents.items()}
    keys = {name: (-points[name], missed[name], scores[name]) for name in percents}
    return {
        name: Standing(1 + sum(each < keys[name] for each in keys.values()), points[name], scores[name], some)
        for name, some in percents.items()
    }


def paired_twice(rounds: Iterable[Mapping[str, Sequence[str]]]) -> list[str]:
    """Who was to sit at two tables of a round."""
    places = [Counter(name for some in tables.values() for name in some if name) for tables in rounds]
    return sorted({name for each in places for name, times in each.items() if times > 1})


class Rating(NamedTuple):
    """A rating as it is told: with its error, how many deals it follows from, and its course."""

    rating: int
    error: int
    deals: int
    course: list[tuple[int, int]]


Field = list[tuple[str, float]]
"""Who is compared, with their scores; empty names are computers, *normal* ones."""


def fields(rows: Iterable[Row], rounds: Iterable[Mapping[str, Sequence[str]]], board: int) -> list[Field]:
    """Who is compared at a board of a rated tournament, as decision 110 has it."""
    places = {table: names for tables in rounds for table, names in tables.items()}
    there = [each for each in rows if each.board == board]
    first = min(each.over for each in there)
    counted = [
        each
        for each in there
        if 0 < each.began < first
        and all(name in ("", sat) for name, sat in zip(places[each.table], each.names, strict=True))
    ]
    if len(counted) == 1:
        found = [list(zip(places[counted[0].table], counted[0].scores, strict=True))]
    else:
        number = max(1, len(counted) // 4)
        counted.sort(key=lambda each: sha256(f"{board}/{each.table}".encode()).hexdigest())
        found = [
            [(places[each.table][seat], each.scores[seat]) for each in counted[n::number]]
            for seat in range(4)
            for n in range(number)
        ]
    return [each for each in found if any(name for name, _ in each)]


def ratings(deals: Iterable[Deal], boards: Iterable[Field] = ()) -> dict[str, Rating]:
    """Everybody's rating after deals between people, in the order in which they were over, and then boards."""
    model = PlackettLuce(tau=0.025)
    known: dict[str, Any] = {}
    course: dict[str, list[tuple[int, int]]] = {}
    plain = [list(zip(deal.names, deal.scores, strict=True)) for deal in sorted(deals, key=lambda each: each.at)]
    for field in [*plain, *boards]:
        before = [[(known.get(name) or model.rating()) if name else model.rating(25.0, 1.0)] for name, _ in field]
        places = [sum(other < mine for _, other in field) for _, mine in field]
        for (name, _), (after,) in zip(field, model.rate(before, ranks=places), strict=True):
            if not name:
                continue
            known[name] = after
            course.setdefault(name, []).append((round(60 * after.mu), round(120 * after.sigma)))
    return {name: Rating(*some[-1], len(some), some) for name, some in course.items()}
