"""Climbing deals played on by habit: lead the most cards, follow with the weakest, and now and then at random.

Where no network is trained this is the policy of a search. It looks at nothing but the hand of who is in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealt.bits import count, part
from dealt.cards import Cards
from dealt.kernels.climbing import MACHINE, list_rows, set_out
from dealt.kernels.climbing_table import HELD, OWNER, Room, Rules
from dealt.kernels.climbing_values import code_of
from dealt.kernels.loops import TURN, habits
from dealt.shapes import Numbers


def laid(rules: Rules, to: Room, now: Numbers, world: Sequence[Cards], t: Numbers) -> None:
    """A table with the cards of a world, in which nobody gets back what was played."""
    set_out(rules, to, now, world, part(world, 0, 0), t)


def listed(rules: Rules, to: Room, t: Numbers, number: int) -> int:
    """The code of a row that is listed."""
    return code_of(to.listed[number])


def by_habit(rules: Rules, style: int, to: Room, t: Numbers, many: int) -> int:
    """The place in ``to.listed`` of the habitual choice: the weakest that beats, or the most cards to lead."""
    size, chosen = rules.table.size, 0
    for n in range(many):
        row = to.listed[n]
        if row >= 0 and size[row] == count(t[HELD + t[TURN]]):
            return n
        if t[OWNER] < 0 and 0 <= row < rules.table.bombs and size[row] > size[to.listed[chosen]]:
            chosen = n
    return chosen


habitual: Final = habits(
    __name__, MACHINE._replace(legal=list_rows, choice=listed), int, laid=laid, habit=by_habit
)  # fmt: skip
