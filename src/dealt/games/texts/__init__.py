"""The texts of the games: a catalogue of sentences and a page of rules for each game and language, and lessons."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from dealt.texts import LANGUAGES, parse


def catalogue(name: str) -> Mapping[str, Mapping[str, str]]:
    """The texts of ``NAME.toml`` by language and key, without those of the game's family."""
    return parse((files(__name__) / f"{name}.toml").read_text("utf-8"))


def pages(name: str) -> Mapping[str, str]:
    """The rules of a game as Markdown, from ``NAME.LANGUAGE.md``, by language."""
    written = {language: files(__name__) / f"{name}.{language}.md" for language in LANGUAGES}
    return {language: page.read_text("utf-8") for language, page in written.items() if page.is_file()}


def lesson(name: str) -> str:
    """The first lesson of a game as TOML, from ``NAME.lesson.toml``; empty if it has none."""
    written = files(__name__) / f"{name}.lesson.toml"
    return written.read_text("utf-8") if written.is_file() else ""
