"""Catalogues of texts for people: reading them, and making sentences from ``Say`` values.

A catalogue file is TOML with one table for each language; nested tables make dotted keys. English is complete; a text
missing in another language is taken from it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from dealt.cards import pretty, sequence
from dealt.game import Say

__all__ = ["LANGUAGES", "Catalogue", "common", "fill", "find_text", "parse", "plain", "sentence"]

Catalogue = Mapping[str, Mapping[str, str]]
"""Texts by language and key, with placeholders such as ``{argument}`` and ``{number|card|cards}``."""

LANGUAGES: Final = ("en", "zh")
_PLACE: Final = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}", re.ASCII)


def parse(written: str) -> dict[str, dict[str, str]]:
    """The catalogue in a TOML text.

    >>> parse('[en.kind]\\npair = "pair of {rank}"')
    {'en': {'kind.pair': 'pair of {rank}'}}
    """
    return {language: dict(_flat("", table)) for language, table in tomllib.loads(written).items()}


def _flat(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            found += _flat(f"{prefix}{key}.", value)
        elif key == "_":  # the text for the table's own key
            found.append((prefix.removesuffix("."), str(value)))
        else:
            found.append((prefix + key, str(value)))
    return found


@cache
def common() -> dict[str, dict[str, str]]:
    """The catalogue that all games share: refusals, errors, notices, and the words of each family of games."""
    found: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for each in sorted(Path(__file__).with_name("catalogues").iterdir()):
        for language, table in parse(each.read_text(encoding="utf-8")).items():
            found[language] |= table
    return found


def find_text(key: str, *catalogues: Catalogue, language: str = "en") -> str | None:
    """The text of a key in the first catalogue that has it, the shared one last; else the same in English."""
    for tongue in (language, "en"):
        for each in (*catalogues, common()):
            if key in each.get(tongue, {}):
                return each[tongue][key]
    return None


def plain(key: str) -> str:
    """The last part of a key as words, for a key that no catalogue has.

    >>> plain("kind.pair_sequence")
    'pair sequence'
    """
    return key.rpartition(".")[2].replace("_", " ")


def fill(written: str, shown: Callable[[str], str | None]) -> str:
    """A text with its placeholders filled; ``shown`` returns the text of an argument by name, None if there is none.

    ``{n}`` becomes the argument, ``{n|card|cards}`` the first word if the argument is "1" and else the second.
    Filled-in text is not searched for placeholders, and a placeholder without an argument stays. The page
    does the same in ``web/src/lib/text.svelte.ts``.

    >>> fill("{who} draws {n} {n|card|cards}", {"who": "{n}", "n": "1"}.get)
    '{n} draws 1 card'
    """

    def filled(place: re.Match[str]) -> str:
        value = shown(place[1])
        if value is None:
            return place[0]
        return value if place[2] is None else place[2] if value == "1" else place[3]

    return _PLACE.sub(filled, written)


def sentence(say: Say, *catalogues: Catalogue, language: str = "en", names: Sequence[str] = ()) -> str:
    """The sentence in a language, by the first catalogue that has its key; English where the language lacks it.

    ``names`` are the occupants by seat. If no catalogue has the key, the key above it is used ("play" for "play.trio",
    so that a game of somebody's own needs few texts), and without that the key itself is shown.

    >>> texts = {"en": {"play": "Play {cards}", "play.pair": "Play pair of {rank}"}}
    >>> sentence(Say("play.pair", {"rank": "9"}), texts)
    'Play pair of 9'
    >>> sentence(Say("play.trio", {"cards": ("9c", "9d", "9h")}), texts)
    'Play 9♣ 9♦ 9♥'
    """

    def known(key: str) -> str | None:
        return find_text(key, *catalogues, language=language)

    def shown(value: str | int | tuple[str, ...]) -> str:
        if isinstance(value, tuple | list):
            return " ".join(pretty(one) for written in value for one in sequence(written))
        if isinstance(value, str) and value.startswith("@"):
            found = known(value[1:])
            return plain(value[1:]) if found is None else found
        if isinstance(value, str) and value.startswith("#") and value[1:].isdecimal():
            seat = int(value[1:])
            return names[seat] if seat < len(names) else str(seat)
        return str(value)

    key, written = say.key, known(say.key)
    while written is None:
        if "." not in key:
            return say.key
        key = key.rpartition(".")[0]
        written = known(key)
    return fill(written, lambda name: shown(say.args[name]) if name in say.args else None)
