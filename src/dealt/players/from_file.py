"""Computers from a user's file: ``mine.py:Mine`` names a class with a method ``choose``.

The class is called with the game as its only argument, or without one if its constructor takes none. Its errors are
reported in one line that names the line of the file. A class without ``choose`` may be the player of an assignment:
:mod:`dealt.assignments.players` seats it.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any

from dealt.faults import fault
from dealt.files import run_file
from dealt.game import Action, Game, Player, View, find


class PlayerError(RuntimeError):
    """A player from a user's file failed; the message names the class, the error, the file and the line."""


def names_class(name: str) -> bool:
    """Is this ``FILE.py:CLASS`` rather than the name of a computer?

    >>> names_class("mine.py:Mine"), names_class("mine.py"), names_class("robot")
    (True, True, False)
    """
    return ":" in name or name.endswith(".py")


@dataclass(frozen=True, slots=True)
class PlayerClass:
    """Makes players of one class of a file. It can be pickled: another process reads the file again."""

    file: Path
    cls: str

    @classmethod
    def read(cls, written: str) -> PlayerClass:
        """The maker for ``FILE.py:CLASS``. ValueError if there is no such file or class, or it is no player."""
        file, colon, name = written.rpartition(":")
        if not colon or not file or not name:
            raise ValueError(f"{written} names no class: write FILE.py:CLASS, such as mine.py:Mine")
        found = cls(Path(file), name)
        found.kind()
        return found

    def kind(self) -> type[Any]:
        """The class; its file is run once in a process."""
        key = self.file.resolve()
        if key not in _modules:
            try:
                _modules[key] = vars(run_file(self.file, "dealt_player"))
            except FileNotFoundError as error:
                raise ValueError(str(error)) from None
        names = _modules[key]
        found = names.get(self.cls)
        if not isinstance(found, type):
            some = [name for name, each in names.items() if _plays(each) and each.__module__ == names["__name__"]]
            raise ValueError(f"{self.file} has no class {self.cls}: it has {', '.join(some) or 'no player'}")
        if not _plays(found) and not _seats().is_player(found):
            raise ValueError(f"{self.cls} in {self.file} is no player: a player has a method choose(self, view, rng)")
        return found

    def __call__(self, game: Game[Any]) -> Player:
        kind = self.kind()
        try:
            if not _plays(kind):
                player = _seats().seated(kind, _modules[self.file.resolve()], game)
            else:
                player = kind(game) if _takes_game(kind) else kind()
        except Exception as error:
            raise ValueError(f"{self.cls} can't play {game.name}: {_told(error, self.file)}") from error
        return CheckedPlayer(self, player)

    def __str__(self) -> str:
        return f"{self.file}:{self.cls}"


_modules: dict[Path, dict[str, Any]] = {}


def _seats() -> Any:
    """What seats the players of assignments, which are made of players themselves."""
    return import_module("dealt.assignments.players")


def _plays(some: object) -> bool:
    return (
        isinstance(some, type) and callable(getattr(some, "choose", None)) and not getattr(some, "_is_protocol", False)
    )


def _takes_game(kind: type[Any]) -> bool:
    try:
        signature = inspect.signature(kind)
    except ValueError:  # a constructor written in C
        return False
    return bool(signature.parameters)


class CheckedPlayer:
    """A player from a user's file, whose exceptions and illegal actions become a :class:`PlayerError`."""

    def __init__(self, maker: PlayerClass, player: Player) -> None:
        self.name, self.file = maker.cls, maker.file
        self.player = player
        self.remembers = getattr(player, "remembers", False)

    def choose(self, view: View, rng: Random) -> Action:
        try:
            action = self.player.choose(view, rng)
        except Exception as error:
            raise PlayerError(f"{self.name} fails: {_told(error, self.file)}") from error
        if not isinstance(action, Action):
            raise PlayerError(f"{self.name} chooses {action!r}: it should return one of view.legal")
        if action not in view.legal and find(view, action) is None:
            raise PlayerError(f"{self.name} chooses {action!s}, which isn't legal: it should return one of view.legal")
        return action


def _told(error: Exception, file: Path) -> str:
    """An exception in one line, with the line of the file where it was raised if it was raised there."""
    passed = {Path(each.filename).resolve() for each in extract_tb(error.__traceback__)}
    return fault(error) if file.resolve() in passed else f"{type(error).__name__}: {error}"
