"""What the games say to people: a catalogue of keys and a page of rules, for each game and language."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from dealt.texts import LANGUAGES, parse


def catalogues(*names: str) -> Mapping[str, Mapping[str, str]]:
    """The texts of the files ``NAME.toml`` by language and key, a later file over an earlier one."""
    found: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for each in names:
        for language, table in parse((files(__name__) / f"{each}.toml").read_text("utf-8")).items():
            found[language] |= table
    return found


def pages(name: str) -> Mapping[str, str]:
    """The rules of a game as Markdown, from ``NAME.LANGUAGE.md``, by language."""
    written = {language: files(__name__) / f"{name}.{language}.md" for language in LANGUAGES}
    return {language: page.read_text("utf-8") for language, page in written.items() if page.is_file()}
