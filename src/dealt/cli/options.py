"""The arguments and flags that several commands have: alone, or several together as the fields of a dataclass."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from dealt.cli import complete

Games = Annotated[
    list[Path] | None,
    Option("--games", metavar="FILE", help="A Python file with games of your own (repeatable; also DEALT_GAMES)."),
]
GameName = Annotated[
    str, Argument(metavar="GAME", help="A name of the list `dealt games`.", autocompletion=complete.games)
]
RecordFile = Annotated[
    str, Argument(metavar="RECORD", help="A file that `play --record` or a room wrote; - reads it from a pipe.")
]
ResultFile = Annotated[
    Path | None, Option("--json", metavar="FILE", help="Write the result there; - is standard output.")
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


@dataclass(frozen=True, slots=True)
class Variant:
    """Which form of a game is meant."""

    preset: Annotated[
        str | None, Option("--preset", "-p", help="A named set of options.", autocompletion=complete.presets)
    ] = None
    option: Annotated[
        list[str] | None,
        Option(
            "--option",
            "-o",
            metavar="NAME=VALUE",
            help="A house rule (repeatable); --NAME VALUE is the same.",
            autocompletion=complete.options,
        ),
    ] = None
    seats: Annotated[
        int | None,
        Option("--seats", help="How many play, where the game leaves it open.", autocompletion=complete.seats),
    ] = None


@dataclass(frozen=True, slots=True)
class Look:
    """How the terminal looks, and its language."""

    ascii: Ascii = False
    plain: Plain = False
    colours: Annotated[int, Option("--colours", help="2 or 4 colours for the suits.", min=2, max=4)] = 4
    lang: Language = None


@dataclass(frozen=True, slots=True)
class Opponents:
    """Who plays against a person in the terminal, how fast, and what is kept of it."""

    computers: Annotated[
        str | None,
        Option(
            "--computers",
            "-c",
            metavar="NAME[,NAME]",
            help="Who plays against you; else the best there is. FILE.py:CLASS is one of your own.",
            autocompletion=complete.computers,
        ),
    ] = None
    pace: Annotated[float | None, Option("--pace", help="Seconds that a computer takes.", min=0, max=60)] = None
    watch: Annotated[
        bool, Option("--watch", help="Only watch computers play, every hand open; ends after ten deals at most.")
    ] = False
    record: Annotated[
        Path | None, Option("--record", metavar="FILE", help="Keep the record of the match in a new file.")
    ] = None


@dataclass(frozen=True, slots=True)
class Contest:
    """How computers meet, and where that is kept."""

    deals: Annotated[int, Option("--deals", help="How many deals; each is played once a rotation.", min=1)] = 100
    seed: Annotated[str, Option("--seed", help="The same seed, the same result.")] = "0"
    jobs: Annotated[int | None, Option("--jobs", "-j", help="How many processes; else one a processor.", min=1)] = None
    json: ResultFile = None
    keep: Annotated[
        Path | None,
        Option("--keep", metavar="FILE", help="Keep every deal there as JSON Lines; the same command goes on from it."),
    ] = None
    until_error: Annotated[
        float | None, Option("--until-error", metavar="X", help="End as soon as no standard error is above X.", min=0)
    ] = None


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where the deals are played, if not on the processors of this machine."""

    engine: Annotated[
        str | None, Option("--engine", metavar="ray", help="Play on a cluster of Ray instead of here.")
    ] = None
    address: Annotated[
        str | None,
        Option(
            "--address",
            metavar="HOST:PORT",
            help="Where the cluster of --engine ray is; else one of this machine is started.",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Training:
    """A course of training: where it is kept, how long it takes, whom it meets and what it begins with."""

    to: Annotated[
        Path | None, Option("--to", metavar="FOLDER", help="Where the course is kept; else GAME-training here.")
    ] = None
    minutes: Annotated[float | None, Option("--minutes", help="How long; 10 if nothing is said.", min=0.01)] = None
    deals: Annotated[int | None, Option("--deals", help="Until the net has learned from so many deals.", min=1)] = None
    seed: Annotated[int, Option("--seed", help="The same seed, the same curve.", min=0)] = 0
    against: Annotated[
        str,
        Option(
            "--against", metavar="NAME", help="The computer to be measured against.", autocompletion=complete.computers
        ),
    ] = "lowest"
    rival: Annotated[
        str | None,
        Option(
            "--rival",
            metavar="NAME",
            help="Meet an imitation of this computer in half of the deals.",
            autocompletion=complete.computers,
        ),
    ] = None
    begun: Annotated[
        Path | None, Option("--from", metavar="FILE", help="Begin with these weights instead of random ones.")
    ] = None
    jobs: Annotated[
        int | None, Option("--jobs", "-j", help="How many deals are played at once; else one a processor.", min=1)
    ] = None


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
