"""The owner's end of relays: people who are connected at another process, as links to the room.

What they say is carried out here as if they were connected here; what they are told travels to their gateway.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec
import structlog

from dealt.server.base.background import Background
from dealt.server.base.trouble import StoreError
from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus
from dealt.server.cluster.claims import Claims
from dealt.server.cluster.part import Part
from dealt.server.cluster.presence import Identities, Presence
from dealt.server.room.link import Link, refusal, wording
from dealt.server.room.live_table import LiveTable
from dealt.session.view import LogPart
from dealt.wire import protocol
from dealt.wire.refusal import HandedOver, Refused, said
from dealt.wire.values import Long

MOST_ASKED: Final = 64
"""The number of messages of one relay that are handled at once at most; its gateway waits for answers before."""

log = structlog.get_logger("dealt.cluster")

ELSEWHERE: Final = "elsewhere"
"""The code of an answer: nothing was done, because the table is another process's."""

Key = tuple[int, int]
"""The number of a gateway, and that of a relay there."""


def about(find: Callable[[int, int], Any], act: Callable[[Any, Any], object]) -> Callable[[int, Any], object]:
    """Hands a note to the end of a relay that it is about, if that is still there."""

    def hear(sender: int, note: Any) -> None:
        if (found := find(sender, note.relay)) is not None:
            act(found, note)

    return hear


class RemoteLink(Link):
    """A link whose connection is at another process."""

    remote = True

    def __init__(self, hosted: Hosted, gateway: int, note: notes.Attach):
        self.address, self.contributes = note.address, note.contributes
        self.gateway, self.number = gateway, note.relay
        self.over = False
        self.asked = Background()
        """What they have asked for that takes its time."""
        self._hosted = hosted
        self._live: LiveTable | None = None
        self._known: LogPart | None = None
        self._paused = self._changed = False
        self._delivering = asyncio.Lock()
        self._took = asyncio.Event()

    @property
    def live(self) -> LiveTable | None:
        """The table where they are."""
        return self._live

    @live.setter
    def live(self, live: LiveTable | None) -> None:
        if live is not None and live is not self._live:
            self._tell(notes.Sat(self.number, live.session.id))
        self._live = live

    def _tell(self, note: notes.Note) -> None:
        if not self.over:
            self._hosted.send(self.gateway, note)

    # --- what they are told

    def send(self, message: protocol.Outgoing) -> None:
        long = isinstance(message, protocol.Talk) and message.history
        self._tell(notes.Frame(self.number, protocol.encode(message), table=False, alone=bool(long)))

    async def deliver(self, *messages: protocol.Outgoing) -> None:
        async with self._delivering:
            for message in messages:
                self._took.clear()
                self._tell(notes.Long(self.number, protocol.encode(message)))
                if self.over:
                    return
                await self._took.wait()

    def send_frame(self, frame: bytes) -> None:
        """Nothing: the lobby is that of their own process."""

    def pass_on(self, frame: bytes, taken: Callable[[], None] | None = None) -> None:
        """Nothing: what others have made reaches their gateway without this process."""

    async def pass_long(self, frame: bytes) -> None:
        """Nothing, as above."""

    def refresh(self, *, anew: bool = False) -> None:
        if anew:
            self._known = None
        if self._paused:
            self._changed = True
        elif self._live is not None and self.person is not None:
            self._changed = False
            frame, self._known = self._live.frame(self.person.id, self._known)
            if frame:
                self._tell(notes.Frame(self.number, bytes(frame), table=True, alone=False))

    def close(self, code: int, reason: str) -> None:
        self._tell(notes.Close(self.number, code, reason))

    def went(self) -> None:
        self._tell(notes.Went(self.number))
        self._hosted.let_go(self)

    # --- what the gateway says of them

    def pause(self) -> None:
        """Their connection takes nothing now."""
        self._paused = True

    def go_on(self) -> None:
        """It takes more: the newest state goes out, if there is one that they have not seen."""
        self._paused = False
        if self._changed:
            self.refresh()

    def took(self) -> None:
        """The long message is on its way."""
        self._took.set()

    def end(self) -> None:
        """Nothing reaches them by this link any more."""
        self.over = True
        self._took.set()
        self.asked.cancel()


