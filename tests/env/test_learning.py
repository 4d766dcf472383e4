"""The example of the guide learns: after a few rounds it takes far fewer points than a seat at random."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"


@pytest.mark.slow
def test_the_example_learns_to_beat_random() -> None:
    """By ten standard errors, in deals from which it does not learn any more."""
    play = runpy.run_path(str(EXAMPLE))["play"]
    first = play(seed=0, rate=0.15)  # nothing is learnt yet: these are points at random, a quarter of 26 on average
    for number in range(1, 6):
        play(seed=number, rate=0.15)
    learnt = play(seed=10_000, rate=0)
    error = float((first.var() / 1024 + learnt.var() / 1024) ** 0.5)
    assert abs(first.mean() - 6.5) < 6 * first.std() / 32
    assert first.mean() - learnt.mean() > 10 * error


def test_the_example_has_twenty_lines() -> None:
    """Without its docstring, comments, blank lines and imports."""
    tree = ast.parse(EXAMPLE.read_text("utf-8"))
    skipped = {
        line
        for node in tree.body
        if isinstance(node, (ast.Import, ast.ImportFrom)) or node is tree.body[0]
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    lines = EXAMPLE.read_text("utf-8").splitlines()
    code = [line for n, line in enumerate(lines, 1) if n not in skipped and re.match(r"\s*[^\s#]", line)]
    assert len(code) <= 20


@pytest.mark.slow
def test_the_example_says_how_far_it_has_come() -> None:
    shorter = EXAMPLE.read_text("utf-8").replace("range(20 ", "range(2 ")
    said = subprocess.run([sys.executable, "-c", shorter], capture_output=True, text=True, check=True, timeout=300)
    assert re.fullmatch(r"(round \d: \d\.\d\d points a deal, give or take 0\.\d\d\n){2}", said.stdout)
