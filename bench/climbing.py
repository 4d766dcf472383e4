"""Climbing games at random: python -m bench climbing [--seconds 1.0] [--json FILE]

Times whole deals in turns, several times, and prints medians: moves a second through the plain ``Game``, through the
core in plain Python, and compiled, on one thread and on two; and OpenSpiel's C++ loop over Dou Dizhu, the only climbing
game that it has, if ``open_spiel`` is installed (the extra ``bench``). A deal is shuffle, auction or choice of packets,
play and score; every legal action is equally likely, a pass like any other. OpenSpiel's loop is ``evaluate_bots`` with
its uniform bots, which takes actions in C++ until the deal is over; its rules are those of ``common``, auction
included. It deals every card as a chance event; these are not counted as moves. One thread is timed by the time that
the processor gave it, so that other work on the machine counts little; two are timed by the clock.
"""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

from bench.rig.ways import Way, arguments, keep, measured, whole_deals
from dealt.games import make
from dealt.games.climbing import Climbing
from dealt.kernels import simulate

GAMES = (("doudizhu", "common"), ("bigtwo", "deuce"), ("chinesepoker", "three"))
PEER = "OpenSpiel's Dou Dizhu, C++"


def open_spiel() -> tuple[list[Way], float]:
    """OpenSpiel's loop in C++ over whole deals of Dou Dizhu, and the moves in an average deal of it."""
    try:
        import pyspiel
    except ImportError:
        return [], 0.0
    game = pyspiel.load_game("dou_dizhu")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 11) for seat in range(3)]

    def loop(n: int) -> None:
        for seed in range(n):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    rng, moves, deals = Random(1), 0, 300
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            chance = state.is_chance_node()
            moves += not chance
            state.apply_action(
                rng.choice([each for each, _ in state.chance_outcomes()] if chance else state.legal_actions())
            )
    return [Way(PEER, loop, 8_000)], moves / deals


def moves_in_a_deal(game: Climbing) -> float:
    """Moves in an average deal: calls, plays and passes."""
    return float(simulate(game, 20_000, 2).moves.mean())


def main(argv: list[str]) -> None:
    asked = arguments("climbing", __doc__, argv)
    found: dict[str, Any] = {}
    peer, peers_moves = open_spiel()
    for name, preset in GAMES:
        game = make(name, preset, **({} if name == "doudizhu" else {"cut": "quick"}))
        assert isinstance(game, Climbing)
        game.prepare()
        moves = moves_in_a_deal(game)
        rates = measured([*whole_deals(game, 150, 200, 60_000), *peer], asked.seconds)
        per_deal = dict.fromkeys(rates, moves) | ({PEER: peers_moves} if peer else {})
        base = PEER if peer else next(iter(rates))
        print(f"\n{name}, {preset}: {moves:.1f} moves a deal, {peers_moves:.1f} in OpenSpiel's Dou Dizhu")
        for way, some in rates.items():
            # the median of the ratios of neighbours in time: other work on the machine comes and goes
            ratio = median(
                one * per_deal[way] / (other * per_deal[base]) for one, other in zip(some, rates[base], strict=True)
            )
            rate = median(some) * per_deal[way] / 1e6
            print(f"  {way:27} {rate:9.3f} million moves/s {median(some):12,.0f} deals/s {ratio:9.3f}x", flush=True)
        found[f"{name}, {preset}"] = {"moves": moves, "moves_of_open_spiel": peers_moves, "deals_per_second": rates}
    keep(asked.json, found)
