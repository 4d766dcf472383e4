"""The tournaments of a room: what happens in them is stored, then applied; their tables are opened and read out.

A tournament belongs to no process. Each decides by what is stored so far and stores the next event under its number;
if another one was quicker it reads on and decides anew. So whatever dies when, nobody is paired twice, and a result
counts once.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Container, Sequence
from functools import partial
from random import Random
from typing import Final

import structlog

from dealt.server.base import logs
from dealt.server.base.background import unattended
from dealt.server.base.trouble import Conflict, StoreError
from dealt.server.room.alone import Cluster
from dealt.server.room.live_table import Surroundings
from dealt.server.room.people import People
from dealt.server.room.ushers import Ushers
from dealt.server.room.workshop import Workshop
from dealt.session.events import TOURNAMENT, Finished
from dealt.session.session import Session
from dealt.session.settings import table_id
from dealt.tournament import commands, events
from dealt.tournament.events import Event, Opened
from dealt.tournament.state import Tournament, apply
from dealt.wire import protocol
from dealt.wire.refusal import Refused, check_game
from dealt.work.work import WorkFailed, game_key

EVERY: Final = 1.0
"""The seconds between two looks at what time brings."""
LOOKS: Final = 5
"""With every so many looks the database is asked what has come of tables, whatever was heard of them."""
TRIES: Final = 20
"""The number of times that something is decided anew because another process was quicker."""

Command = Callable[[Tournament], Sequence[Event]]

log = structlog.get_logger("dealt.tournaments")


class _Present(Container[str]):
    """Who is connected, at whichever process."""

    def __init__(self, people: People, cluster: Cluster):
        self._people, self._cluster = people, cluster

    def __contains__(self, person: object) -> bool:
        return self._cluster.presence.reader(self._people, str(person)) is not None


class Tournaments:
    """All tournaments that are not over, and those that somebody has asked for."""

    def __init__(self, around: Surroundings, workshop: Workshop, ushers: Ushers, people: People, cluster: Cluster):
        self._around, self._store, self._runtime = around, around.store, around.runtime
        self._workshop, self._ushers, self._people, self._cluster = workshop, ushers, people, cluster
        self.changed: Callable[[Tournament], None] = lambda _: None
        """Called when something has happened in one."""
        self.began: Callable[[Tournament], None] = lambda _: None
        """Called when the director has begun one."""
        self._known: dict[str, Tournament] = {}
        self._left_out: set[str] = set()
        """Those that can't go on here."""
        self._loading: dict[str, asyncio.Task[Tournament]] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._unsure: set[str] = set()
        """Those of which a commit has failed, or another process has stored more."""
        self._looks = 0
        self._looking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Load what is not over, and begin to look after it."""
        await self._find()
        self._looking = unattended(self._look(), name="tournaments")

    async def _find(self) -> None:
        """Load what is not over and not known: the answer to its commit may be lost, or the note of another process."""
        for each in await self._store.tournaments.living():
            if each in self._known or each in self._left_out:
                continue
            try:
                await self.get(each)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - its game may be from another time, and the room goes on without
                self._left_out.add(each)
                why = error.code if isinstance(error, Refused) else logs.where(error)
                log.warning("a tournament can't go on", tournament=each, why=why)

    def close(self) -> None:
        """Nothing happens by itself any more."""
        if self._looking:
            self._looking.cancel()

    def known(self) -> list[Tournament]:
        """Those in memory."""
        return list(self._known.values())

    def living(self) -> list[Tournament]:
        """Those that are not over."""
        return [each for each in self._known.values() if each.phase != "over"]

    def rows(self, club: str = "") -> list[protocol.LobbyTournament]:
        """What the lobby shows of them, or of its own ones a club."""
        return [
            protocol.LobbyTournament(
                each.id, settings.name, settings.kind, settings.game, each.phase == "running",
                sum(1 for _ in each.field()), settings.by_name,
            )
            for each in self.living()
            for settings in [each.settings]
            if settings.club == club
        ]  # fmt: skip

    # --- what happens

    async def found(self, settings: Opened, first: events.Enrolled) -> Tournament:
        """Store a new one, in which somebody plays already."""
        id, at = self._runtime.randomness()[:8].hex(), self._runtime.time()  # noqa: A001
        written = [events.encode(each).decode() for each in (settings, first)]
        await self._store.tournaments.open(id, at, written)
        self._cluster.shared.tournament(id)
        return await self.get(id)

    async def get(self, id: str) -> Tournament:  # noqa: A002
        """The tournament of that id; Refused if there is none, or it can't be shown here."""
        if found := self._known.get(id):
            return found
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = self._runtime.share(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> Tournament:  # noqa: A002
        rows = await self._store.tournaments.events(id)
        opened = events.decode(rows[0].payload) if rows else None
        if not isinstance(opened, Opened):
            raise Refused("no_tournament")
        check_game(opened.game, self._workshop.games)
        game = await self._workshop.game(game_key(opened.game, opened.options))
        state = Tournament(id, opened, game, rows[0].at)
        for row in rows[1:]:
            apply(state, events.decode(row.payload), row.at)
        self._known[id] = state
        self.changed(state)
        return state

    async def do(self, id: str, command: Command) -> Tournament:  # noqa: A002
        """Carry a command out: Refused or StoreError if it can't be, and then nothing has changed."""
        state = await self.get(id)
        await self._runtime.outlive(self._do(state, command))
        return state

    async def _do(self, state: Tournament, command: Command) -> None:
        async with self._locks[state.id]:
            for _ in range(TRIES):
                if state.id in self._unsure:
                    await self._read_on(state)
                happened = command(state)
                if not happened:
                    return
                self._unsure.add(state.id)  # until it is known that all of it is stored
                try:
                    await self._append(state, happened)
                except Conflict:
                    continue
                self._unsure.discard(state.id)
                self._cluster.shared.tournament(state.id)
                return
            raise StoreError("other processes were quicker again and again")

    async def _append(self, state: Tournament, happened: Sequence[Event]) -> None:
        at, over = self._runtime.time(), any(isinstance(each, events.Ended) for each in happened)
        payloads = [events.encode(each).decode() for each in happened]
        rated = [each for each in happened if isinstance(each, events.Rated)]
        game = state.settings.game
        await self._store.tournaments.append(state.id, state.n + 1, at, payloads, ended=over, game=game, rated=rated)
        for each in happened:
            apply(state, each, at)
        if any(isinstance(each, events.Began) for each in happened):
            self.began(state)
        self._follow_up(state)

    async def _read_on(self, state: Tournament) -> None:
        """Apply what is stored and not known here."""
        rows = await self._store.tournaments.events(state.id, state.n)
        self._unsure.discard(state.id)
        for row in rows:
            apply(state, events.decode(row.payload), row.at)
        if rows:
            self._follow_up(state)

    def _follow_up(self, state: Tournament) -> None:
        self.changed(state)
        if self._ushers.miss(state):
            self._runtime.start(_patiently(state.id, self._ushers.attend(state)))

    def heard(self, id: str) -> None:  # noqa: A002
        """Another process has stored more of a tournament."""
        self._unsure.add(id)
        self._runtime.start(_patiently(id, self.follow(id)))

    async def follow(self, id: str) -> None:  # noqa: A002
        """Let happen what is due."""
        orders = self._around.orders
        await self.do(id, lambda state: [] if orders.read_only else commands.follow(state, *self.now))

    # --- what time brings

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self._looks += 1
            if whole := self._looks % LOOKS == 0:
                await _patiently("", self._find())
            for state in self.living():
                try:
                    await self._look_after(state, whole=whole)
                except (Refused, StoreError) as error:
                    log.warning("a tournament waits", tournament=state.id, why=str(error))
                except Exception as error:  # noqa: BLE001 - games are anybody's code, and other tournaments go on
                    log.error("a tournament can't go on", tournament=state.id, why=logs.where(error))

    async def _look_after(self, state: Tournament, *, whole: bool) -> None:
        if whole and not self._cluster.owns_all:
            self._unsure.add(state.id)
        if whole and state.settings.club:
            await self._sift(state)
        await self._ushers.attend(state)
        if whole and state.open_tables:
            await self._read_out(state)
        if not self._around.orders.read_only or not state.open_tables:
            await self.follow(state.id)

    def members_changed(self, club: str) -> None:
        """Others are in a club than before."""
        for each in self.living():
            if each.settings.club == club:
                self._runtime.start(_patiently(each.id, self._sift(each)))

    async def _sift(self, state: Tournament) -> None:
        """Who is not in the club of a tournament plays on in it no more."""
        there = {each["id"] for each in await self._store.clubs.members(state.settings.club)}
        if not there or any(each.person not in there for each in state.field()):
            await self.do(state.id, partial(commands.sift, members=there))

    @property
    def now(self) -> tuple[float, Container[str], commands.NewId, Random]:
        """By what it is decided who plays: the time, who is connected, ids of new tables, and chance."""
        chance = self._runtime.chance
        return self._runtime.time(), _Present(self._people, self._cluster), partial(table_id, chance), chance

    # --- results

    def finished(self, session: Session, rows: Sequence[Finished]) -> None:
        """It is stored how boards came out at a table of this process."""
        if id := session.settings.tournament:  # noqa: A001
            self._runtime.start(_patiently(id, self._take(id, [(session.id, each) for each in rows])))

    async def _take(self, id: str, results: Sequence[tuple[str, Finished]]) -> None:  # noqa: A002
        for table, made in results:
            await self.do(id, partial(_reported, table=table, made=made))

    async def _read_out(self, state: Tournament) -> None:
        """Report what the database has of tables that are not over, and close those from which no more can come."""
        waiting, stored = list(state.open_tables), self._store.tournaments
        there = await stored.known(waiting)
        rows = await stored.results(TOURNAMENT + state.id, waiting)
        made = [(row.table, Finished(row.board, [*row.names], [*row.scores], row.at, row.began)) for row in rows]
        await self._take(state.id, [each for each in made if each[1].scores])
        for table in waiting:
            if there.get(table) or await self._ushers.is_lost(table):
                await self.do(state.id, partial(commands.close, table=table))


async def _patiently(id: str, work: Awaitable[object]) -> None:  # noqa: A002
    """Do something for a tournament that is tried again in time if it can't be done."""
    try:
        await work
    except (Refused, StoreError, WorkFailed) as error:
        log.warning("a tournament waits", tournament=id, why=str(error))


def _reported(state: Tournament, *, table: str, made: Finished) -> Sequence[Event]:
    if table not in state.meetings:
        return []
    places = state.meetings[table].places
    absent = [seat for seat, each in enumerate(places) if each and made.names[seat] != state.entrants[each].name]
    return commands.report(state, table, made.deal, made.scores, absent, (made.began, made.at))
