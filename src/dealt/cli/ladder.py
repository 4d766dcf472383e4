"""The ladder on the command line: a progress bar, then a table of computers and one of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from dealt import players as computers
from dealt.arena import ArenaError, Ladder, MoveTimes, climb, move_times
from dealt.arena.plot import draw
from dealt.cli.arena import How, error_in_words, named, pairs_table, progress_bar, unwritable, writable, write
from dealt.cli.errors import CommandError
from dealt.cli.show import console, spoken
from dealt.game import Game, Listing
from dealt.tui.lobby import differing
from dealt.tui.words import Words, option_in_words

__all__ = ["compare"]


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
            + [option_in_words(each, words) for each in differing(game.options, listing.make().options)]
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
