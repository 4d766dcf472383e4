"""What a run keeps: it goes on after any interruption as if there had been none, and takes no file of another."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from dealt import arena
from dealt.game import Action, Game, View
from dealt.games import make
from tests.toys import Gift

PLAYERS = ["lowest", "random"]


class Tired:
    """Plays at random until it fails."""

    left = 260

    def choose(self, view: View, rng: Random) -> Action:
        Tired.left -= 1
        if Tired.left == 0:
            raise RuntimeError("the machine was switched off")
        return rng.choice(view.legal)


def chance(game: Game) -> Tired:
    return Tired()


@pytest.mark.slow
def test_an_interrupted_run_goes_on_without_repeating_or_losing_a_deal(tmp_path: Path) -> None:
    game, kept = make("bigtwo"), tmp_path / "deals.jsonl"
    Tired.left = 10_000
    whole = arena.run(game, ["lowest", chance], deals=6, seed=3, jobs=1)
    Tired.left = 260
    with pytest.raises(arena.ArenaError, match="switched off"):
        arena.run(game, ["lowest", chance], deals=6, seed=3, jobs=1, kept=kept)
    before = kept.read_text().splitlines()
    assert 1 < len(before) < 7
    Tired.left = 10_000
    counted: list[int] = []
    found = arena.run(game, ["lowest", chance], deals=6, seed=3, jobs=2, kept=kept, progress=counted.append)
    assert found == whole
    assert sum(counted) == 6
    lines = kept.read_text().splitlines()
    assert lines[: len(before)] == before
    assert sorted(json.loads(each)["deal"] for each in lines[1:]) == [*range(6)]


@pytest.mark.parametrize("cut", [1, 40, -1, -20])
def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, cut: int) -> None:
    kept = tmp_path / "deals.jsonl"
    whole = arena.run(Gift(), PLAYERS[:1], deals=4, jobs=1, kept=kept)
    written = kept.read_bytes()
    kept.write_bytes(written[:cut])
    assert arena.run(Gift(), PLAYERS[:1], deals=4, jobs=1, kept=kept) == whole
    assert kept.read_bytes() == written


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"seed": 2}, "seed is 1 there, 2 here"),
        ({"game": make("bigtwo", scoring="flat")}, "options is .* there"),
        ({"game": make("hearts")}, "game is bigtwo there, hearts here"),
    ],
)
def test_a_file_of_another_run_is_refused_and_stays_as_it_was(
    tmp_path: Path, other: dict[str, object], why: str
) -> None:
    kept = tmp_path / "deals.jsonl"
    given = {"game": make("bigtwo"), "players": ["lowest"], "deals": 1, "seed": 1, "jobs": 1, "kept": kept}
    arena.run(**given)  # type: ignore[arg-type]
    before = kept.read_bytes()
    with pytest.raises(ValueError, match=why):
        arena.run(**given | other)  # type: ignore[arg-type]
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    "text", ["my notes", "my notes\n", "\udcff\udcfe", "\udcff\n", '{"a": 1}\n', "[]\n", '{"dealt": "arena"}\nmore\n']
)
def test_no_other_file_is_written_over(tmp_path: Path, text: str) -> None:
    kept = tmp_path / "notes.txt"
    kept.write_text(text, errors="surrogateescape")
    with pytest.raises(ValueError, match=r"notes\.txt keeps"):
        arena.run(Gift(), ["lowest"], deals=1, jobs=1, kept=kept)
    assert kept.read_text(errors="surrogateescape") == text


@pytest.mark.slow
def test_one_file_keeps_the_deals_of_several_comparisons(tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    game, kept = make("hearts"), tmp_path / "ladder.jsonl"
    names = ["random", "lowest", "robot"]
    whole = arena.climb(game, names, deals=4, seed=5, jobs=1, kept=kept)
    size = kept.stat().st_size
    assert arena.climb(game, names, deals=4, seed=5, jobs=1, kept=kept) == whole
    assert kept.stat().st_size == size
    assert arena.climb(game, names, deals=4, seed=5, jobs=1) == whole


@pytest.mark.slow
def test_a_run_ends_at_the_wanted_error_and_not_before() -> None:
    game = make("hearts")
    found = arena.run(game, PLAYERS, deals=1000, seed=1, jobs=1, until_error=1.0)
    error = found.pairs[0].error
    assert error is not None
    assert error <= 1.0
    assert found.deals % 50 == 0
    before = arena.run(game, PLAYERS, deals=found.deals - 50, seed=1, jobs=1) if found.deals > 50 else None
    assert before is None or (before.pairs[0].error or 0) > 1.0
    assert arena.run(game, PLAYERS, deals=60, seed=1, jobs=1, until_error=0.0).deals == 60
