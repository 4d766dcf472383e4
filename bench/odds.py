"""Do simulated games agree with the exact chance of winning? The matching solitaires, each played a million times.

``python -m bench odds [--games 1000000] [--tables 10000] [--seed 1] [NAME ...]``: first boards of ranks alone, written
here anew; then fewer games through `Game` itself, as a person plays them. Each line says by how many standard errors
the share of won games misses the exact chance.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

from dealt.cards import RANKS
from dealt.games import make
from dealt.games.matching import Matching
from dealt.table import seed_of

Needs = tuple[tuple[int, int], ...]
"""The ranks of a row, and the number of cards needed of each."""


def wins(deck: list[int], places: int, rows: list[Needs]) -> bool:
    """Is a deck of ranks cleared by removing at once whatever can be removed?"""
    board = [0] * len(RANKS)
    lying = drawn = 0
    while True:
        while lying < places and drawn < len(deck):
            board[deck[drawn]] += 1
            drawn += 1
            lying += 1
        for row in rows:
            for rank, need in row:
                if board[rank] < need:
                    break
            else:
                for rank, need in row:
                    board[rank] -= need
                    lying -= need
                break
        else:
            return lying == 0


def boards(game: Matching, games: int, rng: Random) -> int:
    """The number of decks won out of ``games`` shuffled ones, played by ranks alone."""
    rows: list[Needs] = [tuple((RANKS.index(each), n) for each, n in Counter(row).items()) for row in game.rows]
    deck = [rank for rank in range(len(RANKS)) for _ in range(4)]
    won = 0
    for _ in range(games):
        rng.shuffle(deck)
        won += wins(deck, game.places, rows)
    return won


def tables(game: Matching, games: int, seed: int) -> int:
    """The number of deals won through ``Game`` itself, with random removals."""
    won = 0
    for n in range(games):
        rng = Random(seed_of(seed, n))
        state = game.deal(rng)
        while game.turn(state):
            state = game.apply(state, 0, rng.choice(game.legal(state, 0)))
        won += game.score(state) == (1.0,)
    return won


def main(argv: Sequence[str] | None = None) -> None:
    names = {"elevens": None, "tens": None, "tens13": "tens", "thirteens": None}
    parser = argparse.ArgumentParser(description="Simulated games against the exact chance of winning.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; else all")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    for name in given.names or names:
        began = time.perf_counter()
        game = make(names[name] or name, name if names[name] else None)
        assert isinstance(game, Matching)
        (chance,) = game.odds()
        exact = float(chance.value)
        print(f"{name}: {exact:.7f} exactly, first answer after {time.perf_counter() - began:.2f} s")
        for label, games in (("boards", given.games), ("tables", given.tables)):
            if not games:
                continue
            won = boards(game, games, Random(given.seed)) if label == "boards" else tables(game, games, given.seed)
            error = (exact * (1 - exact) / games) ** 0.5
            away = (won / games - exact) / error
            print(f"  {label}: {won:,} of {games:,} won = {won / games:.6f} ± {error:.6f}, {away:+.2f} standard errors")
