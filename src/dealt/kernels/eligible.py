"""Which games a kernel plays: those whose classes change nothing that it knows by itself.

A kernel has the rules of some classes. Whatever a class that is none of those defines may be a changed rule, unless it
is a text for people or something that the kernel asks of the game.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, ClassVar, Final, NamedTuple, NoReturn

from dealt.game import Game
from dealt.games.bigtwo import BigTwo
from dealt.games.blackjack import Blackjack
from dealt.games.bridge import Bridge, Duplicate, Mini, RubberBridge
from dealt.games.chinesepoker import ChinesePoker
from dealt.games.climbing import Climbing
from dealt.games.doudizhu import DouDizhu
from dealt.games.drawpoker import SoloDrawPoker
from dealt.games.drawpoker.game import DrawPoker
from dealt.games.drawpoker.play import DrawPokerPlay
from dealt.games.euchre import Euchre
from dealt.games.ginrummy import GinRummy
from dealt.games.guandan import Guandan
from dealt.games.hearts import Hearts
from dealt.games.holdem import Holdem
from dealt.games.matching import Matching
from dealt.games.melds import Melding
from dealt.games.ohhell import OhHell
from dealt.games.president import President
from dealt.games.skat import Skat
from dealt.games.spades import Spades
from dealt.games.tableau import Tableau
from dealt.games.tricks import ExactBids, Tricks
from dealt.games.whist import Whist


class Kernel(NamedTuple):
    """What a kernel knows by itself, and what it asks of a game."""

    written_for: tuple[type[Game[Any]], ...]
    """The classes whose rules it has, the family's first."""
    reads: frozenset[str] = frozenset()
    """The hooks that it asks of the game: a class of somebody's own may define them."""


KERNELS: Final = (
    Kernel((Guandan,)),
    Kernel(
        (Climbing, BigTwo, DouDizhu, ChinesePoker, President),
        frozenset({"kinds", "lowest_opens", "penalty", "penalty_factors", "limit_of_match"}),
    ),
    Kernel((Matching,)),
    Kernel((Melding, GinRummy), frozenset({"dealer"})),
    Kernel((Tableau,)),
    Kernel((Blackjack,)),
    Kernel((DrawPokerPlay, DrawPoker, SoloDrawPoker, Holdem)),
    Kernel((Spades,), frozenset({"trumps"})),
    Kernel((Hearts,)),
    Kernel((Bridge, Duplicate, RubberBridge, Mini)),
    Kernel((Euchre,)),
    Kernel((Skat,)),
    Kernel((ExactBids, OhHell), frozenset({"seats", "row_of", "bidding", "hand_size", "turns_up"})),
    Kernel(
        (Tricks, Whist),
        frozenset({"seats", "row_of", "score", "hand_size", "turns_up", "honours", "side_tricks", "orders"}),
    ),
)
"""A game takes the first that was written for one of its classes."""


class _Plain(Game[Any]):
    """Has what every class statement brings with it, which is more in newer Pythons."""

    name = "plain"
    version: ClassVar[int] = 1


HIDDEN: Final = frozenset({"view", "sample"})
"""What whoever draws hidden cards by a kernel must ask about, too."""
_AROUND: Final = {name for kind in Game.__mro__[1:] for name in vars(kind) if not name.startswith("__")}
_HARMLESS: Final = (
    HIDDEN
    | _AROUND
    | {"name", "options", "version", "formerly", "undoable", "computers", "prepare", "score_sheet", "_abc_impl"}
    | {name for name in vars(_Plain) if name.startswith("__")}
    | {"__init__", "__repr__", "__eq__", "__hash__", "__annotations__", "__orig_bases__", "__dict__", "__weakref__"}
)
"""What no single deal depends on: texts, order and odds for people and the match around the deal, which is all that a
game has beside its seven methods; and what is shown of it. What a constructor sets is data that kernels ask for."""


def changes(game: Game[Any], asked: frozenset[str] = frozenset()) -> list[str] | None:
    """What the classes of a game define that its kernel does not read, by name; None if no kernel is for its family.

    ``asked`` are harmless names that matter this time, such as ``HIDDEN``.

    >>> from dealt.games.spades import Spades
    >>> class Whispers(Spades):
    ...     def legal(self, state, seat):
    ...         return super().legal(state, seat)[:1]
    >>> changes(Spades()), changes(Whispers())
    ([], ['legal'])
    """
    kernel = next((each for each in KERNELS if isinstance(game, each.written_for)), None)
    if kernel is None:
        return None
    kinds = type(game).__mro__
    known = next(kind for kind in kinds if kind in kernel.written_for).__mro__
    fine = (_HARMLESS - asked) | kernel.reads
    defined = [name for kind in kinds if kind not in known for name in vars(kind)]
    replaced = [name for name in vars(game) if isinstance(getattr(type(game), name, None), FunctionType)]
    return [name for name in dict.fromkeys((*defined, *replaced)) if name not in fine]


def plays(first: type[Game[Any]], game: Game[Any], asked: frozenset[str] = frozenset()) -> bool:
    """Does the kernel whose family begins with a class play a game by all of its rules?"""
    kernel = next((each for each in KERNELS if isinstance(game, each.written_for)), None)
    return kernel is not None and kernel.written_for[0] is first and not changes(game, asked)


def refuse_changes(game: Game[Any]) -> None:
    """ValueError if no kernel plays the game by its own rules; it says what stands against it."""
    found = changes(game)
    if found is None:
        raise ValueError(f"there is no kernel for {game.name}: play its deals one by one")
    if found:
        raise ValueError(f"there is no kernel for {game.name}: it changes the rules ({', '.join(rules(game, found))})")


def rules(game: Game[Any], found: list[str]) -> list[str]:
    """The rules among what a game :func:`changes`: the others are helpers, which only these call."""
    known = [kind for kernel in KERNELS for kind in kernel.written_for if isinstance(game, kind)]
    return [name for name in found if name in vars(game) or any(hasattr(kind, name) for kind in known)] or found


class Told:
    """What a kernel can tell of a state; ValueError if a game asks for more."""

    def __init__(self, game: Game[Any], **known: Any) -> None:
        self.__dict__.update(known, _name=game.name, _known=", ".join(known))

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ValueError(
            f"there is no kernel for {self._name}: its rules ask for {name} of a state, and the kernel tells "
            f"{self._known} alone"
        )
