"""A room in the terminal: coming in, the lobby, and handling every message of the room."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import RenderableType

from dealt.tui import assignments, clubs, friends, tournaments
from dealt.tui.address import Address, Tokens
from dealt.tui.boards import fared_there
from dealt.tui.contribution import MIXING
from dealt.tui.face import Stop
from dealt.tui.link import Lost, RemoteError, read_house
from dealt.tui.lobby import House, Lobby
from dealt.tui.meaning import understood
from dealt.tui.paint import Paint
from dealt.tui.read import Command
from dealt.tui.remote_table import RemoteTable
from dealt.tui.snapshot import Snapshot
from dealt.tui.terminal import Screen
from dealt.tui.told import OVER
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import VERSION, Outgoing, TableState, TournamentState

__all__ = ["Address", "Boards", "Remote", "RemoteError", "Wanted"]

OWN: Final = ("export", "goodbye")
"""The commands about what the room keeps of the person."""
SENT_OUT: Final = ("banned", "deleted", "device_ended", "kicked", "stolen")
"""The errors after which the room closes the connection for good."""


@dataclass(frozen=True, slots=True)
class Boards:
    """Of a ``day``, else of today, from number ``board`` on; ``instant``: the one that the room chooses."""

    day: str | None = None
    board: int | None = None
    instant: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks of a room: a name, and perhaps a game to sit down at."""

    name: str | None = None
    game: str | None = None
    preset: str | None = None
    pairs: tuple[str, ...] = ()
    computers: str | None = None
    boards: Boards | None = None
    """The boards of a day of the game that are to be played."""


