"""The command line: the room, the other commands (:mod:`dealt.cli.commands`), and how errors are told."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any

import typer
from typer import Argument, Option
from typer.main import get_command

from dealt.cli import usage_errors
from dealt.cli.admin import admin
from dealt.cli.commands import analysis, assignments, exchange, library, playing, study
from dealt.cli.errors import CommandError, printable, without_room
from dealt.cli.settings import with_settings
from dealt.faults import debugging, fault

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


@app.callback(invoke_without_command=True)
@with_settings(hidden=True)
def room(
    context: typer.Context,
    version: Annotated[bool, Option("--version", help="Show the version and exit.")] = False,
    debug: Annotated[  # execute() has taken it out of the line, so that it may stand anywhere
        bool,
        Option("--debug", help="Show the traceback of what fails, such as a game of your own (also DEALT_DEBUG=1)."),
    ] = False,
    browser: Annotated[bool, Option("--browser/--no-browser", help="Show the page in the browser.")] = True,
    *,
    settings: dict[str, Any],
) -> None:
    """Open a room on this computer and show it in the browser."""
    from dealt.cli import own_games
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
    own_games.load_files(settings["games"] or (), environment=False)


@app.command(short_help="Host a room for others.")
@with_settings()
def serve(
    number: Annotated[int | None, Argument(metavar="PORT", help="The port to listen on; 21747 unless set.")] = None,
    *,
    settings: dict[str, Any],
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


for each in (library, playing, analysis, study, exchange, assignments):
    app.add_typer(each.commands)


def execute(arguments: Sequence[str]) -> int:
    """Carry out a command line; every error is one line on standard error, after its traceback if that is wanted."""
    if "--debug" in arguments[: arguments.index("--") if "--" in arguments else None]:
        os.environ["DEALT_DEBUG"] = "1"
        arguments = [each for each in arguments if each != "--debug"]
    try:
        status = _command()(list(arguments), prog_name="dealt", standalone_mode=False)
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


@cache
def _command() -> Callable[..., Any]:
    """What reads a command line. Typer makes it of the annotations, anew for each line that `app` itself is given."""
    return get_command(app)


def _drop_output() -> None:
    """Discard the output that is still buffered, so that flushing it at exit doesn't fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> None:
    """Print one line on standard error, without control characters: a message may quote a file's content."""
    sys.stderr.write(f"dealt: {' '.join(printable(message).split())}\n")
