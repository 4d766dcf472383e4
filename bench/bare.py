"""The least that coming back can cost: the same sockets and sizes of messages, and no room: ``python -m bench bare``.

A bare application under the room's event loop and web server greets whoever says hello with as many bytes in as many
messages. ``python -m bench room --only back`` measures it beside the room.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.rig.engines import free_port
from bench.rig.process import ROOT

OPEN_WITHIN = 60.0


class Bare:
    """An ASGI application that answers the first message of each socket with the same messages."""

    def __init__(self, frames: int, size: int) -> None:
        others = [json.dumps({"op": "talk"}).ljust(size // frames) for _ in range(frames - 1)]
        self.answers = [*others, json.dumps({"op": "table"}).ljust(size // frames)]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            for each in self.answers:
                await send({"type": "websocket.send", "text": each})


def serve(port: int, frames: int, size: int) -> None:
    """Serve until the process is ended."""
    import uvicorn
    import uvloop

    config = uvicorn.Config(
        Bare(frames, size),
        port=port,
        ws="websockets-sansio",
        log_level="error",
        lifespan="off",
        backlog=4096,
        ws_per_message_deflate=False,
    )
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(uvicorn.Server(config).serve())


def _wait_until_open(port: int) -> None:
    deadline = time.monotonic() + OPEN_WITHIN
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise SystemExit(f"The bare loop did not open within {OPEN_WITHIN:.0f} s.")


def measure(people: int, frames: int, size: int) -> dict[str, Any]:
    """What people meet who all connect at once, and the milliseconds of processor time that each costs."""
    from bench.room import cpu_of, pin  # which measures this beside a room

    port = free_port()
    command = [sys.executable, "-m", "bench", "bare", "--serve", str(port), "--frames", str(frames)]
    with (
        tempfile.TemporaryDirectory(prefix="dealt-bare-") as folder,
        subprocess.Popen([*command, "--size", str(size)], cwd=ROOT, preexec_fn=pin(0)) as server,
    ):
        try:
            _wait_until_open(port)
            before, tokens = cpu_of(server.pid), Path(folder) / "tokens.json"
            tokens.write_text(json.dumps([(f"p{n}", "token", n // 4) for n in range(people)]))
            load = [f"ws://127.0.0.1:{port}/ws", "--back", str(tokens), "--silent"]
            done = subprocess.run(
                [sys.executable, "-m", "bench.rig.load", *load],
                cwd=ROOT,
                preexec_fn=pin(1),
                capture_output=True,
                check=True,
            )
            spent = cpu_of(server.pid) - before
        finally:
            server.terminate()
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return {"act_ms": found["act_ms"], "failed": found["failed"], "cpu_ms_each": round(1000 * spent / people, 3)}


def main(argv: Sequence[str]) -> int:
    """Measure it and print, or serve."""
    parser = argparse.ArgumentParser(description="What coming back costs at least.")
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--frames", type=int, default=5, help="messages for each")
    parser.add_argument("--size", type=int, default=8000, help="their bytes together")
    parser.add_argument("--serve", type=int, default=0, metavar="PORT")
    given = parser.parse_args(argv)
    if given.serve:
        serve(given.serve, given.frames, given.size)
    else:
        print(json.dumps(measure(given.people, given.frames, given.size)))
    return 0
