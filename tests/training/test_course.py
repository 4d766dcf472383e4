"""Courses of training: the same seed gives the same curve, also after an interruption; the net learns."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealt.games import make
from dealt.games.climbing import Climbing
from dealt.training import Course, course
from dealt.training import climbing as training


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "DEALS", 200)
    monkeypatch.setattr(course, "EVERY", 2)
    monkeypatch.setattr(course, "MEASURED", 2)


def bigtwo() -> Climbing:
    game = make("bigtwo")
    assert isinstance(game, Climbing)
    return game


@pytest.mark.slow
def test_an_interrupted_course_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole = list(Course(bigtwo(), tmp_path / "whole", seed=3).points_until(deals=1200))
    first = Course(bigtwo(), tmp_path / "parts", seed=3)
    going = first.points_until(deals=1200)
    next(going)
    del going  # killed here: what came after the measurement is lost
    first.trainer.round()
    again = Course(bigtwo(), tmp_path / "parts", seed=3)
    assert again.trainer.deals == 400
    list(again.points_until(deals=1200))
    assert again.points == whole
    assert (tmp_path / "parts" / "curve.jsonl").read_text() == (tmp_path / "whole" / "curve.jsonl").read_text()


@pytest.mark.slow
def test_a_folder_with_another_course_is_refused(tmp_path: Path) -> None:
    list(Course(bigtwo(), tmp_path, seed=3).points_until(deals=400))
    with pytest.raises(ValueError, match="another course"):
        Course(bigtwo(), tmp_path, seed=4)
    (tmp_path / "checkpoint.npz").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="can't be read"):
        Course(bigtwo(), tmp_path, seed=3)


@pytest.mark.slow
def test_the_error_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "DEALS", 1000)
    trainer = training.Trainer([bigtwo()], seed=1)
    errors = [trainer.round() for _ in range(5)]
    assert errors[-1] < 0.8 * errors[0]
