"""What a person at a table is told, near or far: the table itself, and the answers to what was asked."""

from __future__ import annotations

import asyncio
from typing import Final

from rich.console import Group
from rich.text import Text

from dealt.game import Odds
from dealt.session.sitting import Sitting
from dealt.tui import asking
from dealt.tui.chat import Chat
from dealt.tui.conversation import Conversation
from dealt.tui.lobby import House
from dealt.tui.naming import name_of
from dealt.tui.pages import odds_lines
from dealt.tui.paint import Paint
from dealt.tui.snapshot import Snapshot
from dealt.tui.steps import END, OtherDeal, Shown
from dealt.tui.tally import tallies
from dealt.tui.terminal import Screen
from dealt.tui.wire import action_of
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, Outgoing, TableState

OVER: Final = ("over", "final")
"""The phases in which a deal is over."""
ANEW: Final = ("slow_down", "stale")
"""The refusals after which the table is told once more, when it is time to try again."""
PACE: Final = 0.7
"""The seconds before the computer acts for the person, so that its actions can be followed."""
SHORT: Final = 16
"""The number of hex digits of a commitment or a seed that a line shows; the command ``fair`` shows all 64."""


class Told(Conversation):
    """A person who is told of a table. What they type is left to the subclasses."""

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

    async def hear(self, message: Outgoing) -> None:
        match message:
            case TableState():
                await self.at_table(message)
            case protocol.Answer():
                self.explain(message.say)
                self.show()
            case protocol.Hinted():
                self.hear_hint(message)
            case protocol.Odds():
                self.hear_odds(message)
            case protocol.Meaning():
                self.hear_meaning(message)
            case protocol.Statistics():
                self.hear_statistics(message)
            case protocol.Replay():
                self.hear_replay(message)
            case protocol.Error():
                await self.hear_error(message)
            case protocol.Pong():
                self.answered = message.n

    async def hear_error(self, message: protocol.Error) -> None:
        """Something was refused."""
        if self.automatic and message.code in ANEW:
            self.asked_for = ()
            return
        self.automatic = False
        if message.code == "no_replay" and isinstance(last := message.say.args.get("last"), int) and last >= 0:
            await self.send(protocol.GetReplay(last))
        else:
            self.text(self.words.say(message.say), "dark_orange")

    # --- the table

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
        over, asked = message.phase in OVER, message.phase in OVER or self.is_asked()
        first = asked and state != self.asked_for
        self.automatic = self.automatic and not over
        self.show(asked=first and not self.automatic)
        if first and over:
            self.tell_end(message)
        elif first and self.automatic:
            await self.ask_hint(message.step)
        elif first:
            self.tell_how()
        if asked:
            self.asked_for = state

    def is_asked(self) -> bool:
        """Is it for the person to act now?"""
        return self.scene is not None and self.scene.mine

    def tell_how(self) -> None:
        """Say what can be typed if the choices are not listed with numbers."""
        said = asking.how(self.scene, self.words) if self.scene is not None else ""
        if said:
            self.text(said, "dim")

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
                self.note("daily.uncounted" if table.daily else f"uncounted_{table.uncounted}")

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

    def refresh(self) -> None:
        """Make the scene from the table as it was last told."""
        clock = None if self.deadline is None else self.deadline - asyncio.get_running_loop().time()
        self.scene = self.snapshot.scene(self.sorted, clock, self.talk.newest)

    def clock(self) -> None:
        if self.scene is not None and self.deadline is not None:
            self.scene.clock = self.deadline - asyncio.get_running_loop().time()
            self.show()

    # --- answers

    async def ask_hint(self, step: int) -> None:
        """Ask what to do. What the other choices are worth takes long and isn't shown here."""
        await self.send(protocol.Hint(step, worths=False))

    def hear_hint(self, message: protocol.Hinted) -> None:
        """Show what a computer would do; or do that, if the computer plays on."""
        if self.automatic:
            act = protocol.Act(message.step, message.action.name)
            self.later(self.pace if self.screen.people else 0, act)
        else:
            said = name_of(message.action.say, action_of(message.action), self.words)
            self.note("hint", style="", what=said)
            self.show()

    def later(self, wait: float, message: Incoming) -> None:
        """Send a message after ``wait`` seconds, if the computer still plays on then."""

        async def send() -> None:
            await asyncio.sleep(wait)
            if self.automatic:
                await self.send(message)

        self._acting = asyncio.create_task(send())

    def hear_odds(self, message: protocol.Odds) -> None:
        """Show the exact odds of the position."""
        if not message.odds:
            self.note("why.no_hint")
        for line in odds_lines([Odds(each.name, each.value, each.points) for each in message.odds], self.words):
            self.text(line)

    def hear_meaning(self, message: protocol.Meaning) -> None:
        """Say what a line of the log means."""
        log = self.scene.log if self.scene is not None else ()
        if message.line < len(log):
            line = log[message.line]
            name, said = self.words.names[line.seat], self.artist.said(line)
            if message.say is None:
                self.note("means_nothing", style="", name=name, what=said)
            else:
                self.note("means", style="", name=name, what=said, say=self.words.say(message.say))

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
