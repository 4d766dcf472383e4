"""Climbing deals played on by habit: lead the most cards, follow with the weakest, and now and then at random.

Where no network is trained this is the policy of a search. It looks at nothing but the hand of who is in turn.
"""

from __future__ import annotations

from dealt.bits import count
from dealt.kernels.climbing import list_rows, set_out, settle, step
from dealt.kernels.climbing_table import HELD, OWNER, Room, Rules
from dealt.kernels.climbing_values import FINE, code_of
from dealt.kernels.draws import draw, start
from dealt.kernels.loops import OVER, TURN
from dealt.kernels.machine import kernel
from dealt.shapes import Longs, LongTable, Numbers, RealTable


def by_habit(rules: Rules, to: Room, t: Numbers, many: int) -> int:
    """The place in ``to.listed`` of the habitual choice: the weakest that beats, or the most cards to lead."""
    size, chosen = rules.table.size, 0
    for n in range(many):
        row = to.listed[n]
        if row >= 0 and size[row] == count(t[HELD + t[TURN]]):
            return n
        if t[OWNER] < 0 and 0 <= row < rules.table.bombs and size[row] > size[to.listed[chosen]]:
            chosen = n
    return chosen


@kernel
def habitual(
    rules: Rules, now: Longs, worlds: LongTable, tried: Longs, chance: int, seed: int, part: tuple[int, int], to: Room,
    t: Longs, scores: RealTable, nobody: Longs,
) -> None:  # fmt: skip
    """Try each row of ``tried``, -1 for a pass, at a table, and play on by habit to the end.

    Worlds and results are those of :func:`~dealt.kernels.climbing_values.look_ahead`. A seat chooses at random with
    ``chance`` in 2**20; the same world has the same random numbers for all rows.
    """
    for n in range(part[0], part[1]):
        start(to.words, seed, n // len(tried))
        set_out(rules, to, now, worlds[n // len(tried)], nobody, t)
        row = tried[n % len(tried)]
        while True:
            step(rules, to, t, code_of(row))
            if t[TURN] == OVER:
                break
            many, one = list_rows(rules, to, t), 0
            if many > 1:
                one = by_habit(rules, to, t, many)
                if draw(to.words, FINE) < chance:
                    one = draw(to.words, many)
            row = to.listed[one]
        settle(rules, to, t, scores[n])
