"""Many tables of draw poker at once, for environments; see :class:`dealt.kernels.batch.Batch`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dealt.cards import STANDARD
from dealt.games.drawpoker.core import MOST_DRAWS, Moment
from dealt.games.drawpoker.play import DrawPokerPlay, DrawPokerState
from dealt.games.showdown.betting import NONE
from dealt.kernels.course import Plan
from dealt.kernels.buckets import BUCKETS
from dealt.kernels.many import ManyTables
from dealt.kernels.poker import Room
from dealt.kernels.poker_steps import (
    NOBODY,
    Ids,
    Spots,
    Tables,
    choose_all,
    deal_all,
    legal_all,
    observe_all,
    step_all,
)
from dealt.shapes import Fixed, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PokerTables"]

_BY_SEAT: Final = ("hands", "drawn", "thrown", "stacks", "paid", "bets", "won")


class PokerTables(ManyTables[Tables]):
    """``n`` tables of draw poker with chips; one deal follows the other, each the first of a match."""

    def __init__(self, game: DrawPokerPlay, n: int, plan: Plan, *, bare: bool = False) -> None:
        if game.may_run_out or not game.row.stack:
            raise ValueError(f"there is no kernel for many tables of {game!r}: play them one by one")
        super().__init__(game, n, deal_all, bare=bare)
        self._row, self._deck = game.row, Fixed(sorted(game.deck))
        self._column = Fixed(plan.column.get(one, NOBODY) for one in STANDARD)
        self._spots = Spots(len(game.deck), *(plan.spots[each] for each in Spots._fields[1:]))
        self._ids = Ids(
            check=plan.ids["check"],
            bet=plan.first["bet"],
            call=plan.first["call"],
            raises=plan.first["raise"],
            fold=plan.ids["fold"],
            pat=plan.ids["stand pat"],
            buy=plan.first["buy"],
            watch=plan.ids["watch"],
            card=plan.steps["draw"],
            buckets=len(plan.amounts("bet", range(1, 1000))) <= BUCKETS,
        )
        wide = dict.fromkeys(_BY_SEAT, game.seats) | {"packs": len(game.deck), "moment": len(Moment._fields)}
        self._tables = Tables(
            *(self._rows(n, wide[each]) if each in wide else self._rows(n) for each in Tables._fields)
        )
        self._room = Room(*map(Workspace, (4, 1, 1, 1, 1, game.seats, 1, max(MOST_DRAWS, BUCKETS))))
        self._listed = Workspace(plan.actions)

    def deal(self) -> None:
        """Deal anew where the deal is over."""
        self._made(deal_all)(self._tables, self._row, self._deck, self._seed, self._room)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out an action id at each table where the deal is not over."""
        some = self._ids_of(actions)
        self._made(step_all)(self._tables, self._row, self._ids, self._deck, self._room, some, self.scores)

    def observe(self, out: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
        """Write what the seats to act see at some tables."""
        self._made(observe_all)(self._tables, self._row, self._spots, self._column, rows, out)

    def legal(self, out: NDArray[np.int8]) -> None:
        """Mark what the seats to act may do."""
        self._made(legal_all)(self._tables, self._row, self._ids, self._column, self._room, self._listed, out)

    def choose(self, seed: int, number: int, out: NDArray[np.int64]) -> None:
        """A random legal id for each table."""
        self._made(choose_all)(
            self._tables, self._row, self._ids, self._column, seed, number, self._room, self._listed, out
        )

    def state(self, n: int) -> DrawPokerState:
        """The state at a table, as the game has it; what is chosen of a draw in steps is not part of it."""
        t = self._tables
        some: dict[str, Any] = {each: tuple(int(one) for one in getattr(t, each)[n]) for each in _BY_SEAT}
        turn, phase, gone, acted, drawers, raises, size, opener = (int(each) for each in t.moment[n])
        return DrawPokerState(
            stock=tuple(int(one) for one in t.packs[n][int(t.top[n]) :]),
            dealer=int(t.dealer[n]),
            turn=None if turn == NONE else turn,
            phase=phase,
            folded=gone,
            acted=acted,
            drawers=drawers,
            raises=raises,
            size=size,
            opener=None if opener == NONE else opener,
            asked=int(t.asked[n]),
            bought=int(t.bought[n]),
            **some,
        )
