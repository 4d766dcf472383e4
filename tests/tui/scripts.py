"""A person who types what a script says, at a table in this very process, and everything that was said."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from rich.console import Console, RenderableType

from dealt.game import Action, View
from dealt.games import GAMES
from dealt.table import Match, Record, Table
from dealt.tui.local import Local, Setting
from dealt.tui.paint import Paint
from dealt.tui.words import Words


class Script:
    """A screen whose person types line after line, or asks a function what to type at a prompt."""

    live = False

    def __init__(self, lines: Sequence[str] | Callable[[str], str | None] = (), *, people: bool = False) -> None:
        self.people = people
        self.out = io.StringIO()
        self.console = Console(file=self.out, width=80, highlight=False, markup=False, emoji=False)
        self.presses = 0
        """The number of key presses still to come when the program polls the keyboard."""
        self._left = iter(lines) if not callable(lines) else None
        self.answer = lines if callable(lines) else None

    @property
    def said(self) -> str:
        return self.out.getvalue()

    def show(self, picture: RenderableType, *, asked: bool) -> None:
        if asked:
            self.console.print(picture)

    def tell(self, news: RenderableType) -> None:
        self.console.print(news)

    def fresh(self) -> None:
        pass

    async def line(self, prompt: str) -> str | None:
        await asyncio.sleep(0)
        typed = self.answer(prompt) if self.answer is not None else next(self._left or iter(()), None)
        self.console.print(f"{prompt} › {typed or ''}")
        return typed

    async def pressed(self) -> None:
        if not self.presses:
            await asyncio.Event().wait()
        self.presses -= 1


def local(name: str, screen: Script, *, lang: str = "en", computer: str = "lowest", **more: Any) -> Local:
    """A match of that game with the person on the screen."""
    listing = GAMES[name]
    game = listing.make(more.pop("preset", None))
    if not more.pop("cuts", True):
        game = game.among_computers()
    setting = Setting(game, listing, [computer] * game.seats, seed="4", **more)
    return Local(setting, screen, Words(lang, listing.texts), Paint(4, paper=False))


def places(view: View, action: Action) -> str:
    """An action by the numbers of its places; where places have names, or there are none, as it is called."""
    slots = [pile for pile in view.piles if pile.lay == "slot"]
    if not slots or any(pile.at is not None for pile in slots):
        return str(action)
    return " ".join(str(n) for n, pile in enumerate(slots, 1) if pile.cards and action.cards >> pile.cards[0] & 1)


def first_things(face: Local) -> Callable[[str], str]:
    """Types the first thing that is possible: as places, or its cards, or its name; or asks for it by its number."""
    turns = count()

    def answer(prompt: str) -> str:
        turn, scene = next(turns), face.scene
        assert scene is not None
        legal = scene.view.legal
        if not legal[0].exact:
            return str(legal[0].first())
        if scene.numbered:
            return "#1"
        if scene.by_place:
            return places(scene.view, legal[0])
        return "list" if len(legal) < 40 and turn % 4 == 0 else str(legal[0])

    return answer


def table_of(match: Match[Any]) -> Table[Any]:
    """The deal on the table."""
    assert match.table is not None
    return match.table


def again(record: Record) -> Record:
    """The record as it is written and read."""
    return Record.from_json(record.to_json())
