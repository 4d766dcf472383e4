"""The two kinds of output: scrolling text for pipes and plain terminals, and one picture that is redrawn in place."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from typing import IO, Any, Protocol

from rich.console import Console, Group, RenderableType
from rich.text import Text

from dealt.tui.editor import Editor
from dealt.tui.input import Source
from dealt.tui.paint import PLAIN, Paint


class Screen(Protocol):
    """Where the table is drawn and lines are read."""

    console: Console
    live: bool
    """Does a picture replace the one before it? Else it is printed below."""
    people: bool
    """Does a person type? From a pipe, lines are read only when an answer is needed."""

    def show(self, picture: RenderableType, *, asked: bool) -> None:
        """The table as it is now. ``asked``: somebody has to answer, so that plain terminals print it too."""
        ...

    def tell(self, news: RenderableType) -> None:
        """Show news: below the picture until the next line is typed, or printed."""
        ...

    def fresh(self) -> None:
        """Take the news off the screen."""
        ...

    async def line(self, prompt: str) -> str | None:
        """Read the next line; None when the input has ended."""
        ...

    async def pressed(self) -> None:
        """Wait for a key, or for Enter in scrolling text; for ever if no person types."""
        ...


class PlainScreen:
    """A stream that replaces everything that isn't ASCII."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, written: str) -> int:
        return self._stream.write(written.translate(PLAIN).encode("ascii", "replace").decode())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def settings(ascii: bool = False, colours: int = 4, stream: IO[str] | None = None) -> tuple[Console, Paint]:  # noqa: A002
    """A console and its style of cards: ASCII if it is asked for, or if the output can't show suits."""
    out = stream or sys.stdout
    try:
        "♠▮›".encode(getattr(out, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        ascii = True  # noqa: A001
    plain = PlainScreen(out) if ascii else out
    width = None if out.isatty() else shutil.get_terminal_size((80, 24)).columns
    console = Console(file=plain, width=width, highlight=False, markup=False, emoji=False, safe_box=True)  # type: ignore[arg-type]
    paper = not ascii and not console.no_color and console.color_system in ("256", "truecolor")
    return console, Paint(colours, ascii, paper)


class Scroll:
    """Scrolling text: the table whenever an answer is needed, and a line for every action."""

    live = False

    def __init__(self, console: Console, source: Source, *, echo: bool) -> None:
        self.console = console
        self._source = source
        self._echo = echo
        self.people = not echo

    def show(self, picture: RenderableType, *, asked: bool) -> None:
        if asked:
            self.console.print()
            self.console.print(picture)

    def tell(self, news: RenderableType) -> None:
        self.console.print(news)

    def fresh(self) -> None:
        """Nothing to do: what was printed stays."""

    async def line(self, prompt: str) -> str | None:
        self.console.print(Text(f"{prompt} › "), end="")
        self.console.file.flush()
        try:
            typed = await self._source.line()
        except asyncio.CancelledError:
            self.console.print()
            raise
        if typed is None or self._echo:
            self.console.print(Text(typed or ""))
        return typed

    async def pressed(self) -> None:
        if not self.people:
            await asyncio.Event().wait()
        await self._source.line()


class FullScreen:
    """One picture that is redrawn in place, news below it, and the prompt on the last line."""

    live = True
    people = True
    NEWS = 200
    """The number of news that are kept."""

    def __init__(self, console: Console, source: Source) -> None:
        self.console = console
        self._source = source
        self._editor = Editor()
        self._lines: list[str] = []
        self._picture: RenderableType = Text()
        self._painted: tuple[int, list[str]] | None = None
        """The lines of the picture, and for which width: each key that is typed draws them again."""
        self._news: list[RenderableType] = []
        self._prompt = ""
        self._drawn = 0

    def show(self, picture: RenderableType, *, asked: bool) -> None:
        self._picture = picture
        self._painted = None
        self.draw()

    def tell(self, news: RenderableType) -> None:
        self._news = [*self._news, news][-self.NEWS :]
        self.draw()

    def fresh(self) -> None:
        self._news = []

    async def line(self, prompt: str) -> str | None:
        self._prompt = prompt
        while not self._lines:
            self.draw()
            some = await self._source.some()
            self._lines += self._editor.feed(some)
            if self._editor.ended or not some:
                return None
        self._prompt = ""
        return self._lines.pop(0)

    async def pressed(self) -> None:
        await self._source.some()

    def draw(self) -> None:
        """Write all lines over the old ones. If they don't fit, the oldest news are left out."""
        size = shutil.get_terminal_size()
        if self._painted is None or self._painted[0] != size.columns:
            self._painted = size.columns, self._rendered(self._picture, size.columns)
        picture = self._painted[1]
        news = self._rendered(Group(*self._news), size.columns) if self._news else []
        room = size.lines - 1 - len(picture) - (1 if news else 0)
        news = news[-room:] if news and room > 0 else news[-3:]
        lines = ([*picture, "", *news] if news else picture)[-(size.lines - 1) :]
        typed = self._editor.text
        out = self.console.file
        out.write("\x1b[?25l\x1b[H" + "".join(f"{line}\x1b[K\r\n" for line in lines))
        if self._prompt:
            prompt = f" {self._prompt} › "
            shown = self._rendered(Text(prompt, style="bold"), size.columns)
            out.write(f"{shown[-1].rstrip()} {typed}\x1b[K\x1b[J")
            back = Text(typed).cell_len - self._editor.column
            out.write(f"\x1b[{back}D" if back else "")
            out.write("\x1b[?25h")
        else:
            out.write("\x1b[K\x1b[J")
        out.flush()

    def _rendered(self, what: RenderableType, width: int) -> list[str]:
        with self.console.capture() as capture:
            self.console.print(what, width=width)
        return capture.get().rstrip("\n").split("\n")


@contextlib.contextmanager
def opened(console: Console, *, plain: bool = False) -> Iterator[Screen]:
    """The screen that fits standard input and output; the terminal is restored on leaving."""
    source = Source()
    if plain or not (sys.stdin.isatty() and console.is_terminal) or os.environ.get("TERM") in (None, "", "dumb"):
        yield Scroll(console, source, echo=not sys.stdin.isatty())
        return
    try:
        import termios
        import tty
    except ImportError:  # not a system with such terminals
        yield Scroll(console, source, echo=False)
        return
    before = termios.tcgetattr(source.descriptor)
    frame = FullScreen(console, source)
    resized = getattr(signal, "SIGWINCH", None)
    try:
        tty.setcbreak(source.descriptor)
        console.file.write("\x1b[?1049h\x1b[2J")
        if resized is not None:
            asyncio.get_running_loop().add_signal_handler(resized, frame.draw)
        yield frame
    finally:
        if resized is not None:
            asyncio.get_running_loop().remove_signal_handler(resized)
        termios.tcsetattr(source.descriptor, termios.TCSADRAIN, before)
        console.file.write("\x1b[?25h\x1b[?1049l")
        console.file.flush()
