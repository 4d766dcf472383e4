"""When two names of people are too much alike. Nothing else defines this; what a name may be says dealt.wire.names.

Two names clash if they are the same without case, or look the same: if their skeletons by UTS #39 are equal, or are so
without marks that the script doesn't need, with ``lookalikes.txt`` besides. The database stores how names look: a
change here needs a migration like 0010.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import regex

from dealt.wire.names import numbered

DIRECTION: Final = "\u200e"
"""The data puts this mark around letters that are written from right to left."""
NEEDLESS: Final = regex.compile(r"[\p{M}&&[\p{Inherited}\p{Hebrew}\p{Arabic}]]|[\u0640\u07fa]", regex.V1)
"""Marks that are no letter of their own, if none is composed with them, and what draws Arabic letters out."""
DIGITS: Final = str.maketrans("SZB", "528")
"""Capitals that look like a digit."""


@cache
def _table() -> dict[int, str]:
    """For ``str.translate``: each confusable sign and what it stands for."""
    return str.maketrans({sign: target for sign, target in _prototypes() if len(sign) == 1})


def _prototypes() -> Iterator[tuple[str, str]]:
    """What each confusable character stands for. The data gives pairs in both directions, so most have one prototype.

    The prototype is what several others look like; of a pair that stands alone, the lesser of the two.
    """
    from confusable_homoglyphs.confusables import confusables_data  # a large file, read at the first name

    for written, alike in confusables_data.items():
        if len(alike) == 1:
            other = alike[0]["c"]
            sign, target = written.strip(DIRECTION), other.strip(DIRECTION)
            yield sign, min(sign, target) if len(confusables_data[other]) == 1 else target


@cache
def _wide_table() -> dict[int, str]:
    """The table with the house's own."""
    lines = Path(__file__).with_name("lookalikes.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return _table() | {ord(sign): first for first, *others in rows for sign in others}


def looks(name: str) -> frozenset[str]:
    """How a name looks, without case. Two names are too much alike if they share one of these."""
    readings = name, name.casefold(), name.translate(DIGITS)
    return frozenset(
        {_skeleton(name.casefold()), _skeleton(name).casefold(), name.casefold(), *map(_wide_skeleton, readings)}
    )


def alternative(name: str, taken: Container[str]) -> str:
    """A name like this one, with a number, that has none of the taken looks."""
    return next(each for each in numbered(name) if not any(look in taken for look in looks(each)))


def _skeleton(name: str) -> str:
    """The skeleton of UTS #39: equal for names that look the same."""
    taken_apart = unicodedata.normalize("NFD", name).translate(_table())
    return unicodedata.normalize("NFD", taken_apart)


def _wide_skeleton(name: str) -> str:
    """The skeleton with the house's own table, without needless marks and without case, until nothing changes."""
    before, name = "", NEEDLESS.sub("", unicodedata.normalize("NFC", name))
    while name != before:
        before = name
        taken_apart = unicodedata.normalize("NFD", name).translate(_wide_table())
        name = unicodedata.normalize("NFD", taken_apart.casefold())
    return name
