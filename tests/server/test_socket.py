"""The room over real sockets: the conversation, second tabs, limits, slow and silent and foreign connections."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import resource
import socket as sockets
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from dealt.wire.protocol import RecordText
from tests.server.helpers import Face, serve, settings, until

pytestmark = pytest.mark.slow


async def test_a_whole_deal_and_the_next(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("quick", game="bigtwo")
        state = await face.play(deals=2)
        assert state["deal"] == 2
        log = [line for each in face.seen if each["op"] == "table" and each["deal"] == 2 for line in each["log"]]
        assert next(each["log_from"] for each in face.seen if each["op"] == "table" and each["deal"] == 2) == 0
        assert len(log) == len(room.room.live_tables[state["id"]].session.table.moves)  # type: ignore[union-attr]
        assert (await face.ask("leave", "left"))["why"] == "left"
        assert (await face.hear("lobby"))["op"] == "lobby"


async def test_four_people_play_over_sockets(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, contextlib.AsyncExitStack() as stack:
        faces = [await stack.enter_async_context(Face.open(room.ws)) for _ in range(4)]
        for n, face in enumerate(faces):
            await face.come(f"p{n}")
        await faces[0].send("create", game="bigtwo")
        table = (await faces[0].hear("table"))["id"]
        for face in faces[1:]:
            await face.send("join", table=table)
        states = await asyncio.gather(*(face.play() for face in faces))
        assert len({json.dumps(state["result"]) for state in states}) == 1
        assert sorted(state["seat"] for state in states) == [0, 1, 2, 3]


async def test_nobody_is_made_for_a_name_whose_asker_has_gone(tmp_path: Path) -> None:
    """Who asks again by another connection gets it: it had no owner, as nobody had got its token."""
    async with serve(settings(tmp_path)) as room:
        async with Face.open(room.ws) as face:
            await face.ask("hello", "welcome", v=1)
            await face.send("name", name="Anna")
            face.socket.transport.abort()
        await until(lambda: room.room.metrics.messages.labels("name")._value.get())
        assert not len(room.room.people)
        async with Face.open(room.ws) as again:
            await again.come("Anna")


async def test_coming_back_with_the_token(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        async with Face.open(room.ws) as face:
            await face.come("Anna")
            await face.send("create", game="bigtwo")
            await face.send("start")
            state = await face.hear("table", lambda s: s["seat"] in (s["view"] or {"turn": ()})["turn"])
            await face.send("chat", text="back soon")
            await face.hear("talk", lambda talk: any(line["text"] == "back soon" for line in talk["lines"]))
        async with Face.open(room.ws) as again:
            assert (await again.back(face.token))["table"] == state["id"]
            now = await again.hear("table")
            assert (now["view"], now["step"], now["seat"]) == (state["view"], state["step"], state["seat"])
            said = [line["text"] for line in (await again.hear("talk"))["lines"] if line["text"]]
            assert said[-1] == "back soon"  # what the table tells by itself has no text
            await again.play()


async def test_a_second_tab_takes_over_and_the_first_is_told(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as first, Face.open(room.ws) as second:
        await first.come("Anna")
        await first.send("quick", game="gift")
        await first.hear("table")
        await second.back(first.token)
        assert await first.closed() == (4001, "elsewhere")
        assert first.seen[-1] == {"op": "left", "why": "elsewhere"}
        await second.play()


async def test_a_bad_token_is_stale_and_a_bad_version_is_closed(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        async with Face.open(room.ws) as face:
            assert (await face.ask("hello", "welcome", v=1, token="x" * 40))["stale"]
            assert (await face.ask("hello", "error", v=1))["code"] == "hello_once"
        async with Face.open(room.ws) as face:
            assert (await face.ask("hello", "error", v=99))["code"] == "version"
            assert await face.closed() == (4002, "version")


@pytest.mark.parametrize(
    ("frame", "code", "names"),
    [
        ("{", "bad_message", "truncated"),
        ("[]", "bad_message", "object"),
        ('{"op":"fly"}', "bad_message", "op"),
        ('{"op":"chat"}', "bad_message", "text"),
        ('{"op":"chat","text":1}', "bad_message", "text"),
        ('{"op":"chat","text":"x","loud":true}', "bad_message", "loud"),
        ('{"op":"act","step":-1,"action":"x"}', "bad_message", "step"),
        ('{"op":"act","step":1.5,"action":"x"}', "bad_message", "step"),
        ('{"op":"create","game":"gift","clock":7}', "bad_message", "clock"),
        ('{"op":"chat","text":"' + "x" * 501 + '"}', "bad_message", "text"),
        ('{"op":"chat","text":"\\ud800"}', "bad_message", ""),
        ("[" * 16000, "bad_message", ""),
        (b"\x00\x01", "not_text", ""),
    ],
)
async def test_rubbish_is_answered_with_what_is_wrong(tmp_path: Path, frame: str, code: str, names: str) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await face.ask("hello", "welcome", v=1)
        await face.socket.send(frame)
        error = await face.hear("error")
        assert error["code"] == code
        assert names in error["text"]
        assert len(error["text"]) < 300
        assert (await face.ask("ping", "pong", n=1))["n"] == 1


async def test_hello_comes_first_and_soon(tmp_path: Path) -> None:
    async with serve(settings(tmp_path, hello_within=0.5)) as room, Face.open(room.ws) as face:
        assert (await face.ask("ping", "error"))["code"] == "hello_first"
        assert await face.closed() == (1008, "no hello")


async def test_frames_over_16_kb_close_the_connection(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await face.ask("hello", "welcome", v=1)
        await face.socket.send(json.dumps({"op": "chat", "text": "x" * 16400}))
        assert (await face.closed())[0] == 1009


async def test_a_flood_is_slowed_then_closed(tmp_path: Path) -> None:
    config = settings(tmp_path, rate=5.0, burst=10)
    async with serve(config) as room, Face.open(room.ws) as face, Face.open(room.ws) as calm:
        await calm.ask("hello", "welcome", v=1)
        await face.ask("hello", "welcome", v=1)
        for n in range(300):
            await face.send("ping", n=n)
        assert await face.closed() == (1008, "slow_down")
        codes = [each.get("code") for each in face.seen if each["op"] == "error"]
        assert set(codes) == {"slow_down"}
        assert len(codes) <= 70
        assert sum(each["op"] == "pong" for each in face.seen) <= 20
        await calm.ask("ping", "pong", n=1)


async def test_rubbish_without_end_is_closed(tmp_path: Path) -> None:
    async with serve(settings(tmp_path, rate=10000.0, burst=1000)) as room, Face.open(room.ws) as face:
        for _ in range(80):
            await face.socket.send("rubbish")
        assert await face.closed() == (1008, "rubbish")


async def test_talk_and_costly_messages_have_limits_of_their_own(tmp_path: Path) -> None:
    config = settings(tmp_path, chat_rate=0.01, chat_burst=3, costly_rate=0.01, costly_burst=4)
    async with serve(config) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="gift")
        for n in range(4):
            await face.send("chat", text=str(n))
        assert (await face.hear("error"))["re"] == "chat"
        for _ in range(3):
            await face.send("record")
        codes = [(await face.hear("error"))["code"] for _ in range(3)]
        assert codes == ["no_record", "no_record", "slow_down"]


@pytest.mark.slow
async def test_a_slow_reader_gets_less_and_is_cut_off_and_others_play_on(tmp_path: Path) -> None:
    config = settings(tmp_path, send_within=0.3, standin_after=0.05)
    async with serve(config) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="bigtwo")
        table = (await face.hear("table"))["id"]
        slow = await _raw(room.address)
        for message in ({"op": "hello", "v": 1}, {"op": "name", "name": "Slow"}, {"op": "join", "table": table}):
            slow.send(_masked(json.dumps(message).encode()))
        (person,) = await until(lambda: [each for each in room.room.people if each.name == "Slow" and each.live])
        heavy = RecordText(record="x" * 50_000)
        while person.link:  # it never reads: first the network's buffers fill, then ours, and others don't notice
            if person.link.out._waiting < 1_000_000:
                person.link.send(heavy)
            await face.send("chat", text="hello")
            await face.ask("ping", "pong", n=1)
        await face.send("start")
        await face.play()
        slow.close()


@pytest.mark.parametrize("attack", ["pings", "parts"])
async def test_pings_and_parts_without_end_are_cut_off(tmp_path: Path, attack: str) -> None:
    async with serve(settings(tmp_path)) as room:
        hostile = await _raw(room.address)
        hostile.send(_masked(b'{"op":"hello","v":1}'))
        await until(lambda: any(each.greeted for each in room.app.connections))
        ping = b"\x89\xfd" + b"\x00" * 4 + b"x" * 125
        part = b"\x00\x80" + b"\x00" * 4
        flood = (ping if attack == "pings" else b"\x01\x80" + b"\x00" * 4 + part * 200) * 200
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            while room.app.connections:
                await asyncio.wait_for(loop.sock_sendall(hostile, flood), 5)
        await until(lambda: not room.app.connections)
        hostile.close()


async def test_a_table_that_can_t_be_shown_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await face.come("Anna")

        def broken(*_: object) -> None:
            raise KeyError("3d")

        monkeypatch.setattr("dealt.session.encoded.frame", broken)
        await face.send("create", game="gift")
        assert (await face.hear("error"))["code"] == "table_broken"
        assert (await face.hear("left"))["why"] == "gone"
        assert not any("3d" in json.dumps(each) for each in face.seen)
        monkeypatch.undo()
        await face.send("create", game="gift")
        await face.hear("table")
        assert len(await room.room.store.tables.living()) == 1


async def test_coalescing_keeps_every_word(tmp_path: Path) -> None:
    """States may be left out for somebody who reads late, talk may not."""
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face, Face.open(room.ws) as late:
        await face.come("Anna")
        await face.send("create", game="gift")
        table = (await face.hear("table"))["id"]
        await late.come("Bert")
        await late.send("join", table=table)
        for n in range(100):
            await face.send("chat", text=f"line {n}")
        await face.hear("talk", lambda t: t["lines"][-1]["text"] == "line 99")
        await late.hear("talk", lambda t: t["lines"][-1]["text"] == "line 99")
        lines = [line["text"] for each in late.seen if each["op"] == "talk" for line in each["lines"]]
        assert [text for text in lines if text.startswith("line ")] == [f"line {n}" for n in range(100)]


async def test_no_frame_waits_until_the_one_before_is_confirmed(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        (connection,) = room.app.connections
        transport = connection.out.carrier.abort.__self__  # type: ignore[attr-defined]
        assert transport.get_extra_info("socket").getsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY)


# --- where from


@pytest.mark.parametrize(
    ("origin", "host", "fits"),
    [
        (None, None, True),
        ("http://{here}", None, True),
        ("https://cards.example", None, True),
        ("https://CARDS.example/", None, True),
        ("http://cards.example", None, False),
        ("http://evil.example", None, False),
        ("http://127.0.0.1", None, False),
        ("null", None, False),
        ("http://evil.example:{port}", None, False),
        ("file://", None, False),
        ("http://[bad", None, False),
        ("http://a.example", "a.example", True),
        ("https://a.example", "a.example", True),
        ("https://a.example:8443", "a.example", False),
    ],
)
async def test_origins(tmp_path: Path, origin: str | None, host: str | None, fits: bool) -> None:
    async with serve(settings(tmp_path, origins=["https://cards.example"], hosts=["a.example"])) as room:
        headers = {}
        if origin:
            headers["Origin"] = origin.format(here=room.address, port=room.address.split(":")[1])
        if host:
            headers["Host"] = host
        status = await _handshake(room.address, headers)
        assert status == (101 if fits else 403)


async def test_behind_a_proxy_its_host_counts(tmp_path: Path) -> None:
    headers = {"Origin": "https://a.example", "X-Forwarded-Host": "a.example", "X-Forwarded-For": "6.6.6.6, 9.9.9.9"}
    async with serve(settings(tmp_path)) as room:
        assert await _handshake(room.address, headers) == 403
    config = settings(tmp_path, proxy=True)
    async with serve(config) as room, Face.open(room.ws, additional_headers=headers, origin=None) as face:
        await face.ask("hello", "welcome", v=1)
        assert {each.address for each in room.app.connections} == {"9.9.9.9"}


async def test_under_a_path_prefix(tmp_path: Path) -> None:
    async with serve(settings(tmp_path, root_path="/rooms/cards")) as room:
        assert room.ws.endswith("/rooms/cards/ws")
        async with Face.open(room.ws) as face:
            await face.come("Anna")
        async with Face.open(f"ws://{room.address}/ws") as face:  # a proxy that strips the prefix
            await face.come("Bert")


async def test_connections_are_counted(tmp_path: Path) -> None:
    async with serve(settings(tmp_path, per_address=2)) as room:
        async with Face.open(room.ws), Face.open(room.ws):
            with pytest.raises(InvalidStatus) as refused:
                async with Face.open(room.ws):
                    pass
            assert refused.value.response.status_code == 503
        await until(lambda: room.room.limits.inside == 0)
        async with Face.open(room.ws) as face:
            await face.ask("hello", "welcome", v=1)


async def test_closing_the_room_tells_browsers_to_come_again(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        stack = contextlib.AsyncExitStack()
        face = await stack.enter_async_context(Face.open(room.ws))
        await face.come("Anna")
        await face.send("quick", game="bigtwo")
        state = await face.hear("table")
    assert (await face.closed())[0] == 1012
    await stack.aclose()
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as again:
        assert (await again.back(face.token))["table"] == state["id"]
        await again.play()


@pytest.mark.slow
async def test_idle_sockets_are_cheap(tmp_path: Path) -> None:
    """``python -m bench idle`` lets 10,000 come to a room in a process of its own."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 3000:
        pytest.skip(f"only {hard} files may be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 3000), hard))
    try:
        async with serve(settings(tmp_path, connections=1000, per_address=1000)) as room:
            idle = []
            before = _memory()
            for _ in range(600):
                each = await _raw(room.address)
                each.send(_masked(b'{"op":"hello","v":1}'))
                idle.append(each)
            await until(lambda: sum(each.greeted for each in room.app.connections) == 600)
            assert (_memory() - before) / 600 < 35, "kB for each, our own end of it included"
            async with Face.open(room.ws) as face:
                await face.come("Anna")
                await face.send("quick", game="bigtwo")
                loop = asyncio.get_running_loop()
                began = loop.time()
                await face.play(deals=2)
                assert loop.time() - began < 60
            for each in idle:
                each.close()
            await until(lambda: room.room.limits.inside == 0)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _memory() -> float:
    """The memory of this process in kB."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1024


# --- plain sockets, for clients that don't behave


async def _handshake(address: str, headers: dict[str, str]) -> int:
    host, port = address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    lines = {"Host": address, **headers, **UPGRADE}
    writer.write(("GET /ws HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items()) + "\r\n").encode())
    status = int((await reader.readline()).split()[1])
    writer.close()
    await writer.wait_closed()
    return status


async def _raw(address: str) -> sockets.socket:
    """A WebSocket by hand, whose client never reads."""
    host, port = address.split(":")
    loop = asyncio.get_running_loop()
    each = sockets.socket()
    each.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    each.setblocking(False)
    await loop.sock_connect(each, (host, int(port)))
    lines = "".join(f"{k}: {v}\r\n" for k, v in {"Host": address, **UPGRADE}.items())
    await loop.sock_sendall(each, f"GET /ws HTTP/1.1\r\n{lines}\r\n".encode())
    got = b""
    while b"\r\n\r\n" not in got:
        got += await loop.sock_recv(each, 1)
    assert b" 101 " in got
    return each


def _masked(payload: bytes) -> bytes:
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0xFE]) + len(payload).to_bytes(2, "big")
    return b"\x81" + size + b"\x00\x00\x00\x00" + payload


UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "Sec-WebSocket-Version": "13",
}


@pytest.mark.parametrize("cut", [None, 3, 40])
async def test_a_handshake_is_the_same_whole_or_in_pieces(tmp_path: Path, cut: int | None) -> None:
    """The usual one is read by the WebSocket's side alone, one in pieces by HTTP first."""
    async with serve(settings(tmp_path)) as room:
        lines = [f"{name}: {value}" for name, value in {"Host": room.address, **UPGRADE}.items()]
        whole = "\r\n".join(["GET /ws HTTP/1.1", *lines, "", ""]).encode()
        reader, writer = await asyncio.open_connection(*room.address.split(":"))
        for part in (whole[:cut], whole[cut:]) if cut else (whole,):
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0.05)
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
        assert answer.startswith(b"HTTP/1.1 101 ")
        assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in answer or b"Sec-WebSocket-Accept: " in answer
        await until(lambda: len(room.app.connections) == 1)
        writer.close()


async def test_a_handshake_with_two_hosts_is_refused(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        lines = [f"{name}: {value}" for name, value in UPGRADE.items()]
        hosts = [f"Host: {room.address}", "host: evil.example"]
        reader, writer = await asyncio.open_connection(*room.address.split(":"))
        writer.write("\r\n".join(["GET /ws HTTP/1.1", *hosts, *lines, "", ""]).encode())
        assert (await asyncio.wait_for(reader.readline(), 5)).startswith(b"HTTP/1.1 400 ")
        writer.close()
