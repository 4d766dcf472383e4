"""What an evening should have come to, worked out a second time from what its rules say in ``docs``; Big Two alone.

Nothing of the room's own reckoning is called: standings follow ``docs/tournaments.md``, daily deals
``docs/protocol.md``, ratings decision 103 with openskill itself. In this game the lower score is the better one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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


def ratings(deals: Iterable[Deal]) -> dict[str, Rating]:
    """Everybody's rating after deals between people, in the order in which they were over."""
    model = PlackettLuce(tau=0.025)
    known: dict[str, Any] = {}
    course: dict[str, list[tuple[int, int]]] = {}
    for deal in sorted(deals, key=lambda each: each.at):
        before = [[known.get(name) or model.rating()] for name in deal.names]
        places = [sum(other < mine for other in deal.scores) for mine in deal.scores]
        for name, (after,) in zip(deal.names, model.rate(before, ranks=places), strict=True):
            known[name] = after
            course.setdefault(name, []).append((round(60 * after.mu), round(120 * after.sigma)))
    return {name: Rating(*some[-1], len(some), some) for name, some in course.items()}
