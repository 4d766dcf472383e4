"""Every first lesson plays from its first step to its last, and speaks both languages wherever it stops."""

from __future__ import annotations

import pytest

from dealt.game import find
from dealt.games import GAMES
from dealt.lesson import Lesson, LessonError, LessonFrame
from dealt.texts import LANGUAGES

LESSONS = {name: listing for name, listing in GAMES.items() if listing.lesson}


def frames(name: str) -> tuple[LessonFrame, ...]:
    return Lesson.read(LESSONS[name].lesson).frames(LESSONS[name].make)[1]


def test_every_game_has_a_lesson() -> None:
    assert set(LESSONS) == set(GAMES)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_can_be_read_and_played(name: str) -> None:
    found = frames(name)
    seat = Lesson.read(LESSONS[name].lesson).seat
    assert {frame.view.seat for frame in found} == {seat}
    acts = [frame for frame in found if frame.play is not None]
    assert len(acts) >= 3, "a lesson is for doing"
    for frame in acts:
        assert seat in frame.view.turn
        assert find(frame.view, str(frame.play)) is not None


def test_a_step_points_only_at_what_is_there() -> None:
    written = LESSONS["bigtwo"].lesson
    assert any(each.look == ("3d", "2s") for each in frames("bigtwo"))
    for wrong in ("4c", "seat 4", "hand 9"):  # a card of another's, a seat and a pile that aren't there
        lesson = Lesson.read(written.replace('look = ["3d", "2s"]', f'look = ["{wrong}"]'))
        with pytest.raises(LessonError, match=f"step 2 of the lesson: {wrong} can't be pointed at"):
            lesson.frames(LESSONS["bigtwo"].make)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_speaks_where_it_stops_in_both_languages(name: str) -> None:
    lesson = Lesson.read(LESSONS[name].lesson)
    assert 5 <= len(lesson.steps) <= 16
    for number, step in enumerate(lesson.steps, 1):
        assert set(step.words) == set(LANGUAGES), f"step {number}"
        assert all(text.strip() == text and text for text in step.words.values()), f"step {number}"
    stops = [frame for frame in frames(name) if frame.play is not None]
    assert all(frame.words for frame in stops)
