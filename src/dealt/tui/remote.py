"""A table of a room: its messages become scenes and sentences, and what a person types becomes messages."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import localtime, strftime
from typing import Any, Final

from rich.console import Group
from rich.text import Text

from dealt.cards import members
from dealt.cards import name as card_name
from dealt.games import GAMES
from dealt.tui.address import Address, Tokens
from dealt.tui.face import Face, Stop
from dealt.tui.link import VERSION, Link, RemoteError, read_house
from dealt.tui.lobby import House, Lobby
from dealt.tui.paint import Paint
from dealt.tui.read import Act, Command, Nothing, Talk, Unfit, Wrong
from dealt.tui.seen import Seen
from dealt.tui.terminal import Screen
from dealt.tui.wire import say_of
from dealt.tui.words import Words

__all__ = ["Address", "Remote", "RemoteError", "Wanted"]

Raw = Mapping[str, Any]
NAME: Final = re.compile(r"[A-Za-z0-9_-]{2,10}")
TALK_LINES: Final = 4
HUES: Final = ("cyan", "magenta", "green", "yellow", "blue", "bright_cyan", "bright_magenta", "bright_green")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants of a room: a name, and perhaps a game at once."""

    name: str | None = None
    game: str | None = None
    preset: str | None = None
    pairs: tuple[str, ...] = ()
    computers: str | None = None


