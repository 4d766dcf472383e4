"""Matches in which blinds rise: the levels, the places of those who are out, and who deals next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealt.game import Seat
from dealt.games.drawpoker.core import DrawRow
from dealt.games.showdown.betting import one_left, seat_after

__all__ = ["LEVELS", "level_of", "next_dealer", "places_after", "raised"]

LEVELS: Final = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1000)
"""How many times higher than at first blinds and bets are at each level; the last one stays."""


def level_of(deal: int, rise: int) -> int:
    """The level, from 0, of a deal of a match, from 0, where blinds rise every so many deals; 0: they don't."""
    return min(deal // rise, len(LEVELS) - 1) if rise else 0


def raised(row: DrawRow, level: int) -> DrawRow:
    """The rules at a level."""
    if not level:
        return row
    bets, times = row.bets, LEVELS[level]
    return row._replace(bets=bets._replace(bet=bets.bet * times, small=bets.small * times, big=bets.big * times))


def places_after(before: Sequence[int], stacks: Sequence[int], paid: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat after a deal, 0 as long as it is in; ``before`` are those before it, if anybody was out.

    Of those who are out after the same deal, who had more chips before it is ahead, and as many are as good.

    >>> places_after((), (0, 900, 0, 300), (150, 300, 250, 300))
    (4, 0, 3, 0)
    >>> places_after((4, 0, 3, 0), (0, 1200, 0, 0), (0, 300, 0, 300))
    (4, 1, 3, 2)
    """
    known = tuple(before) or (0,) * len(stacks)
    rich = sum(1 for stack in stacks if stack)
    lost = [0 if stack or place else chips for place, stack, chips in zip(known, stacks, paid, strict=True)]
    return tuple(
        place or (int(rich == 1) if stack else 1 + rich + sum(each > chips for each in lost))
        for place, stack, chips in zip(known, stacks, lost, strict=True)
    )


def next_dealer(last: Seat, out: int, chips: Sequence[int], rise: int) -> Seat:
    """The dealer after a deal of ``last``: the next seat clockwise that has chips; ``out`` took no part in that deal.

    Where blinds rise, the first of two that are left does not have the big blind twice running.
    """
    seats, broke = len(chips), sum(1 << seat for seat, some in enumerate(chips) if not some)
    dealer = next(seat for n in range(1, seats + 1) if chips[seat := (last + n) % seats])
    big = seat_after(seat_after(last, out, seats), out, seats)  # of two it was the other
    again = rise and chips[big] and big not in (dealer, last) and one_left(broke | 1 << dealer, seats)
    return big if again else dealer
