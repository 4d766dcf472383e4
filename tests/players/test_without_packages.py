"""Where a package has no wheel, every level of every game plays all the same, in time, and is known to think less."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from dealt import players
from dealt.game import LEVELS
from dealt.games import GAMES, make
from dealt.players.levels import lacking

PLAY = """
import json, sys, time
for name in ("wasmtime", "numpy", "endplay"):
    sys.modules[name] = None
from random import Random
from dealt.games import GAMES
from dealt.game import LEVELS
from dealt.players import computer
from dealt.players.judging import judge_for
from dealt.analysis import weighed
from dealt.players.levels import lacking
from dealt.table import Table, seed_of
found = {}
for name, listing in GAMES.items():
    game = listing.make()
    for level in LEVELS:
        table, player, rng, decided = Table(game, seed_of("bare", 1)), computer(level, game), Random(1), 0
        while table.turn and not decided:
            view = table.view(table.turn[0])
            table.act(table.turn[0], player.choose(view, rng))
            decided += len(view.legal) > 1
        found[f"{name} {level}"] = lacking(game, level)
    table = Table(game, seed_of("bare", 2))
    view = table.view(table.turn[0])
    weighed(judge_for(game), view, computer("beginner", game).choose(view, Random(1)), 1)
print(json.dumps(found))
"""

SEARCHED = (
    "bigtwo", "doudizhu", "chinesepoker", "tienlen", "president", "spades", "hearts", "whist", "euchre", "skat",
    "ohhell", "ginrummy", "guandan",
)  # fmt: skip
"""The games whose expert searches by kernels."""


@pytest.mark.slow
def test_every_level_plays_in_plain_python_and_says_what_it_lacks() -> None:
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert len(found) == len(GAMES) * len(LEVELS)
    assert {each for each, package in found.items() if package == "wasmtime"} == {
        *(f"{name} expert" for name in SEARCHED),
        *(f"{name} {level}" for name in ("klondike", "freecell") for level in LEVELS),
    }
    assert {each for each, package in found.items() if package == "endplay"} == {"bridge hard", "bridge expert"}


def test_with_all_packages_nothing_is_lacking() -> None:
    assert {lacking(make(name), level) for name in GAMES for level in LEVELS} == {""}


def test_without_the_solver_the_other_levels_of_bridge_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    from dealt.players.levels import levels_of

    game = make("bridge")
    before = levels_of(game)
    monkeypatch.setattr(players, "installed", lambda package: False)
    after = levels_of(game)
    assert [after[level] == before[level] for level in LEVELS] == [True, True, True, False, False]
    assert after["expert"].player == "plain"
    assert [lacking(make("bridge", "mini"), level) for level in ("normal", "expert")] == ["", "endplay"]
