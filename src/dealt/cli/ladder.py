"""The ladder on the command line: a progress bar, then a table of computers and one of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from dealt import players as computers
from dealt.arena import ArenaError, Ladder, MoveTimes, Step, climb, move_times, steps
from dealt.arena.plot import draw
from dealt.cli.arena import How, error_in_words, named, pairs_table, progress_bar, unwritable, writable, write
from dealt.cli.errors import CommandError
from dealt.cli.show import console, spoken
from dealt.game import LEVELS, Game, Listing
from dealt.tui.lobby import differing
from dealt.tui.words import Words, option_in_words

__all__ = ["compare", "levels"]

BEGIN, END = "<!-- levels: rows of `dealt ladder GAME --levels --table FILE` -->", "<!-- end of levels -->"


def compare(
    listing: Listing,
    game: Game[Any],
    names: Sequence[str],
    how: How,
    json: Path | None,
    plot: Path | None,
    lang: str | None,
) -> None:
    """Let all meet, then print the ladder, or write it as JSON or as a picture."""
    words = Words(spoken(lang), listing.texts)
    names = names or computers.names(listing, game)
    for file in (json, plot):
        if file is not None and str(file) != "-":
            writable(file)
    try:
        with progress_bar() as progress:
            bar = progress.add_task("", total=None)

            def advance(count: int, total: int) -> None:
                progress.update(bar, advance=count, total=total)
                progress.refresh()

            found = climb(game, named(names), **how.asked(), progress=advance)
        header = " · ".join(
            [words.title(listing.name)]
            + [
                option_in_words(each, words)
                for each in differing(game.options, listing.make().among_computers().options)
            ]
        )
        if json is not None:
            write(json, found.to_json() + "\n")
        if plot is not None:
            draw(found, header, words("ladder.gain"), plot)
        if json is not None and str(json) == "-":
            return
        listed = [each.player for each in found.rungs]
        times = {name: move_times(game, name, seed=how.seed) for name in listed if name in computers.REGISTERED}
    except (ValueError, ArenaError, ImportError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise unwritable(how.kept or plot, error) from None
    _show(found, header, times, words)


def _show(found: Ladder, header: str, times: dict[str, MoveTimes], words: Words) -> None:
    out = console()
    out.print(Text.assemble((header, "bold"), " · ", (words("arena.seed", seed=found.seed), "dim")))
    counts = {"deals": f"{found.deals:,}", "plays": f"{found.plays:,}"}
    out.print(Text(words("ladder.counted", **counts), style="dim"))
    out.print()
    table = Table(box=None, padding=(0, 3, 0, 0), show_edge=False)
    table.add_column(words("arena.player"))
    for heading in ("ladder.gain", "arena.error", "ladder.rating", "ladder.time"):
        table.add_column(words(heading), justify="right")
    for n, each in enumerate(found.rungs):
        took = times.get(each.player)
        table.add_row(
            Text(each.player, "bold" if n == 0 else ""),
            f"{each.gain:+.3f}",
            error_in_words(each.error),
            f"{each.rating:.1f} ± {each.uncertainty:.1f}",
            "" if took is None else f"{took.median:.1f} / {took.most:.1f}",
        )
    out.print(table)
    out.print()
    out.print(pairs_table(found.pairs, words))


# --- levels -----------------------------------------------------------------------------------------------------------


def levels(listing: Listing, game: Game[Any], how: How, table: Path | None, lang: str | None) -> None:
    """Measure each level against the one below it, print what was found, and renew the game's rows of a table."""
    words = Words(spoken(lang), listing.texts)
    if game.seats == 1:
        raise CommandError(f"{listing.name} is for one: every level is its best computer there")
    if table is not None:
        _rows(table)
    try:
        with progress_bar() as progress:
            bar = progress.add_task("", total=None)

            def advance(count: int) -> None:
                progress.update(bar, advance=count)
                progress.refresh()

            asked = {key: value for key, value in how.asked().items() if key != "until_error"}
            found = steps(game, LEVELS, **asked, progress=advance)
    except (ValueError, ArenaError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise unwritable(how.kept, error) from None
    given = differing(game.options, listing.make().among_computers().options)
    header = [words.title(listing.name), *(option_in_words(each, words) for each in given)]
    _show_levels(found, " · ".join(header), words)
    if table is not None:
        plainly = Words("en", listing.texts)
        named = ", ".join([plainly.title(listing.name)] + [option_in_words(each, plainly) for each in given])
        _renew(table, named, found)


def _show_levels(found: Sequence[Step], header: str, words: Words) -> None:
    out = console()
    out.print(Text(header, "bold"))
    out.print()
    table = Table(box=None, padding=(0, 3, 0, 0), show_edge=False)
    table.add_column(words("ladder.level"))
    for heading in ("ladder.above", "arena.error", "arena.errors", "ladder.deals", "ladder.time"):
        table.add_column(words(heading), justify="right")
    for each in reversed(found):
        errors = each.pair.errors if each.pair is not None else None
        table.add_row(
            Text(each.player),
            "" if each.pair is None else f"{each.pair.difference:+.3f}",
            "" if each.pair is None else error_in_words(each.pair.error),
            "" if errors is None else f"{errors:+.1f}",
            f"{each.deals:,}" if each.deals else "",
            f"{each.times.median:.1f} / {each.times.most:.1f}",
        )
    out.print(table)


def _rows(file: Path) -> tuple[str, list[str], str]:
    """What stands before the table's rows in a file, the rows, and what stands after them."""
    try:
        written = file.read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{file} can't be read: {(error.strerror or str(error)).lower()}") from None
    if BEGIN not in written or END not in written:
        raise CommandError(f"{file} has no table of levels: it stands between {BEGIN} and {END}")
    before, _, rest = written.partition(BEGIN)
    rows, _, after = rest.partition(END)
    return before + BEGIN, [each for each in rows.splitlines() if each.strip()], END + after


def _renew(file: Path, named: str, found: Sequence[Step]) -> None:
    before, rows, after = _rows(file)
    new = []
    for each in reversed(found):
        gain = "" if each.pair is None else f"{each.pair.difference:+.2f} ± {each.pair.error or 0:.2f}"
        errors = "" if each.pair is None or each.pair.errors is None else f"{each.pair.errors:.1f}"
        times = f"{each.times.median:.1f} | {each.times.most:.1f}"
        new.append(f"| {named} | {each.player} | {gain} | {errors} | {each.deals or ''} | {times} |")
    places = [n for n, row in enumerate(rows) if row.startswith(f"| {named} |")]
    at = places[0] if places else len(rows)
    rows = [row for n, row in enumerate(rows) if n not in places]
    write(file, "\n".join([before, "", *rows[:at], *new, *rows[at:], "", after]))
