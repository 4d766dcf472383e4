"""A person at a table, near or far: sending what typed lines ask for."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from pathlib import Path
from typing import Final

from rich.console import RenderableType

from dealt.cards import members
from dealt.cards import name as card_name
from dealt.files import write_new
from dealt.tui import asking
from dealt.tui.conversation import KEY
from dealt.tui.face import Stop
from dealt.tui.meaning import understood, why_not
from dealt.tui.pages import promise
from dealt.tui.read import ChatText, Command, EmptyLine, IllegalAction, IllegalCards, Invalid, LegalAction
from dealt.tui.told import OVER, Told
from dealt.wire import protocol
from dealt.wire.protocol import TableState

SOON: Final = 0.3
"""The seconds after which an exact count is announced as taking longer."""


class AtTable(Told):
    """A person at a table. What only a near or a far table has is left to the subclasses."""

    social: tuple[str, ...] = ()
    """The commands about other people, and about what a room keeps of this one."""

    def offered(self) -> tuple[str, ...]:
        table = self.table
        if table is None:
            return ("statistics", "lesson", *self.social, "colours", "quit")
        game = self.snapshot.house.games.get(table.game)
        seated, helped = table.seat is not None, self.helped(table)
        alone = game is not None and game.undoable and seated
        useful = {
            "hint": seated and helped,
            "auto": seated and helped,
            "meaning": table.explained,
            "odds": game is not None and game.reckons and helped,
            "undo": alone,
            "new": alone,
            "again": alone,
            "sort": bool(self.scene and self.scene.hand) and len(table.sorts) > 1,
            **dict.fromkeys(("list", "log"), True),
            "score": len(table.seats) > 1,
            "fair": table.view is not None,
            "set": bool(table.set),
            **dict.fromkeys(("statistics", "replay", "analyse", "save", "rules"), True),
            "lesson": game is not None and game.lesson,
            **dict.fromkeys(("talk", "who", *self.social), True),
            "start": self.deals(table),
            "ready": seated,
            "join": table.takeable is not None,
            **dict.fromkeys(("leave", "colours", "quit"), True),
        }
        return tuple(name for name, now in useful.items() if now)

    def helped(self, table: TableState) -> bool:
        """Are hints and odds answered at this table?"""
        return table.daily is None

    def deals(self, table: TableState) -> bool:
        """May the person start the table?"""
        return False

    def prompt(self) -> str | None:
        """The prompt; None if no line is to be read now. From a pipe, lines are read only when an answer is needed."""
        if self.table is None or (self.busy and not self.screen.people):
            return None
        if self.automatic:
            return KEY if self.screen.people else None
        if self.table.due:
            return None  # the deal follows in a moment
        if self.is_asked() and self.scene is not None:
            return asking.prompt(self.scene, self.words)
        return self.prompt_at(self.table)

    @abstractmethod
    def prompt_at(self, table: TableState) -> str | None:
        """The prompt at the table while it isn't the person's turn."""

    async def typed(self, line: str | None) -> None:
        if line is None:
            raise Stop
        self.screen.fresh()
        if self.table is not None:
            await self.typed_at(line, self.table)

    async def typed_at(self, line: str, table: TableState) -> None:
        """Handle a line that was typed at the table."""
        if self.automatic:
            self.automatic = False
            self.note("auto_off")
            self.show(asked=True)
            self.tell_how()
            return
        match understood(line, self.scene, self.words):
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

    @abstractmethod
    async def say(self, text: str) -> None:
        """Say something at the table."""

    def _in_vain(self, wrong: Invalid) -> None:
        """Say what is wrong with a line, or whose turn it is if it isn't the person's."""
        turn = self.scene.view.turn if self.scene is not None else ()
        if wrong.key in ("unknown", "no_pass") and turn and not (self.scene and self.scene.mine):
            names = ", ".join(self.words.names[seat] for seat in turn)
            self.note("why.wait", style="", names=names, n=len(turn))
        else:
            self.text(why_not(wrong, self.scene, self.words))

    async def _enter(self, table: TableState) -> None:
        """Handle Enter alone: it starts the game, or says that the person is ready."""
        if table.phase in OVER:
            await self.send(protocol.Ready(table.step))
        elif table.phase == "waiting" and self.deals(table):
            await self.send(protocol.Start())
        elif self.scene is not None and self.scene.mine:
            self.note("why.nothing" if self.scene.by_place else "why.choose", style="")

    # --- commands

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
            case "fair":
                await self.page(self.fair(table))
            case "meaning":
                await self._mean(command.rest)
            case "help" if command.rest.isdecimal() and table.explained:
                await self._mean(command.rest)
            case _:
                await self.common(command)

    def _announce_odds(self) -> None:
        """A count may take seconds."""
        if self.awaited["odds"]:
            self.note("counting")

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
        """Lay the hand in the order that is named, or in the next one; if there is none of that name, say which are."""
        now = self.sorted or ways[0]
        following = ways[(ways.index(now) + 1) % len(ways)] if now in ways else ways[0]
        named = {self.words(f"sort_{each}"): each for each in ways} | {each: each for each in ways}
        how = named.get(rest) if rest else following
        if how is None:
            self.note("sort_how", ways=", ".join(named))
            return
        self.sorted = how
        self.refresh()
        self.note("sorted", how=self.words(f"sort_{how}"))
        if not self.screen.live and self.scene is not None:
            self.screen.tell(self.paint.hand(self.scene.hand))

    async def _mean(self, rest: str) -> None:
        """Ask what a line of the log means: the line with that number, or else the newest call of somebody else."""
        log = self.scene.log if self.scene is not None else ()
        others = [n for n, each in enumerate(log) if not each.cards and self.scene and each.seat != self.scene.me]
        if not log:
            self.note("no_log")
        elif not rest:
            await self.send(protocol.GetMeaning(others[-1] if others else len(log) - 1))
        elif rest.isdecimal() and 0 < int(rest) <= len(log):
            await self.send(protocol.GetMeaning(int(rest) - 1))
        else:
            self.note("why.number", style="", n=rest[:20], last=len(log))

    def fair(self, table: TableState) -> RenderableType:
        """What was promised about the deal."""
        return promise(table.commitment, table.seed, self.words)

    @abstractmethod
    async def teach(self, game: str) -> None:
        """Give the first lesson of a game. What is told meanwhile is handled afterwards."""

    @abstractmethod
    async def save(self, file: Path) -> None:
        """Write the record of the finished deals."""

    def write(self, file: Path, written: str, *, replace: bool = False) -> None:
        """Write a file and say so, or why that can't be; one that is there already stays unless it is to go."""
        try:
            if replace:
                file.write_text(written, encoding="utf-8")
            else:
                write_new(file, written)
        except FileExistsError:
            self.note("save_other", style="", file=file)
        except OSError as error:
            self.note("cannot_save", style="", file=file, why=error.strerror or error)
        else:
            self.note("saved", file=file)
