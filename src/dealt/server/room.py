"""The room: its people, its tables and its lobby, and what each message asks of them. It knows no sockets.

A connection is a :class:`Link` to it. Every message ends in answers to that link, or in Refused, Illegal or StoreError.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Final

import structlog

from dealt import __version__, players
from dealt.game import Explains, Game, Listing, OptionError
from dealt.server import events, logs, protocol
from dealt.server.config import Config
from dealt.server.events import Came, Opened
from dealt.server.host import Host
from dealt.server.limits import is_own
from dealt.server.link import Link, host_of, person_of
from dealt.server.lobby import Lobby
from dealt.server.metrics import Metrics
from dealt.server.names import check_name
from dealt.server.people import People, Person
from dealt.server.questions import Questions
from dealt.server.session import Refused, Session
from dealt.server.sets import SET_NAME, SetOf, kind_of
from dealt.server.store import Store, Stored, StoreError
from dealt.server.thinking import Aside

__all__ = ["Room"]

ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH: Final = 12
MOST_KNOWN: Final = 500

log = structlog.get_logger("dealt.room")


class Room:
    """Everything between the connections and the database."""

    def __init__(self, config: Config, store: Store, games: Mapping[str, Listing], metrics: Metrics | None = None):
        self.config = config
        self.store = store
        self.games = games
        self.metrics = metrics or Metrics()
        self.people = People()
        self.hosts: dict[str, Host] = {}
        self.closing = False
        self.addresses: list[str] = []
        """Where other machines can reach the room."""
        self.lobby = Lobby(self)
        self._tasks: set[asyncio.Task[None]] = set()
        self.aside = Aside()
        self._explains: dict[tuple[str, str, str], bool] = {}
        self._commands: dict[type[protocol.Incoming], Callable[[Link, Any], Coroutine[Any, Any, None]]] = {
            protocol.Name: self._name,
            protocol.Bye: self._bye,
            protocol.Create: self._create,
            protocol.Quick: self._quick,
            protocol.Join: self._join,
            protocol.Leave: self._leave,
            protocol.Start: self._start,
            protocol.Ready: self._ready,
            protocol.Act: self._act,
            protocol.Undo: self._undo,
            protocol.Deal: self._deal,
            protocol.Chat: self._chat,
            protocol.Ping: self._ping,
            **Questions(self).commands,
        }

    # --- what differs from moment to moment: kept here so that tests can settle it

    def time(self) -> float:
        """The time of day, in seconds since 1970."""
        return time.time()

    def now(self) -> float:
        """A time that only runs forward."""
        return asyncio.get_running_loop().time()

    def randomness(self) -> bytes:
        """32 bytes that nobody can guess: the seed of a deal."""
        return secrets.token_bytes(32)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Work that goes on whoever hangs up."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    async def unbroken(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait for work that must not stop halfway, even if who waits is cancelled."""
        await asyncio.shield(self.spawn(work))

    # --- opening and closing

    async def open(self) -> None:
        """Take up where the room was: its people, and its tables from their events."""
        for row in await self.store.people():
            self.people.load(row)
        aside = 0
        for table in await self.store.living_tables():
            try:
                session = self._restore(table, await self.store.events(table))
                found_set = await self._set_of(session.settings)
                session.explained = await self._explaining(session.settings.computers, session.game)
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one table must not keep the room closed
                aside += 1
                why = str(error) if isinstance(error, Unplayable) else logs.where(error)
                log.warning("a table is left aside", table=table, why=why)
                continue
            host = self.hosts[table] = Host(self, session, found_set)
            for person in session.guests:
                if found := self.people.get(person):
                    found.host = host
        for host in list(self.hosts.values()):
            for person in list(host.session.guests):
                known = self.people.get(person)
                if known is None or known.host is not host:
                    await host.do(lambda session, p=person: session.leave(p, lost=True))  # type: ignore[misc]
            if not host.session.ended:
                await host.follow()
        self._count()
        log.info("the room is as it was", people=len(self.people), tables=len(self.hosts), left_aside=aside)

    def _restore(self, id: str, rows: list[Stored]) -> Session:  # noqa: A002
        happened = [(events.decode(row.payload), row.at) for row in rows]
        opened, at = happened[0] if happened else (None, 0.0)
        if not isinstance(opened, Opened):
            raise Unplayable("it has no beginning")
        if opened.game not in self.games:
            raise Unplayable(f"there is no game {opened.game} here")
        game = self.games[opened.game].make(None, **opened.options)
        if game.version != opened.version:
            raise Unplayable(f"version {opened.version} of {opened.game} was played, and this is {game.version}")
        session = Session(id, opened, game, at)
        session.apply_all(happened[1:])
        return session

    async def _set_of(self, opened: Opened) -> SetOf | None:
        """The set of a stored table, None if it belongs to none."""
        if not opened.set:
            return None
        found = await self.store.find_set(kind_of(opened))
        if found is None:
            raise Unplayable(f"its set {opened.set} is gone")
        return found

    async def _explaining(self, computers: str, game: Game[Any]) -> bool:
        """Can that computer tell at this game what actions mean? Each kind is made once to find out."""
        key = computers, game.name, repr(sorted(game.options.items()))
        if key not in self._explains:
            try:
                made = await self.aside.make(partial(players.computer, computers, game))
            except Exception as error:  # noqa: BLE001 - players are anybody's code, and the table says so at its turn
                log.warning("a computer can't be made", computer=computers, why=logs.where(error))
                return False
            if len(self._explains) >= MOST_KNOWN:
                self._explains.clear()
            self._explains[key] = isinstance(made, Explains)
        return self._explains[key]

    async def close(self) -> None:
        """Stop every clock and wait for what is being stored."""
        self.closing = True
        self.lobby.close()
        for host in self.hosts.values():
            host.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        self.aside.close()

    async def tidy(self) -> None:
        """Forget people and tables whose time is over; called now and then."""
        old = [
            person
            for person in self.people
            if not person.link and not person.host and self.time() - person.seen > self.config.forget_after
        ]
        for person in old:
            self.people.remove(person)
        if old:
            await self.store.forget_people([person.id for person in old])
        await self.store.forget_tables(self.time() - self.config.keep_tables)
        if living := list({host.joined.id for host in self.hosts.values() if host.joined}):
            await self.store.saw_sets(living, self.time())
        await self.store.forget_sets(self.time() - self.config.forget_after)

    # --- links

    async def hello(self, link: Link, message: protocol.Hello) -> None:
        """Greet a connection, and bring back whom its token names."""
        person = self.people.by_token(message.token) if message.token else None
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
            )
        )
        if person is None or message.token is None:
            self.lobby.enter(link)
        else:
            await self._attach(link, person, message.token)

    async def _attach(self, link: Link, person: Person, token: str) -> None:
        """A person is here by this link from now on; another tab of theirs is told so and closed."""
        other, person.link, link.person = person.link, link, person
        if other is not None and other is not link:
            self.lobby.leave(other)
            other.person = other.host = None
            other.send(protocol.Left(why="elsewhere"))
            other.close(4001, "elsewhere")
        host = link.host = person.host
        link.send(protocol.You(name=person.name, token=token, table=host.session.id if host else None))
        self._count()
        if host is None:
            self.lobby.enter(link)
        else:
            await host.back(person.id, link)

    def drop(self, link: Link) -> None:
        """A connection is lost."""
        self.lobby.leave(link)
        person, host = link.person, link.host
        link.person = link.host = None
        if person is None or person.link is not link:
            return
        person.link, person.seen = None, self.time()
        self._count()
        if self.closing:
            return
        if host is not None:
            host.lose(person.id)
        else:
            self.lobby.changed()
        self.spawn(self._saw(person))

    async def _saw(self, person: Person) -> None:
        try:
            await self.store.saw_person(person.id, person.seen)
        except StoreError as error:
            log.warning("it isn't stored when somebody was last here", why=str(error))

    async def handle(self, link: Link, message: protocol.Incoming) -> None:
        """Do what a message asks. Refused, Illegal or StoreError: it can't be done, and nothing has changed."""
        await self._commands[type(message)](link, message)

    # --- coming and going, as tables tell

    def came(self, person: str, host: Host) -> Link | None:
        """Somebody is at a table now; their connection, if they are here."""
        found = self.people.get(person)
        if found is None:
            return None
        found.host = host
        if found.link:
            found.link.host = host
            self.lobby.leave(found.link)
        return found.link

    def went(self, person: str, host: Host, link: Link | None, left: protocol.Left) -> None:
        """Somebody is at a table no more."""
        found = self.people.get(person)
        if found is not None and found.host is host:
            found.host, found.seen = None, self.time()
        if link is not None and link.host is host:
            link.host = None
            link.send(left)
            self.lobby.enter(link)

    def ended(self, host: Host) -> None:
        """A table is gone."""
        self.hosts.pop(host.session.id, None)
        self._count()
        self.lobby.changed()
        log.info("a table ended", table=host.session.id, deals=host.session.dealt)

    def _count(self) -> None:
        self.metrics.people.set(len(self.people))
        self.metrics.tables.set(len(self.hosts))

    # --- messages about people

    async def _name(self, link: Link, message: protocol.Name) -> None:
        if link.person is not None:
            raise Refused("named", name=link.person.name)
        name = check_name(message.name)
        while other := self.people.by_name(name):  # by each of its looks there may be somebody else
            if other.link or other.host or self.time() - other.seen < self.config.name_after:
                raise self._taken(name, other)
            self.people.remove(other)
            await self.store.forget_people([other.id])
        if len(self.people) >= self.config.people:
            await self._forget_one()
        person, token = self.people.add(name, self.time())
        try:
            await self.store.add_person(person.id, name, name.casefold(), person.token, person.seen)
        except StoreError:
            self.people.remove(person)
            raise
        await self._attach(link, person, token)
        self.lobby.changed()
        log.info("somebody came", name=name)

    def _taken(self, name: str, other: Person) -> Refused:
        """A name that is another person's, or looks like theirs, and one that could be had instead."""
        free = self.people.alternative(name)
        if name.casefold() == other.name.casefold():
            return Refused("name_taken", name=name, free=free)
        return Refused("name_alike", name=name, other=other.name, free=free)

    async def _forget_one(self) -> None:
        """Make room for somebody: who has been away longest without a table is forgotten early."""
        idle = [person for person in self.people if not person.link and not person.host]
        if not idle:
            raise Refused("too_many_people")
        longest = min(idle, key=lambda person: person.seen)
        self.people.remove(longest)
        await self.store.forget_people([longest.id])

    async def _bye(self, link: Link, message: protocol.Bye) -> None:
        person = person_of(link)
        async with person.lock:
            if person.host:
                await person.host.do(lambda session: session.leave(person.id))
            else:
                link.send(protocol.Left(why="left"))
            await self.store.forget_people([person.id])
            self.people.remove(person)
            for each in (link, person.link):  # another tab may have opened meanwhile
                if each is not None:
                    each.person = None
            person.link = None
        self._count()
        self.lobby.changed()
        log.info("somebody said goodbye", name=person.name)

    # --- messages about tables

    async def _create(self, link: Link, message: protocol.Create) -> None:
        person = person_of(link)
        async with person.lock:
            await self._open_table(person, message)

    async def _open_table(self, person: Person, message: protocol.Create) -> Host | None:
        """The new table; None if its game failed at once."""
        if person.host is not None:
            raise Refused("at_table")
        if len(self.hosts) >= self.config.tables:
            raise Refused("too_many_tables")
        if message.game not in self.games:
            raise Refused("no_game", game=message.game, games=", ".join(self.games))
        if message.set and not SET_NAME.fullmatch(message.set):
            raise Refused("bad_set")
        seed = (message.seed or "").strip()
        if message.seed is not None and not (seed.isprintable() and seed and not message.set):
            raise Refused("bad_seed")
        try:
            game = await self.aside.make(partial(self.games[message.game].make_from, message.preset, message.options))
        except OptionError as error:
            raise Refused("bad_option", why=str(error)[:200]) from None
        computers = players.called(message.computers or players.possible(game)[0])
        if computers not in players.possible(game):
            raise Refused("no_computer", computer=computers, computers=", ".join(players.possible(game)))
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
        )
        id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))  # noqa: A001
        session = Session(id, opened, game, self.time())
        session.explained = await self._explaining(computers, game)
        came = Came(person.id, person.name, 0)
        await self.unbroken(self._found(session, opened, came))
        return self.hosts.get(id)

    async def _found(self, session: Session, opened: Opened, came: Came) -> None:
        at = session.opened_at
        joined = await self.store.join_set(kind_of(opened), at) if opened.set else None
        await self.store.open_table(session.id, at, [events.encode(opened), events.encode(came)])
        host = self.hosts[session.id] = Host(self, session, joined)
        host.begin(came, at)
        self._count()
        self.lobby.changed()
        log.info("a table was opened", table=session.id, game=opened.game, private=opened.private, by=came.name)
        await host.follow()

    async def _quick(self, link: Link, message: protocol.Quick) -> None:
        person = person_of(link)
        game = message.game or next(iter(self.games))
        async with person.lock:
            if person.host is not None:
                raise Refused("at_table")
            for host in self._open_to_all(game):
                try:
                    await self._come(person, host, watch=False)
                except Refused:
                    continue
                return
            opened = await self._open_table(person, protocol.Create(game))
            if opened is not None and opened.session.phase == "waiting":
                await opened.do(lambda session: session.start(person.id))

    def _open_to_all(self, game: str) -> list[Host]:
        """Tables where somebody can get a seat, those first that are between deals and have most people.

        None whose deals somebody may know: those of a given seed, and those of a set, which other tables have played.
        """
        hosts = [
            host
            for host in self.lobby.public()
            if host.session.settings.game == game and host.session.free and not host.resting
            if not host.session.settings.seed and not host.session.settings.set
        ]
        return sorted(hosts, key=lambda host: (host.session.phase == "playing", -len(host.session.players)))

    async def _join(self, link: Link, message: protocol.Join) -> None:
        person = person_of(link)
        async with person.lock:
            host = self.hosts.get(message.table)
            if host is None:
                raise Refused("no_table")
            await self._come(person, host, watch=message.watch)

    async def _come(self, person: Person, host: Host, *, watch: bool) -> None:
        if person.host not in (None, host):
            raise Refused("at_table")
        before, most = host.session.n, self.config.watchers
        await host.do(lambda session: session.come(person.id, person.name, watch=watch, watchers=most))
        if host.session.n == before and person.link:
            person.link.refresh(anew=True)

    async def _leave(self, link: Link, message: protocol.Leave) -> None:
        person = person_of(link)
        async with person.lock:
            await host_of(link).do(lambda session: session.leave(person.id))

    async def _start(self, link: Link, message: protocol.Start) -> None:
        person = person_of(link)
        await host_of(link).do(lambda session: session.start(person.id))

    async def _ready(self, link: Link, message: protocol.Ready) -> None:
        person = person_of(link)
        await host_of(link).do(lambda session: session.ready(person.id, message.step))

    async def _act(self, link: Link, message: protocol.Act) -> None:
        person = person_of(link)
        await host_of(link).do(lambda session: session.act(person.id, message.step, message.action))

    async def _undo(self, link: Link, message: protocol.Undo) -> None:
        person = person_of(link)
        await host_of(link).do(lambda session: session.undo(person.id, message.step))

    async def _deal(self, link: Link, message: protocol.Deal) -> None:
        person = person_of(link)
        await host_of(link).do(lambda session: session.deal_now(person.id, message.step, same=message.same))

    async def _chat(self, link: Link, message: protocol.Chat) -> None:
        person = person_of(link)
        await host_of(link).do(lambda session: session.speak(person.id, message.text))

    async def _ping(self, link: Link, message: protocol.Ping) -> None:
        link.send(protocol.Pong(n=message.n))


class Unplayable(Exception):  # noqa: N818 - no error, but a table from another time
    """A stored table that can't be played here and now."""
