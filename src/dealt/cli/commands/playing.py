"""Playing in the terminal: a match, a first lesson, a deal that is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from dealt.cli import complete
from dealt.cli.errors import CommandError
from dealt.cli.flags import WithRules
from dealt.cli.grouped import about_games
from dealt.cli.options import GameName, Look, Opponents, RecordFile, Variant

__all__ = ["commands"]

commands = typer.Typer()


@dataclass(frozen=True, slots=True)
class Deals:
    """Which deals are played here."""

    seed: Annotated[str | None, Option("--seed", help="The same seed deals the same cards.")] = None
    deals: Annotated[int | None, Option("--deals", help="The number of deals.", min=1)] = None
    deal: Annotated[
        str | None,
        Option(
            "--deal",
            metavar="PILE=CARDS;...",
            help="Lay the first deal out: 'hand 0=As Kd ...; hand 1=...', seats from 0, the rest by chance.",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Room:
    """The room at which to sit down instead."""

    server: Annotated[
        str | None, Option("--server", metavar="HOST[:PORT]", help="Sit down at a table of this room instead.")
    ] = None
    name: Annotated[str | None, Option("--name", help="Your name at the table of a room.")] = None
    invite: Annotated[str | None, Option("--invite", metavar="CODE", help="The invite code of a private room.")] = None


@commands.command(cls=WithRules, short_help="Play in the terminal, here or at a room.")
@about_games
def play(
    game: Annotated[
        str | None, Argument(metavar="GAME", help="A name of the list `dealt games`.", autocompletion=complete.games)
    ] = None,
    variant: Variant = Variant(),
    opponents: Opponents = Opponents(),
    which: Deals = Deals(),
    room: Room = Room(),
    look: Look = Look(),
    assignment: Annotated[
        Path | None, Option("--assignment", metavar="FILE", help="Play a board of your own, from an assignment's file.")
    ] = None,
) -> None:
    """Play a match against computers here, or with others at the table of a room (--server)."""
    from dealt.cli import formats
    from dealt.cli import games as listing
    from dealt.cli import play as playing

    if assignment is not None:
        game = listing.own_board(assignment, game)
    if room.server is not None:
        given = {**asdict(which), **asdict(replace(opponents, computers=None)), "watch": opponents.watch or None}
        if unfit := [flag for flag, value in given.items() if value is not None]:
            why = "is for matches against computers here: the room decides that with --server"
            raise CommandError(f"--{unfit[0]} {why}", 2)
        playing.remote(room.server, room.name, game, variant, opponents.computers, look, room.invite)
        return
    if game is None:
        raise CommandError("which game? Try `dealt play GAME` with a name of the list `dealt games`", 2)
    if room.invite is not None:
        raise CommandError("--invite is for a private room: add --server HOST[:PORT]", 2)
    if room.name is not None:
        raise CommandError("--name is for the table of a room: add --server HOST[:PORT]", 2)
    found, seed = listing.chosen(game, variant), which.seed
    piles: Mapping[str, str] = {}
    if which.deal is not None:
        seed = playing.some_seed() if seed is None else seed
        piles = formats.laid(*found, which.deal, playing.first_seed(seed))
    playing.local(*found, opponents, playing.Wish(seed, which.deals, piles), look)


@commands.command(short_help="Learn a game by playing its first deal.")
@about_games
def lesson(
    game: GameName,
    look: Look = Look(),
) -> None:
    """Learn a game step by step: it shows a table, says what to look at, and waits for what is to be played."""
    from dealt.cli import games as listing
    from dealt.cli import play as playing

    playing.lesson(listing.listed(game), look)


@commands.command(short_help="Step through finished deals.")
@about_games
def replay(
    record: RecordFile,
    deal: Annotated[int, Option("--deal", help="Begin with this deal.", min=1)] = 1,
    look: Look = Look(),
) -> None:
    """Step through finished deals, every hand open. Without a terminal it prints all steps."""
    from dealt.cli import play as playing

    playing.replay(record, deal, look)


@commands.command(short_help="Write a room for one, which any web server can serve.")
def site(folder: Annotated[Path, Argument(metavar="DIR", help="A folder that is empty, or is to be made.")]) -> None:
    """Write a folder with a room for one person: any web server can serve it, and nothing else is needed.

    In it one plays all games against all computers; everything happens in the browser.
    """
    from dealt.cli.site import write_site

    typer.echo(write_site(folder))
