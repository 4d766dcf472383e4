"""How long every level of every game thinks: its first decision in a new process, and the others of some deals.

``python -m bench levels [GAME ...] [--deals 4] [--json]`` plays some deals in a new process for each level. The first
decision includes making the computer and all that it loads, but not what the nursery has ready for a worker. Decisions
with one legal action are left out.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from random import Random
from statistics import median

from dealt.game import LEVELS
from dealt.games import GAMES

ONE = "--one"


def one(name: str, level: str, deals: int) -> list[float]:
    """The seconds of each decision of some deals, with no more ready than a worker of the room has."""
    from dealt.players import computer
    from dealt.players.search import families
    from dealt.table import Table, seed_of

    game = GAMES[name].make()
    game.prepare()
    families.prepare()
    took, seats, rngs = list[float](), {}, [Random(seat) for seat in range(game.seats)]
    for deal in range(1, deals + 1):
        table = Table(game, seed_of("levels", deal))
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


def measured(name: str, level: str, deals: int) -> list[float]:
    """The same, in a process of its own."""
    line = [sys.executable, "-m", "bench", "levels", ONE, name, level, str(deals)]
    return list(json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout))


def main(argv: list[str]) -> int:
    if argv[:1] == [ONE]:
        name, level, deals = argv[1:]
        print(json.dumps(one(name, level, int(deals))))
        return 0
    parser = argparse.ArgumentParser("python -m bench levels", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--deals", type=int, default=4)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(argv)
    names = asked.games or [name for name, listing in GAMES.items() if listing.make().seats > 1]
    found = {name: {level: measured(name, level, asked.deals) for level in LEVELS} for name in names}
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
