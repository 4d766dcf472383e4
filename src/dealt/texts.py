"""Catalogues of texts for people: reading them, and making sentences from what rules and rooms say.

A catalogue file is TOML with a table a language; nested tables make dotted keys. English is complete, another
language falls back to it text by text.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from dealt.cards import pretty, sequence
from dealt.game import Say

__all__ = ["LANGUAGES", "Catalogue", "common", "parse", "sentence"]

Catalogue = Mapping[str, Mapping[str, str]]
"""Language -> key -> text with ``{argument}`` places."""

LANGUAGES: Final = ("en", "zh")


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
        elif key == "_":  # the text of the table's own key, beside the keys below it
            found.append((prefix.removesuffix("."), str(value)))
        else:
            found.append((prefix + key, str(value)))
    return found


@cache
def common() -> dict[str, dict[str, str]]:
    """What the house itself says, whatever is played: refusals, errors, notices."""
    return parse(files("dealt").joinpath("common.toml").read_text(encoding="utf-8"))


def sentence(say: Say, *catalogues: Catalogue, language: str = "en", names: Sequence[str] = ()) -> str:
    """The sentence in a language: the first catalogue that knows the key, English where the language lacks it.

    ``names`` are the occupants by seat. A key that nobody knows stands for itself, so that a gap is seen, not fatal.

    >>> sentence(Say("kind.pair", {"rank": "9"}), {"en": {"kind.pair": "pair of {rank}"}})
    'pair of 9'
    """

    def known(key: str) -> str | None:
        for tongue in (language, "en"):
            for each in (*catalogues, common()):
                if key in each.get(tongue, {}):
                    return each[tongue][key]
        return None

    def shown(value: str | int | tuple[str, ...]) -> str:
        if isinstance(value, tuple | list):
            return " ".join(pretty(one) for written in value for one in sequence(written))
        if isinstance(value, str) and value.startswith("@"):
            return known(value[1:]) or value[1:]
        if isinstance(value, str) and value.startswith("#") and value[1:].isdecimal():
            seat = int(value[1:])
            return names[seat] if seat < len(names) else str(seat)
        return str(value)

    written = known(say.key)
    if written is None:
        return say.key
    for key, value in say.args.items():
        written = written.replace("{" + key + "}", shown(value))
    return written
