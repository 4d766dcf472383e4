"""The room's settings as flags, generated from :class:`dealt.server.base.config.Config`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from inspect import Parameter
from typing import Annotated, Any, get_args, get_origin

from typer import Option

from dealt.cli.grouped import grouped

FILES = ("config", "games")
SHOWN = ("host", "port", "database", "games", "room", "config")
"""The flags in the help of the bare command; `dealt serve --help` shows all."""


def with_settings(*, hidden: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command every setting of the room as a flag; it receives them all in ``settings``, None where not given.

    ``hidden`` leaves the rarer ones out of the help.
    """

    def gathered(**given: Any) -> dict[str, Any]:
        return given

    flags = [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind) for name, kind in _settings(hidden)]
    gathered.__signature__ = inspect.Signature(flags)  # type: ignore[attr-defined]
    return lambda command: grouped(command, settings=gathered)


def _settings(hidden: bool) -> Iterator[tuple[str, Any]]:
    """The name and the type of every flag."""
    from dealt.server.base.config import Config

    file = "a TOML file with these settings; default: dealt.toml of the user's settings"
    yield "config", _flag("config", str, file, hidden)
    for name, hint in inspect.get_annotations(Config, eval_str=True).items():
        kind, described, choices = _plain(hint)
        yield name, _flag(name, kind, described, hidden, choices)


def _flag(name: str, kind: Any, described: str, hidden: bool, choices: tuple[str, ...] = ()) -> Any:
    dashed = f"--{name.replace('_', '-')}"
    names = (f"{dashed}/--no-{name.replace('_', '-')}",) if kind is bool else (dashed,)
    first = described.split(" ")[0]
    sentence = (first.capitalize() if first.isalpha() else first) + described[len(first) :] + "."
    if kind is list:
        kind = list[str]
        sentence = sentence[:-1] + " (repeatable)."
    metavar = "FILE" if name in FILES else {str: "TEXT", int: "N", float: "N"}.get(kind, "TEXT")
    return Annotated[
        kind | None,
        Option(
            *names,
            help=sentence,
            hidden=hidden and name not in SHOWN,
            metavar=metavar,
            autocompletion=(lambda incomplete: [each for each in choices if each.startswith(incomplete)])
            if choices
            else None,
        ),
    ]


def _plain(hint: Any) -> tuple[Any, str, tuple[str, ...]]:
    """What a flag reads for a setting's type, its description, and the words to choose from, if there are any."""
    described = ""
    while get_origin(hint) is Annotated:
        hint, *extra = get_args(hint)
        described = next((each.description for each in extra if getattr(each, "description", None)), described)
    if get_origin(hint) is list:
        return list, described, ()
    if hint in (bool, int, float):
        return hint, described, ()
    choices = tuple(map(str, get_args(hint)))
    return str, f"{described}: {', '.join(choices)}" if choices else described, choices
