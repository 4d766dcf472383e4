"""Ratings as the database keeps them: a row for each person and game, and one for each rated deal of a person.

They are worked out in the transaction that counts the deal, or that says how a board of a tournament came out, from the
rows as they are then, so no crash can lose a deal or count it twice, and of two processes that rate the same person one
waits for the other.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, func, insert, literal, select, update

from dealt.ratings.rate import NEWCOMER, Rating, computer, rated, shown
from dealt.server.store.core import Repository
from dealt.server.store.database import members, people, rated_deals, ratings, results
from dealt.server.store.writer import Step
from dealt.session.events import Rated
from dealt.tournament.events import Rated as BoardRated
from dealt.wire.protocol import ClubDeals, RatedPlayer, RatingPoint

ENOUGH: Final = 20
"""The number of rated deals before which nobody is on a leaderboard."""
MOST_LISTED: Final = 100
"""The number of people whom a leaderboard holds at most."""
MOST_POINTS: Final = 300
"""The number of deals that the course of a rating holds at most."""


class Ratings(Repository):
    """What a store tells of ratings. Busy if that is not found in time."""

    async def leaders(self, game: str, since: float | None = None, club: str = "") -> list[RatedPlayer]:
        """The people with enough rated deals of a game, the best first; of a ``club`` its members.

        With ``since`` those who have had some from then on, first who has gained most in them.
        """
        return [
            RatedPlayer(name, *shown(Rating(mu, sigma)), deals, shown(Rating(gain or 0, 0))[0], avatar)
            for name, avatar, mu, sigma, deals, gain in await self._core.look_up(_leaders(game, since, club))
        ]

    async def finished(self, game: str, since: float, club: str) -> list[ClubDeals]:
        """How many deals of a game the members of a club have finished from some time on, those with most first."""
        number = func.count()
        known = results.join(people, people.c.id == results.c.person_id)
        of_club = results.c.person_id.in_(_members(club))
        wanted = select(people.c.name, number).select_from(known).where(of_club, results.c.game == game)
        wanted = wanted.where(results.c.at >= since).group_by(people.c.id, people.c.name)
        rows = await self._core.look_up(wanted.order_by(number.desc(), people.c.name))
        return [ClubDeals(*row) for row in rows]

    async def own(self, person: str, game: str) -> tuple[Rating, int] | None:
        """Somebody's rating and the number of rated deals behind it; None before the first."""
        wanted = select(ratings.c.mu, ratings.c.sigma, ratings.c.deals).filter_by(person_id=person, game=game)
        found = await self._core.look_up(wanted)
        return (Rating(found[0].mu, found[0].sigma), found[0].deals) if found else None

    async def course(self, person: str, game: str) -> list[RatingPoint]:
        """Somebody's rating after each of their newest rated deals of a game, the oldest first."""
        row = rated_deals.c
        wanted = select(row.at, row.mu, row.sigma, row.shared).where(row.person_id == person, row.game == game)
        newest = wanted.order_by(row.at.desc(), row.table_id, row.dealt.desc()).limit(MOST_POINTS)
        found = await self._core.look_up(newest)
        return [RatingPoint(at, *shown(Rating(mu, sigma)), bool(shared)) for at, mu, sigma, shared in found][::-1]


def _members(club: str) -> Select[Any]:
    return select(members.c.person_id).where(members.c.club_id == club)


def _leaders(game: str, since: float | None, club: str) -> Select[Any]:
    columns = people.c.name, people.c.avatar, ratings.c.mu, ratings.c.sigma, ratings.c.deals
    known = ratings.join(people, people.c.id == ratings.c.person_id)
    enough = [ratings.c.game == game, ratings.c.deals >= ENOUGH]
    if club:
        enough.append(ratings.c.person_id.in_(_members(club)))
    if since is None:
        wanted = select(*columns, literal(None)).select_from(known).where(*enough).order_by(ratings.c.mu.desc())
        return wanted.order_by(people.c.name).limit(MOST_LISTED)
    row = rated_deals.c
    gain = func.sum(row.gain)
    lately = known.join(rated_deals, row.person_id == ratings.c.person_id)
    wanted = select(*columns, gain).select_from(lately).where(*enough, row.game == game, row.at >= since)
    return wanted.group_by(people.c.id, *columns).order_by(gain.desc(), people.c.name).limit(MOST_LISTED)


# --- when a deal is counted


