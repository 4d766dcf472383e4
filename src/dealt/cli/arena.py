"""The arena on the command line: a progress bar, then a table of players and one of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from dealt.arena import ArenaError, Pair, Result, entrants, run
from dealt.cli.doctor import tell_lacking
from dealt.cli.errors import CommandError, refusing
from dealt.cli.files import unusable, writable, write
from dealt.cli.options import Cluster, Contest
from dealt.cli.progress import columns, progress_bar
from dealt.cli.show import console, spoken
from dealt.game import Game, Listing
from dealt.players import Maker
from dealt.players.from_file import PlayerClass, names_class
from dealt.tui.lobby import differing
from dealt.tui.words import Words, option_in_words

if TYPE_CHECKING:
    from dealt.arena.on_ray import Ray


def asked(how: Contest, cluster: Cluster) -> dict[str, Any]:
    """What :func:`dealt.arena.run` and :func:`dealt.arena.climb` take."""
    found = {"deals": how.deals, "seed": how.seed, "jobs": how.jobs, "kept": how.keep, "until_error": how.until_error}
    return {**found, "engine": engine(cluster, how.jobs)}


def engine(cluster: Cluster, jobs: int | None) -> Ray | None:
    """The engine that is asked for; None for the processors of this machine."""
    if cluster.engine is None:
        if cluster.address is not None:
            raise CommandError("--address is where a cluster is: add --engine ray", 2)
        return None
    if cluster.engine != "ray":
        raise CommandError(f"there is no engine {cluster.engine}: only ray, or none for this machine", 2)
    from dealt.arena.on_ray import Ray

    return Ray(cluster.address, jobs)


def header(listing: Listing, game: Game[Any], words: Words) -> list[str]:
    """The title of the game and the options that differ from those that computers play by."""
    given = differing(game.options, listing.make().among_computers().options)
    return [words.title(listing.name), *(option_in_words(each, words) for each in given)]


def compare(
    listing: Listing, game: Game[Any], names: Sequence[str], how: Contest, cluster: Cluster, lang: str | None
) -> None:
    """Play the deals and print the result, or write it as JSON."""
    words = Words(spoken(lang), listing.texts)
    wanted = asked(how, cluster)
    try:
        with refusing(ValueError, ArenaError, ImportError):
            players = named(names)
            entrants(game, players)
            tell_lacking(game, players, words)
            writable(how.json)
            with progress_bar(total=how.deals) as advance:
                found = run(game, players, **wanted, progress=advance)
    except OSError as error:
        raise unusable(how.keep, error) from None
    if how.json is not None:
        write(how.json, found.to_json() + "\n")
        if str(how.json) == "-":
            return
    _table(console(), found, words, header(listing, game, words), alone=game.seats == 1)


def named(names: Sequence[str]) -> list[str | Maker]:
    """Computers by name, and those of somebody's own by ``FILE.py:CLASS``; ValueError for a file that has none."""
    return [PlayerClass.read(each) if names_class(each) else each for each in names]


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
    table = columns(words("arena.player"), words("arena.score", good=good), words("arena.error"), words("arena.wins"))
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
    headings = ("arena.pair", "arena.difference", "arena.error", "arena.errors")
    pairs = columns(*map(words, headings))
    for pair in compared:
        errors = "" if pair.errors is None else f"{pair.errors:+.1f}"
        pairs.add_row(f"{pair.first} - {pair.second}", f"{pair.difference:+.3f}", error_in_words(pair.error), errors)
    return pairs


def error_in_words(value: float | None) -> str:
    """A standard error, and nothing where there is none."""
    return "" if value is None else f"{value:.3f}"
