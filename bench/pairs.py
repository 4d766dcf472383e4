"""How soon two who see each other's cards stand out, and how often two honest people do.

``python -m bench pairs [GAME ...] [--deals 200]`` plays deals in which two partners see each other's cards at none, 10
%, 30 % or all of their decisions; else they choose as the computer *easy*, as all others do. Who sees them chooses what
is best on average over deals that fit both hands. In deals with others one of them plays with strangers of levels drawn
by chance. Then it draws pairs from these deals: so many together, 100 with others. A pair is told of if its chance is
at most 0.001, as for one in 50 pairs at a rate of 0.05. Honest pairs are counted at 0.05 too, to see whether chances
are what they say. Pairs share a pool of deals, so these parts are no surer than the mean excess, whose error is
printed.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from math import sqrt
from os import nice
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from dealt.analysis.honest import chance, excess
from dealt.cards import mask, members
from dealt.game import LEVELS, Action, Game, Seat
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


def partners(game: Game[Any], first: Any) -> tuple[Seat, ...]:
    """Two who win together: fixed partners, else who are against the seat that leads."""
    return game.partnerships[0] if game.partnerships else tuple(s for s in range(game.seats) if s != first.turn)


def fitting(state: Any, both: tuple[Seat, ...], rng: Random) -> Any:
    """A deal that fits two hands: what the others hold is dealt among them anew, but nobody gets what they lack."""
    others = [seat for seat in range(len(state.hands)) if seat not in both]
    cards = [card for seat in others for card in members(state.hands[seat])]
    for _ in range(50 if len(others) > 1 else 0):
        rng.shuffle(cards)
        hands, begin = list(state.hands), 0
        for seat in others:
            end = begin + state.hands[seat].bit_count()
            hands[seat], begin = mask(cards[begin:end]), end
        if not any(hands[seat] & state.lacks[seat] for seat in others if state.lacks):
            return replace(state, hands=tuple(hands))
    return state


def seeing(judge: Judge, table: Table[Any], seat: Seat, both: tuple[Seat, ...], usual: Action, rng: Random) -> Action:
    """What somebody chooses who sees the partner's cards."""
    tried = judge.candidates(table.view(seat), usual, rng)
    worth = [0.0] * len(tried)
    for _ in range(WORLDS):
        found = judge.open(fitting(table.state, both, rng), seat, tried, rng, WORLDS)
        worth = [a + b for a, b in zip(worth, found or worth, strict=True)]
    return tried[worth.index(max(worth))]


def one(name: str, share: float | None, number: int) -> float | None:
    """The excess of the partners who see each other's cards at this share of decisions; None: of one with strangers."""
    game = GAMES[name].make().among_computers()
    judge, rng = judge_for(game), Random(f"pairs/{name}/{share}/{number}")
    table = Table(game, seed_of(f"pairs/{name}/{share}", number))
    me = rng.randrange(game.seats)
    levels = ["easy" if share is not None or seat == me else rng.choice(STRANGERS) for seat in range(game.seats)]
    players = [computer(level, game) for level in levels]
    while table.turn:
        seat = table.turn[0]
        player = players[seat]
        action = player.choose(table.view_for(seat, player), rng)
        if share and table.state.phase == "play" and len(table.view(seat).legal) > 1:
            both = partners(game, solo(table))
            if seat in both and rng.random() < share:
                action = seeing(judge, table, seat, both, action, rng)
        table.act(seat, action)
    led = solo(table)
    both = partners(game, led)
    if led.phase != "play" or (share is None and me not in both):
        return None
    return excess(table, both if share is not None else (me,), judge, rng)


def solo(table: Table[Any]) -> Any:
    """The state in which the first card is led: before, nobody is against anybody where partners change."""
    return next((each for each in table.states if each.phase == "play"), table.state)


def told(together: list[float], apart: list[float], many: int, most: float) -> float:
    """The part of drawn pairs whose chance is at most this."""
    rng, found = Random(many), 0
    for _ in range(PAIRS):
        p = chance(rng.choices(together, k=many), rng.choices(apart, k=APART), rng, most / 2)
        found += p is not None and p <= most
    return found / PAIRS


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m bench pairs", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=["spades", "doudizhu"])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args(argv)
    for name in asked.games:
        with ProcessPoolExecutor(asked.jobs, initializer=partial(nice, 5)) as pool:
            apart = played(pool, name, None, 2 * asked.deals)
            print(f"{name:10}with others, excess {fmean(apart):5.2f} ± {error(apart):.2f}", flush=True)
            for share in SHARES:
                some = played(pool, name, share, asked.deals)
                rates = ", ".join(f"{many} deals {told(some, apart, many, TOLD):4.0%}" for many in AFTER)
                print(f"{name:10}{share:5.0%} seen, excess {fmean(some):5.2f} ± {error(some):.2f}, told after {rates}")
                if not share:
                    print(f"{'':10}at 0.05: " + ", ".join(f"{told(some, apart, n, 0.05):.0%}" for n in AFTER))
                sys.stdout.flush()
    return 0


def played(pool: ProcessPoolExecutor, name: str, share: float | None, deals: int) -> list[float]:
    found = pool.map(partial(one, name, share), range(deals), chunksize=4)
    return [each for each in found if each is not None]


def error(some: list[float]) -> float:
    return stdev(some) / sqrt(len(some))
