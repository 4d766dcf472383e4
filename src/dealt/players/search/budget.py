"""How far a search looks, and the loop that all searches share: try choices in worlds, drop those that are behind.

A world is one deal that fits what a seat sees. A family of games says what each choice leads to in some worlds; here
nothing is known of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from time import monotonic
from typing import Final, NamedTuple

PLAIN_SECONDS: Final = 0.8
"""No further round begins after so long where nothing is compiled."""

Ahead = Callable[[Sequence[int], int], Sequence[Sequence[float]]]
"""What each of some choices, by their places, leads to in each world of the round of that number: a row a choice. All
choices meet the same worlds, and what is better is more."""


class Budget(NamedTuple):
    """How far a search looks: without ``seconds`` the same budget, seed and view lead to the same choice."""

    worlds: int = 96
    """The number of times that hidden cards are drawn, at most."""
    round: int = 32
    """The worlds after which choices that are behind are dropped."""
    choices: int = 8
    """The number of choices, by the net's value, that are tried."""
    chance: float = 0.03
    """The probability with which a seat plays any card in a world instead of the one that the net prefers."""
    turns: int = 99
    """After so many further choices of its own the net's value stands for the rest of the deal."""
    behind: float = 2.5
    """The number of standard errors by which a dropped choice is behind."""
    mixed: float = 0.3
    """The share of the net's own value in what a choice is worth; the rest is what it led to."""
    rivals: float = 0.875
    """The share of worlds drawn in which the others choose as the rival does that was met in training, if there was
    one, before it counts how well that fits what they did."""
    pool: int = 8
    """So many worlds are drawn for each that is played on, which are those that fit what the others have done."""
    seconds: float | None = None
    """No further round begins after so long; the best so far is chosen."""


def plain_budget(budget: Budget, round: int) -> Budget:  # noqa: A002 - the field's name
    """The same budget for plain Python, which plays a hundredth of the worlds: few at a time, and a limit.

    So few worlds tell less than a net, where there is one.
    """
    return budget._replace(
        round=min(budget.round, round), pool=1, mixed=max(budget.mixed, 0.8 if budget.mixed else 0.0),
        seconds=budget.seconds or PLAIN_SECONDS,
    )  # fmt: skip


def best_of(prior: Sequence[float], ahead: Ahead, budget: Budget) -> int:
    """The place of the choice that leads to most on the average; ``prior`` is what each is thought to be worth."""
    began, alive = monotonic(), list(range(len(prior)))
    results: list[list[float]] = [[] for _ in prior]
    for number in range(-(-budget.worlds // budget.round)):
        for n, found in zip(alive, ahead(alive, number), strict=True):
            results[n] += found
        alive = _kept(alive, results, budget.behind)
        if len(alive) == 1 or (budget.seconds is not None and monotonic() - began >= budget.seconds):
            break
    share = budget.mixed
    return max(alive, key=lambda n: ((1 - share) * sum(results[n]) / len(results[n]) + share * prior[n], prior[n]))


def _kept(alive: Sequence[int], results: Sequence[Sequence[float]], behind: float) -> list[int]:
    """The choices that are not clearly behind the best one in the same worlds."""
    leader = max(alive, key=lambda n: sum(results[n]))
    kept = []
    for n in alive:
        apart = [a - b for a, b in zip(results[leader], results[n], strict=True)]
        mean = sum(apart) / len(apart)
        spread = sqrt(sum((each - mean) ** 2 for each in apart) / max(1, len(apart) - 1) / len(apart))
        if n == leader or mean <= behind * spread:
            kept.append(n)
    return kept
