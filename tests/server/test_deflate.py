"""Compressed messages: what is compressed and what never is, that nothing big comes out of something small, memory."""

from __future__ import annotations

import contextlib
import tracemalloc
import zlib
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode

from dealt.server.base.deflate import MEMORY, Alone, Compressible, Deflate, DeflateFactory
from dealt.wire.protocol import FRAME_LIMIT
from tests.server.helpers import Face, serve, settings


def agreed(**offer: str | None) -> tuple[Deflate, PerMessageDeflate]:
    """What both ends make of a client's offer: the room's extension and the client's."""
    client = ClientPerMessageDeflateFactory(client_max_window_bits=True)
    answer, room = DeflateFactory().process_request_params([*offer.items()] or client.get_request_params(), [])
    assert isinstance(room, Deflate)
    return room, client.process_response_params(answer, [])


def crosses(room: Deflate, client: PerMessageDeflate, message: bytes) -> int:
    """Send a message across: it arrives as it is; returns its size on the way."""
    frame = room.encode(Frame(Opcode.TEXT, message))
    assert bytes(client.decode(frame).data) == message
    return len(frame.data)


def test_messages_arrive_whatever_came_between() -> None:
    room, client = agreed()
    table = Compressible(b"".join(b'{"pile":%d}' % n for n in range(300)))
    first = crosses(room, client, table)
    assert crosses(room, client, table) < first / 5, "the one before is not remembered"
    assert crosses(room, client, b'{"op":"you","token":"secret"}') == 29
    assert crosses(room, client, Alone(b'{"op":"lobby"}' * 50)) < 100
    assert crosses(room, client, table) == first
    assert crosses(room, client, table) < first / 5


@pytest.mark.parametrize("offer", [{"server_no_context_takeover": None}, {"server_max_window_bits": "9"}, {}])
def test_whatever_a_client_offers_it_can_read(offer: dict[str, str | None]) -> None:
    room, client = agreed(**offer)
    for n in range(5):
        crosses(room, client, Compressible(b"%d seven eight nine " % n * 400))
        crosses(room, client, Alone(b"one two three four five six " * 300))


def test_a_client_that_has_had_no_table_takes_no_memory() -> None:
    """10,000 sockets in the lobby must not take 300 MB."""
    lobby = Alone(b'{"op":"lobby"}' * 50)
    tracemalloc.start()
    try:
        rooms = [agreed()[0] for _ in range(50)]
        for each in rooms:
            each.encode(Frame(Opcode.TEXT, lobby))
        used = tracemalloc.get_traced_memory()[0] / len(rooms)
    finally:
        tracemalloc.stop()
    assert all(each._compressor is None for each in rooms)
    assert used < MEMORY / 4


@pytest.mark.slow
async def test_a_small_message_that_is_big_inside_closes_the_connection(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        for size in (FRAME_LIMIT + 1, 10_000_000):
            async with Face.open(room.ws) as face:
                await face.ask("hello", "welcome", v=1)
                bomb = b'{"op":"chat","text":"' + b"x" * size + b'"}'
                assert len(zlib.compress(bomb)) < FRAME_LIMIT
                with contextlib.suppress(ConnectionClosed):
                    await face.socket.send(bomb.decode())
                assert (await face.closed())[0] == 1009
        async with Face.open(room.ws) as face:
            await face.ask("hello", "welcome", v=1)


@pytest.mark.slow
async def test_a_bomb_in_parts_closes_the_connection(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await face.ask("hello", "welcome", v=1)
        with contextlib.suppress(ConnectionClosed):
            await face.socket.send("x" * 4000 for _ in range(40))
        assert (await face.closed())[0] == 1009


@pytest.mark.slow
@pytest.mark.parametrize("compress", [True, False])
async def test_a_host_may_do_without(tmp_path: Path, *, compress: bool) -> None:
    async with serve(settings(tmp_path, compress=compress)) as room, Face.open(room.ws) as face:
        offered = (face.socket.response.headers if face.socket.response else {}).get("Sec-WebSocket-Extensions")
        assert bool(offered) == compress
        async with Face.open(room.ws, compression=None) as plain:
            for each, name in ((face, "Anna"), (plain, "Bert")):
                await each.come(name)
                await each.send("quick", game="bigtwo")
                await each.play()
