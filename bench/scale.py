"""What a room costs, measured, fitted, and told in ``docs/scale.md``: ``python -m bench scale``.

``--measure`` lets people play at rooms of several sizes and keeps what was found in ``docs/scale.json``: rooms of one
process on SQLite, rooms of one and of two processes of a cluster on PostgreSQL and Redis. The costs of
:mod:`bench.queues` are fitted to some of these sizes. The simulation then says what the others should have done,
and is compared with what they did. Without ``--measure`` only the fit and the page are made anew.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil, log
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.cluster import OPEN_TO_ALL
from bench.cluster import measured as measured_cluster
from bench.queues import MEASURED, Costs, Load, costs_of, simulate
from bench.rig.rooms import open_rooms
from bench.room import measure, open_room

__all__ = [
    "PAGE",
    "Compared",
    "Needs",
    "Size",
    "compared",
    "fitted",
    "likeliest",
    "main",
    "needs",
    "parts",
    "with_relays",
]

PAGE: Final = MEASURED.with_suffix(".md")
WITHIN: Final = 0.25
"""How far a prediction may be off."""
Run = Mapping[str, Any]


@dataclass(frozen=True)
class Size:
    """So many people at Big Two tables of so many seats, who wait so many seconds on average before they act."""

    people: int
    seats: int = 4
    pace: float = 2.5

    @property
    def flags(self) -> list[str]:
        """The arguments of ``bench load``."""
        game = ["--option", f"seats={self.seats}", "--option", "variant=daidi"]  # a form with two seats or more
        return ["--people", str(self.people), "--each", str(self.seats), *game, "--pace", str(self.pace), "--deflate"]


FITTED: Final = (
    *(Size(120), Size(600), Size(1440), Size(600, pace=1.0)),
    *(Size(300, 2, 1.0), Size(600, 3, 1.5), Size(840, 2)),
)
"""The sizes that costs are fitted to: they differ in people, in actions, and in viewers of a table."""
CHECKED: Final = (Size(480, pace=2.0), Size(1080), Size(2040))
"""The sizes that are predicted."""
CLUSTERED: Final = (Size(120), Size(600), Size(600, pace=1.0), Size(300, 2, 1.0))
"""Those that the costs of a process of a cluster are fitted to, alone and with another one."""
CHECKED_CLUSTER: Final = (Size(480, pace=2.0), Size(1080))
STEP: Final = 3.2
"""From one edge of the histogram of transactions to the next, about; what lies between is counted as the middle."""
SPREADS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""How much the steps may differ: the best one is taken."""
TIMES: Final = 3
"""How often the predicted sizes are measured; the run with the median p99 counts."""
STORED: Final = Size(120, pace=0.1)
"""Whole deals, so that what is packed away is packed."""


# --- measuring


def measure_room(size: Size, seconds: float) -> dict[str, Any]:
    """What a room of one process on SQLite did and cost."""
    with tempfile.TemporaryDirectory(prefix="dealt-scale-") as name:
        folder = Path(name)
        with open_room(folder, {}) as room:
            empty = room.rss()
            found = measure(room, [*size.flags, "--seconds", str(seconds)])
        found["database_bytes"] = sum(each.stat().st_size for each in folder.glob("room.db*"))
    return found | asdict(size) | {"empty_mb": empty, "kind": "sqlite", "processes": 1}


async def measure_cluster(size: Size, processes: int, seconds: float) -> dict[str, Any]:
    """What so many processes on PostgreSQL and Redis did and cost together."""
    with tempfile.TemporaryDirectory(prefix="dealt-scale-") as name:
        async with open_rooms(Path(name), processes, lines=False, durable=True, **OPEN_TO_ALL) as rooms:
            before = int(rooms.postgres.ask("select pg_database_size(current_database())")[0][0])
            found = await measured_cluster(rooms, [*size.flags, "--seconds", str(seconds)])
            after = int(rooms.postgres.ask("select pg_database_size(current_database())")[0][0])
    return found | asdict(size) | {"database_bytes": after - before, "kind": "cluster", "processes": processes}


