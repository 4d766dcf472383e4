"""How long every level of every game thinks: its first decision in a new process, and the others of a deal.

``python -m bench levels [GAME ...] [--cold] [--json]`` plays a deal in a process for each level, which is prepared as
the room prepares one. The first decision includes making the computer and all that it imports. ``--cold``: nothing is
compiled yet, as in a new clone. Decisions with one legal action are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from random import Random
from statistics import median

from dealt.game import LEVELS
from dealt.games import GAMES

ONE = "--one"


def one(name: str, level: str) -> list[float]:
    """The seconds of each decision of a deal, with no more ready than a worker of the room has."""
    from dealt.players import computer, hurry
    from dealt.table import Table, seed_of

    hurry()
    game = GAMES[name].make()
    table, took = Table(game, seed_of("levels", 1)), list[float]()
    seats, rngs = {}, [Random(seat) for seat in range(game.seats)]
    while table.turn:
        seat = table.turn[0]
        began = time.perf_counter()
        if seat not in seats:
            seats[seat] = computer(level, game)
        view = table.view_for(seat, seats[seat])
        action = seats[seat].choose(view, rngs[seat])
        if len(view.legal) > 1 or not took:
            took.append(time.perf_counter() - began)
        table.act(seat, action)
    return took


def measured(name: str, level: str, cold: bool) -> list[float]:
    """The same, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder} if cold else None
        line = [sys.executable, "-m", "bench", "levels", ONE, name, level]
        said = subprocess.run(line, capture_output=True, text=True, check=True, env=environment).stdout
    return list(json.loads(said))


def main(argv: list[str]) -> int:
    if argv[:1] == [ONE]:
        print(json.dumps(one(*argv[1:])), flush=True)
        os._exit(0)  # what is still being compiled in the background is not waited for
    parser = argparse.ArgumentParser("python -m bench levels", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--cold", action="store_true", help="nothing is compiled yet")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(argv)
    names = asked.games or [name for name, listing in GAMES.items() if listing.make().seats > 1]
    found = {name: {level: measured(name, level, asked.cold) for level in LEVELS} for name in names}
    if asked.json:
        print(json.dumps(found))
        return 0
    print(f"{'milliseconds':14}" + "".join(f"{level:>26}" for level in LEVELS))
    print(f"{'':14}" + f"{'first  median     p95':>26}" * len(LEVELS))
    for name, levels in found.items():
        cells = (
            f"{took[0] * 1e3:12.0f}{median(took) * 1e3:8.1f}{sorted(took)[len(took) * 95 // 100] * 1e3:6.0f}"
            for took in levels.values()
        )
        print(f"{name:14}" + "".join(cells), flush=True)
    return 0
