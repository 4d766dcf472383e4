"""``rollouts``: a deal under way, played on at random many times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from dealt.cards import Cards, mask
from dealt.game import Game, View
from dealt.games.climbing import Climbing, ClimbingState
from dealt.games.tricks import Tricks, TrickState
from dealt.games.tricks.core import Position
from dealt.kernels import shedding
from dealt.kernels.arrays import numpy_for
from dealt.kernels.compiled import available, compiled
from dealt.kernels.play import Scratch, playouts
from dealt.kernels.simulation import family
from dealt.kernels.threads import in_threads

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["rollouts"]


def rollouts(
    game: Game[Any], at: TrickState | ClimbingState | View, n: int, seed: int = 0, *, threads: int = 1
) -> NDArray[np.float64]:
    """The scores by seat, (n, seats), of ``n`` ways in which a deal may end if all play on at random.

    ``at`` is a state, or a view: then the hidden cards are dealt anew each time. What comes before the play is chosen
    at random, too, in plain Python. ValueError for a game that there is no kernel for.

    >>> from dealt.games import make
    >>> game = make("spades", "simple")
    >>> found = rollouts(game, game.deal(Random(1)), 100)
    >>> set(found[:, 0] + found[:, 1]) == {13}
    True
    """
    if isinstance(game, Climbing):
        shedding.known(game)
        assert not isinstance(at, TrickState)  # noqa: S101 - no state of this game
        found = shedding.ends(game, at, n, seed, threads=max(1, threads), fast=available())
        return numpy_for("rollouts come").array(found).reshape(n, game.seats)  # type: ignore[no-any-return]
    family(game)
    assert isinstance(game, Tricks)  # noqa: S101 - family has refused all others
    assert not isinstance(at, ClimbingState)  # noqa: S101
    rng = Random(seed)
    states = [
        _played_to_the_first_card(game, game.sample(at, rng) if isinstance(at, View) else at, rng)
        for _ in range(1 if isinstance(at, TrickState) and at.phase == "play" else n)
    ]
    taken = _taken(game, states, n, seed, max(1, threads), fast=available())
    return numpy_for("rollouts come").array(_scores(game, states, taken)).reshape(n, 4)  # type: ignore[no-any-return]


def _played_to_the_first_card(game: Tricks, state: TrickState, rng: Random) -> TrickState:
    while state.turn is not None and state.phase != "play":
        seat = rng.choice(game.turn(state))
        state = game.apply(state, seat, rng.choice([each for each in game.legal(state, seat) if each.exact]))
    return state


def _taken(game: Tricks, states: Sequence[TrickState], n: int, seed: int, threads: int, *, fast: bool) -> Any:
    """The cards that each seat takes from there on, (n, 4); none where the deal was over."""
    numpy = numpy_for("rollouts come")

    def numbers(some: Any) -> Any:
        return numpy.array(some, numpy.int64) if fast else some

    ended = Position((0, 0, 0, 0), 0)
    at = [ended if state.turn is None else game.position(state) for state in states]
    moments = numbers([[*hands, *map(int, others)] for hands, *others in at])
    rows = numbers([[*game.row_of(state)] for state in states])
    lying = numbers([mask(game.current_trick(state)) for state in states])
    out = numbers([[0] * 4 for _ in range(n)]).reshape(n, 4) if fast else [[0] * 4 for _ in range(n)]
    kernel = compiled(playouts) if fast else playouts

    def part(span: tuple[int, int]) -> None:
        scratch = Scratch(*(numbers([0] * size) for size in (4, 1, 4, 4, 1)))
        kernel(rows, moments, lying, seed, span, scratch, out, numbers([]))

    in_threads(part, n, threads)
    return out


def _scores(game: Tricks, states: Sequence[TrickState], taken: Any) -> list[tuple[float, ...]]:
    """The game's own score of every end; ends that differ only in cards without effect are scored once."""
    known: dict[tuple[object, ...], tuple[float, ...]] = {}
    matter = [_mattering(game, state) for state in states[:1]] * len(states)
    found = []
    for n, row in enumerate(taken if isinstance(taken, list) else taken.tolist()):
        k = n % len(states)
        key = (k, *((some & matter[k], some.bit_count()) for some in row))
        if key not in known:
            known[key] = _score(game, states[k], row)
        found.append(known[key])
    return found


def _mattering(game: Tricks, state: TrickState) -> Cards:
    """The cards that make a difference to the game by who takes them, beside the number of tricks."""
    return mask(one for one in game.deck if game.take(state, 0, 1 << one) != state)


def _score(game: Tricks, state: TrickState, taken: Sequence[Cards]) -> tuple[float, ...]:
    if state.turn is not None:
        whole = tuple(hand | some for hand, some in zip(state.hands, state.played, strict=True))
        won = tuple(had + some.bit_count() // 4 for had, some in zip(state.won, taken, strict=True))
        state = replace(state, turn=None, hands=(0,) * 4, trick=(), won=won, played=whole)
        for seat, some in enumerate(taken):
            state = game.take(state, seat, some) if some else state
    return game.score(state) or (0.0,) * 4
