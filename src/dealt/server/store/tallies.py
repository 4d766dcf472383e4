"""Statistics: stores the result of each deal once, and sums them up for a person in SQL.

Nobody is told more of others than what they saw at the table: how the deals came out that both of them finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa

from dealt.server.store.archive import DealRow
from dealt.server.store.core import Repository
from dealt.server.store.database import deals as kept_deals
from dealt.server.store.database import people, results
from dealt.server.store.writer import Step
from dealt.session.events import Scored
from dealt.session.tally import DAY
from dealt.wire.protocol import Mate, OldDeal, Tally

MOST_DEALS: Final = 300
"""The number of deals that a history holds at most."""
MOST_MATES: Final = 100
"""The number of people and games that company holds at most."""


Day = tuple[str, int, int, int]
"""A game, the number of a day, the deals that were finished on it, and those that were won."""


class Statistics(Repository):
    """What a store tells people of how they have done. Busy if that is not found in time."""

    async def tallies(self, person: str) -> list[Tally]:
        """How somebody has done, game by game; the store knows of no game whether a low score is good."""
        return [
            Tally(game, int(deals), int(won), float(average), int(streak), int(best), low=False)
            for game, deals, won, average, streak, best in await self._core.look_up(tallies_of(person))
        ]

    async def history(self, person: str, game: str | None = None) -> list[OldDeal]:
        """The newest deals that somebody finished, of one game or of all."""
        wanted = newest_of(results, person, game).add_columns(is_kept(results).label("kept"))
        return [
            OldDeal(row.table_id, row.dealt, row.game, row.score, row.won, row.at, row.kept)
            for row in await self._core.look_up(wanted.limit(MOST_DEALS))
        ]

    async def days(self, person: str, since: float, offset: int, game: str | None = None) -> list[Day]:
        """The days on which somebody finished deals since then, game by game; see :func:`dealt.session.tally.days_of`.

        The database adds up: whoever plays much has a hundred thousand deals in a year.
        """
        day = (sa.cast(results.c.at, sa.BigInteger) + 60 * offset) // DAY
        wanted = sa.select(results.c.game, day, sa.func.count(), sa.func.sum(sa.case((results.c.won, 1), else_=0)))
        wanted = wanted.where(results.c.person_id == person, results.c.at >= since).group_by(results.c.game, day)
        if game is not None:
            wanted = wanted.where(results.c.game == game)
        return [(game, *map(int, row)) for game, *row in await self._core.look_up(wanted)]

    async def company(self, person: str) -> list[Mate]:
        """How somebody has done with each person with whom they finished deals."""
        return [Mate(*row[:2], *map(int, row[2:])) for row in await self._core.look_up(company_of(person))]

    async def deal(self, person: str, table: str, dealt: int) -> DealRow | None:
        """A deal that somebody finished; None if it is not kept, or was not theirs."""
        here = kept_deals.c.table_id == table, kept_deals.c.dealt == dealt
        finished = sa.exists().where(
            results.c.person_id == person, results.c.table_id == table, results.c.dealt == kept_deals.c.dealt
        )
        found = await self._core.look_up(sa.select(kept_deals.c.match, kept_deals.c.packed).where(*here, finished))
        return DealRow(dealt, *found[0]) if found else None


def counting(table: str, game: str, scored: Sequence[Scored], *, standard: bool = False) -> Step:
    """The statement that stores results, and its rows; ``standard``: by the standard rules of the game."""
    return COUNT, [
        {
            "new_person_id": each.person,
            "new_table_id": table,
            "new_dealt": each.dealt,
            "new_game": game,
            "new_score": each.score,
            "new_won": each.won,
            "new_at": each.at,
            "new_standard": standard,
        }
        for each in scored
    ]


def _count() -> sa.Executable:
    columns = {each.name: sa.bindparam(f"new_{each.name}", type_=each.type) for each in results.c}
    known = sa.exists().where(people.c.id == columns["person_id"])
    there = sa.exists().where(
        results.c.person_id == columns["person_id"],
        results.c.table_id == columns["table_id"],
        results.c.dealt == columns["dealt"],
    )
    return sa.insert(results).from_select(list(columns), sa.select(*columns.values()).where(known, ~there))


COUNT: Final = _count()
"""Whoever has been forgotten meanwhile gets no result, and nothing is counted twice."""


def tallies_of(person: str) -> sa.Select[Any]:
    """The tallies of a person's games, in the order of :class:`Tally`.

    Successive deals with the same outcome are an island: what all deals' numbers and those of equal outcome differ by
    is the same within it.
    """
    when = (results.c.at, results.c.table_id, results.c.dealt)
    number = sa.func.row_number().over(partition_by=results.c.game, order_by=when)
    equal = sa.func.row_number().over(partition_by=(results.c.game, results.c.won), order_by=when)
    deals = (
        sa.select(results.c.game, results.c.won, results.c.score, number.label("n"), (number - equal).label("island"))
        .where(results.c.person_id == person)
        .subquery()
    )
    islands = (
        sa.select(
            deals.c.game,
            deals.c.won,
            sa.func.count().label("length"),
            sa.func.sum(deals.c.score).label("total"),
            sa.func.max(deals.c.n).label("last"),
        )
        .group_by(deals.c.game, deals.c.won, deals.c.island)
        .subquery()
    )
    newest = sa.func.max(islands.c.last).over(partition_by=islands.c.game).label("newest")
    known = sa.select(islands, newest).subquery()
    row_of_wins = sa.case((known.c.won, known.c.length), else_=0)
    present = sa.case((known.c.last != known.c.newest, 0), (known.c.won, known.c.length), else_=-known.c.length)
    return sa.select(
        known.c.game,
        sa.func.sum(known.c.length),
        sa.func.sum(row_of_wins),
        sa.func.sum(known.c.total) / sa.func.sum(known.c.length),
        sa.func.sum(present),
        sa.func.max(row_of_wins),
    ).group_by(known.c.game)


def newest_of(kind: sa.Table, person: str, game: str | None) -> sa.Select[Any]:
    """The rows of a person in ``results`` or ``mistakes``, of one game or of all, those of the newest deal first."""
    wanted = sa.select(kind).where(kind.c.person_id == person)
    if game is not None:
        wanted = wanted.where(kind.c.game == game)
    return wanted.order_by(kind.c.at.desc(), kind.c.table_id, kind.c.dealt.desc())


def is_kept(kind: sa.Table) -> sa.Exists:
    """Is the deal of this row of ``results`` or ``mistakes`` kept?"""
    return sa.exists().where(kept_deals.c.table_id == kind.c.table_id, kept_deals.c.dealt == kind.c.dealt)


def company_of(person: str) -> sa.Select[Any]:
    """With whom a person has finished deals, those with most deals first, in the order of ``Mate``."""
    mine, theirs = results.alias("mine"), results.alias("theirs")
    same = sa.and_(
        theirs.c.table_id == mine.c.table_id, theirs.c.dealt == mine.c.dealt, theirs.c.person_id != mine.c.person_id
    )
    number = sa.func.count()
    return (
        sa.select(
            people.c.name,
            mine.c.game,
            number,
            sa.func.sum(sa.case((mine.c.won, 1), else_=0)),
            sa.func.sum(sa.case((theirs.c.won, 1), else_=0)),
            sa.func.sum(sa.case((sa.and_(mine.c.won, theirs.c.won), 1), else_=0)),
            people.c.avatar,
        )
        .select_from(mine.join(theirs, same).join(people, people.c.id == theirs.c.person_id))
        .where(mine.c.person_id == person)
        .group_by(people.c.id, people.c.name, people.c.avatar, mine.c.game)
        .order_by(number.desc(), people.c.name, mine.c.game)
        .limit(MOST_MATES)
    )
