"""Many tables of a matching solitaire at once, and rollouts; see :class:`dealt.kernels.batch.Batch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dealt.cards import COPY, mask, members, text
from dealt.games.matching import Matching, MatchingState
from dealt.games.matching.core import NARROW, MatchingRows
from dealt.kernels.arrays import numpy_for
from dealt.kernels.course import Plan
from dealt.kernels.many import OVER, ManyTables, lists
from dealt.kernels.matching import checked
from dealt.kernels.matching_steps import (
    EMPTY,
    Removals,
    Spots,
    Tables,
    choose_all,
    deal_all,
    legal_all,
    observe_all,
    playouts,
    step_all,
)
from dealt.kernels.threads import Span, fill
from dealt.shapes import Fixed, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MatchingTables", "ends"]


class MatchingTables(ManyTables[Tables]):
    """``n`` tables of a matching solitaire; one game follows the other."""

    def __init__(self, game: Matching, n: int, plan: Plan, *, bare: bool = False) -> None:
        checked(game, "uniform")
        super().__init__(game, n, deal_all, bare=bare)
        self._rules = _rules(game)
        some = _removals(game)
        self._removals = Removals(some, plan.ids[f"remove {text(some[0])}"])
        self._deck = Fixed(sorted(game.deck))
        self._column = Fixed(plan.column.get(one, EMPTY) for one in range(COPY))
        names = ("turn", "board", "stock", "removed")
        self._spots = Spots(len(game.deck), *(plan.spots[each] for each in names))
        self._tables = _emptied(game, n, self._rows)
        self._words, self._choices = Workspace(4), Workspace(len(some))

    def deal(self) -> None:
        """Deal anew where the game is over."""
        self._made(deal_all)(self._tables, self._rules, self._deck, self._seed, self._words)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out an action id at each table where the game is not over."""
        some = self._ids_of(actions)
        self._made(step_all)(self._tables, self._rules, self._removals, some, self.scores)

    def observe(self, out: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
        """Write what is seen at some tables."""
        self._made(observe_all)(self._tables, self._spots, self._column, rows, out)

    def legal(self, out: NDArray[np.int8]) -> None:
        """Mark what may be done."""
        self._made(legal_all)(self._tables, self._removals, out)

    def choose(self, seed: int, number: int, out: NDArray[np.int64]) -> None:
        """A random legal id for each table."""
        self._made(choose_all)(self._tables, self._removals, seed, number, self._words, self._choices, out)

    def state(self, n: int) -> MatchingState:
        """The state at a table, as the game has it, but for the order of the removed cards, which rise."""
        t, drawn = self._tables, int(self._tables.drawn[n])
        board = tuple(None if one == EMPTY else int(one) for one in t.boards[n])
        return MatchingState(board, tuple(int(one) for one in t.packs[n][drawn:]), tuple(members(int(t.removed[n]))))


def _rules(game: Matching) -> MatchingRows:
    rules = game.numbers(NARROW)
    return rules._replace(rows=Fixed(rules.rows))


def _removals(game: Matching) -> Fixed:
    """Every removal that there is, as the game lists those of a board with all cards."""
    whole = tuple(sorted(game.deck))
    return Fixed(mask(whole[place] for place in each) for each in game.removals(whole))


def _emptied(game: Matching, n: int, rows: Callable[..., Any]) -> Tables:
    """Room for ``n`` tables."""
    wide = {"packs": len(game.deck), "boards": game.places}
    return Tables(*(rows(n, wide[each]) if each in wide else rows(n) for each in Tables._fields))


def ends(
    game: Matching, state: MatchingState, n: int, seed: int, *, hidden: bool, threads: int, fast: bool
) -> NDArray[np.float64]:
    """The scores of ``n`` ends of a game, as ``rollouts`` has them; ``hidden``: its stock may lie in any order."""
    checked(game, "uniform")
    every, dealt = _removals(game), len(game.deck) - len(state.stock)
    at = _emptied(game, 1, lists)
    for place, one in enumerate(state.board):
        at.boards[0][place] = EMPTY if one is None else one
    for place, each in enumerate(state.stock, dealt):
        at.packs[0][place] = each
    at.turn[0], at.drawn[0], at.removed[0] = (0 if game.turn(state) else OVER), dealt, mask(state.removed)
    scores, play = numpy_for("rollouts come").zeros((n, 1)), playouts if fast else playouts.bare
    rules, removals = _rules(game), Removals(list(every), 0)

    def part(span: Span, out: list[Any]) -> None:
        work = _emptied(game, 1, lists), Workspace(4), Workspace(len(every))
        play(at, rules, removals, hidden, seed, span, *work, *out)

    fill([scores], part, threads, fast=fast)
    return scores
