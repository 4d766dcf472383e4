"""Poker hands and deals: python -m bench poker [--seconds 1.0] [--json FILE]

Times the same work in turns, several times, and prints medians. *Ranks*: random hands of five cards are valued, by
:func:`dealt.kernels.hand_ranks` at once, and one by one by what is installed of eval7, treys, phevaluator and PokerKit
(the extra ``bench``), whose cards are made beforehand. *Deals*: draw poker without limit for four, at random, through
the plain ``Game``, the core in plain Python, and compiled; beside it the no-limit environment of RLCard with four of
its random agents. Both choose among the legal actions with equal chance, and bet one of few sizes. They are not the
same game: RLCard plays hold'em, with up to four rounds of bets, makes an observation at every turn, and ranks seven
cards. One thread is timed by the time that the processor gave it, two by the clock.
"""

from __future__ import annotations

import warnings
from functools import partial
from random import Random
from statistics import median
from typing import Any

from bench.rig.ways import Way, arguments, keep, measured, whole_deals
from dealt.cards import RANKS, SUITS
from dealt.game import Action
from dealt.games import make
from dealt.games.drawpoker import DrawPoker
from dealt.games.showdown import value
from dealt.kernels import hand_ranks, simulate
from dealt.kernels.machine import available

HANDS = 1_000_000
FEW = 20_000
"""The number of hands that are valued one by one, again and again."""
SEATS = 4
NAMES = [rank + suit for rank in RANKS for suit in SUITS]


def ranks() -> list[Way]:
    """Hands valued."""
    import numpy as np

    rng = np.random.default_rng(1)
    hands = np.argsort(rng.random((HANDS, 52), np.float32), axis=1)[:, :5].astype(np.int8)
    sets = (np.int64(1) << hands.astype(np.int64)).sum(axis=1)
    few, masks = hands[:FEW].tolist(), sets[:FEW].tolist()

    def batch(some: Any, threads: int = 1) -> Any:
        def do(n: int) -> None:
            for begin in range(0, n, HANDS):
                hand_ranks(some[: min(HANDS, n - begin)], threads=threads)

        return do

    def each(function: Any, some: list[Any]) -> Any:
        def do(n: int) -> None:
            for begin in range(0, n, FEW):
                for hand in some[: min(FEW, n - begin)]:
                    function(hand)

        return do

    ways = [Way("value, plain Python", each(value, masks), 1_000_000)]
    if available():
        ways += [
            Way("hand_ranks, cards", batch(hands), 80_000_000),
            Way("hand_ranks, sets", batch(sets), 60_000_000),
            Way("hand_ranks, 2 threads", batch(hands, 2), 80_000_000, 2),
        ]
    return ways + evaluators(few, each)


def evaluators(few: list[list[int]], each: Any) -> list[Way]:
    """What is installed of other evaluators, each by the function that its manual names."""
    found = []
    try:
        import eval7

        cards = list(map(eval7.Card, NAMES))
        found.append(Way("eval7", each(eval7.evaluate, [[cards[one] for one in hand] for hand in few]), 3_000_000))
    except ImportError:
        pass
    try:
        import treys

        numbers, evaluate = list(map(treys.Card.new, NAMES)), treys.Evaluator().evaluate
        hands = [[numbers[one] for one in hand] for hand in few]
        found.append(Way("treys", each(lambda hand: evaluate(hand, []), hands), 400_000))
    except ImportError:
        pass
    try:
        import phevaluator

        ids = [[NAMES[one] for one in hand] for hand in few]
        found.append(Way("phevaluator", each(lambda hand: phevaluator.evaluate_cards(*hand), ids), 150_000))
    except ImportError:
        pass
    try:
        import pokerkit

        kit = [next(pokerkit.Card.parse(name)) for name in NAMES]
        sets = [tuple(kit[one] for one in hand) for hand in few]
        found.append(Way("PokerKit", each(pokerkit.StandardHighHand, sets), 40_000))
    except ImportError:
        pass
    return found


def one_size(state: Any, action: Action, rng: Random, game: DrawPoker) -> Action:
    """Of several amounts one of the three sizes is taken."""
    return action if action.upto is None else action.of(game.sizes(state, action)[int(rng.random() * 3)])


def deals(game: Any) -> list[Way]:
    """Whole deals: shuffle, bets, draw, showdown and pots."""
    ways = whole_deals(game, 4000, 4000, 300_000, partial(one_size, game=game))
    try:
        import rlcard
        from rlcard.agents import RandomAgent
    except ImportError:
        return ways
    env = rlcard.make("no-limit-holdem", config={"seed": 1, "game_num_players": SEATS})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(SEATS)])

    def run(n: int) -> None:
        for _ in range(n):
            env.run(is_training=False)

    return [*ways, Way("RLCard, no limit", run, 1000)]


def main(argv: list[str]) -> None:
    asked = arguments("poker", __doc__, argv)
    warnings.simplefilter("ignore", DeprecationWarning)  # eval7 reads its ranges with an old parser
    game: Any = make("drawpoker", "nolimit", seats=SEATS)
    found: dict[str, Any] = {}
    for work, ways, base in (("hands ranked", ranks(), "eval7"), ("deals", deals(game), "RLCard, no limit")):
        rates = measured(ways, asked.seconds)
        reference = base if base in rates else ways[0].name
        print(f"\n{work}, a second")
        for way, some in rates.items():
            print(f"  {way:24}{median(some):14,.0f} {median(some) / median(rates[reference]):9.2f}x {reference}")
        found[work] = rates
    moves = float(simulate(game, 20_000, 2).moves.mean())  # type: ignore[union-attr]
    print(f"\n{moves:.1f} moves a deal")
    keep(asked.json, found)
