"""A person at a table, near or far: showing what is told of it, sending what typed lines ask for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from rich.console import Group
from rich.text import Text

from dealt.cards import members
from dealt.cards import name as card_name
from dealt.game import Odds
from dealt.session.sitting import Sitting
from dealt.tui.chat import Chat
from dealt.tui.conversation import KEY, Conversation
from dealt.tui.face import SHORT, Stop
from dealt.tui.lobby import House
from dealt.tui.paint import Paint
from dealt.tui.read import ChatText, Command, EmptyLine, IllegalAction, IllegalCards, Invalid, LegalAction
from dealt.tui.snapshot import Snapshot
from dealt.tui.steps import END, OtherDeal, Shown
from dealt.tui.tally import tallies
from dealt.tui.terminal import Screen
from dealt.tui.wire import say_of
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, Outgoing, TableState

__all__ = ["OVER", "AtTable"]

OVER: Final = ("over", "final")
"""The phases in which a deal is over."""
PACE: Final = 0.7
"""The seconds before the computer acts for the person, so that its actions can be followed."""
SOON: Final = 0.3
"""The seconds after which an exact count is announced as taking longer."""


class AtTable(Conversation):
    """A person at a table. What only a near or a far table has is left to the subclasses."""

    pace = PACE

    def __init__(self, sitting: Sitting, house: House, screen: Screen, words: Words, paint: Paint) -> None:
        super().__init__(sitting, screen, words, paint)
        self.snapshot = Snapshot(house, words)
        self.talk = Chat()
        self.sorted: str | None = None
        self.shown_deal: tuple[object, ...] = ()
        self.asked_for: tuple[object, ...] = ()
        self.automatic = False
        """Does the computer play on for the person?"""
        self._acting: asyncio.Task[None] | None = None
        self._wanted_step = 0
        self.repeated = False
        """Has the person played these cards before? Then the deal isn't counted."""
        self._counting = 0
        """The number of coming answers about statistics that are for the header."""

    @property
    def table(self) -> TableState | None:
        """The table as it was last told; None in the lobby."""
        return self.snapshot.table

    def offered(self) -> tuple[str, ...]:
        table = self.table
        if table is None:
            return ("statistics", "lesson", "colours", "quit")
        game = self.snapshot.house.games.get(table.game)
        seated, helped = table.seat is not None, self.helped(table)
        alone = game is not None and game.undoable and seated
        return tuple(
            name
            for name, useful in (
                ("hint", seated and helped),
                ("auto", seated and helped),
                ("meaning", table.explained),
                ("odds", game is not None and game.reckons and helped),
                ("undo", alone),
                ("new", alone),
                ("again", alone),
                ("sort", bool(self.scene and self.scene.hand) and len(table.sorts) > 1),
                ("list", True),
                ("log", True),
                ("score", len(table.seats) > 1),
                ("fair", table.view is not None),
                ("set", bool(table.set)),
                ("statistics", True),
                ("replay", True),
                ("analyse", True),
                ("save", True),
                ("rules", True),
                ("lesson", game is not None and game.lesson),
                ("talk", True),
                ("who", True),
                ("start", self.deals(table)),
                ("ready", seated),
                ("join", table.takeable is not None),
                ("leave", True),
                ("colours", True),
                ("quit", True),
            )
            if useful
        )

    def helped(self, table: TableState) -> bool:
        """Are hints and odds answered at this table?"""
        return True

    def deals(self, table: TableState) -> bool:
        """May the person start the table?"""
        return False

    async def ask_hint(self, step: int) -> None:
        """Ask what to do. What the other choices are worth takes long and isn't shown here."""
        await self.send(protocol.Hint(step, worths=False))

    def prompt(self) -> str | None:
        """The prompt; None if no line is to be read now. From a pipe, lines are read only when an answer is needed."""
        if self.table is None or (self.busy and not self.screen.people):
            return None
        if self.automatic:
            return KEY if self.screen.people else None
        if self.table.due:
            return None  # the deal follows in a moment
        return self.ask() if self.is_asked() else self.prompt_at(self.table)

    def is_asked(self) -> bool:
        """Is it for the person to act now?"""
        return self.scene is not None and self.scene.mine

    def prompt_at(self, table: TableState) -> str | None:
        """The prompt at the table while it isn't the person's turn."""
        raise NotImplementedError

    async def typed(self, line: str | None) -> None:
        """Handle a typed line."""
        if line is None:
            raise Stop
        self.screen.fresh()
        if self.table is not None:
            await self.typed_at(line, self.table)

    # --- what is told

    async def hear(self, message: Outgoing) -> None:
        """Handle what is told."""
        self.settled(message)
        match message:
            case TableState():
                await self.at_table(message)
            case protocol.Answer():
                self.explain(None if message.say is None else say_of(message.say))
                self.show()
            case protocol.Hinted():
                self.hear_hint(message)
            case protocol.Odds():
                self.odds([Odds(each.name, each.value, each.points) for each in message.odds])
            case protocol.Meaning():
                self.meant(message.line, None if message.say is None else say_of(message.say))
            case protocol.Statistics():
                self.hear_statistics(message)
            case protocol.Replay():
                self.hear_replay(message)
            case protocol.Error():
                await self.hear_error(message)
            case protocol.Pong():
                self.answered = message.n
            case _:
                pass

    async def hear_error(self, message: protocol.Error) -> None:
        """Something was refused."""
        self.automatic = False
        if message.code == "no_replay" and isinstance(last := message.say.args.get("last"), int) and last >= 0:
            await self.send(protocol.GetReplay(last))
        else:
            self.text(self.words.say(say_of(message.say)), "dark_orange")

    async def at_table(self, message: TableState) -> None:
        """Take the table as it was told, and show what is new."""
        before, had = self.table, len(self.snapshot.log)
        fresh = self.snapshot.take(message)
        left, over = message.clock_ms, message.phase in OVER
        self.deadline = None if left is None else asyncio.get_running_loop().time() + left / 1000
        deal = (message.id, message.deal, message.commitment)
        new_deal = deal != self.shown_deal
        same = new_deal and deal[::2] == self.shown_deal[::2]
        self.shown_deal = deal
        self.repeated = same if new_deal else self.repeated
        if over and before is not None and before.phase == "playing" and not (self.repeated or message.uncounted):
            self.snapshot.count(message.result)
        self.refresh()
        self.tell_news(before, message)
        if new_deal:
            self.screen.fresh()
            self.listed = False
            self.tell_deal(message, same=same)
        elif len(self.snapshot.log) < had:
            self.note("undone")
        if before is not None and (before.id, before.seat) == (message.id, message.seat):
            for line in fresh:
                self.moved(line)
        if message.opening and (new_deal or before is None or not before.opening):
            self.opened()
        await self.ask_for(message, (*deal, message.step, message.phase))
        if new_deal or over:
            await self.count(message)

    async def ask_for(self, message: TableState, state: tuple[object, ...]) -> None:
        """Show the table, and say what the person may do now, once for each state; the computer does it in auto."""
        over, mine = message.phase in OVER, self.is_asked()
        asked = over or (mine and not self.automatic)
        first = asked and state != self.asked_for
        self.show(asked=first)
        if first and over:
            self.tell_end(message)
        elif first:
            self.told_how()
        if asked:
            self.asked_for = state
        if over:
            self.automatic = False
        elif mine and self.automatic:
            await self.ask_hint(message.step)

    def tell_news(self, before: TableState | None, table: TableState) -> None:
        """Say what is new at the table itself."""

    def tell_deal(self, table: TableState, *, same: bool) -> None:
        """A deal has begun: say what is promised of it, or that it has been there before."""
        if table.seed:
            return
        if same:
            self.note("same_cards")
        elif table.commitment:
            self.note("commitment", hash=table.commitment[:SHORT])
            if table.uncounted in ("set", "seed"):
                self.note(f"uncounted_{table.uncounted}")

    def tell_end(self, table: TableState) -> None:
        """A deal is over: say what it was dealt from."""
        if table.seed:
            self.note("revealed", seed=table.seed[:SHORT])

    def show(self, *, asked: bool = False) -> None:
        """Draw the table, or before the first deal who is at it."""
        if self.table is not None and self.scene is None:
            talk = [Text(), *self.talk.newest] if self.screen.live else []
            self.screen.show(Group(*self.snapshot.who(), *talk), asked=asked)
        else:
            super().show(asked=asked)

    def hear_hint(self, message: protocol.Hinted) -> None:
        """Show what a computer would do; or do that, if the computer plays on."""
        if self.automatic:
            act = protocol.Act(message.step, message.action.name)
            self.later(self.pace if self.screen.people else 0, act)
        else:
            self.note("hint", style="", what=self.snapshot.named(message.action, self.artist))
            self.show()

    def _announce_odds(self) -> None:
        """A count may take seconds."""
        if self.awaited["odds"]:
            self.note("counting")

    async def ask_meaning(self, line: int) -> None:
        await self.send(protocol.GetMeaning(line))

    async def count(self, table: TableState) -> None:
        """Ask for the statistics of somebody who plays alone, for the header."""
        if len(table.seats) == 1 and table.seat is not None:
            self._counting += 1
            await self.send(protocol.GetStatistics())

    def hear_statistics(self, message: protocol.Statistics) -> None:
        """Show the person's statistics, or put them into the header."""
        table = self.table
        if self._counting and table is not None:
            self._counting -= 1
            self.snapshot.tally = next((each for each in message.tallies if each.game == table.game), None)
            self.refresh()
            self.show()
            return
        house, language = self.snapshot.house, self.words.language
        titles = {name: Words(language, *house.catalogues(name)).title(name) for name in house.games}
        shown = tallies(message.tallies, self.words, titles)
        self.pending_page = lambda: self.page(shown)

    def hear_replay(self, message: protocol.Replay) -> None:
        """Step through a finished deal."""
        table = self.table
        if table is None:
            return
        words = Words(self.words.language, *self.snapshot.house.catalogues(table.game))
        steps = Shown(words, self.paint, table.game, low=self.snapshot.house.low(table.game))
        steps.take(message, self.contributors_to(message))
        at, self._wanted_step = self._wanted_step, 0

        async def step_through() -> None:
            try:
                steps.go(steps.deal, steps.steps if at == END else at)
                await steps.step(self.screen)
            except OtherDeal as other:
                self._wanted_step = other.at
                await self.send(protocol.GetReplay(other.deal - 1))
            self.screen.fresh()
            self.show(asked=True)

        self.pending_page = step_through

    def contributors_to(self, message: protocol.Replay) -> list[str]:
        """Who contributed to the seed of a deal, a sentence each; at one's own table nobody is asked to."""
        return []

    def later(self, wait: float, message: Incoming) -> None:
        """Send a message after ``wait`` seconds, if the computer still plays on then."""

        async def send() -> None:
            await asyncio.sleep(wait)
            if self.automatic:
                await self.send(message)

        self._acting = asyncio.create_task(send())

    # --- what is typed

    async def typed_at(self, line: str, table: TableState) -> None:
        """Handle a line that was typed at the table."""
        if self.automatic:
            self.automatic = False
            self.note("auto_off")
            self.show(asked=True)
            self.told_how()
            return
        match self.understand(line):
            case LegalAction(action):
                await self.send(protocol.Act(table.step, str(action)))
            case IllegalCards(chosen):
                await self.send(protocol.Ask(table.step, [card_name(one) for one in members(chosen)]))
            case IllegalAction(action):
                await self.send(protocol.Ask(table.step, action=str(action)))
            case Invalid() as wrong:
                self._in_vain(wrong)
            case Command() as command:
                if not self.useless(command):
                    await self.command(command, table)
            case ChatText(text):
                await self.say(text)
            case EmptyLine():
                await self._enter(table)
        self.show()

    async def say(self, text: str) -> None:
        """Say something at the table."""
        raise NotImplementedError

    def _in_vain(self, wrong: Invalid) -> None:
        """Say what is wrong with a line, or whose turn it is if it isn't the person's."""
        turn = self.scene.view.turn if self.scene is not None else ()
        if wrong.key in ("unknown", "no_pass") and turn and not (self.scene and self.scene.mine):
            names = ", ".join(self.words.names[seat] for seat in turn)
            self.note("why.wait", style="", names=names, n=len(turn))
        else:
            self.wrong(wrong)

    async def _enter(self, table: TableState) -> None:
        """Handle Enter alone: it starts the game, or says that the person is ready."""
        if table.phase in OVER:
            await self.send(protocol.Ready(table.step))
        elif table.phase == "waiting" and self.deals(table):
            await self.send(protocol.Start())
        elif self.scene is not None and self.scene.mine:
            self.nothing_typed()

    async def command(self, command: Command, table: TableState) -> None:
        """Carry out a command."""
        step = table.step
        match command.name:
            case "hint" | "auto" if self.scene is None or table.phase != "playing":
                self.note("why.no_hint")
            case "hint":
                await self.ask_hint(step)
            case "auto":
                await self._play_on(table)
            case "undo":
                await self.send(protocol.Undo(step))
            case "odds":
                asyncio.get_running_loop().call_later(SOON, self._announce_odds)
                await self.send(protocol.GetOdds(step))
            case "statistics":
                await self.send(protocol.GetStatistics())
            case "new" | "again" as wish:
                await self.send(protocol.Deal(step, same=wish == "again"))
            case "sort":
                self._sort(command.rest, list(table.sorts))
            case "replay":
                wanted = int(command.rest) - 1 if command.rest.isdecimal() else max(0, self.newest(table))
                await self.send(protocol.GetReplay(wanted))
            case "save":
                await self.save(Path(command.rest or f"{table.game}.json"))
            case "lesson":
                await self.teach(table.game)
            case _:
                await self.common(command)

    @staticmethod
    def newest(table: TableState) -> int:
        """The number of the newest deal that is over, from 0; negative if there is none."""
        return table.deal - (1 if table.phase in OVER else 2)

    async def _play_on(self, table: TableState) -> None:
        """Let the computer play for the person: ask for hints and follow them."""
        self.automatic = True
        self.note("auto_on" if self.screen.people else "auto_on_pipe")
        if self.scene is not None and self.scene.mine:
            await self.ask_hint(table.step)

    def _sort(self, rest: str, ways: list[str]) -> None:
        how = self.order(rest, self.sorted or ways[0], ways)
        if how is not None:
            self.sorted = how
            self.refresh()
            self.note("sorted", how=self.words(f"sort_{how}"))
            if not self.screen.live and self.scene is not None:
                self.screen.tell(self.paint.hand(self.scene.hand))

    async def teach(self, game: str) -> None:
        """Give the first lesson of a game. What is told meanwhile is handled afterwards."""
        raise NotImplementedError

    async def save(self, file: Path) -> None:
        """Write the record of the finished deals."""
        raise NotImplementedError

    def write(self, file: Path, record: str) -> None:
        """Write a record into a file."""
        try:
            file.write_text(record + "\n", encoding="utf-8")
        except OSError as error:
            self.note("cannot_save", style="", file=file, why=error.strerror or error)
        else:
            self.note("saved", file=file)

    def promise(self) -> tuple[str | None, str | None]:
        return (None, None) if self.table is None else (self.table.commitment, self.table.seed)

    # --- the scene

    def clock(self) -> None:
        """Show the clock again: a second has passed."""
        if self.scene is not None and self.deadline is not None:
            self.scene.clock = self.deadline - asyncio.get_running_loop().time()
            self.show()

    def refresh(self) -> None:
        """Make the scene from the table as it was last told."""
        clock = None if self.deadline is None else self.deadline - asyncio.get_running_loop().time()
        self.scene = self.snapshot.scene(self.sorted, clock, self.talk.newest)
