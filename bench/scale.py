"""What a room costs, measured, fitted, and told in ``docs/scale.md``: ``python -m bench scale``.

``--measure`` lets people play at rooms of several sizes and keeps what was found in ``docs/scale.json``: a room of one
process on SQLite, the same on PostgreSQL, and rooms of two processes. The costs of :mod:`bench.simulation` are fitted
to some of these sizes. The simulation then says what the others should have done, and is compared with what they did.
Without ``--measure`` only the fit and the page are made anew.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from bench.engines import Postgres
from bench.room import measure, open_room
from bench.simulation import MEASURED, Costs, Expected, Load, costs_of, simulate

__all__ = ["PAGE", "Size", "compared", "fitted", "main", "needs", "render"]

PAGE: Final = MEASURED.with_suffix(".md")
BEGIN, END = "<!-- {name}: written by `python -m bench scale` -->", "<!-- end of {name} -->"
WITHIN: Final = 0.25
"""How far a prediction may be off."""


@dataclass(frozen=True)
class Size:
    """So many people at Big Two tables of so many seats, who wait so many seconds on average before they act."""

    people: int
    seats: int = 4
    pace: float = 2.5

    @property
    def load(self) -> Load:
        return Load(self.people, self.seats, self.pace)


FITTED: Final = (
    Size(120),
    Size(600),
    Size(1400),
    Size(600, pace=1.0),
    Size(300, 2, 1.0),
    Size(600, 3, 1.5),
    Size(800, 2),
)
"""The sizes that costs are fitted to: they differ in people, in actions, and in viewers of a table."""
CHECKED: Final = (Size(400, pace=2.0), Size(1000), Size(2000))
"""The sizes that are predicted."""
IDLE_PEOPLE: Final = (0, 1000)


# --- measuring


@contextmanager
def database(folder: Path, kind: str) -> Iterator[str]:
    """The address of a new database of a kind."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'room.db'}"
        return
    (folder / "postgres").mkdir()
    folder.chmod(0o755)
    server = Postgres(folder / "postgres", durable=True)
    server.start()
    try:
        yield server.address()
    finally:
        server.kill()


def measured(size: Size, kind: str, seconds: float) -> dict[str, Any]:
    """What a room of one process did and cost."""
    load = ["--people", str(size.people), "--each", str(size.seats), "--pace", str(size.pace), "--deflate"]
    load += ["--seats", str(size.seats), "--seconds", str(seconds)]
    with tempfile.TemporaryDirectory(prefix="dealt-scale-") as name, database(Path(name), kind) as address:
        with open_room(Path(name), {"database": address}) as room:
            empty = room.rss()
            found = measure(room, load)
    found |= {"empty_mb": empty, **asdict(size), "kind": kind}
    if kind == "sqlite":
        found["kept"] = None
    return found


# --- fitting


def fitted(found: Sequence[Mapping[str, Any]]) -> Costs:
    """The costs that explain what rooms of one process did, none of them negative, by least squares."""
    import numpy

    rows, cpu = [], []
    for each in found:
        seconds = each["seconds"]
        row = [seconds, seconds * each["people"], each["acts"], each["frames_s"] * seconds, each["commits"]]
        rows.append([value / each["cpu_s"] for value in row])  # the share of an error counts, not the error
        cpu.append(1000.0)
    second, person, act, frame, commit = _not_negative(numpy.array(rows), numpy.array(cpu))
    batches = numpy.array([[1.0, each["acts"] / max(each["commits"], 1)] for each in found])
    took = numpy.array([each["commit_ms"] for each in found])
    wait, wait_row = _not_negative(batches, took)
    costs = Costs(second, person, act, frame, commit, wait=max(0.0, wait - commit), wait_row=wait_row, wire=0.0)
    rests = [each["act_ms"]["p50"] - simulate(costs, _load(each)).p50 for each in found]
    return replace(costs, wire=max(0.0, sorted(rests)[len(rests) // 2]))


def _not_negative(rows: Any, values: Any) -> list[float]:
    """Least squares with no number below nought: those that would be are left out, the worst first."""
    import numpy

    kept = list(range(rows.shape[1]))
    while kept:
        found, *_ = numpy.linalg.lstsq(rows[:, kept], values, rcond=None)
        if found.min() >= 0:
            break
        kept.pop(int(found.argmin()))
    return [float(found[kept.index(n)]) if n in kept else 0.0 for n in range(rows.shape[1])]


def _load(each: Mapping[str, Any]) -> Load:
    deal = each["acts"] / each["deals"] if each.get("deals") else 50.0
    return Load(each["people"], each["seats"], each["pace"], deal, each.get("processes", 1))


# --- what the page says


@dataclass(frozen=True)
class Compared:
    """A figure of a size as the bench found it and as the simulation said it."""

    what: str
    bench: float
    model: float

    @property
    def off(self) -> float:
        return self.model / self.bench - 1 if self.bench else 0.0


def compared(costs: Costs, each: Mapping[str, Any]) -> list[Compared]:
    """What a size did against what it should have done."""
    said = simulate(costs, _load(each))
    acts, seconds = each["acts"], each["seconds"]
    return [
        Compared("actions/s", acts / seconds, said.acts),
        Compared("frames/s", each["frames_s"], said.frames * each["frames_s"] / max(1.0, each["frames_s"])),
        Compared("commits/s", each["commits"] / seconds, said.commits),
        Compared("processor, % of a core", 100 * each["cpu_s"] / seconds, 100 * said.cpu),
        Compared("p50, ms", each["act_ms"]["p50"], said.p50),
        Compared("p99, ms", each["act_ms"]["p99"], said.p99),
    ]
