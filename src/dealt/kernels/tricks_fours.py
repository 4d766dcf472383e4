"""Trick-taking games of four seats without exact bids: the machine of the others with numbers that the compiler knows.

It is compiled apart: whole deals of Spades, Hearts and bridge take a third less time so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dealt.game import Seat
from dealt.games.tricks.bids import NO_BIDDING
from dealt.kernels.loops import Machine, loops
from dealt.kernels.tricks import Deals, Room, Rules, Spots, acted, choice, viewer
from dealt.kernels.tricks import closed as any_closed
from dealt.kernels.tricks import deal as any_deal
from dealt.kernels.tricks import legal as any_legal
from dealt.kernels.tricks import observe as any_observe
from dealt.kernels.tricks import opened as any_opened
from dealt.kernels.tricks import settle as any_settle
from dealt.kernels.tricks import step as any_step
from dealt.shapes import Numbers

SEATS: Final = 4


def known(rules: Rules) -> Rules:
    """The same rules, with what all these games share as constants."""
    return Rules(
        rules.deck, SEATS, rules.size, rules.dealers, rules.rows, rules.orders, rules.turns_up, rules.phase, rules.bids,
        NO_BIDDING, rules.naming, rules.solo, rules.gift, rules.way, rules.counting, rules.contracts, rules.honoured,
        rules.vulnerable, rules.watched,
    )  # fmt: skip


def deal(rules: Rules, to: Room, t: Numbers) -> None:
    any_deal(known(rules), to, t)


def legal(rules: Rules, to: Room, t: Numbers) -> int:
    return any_legal(known(rules), to, t)


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    any_step(known(rules), to, t, code)


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    any_settle(known(rules), to, t, scores)


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any) -> None:
    any_observe(known(rules), spots, column, t, me, out)


def opened(rules: Rules, to: Any, t: Numbers, out: Deals, k: int) -> None:
    any_opened(known(rules), to, t, out, k)


def closed(rules: Rules, to: Any, t: Numbers, out: Deals, k: int, done: int) -> None:
    any_closed(known(rules), to, t, out, k, done)


FOURS: Final = loops(
    __name__, Machine(Rules, Room, deal, legal, choice, step, settle), spots=Spots, observe=observe, viewer=viewer,
    record=Deals, opened=opened, acted=acted, closed=closed,
)  # fmt: skip
