"""Playing in the terminal: a match, a first lesson, a deal that is over."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from dealt.cli import complete
from dealt.cli.errors import CommandError
from dealt.cli.flags import WithRules
from dealt.cli.grouped import about_games
from dealt.cli.options import Deals, GameName, Look, Opponents, RecordFile, Room, Variant

commands = typer.Typer()


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
    from dealt.cli import games as listing
    from dealt.cli import play as playing

    if assignment is not None:
        game = listing.own_board(assignment, game)
    if room.server is not None:
        given = {**asdict(which), **asdict(replace(opponents, computers=None)), "watch": opponents.watch or None}
        if unfit := [flag for flag, value in given.items() if value is not None]:
            why = "is for matches against computers here: the room decides that with --server"
            raise CommandError(f"--{unfit[0]} {why}", 2)
        playing.remote(room, game, variant, opponents.computers, look)
        return
    if game is None:
        raise CommandError("which game? Try `dealt play GAME` with a name of the list `dealt games`", 2)
    if room.invite is not None:
        raise CommandError("--invite is for a private room: add --server HOST[:PORT]", 2)
    if room.name is not None:
        raise CommandError("--name is for the table of a room: add --server HOST[:PORT]", 2)
    playing.local(*listing.chosen(game, variant), opponents, which, look)


@commands.command(short_help="Play the eight boards of a day, the same for everybody.")
@about_games
def daily(
    game: GameName,
    day: Annotated[str | None, Option("--day", metavar="YYYY-MM-DD", help="The day, by UTC; else today.")] = None,
    board: Annotated[int | None, Option("--board", metavar="N", help="Only this board.", min=1, max=8)] = None,
    instant: Annotated[bool, Option("--instant", help="One board of the last days that others have played.")] = False,
    pace: Annotated[float | None, Option("--pace", help="Seconds that a computer takes.", min=0, max=60)] = None,
    room: Room = Room(),
    look: Look = Look(),
) -> None:
    """Play the boards of a day: everybody gets the same cards, and is compared with the field that has played them.

    The field are computers of several levels on your seat. Nothing is kept of it, but at a room (--server) everybody
    who has played a board is in its field, and plays it once.
    """
    from dealt.cli import games as listing
    from dealt.cli import play as playing

    if instant and (day is not None or board is not None):
        raise CommandError("--instant chooses the day and the board: leave --day and --board out", 2)
    if room.server is None:
        playing.boards(listing.listed(game), day, board, pace, look, instant=instant)
        return
    if pace is not None:
        raise CommandError("--pace is for boards here: the room decides that with --server", 2)
    playing.boards_there(room, listing.listed(game).name, day, board, look, instant=instant)


@commands.command(short_help="Learn a game by playing its first deal.")
@about_games
def lesson(game: GameName, look: Look = Look()) -> None:
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
def site(
    folder: Annotated[Path, Argument(metavar="DIR", help="A folder that is empty, or is to be made.")],
    room: Annotated[str, Option(metavar="WAY", help="To the room for which it stands in.", hidden=True)] = "",
) -> None:
    """Write a folder with a room for one person: any web server can serve it, and nothing else is needed.

    In it one plays all games against all computers; everything happens in the browser.
    """
    from dealt.cli.site import write_site

    typer.echo(write_site(folder, room))
