"""The arena on the command line: a progress bar, then a table of players and one of pairs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from dealt.arena import ArenaError, Engine, Pair, Result, entrants, run
from dealt.cli.doctor import tell_lacking
from dealt.cli.errors import CommandError
from dealt.cli.show import console
from dealt.game import Game, Listing
from dealt.players import Maker
from dealt.players.from_file import PlayerClass, names_class
from dealt.tui.lobby import differing
from dealt.tui.words import Words, option_in_words

if TYPE_CHECKING:
    from dealt.arena.on_ray import Ray

__all__ = [
    "How",
    "compare",
    "engine",
    "error_in_words",
    "named",
    "pairs_table",
    "progress_bar",
    "unwritable",
    "writable",
    "write",
]


@dataclass(frozen=True)
class How:
    """How many deals are played, where, and where they are kept."""

    deals: int
    seed: str
    jobs: int | None = None
    kept: Path | None = None
    until_error: float | None = None
    engine: Engine | None = None

    def asked(self) -> dict[str, Any]:
        """What :func:`dealt.arena.run` and :func:`dealt.arena.climb` take."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def engine(name: str | None, address: str | None, jobs: int | None) -> Ray | None:
    """The engine of that name; None for the processors of this machine."""
    if name is None:
        if address is not None:
            raise CommandError("--address is where a cluster is: add --engine ray", 2)
        return None
    if name != "ray":
        raise CommandError(f"there is no engine {name}: only ray, or none for this machine", 2)
    from dealt.arena.on_ray import Ray

    return Ray(address, jobs)


def compare(
    listing: Listing,
    game: Game[Any],
    names: Sequence[str],
    how: How,
    json: Path | None,
    lang: str | None,
) -> None:
    """Play the deals and print the result, or write it as JSON."""
    from dealt.cli.show import spoken

    out = console()
    words = Words(spoken(lang), listing.texts)
    try:
        players = named(names)
        entrants(game, players)
        tell_lacking(game, players, words)
        if json is not None and str(json) != "-":
            writable(json)
        with progress_bar() as progress:
            bar = progress.add_task("", total=how.deals)

            def advance(count: int) -> None:
                progress.update(bar, advance=count)
                progress.refresh()

            found = run(game, players, **how.asked(), progress=advance)
    except (ValueError, ArenaError, ImportError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise unwritable(how.kept, error) from None
    if json is not None:
        write(json, found.to_json() + "\n")
        if str(json) == "-":
            return
    header = [
        option_in_words(each, words) for each in differing(game.options, listing.make().among_computers().options)
    ]
    _table(out, found, words, [words.title(listing.name), *header], alone=game.seats == 1)


def named(names: Sequence[str]) -> list[str | Maker]:
    """Computers by name, and those of somebody's own by ``FILE.py:CLASS``; ValueError for a file that has none."""
    return [PlayerClass.read(each) if names_class(each) else each for each in names]


def progress_bar(what: str = "deals", *, remaining: bool = True) -> Progress:
    """A progress bar on standard error, refreshed by hand: rich's own thread would be forked too."""
    out = Console(stderr=True, highlight=False)
    return Progress(
        TextColumn(f"  {what}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeElapsedColumn(),
        *((TextColumn("·"), TimeRemainingColumn()) if remaining else ()),
        console=out,
        disable=not out.is_terminal,
        transient=True,
        auto_refresh=False,
    )


class RateColumn(ProgressColumn):
    """How many a second; nothing until it is known."""

    def render(self, task: Task) -> Text:
        return Text("" if not task.speed else f"{task.speed:,.0f}/s" if task.speed >= 10 else f"{task.speed:.1f}/s")


def unwritable(file: Path | None, error: OSError) -> CommandError:
    """What to say of a file that can't be written."""
    return CommandError(f"{error.filename or file} can't be written: {(error.strerror or str(error)).lower()}")


def writable(file: Path) -> None:
    """CommandError before the deals are played, rather than after them, if the file can't be written."""
    if file.is_dir():
        raise CommandError(f"{file} can't be written: it is a folder")
    write(file, None)


def write(file: Path, written: str | None) -> None:
    """Replace the file's content in one step; with None only try whether a file can be created beside it."""
    if str(file) == "-":
        sys.stdout.write(written or "")
        return
    if file.exists() and not file.is_file():  # a pipe or a device can't be replaced by a file
        if written is not None:
            _straight(file, written)
        return
    beside: Path | None = None
    try:
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=file.parent, prefix=f".{file.name}.", delete=False
        ) as stream:
            beside = Path(stream.name)
            stream.write(written or "")
        if written is not None:
            beside.chmod(file.stat().st_mode if file.exists() else 0o666 & ~_umask())
            beside.replace(file)
    except OSError as error:
        raise unwritable(file, error) from None
    finally:
        if beside is not None:
            beside.unlink(missing_ok=True)


def _straight(file: Path, written: str) -> None:
    try:
        file.write_text(written, encoding="utf-8")
    except OSError as error:
        raise unwritable(file, error) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _table(out: Console, found: Result, words: Words, header: Sequence[str], *, alone: bool) -> None:
    seed = Text(words("arena.seed", seed=found.seed), style="dim")
    out.print(Text(" · ").join([Text(header[0], style="bold"), *map(Text, header[1:]), seed]))
    times = found.plays // found.deals
    how = "arena.deals" if times == 1 else "arena.alone" if alone else "arena.rotated"
    pace = found.plays / found.seconds if found.seconds else 0
    counts = {"deals": f"{found.deals:,}", "times": times, "plays": f"{found.plays:,}"}
    out.print(Text(words(how, **counts, seconds=f"{found.seconds:.1f}", pace=f"{pace:,.0f}"), style="dim"))
    out.print()
    good = words("arena.low" if found.low else "arena.high")
    table = Table(box=None, padding=(0, 3, 0, 0), show_edge=False)
    table.add_column(words("arena.player"))
    for heading in (words("arena.score", good=good), words("arena.error"), words("arena.wins")):
        table.add_column(heading, justify="right")
    for n, each_one in enumerate(found.standings):
        cells = [f"{each_one.score:.3f}", error_in_words(each_one.error)]
        cells.append(f"{100 * each_one.wins / each_one.plays:.1f} %")
        seats = f" x{each_one.entrants}" if each_one.entrants > 1 else ""
        table.add_row(Text.assemble((each_one.player, "bold" if n == 0 else ""), (seats, "dim")), *cells)
    out.print(table)
    if not found.pairs:
        return
    out.print()
    out.print(pairs_table(found.pairs, words))


def pairs_table(compared: Sequence[Pair], words: Words) -> Table:
    """The differences of pairs, with their errors."""
    pairs = Table(box=None, padding=(0, 3, 0, 0), show_edge=False)
    pairs.add_column(words("arena.pair"))
    for heading in (words("arena.difference"), words("arena.error"), words("arena.errors")):
        pairs.add_column(heading, justify="right")
    for pair in compared:
        errors = "" if pair.errors is None else f"{pair.errors:+.1f}"
        pairs.add_row(f"{pair.first} - {pair.second}", f"{pair.difference:+.3f}", error_in_words(pair.error), errors)
    return pairs


def error_in_words(value: float | None) -> str:
    """A standard error, and nothing where there is none."""
    return "" if value is None else f"{value:.3f}"
