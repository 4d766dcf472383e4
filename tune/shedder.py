"""Looks for better weights of ``shedder`` by play: python -m tune shedder [DEALS]

Each weight in turn is halved and doubled, and what does better against ``lowest`` is kept: a seat of ``shedder`` among
two and three, over the same deals for all. Least squares as in ``tune/deuce.py`` played worse than a guess here: a
weight takes credit for all that comes along with it. 150 deals take some ten minutes.
"""

from __future__ import annotations

from collections.abc import Sequence

from dealt import arena
from dealt.game import Game
from dealt.games import make
from dealt.players.advice.chinesepoker.shedder import WEIGHTS, Shedder, Traits

GAMES = [make("chinesepoker", seats=seats, cut="quick") for seats in (2, 3)]


def worth(weights: Traits, deals: int) -> float:
    """The points a deal by which a computer with these weights falls behind ``lowest``; lower is better."""

    def tried(game: Game) -> Shedder:
        return Shedder(game, weights)

    lost = 0.0
    for game in GAMES:
        players = [tried, *["lowest"] * (game.seats - 1)]
        lost += arena.run(game, players, deals=deals, seed="bench", jobs=1).pair("tried", "lowest").difference
    return lost / len(GAMES)


def search(deals: int = 150) -> None:
    weights, best = WEIGHTS, worth(WEIGHTS, deals)
    print(f"now: {best:+.2f}", flush=True)
    for field in Traits._fields:
        now = getattr(weights, field)
        for other in (now / 2, now * 2):
            found = worth(weights._replace(**{field: other}), deals)
            print(f"{field} = {other}: {found:+.2f}", flush=True)
            if found < best:
                weights, best = weights._replace(**{field: other}), found
    print(weights)


def main(argv: Sequence[str]) -> None:
    search(*map(int, argv))
