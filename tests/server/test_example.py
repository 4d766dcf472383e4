"""The example client of the protocol's documentation plays a whole deal, in about thirty lines."""

from __future__ import annotations

import ast
import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.helpers import serve, settings, until

EXAMPLE = Path(__file__).parents[2] / "examples" / "client.py"


@pytest.mark.slow
async def test_the_example_plays_a_deal_and_leaves(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(EXAMPLE), room.ws, "botty"), stdout=-1, stderr=-1
        )
        out, trouble = await process.communicate()
        assert (process.returncode, trouble) == (0, b"")
        assert b"'scores'" in out
        await until(lambda: not room.room.live_tables and not len(room.room.people))


@pytest.mark.slow
async def test_the_one_that_contributes_is_in_the_seed(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(EXAMPLE.with_name("fair_client.py")), room.ws, "botty"), stdout=-1, stderr=-1
        )
        out, trouble = await process.communicate()
        assert (process.returncode, trouble) == (0, b"")
        mix = ast.literal_eval(out.decode())
        assert [each and each["name"] for each in mix["seats"]] == ["botty", None, None]
        assert mix["seats"][0]["given"]


def test_it_is_short() -> None:
    code = [line for line in EXAMPLE.read_text().splitlines() if line.strip()]
    assert len(code) <= 36
