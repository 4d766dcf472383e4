"""Coming to a table: to a new one, to one that is open to all, or to a certain one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog

from dealt.daily import day_of, secret
from dealt.game import Game
from dealt.server.base.limits import Quotas
from dealt.server.base.trouble import Conflict
from dealt.server.room.alone import Cluster
from dealt.server.room.boards import Boards
from dealt.server.room.club_news import ClubNews
from dealt.server.room.friends import Friends
from dealt.server.room.link import Commands, Link, Person, person_of
from dealt.server.room.live_table import LiveTable, Surroundings
from dealt.server.room.people import People
from dealt.server.room.tables import Tables
from dealt.server.room.workshop import Workshop
from dealt.server.store.sets import SET_NAME, key_of
from dealt.session import dealing, events, seats
from dealt.session.events import Came, Event, Finished, Opened
from dealt.session.session import Session
from dealt.session.settings import asked_computers, asked_word, table_id
from dealt.wire import protocol
from dealt.wire.refusal import Refused, check_game
from dealt.work.work import game_key

Wanted = Callable[[str], Awaitable[tuple[Opened, Game[Any], Sequence[Event]]]]
"""What table somebody wants, asked for an address: its settings, its game, and what happens there at once."""

log = structlog.get_logger("dealt.room")


@dataclass(eq=False)
class Joining:
    """Carries out ``create``, ``quick`` and ``join``."""

    _people: People
    _workshop: Workshop
    _tables: Tables
    _around: Surroundings
    _quotas: Quotas
    _cluster: Cluster
    _boards: Boards
    _friends: Friends
    _clubs: ClubNews
    _opening: int = 0
    """The number of tables that are being opened and count already."""

    @property
    def commands(self) -> Commands:
        return {
            protocol.Create: self._create,
            protocol.PlayDaily: self._daily,
            protocol.Quick: self._quick,
            protocol.Join: self._join,
        }

    async def _create(self, link: Link, message: protocol.Create) -> None:
        person = person_of(link)
        await self._clubs.check(message.club, person)
        async with person.lock:
            opened = await self._open(link, person, partial(self._wanted, message))
            if message.now:
                await _deal_at_once(person, opened)

    async def _daily(self, link: Link, message: protocol.PlayDaily) -> None:
        person = person_of(link)
        async with person.lock:
            await _deal_at_once(person, await self._open(link, person, partial(self._boards.wanted, person, message)))

    async def _open(self, link: Link, person: Person, wanted: Wanted) -> LiveTable | None:
        self._around.orders.check_new()
        self._check_known(person)
        if person.live is not None:
            raise Refused("at_table")
        by = link.home
        async with self._quotas.table(by, self._around.runtime.now()):
            return await self._new(person, wanted, by)

    async def _quick(self, link: Link, message: protocol.Quick) -> None:
        person = person_of(link)
        async with person.lock:
            if person.live is not None:
                raise Refused("at_table")
            game = message.game or next(iter(self._workshop.games))
            if await self._find_company(link, person, game, soon=True):
                return
            wanted = protocol.Create(game, pace=message.pace, computers=message.computers)
            try:
                opened = await self._open(link, person, partial(self._wanted, wanted))
            except Refused as refused:
                if refused.code == "too_many_tables" and await self._find_company(link, person, game, soon=False):
                    return
                raise
            await _deal_at_once(person, opened)

    async def _find_company(self, link: Link, person: Person, game: str, *, soon: bool) -> bool:
        """Bring somebody to an open table with a seat, ``soon``: that is about to deal. False if there is none."""
        for live in self._tables.open_to_all(game):
            if live.next_deal.is_soon or not soon:
                try:
                    await self._come(person, live, watch=False, soon=soon)
                except Refused:
                    continue
                return True
        return await self._cluster.passage.quick(link, person, game, soon=soon)

    async def _join(self, link: Link, message: protocol.Join) -> None:
        person = person_of(link)
        async with person.lock:
            await self._cluster.claims.fetch(message.table)
            live = await self._tables.restore(message.table)
            if live is None:
                await self._cluster.passage.join(link, person, message)
                return
            async with self._quotas.arrival(link.home, self._around.runtime.now()):
                await self._come(person, live, watch=message.watch, soon=message.soon, now=message.now)

    async def bring(self, person: Person, table: str) -> None:
        """Bring somebody who is in the lobby to a table where a seat is theirs, wherever it is."""
        async with person.lock:
            link = person.here
            if link is None or person.at_table or link.relay is not None:
                return
            await self._cluster.claims.fetch(table)
            live = await self._tables.restore(table)
            if live is None:
                await self._cluster.passage.join(link, person, protocol.Join(table))
            else:
                await self._come(person, live, watch=False, soon=False)

    def _check_known(self, person: Person) -> None:
        """Refused if somebody was deleted while their message waited."""
        if self._people.get(person.id) is not person:
            raise Refused("no_name")

    async def _come(self, person: Person, live: LiveTable, *, watch: bool, soon: bool, now: bool = False) -> None:
        self._check_known(person)
        if person.live not in (None, live):
            raise Refused("at_table")
        await self._clubs.check(live.session.settings.club, person)
        if not watch:
            await self._friends.check(live.session.dealer, person)
        before, most = live.session.n, self._around.config.watchers

        def come(session: Session) -> list[Event]:
            if soon and not live.next_deal.is_soon:
                raise Refused("not_soon")
            return seats.come(session, person.id, person.name, watch=watch, watchers=most, now=now)

        await live.do(come)
        if live.session.n == before and person.link:
            person.link.refresh(anew=True)

    # --- new tables

    async def _new(self, person: Person, wanted: Wanted, by: str) -> LiveTable | None:
        """A new table, if there may be another one; None if its game failed at once."""
        if len(self._tables) + self._cluster.listings.tables + self._opening >= self._around.config.tables:
            raise Refused("too_many_tables")
        self._opening += 1  # before anything is awaited, so that others see it
        try:
            opened, game, then = await wanted(by)
            session = await self._session(opened, game, by)
            self._around.orders.check_new()  # the host may have stopped everything meanwhile
        except BaseException:
            self._opening -= 1
            raise
        await self._around.runtime.outlive(self._found(session, opened, Came(person.id, person.name, 0), then))
        return self._tables.live.get(session.id)

    async def _wanted(self, message: protocol.Create, by: str) -> tuple[Opened, Game[Any], Sequence[Event]]:
        """A table as somebody wants it; Refused says what is wrong with their wish."""
        check_game(message.game, self._workshop.games)
        if message.set and not SET_NAME.fullmatch(message.set):
            raise Refused("bad_set")
        word = asked_word(message)
        settled, game = await self._workshop.wanted(message.game, by, message.preset, message.options)
        opened = Opened(
            message.game,
            game.version,
            dict(game.options),
            message.private or bool(message.club),
            message.clock,
            message.pace,
            asked_computers(message.computers, game.seats, lambda: settled.computers),
            message.set or "",
            word,
            message.takeovers and not message.rated,
            ratings=self._ratings(message, game, word) if message.rated else {},
            club=message.club,
            standard=settled.standard,
        )
        return opened, game, ()

    def _ratings(self, message: protocol.Create, game: Game[Any], word: str) -> dict[str, float]:
        """The ratings of the computers' levels at a rated table; Refused if there can be none."""
        if message.set or word:
            raise Refused("no_rating")
        return self._workshop.ratings(message.game, game, message.computers or "")

    async def _session(self, opened: Opened, game: Game[Any], by: str) -> Session:
        """A new table, not yet stored."""
        id = table_id(self._around.runtime.chance)  # noqa: A001
        session = Session(id, opened, game, self._around.runtime.time())
        key = game_key(opened.game, opened.options)
        session.explained = await self._workshop.explaining(session.plays(0), key, by)
        return session

    async def _found(self, session: Session, opened: Opened, came: Came, then: Sequence[Event]) -> None:
        """Store a table that has a place already, with what happens there at once, and open it."""
        at = session.opened_at
        try:
            day, known = day_of(opened.set), b""
            if day is not None:
                known = secret(opened.game, day)
            store, chance = self._around.store, self._around.runtime.chance
            joined = await store.sets.join(key_of(opened), at, chance, known) if opened.set else None
            happened = [events.encode(each).decode() for each in (opened, came, *then)]
            begun = [Finished(opened.boards + 1, [came.name], [], at)] if then else []  # a board of a day goes on here
            set_id = joined.id if joined is not None else ""
            people = {came.person: came.name}
            await store.tables.open(session.id, at, happened, people, set_id=set_id, begun=begun)
            live = self._tables.opened(session, joined)
        except Conflict:
            self._cluster.claims.at_odds([came.person])
            raise Refused("at_table") from None  # by another process
        finally:
            self._opening -= 1
        if live.session is session:
            live.begin((came, *then), at)
        self._around.changed()
        log.info("a table was opened", table=session.id, game=opened.game, private=opened.private, by=came.name)
        await live.follow()


async def _deal_at_once(person: Person, opened: LiveTable | None) -> None:
    """Start a new table, unless that happened by itself or its game has failed."""
    if opened is not None and opened.session.phase == "waiting":
        await opened.do(dealing.start, person.id, opened.next_deal.awaits)
