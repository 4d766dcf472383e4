"""All benches of the library, one after the other, and one table of ratios: python -m bench [all] [--seconds 1.0]

Runs ``tricks``, ``climbing``, ``poker``, ``rounds``, ``matching``, ``env`` and ``plain``, each in a process of its own,
then prints what is quicker than what, and how often: ours beside every peer that is installed (the extra ``bench``),
with the goal where there is one. Rates are medians; a ratio within one bench is the median of neighbours in time, as
other work on a machine comes and goes. How each bench counts is told at its head: chance is no move, compiling is left
out, one thread is timed by the time that the processor gave it. Two threads are timed by the clock: on a machine that
is busy when the benches begin they have no goal.

``--json FILE`` keeps the lines of the table and all rates. ``--plot FILE`` draws the ratios as SVG, with matplotlib;
with ``--from FILE`` nothing is run, and the plot and the table come from such a file. How long the server takes from
an action to the views of it is measured by ``python -m bench room``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from bench.rig.ways import keep

BENCHES: Final = ("tricks", "climbing", "poker", "rounds", "matching", "env", "plain")
OURS: Final = ("Game,", "core,", "compiled", "value,", "hand_ranks", "AEC", "tables")
"""What the names of our own ways begin with or, after the name of a game, end with."""
SPIEL, SPIELS_LANDLORD, RLCARD = "OpenSpiel, C++", "OpenSpiel's Dou Dizhu, C++", "RLCard, Dou Dizhu"


class Way(NamedTuple):
    """A way to do some work: the bench, the work, and the name of the way in it."""

    bench: str
    work: str
    way: str


class Line(NamedTuple):
    """A line of the table: a rate beside that of a peer, or alone. ``goal`` is the least ratio or, alone, rate."""

    work: str
    rate: float
    unit: str
    peer: str = ""
    peers_rate: float = 0.0
    ratio: float = 0.0
    goal: float = 0.0

    @property
    def met(self) -> bool | None:
        """Is the goal met? None without one."""
        return None if not self.goal else (self.ratio if self.peer else self.rate) >= self.goal


class Rates:
    """What the benches found, in things a second: moves where a bench says how many a deal has."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.units: dict[tuple[str, str], str] = {}
        self.all: dict[Way, list[float]] = {}
        for bench, works in found.items():
            for work, told in self._works(bench, works):
                self._read(bench, work, told)

    def _works(self, bench: str, found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        if bench == "env":
            yield "environments", {"steps_per_second": found}
        elif bench == "plain":
            for kind, unit in (("moves", "moves"), ("views", "views"), ("table", "actions"), ("kernel", "moves")):
                yield kind, {f"{unit}_per_second": {game: by_kind[kind] for game, by_kind in found["rates"].items()}}
        else:
            yield from ((work, told if "moves" in told or "rounds_per_second" in told else
                         {"things_per_second": told}) for work, told in found.items())  # fmt: skip

    def _read(self, bench: str, work: str, told: dict[str, Any]) -> None:
        key = next(each for each in told if each.endswith("_per_second"))
        moves = float(told.get("moves", 0)) if key == "deals_per_second" else 0.0
        self.units[bench, work] = "moves" if moves else key.removesuffix("_per_second").replace("things", work)
        for way, rates in told[key].items():
            times = moves or 1.0
            if way == SPIELS_LANDLORD:
                times = float(told["moves_of_open_spiel"])
            self.all[Way(bench, work, way)] = [rate * times for rate in rates]

    def line(self, label: str, ours: Way, peer: Way | None = None, goal: float = 0.0) -> Line | None:
        """A line of the table; None where one of the two was not measured."""
        mine, other = self.all.get(ours), self.all.get(peer) if peer else None
        if mine is None or (peer is not None and other is None):
            return None
        unit = self.units[ours.bench, ours.work]
        if peer is None or other is None:
            return Line(label, median(mine), unit, goal=goal)
        if ours[:2] == peer[:2]:
            ratio = median(one / another for one, another in zip(mine, other, strict=True))
        else:
            ratio = median(mine) / median(other)
        told = peer.way if peer.work == ours.work or peer.bench == "env" else f"{peer.way} ({peer.work})"
        return Line(label, median(mine), unit, told, median(other), ratio, goal)

    def peers(self, ours: Way) -> list[Way]:
        """The ways of others to do the same work."""
        return [way for way in self.all if way[:2] == ours[:2] and not way.way.startswith(OURS)
                and not way.way.endswith(OURS)]  # fmt: skip


def tricks(name: str, work: str) -> Way:
    return Way("tricks", f"{name}, {work}", "compiled")


def climbing(work: str) -> Way:
    return Way("climbing", work, "compiled")


WORKS: Final[dict[str, tuple[Way, dict[str, float]]]] = {
    "Spades, whole deals": (tricks("spades", "whole deals"), {SPIEL: 15}),
    "Hearts, whole deals": (tricks("hearts", "whole deals"), {SPIEL: 15}),
    "Bridge, whole deals": (tricks("bridge", "whole deals"), {SPIEL: 15}),
    "Spades, plays alone": (tricks("spades", "plays alone"), {}),
    "Hearts, plays alone": (tricks("hearts", "plays alone"), {}),
    "Bridge, plays alone": (tricks("bridge", "plays alone"), {}),
    "Dou Dizhu": (climbing("doudizhu, common"), {SPIELS_LANDLORD: 6}),
    "Big Two": (climbing("bigtwo, deuce"), {SPIELS_LANDLORD: 5}),
    "Chinese Poker": (climbing("chinesepoker, three"), {SPIELS_LANDLORD: 6}),
    "poker hands ranked": (Way("poker", "hands ranked", "hand_ranks, cards"), {"eval7": 25}),
    "draw poker": (Way("poker", "deals", "compiled"), {"RLCard, no limit": 300}),
    "blackjack, six decks": (Way("rounds", "six decks", "compiled"), {SPIEL: 20}),
    "blackjack, one deck": (Way("rounds", "one deck", "compiled"), {SPIEL: 20}),
}
"""Our compiled way of each work, beside every peer of its bench; by peer the ratio that is the goal."""


TITLES: Final = {
    "spades": "Spades", "hearts": "Hearts", "bridge": "Bridge", "bigtwo": "Big Two", "doudizhu": "Dou Dizhu",
    "chinesepoker": "Chinese Poker", "blackjack": "blackjack", "drawpoker": "draw poker", "elevens": "Elevens",
}  # fmt: skip
"""The games of the vector environment."""


def across() -> Iterator[tuple[str, Way, Way | None, float]]:
    """Lines that compare over works, or with a number: label, ours, peer, and goal."""
    learner = Way("env", "environments", RLCARD)
    yield "Dou Dizhu", climbing("doudizhu, common"), learner, 1000
    for name, title in TITLES.items():
        ours = Way("env", "environments", f"{name}, 4096 tables")
        yield f"vector environment, {title}", ours, learner, 0
        yield f"vector environment, {title}", ours, None, 250_000
    for label, (ours, _) in WORKS.items():
        if ours.way == "compiled" and "plays alone" not in ours.work:
            yield f"{label}, two threads", ours._replace(way="compiled, 2 threads"), ours, 1.8
    for name in ("elevens", "tens", "thirteens"):
        yield f"{name.capitalize()}, moves", Way("matching", name, "compiled"), None, 0
        yield f"{name.capitalize()}, results alone", Way("matching", name, "compiled, results alone"), None, 1e6


def lines(found: dict[str, Any], *, quiet: bool = True) -> list[Line]:
    """The table, from what the benches wrote: by the name of each its JSON. Only if ``quiet`` threads have a goal."""
    rates, table = Rates(found), list[Line | None]()
    for label, (ours, goals) in WORKS.items():
        table += [rates.line(label, ours, peer, goals.get(peer.way, 0.0)) for peer in rates.peers(ours)]
    for label, mine, peer, goal in across():
        table.append(rates.line(label, mine, peer, goal if quiet or "threads" not in label else 0.0))
    for way in rates.all:
        if way.bench == "plain":
            table.append(rates.line(f"plain {way.way}, {way.work}", way, None, 60_000 if way.work == "moves" else 0))
    return [each for each in table if each is not None]


def number(rate: float) -> str:
    """A rate in few letters: 48.2 M, 310 k."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if rate >= size:
            return f"{rate / size:,.{0 if rate >= 100 * size else 1}f} {unit}"
    return f"{rate:,.0f}"


def show(table: list[Line]) -> None:
    """Print the table; a goal that is met has a tick."""
    print(f"\n{'work':32}{'ours a second':>18}  {'peer':34}{'peer':>9}{'ratio':>10}{'goal':>9}")
    for line in table:
        ours = f"{number(line.rate)} {line.unit}"
        ratio = f"{line.ratio:,.2f}x" if line.peer else ""
        goal = "" if not line.goal else f"{round(line.goal, 1):,g}x" if line.peer else number(line.goal)
        peers = number(line.peers_rate) if line.peer else ""
        mark = {None: "", True: "  \N{CHECK MARK}", False: "  not met"}[line.met]
        print(f"{line.work:32}{ours:>18}  {line.peer:34}{peers:>9}{ratio:>10}{goal:>9}{mark}")
    goals = [line.met for line in table if line.goal]
    print(f"\n{sum(map(bool, goals))} of {len(goals)} goals met")


def run(bench: str, seconds: float) -> Any:
    """What a bench writes as JSON; it prints as it goes."""
    print(f"\n=== {bench}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "found.json"
        command = [sys.executable, "-m", "bench", bench, "--seconds", str(seconds), "--json", str(file)]
        subprocess.run(command, check=True)
        return json.loads(file.read_text(encoding="utf-8"))


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m bench all", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="about how long each measurement takes")
    parser.add_argument("--only", default=",".join(BENCHES), help="which benches, by name with commas between them")
    parser.add_argument("--json", type=Path, help="also write table and rates to this file")
    parser.add_argument("--plot", type=Path, help="also draw the ratios to this SVG file, with matplotlib")
    parser.add_argument("--from", type=Path, dest="read", help="run nothing, but read what --json has written")
    asked = parser.parse_args(argv)
    if unknown := set(asked.only.split(",")) - set(BENCHES):
        parser.error(f"there is no bench {', '.join(sorted(unknown))} of the library: there are {', '.join(BENCHES)}")
    if asked.read:
        told = json.loads(asked.read.read_text(encoding="utf-8"))
        table = [Line(**each) for each in told["table"]]
    else:
        load, cores = os.getloadavg()[0], len(os.sched_getaffinity(0))
        found = {bench: run(bench, asked.seconds) for bench in asked.only.split(",")}
        table = lines(found, quiet=load < cores / 2)
        machine = {"python": platform.python_version(), "system": f"{platform.system()} {platform.machine()}"}
        told = {
            "machine": machine | {"cores": cores, "load": round(load, 1)},
            "table": [each._asdict() for each in table],
            "found": found,
        }
    show(table)
    print("How long the server takes from an action to its views: python -m bench room")
    keep(asked.json, told)
    if asked.plot:
        from bench.rig import plot

        plot.draw(table, asked.plot)
    return 0
