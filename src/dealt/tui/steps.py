"""Stepping through finished deals: the commands, whether a record or a room has the deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from dealt.tui.draw import Artist
from dealt.tui.paint import Paint
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.terminal import Screen
from dealt.tui.wire import describer, line_of, view_of
from dealt.tui.words import Words
from dealt.wire.protocol import Frame, Replay, Result

END: Final = -1
"""The last step of a deal."""


class OtherDeal(Exception):  # noqa: N818 - not an error
    """Another deal has to be fetched first; its number counts from 1."""

    def __init__(self, deal: int, at: int = 0):
        super().__init__(deal, at)
        self.deal = deal
        self.at = at


class Shown:
    """A finished deal at one step: ``deal`` is its number from 1 of ``deals``, ``at`` the number of actions so far."""

    def __init__(self, words: Words, paint: Paint, game: str, *, low: bool) -> None:
        self.words = words
        self.artist = Artist(words, paint)
        self.game = game
        self.low = low
        self.deal, self.deals, self.at = 1, 1, 0
        self.frames: Sequence[Frame] = ()
        self.names: tuple[str, ...] = ()
        self.log: list[Line] = []
        self.contributors: Sequence[str] = ()
        """Who contributed to the deal's seed, a sentence each; empty if nothing is known of it."""
        self.outcome: Result | None = None

    def take(self, sent: Replay, contributors: Sequence[str]) -> None:
        """Show this deal, from its beginning."""
        self.deal, self.deals, self.at = sent.deal + 1, sent.deals, 0
        self.frames, self.names, self.contributors = sent.frames, tuple(sent.names), contributors
        self.log = [line_of(each.move) for each in sent.frames if each.move is not None]
        self.outcome, scores = None, sent.scores
        if scores is not None:
            won = [0] if len(scores) == 1 and scores[0] > 0 else []
            self.outcome = Result(scores, won, totals=[], settled=None, balances=None, best=[], final=False)

    @property
    def steps(self) -> int:
        """How many actions the deal has."""
        return len(self.frames) - 1

    def go(self, deal: int, at: int = 0) -> None:
        """Go to a step of a deal; ValueError if there is none, OtherDeal if that deal has to be fetched first."""
        if not 1 <= deal <= self.deals:
            raise ValueError(self.words("replay.no_deal", n=deal, deals=self.deals))
        if deal != self.deal:
            raise OtherDeal(deal, at)
        at = self.steps if at == END else at
        if not 0 <= at <= self.steps:
            raise ValueError(self.words("replay.no_step", n=at, steps=self.steps))
        self.at = at

    def scene(self) -> Scene:
        """The table after the step."""
        view, says = view_of(self.frames[self.at].view)
        self.words.names = self.names
        return Scene(
            view=view,
            places=self.places(),
            title=self.words.title(self.game),
            describe=describer(says),
            log=self.log[: self.at],
            outcome=self.outcome if self.at == self.steps else None,
            low=self.low,
            header=[self.where()],
        )

    def places(self) -> list[Place]:
        return [Place(seat, name) for seat, name in enumerate(self.names)]

    def where(self) -> str:
        """Deal and step in words."""
        return self.words("replay.at", deal=self.deal, deals=self.deals, step=self.at, steps=self.steps)

    def picture(self) -> RenderableType:
        """The table after the step, and what the step was."""
        said: RenderableType = Text(f"  {self.words('replay.start')}", style="dim")
        scene, line = self.scene(), self.log[self.at - 1] if 0 < self.at <= len(self.log) else None
        if line is not None:
            said = self.artist.line(line, solo=scene.solo)
        parts: list[RenderableType] = [self.artist.picture(scene), Text(), said]
        if line is None:
            parts += [Text(f"  {each}", style="dim") for each in self.contributors]
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
