"""How many deals it takes until ratings have the five levels in their order, plain and on the same cards.

``python -m bench ratings [GAME ...] [--deals 400] [--boards 200] [--lower 0]`` plays two kinds of deals once, and keeps
who finished where. *Plain*: a level drawn by chance on every seat, as at a table of a room. *Same cards*: every level
plays the same deal from the first seat, the others being *normal*, and is compared with the other levels. Then it draws
from these many evenings: after so many deals of each level, in which part of them do ratings have the levels in their
order? The first number from which on that are 95 in 100 is printed: over that and the next fifth. Last come the ratings
of the levels, for the games' listings: those of all plain deals, and of more in which no expert plays, many times over
in different orders, with *normal* at 25, and their standard errors, by drawing as many deals again and again from those
that were played.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from itertools import pairwise
from os import nice
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from dealt.daily import field_of
from dealt.game import LEVELS
from dealt.games import GAMES
from dealt.players import computer
from dealt.ratings import finishes, places, rateable, sides
from dealt.ratings.rate import NEWCOMER, Rating, rated
from dealt.table import play, seed_of

EVENINGS: Final = 100
"""The number of evenings that are drawn."""
MOST: Final = 3000
"""The deals of each level after which an evening ends."""
SURE: Final = 0.95
TIMES: Final = 20
"""How often all deals are gone through for the ratings of the levels."""
DRAWN: Final = 20
"""How often deals are drawn for the standard errors of these."""


class Finish(NamedTuple):
    """A deal: the levels on each side, and the place of each side."""

    sides: list[list[str]]
    places: list[int]


def plain(name: str, number: int) -> Finish:
    """A deal with a level drawn by chance on every seat."""
    return _drawn(name, f"ratings/{name}", number, LEVELS)


def lower(name: str, number: int) -> Finish:
    """The same without experts, who think longest by far."""
    return _drawn(name, f"ratings/{name}/lower", number, LEVELS[:-1])


def _drawn(name: str, seed: str, number: int, among: Sequence[str]) -> Finish:
    game = GAMES[name].make().among_computers()
    chance = Random(sha256(f"{seed}/{number}".encode()).digest())
    levels = [chance.choice(among) for _ in range(game.seats)]
    rngs = [Random(chance.randbytes(8)) for _ in range(game.seats)]
    table = play(game, [computer(each, game) for each in levels], seed_of(seed, number), rngs=rngs)
    assert table.score is not None
    return Finish([[levels[seat] for seat in side] for side in sides(game)], finishes(game, table.score))


def same(name: str, number: int) -> Finish:
    """A deal that every level plays from the first seat."""
    game = GAMES[name].make().among_computers()
    seed = seed_of(f"ratings/{name}/same", number)
    scores = [(field_of(game, seed, level).score or ())[0] for level in LEVELS]
    return Finish([[level] for level in LEVELS], places(scores, low=game.low))


def order_known(deals: Sequence[Finish], most: int) -> int | None:
    """After how many deals of each level their order is right in 95 of 100 evenings; None if it is not by then."""
    right = [0] * (most + 1)
    for evening in range(EVENINGS):
        chance = Random(evening)
        ratings, had, counted = dict.fromkeys(LEVELS, NEWCOMER), 0, 0.0
        while had < most:
            deal = chance.choice(deals)
            ratings = after(deal, ratings)
            counted += sum(map(len, deal.sides)) / len(LEVELS)
            ordered = all(ratings[a].mu < ratings[b].mu for a, b in pairwise(LEVELS))
            while had < min(most, int(counted)):
                had += 1
                right[had] += ordered
    enough = SURE * EVENINGS
    return next((n for n in range(1, most * 5 // 6) if mean(right[n : n * 6 // 5 + 1]) >= enough), None)


def after(deal: Finish, ratings: dict[str, Rating]) -> dict[str, Rating]:
    """The ratings after a deal. A level that has several seats gets the mean of what they make of it."""
    new = rated([[ratings[level] for level in side] for side in deal.sides], deal.places, tau=0)
    found: dict[str, list[Rating]] = {}
    for side, there in zip(deal.sides, new, strict=True):
        for level, rating in zip(side, there, strict=True):
            found.setdefault(level, []).append(rating)
    return ratings | {
        level: Rating(mean(each.mu for each in some), mean(each.sigma for each in some))
        for level, some in found.items()
    }


def levels(deals: Sequence[Finish], times: int = TIMES) -> dict[str, float]:
    """The ratings of the levels by all deals, *normal* at 25."""
    ends: list[dict[str, Rating]] = []
    for time in range(times):
        ratings, order = dict.fromkeys(LEVELS, NEWCOMER), list(deals)
        for again in range(3):
            Random(f"{time}/{again}").shuffle(order)
            for deal in order:
                ratings = after(deal, ratings)
        ends.append(ratings)
    found = {level: mean(each[level].mu for each in ends) for level in LEVELS}
    return {level: 25 + mu - found["normal"] for level, mu in found.items()}


def errors(deals: Sequence[Finish]) -> dict[str, float]:
    """The standard errors of these ratings; that of *normal* is none, as the others are measured from there."""
    drawn = [levels(Random(n).choices(deals, k=len(deals)), 1) for n in range(DRAWN)]
    return {level: stdev([each[level] for each in drawn]) for level in LEVELS}


def played(kind: Any, name: str, deals: int, jobs: int, kept: Path | None) -> list[Finish]:
    """Deals of a kind, read from a file as far as they were played before."""
    file = None if kept is None else kept / f"{name}-{kind.__name__}.jsonl"
    known: list[Finish] = []
    if file is not None and file.is_file():
        known = [Finish(*json.loads(line)) for line in file.read_text().splitlines()]
    if len(known) < deals:
        with ProcessPoolExecutor(jobs, initializer=partial(nice, 5)) as pool:
            found: Iterable[Finish] = pool.map(partial(kind, name), range(len(known), deals), chunksize=4)
            for each in found:
                known.append(each)
                if file is not None:
                    with file.open("a") as out:
                        out.write(json.dumps(each) + "\n")
    return known[:deals]


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m bench ratings", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--deals", type=int, default=400, help="plain deals")
    parser.add_argument("--boards", type=int, default=200, help="deals that every level plays, 0 for none")
    parser.add_argument(
        "--lower", type=int, default=0, help="plain deals without experts, for the ratings of the levels"
    )
    parser.add_argument("--most", type=int, default=MOST, help="deals of each level in an evening")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a folder for the deals, from which the next run goes on")
    asked = parser.parse_args(argv)
    for name in asked.games or [name for name, each in GAMES.items() if rateable(each.make())]:
        deals = played(plain, name, asked.deals, asked.jobs, asked.kept)
        boards = played(same, name, asked.boards, asked.jobs, asked.kept) if asked.boards else []
        for what, some in (("plain", deals), ("same cards", boards)):
            if some:
                known = order_known(some, asked.most)
                print(f"{name:14}{what:12}{len(some):5} deals, in order after {known or f'more than {asked.most}'}")
        deals += played(lower, name, asked.lower, asked.jobs, asked.kept)
        found, unsure = levels(deals), errors(deals)
        print(
            f"{name:14}" + ", ".join(f"{level} = {mu:.1f} ± {unsure[level]:.1f}" for level, mu in found.items()),
            flush=True,
        )
    return 0
