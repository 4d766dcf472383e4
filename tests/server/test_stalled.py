"""While storing fails, everybody at a table sees that it waits; it goes on by itself when storing works again."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from bench.rig.engines import free_port
from dealt.server.base.trouble import StoreError
from dealt.server.room.room import Room
from dealt.server.store import writer
from tests.rooms import full_disk, room_process
from tests.server.helpers import Face, FakeLink, asking, open_room, settings, until


@pytest.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setattr(writer, "TRY_EVERY", 0.05)
    monkeypatch.setattr("dealt.server.room.table_clock.RETRY", 0.05)
    async with open_room(settings(tmp_path, pace_factor=0.05)) as each:
        yield each


class Fault:
    """A database that takes nothing, as long as it is broken."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch):
        self.broken = False
        check = room.store.hold.check

        def fail(connection: Connection) -> None:
            if self.broken:
                raise OSError("no space left on device")
            check(connection)

        monkeypatch.setattr(room.store.hold, "check", fail)


def gauge(room: Room) -> float:
    return room.metrics.registry.get_sample_value("dealt_storing_failed") or 0.0


@pytest.mark.slow
async def test_all_see_that_a_table_waits_and_that_it_goes_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = Fault(room, monkeypatch)
    anna, bert = await FakeLink(room).come("Anna"), await FakeLink(room).come("Bert")
    await anna.do("create", game="gift", computers="random", pace="slow")
    await bert.do("join", table=anna.state["id"], watch=True)
    await anna.do("start")
    assert not anna.state["stalled"]
    fault.broken = True  # computers are on turn
    await until(lambda: anna.state["stalled"] and bert.state["stalled"])
    assert gauge(room) == 1.0
    step = anna.state["step"]
    with pytest.raises(StoreError):
        await anna.act()
    await asyncio.sleep(0.3)
    assert (anna.state["step"], anna.state["stalled"]) == (step, True)
    fault.broken = False
    await until(lambda: not anna.state["stalled"] and not bert.state["stalled"])
    assert gauge(room) == 0.0
    await until(lambda: anna.state["step"] > step)  # computers go on; nobody did anything


async def test_who_comes_meanwhile_sees_it_too(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = Fault(room, monkeypatch)
    anna = await FakeLink(room).come("Anna")
    await anna.do("create", game="gift")
    fault.broken = True
    with pytest.raises(StoreError):
        await anna.do("chat", text="x")
    await until(lambda: anna.state["stalled"])
    again = FakeLink(room)
    await again.do("hello", v=1, token=anna.token)
    assert again.state["stalled"]
    fault.broken = False
    await until(lambda: not again.state["stalled"])
    await again.do("chat", text="better")
    assert again.last("talk")["lines"][-1]["text"] == "better"


async def test_one_failure_that_does_not_come_again_is_no_alarm(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = await FakeLink(room).come("Anna")
    await anna.do("create", game="gift")
    with pytest.raises(StoreError):
        await room.store.tables.append(anna.state["id"], 2**80, 0.0, ["x"])  # no driver takes this number
    await until(lambda: room.store.writer.healthy)
    assert not any(each["stalled"] for each in anna.messages("table"))


# --- disks


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes; skips where none may be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    command = [str(mount), "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no tmpfs may be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


@contextmanager
def filled(filler: Path) -> Iterator[None]:
    """Meanwhile a file takes all that is left of its disk."""
    with filler.open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            with suppress(OSError):
                while file.write(b"x" * size) == size:
                    pass
    yield
    filler.unlink()


class Playing:
    """A room in a process of its own where computers play while somebody watches."""

    def __init__(self, folder: Path, log: Path):
        self.log, self.metrics = log, f"127.0.0.1:{free_port()}"
        more = {"database": f"sqlite:///{folder / 'dealt.db'}", "metrics": self.metrics, "config": os.devnull}
        arguments = ["--port", "0", "--pace-factor", "0.05", "--rate", "0", "--chat-rate", "0"]
        self.process = room_process(log, [*arguments, *(each for k, v in more.items() for each in (f"--{k}", v))])

    async def opened(self) -> str:
        await until(lambda: "the room is open at" in self.log.read_text(), 60)
        return self.log.read_text().split("the room is open at http://")[1].split("/")[0]

    async def gauge(self) -> float:
        async with asking() as client:
            text = (await client.get(f"http://{self.metrics}/metrics")).text
        return float(text.split("\ndealt_storing_failed ")[1].split("\n")[0])

    async def stalls_and_goes_on(self, full: AbstractContextManager[None]) -> None:
        async with Face.open(f"ws://{await self.opened()}/ws") as face:
            await face.come("Anna")
            await face.send("create", game="bigtwo", computers="random", pace="normal")
            await face.hear("table")
            await face.send("start")
            state = await face.hear("table", lambda each: each["phase"] == "playing")
            with full:
                await self.play(face, state)
                await self.hear(face, stalled=True)
                assert await self.gauge() == 1.0
            state = await self.hear(face, stalled=False)
            assert await self.gauge() == 0.0
            await self.play(face, state)
            await self.hear(face, stalled=False, after=state["step"])
        self.process.terminate()
        await asyncio.to_thread(self.process.join, 20)
        assert self.process.exitcode == 0, self.log.read_text()

    async def hear(self, face: Face, *, stalled: bool, after: int = -1) -> Any:
        """The first table that waits, or does not; somebody plays on meanwhile."""
        async with asyncio.timeout(30):
            while True:
                state = await face.hear("table")
                if state["stalled"] == stalled and state["step"] > after:
                    return state
                await self.play(face, state)

    async def play(self, face: Face, state: Any) -> None:
        view = state["view"]
        if view and state["seat"] in view["turn"] and not state["stalled"]:
            await face.send("act", step=state["step"], action=view["legal"][0]["name"])
        elif state["phase"] == "over":
            await face.send("ready", step=state["step"])


@pytest.mark.slow
async def test_a_full_disk(small_disk: Path, tmp_path: Path) -> None:
    await Playing(small_disk, tmp_path / "log").stalls_and_goes_on(filled(small_disk / "filler"))


@pytest.mark.slow
async def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    room = Playing(tmp_path, tmp_path / "log")
    await room.stalls_and_goes_on(full_disk(room.process))
