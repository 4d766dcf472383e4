"""``simulate``: whole deals of random play, by threads over deals."""

from __future__ import annotations

from typing import Any, overload

from dealt.game import Game
from dealt.games.blackjack import Blackjack
from dealt.games.climbing import Climbing
from dealt.games.drawpoker.play import DrawPokerPlay
from dealt.games.matching import Matching
from dealt.games.tricks import Tricks
from dealt.kernels import blackjack, matching, shedding
from dealt.kernels.blackjack import Rounds
from dealt.kernels.eligible import refuse_changes
from dealt.kernels.families import course_of
from dealt.kernels.machine import available
from dealt.kernels.matching import Solitaires
from dealt.kernels.poker import PokerDeals, run_poker
from dealt.kernels.tricks_loops import Deals

__all__ = ["simulate", "simulated"]


@overload
def simulate(
    game: Tricks, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Deals: ...
@overload
def simulate(
    game: Climbing, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> shedding.ClimbingDeals: ...
@overload
def simulate(
    game: Matching, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Solitaires: ...
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
    game: Game[Any], n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Any: ...


def simulate(
    game: Game[Any], n: int, seed: int = 0, *, policy: str = "uniform", threads: int = 1, moves: bool = False
) -> Any:
    """``n`` deals, each the first of a match, in which every seat takes one of its legal actions at random.

    Each legal bid, call, choice of cards to pass, card, combination or removal is equally likely, a pass like any
    other; nobody claims. The same ``seed``, from 0 to 2**63 - 1, gives the same deals whatever the number of threads.
    ``moves``: return what was said and played, too.

    The result is :class:`Deals` for a trick-taking game, :class:`~dealt.kernels.ClimbingDeals` for a climbing game. For
    a matching solitaire it is :class:`Solitaires`, and the
    policy ``lowest`` removes what the game lists first, as the computer of that name does. For blackjack it is
    :class:`Rounds`, and the policy ``basic`` plays basic strategy, which takes seconds to compute once for a table. For
    draw poker it is :class:`PokerDeals`.

    ValueError for a game that there is no kernel for, which is also one whose class changes a rule that the kernel
    knows by itself; the message names it. ValueError for another policy; ImportError if NumPy is not installed.

    >>> from dealt.games import make
    >>> found = simulate(make("spades"), 1000, seed=1)
    >>> found.won.sum(axis=1).tolist() == [13] * 1000
    True
    >>> 0.08 < float(simulate(make("elevens"), 10_000, seed=1).scores.mean()) < 0.13
    True
    """
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"a seed is a number from 0 to 2**63 - 1, and {seed} is not")
    return simulated(game, n, seed, policy=policy, threads=max(1, threads), moves=moves, fast=available())


def simulated(game: Game[Any], n: int, seed: int, *, policy: str, threads: int, moves: bool, fast: bool) -> Any:
    """As ``simulate``; ``fast``: compiled, else as the source stands."""
    if isinstance(game, Matching):
        matching.checked(game, policy)
        return matching.run(game, n, seed, policy=policy, threads=threads, moves=moves, fast=fast)
    if isinstance(game, Blackjack):
        blackjack.checked(game, policy)
        return blackjack.run(game, n, seed, policy=policy, threads=threads, moves=moves, fast=fast)
    if policy != "uniform":
        raise ValueError(f"there is no policy {policy}: there is uniform")
    if isinstance(game, DrawPokerPlay):
        refuse_changes(game)
        return run_poker(game, n, seed, threads=threads, moves=moves, fast=fast)
    if isinstance(game, Climbing):
        shedding.known(game)
        return shedding.run(game, n, seed, threads=threads, moves=moves, fast=fast)
    return course_of(game).simulate(n, seed, threads=threads, moves=moves, fast=fast)
