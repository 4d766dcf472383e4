"""The static room beside a room: its files, and nothing but them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest

import hatch_build
from dealt.server.door.app import PAGE
from dealt.site.folder import write
from tests.server.helpers import serve, settings

pytestmark = [pytest.mark.slow, pytest.mark.skipif(hatch_build.skipped(), reason="the page is not built")]


async def test_the_files_are_made_once_and_sent_as_what_they_are(tmp_path: Path) -> None:
    hatch_build.build()
    write(tmp_path / "near", "../")
    async with serve(settings(tmp_path), page=PAGE) as room, httpx.AsyncClient(trust_env=False, timeout=120) as client:
        base = f"http://{room.address}/"
        assert 'data-near="near/"' in (await client.get(base)).text
        keeper = await client.get(f"{base}near/keeper.js")
        assert keeper.text == (tmp_path / "near" / "keeper.js").read_text("utf-8")
        assert keeper.headers["service-worker-allowed"] == "../"
        assert keeper.headers["content-type"].startswith("text/javascript")
        files = json.loads(re.findall(r"^const files = (\{.*\});$", keeper.text, re.MULTILINE)[0])
        for path in files:
            found = await client.get(f"{base}near/{path}")
            assert (found.status_code, len(found.content) > 0) == (200, True), path
        kinds = {"engine/msgspec.whl": "application/zip", "engine/pyodide.mjs": "text/javascript; charset=utf-8"}
        for path, kind in kinds.items():
            again = await client.get(f"{base}near/{path}")
            assert (again.headers["content-type"], again.headers["cache-control"]) == (kind, "no-cache")
            known = await client.get(f"{base}near/{path}", headers={"if-none-match": again.headers["etag"]})
            assert known.status_code == 304
        for path in ("near/nothing", "near/%2e%2e/index.html", "near/..%2f..%2fapp.py", "near/engine/"):
            assert (await client.get(base + path)).status_code == 404, path
        assert (await client.post(f"{base}near/keeper.js")).status_code == 405


async def test_a_room_whose_installation_has_no_engine_offers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dealt.server.door.app.ENGINE", tmp_path / "nothing")
    async with serve(settings(tmp_path), page=PAGE) as room, httpx.AsyncClient(trust_env=False) as client:
        assert "data-near" not in (await client.get(f"http://{room.address}/")).text
        assert (await client.get(f"http://{room.address}/near/")).status_code == 404
