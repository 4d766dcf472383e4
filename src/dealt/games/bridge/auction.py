"""The auction of bridge: the possible calls, the end of the auction, and its contract (Laws 17 to 22)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from dealt.game import Seat

__all__ = ["BIDS", "CALLS", "DOUBLE", "PASS", "REDOUBLE", "STRAINS", "Auction", "Contract", "contract"]

STRAINS: Final = "CDHSN"
PASS: Final = "P"  # noqa: S105 - a call
DOUBLE: Final = "X"
REDOUBLE: Final = "XX"
BIDS: Final = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
"""The 35 bids, the lowest first."""
CALLS: Final = (*BIDS, PASS, DOUBLE, REDOUBLE)


class Auction(NamedTuple):
    """The state of an auction, as far as it decides which calls are possible.

    ``bid`` is the index of the last bid in ``BIDS``, -1 before any bid. ``doubled`` is 0, 1 (doubled) or 2 (redoubled).
    ``ours``: did the side whose turn it is make the last bid? ``passes`` is the number of passes since the last other
    call.
    """

    bid: int = -1
    doubled: int = 0
    ours: bool = False
    passes: int = 0

    @property
    def over(self) -> bool:
        """Three passes follow a bid, or all four seats have passed."""
        return self.passes == (4 if self.bid < 0 else 3)

    def legal(self) -> tuple[str, ...]:
        """The possible calls: bids from the lowest, double or redouble, and a pass last."""
        if self.over:
            return ()
        found = list(BIDS[self.bid + 1 :])
        if self.bid >= 0 and self.doubled == 0 and not self.ours:
            found.append(DOUBLE)
        if self.doubled == 1 and self.ours:
            found.append(REDOUBLE)
        return (*found, PASS)

    def after(self, call: str) -> Auction:
        """The auction with one more call. ValueError if it isn't possible.

        >>> Auction().after("1H").after("P").legal()[-2:]
        ('7N', 'P')
        """
        if call not in self.legal():
            raise ValueError(f"{call} isn't possible now")
        if call == PASS:
            return Auction(self.bid, self.doubled, not self.ours, self.passes + 1)
        if call in (DOUBLE, REDOUBLE):
            return Auction(self.bid, self.doubled + 1, not self.ours)
        return Auction(BIDS.index(call))

    @classmethod
    def of(cls, calls: Sequence[str]) -> Auction:
        """The auction after these calls; ValueError at the first call that isn't possible."""
        return _of(tuple(calls))


@lru_cache(maxsize=4096)
def _of(calls: tuple[str, ...]) -> Auction:
    return _of(calls[:-1]).after(calls[-1]) if calls else Auction()


class Contract(NamedTuple):
    """A contract: the declarer's side has to take 6 + ``level`` tricks, with ``strain`` as trumps (``N``: none)."""

    level: int
    strain: str
    doubled: int
    declarer: Seat

    @property
    def dummy(self) -> Seat:
        """The declarer's partner."""
        return (self.declarer + 2) % 4

    @property
    def trump(self) -> int | None:
        """The trump suit, 0 for clubs to 3 for spades; None at notrump."""
        return None if self.strain == "N" else STRAINS.index(self.strain)

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{'X' * self.doubled}"


@lru_cache(maxsize=4096)
def contract(calls: tuple[str, ...], dealer: Seat) -> Contract | None:
    """The contract after these calls, the dealer's first; None without a bid.

    The declarer is the player of the side with the last bid who first named its strain.

    >>> str(contract(("1C", "P", "1S", "P", "2S", "X", "P", "P", "P"), dealer=0)), \
        contract(("1C", "P", "1S", "P", "2S", "X", "P", "P", "P"), dealer=0).declarer
    ('2SX', 2)
    """
    state = Auction.of(calls)
    if state.bid < 0:
        return None
    last = BIDS[state.bid]
    place = calls.index(last)
    first = next(n for n, call in enumerate(calls) if n % 2 == place % 2 and call in BIDS and call[1] == last[1])
    return Contract(int(last[0]), last[1], state.doubled, (dealer + first) % 4)
