"""Every game still plays its golden transcripts, view by view."""

from __future__ import annotations

from typing import Any

import pytest

from dealt.game import Game
from tests.transcripts import FOLDER, cases, transcript

CASES = cases()
ANEW = "if that is meant, python -m tests.transcripts writes all anew: commit them once you have read what differs"


@pytest.mark.parametrize(("key", "game"), CASES.items(), ids=CASES)
def test_golden(key: str, game: Game[Any]) -> None:
    path = FOLDER / f"{key}.txt"
    assert path.exists(), f"no transcript for {key}: python -m tests.transcripts writes it"
    assert transcript(game) == path.read_text(encoding="utf-8"), ANEW


def test_no_transcript_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(CASES)
