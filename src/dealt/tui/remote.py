"""A room in the terminal: coming in, the lobby, and handling every message of the room."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from dealt.tui.address import Address, Tokens
from dealt.tui.contribution import MIXING
from dealt.tui.face import Stop
from dealt.tui.link import VERSION, RemoteError, read_house
from dealt.tui.lobby import House, Lobby
from dealt.tui.paint import Paint
from dealt.tui.read import Command
from dealt.tui.remote_table import PATIENCE, RemoteTable
from dealt.tui.snapshot import Snapshot
from dealt.tui.terminal import Screen
from dealt.tui.wire import say_of
from dealt.tui.words import Words

__all__ = ["Address", "Remote", "RemoteError", "Wanted"]

Raw = Mapping[str, Any]
SENT_OUT: Final = ("banned", "deleted", "kicked")
"""The errors after which the room closes the connection for good."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks of a room: a name, and perhaps a game to sit down at."""

    name: str | None = None
    game: str | None = None
    preset: str | None = None
    pairs: tuple[str, ...] = ()
    computers: str | None = None


class Remote(RemoteTable):
    """A person in a room, from coming in to leaving."""

    def __init__(
        self, address: Address, wanted: Wanted, screen: Screen, words: Words, paint: Paint, tokens: Tokens | None = None
    ) -> None:
        super().__init__(address, screen, words, paint)
        self.wanted: Wanted | None = wanted
        self.tokens = tokens or Tokens()
        self.lobby = Lobby(House({}), words)
        self.lost = False
        self.nameless = False
        """Does the person have to choose a name?"""
        self.host_said: Raw = {}
        """What the host told everybody last."""

    # --- the conversation

    async def play(self) -> None:
        """Come in, play, and leave. RemoteError if the room can't be used."""
        name = self.wanted.name if self.wanted is not None else None
        self.link.token = self.tokens.find(self.address, name)
        house = House(await asyncio.to_thread(read_house, self.address))
        self.lobby, self.snapshot = Lobby(house, self.words), Snapshot(house, self.words)
        running = asyncio.create_task(self.link.run())
        try:
            await self._play(running)
        except Stop:
            await self.link.send("bye")
            if self.name is not None:
                self.tokens.keep(self.address, self.name, None)
        finally:
            await self.link.close()
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError, RemoteError):
                await running

    async def _play(self, running: asyncio.Task[None]) -> None:
        """Handle messages of the room and typed lines as they come, until the session ends."""
        heard = asyncio.create_task(self.link.inbox.get())
        typed: asyncio.Task[str | None] | None = None
        prompt = ""
        try:
            while not self.link.done:
                now = self.prompt()
                if typed is not None and not typed.done() and (now is None or now != prompt):
                    await _cancelled(typed)
                    typed = None
                if typed is None and now is not None:
                    prompt = now
                    typed = asyncio.create_task(self.screen.line(now))
                waiting: set[asyncio.Task[Any]] = {heard, running, *([typed] if typed else [])}
                tick = 1.0 if self.deadline is not None and self.screen.live else None
                done, _ = await asyncio.wait(waiting, timeout=tick, return_when=asyncio.FIRST_COMPLETED)
                if not done:
                    self.clock()
                if running in done:
                    await running  # RemoteError
                if heard in done:
                    await self.hear_safely(heard.result())
                    heard = asyncio.create_task(self.link.inbox.get())
                if self.pending_page is not None:
                    if typed is not None:
                        await _cancelled(typed)
                        typed = None
                    doing, self.pending_page = self.pending_page, None
                    await doing()
                if typed is not None and typed in done:
                    line, typed = typed.result(), None
                    await self.typed(line)
        finally:
            await _cancelled(heard)
            if typed is not None:
                await _cancelled(typed)

    def prompt(self) -> str | None:
        """The prompt; None if no line is to be read now. From a pipe, lines are read only when an answer is needed."""
        words, table = self.words, self.table
        if self.busy and not self.screen.people:
            return None
        if self.name is None:
            return words("remote.name") if self.nameless else None
        if table is None:
            return words("remote.lobby") if self.wanted is None and self.lobby.people else None
        return self.prompt_at(table)

    # --- what the room says

    async def hear_safely(self, message: Raw) -> None:
        """Handle a message of the room; RemoteError if it is malformed."""
        try:
            await self.hear(message)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            why = f"{message['op']}: {error!r}"[:80]
            raise RemoteError(self.words("remote.trouble.not_room", server=self.address, why=why)) from error

    async def hear(self, message: Raw) -> None:
        """Handle a message of the room."""
        self.settled(message)
        match message["op"]:
            case "welcome":
                await self.welcome(message)
            case "you":
                self.name, self.nameless = message["name"], False
                if self.lost:
                    self.lost = False
                    self.screen.fresh()
                    self.note("remote.back")
                self.link.token = message["token"]
                self.tokens.keep(self.address, message["name"], message["token"])
            case "lobby":
                self.lobby.take(message)
                await self.in_lobby()
            case "table":
                self.wanted = None
                await self.mix(self.contributions.seal(message, self.name))
                await self.at_table(message)
            case "sealed":
                await self.mix(self.contributions.contribute(message))
            case "talk":
                self.hear_talk(message)
            case "answer" | "hinted":
                self.hear_advice(message)
            case "error" if message.get("re") not in MIXING:
                await self.hear_error(message)
            case "host":
                self.hear_host(message)
            case "left":
                self.hear_left(message["why"])
            case "odds":
                self.hear_odds(message)
            case "set":
                self.hear_set(message)
            case "meaning":
                self.hear_meaning(message)
            case "statistics":
                self.hear_statistics(message)
            case "replay":
                self.hear_replay(message)
            case "analysing":
                self.hear_analysing(message)
            case "analysis":
                self.hear_analysis(message)
            case "record":
                self.save(message["record"], more=message.get("more", False))
            case "pong":
                self.answered = message["n"]
            case "lost":
                self.answered, self.lost = self.asked, True
                self.awaited.clear()
                self.analysing.under_way = False
                self.pieces.clear()
                self.note("remote.lost", style="dark_orange", server=self.address)
            case _:
                pass

    async def welcome(self, message: Raw) -> None:
        """The room has answered: give a name, unless a token has brought the seat back."""
        if message["v"] != VERSION:
            raise RemoteError(
                self.words("remote.trouble.version", server=self.address, theirs=message["v"], ours=VERSION)
            )
        self.lobby.room, self.lobby.greeting = message["room"], message["greeting"]
        self.hints = message.get("hints", "always")
        if message["stale"]:
            self.link.token = None
            if self.name is not None:
                self.note("remote.stale")
                self.tokens.keep(self.address, self.name, None)
        if self.link.token is None:
            wanted = self.name or (self.wanted.name if self.wanted else None)
            self.name, self.nameless = None, wanted is None
            if wanted is not None:
                await self.link.send("name", name=wanted)

    async def in_lobby(self) -> None:
        """In the lobby: ask for the table that was wanted from the start, else show the list."""
        if self.name is None:
            return
        self.snapshot.forget()
        self.scene, self.deadline = None, None
        wanted, self.wanted = self.wanted, None
        if wanted is not None and wanted.game is not None:
            if wanted.preset is None and not wanted.pairs and wanted.computers is None:
                await self.send("quick", game=wanted.game)
                return
            preset = [wanted.preset] if wanted.preset else []
            asked = self.lobby.new([wanted.game, *preset, *wanted.pairs], wanted.computers)
            if not isinstance(asked, str):
                await self.send(asked[0], **asked[1])
                return
            self.text(asked)
        if wanted is not None or self.screen.live:
            self.screen.show(self.lobby.picture(), asked=True)

    def hear_host(self, message: Raw) -> None:
        """The host tells everybody something, or lets nothing new begin."""
        if message["text"] and message["text"] != self.host_said.get("text"):
            self.note("remote.host", style="dark_orange", text=message["text"])
        if message["read_only"] != self.host_said.get("read_only", False):
            self.note("remote.read_only" if message["read_only"] else "remote.open_again", style="dark_orange")
        self.host_said = message

    async def hear_error(self, message: Raw) -> None:
        """The room has refused something."""
        if message.get("re") == "hello" or message["code"] in SENT_OUT:
            raise RemoteError(self.turned_away(message))
        if message["code"] == "slow_down" and message.get("re") == "hint" and self.automatic and self.table is not None:
            self.later(PATIENCE, "hint", step=self.table["step"], worths=False)
            return
        self.automatic = False
        if message["code"] == "no_replay" and (last := message["say"]["args"].get("last", -1)) >= 0:
            await self.send("replay", deal=last)
            return
        self.text(self.words.say(say_of(message["say"])), "dark_orange")
        if message.get("re") == "name":
            self.name, self.link.token, self.nameless = None, None, True
            if not self.screen.people:
                raise RemoteError(self.words.say(say_of(message["say"])))
        if self.table is None and self.name is not None:
            self.screen.show(self.lobby.picture(), asked=True)

    def turned_away(self, message: Raw) -> str:
        """Why the room does not let the person in, and what to do about it."""
        why = self.words.say(say_of(message["say"]))
        return self.words("remote.trouble.invite", why=why) if message["code"].startswith("invite_") else why

    def hear_left(self, why: str) -> None:
        """The person is no longer at the table."""
        self.snapshot.forget()
        self.scene, self.deadline = None, None
        self.talk.forget()
        self.automatic = False
        self.note(f"remote.{why}")
        if why == "elsewhere":
            self.link.done = True

    # --- what is typed

    async def typed(self, line: str | None) -> None:
        """Handle a typed line."""
        if line is None:
            raise Stop
        self.screen.fresh()
        if self.name is None:
            await self._named(line.strip())
        elif self.table is None:
            await self._lobby(line)
        else:
            await self.typed_at(line, self.table)

    async def _named(self, wanted: str) -> None:
        if self.words.commands().get(wanted.lower()) == "quit":
            raise Stop
        self.nameless = False
        await self.send("name", name=wanted)

    async def _lobby(self, line: str) -> None:
        found = self.understand(line) if line.strip() else None
        match found:
            case Command(name="statistics"):
                await self.send("statistics")
            case Command(name="lesson", rest=game):
                await self.teach(self.lobby.game(game))
            case Command(name="help" | "colours" | "quit"):
                await self.common(found)
            case _:
                await self._ask_lobby(line)

    async def _ask_lobby(self, line: str) -> None:
        asked = self.lobby.understand(line)
        if asked is None:
            self.screen.show(self.lobby.picture(), asked=True)
        elif isinstance(asked, str):
            self.text(asked)
        else:
            await self.send(asked[0], **asked[1])


async def _cancelled(task: asyncio.Task[Any]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
