"""Do two partners play as if they saw each other's cards? From finished deals, the chance that they play independently.

Each choice of cards is as likely as it is good: once by what its seat could see, once as if it saw the partner's cards
too. How much likelier the second makes it tells of what was known. But judges are not perfect, nor the deals that they
draw, and some read a partner's play better than others. So nobody is compared with 0: a player's deals with one partner
are compared with the same player's deals with others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, exp, log
from random import Random
from typing import Any, Final

from dealt.analysis.engine import judge_action
from dealt.analysis.model import Judged
from dealt.game import Game, Seat, find
from dealt.players.judging import Judge
from dealt.table import Table

__all__ = ["FEWEST_DEALS", "chance", "foresight", "likelier", "partner_of", "standing_out", "tells"]

FEWEST_DEALS: Final = 20
"""The number of deals, together and with others, below which nothing is said of a pair."""
WORLDS: Final = 8
"""The number of deals with both hands as they were in which a choice is tried."""
MOST: Final = 1.0
"""What a single choice says at most: judges err."""
APART: Final = 0.1
"""By so much a deal people differ with one partner and another who see nothing: some play more alike than others."""
ENOUGH: Final = 10
"""So many shuffles with as large a difference end the count: the chance is then no small one."""
FOUND: Final = 0.05
"""The part of the pairs told of who play independently, at most."""


def partner_of(game: Game[Any], seat: Seat) -> Seat | None:
    """The one seat that wins and loses with another one; None where that isn't fixed."""
    sides = [side for side in game.partnerships if seat in side and len(side) == 2]
    return next((other for side in sides for other in side if other != seat), None)


def tells(game: Game[Any], judge: Judge) -> bool:
    """Has it been measured that choices at this game tell whether a partner's cards were seen?"""
    return judge.doubt > 0 and partner_of(game, 0) is not None


def likelier(known: Sequence[float], seen: Sequence[float], doubt: float) -> float:
    """How much likelier the first action is by one row of values than by another, as a logarithm, within bounds.

    >>> likelier([0, 0], [0, 0], 1), likelier([1, 0], [9, 0], 1) > 0, likelier([1, 0], [0, 9], 1)
    (0.0, True, -1.0)
    """
    return max(-MOST, min(MOST, _log_chance(seen, doubt) - _log_chance(known, doubt)))


def _log_chance(values: Sequence[float], doubt: float) -> float:
    """Of the first value, by the rule that the odds of two actions grow with the exponential of their difference."""
    best = max(values)
    return (values[0] - best) / doubt - log(sum(exp((each - best) / doubt) for each in values))


def foresight(
    table: Table[Any], judge: Judge, seat: Seat, partner: Seat, judged: Mapping[int, Judged] | None = None
) -> float | None:
    """How much likelier a seat's choices in a finished deal are if it saw its partner's cards; None if it had none.

    ``judged`` are those by step that are judged already.
    """
    found = list[float]()
    for step, (moved, action) in enumerate(table.moves):
        state = table.states[step]
        rng = Random(f"foresight/{step}")
        fits = [judge.fits(state, (seat, partner), rng) for _ in range(WORLDS)] if moved == seat else []
        deals = [each for each in fits if each is not None]
        if not deals:
            continue
        one = (judged or {}).get(step) or judge_action(judge, state, step, seat, action, judge.worlds)[0]
        options = list({each.action: each for each in (one.taken, one.best, *one.others)}.values())
        view = table.game.view(state, seat)
        tried = [each for option in options if (each := find(view, option.action)) is not None]
        if len(tried) < 2 or len(tried) < len(options):
            continue
        rows = [row for deal in deals if (row := judge.open(deal, seat, tried, rng, WORLDS)) is not None]
        seen = [sum(each) / len(rows) for each in zip(*rows, strict=True)]
        if seen:
            found.append(likelier([each.known for each in options], seen, judge.doubt))
    return sum(found) if found else None


def chance(
    players: Sequence[tuple[Sequence[float], Sequence[float]]], rng: Random, least: float = 1e-4
) -> float | None:
    """The chance that two play independently, from the foresight of each in deals together and in deals with others.

    It is how often a player's deals that are shuffled between both kinds differ as much, where those together count
    for less by what partners differ anyway. Small chances are told down to about ``least``. None where there are too
    few deals: who has few with others says nothing.
    """
    counted = [
        ([each - APART for each in together], apart)
        for together, apart in players
        if min(len(together), len(apart)) >= FEWEST_DEALS
    ]
    if not counted:
        return None
    pools = [([*together, *apart], len(together)) for together, apart in counted]
    there = sum(sum(together) for together, _ in counted) - 1e-9
    as_large, most = 0, ceil(1 / least)
    for n in range(1, most + 1):
        as_large += sum(sum(rng.sample(both, many)) for both, many in pools) >= there
        if as_large == ENOUGH:
            return ENOUGH / n
    return (as_large + 1) / (most + 1)


def standing_out(chances: Sequence[float], rate: float = FOUND) -> list[int]:
    """Which pairs stand out so far that at most this part of those told of play independently (Benjamini, Hochberg).

    >>> standing_out([0.3, 0.001, 0.04, 0.02])
    [1, 3]
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    last = max((n for n, each in enumerate(order, 1) if chances[each] <= rate * n / len(chances)), default=0)
    return sorted(order[:last])
