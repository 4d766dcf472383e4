"""Many tables of a matching solitaire at once, and rollouts; see :class:`dealt.kernels.batch.Batch`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dealt.cards import COPY, mask, members, text
from dealt.game import Game
from dealt.games.matching import Matching, MatchingState
from dealt.games.matching.core import NARROW, MatchingRows
from dealt.kernels.arrays import numpy_for
from dealt.kernels.batch import Plan
from dealt.kernels.compiled import available, compiled
from dealt.kernels.matching import checked
from dealt.kernels.matching_steps import (
    EMPTY,
    OVER,
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
from dealt.kernels.threads import in_threads

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MatchingTables", "ends"]


class MatchingTables:
    """``n`` tables of a matching solitaire; one game follows the other."""

    def __init__(self, game: Matching, n: int, plan: Plan, *, bare: bool = False) -> None:
        numpy = numpy_for("tables are played")
        checked(game, "uniform")
        self.game: Game[Any] = game
        self._matching = game
        self.n = n
        self._fast = available() and not bare
        self._rules = _rules(game, self._numbers)
        some = _removals(game)
        self._removals = Removals(self._numbers(some), plan.ids[f"remove {text(some[0])}"])
        self._deck = self._numbers(sorted(game.deck))
        self._column = self._numbers([plan.column.get(one, EMPTY) for one in range(COPY)])
        names = ("turn", "board", "stock", "removed")
        self._spots = Spots(len(game.deck), *(plan.spots[each] for each in names))
        self._tables = _emptied(game, n, self._numbers)
        self._words, self._choices = self._numbers([0] * 4), self._numbers([0] * len(some))
        self.scores: NDArray[np.float64] = numpy.zeros((n, 1))
        self._seed = 0

    def _numbers(self, some: Any) -> Any:
        """Whole numbers as the kernel has them: plain Python is quicker with its own."""
        return numpy_for("tables are played").array(some, "int64") if self._fast else some

    def _made(self, function: Callable[..., None]) -> Callable[..., None]:
        return compiled(function) if self._fast else function

    @property
    def turn(self) -> NDArray[np.int64]:
        """(n,): 0, or -1 where the game is over."""
        found: NDArray[np.int64] = numpy_for("tables are played").array(self._tables.turn)
        return found

    def init(self, seed: int) -> None:
        """Deal at all tables."""
        self._seed = seed
        for n in range(self.n):
            self._tables.deals[n], self._tables.turn[n] = 0, OVER
        self.deal()

    def deal(self) -> None:
        """Deal anew where the game is over."""
        self._made(deal_all)(self._tables, self._rules, self._deck, self._seed, self._words)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out an action id at each table where the game is not over."""
        some = actions if self._fast else actions.tolist()
        self._made(step_all)(self._tables, self._rules, self._removals, some, self.scores)

    def observe(self, out: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
        """Write what is seen at some tables."""
        self._made(observe_all)(self._tables, self._spots, self._column, rows, out)

    def legal(self, out: NDArray[np.int8]) -> None:
        """Mark what may be done."""
        self._made(legal_all)(self._tables, self._removals, out)

    def unmark(self, out: NDArray[np.int8]) -> None:
        """Take the marks of ``legal`` away."""
        out[:] = 0

    def choose(self, seed: int, number: int, out: NDArray[np.int64]) -> None:
        """A random legal id for each table."""
        self._made(choose_all)(self._tables, self._removals, seed, number, self._words, self._choices, out)

    def state(self, n: int) -> MatchingState:
        """The state at a table, as the game has it, but for the order of the removed cards, which rise."""
        t, drawn = self._tables, int(self._tables.drawn[n])
        board = tuple(None if one == EMPTY else int(one) for one in t.boards[n])
        return MatchingState(board, tuple(int(one) for one in t.packs[n][drawn:]), tuple(members(int(t.removed[n]))))


def _rules(game: Matching, numbers: Callable[[Any], Any]) -> MatchingRows:
    rules = game.numbers(NARROW)
    return rules._replace(rows=numbers(rules.rows))


def _removals(game: Matching) -> list[int]:
    """Every removal that there is, as the game lists those of a board with all cards."""
    whole = tuple(sorted(game.deck))
    return [mask(whole[place] for place in each) for each in game.removals(whole)]


def _emptied(game: Matching, n: int, numbers: Callable[[Any], Any]) -> Tables:
    """Room for ``n`` tables."""
    wide = {"packs": len(game.deck), "boards": game.places}
    zeros = ([[0] * wide[each] for _ in range(n)] if each in wide else [0] * n for each in Tables._fields)
    return Tables(*map(numbers, zeros))


def ends(
    game: Matching, state: MatchingState, n: int, seed: int, *, hidden: bool, threads: int, fast: bool
) -> NDArray[np.float64]:
    """The scores of ``n`` ends of a game, as ``rollouts`` has them; ``hidden``: its stock may lie in any order."""
    numpy = numpy_for("rollouts come")
    checked(game, "uniform")

    def numbers(some: Any) -> Any:
        return numpy.array(some, numpy.int64) if fast else some

    def removals(some: Sequence[int]) -> Removals:
        return Removals(numbers(some), 0)

    every, dealt = _removals(game), len(game.deck) - len(state.stock)
    at = _emptied(game, 1, numbers)
    for place, one in enumerate(state.board):
        at.boards[0][place] = EMPTY if one is None else one
    for place, each in enumerate(state.stock, dealt):
        at.packs[0][place] = each
    at.turn[0], at.drawn[0], at.removed[0] = (0 if game.turn(state) else OVER), dealt, mask(state.removed)
    scores, kernel, rules = numpy.zeros((n, 1)), compiled(playouts) if fast else playouts, _rules(game, numbers)

    def part(span: tuple[int, int]) -> None:
        work, room = _emptied(game, 1, numbers), numbers([0] * len(every))
        kernel(at, rules, removals(every), hidden, seed, span, work, numbers([0] * 4), room, scores)

    in_threads(part, n, threads)
    return scores  # type: ignore[no-any-return]
