"""How long does a room take to open, and how large is it, whatever was played before?

``python -m bench restart [--tables 500] [--deals 20] [--one 100] [--game bigtwo] [--plain] [--source SRC]``
lays tables with so many deals into a new SQLite database (the deals are played once, by the lowest computer, and their
rows are then copied), opens a room on it in a process of its own, and prints the seconds to the open port, to the first
table and to all tables, the processor time up to then, and the resident memory. ``--one`` adds a table with that many
deals. ``--plain`` lays what the version before snapshots stored, ``--source`` measures the room of another version.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from websockets.asyncio.client import connect

from dealt.games import GAMES
from dealt.server.store import archive
from dealt.server.store.archive import Stored
from dealt.server.store.opening import MIGRATIONS
from dealt.server.store.stored_devices import token_hash
from dealt.session import dealing, events, fold, snapshot
from dealt.session.deals import pack_deal
from dealt.session.events import Came, Opened
from dealt.session.seating import Guest
from dealt.session.session import Session

PLAYED = 20
"""The number of deals that are really played; further ones are copies of them."""


class Evening:
    """A table with one person and computers, played for some deals and stopped in the midst of the next."""

    def __init__(self, game: str, deals: int):
        made = GAMES[game].make()
        opened = Opened(game, made.version, dict(made.options), False, 0, "instant", "lowest")
        self.session = Session("table", opened, made, 0.0)
        self.happened: list[Stored] = [Stored(1, 0.0, events.encode(opened).decode())]
        self.ends: list[int] = []
        self._do([Came("anna", "Anna", 0)])
        self._do(dealing.start(self.session, "anna"))
        while self.session.dealt <= deals:
            self._play()

    def _do(self, happened: list[events.Event]) -> None:
        while happened:
            for each in happened:
                at = float(self.session.n)
                fold.apply(self.session, each, at)
                self.happened.append(Stored(self.session.n, at, events.encode(each).decode()))
            happened = dealing.follow(self.session, lambda: secrets.token_bytes(32))

    def _play(self) -> None:
        session = self.session
        if session.phase in ("over", "final"):
            self.ends.append(session.n)
            self._do(dealing.ready(session, "anna", session.step))
            return
        table, seat = session.table, session.turn[0]
        assert table is not None
        action = str(table.view(seat, log=False).legal[0].first())
        own = session.seat_of("anna") == seat
        self._do(
            dealing.act(session, "anna", session.step, action)
            if own
            else dealing.act_for(session, seat, session.step, action, "computer")
        )


def _make(file: Path, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def lay(file: Path, game: str, tables: list[int], *, plain: bool) -> None:
    """Lay tables with these numbers of deals; ``plain``: as the version before snapshots stored them."""
    evening = Evening(game, max(tables) if plain else PLAYED)
    game_made, played = evening.session.game, evening.session.played
    packed = [pack_deal(game_made, each) for each in played]
    bounds = [1, *evening.ends]
    packs = [archive.pack(e for e in evening.happened if a < e.n <= b) for a, b in pairwise(bounds)]
    with sqlite3.connect(file) as database:
        database.execute("pragma synchronous = off")
        for number, deals in enumerate(tables):
            person, table = f"p{number}", f"t{number}"
            columns = "id, name, folded, created, seen"  # by name: a newer schema has more of them
            database.execute(
                f"insert into people ({columns}) values (?, ?, ?, 1.0, ?)", [person, person, person, time.time()]
            )
            database.execute(
                "insert into devices (token, person_id, since, seen) values (?, ?, 1.0, ?)",
                [token_hash(f"token{number}"), person, time.time()],
            )
            evening.session.id = table
            evening.session.guests = {person: Guest(person, person, 1, 0.0)}
            evening.session.chairs[0].person = person
            _lay_one(database, evening, table, person, deals, packed, packs, plain=plain)
    database.close()


def _lay_one(
    database: sqlite3.Connection,
    evening: Evening,
    table: str,
    person: str,
    deals: int,
    packed: list[bytes],
    packs: list[bytes],
    *,
    plain: bool,
) -> None:
    session = evening.session
    if plain:
        database.execute("insert into tables (id, created, ended) values (?, 0.0, null)", [table])
        last = evening.ends[deals - 1]
        happened = (each for each in evening.happened if each.n <= last)
        rows = ((table, e.n, e.at, e.payload.replace('"anna"', f'"{person}"')) for e in happened)
        database.executemany("insert into events (table_id, n, at, payload) values (?, ?, ?, ?)", rows)
        return
    summary = snapshot.summary(session)
    database.execute("insert into tables (id, created, ended, summary) values (?, 0.0, null, ?)", [table, summary])
    database.execute("insert into guests (table_id, person_id) values (?, ?)", [table, person])
    database.executemany(
        "insert into deals (table_id, dealt, match, packed) values (?, ?, 1, ?)",
        ((table, n + 1, packed[n % PLAYED]) for n in range(deals)),
    )
    ends = list(range(100, 100 + 100 * deals, 100))
    database.executemany(
        "insert into archive (table_id, first, last, packed) values (?, ?, ?, ?)",
        ((table, end - 99, end, packs[n % PLAYED]) for n, end in enumerate(ends)),
    )
    begun = [each for each in evening.happened if each.n > evening.ends[-1]]
    before, session.n = session.n, ends[-1]
    written = snapshot.take(session)
    session.n = before
    database.execute("insert into snapshots (table_id, n, written) values (?, ?, ?)", [table, ends[-1], written])
    talk = events.encode(events.Spoke(person, "hello")).decode()
    rows = [(table, ends[-1] + n, 0.0, talk) for n in range(1, len(begun) + 1)]
    database.executemany("insert into events (table_id, n, at, payload) values (?, ?, ?, ?)", rows)


def resident(pid: int) -> float:
    """The resident memory of a process in MB."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024  # type: ignore[index]