def measure_all(seconds: float, part: int = 1) -> list[dict[str, Any]]:
    """All sizes, one after the other, or so large a part of their people."""
    found = []

    def keep(size: Size, run: dict[str, Any]) -> None:
        found.append(run | {"size": asdict(size)})
        _say(run)

    def smaller(size: Size) -> Size:
        return replace(size, people=max(12, size.people // part // 12 * 12))

    for size in (*FITTED, STORED):
        keep(size, measure_room(smaller(size), seconds))
    for size in CHECKED:
        keep(size, _typical([measure_room(smaller(size), seconds) for _ in range(TIMES)]))
    for processes, sizes in ((1, (*CLUSTERED, STORED)), (2, CLUSTERED)):
        for size in sizes:
            keep(size, asyncio.run(measure_cluster(smaller(size), processes, seconds)))
    for size in CHECKED_CLUSTER:
        keep(size, _typical([asyncio.run(measure_cluster(smaller(size), 2, seconds)) for _ in range(TIMES)]))
    return found


def _typical(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The run with the median p99, which one stall of a disk decides."""
    return sorted(runs, key=lambda run: run["act_ms"]["p99"])[len(runs) // 2]


def _say(run: Run) -> None:
    print(
        f"{run['kind']:<8} {run['processes']} process(es), {run['people']:>5} people, {run['seats']} seats, "
        f"pace {run['pace']}: {run['acts_s']:.0f} actions/s, {1000 * run['cpu_s'] / max(run['acts'], 1):.2f} ms of "
        f"processor each, p50 {run['act_ms'].get('p50')} ms, load average {os.getloadavg()[0]:.1f}",
        flush=True,
    )


# --- fitting


def likeliest(runs: Sequence[Run]) -> Costs:
    """The costs that explain what single processes did, their p99 too."""
    return min((fitted(runs, spread) for spread in SPREADS), key=lambda each: _tail(each, runs))


def fitted(runs: Sequence[Run], spread: float = 0.0) -> Costs:
    """The costs that explain the means, none of them negative, by least squares, if the steps differ so much."""
    import numpy as np

    rows = [[_seconds(run), _seconds(run) * run["people"], _done(run), _frames(run), run["commits"]] for run in runs]
    shares = [[value / run["cpu_s"] for value in row] for row, run in zip(rows, runs, strict=True)]
    second, person, act, frame, commit = _not_negative(np.array(shares), np.full(len(runs), 1000.0))
    batches = np.array([[1.0, _done(run) / max(run["commits"], 1)] for run in runs])
    stalled, stall = _stalls(runs)
    wait, wait_row = _not_negative(batches, np.array([run["commit_ms"] for run in runs]) - stalled * stall)
    collected = _collected(runs)
    shown = float(np.mean([_frames(run) / _done(run) / run["seats"] for run in runs]))
    costs = Costs(
        second, person, act, frame, commit, wait=max(0.0, wait - commit), wait_row=wait_row, shown=shown, wire=0.0,
        stalled=stalled, stall=stall, collected=min(collected, act), spread=spread,
    )  # fmt: skip
    rests = [run["act_ms"]["p50"] - simulate(costs, load_of(run), 10).p50 for run in runs]
    return replace(costs, wire=max(0.0, median(rests)))


def _tail(costs: Costs, runs: Sequence[Run]) -> float:
    """How far the p99 of most runs is off."""
    return median(abs(log(simulate(costs, load_of(run), 10).p99 / run["act_ms"]["p99"])) for run in runs)


def _stalls(runs: Sequence[Run]) -> tuple[float, float]:
    """The share of the transactions that took over 30 ms, in all runs together, and what these took on average."""
    counted = [(float(edge), n) for run in runs for edge, n in run.get("slow_commits", {}).items()]
    over = sum(n for _, n in counted)
    took = sum(n * edge / STEP**0.5 for edge, n in counted)
    return (over / sum(run["commits"] for run in runs), took / over) if over else (0.0, 0.0)


def _collected(runs: Sequence[Run]) -> float:
    """Milliseconds of an action that the collection of garbage takes."""
    timed = [run for run in runs if run.get("collections")]
    spent = sum(run["collections"] * run["collection_ms"]["p50"] for run in timed)
    return spent / sum(_done(run) for run in timed) if timed else 0.0


def with_relays(costs: Costs, runs: Sequence[Run]) -> Costs:
    """The same with what the way between two processes costs, from runs of two."""
    import numpy as np

    rows, rest = [], []
    for run in runs:
        away = 1 - 1 / run["processes"]
        here = costs.second * run["processes"] * _seconds(run) + costs.person * _seconds(run) * run["people"]
        here += costs.act * _done(run) + costs.frame * _frames(run) + costs.commit * run["commits"]
        rows.append([away * _done(run), away * _frames(run)])
        rest.append(1000 * run["cpu_s"] - here)
    asked, relayed = _not_negative(np.array(rows), np.array(rest))
    found = replace(costs, asked=asked, relayed=relayed * costs.shown, hop=0.0)
    hops = [run["act_ms"]["p50"] - simulate(found, load_of(run), 10).p50 for run in runs]
    return replace(found, hop=max(0.0, float(np.median(hops))))  # half of all actions go there and back


def _seconds(run: Run) -> float:
    return float(run["seconds"])


def _done(run: Run) -> float:
    """Actions, and people who are ready for the next deal: both are stored and shown."""
    return float(run["acts"] + run["deals"] * run["seats"])


def _frames(run: Run) -> float:
    return float(run["frames_s"] * run["seconds"])


def _not_negative(rows: Any, values: Any) -> list[float]:
    """Least squares with no number below nought: those that would be are left out, the worst first."""
    import numpy as np

    kept = list(range(rows.shape[1]))
    found = np.zeros(0)
    while kept:
        found, *_ = np.linalg.lstsq(rows[:, kept], values, rcond=None)
        if found.min() >= 0:
            break
        kept.pop(int(found.argmin()))
    return [float(found[kept.index(n)]) if n in kept else 0.0 for n in range(rows.shape[1])]


def load_of(run: Run) -> Load:
    """What people did in a run."""
    deals = run["deals"]
    return Load(run["people"], run["seats"], run["pace"], run["acts"] / deals if deals else 1e9, run["processes"])


# --- what is said of it


@dataclass(frozen=True)
class Compared:
    """A figure of a run as the bench found it and as the simulation said it."""

    what: str
    bench: float
    model: float

    @property
    def off(self) -> float:
        """By what share the model is too high."""
        return self.model / self.bench - 1 if self.bench else 0.0


def compared(costs: Costs, run: Run) -> list[Compared]:
    """What a run did against what it should have done: of as many simulated runs the one with the median p99, too."""
    seconds, processes = _seconds(run), run["processes"]
    runs = [simulate(costs, load_of(run), seconds, seed=seed) for seed in range(1, TIMES + 1)]
    said = sorted(runs, key=lambda each: each.p99)[TIMES // 2]
    return [
        Compared("actions/s", run["acts"] / seconds, said.acts),
        Compared("messages to people/s", run["frames_s"], said.frames),
        Compared("commits/s", run["commits"] / seconds, said.commits),
        Compared("processor of a process, %", 100 * run["cpu_s"] / seconds / processes, 100 * said.cpu),
        Compared("p50, ms", run["act_ms"]["p50"], said.p50),
        Compared("p99, ms", run["act_ms"]["p99"], said.p99),
    ]


@dataclass(frozen=True)
class Needs:
    """What so many people need, who are all at tables of four and act every 20 s each."""

    people: int
    acts: float
    processes: int
    memory_gb: float
    commits: float
    notes: float
    out_mbit: float
    database_gb: float
    """A day, at a third of the busiest hour."""


EVERY: Final = 20.0
"""Seconds between two actions of a person: five for a turn, at a table of four."""
FULL: Final = 0.6
"""The share of a processor that a process may take at the busiest time."""
MEAN: Final = 1 / 3
"""The mean of a day, as a share of its busiest time."""


def needs(costs: Costs, sizes: Mapping[str, float], people: int) -> Needs:
    """Count what people need, by the costs of a process of a cluster."""
    acts = people / EVERY
    done = acts * 1.08  # with people who are ready for the next deal
    processes = 1
    while True:
        away, each = 1 - 1 / processes, done / processes
        commits = each / (1 + each * (costs.window + costs.commit + costs.wait) / 1000)
        one = costs.act + 4 * costs.shown * costs.frame + away * (costs.asked + 4 * costs.relayed)
        used = (costs.second + costs.person * people / processes + one * each + costs.commit * commits) / 1000
        if used <= FULL:
            break
        processes = max(processes + 1, ceil(processes * used / FULL))
    frames = done * 4 * costs.shown
    memory = processes * sizes["process_mb"] + people * (sizes["person_kb"] + sizes["table_kb"] / 4) / 1024
    return Needs(
        people, acts, processes, memory / 1024, commits * processes, away * (done + frames),
        frames * sizes["frame_bytes"] * 8 / 1e6, done * MEAN * 86400 * sizes["stored_bytes"] / 1e9,
    )  # fmt: skip


def sizes_of(runs: Sequence[Run]) -> dict[str, float]:
    """Memory, and bytes on the wire and in the database."""
    import numpy as np

    single = [run for run in runs if run["kind"] == "sqlite" and run["pace"] != STORED.pace]
    rows = np.array([[run["people"], run["people"] / run["seats"]] for run in single])
    person, table = _not_negative(rows, np.array([1024.0 * (run["rss_mb"] - run["empty_mb"]) for run in single]))
    (stored,) = [run for run in runs if run["kind"] == "cluster" and run["pace"] == STORED.pace]
    return {
        "process_mb": float(np.median([run["empty_mb"] for run in single])),
        "person_kb": person,
        "table_kb": table,
        "frame_bytes": float(np.median([1024 * run["wire_kb_s"] / run["frames_s"] for run in single])),
        "stored_bytes": stored["database_bytes"] / (_done(stored) * (1 + 3.0 / _seconds(stored))),
    }


# --- the page


def parts(kept: Mapping[str, Any]) -> dict[str, str]:
    """What stands between the marks of the page."""
    return {"costs": _costs(kept), "checks": _checks(kept), "needs": _needs(kept)}


def _costs(kept: Mapping[str, Any]) -> str:
    alone, cluster, sizes = kept["costs"], kept["cluster_costs"], kept["sizes"]
    rows = [
        ("an action, with its share of deals that begin and end", "act", "ms of processor"),
        ("a message to one person", "frame", "ms of processor"),
        ("a transaction", "commit", "ms of processor"),
        ("a second of one person who is connected", "person", "ms of processor"),
        ("a second of a process", "second", "ms of processor"),
        ("an action that comes from another process", "asked", "ms of processor, both together"),
        ("a table that is shown at another process", "relayed", "ms of processor, both together"),
        ("the wait for a transaction", "wait", "ms"),
    ]
    lines = ["| what | alone, on SQLite | one of a cluster, on PostgreSQL | unit |", "|---|--:|--:|---|"]
    for what, name, unit in rows:
        first = "" if name in ("asked", "relayed") else f"{alone[name]:.3f}"
        lines.append(f"| {what} | {first} | {cluster[name]:.3f} | {unit} |")
    lines += [
        "",
        f"Memory: {sizes['process_mb']:.0f} MB for an empty process, {sizes['person_kb']:.0f} kB for a person and "
        f"{sizes['table_kb']:.0f} kB for a table. A message is {sizes['frame_bytes']:.0f} bytes on the wire, "
        f"compressed; an action takes {sizes['stored_bytes']:.0f} bytes of the database, indexes and what is packed "
        "away included.",
        "",
        f"Measured on {kept['machine']}; the load average was {kept['load_average']:.1f} at the end.",
    ]
    return "\n".join(lines)


def _checks(kept: Mapping[str, Any]) -> str:
    lines = ["| size | figure | bench | model | off |", "|---|---|--:|--:|--:|"]
    for costs, run in checked(kept):
        size = f"{run['people']:,} people, {run['processes']} process{'es' if run['processes'] > 1 else ''}"
        for each in compared(costs, run):
            lines.append(f"| {size} | {each.what} | {each.bench:,.1f} | {each.model:,.1f} | {100 * each.off:+.0f} % |")
            size = ""
    return "\n".join(lines)


def checked(kept: Mapping[str, Any]) -> list[tuple[Costs, Run]]:
    """The runs that no cost was fitted to, with the costs that predict them."""
    alone, cluster = costs_of(kept["costs"]), costs_of(kept["cluster_costs"])
    wanted = [("sqlite", size) for size in CHECKED] + [("cluster", size) for size in CHECKED_CLUSTER]
    return [
        (alone if kind == "sqlite" else cluster, run)
        for kind, size in wanted
        for run in kept["runs"]
        if run["kind"] == kind and Size(**run["size"]) == size
        if (run["processes"] > 1) == (kind == "cluster")
    ]


def _needs(kept: Mapping[str, Any]) -> str:
    costs, sizes = costs_of(kept["cluster_costs"]), kept["sizes"]
    head = ["people at tables", "actions/s", "processes", "memory, GB", "commits/s", "notes/s", "out, Mbit/s",
            "database, GB a day"]  # fmt: skip
    lines = [f"| {' | '.join(head)} |", "|" + "--:|" * len(head)]
    for people in (2_000, 10_000, 100_000, 1_000_000):
        each = needs(costs, sizes, people)
        cells = [each.people, each.acts, each.processes, each.memory_gb, each.commits, each.notes, each.out_mbit]
        written = [f"{cell:,.0f}" if cell >= 10 else f"{cell:.1f}" for cell in (*cells[:2], *cells[3:])]
        written.insert(2, f"{each.processes:,}")
        lines.append(f"| {' | '.join([*written, f'{each.database_gb:,.1f}'])} |")
    return "\n".join(lines)


def renewed(page: str, found: Mapping[str, str]) -> str:
    """The page with new text between its marks; ValueError if a mark is missing."""
    for name, text in found.items():
        begin, end = f"<!-- {name}: by `python -m bench scale` -->", f"<!-- end of {name} -->"
        before, mark, rest = page.partition(begin)
        _, other, after = rest.partition(end)
        if not (mark and other):
            raise ValueError(f"{PAGE} has no place for {name}: it lies between {begin} and {end}")
        page = f"{before}{begin}\n\n{text}\n\n{end}{after}"
    return page


def made(runs: Sequence[Run]) -> dict[str, Any]:
    """All that is kept: the runs, and what follows from them."""
    fit = [run for run in runs if run["kind"] == "sqlite" and _is(run, FITTED)]
    one = [run for run in runs if run["kind"] == "cluster" and run["processes"] == 1 and _is(run, CLUSTERED)]
    two = [run for run in runs if run["kind"] == "cluster" and run["processes"] == 2 and _is(run, CLUSTERED)]
    return {
        "machine": f"{os.cpu_count()} processors, {platform.machine()}, Python {platform.python_version()}",
        "load_average": os.getloadavg()[0],
        "costs": asdict(likeliest(fit)),
        "cluster_costs": asdict(with_relays(likeliest(one), two)),
        "sizes": sizes_of(runs),
        "runs": list(runs),
    }


def _is(run: Run, sizes: Sequence[Size]) -> bool:
    return Size(**run["size"]) in sizes


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="some ten minutes on a quiet machine of two processors")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each size is measured")
    parser.add_argument("--part", type=int, default=1, help="so small a part of the people, to see that it works")
    given = parser.parse_args(argv)
    if given.measure:
        kept = made(measure_all(given.seconds, given.part))
        MEASURED.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    kept = json.loads(MEASURED.read_text(encoding="utf-8"))
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), parts(kept)), encoding="utf-8")
    print(_checks(kept))
    off = [each for costs, run in checked(kept) for each in compared(costs, run) if abs(each.off) > WITHIN]
    print(f"{len(off)} figures are off by more than {WITHIN:.0%}")
    return 0
