"""Ratings as the database keeps them: a row for each person and game, and one for each rated deal of a person.

They are worked out in the transaction that counts the deal, from the rows as they are then, so no crash can lose a deal
or count it twice, and of two processes that rate the same person one waits for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, Select, func, insert, literal, select, update

from dealt.ratings.rate import NEWCOMER, Rating, computer, rated, shown
from dealt.server.store.core import Core
from dealt.server.store.database import people, rated_deals, ratings
from dealt.session.events import Rated
from dealt.wire.protocol import RatedPlayer, RatingPoint

ENOUGH: Final = 20
"""The number of rated deals before which nobody is on a leaderboard."""
MOST_LISTED: Final = 100
"""The number of people whom a leaderboard holds at most."""
MOST_POINTS: Final = 300
"""The number of deals that the course of a rating holds at most."""


class Ratings:
    """What a store tells of ratings. Busy if that is not found in time."""

    def __init__(self, core: Core):
        self._core = core

    async def leaders(self, game: str, since: float | None = None) -> list[RatedPlayer]:
        """The people with enough rated deals of a game, the best first.

        With ``since`` those who have had some from then on, first who has gained most in them.
        """
        return [
            RatedPlayer(name, *shown(Rating(mu, sigma)), deals, _gained(gain), avatar)
            for name, avatar, mu, sigma, deals, gain in await self._core.look_up(_leaders(game, since))
        ]

    async def own(self, person: str, game: str) -> tuple[Rating, int] | None:
        """Somebody's rating and the number of rated deals behind it; None before the first."""
        wanted = select(ratings.c.mu, ratings.c.sigma, ratings.c.deals).filter_by(person_id=person, game=game)
        found = await self._core.look_up(wanted)
        return (Rating(found[0].mu, found[0].sigma), found[0].deals) if found else None

    async def course(self, person: str, game: str) -> list[RatingPoint]:
        """Somebody's rating after each of their newest rated deals of a game, the oldest first."""
        row = rated_deals.c
        wanted = select(row.at, row.mu, row.sigma).where(row.person_id == person, row.game == game)
        newest = wanted.order_by(row.at.desc(), row.table_id, row.dealt.desc()).limit(MOST_POINTS)
        return [RatingPoint(at, *shown(Rating(mu, sigma))) for at, mu, sigma in await self._core.look_up(newest)][::-1]


def _gained(gain: float | None) -> int:
    return 0 if gain is None else shown(Rating(gain, 0))[0]


def _leaders(game: str, since: float | None) -> Select[Any]:
    columns = people.c.name, people.c.avatar, ratings.c.mu, ratings.c.sigma, ratings.c.deals
    known = ratings.join(people, people.c.id == ratings.c.person_id)
    enough = ratings.c.game == game, ratings.c.deals >= ENOUGH
    if since is None:
        wanted = select(*columns, literal(None)).select_from(known).where(*enough).order_by(ratings.c.mu.desc())
        return wanted.order_by(people.c.name).limit(MOST_LISTED)
    row = rated_deals.c
    gain = func.sum(row.gain)
    lately = known.join(rated_deals, row.person_id == ratings.c.person_id)
    wanted = select(*columns, gain).select_from(lately).where(*enough, row.game == game, row.at >= since)
    return wanted.group_by(people.c.id, *columns).order_by(gain.desc(), people.c.name).limit(MOST_LISTED)


# --- when a deal is counted


def rating(table: str, game: str, deals: Sequence[Rated]) -> list[tuple[Any, None]]:
    """What rates the deals of a table in a transaction, in their order."""
    return [(partial(_rate, table=table, game=game, deal=each), None) for each in deals]


def _rate(connection: Connection, table: str, game: str, deal: Rated) -> None:
    """Rate a deal, once. Who has been forgotten meanwhile played as a newcomer would have."""
    who = [each for side in deal.sides for each in side if isinstance(each, str)]
    locked = select(people.c.id).where(people.c.id.in_(who)).order_by(people.c.id).with_for_update()
    there = set(connection.scalars(locked))
    before = {
        person: (Rating(mu, sigma), deals)
        for person, mu, sigma, deals in connection.execute(
            select(ratings.c.person_id, ratings.c.mu, ratings.c.sigma, ratings.c.deals).where(
                ratings.c.game == game, ratings.c.person_id.in_(there)
            )
        )
    }
    done = select(rated_deals.c.person_id).filter_by(table_id=table, dealt=deal.dealt)
    if not there or list(connection.execute(done)):
        return
    sides = [
        [before.get(each, (NEWCOMER, 0))[0] if isinstance(each, str) else computer(each) for each in side]
        for side in deal.sides
    ]
    for side, after in zip(deal.sides, rated(sides, deal.places), strict=True):
        for each, new in zip(side, after, strict=True):
            if isinstance(each, str) and each in there:
                _keep(connection, each, table, game, deal, before.get(each), new)


def _keep(
    connection: Connection,
    person: str,
    table: str,
    game: str,
    deal: Rated,
    before: tuple[Rating, int] | None,
    new: Rating,
) -> None:
    old, deals = before or (NEWCOMER, 0)
    values = {"mu": new.mu, "sigma": new.sigma, "deals": deals + 1}
    if before is None:
        connection.execute(insert(ratings).values(person_id=person, game=game, **values))
    else:
        here = ratings.c.person_id == person, ratings.c.game == game
        connection.execute(update(ratings).where(*here).values(values))
    row = {"person_id": person, "table_id": table, "dealt": deal.dealt, "game": game, "at": deal.at}
    connection.execute(insert(rated_deals).values(**row, **new._asdict(), gain=new.mu - old.mu))
