"""How soon two partners who see each other's cards stand out, and how often two honest people do.

``python -m bench pairs [GAME ...] [--deals 200]`` plays deals in which two partners see each other's cards at none, 10
%, 30 % or all of their cards played; else they choose as the computer *easy*, as all others do. Who sees them chooses
what is best on average over deals that fit both hands. In deals with others one of them plays with strangers of levels
drawn by chance. Then it draws pairs from these deals: so many together, 100 of each with others. A pair is told of if
its chance is at most 0.001, as for one in 50 pairs at a rate of 0.05. Honest pairs are counted at 0.05 too, to see
whether chances are what they say. Pairs share a pool of deals, so these parts are no surer than the mean foresight,
whose error is printed.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from os import nice
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from dealt.analysis.honest import chance, foresight, partner_of, tells
from dealt.game import LEVELS, Action, Seat
from dealt.games import GAMES
from dealt.players import computer
from dealt.players.judging import Judge, judge_for
from dealt.table import Table, seed_of

SHARES: Final = (0.0, 0.1, 0.3, 1.0)
AFTER: Final = (20, 50, 100)
"""The numbers of deals together."""
APART: Final = 100
PAIRS: Final = 100
"""The number of pairs that are drawn."""
TOLD: Final = 0.001
WORLDS: Final = 6
STRANGERS: Final = LEVELS[:3]


def seeing(judge: Judge, table: Table[Any], seat: Seat, partner: Seat, usual: Action, rng: Random) -> Action:
    """What somebody plays who sees the partner's cards; before the play they do as usual."""
    if judge.fits(table.state, (seat, partner), rng) is None:
        return usual
    tried = judge.candidates(table.view(seat), usual, rng)
    worth = [0.0] * len(tried)
    for _ in range(WORLDS):
        fits = judge.fits(table.state, (seat, partner), rng)
        found = None if fits is None else judge.open(fits, seat, tried, rng, WORLDS)
        worth = [a + b for a, b in zip(worth, found or worth, strict=True)]
    return tried[worth.index(max(worth))]


def one(name: str, share: float | None, number: int) -> list[float]:
    """The foresight of both partners who see each other's cards at this share of cards played; of one with strangers,
    where there is no share. Empty where nobody chose anything."""
    game = GAMES[name].make().among_computers()
    judge, rng = judge_for(game), Random(f"pairs/{name}/{share}/{number}")
    table = Table(game, seed_of(f"pairs/{name}/{share}", number))
    both = game.partnerships[0]
    me = rng.randrange(game.seats)
    levels = ["easy" if share is not None or seat == me else rng.choice(STRANGERS) for seat in range(game.seats)]
    players = [computer(level, game) for level in levels]
    while table.turn:
        seat = table.turn[0]
        player = players[seat]
        action = player.choose(table.view_for(seat, player), rng)
        if share and seat in both and rng.random() < share and len(table.view(seat).legal) > 1:
            action = seeing(judge, table, seat, sum(both) - seat, action, rng)
        table.act(seat, action)
    seats = both if share is not None else (me,)
    found = [foresight(table, judge, seat, mate) for seat in seats if (mate := partner_of(game, seat)) is not None]
    return [each for each in found if each is not None] if None not in found else []


def told(together: list[list[float]], apart: list[float], many: int, most: float) -> float:
    """The part of drawn pairs whose chance is at most this."""
    rng, found = Random(many), 0
    for _ in range(PAIRS):
        first, second = zip(*rng.choices(together, k=many), strict=True)
        p = chance([(each, rng.choices(apart, k=APART)) for each in (first, second)], rng, most)
        found += p is not None and p <= most
    return found / PAIRS


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m bench pairs", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=["spades"])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args(argv)
    for name in asked.games:
        game = GAMES[name].make()
        if not tells(game, judge_for(game)):
            parser.error(f"{name} has no partners whose choices are judged for that")
        with ProcessPoolExecutor(asked.jobs, initializer=partial(nice, 5)) as pool:
            apart = [each for some in played(pool, name, None, 2 * asked.deals) for each in some]
            print(f"{name:10}with others, foresight {fmean(apart):5.2f} ± {error(apart):.2f}", flush=True)
            for share in SHARES:
                some = played(pool, name, share, asked.deals)
                means = [fmean(both) for both in some]
                rates = ", ".join(f"{many} deals {told(some, apart, many, TOLD):4.0%}" for many in AFTER)
                mean = f"foresight {fmean(means):5.2f} ± {error(means):.2f}"
                print(f"{name:10}{share:5.0%} seen, {mean}, told after {rates}")
                if not share:
                    print(f"{'':10}at 0.05: " + ", ".join(f"{told(some, apart, n, 0.05):.0%}" for n in AFTER))
                sys.stdout.flush()
    return 0


def played(pool: ProcessPoolExecutor, name: str, share: float | None, deals: int) -> list[list[float]]:
    found = pool.map(partial(one, name, share), range(deals), chunksize=4)
    return [each for each in found if each]


def error(some: list[float]) -> float:
    return stdev(some) / sqrt(len(some))
