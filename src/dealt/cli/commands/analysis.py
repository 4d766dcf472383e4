"""What actions of a deal cost, and the puzzle of the day."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from dealt.cli import complete
from dealt.cli.flags import WithRules
from dealt.cli.grouped import about_games
from dealt.cli.options import Ascii, GameName, Language, RecordFile, ResultFile, Variant

commands = typer.Typer()


@commands.command("day-puzzle", cls=WithRules, short_help="Solve the puzzle of the day of a game.")
@about_games
def day_puzzle(
    game: GameName,
    date: Annotated[str | None, Option("--date", metavar="YYYY-MM-DD", help="The day; else today.")] = None,
    answer: Annotated[str | None, Option("--answer", help="The number of your choice; else you are asked.")] = None,
    find: Annotated[
        int | None, Option("--find", metavar="N", help="Find so many new puzzles in self-play instead.", min=1)
    ] = None,
    seed: Annotated[str, Option("--seed", help="With --find: the same seed, the same puzzles.")] = "0",
    player: Annotated[
        str | None,
        Option(
            "--player",
            metavar="NAME",
            help="With --find: the computer whose mistakes are looked for; else the best.",
            autocompletion=complete.computers,
        ),
    ] = None,
    to: Annotated[
        Path | None, Option("--output", metavar="FILE", help="With --find: write there, not to standard output.")
    ] = None,
    variant: Variant = Variant(),
    ascii_: Ascii = False,
    lang: Language = None,
) -> None:
    """Show the puzzle of the day: a real decision with one best action. Your answer is judged, with what each is worth.

    Puzzles are mistakes that computers made, verified with ten times the budget of an analysis.
    """
    from dealt.cli import day_puzzle as puzzles
    from dealt.cli import games as listing

    found, made = listing.chosen(game, variant)
    if find is not None:
        puzzles.find(found, made.among_computers(), find, seed, player, to)
    else:
        puzzles.show(found, date, answer, lang, plain=ascii_)


@commands.command("analyse", short_help="Find what each action of a deal cost.")
@about_games
def analyse_(
    record: RecordFile,
    deal: Annotated[int | None, Option("--deal", metavar="N", help="Only this deal; else all.", min=1)] = None,
    seat: Annotated[int | None, Option("--seat", metavar="S", help="Only this seat, from 0; else all.", min=0)] = None,
    budget: Annotated[
        int | None,
        Option(
            "--budget",
            metavar="N",
            help="In how many deals that fit each action is tried; else as many as suit the game.",
            min=1,
            max=100_000,
        ),
    ] = None,
    jobs: Annotated[int, Option("--jobs", "-j", help="How many processes, a deal at a time each.", min=1)] = 1,
    json: ResultFile = None,
    lang: Language = None,
) -> None:
    """Find what each action of a deal cost against the best one, and name the three that cost most.

    Each action is judged with what its seat knew, in deals that fit it, and with all cards open.
    """
    from dealt.cli import analyse as analysing

    analysing.analyse(record, analysing.Wanted(deal, seat, budget, jobs), json, lang)
