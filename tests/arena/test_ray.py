"""Deals on a cluster of Ray: the same bytes as here, also where a worker dies, with games and computers of files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealt import arena
from dealt.arena.on_ray import Ray
from dealt.games import make

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
ray = pytest.importorskip("ray")

OWN = """
from dealt.players.simple import Lowest

class Mine(Lowest):
    pass
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Ray]:
    """A cluster of two workers on this machine, which has begun."""
    found = Ray(jobs=2)
    arena.run(make("hearts"), ["lowest"], deals=1, engine=found)
    yield found
    ray.shutdown()


def workers() -> list[int]:
    """The processes in which Ray carries work out for this one."""
    found = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if each.read_bytes().startswith(b"ray::_some"):
                found.append(int(each.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for the workers in /proc")
def test_a_cluster_that_loses_a_worker_finds_what_two_processes_find(cluster: Ray) -> None:
    game, killed = make("hearts"), []

    def kill(count: int) -> None:
        if not killed and (some := workers()):
            killed.append(some[0])
            os.kill(some[0], signal.SIGKILL)

    found = arena.run(game, ["lowest", "robot"], deals=120, seed=2, engine=cluster, progress=kill)
    assert killed
    assert found.to_json() == arena.run(game, ["lowest", "robot"], deals=120, seed=2, jobs=2).to_json()


def test_a_player_that_fails_there_is_named(cluster: Ray) -> None:
    def cheat(game: object) -> object:
        raise RuntimeError("no hands")

    with pytest.raises(arena.ArenaError, match="no hands"):
        arena.run(make("hearts"), [cheat], deals=2, engine=cluster)  # type: ignore[list-item]


def test_the_command_takes_games_and_computers_of_files(cluster: Ray, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    example = Path(__file__).parents[2] / "examples" / "four_cards.py"
    command = [sys.executable, "-m", "dealt", "arena", "fourcards", "--games", str(example), "--seed", "4"]
    command += ["--players", f"{tmp_path / 'mine.py'}:Mine,random", "--deals", "20", "--jobs", "2", "--json", "-"]
    results = [
        subprocess.run([*command, *more], capture_output=True, text=True, timeout=120, check=False)
        for more in ([], ["--engine", "ray", "--address", ray.get_runtime_context().gcs_address])
    ]
    assert [each.stderr for each in results if each.returncode] == []
    assert results[0].stdout == results[1].stdout
