"""What people ask of tournaments: to open one, to play in it, to direct it, and to be told how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from dealt import daily
from dealt.game import Game
from dealt.players import seated
from dealt.server.base.config import Config
from dealt.server.room.club_news import ClubNews
from dealt.server.room.following import EVERY, Following
from dealt.server.room.hosting import Hosting
from dealt.server.room.link import Commands, Link, Person, person_of
from dealt.server.room.lobby import Lobby
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.room.tournaments import Tournaments
from dealt.server.room.workshop import Workshop
from dealt.server.store.stored_tournaments import StoredTournaments
from dealt.server.workers.workers import Workers
from dealt.session.seating import tidy
from dealt.session.settings import asked_computers
from dealt.tournament import commands
from dealt.tournament.events import Enrolled, Event, Opened
from dealt.tournament.movements import MOVEMENTS
from dealt.tournament.standing import Place, standing
from dealt.tournament.state import Tournament
from dealt.tournament.told import as_csv, as_json, headings, told
from dealt.wire import protocol
from dealt.wire.refusal import Refused
from dealt.work import work
from dealt.work.work import game_key

EXPORT: Final = 60.0
"""The longest that it may take to write all deals of a tournament, in seconds."""
ROUNDS: Final = ("swiss", *MOVEMENTS)
"""The kinds that have a number of rounds, and in which people may sit out."""


class Directing:
    """Answers who asks, and tells those who follow a tournament of every change."""

    def __init__(
        self,
        config: Config,
        tournaments: Tournaments,
        workshop: Workshop,
        people: People,
        hosting: Hosting,
        lobby: Lobby,
        clubs: ClubNews,
        stored: StoredTournaments,
        workers: Workers,
        runtime: Runtime,
    ):
        self._clubs, self._workers, self._stored = clubs, workers, stored
        self._most, self._tournaments, self._workshop, self._people = config.tournaments, tournaments, workshop, people
        self._hosting, self._lobby, self._runtime = hosting, lobby, runtime
        self._following = Following(self._tell, self._size, runtime)
        self._frames: dict[str, tuple[list[Place], float, bytes]] = {}
        """What was told last of each tournament: the standing, when, and as it travels."""
        tournaments.changed = self._changed
        self.commands: Commands = {
            protocol.OpenTournament: self._open,
            protocol.GetTournament: self._get,
            protocol.JoinTournament: self._join,
            protocol.LeaveTournament: self._leave,
            protocol.DirectTournament: self._direct,
            protocol.ExportTournament: self._export,
        }

    async def _open(self, link: Link, message: protocol.OpenTournament) -> None:
        person = person_of(link)
        self._hosting.check_new()
        await self._clubs.check(message.club, person, leads=True)
        if len(self._tournaments.living()) >= self._most:
            raise Refused("too_many_tournaments")
        wanted = await self._wanted(person, message, link.home)
        self._follow(link, await self._tournaments.found(wanted, Enrolled(person.id, person.name)))

    async def _wanted(self, person: Person, message: protocol.OpenTournament, by: str) -> Opened:
        settled, game = await self._workshop.wanted(message.game, by, message.preset, message.options)
        if not daily.offered(game):
            raise Refused("no_tournament_game")
        if message.kind in MOVEMENTS and sorted(map(len, game.partnerships)) != [2, 2]:
            raise Refused("no_pairs")
        game = await self._standard(message.game, game, by)
        return Opened(
            name=" ".join(tidy(message.name).split()),
            kind=message.kind,
            game=message.game,
            version=game.version,
            options=dict(game.options),
            by=person.id,
            by_name=person.name,
            rounds=message.rounds if message.kind in ROUNDS else 0,
            boards=message.boards,
            minutes=message.minutes if message.kind == "arena" else 0,
            clock=message.clock,
            computers=asked_computers(message.computers, game.seats, lambda: settled.computers),
            fill=message.fill or message.kind not in ROUNDS,
            ratings=self._ratings(message, game) if message.rated else [],
            club=message.club,
        )

    def _ratings(self, message: protocol.OpenTournament, game: Game[Any]) -> list[float]:
        found = self._workshop.ratings(message.game, game, message.computers)
        return [found[level] for level in seated(message.computers, game.seats)]

    async def _standard(self, name: str, game: Game[Any], by: str) -> Game[Any]:
        """The game as boards are played: chance cuts."""
        return await self._workshop.game(game_key(name, daily.standard(game).options), by)

    async def _get(self, link: Link, message: protocol.GetTournament) -> None:
        person = person_of(link)
        self._following.end(link)
        if message.id:
            self._follow(link, await self._seen(person, message.id))

    async def _seen(self, person: Person, id: str) -> Tournament:  # noqa: A002
        """A tournament that somebody may see. Who is not in its club does not learn whether there is one."""
        state = await self._tournaments.get(id)
        if state.settings.club and not await self._clubs.has(state.settings.club, person):
            raise Refused("no_tournament")
        return state

    async def _join(self, link: Link, message: protocol.JoinTournament) -> None:
        person = person_of(link)
        await self._seen(person, message.id)
        wanted = partial(
            commands.enrol, person=person.id, name=person.name, partner=message.partner, others=message.others
        )
        await self._tournaments.do(message.id, wanted)

    async def _leave(self, link: Link, message: protocol.LeaveTournament) -> None:
        person = person_of(link)
        await self._seen(person, message.id)
        await self._tournaments.do(message.id, partial(commands.withdraw, person=person.id))

    async def _direct(self, link: Link, message: protocol.DirectTournament) -> None:
        person = await self._director(await self._seen(person_of(link), message.id), person_of(link))
        await self.carry_out(message, person)

    async def carry_out(self, message: protocol.DirectTournament, person: str) -> None:
        """Do what somebody orders; Refused if they do not direct it, or it is not the time."""
        if message.order in ("start", "pair"):
            self._hosting.check_new()
        await self._tournaments.do(message.id, lambda state: self._order(state, person, message))
        if message.order in ("start", "resume"):
            await self._tournaments.follow(message.id)

    async def _director(self, state: Tournament, person: Person) -> str:
        """As whom somebody directs: whoever leads a club does so in the place of who opened its tournament."""
        leads = state.settings.club and await self._clubs.has(state.settings.club, person, leads=True)
        return state.settings.by if leads else "" if state.settings.club else person.id

    def _order(self, state: Tournament, person: str, message: protocol.DirectTournament) -> Sequence[Event]:
        match message.order:
            case "start":
                return commands.start(state, person)
            case "pair":
                return commands.pair(state, person, *self._tournaments.now, message.tables)
            case "pause" | "resume":
                return commands.pause(state, person, on=message.order == "pause")
            case "end":
                return commands.end(state, person)
            case "remove":
                return commands.remove(state, person, message.name)
            case "adjust":
                return commands.adjust(state, person, message.name, message.n, message.percent, tidy(message.reason))

    async def _export(self, link: Link, message: protocol.ExportTournament) -> None:
        state = await self._seen(person_of(link), message.id)
        written = {"csv": as_csv, "json": as_json}.get(message.form)
        text = written(state) if written else await self._deals(state, message.form, link.home)
        await link.deliver(protocol.TournamentText(id=state.id, form=message.form, text=text))

    def _formats(self, state: Tournament) -> list[str]:
        return [each.name for each in self._workshop.games[state.settings.game].formats]

    async def _deals(self, state: Tournament, form: str, by: str) -> str:
        """All deals, card by card: once nobody can play them any more."""
        settings = state.settings
        if form not in self._formats(state):
            raise Refused("tournament_form", form=form)
        if state.phase != "over":
            raise Refused("tournament_time")
        if False in (await self._stored.known([*state.meetings])).values():
            raise Refused("tournament_deals")
        tables = [(about, await self._stored.deals(table)) for table, about in headings(state).items()]
        key = game_key(settings.game, settings.options)
        return await self._workers.ask(work.export, key, form, tables, by=by, within=EXPORT)

    # --- who is told

    def _follow(self, link: Link, state: Tournament) -> None:
        self._following.begin(link, state.id)
        link.pass_on(self._frame(state))

    def _frame(self, state: Tournament) -> bytes:
        """How it stands, made once for all who come to look when a round is over."""
        now, places = self._runtime.time(), standing(state)  # the same list until something happens
        known, at, frame = self._frames.get(state.id, (None, 0.0, b""))
        if known is not places or not 0 <= now - at < EVERY:
            frame = protocol.encode(told(state, now, self._formats(state)))
            self._frames[state.id] = places, now, frame
        return frame

    def _changed(self, state: Tournament) -> None:
        """Tell those who follow it soon."""
        if state.settings.club:
            self._clubs.changed(state.settings.club)
        else:
            self._lobby.changed()
        self._following.changed(state.id)

    def _size(self, id: str) -> int:  # noqa: A002
        known = [each for each in self._tournaments.known() if each.id == id]
        return sum(120 * (len(each.entrants) + len(each.open_tables)) for each in known)

    async def _tell(self, id: str, links: list[Link]) -> None:  # noqa: A002
        state = await self._tournaments.get(id)
        there = await self._clubs.those_of(state.settings.club, links)
        self._following.end(*({*links} - {*there}))
        for link in there:
            link.pass_on(self._frame(state))
