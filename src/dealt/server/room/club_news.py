"""Who is in a club and may come to what is its own, and who is told of it as it changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from dealt.server.room.alone import Cluster
from dealt.server.room.following import Following
from dealt.server.room.link import Link, Person, person_of
from dealt.server.room.runtime import Runtime
from dealt.server.room.tables import Tables
from dealt.server.room.tournaments import Tournaments
from dealt.server.store.clubs import Clubs
from dealt.wire import protocol
from dealt.wire.refusal import Refused

SIZE: Final = 10_000
"""About how many bytes it takes to tell of a club."""


@dataclass(eq=False)
class ClubNews:
    """What the rest of the room asks about clubs, and tells them."""

    _on: bool
    _stored: Clubs
    _tables: Tables
    _tournaments: Tournaments
    _cluster: Cluster
    _runtime: Runtime

    def __post_init__(self) -> None:
        self._following = Following(self._tell_readers, lambda _: SIZE, self._runtime)
        self._shown: dict[str, list[protocol.LobbyTable]] = {}
        """The tables of which the readers of each club were told last."""

    async def check(self, club: str, person: Person, *, leads: bool = False) -> None:
        """Refused if somebody is not in a club, or does not lead it where that is needed; empty for no club's."""
        if club and not self._on:
            raise Refused("no_clubs")
        if club and not await self.has(club, person):
            raise Refused("not_in_club")
        if club and leads and not await self.has(club, person, leads=True):
            raise Refused("not_leader")

    async def has(self, club: str, person: Person, *, leads: bool = False) -> bool:
        """Is somebody in a club, and do they lead it where that is asked? Nobody is where there are no clubs."""
        rows = await self._stored.of(person.id) if self._on else ()
        return any(row["id"] == club and (row["leads"] or not leads) for row in rows)

    async def those_of(self, club: str, links: Sequence[Link]) -> list[Link]:
        """Those of some links whose people are in a club; all, if it is no club's."""
        there = {row["id"] for row in await self._stored.members(club)} if club and self._on else ()
        return [link for link in links if not club or (link.person is not None and link.person.id in there)]

    def changed(self, club: str) -> None:
        """Something else is to be told of a club."""
        self._following.changed(club)

    def heard(self, club: str) -> None:
        """Others are in a club than before, here or at another process."""
        self._following.changed(club)
        self._tournaments.members_changed(club)

    def tell(self, club: str) -> None:
        """Others are in a club than before, or others lead: all processes are told."""
        self.heard(club)
        self._cluster.shared.club(club)

    def follow(self, link: Link, club: str) -> None:
        """Tell a link of all that changes in a club of its person, or of none."""
        self._following.end(link)
        if club:
            self._following.begin(link, club)

    def people_changed(self) -> None:
        """Somebody was deleted, who may have been in any club."""
        self._following.changed(*self._following.followed)

    def tables_changed(self) -> None:
        """Some table of the room has changed; those who follow its club are told."""
        if followed := self._following.followed:
            found = self._tables_of(followed)
            self._following.changed(*(club for club in followed if found[club] != self._shown.get(club)))

    def _tables_of(self, clubs: set[str]) -> dict[str, list[protocol.LobbyTable]]:
        found: dict[str, list[protocol.LobbyTable]] = {each: [] for each in clubs}
        for table in [*self._tables.of_clubs(clubs), *self._cluster.listings.of_clubs(clubs)]:
            found[table.club].append(table)
        return found

    def told(self, row: dict[str, Any], rows: list[dict[str, Any]]) -> protocol.ClubState:
        found = [protocol.ClubMember(each["name"], each["avatar"], each["leads"]) for each in rows]
        club = row["id"]
        tables = self._shown[club] = self._tables_of({club})[club]
        row = {key: row[key] for key in ("id", "name", "kind", "code")}
        return protocol.ClubState(**row, members=found, tables=tables, tournaments=self._tournaments.rows(club))

    async def _tell_readers(self, club: str, links: list[Link]) -> None:
        there = await self.those_of(club, links)
        self._following.end(*({*links} - {*there}))
        if there:
            row = next(row for row in await self._stored.of(person_of(there[0]).id) if row["id"] == club)
            frame = protocol.encode(self.told(row, await self._stored.members(club)))
            for link in there:
                link.pass_on(frame)
