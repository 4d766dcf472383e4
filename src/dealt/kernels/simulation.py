"""``simulate`` and ``rollouts``: whole deals of random play, and ends of a deal under way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from dealt.game import Game, View
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.play import BlackjackState
from dealt.games.climbing import Climbing, ClimbingState
from dealt.games.drawpoker.play import DrawPokerPlay, DrawPokerState
from dealt.games.guandan import Guandan
from dealt.games.matching import Matching, MatchingState
from dealt.games.melds import Melding, MeldState
from dealt.games.tableau import Tableau, TableauState
from dealt.games.tricks import Tricks, TrickState
from dealt.kernels.arrays import numpy_for
from dealt.kernels.blackjack_course import Rounds
from dealt.kernels.climbing_loops import ClimbingDeals
from dealt.kernels.families import course_of
from dealt.kernels.machine import available
from dealt.kernels.matching import Solitaires
from dealt.kernels.melds import MeldDeals
from dealt.kernels.poker import PokerDeals
from dealt.kernels.tableau import TableauDeals
from dealt.kernels.tricks import Deals
from dealt.kernels.wild import WildDeals

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Position = (
    TrickState | ClimbingState | MatchingState | BlackjackState | DrawPokerState | MeldState | TableauState | View
)


@overload
def simulate(
    game: Tricks, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Deals: ...
@overload
def simulate(  # type: ignore[overload-overlap]  # its sets of cards do not fit into one number
    game: Guandan, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> WildDeals: ...
@overload
def simulate(
    game: Climbing, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> ClimbingDeals: ...
@overload
def simulate(
    game: Matching, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Solitaires: ...
@overload
def simulate(
    game: Tableau, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> TableauDeals: ...
@overload
def simulate(
    game: Blackjack, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Rounds: ...
@overload
def simulate(
    game: DrawPokerPlay, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> PokerDeals: ...
@overload
def simulate(
    game: Melding, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> MeldDeals: ...
@overload
def simulate(
    game: Game[Any], n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Any: ...


def simulate(
    game: Game[Any], n: int, seed: int = 0, *, policy: str = "uniform", threads: int = 1, moves: bool = False
) -> Any:
    """``n`` deals, each the first of a match, in which every seat takes one of its legal actions at random.

    Each legal bid, call, choice of cards to pass, card, combination or removal is equally likely, a pass like any
    other; nobody claims. The same ``seed``, from 0 to 2**63 - 1, gives the same deals whatever the number of threads.
    ``moves``: return what was said and played, too.

    The result is :class:`Deals` for a trick-taking game, :class:`~dealt.kernels.ClimbingDeals` for a climbing game, of
    two packs with wild cards :class:`~dealt.kernels.WildDeals`. For a matching solitaire it is :class:`Solitaires`, and
    the policy ``lowest`` removes what the game lists first, as the computer of that name does. For blackjack it is
    :class:`Rounds`, and the policy ``basic`` plays basic strategy, which takes seconds to compute once for a table. For
    draw poker it is :class:`PokerDeals`, for a melding game :class:`~dealt.kernels.MeldDeals`, for a solitaire of
    columns :class:`~dealt.kernels.TableauDeals`.

    ValueError for a game that there is no kernel for, which is also one whose class changes a rule that the kernel
    knows by itself; the message names it. ValueError for another policy; ImportError if NumPy is not installed.

    >>> from dealt.games import make
    >>> found = simulate(make("spades"), 1000, seed=1)
    >>> found.won.sum(axis=1).tolist() == [13] * 1000
    True
    >>> 0.08 < float(simulate(make("elevens"), 10_000, seed=1).scores.mean()) < 0.13
    True
    """
    _seeded(seed)
    course = course_of(game)
    return course.simulate(n, seed, policy=policy, threads=max(1, threads), moves=moves, fast=available())


def rollouts(game: Game[Any], at: Position, n: int, seed: int = 0, *, threads: int = 1) -> NDArray[np.float64]:
    """The scores by seat, (n, seats), of ``n`` ways in which a deal may end if all play on at random.

    ``at`` is a state of the game, whose hidden cards and order of the stock stay as they are; or a view: then what is
    hidden is dealt anew each time, as ``Game.sample`` deals it. Every action that the game lists is equally likely, and
    so is each amount that it may name; of a bet in draw poker the three sizes that :func:`simulate` has. What comes
    before the play of tricks, and a cut for the deal, is chosen in plain Python. The same ``seed``, from 0 to
    2**63 - 1, gives the same ends whatever the number of threads. ValueError for a game that there is no kernel for.

    >>> from random import Random
    >>> from dealt.games import make
    >>> game = make("spades", "simple")
    >>> found = rollouts(game, game.deal(Random(1)), 100)
    >>> set(found[:, 0] + found[:, 1]) == {13}
    True
    """
    _seeded(seed)
    found = course_of(game).rollouts(at, n, seed, threads=max(1, threads), fast=available())
    return numpy_for("rollouts come").array(found, "float64").reshape(n, game.seats)


def _seeded(seed: int) -> None:
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"a seed is a number from 0 to 2**63 - 1, and {seed} is not")
