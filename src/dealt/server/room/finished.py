"""Finished deals, found for those who may see every card of them: the one right that replays and analyses share.

Who is at a table may see the deals of its match that are over. Who finished a deal may see it later, as long as it is
kept; deals of sets, and those that could be known beforehand, are in nobody's history.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from dealt.game import Game, Seat
from dealt.server.base.limits import address_group
from dealt.server.room.link import Link, person_of, table_of
from dealt.server.room.live_table import LiveTable
from dealt.server.room.workshop import Workshop
from dealt.server.store.store import Store
from dealt.session.deals import PlayedDeal, unpack_deal, unpack_whole
from dealt.wire.refusal import Refused
from dealt.work.work import GameKey, game_key

__all__ = ["FinishedDeal", "FinishedDeals", "with_record"]


class FinishedDeal(NamedTuple):
    """A deal that is over, of which somebody may see everything.

    ``deals`` is how many deals of its match are over, ``seat`` that of who asks, None if they had none.
    """

    table: str
    key: GameKey
    game: Game[Any]
    played: PlayedDeal
    deals: int
    seat: Seat | None


def with_record(link: Link) -> LiveTable:
    """The table at which somebody is; Refused if no deal of its match is over."""
    live = table_of(link)
    if live.session.match is None or not live.session.match.deals:
        raise Refused("no_record")
    return live


class FinishedDeals:
    """Finds them."""

    def __init__(self, store: Store, workshop: Workshop):
        self._store, self._workshop = store, workshop

    async def find(self, link: Link, deal: int | None, table: str | None, dealt: int | None) -> FinishedDeal:
        """The deal with that number in the match of one's table, or of one's history; Refused if there is none.

        WorkFailed if its game can't be made.
        """
        if (deal is None) == (table is None or dealt is None):
            raise Refused("which_deal")
        if deal is not None:
            return await self.of_table(link, deal)
        return await self.of_history(link, table or "", dealt or 0)

    async def of_table(self, link: Link, number: int) -> FinishedDeal:
        """Deal ``number`` of the match of the table at which somebody is, from 0; Refused if it isn't over."""
        live = with_record(link)
        session = live.session
        match, deals = session.matches, session.match.deals if session.match else 0
        if number >= deals:
            raise Refused("no_replay", last=deals - 1)
        played = next((each for each in session.played if each.match == match and each.index == number), None)
        if played is None:
            (row,) = await self._store.tables.deals(session.id, match, after=number, most=1)
            played = unpack_deal(session.game, row.dealt, number, row.match, row.packed)
        return FinishedDeal(session.id, live.computers.key, session.game, played, deals, _seat(link, played))

    async def of_history(self, link: Link, table: str, dealt: int) -> FinishedDeal:
        """Deal number ``dealt`` of a table that may be gone, for one who finished it; Refused if it is kept no more."""
        row = await self._store.statistics.deal(person_of(link).id, table, dealt)
        record = unpack_whole(row.packed) if row else None
        if row is None or record is None or record.game not in self._workshop.games:
            raise Refused("no_old_deal")
        by = address_group(link.address)
        game = await self._workshop.game(game_key(record.game, record.options), by)
        key = game_key(record.game, {**game.formerly, **record.options})
        game = await self._workshop.game(key, by)
        if game.version != record.version:
            raise Refused("no_old_deal")
        played = unpack_deal(game, row.dealt, 0, row.match, row.packed)
        return FinishedDeal(table, key, game, played, 1, _seat(link, played))


def _seat(link: Link, played: PlayedDeal) -> Seat | None:
    names, name = played.deal.players, person_of(link).name
    return names.index(name) if name in names else None
