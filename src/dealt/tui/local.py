"""A match in this very process: one person (or nobody, to watch) against computers."""

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
from dealt.game import OPEN, Explains, Game, Listing, Move, Player, Seat, View
from dealt.table import Match, Table, commitment, seed_of
from dealt.tui.draw import outcome_of
from dealt.tui.face import Face, Stop
from dealt.tui.lesson import Lesson, line_of_move
from dealt.tui.paint import Paint
from dealt.tui.read import Act, Command, Nothing, Talk, Unfit, Wrong
from dealt.tui.replay import Replay
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.tally import Tally, tallies
from dealt.tui.terminal import Screen
from dealt.tui.words import Words

__all__ = ["Local", "Setting", "named"]

SOON: Final = 0.3
"""Whatever takes more seconds than this is announced."""
KEY: Final = 0.01
"""So many seconds a key is waited for at least, however quick the computer is."""

WATCHED: Final = 10
"""So many deals are watched at most, unless somebody says how many: a match may take thousands."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played and how. ``seed`` makes all deals repeatable; without it they come from the system's chance."""

    game: Game[Any]
    listing: Listing
    computers: Sequence[str]
    """One a seat; where a person sits it is the one that gives hints."""
    watch: bool = False
    seed: str | None = None
    deals: int | None = None
    pace: float = 0.0
    """Seconds that a computer takes."""
    record: Path | None = None
    header: Sequence[str] = field(default=())
    laid: Mapping[str, str] = field(default_factory=dict)
    """The piles of the first deal, where it is laid out by hand (:func:`dealt.laid.lay`)."""


