"""Many tables of Dou Dizhu at once, auction included; see :class:`dealt.kernels.batch.Batch`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from dealt.cards import mask
from dealt.games.climbing import Climbing, ClimbingState
from dealt.games.doudizhu import Contract, DouDizhu
from dealt.kernels.batch import Plan
from dealt.kernels.climbing_tables import ClimbingTables
from dealt.kernels.landlord_steps import (
    Auction,
    LandlordIds,
    LandlordSpots,
    Stakes,
    deal_landlords,
    list_landlords,
    observe_landlords,
    step_landlords,
)
from dealt.kernels.many import plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LandlordTables"]

_FIELDS: Final = ("bid", "landlord", "multiplier", "kitty", "face_up", "again")


class LandlordTables(ClimbingTables):
    """``n`` tables of Dou Dizhu; one deal follows the other, each the first of a match."""

    def __init__(self, game: Climbing, n: int, plan: Plan, *, bare: bool = False) -> None:
        super().__init__(game, n, plan, bare=bare)
        assert isinstance(game, DouDizhu)  # noqa: S101 - ``plays`` has refused all others
        rules = game.rules
        self._auction = Auction(
            once=rules["bidding"] == "single",
            forced=game.forced,
            limit=game.limit,
            spring=bool(rules["spring"]),
            scoring=bool(rules["scoring"]),
            reveals=bool(rules["reveal_kitty"]),
            size=game.hand,
            largest=game.largest,
        )
        self._bid_ids = LandlordIds(plan.ids["bid 0"], self._ids)
        self._stake_spots = LandlordSpots(self._spots, *(plan.spots[each] for each in _FIELDS))
        by_seat = (n, game.seats)
        self._stakes = Stakes(*(self._rows(*(by_seat if each == "bids" else (n,))) for each in Stakes._fields))

    @classmethod
    def plays(cls, game: Climbing) -> bool:
        """Is it Dou Dizhu?"""
        return isinstance(game, DouDizhu)

    def deal(self) -> None:
        """Deal anew where the deal is over."""
        self._stale = True
        self._made(deal_landlords)(
            self._tables, self._stakes, self._rules, self._auction, self._deck, self._dealers, self._seed, self._room
        )

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out an action id at each table where the deal is not over."""
        self._stale = True
        some = self._ids_of(actions)
        self._made(step_landlords)(
            self._tables, self._stakes, self._rules, self._table, self._auction, self._order, self._bid_ids, some,
            self.scores,
        )  # fmt: skip

    def observe(self, out: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
        """Write what the seats to act see at some tables."""
        self._made(observe_landlords)(
            self._tables, self._stakes, self._rules, self._auction, self._stake_spots, mask(self.game.deck),
            self._column, rows, out,
        )  # fmt: skip

    def _list(self) -> int:
        return self._made(list_landlords)(
            self._tables, self._stakes, self._rules, self._table, self._auction, self._order, self._bid_ids,
            self._room, self._starts, self._listed,
        )  # fmt: skip

    def state(self, n: int) -> ClimbingState:
        """The state at a table, as the game has it."""
        row: dict[str, Any] = {each: plain(getattr(self._stakes, each)[n]) for each in Stakes._fields}
        state = super().state(n)
        own = Contract(
            face_up=row["face_up"],
            holder=row["holder"],
            redeals=int(row["auction"] and state.turn is None),
            bids=tuple(row["bids"]),
            alone=row["alone"],
            bid=row["bid"],
            multiplier=row["multiplier"],
            kitty=row["kitty"],
            again=bool(row["again"]),
            spring=row["spring"],
        )
        return replace(state, own=own, shown=row["shown"], phase="auction" if row["auction"] else "play")
