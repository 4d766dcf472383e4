"""A match in this very process: one person (or nobody, to watch) against computers."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from dealt import players as _players
from dealt.game import OPEN, Action, Game, Listing, Move, Player, Seat, View
from dealt.table import Match, Table, commitment, seed_of
from dealt.tui.draw import outcome_of
from dealt.tui.face import Face, Stop
from dealt.tui.paint import Paint
from dealt.tui.read import Act, Command, Nothing, Talk, Unfit, Wrong
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.terminal import Screen
from dealt.tui.words import Words

__all__ = ["Local", "Setting", "named"]


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
        self.chance = Random(setting.seed if setting.seed is not None else secrets.token_bytes(16))
        self.sorted = next(iter(self.game.sorts), "rank")
        self.extra = ("save",)

    async def play(self) -> None:
        """Deal after deal, until the match is over."""
        try:
            while not self.enough():
                await self.one_deal()
                self.save(self.setting.record)
                if not (self.enough() or self.setting.watch):
                    await self.between()
            if self.screen.live:
                await self.screen.line(self.words("enter_goes_on"))
        except Stop:
            self.save(self.setting.record)

    def enough(self) -> bool:
        """Is the match over, or were there as many deals as wished?"""
        return self.match.final or self.match.deals == self.setting.deals

    # --- one deal

    def seed(self) -> bytes:
        """The seed of the next deal."""
        if self.setting.seed is None:
            return secrets.token_bytes(32)
        return seed_of(self.setting.seed, self.match.deals)

    async def one_deal(self) -> None:
        seed = self.seed()
        table = self.match.deal(seed, players=self.names)
        self.screen.fresh()
        self.refresh(table)
        self.note("commitment", hash=commitment(seed))
        self.show(asked=self.setting.watch)
        while turn := table.turn:
            waiting = [seat for seat in turn if seat != self.me]
            if waiting:
                await self.computer(table, waiting[0])
            else:
                await self.person(table)
        self.match.end()
        self.refresh(table)
        self.screen.fresh()
        self.show(asked=True)
        self.note("revealed", seed=seed.hex())
        if self.match.final:
            self.note("match_over", style="bold")

    async def computer(self, table: Table[Any], seat: Seat) -> None:
        """One action of a computer, at a pace that can be followed."""
        self.show()
        await asyncio.sleep(self.setting.pace)
        action = self.players[seat].choose(table.view(seat, log=False), self.chance)
        table.act(seat, action)
        self.after(table)

    async def person(self, table: Table[Any]) -> None:
        """Ask until there is an action."""
        self.listed = False
        self.show(asked=True)
        if not self.scene_now.numbered:
            self.note("choices", n=len(self.scene_now.view.legal))
        while True:
            can_pass = any(not each.cards for each in self.scene_now.view.legal)
            typed = await self.screen.line(self.words("turn_pass" if can_pass else "turn"))
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
                    await self.command(command)
                case Talk():
                    self.note("why.chat_alone")
                case Nothing():
                    self.note("why.no_pass", style="")
            self.show()

    async def between(self) -> None:
        """The deal is over: Enter deals again."""
        while True:
            typed = await self.screen.line(self.words("next_deal"))
            if typed is None:
                raise Stop
            if not typed.strip():
                return
            self.screen.fresh()
            match self.understand(typed):
                case Command() as command:
                    await self.command(command)
                case Wrong() as wrong:
                    self.wrong(wrong)
                case _:
                    self.note("next_deal")

    # --- commands

    async def command(self, command: Command) -> None:
        match command.name:
            case "hint":
                self.hint()
            case "sort":
                how = self.order(command.rest, self.sorted, self.game.sorts)
                if how is not None and self.match.table is not None:
                    self.sorted = how
                    self.refresh(self.match.table)
                    self.note("sorted", how=self.words(f"sort_{how}"))
                    if not self.screen.live:
                        self.screen.tell(self.paint.hand(self.scene_now.hand))
            case "rules":
                await self.rules(self.setting.listing.rules.get)
            case "save":
                self.save(Path(command.rest or f"{self.game.name}.json"), said=True)
            case _ if await self.common(command):
                pass
            case other:
                self.note("why.unknown", typed=other)

    def hint(self) -> None:
        """What a computer would do here."""
        view = self.scene_now.view
        if not self.scene_now.mine or self.me is None:
            self.note("why.no_hint")
            return
        action = self.players[self.me].choose(view, self.chance)
        self.note("hint", style="", what=self.named(action))

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
        self.refresh(table)
        self.moved(self.scene_now.log[-1])
        self.show()

    def refresh(self, table: Table[Any]) -> None:
        """Look at the table again."""
        seen = OPEN if self.me is None else self.me
        view = table.view(seen)
        over = table.over and self.match.deals > 0 and table.score is not None
        scores = table.score
        settled = self.game.settle(scores) if scores is not None else None
        outcome = None
        if over and scores is not None:
            balances = self.match.balances if settled is not None else None
            outcome = outcome_of(
                scores, self.match.totals, self.game.low, settled=settled, balances=balances, final=self.match.final
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
            deal=self.match.deals + (0 if over else 1),
            log=[self.line(each) for each in view.log],
            outcome=outcome,
            low=self.game.low,
            header=self.setting.header,
        )

    def hand(self, view: View) -> Sequence[int]:
        """One's own cards, as they are sorted now."""
        return self.game.arrange(view, self.sorted) if self.me is not None else ()

    def line(self, move: Move) -> Line:
        """A line of the log."""
        shown: Action = move.action
        cards = self.game.order.sort(one for one in range(54) if shown.cards >> one & 1)
        return Line(move.seat, self.game.describe(shown), cards, move.hidden)
