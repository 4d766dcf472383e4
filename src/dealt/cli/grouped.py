"""Commands whose parameters stand for several flags each: a dataclass of flags, the room's settings, files of games."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from inspect import Parameter
from typing import Any

from dealt.cli.options import Games
from dealt.cli.own_games import load_files


def grouped(command: Callable[..., None], **groups: Callable[..., Any]) -> Callable[..., None]:
    """The command with flags in place of parameters: for one that is a dataclass its fields, likewise for ``groups``.

    What the command gets in such a parameter is what the dataclass, or the group of that name, makes of its flags.
    """
    signature = inspect.signature(command, eval_str=True)
    own = signature.parameters
    for name, each in own.items():
        if is_dataclass(kind := each.annotation) and isinstance(kind, type):
            groups[name] = kind
    flags = {name: inspect.signature(group, eval_str=True).parameters for name, group in groups.items()}
    every = [flag for name, each in own.items() for flag in flags.get(name, {name: each}).values()]

    def carry_out(**given: Any) -> None:
        made = {name: groups[name](**{each: given.pop(each) for each in some}) for name, some in flags.items()}
        command(**given, **made)

    return _dressed(carry_out, command, every)


def about_games(command: Callable[..., None]) -> Callable[..., None]:
    """The same, and it begins by loading the files of games that ``--games`` and DEALT_GAMES name."""
    inner = grouped(command)
    games = Parameter("games", Parameter.KEYWORD_ONLY, default=None, annotation=Games)

    def carry_out(games: Any, **given: Any) -> None:
        load_files(games or ())
        inner(**given)

    return _dressed(carry_out, command, [*inspect.signature(inner).parameters.values(), games])


def _dressed(command: Callable[..., None], like: Callable[..., None], flags: list[Parameter]) -> Callable[..., None]:
    """The command with these flags for all that Typer looks at, and named and described as another one."""
    flags = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in flags]
    command.__signature__ = inspect.Signature(flags)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in flags}
    command.__name__, command.__doc__ = like.__name__, like.__doc__
    return command