def named(computers: Sequence[str], me: Seat | None, person: str) -> tuple[str, ...]:
    """A name a seat, all different.

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
    """Plays a match to its end, or until the person has enough."""

    def __init__(self, setting: Setting, screen: Screen, words: Words, paint: Paint) -> None:
        super().__init__(screen, words, paint)
        self.setting = setting
        self.game = setting.game
        self.me: Seat | None = None if setting.watch else 0
        self.names = named(setting.computers, self.me, words("you"))
        self.words.names = self.names
        self.match: Match[Any] = Match(self.game)
        self.players: list[Player] = [_players.computer(each, self.game) for each in setting.computers]
        self.explainer = next((each for each in self.players if isinstance(each, Explains)), None)
        """The computer that is asked what calls mean."""
        self.chance = Random(setting.seed if setting.seed is not None else secrets.token_bytes(16))
        self.sorted = next(iter(self.game.sorts), "rank")
        self.tally = Tally(self.game.name)
        self.seeds: list[bytes] = []
        self.wish: Literal["new", "again"] | None = None
        """What the person wants instead of the deal under way, or after one that is over."""
        self.automatic = False
        """Does the computer play on for the person?"""
        self.ended = False
        """Is the deal on the table over and counted?"""
        self.prints = False
        """Does the game have a printing of its own, and is that all that is wanted?"""
        self.repeated = False
        """Has this deal been on the table before?"""

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
                ("sort", scene is not None and bool(scene.hand)),
                ("list", True),
                ("log", True),
                ("score", game.seats > 1),
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
        """Deal after deal, until the match is over."""
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
        """Is the match over, or were there as many deals as wished?"""
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
            self.note("commitment", hash=commitment(seed))
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
            self.note("revealed", seed=seed.hex())
        if self.match.final:
            self.note("match_over", style="bold")

    def print_out(self, table: Table[Any]) -> bool:
        """Play a watched deal to its end and print it as the game does; False if it has no printing of its own."""
        first = table.state
        if self.game.printed(first, ()) is None:
            return False
        while turn := table.turn:
            table.act(turn[0], self.players[turn[0]].choose(table.view(turn[0], log=False), self.chance))
        self.match.end()
        self.ended = self.prints = True
        printed = self.game.printed(first, table.moves) or ""
        self.screen.console.print(Text(printed if self.match.deals == 1 else f"\n{printed}"), soft_wrap=True)
        return True

    def left(self) -> bool:
        """Does the person want another deal than this one?"""
        return self.wish is not None

    def count(self, scores: tuple[float, ...] | None) -> None:
        """The deal has ended or is given up: it counts for the person, unless its cards had been dealt before."""
        mine = 0 if self.game.seats == 1 else self.me
        if mine is not None and scores is not None and not self.repeated:
            self.tally = self.tally.add(scores[mine], won=mine in self.game.winners(scores))

    async def computer(self, table: Table[Any], seat: Seat) -> None:
        """One action of a computer, at a pace that can be followed."""
        self.show()
        await asyncio.sleep(self.setting.pace)
        action = self.players[seat].choose(table.view(seat, log=False), self.chance)
        table.act(seat, action)
        self.after(table)

    async def play_on(self, table: Table[Any]) -> None:
        """One action of the computer in the person's stead, unless a key is pressed."""
        self.show()
        if await self.pressed():
            self.automatic = False
            self.screen.fresh()
            self.note("auto_off")
        elif self.me is not None:
            table.act(self.me, self.players[self.me].choose(table.view(self.me, log=False), self.chance))
            self.after(table)

    async def pressed(self) -> bool:
        """Does somebody press a key while the computer takes its time?"""
        try:
            await asyncio.wait_for(self.screen.pressed(), max(self.setting.pace, KEY))
        except TimeoutError:
            return False
        return True

    async def person(self, table: Table[Any]) -> None:
        """Ask until there is an action, or something else is wanted."""
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
                case Act(action):
                    table.act(table.turn[0], action)
                    self.after(table)
                    return
                case Unfit(chosen):
                    self.explain(self.game.explain(self.scene_now.view, chosen))
                case Wrong() as wrong:
                    self.wrong(wrong)
                case Command() as command:
                    step = table.step
                    await self.command(command)
                    if self.wish or self.automatic or table.step != step:
                        return
                case Talk():
                    self.note("why.chat_alone")
                case Nothing():
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
                case Wrong() as wrong:
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
        """The hand in another order."""
        how = self.order(rest, self.sorted, self.game.sorts)
        if how is not None and self.match.table is not None:
            self.sorted = how
            self.refresh(self.match.table)
            self.note("sorted", how=self.words(f"sort_{how}"))
            if not self.screen.live:
                self.screen.tell(self.paint.hand(self.scene_now.hand))

    def hint(self) -> None:
        """What a computer would do here."""
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
        """What is known exactly. The first count of a game may take seconds, so it says that it counts."""
        counting = asyncio.create_task(asyncio.to_thread(self.game.odds, self.scene_now.view))
        if not (await asyncio.wait({counting}, timeout=SOON))[0]:
            self.note("counting")
        found = await counting
        self.screen.fresh()
        self.odds(found)

    async def step_through(self) -> None:
        """The last finished deal again, every hand open."""
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
        """The first lesson; the table waits."""
        listing = self.setting.listing
        lesson = Lesson.of(listing, self.screen, self.words.language, self.paint, self.setting.pace)
        await lesson.run()
        self.screen.fresh()
        self.show(asked=True)

    def save(self, file: Path | None, *, said: bool = False) -> None:
        """Keep the record of the finished deals, if there is one and somebody wants it."""
        if file is None or not (self.match.deals or said):
            return
        try:
            file.write_text(self.match.record().to_json() + "\n", encoding="utf-8")
        except OSError as error:
            self.note("cannot_save", style="", file=file, why=error.strerror or error)
            return
        self.note("saved", file=file)

    # --- the scene

    @property
    def scene_now(self) -> Scene:
        if self.scene is None:
            raise ValueError("nothing is dealt yet")
        return self.scene

    def after(self, table: Table[Any]) -> None:
        """Somebody has acted."""
        before = self.scene_now.opening
        self.refresh(table)
        self.moved(self.scene_now.log[-1])
        if before is None:
            self.opened()
        self.show()

    def refresh(self, table: Table[Any]) -> None:
        """Look at the table again."""
        seen = OPEN if self.me is None else self.me
        view = table.view(seen)
        scores, outcome = table.score, None
        if self.ended and scores is not None:
            match = self.match
            outcome = outcome_of(self.game, scores, match.totals, balances=match.balances, final=match.final)
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
