"""The way of somebody who is connected here to a table of another process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dealt.server.base.trouble import StoreError
from dealt.server.cluster.claims import Claims
from dealt.server.cluster.gateway import Gateway
from dealt.server.cluster.listings import Listings
from dealt.server.room import alone
from dealt.wire import protocol
from dealt.wire.refusal import HandedOver, Refused

if TYPE_CHECKING:
    from dealt.server.room.link import Link
    from dealt.server.room.people import Person

__all__ = ["Passage"]

QUICK_TRIES: Final = 3
JOIN_TRIES: Final = 3


class Passage(alone.Passage):
    """Finds the owner of a table, and opens a relay that leads there."""

    def __init__(self, claims: Claims, listings: Listings, gateway: Gateway):
        self._claims, self._listings, self._gateway = claims, listings, gateway

    async def attach(self, link: Link, person: Person) -> str | None:
        ownership = self._claims.ownership
        for _ in range(JOIN_TRIES):
            found = await ownership.seat_of(person.id)
            if found is None:
                return None
            table, owner = found
            if owner is None:
                owner = await ownership.claim(table)
            if owner == ownership.number:
                await self._claims.own_table(table)
                if person.live is not None:
                    return None
            elif owner is not None:
                link.relay = self._gateway.open(link, person, table, owner)
                return table
        return None

    async def join(self, link: Link, person: Person, message: protocol.Join) -> None:
        for _ in range(JOIN_TRIES):
            owner = await self._claims.claim(message.table)
            if owner is None:
                raise Refused("no_table")
            if person.live is not None:
                raise Refused("at_table")
            if link.remote:  # it has come too late: its own process knows better
                raise HandedOver
            if owner == self._claims.ownership.number:
                raise Refused("unreachable")  # it was taken over this very moment
            try:
                await self._join_at(owner, link, person, message)
            except Refused as refused:
                if refused.code != "unreachable":
                    raise
            else:
                return
            if not self._gateway.bus.up:
                break
        raise Refused("unreachable")

    async def _join_at(self, owner: int, link: Link, person: Person, message: protocol.Join) -> None:
        if not self._gateway.bus.up:
            raise Refused("unreachable")
        relay = self._gateway.open(link, person, "", owner)
        relay.begin()
        try:
            await relay.carry_out(message)
        finally:
            if not relay.table:
                relay.close()

    async def quick(self, link: Link, person: Person, game: str, *, soon: bool) -> bool:
        for number, table in self._listings.open_tables(game, soon=soon)[:QUICK_TRIES]:
            try:
                await self._join_at(number, link, person, protocol.Join(table.id, soon=soon))
            except (Refused, StoreError):
                continue
            return True
        return False
