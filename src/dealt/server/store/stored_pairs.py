"""What rated deals say of partners, and how likely each pair plays independently, as the database keeps it.

A figure goes with its deal, its person or its table; a pair with either of both people.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, select, update

from dealt.analysis.honest import FEWEST_DEALS
from dealt.server.store.archive import DealRow
from dealt.server.store.core import Repository, in_transaction
from dealt.server.store.database import deals, foresights, pairs, people, rated_deals, ratings, tables, visits

MOST_SHOWN: Final = 100
"""The number of deals of a pair that the host is told of at most: those that say most."""

MOST_SEATS: Final = 8
"""The number of people whom a deal has at most."""

Row = dict[str, Any]


class Unread(NamedTuple):
    """A rated deal of which nobody has said yet what it tells, and under which names each person has been there."""

    table: str
    dealt: int
    game: str
    row: DealRow
    names: Mapping[str, Collection[str]]


class PairOf(NamedTuple):
    """Two partners at a game, with the number of deals together, and of both with other partners."""

    one: str
    other: str
    game: str
    deals: int
    others: int


class Figure(NamedTuple):
    """What a deal says of one person; None: nothing. ``partner`` is None where a computer was it."""

    person: str
    partner: str | None
    figure: float | None


class StoredPairs(Repository):
    async def games(self) -> list[str]:
        """The games of which somebody has so many rated deals that something can be said of them."""
        return await self._core.column(select(ratings.c.game).where(_enough()).distinct().order_by(ratings.c.game))

    async def unread(self, games: Collection[str], most: int) -> list[Unread]:
        """Rated deals to be read: kept ones of people who have so many that something can be said of them."""
        return await self._core.ask(_unread, games, most)

    @in_transaction
    def put(self, connection: Connection, deal: Unread, found: Sequence[Figure]) -> None:
        """What a deal says. A table or a person that is forgotten meanwhile gets nothing."""
        here = foresights.c.table_id == deal.table, foresights.c.dealt == deal.dealt
        connection.execute(delete(foresights).where(*here))
        known = set(connection.scalars(select(people.c.id).where(people.c.id.in_(deal.names))))
        if connection.execute(select(tables.c.id).where(tables.c.id == deal.table)).first() is None:
            return
        about = {"table_id": deal.table, "dealt": deal.dealt, "game": deal.game}
        rows = [
            {**about, "person_id": who, "partner_id": partner if partner in known else None, "figure": figure}
            for who, partner, figure in found
            if who in known
        ]
        if rows:
            connection.execute(insert(foresights), rows)

    async def changed(self, most: int) -> list[PairOf]:
        """Pairs of which there is more or less to be said than before. Those with too few deals are forgotten."""
        now, before = await self._core.ask(_pairs)
        gone = {each[:3] for each in before} - {each[:3] for each in now}
        if gone:
            await self._core.writer.put(*(delete(pairs).where(_is(PairOf(*each, 0, 0))) for each in gone))
        return [each for each in now if each not in before][:most]

    async def figures(self, pair: PairOf) -> list[tuple[list[float], list[float]]]:
        """What deals say of each of two people: those together, and those with others."""
        own = select(foresights.c.person_id, foresights.c.partner_id, foresights.c.figure).where(
            foresights.c.person_id.in_((pair.one, pair.other)),
            foresights.c.game == pair.game,
            foresights.c.figure.is_not(None),
        )
        found: dict[str, tuple[list[float], list[float]]] = {pair.one: ([], []), pair.other: ([], [])}
        for row in await self._core.read(own):
            found[row["person_id"]][row["partner_id"] not in found].append(row["figure"])
        return [*found.values()]

    @in_transaction
    def weigh(self, connection: Connection, pair: PairOf, chance: float, at: float) -> None:
        """How likely a pair plays independently."""
        ids = (pair.one, pair.other)
        dismissed = connection.scalar(select(pairs.c.dismissed).where(_is(pair)))
        connection.execute(delete(pairs).where(_is(pair)))
        if len([*connection.scalars(select(people.c.id).where(people.c.id.in_(ids)))]) == len(ids):
            row = {"one_id": pair.one, "other_id": pair.other, "game": pair.game, "chance": chance, "at": at}
            row |= {"deals": pair.deals, "others": pair.others, "dismissed": dismissed}
            connection.execute(insert(pairs), row)

    async def dismiss(self, one: str, other: str, game: str, at: float) -> int:
        """The host has looked at two people by these names, at one game or at any; the number of pairs."""
        both = select(people.c.id).where(people.c.folded.in_([one.casefold(), other.casefold()]))
        these = [pairs.c.one_id.in_(both), pairs.c.other_id.in_(both), *([pairs.c.game == game] if game else [])]
        looked = update(pairs).where(*these).values(dismissed=at)
        return await self._core.writer.do(lambda connection: connection.execute(looked).rowcount)

    async def all(self) -> list[Row]:
        """All pairs: ``one_id``, ``other_id``, ``game``, ``deals``, ``others``, ``chance``, ``at``, ``dismissed``,
        ``name``, ``other``."""
        one, other = people.alias("one"), people.alias("two")
        wanted = select(pairs, one.c.name, other.c.name.label("other")).join(one, one.c.id == pairs.c.one_id)
        wanted = wanted.join(other, other.c.id == pairs.c.other_id)
        return await self._core.read(wanted.order_by(pairs.c.chance, pairs.c.at, pairs.c.one_id, pairs.c.other_id))

    async def deals(self, one: str, other: str, game: str, since: float) -> list[Row]:
        """The deals that two people had together since then, by what they say: ``table``, ``dealt``, ``at``."""
        row, both = foresights.c, (one, other)
        there = and_(
            rated_deals.c.person_id == row.person_id,
            rated_deals.c.table_id == row.table_id,
            rated_deals.c.dealt == row.dealt,
        )
        wanted = select(row.table_id.label("table"), row.dealt, func.max(rated_deals.c.at).label("at"))
        wanted = wanted.join_from(foresights, rated_deals, there)
        wanted = wanted.where(row.person_id.in_(both), row.partner_id.in_(both), row.game == game)
        wanted = wanted.where(row.figure.is_not(None), rated_deals.c.at > since).group_by(row.table_id, row.dealt)
        return await self._core.read(wanted.order_by(func.sum(row.figure).desc(), row.table_id).limit(MOST_SHOWN))

    async def deal(self, table: str, dealt: int) -> DealRow | None:
        """A deal that was read; None if it was not, or is not kept."""
        read = exists().where(foresights.c.table_id == table, foresights.c.dealt == dealt)
        here = deals.c.table_id == table, deals.c.dealt == dealt
        rows = await self._core.read(select(deals.c.dealt, deals.c.match, deals.c.packed).where(*here, read))
        return DealRow(**rows[0]) if rows else None


def _enough() -> ColumnElement[bool]:
    return ratings.c.deals >= 2 * FEWEST_DEALS


def _is(pair: PairOf) -> Any:
    return and_(pairs.c.one_id == pair.one, pairs.c.other_id == pair.other, pairs.c.game == pair.game)


def _unread(connection: Connection, games: Collection[str], most: int) -> list[Unread]:
    row = rated_deals.c
    enough = exists().where(ratings.c.person_id == row.person_id, ratings.c.game == row.game, _enough())
    read = exists().where(
        foresights.c.person_id == row.person_id,
        foresights.c.table_id == row.table_id,
        foresights.c.dealt == row.dealt,
    )
    kept = exists().where(deals.c.table_id == row.table_id, deals.c.dealt == row.dealt)
    wanted = select(row.person_id, row.table_id, row.dealt, row.game).where(row.game.in_(games), kept, enough, ~read)
    newest = connection.execute(wanted.order_by(row.at.desc()).limit(MOST_SEATS * most)).all()
    asked = defaultdict[tuple[str, int, str], list[str]](list)
    for person, *deal in newest:
        asked[tuple(deal)].append(person)
    found = []
    for (table, dealt, game), people_there in [*asked.items()][:most]:
        names = {person: set[str]() for person in people_there}  # or they would be asked for ever
        was = exists().where(row.person_id == visits.c.person_id, row.table_id == table, row.dealt == dealt)
        there = select(visits.c.person_id, visits.c.name).where(visits.c.table_id == table, was)
        for person, name in connection.execute(there):
            names.setdefault(person, set()).add(name)
        here = deals.c.table_id == table, deals.c.dealt == dealt
        match, packed = connection.execute(select(deals.c.match, deals.c.packed).where(*here)).one()
        found.append(Unread(table, dealt, game, DealRow(dealt, match, packed), names))
    return found


def _pairs(connection: Connection) -> tuple[list[PairOf], set[PairOf]]:
    """The pairs with enough deals, and those that are stored."""
    row = foresights.c
    wanted = select(row.person_id, row.partner_id, row.game, func.count()).where(row.figure.is_not(None))
    there: dict[tuple[str, str | None, str], int] = {}
    for person, partner, game, many in connection.execute(wanted.group_by(row.person_id, row.partner_id, row.game)):
        there[person, partner, game] = many
    whole = Counter[tuple[str, str]]()
    for (person, _, game), many in there.items():
        whole[person, game] += many
    now = []
    for (one, other, game), together in there.items():
        if other is None or one > other or together < FEWEST_DEALS:
            continue
        back = there.get((other, one, game), 0)
        apart = whole[one, game] - together, whole[other, game] - back
        if max(apart) >= FEWEST_DEALS:
            now.append(PairOf(one, other, game, together, sum(apart)))
    columns = pairs.c.one_id, pairs.c.other_id, pairs.c.game, pairs.c.deals, pairs.c.others
    return now, {PairOf(*each) for each in connection.execute(select(*columns))}
