"""The command as people run it: a process with arguments, lines to type, and what comes out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from dealt.games import GAMES
from tests.rooms import command

PATIENCE = 240.0

OWN_GAME = '''
"""A game of one's own: rows, two hooks, and a computer."""

from dealt import players
from dealt.cards import STANDARD, Order
from dealt.game import Listing, Option
from dealt.games.climbing import BOMB, Climbing, Kind, by_top_card, runs
from dealt.players.simple import Lowest

RANKS = "3456789TJQKA2"
KINDS = (
    Kind("single", by=by_top_card),
    Kind("pair", 2),
    Kind("run", run=runs(RANKS, 3)),
    Kind("bomb", 4, power=BOMB),
)


class Bombs(Climbing):
    def penalty(self, left):
        return self.options.get("price", 1) * left

    def lowest_opens(self, past):
        return True


def make(**options):
    return Bombs("bombs", kinds=KINDS, order=Order(RANKS, "dchs"), seats=3, deck=STANDARD[:48], options=options)


players.register("patient", lambda game: Lowest(), lambda game: game.name == "bombs")
LISTING = Listing(
    "bombs", make, options=(Option("price", 1, low=1, high=9),), texts={"en": {"game.title": "Bombs away"}}
)
'''


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str


def environment(home: Path, **more: str) -> dict[str, str]:
    """An environment of its own, so that no test meets another one's seats or settings."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("DEALT_", "LC_", "XDG_"))}
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("STATE", "DATA", "CONFIG", "CACHE")}
    return {**kept, **folders, "LANG": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "80", **more}


def dealt(
    arguments: Sequence[str | Path], home: Path, typed: str | bytes | None = None, env: Mapping[str, str] | None = None
) -> Ended:
    """Run the command to its end, typing nothing but ``typed``."""
    raw = (typed.encode() if isinstance(typed, str) else typed) or b""
    given = [str(each) for each in arguments]
    if not env or not any(key.startswith("PYTHON") for key in env):
        return _ended(command(given, home, environment(home, **(env or {})), raw, PATIENCE))
    done = subprocess.run(  # what Python itself reads at its start needs a start
        [sys.executable, "-m", "dealt", *given],
        input=raw,
        capture_output=True,
        timeout=PATIENCE,
        cwd=home,
        env=environment(home, **env),
        check=False,
    )
    return _ended((done.returncode, done.stdout, done.stderr))


def _ended(how: tuple[int, bytes, bytes]) -> Ended:
    status, out, err = how
    return Ended(status, out.decode(), err.decode())


def own_game(folder: Path) -> Path:
    """A file with a game that the package doesn't know."""
    file = folder / "bombs.py"
    file.write_text(OWN_GAME, encoding="utf-8")
    return file


def scripted(turns: int, game: str | None = None) -> str:
    """What a person types who plays the first thing that is possible, at every turn."""
    return f"list\n#1\n{first_amount(game) if game is not None else ''}\n".replace("\n\n", "\n") * turns


def first_amount(game: str) -> str:
    """The first action of a game that begins with an amount of one's choice; nothing for others."""
    made = GAMES[game].make()
    state = made.deal(Random(1))
    first = made.view(state, made.turn(state)[0]).legal[0]
    return "" if first.exact else str(first.first())
