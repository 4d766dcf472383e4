"""Blackjack: each player against the dealer, with cards from one shoe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dealt.cards import sequence
from dealt.game import Level, Listing, Value
from dealt.games.blackjack.play import OPTIONS, Blackjack
from dealt.games.blackjack.rules import TWENTY_ONE
from dealt.games.texts import catalogue, lesson, pages, preview
from dealt.texts import fill

__all__ = ["LISTING", "Blackjack"]

PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {
    "standard": {},
    "vegas": {"hit_soft_17": True, "resplit_aces": True, "late_surrender": True},
    "european": {"peek": False, "double_on": "9-11"},
    "single": {"decks": 1, "hit_soft_17": True, "das": False, "reshuffle_at": 50},
}


def captions(texts: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The texts with a caption for each total: "caption.win.20" is the text of "caption.win" with 20 filled in."""
    found = {language: dict(table) for language, table in texts.items()}
    for table in found.values():
        for key in ("caption.soft", "caption.win", "caption.push", "caption.lose"):
            written = table.pop(key)
            table |= {f"{key}.{count}": fill(written, {"total": str(count)}.get) for count in range(4, TWENTY_ONE + 1)}
    return found


LISTING: Final = Listing(
    "blackjack",
    Blackjack,
    options=OPTIONS,
    presets=PRESETS,
    texts=catalogue("blackjack", captions),
    rules=pages("blackjack"),
    computers=("reckoner", "counter", "basic"),
    levels=(
        (
            Level("basic", shuns={"double": 1.0, "split": 1.0, "stand": 0.4}),
            Level("basic", shuns={"double": 1.0, "split": 1.0, "stand": 0.15}),
            Level("basic", shuns={"double": 1.0, "split": 1.0, "stand": 0.03}),
            Level("basic", shuns={"double": 0.75, "split": 0.75}),
            Level("reckoner"),
        ),
    ),
    picture=sequence("As Kh"),
    group="chips",
    preview=preview("blackjack"),
    lesson=lesson("blackjack"),
)
