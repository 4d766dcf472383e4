"""Compressed answers over HTTP: who gets which, and that caches, ranges and heads of answers stay right."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.server.helpers import Served, asking, serve, settings

SCRIPT = "let a = 1;\n" * 400


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Served]:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><p>plain</p>")
    script = page / "assets" / "a.js"
    script.write_text(SCRIPT)
    (page / "assets" / "a.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (page / "assets" / "a.js.br").write_bytes(b"brotli, as the build wrote it")
    (page / "assets" / "b.js").write_text("let b = 1;\n")
    async with serve(settings(tmp_path), page=page) as served:
        yield served


async def get(room: Served, path: str, accept: str | None, method: str = "GET", **headers: str) -> httpx.Response:
    """Ask for a path; the answer's raw body stands in ``extensions["raw"]``."""
    named = {"accept-encoding": accept or "identity", **headers}
    async with asking() as client, client.stream(method, room.http + path, headers=named) as answer:
        answer.extensions["raw"] = b"".join([each async for each in answer.aiter_raw()])
        return answer


@pytest.mark.parametrize(
    ("accept", "encoding"),
    [("br, gzip", "br"), ("gzip", "gzip"), ("gzip, br;q=0", "gzip"), ("identity", None), ("gzip;q=0.0", None)],
)
async def test_a_file_is_sent_as_the_client_takes_it(room: Served, accept: str, encoding: str | None) -> None:
    answer = await get(room, "/assets/a.js", accept)
    assert answer.status_code == 200
    assert answer.headers.get("content-encoding") == encoding
    assert "javascript" in answer.headers["content-type"]
    assert "accept-encoding" in answer.headers["vary"].lower()
    assert int(answer.headers["content-length"]) == len(answer.extensions["raw"])
    assert "immutable" in answer.headers["cache-control"]
    if encoding == "gzip":
        assert gzip.decompress(answer.extensions["raw"]).decode() == SCRIPT
    if encoding is None:
        assert answer.extensions["raw"].decode() == SCRIPT


async def test_a_file_without_compressed_ones_beside_it_is_plain(room: Served) -> None:
    for path in ("/assets/b.js", "/"):
        assert "content-encoding" not in (await get(room, path, "br, gzip")).headers
    assert (await get(room, "/assets/a.js.gz", "gzip")).status_code == 404


@pytest.mark.slow
async def test_every_encoding_has_an_etag_of_its_own(room: Served) -> None:
    for path in ("/assets/a.js", "/api/games"):
        tags = {accept: (await get(room, path, accept)).headers["etag"] for accept in ("gzip", "identity")}
        assert tags["gzip"] != tags["identity"]
        for accept, tag in tags.items():
            for known in (tag, f'"other", W/{tag}') if path == "/api/games" else (tag,):
                answer = await get(room, path, accept, **{"if-none-match": known})
                assert (answer.status_code, answer.extensions["raw"]) == (304, b"")
                assert "accept-encoding" in answer.headers["vary"].lower()
            other = next(each for each in tags.values() if each != tag)
            assert (await get(room, path, accept, **{"if-none-match": other})).status_code == 200


async def test_a_range_is_one_of_the_plain_file(room: Served) -> None:
    answer = await get(room, "/assets/a.js", "br, gzip", range="bytes=4-8")
    assert (answer.status_code, answer.extensions["raw"]) == (206, SCRIPT[4:9].encode())
    assert "content-encoding" not in answer.headers


async def test_a_head_says_what_a_get_would_bring(room: Served) -> None:
    for path in ("/assets/a.js", "/api/games"):
        head, whole = await get(room, path, "gzip", "HEAD"), await get(room, path, "gzip")
        assert head.extensions["raw"] == b""
        for each in ("content-length", "content-encoding", "etag", "content-type"):
            assert head.headers[each] == whole.headers[each]


async def test_long_answers_are_compressed(room: Served) -> None:
    plain, squeezed = await get(room, "/api/games", None), await get(room, "/api/games", "gzip, br")
    assert squeezed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(squeezed.extensions["raw"]) == plain.extensions["raw"]
    assert len(squeezed.extensions["raw"]) < len(plain.extensions["raw"]) / 2
    assert json.loads(plain.extensions["raw"])["games"]
