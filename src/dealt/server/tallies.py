"""Statistics: stores the result of each deal once, and sums them up for a person in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, Select, bindparam, case, exists, func, insert, select

from dealt.server.database import people, results
from dealt.server.events import Scored

__all__ = ["Tallied", "counting", "tallies_of"]


@dataclass(frozen=True, slots=True)
class Tallied:
    """What a person's deals of a game come to. ``streak`` counts wins up, and deals not won down."""

    game: str
    deals: int
    won: int
    average: float
    streak: int
    best_streak: int


def counting(table: str, game: str, scored: Sequence[Scored]) -> tuple[Executable, list[dict[str, Any]]]:
    """The statement that stores results, and its rows.

    Whoever has been forgotten meanwhile gets none, and nothing is counted twice.
    """
    columns = {each.name: bindparam(f"new_{each.name}", type_=each.type) for each in results.c}
    known = exists().where(people.c.id == columns["person_id"])
    there = exists().where(
        results.c.person_id == columns["person_id"],
        results.c.table_id == columns["table_id"],
        results.c.dealt == columns["dealt"],
    )
    rows = [
        {
            "new_person_id": each.person,
            "new_table_id": table,
            "new_dealt": each.dealt,
            "new_game": game,
            "new_score": each.score,
            "new_won": each.won,
            "new_at": each.at,
        }
        for each in scored
    ]
    return insert(results).from_select(list(columns), select(*columns.values()).where(known, ~there)), rows


def tallies_of(person: str) -> Select[Any]:
    """The tallies of a person's games, in the order of ``Tallied``.

    Deals in a row with the same outcome are an island: what all deals' numbers and those of equal outcome differ by is
    the same within it.
    """
    when = (results.c.at, results.c.table_id, results.c.dealt)
    number = func.row_number().over(partition_by=results.c.game, order_by=when)
    equal = func.row_number().over(partition_by=(results.c.game, results.c.won), order_by=when)
    deals = (
        select(results.c.game, results.c.won, results.c.score, number.label("n"), (number - equal).label("island"))
        .where(results.c.person_id == person)
        .subquery()
    )
    islands = (
        select(
            deals.c.game,
            deals.c.won,
            func.count().label("length"),
            func.sum(deals.c.score).label("total"),
            func.max(deals.c.n).label("last"),
        )
        .group_by(deals.c.game, deals.c.won, deals.c.island)
        .subquery()
    )
    newest = func.max(islands.c.last).over(partition_by=islands.c.game).label("newest")
    known = select(islands, newest).subquery()
    row_of_wins = case((known.c.won, known.c.length), else_=0)
    present = case((known.c.last != known.c.newest, 0), (known.c.won, known.c.length), else_=-known.c.length)
    return select(
        known.c.game,
        func.sum(known.c.length),
        func.sum(row_of_wins),
        func.sum(known.c.total) / func.sum(known.c.length),
        func.sum(present),
        func.max(row_of_wins),
    ).group_by(known.c.game)
