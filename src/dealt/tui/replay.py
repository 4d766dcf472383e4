"""Stepping through a record: every hand open, forward and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from dealt.cards import members
from dealt.game import OPEN, Listing, OptionError
from dealt.games import GAMES, make
from dealt.table import Match, Record, RecordError, Table
from dealt.tui.draw import Artist, outcome_of
from dealt.tui.paint import Paint, clean
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.terminal import Screen
from dealt.tui.words import Words

__all__ = ["Replay"]


class Replay:
    """A record at one deal and step. ValueError where it doesn't replay, or has no such deal."""

    def __init__(self, record: Record, words: Words, paint: Paint) -> None:
        self.words = words
        self.artist = Artist(words, paint)
        self.record = record
        if not record.deals:
            raise RecordError(words("replay.empty"))
        record.replay(make)  # does it hold together?
        self.game = GAMES[record.game].make(None, **dict(record.options))
        self.tables: list[Table[Any]] = []
        self.totals: list[tuple[float, ...]] = []
        self._play()
        self.deal = 1
        self.at = 0
        self.log: Sequence[Line] = ()
        self.go(1)

    def _play(self) -> None:
        """Play all deals, and keep their tables and the totals after each."""
        match: Match[Any] = Match(self.game)
        for dealt in self.record.deals:
            table = match.deal(bytes.fromhex(dealt.seed), dealt.joined, dealt.players)
            for line in dealt.actions:
                seat, _, action = line.partition(" ")
                table.act(int(seat), action)
            if table.over:
                match.end()
            self.tables.append(table)
            self.totals.append(match.totals)

    @staticmethod
    def listing(record: Record) -> Listing | str:
        """The listing of the record's game, or why it can't be shown here."""
        if record.game not in GAMES:
            return f"this record is of a game named {record.game}, which isn't here: load its file with --games"
        try:
            GAMES[record.game].make(None, **dict(record.options))
        except OptionError as error:
            return f"the game of this record can't be made here: {error}"
        return GAMES[record.game]

    # --- where we are

    @property
    def table(self) -> Table[Any]:
        """The deal that is shown, at its end."""
        return self.tables[self.deal - 1]

    @property
    def steps(self) -> int:
        """How many actions the deal has."""
        return len(self.record.deals[self.deal - 1].actions)

    def go(self, deal: int, at: int = 0) -> None:
        """Go to a deal and a step of it; ValueError if there is none."""
        deals = len(self.record.deals)
        if not 1 <= deal <= deals:
            raise ValueError(self.words("replay.no_deal", n=deal, deals=deals))
        if deal != self.deal or not self.log:
            self.log = [self._line(seat, action) for seat, action in self.tables[deal - 1].moves]
        self.deal = deal
        if not 0 <= at <= self.steps:
            raise ValueError(self.words("replay.no_step", n=at, steps=self.steps))
        self.at = at

    def _line(self, seat: int, action: Any) -> Line:
        return Line(seat, self.game.describe(action), self.game.order.sort(members(action.cards)))

    # --- what it looks like

    def scene(self) -> Scene:
        """The table after the step."""
        ended = self.at == self.steps
        past = Table(self.game, self.table.seed, self.table.past)
        for seat, action in self.table.moves[: self.at]:
            past.act(seat, action)
        view = past.view(OPEN, log=False)
        dealt = self.record.deals[self.deal - 1]
        known = dealt.players if len(dealt.players) == self.game.seats else map(str, range(self.game.seats))
        names = tuple(clean(each) for each in known)
        self.words.names = names
        before = self.totals[self.deal - 2] if self.deal > 1 else (0,) * self.game.seats
        totals = self.totals[self.deal - 1] if ended else before
        outcome = None
        if ended and past.score is not None:
            last = self.deal == len(self.record.deals) and past.over
            settled = self.game.settle(past.score)
            final = last and self.game.final(past.state, totals)
            outcome = outcome_of(past.score, totals, self.game.low, settled=settled, balances=settled, final=final)
        return Scene(
            view=view,
            places=[Place(seat, name, totals[seat]) for seat, name in enumerate(names)],
            title=self.words.title(self.game.name),
            describe=self.game.describe,
            log=self.log[: self.at],
            outcome=outcome,
            low=self.game.low,
            header=[self.where()],
        )

    def where(self) -> str:
        """Deal and step in words."""
        return self.words("replay.at", deal=self.deal, deals=len(self.record.deals), step=self.at, steps=self.steps)

    def picture(self) -> RenderableType:
        """The table after the step, and what the step was."""
        said: RenderableType = Text(f"  {self.words('replay.start')}", style="dim")
        if self.at:
            said = self.artist.line(self.log[self.at - 1])
        return Group(self.artist.picture(self.scene()), Text(), said)

    def print_all(self, console: Console) -> None:
        """Every step of every deal, one line each, with the hands before and the result after."""
        for deal in range(1, len(self.record.deals) + 1):
            self.go(deal)
            console.print(self.picture())
            for line in self.log:
                console.print(self.artist.line(line))
            self.go(deal, self.steps)
            console.print(self.picture())

    # --- stepping

    async def step(self, screen: Screen) -> None:
        """Ask where to go until the person has enough; at the end Enter ends it."""
        screen.show(self.picture(), asked=True)
        while True:
            typed = await screen.line(self.words("replay.prompt"))
            if typed is None:
                return
            screen.fresh()
            words = typed.lower().split()
            if words and self.words.commands().get(words[0]) == "quit":
                return
            try:
                if not self._walk(words):
                    screen.tell(Text(f"  {self.words('replay.help')}", style="dim"))
                    continue
            except ValueError as error:
                screen.tell(Text(f"  {error}"))
                continue
            screen.show(self.picture(), asked=True)

    def _walk(self, words: list[str]) -> bool:
        """Go where the words say; False if they ask for help. ValueError if there is no such place."""
        match words:
            case [] | ["next" | "n"]:
                if self.at < self.steps:
                    self.go(self.deal, self.at + 1)
                else:
                    self.go(self.deal + 1)
            case ["prev" | "previous" | "p" | "back" | "b"]:
                if self.at or self.deal == 1:
                    self.go(self.deal, max(0, self.at - 1))
                else:
                    self.go(self.deal - 1)
                    self.go(self.deal, self.steps)
            case ["first" | "start"]:
                self.go(self.deal)
            case ["last" | "end"]:
                self.go(self.deal, self.steps)
            case ["deal" | "d", n] if n.isdecimal():
                self.go(int(n))
            case ["jump" | "j" | "step" | "to", n] if n.isdecimal():
                self.go(self.deal, int(n))
            case [n] if n.isdecimal():
                self.go(self.deal, int(n))
            case ["?" | "help" | "h"]:
                return False
            case _:
                raise ValueError(
                    self.words("replay.unknown", typed=" ".join(words)[:40], help=self.words("replay.help"))
                )
        return True
