"""``rollouts``: a deal under way, played on at random many times."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from dealt.game import Game, View
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.play import BlackjackState
from dealt.games.climbing import Climbing, ClimbingState
from dealt.games.drawpoker.play import DRAW, DrawPokerPlay, DrawPokerState
from dealt.games.matching import Matching, MatchingState
from dealt.games.tricks import Tricks, TrickState
from dealt.kernels import blackjack_tables, matching_tables, poker, shedding
from dealt.kernels.arrays import numpy_for
from dealt.kernels.eligible import refuse_changes
from dealt.kernels.families import course_of
from dealt.kernels.machine import available

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["rollouts"]


Position = TrickState | ClimbingState | MatchingState | BlackjackState | DrawPokerState | View


def rollouts(game: Game[Any], at: Position, n: int, seed: int = 0, *, threads: int = 1) -> NDArray[np.float64]:
    """The scores by seat, (n, seats), of ``n`` ways in which a deal may end if all play on at random.

    ``at`` is a state of the game, whose hidden cards and order of the stock stay as they are; or a view: then what is
    hidden is dealt anew each time, as ``Game.sample`` deals it. Every action that the game lists is equally likely, and
    so is each amount that it may name; of a bet in draw poker the three sizes that :func:`simulate` has. What comes
    before the play of tricks or combinations is chosen in plain Python. The same ``seed``, from 0 to 2**63 - 1, gives
    the same ends whatever the number of threads. ValueError for a game that there is no kernel for.

    >>> from random import Random
    >>> from dealt.games import make
    >>> game = make("spades", "simple")
    >>> found = rollouts(game, game.deal(Random(1)), 100)
    >>> set(found[:, 0] + found[:, 1]) == {13}
    True
    """
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"a seed is a number from 0 to 2**63 - 1, and {seed} is not")
    if isinstance(game, Climbing):
        shedding.known(game)
    else:
        refuse_changes(game)
    found = _ends(game, at, n, seed, max(1, threads), fast=available())
    return numpy_for("rollouts come").array(found, "float64").reshape(n, game.seats)


def _ends(game: Game[Any], at: Any, n: int, seed: int, threads: int, *, fast: bool) -> Any:
    """The scores of all ends; ``fast``: compiled."""
    seen, rng = isinstance(at, View), Random(seed)
    if isinstance(game, Climbing):
        return shedding.ends(game, at, n, seed, threads=threads, fast=fast)
    if isinstance(game, Matching):
        hidden = seen and any(one is None for pile in at.piles for one in pile.cards)
        state = game.sample(at, rng) if seen else at
        return matching_tables.ends(game, state, n, seed, hidden=hidden, threads=threads, fast=fast)
    course: Any = course_of(game) if isinstance(game, Tricks) else None
    once = not seen and (course is None or course.begun(at, rng) is at)
    states = [game.sample(at, rng) if seen else at for _ in range(1 if once else n)]
    if course is not None:
        states = [course.begun(each, rng) for each in states]
    if isinstance(game, DrawPokerPlay):
        if once and game.may_run_out and not at.mixed and at.phase <= DRAW:
            return [_played_out(game, at, rng) for _ in range(n)]
        return poker.poker_ends(game, states, n, seed, threads=threads, fast=fast) if states else []
    if isinstance(game, Blackjack):
        return blackjack_tables.ends(game, states, n, seed, threads=threads, fast=fast) if states else []
    return course.ends(states, n, seed, threads=threads, fast=fast)


def _played_out(game: DrawPokerPlay, state: DrawPokerState, rng: Random) -> tuple[float, ...]:
    """A deal of draw poker played to its end in plain Python.

    That is for states whose discards may come back: in which order, is said by a seed that kernels cannot read.
    """
    while turn := game.turn(state):
        legal = game.legal(state, turn[0])
        action = legal[rng.randrange(len(legal))]
        action = action if action.exact else action.of(rng.choice(game.sizes(state, action)))
        state = game.apply(state, turn[0], action)
    return game.score(state) or (0.0,) * game.seats
