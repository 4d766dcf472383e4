"""``rollouts``: a deal under way, played on at random many times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from dealt.cards import Cards, mask
from dealt.game import Game, View
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.play import BlackjackState
from dealt.games.climbing import Climbing, ClimbingState
from dealt.games.drawpoker.play import DRAW, DrawPokerPlay, DrawPokerState
from dealt.games.matching import Matching, MatchingState
from dealt.games.tricks import Tricks, TrickState
from dealt.games.tricks.core import Position as Moment
from dealt.kernels import blackjack_tables, matching_tables, poker, shedding
from dealt.kernels.arrays import numpy_for
from dealt.kernels.eligible import refuse_changes
from dealt.kernels.machine import available
from dealt.kernels.play import Scratch, playouts
from dealt.kernels.simulation import TRICK_GAMES, family
from dealt.kernels.threads import Span, fill, in_turn
from dealt.shapes import Workspace

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
    elif isinstance(game, Tricks):
        family(game)
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
    once = not seen and not (isinstance(game, Tricks) and at.phase != "play")
    states = [_begun(game, game.sample(at, rng) if seen else at, rng) for _ in range(1 if once else n)]
    if isinstance(game, DrawPokerPlay):
        if once and game.may_run_out and not at.mixed and at.phase <= DRAW:
            return [_played_out(game, at, rng) for _ in range(n)]
        return poker.poker_ends(game, states, n, seed, threads=threads, fast=fast) if states else []
    if isinstance(game, Blackjack):
        return blackjack_tables.ends(game, states, n, seed, threads=threads, fast=fast) if states else []
    assert isinstance(game, Tricks)  # noqa: S101 - ``rollouts`` has refused all others
    return _scores(game, states, _taken(game, states, n, seed, threads, fast=fast))


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


def _begun(game: Game[Any], state: Any, rng: Random) -> Any:
    """The state itself, or in a trick-taking game the first of the play, once all have chosen at random before it."""
    while isinstance(game, Tricks) and state.turn is not None and state.phase != "play":
        seat = rng.choice(game.turn(state))
        state = game.apply(state, seat, rng.choice([each for each in game.legal(state, seat) if each.exact]))
    return state


def _taken(game: Tricks, states: Sequence[TrickState], n: int, seed: int, threads: int, *, fast: bool) -> Any:
    """The cards that each seat takes from there on, (n, 4); none where the deal was over."""
    found = numpy_for("rollouts come").zeros((n, 4), "int64")
    play: Any = playouts if fast else playouts.bare
    ended = Moment((0, 0, 0, 0), 0)

    def part(span: Span, out: list[Any]) -> None:
        some = in_turn(states, span)
        at = [ended if state.turn is None else game.position(state) for state in some]
        moments = [[*hands, *map(int, others)] for hands, *others in at]
        rows, lying = [[*game.row_of(state)] for state in some], [mask(game.current_trick(state)) for state in some]
        play(rows, moments, lying, seed, span, Scratch(*map(Workspace, (4, 1, 4, 4, 1))), *out, [])

    fill([found], part, threads, fast=fast)
    return found


def _scores(game: Tricks, states: Sequence[TrickState], taken: Any) -> list[tuple[float, ...]]:
    """The game's own score of every end; ends that differ only in cards without effect are scored once."""
    known: dict[tuple[object, ...], tuple[float, ...]] = {}
    matter = [_mattering(game, state) for state in states[:1]] * len(states)
    found = []
    for n, row in enumerate(taken.tolist()):
        k = n % len(states)
        key = (k, *((some & matter[k], some.bit_count()) for some in row))
        if key not in known:
            known[key] = _score(game, states[k], row)
        found.append(known[key])
    return found


def _mattering(game: Tricks, state: TrickState) -> Cards:
    """The cards that make a difference to the game by who takes them, beside the number of tricks.

    They are all cards where the score is somebody's own, as it may look at any.
    """
    if not isinstance(game, TRICK_GAMES):
        return mask(game.deck)
    return mask(one for one in game.deck if game.take(state, 0, 1 << one) != state)


def _score(game: Tricks, state: TrickState, taken: Sequence[Cards]) -> tuple[float, ...]:
    if state.turn is not None:
        whole = tuple(hand | some for hand, some in zip(state.hands, state.played, strict=True))
        won = tuple(had + some.bit_count() // 4 for had, some in zip(state.won, taken, strict=True))
        state = replace(state, turn=None, hands=(0,) * 4, trick=(), won=won, played=whole)
        for seat, some in enumerate(taken):
            state = game.take(state, seat, some) if some else state
    return game.score(state) or (0.0,) * 4
