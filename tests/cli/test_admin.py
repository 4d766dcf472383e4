"""`dealt admin` as the host of a real room types it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import stat
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from bench.rig.engines import free_port
from dealt.cli.errors import CommandError
from dealt.cli.host import seconds_of
from tests.cli.helpers import Ended, dealt, environment
from tests.rooms import database, room_process

pytestmark = pytest.mark.slow

Admin = Callable[..., Ended]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("host")


@pytest.fixture(scope="module")
def port(home: Path) -> Iterator[int]:
    """A room as `dealt serve` opens it, with a key that it makes itself."""
    number = free_port()
    (home / "room.toml").write_text(
        f'port = {number}\ndatabase = "{database(home / "room.db")}"\npace_factor = 0.0\nroom = "Attic"\n'
    )
    clean = environment(home, DEALT_CONFIG=str(home / "room.toml"))
    process = room_process(home / "room.log", environment=clean)
    deadline = time.monotonic() + 30
    while True:
        assert process.is_alive(), (home / "room.log").read_text()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{number}/readyz", timeout=1):
                break
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    yield number
    os.kill(process.pid or 0, signal.SIGTERM)
    process.join(20)


@pytest.fixture
def admin(home: Path, port: int) -> Admin:
    """Runs `dealt admin` with the room's own settings."""

    def run(*arguments: str, typed: str = "") -> Ended:
        return dealt(["admin", *arguments], home, typed, {"DEALT_CONFIG": str(home / "room.toml")})

    return run


def said(ended: Ended) -> str:
    assert (ended.status, ended.err) == (0, ""), ended
    return ended.out


class Person:
    """Somebody in the room."""

    def __init__(self, socket: ClientConnection, name: str):
        self.socket = socket
        self.send(op="hello", v=1)
        self.send(op="name", name=name)
        self.hear("you")

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, op: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=20))
            if message["op"] == op:
                return message


def test_the_key_is_made_at_the_first_start_and_found_by_itself(home: Path, admin: Admin) -> None:
    assert stat.S_IMODE((home / "admin.key").stat().st_mode) == 0o600
    assert str(home / "admin.key") in (home / "room.log").read_text()
    assert (home / "admin.key").read_text().strip() not in (home / "room.log").read_text()
    out = said(admin("status"))
    assert "Attic" in out
    assert "0 here" in out
    assert json.loads(said(admin("status", "--json")))["room"] == "Attic"
    assert said(admin("health")) == "ready\n"


def test_an_evening_of_a_host(home: Path, port: int, admin: Admin) -> None:
    address = f"ws://127.0.0.1:{port}/ws"
    with connect(address, proxy=None) as one, connect(address, proxy=None) as other:
        an_evening(home, admin, Person(one, "Anna"), Person(other, "Mallory"))


