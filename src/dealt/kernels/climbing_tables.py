"""Many tables of a climbing game at once, for environments; see :class:`dealt.kernels.batch.Batch`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dealt.cards import WITH_JOKERS, mask, text
from dealt.games.chinesepoker import ChinesePoker
from dealt.games.climbing import NONE, Climbing, ClimbingState
from dealt.games.doudizhu import DouDizhu
from dealt.kernels.batch import Plan
from dealt.kernels.climbing import Dealing, Room
from dealt.kernels.climbing_steps import (
    Ids,
    Spots,
    Tables,
    choose_all,
    deal_all,
    list_all,
    mark_all,
    observe_all,
    step_all,
)
from dealt.kernels.many import ManyTables, plain
from dealt.kernels.shedding import dealers, known, table_of
from dealt.shapes import Fixed, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ClimbingTables"]

_BY_SEAT: Final = ("hands", "trick", "lacks")


class ClimbingTables(ManyTables[Tables]):
    """``n`` tables of a climbing game whose play begins once the cards are dealt; one deal follows the other."""

    def __init__(self, game: Climbing, n: int, plan: Plan, *, bare: bool = False) -> None:
        known(game)
        if not self.plays(game):
            raise ValueError(f"there is no kernel for many tables of {game!r}: play them one by one")
        super().__init__(game, n, deal_all, bare=bare)
        self._climbing, self._rules = game, game.numbers
        self._table = table_of(game)
        self._order, self._deck, self._dealers = map(Fixed, (game.low_to_high, sorted(game.deck), dealers(game)))
        self._dealing = Dealing(game.hand, game.lowest_opens(None))
        self._penalty = Fixed(float(game.penalty(left)) for left in range(len(game.deck) + 1))
        self._column = Fixed(plan.column.get(one, NONE) for one in WITH_JOKERS)
        names = (each.replace("stock_size", "stock size") for each in Spots._fields[1:])
        self._spots = Spots(len(game.deck), *(plan.spots[each] for each in names))
        first = f"play {text(game.combinations.cards[0])}"
        self._ids = Ids(plan.ids["pass"], plan.ids[first])
        by_seat = (n, game.seats)
        self._tables = Tables(*(self._rows(*(by_seat if each in _BY_SEAT else (n,))) for each in Tables._fields))
        rows = len(game.combinations.cards) + 1
        self._room = Room(*map(Workspace, (4, len(game.deck), 1, 1, 1, 1, 1, rows, rows, rows)))
        self._starts, self._listed, self._stale = self._rows(n + 1), self._rows(64 * n), True

    @classmethod
    def plays(cls, game: Climbing) -> bool:
        """Does the play begin once the cards are dealt? Else other tables are needed, if there are any."""
        return not (isinstance(game, DouDizhu) or game.cuts or (isinstance(game, ChinesePoker) and game.seats == 2))

    def deal(self) -> None:
        """Deal anew where the deal is over."""
        self._stale = True
        self._made(deal_all)(
            self._tables, self._rules, self._dealing, self._deck, self._order, self._dealers, self._seed, self._room
        )

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out an action id at each table where the deal is not over."""
        self._stale = True
        some = self._ids_of(actions)
        self._made(step_all)(
            self._tables, self._rules, self._table, self._order, self._ids, self._penalty, some, self.scores
        )

    def observe(self, out: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
        """Write what the seats to act see at some tables."""
        whole = mask(self.game.deck)
        self._made(observe_all)(self._tables, self._rules, self._spots, whole, self._column, rows, out)

    def _listing(self) -> tuple[Any, Any]:
        """The legal ids of all tables, found once for each position."""
        while self._stale:
            size = self._list()
            self._stale = size >= len(self._listed)
            if self._stale:
                self._listed = self._rows(2 * size)
        return self._starts, self._listed

    def _list(self) -> int:
        return self._made(list_all)(
            self._tables, self._rules, self._table, self._order, self._ids, self._room, self._starts, self._listed
        )

    def legal(self, out: NDArray[np.int8]) -> None:
        """Mark what the seats to act may do."""
        self._made(mark_all)(*self._listing(), 1, out)

    def unmark(self, out: NDArray[np.int8]) -> None:
        """Take the marks of ``legal`` away."""
        self._made(mark_all)(*self._listing(), 0, out)

    def choose(self, seed: int, number: int, out: NDArray[np.int64]) -> None:
        """A random legal id for each table."""
        self._made(choose_all)(*self._listing(), seed, number, self._room.words, out)

    def state(self, n: int) -> ClimbingState:
        """The state at a table, as the game has it."""

        def some(each: str) -> Any:
            return plain(getattr(self._tables, each)[n])

        stock, lacks = some("stock"), tuple(some("lacks"))
        first = self._climbing.begin(tuple(some("hands")), (stock,) if stock else (), some("dealer"))
        return ClimbingState(
            hands=first.hands,
            turn=None if some("turn") == NONE else some("turn"),
            owner=None if some("owner") == NONE else some("owner"),
            trick=tuple(some("trick")),
            stock=first.stock,
            must=some("must"),
            dealer=some("dealer"),
            lowest=some("lowest"),
            lacks=lacks if any(lacks) else (),
            own=first.own,
        )