@dataclass(frozen=True, slots=True)
class _Deal:
    """Sides that are rated against each other: at which table each sat, who they were, and the place of each."""

    game: str
    dealt: int
    at: float
    tables: Sequence[str]
    sides: Sequence[Sequence[str | float]]
    places: Sequence[int]
    shared: bool

    @property
    def people(self) -> list[str]:
        """The ids of the people."""
        return [each for side in self.sides for each in side if isinstance(each, str)]


Before = dict[str, tuple[Rating, int]]
"""The rating of each person who has one, and the number of rated deals behind it."""


def rating(table: str, game: str, deals: Sequence[Rated]) -> list[Step]:
    """What rates the deals of a table in a transaction, in their order."""
    some = [
        _Deal(game, each.dealt, each.at, [table] * len(each.sides), each.sides, each.places, shared=False)
        for each in deals
    ]
    return [partial(_rate, deals=some)] if some else []


def board_rating(game: str, board: BoardRated, at: float) -> list[Step]:
    """The same for a board that several tables have played, or one."""
    some = [
        _Deal(game, board.board, at, each.tables, each.sides, each.places, shared=len({*each.tables}) > 1)
        for each in board.fields
    ]
    return [partial(_rate, deals=some)] if some else []


def _rate(connection: Connection, deals: Sequence[_Deal]) -> None:
    """Rate deals of a game, each once. Who has been forgotten meanwhile played as a newcomer would have."""
    who = {person for each in deals for person in each.people}
    locked = select(people.c.id).where(people.c.id.in_(who)).order_by(people.c.id).with_for_update()
    there = set(connection.scalars(locked))
    wanted = select(ratings.c.person_id, ratings.c.mu, ratings.c.sigma, ratings.c.deals)
    known = connection.execute(wanted.where(ratings.c.game == deals[0].game, ratings.c.person_id.in_(there)))
    before: Before = {person: (Rating(mu, sigma), number) for person, mu, sigma, number in known}
    old = {*before}
    points: list[dict[str, Any]] = []
    for deal in deals:
        if not _is_done(connection, deal, there):
            points += _worked_out(deal, before, there)
    if points:
        _keep(connection, deals[0].game, {each["person_id"] for each in points}, before, old)
        connection.execute(insert(rated_deals), points)


def _is_done(connection: Connection, deal: _Deal, there: set[str]) -> bool:
    """Are there rows of it? Nobody sits at two tables of a board."""
    some = [each for each in deal.people if each in there]
    row = rated_deals.c
    rows = select(row.person_id).where(row.person_id.in_(some), row.table_id.in_(deal.tables), row.dealt == deal.dealt)
    return not some or connection.execute(rows.limit(1)).first() is not None


def _worked_out(deal: _Deal, before: Before, there: set[str]) -> Iterator[dict[str, Any]]:
    """What a deal makes of the ratings before it, which move; the rows to be kept of it."""
    sides = [
        [before.get(each, (NEWCOMER, 0))[0] if isinstance(each, str) else computer(each) for each in side]
        for side in deal.sides
    ]
    for table, side, after in zip(deal.tables, deal.sides, rated(sides, deal.places), strict=True):
        for each, new in zip(side, after, strict=True):
            if isinstance(each, str) and each in there:
                old, number = before.get(each, (NEWCOMER, 0))
                before[each] = new, number + 1
                row = {"person_id": each, "table_id": table, "dealt": deal.dealt, "game": deal.game, "at": deal.at}
                yield {**row, **new._asdict(), "gain": new.mu - old.mu, "shared": deal.shared}


def _keep(connection: Connection, game: str, some: Iterable[str], now: Before, old: Container[str]) -> None:
    rows = [
        {"who": person, "new_mu": rating.mu, "new_sigma": rating.sigma, "number": number}
        for person, (rating, number) in ((each, now[each]) for each in sorted(some))
    ]
    values: dict[str, Any] = {"mu": bindparam("new_mu"), "sigma": bindparam("new_sigma"), "deals": bindparam("number")}
    if new := [each for each in rows if each["who"] not in old]:
        connection.execute(insert(ratings).values(person_id=bindparam("who"), game=game, **values), new)
    if moved := [each for each in rows if each["who"] in old]:
        here = ratings.c.person_id == bindparam("who"), ratings.c.game == game
        connection.execute(update(ratings).where(*here).values(values), moved)
