"""Computers against each other, and what a game or computer of one's own needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from dealt.cli import complete
from dealt.cli.errors import CommandError
from dealt.cli.flags import WithRules
from dealt.cli.grouped import about_games
from dealt.cli.options import Cluster, Contest, GameName, Language, Plain, Training, Variant

commands = typer.Typer()


def _players(about: str) -> Any:
    about = f"{about} FILE.py:CLASS is one of your own."
    return Option("--players", metavar="NAME,NAME,...", help=about, autocompletion=complete.computers)


def _names(players: str) -> list[str]:
    return [each.strip() for each in players.split(",") if each.strip()]


@commands.command(cls=WithRules, short_help="Let computers play, and compare them.")
@about_games
def arena(
    game: GameName,
    players: Annotated[
        str, _players("One a seat; a shorter list is repeated. Where one plays alone: as many as you like.")
    ],
    how: Contest = Contest(),
    cluster: Cluster = Cluster(),
    variant: Variant = Variant(),
    lang: Language = None,
) -> None:
    """Let computers play many deals in rotated seats, and compare them.

    Each deal is played once in every rotation of the players, with the same cards, and stands for itself: no scores or
    leads are carried from deal to deal. Standard errors are over deals, so the luck of the cards cancels. Where one
    plays alone, every player plays every deal by itself.
    """
    from dealt.cli import arena as contest
    from dealt.cli import games as listing

    found = listing.chosen_for_computers(game, variant)
    contest.compare(*found, _names(players), how, cluster, lang)


@commands.command(cls=WithRules, short_help="Rank the computers of a game.")
@about_games
def ladder(
    game: GameName,
    players: Annotated[str, _players("Who meets; else all that know the game.")] = "",
    how: Contest = Contest(),
    cluster: Cluster = Cluster(),
    plot: Annotated[Path | None, Option("--plot", metavar="FILE", help="Draw the ladder there as SVG.")] = None,
    levels: Annotated[
        bool, Option("--levels", help="Let each level meet the one below it only, in as many deals as it takes.")
    ] = False,
    table: Annotated[
        Path | None, Option("--table", metavar="FILE", help="With --levels: renew the game's rows there.")
    ] = None,
    variant: Variant = Variant(),
    lang: Language = None,
) -> None:
    """Let every computer meet every other on the same deals, and rank them.

    Each pair takes the seats in turn and plays every deal once in every rotation. Gains and standard errors are over
    deals, ratings are openskill's. How long a computer takes for a move is measured afterwards.

    With --levels beginner, easy, normal, hard and expert are measured, each against the one below. A pair stops as soon
    as it is six standard errors apart, after --deals deals at the latest.
    """
    from dealt.cli import games as listing
    from dealt.cli import ladder as rungs

    found = listing.chosen_for_computers(game, variant)
    if levels:
        if players or how.json or plot or how.until_error is not None:
            raise CommandError("--levels leaves no room for --players, --json, --plot and --until-error", 2)
        rungs.levels(*found, how, cluster, table, lang)
    elif table is not None:
        raise CommandError("--table goes with --levels", 2)
    else:
        rungs.compare(*found, _names(players), how, cluster, plot, lang)


@commands.command(cls=WithRules, short_help="Train a computer for a climbing game.")
@about_games
def train(
    game: GameName, course: Training = Training(), cluster: Cluster = Cluster(), variant: Variant = Variant()
) -> None:
    """Train a value network by play against itself, and measure it now and then.

    The course is kept in a folder: weights, the curve, and all that is needed to go on after an interruption. The same
    command goes on where it ended, with other --jobs or another --engine if you like: the net is the same.
    """
    from dealt.cli import games as listing
    from dealt.cli import train as training

    training.train(*listing.chosen_for_computers(game, variant), course, cluster)


@commands.command(short_help="Check a game of your own.")
def laws(
    game: Annotated[
        str, Argument(metavar="FILE", help="A Python file with a game, or a name of the list `dealt games`.")
    ],
    deals: Annotated[int, Option("--deals", help="How many deals are played at random.", min=1)] = 50,
    seed: Annotated[str, Option("--seed", help="The same seed, the same deals.")] = "0",
    deal: Annotated[int | None, Option("--deal", metavar="N", help="Only deal number N.", min=1)] = None,
    seconds: Annotated[float, Option("--seconds", help="Stop after this time.", min=1)] = 60,
    patience: Annotated[float, Option("--patience", help="Seconds that a single check may take.", min=1)] = 20,
) -> None:
    """Check that a game obeys the laws that every game must: it hides what it should, samples fairly, and ends.

    Deals are played at random, under the standard rules and under every option. The exit status is 0 if all laws hold.
    """
    from dealt.cli import laws as law_checks

    if not law_checks.check(game, deals, seed, deal, law_checks.Limits(seconds, patience)):
        raise typer.Exit(1)


@commands.command("new-game", short_help="Write a file to start a game of your own from.")
def new_game(
    name: Annotated[str, Argument(metavar="NAME", help="What the game is called on the command line.")],
    family: Annotated[
        str,
        Option(
            "--family", metavar="FAMILY", help="own, climbing, tricks, matching, melds or columns: what it is like."
        ),
    ] = "own",
) -> None:
    """Write NAME.py, a small game that runs at once and can be changed step by step.

    A family brings the rules that its games share; own shares nothing and shows every part.
    """
    from dealt.cli import new_game as template

    template.write(name, family)


@commands.command(short_help="What is installed, and whether every level plays at full strength.")
def doctor(
    database: Annotated[
        str | None, Option("--database", metavar="ADDRESS", help="The room's database, if the settings don't say.")
    ] = None,
    plain: Plain = False,
    lang: Language = None,
) -> None:
    """Look at this installation: packages, kernels, the database, and the levels of every game.

    The exit status is 0 if every level of every game plays at full strength here and a room can use its database.
    """
    from dealt.cli import doctor as examination

    if not examination.examine(database, lang, plain=plain):
        raise typer.Exit(1)
