"""What a deal of Guandan is about beside cards, over numbers: levels, places, tribute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.cards import RANKS, RED_JOKER, Card, Cards, Order, shoe
from dealt.game import Seat
from dealt.games.climbing import NONE, ClimbingState

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


def wins_match(outs: Sequence[Seat], level: int, levels: Sequence[int], playing: int) -> bool:
    """Does the deal win the match? A side at ace has to play its own level, and none of it may be last."""
    side = side_of(outs[0])
    return level == levels[side] == ACE and playing in (side, NONE) and gain(outs) > 1


def climbed(
    outs: Sequence[Seat], level: int, levels: tuple[int, int], playing: int, tries: tuple[int, int], *, back: bool
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The levels of the sides after a deal, and how often each has failed at ace; ``back``: it goes back to 2 then.

    >>> climbed((0, 1, 2), 3, (3, 1), 0, (0, 0), back=False)
    ((5, 1), (0, 0))
    """
    after, failed, side = list(levels), list(tries), side_of(outs[0])
    after[side] = min(ACE, levels[side] + gain(outs))
    if level == ACE and playing >= 0 and levels[playing] == ACE and not wins_match(outs, level, levels, playing):
        failed[playing] += 1
        if back and failed[playing] == PLAYED_AT_ACE:
            after[playing], failed[playing] = 0, 0
    return (after[0], after[1]), (failed[0], failed[1])


NOBODY: Final = (NONE,) * 4


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
    rows: tuple[int, ...] = NOBODY


def order_at(level: int) -> Order:
    """How single cards compare at a level."""
    letter = RANKS[level]
    return Order(RANKS.replace(letter, "") + letter + "BR", "")


def givers(own: Campaign) -> tuple[Seat, ...]:
    """Who pays tribute: who was last, or both where the others were out first; the next after the first before."""
    if not own.before or own.before[0] ^ 2 != own.before[1]:
        return own.before[-1:]
    return (own.before[0] + 1) % 4, (own.before[0] + 3) % 4


def exchanged(own: Campaign) -> list[tuple[Seat, Card, Seat]]:
    """Who has given what to whom: the higher card goes to who was first, of equal ones that of the next seat."""
    order = order_at(own.level)
    ranked = sorted(zip(givers(own), own.gifts, strict=False), key=lambda each: -(order.strength(each[1]) // 4))
    return [(giver, gift, to) for (giver, gift), to in zip(ranked, own.before, strict=False)]


def big_jokers(some: Cards) -> tuple[Card, ...]:
    return tuple(one for one in shoe(2, (RED_JOKER,)) if some >> one & 1)


def campaign(state: ClimbingState) -> Campaign:
    return state.own if isinstance(state.own, Campaign) else Campaign(*state.own)