def an_evening(home: Path, admin: Admin, anna: Person, mallory: Person) -> None:
    mallory.send(op="quick")
    table = mallory.hear("table")["id"]
    assert {each["name"] for each in json.loads(said(admin("people", "--json")))} == {"Anna", "Mallory"}
    assert re.search(rf"Mallory +here +127\.0\.0\.1 +{table}", said(admin("people")))
    assert re.search(rf"{table} +\w+ +playing +1 +Mallory", said(admin("tables")))
    assert said(admin("pairs")) == "Nobody stands out of 0\n"
    assert said(admin("pairs", "--dismiss", "Anna, Ben")) == "Anna and Ben are no such pair\n"
    assert said(admin("announce", "At ten we close", "--for", "2h")) == "2 people read it\n"
    assert anna.hear("host")["text"] == "At ten we close"
    assert "muted until 20" in said(admin("mute", "mallory", "30m"))
    out = said(admin("ban", "Mallory", "7d", "--note", "a second warning"))
    assert "Mallory is banned until 20" in out
    assert "127.0.0.1" in out
    assert mallory.hear("error")["code"] == "banned"
    assert "a second warning" in said(admin("bans"))
    assert said(admin("lift", "Mallory")) == "Mallory is no longer banned\n"
    assert said(admin("unmute", "Mallory")) == "Mallory is no longer muted\n"
    assert said(admin("bans")) == "Nobody is banned or muted\n"
    assert said(admin("kick", "Anna")).startswith("Anna is out\n")
    assert said(admin("read-only", "on")) == "the room is read only\n"
    assert "read only" in said(admin("status"))
    assert said(admin("read-only", "off")) == "the room is open again\n"
    out = said(admin("backup"))
    (file,) = re.findall(r"written: (\S+) \(", out)
    assert Path(file).parent == home / "backups"
    assert said(admin("export", "Anna", "-o", "anna.json")) == "written: anna.json\n"
    assert stat.S_IMODE((home / "anna.json").stat().st_mode) == 0o600
    assert json.loads((home / "anna.json").read_text())["people"][0]["name"] == "Anna"
    refused = admin("forget", "Anna", typed="n\n")
    assert refused.status == 1
    assert "nothing was deleted" in refused.err
    assert "Anna is deleted" in said(admin("forget", "Anna", typed="y\n"))
    assert "Anna" not in said(admin("people", "--all"))
    actions = [each["action"] for each in json.loads(said(admin("audit", "--json")))]
    assert actions == [
        *("forget", "export", "backup", "read_only", "read_only", "kick", "unmute", "lift", "ban", "mute", "announce")
    ]
    assert re.search(r"ban +Mallory +for 604800 s +127\.0\.0\.1", said(admin("audit")))


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (["kick", "Nobody"], 1, "nobody of the name Nobody"),
        (["ban", "127.0.0.1"], 1, "your own"),
        (["ban", "0.0.0.0/0"], 1, "too wide"),
        (["ban", "Bob", "2 hours"], 2, "no duration"),
        (["ban", "Bob", "99999d"], 2, "up to 3660 days"),
        (["ban", "Bob", "0s"], 2, "forever"),
        (["lift", "Bob"], 1, "Nothing holds against Bob"),
        (["close", "nothing"], 1, "no table"),
        (["announce"], 2, "--clear"),
        (["announce", "x", "--clear"], 2, "--clear"),
        (["read-only", "maybe"], 2, "on"),
        (["export", "Nobody"], 1, "nobody"),
        (["frobnicate"], 2, "No such command"),
        (["--key-file", "none.key", "status"], 1, "none.key"),
        (["--server", "user@host", "status"], 2, "no address"),
        (["--config", "none.toml", "status"], 1, "none.toml"),
    ],
)
def test_what_can_t_be_done_is_one_clear_line(admin: Admin, arguments: list[str], status: int, why: str) -> None:
    ended = admin(*arguments)
    assert (ended.status, ended.out) == (status, "")
    (line,) = ended.err.strip().splitlines()
    assert why in line


def test_a_wrong_key_and_a_room_that_is_not_open(home: Path, port: int, admin: Admin) -> None:
    (home / "wrong.key").write_text("this-is-the-key-of-another-room\n")
    ended = admin("--key-file", "wrong.key", "status")
    assert (ended.status, ended.err) == (1, "dealt: This is not the host's key\n")
    closed = free_port()
    for command in ("status", "health"):
        ended = admin("--server", f"127.0.0.1:{closed}", command)
        assert ended.status == 1
        assert ended.err.startswith(f"dealt: nobody answers at http://127.0.0.1:{closed}/: is the room open")


def test_something_else_that_answers_never_sees_the_key_twice(home: Path, port: int, admin: Admin) -> None:
    seen: list[bytes] = []

    async def elsewhere(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.read(4096))
        writer.write(f"HTTP/1.1 307 No\r\nLocation: http://127.0.0.1:{port}/api/admin\r\n\r\n".encode())
        writer.close()

    async def ask() -> Ended:
        server = await asyncio.start_server(elsewhere, "127.0.0.1", 0)
        there = server.sockets[0].getsockname()[1]
        async with server:
            return await asyncio.to_thread(admin, "--server", f"127.0.0.1:{there}", "status")

    ended = asyncio.run(ask())
    assert ended.status == 1
    assert "is no room that takes commands: HTTP 307" in ended.err
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("90s", 90.0), ("30m", 1800.0), ("2h", 7200.0), ("7d", 604800.0), ("1w", 604800.0), ("1d12h", 129600.0)],
)
def test_durations(written: str, seconds: float) -> None:
    assert seconds_of(written) == seconds
    assert seconds_of(f" {written.upper()} ") == seconds


@pytest.mark.parametrize("written", ["", "2", "h", "-2h", "2h30", "1e3s", "2 h", "٣h"])
def test_what_is_no_duration(written: str) -> None:
    with pytest.raises(CommandError):
        seconds_of(written)
