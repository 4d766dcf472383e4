"""Sockets that do nothing, half of something or too much: they are counted, closed in time, and keep nobody out."""

from __future__ import annotations

import asyncio
import contextlib
import json
from io import StringIO
from pathlib import Path

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from dealt.server.base import logs
from dealt.server.door.sockets import MOST_READ, RESERVE, Door, repeated
from tests.server.helpers import Face, Served, serve, settings, until

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


async def connect(room: Served) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = room.address.split(":")
    return await asyncio.open_connection(host, int(port))


async def closed(reader: asyncio.StreamReader) -> None:
    """Wait until the other side has closed."""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(5):
            while await reader.read(1024):
                pass


@pytest.mark.slow
@pytest.mark.parametrize("said", [b"", HALF, b"\x16\x03\x01", b"POST /ws HTTP/1.1\r\nContent-Length: 10000000\r\n"])
async def test_a_socket_without_a_whole_request_is_closed_in_time(tmp_path: Path, said: bytes) -> None:
    async with serve(settings(tmp_path, hello_within=0.3)) as room:
        reader, writer = await connect(room)
        writer.write(said)
        await closed(reader)
        writer.close()
        await until(lambda: room.door.inside == 0)


@pytest.mark.slow
async def test_a_trickle_does_not_keep_a_socket_open(tmp_path: Path) -> None:
    async with serve(settings(tmp_path, hello_within=0.3)) as room:
        reader, writer = await connect(room)
        writer.write(HALF)

        async def trickle() -> None:
            with contextlib.suppress(ConnectionError):
                while True:
                    writer.write(b"a")
                    await writer.drain()
                    await asyncio.sleep(0.05)

        task = asyncio.create_task(trickle())
        await closed(reader)
        task.cancel()
        writer.close()


async def test_silent_sockets_of_one_address_keep_nobody_else_out(tmp_path: Path) -> None:
    # 2 x per_address may be open from one address, whatever they do
    async with serve(settings(tmp_path, per_address=5, hello_within=30)) as room:
        pairs = [await connect(room) for _ in range(40)]
        numbers, why = room.room.metrics.registry, {"why": "sockets"}
        await until(lambda: numbers.get_sample_value("dealt_connections_refused_total", why) == 30)
        assert room.door.inside == 10
        for _, writer in pairs:
            writer.close()
        await until(lambda: room.door.inside == 0)
        async with Face.open(room.ws) as face:
            await face.come("Anna")
            assert room.door.inside == 1
        await until(lambda: room.door.inside == 0)


async def test_a_flood_of_pings_is_cut_off_and_a_few_are_answered(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        async with Face.open(room.ws) as honest:
            await honest.come("Anna")
            for _ in range(3):
                await (await honest.socket.ping())
        async with Face.open(room.ws) as face:
            await face.come("Bert")
            with contextlib.suppress(Exception):
                for _ in range(200):
                    await face.socket.ping()
            assert (await face.closed())[0] in (1006, 1005)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes of clients were read at a time."""
    found: list[int] = []
    before = WebSocketsSansIOProtocol.data_received

    def noted(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        if self.handshake_initiated:
            found.append(len(data))
        before(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", noted)
    return found


async def test_a_flood_of_pings_is_read_by_turns_and_not_to_its_end(tmp_path: Path, read: list[int]) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        face.socket.transport.write(b"\x89\x80\x00\x00\x00\x00" * 20_000)
        await face.closed()
        assert max(read) <= MOST_READ
        assert sum(read) <= 2 * MOST_READ


async def test_messages_that_come_together_are_read_by_turns_and_all_are_handled(
    tmp_path: Path, read: list[int]
) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        frames = [json.dumps({"op": "ping", "n": n}).encode() for n in range(3000)]
        long = json.dumps({"op": "ping", "n": 3000}).ljust(5000).encode()
        face.socket.transport.write(b"".join(bytes((0x81, 0x80 | len(each))) + bytes(4) + each for each in frames))
        face.socket.transport.write(b"\x81\xfe" + len(long).to_bytes(2, "big") + bytes(4) + long)
        assert [(await face.hear("pong"))["n"] for _ in range(3001)] == [*range(3001)]
        assert max(read) <= MOST_READ


async def test_who_goes_on_after_the_goodbye_is_dropped(tmp_path: Path, read: list[int]) -> None:
    async with serve(settings(tmp_path, rate=0.1, burst=3)) as room:
        reader, writer = await connect(room)
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await reader.readuntil(b"\r\n\r\n")
        ping = b'{"op":"ping","n":1}'
        writer.write(10_000 * (bytes((0x81, 0x80 | len(ping))) + bytes(4) + ping))
        await closed(reader)  # and the goodbye is never answered
        writer.close()
        assert sum(read) < 10_000


def test_the_door_keeps_files_in_reserve() -> None:
    resource = pytest.importorskip("resource")
    door = Door(10**9, 10**9, 1)
    assert door._gate._most <= max(resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVE, 0)


def test_leaving_twice_or_unseen_counts_once() -> None:
    door = Door(10, 1, 1)
    assert door.enter("a", "192.0.2.1")
    assert not door.enter("b", "192.0.2.1")
    door.leave("b")
    door.leave("a")
    door.leave("a")
    assert door.enter("c", "192.0.2.1")
    assert door.inside == 1


BROKEN = [
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 200_000,
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n",
    b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabc",
    b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\nQQ\r\n",
]


async def test_broken_requests_write_no_log_without_end(tmp_path: Path) -> None:
    written = StringIO()
    async with serve(settings(tmp_path)) as room:
        logs.set_up(room.app.config, written)
        for request in BROKEN * 20:
            reader, writer = await connect(room)
            writer.write(request)
            await closed(reader)
            writer.close()
        await until(lambda: room.door.inside == 0)
    assert "Invalid HTTP request" in written.getvalue()
    assert "Traceback" not in written.getvalue()
    assert written.getvalue().count("\n") <= 4


async def test_the_same_trouble_is_logged_once_with_a_count() -> None:
    lines: list[dict[str, object]] = []

    class Log:
        def error(self, event: str, **more: object) -> None:
            lines.append(more)

    handle = repeated(Log())  # type: ignore[arg-type]
    loop = asyncio.get_running_loop()
    for _ in range(10_000):
        handle(loop, {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many")})
    handle(loop, {"message": "something else"})
    assert lines == [
        {"why": "socket.accept() out of system resource (OSError)", "times": 1},
        {"why": "something else", "times": 1},
    ]
