"""The room: what is built of its parts, and which of them carries out a message. It knows no sockets.

A connection is a :class:`Link` to it. Every message ends in answers to that link, or in Refused, Illegal or StoreError.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from random import Random, SystemRandom

import structlog

from dealt.game import Listing
from dealt.server.base.config import Config
from dealt.server.base.guesses import Tries
from dealt.server.base.limits import Limits, Quotas, too_fast
from dealt.server.base.metrics import Metrics
from dealt.server.room.alone import Cluster
from dealt.server.room.analyses import Analyses
from dealt.server.room.arrivals import Arrivals, Names
from dealt.server.room.assigning import Assigning
from dealt.server.room.attendance import Attendance
from dealt.server.room.boards import Boards
from dealt.server.room.club_news import ClubNews
from dealt.server.room.clubs import ClubHouse
from dealt.server.room.computers import Computers
from dealt.server.room.devices import Devices
from dealt.server.room.directing import Directing
from dealt.server.room.erasing import Erasures
from dealt.server.room.exporting import Exporting
from dealt.server.room.finished import FinishedDeals
from dealt.server.room.friends import Friends
from dealt.server.room.hosting import Hosting
from dealt.server.room.joining import Joining
from dealt.server.room.link import TURNED_OUT, VERSION_CLOSE, Commands, Connected, Link, limits_of, refusal
from dealt.server.room.live_table import Surroundings
from dealt.server.room.lobby import Lobby
from dealt.server.room.pair_watch import PairWatch
from dealt.server.room.passkeys import Passkeys
from dealt.server.room.people import People
from dealt.server.room.playing import Playing
from dealt.server.room.questions import Questions
from dealt.server.room.runtime import Runtime
from dealt.server.room.tables import Tables
from dealt.server.room.telling import Telling
from dealt.server.room.tidying import Tidying
from dealt.server.room.tokens import Tokens
from dealt.server.room.tournaments import Tournaments
from dealt.server.room.ushers import Ushers
from dealt.server.room.workshop import Workshop
from dealt.server.store.sanctions import Sanctions
from dealt.server.store.store import Store
from dealt.server.workers.workers import Workers, processes
from dealt.wire import protocol
from dealt.wire.refusal import HandedOver, Refused
from dealt.work.work import WorkFailed

log = structlog.get_logger("dealt.room")


class Room:
    """The people, the tables and the lobby, between the connections and the database."""

    def __init__(
        self,
        config: Config,
        store: Store,
        games: Mapping[str, Listing],
        metrics: Metrics | None = None,
        workers: Workers | None = None,
        cluster: Cluster | None = None,
        limits: Limits | None = None,
        chance: Random | None = None,
    ):
        self.config, self.store, self.games = config, store, games
        self.metrics = metrics or Metrics()
        self.workers = workers or processes(config, self.metrics)
        self.cluster = cluster or Cluster()
        """The other processes that serve this room."""
        self.limits = limits or Limits(config)
        self.draining = False
        """Does this process hand its tables to others, because it is to end?"""
        self.runtime = runtime = Runtime(self.cluster.time, chance or SystemRandom())
        self.people = people = People(runtime.chance)
        self.lobby = Lobby(
            lambda: self.tables.rows(), lambda: self.tournaments.rows(), people, self.cluster.listings, runtime
        )
        sanctions = Sanctions(store)
        self.hosting = Hosting(sanctions, config.invite, self.limits.invites, self.cluster, self.metrics, runtime)
        self.hosting.resume = self._go_on
        self.workshop = Workshop(games, self.workers)
        self._furnish()
        self.telling = Telling(
            config, store, games, people, self.cluster, runtime, lambda what: self.metrics.pushes.labels(what).inc()
        )
        self.attendance.sat, self.attendance.left = self.telling.sat, self.telling.left
        self.tidying = Tidying(config, store, people, sanctions, self.tables.sets, self.cluster, runtime)
        self.pair_watch = PairWatch(config, store, self.metrics, self.workers, self.workshop, self.cluster, runtime)
        self._commands = self._answering()

    def _furnish(self) -> None:
        """Set up what brings people to tables."""
        config, store, people, runtime, lobby = self.config, self.store, self.people, self.runtime, self.lobby
        self.attendance = Attendance(
            people,
            store.people,
            store.devices,
            lambda person: self.tables.table_of(person),
            lobby,
            self.cluster,
            runtime,
        )
        self.drop = self.attendance.drop
        self._around = Surroundings(
            config,
            store,
            runtime,
            self.hosting,
            self.attendance,
            partial(Computers, self.workers, self.workshop, self.metrics, runtime),
            lobby.changed,
            lambda live: self.tables.ended(live),
            lambda session, rows: self.tournaments.finished(session, rows),
            self.cluster.claims.at_odds,
        )
        self.tables = Tables(self._around, people, self.workshop, self.cluster.claims.cannot_restore)
        self.live_tables = self.tables.live

    def _answering(self) -> Commands:
        """What carries out each kind of message."""
        config, store, people, runtime, cluster = self.config, self.store, self.people, self.runtime, self.cluster
        tables, hosting, lobby, workers = self.tables, self.hosting, self.lobby, self.workers
        quotas = Quotas(config, self.limits)
        devices = self._welcoming(quotas)
        ushers = Ushers(self._around, tables, people, lambda person, table: joining.bring(person, table), cluster)
        self.tournaments = Tournaments(self._around, self.workshop, ushers, people, cluster)
        self.tournaments.began = self.telling.began
        boards = Boards(store, self.workshop, workers, runtime)
        friends = Friends(config.friends, people, store.relations, cluster, runtime)
        self.clubs = clubs = ClubNews(config.clubs, store.clubs, tables, self.tournaments, cluster, runtime)
        lobby.when_changed, self.erasing.begun = clubs.tables_changed, clubs.people_changed
        joining = Joining(people, self.workshop, tables, self._around, quotas, cluster, boards, friends, clubs)
        finished = FinishedDeals(store, self.workshop, boards)
        self.analyses = Analyses(
            config.analysis, store.analyses, workers, finished, self.games, people, cluster.presence, runtime
        )
        self.club_house = ClubHouse(config.clubs, people, store.clubs, clubs, cluster, runtime)
        self.directing = Directing(
            config, self.tournaments, self.workshop, people, hosting, lobby, clubs, store.tournaments, workers, runtime
        )
        questions = Questions(store, workers, finished, self.workshop, config.hints, clubs, runtime)
        some = self.arrivals.at_table | joining.commands | friends.at_table | questions.at_table
        self.at_tables = some | self.analyses.at_table | Playing(quotas, hosting, runtime).commands  # by its owner
        return {
            **self.at_tables,
            protocol.Ping: _ping,
            **self.arrivals.commands,
            **devices.commands,
            **self.telling.commands,
            **boards.commands,
            **friends.commands,
            **self.club_house.commands,
            **Assigning(self.club_house, store.assignments, boards, self.workshop, clubs, runtime).commands,
            **Exporting(config, store.personal, runtime).commands,
            **self.directing.commands,
            **questions.commands,
            **self.analyses.commands,
        }

    def _welcoming(self, quotas: Quotas) -> Devices:
        """What lets people in, by names, tokens and devices, and forgets them."""
        config, store, people, runtime, cluster = self.config, self.store, self.people, self.runtime, self.cluster
        tables, hosting, attendance = self.tables, self.hosting, self.attendance
        counted = self.metrics.connections_refused.labels
        self.erasing = Erasures(
            store, tables, lambda: self.tournaments.known(), lambda who: self.analyses.erase(who), cluster, runtime
        )
        trusts = self.tidying.trusts_the_clock
        names = Names(config, people, store.people, self.erasing, tables, cluster, runtime, trusts)
        tokens = Tokens(people, store.devices, cluster, runtime, counted("stolen").inc)
        tries = Tries(self.limits.sign_ins, counted("guesses").inc)
        passkeys = Passkeys(config, store.passkeys, runtime, lambda what: self.metrics.passkeys.labels(what).inc())
        known = store.people, attendance, tables, hosting, quotas, self.lobby, cluster, runtime
        self.arrivals = Arrivals(config, people, names, tokens, *known, passkeys.origin)
        self.hello = self.arrivals.hello
        return Devices(people, store.devices, attendance, hosting, tries, passkeys, cluster, runtime)

    # --- what connections and other processes ask

    def invitation(self, table: str) -> tuple[protocol.Invitation, bool] | None:
        """What a link to a table of any process tells, and whether the table is private; None if there is none."""
        found = self.tables.invitation(table) or self.cluster.listings.invitation(table)
        return None if found is not None and found[0].table.club else found  # its members alone are told

    async def answer(self, link: Connected, message: protocol.FromFace, began: float) -> None:
        """Do what somebody here asks, as often as they may, or say why not; whatever fails ends no connection."""
        op = str(message.__struct_config__.tag)
        try:
            if isinstance(message, protocol.Hello):
                await self._greet(link, message)
            elif not link.greeted:
                raise Refused("hello_first")
            else:
                if (kind := message.rationed) and not (bucket := limits_of(link)[kind]).take(began):
                    raise too_fast(bucket.wait(began))
                await self.handle(link, message)
        except Exception as error:  # noqa: BLE001 - whatever fails must not close the connection
            refused = refusal(error, op)
            link.refuse(refused, op, trying=refused.code == "internal")
        self.metrics.count_message(op, self.runtime.now() - began)

    async def _greet(self, link: Connected, message: protocol.Hello) -> None:
        if link.greeted:
            raise Refused("hello_once")
        if message.v != protocol.VERSION:
            link.refuse(Refused("version", v=protocol.VERSION), "hello")
            link.close(VERSION_CLOSE, "version")
            return
        link.greeted = True
        try:
            await self.hello(link, message)
        except Refused as refused:
            link.refuse(refused, "hello")
            link.close(TURNED_OUT, refused.code)

    async def handle(self, link: Link, message: protocol.Incoming) -> None:
        """Do what a message asks. Refused, Illegal or StoreError: it can't be done, and nothing has changed.

        What workers can't find out is no answer.
        """
        relay = link.relay
        if relay is not None and relay.takes(message):
            await relay.carry_out(message)
            return
        try:
            await self._commands[type(message)](link, message)
        except HandedOver:
            if link.relay is None:
                raise
            await link.relay.carry_out(message)
        except WorkFailed as error:
            if error.say is None:  # else it is whoever asked that is mistaken
                log.error("a question is not answered", op=message.__struct_config__.tag, why=str(error))
            raise Refused("no_answer", error.say) from None

    # --- opening and closing

    async def open(self) -> None:
        """Load everybody who is known, and find out which tables have not ended; they are restored later."""
        self.store.writer.on_failing = self._storing_fails
        self.metrics.people.set_function(self.people.__len__)
        self.metrics.tables.set_function(self.tables.__len__)
        await self.limits.start()
        await self.telling.open()
        self.arrivals.push = self.telling.public
        await self.hosting.sanctions.load()
        for row in await self.store.people.all():
            self.people.load(row, self.runtime.now())
        if self.cluster.owns_all:
            await self.tables.load()
        log.info("loaded", people=len(self.people), tables=len(self.tables))
        self.tables.start()
        await self.cluster.open(self)
        await self.tournaments.open()

    def _storing_fails(self, failing: bool) -> None:
        """Storing has begun to fail, or works again: everybody at a table sees it, and all tables go on."""
        self.metrics.storing_failed.set(failing)
        if failing:
            log.error("the database does not store what happens: all tables wait")
        else:
            log.info("the database stores again what happens")
        for live in list(self.live_tables.values()):
            live.audience.tell_stalled()
        if not failing:
            self._go_on()

    def _go_on(self) -> None:
        """Let all tables do what was left to do."""
        for live in list(self.live_tables.values()):
            self.runtime.start(live.go_on())

    async def close(self) -> None:
        """Stop all clocks, and wait until everything is stored."""
        self.runtime.closing = True
        await self.cluster.close()
        await self.limits.close()
        self.lobby.close()
        self.telling.close()
        self.tournaments.close()
        self.tables.close()
        self.hosting.close()
        self.analyses.close()
        self.pair_watch.close()
        self.workers.close()
        if self.runtime.tasks:
            await asyncio.wait(self.runtime.tasks, timeout=5)

    async def tidy(self) -> None:
        """Delete people, tables and sets whose time is over; called every few minutes. Look on for pairs."""
        await self.tidying.run()
        await self.cluster.identities.look_again()
        await self.erasing.run()
        self.pair_watch.begin()


async def _ping(link: Link, message: protocol.Ping) -> None:
    link.send(protocol.Pong(n=message.n))
