"""A match in this process: one person against computers, or computers alone."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from rich.text import Text

from dealt import players as _players
from dealt.game import OPEN, Explainer, Game, Listing, Move, Player, Seat, View
from dealt.players.from_file import PlayerClass, PlayerError
from dealt.table import Illegal, Match, Table, commitment, seed_of
from dealt.tui.draw import outcome_of
from dealt.tui.face import SHORT, Face, Stop
from dealt.tui.lesson import Lesson, line_of_move
from dealt.tui.paint import Paint
from dealt.tui.read import ChatText, Command, EmptyLine, IllegalAction, IllegalCards, Invalid, LegalAction
from dealt.tui.replay import Replay
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.tally import Tally, tallies
from dealt.tui.terminal import Screen
from dealt.tui.words import Words

__all__ = ["Local", "Setting", "named"]

SOON: Final = 0.3
"""The seconds after which an exact count is announced as taking longer."""
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
    header: Sequence[str] = field(default=())
    laid: Mapping[str, str] = field(default_factory=dict)
    """The piles of the first deal, if it is laid out by hand (:func:`dealt.laid.lay`)."""


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


class Local(Face):
    """A match, played to its end or until the person quits."""

    def __init__(self, setting: Setting, screen: Screen, words: Words, paint: Paint) -> None:
        super().__init__(screen, words, paint)
        self.setting = setting
        self.game = setting.game
        self.me: Seat | None = None if setting.watch else 0
        names = [each if isinstance(each, str) else each.cls for each in setting.computers]
        self.names = named(names, self.me, words("you"))
        self.words.names = self.names
        self.match: Match[Any] = Match(self.game)
        self.players: list[Player] = [
            _players.computer(each, self.game) if isinstance(each, str) else each(self.game)
            for each in setting.computers
        ]
        self.explainer = next((each for each in self.players if isinstance(each, Explainer)), None)
        """The computer that explains calls, if one can."""
        self.chance = Random(setting.seed if setting.seed is not None else secrets.token_bytes(16))
        self.sorted = next(iter(self.game.sorts), "rank")
        self.tally = Tally(self.game.name)
        self.seeds: list[bytes] = []
        self.wish: Literal["new", "again"] | None = None
        """The deal that the person wants next: new cards, or the same again."""
        self.automatic = False
        """Does the computer play on for the person?"""
        self.ended = False
        """Is the deal on the table over, and its score added?"""
        self.prints = False
        """Was a watched deal printed in the way that is customary for the game?"""
        self.repeated = False
        """Has the person played these cards before? Then the deal isn't counted."""

    def offered(self) -> tuple[str, ...]:
        game, scene = self.game, self.scene
        return tuple(
            name
            for name, useful in (
                ("hint", True),
                ("auto", True),
                ("meaning", self.explainer is not None),
                ("odds", game.reckons),
                ("undo", game.undoable),
                ("new", game.undoable),
                ("again", game.undoable),
                ("sort", scene is not None and bool(scene.hand) and len(self.game.sorts) > 1),
                ("list", True),
                ("log", True),
                ("score", game.seats > 1),
                ("fair", True),
                ("statistics", True),
                ("replay", True),
                ("save", True),
                ("rules", bool(self.setting.listing.rules)),
                ("lesson", bool(self.setting.listing.lesson)),
                ("colours", True),
                ("quit", True),
            )
            if useful
        )

    async def play(self) -> None:
        """Play deal after deal until the match is over or the person quits."""
        try:
            while not self.enough():
                await self.one_deal()
                self.save(self.setting.record)
                if not (self.enough() or self.setting.watch or self.wish):
                    await self.between()
            if self.screen.live:
                await self.screen.line(self.words("enter_goes_on"))
        except Stop:
            self.save(self.setting.record)

    def enough(self) -> bool:
        """Is the match over, or has it had the wanted number of deals?"""
        most = 1 if self.prints else WATCHED if self.setting.watch else None
        return self.match.final or self.match.deals == (self.setting.deals or most)

    # --- one deal

    def seed(self) -> bytes:
        """The seed of the next deal: a new one, unless the same cards are wanted."""
        if self.wish != "again" or not self.seeds:
            known = self.setting.seed
            self.seeds.append(secrets.token_bytes(32) if known is None else seed_of(known, len(self.seeds)))
        return self.seeds[-1]

    async def one_deal(self) -> None:
        seed, same = self.seed(), self.wish == "again"
        self.wish, self.automatic, self.ended, self.repeated = None, False, False, same
        laid = self.setting.laid if len(self.seeds) == 1 else {}
        table = self.match.deal(seed, players=self.names, laid=laid)
        if self.setting.watch and not self.screen.live and self.print_out(table):
            return
        self.screen.fresh()
        self.refresh(table)
        if same:
            self.note("same_cards")
        elif laid:
            self.note("laid_out")
        else:
            self.note("commitment", hash=commitment(seed)[:SHORT])
        self.opened()
        self.show(asked=self.setting.watch)
        while turn := table.turn:
            waiting = [seat for seat in turn if seat != self.me]
            if waiting:
                await self.computer(table, waiting[0])
            elif self.automatic:
                await self.play_on(table)
            else:
                await self.person(table)
            if self.left():
                break
        if not table.over:
            self.match.give_up()
            self.count((0.0,) * self.game.seats)
            return
        self.match.end()
        self.ended = True
        self.count(table.score)
        self.refresh(table)
        self.screen.fresh()
        self.show(asked=True)
        if not laid:
            self.note("revealed", seed=seed.hex()[:SHORT])
        if self.match.final:
            self.note("match_over", style="bold")

    def print_out(self, table: Table[Any]) -> bool:
        """Play a watched deal to its end and print it as the game does; False if it has no printing of its own."""
        first = table.state
        if self.game.printed(first, ()) is None:
            return False
        while turn := table.turn:
            self.let_act(table, turn[0])
        self.match.end()
        self.ended = self.prints = True
        printed = self.game.printed(first, table.moves) or ""
        self.screen.console.print(Text(printed if self.match.deals == 1 else f"\n{printed}"), soft_wrap=True)
        return True

    def left(self) -> bool:
        """Does the person want another deal than this one?"""
        return self.wish is not None

    def count(self, scores: tuple[float, ...] | None) -> None:
        """Count a deal that has ended or was given up in the person's statistics, unless it was a repeated one."""
        mine = 0 if self.game.seats == 1 else self.me
        if mine is not None and scores is not None and not self.repeated:
            self.tally = self.tally.add(scores[mine], won=mine in self.game.winners(scores))

    async def computer(self, table: Table[Any], seat: Seat) -> None:
        """One action of a computer, at a pace that can be followed."""
        self.show()
        await asyncio.sleep(self.setting.pace)
        self.let_act(table, seat)
        self.after(table)

    def let_act(self, table: Table[Any], seat: Seat) -> None:
        """One action of a seat's computer; PlayerError names it if the action isn't legal."""
        action = self.players[seat].choose(table.view_for(seat, self.players[seat]), self.chance)
        try:
            table.act(seat, action)
        except Illegal as error:
            raise PlayerError(f"{self.setting.computers[seat]} chose what it may not: {error}") from error

    async def play_on(self, table: Table[Any]) -> None:
        """One action of the computer in the person's stead, unless a key is pressed."""
        self.show()
        if await self.pressed():
            self.automatic = False
            self.screen.fresh()
            self.note("auto_off")
        elif self.me is not None:
            self.let_act(table, self.me)
            self.after(table)

    async def pressed(self) -> bool:
        """Does somebody press a key while the computer takes its time?"""
        try:
            await asyncio.wait_for(self.screen.pressed(), max(self.setting.pace, KEY))
        except TimeoutError:
            return False
        return True

    async def person(self, table: Table[Any]) -> None:
        """Ask for lines until one is an action, or wants another deal."""
        self.listed = False
        self.show(asked=True)
        self.told_how()
        while True:
            typed = await self.screen.line(self.ask())
            if typed is None:
                self.note("ended")
                raise Stop
            self.screen.fresh()
            match self.understand(typed):
                case LegalAction(action):
                    table.act(table.turn[0], action)
                    self.after(table)
                    return
                case IllegalCards(chosen):
                    self.explain(self.game.explain(self.scene_now.view, chosen))
                case IllegalAction(action):
                    self.explain(self.game.refuse(self.scene_now.view, action))
                case Invalid() as wrong:
                    self.wrong(wrong)
                case Command() as command:
                    step = table.step
                    await self.command(command)
                    if self.wish or self.automatic or table.step != step:
                        return
                case ChatText():
                    self.note("why.chat_alone")
                case EmptyLine():
                    self.nothing_typed()
            self.show()

    async def between(self) -> None:
        """The deal is over: Enter deals again."""
        while True:
            typed = await self.screen.line(self.words("next_deal_alone" if self.game.undoable else "next_deal"))
            if typed is None:
                raise Stop
            if not typed.strip():
                return
            self.screen.fresh()
            match self.understand(typed):
                case Command(name="undo"):
                    self.note("why.undo_over", style="")
                case Command() as command:
                    await self.command(command)
                    if self.wish:
                        return
                case Invalid() as wrong:
                    self.wrong(wrong)
                case _:
                    self.note("next_deal")

    # --- commands

    async def command(self, command: Command) -> None:
        if self.useless(command):
            return
        match command.name:
            case "hint":
                self.hint()
            case "auto" if self.ended:
                self.note("why.no_hint")
            case "auto":
                self.automatic = True
                self.note("auto_on" if self.screen.people else "auto_on_pipe")
            case "new" | "again" as wish:
                self.wish = wish
            case "undo":
                self.undo()
            case "odds":
                await self.reckon()
            case "sort":
                self.sort(command.rest)
            case "rules":
                await self.rules(self.setting.listing.rules.get)
            case "lesson":
                await self.teach()
            case "replay":
                await self.step_through()
            case "statistics":
                titles = {self.game.name: self.words.title(self.game.name)}
                await self.page(tallies([self.tally], self.words, titles))
            case "save":
                self.save(Path(command.rest or f"{self.game.name}.json"), said=True)
            case _:
                await self.common(command)

    def sort(self, rest: str) -> None:
        """Sort the hand in another order."""
        how = self.order(rest, self.sorted, self.game.sorts)
        if how is not None and self.match.table is not None:
            self.sorted = how
            self.refresh(self.match.table)
            self.note("sorted", how=self.words(f"sort_{how}"))
            if not self.screen.live:
                self.screen.tell(self.paint.hand(self.scene_now.hand))

    def hint(self) -> None:
        """Show what a computer would do."""
        view = self.scene_now.view
        if not self.scene_now.mine or self.me is None:
            self.note("why.no_hint")
            return
        action = self.players[self.me].choose(view, self.chance)
        self.note("hint", style="", what=self.named(action))

    async def ask_meaning(self, line: int) -> None:
        if self.explainer is not None:
            self.meant(line, await asyncio.to_thread(self.explainer.meaning, self.scene_now.view, line))

    def undo(self) -> None:
        """Take the last action back."""
        table = self.match.table
        if table is None or not table.moves:
            self.note("why.nothing_done", style="")
            return
        table.undo()
        self.refresh(table)
        self.note("undone")
        self.show(asked=True)

    async def reckon(self) -> None:
        """Show the exact odds. A count may take seconds, and is then announced."""
        counting = asyncio.create_task(asyncio.to_thread(self.game.odds, self.scene_now.view))
        if not (await asyncio.wait({counting}, timeout=SOON))[0]:
            self.note("counting")
        found = await counting
        self.screen.fresh()
        self.odds(found)

    async def step_through(self) -> None:
        """Step through the last finished deal, every hand open."""
        record = self.match.record()
        if not record.deals:
            self.note("why.nothing_finished")
            return
        try:
            steps = Replay(record, self.words, self.paint)
            steps.go(len(record.deals))
            await steps.step(self.screen)
        finally:
            self.words.names = self.names
        self.screen.fresh()
        self.show(asked=True)

    async def teach(self) -> None:
        """Give the first lesson; the table waits."""
        listing = self.setting.listing
        lesson = Lesson.of(listing, self.screen, self.words.language, self.paint, self.setting.pace)
        await lesson.run()
        self.screen.fresh()
        self.show(asked=True)

    def save(self, file: Path | None, *, said: bool = False) -> None:
        """Write the record of the finished deals, if a file is named. ``said``: even an empty one."""
        if file is None or not (self.match.deals or said):
            return
        try:
            file.write_text(self.match.record().to_json() + "\n", encoding="utf-8")
        except OSError as error:
            self.note("cannot_save", style="", file=file, why=error.strerror or error)
            return
        self.note("saved", file=file)

    def promise(self) -> tuple[str | None, str | None]:
        table = self.match.table
        if table is None or (self.setting.laid and len(self.seeds) == 1):
            return None, None
        return commitment(table.seed), table.seed.hex() if self.ended else None

    # --- the scene

    @property
    def scene_now(self) -> Scene:
        if self.scene is None:
            raise ValueError("nothing is dealt yet")
        return self.scene

    def after(self, table: Table[Any]) -> None:
        """Update the scene after an action, and show it."""
        before = self.scene_now.opening
        self.refresh(table)
        self.moved(self.scene_now.log[-1])
        if before is None:
            self.opened()
        self.show()

    def refresh(self, table: Table[Any]) -> None:
        """Make the scene anew from the table."""
        seen = OPEN if self.me is None else self.me
        view = table.view(seen)
        scores, outcome = table.score, None
        if self.ended and scores is not None:
            match = self.match
            outcome = outcome_of(
                self.game, scores, match.totals, balances=match.balances, final=match.final, state=table.state
            )
        at_stake = any(self.match.balances)
        self.scene = Scene(
            view=view,
            places=[
                Place(seat, name, self.match.totals[seat], self.match.balances[seat] if at_stake else None)
                for seat, name in enumerate(self.names)
            ],
            title=self.words.title(self.game.name),
            describe=self.game.describe,
            me=self.me,
            hand=self.hand(view),
            deal=self.match.deals + (0 if self.ended else 1),
            log=[self.line(each) for each in view.log],
            outcome=outcome,
            low=self.game.low,
            header=self.setting.header,
            tally=self.tally if self.game.seats == 1 else None,
            every=self.game.boxes,
            vocabulary=self.game.vocabulary,
            partnerships=self.game.partnerships,
            explained=self.explainer is not None,
            opening=None if table.opening is None else table.opening.say,
            began=table.began,
        )

    def hand(self, view: View) -> Sequence[int]:
        """One's own cards, as they are sorted now."""
        return self.game.arrange(view, self.sorted) if self.me is not None else ()

    def line(self, move: Move) -> Line:
        """A line of the log."""
        return line_of_move(self.game, move)
