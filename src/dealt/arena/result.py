"""What an arena found: means and standard errors over deals, by player and by pair of players.

**Method.** A deal is played once a rotation: every entrant sits on every seat once, with the same cards. The mean of an
entrant's scores over these plays is one observation, free of the luck of who holds which hand; the standard error is
that of the mean over deals (sample deviation / sqrt(deals)). A pair is compared by the differences within each deal,
so what a deal does to both of them cancels as well. Plays of one deal are not independent and are never counted as if
they were. Entrants of the same name are one row. Where one plays alone there is nothing to rotate: every entrant plays
every deal by itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import sqrt
from typing import Final

from dealt.game import Value

__all__ = ["FORMAT", "Pair", "Played", "Result", "Standing", "mean_and_error", "result"]

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Played:
    """One deal in all its rotations: the scores by rotation and entrant, how many actions it took, and who won.

    Where nobody says who won, the best score did.
    """

    scores: tuple[tuple[float, ...], ...]
    actions: int
    winners: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player did. ``score`` is the mean a play; ``wins`` counts the plays won, by the game's ``winners``.

    Entrants who win together each have won; where the game doesn't say who won, those who tie share the win.
    """

    player: str
    entrants: int
    score: float
    error: float | None
    wins: float
    plays: int


@dataclass(frozen=True, slots=True)
class Pair:
    """``first`` less ``second``: the mean difference of their scores in a deal, and its standard error."""

    first: str
    second: str
    difference: float
    error: float | None

    @property
    def errors(self) -> float | None:
        """The difference in standard errors: beyond 2 or 3 it is hardly luck."""
        return self.difference / self.error if self.error else None


@dataclass(frozen=True, slots=True)
class Result:
    """An arena's findings. The same game, players, deals and seed give an equal result, whatever the number of jobs."""

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
    """How long it took: not part of what is equal, nor of the JSON."""

    def to_json(self) -> str:
        """One JSON object with sorted keys; the same findings are the same bytes."""
        found = asdict(self)
        del found["seconds"]
        return json.dumps({"format": FORMAT, **found}, sort_keys=True, indent=1, ensure_ascii=False)

    def pair(self, first: str, second: str) -> Pair:
        """The comparison of two players, in this order; KeyError if there is none."""
        for each in self.pairs:
            if (each.first, each.second) == (first, second):
                return each
            if (each.first, each.second) == (second, first):
                return Pair(first, second, -each.difference, each.error)
        raise KeyError(f"no comparison of {first} and {second}")


def mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    """The mean, and its standard error: None of a single value.

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
    """The findings from all deals, in their order: the order of the sums is part of being reproducible."""
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
    wins = dict.fromkeys(seats_of, 0.0)
    for deal in played:
        for entrant in (each for winners in deal.winners for each in winners):
            wins[players[entrant]] += 1
        for scores in deal.scores if not deal.winners else ():
            best = (min if low else max)(scores)
            tied = [entrant for entrant, each in enumerate(scores) if each == best]
            for entrant in tied:
                wins[players[entrant]] += 1 / len(tied)
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
