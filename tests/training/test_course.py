"""Courses of training: the same seed gives the same curve, also after an interruption; the net learns."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from dealt.games import make
from dealt.games.climbing import Climbing
from dealt.kernels.climbing_values import FEATURES, Net, teach
from dealt.players.search.climbing import Network
from dealt.players.search.nets import read
from dealt.training import Course, course
from dealt.training import climbing as training
from dealt.training.imitation import imitation, watched
from dealt.training.playing import Asked, Threads


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "DEALS", 200)
    monkeypatch.setattr(course, "EVERY", 2)
    monkeypatch.setattr(course, "EARLY", (1,))
    monkeypatch.setattr(course, "MEASURED", 2)
    monkeypatch.setattr(course, "WATCHED", 8)
    monkeypatch.setattr(course, "PASSES", 4)


def bigtwo() -> Climbing:
    game = make("bigtwo")
    assert isinstance(game, Climbing)
    return game


@pytest.mark.slow
def test_an_interrupted_course_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    begin = partial(Course, bigtwo(), seed=3, rival="lowest")
    whole = list(begin(tmp_path / "whole").points_until(deals=1000))
    first = begin(tmp_path / "parts")
    going = first.points_until(deals=1000)
    assert [next(going).deals for _ in range(2)] == [200, 400]
    del going  # killed here: what came after the measurement is lost
    first.trainer.round()
    again = begin(tmp_path / "parts")
    assert again.trainer.deals == 400
    list(again.points_until(deals=600))
    late = begin(tmp_path / "parts")
    assert late.trainer.deals == 600, "what was learned after the last measurement is kept"
    list(late.points_until(deals=1000))
    assert late.points == whole
    assert (tmp_path / "parts" / "curve.jsonl").read_text() == (tmp_path / "whole" / "curve.jsonl").read_text()


@pytest.mark.slow
def test_the_number_of_threads_does_not_change_the_net(tmp_path: Path) -> None:
    found = []
    for jobs in (1, 3):
        trainer = training.Trainer([bigtwo()], seed=5, engine=Threads(jobs))
        errors = [trainer.round() for _ in range(3)]
        found.append((errors, [each.tobytes() for each in trainer.net]))
    assert found[0] == found[1]


@pytest.mark.slow
def test_a_folder_with_another_course_is_refused(tmp_path: Path) -> None:
    list(Course(bigtwo(), tmp_path, seed=3).points_until(deals=400))
    with pytest.raises(ValueError, match="another course"):
        Course(bigtwo(), tmp_path, seed=4)
    (tmp_path / "checkpoint.npz").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="can't be read"):
        Course(bigtwo(), tmp_path, seed=3)


@pytest.mark.slow
@pytest.mark.turns(2)
def test_the_net_learns_to_beat_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "DEALS", 1000)
    game, deals = bigtwo(), 2000
    trainer = training.Trainer([game], seed=1)
    before = Net(*(each.copy() for each in trainer.net))
    for _ in range(5):
        trainer.round()
    _, _, ends = Asked(game, (trainer.net, before), 100, 0, 7).played((0, deals))
    gains = game.hand * ends[np.arange(deals), np.arange(deals) % game.seats]
    assert gains.mean() > 5 * gains.std() / deals**0.5


@pytest.mark.slow
@pytest.mark.turns(2)
def test_a_net_learns_to_choose_as_a_computer_does(tmp_path: Path) -> None:
    game = bigtwo()
    reader = Network(game, read(Course(game, tmp_path, seed=3).weights()))
    choices = watched(game, "lowest", 150, 1, reader)
    net, shares = imitation(choices, 1, 6, 32, 16)
    assert shares[-1] > 0.8 > shares[0]
    assert [each.shape for each in net] == [(FEATURES, 32), (32,), (32, 16), (16,), (16,), (1,)]


@pytest.mark.slow
def test_a_course_begins_with_weights_of_another(tmp_path: Path) -> None:
    first = Course(bigtwo(), tmp_path / "first", seed=3)
    begun = read(first.weights())
    again = Course(bigtwo(), tmp_path / "again", seed=4, begun=begun)
    assert read(again.weights()).net == begun.net
    list(again.points_until(deals=400))
    assert Course(bigtwo(), tmp_path / "again", seed=4, begun=begun).trainer.deals == 400
    with pytest.raises(ValueError, match="another course"):
        Course(bigtwo(), tmp_path / "again", seed=4)


def test_targets_lie_between_the_end_and_what_was_hoped_for_later() -> None:
    who, hoped, worth = [0, 1, 0, 0, -2], [9.0, 8.0, 0.5, 0.25, 7.0], [0.0] * 5
    teach(2, 0.5, [-1.0, 2.0], who, hoped, worth, 0, 5)
    assert worth == [0.0625, 2.0, -0.375, -1.0, 2.0]  # seat 1 strayed at its last choice, from which it went out


@pytest.mark.slow
def test_what_a_rival_thinks_is_no_part_of_a_target() -> None:
    first = training.Trainer([bigtwo()], seed=1)
    net = first.net
    rival = net._replace(last_bias=net.last_bias + 1e6)
    first.rival = rival
    for number in range(3):
        assert abs(first._play(net, number).worth).max() < 10
