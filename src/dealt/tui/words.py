"""The terminal's texts in one language: from its own catalogue, the house's, and those of the game at the table."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from dealt.game import LEVELS, Say
from dealt.texts import LANGUAGES, Catalogue, fill, find_text, parse, sentence
from dealt.wire.protocol import Said
from dealt.wire.refusal import say_of


@cache
def _own() -> dict[str, dict[str, str]]:
    return parse(files("dealt.tui").joinpath("texts.toml").read_text(encoding="utf-8"))


def language_of(wanted: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The language asked for, else that of the environment, else English; ValueError if it is asked for and unknown.

    >>> language_of(None, {"LANG": "zh_CN.UTF-8"}), language_of(None, {"LC_ALL": "C", "LANG": "zh_CN"})
    ('zh', 'en')
    """
    if wanted is not None:
        code = wanted.lower().replace("_", "-").split("-")[0]
        if code not in LANGUAGES:
            raise ValueError(f"there is no language {wanted}: choose among {', '.join(LANGUAGES)}")
        return code
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return next((each for each in LANGUAGES if environment[name].lower().startswith(each)), "en")
    return "en"


class Words:
    """Looks texts up. ``names`` are the occupants by seat, for sentences that mention them."""

    def __init__(self, language: str = "en", *catalogues: Catalogue, names: Sequence[str] = ()) -> None:
        self.language = language
        self.catalogues = catalogues
        self.names: Sequence[str] = names

    def __call__(self, key: str, **args: object) -> str:
        """A text of the terminal itself; ``{n}`` is an argument, ``{n|card|cards}`` the word that fits its number."""
        written = _own().get(self.language, {}).get(key) or _own()["en"].get(key, key)
        return fill(written, lambda name: None if args.get(name) is None else str(args[name]))

    def say(self, said: Say | Said) -> str:
        """A sentence that the rules or the room say."""
        return sentence(
            said if isinstance(said, Say) else say_of(said), *self.catalogues, language=self.language, names=self.names
        )

    def known(self, key: str) -> str | None:
        """The text of a key in the game's or the house's catalogue; None if neither has it."""
        return find_text(key, *self.catalogues, language=self.language)

    def level(self, computer: str) -> str:
        """How well a computer plays, in a word: its level, else its name; empty for a person."""
        return (self.known(f"computer.{computer}") or computer) if computer in LEVELS else computer

    def title(self, game: str) -> str:
        """What a game is called."""
        return self.known("game.title") or game

    def commands(self) -> dict[str, str]:
        """The command that each word stands for, in English and the language in use."""
        found: dict[str, str] = {}
        for language in ("en", self.language):
            for key, written in _own().get(language, {}).items():
                if key.startswith("command."):
                    found |= dict.fromkeys(written.split(), key.removeprefix("command."))
        return found


def option_in_words(written: str, words: Words) -> str:
    """An option and its value: in English as they are typed, else in words."""
    name, _, value = written.partition(" ")
    if words.language == "en":
        return written
    plainly = words(value) if value in ("on", "off") else value
    return f"{words.known(f'option.{name}') or name} {words.known(f'option.{name}.{value}') or plainly}"


def number(value: float) -> str:
    """A number of points: whole ones without a fraction, with a true minus sign.

    >>> number(3.0), number(-2.5)
    ('3', '−2.5')
    """
    written = str(int(value)) if value == int(value) else f"{value:.1f}"
    return written.replace("-", "−")
