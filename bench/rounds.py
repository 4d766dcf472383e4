"""Rounds of blackjack at random: python -m bench rounds [--seconds 1.0] [--json FILE]

Times rounds of one seat in turns, several times, and prints medians: through the plain ``Game``, through the core in
plain Python, and compiled, with random decisions and with basic strategy; and OpenSpiel's C++ loop, if ``open_spiel``
is installed (the extra ``bench``). A round is shuffle, deal, insurance, decisions, the dealer's play and settlement.
OpenSpiel's loop is ``evaluate_bots`` with its uniform bot: one deck, and a hand is hit or stands. Ours also splits,
doubles and insures. One thread is timed by the time that the processor gave it.
"""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

from bench.rig.ways import Way, arguments, keep, measured
from dealt.game import Action
from dealt.games import make
from dealt.games.blackjack import Blackjack
from dealt.kernels import simulate
from dealt.kernels.families import course_of
from dealt.kernels.machine import available

LEAST = Action("bet", amount=10)


def through_the_game(game: Blackjack, n: int) -> None:
    """Rounds as a table plays them, each from a full shoe: ``legal`` and ``apply`` for every move."""
    rng = Random(1)
    for _ in range(n):
        state = game.apply(game.deal(rng), 0, LEAST)
        while turn := game.turn(state):
            legal = game.legal(state, turn[0])
            state = game.apply(state, turn[0], legal[int(rng.random() * len(legal))])
        game.score(state)


def ways(decks: int) -> list[Way]:
    game = make("blackjack", seats=1, decks=decks)
    assert isinstance(game, Blackjack)

    def bare(n: int) -> Any:
        return course_of(game).simulate(n, 1, policy="uniform", threads=1, moves=False, fast=False)

    found = [
        Way("Game, plain Python", lambda n: through_the_game(game, n), 3000),
        Way("core, plain Python", bare, 20_000),
    ]
    if available():
        found += [
            Way("compiled", lambda n: simulate(game, n, 1), 3_000_000),
            Way("compiled, 2 threads", lambda n: simulate(game, n, 1, threads=2), 6_000_000, 2),
            Way("compiled, basic strategy", lambda n: simulate(game, n, 1, policy="basic"), 3_000_000),
        ]
    return found + open_spiel()


def open_spiel() -> list[Way]:
    """OpenSpiel's loop in C++."""
    try:
        import pyspiel
    except ImportError:
        return []
    state = pyspiel.load_game("blackjack").new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(0, 11)]

    def loop(n: int) -> None:
        for seed in range(n):
            pyspiel.evaluate_bots(state.clone(), bots, seed)

    return [Way("OpenSpiel, C++", loop, 150_000)]


def main(argv: list[str]) -> None:
    asked = arguments("rounds", __doc__, argv)
    found: dict[str, Any] = {}
    for name, decks in (("six decks", 6), ("one deck", 1)):
        rates = measured(ways(decks), asked.seconds)
        base = median(rates.get("OpenSpiel, C++", rates["Game, plain Python"]))
        print(f"\nblackjack, {name}")
        for way, some in rates.items():
            rate = median(some)
            print(f"  {way:24} {rate:12,.0f} rounds/s {rate / base:9.2f}x")
        found[name] = {"rounds_per_second": rates}
    keep(asked.json, found)
