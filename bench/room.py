"""How fast is the room? Thousands of people play at it from another processor: ``python -m bench room``.

The room and its workers have the first processor to themselves, the people the second. Each row opens a new room in a
folder of its own, without limits on addresses. ``--only NAME`` chooses rows, ``--quick`` takes a tenth of the people
and few seconds, only to see that it works. ``--json FILE`` keeps all that was measured.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

from bench import bare
from bench.rig.client import RATES
from bench.rig.engines import free_port
from dealt.server.base.config import Config

ROOT = Path(__file__).parent.parent
OPEN_WITHIN = 60.0
SLOW: Final = 0.03
"""Seconds from which on the disk has held a transaction up."""
SETTINGS: Mapping[str, str | int] = {
    "host": "127.0.0.1",
    "connections": 100_000,
    "per_address": 100_000,
    "people": 100_000,
    "tables": 100_000,
    "watchers": 100,
    "log_level": "warning",
    "hosts": "*",
    **dict.fromkeys(RATES, 0),
}
"""No limits: everybody comes from this machine."""


@dataclass(frozen=True)
class Row:
    """A line of the table: the arguments of ``bench/rig/load.py``, and what it should achieve."""

    name: str
    what: str
    goal: str
    load: Sequence[str]
    people: int
    each: int = 4
    back: bool = False
    idle: bool = False
    settings: Mapping[str, str | int] = field(default_factory=dict)


ROWS: Sequence[Row] = (
    Row("200", "500 tables of four people, 200 acts/s", "p50 < 7 ms, p99 < 25 ms", ["--pace", "2.5"], 2000),
    Row("400", "500 tables of four people, 400 acts/s", "p99 < 60 ms", ["--pace", "1.25"], 2000),
    Row("full", "100 tables of four people who answer at once", "1,500 acts/s", ["--pace", "0"], 400),
    Row(
        "alone",
        "1,000 tables of one person and three computers",
        "p99 < 100 ms",
        ["--pace", "2.5", "--computer-pace", "normal"],
        1000,
        1,
    ),
    Row(
        "doudizhu",
        "50 Dou Dizhu tables of one person and the strongest computers",
        "p99 < 60 ms",
        ["--pace", "1", "--computer-pace", "fast", "--game", "doudizhu", "--computers", "dizhu"],
        50,
        1,
    ),
    Row(
        "expert",
        "10 Big Two tables of one person and three experts",
        "p99 < 100 ms",
        ["--pace", "1", "--computer-pace", "fast", "--game", "bigtwo", "--computers", "expert"],
        10,
        1,
    ),
    Row(
        "hints",
        "55 people ask for hints as fast as they may, and one makes tables",
        "a new table: p99 < 300 ms",
        ["--hints", "--computers", "expert"],
        55,
        1,
        settings={each: getattr(Config(), each) for each in ("ask_rate", "ask_burst")},
    ),
    Row("back", "2,000 people come back at once after a restart", "p95 < 1,000 ms", ["--pace", "2.5"], 2000, back=True),
    Row("idle", "10,000 silent sockets", "RSS < 350 MB", [], 10_000, 1, idle=True),
)


RESTARTS: Mapping[str, Sequence[str]] = {
    "restart": ["--tables", "500", "--deals", "20"],
    "restart2k": ["--tables", "500", "--deals", "2000"],
    "long": ["--tables", "1", "--deals", "1", "--one", "10000"],
}
"""Rows of ``bench/restart.py``, which prints its own figures: the goal is under 2 s whatever was played."""


@dataclass
class Room:
    """A room in a process of its own."""

    process: subprocess.Popen[bytes]
    port: int
    watch: Path

    def cpu(self) -> tuple[float, float]:
        """The seconds of processor time that the room and its workers have used."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return cpu_of(self.process.pid), sum(map(cpu_of, map(int, children)))

    def rss(self) -> int:
        """The room's memory in MB, without its workers."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) // 1024

    def commits(self) -> Counter[str]:
        """The transactions so far: ``count``, ``sum`` of their seconds, and how many by the edge of a bucket."""
        with urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=10) as answer:
            return Counter(
                {
                    each.labels.get("le") or each.name.rpartition("_")[2]: each.value
                    for family in text_string_to_metric_families(answer.read().decode())
                    if family.name == "dealt_commit_seconds"
                    for each in family.samples
                }
            )

    def begin(self) -> None:
        self.watch.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)

    def end(self) -> dict[str, Any]:
        """What the room measured of itself since ``begin``."""
        self.process.send_signal(signal.SIGUSR2)
        deadline = time.monotonic() + 30
        while not self.watch.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        found: dict[str, Any] = json.loads(self.watch.read_text())
        return found


def cpu_of(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:  # a worker that has just ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pin(processor: int) -> Any:
    """What a new process does first, to stay on one processor; nothing where there is only one."""
    usable = sorted(os.sched_getaffinity(0))
    return lambda: os.sched_setaffinity(0, {usable[processor % len(usable)]})


@contextlib.contextmanager
def open_room(folder: Path, settings: Mapping[str, str | int], profile: Path | None = None) -> Iterator[Room]:
    """A room with its database in ``folder``, on the first processor."""
    port, watch = free_port(), folder / "watch.json"
    everything = {"database": f"sqlite:///{folder / 'room.db'}", "port": port, **SETTINGS, **settings}
    flags = [part for key, value in everything.items() for part in (f"--{key.replace('_', '-')}", str(value))]
    command = [sys.executable, "-m", "bench.rig.host", "--watch", str(watch)]
    command += ["--profile", str(profile)] if profile else []
    process = subprocess.Popen([*command, "--", *flags], cwd=ROOT, preexec_fn=pin(0))
    try:
        _wait_until_open(process, port)
        yield Room(process, port, watch)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_open(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + OPEN_WITHIN
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SystemExit(f"The room did not open: status {process.returncode}.")
        with contextlib.suppress(OSError), urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            if answer.status == 200:
                return
        time.sleep(0.1)
    raise SystemExit(f"The room did not open within {OPEN_WITHIN:.0f} s.")


def measure(room: Room, load: Sequence[str]) -> dict[str, Any]:
    """Let people loose on a room: what they met, and what it cost the room."""
    command = [sys.executable, "-m", "bench.rig.load", f"ws://127.0.0.1:{room.port}/ws", *load]
    found: dict[str, Any] = {}
    with subprocess.Popen(command, cwd=ROOT, preexec_fn=pin(1), stdout=subprocess.PIPE) as people:
        assert people.stdout is not None
        for line in people.stdout:
            said = json.loads(line)
            if said.get("mark") == "begin":
                room.begin()
                before, began, stored = room.cpu(), time.perf_counter(), room.commits()
            elif said.get("mark") == "end":
                after, took = room.cpu(), time.perf_counter() - began
                own, workers = (b - a for a, b in zip(before, after, strict=True))
                found |= {
                    "room_cpu": round(own / took, 2),
                    "workers_cpu": round(workers / took, 2),
                    "rss_mb": room.rss(),
                }
                found |= {"cpu_s": round(own, 2)} | room.end()
                found |= _committed(room.commits(), stored)
            else:
                found |= said
    if people.returncode:
        raise SystemExit(f"The people gave up: status {people.returncode}.")
    if found.get("acts"):
        found["cpu_ms_an_act"] = round(1000 * found["cpu_s"] / found["acts"], 3)
    found["load_average"] = [round(each, 2) for each in os.getloadavg()]
    return found


def _committed(now: Counter[str], before: Counter[str]) -> dict[str, Any]:
    """What transactions took meanwhile; ``slow_commits``: those over 30 ms, the disk, by the edge of a bucket in ms."""
    spent = Counter({name: now[name] - before[name] for name in now})
    count = max(spent["count"], 1)
    edges = sorted(float(name) for name in spent if name not in ("count", "sum", "created", "+Inf"))
    pairs = [(edge, spent[str(edge)] - spent[str(under)]) for under, edge in pairwise(edges) if under >= SLOW]
    return {
        "commits": spent["count"],
        "commit_ms": round(1000 * spent["sum"] / count, 2),
        "commits_over_30_ms": round((spent["count"] - spent[str(SLOW)]) / count, 4),
        "slow_commits": {f"{1000 * edge:g}": n for edge, n in pairs if n},
    }


def carry_out(row: Row, given: argparse.Namespace) -> dict[str, Any]:
    """Measure one row."""
    people = max(row.each, row.people // (10 if given.quick else 1))
    seconds = given.seconds or (3.0 if given.quick else 30.0)
    load = [*row.load, "--people", str(people), "--each", str(row.each), "--seconds", str(seconds)]
    load += ["--deflate"] if given.deflate else []
    load += ["--warm", "1"] if given.quick else []
    with tempfile.TemporaryDirectory(prefix="dealt-bench-") as name:
        folder = Path(name)
        tokens = folder / "tokens.json"
        with open_room(folder, row.settings, given.profile) as room:
            if row.idle:
                return measure(room, [*load, "--idle"])
            found = measure(room, [*load, "--keep", str(tokens)])
        if row.back:
            with open_room(folder, row.settings, given.profile) as room:
                found = measure(room, [*load, "--back", str(tokens)])
            found["cpu_ms_each"] = round(1000 * found["cpu_s"] / people, 3)
            found["bare"] = bare.measure(people, found["frames_each"], found["bytes_each"])
        return found


def _line(cells: Sequence[Any]) -> str:
    widths = (9, 8, 8, 8, 8, 9, 7, 7, 8, 7, 9, 7, 8)
    return " ".join(str(each).rjust(width) for each, width in zip(cells, widths, strict=True))


def show(row: Row, found: Mapping[str, Any]) -> str:
    """A row as people read it."""
    act, lag, stops = (found.get(name, {}) for name in ("act_ms", "lag_ms", "collection_ms"))
    cells = [row.name, *(act.get(each, "") for each in ("p50", "p95", "p99")), found.get("acts_s", "")]
    cells += [found.get("cpu_ms_an_act", ""), found.get("room_cpu", ""), found.get("rss_mb", "")]
    cells += [lag.get("p99", ""), stops.get("most", ""), found.get("commit_ms", "")]
    cells += [f"{found['commits_over_30_ms']:.1%}" if found.get("commits") else "", found["load_average"][0]]
    trouble = {name: found[name] for name in ("hint_ms", "errors", "closed", "failed") if found.get(name)}
    if least := found.get("bare"):
        trouble = {
            "cpu ms each": found["cpu_ms_each"],
            "bare loop": {**least["act_ms"], "cpu ms each": least["cpu_ms_each"]},
        } | trouble
    return f"{_line(cells)}   {row.what}: {row.goal}" + (f"   {trouble}" if trouble else "")


HEAD = (
    *("row", "p50 ms", "p95 ms", "p99 ms", "acts/s", "ms/act", "cpu", "MB", "lag p99", "gc most"),
    *("commit ms", "> 30", "load"),
)
"""``ms/act`` is processor time. ``commit`` is the time of a transaction on average, ``> 30`` the share above 30 ms."""


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="How fast the room is, in milliseconds from an action to its table.")
    names = [*(each.name for each in ROWS), *RESTARTS]
    parser.add_argument("--only", action="append", choices=names, help="a row; may be repeated")
    parser.add_argument("--seconds", type=float, help="how long each row is measured; 30 if nothing is said")
    parser.add_argument(
        "--quick", action="store_true", help="a tenth of the people, for 3 s: only to see that it works"
    )
    parser.add_argument("--deflate", action="store_true", help="people ask for compressed messages, as browsers do")
    parser.add_argument("--profile", type=Path, help="write where the room spends its time; the figures are then worse")
    parser.add_argument("--json", type=Path, help="write all that was measured to this file")
    given = parser.parse_args(argv)
    all_: dict[str, Any] = {}
    print(_line(HEAD), flush=True)
    for row in ROWS:
        if given.only and row.name not in given.only:
            continue
        all_[row.name] = {"what": row.what, "goal": row.goal, **carry_out(row, given)}
        print(show(row, all_[row.name]), flush=True)
        if given.json:
            given.json.write_text(json.dumps(all_, indent=1) + "\n")
    for name, arguments in RESTARTS.items():
        if (name in given.only) if given.only else not given.quick:
            print(f"{name}: python -m bench restart {' '.join(arguments)}", flush=True)
            subprocess.run([sys.executable, "-m", "bench", "restart", *arguments], cwd=ROOT, check=True)
    return 0
