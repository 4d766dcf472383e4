"""Climbing deals played on by habit: lead the most cards, follow with the weakest, and now and then at random.

Where no network is trained this is the policy of a search. It looks at nothing but the hand of who is in turn.
"""

from __future__ import annotations

from dealt.bits import at
from dealt.game import Seat
from dealt.games.climbing.core import Rules, Table, after_pass, after_play
from dealt.kernels.climbing import Room, take_up
from dealt.kernels.climbing_values import FINE, choices, played
from dealt.kernels.draws import draw, start
from dealt.kernels.machine import kernel
from dealt.shapes import Longs, LongTable

__all__ = ["habitual"]


def by_habit(table: Table, to: Room, turn: Seat, owner: Seat, many: int) -> int:
    """The place in ``to.legal`` of the habitual choice: the weakest that beats, or the most cards to lead."""
    chosen = 0
    for n in range(many):
        row = to.legal[n]
        if row >= 0 and table.size[row] == to.left[at(turn)]:
            return n
        if owner < 0 and row >= 0 and row < table.bombs and table.size[row] > table.size[to.legal[chosen]]:
            chosen = n
    return chosen


@kernel
def habitual(
    rules: Rules, table: Table, order: Longs, moments: LongTable, tried: Longs, chance: int, seed: int,
    part: tuple[int, int], to: Room, left: LongTable, plays: LongTable, bombs: Longs,
) -> None:  # fmt: skip
    """Try each row of ``tried``, -1 for a pass, at moments of the play, and play on by habit to the end.

    Moments and results are those of :func:`~dealt.kernels.climbing_values.look_ahead`. A seat chooses at random with
    ``chance`` in 2**20; the same moment has the same random numbers for all rows.
    """
    for n in range(part[0], part[1]):
        now, seats = moments[n // len(tried)], rules.seats
        start(to.words, seed, n // len(tried))
        for seat in range(seats):
            take_up(rules, to, seat, now[seat], now[seats + seat])
        turn, owner, newest, passed = now[2 * seats], now[2 * seats + 1], now[2 * seats + 2], now[2 * seats + 3]
        row, must, found, over = tried[n % len(tried)], 0, 0, False
        while True:
            if row < 0:
                turn, owner, passed = after_pass(rules, turn, owner, passed)
            else:
                found += row >= table.bombs
                over = played(rules, table, to, turn, row)
                if over:
                    break
                seat, newest = turn, row
                turn, passed = after_play(rules, seat, owner, passed)
                owner = seat
            many, one = choices(rules, table, order, to, turn, owner, newest, passed, must), 0
            if many > 1:
                one = by_habit(table, to, turn, owner, many)
                if draw(to.words, FINE) < chance:
                    one = draw(to.words, many)
            row = to.legal[one]
        bombs[n] = found
        for seat in range(seats):
            left[n][seat], plays[n][seat] = to.left[seat], to.plays[seat]