def used(pid: int) -> float:
    """The processor time that a process has used, in seconds, its workers' left out."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def visit(address: str, number: int) -> None:
    """Come back to a table, and go when it is there."""
    async with connect(f"ws://{address}/ws", max_size=None, proxy=None, open_timeout=60) as socket:
        await socket.send(json.dumps({"op": "hello", "v": 1, "token": f"token{number}"}))
        while json.loads(await socket.recv())["op"] != "table":
            pass


async def measure(file: Path, tables: int, source: str) -> dict[str, Any]:
    """Open a room on the database and restore its tables."""
    began = time.perf_counter()
    arguments = ["--port", "0", "--database", f"sqlite:///{file}", "--config", os.devnull, "--name-rate", "0"]
    more = ["--per-address", "5000", "--leave-after", "3600"]
    program = [sys.executable, "-m", "dealt.server.run", *arguments, *more]
    environment = {**os.environ, **({"PYTHONPATH": source} if source else {})}
    room = subprocess.Popen(program, stderr=subprocess.PIPE, text=True, env=environment)  # noqa: ASYNC220
    assert room.stderr is not None
    try:
        address = ""
        for line in room.stderr:
            if found := re.search(r"open at http://([^/]+)/", line):
                address = found[1]
                break
        took = time.perf_counter() - began
        found: dict[str, Any] = {"open_s": took, "open_cpu_s": used(room.pid), "open_mb": resident(room.pid)}
        began = time.perf_counter()
        await visit(address, tables - 1)
        found.update(first_s=time.perf_counter() - began, first_cpu_s=used(room.pid), first_mb=resident(room.pid))
        began = time.perf_counter()
        for first in range(0, tables - 1, 50):
            await asyncio.gather(*(visit(address, n) for n in range(first, min(first + 50, tables - 1))))
        found.update(all_s=time.perf_counter() - began, all_cpu_s=used(room.pid), all_mb=resident(room.pid))
        return found
    finally:
        room.terminate()
        room.stderr.close()
        room.wait()


def main(argv: list[str]) -> int:
    """Lay the tables, measure and print."""
    parser = argparse.ArgumentParser(description="How long a room takes to open, whatever was played before.")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--one", type=int, default=0, help="one more table, with so many deals")
    parser.add_argument("--game", default="bigtwo", choices=sorted(GAMES))
    parser.add_argument("--plain", action="store_true", help="as the version before snapshots stored tables")
    parser.add_argument("--source", default="", help="the folder src of another version, to be measured instead")
    parser.add_argument("--keep", type=Path, help="a folder for the database; default: one that is deleted")
    given = parser.parse_args(argv)
    tables = [*[given.deals] * given.tables, *([given.one] if given.one else [])]
    with tempfile.TemporaryDirectory(prefix="dealt-restart-", dir=given.keep) as folder:
        file = Path(folder) / "dealt.db"
        _make(file, "0003" if given.plain else "head")
        lay(file, given.game, tables, plain=given.plain)
        print(f"{len(tables)} tables, {sum(tables)} deals, {file.stat().st_size / 2**20:.0f} MB on disk")
        print(f"load average {os.getloadavg()[0]:.1f}")
        for name, value in asyncio.run(measure(file, len(tables), given.source)).items():
            print(f"{name:12}{value:8.2f}")
    return 0
