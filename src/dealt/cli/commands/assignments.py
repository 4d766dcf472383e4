"""Classes that assignments ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

commands = typer.Typer()


@commands.command(short_help="Test the classes of an assignment step by step.")
def check(
    name: Annotated[str | None, Argument(metavar="NAME", help="The assignment; without it, list them.")] = None,
    file: Annotated[Path | None, Argument(metavar="FILE.py", help="Your classes; without it, ours are tested.")] = None,
    starter: Annotated[
        bool, Option("--starter", help="Write FILE.py to start from instead; without it, print that file.")
    ] = False,
    limit: Annotated[
        float | None, Option("--limit", metavar="SECONDS", help="How long a step may take.", min=0.1, max=600)
    ] = None,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Show what every step did.")] = False,
) -> None:
    """Test the classes of an assignment, step by step: what was done, what was expected, and what came.

    The file runs in a process of its own, with a time limit for each step. The exit status is 0 if all steps passed,
    1 if one did not, 2 if the file can't be read.
    """
    from dealt.cli import check as checking

    if name is None:
        checking.listed()
    elif starter:
        checking.starter(name, file)
    else:
        raise typer.Exit(checking.run(name, file, limit, verbose=verbose))


@commands.command(short_help="Print what the program of an assignment prints.")
def demo(
    name: Annotated[str | None, Argument(metavar="NAME", help="The assignment; without it, list them.")] = None,
    seed: Annotated[str | None, Option("--seed", help="The same seed prints the same.")] = None,
) -> None:
    """Print what the program of an assignment prints, with cards that are dealt by chance or from a seed."""
    from dealt.cli import check as checking

    if name is None:
        checking.demos()
    else:
        checking.demo(name, seed)
