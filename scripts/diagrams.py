"""Draws the pictures of classes in docs/images: `python scripts/diagrams.py`. A test holds them to the classes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

IMAGES: Final = Path(__file__).parent.parent / "docs" / "images"

LINE, HEAD, PAD, CHAR = 18, 30, 12, 7.3
INK, SOFT, LINES = "#20242c", "#5b6472", "#8a93a3"


@dataclass(frozen=True)
class Box:
    """A class at a place: its members, one a line; abstract ones are set in italics."""

    name: str
    x: int
    y: int
    members: tuple[str, ...] = ()
    abstract: tuple[str, ...] = ()
    note: str = ""

    @property
    def width(self) -> int:
        longest = max((CHAR * len(each) for each in (*self.members, *self.abstract)), default=0)
        head = 8.8 * len(self.name) + (12 + 6.6 * len(self.note) if self.note else 0)
        return int(2 * PAD + max(longest, head))

    @property
    def height(self) -> int:
        return HEAD + LINE * len((*self.members, *self.abstract)) + (PAD if self.members or self.abstract else 0)

    def drawn(self) -> str:
        slant = ' font-style="italic"' if self.abstract else ""
        parts = [
            f'<rect x="{self.x}" y="{self.y}" width="{self.width}" height="{self.height}" rx="6" fill="#f6f4ee"'
            f' stroke="{LINES}"/>',
            f'<path d="M{self.x} {self.y + HEAD}h{self.width}" stroke="{LINES}"/>' if self.members else "",
            f'<text x="{self.x + PAD}" y="{self.y + 20}" font-weight="600"{slant}>{escape(self.name)}</text>',
        ]
        if self.note:
            parts.append(
                f'<text x="{self.x + self.width - PAD}" y="{self.y + 20}" font-size="12" fill="{SOFT}"'
                f' text-anchor="end">{escape(self.note)}</text>'
            )
        for number, line in enumerate((*self.members, *self.abstract)):
            tilt = ' font-style="italic"' if number >= len(self.members) else ""
            y = self.y + HEAD + LINE * (number + 1)
            parts.append(
                f'<text x="{self.x + PAD}" y="{y}" font-family="ui-monospace, monospace"'
                f' font-size="12"{tilt}>{escape(line)}</text>'
            )
        return "".join(parts)


@dataclass(frozen=True)
class Arrow:
    """A line through points: to a hollow triangle for a derived class, to a point with a word for one that is used."""

    points: tuple[tuple[int, int], ...]
    word: str = ""
    at: tuple[int, int] = (0, 0)

    def drawn(self) -> str:
        (x, y), *rest = self.points
        path = f"M{x} {y}" + "".join(f"L{a} {b}" for a, b in rest)
        end = "used" if self.word else "derived"
        dash = ' stroke-dasharray="4 3"' if self.word else ""
        line = f'<path d="{path}" fill="none" stroke="{INK}"{dash} marker-end="url(#{end})"/>'
        return line + (
            f'<text x="{self.at[0]}" y="{self.at[1]}" font-size="12" fill="{SOFT}">{escape(self.word)}</text>'
            if self.word
            else ""
        )


MARKERS = (
    '<defs><marker id="derived" viewBox="0 0 12 12" refX="12" refY="6" markerWidth="12" markerHeight="12"'
    ' orient="auto">'
    f'<path d="M1 1L11 6L1 11z" fill="#ffffff" stroke="{INK}"/></marker>'
    '<marker id="used" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="9" markerHeight="9" orient="auto">'
    f'<path d="M1 1L9 5L1 9" fill="none" stroke="{INK}"/></marker></defs>'
)


def picture(title: str, width: int, height: int, parts: tuple[Box | Arrow, ...]) -> str:
    """The whole picture as SVG."""
    drawn = "\n".join(each.drawn() for each in parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="system-ui, sans-serif" font-size="14" fill="{INK}" role="img"><title>{escape(title)}</title>\n'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>{MARKERS}\n{drawn}\n</svg>\n'
    )


ELEVENS: Final = (
    Box("Card", 16, 16, ("rank", "suit", "value", "==", "str()")),
    Box("Deck", 264, 16, ("size", "is_empty", "shuffle()", "deal()")),
    Box("Shuffler", 16, 200, ("perfect_shuffle(values)", "selection_shuffle(values)")),
    Box(
        "Board",
        264,
        200,
        ("size", "deck_size", "card_at(place)", "card_indexes()", "replace(places)", "is_won()"),
        ("is_legal(places)", "another_play_is_possible()"),
        "abstract",
    ),
    Box(
        "ElevensBoard",
        264,
        438,
        ("contains_jqk(places)", "contains_pair_sum_11(places)", "is_legal(places)", "another_play_is_possible()"),
    ),
    Box("ThirteensBoard", 16, 438, ("is_legal(places)", "another_play_is_possible()")),
    Box("TensBoard", 16, 544, ("is_legal(places)", "another_play_is_possible()")),
    Arrow(((264, 60), (77, 60)), "is made of", (146, 52)),
    Arrow(((300, 200), (300, 131)), "deals from", (308, 168)),
    Arrow(((360, 438), (360, 386))),
    Arrow(((120, 438), (120, 412), (300, 412), (300, 386))),
    Arrow(((229, 580), (244, 580), (244, 420), (330, 420), (330, 386))),
)

CARDS: Final = (
    Box("Card", 16, 16, ("suit", "spot", "==", "<", "hash()", "str()")),
    Box("Trick", 288, 16, ("winner",), (), "a list"),
    Box("Player", 16, 216, ("accept_card(card)", "play(trick)", "str()")),
    Box("your own style", 250, 216, ("lead(trick)", "follow(trick)", "throw_off(trick)")),
    Box("Bridge", 16, 372, ("players", "leader", "next(player)", "deal()", "play()", "tricks_of_team(team)", "str()")),
    Box("Spades", 288, 372, ("trumps",)),
    Box(
        "Hand",
        288,
        476,
        ("sorted", "counts", "rank", "number_to_draw", "draw(cards)", "str()"),
        (),
        "poker: five cards",
    ),
    Arrow(((288, 40), (84, 40)), "holds", (170, 32)),
    Arrow(((60, 216), (60, 166)), "holds", (68, 194)),
    Arrow(((140, 216), (140, 190), (320, 190), (320, 76)), "plays to", (240, 182)),
    Arrow(((250, 250), (165, 250))),
    Arrow(((60, 372), (60, 312)), "has four", (68, 348)),
    Arrow(((288, 396), (187, 396))),
)

PICTURES: Final = {
    "elevens-classes.svg": ("The classes of the Elevens assignment", 520, 640, ELEVENS),
    "cards-classes.svg": ("The classes of the Cards assignment", 490, 640, CARDS),
}

if __name__ == "__main__":
    for name, (title, width, height, parts) in PICTURES.items():
        (IMAGES / name).write_text(picture(title, width, height, parts), encoding="utf-8")
