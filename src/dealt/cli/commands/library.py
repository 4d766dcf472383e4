"""What there is to play: games, their rules, their computers, what is known exactly, number puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from dealt.cli import complete
from dealt.cli.errors import CommandError
from dealt.cli.flags import WithRules
from dealt.cli.grouped import about_games
from dealt.cli.options import Ascii, GameName, Language, Variant

commands = typer.Typer()


@commands.command("games", short_help="List the games, or the options of one.")
@about_games
def games_(
    game: Annotated[
        list[str] | None, Argument(metavar="GAME", help="Show the options of this game.", autocompletion=complete.games)
    ] = None,
    lang: Language = None,
    ascii_: Ascii = False,
) -> None:
    """List the games with their presets and computers; of a game that is named, every option and what it means."""
    from dealt.cli import games as listing
    from dealt.cli import show

    if game:
        show.details([listing.listed(each) for each in game], lang, plain=ascii_)
    else:
        show.games(lang, plain=ascii_)


@commands.command(short_help="Show the rules of a game.")
@about_games
def rules(game: GameName, lang: Language = None, ascii_: Ascii = False) -> None:
    """Show the rules of a game, page by page on a terminal."""
    from dealt.cli import games as listing
    from dealt.cli import show

    show.rules(listing.listed(game), lang, plain=ascii_)


@commands.command(short_help="List the computers that play a game.")
@about_games
def computers(game: Annotated[str | None, Argument(metavar="GAME", autocompletion=complete.games)] = None) -> None:
    """List the computers that play a game, best first."""
    from dealt.cli import show

    show.computers(game)


@commands.command(cls=WithRules, short_help="Show what is known exactly about a game.")
@about_games
def odds(
    game: GameName,
    variant: Variant = Variant(),
    chart: Annotated[
        Path | None, Option("--chart", metavar="FILE", help="Draw the charts of advice as SVG instead.")
    ] = None,
    ascii_: Ascii = False,
    lang: Language = None,
) -> None:
    """Show what is known exactly about a game before the first card: chances by counting, not by trying.

    Where a game has charts of advice, such as a basic strategy, they follow.
    """
    from dealt.cli import games as listing
    from dealt.cli import odds as exact

    exact.show(*listing.chosen(game, variant), lang, plainly=ascii_, picture=chart)


@commands.command(short_help="Solve a number puzzle.")
def puzzle(
    figure: Annotated[
        str, Argument(metavar="[FIGURE]", help="A known figure, or a file with one of your own.")
    ] = "fathersday",
    given: Annotated[
        str | None, Option("--given", metavar="PLACE=NUMBER ...", help="Numbers that lie there already.")
    ] = None,
    every: Annotated[bool, Option("--all", help="Print every filling, one a line.")] = False,
    methods: Annotated[bool, Option("--methods", help="Time the three methods of the puzzle's page.")] = False,
    ascii_: Ascii = False,
    lang: Language = None,
) -> None:
    """Solve a figure of lines and sums: print it with a filling, and how many fillings there are.

    Known figures are triangle, square3, star, fathersday and square4. A figure of your own is a TOML file: a picture of
    its places, the lines with their sums, and the numbers to lay. The exit status is 1 where there is no filling.
    """
    from dealt.cli import puzzle as puzzles

    if every and methods:
        raise CommandError("--all and --methods print different things: choose one", 2)
    if methods and given is not None:
        raise CommandError("--methods solves the empty figure: leave --given out", 2)
    found, laid = puzzles.find(figure, given)
    if methods:
        status = puzzles.methods(found, lang, plain=ascii_)
    else:
        status = puzzles.everything(found, laid) if every else puzzles.show(found, laid, lang, plain=ascii_)
    raise typer.Exit(status)
