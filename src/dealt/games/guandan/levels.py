"""What a deal of Guandan is about beside cards, over numbers: levels, places, tribute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.cards import RANKS, Card
from dealt.game import Seat
from dealt.games.climbing import NONE

ACE: Final = len(RANKS) - 1
PLAYED_AT_ACE: Final = 3
"""So often a side may fail at level ace, where it goes back."""


def side_of(seat: Seat) -> int:
    """The side of a seat: 0 and 2 play together, and 1 and 3."""
    return seat & 1


def is_over(out: int) -> bool:
    """Is the deal over? It is once both of a side are out, as they are with the third seat; seats are bits."""
    return out & 5 == 5 or out & 10 == 10


def leader(winner: Seat, turn: Seat, out: int) -> Seat:
    """Who leads where nobody has beaten a seat: the one in turn but, if the seat is out, its partner."""
    return winner ^ 2 if out >> winner & 1 else turn


def gained(second: int) -> int:
    """How many levels the side of who was first goes up, by the place of the partner."""
    return 5 - second


def gain(outs: Sequence[Seat]) -> int:
    """How many levels the side of who was first goes up: 3 for the first two places, 2 for first and third, else 1."""
    return gained(outs.index(outs[0] ^ 2) + 1 if outs[0] ^ 2 in outs else 4)


class Campaign(NamedTuple):
    """What a deal of Guandan is about, beside cards. All of it is public. :data:`NONE` stands for no side, card, row.

    ``level`` is that of the deal, ``levels`` those of the sides, ``playing`` the side whose level it is, and ``tries``
    how often each has failed at ace. ``before`` are the places of the deal before, where there is tribute; ``gifts``
    the cards given so far, and ``back`` those returned. ``rows`` are what the plays of this trick are read as.
    """

    level: int = 0
    levels: tuple[int, int] = (0, 0)
    playing: int = NONE
    tries: tuple[int, int] = (0, 0)
    before: tuple[Seat, ...] = ()
    gifts: tuple[Card, ...] = ()
    back: tuple[Card, ...] = ()
    rows: tuple[int, ...] = (NONE,) * 4

    def is_won(self, outs: Sequence[Seat]) -> bool:
        """Does the deal win the match? A side at ace has to play its own level, and none of it may be last."""
        side = side_of(outs[0])
        return self.level == self.levels[side] == ACE and self.playing in (side, NONE) and gain(outs) > 1

    def climbed(self, outs: Sequence[Seat], *, back: bool) -> Campaign:
        """The next deal, by who is out in this one; ``back``: a side goes back to level two after its last try at ace.

        >>> Campaign(3, (3, 1), 0).climbed((0, 1, 2), back=False)[:3]
        (5, (5, 1), 0)
        """
        after, tries, first = list(self.levels), list(self.tries), side_of(outs[0])
        after[first] = min(ACE, after[first] + gain(outs))
        if self.level == ACE and self.playing >= 0 and not self.is_won(outs):
            tries[self.playing] += 1
            if back and tries[self.playing] == PLAYED_AT_ACE:
                after[self.playing] = tries[self.playing] = 0
        return Campaign(after[first], (after[0], after[1]), first, (tries[0], tries[1]))

    @property
    def givers(self) -> tuple[Seat, ...]:
        """Who pays tribute: who was last, or both where the others were out first; the next after the first before."""
        return self.before[2:] if self.before and self.before[0] ^ 2 == self.before[1] else self.before[3:]
