"""The example of the guide learns: after a few rounds it takes far fewer points than a seat at random."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest


@pytest.mark.slow
def test_the_example_learns_to_beat_random(capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "learn.py"))
    points = example["learn"](rounds=6)
    assert 6 < points[0] < 7  # at random: a quarter of 26
    assert points[-1] < 4.5
    assert "points a deal" in capsys.readouterr().out
