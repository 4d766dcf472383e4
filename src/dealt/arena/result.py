"""What an arena found: means and standard errors over deals, by player and by pair of players.

**Method.** Each deal is played once in every rotation, so that every entrant plays every hand of it. The mean of an
entrant's scores over the rotations of a deal is one observation; who was dealt the better hand doesn't affect it. The
standard error is that of the mean over deals: sample deviation / sqrt(number of deals). Two players are compared by
the difference of their observations in each deal. The plays of one deal are not independent, so they are never counted
as separate observations. Entrants of the same name are reported together. In a game for one seat there is nothing to
rotate: every entrant plays every deal once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import sqrt
from typing import Final

from dealt.game import Value

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Played:
    """One deal in all its rotations: ``scores[rotation][entrant]``, the number of actions, and the winners by rotation.

    Without ``winners`` those with the best score have won.
    """

    scores: tuple[tuple[float, ...], ...]
    actions: int
    winners: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one player: ``score`` is its mean per play, ``wins`` the number of plays it won of ``plays``.

    ``Game.winners`` says who won, and each of several winners counts a whole win. In a game that names no winner, the
    players with the best score share one win.
    """

    player: str
    entrants: int
    score: float
    error: float | None
    wins: float
    plays: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players compared: the mean of the score of ``first`` minus that of ``second`` in a deal, and its error."""

    first: str
    second: str
    difference: float
    error: float | None

    @property
    def errors(self) -> float | None:
        """The difference divided by its standard error: chance alone seldom gives more than 2 or less than -2."""
        return self.difference / self.error if self.error else None


@dataclass(frozen=True, slots=True)
class Result:
    """What an arena found. Equal arguments of ``run`` give equal results, whatever the number of jobs."""

    game: str
    options: Mapping[str, Value]
    players: tuple[str, ...]
    seed: str
    deals: int
    plays: int
    actions: int
    low: bool
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    seconds: float = field(default=0.0, compare=False)
    """The seconds it took; ignored in comparisons and left out of the JSON."""

    def to_json(self) -> str:
        """One JSON object with sorted keys, so that equal results are equal bytes."""
        found = asdict(self)
        del found["seconds"]
        return json.dumps({"format": FORMAT, **found}, sort_keys=True, indent=1, ensure_ascii=False)

    def pair(self, first: str, second: str) -> Pair:
        """The comparison of ``first`` with ``second``; KeyError if one of them didn't play."""
        for each in self.pairs:
            if (each.first, each.second) == (first, second):
                return each
            if (each.first, each.second) == (second, first):
                return Pair(first, second, -each.difference, each.error)
        raise KeyError(f"no comparison of {first} and {second}")


def mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    """The mean of the values and its standard error, which is None for a single value.

    >>> mean_and_error([1, 2, 3, 4])
    (2.5, 0.6454972243679028)
    """
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, None
    return mean, sqrt(sum((each - mean) ** 2 for each in values) / (n - 1) / n)


def result(
    game: str,
    options: Mapping[str, Value],
    players: tuple[str, ...],
    seed: str,
    low: bool,
    played: Sequence[Played],
    *,
    seats: int = 2,
) -> Result:
    """The result of all deals. They are summed in their order, so that rounding is the same every time."""
    seats_of: dict[str, list[int]] = {}
    for entrant, name in enumerate(players):
        seats_of.setdefault(name, []).append(entrant)
    rotations = len(played[0].scores)
    blocks = {
        name: [
            sum(scores[each] for scores in deal.scores for each in mine) / (rotations * len(mine)) for deal in played
        ]
        for name, mine in seats_of.items()
    }
    wins = _wins(players, low, played)
    standings = [
        Standing(
            name, len(mine), *mean_and_error(blocks[name]), round(wins[name], 6), len(played) * rotations * len(mine)
        )
        for name, mine in seats_of.items()
    ]
    standings.sort(key=lambda each: each.score if low else -each.score)
    pairs = tuple(
        Pair(
            a.player,
            b.player,
            *mean_and_error([x - y for x, y in zip(blocks[a.player], blocks[b.player], strict=True)]),
        )
        for a, b in combinations(standings, 2)
    )
    actions = sum(deal.actions for deal in played)
    plays = len(played) * (rotations if seats > 1 else len(players))
    return Result(game, dict(options), players, seed, len(played), plays, actions, low, tuple(standings), pairs)


def _wins(players: tuple[str, ...], low: bool, played: Sequence[Played]) -> dict[str, float]:
    """The plays that each player has won; several with the best score share one where nobody is named as the winner."""
    wins = dict.fromkeys(players, 0.0)
    for deal in played:
        for entrant in (each for winners in deal.winners for each in winners):
            wins[players[entrant]] += 1
        for scores in deal.scores if not deal.winners else ():
            best = (min if low else max)(scores)
            tied = [entrant for entrant, each in enumerate(scores) if each == best]
            for entrant in tied:
                wins[players[entrant]] += 1 / len(tied)
    return wins
