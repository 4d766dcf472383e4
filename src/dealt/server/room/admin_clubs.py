"""The host and clubs, and the tournaments of the room: what there is, and its end."""

from __future__ import annotations

from dataclasses import dataclass

from dealt.server.room.audit import MOST_SHOWN, Answers, Audit
from dealt.server.room.room import Room
from dealt.wire import host_protocol as host
from dealt.wire import protocol
from dealt.wire.refusal import Refused


@dataclass(eq=False)
class AdminClubs:
    """Clubs and tournaments belong to no process, so any of them answers."""

    _room: Room
    _audit: Audit

    @property
    def answers(self) -> Answers:
        return {
            host.AskClubs: self._clubs,
            host.EndClub: self._end,
            host.AskTournaments: self._tournaments,
            host.OrderTournament: self._order,
        }

    async def _clubs(self, question: host.AskClubs, address: str) -> host.HostClubs:
        rows, more = await self._room.store.clubs.all(MOST_SHOWN)
        keys = host.HostClub.__struct_fields__
        return host.HostClubs(clubs=[host.HostClub(*(row[key] for key in keys)) for row in rows], more=more)

    async def _end(self, question: host.EndClub, address: str) -> host.HostDone:
        name, count = await self._room.club_house.end(question.club)
        await self._audit.note(address, "end_club", name)
        return host.HostDone(count=count)

    async def _tournaments(self, question: host.AskTournaments, address: str) -> host.HostTournaments:
        names = {row["id"]: row["name"] for row in (await self._room.store.clubs.all(MOST_SHOWN))[0]}
        living = sorted(self._room.tournaments.living(), key=lambda each: -each.opened_at)
        return host.HostTournaments(
            tournaments=[
                host.HostTournament(
                    each.id, settings.name, settings.kind, settings.game,
                    "open" if each.phase == "open" else "running", each.paused, sum(1 for _ in each.field()),
                    settings.by_name, names.get(settings.club, settings.club),
                )
                for each in living
                for settings in [each.settings]
            ]
        )  # fmt: skip

    async def _order(self, question: host.OrderTournament, address: str) -> host.HostDone:
        state = await self._room.tournaments.get(question.tournament)
        if state.phase == "over":
            raise Refused("tournament_time")
        order = protocol.DirectTournament(
            state.id, question.order, question.name, question.n, question.percent, question.reason
        )
        await self._room.directing.carry_out(order, state.settings.by)
        detail = f"{question.order} {question.name}".strip()
        await self._audit.note(address, "order", state.settings.name or state.id, detail)
        return host.HostDone(count=sum(1 for _ in state.field()))
