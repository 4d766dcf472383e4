"""Computers by name: those that play every game, those that know one game, and those that users register."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from dealt.game import LEVELS, Game, Listing, Player, did_you_mean
from dealt.players.simple import Lowest, Uniform

__all__ = [
    "ALIASES",
    "EVERYWHERE",
    "LEVELS",
    "REGISTERED",
    "Maker",
    "Registered",
    "called",
    "computer",
    "idle",
    "installed",
    "known_by",
    "names",
    "possible",
    "register",
    "seated",
]

Maker = Callable[..., Player]
"""Makes a player for a game. Those of the package also take settings, such as how far to look."""


def installed(package: str) -> bool:
    """Is a package there that some computers need?"""
    return find_spec(package) is not None


def _nothing(game: Game[Any], **budget: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Registered:
    """A registered computer: how to make it, and which games it can play."""

    maker: Maker
    knows: Callable[[Game[Any]], bool]
    needs: str = ""
    """The package without which it can't play; empty if it needs none."""
    wants: Callable[..., str] = _nothing
    """The package without which it plays a game less well with some budget; empty if there is none."""
    stops: Callable[[Game[Any]], str] = _nothing
    """What keeps it from a game, for people; empty if there is nothing to say but that it does not know the game."""

    def plays(self, game: Game[Any]) -> bool:
        """Does it know the game, and is what it needs installed?"""
        return self.knows(game) and (not self.needs or installed(self.needs))

    def packages(self, game: Game[Any], **budget: Any) -> tuple[str, ...]:
        """The packages that it needs to play a game at full strength, with its own budget or this one."""
        return tuple(each for each in (self.needs, self.wants(game, **budget)) if each)


def _any_game(game: Game[Any]) -> bool:
    return True


def known_by(module: str, name: str, game: Game[Any]) -> bool:
    """Does a module know a game? ``name`` is in it the class of the games that it knows, or a function that tells."""
    found = getattr(import_module(module), name)
    return isinstance(game, found) if isinstance(found, type) else found(game)


def _advice(
    module: str, make: str = "make", knows: str = "knows", needs: str = "", wants: str = "", stops: str = ""
) -> Registered:
    """A computer whose module is imported at its first use, because that may take time.

    ``make`` is its class, or a function; nobody calls it for a game that ``knows`` refuses, as :func:`known_by` has it.
    """

    def lacks(game: Game[Any], **budget: Any) -> str:
        return getattr(import_module(module), wants)(game, **budget) if wants else ""

    def stopped(game: Game[Any]) -> str:
        return getattr(import_module(module), stops)(game) if stops else ""

    def maker(game: Game[Any], **budget: Any) -> Player:
        return getattr(import_module(module), make)(game, **budget)  # type: ignore[no-any-return]

    def plays(game: Game[Any]) -> bool:
        return known_by(module, knows, game)

    return Registered(maker, plays, needs, lacks, stopped)


def _level(name: str) -> Registered:
    """The computer of a level, whatever the game says that it is."""

    def maker(game: Game[Any]) -> Player:
        return import_module("dealt.players.levels").computer_of(name, game)  # type: ignore[no-any-return]

    return Registered(maker, _any_game)


REGISTERED: Final[dict[str, Registered]] = {
    "deuce": _advice("dealt.players.advice.bigtwo.deuce", "Deuce"),
    "dizhu": _advice("dealt.players.advice.doudizhu.dizhu", "Dizhu", "DouDizhu"),
    "climber": _advice("dealt.players.advice.guandan.climber", "Climber", "Guandan"),
    "shedder": _advice("dealt.players.advice.chinesepoker.shedder", "Shedder", "ChinesePoker"),
    "planner": _advice("dealt.players.advice.bridge.planner", "Planner", needs="endplay"),
    "solver": _advice("dealt.players.advice.bridge.double_dummy", "Solver", "Bridge", needs="endplay"),
    "plain": _advice("dealt.players.advice.bridge.plain", "Plain", "Bridge"),
    "shark": _advice("dealt.players.advice.drawpoker.counting", "Shark"),
    "helper": _advice("dealt.players.advice.drawpoker.assignment", "Helper"),
    "melder": _advice("dealt.players.advice.melds.melder", "Melder", "Melding"),
    "rounder": _advice("dealt.players.advice.holdem.rounder", "Rounder"),
    "reckoner": _advice("dealt.players.advice.blackjack.counting", "Reckoner", "Blackjack"),
    "counter": _advice("dealt.players.advice.blackjack.counting", "Counter", "Blackjack"),
    "basic": _advice("dealt.players.advice.blackjack.counting", "Basic", "Blackjack"),
    "search": _advice("dealt.players.search.families", wants="wants", stops="stops"),
    "robot": _advice("dealt.players.advice.tricks.robots", "Robot", "Tricks"),
    "long": _advice("dealt.players.advice.tricks.robots", "Long", "Tricks"),
    "saver": _advice("dealt.players.advice.tricks.robots", "Saver", "Tricks"),
    "duck": _advice("dealt.players.advice.tricks.robots", "Duck", "Tricks"),
    "void": _advice("dealt.players.advice.tricks.robots", "Void", "Tricks"),
    "refined": _advice("dealt.players.advice.tricks.robots", "Refined", "Tricks"),
    "network": _advice("dealt.players.search.climbing", "Network"),
    "exact": _advice("dealt.players.advice.magicfigures.exact", "Exact", "MagicFigures"),
    "pathfinder": _advice("dealt.players.advice.tableau.pathfinder", "Pathfinder", "Tableau", wants="wants"),
    "manual": _advice("dealt.assignments.manual"),
    "lowest": Registered(lambda game: Lowest(game.order), _any_game),
    "random": Registered(lambda game: Uniform(), _any_game),
    **{name: _level(name) for name in LEVELS},
}
"""Every computer by name. Add to it with :func:`register`."""

