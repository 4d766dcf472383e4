"""Cards in the terminal: symbols, letters and colours, or plain ASCII."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text

from dealt.cards import BLACK_JOKER, Card, pretty

_CARD: Final = re.compile(r"(?<![0-9A-Za-z])(?:(?:10|[1-9JQKA])([♣♦♥♠])|([BR])J(?![A-Za-z]))")

PLAIN: Final = str.maketrans(
    dict(zip("♣♦♥♠·›▮▯─│✕—–−’●○↑↓→←", "cdhs->#.-|x---'*o^v><", strict=True)) | {"…": "...", "⋯": "..."}
)
"""The ASCII characters that replace symbols."""

_TWO: Final = {"♣": "", "♠": "", "♥": "red", "♦": "red"}
_FOUR: Final = {"♣": "green", "♠": "", "♥": "red", "♦": "blue"}
_TWO_ON_PAPER: Final = {"♣": "#20242c", "♠": "#20242c", "♥": "#b3202c", "♦": "#b3202c"}
_FOUR_ON_PAPER: Final = {"♣": "#1d6b32", "♠": "#20242c", "♥": "#b3202c", "♦": "#1f4fa8"}
_PAPER: Final = "#f2efe6"


JOINER: Final = "\u200d"


def clean(written: str) -> str:
    """Somebody else's text without control characters.

    >>> clean("a\\x1b[2Jb")
    'a?[2Jb'
    """
    return "".join(one if one.isprintable() or one in ("\n", JOINER) else "?" for one in written)


@dataclass(frozen=True, slots=True)
class Paint:
    """How cards look: in two or four colours, as symbols or as letters."""

    colours: int = 4
    ascii: bool = False
    paper: bool = True
    """May a card be drawn as a light tile?"""

    def text(self, written: str, style: str = "") -> Text:
        """A text in which cards have the colours of their suits."""
        found = Text(written, style=style)
        suits = _FOUR if self.colours == 4 else _TWO
        for match in _CARD.finditer(written):
            colour = suits[match[1]] if match[1] else "red" if match[2] == "R" else ""
            found.stylize(f"bold {colour}".strip(), match.start(), match.end())
        return found

    def card(self, one: Card | None) -> Text:
        """A card that lies on the table."""
        return Text("▯", style="dim") if one is None else self.text(pretty(one))

    def cards(self, some: Iterable[Card | None], ends: Collection[int] = ()) -> Text:
        """Cards side by side, with a gap behind the places in ``ends``; those face down are counted at the end."""
        cards = list(some)
        shown = [self.card(one) + Text("  " if n in ends else "") for n, one in enumerate(cards) if one is not None]
        hidden = len(cards) - len(shown)
        if hidden:
            shown.append(self.backs(hidden))
        return Text(" ").join(shown)

    def suits(self, some: Sequence[Card]) -> Text:
        """Cards by suits, each suit named once; in the order in which they lie."""
        groups: dict[str, list[str]] = {}
        for one in some:
            written = pretty(one)
            symbol, rank = ("", written) if one >= BLACK_JOKER else (written[-1], written[:-1])
            groups.setdefault(symbol, []).append(rank)
        colours = _FOUR if self.colours == 4 else _TWO
        named = [
            Text(f"{symbol} {' '.join(ranks)}".strip(), style=f"bold {colours.get(symbol, '')}".strip())
            for symbol, ranks in groups.items()
        ]
        return Text("   ").join(named)

    def backs(self, count: int) -> Text:
        """A hidden hand: a stroke for each card up to 20, and their number."""
        return Text.assemble(("▮" * min(count, 20), "blue dim" if not self.ascii else ""), f" {count}" if count else "")

    def tile(self, one: Card) -> Text:
        """A card to choose from: a light tile where colours allow it."""
        name = pretty(one)
        if not self.paper:
            return self.text(name)
        suits = _FOUR_ON_PAPER if self.colours == 4 else _TWO_ON_PAPER
        colour = suits["♥" if name == "RJ" else "♠" if one >= BLACK_JOKER else name[-1]]
        return Text(f" {name} ", style=Style(color=colour, bgcolor=_PAPER, bold=True))

    def hand(self, some: Sequence[Card], width: int = 78, ends: Collection[int] = ()) -> Text:
        """One's own cards, in as many lines of about the same length as they need; ``ends`` as above."""
        tiles = [self.tile(one) + Text("  " if n in ends else "") for n, one in enumerate(some)]
        lines = max(1, -(-(sum(each.cell_len + 1 for each in tiles) - 1) // width))
        while True:
            each_line = -(-len(tiles) // lines) or 1
            found = [Text(" ").join(tiles[at : at + each_line]) for at in range(0, len(tiles), each_line)]
            if all(line.cell_len <= width for line in found) or each_line == 1:
                return Text("\n\n" if self.paper else "\n").join(found)
            lines += 1
