"""What people ask of tournaments: to open one, to play in it, to direct it, and to be told how it stands."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from dealt import daily
from dealt.game import Game, OptionError
from dealt.players import seated
from dealt.server.base.config import Config
from dealt.server.room.hosting import Hosting
from dealt.server.room.link import Commands, Link, Person, person_of
from dealt.server.room.lobby import Lobby
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.room.tournaments import Tournaments
from dealt.server.room.workshop import Workshop
from dealt.session.seating import tidy
from dealt.session.settings import asked_computers
from dealt.tournament import commands
from dealt.tournament.events import Event, Opened
from dealt.tournament.movements import MOVEMENTS
from dealt.tournament.standing import Place, standing
from dealt.tournament.state import Tournament
from dealt.tournament.told import as_csv, as_json, told
from dealt.wire import protocol
from dealt.wire.refusal import Refused
from dealt.work.work import game_key

EVERY: Final = 0.5
"""The least number of seconds between two answers about one tournament."""
ROUNDS: Final = ("swiss", *MOVEMENTS)
"""The kinds that have a number of rounds, and in which people may sit out."""
BYTES: Final = 4_000_000
"""The bytes a second that these answers may take, all readers together."""


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
        runtime: Runtime,
    ):
        self._most, self._tournaments, self._workshop, self._people = config.tournaments, tournaments, workshop, people
        self._hosting, self._lobby, self._runtime = hosting, lobby, runtime
        self._readers: dict[Link, str] = {}
        """Who follows which tournament."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
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
        if len(self._tournaments.living()) >= self._most:
            raise Refused("too_many_tournaments")
        state = await self._tournaments.found(await self._wanted(person, message, link.home))
        await self._tournaments.do(state.id, partial(commands.enrol, person=person.id, name=person.name))
        self._follow(link, state)

    async def _wanted(self, person: Person, message: protocol.OpenTournament, by: str) -> Opened:
        games = self._workshop.games
        if message.game not in games:
            raise Refused("no_game", game=message.game, games=", ".join(games))
        try:
            settled = await self._workshop.settle(message.game, message.preset, message.options, by)
            game = await self._workshop.game(game_key(message.game, settled.options), by)
        except OptionError as error:
            raise Refused("bad_option", error.say, why=str(error)[:200]) from None
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
            computers=asked_computers(message.computers, game.seats, settled.computers),
            fill=message.fill or message.kind not in ROUNDS,
            ratings=self._ratings(message, game) if message.rated else [],
        )

    def _ratings(self, message: protocol.OpenTournament, game: Game[Any]) -> list[float]:
        found = self._workshop.ratings(message.game, game, message.computers)
        return [found[level] for level in seated(message.computers, game.seats)]

    async def _standard(self, name: str, game: Game[Any], by: str) -> Game[Any]:
        """The game as boards are played: chance cuts."""
        return await self._workshop.game(game_key(name, daily.standard(game).options), by)

    async def _get(self, link: Link, message: protocol.GetTournament) -> None:
        person_of(link)
        self._readers.pop(link, None)
        if message.id:
            self._follow(link, await self._tournaments.get(message.id))

    async def _join(self, link: Link, message: protocol.JoinTournament) -> None:
        person = person_of(link)
        wanted = partial(commands.enrol, person=person.id, name=person.name, partner=message.partner)
        await self._tournaments.do(message.id, wanted)

    async def _leave(self, link: Link, message: protocol.LeaveTournament) -> None:
        await self._tournaments.do(message.id, partial(commands.withdraw, person=person_of(link).id))

    async def _direct(self, link: Link, message: protocol.DirectTournament) -> None:
        person = person_of(link).id
        if message.order in ("start", "pair"):
            self._hosting.check_new()
        await self._tournaments.do(message.id, lambda state: self._order(state, person, message))
        if message.order in ("start", "resume"):
            await self._tournaments.follow(message.id)

    def _order(self, state: Tournament, person: str, message: protocol.DirectTournament) -> Sequence[Event]:
        tournaments = self._tournaments
        match message.order:
            case "start":
                return commands.start(state, person)
            case "pair":
                now = self._runtime.time()
                return commands.pair(state, person, now, tournaments.present, tournaments.new_id, self._runtime.chance)
            case "pause" | "resume":
                return commands.pause(state, person, on=message.order == "pause")
            case "end":
                return commands.end(state, person)
            case "remove":
                return commands.remove(state, person, message.name)
            case "adjust":
                return commands.adjust(state, person, message.name, message.n, message.percent, tidy(message.reason))

    async def _export(self, link: Link, message: protocol.ExportTournament) -> None:
        person_of(link)
        state = await self._tournaments.get(message.id)
        text = as_csv(state) if message.form == "csv" else as_json(state)
        await link.deliver(protocol.TournamentText(id=state.id, form=message.form, text=text))

    # --- who is told

    def _follow(self, link: Link, state: Tournament) -> None:
        self._readers[link] = state.id
        link.pass_on(self._frame(state))

    def _frame(self, state: Tournament) -> bytes:
        """How it stands, made once for all who come to look when a round is over."""
        now, places = self._runtime.time(), standing(state)  # the same list until something happens
        known, at, frame = self._frames.get(state.id, (None, 0.0, b""))
        if known is not places or not 0 <= now - at < EVERY:
            frame = protocol.encode(told(state, now))
            self._frames[state.id] = places, now, frame
        return frame

    def _changed(self, state: Tournament) -> None:
        """Tell those who follow it soon."""
        self._lobby.changed()
        if state.id not in self._timers and not self._runtime.closing:
            loop, readers = asyncio.get_running_loop(), sum(each == state.id for each in self._readers.values())
            size = 120 * (len(state.entrants) + len(state.open_tables))
            delay = max(EVERY, size * readers / BYTES)
            self._timers[state.id] = loop.call_later(delay, self._tell, state)

    def _tell(self, state: Tournament) -> None:
        del self._timers[state.id]
        self._readers = {link: each for link, each in self._readers.items() if link.person is not None}
        links = [link for link, each in self._readers.items() if each == state.id]
        if links:
            frame = self._frame(state)
            for link in links:
                link.pass_on(frame)
