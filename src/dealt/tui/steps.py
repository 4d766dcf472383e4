"""Stepping through finished deals: the commands, whether a record or a room has the deals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from dealt.tui.draw import Artist
from dealt.tui.paint import Paint
from dealt.tui.scene import Line, Scene
from dealt.tui.terminal import Screen
from dealt.tui.words import Words

__all__ = ["END", "OtherDeal", "Stepper"]

END: Final = -1
"""The last step of a deal."""


class OtherDeal(Exception):  # noqa: N818 - not an error
    """Another deal has to be fetched first; its number counts from 1."""

    def __init__(self, deal: int, at: int = 0):
        super().__init__(deal, at)
        self.deal = deal
        self.at = at


class Stepper(ABC):
    """A deal at one step: ``deal`` is its number from 1, ``at`` the number of actions so far."""

    deals: int
    """How many deals there are."""

    def __init__(self, words: Words, paint: Paint) -> None:
        self.words = words
        self.artist = Artist(words, paint)
        self.deal = 1
        self.at = 0

    @property
    @abstractmethod
    def steps(self) -> int:
        """How many actions the deal has."""

    @abstractmethod
    def go(self, deal: int, at: int = 0) -> None:
        """Go to a deal and a step of it; ValueError if there is none, OtherDeal if the deal has to be fetched first."""

    @abstractmethod
    def scene(self) -> Scene:
        """The table after the step."""

    @abstractmethod
    def line(self, step: int) -> Line | None:
        """What happened in a step."""

    def contributors(self) -> list[str]:
        """Who contributed to the deal's seed, a sentence each; empty if nothing is known of it."""
        return []

    def where(self) -> str:
        """Deal and step in words."""
        return self.words("replay.at", deal=self.deal, deals=self.deals, step=self.at, steps=self.steps)

    def picture(self) -> RenderableType:
        """The table after the step, and what the step was."""
        said: RenderableType = Text(f"  {self.words('replay.start')}", style="dim")
        scene, line = self.scene(), self.line(self.at) if self.at else None
        if line is not None:
            said = self.artist.line(line, solo=scene.solo)
        parts: list[RenderableType] = [self.artist.picture(scene), Text(), said]
        if line is None:
            parts += [Text(f"  {each}", style="dim") for each in self.contributors()]
        if self.at == self.steps and scene.outcome is None:
            parts.append(Text(f"  {self.words('replay.unfinished')}", style="dim"))
        return Group(*parts)

    async def step(self, screen: Screen) -> None:
        """Ask where to go until the person quits."""
        self.artist.width = max(40, screen.console.width) - 2
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
                if words and self.words.commands().get(words[0]) == "log":
                    screen.tell(self.artist.log(self.scene()))
                    continue
                if not self._walk(words):
                    screen.tell(Text(f"  {self.words('replay.help')}", style="dim"))
                    continue
            except ValueError as error:
                screen.tell(Text(f"  {error}"))
                continue
            screen.show(self.picture(), asked=True)

    def _walk(self, words: list[str]) -> bool:
        """Go to the step that the words name; False if they ask for help. ValueError if there is no such step."""
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
                    self.go(self.deal - 1, END)
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
