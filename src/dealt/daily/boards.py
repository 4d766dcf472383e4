"""The boards of a day: their seeds, the computers that play there, and how these come to the same choices everywhere.

A day's boards of a game are a set of deals whose secret anybody can work out, so nothing that is played there counts.
Equal actions of the person lead to equal deals: a computer's chance follows from the board, its seat and how often it
has acted, and it sees what lay there when its turn began, whoever of several on turn has acted meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any, Final, TypeVar

from dealt.game import LEVELS, Game, Player, Seat, View
from dealt.players import computer
from dealt.table import Table, seed_in

S = TypeVar("S")

BOARDS: Final = 8
"""The number of boards that a game has on a day."""
VERSION: Final = 2
"""Moves with every change of what a computer plays at a board: then all boards are others."""
LATE: Final = 14
"""The number of days for which boards can still be played, today's among them."""
PERSON: Final[Seat] = 0
"""The seat of whoever plays a board."""
LEVEL: Final = "normal"
"""The level of the computers on the other seats: in every game one that thinks neither by time nor with a package."""
PREFIX: Final = "daily/"
"""What the name of the set begins with that a day's boards are; nobody can give a set such a name."""


def offered(game: Game[Any]) -> bool:
    """Has a game daily deals? Where one plays alone, computers are no field: all of them play alike."""
    return game.seats > 1


def standard(game: Game[S]) -> Game[S]:
    """A game as its boards are played: chance cuts, since who takes a card first must not matter."""
    return game.among_computers()


def name_of(day: date) -> str:
    """The name of the set that the boards of a day are.

    >>> name_of(date(2026, 11, 26))
    'daily/2026-11-26/2'
    """
    return f"{PREFIX}{day.isoformat()}/{VERSION}"


def day_of(name: str) -> date | None:
    """The day of which a set has the boards; None for any other set."""
    return date.fromisoformat(name.split("/")[1]) if name.startswith(PREFIX) else None


def today() -> date:
    """The day by UTC."""
    return datetime.now(UTC).date()


def days_until(today: date) -> list[date]:
    """The days whose boards can be played, the newest first."""
    return [today - timedelta(n) for n in range(LATE)]


def secret(game: str, day: date) -> bytes:
    """The 32 bytes from which the seeds of a day's boards follow, as those of any set do."""
    return sha256(f"{name_of(day)}/{game}".encode()).digest()


def seed(game: str, day: date, board: int) -> bytes:
    """The seed of a board, from 1 to ``BOARDS``."""
    return seed_in(secret(game, day), board)


def asked(table: Table[S], seat: Seat) -> tuple[View, int]:
    """What a computer on turn is asked with at a board: its view, and the number with which its chance begins.

    It is a whole number: from any other a ``Random`` is seeded by its hash, which is another one in a browser.
    """
    moves, states, step = table.moves, table.states, table.step
    while step and moves[step - 1][0] != seat and seat in table.game.turn(states[step - 1]):
        step -= 1  # others on turn at the same moment came first
    times = sum(by == seat for by, _ in moves)
    number = int.from_bytes(sha256(table.seed + f"/{seat}/{times}".encode()).digest()[:6])
    return replace(table.game.view(states[step], seat), log=tuple(table.log(seat))[:step]), number


def play(game: Game[S], seed: bytes, players: Sequence[Player]) -> Table[S]:
    """A board, played to its end."""
    table = Table(game, seed)
    while turn := table.turn:
        for seat in turn:
            if seat in table.turn:
                view, chance = asked(table, seat)
                table.act(seat, players[seat].choose(view, Random(chance)))
    return table


def opponents(game: Game[Any]) -> list[Player]:
    """The computers of a board by seat; the person's stands there, too."""
    return [computer(LEVEL, game) for _ in range(game.seats)]


def field(game: Game[Any]) -> tuple[str, ...]:
    """The levels that have played every board on the person's seat: those that play alike and soon on every machine."""
    from dealt.players.levels import packages  # it reads all games, and who only names a day needs none

    return tuple(each for each in LEVELS[:-1] if not packages(game, each))


def field_of(game: Game[S], seed: bytes, level: str) -> Table[S]:
    """A board as a level of the field plays it."""
    players = opponents(game)
    players[PERSON] = computer(level, game)
    return play(game, seed, players)
