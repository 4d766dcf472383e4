"""The auction of bridge: the possible calls, the end of the auction, and its contract (Laws 17 to 22)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from dealt.game import Seat

STRAINS: Final = "CDHSN"
PASS: Final = "P"  # noqa: S105 - a call
DOUBLE: Final = "X"
REDOUBLE: Final = "XX"
BIDS: Final = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
"""The 35 bids, the lowest first."""
LONGEST: Final = 319
"""The number of calls in the longest auction: three passes, then every bid with two passes, double, and so on."""
CALLS: Final = (*BIDS, PASS, DOUBLE, REDOUBLE)


_PASS: Final = 35
_DOUBLE: Final = 36
_REDOUBLE: Final = 37
_OFFERED: Final = (*range(_PASS), _DOUBLE, _REDOUBLE, _PASS)
"""The calls by their numbers, in the order in which they are offered: a pass last."""
_NUMBERS: Final = {call: number for number, call in enumerate(CALLS)}


# --- over numbers: a call is its place in CALLS, and an auction the four numbers of Auction -------------------------


def ended(bid: int, passes: int) -> bool:
    """Is the auction over? Three passes follow a bid, or all four seats have passed."""
    return passes == (4 if bid < 0 else 3)


def possible(bid: int, doubled: int, ours: bool, passes: int) -> int:
    """The calls that are possible, as a set of numbers.

    >>> possible(34, 1, True, 2) == 1 << CALLS.index("P") | 1 << CALLS.index("XX")
    True
    """
    if ended(bid, passes):
        return 0
    found = (1 << _PASS + 1) - (1 << bid + 1)
    if bid >= 0 and doubled == 0 and not ours:
        found |= 1 << _DOUBLE
    if doubled == 1 and ours:
        found |= 1 << _REDOUBLE
    return found


def called(bid: int, doubled: int, ours: bool, passes: int, call: int) -> tuple[int, int, bool, int]:
    """The auction after one more call, which must be possible."""
    if call == _PASS:
        return bid, doubled, not ours, passes + 1
    if call > _PASS:
        return bid, doubled + 1, not ours, 0
    return call, 0, False, 0


def first_to_name(calls: Sequence[int], count: int) -> int:
    """The place, among the first ``count`` calls, of the one that makes the declarer; -1 without a bid.

    The declarer is the player of the side with the last bid who first named its strain.
    """
    last = count - 1
    while last >= 0 and calls[last] >= _PASS:
        last -= 1
    for place in range(last & 1, last + 1, 2):
        if calls[place] < _PASS and calls[place] % 5 == calls[last] % 5:
            return place
    return -1


# --- for people -----------------------------------------------------------------------------------------------------


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
        return ended(self.bid, self.passes)

    def legal(self) -> tuple[str, ...]:
        """The possible calls: bids from the lowest, double or redouble, and a pass last."""
        found = possible(*self)
        return tuple(CALLS[call] for call in _OFFERED if found >> call & 1)

    def after(self, call: str) -> Auction:
        """The auction with one more call. ValueError if it isn't possible.

        >>> Auction().after("1H").after("P").legal()[-2:]
        ('7N', 'P')
        """
        if not possible(*self) >> _NUMBERS.get(call, len(CALLS)) & 1:
            raise ValueError(f"{call} isn't possible now")
        return Auction(*called(*self, _NUMBERS[call]))

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

    >>> str(contract(("1C", "P", "1S", "P", "2S", "X", "P", "P", "P"), dealer=0)), \
        contract(("1C", "P", "1S", "P", "2S", "X", "P", "P", "P"), dealer=0).declarer
    ('2SX', 2)
    """
    state = Auction.of(calls)
    if state.bid < 0:
        return None
    last = BIDS[state.bid]
    first = first_to_name([_NUMBERS[call] for call in calls], len(calls))
    return Contract(int(last[0]), last[1], state.doubled, (dealer + first) % 4)
