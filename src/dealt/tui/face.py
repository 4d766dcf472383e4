"""What local and remote play share: drawing the scene, telling things, and the commands that change no table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rich.console import RenderableType
from rich.markdown import Markdown
from rich.text import Text

from dealt.game import Say
from dealt.tui import asking
from dealt.tui.draw import Artist
from dealt.tui.pages import help_page, scores
from dealt.tui.paint import Paint
from dealt.tui.read import Command
from dealt.tui.scene import Line, Scene
from dealt.tui.terminal import Screen
from dealt.tui.words import Words
from dealt.wire.protocol import Said


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
        """Has the person asked for the list of all plays since the last action? Then all are numbered."""

    def offered(self) -> tuple[str, ...]:
        """The commands that can be used now, in the order of the help."""
        return ("list", "log", "score", "rules", "colours", "quit")

    # --- out

    def show(self, *, asked: bool = False) -> None:
        """Draw the table as it is now."""
        if self.scene is not None:
            asking.number(self.scene, every=self.listed)
            self.artist.width = max(40, self.screen.console.width) - 2
            if asked or self.screen.live:  # scrolling text has a picture only when somebody has to answer
                self.screen.show(self.picture(self.scene), asked=asked)

    def picture(self, scene: Scene) -> RenderableType:
        """The table with as much of the log as fits; in scrolling text the log stands above already."""
        if not self.screen.live:
            return self.artist.picture(scene)
        choices = not (scene.numbered or scene.boxes) or self.fits(self.around(self.artist.picture(scene)))
        for lines in range(self.LOG_LINES, -1, -1):
            picture = self.around(self.artist.picture(scene, lines=lines, choices=choices))
            if self.fits(picture, news=2 if lines else 0):
                break
        return picture

    def fits(self, picture: RenderableType, news: int = 0) -> bool:
        """Does a picture fit into the terminal together with the prompt, and so many lines of news?"""
        console = self.screen.console
        return len(console.render_lines(picture, pad=False)) <= console.height - 2 - news

    def around(self, picture: RenderableType) -> RenderableType:
        """Hook: the picture with further parts, such as a lesson's words."""
        return picture

    async def list_all(self) -> None:
        """Number all legal actions, and show them on pages of their own if they don't fit below the table."""
        self.listed = True
        self.show(asked=True)
        scene = self.scene
        if self.screen.live and scene is not None and scene.numbered and not self.fits(self.artist.picture(scene)):
            await self.page(self.artist.choices(scene))

    def note(self, key: str, *, style: str = "dim", **args: object) -> None:
        """Show a text of the terminal's catalogue."""
        self.text(self.words(key, **args), style)

    def text(self, written: str, style: str = "") -> None:
        """Show a text, every line indented."""
        self.screen.tell(self.paint.text("\n".join(f"  {line}" for line in written.split("\n")), style))

    def moved(self, line: Line) -> None:
        """Somebody has acted: scrolling text gets the line, the redrawn picture shows it by itself."""
        if not self.screen.live:
            self.screen.tell(self.artist.line(line, solo=self.scene is not None and self.scene.solo))

    def opened(self) -> None:
        """The cards are dealt: plain terminals print how, a picture holds it already."""
        if not self.screen.live and self.scene is not None and self.scene.opening is not None:
            self.text(self.words.say(self.scene.opening), "dim")

    def explain(self, why: Say | Said | None) -> None:
        """Show why something isn't possible."""
        self.text(self.words.say(why)) if why is not None else self.note("why.not_now")

    async def page(self, what: RenderableType) -> None:
        """Show something long: printed in scrolling text, else page by page until Enter."""
        if not self.screen.live:
            self.screen.tell(what)
            return
        words = self.words.commands()
        width, height = self.screen.console.size
        with self.screen.console.capture() as capture:
            self.screen.console.print(what, width=min(width, 100))
        lines = capture.get().rstrip("\n").split("\n")
        self.screen.fresh()
        for at in range(0, len(lines), height - 2):
            self.screen.show(Text.from_ansi("\n".join(lines[at : at + height - 2])), asked=True)
            more = at + height - 2 < len(lines)
            typed = await self.screen.line(self.words("enter_more" if more else "enter_goes_on"))
            if typed is None:
                raise Stop
            if words.get(typed.strip().lower()) == "quit" or typed.strip().lower() == "q":
                break
        self.show()

    async def rules(self, pages: Callable[[str], str | None]) -> None:
        """Show the rules of the game, in the language in use or in English."""
        written = pages(self.words.language) or pages("en")
        if written is None:
            self.note("remote.no_rules")
        else:
            await self.page(Markdown(written))

    # --- in

    def useless(self, command: Command) -> bool:
        """Is the command of no use now? Then say why."""
        if command.name in self.offered() or command.name == "help":
            return False
        why = f"why.no_{command.name}"
        first = self.words(f"command.{command.name}").split()[0]
        self.note(why if self.words(why) != why else "why.not_here", style="", typed=first)
        return True

    async def common(self, command: Command) -> None:
        """Carry out a command that changes no table."""
        match command.name:
            case "help":
                await self.page(help_page(self.scene, self.offered(), self.words))
            case "log":
                await self.page(self.artist.log(self.scene))
            case "score":
                await self.page(scores(self.scene, self.words))
            case "list":
                await self.list_all()
            case "colours":
                self.paint = replace(self.paint, colours=2 if self.paint.colours == 4 else 4)
                self.artist.paint = self.paint
                self.note("colours", n=self.paint.colours)
                self.show(asked=True)
            case "quit":
                raise Stop
