"""Records of finished deals: whether they hold, and files of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from dealt.cli.errors import CommandError
from dealt.cli.flags import WithFormats
from dealt.cli.grouped import about_games
from dealt.cli.options import Deals, FormatName, Look, Opponents, RecordFile

commands = typer.Typer()


@commands.command(short_help="Check a record of finished deals.")
@about_games
def verify(record: RecordFile) -> None:
    """Check a record, deal by deal: the server's promise, what players contributed to the seed, cards, actions, scores.

    The exit status is 0 only if every deal holds.
    """
    from dealt.cli import records

    read = records.read_record(record)
    found = records.check(read)
    for n, each in enumerate(found, 1):
        typer.echo(records.told(n, each))
    count, broken = f"{len(found)} deal{'' if len(found) == 1 else 's'}", sum(bool(each.wrong) for each in found)
    if broken:
        raise CommandError(f"this record does not hold: {broken} of {count} failed")
    how = "dealt from the promised seeds and played by the rules"
    typer.echo(f"This record of {read.game} holds: {count}, {how if all(read.commitments) else 'played by the rules'}.")


@commands.command(cls=WithFormats, short_help="Write deals for another program.")
@about_games
def export(
    record: RecordFile,
    format_: FormatName = None,
    to: Annotated[
        Path | None, Option("--output", "-o", metavar="FILE", help="Write there, not to standard output.")
    ] = None,
) -> None:
    """Write the deals of a record in a format that other programs read, such as PBN."""
    from dealt.cli import formats

    formats.export(record, format_, to)


@commands.command("import", cls=WithFormats, short_help="Read deals of another program.")
@about_games
def import_(
    file: Annotated[str, Argument(metavar="FILE", help="A file of another program; - reads it from a pipe.")],
    format_: FormatName = None,
    to: Annotated[
        Path | None, Option("--output", "-o", metavar="FILE", help="Write the record there; several are numbered.")
    ] = None,
    number: Annotated[int | None, Option("--play", metavar="N", help="Sit down and play deal N.", min=1)] = None,
    opponents: Opponents = Opponents(),
    look: Look = Look(),
) -> None:
    """Read deals that another program wrote: list them, keep them as records (-o), or play one (--play N)."""
    from dealt.cli import formats
    from dealt.cli import play as playing

    if number is None and opponents != Opponents():
        raise CommandError("--computers, --pace, --watch and --record are for a deal that is played: add --play N", 2)
    game, deals = formats.read(file, format_)
    if to is not None:
        for each in formats.save(game, deals, to):
            typer.echo(f"written: {each}")
    elif number is None:
        for n, deal in enumerate(deals, 1):
            typer.echo(f"{n}  {deal.title}")
    if number is None:
        return
    if number > len(deals):
        raise CommandError(f"there is no deal {number}: this file has {len(deals)}", 2)
    deal = deals[number - 1]
    playing.local(game, game.make(None, **deal.options), opponents, Deals(deals=1), look, deal.laid)
