"""The room: its people, its tables and its lobby, and what each message asks of them. It knows no sockets.

A connection is a :class:`Link` to it. Every message ends in answers to that link, or in Refused, Illegal or StoreError.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from random import Random, SystemRandom
from typing import Any, Final

import structlog

from dealt import __version__, players
from dealt.game import LEVELS, Game, Listing, OptionError
from dealt.games import HOUSE
from dealt.server.base.background import Background, attended
from dealt.server.base.config import Config
from dealt.server.base.limits import Counted, Limits, Quotas, address_group, is_own
from dealt.server.base.metrics import Metrics
from dealt.server.base.trouble import Conflict, StoreError, WorkFailed
from dealt.server.room.alone import Cluster
from dealt.server.room.analyses import Analyses
from dealt.server.room.arrivals import Arrivals
from dealt.server.room.hosting import Hosting
from dealt.server.room.link import Link, person_of, table_of
from dealt.server.room.live_table import LiveTable
from dealt.server.room.lobby import Lobby
from dealt.server.room.people import People, Person
from dealt.server.room.questions import Questions
from dealt.server.room.stored_tables import StoredTables
from dealt.server.room.tidying import Tidying
from dealt.server.store.sets import SET_NAME, key_of
from dealt.server.store.store import Store
from dealt.server.work import work
from dealt.server.work.work import GameKey, game_key
from dealt.server.work.workers import MAKING, Workers, processes
from dealt.session import dealing, events, seats, seeds, settings, talk
from dealt.session.events import Came, Event, Opened
from dealt.session.session import Session
from dealt.session.view import all_away
from dealt.wire import protocol
from dealt.wire.refusal import HandedOver, Refused

__all__ = ["Room"]

ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH: Final = 12
MOST_KNOWN: Final = 500
CROWD: Final = 20
"""The number of people who come back in one second from which on they are a crowd."""

log = structlog.get_logger("dealt.room")


def asked_computers(written: str, seats: int, possible: Sequence[str]) -> str:
    """The computers of a new table as they are stored, from what was asked for; Refused if one can't play there."""
    try:
        some = players.seated(written, seats)
    except ValueError:
        raise Refused("computers_count", seats=seats) from None
    for each in some:
        if each not in possible and each not in LEVELS:
            raise Refused("no_computer", computer=each[:64], computers=", ".join((*LEVELS, *possible)))
    return some[0] if len(set(some)) == 1 else ",".join(some)


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
        self.config = config
        self.store = store
        self.games = games
        self.metrics = metrics or Metrics()
        self.cluster = cluster or Cluster()
        """The other processes that serve this room."""
        self.chance = chance or SystemRandom()
        self.people = People(self.chance)
        self.live_tables: dict[str, LiveTable] = {}
        self.closing = False
        self._came_back: deque[float] = deque(maxlen=CROWD)  # when the last people came back
        self.draining = False
        """Does this process hand its tables to others, because it is to end?"""
        self.addresses: list[str] = []
        """Where other machines can reach the room."""
        self.lobby = Lobby(self)
        self.limits = limits or Limits(config)
        self.quotas = Quotas(config, self.limits)
        self.hosting = Hosting(self)
        self.tidying: Tidying  # from ``open`` on
        self.stored_tables = StoredTables(self)
        self._opening = 0  # the number of tables that are being opened and count already
        self._background = Background()
        self.workers = workers or processes(config, self.metrics)
        self._explains: dict[tuple[str, GameKey], bool] = {}
        self._games: dict[GameKey, asyncio.Task[Game[Any]]] = {}
        self.arrivals = Arrivals(self)
        self.analyses = Analyses(self)
        self._commands: dict[type[protocol.Incoming], Callable[[Link, Any], Coroutine[Any, Any, None]]] = {
            protocol.Create: self._create,
            protocol.Quick: self._quick,
            protocol.Join: self._join,
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
            protocol.Ping: self._ping,
            **self.arrivals.commands,
            **Questions(self).commands,
            **self.analyses.commands,
        }

    # --- what differs from moment to moment: kept here so that tests can settle it

    def time(self) -> float:
        """The time of day, in seconds since 1970."""
        return self.cluster.time()

    def now(self) -> float:
        """A clock that only runs forward, in seconds."""
        return asyncio.get_running_loop().time()

    def randomness(self) -> bytes:
        """32 random bytes that nobody can guess, for the seed of a deal."""
        return self.chance.randbytes(32)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start work that goes on even if the connection that asked for it is closed; nobody may cancel it midway."""
        return self._background.start(work)

    async def unbroken(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait for work that must not stop halfway, even if who waits is cancelled."""
        if asyncio.current_task() in self._background.tasks:
            await work  # nobody cancels them, so it needs no task of its own
        else:
            await self._background.outlive(work)

    # --- opening and closing

    async def open(self) -> None:
        """Load everybody who is known, and find out which tables have not ended; they are restored later."""
        self.tidying = Tidying(self)
        self.store.writer.on_failing = self._storing_fails
        await self.limits.start()
        await self.hosting.open()
        for row in await self.store.people.all():
            self.people.load(row, self.now())
        if self.cluster.owns_all:
            await self.stored_tables.load()
        self.count()
        log.info("loaded", people=len(self.people), tables=self.tables)
        self.stored_tables.start()
        await self.cluster.open(self)

    def _storing_fails(self, failing: bool) -> None:
        """Storing has begun to fail, or works again: everybody at a table sees it, and all tables go on."""
        self.metrics.storing_failed.set(failing)
        if failing:
            log.error("the database does not store what happens: all tables wait")
        else:
            log.info("the database stores again what happens")
        for live in list(self.live_tables.values()):
            live.tell_stalled()
            if not failing:
                self.spawn(live.go_on())

    async def game(self, key: GameKey, by: str = "") -> Game[Any]:
        """The game of that key, made once for all its tables; WorkFailed if it can't be made, or takes too long.

        It is made beside the loop. One from outside is made by a worker before, so it is known to come to an end.
        """
        task = self._games.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            if len(self._games) >= MOST_KNOWN:
                self._games.clear()
            task = self._games[key] = attended(self._make(key, by))
        return await asyncio.shield(task)

    async def _make(self, key: GameKey, by: str) -> Game[Any]:
        if key.name not in HOUSE:
            await self.workers.ask(work.prepare, key, by=by, within=MAKING)

        def make() -> Game[Any]:
            game = self.games[key.name].make(None, **dict(key.options))
            game.prepare()
            return game

        return await self.workers.beside(make)  # type: ignore[no-any-return]

    async def explaining(self, computers: str, game: GameKey, by: str = "") -> bool:
        """Can a computer of this name explain actions of this game? A worker makes one of each kind to find out."""
        key = computers, game
        if key not in self._explains:
            try:
                found = await self.workers.ask(work.explains, game, computers, by=by)
            except WorkFailed as error:  # the table says so at the computer's turn
                log.warning("a computer can't be made", computer=computers, why=str(error))
                return False
            if len(self._explains) >= MOST_KNOWN:
                self._explains.clear()
            self._explains[key] = found
        return self._explains[key]

    async def close(self) -> None:
        """Stop all clocks, and wait until everything is stored."""
        self.closing = True
        await self.cluster.close()
        await self.limits.close()
        self.lobby.close()
        self.stored_tables.close()
        self.hosting.close()
        self.analyses.close()
        for live in self.live_tables.values():
            live.stop()
        self.workers.close()
        if self._background.tasks:
            await asyncio.wait(self._background.tasks, timeout=5)

    async def tidy(self) -> None:
        """Delete people, tables and sets whose time is over; called every few minutes."""
        await self.tidying.run()

    # --- links

    async def hello(self, link: Link, message: protocol.Hello) -> None:
        """Greet a connection, and bring back whom its token names; Refused if they may not come in."""
        await self.hosting.check_invite(message.invite or "", link.address)
        person = self.people.by_token(message.token) if message.token else None
        if person is None and message.token:
            person = await self.cluster.identities.by_token(message.token)
        self.hosting.check_ban(link.address, person)
        link.contributes = message.contributes
        config = self.config
        link.send(
            protocol.Welcome(
                v=protocol.VERSION,
                room=config.room,
                greeting=config.greeting,
                software=f"dealt {__version__}",
                stale=bool(message.token) and person is None,
                servers=[protocol.ServerInfo(name, url) for name, url in config.server_list],
                addresses=self.addresses if is_own(link.address) else [],
                hints=config.hints,
            )
        )
        if self.hosting.says.text or self.hosting.read_only:
            link.send(self.hosting.says)
        if person is None or message.token is None:
            self.lobby.enter(link)
        else:
            try:
                await self.attach(link, person, message.token)
            except StoreError as error:
                log.error("a table could not be read", table=person.stored_at, why=str(error))
                link.close(1013, "storage")  # they come back by themselves

    async def attach(self, link: Link, person: Person, token: str) -> None:
        """A person is here by this link from now on; another tab of theirs is told so and closed."""
        if person.stored_at:
            await self.stored_tables.restore(person.stored_at)
        elsewhere = await self.cluster.passage.attach(link, person) if person.live is None else None
        self._came_back.append(self.now())
        self.take_over(link, person)
        self.cluster.presence.came(person)
        live = link.live = person.live
        table = live.session.id if live else elsewhere
        link.send(protocol.You(name=person.name, token=token, table=table, avatar=person.avatar))
        self.count()
        if live is not None:
            await live.back(person.id, link)
        elif elsewhere is None:
            self.lobby.enter(link)
        elif link.relay:
            link.relay.begin()

    def crowded(self) -> bool:
        """Do many people come back at once, as after a restart?"""
        return len(self._came_back) == CROWD and self.now() - self._came_back[0] < 1.0

    def take_over(self, link: Link, person: Person) -> None:
        """From now on a person is here by this link, and by no other."""
        other, person.link, link.person = person.link, link, person
        person.address = address_group(link.address)
        if other is not None and other is not link:
            self.send_away(other)

    def send_away(self, other: Link) -> None:
        """Close the connection of somebody who is here by a newer one."""
        self.lobby.leave(other)
        if other.relay:
            other.relay.close()
        other.person = other.live = None
        other.send(protocol.Left(why="elsewhere"))
        other.close(4001, "elsewhere")

    def drop(self, link: Link) -> None:
        """A connection is lost."""
        self.lobby.leave(link)
        person, live = link.person, link.live
        if link.relay:
            link.relay.close()
        link.person = link.live = None
        if person is None or person.link is not link:
            return
        person.link, person.seen, person.away_since = None, self.time(), self.now()
        self.count()
        if self.closing:
            return
        if live is not None:
            live.lose(person.id)
        else:
            self.lobby.changed()
        if not link.remote:
            self.cluster.presence.left(person)
            self.spawn(self._saw(person))

    async def _saw(self, person: Person) -> None:
        try:
            await self.store.people.left(person.id, person.seen)
        except StoreError as error:
            log.warning("it isn't stored when somebody was last here", why=str(error))

    async def handle(self, link: Link, message: protocol.Incoming) -> None:
        """Do what a message asks. Refused, Illegal or StoreError: it can't be done, and nothing has changed."""
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

    # --- coming and going, as tables tell

    def came(self, person: str, live: LiveTable) -> Link | None:
        """Somebody is at a table now; their connection, if they are here."""
        found = self.people.get(person)
        if found is None:
            return None
        found.live = live
        if found.link:
            found.link.live = live
            self.lobby.leave(found.link)
        return found.link

    def went(self, person: str, live: LiveTable, link: Link | None, left: protocol.Left) -> None:
        """Somebody is at a table no more."""
        found = self.people.get(person)
        if found is not None and found.live is live:
            found.live = None
        if link is not None and link.live is live:
            link.live = None
            link.send(left)
            self.lobby.enter(link)

    def ended(self, live: LiveTable) -> None:
        """A table is gone."""
        self.live_tables.pop(live.session.id, None)
        self.count()
        self.lobby.changed()
        log.info("a table ended", table=live.session.id, deals=live.session.dealt)

    @property
    def tables(self) -> int:
        """The number of tables that have not ended."""
        return len(self.live_tables) + len(self.stored_tables)

    async def table_of(self, person: Person) -> LiveTable | None:
        """The table where somebody is, restored if it has to be; None if they are at none."""
        if person.stored_at:
            await self.stored_tables.restore(person.stored_at)
        return person.live

    def count(self) -> None:
        """Bring the metrics up to date."""
        self.metrics.people.set(len(self.people))
        self.metrics.tables.set(self.tables)

    # --- messages about tables

    async def _create(self, link: Link, message: protocol.Create) -> None:
        person = person_of(link)
        async with person.lock:
            opened = await self._open_table(link, person, message)
            if message.now:
                await self._deal_at_once(person, opened)

    async def _open_table(self, link: Link, person: Person, message: protocol.Create) -> LiveTable | None:
        """The new table; None if its game failed at once."""
        self.hosting.check_new()
        self._check_known(person)
        if person.live is not None:
            raise Refused("at_table")
        by = address_group(link.address)
        async with self.quotas.table(by, self.now()):
            if self.tables + self.cluster.listings.tables + self._opening >= self.config.tables:
                raise Refused("too_many_tables")
            self._opening += 1  # before anything is awaited, so that others see it
            try:
                session, opened = await self._make_session(message, by)
                self.hosting.check_new()  # the host may have stopped everything meanwhile
            except BaseException:
                self._opening -= 1
                raise
            await self.unbroken(self._found(session, opened, Came(person.id, person.name, 0)))
        return self.live_tables.get(session.id)

    async def _make_session(self, message: protocol.Create, by: str) -> tuple[Session, Opened]:
        """A table as somebody wants it, not yet stored; Refused says what is wrong with their wish."""
        if message.game not in self.games:
            raise Refused("no_game", game=message.game, games=", ".join(self.games))
        if message.set and not SET_NAME.fullmatch(message.set):
            raise Refused("bad_set")
        seed = (message.seed or "").strip()
        if message.seed is not None and not (seed.isprintable() and seed and not message.set):
            raise Refused("bad_seed")
        try:
            wanted = message.game, message.preset, message.options
            settled = await self.workers.ask(work.settle, *wanted, by=by, within=MAKING)
            game = await self.game(game_key(message.game, settled.options), by)
        except OptionError as error:
            raise Refused("bad_option", why=str(error)[:200]) from None
        except WorkFailed as error:
            log.error("a game can't be made", game=message.game, why=str(error))
            raise Refused("no_answer") from None
        computers = asked_computers(message.computers or settled.computers[0], game.seats, settled.computers)
        opened = Opened(
            message.game,
            game.version,
            dict(game.options),
            message.private,
            message.clock,
            message.pace,
            computers,
            message.set or "",
            seed,
            message.takeovers,
        )
        id = "".join(self.chance.choice(ID_LETTERS) for _ in range(ID_LENGTH))  # noqa: A001
        session = Session(id, opened, game, self.time())
        session.explained = await self.explaining(session.plays(0), game_key(opened.game, opened.options), by)
        return session, opened

    async def _found(self, session: Session, opened: Opened, came: Came) -> None:
        """Store a table that has a place already, and open it."""
        at = session.opened_at
        try:
            joined = await self.store.sets.join(key_of(opened), at) if opened.set else None
            await self.store.tables.open(session.id, at, [events.encode(opened), events.encode(came)], [came.person])
            live = self.live_tables[session.id] = LiveTable(self, session, joined)
        except Conflict:
            self.cluster.claims.at_odds([came.person])
            raise Refused("at_table") from None  # by another process
        finally:
            self._opening -= 1
        live.begin(came, at)
        self.count()
        self.lobby.changed()
        log.info("a table was opened", table=session.id, game=opened.game, private=opened.private, by=came.name)
        await live.follow()

    async def _quick(self, link: Link, message: protocol.Quick) -> None:
        person = person_of(link)
        game = message.game or next(iter(self.games))
        async with person.lock:
            if person.live is not None:
                raise Refused("at_table")
            if await self._find_company(link, person, game, soon=True):
                return
            wanted = protocol.Create(game, pace=message.pace, computers=message.computers)
            try:
                opened = await self._open_table(link, person, wanted)
            except Refused as refused:
                if refused.code == "too_many_tables" and await self._find_company(link, person, game, soon=False):
                    return
                raise
            await self._deal_at_once(person, opened)

    async def _find_company(self, link: Link, person: Person, game: str, *, soon: bool) -> bool:
        """Bring somebody to an open table with a seat, ``soon``: that is about to deal. False if there is none."""
        for live in self._open_to_all(game):
            if live.deals_soon or not soon:
                try:
                    await self._come(person, live, watch=False, soon=soon)
                except Refused:
                    continue
                return True
        return await self.cluster.passage.quick(link, person, game, soon=soon)

    async def _deal_at_once(self, person: Person, opened: LiveTable | None) -> None:
        """Start a new table, unless that happened by itself or its game has failed."""
        if opened is not None and opened.session.phase == "waiting":
            await opened.do(dealing.start, person.id, opened.awaits)

    def _open_to_all(self, game: str) -> list[LiveTable]:
        """Tables where somebody can get a seat, those first that are between deals and have most people.

        None whose deals somebody may know: those of a given seed, and those of a set, which other tables have played.
        """
        live_tables = [
            live
            for live in self.lobby.public()
            if live.session.settings.game == game and live.session.free and not live.resting
            if not live.session.settings.seed and not live.session.settings.set
        ]
        return sorted(live_tables, key=lambda live: (live.session.phase == "playing", -len(live.session.players)))

    def invitation(self, table: str) -> tuple[protocol.Invitation, bool] | None:
        """What a link to a table tells, and whether the table is private; None if there is no such table.

        Nothing is restored for it, and nobody's cards are in it.
        """
        return self.own_invitation(table) or self.cluster.listings.invitation(table)

    def own_invitation(self, table: str) -> tuple[protocol.Invitation, bool] | None:
        """The same, if it is a table of this process."""
        live = self.live_tables.get(table)
        if live is not None and not live.session.ended:
            session = live.session
            by = session.guests[session.dealer].name if session.dealer else ""
            return protocol.Invitation(live.row, by), session.settings.private
        if found := self.stored_tables.find(table):
            by = next((each.name for each in found.table.seats if each.kind == "person"), "")
            return protocol.Invitation(all_away(found.table), by), found.private
        return None

    async def _join(self, link: Link, message: protocol.Join) -> None:
        person = person_of(link)
        async with person.lock:
            await self.cluster.claims.fetch(message.table)
            if (live := await self.stored_tables.restore(message.table)) is None:
                await self.cluster.passage.join(link, person, message)
                return
            async with self.quotas.arrival(address_group(link.address), self.now()):
                await self._come(person, live, watch=message.watch, soon=message.soon, now=message.now)

    def _check_known(self, person: Person) -> None:
        """Refused if somebody was deleted while their message waited."""
        if self.people.get(person.id) is not person:
            raise Refused("no_name")

    async def _come(self, person: Person, live: LiveTable, *, watch: bool, soon: bool, now: bool = False) -> None:
        self._check_known(person)
        if person.live not in (None, live):
            raise Refused("at_table")
        before, most = live.session.n, self.config.watchers

        def come(session: Session) -> list[Event]:
            if soon and not live.deals_soon:
                raise Refused("not_soon")
            return seats.come(session, person.id, person.name, watch=watch, watchers=most, now=now)

        await live.do(come)
        if live.session.n == before and person.link:
            person.link.refresh(anew=True)

    async def _leave(self, link: Link, message: protocol.Leave) -> None:
        person = person_of(link)
        async with person.lock:
            await table_of(link).do(seats.leave, person.id)

    async def _start(self, link: Link, message: protocol.Start) -> None:
        person, live = person_of(link), table_of(link)
        await live.do(dealing.start, person.id, live.awaits)

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
        async with self._counted(link, live):
            await live.do(dealing.deal_now, person.id, message.step, same=message.same, awaited=live.awaits)

    def _counted(self, link: Link, live: LiveTable) -> Counted:
        """Count an action that is stored, by address and table; Refused if there were too many."""
        return self.quotas.act(address_group(link.address), live.session.id, self.now())

    async def _chat(self, link: Link, message: protocol.Chat) -> None:
        await self._talk(link, talk.speak, message.text)

    async def _phrase(self, link: Link, message: protocol.Phrase) -> None:
        await self._talk(link, talk.say_phrase, message.phrase)

    async def _talk(self, link: Link, say: Callable[[Session, str, str], list[Event]], what: str) -> None:
        """Say something at the table, as often as that may be done."""
        person, live = person_of(link), table_of(link)
        self.hosting.check_talk(person)
        watches = live.session.seat_of(person.id) is None
        async with self.quotas.line(address_group(link.address), live.session.id, self.now(), watches=watches):
            await live.do(say, person.id, what)

    async def _ping(self, link: Link, message: protocol.Ping) -> None:
        link.send(protocol.Pong(n=message.n))
