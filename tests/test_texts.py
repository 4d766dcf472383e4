"""Sentences come out the same in Python and on the page: both run the cases of one file (text.test.ts is the other)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dealt.game import Fact, Say
from dealt.texts import fill, sentence
from dealt.tui.draw import Artist
from dealt.tui.pages import chance
from dealt.tui.paint import Paint
from dealt.tui.words import Words

FILE = json.loads((Path(__file__).parent / "cases" / "sentences.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", FILE["cases"], ids=lambda case: case["said"])
def test_sentences(case: dict[str, Any]) -> None:
    args = {name: tuple(value) if isinstance(value, list) else value for name, value in case["args"].items()}
    language = case.get("language", "en")
    assert sentence(Say(case["key"], args), FILE["texts"], language=language, names=FILE["names"]) == case["said"]


def test_the_terminal_fills_its_own_texts_and_badges_in_the_same_way() -> None:
    words = Words("en", {"en": {"fact.hits": "{owner}: {value} {value|hit|hits}"}}, names=["{value}", "Bo"])
    assert words("won", names="{n}", n=1) == "{n} wins this deal"
    assert words("won", names="Ann and Bo", n=2) == "Ann and Bo win this deal"
    artist = Artist(words, Paint(4, paper=False))
    assert [artist.fact(Fact("hits", 0, n)).plain for n in (1, 2)] == ["{value}: 1 hit", "{value}: 2 hits"]
    assert chance(0.125, "1 in {n}, {n|surely|hardly}") == "12.50 % (1 in 8.0, hardly)"


def test_a_place_that_nothing_is_known_of_stays() -> None:
    assert fill("{a|one|many} {b} { c } {}", {"b": "1"}.get) == "{a|one|many} 1 { c } {}"
