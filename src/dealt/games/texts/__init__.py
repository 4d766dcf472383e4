"""What lobbies show of the games: a catalogue of sentences and a page of rules for each language, lessons, levels.

Texts are read when somebody asks for them: whoever only plays needs none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from dealt.cards import sequence
from dealt.game import LEVELS, Game, Level, Listing, Option, Value
from dealt.texts import LANGUAGES, Catalogue, parse

__all__ = ["listed", "settled"]

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


def settled(options: Sequence[Option], given: Mapping[str, Value] = {}) -> dict[str, Any]:
    """The value of each option: as given, or else its default."""
    return {each.name: each.default for each in options} | dict(given)


def listed(
    name: str,
    maker: Callable[..., Game[Any]],
    options: tuple[Option, ...] = (),
    change: Callable[[Catalogue], Catalogue] = lambda texts: texts,
    **more: Any,
) -> Listing:
    """A game of the house with all that lies here under its name; ``change`` is what it makes of its texts.

    ``NAME.listing.toml`` has the fields of a :class:`~dealt.listing.Listing` that are no code, ``NAME.toml`` the texts
    without those of the game's family, ``NAME.LANGUAGE.md`` the rules, ``NAME.lesson.toml`` the first lesson, and
    ``NAME.png`` the picture for links.
    """
    said = tomllib.loads((HERE / f"{name}.listing.toml").read_text("utf-8"))
    rules = {language: HERE / f"{name}.{language}.md" for language in LANGUAGES}
    levels: list[Any] = [tuple(Level(**row[level]) for level in LEVELS) for row in said.get("levels", ())]
    picture, lesson = HERE / f"{name}.png", HERE / f"{name}.lesson.toml"
    return Listing(
        name,
        maker,
        options,
        said.get("presets", {}),
        _Later(lambda: change(parse((HERE / f"{name}.toml").read_text("utf-8")))),
        _Later(lambda: {language: page.read_text("utf-8") for language, page in rules.items() if page.is_file()}),
        computers=tuple(said.get("computers", ())),
        levels=tuple(levels),
        picture=sequence(said["picture"]),
        spread=said.get("spread", "fan"),
        group=said["group"],
        preview=picture if picture.is_file() else None,
        lesson=lesson.read_text("utf-8") if lesson.is_file() else "",
        aliases=said.get("aliases", {}),
        ratings=said.get("ratings", {}),
        **more,
    )
