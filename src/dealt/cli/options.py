"""The arguments and flags that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from dealt.cli import complete

__all__ = [
    "Address",
    "Ascii",
    "Colours",
    "EngineName",
    "FormatName",
    "GameName",
    "Games",
    "Jobs",
    "Kept",
    "KeptDeals",
    "Language",
    "Opponents",
    "Options",
    "Pace",
    "Plain",
    "Preset",
    "RecordFile",
    "ResultFile",
    "Seats",
    "WantedError",
    "Watch",
]

Games = Annotated[
    list[Path] | None,
    Option("--games", metavar="FILE", help="A Python file with games of your own (repeatable; also DEALT_GAMES)."),
]
GameName = Annotated[
    str, Argument(metavar="GAME", help="A name of the list `dealt games`.", autocompletion=complete.games)
]
Preset = Annotated[
    str | None, Option("--preset", "-p", help="A named set of options.", autocompletion=complete.presets)
]
Options = Annotated[
    list[str] | None,
    Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="A house rule (repeatable); --NAME VALUE is the same.",
        autocompletion=complete.options,
    ),
]
Jobs = Annotated[int | None, Option("--jobs", "-j", help="How many processes; else one a processor.", min=1)]
ResultFile = Annotated[
    Path | None, Option("--json", metavar="FILE", help="Write the result there; - is standard output.")
]
KeptDeals = Annotated[
    Path | None,
    Option("--keep", metavar="FILE", help="Keep every deal there as JSON Lines; the same command goes on from it."),
]
WantedError = Annotated[
    float | None, Option("--until-error", metavar="X", help="End as soon as no standard error is above X.", min=0)
]
EngineName = Annotated[str | None, Option("--engine", metavar="ray", help="Play on a cluster of Ray instead of here.")]
Address = Annotated[
    str | None,
    Option(
        "--address",
        metavar="HOST:PORT",
        help="Where the cluster of --engine ray is; else one of this machine is started.",
    ),
]
Seats = Annotated[
    int | None, Option("--seats", help="How many play, where the game leaves it open.", autocompletion=complete.seats)
]
Opponents = Annotated[
    str | None,
    Option(
        "--computers",
        "-c",
        metavar="NAME[,NAME]",
        help="Who plays against you; else the best there is. FILE.py:CLASS is one of your own.",
        autocompletion=complete.computers,
    ),
]
Pace = Annotated[float | None, Option("--pace", help="Seconds that a computer takes.", min=0, max=60)]
Watch = Annotated[
    bool, Option("--watch", help="Only watch computers play, every hand open; ends after ten deals at most.")
]
Kept = Annotated[Path | None, Option("--record", metavar="FILE", help="Keep the record of the match.")]
RecordFile = Annotated[
    str, Argument(metavar="RECORD", help="A file that `play --record` or a room wrote; - reads it from a pipe.")
]
FormatName = Annotated[
    str | None,
    Option(
        "--format", metavar="NAME", help="The format, such as pbn; --NAME is the same.", autocompletion=complete.formats
    ),
]
Language = Annotated[
    str | None, Option("--lang", help="en or zh; else the environment's.", autocompletion=complete.languages)
]
Ascii = Annotated[bool, Option("--ascii", help="Letters instead of suit symbols, and no drawing characters.")]
Plain = Annotated[bool, Option("--plain", help="Scrolling text instead of one picture that is redrawn.")]
Colours = Annotated[int, Option("--colours", help="2 or 4 colours for the suits.", min=2, max=4)]
