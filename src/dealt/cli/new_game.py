"""``dealt new-game``: a file with a small game to start from, made from one of the templates beside this module."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from pathlib import Path
from typing import Final

import typer

from dealt.cli.errors import CommandError
from dealt.cli.files import write_new

FAMILIES: Final = ("own", "climbing", "tricks", "matching", "melds", "columns")


def from_template(name: str, family: str) -> str:
    written = files("dealt.cli").joinpath("templates", f"{family}.txt").read_text(encoding="utf-8")
    words = [each for each in name.split("_") if each]
    title, kind = " ".join(words).capitalize(), "".join(each.capitalize() for each in words)
    return written.replace("mygame", name).replace("MyGame", kind).replace("My Game", title)


def write(name: str, family: str) -> None:
    """Write NAME.py into the current folder, and say how to go on; CommandError if that name or family won't do."""
    from dealt.games import GAMES

    if family not in FAMILIES:
        raise CommandError(f"there is no family {family}: choose among {', '.join(FAMILIES)}", 2)
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise CommandError(f"{name!r} is no name for a game: use small letters, digits and _, with a letter first", 2)
    if name in GAMES:
        raise CommandError(f"there is a game {name} already: choose another name")
    file = Path(f"{name}.py")
    write_new(file, from_template(name, family))
    typer.echo(f"{file} holds a game that runs. Now:")
    typer.echo(f"  play it   dealt play --games {file} {name}")
    typer.echo(f"  check it  dealt laws {file}")
    typer.echo("  change it with the guide: Adding a game, in the documentation")
