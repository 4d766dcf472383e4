"""``dealt compile``: functions are compiled ahead of use, once, and kept where they are looked for."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealt import ahead
from dealt.games import GAMES
from tests.cli.helpers import environment

PATIENCE = 240
WITHOUT = """
import sys
sys.modules["numba"] = None
from dealt.cli import run
sys.exit(run(["compile", "elevens"]))
"""


def surroundings(folder: Path) -> dict[str, str]:
    """An environment with an empty cache of its own."""
    return {**environment(folder / "home"), "XDG_CACHE_HOME": str(folder / "cache")}


def begun(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    line = [sys.executable, "-m", "dealt", "compile", *arguments]
    pipe, own = subprocess.PIPE, surroundings(folder)
    return subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=own, process_group=0)


def said(folder: Path, *arguments: str) -> str:
    """What the command says, in a single line unless it is JSON; it must succeed."""
    process = begun(folder, *arguments)
    assert process.stdout
    assert process.stderr
    out, err = process.stdout.read(), process.stderr.read()  # its input stays open
    process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, ""), err
    assert "--background" in arguments or len(out.splitlines()) == 1
    return out.rstrip("\n")


def kept(folder: Path, ending: str) -> list[Path]:
    """The files of numba: an index (nbi) for each function, and its code (nbc) for each combination of types."""
    return sorted((folder / "cache").rglob(f"*.{ending}"))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """What is begun here can be interrupted, even where the tests themselves run in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_what_an_interrupted_run_has_left_is_compiled_by_the_next_and_never_again(tmp_path: Path) -> None:
    first = begun(tmp_path, "elevens", "--jobs", "1")
    until = time.monotonic() + PATIENCE
    while not kept(tmp_path, "nbc") and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGINT)  # as a terminal does
    _, err = first.communicate(timeout=30)
    assert (first.returncode, err.strip()) == (130, "")
    early = len(kept(tmp_path, "nbc"))
    assert early

    line = said(tmp_path, "elevens")
    found = re.fullmatch(rf"(\d+) functions compiled in \d+ s, kept in {tmp_path}/cache/dealt/kernels", line)
    assert found, line
    assert int(found[1]) == len(kept(tmp_path, "nbc")) - early > 0

    assert said(tmp_path, "elevens").startswith("Nothing was left to compile")

    missing = next(path for path in kept(tmp_path, "nbi") if "outer" in path.parts)
    missing.unlink()
    assert re.match(r"已编译 [1-9]\d* 个函数", said(tmp_path, "elevens", "--lang", "zh"))
    assert missing.exists()


@pytest.mark.slow
@pytest.mark.slow
def test_a_program_reads_what_is_left_after_each_part(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in said(tmp_path, "elevens", "--background").splitlines()]
    assert [each["left"] for each in lines] == [["elevens"]] * (len(lines) - 1) + [[]]
    assert [each["parts"] for each in lines] == list(range(len(lines)))[::-1]
    assert lines[-1]["compiled"] > 0


def test_where_nothing_is_compiled_nothing_is_left(tmp_path: Path) -> None:
    assert said(tmp_path, "magicfigures").startswith("Nothing was left to compile")


@pytest.mark.slow
def test_without_the_compiler_a_line_says_what_to_install(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], env=surroundings(tmp_path), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "dealt: functions are compiled by numba, which is not installed: pip install 'dealt[fast]'\n"
    )


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    process = begun(tmp_path, "elevens")
    assert process.stdout
    assert process.stderr
    out, err = process.stdout.read(), process.stderr.read()  # its input stays open
    process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, len(err.splitlines())) == (1, "", 1)
    assert str(tmp_path / "cache" / "dealt" / "kernels") in err
    assert "not a directory" in err


@pytest.mark.slow
def test_a_game_that_nobody_knows_is_no_work(tmp_path: Path) -> None:
    process = begun(tmp_path, "elfens")
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "there is no game elfens" in err


def test_every_game_is_a_part_under_its_standard_rules_and_every_preset_that_differs() -> None:
    found = ahead.parts(GAMES)
    assert [each.game for each in found if each.preset is None] == [*GAMES]
    assert len(found) == len(set(found))
    settled = [(each.game, dict(GAMES[each.game].make(each.preset).options)) for each in found]
    assert all(one not in settled[:n] for n, one in enumerate(settled))
    for name, listing in GAMES.items():
        for preset in listing.presets:
            assert (name, dict(listing.make(preset).options)) in settled


@pytest.mark.slow
def test_in_the_background_it_ends_when_its_input_is_closed(tmp_path: Path) -> None:
    process = begun(tmp_path, "--background")
    process.communicate(timeout=60)  # which closes it
    assert process.returncode == 130
