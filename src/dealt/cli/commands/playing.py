"""Playing in the terminal: a match, a first lesson, a deal that is over."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from dealt.cli import complete
from dealt.cli.errors import CommandError
from dealt.cli.flags import WithRules
from dealt.cli.options import (
    Ascii,
    Colours,
    GameName,
    Games,
    Kept,
    Language,
    Opponents,
    Options,
    Pace,
    Plain,
    Preset,
    RecordFile,
    Seats,
    Watch,
)

__all__ = ["commands"]

commands = typer.Typer()


@commands.command(cls=WithRules, short_help="Play in the terminal, here or at a room.")
def play(
    game: Annotated[
        str | None, Argument(metavar="GAME", help="A name of the list `dealt games`.", autocompletion=complete.games)
    ] = None,
    preset: Preset = None,
    option: Options = None,
    seats: Seats = None,
    computers: Opponents = None,
    seed: Annotated[str | None, Option("--seed", help="The same seed deals the same cards.")] = None,
    deals: Annotated[int | None, Option("--deals", help="The number of deals.", min=1)] = None,
    pace: Pace = None,
    watch: Watch = False,
    record: Kept = None,
    deal: Annotated[
        str | None,
        Option(
            "--deal",
            metavar="PILE=CARDS;...",
            help="Lay the first deal out: 'hand 0=As Kd ...; hand 1=...', seats from 0, the rest by chance.",
        ),
    ] = None,
    server: Annotated[
        str | None, Option("--server", metavar="HOST[:PORT]", help="Sit down at a table of this room instead.")
    ] = None,
    name: Annotated[str | None, Option("--name", help="Your name at the table of a room.")] = None,
    invite: Annotated[str | None, Option("--invite", metavar="CODE", help="The invite code of a private room.")] = None,
    ascii_: Ascii = False,
    plain: Plain = False,
    colours: Colours = 4,
    lang: Language = None,
    games: Games = None,
    assignment: Annotated[
        Path | None, Option("--assignment", metavar="FILE", help="Play a board of your own, from an assignment's file.")
    ] = None,
) -> None:
    """Play a match against computers here, or with others at the table of a room (--server)."""
    from dealt.cli import formats
    from dealt.cli import games as listing
    from dealt.cli import play as playing

    listing.load_files(games or ())
    look = playing.Look(ascii_, plain, colours, lang)
    if assignment is not None:
        game = listing.own_board(assignment, game)
    if server is not None:
        here = {"--seed": seed, "--deals": deals, "--pace": pace, "--record": record, "--watch": watch or None}
        given = {**here, "--deal": deal}
        unfit = [flag for flag, value in given.items() if value is not None]
        if unfit:
            raise CommandError(
                f"{unfit[0]} is for matches against computers here: the room decides that with --server", 2
            )
        playing.remote(server, name, game, preset, option or (), computers, seats, look, invite)
        return
    if game is None:
        raise CommandError("which game? Try `dealt play GAME` with a name of the list `dealt games`", 2)
    if invite is not None:
        raise CommandError("--invite is for a private room: add --server HOST[:PORT]", 2)
    if name is not None:
        raise CommandError("--name is for the table of a room: add --server HOST[:PORT]", 2)
    found = listing.chosen(game, preset, option or (), seats)
    piles: Mapping[str, str] = {}
    if deal is not None:
        seed = playing.some_seed() if seed is None else seed
        piles = formats.laid(*found, deal, playing.first_seed(seed))
    playing.local(*found, computers, playing.Wish(seed, deals, pace, watch, record, piles), look)


@commands.command(short_help="Learn a game by playing its first deal.")
def lesson(
    game: GameName,
    ascii_: Ascii = False,
    plain: Plain = False,
    colours: Colours = 4,
    lang: Language = None,
    games: Games = None,
) -> None:
    """Learn a game step by step: it shows a table, says what to look at, and waits for what is to be played."""
    from dealt.cli import games as listing
    from dealt.cli import play as playing

    listing.load_files(games or ())
    playing.lesson(listing.listed(game), playing.Look(ascii_, plain, colours, lang))


@commands.command(short_help="Step through finished deals.")
def replay(
    record: RecordFile,
    deal: Annotated[int, Option("--deal", help="Begin with this deal.", min=1)] = 1,
    ascii_: Ascii = False,
    plain: Plain = False,
    colours: Colours = 4,
    lang: Language = None,
    games: Games = None,
) -> None:
    """Step through finished deals, every hand open. Without a terminal it prints all steps."""
    from dealt.cli import games as listing
    from dealt.cli import play as playing

    listing.load_files(games or ())
    playing.replay(record, deal, playing.Look(ascii_, plain, colours, lang))
