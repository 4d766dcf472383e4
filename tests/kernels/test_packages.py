"""What is imported: rules and players need neither NumPy nor wasmtime, and nothing that runs needs a compiler."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import dealt
from dealt.games import make
from dealt.kernels import simulate


def said(code: str) -> str:
    """What a Python of its own prints."""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_nothing_of_the_package_imports_a_compiler() -> None:
    for path in Path(dealt.__file__).parent.rglob("*.py"):
        assert not re.search(r"^\s*(import|from) (numba|llvmlite)\b", path.read_text("utf-8"), re.MULTILINE), path


@pytest.mark.slow
def test_players_and_rules_import_no_numpy() -> None:
    names = "advice.tricks.playout advice.tricks.robots search.spades search.hearts advice.bridge"
    code = f"""
import sys
from importlib import import_module
for name in {names.split()}: import_module("dealt.players." + name)
print([each for each in ("numpy", "wasmtime") if each in sys.modules])
"""
    assert said(code) == "[]\n"


@pytest.mark.slow
def test_without_numpy_games_are_played_and_simulations_say_what_to_install() -> None:
    code = """
import sys
for name in ("wasmtime", "numpy", "platformdirs"): sys.modules[name] = None
from dealt.games import make
from dealt.players import computer
from dealt.table import play
from dealt.kernels import simulate
game = make("spades", "simple")
assert play(game, [computer("normal", game)] * 4, bytes(32)).over
try:
    simulate(game, 1)
except ImportError as error:
    print(error)
"""
    assert said(code) == "deals are simulated with NumPy: install dealt[fast]\n"


@pytest.mark.slow
def test_without_wasmtime_deals_are_the_same() -> None:
    code = """
import sys
sys.modules["wasmtime"] = None
from dealt.games import make
from dealt.kernels import simulate
from dealt.kernels.machine import available
print(available(), simulate(make("spades"), 20, 1).scores.tolist())
"""
    assert said(code) == f"False {simulate(make('spades'), 20, 1).scores.tolist()}\n"
