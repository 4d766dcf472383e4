"""Every word of the terminal exists in both languages, and every key that is used exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dealt.tui
from dealt.game import Say
from dealt.tui.words import Words, _own, language_of

FOLDER = Path(dealt.tui.__file__).parent


def test_both_languages_have_the_same_keys_and_places() -> None:
    english, chinese = _own()["en"], _own()["zh"]
    assert set(english) == set(chinese)
    for key, written in english.items():
        assert set(re.findall(r"\{(\w+)", chinese[key])) <= set(re.findall(r"\{(\w+)", written)), key


def test_every_key_that_is_said_exists() -> None:
    said: set[str] = set()
    for path in FOLDER.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        said |= set(re.findall(r'(?:words|note|_words)\(\s*"([a-z_.]+)"', source))
        said |= {f"why.{key}" for key in re.findall(r'Invalid\("([a-z_]+)"', source)}
    assert len(said) > 50
    assert said <= set(_own()["en"]) | {"why."}


def test_numbers_choose_the_word_that_fits() -> None:
    words = Words("en")
    assert words("choices", n=1).startswith("1 play is possible")
    assert words("choices", n=3).startswith("3 plays are possible")
    assert Words("zh")("deal", n=2) == "第 2 局"
    assert Words("zh")("no.such.key") == "no.such.key"
    assert words("deal") == "deal {n}"


def test_a_game_speaks_through_its_own_catalogue() -> None:
    words = Words("zh", {"en": {"game.title": "Toy", "a": "A {x}"}, "zh": {"game.title": "玩具"}}, names=("Ann",))
    assert words.title("toy") == "玩具"
    assert words.say(Say("a", {"x": "#0"})) == "A Ann"
    assert Words("en").title("toy") == "toy"


@pytest.mark.parametrize(
    ("wanted", "environment", "found"),
    [
        ("zh", {}, "zh"),
        ("zh_CN", {}, "zh"),
        ("EN", {"LANG": "zh_CN.UTF-8"}, "en"),
        (None, {"LANG": "zh_CN.UTF-8"}, "zh"),
        (None, {"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en"),
        (None, {"LC_MESSAGES": "zh_TW", "LANG": "de_DE"}, "zh"),
        (None, {}, "en"),
    ],
)
def test_the_language(wanted: str | None, environment: dict[str, str], found: str) -> None:
    assert language_of(wanted, environment) == found


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no language fr: choose among en, zh"):
        language_of("fr")
