"""A match in this process: one person against computers, or computers alone."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace
from rich.text import Text

from dealt import daily, players
from dealt.game import Game, Listing, Seat
from dealt.players.from_file import PlayerClass
from dealt.session.answering import record
from dealt.session.events import Opened
from dealt.session.listed import listed
from dealt.session.near import Computers, Near
from dealt.session.settings import seed_drawn
from dealt.table import Match, Record
from dealt.tui.at_table import AtTable
from dealt.tui.boards import fared
from dealt.tui.face import Stop
from dealt.tui.lesson import Lesson
from dealt.tui.lobby import House
from dealt.tui.paint import Paint
from dealt.tui.read import Command
from dealt.tui.terminal import Screen
from dealt.tui.told import OVER
from dealt.tui.words import Words
from dealt.wire.protocol import Ready, Start, TableState, Tally

KEY: Final = 0.01
"""The seconds for which a key is awaited at least, even if computers take no time."""

WATCHED: Final = 10
"""The largest number of deals that are watched unless --deals is given: a match may take thousands."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of a match. With a ``seed`` all deals are repeatable; else the system's random source deals them."""

    game: Game[Any]
    listing: Listing
    computers: Sequence[str | PlayerClass]
    """A computer for each seat; the one of the person's seat gives hints."""
    watch: bool = False
    seed: str | None = None
    deals: int | None = None
    pace: float = 0.0
    """Seconds that a computer takes."""
    record: Path | None = None
    laid: Mapping[str, str] = field(default_factory=dict)
    """The piles of the first deal, if it is laid out by hand (:func:`dealt.laid.lay`)."""
    day: date | None = None
    """The day whose boards are played."""
    board: int | None = None
    """The only one of them."""


def named(computers: Sequence[str], me: Seat | None, person: str) -> tuple[str, ...]:
    """A name for each seat, all different.

    >>> named(["lowest"] * 3, 0, "You")
    ('You', 'lowest 1', 'lowest 2')
    """
    names: list[str] = []
    for seat, each in enumerate(computers):
        same = sum(other == each for n, other in enumerate(computers[:seat]) if n != me)
        several = sum(other == each for n, other in enumerate(computers) if n != me) > 1
        names.append(person if seat == me else f"{each} {same + 1}" if several else each)
    return tuple(names)


OF_ROOMS: Final = {"set", "analyse", "talk", "who", "start", "ready", "join", "leave"}
"""The commands that ask for others, or for a room."""


