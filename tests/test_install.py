"""`pip install dealt` is the library and needs no other package; the command says in one line what it lacks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

from dealt.games import GAMES

ROOT = Path(__file__).parent.parent

LIBRARY = """
import sys
from importlib import import_module
from pathlib import Path

import dealt

before = {name.split(".")[0] for name in sys.modules}
others = ("server", "wire", "session", "work", "site", "tui", "cli", "kernels", "env", "tournament", "__main__")
left_out = {f"dealt.{name}" for name in others}
folder = Path(dealt.__file__).parent
count = 0
for file in folder.rglob("*.py"):
    module = ".".join(["dealt", *file.relative_to(folder).with_suffix("").parts]).removesuffix(".__init__")
    if not any(module == name or module.startswith(name + ".") for name in left_out):
        import_module(module)
        count += 1
of_python = Path(import_module("json").__file__).parents[1]
foreign = {
    name.split(".")[0]
    for name, module in sys.modules.items()
    if (file := getattr(module, "__file__", None))
    and not Path(file).is_relative_to(folder)
    and ("site-packages" in file or not Path(file).is_relative_to(of_python))
}
print(count, *sorted(foreign - before))
"""

PLAYS = """
from importlib.metadata import requires
from random import Random

from dealt.arena import run as arena
from dealt.assignments import ASSIGNMENTS
from dealt.assignments.checking import check
from dealt.games import GAMES
from dealt.players import computer, possible
from dealt.table import Table, play, seed_of

assert all("extra ==" in each for each in requires("dealt"))
for name, listing in GAMES.items():
    game = listing.make()
    table = Table(game, seed_of(1, 0))
    seat = table.turn[0]
    best = computer(possible(game)[0], game)  # for a whole deal it would need seconds
    table.act(seat, best.choose(table.view(seat), Random(1)))
    some = [computer(each, game) for each in ("random", "lowest")]
    assert play(game, (some * game.seats)[: game.seats], seed_of(1, 0)).score is not None, name
    assert listing.texts["en"]["game.title"] and listing.rules["en"], name
assert all(each.state == "passed" for each in check(ASSIGNMENTS["poker"]))
game = GAMES["bigtwo"].make()
assert arena(game, ["lowest", "random", "random", "random"], deals=2, seed=1, jobs=1).plays == 8
print("played", len(GAMES))
"""


def run(python: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Outside the clone and its environment; nothing of the home folder plays a part."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}
    return subprocess.run(
        [str(python), *arguments], capture_output=True, text=True, timeout=120, check=False, env=env, cwd="/"
    )


@pytest.mark.slow
def test_no_module_of_the_library_imports_another_package() -> None:
    done = run(Path(sys.executable), "-c", LIBRARY)
    assert done.returncode == 0, done.stderr
    count, *foreign = done.stdout.split()
    assert int(count) > 80
    assert foreign == []


def test_what_is_required_is_an_extra_and_extras_hold_each_other() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []
    extras = project["optional-dependencies"]
    assert set(extras) >= {"room", "fast", "bridge", "postgres", "bench", "dev"}
    for name, wanted in extras.items():
        for each in wanted:
            if own := re.match(r"dealt\[(.*)\]", each):
                assert set(own[1].split(",")) <= set(extras), name


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with the wheel of this clone, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    env = {**os.environ, "DEALT_SKIP_WEB": "1"}
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, env=env, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [sys.executable, "-m", "pip", f"--python={python}", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True, timeout=120)
    return python


@pytest.mark.slow
@pytest.mark.turns(2)
def test_the_wheel_alone_plays_every_game_and_runs_the_arena(installed: Path) -> None:
    done = run(installed, "-c", PLAYS)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"played {len(GAMES)}\n"


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [[], ["games"], ["serve", "--port", "4000"], ["--help"]], ids=" ".join)
@pytest.mark.turns(2)
def test_the_command_says_in_one_line_what_it_lacks(installed: Path, arguments: list[str]) -> None:
    command = installed.with_name("dealt")
    done = run(command, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'dealt: this needs the room (typer is missing): pip install "dealt[room]"\n'
    assert run(installed, "-m", "dealt", *arguments).stderr == done.stderr


@pytest.mark.slow
def test_the_version_needs_no_room(installed: Path) -> None:
    import dealt

    assert run(installed, "-m", "dealt", "--version").stdout == f"dealt {dealt.__version__}\n"


@pytest.mark.slow
def test_a_package_that_lacks_later_is_one_line_too(tmp_path: Path) -> None:
    """Others' programs bring typer and rich, so that the command begins and finds later that the room is not there."""
    lame = "import sys; sys.modules['structlog'] = None; from dealt.cli import run; sys.exit(run(['serve']))"
    done = run(Path(sys.executable), "-c", lame)
    assert done.returncode == 2
    assert done.stderr == 'dealt: this needs the room (structlog is missing): pip install "dealt[room]"\n'


@pytest.mark.slow
def test_a_package_that_a_game_of_ones_own_lacks_is_its_own_affair(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("import no_such_package\n", encoding="utf-8")
    done = run(Path(sys.executable), "-m", "dealt", "games", "--games", str(own))
    assert done.returncode == 1
    assert "no_such_package" in done.stderr
    assert "dealt[room]" not in done.stderr
