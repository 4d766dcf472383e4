"""The command ``python -m tests.kernels``, which compares as many deals as one likes, with few of them."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from dealt.kernels.matching import MatchingCourse
from tests.kernels import __main__ as command
from tests.kernels import agreement

LONG = os.environ.get("DEALT_HYPOTHESIS") == "long"
"""Else one game of each shape of results: the tests of each family compare the others."""


@pytest.mark.slow
@pytest.mark.parametrize("name", agreement.SIMULATED if LONG else ("hearts", "elevens"))
def test_deals_are_the_same_bare_compiled_and_through_the_game(name: str) -> None:
    assert agreement.compare(name, 20, 7) == 20


@pytest.mark.slow
def test_the_command_counts_what_it_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--game", "tens", "--deals", "300"]) == 0
    assert "300 deals equal" in capsys.readouterr().out


@pytest.mark.slow
def test_the_command_finds_a_difference(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    honest = MatchingCourse.simulate

    def wrong(*args: Any, fast: bool, **options: Any) -> Any:
        found = honest(*args, fast=fast, **options)
        return found._replace(left=np.roll(found.left, 1)) if fast else found

    monkeypatch.setattr(MatchingCourse, "simulate", wrong)
    assert command.main(["--game", "tens", "--deals", "40", "--seed", "3"]) == 1
    assert "DIFFERENT after 0 deals: tens, seed 3: bare and compiled differ in left" in capsys.readouterr().out


def test_a_game_without_a_kernel_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--game", "magicfigures"])
    assert "there is no kernel for magicfigures" in capsys.readouterr().err