class Remote(Face):
    """One person in a room, from hello to goodbye."""

    def __init__(
        self, address: Address, wanted: Wanted, screen: Screen, words: Words, paint: Paint, tokens: Tokens | None = None
    ) -> None:
        super().__init__(screen, words, paint)
        self.extra = ("save", "talk", "who", "start", "ready", "leave")
        self.address = address
        self.wanted: Wanted | None = wanted
        self.link = Link(address, words)
        self.tokens = tokens or Tokens()
        self.lobby = Lobby(House({}), words)
        self.name: str | None = None
        self.seen = Seen(House({}), words)
        self.spoken: deque[Text] = deque(maxlen=500)
        self.heard = 0
        self.sorted: str | None = None
        self.deadline: float | None = None
        self.shown_deal: tuple[object, ...] = ()
        self.asked_for: tuple[object, ...] = ()
        self.saving: Path | None = None
        self.asked = 0
        """How many lines were sent on; the room answers a ping with this number once it has dealt with the last."""
        self.answered = 0
        self.lost = False
        self.nameless = False
        """Does the person have to choose a name?"""

    @property
    def table(self) -> Raw | None:
        """The table as it was last sent; None in the lobby."""
        return self.seen.table

    # --- the conversation

    async def play(self) -> None:
        """Come in, play, and go. RemoteError if the room can't be played at."""
        name = self.wanted.name if self.wanted is not None else None
        if name is not None and not NAME.fullmatch(name):
            raise RemoteError(self.words("remote.trouble.name"))
        self.link.token = self.tokens.find(self.address, name)
        house = House(await asyncio.to_thread(read_house, self.address))
        self.lobby, self.seen = Lobby(house, self.words), Seen(house, self.words)
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
        """Take messages and lines as they come, until there are no more."""
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
                if typed is not None and typed in done:
                    line, typed = typed.result(), None
                    await self.typed(line)
        finally:
            await _cancelled(heard)
            if typed is not None:
                await _cancelled(typed)

    def prompt(self) -> str | None:
        """What is asked of the person now. From a pipe a line is taken only when something is asked."""
        words, table = self.words, self.table
        if self.answered < self.asked and not self.screen.people:
            return None
        if self.name is None:
            return words("remote.name") if self.nameless else None
        if table is None:
            return words("remote.lobby") if self.wanted is None and self.lobby.people else None
        seat, scene = table["seat"], self.scene
        if scene is not None and scene.mine:
            can_pass = any(not each.cards for each in scene.view.legal)
            return words("turn_pass" if can_pass else "turn")
        if table["phase"] == "waiting" and table["dealer"] == self.name:
            return words("remote.start_prompt")
        if table["phase"] in ("over", "final") and seat is not None:
            if not table["seats"][seat]["ready"]:
                return words("remote.press_ready")
            return words("remote.ready_wait") if self.screen.people else None
        if not (self.screen.people or seat is None):
            return None
        if scene is not None and scene.view.turn:
            return words("turn_of", name=self.words.names[scene.view.turn[0]])
        return words("remote.waiting_for", name=table["dealer"] or "")

    # --- what the room says

    async def hear_safely(self, message: Raw) -> None:
        """One message of the room; RemoteError if it makes no sense."""
        try:
            await self.hear(message)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            why = f"{message['op']}: {error!r}"[:80]
            raise RemoteError(self.words("remote.trouble.not_room", server=self.address, why=why)) from error

    async def hear(self, message: Raw) -> None:
        """One message of the room."""
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
                self.at_table(message)
            case "talk":
                self.hear_talk(message)
            case "answer" | "hinted":
                self.hear_advice(message)
            case "error":
                await self.hear_error(message)
            case "left":
                self.hear_left(message["why"])
            case "record":
                self.save(message["record"])
            case "pong":
                self.answered = message["n"]
            case "lost":
                self.answered, self.lost = self.asked, True
                self.note("remote.lost", style="dark_orange", server=self.address)
            case _:
                pass

    async def welcome(self, message: Raw) -> None:
        """The room is there; come in under a name unless a token has done it."""
        if message["v"] != VERSION:
            raise RemoteError(
                self.words("remote.trouble.version", server=self.address, theirs=message["v"], ours=VERSION)
            )
        self.lobby.room, self.lobby.greeting = message["room"], message["greeting"]
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
        self.seen.forget()
        self.scene, self.deadline = None, None
        wanted, self.wanted = self.wanted, None
        if wanted is not None and wanted.game is not None:
            if wanted.preset is None and not wanted.pairs and wanted.computers is None:
                await self.link.send("quick", game=wanted.game)
                return
            preset = [wanted.preset] if wanted.preset else []
            asked = self.lobby.new([wanted.game, *preset, *wanted.pairs], wanted.computers)
            if not isinstance(asked, str):
                await self.link.send(asked[0], **asked[1])
                return
            self.text(asked)
        if wanted is not None or self.screen.live:
            self.screen.show(self.lobby.picture(), asked=True)

    def at_table(self, message: Raw) -> None:
        """The table as it is now."""
        self.wanted = None
        before = self.table
        fresh = self.seen.take(message)
        left = message.get("clock_ms")
        self.deadline = None if left is None else asyncio.get_running_loop().time() + left / 1000
        deal = (message["id"], message["deal"], message["commitment"])
        new_deal = deal != self.shown_deal
        self.shown_deal = deal
        self.refresh()
        if new_deal:
            self.screen.fresh()
            self.listed = False
            if message["commitment"] and not message["seed"]:
                self.note("commitment", hash=message["commitment"])
        if before is not None and before["id"] == message["id"]:
            for line in fresh:
                self.moved(line)
        over = message["phase"] in ("over", "final")
        asked = over or bool(self.scene and self.scene.mine)
        state = (*deal, message["step"], message["phase"])
        self.show(asked=asked and state != self.asked_for)
        if asked and state != self.asked_for and over and message["seed"]:
            self.note("revealed", seed=message["seed"])
        if self.scene is not None and self.scene.mine and state != self.asked_for and not self.scene.numbered:
            self.note("choices", n=len(self.scene.view.legal))
        if asked or over:
            self.asked_for = state
        if message["phase"] == "waiting" and (before is None or before["dealer"] != message["dealer"]):
            self.show(asked=True)
            if message["dealer"] == self.name:
                self.note("remote.waiting")

    def show(self, *, asked: bool = False) -> None:
        """Draw what there is: the table, or who is at it as long as nobody has dealt."""
        if self.table is not None and self.scene is None:
            talk = [Text(), *list(self.spoken)[-2 * TALK_LINES :]] if self.screen.live else []
            self.screen.show(Group(*self.seen.who(), *talk), asked=asked)
        else:
            super().show(asked=asked)

    def hear_talk(self, message: Raw) -> None:
        """What others say, and what the room says about them."""
        if message.get("history"):
            self.spoken.clear()
        for each in message["lines"]:
            if each["n"] <= self.heard and not message.get("history"):
                continue
            self.heard = each["n"]
            at = strftime("%H:%M", localtime(each["at"]))
            if each.get("say"):
                line = Text(f"  {at} {self.words.say(say_of(each['say']))}", style="dim")
            else:
                hue = HUES[sum(each["name"].encode()) % len(HUES)]
                text = each["text"].replace("\n", "\n        ")
                line = Text.assemble((f"  {at} ", "dim"), (each["name"], hue), f": {text}")
            self.spoken.append(line)
            if not self.screen.live and not message.get("history"):
                self.screen.tell(line)
        if self.scene is not None:
            self.scene.talk = list(self.spoken)[-TALK_LINES:]
        self.show()

    def hear_advice(self, message: Raw) -> None:
        """Why cards can't be played, or what a computer would do."""
        if message["op"] == "hinted":
            self.note("hint", style="", what=self.words.say(say_of(message["action"]["say"])))
        elif message["say"] is not None:
            self.explain(say_of(message["say"]))

    async def hear_error(self, message: Raw) -> None:
        """Something was refused."""
        self.text(self.words.say(say_of(message["say"])), "dark_orange")
        if message.get("re") == "name":
            self.name, self.link.token, self.nameless = None, None, True
            if not self.screen.people:
                raise RemoteError(self.words.say(say_of(message["say"])))
        if self.table is None and self.name is not None:
            self.screen.show(self.lobby.picture(), asked=True)

    def hear_left(self, why: str) -> None:
        """One is no longer at the table."""
        self.seen.forget()
        self.scene, self.deadline = None, None
        self.spoken.clear()
        self.heard = 0
        self.note(f"remote.{why}")
        if why == "elsewhere":
            self.link.done = True

    # --- what is typed

    async def send(self, op: str, **fields: Any) -> None:
        """Send what a line asks for."""
        if await self.link.send(op, **fields):
            self.asked += 1
            await self.link.send("ping", n=self.asked)

    async def typed(self, line: str | None) -> None:
        """One line of the person's."""
        if line is None:
            raise Stop
        self.screen.fresh()
        if self.name is None:
            await self._named(line.strip())
        elif self.table is None:
            await self._lobby(line)
        else:
            await self._at_table(line, self.table)

    async def _named(self, wanted: str) -> None:
        if self.words.commands().get(wanted.lower()) == "quit":
            raise Stop
        if NAME.fullmatch(wanted):
            self.nameless = False
            await self.send("name", name=wanted)
        else:
            self.note("remote.trouble.name", style="")

    async def _lobby(self, line: str) -> None:
        found = self.understand(line) if line.strip() else None
        if isinstance(found, Command):
            if not await self.common(found):
                self.note("remote.lobby_help")
            return
        asked = self.lobby.understand(line)
        if asked is None:
            self.screen.show(self.lobby.picture(), asked=True)
        elif isinstance(asked, str):
            self.text(asked)
        else:
            await self.send(asked[0], **asked[1])

    async def _at_table(self, line: str, table: Raw) -> None:
        step = table["step"]
        match self.understand(line):
            case Act(action):
                await self.send("act", step=step, action=str(action))
            case Unfit(chosen):
                await self.send("ask", step=step, cards=[card_name(one) for one in members(chosen)])
            case Wrong() as wrong:
                self._in_vain(wrong)
            case Command() as command:
                await self.command(command, table)
            case Talk(text):
                if text:
                    await self.send("chat", text=text)
                else:
                    self.note("remote.say_something")
            case Nothing():
                await self._enter(table)
        self.show()

    def _in_vain(self, wrong: Wrong) -> None:
        """Say what is wrong with a line; out of turn, that one has to wait."""
        turn = self.scene.view.turn if self.scene is not None else ()
        if wrong.key in ("unknown", "no_pass") and turn and not (self.scene and self.scene.mine):
            names = ", ".join(self.words.names[seat] for seat in turn)
            self.note("why.wait", style="", names=names, n=len(turn))
        else:
            self.wrong(wrong)

    async def _enter(self, table: Raw) -> None:
        """Enter alone: what is expected now."""
        if table["phase"] in ("over", "final"):
            await self.send("ready", step=table["step"])
        elif table["phase"] == "waiting" and table["dealer"] == self.name:
            await self.send("start")
        elif self.scene is not None and self.scene.mine:
            self.note("why.no_pass", style="")

    async def command(self, command: Command, table: Raw) -> None:
        """A word that is a command."""
        step = table["step"]
        match command.name:
            case "hint":
                await self.send("hint", step=step)
            case "sort":
                self._sort(command.rest, list(table["sorts"]))
            case "start":
                await self.send("start")
            case "ready":
                await self.send("ready", step=step)
            case "leave":
                await self.send("leave")
            case "who":
                await self.page(Group(*self.seen.who()))
            case "talk":
                await self.page(Group(*self.spoken))
            case "save":
                self.saving = Path(command.rest or f"{table['game']}.json")
                await self.send("record")
            case "rules":
                listing = GAMES.get(table["game"])
                await self.rules(listing.rules.get if listing is not None else lambda _: None)
            case _ if await self.common(command):
                pass
            case other:
                self.note("why.unknown", style="", typed=other)

    def _sort(self, rest: str, ways: list[str]) -> None:
        how = self.order(rest, self.sorted or (ways[0] if ways else ""), ways) if ways else None
        if how is not None:
            self.sorted = how
            self.refresh()
            self.note("sorted", how=self.words(f"sort_{how}"))
            if not self.screen.live and self.scene is not None:
                self.screen.tell(self.paint.hand(self.scene.hand))

    def save(self, record: str) -> None:
        """Keep the record that the room has sent."""
        file, self.saving = self.saving, None
        if file is None:
            return
        try:
            file.write_text(record + "\n", encoding="utf-8")
        except OSError as error:
            self.note("cannot_save", style="", file=file, why=error.strerror or error)
        else:
            self.note("saved", file=file)

    # --- the scene

    def clock(self) -> None:
        """A second has passed."""
        if self.scene is not None and self.deadline is not None:
            self.scene.clock = self.deadline - asyncio.get_running_loop().time()
            self.show()

    def refresh(self) -> None:
        """Make the scene from the table as it was last sent."""
        clock = None if self.deadline is None else self.deadline - asyncio.get_running_loop().time()
        self.scene = self.seen.scene(self.sorted, clock, list(self.spoken)[-TALK_LINES:])


async def _cancelled(task: asyncio.Task[Any]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
