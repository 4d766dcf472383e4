"""The commands and their flags. Each command imports its modules when it runs, which keeps `--help` fast."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from dealt.cli import complete, usage_errors
from dealt.cli.admin import admin
from dealt.cli.errors import CommandError, without_room
from dealt.cli.flags import WithFormats, WithRules
from dealt.cli.settings import with_settings
from dealt.faults import debugging, fault

__all__ = ["app", "execute"]

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
app = typer.Typer(
    name="dealt",
    help="A card room: play in the browser or the terminal, host a room, or let computers play.\n\n"
    "Without a command it opens a room on this computer and shows it in the browser. "
    "It takes every flag of `dealt serve` too.",
    context_settings=HELP,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(admin)

Games = Annotated[
    list[Path] | None,
    Option(
        "--games",
        metavar="FILE",
        help="A Python file with games of your own (repeatable; also DEALT_GAMES).",
        show_default=False,
    ),
]
GameName = Annotated[
    str,
    Argument(
        metavar="GAME", help="A name of the list `dealt games`.", show_default=False, autocompletion=complete.games
    ),
]
Preset = Annotated[
    str | None,
    Option("--preset", "-p", help="A named set of options.", show_default=False, autocompletion=complete.presets),
]
Options = Annotated[
    list[str] | None,
    Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="A house rule (repeatable); --NAME VALUE is the same.",
        show_default=False,
        autocompletion=complete.options,
    ),
]
Jobs = Annotated[
    int | None, Option("--jobs", "-j", help="How many processes; else one a processor.", min=1, show_default=False)
]
ResultFile = Annotated[
    Path | None,
    Option("--json", metavar="FILE", help="Write the result there; - is standard output.", show_default=False),
]
Seats = Annotated[
    int | None,
    Option(
        "--seats",
        help="How many play, where the game leaves it open.",
        show_default=False,
        autocompletion=complete.seats,
    ),
]
Opponents = Annotated[
    str | None,
    Option(
        "--computers",
        "-c",
        metavar="NAME[,NAME]",
        help="Who plays against you; else the best there is. FILE.py:CLASS is one of your own.",
        show_default=False,
        autocompletion=complete.computers,
    ),
]
Pace = Annotated[
    float | None, Option("--pace", help="Seconds that a computer takes.", min=0, max=60, show_default=False)
]
Watch = Annotated[
    bool, Option("--watch", help="Only watch computers play, every hand open; ends after ten deals at most.")
]
Kept = Annotated[
    Path | None, Option("--record", metavar="FILE", help="Keep the record of the match.", show_default=False)
]
RecordFile = Annotated[
    str,
    Argument(
        metavar="RECORD",
        help="A file that `play --record` or a room wrote; - reads it from a pipe.",
        show_default=False,
    ),
]
FormatName = Annotated[
    str | None,
    Option(
        "--format",
        metavar="NAME",
        help="The format, such as pbn; --NAME is the same.",
        show_default=False,
        autocompletion=complete.formats,
    ),
]
Language = Annotated[
    str | None,
    Option("--lang", help="en or zh; else the environment's.", show_default=False, autocompletion=complete.languages),
]
Ascii = Annotated[bool, Option("--ascii", help="Letters instead of suit symbols, and no drawing characters.")]
Plain = Annotated[bool, Option("--plain", help="Scrolling text instead of one picture that is redrawn.")]
Colours = Annotated[int, Option("--colours", help="2 or 4 colours for the suits.", min=2, max=4)]


@app.callback(invoke_without_command=True)
@with_settings(hidden=True)
def room(
    context: typer.Context,
    settings: dict[str, Any],
    version: Annotated[bool, Option("--version", help="Show the version and exit.")] = False,
    debug: Annotated[  # execute() has taken it out of the line, so that it may stand anywhere
        bool,
        Option("--debug", help="Show the traceback of what fails, such as a game of your own (also DEALT_DEBUG=1)."),
    ] = False,
    browser: Annotated[bool, Option("--browser/--no-browser", help="Show the page in the browser.")] = True,
) -> None:
    """Open a room on this computer and show it in the browser."""
    from dealt.cli import games
    from dealt.cli import serve as serving

    if version:
        from dealt import __version__

        typer.echo(f"dealt {__version__}")
        return
    if context.invoked_subcommand is None:
        raise typer.Exit(serving.open_room(settings, browser=browser))
    given = [key for key, value in settings.items() if value is not None and key != "games"]
    if given:
        flag = given[0].replace("_", "-")
        raise CommandError(f"--{flag} is for the room: write it after `dealt serve`, or without a command", 2)
    games.load_files(settings["games"] or (), environment=False)


@app.command(short_help="Host a room for others.")
@with_settings()
def serve(
    settings: dict[str, Any],
    number: Annotated[
        int | None, Argument(metavar="PORT", help="The port to listen on; 21747 unless set.", show_default=False)
    ] = None,
) -> None:
    """Host a room for others: it prints the addresses that friends can type, and runs until Ctrl-C.

    Without --host only this computer can connect; --host 0.0.0.0 lets in everybody who can reach it. Every flag is
    also a variable of the environment (DEALT_PORT) and a line of the settings file (port = 4000).
    """
    from dealt.cli import serve as serving

    if number is not None:
        if settings["port"] not in (None, number):
            raise CommandError(f"the port is {number} and also --port {settings['port']}: write one of them", 2)
        settings = {**settings, "port": number}
    raise typer.Exit(serving.open_room(settings, browser=False))


@app.command("games", short_help="List the games, or the options of one.")
def games_(
    game: Annotated[
        list[str] | None,
        Argument(
            metavar="GAME",
            help="Show the options of this game.",
            show_default=False,
            autocompletion=complete.games,
        ),
    ] = None,
    games: Games = None,
    lang: Language = None,
    ascii_: Ascii = False,
) -> None:
    """List the games with their presets and computers; of a game that is named, every option and what it means."""
    from dealt.cli import games as listing
    from dealt.cli import show

    listing.load_files(games or ())
    if game:
        show.details([listing.listed(each) for each in game], lang, plain=ascii_)
    else:
        show.games(lang, plain=ascii_)


@app.command(short_help="Show the rules of a game.")
def rules(game: GameName, lang: Language = None, games: Games = None, ascii_: Ascii = False) -> None:
    """Show the rules of a game, page by page on a terminal."""
    from dealt.cli import games as listing
    from dealt.cli import show

    listing.load_files(games or ())
    show.rules(listing.listed(game), lang, plain=ascii_)


@app.command(short_help="List the computers that play a game.")
def computers(
    game: Annotated[str | None, Argument(metavar="GAME", show_default=False, autocompletion=complete.games)] = None,
    games: Games = None,
) -> None:
    """List the computers that play a game, best first."""
    from dealt.cli import games as listing
    from dealt.cli import show

    listing.load_files(games or ())
    show.computers(game)


@app.command(cls=WithRules, short_help="Play in the terminal, here or at a room.")
def play(
    game: Annotated[
        str | None,
        Argument(
            metavar="GAME",
            help="A name of the list `dealt games`.",
            show_default=False,
            autocompletion=complete.games,
        ),
    ] = None,
    preset: Preset = None,
    option: Options = None,
    seats: Seats = None,
    computers: Opponents = None,
    seed: Annotated[
        str | None, Option("--seed", help="The same seed deals the same cards.", show_default=False)
    ] = None,
    deals: Annotated[int | None, Option("--deals", help="The number of deals.", min=1, show_default=False)] = None,
    pace: Pace = None,
    watch: Watch = False,
    record: Kept = None,
    deal: Annotated[
        str | None,
        Option(
            "--deal",
            metavar="PILE=CARDS;...",
            help="Lay the first deal out: 'hand 0=As Kd ...; hand 1=...', seats from 0, the rest by chance.",
            show_default=False,
        ),
    ] = None,
    server: Annotated[
        str | None,
        Option("--server", metavar="HOST[:PORT]", help="Sit down at a table of this room instead.", show_default=False),
    ] = None,
    name: Annotated[str | None, Option("--name", help="Your name at the table of a room.", show_default=False)] = None,
    invite: Annotated[
        str | None, Option("--invite", metavar="CODE", help="The invite code of a private room.", show_default=False)
    ] = None,
    ascii_: Ascii = False,
    plain: Plain = False,
    colours: Colours = 4,
    lang: Language = None,
    games: Games = None,
) -> None:
    """Play a match against computers here, or with others at the table of a room (--server)."""
    from dealt.cli import formats
    from dealt.cli import games as listing
    from dealt.cli import play as playing

    listing.load_files(games or ())
    look = playing.Look(ascii_, plain, colours, lang)
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


@app.command(short_help="Learn a game by playing its first deal.")
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


@app.command(cls=WithRules, short_help="Let computers play, and compare them.")
def arena(
    game: GameName,
    players: Annotated[
        str,
        Option(
            "--players",
            metavar="NAME,NAME,...",
            help="One a seat; a shorter list is repeated. Where one plays alone: as many as you like. "
            "FILE.py:CLASS is one of your own.",
            show_default=False,
            autocompletion=complete.computers,
        ),
    ],
    deals: Annotated[int, Option("--deals", help="How many deals; each is played once a rotation.", min=1)] = 100,
    seed: Annotated[str, Option("--seed", help="The same seed, the same result.")] = "0",
    jobs: Jobs = None,
    json: ResultFile = None,
    preset: Preset = None,
    option: Options = None,
    seats: Seats = None,
    lang: Language = None,
    games: Games = None,
) -> None:
    """Let computers play many deals in rotated seats, and compare them.

    Each deal is played once in every rotation of the players, with the same cards, and stands for itself: no scores or
    leads are carried from deal to deal. Standard errors are over deals, so the luck of the cards cancels. Where one
    plays alone, every player plays every deal by itself.
    """
    from dealt.cli import arena as contest
    from dealt.cli import games as listing

    listing.load_files(games or ())
    found = listing.chosen(game, preset, option or (), seats)
    contest.compare(
        *found, [each.strip() for each in players.split(",") if each.strip()], deals, seed, jobs, json, lang
    )


@app.command(cls=WithRules, short_help="Train a computer for a climbing game.")
def train(
    game: GameName,
    to: Annotated[
        Path | None,
        Option("--to", metavar="FOLDER", help="Where the course is kept; else GAME-training here.", show_default=False),
    ] = None,
    minutes: Annotated[
        float | None, Option("--minutes", help="How long; 10 if nothing is said.", min=0.01, show_default=False)
    ] = None,
    deals: Annotated[
        int | None, Option("--deals", help="Until the net has learned from so many deals.", min=1, show_default=False)
    ] = None,
    seed: Annotated[int, Option("--seed", help="The same seed, the same curve.", min=0)] = 0,
    against: Annotated[
        str,
        Option(
            "--against", metavar="NAME", help="The computer to be measured against.", autocompletion=complete.computers
        ),
    ] = "lowest",
    rival: Annotated[
        str | None,
        Option(
            "--rival",
            metavar="NAME",
            help="Meet an imitation of this computer in half of the deals.",
            autocompletion=complete.computers,
            show_default=False,
        ),
    ] = None,
    begun: Annotated[
        Path | None,
        Option("--from", metavar="FILE", help="Begin with these weights instead of random ones.", show_default=False),
    ] = None,
    preset: Preset = None,
    option: Options = None,
    seats: Seats = None,
    games: Games = None,
) -> None:
    """Train a value network by play against itself, and measure it now and then.

    The course is kept in a folder: weights, the curve, and all that is needed to go on after an interruption. The same
    command goes on where it ended. Needs the extra fast: pip install 'dealt[fast]'.
    """
    from dealt.cli import games as listing
    from dealt.cli import train as course

    listing.load_files(games or ())
    course.train(*listing.chosen(game, preset, option or (), seats), to, seed, against, rival, begun, deals, minutes)


@app.command(cls=WithRules, short_help="Rank the computers of a game.")
def ladder(
    game: GameName,
    players: Annotated[
        str,
        Option(
            "--players",
            metavar="NAME,NAME,...",
            help="Who meets; else all that know the game. FILE.py:CLASS is one of your own.",
            show_default=False,
            autocompletion=complete.computers,
        ),
    ] = "",
    deals: Annotated[int, Option("--deals", help="How many deals each pair plays, once a rotation.", min=1)] = 100,
    levels: Annotated[
        bool, Option("--levels", help="Let each level meet the one below it only, in as many deals as it takes.")
    ] = False,
    table: Annotated[
        Path | None,
        Option("--table", metavar="FILE", help="With --levels: renew the game's rows there.", show_default=False),
    ] = None,
    seed: Annotated[str, Option("--seed", help="The same seed, the same ladder.")] = "0",
    jobs: Jobs = None,
    json: ResultFile = None,
    plot: Annotated[
        Path | None, Option("--plot", metavar="FILE", help="Draw the ladder there as SVG.", show_default=False)
    ] = None,
    preset: Preset = None,
    option: Options = None,
    seats: Seats = None,
    lang: Language = None,
    games: Games = None,
) -> None:
    """Let every computer meet every other on the same deals, and rank them.

    Each pair takes the seats in turn and plays every deal once in every rotation. Gains and standard errors are over
    deals, ratings are openskill's. How long a computer takes for a move is measured afterwards.

    With --levels beginner, easy, normal, hard and expert are measured, each against the one below. A pair stops as soon
    as it is six standard errors apart, after --deals deals at the latest.
    """
    from dealt.cli import games as listing
    from dealt.cli import ladder as rungs

    listing.load_files(games or ())
    found = listing.chosen(game, preset, option or (), seats)
    names = [each.strip() for each in players.split(",") if each.strip()]
    if table is not None and not levels:
        raise CommandError("--table goes with --levels", 2)
    if levels:
        if names or json or plot:
            raise CommandError("--levels prints and writes a table: leave --players, --json and --plot out", 2)
        rungs.levels(*found, deals, seed, jobs, table, lang)
        return
    rungs.compare(*found, names, deals, seed, jobs, json, plot, lang)


@app.command(cls=WithRules, short_help="Show what is known exactly about a game.")
def odds(
    game: GameName,
    preset: Preset = None,
    option: Options = None,
    seats: Seats = None,
    chart: Annotated[
        Path | None,
        Option("--chart", metavar="FILE", help="Draw the charts of advice as SVG instead.", show_default=False),
    ] = None,
    ascii_: Ascii = False,
    lang: Language = None,
    games: Games = None,
) -> None:
    """Show what is known exactly about a game before the first card: chances by counting, not by trying.

    Where a game has charts of advice, such as a basic strategy, they follow.
    """
    from dealt.cli import games as listing
    from dealt.cli import odds as exact

    listing.load_files(games or ())
    exact.show(*listing.chosen(game, preset, option or (), seats), lang, plainly=ascii_, picture=chart)


@app.command(short_help="Check a game of your own.")
def laws(
    game: Annotated[
        str, Argument(metavar="FILE", help="A Python file with a game, or a name of the list `dealt games`.")
    ],
    deals: Annotated[int, Option("--deals", help="How many deals are played at random.", min=1)] = 50,
    seed: Annotated[str, Option("--seed", help="The same seed, the same deals.")] = "0",
    deal: Annotated[
        int | None, Option("--deal", metavar="N", help="Only deal number N.", min=1, show_default=False)
    ] = None,
    seconds: Annotated[float, Option("--seconds", help="Stop after this time.", min=1)] = 60,
    patience: Annotated[float, Option("--patience", help="Seconds that a single check may take.", min=1)] = 20,
) -> None:
    """Check that a game obeys the laws that every game must: it hides what it should, samples fairly, and ends.

    Deals are played at random, under the standard rules and under every option. The exit status is 0 if all laws hold.
    """
    from dealt.cli import laws as law_checks

    if not law_checks.check(game, deals, seed, deal, law_checks.Limits(seconds, patience)):
        raise typer.Exit(1)


@app.command("new-game", short_help="Write a file to start a game of your own from.")
def new_game(
    name: Annotated[str, Argument(metavar="NAME", help="What the game is called on the command line.")],
    family: Annotated[
        str,
        Option("--family", metavar="FAMILY", help="own, climbing, tricks or matching: what the game is like."),
    ] = "own",
) -> None:
    """Write NAME.py, a small game that runs at once and can be changed step by step.

    A family brings the rules that its games share; own shares nothing and shows every part.
    """
    from dealt.cli import new_game as template

    template.write(name, family)


@app.command(short_help="Solve a number puzzle.")
def puzzle(
    figure: Annotated[
        str,
        Argument(metavar="[FIGURE]", help="A known figure, or a file with one of your own.", show_default=False),
    ] = "fathersday",
    given: Annotated[
        str | None,
        Option("--given", metavar="PLACE=NUMBER ...", help="Numbers that lie there already.", show_default=False),
    ] = None,
    every: Annotated[bool, Option("--all", help="Print every filling, one a line.")] = False,
    methods: Annotated[bool, Option("--methods", help="Time the three methods of the puzzle's page.")] = False,
    ascii_: Ascii = False,
    lang: Language = None,
) -> None:
    """Solve a figure of lines and sums: print it with a filling, and how many fillings there are.

    Known figures are triangle, square3, star, fathersday and square4. A figure of your own is a TOML file: a picture of
    its places, the lines with their sums, and the numbers to lay. The exit status is 1 where there is no filling.
    """
    from dealt.cli import puzzle as puzzles

    if every and methods:
        raise CommandError("--all and --methods print different things: choose one", 2)
    if methods and given is not None:
        raise CommandError("--methods solves the empty figure: leave --given out", 2)
    found, laid = puzzles.find(figure, given)
    if methods:
        status = puzzles.methods(found, lang, plain=ascii_)
    else:
        status = puzzles.everything(found, laid) if every else puzzles.show(found, laid, lang, plain=ascii_)
    raise typer.Exit(status)


@app.command(short_help="Step through finished deals.")
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


@app.command(short_help="Check a record of finished deals.")
def verify(
    record: RecordFile,
    games: Games = None,
) -> None:
    """Check a record, deal by deal: the server's promise, what players contributed to the seed, cards, actions, scores.

    The exit status is 0 only if every deal holds.
    """
    from dealt.cli import games as listing
    from dealt.cli import records
    from dealt.cli.errors import CommandError

    listing.load_files(games or ())
    read = records.read_record(record)
    found = records.check(read)
    for n, each in enumerate(found, 1):
        typer.echo(records.told(n, each))
    count, broken = f"{len(found)} deal{'' if len(found) == 1 else 's'}", sum(bool(each.wrong) for each in found)
    if broken:
        raise CommandError(f"this record does not hold: {broken} of {count} failed")
    how = "dealt from the promised seeds and played by the rules"
    typer.echo(f"This record of {read.game} holds: {count}, {how if all(read.commitments) else 'played by the rules'}.")


@app.command(cls=WithFormats, short_help="Write deals for another program.")
def export(
    record: RecordFile,
    format_: FormatName = None,
    to: Annotated[
        Path | None,
        Option("--output", "-o", metavar="FILE", help="Write there, not to standard output.", show_default=False),
    ] = None,
    games: Games = None,
) -> None:
    """Write the deals of a record in a format that other programs read, such as PBN."""
    from dealt.cli import formats
    from dealt.cli import games as listing

    listing.load_files(games or ())
    formats.export(record, format_, to)


@app.command("import", cls=WithFormats, short_help="Read deals of another program.")
def import_(
    file: Annotated[
        str,
        Argument(metavar="FILE", help="A file of another program; - reads it from a pipe.", show_default=False),
    ],
    format_: FormatName = None,
    to: Annotated[
        Path | None,
        Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the record there; several are numbered.",
            show_default=False,
        ),
    ] = None,
    number: Annotated[
        int | None, Option("--play", metavar="N", help="Sit down and play deal N.", min=1, show_default=False)
    ] = None,
    computers: Opponents = None,
    pace: Pace = None,
    watch: Watch = False,
    record: Kept = None,
    ascii_: Ascii = False,
    plain: Plain = False,
    colours: Colours = 4,
    lang: Language = None,
    games: Games = None,
) -> None:
    """Read deals that another program wrote: list them, keep them as records (-o), or play one (--play N)."""
    from dealt.cli import formats
    from dealt.cli import games as listing
    from dealt.cli import play as playing

    listing.load_files(games or ())
    if number is None and (computers or record or watch or pace is not None):
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
    wish = playing.Wish(None, 1, pace, watch, record, deal.laid)
    playing.local(game, game.make(None, **deal.options), computers, wish, playing.Look(ascii_, plain, colours, lang))


@app.command(short_help="Test the classes of an assignment step by step.")
def check(
    name: Annotated[
        str | None, Argument(metavar="NAME", help="The assignment; without it, list them.", show_default=False)
    ] = None,
    file: Annotated[
        Path | None,
        Argument(metavar="FILE.py", help="Your classes; without it, ours are tested.", show_default=False),
    ] = None,
    starter: Annotated[
        bool, Option("--starter", help="Write FILE.py to start from instead; without it, print that file.")
    ] = False,
    limit: Annotated[
        float | None,
        Option("--limit", metavar="SECONDS", help="How long a step may take.", min=0.1, max=600, show_default=False),
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


@app.command(short_help="Print what the program of an assignment prints.")
def demo(
    name: Annotated[
        str | None, Argument(metavar="NAME", help="The assignment; without it, list them.", show_default=False)
    ] = None,
    seed: Annotated[str | None, Option("--seed", help="The same seed prints the same.", show_default=False)] = None,
) -> None:
    """Print what the program of an assignment prints, with cards that are dealt by chance or from a seed."""
    from dealt.cli import check as checking

    if name is None:
        checking.demos()
    else:
        checking.demo(name, seed)


def execute(arguments: Sequence[str]) -> int:
    """Carry out a command line; every error is one line on standard error, after its traceback if that is wanted."""
    if "--debug" in arguments[: arguments.index("--") if "--" in arguments else None]:
        os.environ["DEALT_DEBUG"] = "1"
        arguments = [each for each in arguments if each != "--debug"]
    try:
        status = app(list(arguments), prog_name="dealt", standalone_mode=False)
    except typer.TyperException as error:
        _complain(usage_errors.described(error))
        return error.exit_code
    except CommandError as error:
        if error.__cause__ is not None and debugging():
            traceback.print_exc()
        _complain(str(error))
        return error.status
    except SystemExit as error:  # completion has been shown or installed
        return error.code if isinstance(error.code, int) else 0
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("\n")
        return 130
    except BrokenPipeError:
        _drop_output()
        return 141
    except OSError as error:  # such as a full disk behind standard output
        _drop_output()
        _complain(f"{error.filename or 'the output'} can't be used: {(error.strerror or str(error)).lower()}")
        return 1
    except Exception as error:  # noqa: BLE001 - games, computers and lessons are anybody's code
        if debugging():
            traceback.print_exc()
        if isinstance(error, ModuleNotFoundError) and (line := without_room(error)) is not None:
            _complain(line)
            return 2
        _complain(f"{fault(error)}{'' if debugging() else ' (--debug shows the traceback)'}")
        return 1
    return status if isinstance(status, int) else 0


def _drop_output() -> None:
    """Discard the output that is still buffered, so that flushing it at exit doesn't fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> None:
    """Print one line on standard error, without control characters: a message may quote a file's content."""
    shown = "".join(each if each.isprintable() else " " for each in message)
    sys.stderr.write(f"dealt: {' '.join(shown.split())}\n")
