"""The ladder on the command line: a progress bar, then a table of computers and one of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from dealt import players as computers
from dealt.arena import ArenaError, Ladder, MoveTimes, Step, climb, move_times, steps
from dealt.arena.plot import draw
from dealt.cli.arena import asked, error_in_words, header, named, pairs_table
from dealt.cli.errors import CommandError, refusing
from dealt.cli.files import unusable, writable, write
from dealt.cli.options import Cluster, Contest
from dealt.cli.progress import columns, progress_bar
from dealt.cli.show import console, spoken
from dealt.game import LEVELS, Game, Listing
from dealt.tui.words import Words

BEGIN, END = "<!-- levels: rows of `dealt ladder GAME --levels --table FILE` -->", "<!-- end of levels -->"


def compare(
    listing: Listing,
    game: Game[Any],
    names: Sequence[str],
    how: Contest,
    cluster: Cluster,
    plot: Path | None,
    lang: str | None,
) -> None:
    """Let all meet, then print the ladder, or write it as JSON or as a picture."""
    words = Words(spoken(lang), listing.texts)
    names = names or computers.names(listing, game)
    wanted = asked(how, cluster)
    writable(how.json, plot)
    try:
        with refusing(ValueError, ArenaError, ImportError):
            with progress_bar() as advance:
                found = climb(game, named(names), **wanted, progress=advance)
            title = " · ".join(header(listing, game, words))
            if how.json is not None:
                write(how.json, found.to_json() + "\n")
            if plot is not None:
                draw(found, title, words("ladder.gain"), plot)
            if how.json is not None and str(how.json) == "-":
                return
            listed = [each.player for each in found.rungs]
            times = {name: move_times(game, name, seed=how.seed) for name in listed if name in computers.REGISTERED}
    except OSError as error:
        raise unusable(how.keep or plot, error) from None
    _show(found, title, times, words)


def _show(found: Ladder, title: str, times: dict[str, MoveTimes], words: Words) -> None:
    out = console()
    out.print(Text.assemble((title, "bold"), " · ", (words("arena.seed", seed=found.seed), "dim")))
    counts = {"deals": f"{found.deals:,}", "plays": f"{found.plays:,}"}
    out.print(Text(words("ladder.counted", **counts), style="dim"))
    out.print()
    headings = ("arena.player", "ladder.gain", "arena.error", "ladder.rating", "ladder.time")
    table = columns(*map(words, headings))
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


def levels(
    listing: Listing, game: Game[Any], how: Contest, cluster: Cluster, table: Path | None, lang: str | None
) -> None:
    """Measure each level against the one below it, print what was found, and renew the game's rows of a table."""
    words = Words(spoken(lang), listing.texts)
    if game.seats == 1:
        raise CommandError(f"{listing.name} is for one: every level is its best computer there")
    if table is not None:
        _rows(table)
    wanted = asked(how, cluster)
    del wanted["until_error"]
    try:
        with refusing(ValueError, ArenaError), progress_bar() as advance:
            found = steps(game, LEVELS, **wanted, progress=advance)
    except OSError as error:
        raise unusable(how.keep, error) from None
    _show_levels(found, " · ".join(header(listing, game, words)), words)
    if table is not None:
        _renew(table, ", ".join(header(listing, game, Words("en", listing.texts))), found)


def _show_levels(found: Sequence[Step], title: str, words: Words) -> None:
    out = console()
    out.print(Text(title, "bold"))
    out.print()
    headings = ("ladder.level", "ladder.above", "arena.error", "arena.errors", "ladder.deals", "ladder.time")
    table = columns(*map(words, headings))
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
        raise unusable(file, error, "read") from None
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
