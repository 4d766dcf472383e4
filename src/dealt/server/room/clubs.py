"""Clubs and classes: who is in them, and who leads. One setting of the room switches all of it off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dealt.server.room.alone import Cluster
from dealt.server.room.club_news import ClubNews
from dealt.server.room.link import Commands, Link, Person, Reader, person_of
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.store.clubs import Clubs
from dealt.session.seating import tidy
from dealt.wire import protocol
from dealt.wire.refusal import Refused


@dataclass(eq=False)
class ClubHouse:
    _on: bool
    _people: People
    _stored: Clubs
    _news: ClubNews
    _cluster: Cluster
    _runtime: Runtime

    @property
    def commands(self) -> Commands:
        return {
            protocol.GetClubs: self._get_all,
            protocol.GetClub: self._get,
            protocol.OpenClub: self._open,
            protocol.JoinClub: self._join,
            protocol.LeaveClub: self._leave,
            protocol.DirectClub: self._direct,
        }

    async def _get_all(self, link: Link, message: protocol.GetClubs) -> None:
        await self._tell_all(self._asker(link).id, link)

    async def _get(self, link: Link, message: protocol.GetClub) -> None:
        self._news.follow(link, "")
        if message.id:
            await self._tell(link, message.id)
            self._news.follow(link, message.id)

    async def _open(self, link: Link, message: protocol.OpenClub) -> None:
        person, name = self._asker(link), " ".join(tidy(message.name).split())
        if not name:
            raise Refused("club_name")
        row = {"id": self._chance(), "name": name, "kind": message.kind, "code": self._chance()}
        await self._stored.open({**row, "created": self._runtime.time()}, person.id)
        await self._tell(link, row["id"])

    async def _join(self, link: Link, message: protocol.JoinClub) -> None:
        person = self._asker(link)
        club = await self._stored.join(message.code, person.id, self._runtime.time())
        self._news.tell(club)
        await self._tell(link, club)

    async def _leave(self, link: Link, message: protocol.LeaveClub) -> None:
        person = self._asker(link)
        await self._stored.leave(message.id, person.id)
        self._news.follow(link, "")
        self._news.tell(message.id)
        await self._tell_all(person.id, link)

    async def _direct(self, link: Link, message: protocol.DirectClub) -> None:
        club = message.id
        _, rows = await self.seen(link, club, leads=True)
        if message.do == "end":
            await self.end(club)
        elif message.do == "renew":
            await self._stored.renew(club, self._chance())
            self._news.tell(club)
            await self._tell(link, club)
        else:
            await self._change(link, message, rows)

    async def end(self, club: str) -> tuple[str, int]:
        """End a club, and tell its members; its name and their number."""
        name, rows = await self._stored.name(club), await self._stored.members(club)
        if name is None:
            raise Refused("no_club")
        await self._stored.end(club)
        self._news.tell(club)
        for row in rows:
            await self._tell_other(row["id"])
        return name, len(rows)

    async def _change(self, link: Link, message: protocol.DirectClub, rows: list[dict[str, Any]]) -> None:
        """Do something about one member."""
        wanted = message.name.strip()
        found = [row["id"] for row in rows if row["name"].casefold() == wanted.casefold()]
        if not found:
            raise Refused("no_member", name=wanted)
        if message.do == "remove":
            if found[0] == person_of(link).id:
                raise Refused("yourself")
            await self._stored.leave(message.id, found[0])
            await self._tell_other(found[0])
        else:
            if not await self._stored.lead(message.id, found[0], message.do == "lead"):
                raise Refused("no_member", name=wanted)
            await self._tell_other(found[0])
        self._news.tell(message.id)
        await self._tell(link, message.id)

    def _asker(self, link: Link) -> Person:
        if not self._on:
            raise Refused("no_clubs")
        return person_of(link)

    async def seen(self, link: Link, club: str, *, leads: bool = False) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """A club and its members; refused if the asker does not lead it where that is needed.

        Whoever is not in it does not learn whether there is one.
        """
        mine = [row for row in await self._stored.of(self._asker(link).id) if row["id"] == club]
        if not mine:
            raise Refused("no_club")
        if leads and not mine[0]["leads"]:
            raise Refused("not_leader")
        return mine[0], await self._stored.members(club)

    async def _tell(self, link: Link, club: str) -> None:
        link.send(self._news.told(*await self.seen(link, club)))

    async def _tell_all(self, person: str, reader: Reader) -> None:
        rows = await self._stored.of(person)
        found = [protocol.Club(*(row[key] for key in ("id", "name", "kind", "members", "leads"))) for row in rows]
        reader.send(protocol.Clubs(found))

    async def _tell_other(self, id: str) -> None:  # noqa: A002
        """Tell somebody who may be at any process, or at none."""
        if reader := self._cluster.presence.reader(self._people, id):
            await self._tell_all(id, reader)

    def _chance(self) -> str:
        return f"{self._runtime.chance.getrandbits(128):032x}"
