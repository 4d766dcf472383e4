"""The convention card: the rows of the system, leads and signals as a page for people: python -m scripts.card [zh]

docs/bridge-system.md and docs/bridge-system.zh.md are what it prints in English and Chinese.
"""

from __future__ import annotations

import re
import sys
from itertools import groupby
from typing import Final

from dealt.cards import mask
from dealt.games import GAMES
from dealt.players.advice.bridge.carding import lead_of
from dealt.players.advice.bridge.standard.row import SystemRow
from dealt.players.advice.bridge.standard.system import system_rows

HOLDINGS: Final = (
    "AK", "AKx", "AKxx", "KQx", "KQxx", "KQ10x", "QJx", "QJ9x", "J10x", "109x", "AQJx", "AJ10x", "KJ10x", "K109x",
    "Axxx", "Kxx", "Qxxx", "Kxxxx", "Jxxx", "xx", "xxx", "xxxx",
)  # fmt: skip
"""The holdings of which the card says what is led, as people write them."""
SIGNALS: Final = (
    ("liked", "liked_card"), ("disliked", "lowest_card"), ("even", "liked_card"), ("odd", "lowest_card"),
    ("again", "lowest_card"),
)  # fmt: skip
"""Situations and what is played in them."""
_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def card(language: str = "en") -> str:
    """The convention card as Markdown, in English or Chinese."""
    lines = [f"# {_text('system.title', language)}", "", _text("system.about", language), ""]
    for section, some in groupby(system_rows(), key=lambda row: row.section):
        heads = [_text(f"system.{each}", language) for each in ("auction", "call", "meaning", "promise")]
        lines += [f"## {_text(f'system.{section}', language)}", "", f"| {' | '.join(heads)} |", "|---|---|---|---|"]
        lines += [_line(row, language) for row in some]
        lines.append("")
    return "\n".join(lines + _leads(language) + _signals(language)) + "\n"


def _leads(language: str) -> list[str]:
    heads = [_text(f"system.holding_{each}", language) for each in ("trumps", "notrump")]
    rows = [f"| {_led(each, notrump=False)} | {_led(each, notrump=True)} |" for each in HOLDINGS]
    title, about = _text("system.leads", language), _text("system.leads_about", language)
    return [f"## {title}", "", about, "", f"| {' | '.join(heads)} |", "|---|---|", *rows, ""]


def _led(holding: str, *, notrump: bool) -> str:
    """A holding with the card in bold that is led from it."""
    signs = re.findall("10|.", holding)
    small = iter(range(len(signs) + 1, 0, -1))
    held = [4 * (next(small) - 1 if sign == "x" else _RANKS.index(sign)) for sign in signs]
    led = held.index(lead_of(mask(held), notrump))
    return "".join(f"**{sign}**" if n == led else sign for n, sign in enumerate(signs))


def _signals(language: str) -> list[str]:
    heads = [_text(f"system.{each}", language) for each in ("situation", "played")]
    rows = [f"| {' | '.join(_text(f'system.{each}', language) for each in row)} |" for row in SIGNALS]
    title, about = _text("system.signals", language), _text("system.signals_about", language)
    return [f"## {title}", "", f"| {' | '.join(heads)} |", "|---|---|", *rows, "", about]


def _line(row: SystemRow, language: str) -> str:
    auction, call, promise = row.text
    force = ("", "forcing", "to_game")[row.forcing]
    kinds = (force, "artificial" if row.artificial else "", "spare" if row.spare else "")
    meaning = "; ".join((_meaning(row, language), *(_text(f"system.{each}", language) for each in kinds if each)))
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