EVERYWHERE: Final = ("lowest", "random")
"""The computers that play every game, better first."""


ALIASES: Final = {"cover": "search", "doyle": "shedder", "shy": "search"}
"""Former names of computers: they are taken wherever one is given, and listed nowhere."""


def called(name: str) -> str:
    """The current name of a computer that is given by its current or a former name."""
    return name if name in REGISTERED else ALIASES.get(name, name)


def register(name: str, maker: Maker, knows: Callable[[Game[Any]], bool] = _any_game) -> None:
    """Make a computer known under a name, for ``play``, the arena and the room; ValueError if the name is taken.

    ``knows`` tells which games it can play. A file given with ``--games`` may call this beside defining games.
    """
    if not name or not name.replace("-", "").replace("_", "").isalnum():
        raise ValueError(f"{name!r} is no name for a computer: use letters, digits, - and _")
    if name in REGISTERED:
        raise ValueError(f"there is a computer named {name} already: choose another name")
    REGISTERED[name] = Registered(maker, knows)


def possible(game: Game[Any]) -> tuple[str, ...]:
    """The computers that can play this game: those that suit it and know it first, then those that play every game.

    :func:`names` has them in the order in which they are offered and take free seats.
    Each of ``LEVELS`` stands for one of them, and can be given instead.
    """
    special = (name for name, each in REGISTERED.items() if name not in (*EVERYWHERE, *LEVELS) and each.plays(game))
    return tuple(dict.fromkeys((*_able(game.computers, game), *special, *EVERYWHERE)))


def _able(some: Iterable[str], game: Game[Any]) -> tuple[str, ...]:
    return tuple(name for name in some if name in REGISTERED and REGISTERED[name].plays(game))


def _idle(name: str, known: Registered, game: Game[Any]) -> str:
    """That a computer doesn't play a game, and as far as that can be said why."""
    if known.needs and known.knows(game):
        return f"{name} doesn't play {game.name} without the package {known.needs}"
    why = known.stops(game)
    return f"{name} doesn't play {game.name}" + (f", {why}" if why else "")


def idle(listing: Listing) -> list[str]:
    """What to tell of the computers that a listing names, and that know it neither as it is nor under any preset."""
    games = [listing.make(preset) for preset in (None, *listing.presets)]
    some = {name: REGISTERED.get(called(name)) for name in listing.computers}
    return [
        f"there is no computer {name}" if known is None else _idle(name, known, games[0])
        for name, known in some.items()
        if known is None or not any(known.knows(game) for game in games)
    ]


def computer(name: str, game: Game[Any], **budget: Any) -> Player:
    """A new computer of that name for a seat at the game; ValueError names the possible ones if it isn't one.

    ``budget`` are settings that this computer takes, such as how many deals it tries.
    """
    known = REGISTERED.get(called(name))
    if known is None or not known.plays(game):
        what = f"there is no computer {name}" if known is None else _idle(name, known, game)
        some = possible(game)
        meant = (did_you_mean(name, (*some, *LEVELS)) if known is None else "") or f"choose among {', '.join(some)}"
        raise ValueError(f"{what}: {meant}")
    return known.maker(game, **budget)


def seated(written: str, seats: int) -> tuple[str, ...]:
    """The computer of each seat, from one name for all or from a name for every seat, with commas between them.

    ValueError for another number of names.

    >>> seated("easy", 2), seated("easy, hard", 2)
    (('easy', 'easy'), ('easy', 'hard'))
    """
    some = tuple(called(each.strip()) for each in written.split(","))
    if len(some) not in (1, seats):
        raise ValueError(f"{len(some)} computers were named: name one, or one for each of the {seats} seats")
    return some * seats if len(some) == 1 else some


def names(listing: Listing, game: Game[Any] | None = None) -> tuple[str, ...]:
    """The computers to offer for a listed game, best first: those it names, then all others that know it.

    ``game`` is the game with its options settled, if they are; what suits them comes before what the listing names.
    """
    game = game or listing.make()
    return tuple(dict.fromkeys((*_able((*game.computers, *listing.computers), game), *possible(game))))
