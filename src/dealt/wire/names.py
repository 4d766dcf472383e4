"""What the name of a person may be, in any room. Nothing else defines this.

A name has 2 to 10 characters: letters and digits of any script, ``-`` and ``_``. A character is what people take for
one: a letter counts once with all of its marks, and so do letters that a sign joins. Names are kept in NFKC.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import count
from typing import Final

from dealt.wire.refusal import Refused
from dealt.wire.values import LONGEST_NAME, SHORTEST_NAME

STORED: Final = 32
"""Code points that the database keeps of a name without case."""
MOST_MARKS: Final = 3
"""Of a letter."""
KINDS: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl"})
JOINING: Final = frozenset("\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u1039\u17d2\u1a60\u1b44\u1bab\ua9c0\uaaf6")
"""Marks after which a letter stands below or within the one before: ``InCB=Linker`` of UAX #44, of scripts in use."""
UNSEEN: Final = frozenset(
    chr(each)
    for first, last in (
        (0x34F, 0x34F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0xFE00, 0xFE0F),
        (0xE0100, 0xE01EF),
    )
    for each in range(first, last + 1)
)
"""Letters and marks in NFKC that nobody sees: ``Default_Ignorable_Code_Point``."""


def characters(written: str) -> list[str]:
    """What people take for the characters of a text."""
    found: list[str] = []
    for each in written:
        kind = unicodedata.category(each)
        if found and (kind[0] == "M" or (kind == "Lo" and found[-1][-1] in JOINING)):
            found[-1] += each
        else:
            found.append(each)
    return found


def check_name(written: str) -> str:
    """The name as it is kept; Refused says what to change."""
    name = unicodedata.normalize("NFKC", written).strip()
    parts = characters(name)
    wrong = next((each for each in parts if not _may_stand(each)), None)
    if wrong is not None:
        raise Refused("name_blank") if wrong.isspace() else Refused("name_letters", wrong=f"“{_shown(wrong)}”")
    if len(parts) < SHORTEST_NAME:
        raise Refused("name_short", least=SHORTEST_NAME)
    if len(parts) > LONGEST_NAME or len(name.casefold()) > STORED:
        raise Refused("name_long", length=len(parts), most=LONGEST_NAME)
    return name


def numbered(name: str) -> Iterator[str]:
    """Names like this one, each with a number at its end."""
    parts = characters(name)
    while len(parts) > 1 and parts[-1].isdecimal():
        parts.pop()
    for number in count(2):
        tail = str(number)
        tried = "".join(parts[: LONGEST_NAME - len(tail)]) + tail
        if len(tried.casefold()) <= STORED:
            yield tried


def _may_stand(character: str) -> bool:
    """Is it a letter, a digit or a sign, or several letters, with a few marks that can be seen?"""
    marks = MOST_MARKS + 1
    for each in character:
        kind = unicodedata.category(each)
        marks = marks + 1 if kind[0] == "M" else 0
        if marks > MOST_MARKS or each in UNSEEN or not (marks or kind in KINDS or each in "-_"):
            return False
    return True


def _shown(sign: str) -> str:
    """A sign that can be read, or its number."""
    if sign.isprintable() and not UNSEEN.intersection(sign):
        return sign
    return " ".join(f"U+{ord(each):04X}" for each in sign)
