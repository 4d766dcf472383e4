"""Blackjack: each player against the dealer, with cards from one shoe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dealt.games.blackjack.play import OPTIONS, Blackjack
from dealt.games.blackjack.rules import TWENTY_ONE
from dealt.games.texts import listed
from dealt.texts import fill

__all__ = ["LISTING", "Blackjack"]


def captions(texts: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The texts with a caption for each total: "caption.win.20" is the text of "caption.win" with 20 filled in."""
    found = {language: dict(table) for language, table in texts.items()}
    for table in found.values():
        for key in ("caption.soft", "caption.win", "caption.push", "caption.lose"):
            written = table.pop(key)
            table |= {f"{key}.{count}": fill(written, {"total": str(count)}.get) for count in range(4, TWENTY_ONE + 1)}
    return found


LISTING: Final = listed("blackjack", Blackjack, OPTIONS, captions)
