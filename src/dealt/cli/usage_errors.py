"""What is wrong with a command line, in one line that says what is possible."""

from __future__ import annotations

from typing import Any, get_args

from typer import BadParameter, TyperException

from dealt.cli.flags import WithRules, rules
from dealt.game import did_you_mean

HELP = "(dealt --help shows what can be typed)"


def described(error: TyperException) -> str:
    """The line for an error of the command line."""
    param: Any = getattr(error, "param", None)
    if isinstance(error, BadParameter) and param is not None and (wanted := _wanted(param)):
        return f"{_name(param)} can't be {_given(error)}: {wanted} is possible"
    message = error.format_message().rstrip(".")
    unknown = getattr(error, "option_name", None)
    if unknown is not None and error.ctx is not None:  # type: ignore[attr-defined]
        if isinstance(error.ctx.command, WithRules) and unknown[2:].replace("-", "_") in rules():  # type: ignore[attr-defined]
            return f"{unknown} is an option of a game: write its value after it {HELP}"
        flags = [flag for each in error.ctx.command.params for flag in (*each.opts, *each.secondary_opts)]  # type: ignore[attr-defined]
        meant = did_you_mean(unknown, (each for each in flags if each.startswith("--")))
        return f"there is no option {unknown}: {meant} {HELP}" if meant else f"there is no option {unknown} {HELP}"
    return f"{message} {HELP}"


def _name(param: Any) -> str:
    """What a person calls it: its longest flag, or what the help calls the argument."""
    flags = [each for each in param.opts if each.startswith("-")]
    return max(flags, key=len) if flags else str(param.metavar or param.name)


def _given(error: BadParameter) -> str:
    """The value that was refused."""
    found: Any = error.__cause__
    return str(found.errors()[0]["input"])[:40] if hasattr(found, "errors") else "that"


def _wanted(param: Any) -> str:
    """The numbers that a flag takes; nothing where it takes something else."""
    annotation: Any = param.type_descriptor.annotation
    kinds = {annotation, *get_args(annotation)}
    kind = "a whole number" if int in kinds else "a number" if float in kinds else ""
    low, high = (f"{each:g}" if each is not None else "" for each in (param.min, param.max))
    if not kind:
        return ""
    if low and high:
        return f"{kind} from {low} to {high}"
    return f"{kind} of {low} or more" if low else f"{kind} of {high} or less" if high else kind
