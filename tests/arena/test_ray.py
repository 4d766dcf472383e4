"""Deals, ladders and courses on a cluster of Ray: the same bytes as here, also where a worker dies."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from dealt import arena, cli
from dealt.arena.on_ray import Ray
from dealt.games import make
from tests.rooms import command

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(sys.platform != "linux", reason="it looks for workers in /proc"),
]
if find_spec("ray") is None:  # to import it takes a second: whoever collects this need not
    pytest.skip("ray is not installed", allow_module_level=True)

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
    import ray

    ray.shutdown()


class KillOne:
    """Kills one worker of Ray, the first that is found at a task of this name."""

    def __init__(self, task: bytes) -> None:
        self.task, self.process = task, 0

    def __call__(self, _: int) -> None:
        for each in Path("/proc").glob("[0-9]*/cmdline") if not self.process else ():
            with contextlib.suppress(OSError):
                if each.read_bytes().startswith(self.task):
                    self.process = int(each.parent.name)
                    os.kill(self.process, signal.SIGKILL)
                    return


@pytest.mark.turns(3, always=True)
def test_a_cluster_that_loses_a_worker_finds_what_two_processes_find(cluster: Ray) -> None:
    game, killed = make("hearts"), KillOne(b"ray::_some")
    found = arena.run(game, ["lowest", "robot"], deals=40, seed=2, engine=cluster, progress=killed)
    assert killed.process
    assert found.to_json() == arena.run(game, ["lowest", "robot"], deals=40, seed=2, jobs=2).to_json()


@pytest.mark.turns(3, always=True)
def test_a_ladder_there_that_loses_a_worker_and_keeps_its_deals_is_the_same(cluster: Ray, tmp_path: Path) -> None:
    game, names, killed = make("hearts"), ["lowest", "robot", "random"], KillOne(b"ray::_some")
    ladders = [
        arena.climb(
            game, names, deals=16, seed="2", kept=tmp_path / f"{n}.jsonl", progress=lambda *_: killed(0), **where
        )
        for n, where in enumerate(({"engine": cluster}, {"jobs": 1}))
    ]
    assert killed.process
    assert ladders[0].to_json() == ladders[1].to_json()
    assert len({"".join(sorted(each.read_text().splitlines(True))) for each in tmp_path.iterdir()}) == 1


@pytest.mark.turns(3, always=True)
def test_a_course_there_that_loses_a_worker_ends_in_the_same_weights(
    cluster: Ray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("wasmtime")
    from dealt.training import Cluster, Course, Threads, climbing, course

    monkeypatch.setattr(climbing, "DEALS", 160)
    monkeypatch.setattr(course, "EVERY", 2)
    monkeypatch.setattr(course, "EARLY", ())
    monkeypatch.setattr(course, "MEASURED", 2)
    killed = KillOne(b"ray::play_part")

    class Killing(Cluster):
        def __call__(self, asked: Any, parts: Any, /) -> Iterator[Any]:
            for each in super().__call__(asked, parts):
                killed(0)
                yield each

    found = []
    for name, engine, until in (("ray", Killing(cluster), 320), ("ray", Threads(2), 640), ("here", Threads(2), 640)):
        trained = Course(make("bigtwo"), tmp_path / name, seed=3, engine=engine)
        list(trained.points_until(deals=until))
        found.append([each.tobytes() for each in trained.trainer.net])
    assert killed.process
    assert found[1] == found[2]
    assert (tmp_path / "ray" / "curve.jsonl").read_bytes() == (tmp_path / "here" / "curve.jsonl").read_bytes()


@pytest.mark.turns(3, always=True)
def test_a_player_that_fails_there_is_named(cluster: Ray) -> None:
    def cheat(game: object) -> object:
        raise RuntimeError("no hands")

    with pytest.raises(arena.ArenaError, match="no hands"):
        arena.run(make("hearts"), [cheat], deals=2, engine=cluster)  # type: ignore[list-item]


@pytest.mark.turns(3, always=True)
def test_the_commands_take_games_and_computers_of_files(cluster: Ray, tmp_path: Path) -> None:
    import ray

    (tmp_path / "mine.py").write_text(OWN)
    example = Path(__file__).parents[2] / "examples" / "four_cards.py"
    line = ["arena", "fourcards", "--games", str(example), "--seed", "4"]
    line += ["--players", f"{tmp_path / 'mine.py'}:Mine,random", "--deals", "20", "--json", "-"]
    there = ["--jobs", "2", "--engine", "ray", "--address", ray.get_runtime_context().gcs_address]
    results = [command([*line, *more], tmp_path, os.environ, b"", 300) for more in (["--jobs", "1"], there)]
    assert [err for status, _, err in results if status] == []
    assert results[0][1] == results[1][1] != b""


def test_training_there_needs_an_engine_that_there_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["train", "bigtwo", "--to", str(tmp_path), "--engine", "cloud"]) == 2
    assert "no engine cloud" in capsys.readouterr().err
