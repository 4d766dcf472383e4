"""What strangers write into the log: no control characters, nothing long, and no flood of lines."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
import structlog

from dealt.server.base import logs
from tests.server.helpers import serve, settings
from tests.server.test_socket import _handshake

HOSTILE = "a\x1b[31m\r\n\x00\x07\u202e\u2028\x9bb" + "x" * 5000


@pytest.mark.parametrize("kind", ["lines", "json"])
def test_control_characters_and_long_texts_never_reach_the_log(tmp_path: Path, kind: str) -> None:
    stream = io.StringIO()
    logs.set_up(settings(tmp_path, log=kind), stream)
    structlog.get_logger("test").warning(HOSTILE, name=HOSTILE, number=3, listed=[HOSTILE])
    written = stream.getvalue()
    if kind == "json":
        said = json.loads(written)
        assert said["number"] == 3
        written = "".join(map(str, said.values()))
    assert all(each.isprintable() for each in written.rstrip("\n"))
    assert written.count("\n") <= 1
    assert len(written) < 1500
    assert "a?[31m" in written


def test_the_same_reason_is_logged_once_with_a_count() -> None:
    lines: list[tuple[str, dict[str, object]]] = []
    seldom, now = logs.Seldom(lambda event, **more: lines.append((event, more))), 0.0
    for n in range(1000):
        seldom("refused", now, origin=str(n))
    seldom("something else", now)
    seldom("refused", now + logs.QUIET, origin="last")
    assert lines == [
        ("refused", {"origin": "0", "times": 1}),
        ("something else", {"times": 1}),
        ("refused", {"origin": "last", "times": 1000}),
    ]


async def test_foreign_origins_and_hosts_are_logged_once_and_clean(tmp_path: Path) -> None:
    stream, config = io.StringIO(), settings(tmp_path)
    logs.set_up(config, stream)
    async with serve(config) as room:
        for n in range(20):
            assert await _handshake(room.address, {"Origin": f"http://evil{n}.example/\x9b31m"}) == 403
            assert await _handshake(room.address, {"Host": f"evil{n}.example"}) == 421
    lines = stream.getvalue().splitlines()
    assert sum("evil" in each for each in lines) == 2
    assert not [each for each in lines if "error" in each.lower()]
    assert all(each.isprintable() for each in lines)
