"""Commands that can't be carried out, and sentences as they travel."""

from __future__ import annotations

from collections.abc import Collection

from dealt.game import OptionError, Say
from dealt.wire.protocol import Said


class Refused(Exception):  # noqa: N818 - it is no error of ours
    """A command that can't be carried out. ``code`` is for programs, ``say`` tells people what to do instead.

    ``retry_after`` is the number of seconds after which the same command may succeed; None: waiting does not help.
    ``text`` is the sentence in English if another process has worded it, which knows the table.
    """

    def __init__(
        self, code: str, say: Say | None = None, *, retry_after: float | None = None, text: str = "", **args: str | int
    ):
        super().__init__(code)
        self.code = code
        self.retry_after = retry_after
        self.text = text
        self.say = say or Say(f"error.{code}", args)


class HandedOver(Refused):
    """Nothing was done: the table belongs to another process by now, which is to be asked instead."""

    def __init__(self) -> None:
        super().__init__("unreachable")


def unreadable(error: BaseException) -> Refused:
    """What is wrong with a frame, short and without line breaks."""
    written = "it is too deep" if isinstance(error, RecursionError) else str(error)
    return Refused("bad_message", why=" ".join(written.split())[:160])


def bad_option(error: OptionError) -> Refused:
    """What is wrong with the options that somebody wants."""
    return Refused("bad_option", error.say, why=str(error)[:200])


def check_game(game: str, games: Collection[str]) -> None:
    """Refused if no game of that name is played here."""
    if game not in games:
        raise Refused("no_game", game=game, games=", ".join(games))


def said(say: Say) -> Said:
    """A sentence as it travels."""
    return Said(say.key, {k: list(v) if isinstance(v, tuple) else v for k, v in say.args.items()})


def say_of(said: Said) -> Say:
    """The sentence that has travelled."""
    return Say(said.key, {key: tuple(value) if isinstance(value, list) else value for key, value in said.args.items()})