class Hosted(Part):
    """The remote links of a process: the people at its tables whose connections are elsewhere."""

    def __init__(self, bus: Bus, presence: Presence, identities: Identities, claims: Claims):
        self._presence, self._identities, self._claims = presence, identities, claims
        self.send = bus.send
        self._links: dict[Key, RemoteLink] = {}
        self._coming: dict[Key, asyncio.Task[None]] = {}
        """Those who are being brought to their table."""
        self.hears: notes.Hears = {
            notes.Attach: self.attach,
            notes.Asked: self.asked,
            notes.Lost: lambda gateway, note: self.lost(gateway, note.relay),
            notes.Pause: about(self.find, lambda link, _: link.pause()),
            notes.GoOn: about(self.find, lambda link, _: link.go_on()),
            notes.Refresh: about(self.find, lambda link, note: link.refresh(anew=note.anew)),
            notes.Took: about(self.find, lambda link, _: link.took()),
        }

    # --- coming

    def attach(self, gateway: int, note: notes.Attach) -> None:
        """Somebody who is connected at another process belongs here."""
        key = gateway, note.relay
        task = self._coming[key] = self.room.runtime.start(self._come(gateway, note))
        task.add_done_callback(lambda _: self._coming.pop(key, None))

    async def _come(self, gateway: int, note: notes.Attach) -> None:
        try:
            await self._attach(gateway, note)
        except StoreError as error:
            log.warning("somebody could not be brought to their table", table=note.table, why=str(error))
            if link := self.find(gateway, note.relay):  # their coming back could not be stored
                self.let_go(link)
            self.send(gateway, notes.Gone(note.relay))  # by which the gateway attaches them anew

    async def _attach(self, gateway: int, note: notes.Attach) -> None:
        room = self.room
        person = await self._identities.person(note.person)
        live = await self._claims.own_table(note.table) if note.table else None
        if room.runtime.closing or (note.table and live is None):
            self.send(gateway, notes.Gone(note.relay))
            return
        link = RemoteLink(self, gateway, note)
        if person is None or (live is not None and note.person not in live.session.guests):
            link.send(protocol.Left(why="gone"))
            link.went()
            return
        if live is not None:
            person.live = live
        if self._presence.is_older(person, note.since, gateway):
            link.send(protocol.Left(why="elsewhere"))
            link.close(4001, "elsewhere")
            return
        self._links[gateway, note.relay] = link
        other = person.link
        room.attendance.take_over(link, person)
        if isinstance(other, RemoteLink):
            self.let_go(other)
        link.live = live = person.live  # they may be at one without knowing it: the way by which they came was lost
        if live is not None:
            await live.back(person.id, link)

    def let_go(self, link: RemoteLink) -> None:
        """A link leads to no table here any more."""
        self._links.pop((link.gateway, link.number), None)
        if link.person is not None and link.person.link is link:
            link.person.link = None

    # --- what comes

    def asked(self, gateway: int, note: notes.Asked) -> None:
        """A message of somebody: it is carried out, and answered."""
        key = gateway, note.relay
        if coming := self._coming.get(key):
            coming.add_done_callback(lambda _: self.asked(gateway, note))
            return
        link = self._links.get(key)
        if link is None:
            self.send(gateway, notes.Answered(note.relay, note.n, ELSEWHERE))
            self.send(gateway, notes.Gone(note.relay))
            return
        try:
            message = protocol.decode(note.frame)
        except msgspec.DecodeError as error:  # the gateway has read it: it speaks another version
            log.error("a message from another process could not be read", why=str(error)[:160])
            self._answer(link, note.n, Refused("internal"))
            return
        if len(link.asked) >= MOST_ASKED:
            self._answer(link, note.n, Refused("internal"))
        else:
            background = link.asked if isinstance(message, Long) else self.room.runtime
            background.start(self._carry_out(link, note.n, message))

    async def _carry_out(self, link: RemoteLink, n: int, message: protocol.Incoming) -> None:
        refused = None
        try:
            if link.person is None:  # they were deleted, or have another tab
                raise Refused("not_at_table")
            await self.room.handle(link, message)
        except Exception as error:  # noqa: BLE001 - whatever fails, the gateway waits for an answer
            refused = refusal(error, str(message.__struct_config__.tag))
        self._answer(link, n, refused)
        if refused is not None and refused.code == "stale" and link.live:
            link.refresh(anew=True)

    def _answer(self, link: RemoteLink, n: int, refused: Refused | None) -> None:
        if link.over:
            return
        if refused is None or isinstance(refused, HandedOver):
            note = notes.Answered(link.number, n, ELSEWHERE if refused else "")
        else:
            text = wording(refused, self.room.games, link.live)
            note = notes.Answered(link.number, n, refused.code, said(refused.say), text, refused.retry_after)
        self.send(link.gateway, note)

    def find(self, gateway: int, relay: int) -> RemoteLink | None:
        return self._links.get((gateway, relay))

    # --- going

    def lost(self, gateway: int, relay: int) -> None:
        """Somebody's connection is gone."""
        key = gateway, relay
        if coming := self._coming.get(key):
            coming.add_done_callback(lambda _: self.lost(gateway, relay))
        elif link := self._links.pop(key, None):
            self._drop(link)

    def _drop(self, link: RemoteLink) -> None:
        link.end()
        self.room.drop(link)

    def lose(self, gateway: int | None = None, *, tell: bool = False) -> None:
        """A gateway is dead, or can't be reached: all its people are away; or those of all gateways.

        ``tell``: it lives, and is to attach them anew.
        """
        for gateway_of, relay in list(self._coming):
            if gateway in (None, gateway_of):
                if tell:
                    self.send(gateway_of, notes.Gone(relay))
                self.lost(gateway_of, relay)
        for key, link in list(self._links.items()):
            if gateway in (None, key[0]):
                del self._links[key]
                if tell:
                    self.send(key[0], notes.Gone(key[1]))
                self._drop(link)

    def moved(self, live: LiveTable, owner: int | None) -> None:
        """A table belongs to another process now: the gateways of its people are to go there."""
        gateways: set[int] = set()
        for link in list(live.links.values()):
            if isinstance(link, RemoteLink):
                self.let_go(link)
                gateways.add(link.gateway)
        for each in gateways:
            self.send(each, notes.Moved(live.session.id, owner or 0))
