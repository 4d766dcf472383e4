"""What people do at their table: they act, get ready, contribute to seeds, talk, and leave."""

from __future__ import annotations

from dealt.server.base.limits import Quotas
from dealt.server.room.hosting import Hosting
from dealt.server.room.link import Commands, Link, person_of, table_of
from dealt.server.room.runtime import Runtime
from dealt.session import seats
from dealt.session.commands import COMMANDS
from dealt.wire import protocol


class Playing:
    """Hands what they want to the table, as often as that may be done."""

    def __init__(self, quotas: Quotas, hosting: Hosting, runtime: Runtime):
        self._quotas, self._hosting, self._runtime = quotas, hosting, runtime
        self.commands: Commands = {
            **dict.fromkeys(COMMANDS, _carry_out),
            **dict.fromkeys((protocol.Act, protocol.Undo, protocol.Deal), self._act),
            **dict.fromkeys((protocol.Chat, protocol.Phrase), self._talk),
            protocol.Leave: self._leave,
        }

    async def _leave(self, link: Link, message: protocol.Leave) -> None:
        person = person_of(link)
        async with person.lock:
            await table_of(link).do(seats.leave, person.id)

    async def _act(self, link: Link, message: protocol.Incoming) -> None:
        """What is stored is counted, by address and table; Refused if there was too much."""
        async with self._quotas.act(link.home, table_of(link).session.id, self._runtime.now()):
            await _carry_out(link, message)

    async def _talk(self, link: Link, message: protocol.Incoming) -> None:
        """Say something at the table, as often as that may be done."""
        person, live = person_of(link), table_of(link)
        self._hosting.check_talk(person)
        watches = live.session.seat_of(person.id) is None
        now = self._runtime.now()
        async with self._quotas.line(link.home, live.session.id, now, watches=watches):
            await _carry_out(link, message)


async def _carry_out(link: Link, message: protocol.Incoming) -> None:
    live = table_of(link)
    await live.do(COMMANDS[type(message)], person_of(link).id, message, live.next_deal.awaits)
