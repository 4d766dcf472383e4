"""A person at a table of a room: with others there, who talk, come and go, and with a room that analyses deals."""

from __future__ import annotations

import asyncio
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from dealt.game import Say
from dealt.tui import analysis
from dealt.tui.address import Address
from dealt.tui.at_table import AtTable
from dealt.tui.contribution import Contributions, contributors
from dealt.tui.lesson import PAUSE, Lesson, moments_of
from dealt.tui.link import Link, read_lesson, read_rules
from dealt.tui.lobby import House
from dealt.tui.paint import Paint
from dealt.tui.read import Command
from dealt.tui.sets import fared
from dealt.tui.terminal import Screen
from dealt.tui.told import OVER
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, Outgoing, TableState


class RemoteTable(AtTable):
    """A person at a table of a room. The lobby and names are left to the subclass."""

    def __init__(self, address: Address, screen: Screen, words: Words, paint: Paint) -> None:
        self.link = Link(address, words)
        super().__init__(self.link, House(), screen, words, paint)
        self.address = address
        self.contributions = Contributions()
        self.name: str | None = None
        self.saving: Path | None = None
        self.pieces: list[str] = []
        """Of a record or an export that is on its way."""
        self.hints = "always"
        """Where the room answers hints and odds: "always", "alone" or "never"."""
        self.analysing = analysis.Progress(words)
        self.analysis: protocol.Analysis | None = None
        """The one that was asked for last."""
        self.analysis_offered = False

    def helped(self, table: TableState) -> bool:
        people = sum(each.kind == "person" for each in table.seats)
        return super().helped(table) and (self.hints == "always" or (self.hints == "alone" and people < 2))

    def deals(self, table: TableState) -> bool:
        return table.dealer == self.name

    def useless(self, command: Command) -> bool:
        if command.name in ("hint", "auto", "odds") and self.table is not None and not self.helped(self.table):
            self.note("daily.no_help" if self.table.daily else "why.no_help", style="")
            return True
        return super().useless(command)

    async def mix(self, message: Incoming | None) -> None:
        """Send what the terminal does by itself for the seed of the next deal; nobody waits for an answer."""
        if message is not None:
            await self.link.send(message)

    def settled(self, message: Outgoing) -> None:
        super().settled(message)
        if isinstance(message, protocol.Analysing) and message.stopped and self.awaited["analysis"] > 0:
            self.awaited["analysis"] -= 1
        if isinstance(message, protocol.Analysis) or (isinstance(message, protocol.Error) and message.re == "analyse"):
            self.analysing.under_way = False

    # --- what the room says

    async def hear(self, message: Outgoing) -> None:
        match message:
            case TableState():
                await self.mix(self.contributions.seal(message, self.name))
                await super().hear(message)
            case protocol.Sealed():
                await self.mix(self.contributions.contribute(message))
            case protocol.Talk():
                self.hear_talk(message)
            case protocol.SetTable():
                self.hear_set(message)
            case protocol.Analysing():
                self.hear_analysing(message)
            case protocol.Analysis():
                self.hear_analysis(message)
            case protocol.RecordText():
                self.hear_piece(message.record, more=message.more)
            case protocol.Exported():
                self.hear_piece(message.part, more=message.more)
            case _:
                await super().hear(message)

    async def at_table(self, message: TableState) -> None:
        before = self.table
        await super().at_table(message)
        if message.phase == "waiting" and (before is None or before.dealer != message.dealer):
            self.show(asked=True)
            if self.deals(message):
                self.note("remote.waiting")

    def tell_news(self, before: TableState | None, table: TableState) -> None:
        """Say which computers were replaced, whether the room stalls, and whose cards the person may take over."""
        known = len(before.replaced) if before is not None and before.id == table.id else 0
        for each in table.replaced[known:]:
            self.text(self.words.say(each), "dark_orange")
        if table.stalled != bool(before and before.stalled):
            self.note("remote.stalled" if table.stalled else "remote.goes_on", style="dark_orange")
        seat = table.takeable
        if seat is not None and (before is None or before.takeable != seat):
            self.note("remote.take_offer", style="dark_orange", name=table.seats[seat].name)

    def tell_end(self, table: TableState) -> None:
        super().tell_end(table)
        if not table.seed:
            return
        for each in self._contributors(table):
            self.text(each, "dim")
        if not self.contributions.honoured(table):
            self.note("fair.missing", style="dark_orange")
        if self.screen.people and not self.analysis_offered:
            self.analysis_offered = True
            self.note("analysis.offer")

    def _contributors(self, table: TableState) -> list[str]:
        """Who contributed to the seed of the deal that is over, and if it lacks what this terminal gave."""
        fixed = "set" if table.set else "seed" if table.known else ""
        return contributors(table.mix, fixed, [each.name for each in table.seats], self.words)

    def contributors_to(self, message: protocol.Replay) -> list[str]:
        return contributors(message.mix, message.fixed, message.names, self.words)

    def hear_talk(self, message: protocol.Talk) -> None:
        """Show new lines of chat and notices of the room."""
        for line in self.talk.take(message, self.words):
            if not self.screen.live:
                self.screen.tell(line)
        if self.scene is not None:
            self.scene.talk = self.talk.newest
        self.show()

    def hear_set(self, message: protocol.SetTable) -> None:
        """Show the scores of the tables of the set."""
        seat = self.table.seat if self.table is not None else None
        shown = fared(message, 0 if seat is None else seat, self.words)
        self.pending_page = lambda: self.page(shown)

    async def _analyse(self, deal: int, table: TableState) -> None:
        """Ask for the analysis of finished deal number ``deal``, from 0; stop what is under way, or show it again."""
        if deal < 0:
            self.note("analysis.none", style="")
        elif self.analysing.under_way:
            await self.send(protocol.StopAnalysis())
        elif self.analysis is not None and (self.analysis.table, self.analysis.deal) == (table.id, deal):
            self._show_analysis()
        else:
            await self.send(protocol.Analyse(deal))

    def hear_analysing(self, message: protocol.Analysing) -> None:
        """Show how far an analysis is."""
        begun = self.analysing.hear(message)
        if message.stopped:
            self.note("analysis.stopped")
        elif begun:
            self.note("analysis.begun")
            if self.screen.live:
                self.screen.tell(self.analysing)
        self.show()

    def hear_analysis(self, message: protocol.Analysis) -> None:
        """Show what was found, or say that it is there where a deal is under way."""
        self.analysis, table = message, self.table
        if self.screen.live and table is not None and table.phase == "playing":
            self.note("analysis.ready")
        else:
            self._show_analysis()

    def _show_analysis(self) -> None:
        found = self.analysis
        if found is None:
            return
        words = Words(self.words.language, *self.snapshot.house.catalogues(found.game), names=found.names)
        shown = analysis.shown(found, words, lambda _, option: analysis.option_sent(option, words))
        title = words.say(Say("analysis.deal", {"game": words.title(found.game), "n": (found.deal or 0) + 1}))
        self.pending_page = lambda: self.page(Group(Text(f"  {title}", style="bold"), shown))

    # --- what is typed

    def prompt_at(self, table: TableState) -> str | None:
        words, seat, scene = self.words, table.seat, self.scene
        if table.phase == "waiting" and self.deals(table):
            return words("remote.start_prompt")
        if table.phase in OVER and seat is not None:
            if not table.seats[seat].ready:
                alone = "again" in self.offered() and table.phase == "over"
                if table.daily is not None and table.daily.board == table.daily.last:
                    return words("enter_goes_on")
                return words("next_deal_alone" if alone else "remote.press_ready")
            return words("remote.ready_wait") if self.screen.people else None
        if not (self.screen.people or seat is None):
            return None
        if scene is not None and scene.view.turn:
            return words("turn_of", name=words.names[scene.view.turn[0]])
        return words("remote.waiting_for", name=table.dealer or "")

    async def say(self, text: str) -> None:
        if text:
            await self.send(protocol.Chat(text))
        else:
            self.note("remote.say_something")

    async def command(self, command: Command, table: TableState) -> None:
        match command.name:
            case "ready":
                await self.send(protocol.Ready(table.step))
            case "start":
                await self.send(protocol.Start())
            case "leave":
                await self.send(protocol.Leave())
            case "set":
                await self.send(protocol.GetSet())
            case "join":
                await self.send(protocol.Join(table.id, now=True))
            case "who":
                await self.page(Group(*self.snapshot.who()))
            case "talk":
                await self.page(Group(*self.talk.lines))
            case "analyse":
                await self._analyse(self.newest(table), table)
            case "rules":
                written = await asyncio.to_thread(read_rules, self.address, table.game, self.words.language)
                await self.rules(lambda _: written)
            case _:
                await super().command(command, table)

    async def teach(self, game: str) -> None:
        sent = await asyncio.to_thread(read_lesson, self.address, game)
        if sent is None:
            self.note("lesson.none_there", style="", server=self.address, game=game)
            return
        house = self.snapshot.house
        words = Words(self.words.language, *house.catalogues(game))
        seats = house.games[game].seats if game in house.games else 1
        pause = PAUSE if self.screen.live else 0
        await Lesson(
            self.screen, words, self.paint, moments_of(sent.frames), seats, game, pause, sent.partnerships
        ).run()
        self.screen.fresh()
        self.show(asked=True)

    async def save(self, file: Path) -> None:
        self.saving = file
        await self.send(protocol.GetRecord())

    def hear_piece(self, piece: str, *, more: bool) -> None:
        """Take a piece of what the room sends; write all of it, after the last, into the file that was named."""
        self.pieces.append(piece)
        if not more:
            record, self.pieces = "".join(self.pieces), []
            file, self.saving = self.saving, None
            if file is not None:
                self.write(file, record + "\n")

    def fair(self, table: TableState) -> RenderableType:
        shown = super().fair(table)
        if table.seed is None:
            return shown
        mix = table.mix
        own = [] if mix is None else [Text(f"  {self.words('fair.server')}", style="dim"), Text(f"  {mix.server}")]
        return Group(shown, Text(), *own, *(Text(f"  {each}", style="dim") for each in self._contributors(table)))
