"""Flags by name: ``--NAME VALUE`` of a command about a game is short for ``--option NAME=VALUE``, formats likewise."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from typer.core import TyperCommand

ALIKE = 0.85
"""A flag at least this similar to one of the command's own (difflib's ratio) is refused as a misspelling of it."""


def as_options(arguments: Sequence[str], known: Iterable[str], rules: Container[str] = ()) -> Iterator[str]:
    """The arguments with every flag that the command doesn't know, and its value, written as an option of the game.

    A name in ``rules`` is an option of a game, however similar it is to a flag of the command.

    >>> list(as_options(["snap", "--mode", "mini", "--watch", "--seats=3", "--colour", "2"], ["--watch", "--colours"]))
    ['snap', '--option=mode=mini', '--watch', '--option=seats=3', '--colour', '2']
    """
    flags, left = list(known), iter(arguments)

    def slip(name: str) -> bool:
        return name[2:].replace("-", "_") not in rules and bool(get_close_matches(name, flags, 1, ALIKE))

    for each in left:
        name, given, value = each.partition("=")
        if each == "--":
            yield from (each, *left)
        elif not name.startswith("--") or name in flags or slip(name):
            yield each
        elif given:
            yield f"--option={name[2:]}={value}"
        else:
            following = next(left, None)
            if following is None or following.startswith("--"):
                yield from (each, *(() if following is None else (following,)))
            else:
                yield f"--option={name[2:]}={following}"


def rules() -> set[str]:
    """The names of the options of all games."""
    from dealt.games import GAMES

    return {option.name for listing in GAMES.values() for option in listing.options}


RULE = "dealt.rule"
"""The key in a context's ``meta`` for the option of the game whose value is being completed."""


class WithRules(TyperCommand):
    """A command about a game, whose house rules may be written as flags."""

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Also the game's own options: as flags, and the values of the one that stands last."""
        from typer.completion import shell_completion  # type: ignore[attr-defined]

        from dealt.cli import complete

        chosen = complete.chosen(ctx)
        if (rule := ctx.meta.get(RULE)) is not None and chosen is not None:
            found = [(each, "") for each in complete.values(chosen, rule) if each.startswith(incomplete)]
            return [shell_completion.CompletionItem(each, help=about) for each, about in found]
        own = complete.flags(ctx, incomplete) if incomplete.startswith("-") else ()
        items = [shell_completion.CompletionItem(each, help=about) for each, about in own]
        return [*super().shell_complete(ctx, incomplete), *items]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if ctx.resilient_parsing and args and args[-1].startswith("-"):
            if (name := args[-1].lstrip("-").replace("-", "_")) in rules() and args[-1] not in self._flags():
                ctx.meta[RULE] = name
            args = args[:-1]  # its value is what is being typed
        known = self._flags()
        return super().parse_args(ctx, list(as_options(args, [*known, *ctx.help_option_names], rules())))

    def _flags(self) -> list[str]:
        """The flags that the command has by itself."""
        return [flag for each in self.params for flag in (*each.opts, *each.secondary_opts)]


class WithFormats(TyperCommand):
    """A command about a format, for which ``--NAME`` is short for ``--format NAME``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        from dealt.games import GAMES

        names = {f"--{each.name}" for listing in GAMES.values() for each in listing.formats}
        end = args.index("--") if "--" in args else len(args)
        return super().parse_args(
            ctx, [f"--format={each[2:]}" if n < end and each in names else each for n, each in enumerate(args)]
        )
