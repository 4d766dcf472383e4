"""What a class is to play: whoever leads it sets that, members see how far they are, and who leads how far all are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from dealt.daily import BOARDS, LATE
from dealt.server.base.trouble import Conflict
from dealt.server.room.boards import Boards
from dealt.server.room.club_news import ClubNews
from dealt.server.room.clubs import ClubHouse
from dealt.server.room.link import Commands, Link, person_of
from dealt.server.room.runtime import Runtime
from dealt.server.room.workshop import Workshop
from dealt.server.store.assignments import MOST_ASSIGNMENTS, Assignments
from dealt.session.seating import tidy
from dealt.wire import protocol
from dealt.wire.refusal import Refused

LONGEST: Final = 366
"""The most days from when an assignment is set to its end."""

Row = dict[str, Any]


@dataclass(eq=False)
class Assigning:
    """Carries out what people want of assignments. How far they are is counted when it is asked."""

    _house: ClubHouse
    _stored: Assignments
    _boards: Boards
    _workshop: Workshop
    _news: ClubNews
    _runtime: Runtime

    @property
    def commands(self) -> Commands:
        """What it carries out."""
        return {
            protocol.GetAssignments: self._get,
            protocol.SetAssignment: self._set,
            protocol.EndAssignment: self._end,
        }

    async def _get(self, link: Link, message: protocol.GetAssignments) -> None:
        await self._tell(link, message.club)

    async def _set(self, link: Link, message: protocol.SetAssignment) -> None:
        own, _ = await self._house.seen(link, message.club, leads=True)
        if own["kind"] != "class":
            raise Refused("no_class")
        now, last = self._runtime.time(), await self._last_moment(message, link.home)
        if not now < message.until <= last:
            raise Refused("assignment_end", days=LATE if message.day else LONGEST)
        row: Row = {key: getattr(message, key) for key in ("game", "deals", "won")}
        row |= {"id": f"{self._runtime.chance.getrandbits(128):032x}", "club_id": message.club}
        row |= {"title": " ".join(tidy(message.title).split()), "day": message.day or ""}
        try:
            await self._stored.put({**row, "since": now, "until": float(message.until)})
        except Conflict as conflict:
            refused = {"none": Refused("no_club"), "most": Refused("many_assignments", most=MOST_ASSIGNMENTS)}
            raise refused.get(conflict.about, conflict) from None
        self._news.tell(message.club)
        await self._tell(link, message.club)

    async def _last_moment(self, message: protocol.SetAssignment, by: str) -> float:
        """Until when it can go on at most; Refused if what it asks for is not possible."""
        self._workshop.check(message.game)
        most, won = (BOARDS, 0) if message.day else (message.deals, message.deals)
        if message.deals > most or message.won > won:
            raise Refused("assignment_number", most=most if message.deals > most else won)
        if not message.day:
            return self._runtime.time() + timedelta(LONGEST).total_seconds()
        day = await self._boards.playable(message.game, message.day, by)
        return datetime.combine(day + timedelta(LATE + 1), time(), UTC).timestamp()  # wherever it is that day last

    async def _end(self, link: Link, message: protocol.EndAssignment) -> None:
        await self._house.seen(link, message.club, leads=True)
        await self._stored.end(message.club, message.id)
        self._news.tell(message.club)
        await self._tell(link, message.club)

    async def _tell(self, link: Link, club: str) -> None:
        own, rows = await self._house.seen(link, club)
        me = person_of(link).id
        shown = rows if own["leads"] else [row for row in rows if row["id"] == me]
        done = await self._stored.done(club, None if own["leads"] else me)
        found = list[protocol.Assignment]()
        for row in await self._stored.of(club):
            each = {key: row[key] for key in ("id", "title", "game", "deals", "won", "day", "since", "until")}
            if each["day"]:
                done |= await self._on_boards(each, shown, link.home)
            members = [
                protocol.Progress(who["name"], **done.get((each["id"], who["id"]), {}))
                for who in shown
                if not who["leads"] or (each["id"], who["id"]) in done
            ]
            found.append(protocol.Assignment(**each, members=members))
        await link.deliver(protocol.Assignments(club, found))

    async def _on_boards(self, assignment: Row, shown: list[Row], by: str) -> dict[tuple[str, str], Row]:
        """How far people are with the boards of a day."""
        game, day, deals = (assignment[key] for key in ("game", "day", "deals"))
        if game not in self._workshop.games:
            return {}
        ids, made = {who["name"]: who["id"] for who in shown}, dict[str, list[tuple[float, float]]]()
        for name, score, at in await self._boards.finished_on(game, day, deals, by):
            if name in ids and at <= assignment["until"]:
                made.setdefault(name, []).append((score, at))
        return {
            (assignment["id"], ids[name]): {
                "deals": len(mine),
                "mean": sum(score for score, _ in mine) / len(mine),
                "last": max(at for _, at in mine),
            }
            for name, mine in made.items()
        }