class Local(AtTable):
    """A match, played to its end or until the person quits."""

    sitting: Near

    def __init__(self, setting: Setting, screen: Screen, words: Words, paint: Paint) -> None:
        game, listing = setting.game, setting.listing
        computers = [each if isinstance(each, str) else each.cls for each in setting.computers]
        self.names = named(computers, None if setting.watch else 0, words("you"))
        word, day = setting.seed, setting.day
        kind = Opened(game.name, game.version, dict(game.options), True, 0, "instant", ",".join(computers))
        if day is not None:
            first, last = (setting.board, setting.board) if setting.board else (1, 0)
            kind = replace(kind, set=daily.name_of(day), takeovers=False, boards=first - 1, last=last)
        dealt = replace(kind, seed=word or "")  # what anybody can know of the deals is said where they are counted

        def seed(deal: int) -> bytes:
            return seed_drawn(dealt, deal, partial(secrets.token_bytes, 32))

        near = Near(
            kind,
            game,
            Computers(
                game,
                [players.computer(each, game) if isinstance(each, str) else each(game) for each in setting.computers],
                Random(word if word is not None else secrets.token_bytes(16)),
                asyncio.to_thread,
                daily=day is not None,
            ),
            words("you"),
            called=self.names,
            texts=listing.texts,
            seed=seed,
            laid=setting.laid,
            pace=setting.pace,
            watch=setting.watch,
        )
        super().__init__(near, House([listed(listing, game)]), screen, words, paint)
        self.setting = setting
        self.game = game
        self.pace = max(setting.pace, KEY)
        self.boards: dict[int, daily.Made] = {}
        """What the person has made of the boards of a day."""
        self.prints = False
        """Is a watched deal printed in the way that is customary for the game?"""

    @property
    def match(self) -> Match[Any]:
        """The match; ValueError before its first deal."""
        if self.sitting.session.match is None:
            raise ValueError("nothing is dealt yet")
        return self.sitting.session.match

    @property
    def tally(self) -> Tally:
        """The person's statistics in this match."""
        return self.sitting.tally

    def record(self) -> Record:
        """The record of the deals that are over."""
        return record(self.sitting.session)

    def offered(self) -> tuple[str, ...]:
        lacks = OF_ROOMS if self.setting.listing.rules else {*OF_ROOMS, "rules"}
        return tuple(each for each in super().offered() if each not in lacks)

    async def play(self) -> None:
        """Play deal after deal until the match is over or the person quits."""
        try:
            await self.converse()
        except Stop:
            self.keep()

    def enough(self) -> bool:
        """Is the match over, or has it had the wanted number of deals?"""
        most = 1 if self.prints else WATCHED if self.setting.watch else None
        wanted = self.setting.deals or most
        if self.setting.day is not None:
            over = self.sitting.session.dealt - 1 + self.match.deals
            return over >= self.sitting.session.settings.last_board
        return self.match.final or (wanted is not None and self.match.deals >= wanted)

    def keep(self) -> None:
        """Write the record of the deals that are over into the file of the setting."""
        if self.setting.record is not None and self.match.deals:
            self.write(self.setting.record, self.record().to_json() + "\n", replace=True)

    # --- what is told

    async def at_table(self, message: TableState) -> None:
        if message.phase == "waiting":
            await self.sitting.send(Start())
            return
        if message.phase == "playing" and self.enough():  # the last one was given up
            self.keep()
            self.done = True
            return
        table = self.match.table
        if self.setting.watch and table is not None and not self.screen.live:
            self.prints = self.game.printed(table.first, ()) is not None
        self.listed = False
        if not self.prints:
            await super().at_table(message)
        if message.phase in OVER:
            await self._ended(message)

    async def _ended(self, message: TableState) -> None:
        """A deal is over, or was given up while the next one waits already."""
        if self.prints and self.match.table is not None:
            printed = self.game.printed(self.match.table.first, self.match.table.moves) or ""
            self.screen.console.print(Text(printed if self.match.deals == 1 else f"\n{printed}"), soft_wrap=True)
        self.keep()
        if self.setting.day is not None and message.result is not None:
            await self._compare(self.setting.day, message.result.scores)
        if self.enough():
            self.done = not self.screen.live
        elif self.setting.watch:
            await self.sitting.send(Ready(message.step))

    async def _compare(self, day: date, scores: Sequence[float]) -> None:
        """Let the field play the board, and show how the person has done."""
        game, board = self.game, self.sitting.session.dealt
        if board in self.boards:
            return
        self.note("daily.field")
        levels, seed = daily.field(game), daily.seed(game.name, day, board)

        def field() -> list[tuple[float, ...]]:
            return [daily.field_of(game, seed, each).score or () for each in levels]

        made = daily.made(game, [tuple(scores), *await asyncio.to_thread(field)])
        self.boards[board] = made[0]
        names = [self.words("you"), *map(self.words.level, levels)]
        shown = fared(board, day, list(zip(names, made, strict=True)), self.boards.values(), game.unit, self.words)
        self.pending_page = lambda: self.page(shown)

    def tell_deal(self, table: TableState, *, same: bool) -> None:
        if self.sitting.session.laid and not same:
            self.note("laid_out")
        else:
            super().tell_deal(table, same=same)

    def tell_end(self, table: TableState) -> None:
        super().tell_end(table)
        if self.match.final:
            self.note("match_over", style="bold")

    async def count(self, table: TableState) -> None:
        self.snapshot.tally = self.tally

    # --- what is typed

    def prompt(self) -> str | None:
        return None if self.busy else super().prompt()  # all answers are there already

    def is_asked(self) -> bool:
        """Computers that act at the same time come first, so that nothing changes under what is typed."""
        return super().is_asked() and len(self.scene.view.turn if self.scene else ()) == 1

    def prompt_at(self, table: TableState) -> str | None:
        if table.phase not in OVER:
            return None
        if self.enough():
            return self.words("enter_goes_on")
        return None if self.setting.watch else self.words("next_deal_alone" if self.game.undoable else "next_deal")

    async def typed(self, line: str | None) -> None:
        if line is None and self.scene is not None and self.scene.mine:
            self.note("ended")
        if self.table is not None and self.table.phase in OVER and self.enough():
            self.done = True
        else:
            await super().typed(line)

    async def say(self, text: str) -> None:
        self.note("why.chat_alone")

    async def command(self, command: Command, table: TableState) -> None:
        if command.name == "rules":
            await self.rules(self.setting.listing.rules.get)
        elif command.name == "replay" and not self.match.deals:
            self.note("why.nothing_finished")
        else:
            await super().command(command, table)

    async def teach(self, game: str) -> None:
        """Give the first lesson; the table waits."""
        listing = self.setting.listing
        await Lesson.of(listing, self.screen, self.words.language, self.paint, self.setting.pace).run()
        self.screen.fresh()
        self.show(asked=True)

    async def save(self, file: Path) -> None:
        self.write(file, self.record().to_json() + "\n")
