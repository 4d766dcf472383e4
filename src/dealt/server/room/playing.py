"""What people do at their table: they act, get ready, contribute to seeds, talk, and leave."""

from __future__ import annotations

from collections.abc import Callable

from dealt.server.base.limits import Counted, Quotas, address_group
from dealt.server.room.hosting import Hosting
from dealt.server.room.link import Commands, Link, person_of, table_of
from dealt.server.room.live_table import LiveTable
from dealt.server.room.runtime import Runtime
from dealt.session import dealing, seats, seeds, settings, talk
from dealt.session.events import Event
from dealt.session.session import Session
from dealt.wire import protocol

__all__ = ["Playing"]


class Playing:
    """Hands what they want to the table, as often as that may be done."""

    def __init__(self, quotas: Quotas, hosting: Hosting, runtime: Runtime):
        self._quotas, self._hosting, self._runtime = quotas, hosting, runtime
        self.commands: Commands = {
            protocol.Leave: self._leave,
            protocol.Start: self._start,
            protocol.Ready: self._ready,
            protocol.SetPace: self._set_pace,
            protocol.Seal: self._seal,
            protocol.Contribute: self._contribute,
            protocol.Act: self._act,
            protocol.Undo: self._undo,
            protocol.Deal: self._deal,
            protocol.Chat: self._chat,
            protocol.Phrase: self._phrase,
        }

    async def _leave(self, link: Link, message: protocol.Leave) -> None:
        person = person_of(link)
        async with person.lock:
            await table_of(link).do(seats.leave, person.id)

    async def _start(self, link: Link, message: protocol.Start) -> None:
        person, live = person_of(link), table_of(link)
        await live.do(dealing.start, person.id, live.next_deal.awaits)

    async def _seal(self, link: Link, message: protocol.Seal) -> None:
        person = person_of(link)
        await table_of(link).do(seeds.seal, person.id, message.promise, message.seal)

    async def _contribute(self, link: Link, message: protocol.Contribute) -> None:
        person, given = person_of(link), bytes.fromhex(message.given)
        await table_of(link).do(seeds.contribute, person.id, message.promise, given)

    async def _ready(self, link: Link, message: protocol.Ready) -> None:
        person = person_of(link)
        await table_of(link).do(dealing.ready, person.id, message.step)

    async def _set_pace(self, link: Link, message: protocol.SetPace) -> None:
        person = person_of(link)
        await table_of(link).do(settings.set_pace, person.id, message.pace)

    async def _act(self, link: Link, message: protocol.Act) -> None:
        person, live = person_of(link), table_of(link)
        async with self._counted(link, live):
            await live.do(dealing.act, person.id, message.step, message.action)

    async def _undo(self, link: Link, message: protocol.Undo) -> None:
        person, live = person_of(link), table_of(link)
        async with self._counted(link, live):
            await live.do(dealing.undo, person.id, message.step)

    async def _deal(self, link: Link, message: protocol.Deal) -> None:
        person, live = person_of(link), table_of(link)
        awaited = live.next_deal.awaits
        async with self._counted(link, live):
            await live.do(dealing.deal_now, person.id, message.step, same=message.same, awaited=awaited)

    def _counted(self, link: Link, live: LiveTable) -> Counted:
        """Count an action that is stored, by address and table; Refused if there were too many."""
        return self._quotas.act(address_group(link.address), live.session.id, self._runtime.now())

    async def _chat(self, link: Link, message: protocol.Chat) -> None:
        await self._talk(link, talk.speak, message.text)

    async def _phrase(self, link: Link, message: protocol.Phrase) -> None:
        await self._talk(link, talk.say_phrase, message.phrase)

    async def _talk(self, link: Link, say: Callable[[Session, str, str], list[Event]], what: str) -> None:
        """Say something at the table, as often as that may be done."""
        person, live = person_of(link), table_of(link)
        self._hosting.check_talk(person)
        watches = live.session.seat_of(person.id) is None
        now = self._runtime.now()
        async with self._quotas.line(address_group(link.address), live.session.id, now, watches=watches):
            await live.do(say, person.id, what)
