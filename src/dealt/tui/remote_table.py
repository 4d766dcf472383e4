"""A person at a table of a room: showing the table, sending what typed lines ask for, and showing the answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

from dealt.cards import members
from dealt.cards import name as card_name
from dealt.game import Odds, Say
from dealt.texts import Catalogue
from dealt.tui import analysis
from dealt.tui.address import Address
from dealt.tui.chat import Chat
from dealt.tui.contribution import Contributions, contributors
from dealt.tui.draw import Artist
from dealt.tui.face import SHORT, Face
from dealt.tui.lesson import PAUSE, Lesson
from dealt.tui.link import Link, read_lesson, read_rules
from dealt.tui.lobby import House
from dealt.tui.paint import Paint
from dealt.tui.read import ChatText, Command, EmptyLine, IllegalAction, IllegalCards, Invalid, LegalAction
from dealt.tui.replay import Shown
from dealt.tui.sets import fared
from dealt.tui.snapshot import Snapshot
from dealt.tui.steps import END, OtherDeal
from dealt.tui.tally import tallies, tally_of
from dealt.tui.terminal import Screen
from dealt.tui.wire import moments_of, say_of
from dealt.tui.words import Words

__all__ = ["RemoteTable"]

Raw = Mapping[str, Any]
PACE: Final = 0.7
"""The seconds before the computer acts for the person, so that its actions can be followed."""
ANSWERS: Final = {
    "hint": "hinted",
    "ask": "answer",
    "odds": "odds",
    "meaning": "meaning",
    "set": "set",
    "replay": "replay",
    "statistics": "statistics",
    "record": "record",
    "analyse": "analysis",
}
"""The message that answers each question. Other messages may come before it."""
PATIENCE: Final = 1.2
"""The seconds after which a hint is asked for again, if the room has refused it as too fast."""


class RemoteTable(Face):
    """A person at a table. Messages go through ``link``; the lobby and names are left to the subclass."""

    def __init__(self, address: Address, screen: Screen, words: Words, paint: Paint) -> None:
        super().__init__(screen, words, paint)
        self.address = address
        self.link = Link(address, words)
        self.snapshot = Snapshot(House({}), words)
        self.talk = Chat()
        self.contributions = Contributions()
        self.name: str | None = None
        self.sorted: str | None = None
        self.deadline: float | None = None
        self.shown_deal: tuple[object, ...] = ()
        self.asked_for: tuple[object, ...] = ()
        self.saving: Path | None = None
        self.pieces: list[str] = []
        """Of a record that is on its way."""
        self.asked = 0
        """The number of messages sent; a ping with it follows each, and its answer says that it was handled."""
        self.answered = 0
        self.awaited: Counter[str] = Counter()
        self.pending_page: Callable[[], Awaitable[None]] | None = None
        """A page or a replay that takes the whole screen; it is shown once no line is being read."""
        self.automatic = False
        """Does the computer play on for the person?"""
        self._acting: asyncio.Task[None] | None = None
        self._wanted_step = 0
        self.hints = "always"
        """Where the room answers hints and odds: "always", "alone" or "never"."""
        self.analysing = analysis.Progress(words)
        self.analysis: Raw | None = None
        """The one that was asked for last."""
        self.analysis_offered = False
        self.repeated = False
        """Has the person played these cards before? Then the deal isn't counted."""
        self._counting = 0
        """The number of coming answers about statistics that are for the header."""

    @property
    def table(self) -> Raw | None:
        """The table as it was last sent; None in the lobby."""
        return self.snapshot.table

    def offered(self) -> tuple[str, ...]:
        table, scene = self.table, self.scene
        if table is None:
            return ("statistics", "lesson", "colours", "quit")
        game = self.snapshot.house.games.get(table["game"], {})
        seated, alone = table["seat"] is not None, bool(game.get("undoable")) and table["seat"] is not None
        helped = self._is_helped(table)
        return tuple(
            name
            for name, useful in (
                ("hint", seated and helped),
                ("auto", seated and helped),
                ("meaning", bool(table.get("explained"))),
                ("odds", bool(game.get("reckons")) and helped),
                ("undo", alone),
                ("new", alone),
                ("again", alone),
                ("sort", scene is not None and bool(scene.hand)),
                ("list", True),
                ("log", True),
                ("score", len(table["seats"]) > 1),
                ("fair", bool(table["commitment"])),
                ("set", bool(table.get("set"))),
                ("statistics", True),
                ("replay", True),
                ("analyse", True),
                ("save", True),
                ("rules", True),
                ("lesson", bool(game.get("lesson"))),
                ("talk", True),
                ("who", True),
                ("start", table["dealer"] == self.name),
                ("ready", seated),
                ("join", table.get("takeable") is not None),
                ("leave", True),
                ("colours", True),
                ("quit", True),
            )
            if useful
        )

    def _is_helped(self, table: Raw) -> bool:
        """Does the room answer hints and odds at this table?"""
        people = sum(each["kind"] == "person" for each in table["seats"])
        return self.hints == "always" or (self.hints == "alone" and people < 2)

    def useless(self, command: Command) -> bool:
        if command.name in ("hint", "auto", "odds") and self.table is not None and not self._is_helped(self.table):
            self.note("why.no_help", style="")
            return True
        return super().useless(command)

    async def send(self, op: str, **fields: Any) -> None:
        """Send a message, followed by a ping."""
        if await self.link.send(op, **fields):
            self.asked += 1
            if op in ANSWERS:
                self.awaited[ANSWERS[op]] += 1
            await self.link.send("ping", n=self.asked)

    async def ask_hint(self, step: int) -> None:
        """Ask what to do. What the other choices are worth takes the room long and isn't shown here."""
        await self.send("hint", step=step, worths=False)

    async def mix(self, message: Raw | None) -> None:
        """Send what the terminal does by itself for the seed of the next deal; nobody waits for an answer."""
        if message is not None:
            await self.link.send(**message)

    @property
    def busy(self) -> bool:
        """Is an answer of the room still to come?"""
        return self.answered < self.asked or self.awaited.total() > 0

    def settled(self, message: Raw) -> None:
        """Note that the message answers a question, if it does."""
        op = ANSWERS.get(message.get("re") or "") if message["op"] == "error" else message["op"]
        if op == "analysing" and message.get("stopped"):
            op = "analysis"
        if op == "analysis":
            self.analysing.under_way = False
        if op is not None and self.awaited[op] > 0:
            self.awaited[op] -= 1

    # --- what the room says

    async def at_table(self, message: Raw) -> None:
        """Take the table that the room has sent, and show what is new."""
        before = self.table
        fresh = self.snapshot.take(message)
        left = message.get("clock_ms")
        self.deadline = None if left is None else asyncio.get_running_loop().time() + left / 1000
        over = message["phase"] in ("over", "final")
        if (
            over
            and before is not None
            and before["phase"] == "playing"
            and not (self.repeated or message.get("uncounted"))
        ):
            self.snapshot.count(message["result"])
        deal = (message["id"], message["deal"], message["commitment"])
        new_deal = deal != self.shown_deal
        same = new_deal and deal[::2] == self.shown_deal[::2]
        self.shown_deal = deal
        self.repeated = same if new_deal else self.repeated
        self.refresh()
        known = len(before.get("replaced", [])) if before is not None and before["id"] == message["id"] else 0
        for each in message.get("replaced", [])[known:]:
            self.text(self.words.say(say_of(each)), "dark_orange")
        if message.get("stalled", False) != bool(before and before.get("stalled")):
            self.note("remote.stalled" if message["stalled"] else "remote.goes_on", style="dark_orange")
        if new_deal:
            self.screen.fresh()
            self.listed = False
            if same and not message["seed"]:
                self.note("same_cards")
            elif message["commitment"] and not message["seed"]:
                self.note("commitment", hash=message["commitment"][:SHORT])
                if message.get("uncounted") in ("set", "seed"):
                    self.note(f"uncounted_{message['uncounted']}")
        if before is not None and (before["id"], before["seat"]) == (message["id"], message["seat"]):
            for line in fresh:
                self.moved(line)
        if message.get("opening") and (new_deal or before is None or not before.get("opening")):
            self.opened()
        self.told_offer(before, message)
        mine = bool(self.scene and self.scene.mine)
        asked = over or (mine and not self.automatic)
        state = (*deal, message["step"], message["phase"])
        self.show(asked=asked and state != self.asked_for)
        if asked and state != self.asked_for and over and message["seed"]:
            self.note("revealed", seed=message["seed"][:SHORT])
            self.told_contributors(message)
            if self.screen.people and not self.analysis_offered:
                self.analysis_offered = True
                self.note("analysis.offer")
        if mine and not self.automatic and state != self.asked_for:
            self.told_how()
        if asked:
            self.asked_for = state
        if over:
            self.automatic = False
        elif mine and self.automatic:
            await self.ask_hint(message["step"])
        if new_deal or over:
            await self.count(message)
        if message["phase"] == "waiting" and (before is None or before["dealer"] != message["dealer"]):
            self.show(asked=True)
            if message["dealer"] == self.name:
                self.note("remote.waiting")

    def told_offer(self, before: Raw | None, table: Raw) -> None:
        """Say whose cards the person may take over, when that is new."""
        seat = table.get("takeable")
        if seat is not None and (before is None or before.get("takeable") != seat):
            self.note("remote.take_offer", style="dark_orange", name=table["seats"][seat]["name"])

    def told_contributors(self, table: Raw) -> None:
        """Say who contributed to the seed of the deal that is over, and if it lacks what this terminal gave."""
        fixed = "set" if table.get("set") else "seed" if table.get("known") else ""
        for each in contributors(table.get("mix"), fixed, [each["name"] for each in table["seats"]], self.words):
            self.text(each, "dim")
        if not self.contributions.honoured(table):
            self.note("fair.missing", style="dark_orange")

    def show(self, *, asked: bool = False) -> None:
        """Draw the table, or before the first deal who is at it."""
        if self.table is not None and self.scene is None:
            talk = [Text(), *self.talk.newest] if self.screen.live else []
            self.screen.show(Group(*self.snapshot.who(), *talk), asked=asked)
        else:
            super().show(asked=asked)

    def hear_talk(self, message: Raw) -> None:
        """Show new lines of chat and notices of the room."""
        for line in self.talk.take(message, self.words):
            if not self.screen.live:
                self.screen.tell(line)
        if self.scene is not None:
            self.scene.talk = self.talk.newest
        self.show()

    def hear_advice(self, message: Raw) -> None:
        """Show why cards can't be played, or what a computer would do; or do that, if the computer plays on."""
        if message["op"] == "answer":
            if message["say"] is not None:
                self.explain(say_of(message["say"]))
        elif self.automatic:
            self.later(PACE if self.screen.people else 0, "act", step=message["step"], action=message["action"]["name"])
        else:
            self.note("hint", style="", what=self.snapshot.named(message["action"], self.artist))

    def hear_odds(self, message: Raw) -> None:
        """Show the exact odds."""
        self.odds([Odds(each["name"], each["value"], each["points"]) for each in message["odds"]])

    async def ask_meaning(self, line: int) -> None:
        await self.send("meaning", line=line)

    def hear_meaning(self, message: Raw) -> None:
        """What a line of the log means."""
        self.meant(message["line"], None if message["say"] is None else say_of(message["say"]))

    def hear_set(self, message: Raw) -> None:
        """Show the scores of the tables of the set."""
        seat = self.table["seat"] if self.table is not None else None
        shown = fared(message, 0 if seat is None else seat, self.words)
        self.pending_page = lambda: self.page(shown)

    async def count(self, table: Raw) -> None:
        """Ask for the statistics of somebody who plays alone, for the header."""
        if len(table["seats"]) == 1 and table["seat"] is not None:
            self._counting += 1
            await self.send("statistics")

    def hear_statistics(self, message: Raw) -> None:
        """Show the person's statistics in this room, or put them into the header."""
        if self._counting and self.table is not None:
            self._counting -= 1
            mine = (tally_of(each) for each in message["tallies"] if each["game"] == self.table["game"])
            self.snapshot.tally = next(mine, None)
            self.refresh()
            self.show()
            return
        house, language = self.snapshot.house, self.words.language
        titles = {name: Words(language, *house.catalogues(name)).title(name) for name in house.games}
        shown = tallies([tally_of(each) for each in message["tallies"]], self.words, titles)
        self.pending_page = lambda: self.page(shown)

    def hear_replay(self, message: Raw) -> None:
        """Step through a finished deal that the room has sent."""
        table = self.table
        if table is None:
            return
        words = Words(self.words.language, *self.snapshot.house.catalogues(table["game"]))
        steps = Shown(message, words, self.paint, table["game"], low=self.snapshot.house.low(table["game"]))
        at, self._wanted_step = self._wanted_step, 0

        async def step_through() -> None:
            try:
                steps.go(steps.deal, steps.steps if at == END else at)
                await steps.step(self.screen)
            except OtherDeal as other:
                self._wanted_step = other.at
                await self.send("replay", deal=other.deal - 1)
            self.screen.fresh()
            self.show(asked=True)

        self.pending_page = step_through

    async def _analyse(self, deal: int, table: Raw) -> None:
        """Ask for the analysis of finished deal number ``deal``, from 0; stop what is under way, or show it again."""
        if deal < 0:
            self.note("analysis.none", style="")
        elif self.analysing.under_way:
            await self.send("stop_analysis")
        elif self.analysis is not None and (self.analysis["table"], self.analysis["deal"]) == (table["id"], deal):
            self._show_analysis()
        else:
            await self.send("analyse", deal=deal)

    def hear_analysing(self, message: Raw) -> None:
        """Show how far an analysis is."""
        if message.get("stopped"):
            self.note("analysis.stopped")
        elif self.analysing.hear(message):
            self.note("analysis.begun")
            if self.screen.live:
                self.screen.tell(self.analysing)
        self.show()

    def hear_analysis(self, message: Raw) -> None:
        """Show what was found, or say that it is there where a deal is under way."""
        self.analysis, table = message, self.table
        if self.screen.live and table is not None and table["phase"] == "playing":
            self.note("analysis.ready")
        else:
            self._show_analysis()

    def _show_analysis(self) -> None:
        found = self.analysis
        if found is None:
            return
        words = Words(self.words.language, *self.snapshot.house.catalogues(found["game"]), names=found["names"])
        artist = Artist(words, self.paint)
        shown = analysis.shown(found, words, lambda raw: self.snapshot.named(raw, artist))
        title = words.say(Say("analysis.deal", {"game": words.title(found["game"]), "n": found["deal"] + 1}))
        self.pending_page = lambda: self.page(Group(Text(f"  {title}", style="bold"), shown))

    def later(self, wait: float, op: str, **fields: Any) -> None:
        """Send a message after ``wait`` seconds, if the computer still plays on then."""

        async def send() -> None:
            await asyncio.sleep(wait)
            if self.automatic:
                await self.send(op, **fields)

        self._acting = asyncio.create_task(send())

    # --- what is typed

    def prompt_at(self, table: Raw) -> str | None:
        """The prompt at the table; None if no line is to be read now."""
        words, seat, scene = self.words, table["seat"], self.scene
        if self.automatic:
            return words("auto_on") if self.screen.people else None
        if table.get("due"):
            return None  # the deal follows in a moment
        if scene is not None and scene.mine:
            return self.ask()
        if table["phase"] == "waiting" and table["dealer"] == self.name:
            return words("remote.start_prompt")
        if table["phase"] in ("over", "final") and seat is not None:
            if not table["seats"][seat]["ready"]:
                alone = "again" in self.offered() and table["phase"] == "over"
                return words("next_deal_alone" if alone else "remote.press_ready")
            return words("remote.ready_wait") if self.screen.people else None
        if not (self.screen.people or seat is None):
            return None
        if scene is not None and scene.view.turn:
            return words("turn_of", name=words.names[scene.view.turn[0]])
        return words("remote.waiting_for", name=table["dealer"] or "")

    async def typed_at(self, line: str, table: Raw) -> None:
        """Handle a line that was typed at the table."""
        if self.automatic:
            self.automatic = False
            self.note("auto_off")
            self.told_how()
            return
        step = table["step"]
        match self.understand(line):
            case LegalAction(action):
                await self.send("act", step=step, action=str(action))
            case IllegalCards(chosen):
                await self.send("ask", step=step, cards=[card_name(one) for one in members(chosen)])
            case IllegalAction(action):
                await self.send("ask", step=step, action=str(action))
            case Invalid() as wrong:
                self._in_vain(wrong)
            case Command() as command:
                if not self.useless(command):
                    await self.command(command, table)
            case ChatText(text):
                if text:
                    await self.send("chat", text=text)
                else:
                    self.note("remote.say_something")
            case EmptyLine():
                await self._enter(table)
        self.show()

    def _in_vain(self, wrong: Invalid) -> None:
        """Say what is wrong with a line, or whose turn it is if it isn't the person's."""
        turn = self.scene.view.turn if self.scene is not None else ()
        if wrong.key in ("unknown", "no_pass") and turn and not (self.scene and self.scene.mine):
            names = ", ".join(self.words.names[seat] for seat in turn)
            self.note("why.wait", style="", names=names, n=len(turn))
        else:
            self.wrong(wrong)

    async def _enter(self, table: Raw) -> None:
        """Handle Enter alone: it starts the game, or says that the person is ready."""
        if table["phase"] in ("over", "final"):
            await self.send("ready", step=table["step"])
        elif table["phase"] == "waiting" and table["dealer"] == self.name:
            await self.send("start")
        elif self.scene is not None and self.scene.mine:
            self.nothing_typed()

    async def command(self, command: Command, table: Raw) -> None:
        """Carry out a command."""
        step = table["step"]
        match command.name:
            case "hint":
                await self.ask_hint(step)
            case "undo" | "odds" | "ready" as op:
                await self.send(op, step=step)
            case "start" | "leave" | "statistics" | "set" as op:
                await self.send(op)
            case "join":
                await self.send("join", table=table["id"], now=True)
            case "new" | "again" as wish:
                await self.send("deal", step=step, same=wish == "again")
            case "auto":
                await self._play_on(table)
            case "sort":
                self._sort(command.rest, list(table["sorts"]))
            case "who":
                await self.page(Group(*self.snapshot.who()))
            case "talk":
                await self.page(Group(*self.talk.lines))
            case "save":
                self.saving = Path(command.rest or f"{table['game']}.json")
                await self.send("record")
            case "replay":
                last = table["deal"] - (1 if table["phase"] in ("over", "final") else 2)
                await self.send("replay", deal=int(command.rest) - 1 if command.rest.isdecimal() else max(0, last))
            case "analyse":
                await self._analyse(table["deal"] - (1 if table["phase"] in ("over", "final") else 2), table)
            case "rules":
                await self._rules(table["game"])
            case "lesson":
                await self.teach(table["game"])
            case _:
                await self.common(command)

    async def _play_on(self, table: Raw) -> None:
        """Let the computer play for the person: ask for hints and follow them."""
        if table["phase"] != "playing":
            self.note("why.no_hint")
            return
        self.automatic = True
        if self.scene is not None and self.scene.mine:
            await self.ask_hint(table["step"])

    def _sort(self, rest: str, ways: list[str]) -> None:
        how = self.order(rest, self.sorted or (ways[0] if ways else ""), ways) if ways else None
        if how is not None:
            self.sorted = how
            self.refresh()
            self.note("sorted", how=self.words(f"sort_{how}"))
            if not self.screen.live and self.scene is not None:
                self.screen.tell(self.paint.hand(self.scene.hand))

    async def _rules(self, game: str) -> None:
        """Show the rules, as the room has them."""
        written = await asyncio.to_thread(read_rules, self.address, game, self.words.language)
        await self.rules(lambda _: written)

    async def teach(self, game: str) -> None:
        """Give the first lesson of a game, as the room has it. Messages are handled afterwards."""
        raw = await asyncio.to_thread(read_lesson, self.address, game)
        if not raw:
            self.note("lesson.none_there", style="", server=self.address, game=game)
            return
        texts: tuple[Catalogue, ...] = self.snapshot.house.catalogues(game)
        words = Words(self.words.language, *texts)
        seats = int(self.snapshot.house.games.get(game, {}).get("seats", 1))
        pause = PAUSE if self.screen.live else 0
        partnerships = raw.get("partnerships", ())
        await Lesson(self.screen, words, self.paint, moments_of(raw), seats, game, pause, partnerships).run()
        self.screen.fresh()
        self.show(asked=True)

    def save(self, piece: str, *, more: bool) -> None:
        """Write the record that the room has sent, the last piece being this one, into the file that was named."""
        self.pieces.append(piece)
        if more:
            return
        record, self.pieces = "".join(self.pieces), []
        file, self.saving = self.saving, None
        if file is None:
            return
        try:
            file.write_text(record + "\n", encoding="utf-8")
        except OSError as error:
            self.note("cannot_save", style="", file=file, why=error.strerror or error)
        else:
            self.note("saved", file=file)

    def promise(self) -> tuple[str | None, str | None]:
        return (None, None) if self.table is None else (self.table["commitment"], self.table["seed"])

    def fair(self, commitment: str | None, seed: str | None) -> RenderableType:
        shown, table = super().fair(commitment, seed), self.table
        if seed is None or table is None:
            return shown
        mix, names = table.get("mix"), [each["name"] for each in table["seats"]]
        fixed = "set" if table.get("set") else "seed" if table.get("known") else ""
        own = [] if mix is None else [Text(f"  {self.words('fair.server')}", style="dim"), Text(f"  {mix['server']}")]
        told = [Text(f"  {each}", style="dim") for each in contributors(mix, fixed, names, self.words)]
        return Group(shown, Text(), *own, *told)

    # --- the scene

    def clock(self) -> None:
        """Show the clock again: a second has passed."""
        if self.scene is not None and self.deadline is not None:
            self.scene.clock = self.deadline - asyncio.get_running_loop().time()
            self.show()

    def refresh(self) -> None:
        """Make the scene from the table as it was last sent."""
        clock = None if self.deadline is None else self.deadline - asyncio.get_running_loop().time()
        self.scene = self.snapshot.scene(self.sorted, clock, self.talk.newest)
