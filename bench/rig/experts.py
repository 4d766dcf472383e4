"""How long experts think in the Python of browsers: `bench site` lets node run this."""

from __future__ import annotations

import time
from random import Random
from statistics import quantiles
from typing import Final

from dealt import players
from dealt.games import make
from dealt.table import Table, seed_of

GAMES: Final = ("bigtwo", "doudizhu", "spades", "hearts")


def worked() -> float:
    """Seconds of a processor that this process has had, whatever else the machine does."""
    from js import process

    used = process.cpuUsage()
    return float(used.user + used.system) / 1e6


async def inside(games: tuple[str, ...] = GAMES, deals: int = 2) -> None:
    """Print how long experts think in this Python, decision by decision."""
    for name in games:
        game, took, work, chance = make(name), list[float](), list[float](), Random(name)
        expert = players.computer("expert", game)
        for deal in range(deals):
            table = Table(game, seed_of("bench", deal))
            while table.turn:
                seat = table.turn[0]
                view = table.view_for(seat, expert)
                began, before = time.perf_counter(), worked()
                action = expert.choose(view, chance)
                if len(view.legal) > 1:
                    took.append(time.perf_counter() - began)
                    work.append(worked() - before)
                table.act(seat, str(action))
        cut = quantiles(took, n=20)
        print(
            f"{name}: {len(took)} decisions of expert, half within {cut[9] * 1000:.0f} ms, "
            f"95 % within {cut[18] * 1000:.0f} ms, the longest {max(took) * 1000:.0f} ms; "
            f"of a processor's time 95 % within {quantiles(work, n=20)[18] * 1000:.0f} ms",
            flush=True,
        )
