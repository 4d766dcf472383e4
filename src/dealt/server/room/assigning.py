"""What a class is to play: whoever leads it sets that, members see how far they are, and who leads how far all are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from dealt.daily import BOARDS, LATE
from dealt.server.room.boards import Boards
from dealt.server.room.club_news import ClubNews
from dealt.server.room.clubs import ClubHouse
from dealt.server.room.link import Commands, Link, person_of
from dealt.server.room.runtime import Runtime
from dealt.server.room.workshop import Workshop
from dealt.server.store.assignments import Assignments
from dealt.session.seating import tidy
from dealt.wire import protocol
from dealt.wire.refusal import Refused, check_game

LONGEST: Final = 366
"""The most days from when its end is set to that end."""

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
            protocol.ChangeAssignment: self._change,
            protocol.EndAssignment: self._end,
        }

    async def _get(self, link: Link, message: protocol.GetAssignments) -> None:
        await self._tell(link, message.club)

    async def _set(self, link: Link, message: protocol.SetAssignment) -> None:
        own, _ = await self._house.seen(link, message.club, leads=True)
        if own["kind"] != "class":
            raise Refused("no_class")
        check_game(message.game, self._workshop.games)
        most, won = (BOARDS, 0) if message.day else (message.deals, message.deals)
        if message.deals > most or message.won > won:
            raise Refused("assignment_number", most=most if message.deals > most else won)
        await self._check_end(message.until, message.game, message.day, link.home)
        row: Row = {key: getattr(message, key) for key in ("game", "deals", "won")}
        row |= {"id": f"{self._runtime.chance.getrandbits(128):032x}", "club_id": message.club}
        row |= {"title": _line(message.title), "day": message.day or "", "until": float(message.until)}
        await self._stored.put({**row, "since": self._runtime.time()})
        self._news.tell(message.club)
        await self._tell(link, message.club)

    async def _check_end(self, until: float, game: str, day: str | None, by: str) -> None:
        """Refused if it can't end then: what is over stays so, and boards of a day can't be played for ever."""
        now = self._runtime.time()
        last = now + timedelta(LONGEST).total_seconds()
        if day:
            played = await self._boards.playable(game, day, by)
            gone = datetime.combine(played + timedelta(LATE + 1), time(), UTC)  # wherever it is that day last
            last = gone.timestamp()
        if not now < until <= last:
            raise Refused("assignment_end", days=max(1, timedelta(seconds=last - now).days))

    async def _change(self, link: Link, message: protocol.ChangeAssignment) -> None:
        await self._house.seen(link, message.club, leads=True)
        row = next((each for each in await self._stored.of(message.club) if each["id"] == message.id), None)
        values: Row = {} if message.title is None else {"title": _line(message.title)}
        if row is not None and message.until is not None:
            await self._check_end(message.until, row["game"], row["day"], link.home)
            values["until"] = float(message.until)
        if row is None or (values and not await self._stored.change(message.club, message.id, values)):
            raise Refused("no_assignment")
        self._news.tell(message.club)
        await self._tell(link, message.club)

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


def _line(title: str) -> str:
    """A title as it is kept: one line."""
    return " ".join(tidy(title).split())
