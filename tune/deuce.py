"""Fits the weights of ``deuce`` by play: python -m tune deuce [ROUNDS] [DEALS]

In every round computers with the weights so far play deals among themselves and against ``lowest``, now and then doing
anything at all. Each position after an action of theirs is a row, what the deal cost them in the end is what it should
have foretold, and the weights of the next round are the least squares over the rows of all rounds. Prints a table for
``players/advice/bigtwo/deuce.py`` and what it achieves. Ten rounds of 600 deals take a few minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from dealt import arena
from dealt.game import Game, View
from dealt.games import make
from dealt.players.advice.bigtwo.deuce import Deuce, Traits
from dealt.players.simple import Lowest
from dealt.table import Table

LEVELS = (1, 3, 7, 99)
"""The classes of positions: the most cards that the smallest of the other hands has in each."""
EXPLORE = 0.12
TIES = 5.0
"""The strength of the ridge regularisation, which pulls weights to 0 where the rows say little."""

Weights = tuple[tuple[int, Traits], ...]
Row = tuple[tuple[float, ...], float]
FIRST: Weights = ((99, Traits(1, 0, 0.3, 0.3, 0.3, 0, 0.5, 0.5, -0.5, 0, 0, 1)),)
SEATS = ("ffll", "flfl", "ffff", "flll")


def level(deuce: Deuce, view: View) -> int:
    """The class of a view."""
    fewest = deuce.sees(view)[1].fewest
    return next(n for n, most in enumerate(LEVELS) if fewest <= most)


def rows(game: Game, weights: Weights, deals: int, round_: int) -> list[list[Row]]:
    """Positions and the points that they led to, by class."""
    found: list[list[Row]] = [[] for _ in LEVELS]
    deuce, lowest = Deuce(game, 1.0, weights), Lowest()
    for number in range(deals):
        rng = Random(f"{round_}:{number}")
        table = Table(game, arena.seed_of(f"fit {round_}", number))
        seats = rng.sample(SEATS[number % len(SEATS)], 4)
        met: list[tuple[int, int, tuple[float, ...]]] = []
        while table.turn:
            (seat,) = table.turn
            view = table.view(seat, log=False)
            if seats[seat] == "l":
                table.act(seat, lowest.choose(view, rng))
                continue
            action = rng.choice(view.legal) if rng.random() < EXPLORE else deuce.choose(view, rng)
            hand, odds = deuce.sees(view)
            if action.cards != hand:
                met.append((seat, level(deuce, view), deuce.traits(action, hand, odds)))
            table.act(seat, action)
        score = table.score or ()
        for seat, each, position in met:
            found[each].append(((*position, 1.0), score[seat]))
    return found


def least_squares(some: list[Row]) -> list[float]:
    """The weights of a linear least-squares fit without a constant, by Gauss-Jordan elimination."""
    size = len(some[0][0])
    matrix = [[TIES * (i == j) for j in range(size)] + [0.0] for i in range(size)]
    for values, target in some:
        for i, one in enumerate(values):
            if one:
                line = matrix[i]
                for j, other in enumerate(values):
                    line[j] += one * other
                line[size] += one * target
    for i in range(size):
        pivot = max(range(i, size), key=lambda n: abs(matrix[n][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        matrix[i] = [each / matrix[i][i] for each in matrix[i]]
        for n in range(size):
            if n != i and matrix[n][i]:
                factor = matrix[n][i]
                matrix[n] = [a - factor * b for a, b in zip(matrix[n], matrix[i], strict=True)]
    return [round(line[size], 2) for line in matrix][: size - 1]


def fit(rounds: int = 10, deals: int = 600) -> None:
    game = make("bigtwo")
    weights, kept = FIRST, [[] for _ in LEVELS]
    for round_ in range(rounds):
        found = rows(game, weights, deals, round_)
        if round_ == 1:
            kept = [[] for _ in LEVELS]  # the first computers knew too little
        for each, more in zip(kept, found, strict=True):
            each += more
        weights = tuple((most, Traits(*least_squares(each))) for most, each in zip(LEVELS, kept, strict=True))
        print(f"round {round_ + 1}: {sum(map(len, found))} positions", flush=True)
    for most, each in weights:
        print(f"    ({most}, Traits({', '.join(str(value) for value in each)})),")

    def fitted(game: Game) -> Deuce:
        return Deuce(game, 1.0, weights)

    pair = arena.run(game, [fitted, "lowest"], deals=min(300, deals), seed="bench").pair("fitted", "lowest")
    print(f"fitted - lowest: {pair.difference:+.2f} +- {pair.error:.2f} a deal")


def main(argv: Sequence[str]) -> None:
    fit(*map(int, argv))
