"""The room as a process: taken ports, signals, addresses, metrics, and logs that tell nothing secret."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.rig.engines import free_port
from dealt.games import GAMES
from dealt.server.run import addresses, main
from dealt.server.store.store import Store
from dealt.session import events
from tests.rooms import room_process
from tests.server.helpers import Face, asking, open_room, settings, until

ROOT = Path(__file__).parents[2]


async def start(folder: Path, *arguments: str) -> asyncio.subprocess.Process:
    environ = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "dealt.server.run", "--port", "0", *arguments),
        cwd=ROOT,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


async def opened(process: asyncio.subprocess.Process) -> tuple[str, str]:
    """The first address that it prints, and the log up to there."""
    assert process.stderr is not None
    log = ""
    async with asyncio.timeout(60):
        while line := (await process.stderr.readline()).decode():
            log += line
            if found := re.search(r"the room is open at http://(\S+)/", line):
                return found[1], log
    raise AssertionError(log)


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.turns(2)
async def test_it_ends_cleanly(tmp_path: Path, end: signal.Signals) -> None:
    process = await start(tmp_path, "--pace-factor", "0")
    address, log = await opened(process)
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ", log)
    assert process.stderr is not None
    assert b"Ctrl-C stops it" in await process.stderr.readline()
    async with Face.open(f"ws://{address}/ws") as face:
        await face.come("Anna")
        await face.send("quick")
        await face.hear("table")
        process.send_signal(end)
        assert (await face.closed())[0] == 1012
    _, rest = await process.communicate()
    assert process.returncode == 0
    assert "Traceback" not in rest.decode()
    assert "the room is closed" in rest.decode()


@pytest.mark.slow
def test_a_taken_port_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["--port", str(port), "--database", f"sqlite:///{tmp_path / 'x.db'}"]) == 1
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert f"port {port} is taken" in line
    assert "--port" in line


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--host", "192.0.2.77"], "no address of this machine"),
        (["--host", "no.such.host.invalid"], "no address of this machine"),
        (["--database", "sqlite:////proc/none/x.db"], "database can't be opened"),
        (["--database", "mysql://x@localhost/dealt"], "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"),
        (["--games", "/nowhere.py"], "there is no file"),
        (["--port", "none"], "port"),
    ],
)
def test_what_prevents_opening_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    assert main(["--port", "0", "--database", f"sqlite:///{tmp_path / 'x.db'}", *arguments]) == 1
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert why in line


@pytest.mark.slow
async def test_logs_and_metrics_tell_nothing_secret(tmp_path: Path) -> None:
    metrics = f"127.0.0.1:{free_port()}"
    process = await start(tmp_path, "--pace-factor", "0", "--log", "json", "--log-level", "debug", "--metrics", metrics)
    assert process.stderr is not None
    log = ""
    while "the room is open" not in log:
        log += (await process.stderr.readline()).decode()
    address = re.findall(r"http://([\d.:]+)/", log)[0]
    async with Face.open(f"ws://{address}/ws") as face:
        await face.come("Anna")
        await face.send("quick")
        await face.play(deals=2)
        await face.socket.send("rubbish")
        await face.send("act", step=0, action="play 3d")
        await face.hear("error", lambda e: e["code"] == "stale")
        async with asking() as client:
            numbers = (await client.get(f"http://{metrics}/metrics")).text
    process.send_signal(signal.SIGINT)
    _, rest = await process.communicate()
    log += rest.decode()
    assert all(json.loads(line)["event"] for line in log.splitlines())
    assert "dealt_tables 1.0" in numbers
    assert 'dealt_messages_total{op="act"}' in numbers
    assert 'dealt_refused_total{code="stale"} 1.0' in numbers
    seeds = {each["commitment"] for each in face.seen if each["op"] == "table"}
    secrets = {face.token, *seeds, *(each["seed"] for each in face.seen if each["op"] == "table" and each["seed"])}
    for secret in secrets - {None}:
        assert secret not in log
        assert secret not in numbers
    assert not re.search(r"\b(?:[2-9TJQKA][cdhs]){2,}\b", log)


def test_addresses_that_friends_can_type() -> None:
    assert addresses("127.0.0.1", 21747) == ["http://127.0.0.1:21747/"]
    assert addresses("::1", 1, "/cards") == ["http://[::1]:1/cards/"]
    everywhere = addresses("0.0.0.0", 21747)
    assert everywhere[0] == "http://127.0.0.1:21747/"
    assert len(everywhere) == len(set(everywhere))
    assert not any("0.0.0.0" in each for each in everywhere)


# --- what a restart finds


def written(event: events.Event) -> str:
    return events.encode(event).decode()


async def test_a_table_that_can_t_be_played_here_is_left_aside(tmp_path: Path) -> None:
    config = settings(tmp_path)
    store = await Store.open(config.database_url)
    opened_as = events.Opened("unheard", 1, {}, False, 0, "fast", "random")
    came = written(events.Came("p", "Anna", 0))
    await store.tables.open("a", 0.0, [written(opened_as), came])
    await store.tables.open("b", 1.0, [written(events.Opened("gift", 99, {}, False, 0, "fast", "random")), came])
    await store.tables.open("c", 2.0, [came])
    await store.tables.open("d", 3.0, ['{"event":"from the future"}'])
    await store.tables.open("e", 4.0, [written(events.Opened("gift", 1, {"goal": -5}, False, 0, "fast", "random"))])
    await store.tables.open("f", 5.0, [written(events.Opened("gift", 1, {}, False, 0, "fast", "random")), came])
    await store.close()
    async with open_room(config) as room:
        await until(lambda: not room.tables)  # f could be played, but its only guest is unknown: it has ended
    store = await Store.open(config.database_url)
    assert [each.id for each in await store.tables.living()] == ["a", "b", "c", "d", "e"]
    await store.close()


async def test_a_table_from_before_there_was_an_option_goes_on_as_it_was(tmp_path: Path) -> None:
    config = settings(tmp_path)
    store = await Store.open(config.database_url)
    opened_as = events.Opened("chinesepoker", 1, {"seats": 2}, False, 0, "fast", "random")
    came = written(events.Came("p", "Anna", 0))
    await store.people.add("p", "Anna", "anna", "token", time.time())
    await store.tables.open("a", 0.0, [written(opened_as), came], {"p": "Anna"})
    await store.close()
    async with open_room(config, GAMES) as room:
        live = await room.tables.restore("a")
        assert live is not None
        session = live.session
        assert session.game.options["cut"] == session.settings.options["cut"] == "quick"


# --- how it begins and ends


def family(pid: int) -> dict[int, int]:
    """Everything that descends from a process, with its parent."""
    parents = {}
    for each in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = each.read_text().rpartition(")")[2].split()[:2]
            if state not in "ZX":
                parents[int(each.parent.name)] = int(parent)
    found = {pid: 0}
    while more := {child: parent for child, parent in parents.items() if parent in found and child not in found}:
        found |= more
    return {child: parent for child, parent in found.items() if child != pid}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
async def test_workers_come_from_a_nursery_and_end_with_the_room(tmp_path: Path, end: signal.Signals) -> None:
    log = tmp_path / "log"
    process = room_process(log, ["--port", "0", "--database", settings(tmp_path).database, "--config", os.devnull])
    pid = process.pid or 0
    try:
        there = await until(lambda: len(found := family(pid)) >= 4 and found, 60)
        (nursery,) = [child for child, parent in there.items() if parent == pid]
        assert all(parent == nursery for child, parent in there.items() if child != nursery)
    finally:
        os.kill(pid, end)
    await asyncio.to_thread(process.join, 20)
    await until(lambda: not [each for each in there if Path(f"/proc/{each}/cmdline").exists()])


@pytest.mark.slow
@pytest.mark.turns(2)
async def test_a_room_that_is_stopped_as_soon_as_it_is_open_ends_at_once(tmp_path: Path) -> None:
    """Whatever it still makes in the background holds nobody up."""
    process = await start(tmp_path)
    await opened(process)
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    _, rest = await process.communicate()
    assert process.returncode == 0
    assert time.monotonic() - began < 20  # to make the games may take a minute
    assert "Traceback" not in rest.decode()


@pytest.mark.slow
@pytest.mark.turns(2)
async def test_who_comes_at_once_waits_for_the_games(tmp_path: Path) -> None:
    """The port is open before the games are described; the answer comes when they are."""
    process = await start(tmp_path)
    address, _ = await opened(process)
    async with asking(timeout=60) as client:
        assert (await client.get(f"http://{address}/healthz")).text == "ok"
        assert len((await client.get(f"http://{address}/api/games")).json()["games"]) > 5
    process.send_signal(signal.SIGTERM)
    await process.communicate()
    assert process.returncode == 0
