"""The convention card: the rows of the system as a page for people. ``python -m`` this module prints it.

``docs/bridge-system.md`` and ``docs/bridge-system.zh.md`` are what it prints in English and Chinese.
"""

from __future__ import annotations

import re
import sys
from itertools import groupby

from dealt.games import GAMES
from dealt.players.advice.bridge.standard.row import SystemRow
from dealt.players.advice.bridge.standard.system import system_rows

__all__ = ["card"]


def card(language: str = "en") -> str:
    """The convention card as Markdown, in English or Chinese."""
    lines = [f"# {_text('system.title', language)}", "", _text("system.about", language), ""]
    for section, some in groupby(system_rows(), key=lambda row: row.section):
        heads = [_text(f"system.{each}", language) for each in ("auction", "call", "meaning", "promise")]
        lines += [f"## {_text(f'system.{section}', language)}", "", f"| {' | '.join(heads)} |", "|---|---|---|---|"]
        lines += [_line(row, language) for row in some]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _line(row: SystemRow, language: str) -> str:
    auction, call, promise = row.text
    force = ("", "forcing", "to_game")[row.forcing]
    marks = [_text(f"system.{each}", language) for each in (force, "artificial" if row.artificial else "") if each]
    meaning = "; ".join((_meaning(row, language), *marks))
    return f"| `{_words(auction, language)}` | `{call}` | {meaning} | {_words(promise, language)} |"


def _meaning(row: SystemRow, language: str) -> str:
    """The sentence that a table shows for the call, without the promise, which has a column of its own."""
    said = _text(f"meaning.{row.name}", language).replace("{promise}", "")
    return re.sub(r"\s*[(（][)）]|[:：]\s*$|，\s*$", "", said).strip()


def _words(notation: str, language: str) -> str:
    """The notation of a row with its words in another language; letters and figures stay."""
    if language == "en":
        return notation
    texts = GAMES["bridge"].texts[language]
    return re.sub(r"[a-z_]{2,}", lambda word: texts.get(f"system.word.{word[0]}", word[0]), notation)


def _text(key: str, language: str) -> str:
    return GAMES["bridge"].texts[language][key]


if __name__ == "__main__":
    sys.stdout.write(card(*sys.argv[1:2]))
