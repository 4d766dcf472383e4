"""The folder of a static room: what is in it, how large that is, and where it may be written."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hatch_build
from bench.site import GOAL, compressed
from dealt.cli import run
from dealt.games import GAMES
from dealt.site.folder import SiteError, write
from dealt.texts import LANGUAGES

pytestmark = [pytest.mark.slow, pytest.mark.skipif(hatch_build.skipped(), reason="the page is not built")]

SIZES = {
    "api": 312_000,
    "assets": 395_000,
    "engine/LICENCES.txt": 250,
    "engine/dealt.zip": 1_795_000,
    "engine/msgspec.whl": 137_000,
    "engine/pyodide.asm.mjs.bin": 260_000,
    "engine/pyodide.asm.wasm.bin": 3_510_000,
    "engine/pyodide-lock.json": 140,
    "engine/pyodide.mjs": 7_000,
    "engine/stdlib.zip": 1_310_000,
    "openings": 91_000,
    "page": 95_000,
}
"""Bytes, compressed: what grows by more than a tenth is to be looked at, and then written here."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    hatch_build.build()
    found = tmp_path_factory.mktemp("site") / "room"
    write(found)
    return found


def test_no_part_has_grown_by_more_than_a_tenth(folder: Path) -> None:
    found = compressed(folder)
    assert found.keys() == SIZES.keys()
    assert {part: size for part, size in found.items() if size > 1.1 * SIZES[part]} == {}
    assert sum(found.values()) <= GOAL


def test_all_that_the_page_reads_of_the_games_lies_there(folder: Path) -> None:
    house = json.loads((folder / "api" / "lobby" / "en").read_bytes())
    assert [each["name"] for each in house["games"]] == list(GAMES)
    for language in LANGUAGES:
        assert "error.stale" in json.loads((folder / "api" / "texts" / language).read_bytes())["texts"][language]
    for name, listing in GAMES.items():
        assert json.loads((folder / "api" / "games" / name).read_bytes())["name"] == name
        for language in LANGUAGES:
            assert "<h2>" in (folder / "api" / "rules" / name / language).read_text("utf-8")
        assert bool(listing.lesson) == (folder / "api" / "lesson" / name).is_file()


def test_what_a_browser_keeps_is_every_file_by_its_digest(folder: Path, tmp_path: Path) -> None:
    found = re.search(r"= (\{.*\});", (folder / "keeper.js").read_text("utf-8"))
    assert found is not None
    whole = json.loads(found[1])
    there = {each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()}
    assert {*whole} == there - {"keeper.js"} | {"./"}
    write(tmp_path / "again")
    assert (tmp_path / "again" / "keeper.js").read_bytes() == (folder / "keeper.js").read_bytes()


def test_a_folder_is_written_anew_but_no_other_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["site", str(tmp_path / "room")]) == 0
    assert "python -m http.server --directory" in capsys.readouterr().out
    (tmp_path / "room" / "assets" / "old.js").write_text("")
    write(tmp_path / "room")
    assert not (tmp_path / "room" / "assets" / "old.js").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear Anna")
    with pytest.raises(SiteError, match="holds something else"):
        write(tmp_path / "mine")
