"""Cards of a declarer whose next card, too, is chosen without seeing the layout: alpha-mu with two choices.

Solved double dummy, each layout is played on as if all cards lay open, so a guess that is put off seems to be always
right (strategy fusion). Here the next choice is one for all layouts in which the opponents have played the same cards;
from then on they are solved. After Cazenave and Ventos, "The alpha-mu search algorithm for the game of bridge" (2019).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from dealt.cards import Card
from dealt.games.bridge import Bridge
from dealt.games.tricks import TrickState, play_of
from dealt.players.advice.bridge.double_dummy import solved

DEEP: Final = 36
"""Cards are chosen so once no more than this many are left; solving takes too long before."""
A_LITTLE: Final = 0.001
"""Of cards that are worth the same, one that was looked at to the end is better than one that was not, by this."""

Worth = Callable[[TrickState, int], float]
"""What it is worth to the declarer that the side whose turn it is takes so many of the tricks that are left."""


def alpha_mu(
    game: Bridge,
    drawn: Sequence[tuple[TrickState, float]],
    worths: Mapping[Card, float],
    worth: Worth,
    late: Callable[[], bool] = lambda: False,
) -> dict[Card, float]:
    """What cards are worth so, in layouts with weights, of which all but the hidden hands is the same.

    ``worths`` are the means over the layouts solved double dummy, which no card exceeds: a card that is worse than one
    that was looked at keeps that. None is looked at any more once it is ``late``.
    """
    whole = sum(weight for _, weight in drawn)
    if not whole or len(worths) < 2:
        return dict(worths)
    found: dict[Card, float] = {}
    best: float | None = None
    for one in sorted(worths, key=lambda each: -worths[each]):
        if late() or (best is not None and worths[one] <= best):
            found[one] = worths[one] if best is None else min(worths[one], best) - A_LITTLE
            continue
        groups: dict[tuple[Card, ...], list[tuple[TrickState, float]]] = {}
        for state, weight in drawn:
            seat = state.turn or 0
            after, seen = _answered(game, game.apply(state, seat, play_of(one)), seat % 2)
            groups.setdefault(seen, []).append((after, weight))
        found[one] = sum(_best(game, some, worth) for some in groups.values()) / whole
        best = found[one] if best is None else max(best, found[one])
    return found


def _answered(game: Bridge, state: TrickState, side: int) -> tuple[TrickState, tuple[Card, ...]]:
    """The layout once it is the side's turn again, and what the opponents played: of their best cards the lowest."""
    seen: tuple[Card, ...] = ()
    while state.turn is not None and state.turn % 2 != side:
        made = solved(game, state)
        one = min(made, key=lambda each: (-made[each], each >> 2, each))
        state, seen = game.apply(state, state.turn, play_of(one)), (*seen, one)
    return state, seen


def _best(game: Bridge, some: Sequence[tuple[TrickState, float]], worth: Worth) -> float:
    """The sum of what the card is worth that is best in all these layouts together: to the declarer they look alike."""
    first = some[0][0]
    if first.turn is None:
        return sum(weight * worth(state, 0) for state, weight in some)
    totals: dict[Card, float] = {}
    for state, weight in some:
        for one, made in solved(game, state).items():
            totals[one] = totals.get(one, 0.0) + weight * worth(state, made)
    return max(totals.values())
