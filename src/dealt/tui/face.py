"""What local and remote play share: showing the scene, asking for a line, and the commands that change no table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from dealt.cards import pretty, sequence
from dealt.game import Action, Say
from dealt.tui.draw import FEW, Artist, number
from dealt.tui.paint import Paint
from dealt.tui.read import Command, Typed, Wrong, read
from dealt.tui.scene import Line, Scene
from dealt.tui.terminal import Screen
from dealt.tui.words import Words

__all__ = ["Face", "Stop"]


class Stop(Exception):  # noqa: N818 - not an error
    """The person wants to end, or the input has ended."""


class Face:
    """One person's terminal at a table."""

    LOG_LINES = 5

    def __init__(self, screen: Screen, words: Words, paint: Paint) -> None:
        self.screen = screen
        self.words = words
        self.paint = paint
        self.artist = Artist(words, paint)
        self.scene: Scene | None = None
        self.listed = False
        """Did the person ask for all plays, so that all have numbers?"""
        self.extra: tuple[str, ...] = ()
        """Commands of this face beside the common ones."""

    # --- out

    def show(self, *, asked: bool = False) -> None:
        """Draw the table as it is now."""
        if self.scene is not None:
            self.number()
            self.screen.show(self.picture(self.scene), asked=asked)

    def picture(self, scene: Scene) -> RenderableType:
        """The table with as much of the log as the terminal has room for; plain terminals have it above already."""
        picture = self.artist.picture(scene)
        if self.screen.live:
            height = self.screen.console.height
            for lines in range(self.LOG_LINES, 0, -1):
                fuller = self.artist.picture(scene, lines=lines)
                if len(self.screen.console.render_lines(fuller)) <= height - 2:
                    return fuller
        return picture

    def number(self) -> None:
        """Number the legal actions when they are few, or when the person asked for them."""
        scene = self.scene
        if scene is not None:
            legal = scene.view.legal if scene.mine else ()
            scene.numbered = legal if len(legal) <= FEW or self.listed else ()

    def note(self, key: str, *, style: str = "dim", **args: object) -> None:
        """Say one of the terminal's own sentences."""
        self.text(self.words(key, **args), style)

    def text(self, written: str, style: str = "") -> None:
        """Say something, every line of it indented."""
        self.screen.tell(self.paint.text("\n".join(f"  {line}" for line in written.split("\n")), style))

    def moved(self, line: Line) -> None:
        """Somebody has acted: plain terminals print it, a picture holds it already."""
        if not self.screen.live:
            self.screen.tell(self.artist.line(line))

    async def page(self, what: RenderableType) -> None:
        """Something longer: printed, or shown alone until Enter."""
        if not self.screen.live:
            self.screen.tell(what)
            return
        width, height = self.screen.console.size
        with self.screen.console.capture() as capture:
            self.screen.console.print(what, width=min(width, 100))
        lines = capture.get().rstrip("\n").split("\n")
        self.screen.fresh()
        for at in range(0, len(lines), height - 2):
            self.screen.show(Text.from_ansi("\n".join(lines[at : at + height - 2])), asked=True)
            if await self.screen.line(self.words("enter_goes_on")) is None:
                raise Stop
        self.show()

    # --- in

    def understand(self, typed: str) -> Typed:
        """What a line means at the scene."""
        scene = self.scene
        view = scene.view if scene is not None and scene.mine else None
        return read(typed, view, scene.numbered if scene is not None else (), self.words.commands())

    def wrong(self, found: Wrong) -> None:
        """Say why a line was in vain."""
        args: dict[str, object] = dict(found.args)
        if found.key == "not_held":
            args["cards"] = " ".join(pretty(one) for one in sequence(str(args["cards"])))
        if found.key == "unclear":
            some = [self.named(each) for each in found.actions[:4]]
            args["what"] = ", ".join(some) + (" …" if len(found.actions) > 4 else "")
        if found.key == "both":
            args["number"], args["cards"] = self.named(found.actions[0]), ", ".join(map(self.named, found.actions[1:4]))
        self.note(f"why.{found.key}", style="", **args)

    def named(self, action: Action) -> str:
        """An action in words."""
        return self.words.say(self.scene.describe(action)) if self.scene is not None else str(action)

    async def common(self, command: Command) -> bool:
        """Carry out a command that needs no table; False if it is none of those."""
        match command.name:
            case "help":
                await self.page(self.help())
            case "log":
                await self.page(self.artist.log(self.scene.log if self.scene is not None else ()))
            case "score":
                await self.page(self.scores())
            case "list":
                self.listed = True
                self.show(asked=True)
            case "colours":
                self.paint = replace(self.paint, colours=2 if self.paint.colours == 4 else 4)
                self.artist.paint = self.paint
                self.note("colours", n=self.paint.colours)
                self.show(asked=True)
            case "quit":
                raise Stop
            case _:
                return False
        return True

    def order(self, rest: str, now: str, ways: Sequence[str]) -> str | None:
        """The order of the hand that ``sort`` asks for; None, after saying which there are, if it is none."""
        if not rest:
            return ways[(ways.index(now) + 1) % len(ways)] if now in ways else ways[0]
        named = {self.words(f"sort_{each}"): each for each in ways} | {each: each for each in ways}
        if rest not in named:
            self.note("sort_how", ways=", ".join(named))
        return named.get(rest)

    # --- pages

    def help(self) -> RenderableType:
        """What can be typed."""
        words = self.words
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for key in ("cards", "number", "enter", "action", *(("chat",) if "leave" in self.extra else ())):
            grid.add_row(Text(f"  {words(f'help.{key}')}", style="bold"), words(f"help.{key}_text"))
        for key in ("hint", "sort", "list", "log", "score", "rules", "colours", *self.extra, "quit"):
            first = words(f"command.{key}").split()[0]
            grid.add_row(Text(f"  {first}", style="bold"), words(f"about.{key}"))
        return Group(Text(f"  {words('help.title')}", style="bold"), Text(), grid)

    def scores(self) -> RenderableType:
        """The totals."""
        grid = Table.grid(padding=(0, 2))
        for place in self.scene.places if self.scene is not None else ():
            balance = "" if place.balance is None else f"{self.words('balance')} {number(place.balance)}"
            grid.add_row(
                Text(f"  {place.name}"), Text(number(place.total), justify="right"), Text(balance, style="dim")
            )
        low = self.scene is not None and self.scene.low
        return Group(grid, Text(f"  {self.words('low_is_good')}", style="dim")) if low else grid

    async def rules(self, pages: Callable[[str], str | None]) -> None:
        """The rules of the game, in the language in use or in English."""
        written = pages(self.words.language) or pages("en")
        if written is None:
            self.note("remote.no_rules")
        else:
            await self.page(Markdown(written))

    def explain(self, why: Say | None) -> None:
        """Why a selection won't do."""
        self.text(self.words.say(why)) if why is not None else self.note("why.not_now")