class Remote(RemoteTable):
    """A person in a room, from coming in to leaving."""

    def __init__(
        self, address: Address, wanted: Wanted, screen: Screen, words: Words, paint: Paint, tokens: Tokens | None = None
    ) -> None:
        super().__init__(address, screen, words, paint)
        self.wanted: Wanted | None = wanted
        self.tokens = tokens or Tokens()
        self.lobby = Lobby(House(), words)
        self.friends = friends.Friends(words)
        self.clubs = clubs.Clubs(words)
        self.tournaments = tournaments.Tournaments(words, self.clubs)
        self.assignments = assignments.Assignments(words, self.clubs)
        self.lost = False
        self.nameless = False
        """Does the person have to choose a name?"""
        self.compared: tuple[str, int] | None = None
        """The day and the number of the board whose field was asked for last."""
        self.host_said = protocol.HostSays(text="", at=0.0)
        self.farewell = ""

    # --- the conversation

    async def play(self) -> str:
        """Come in, play, and leave; what is to be said when the screen is gone. RemoteError: the room can't be used."""
        self.link.token = self._kept()
        self.link.kept = self._kept
        sent = await asyncio.to_thread(read_house, self.address)
        house = House(sent.games, sent.texts)
        self.lobby, self.snapshot = Lobby(house, self.words), Snapshot(house, self.words)
        running = asyncio.create_task(self.link.run())
        try:
            await self.converse()
        except Stop:
            if self.table is not None:
                await self.link.send(protocol.Leave())  # the person stays known here, with their results and friends
        finally:
            await self.link.close()
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
        return self.farewell

    def prompt(self) -> str | None:
        if self.table is not None and self.name is not None:
            return super().prompt()
        if self.busy and not self.screen.people:
            return None
        if self.name is None:
            return self.words("remote.name") if self.nameless else None
        return self.words("remote.lobby") if self.wanted is None and self.lobby.people else None

    # --- what the room says

    def _kept(self) -> str | None:
        """The token in the file: another terminal of the same person may have got a newer one."""
        return self.tokens.find(self.address, self.name or (self.wanted.name if self.wanted is not None else None))

    async def hear(self, message: Outgoing) -> None:
        match message:
            case protocol.Welcome():
                await self.welcome(message)
            case protocol.You():
                self.name, self.nameless = message.name, False
                if self.lost:
                    self.lost = False
                    self.screen.fresh()
                    self.note("remote.back")
                self.link.token = message.token
                self.tokens.keep(self.address, message.name, message.token)
                if "friends" in self.social:
                    await self.link.send(protocol.GetFriends())
                if "clubs" in self.social:
                    await self.send(protocol.GetClubs())  # what is typed names them
            case protocol.Lobby():
                self.lobby.take(message)
                self.tournaments.take(message.tournaments)
                await self.in_lobby()
            case TableState():
                self.wanted = None
                await super().hear(message)
            case protocol.DailyDeals():
                self.settled(message)
                self.hear_daily(message)
            case protocol.HostSays():
                self.hear_host(message)
            case protocol.Left():
                self.hear_left(message.why)
            case Lost():
                self.answered, self.lost, self.asked_for = self.asked, True, ()
                self.awaited.clear()
                self.analysing.under_way = False
                self.pieces.clear()
                self.note("remote.lost", style="dark_orange", server=self.address)
            case _:
                await self.hear_of_people(message)

    async def hear_of_people(self, message: Outgoing) -> None:
        """What is told in the lobby and at a table: of friends and tournaments, and what a table tells."""
        match message:
            case protocol.Friends():
                self.hear_friends(message)
            case protocol.Clubs():
                self.tell(self.clubs.take(message))
            case protocol.ClubState():
                if (shown := self.clubs.members(message, self.name or "")) is not None:
                    self.tell(shown)
                    await self.link.send(protocol.GetClub(""))
            case protocol.Ratings():
                self.tell(self.clubs.standing(message, self._of_game(message.game).title(message.game)))
            case protocol.Assignments():
                self.tell(self.assignments.take(message, self._of_game))
            case protocol.Reported():
                self.note("friends.reported")
            case protocol.Forgotten():
                if self.name is not None:
                    self.tokens.keep(self.address, self.name, None)
                self.farewell, self.done = self.words("remote.deleted"), True
            case TournamentState():
                await self.hear_standing(message)
            case protocol.TournamentText():
                self.write(self.tournaments.file, message.text)
            case protocol.TournamentCall():
                self.note("tournaments.call", style="dark_orange", name=message.name)
            case _:
                await super().hear(message)

    async def welcome(self, message: protocol.Welcome) -> None:
        """The room has answered: give a name, unless a token has brought the seat back."""
        if message.v != VERSION:
            raise RemoteError(self.words("remote.trouble.version", server=self.address, theirs=message.v, ours=VERSION))
        self.lobby.room, self.lobby.greeting = message.room, message.greeting
        self.hints = message.hints
        self.social = (
            *tournaments.COMMANDS, *(friends.COMMANDS if message.friends else ()),
            *(clubs.COMMANDS + assignments.COMMANDS if message.clubs else ()), *OWN,
        )  # fmt: skip
        if message.stale:
            self.link.token = None
            if self.name is not None:
                self.note("remote.stale")
                self.tokens.keep(self.address, self.name, None)
        if self.link.token is None:
            wanted = self.name or (self.wanted.name if self.wanted else None)
            self.name, self.nameless = None, wanted is None
            if wanted is not None:
                await self.link.send(protocol.Name(wanted))

    async def in_lobby(self) -> None:
        """In the lobby: ask for the table that was wanted from the start, else show the list."""
        if self.name is None:
            return
        self.snapshot.forget()
        self.scene, self.deadline = None, None
        wanted, self.wanted = self.wanted, None
        if wanted is not None and wanted.game is not None:
            if (which := wanted.boards) is not None:
                await self.send(protocol.PlayDaily(wanted.game, which.day, board=which.board, instant=which.instant))
                return
            if wanted.preset is None and not wanted.pairs and wanted.computers is None:
                await self.send(protocol.Quick(wanted.game))
                return
            preset = [wanted.preset] if wanted.preset else []
            asked = self.lobby.new([wanted.game, *preset, *wanted.pairs], wanted.computers)
            if not isinstance(asked, str):
                await self.send(asked)
                return
            self.text(asked)
        if wanted is not None or self.screen.live:
            self.screen.show(self.lobby.picture(), asked=True)

    def hear_host(self, message: protocol.HostSays) -> None:
        """The host tells everybody something, or lets nothing new begin."""
        if message.text and message.text != self.host_said.text:
            self.note("remote.host", style="dark_orange", text=message.text)
        if message.read_only != self.host_said.read_only:
            self.note("remote.read_only" if message.read_only else "remote.open_again", style="dark_orange")
        self.host_said = message

    def hear_friends(self, message: protocol.Friends) -> None:
        """Show the list that was asked for, or what is new in it."""
        shown = self.friends.take(message)
        self.talk.blocked = self.friends.blocked
        self.tell(shown)

    def tell(self, shown: RenderableType | None) -> None:
        """Show what was told of people, if anything is to be said."""
        if shown is not None:
            self.screen.tell(shown)
            self.show()

    async def hear_standing(self, message: TournamentState) -> None:
        """Show how a tournament stands, once for each question: it is told again whenever it changes."""
        if self.tournaments.wanted not in (message.id, tournaments.ANY):
            return
        self.tournaments.wanted = ""
        await self.link.send(protocol.GetTournament(""))
        shown = self.tournaments.standing(message, self.name or "")
        self.pending_page = lambda: self.page(shown)

    async def count(self, table: TableState) -> None:
        """Ask how the field has played a board of a day that is over."""
        await super().count(table)
        board = table.daily
        if board is not None and table.phase in OVER and self.compared != (board.day, board.board):
            self.compared = board.day, board.board
            await self.send(protocol.GetDaily(table.game, board.day))

    def hear_daily(self, message: protocol.DailyDeals) -> None:
        """Show how the field has played the board that was played last."""
        if message.growing:
            self.note("daily.field")
            return
        board = self.table.daily if self.table is not None else None
        if board is None or board.day != message.day:
            return
        if (shown := fared_there(message, board.board, self.name or "", self.words)) is not None:
            self.pending_page = lambda: self.page(shown)

    async def hear_error(self, message: protocol.Error) -> None:
        if message.re in MIXING:
            return
        if message.re == "hello" or message.code in SENT_OUT:
            raise RemoteError(self.turned_away(message))
        await super().hear_error(message)
        if message.re == "name":
            self.name, self.link.token, self.nameless = None, None, True
            if not self.screen.people:
                raise RemoteError(self.words.say(message.say))
        if self.table is None and self.name is not None:
            self.screen.show(self.lobby.picture(), asked=True)

    def turned_away(self, message: protocol.Error) -> str:
        """Why the room does not let the person in, and what to do about it."""
        why = self.words.say(message.say)
        return self.words("remote.trouble.invite", why=why) if message.code.startswith("invite_") else why

    def hear_left(self, why: str) -> None:
        """The person is no longer at the table."""
        if why == "elsewhere":
            raise RemoteError(self.words("remote.elsewhere"))
        self.snapshot.forget()
        self.scene, self.deadline = None, None
        self.talk.forget()
        self.automatic = False
        self.note(f"remote.{why}")

    # --- what is typed

    async def typed(self, line: str | None) -> None:
        if line is None:
            raise Stop
        if self.name is not None and self.table is not None:
            await super().typed(line)
            return
        self.screen.fresh()
        if self.name is None:
            await self._named(line.strip())
        else:
            await self._lobby(line)

    async def command(self, command: Command, table: TableState) -> None:
        if not await self._about_people(command):
            await super().command(command, table)

    async def _about_people(self, command: Command) -> bool:
        """Carry out a command that is possible in the lobby and at a table; is it one?"""
        if command.name == "goodbye":
            await self._goodbye(command.rest)
            return True
        if command.name == "export":
            self.saving = Path(command.rest or f"{self.name}.json")
            await self.send(protocol.GetExport())
            return True
        if command.name == "tournaments":
            titles = [self._of_game(each.game).title(each.game) for each in self.tournaments.listed]
            self.screen.tell(self.tournaments.picture(titles))
            return True
        kinds = self.friends, self.tournaments, self.clubs, self.assignments
        asked = next((found for found in (each.ask(command) for each in kinds) if found is not None), None)
        if isinstance(asked, str):
            self.text(asked)
        elif asked is not None:
            await self.send(asked)
        return asked is not None

    def _of_game(self, game: str) -> Words:
        return Words(self.words.language, *self.lobby.house.catalogues(game))

    async def _goodbye(self, name: str) -> None:
        """Have the room delete all that it keeps of the person, once they have typed their name."""
        if self.name is None or name.casefold() != self.name.casefold():
            self.note("remote.goodbye", style="", name=self.name)
            return
        await self.send(protocol.Bye())

    async def _named(self, wanted: str) -> None:
        if self.words.commands().get(wanted.lower()) == "quit":
            raise Stop
        self.nameless = False
        await self.send(protocol.Name(wanted))

    async def _lobby(self, line: str) -> None:
        found = understood(line, self.scene, self.words) if line.strip() else None
        match found:
            case Command(name="statistics"):
                await self.send(protocol.GetStatistics())
            case Command(name="lesson", rest=game):
                await self.teach(self.lobby.game(game))
            case Command(name="help" | "colours" | "quit"):
                await self.common(found)
            case Command(name=name) if name in self.social:
                await self._about_people(found)
            case _:
                await self._ask_lobby(line)

    async def _ask_lobby(self, line: str) -> None:
        asked = self.lobby.understand(line)
        if asked is None:
            self.screen.show(self.lobby.picture(), asked=True)
        elif isinstance(asked, str):
            self.text(asked)
        else:
            await self.send(asked)
