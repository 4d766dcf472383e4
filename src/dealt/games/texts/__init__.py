"""The texts of the games: a catalogue of sentences and a page of rules for each game and language, and lessons.

They are read when somebody asks for them: whoever only plays needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final, Generic, TypeVar

from dealt.texts import LANGUAGES, Catalogue, parse

__all__ = ["catalogue", "lesson", "pages", "preview"]

T = TypeVar("T")
HERE: Final = Path(__file__).parent


class _Later(Mapping[str, T], Generic[T]):
    """A mapping that is made when somebody first looks into it."""

    def __init__(self, make: Callable[[], Mapping[str, T]]):
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, T]:
        return self._make()

    def __getitem__(self, key: str) -> T:
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


def catalogue(name: str, change: Callable[[Catalogue], Catalogue] = lambda texts: texts) -> Catalogue:
    """The texts of ``NAME.toml`` by language and key, without those of the game's family, as ``change`` leaves them."""
    return _Later(lambda: change(parse((HERE / f"{name}.toml").read_text("utf-8"))))


def pages(name: str) -> Mapping[str, str]:
    """The rules of a game as Markdown, from ``NAME.LANGUAGE.md``, by language."""
    written = {language: HERE / f"{name}.{language}.md" for language in LANGUAGES}
    return _Later(lambda: {language: page.read_text("utf-8") for language, page in written.items() if page.is_file()})


def preview(name: str) -> Path | None:
    """The picture of a game for links, ``NAME.png``; None if it has none."""
    drawn = HERE / f"{name}.png"
    return drawn if drawn.is_file() else None


def lesson(name: str) -> str:
    """The first lesson of a game as TOML, from ``NAME.lesson.toml``; empty if it has none."""
    written = HERE / f"{name}.lesson.toml"
    return written.read_text("utf-8") if written.is_file() else ""
