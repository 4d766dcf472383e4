"""Trick-taking games at random: python -m bench tricks [--seconds 1.0] [--json FILE]

Times the same work in turns, several times, and prints medians: moves a second through the plain ``Game``, through the
core in plain Python, and compiled, on one thread and on two; and OpenSpiel's C++ loop, if ``open_spiel`` is installed
(the extra ``bench``). A whole deal is shuffle, bids or passing, play and score. *Plays* are cards alone: 52 of them
from a deal whose bids are made. OpenSpiel's loop is ``evaluate_bots`` with its uniform bots, which takes actions in C++
until the deal is over. It deals every card as a chance event; these are not counted as moves. One thread is timed by
the time that the processor gave it, so that other work on the machine counts little; two are timed by the clock.
"""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

from bench.rig.ways import Way, arguments, keep, measured, whole_deals
from dealt.games import make
from dealt.games.tricks import Tricks
from dealt.kernels import simulate
from dealt.kernels.machine import available
from dealt.kernels.threads import Span
from dealt.kernels.tricks_course import TrickCourse
from dealt.kernels.tricks_fours import FOURS
from dealt.shapes import Workspace

AT_ONCE = 10_000
"""The number of deals that are played on at once."""
CARDS = 52
"""From this number on OpenSpiel's actions are calls."""
PASSED = {"spades": 4, "hearts": 12, "bridge": 4}
"""The least number of actions that OpenSpiel has before the first card is led."""


def without_claims(name: str) -> Tricks:
    game = make(name, claims=False) if name == "bridge" else make(name)
    assert isinstance(game, Tricks)
    return game


def from_the_shuffle(name: str) -> list[Way]:
    """Shuffle, bids or passing, play, and score."""
    ways = whole_deals(without_claims(name), 150, 600, 300_000)
    return ways + open_spiel(name, playing=False)


def first_lead(name: str) -> tuple[TrickCourse, list[int]]:
    """A game as its machine takes it, and the table of a first lead."""
    game, rng = without_claims(name), Random(1)
    state = game.deal(rng)
    while state.phase != "play":  # in bridge until somebody has bid
        turn = game.turn(state)
        state = game.deal(rng) if not turn else game.apply(state, turn[0], rng.choice(game.legal(state, turn[0])))
    course = TrickCourse(game)
    return course, course.numbers(state)


def plays_alone(name: str) -> list[Way]:
    """52 cards each, from the first lead."""
    import numpy as np

    course, row = first_lead(name)
    scores = np.zeros((AT_ONCE, 4))

    def fast(n: int) -> None:
        for begin in range(0, n, AT_ONCE):
            played(course, row, (0, min(AT_ONCE, n - begin)), scores)

    def bare(n: int) -> None:
        played(course, row, (0, n), [[0.0] * 4 for _ in range(n)], FOURS.playouts.bare)

    ways = [Way("core, plain Python", bare, 600)]
    ways += [Way("compiled", fast, 800_000)] if available() else []
    return ways + open_spiel(name, playing=True)


def played(course: TrickCourse, row: list[int], span: Span, scores: Any, playouts: Any = FOURS.playouts) -> None:
    """Play deals on from a table."""
    playouts(course.rules, course.room(), [row], Workspace(course.width), 1, span, scores, [])


def open_spiel(name: str, *, playing: bool) -> list[Way]:
    """OpenSpiel's loop in C++ over whole deals, or over the 52 cards after the bids."""
    try:
        import pyspiel
    except ImportError:
        return []
    game = pyspiel.load_game(name + ("(use_double_dummy_result=false)" if name == "bridge" else ""))
    state, rng, passed = game.new_initial_state(), Random(1), 0
    while playing and (state.is_chance_node() or max(state.legal_actions()) >= CARDS or passed < PASSED[name]):
        actions = [each for each, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        passed += not state.is_chance_node()
        state.apply_action(rng.choice(actions))
        state = game.new_initial_state() if state.is_terminal() else state
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 11) for seat in range(4)]

    def loop(n: int) -> None:
        for seed in range(n):
            pyspiel.evaluate_bots(state.clone(), bots, seed)

    return [Way("OpenSpiel, C++", loop, 20_000 if playing else 8000)]


def moves_in_a_deal(name: str) -> float:
    """Moves in an average deal: calls, gifts as one move each, and cards."""
    deals = simulate(without_claims(name), 20_000, 2, moves=True)
    said, given = (deals.calls >= 0).sum(), (deals.given != 0).sum()
    return float((deals.cards >= 0).sum() + said + given) / len(deals.won)


def main(argv: list[str]) -> None:
    asked = arguments("tricks", __doc__, argv)
    found: dict[str, Any] = {}
    for name in ("spades", "hearts", "bridge"):
        for work, ways in (("whole deals", from_the_shuffle(name)), ("plays alone", plays_alone(name))):
            moves = moves_in_a_deal(name) if work == "whole deals" else 52.0
            rates = measured(ways, asked.seconds)
            base = median(rates.get("OpenSpiel, C++", rates[ways[0].name]))
            print(f"\n{name}, {work}: {moves:.1f} moves a deal")
            for way, some in rates.items():
                rate = median(some)
                print(f"  {way:22} {rate * moves / 1e6:9.3f} million moves/s {rate:12,.0f} deals/s {rate / base:9.2f}x")
            found[f"{name}, {work}"] = {"moves": moves, "deals_per_second": rates}
    keep(asked.json, found)
