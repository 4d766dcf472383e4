"""The tables of docs/environments.md, from the code: python -m scripts.fields writes them anew."""

from __future__ import annotations

from pathlib import Path

from dealt.env.forms import form_of
from dealt.env.table import Shape
from dealt.games import GAMES, make

PAGE = Path(__file__).parents[1] / "docs" / "environments.md"
BEGIN, END = "<!-- fields -->\n", "<!-- end of fields -->\n"
FAMILIES = {
    "Climbing games": "bigtwo",
    "Guandan": "guandan",
    "Spades": "spades",
    "Whist": "whist",
    "Euchre": "euchre",
    "Skat": "skat",
    "Oh Hell": "ohhell",
    "Hearts": "hearts",
    "Bridge": "bridge",
    "Elevens, Tens and Thirteens": "tens",
    "Solitaires of columns": "klondike",
    "Magic figures": "magicfigures",
    "Blackjack": "blackjack",
    "Draw poker": "drawpoker",
    "Hold'em": "holdem",
    "Gin Rummy": "ginrummy",
}
SEATS, COLUMNS = 10_007, 10_009
"""Numbers that stand for any number of seats and of columns of cards."""


def shown(shape: tuple[int, ...]) -> str:
    """A shape with S for the number of seats and C for the number of columns."""
    words = [{SEATS: "S", COLUMNS: "C"}.get(each, str(each)) for each in shape]
    return f"({', '.join(words)}{',' if len(words) == 1 else ''})"


def tables() -> str:
    """The sizes of every game with its default options, and the fields of every family."""
    lines = ["| game | seats S | columns C | observation | actions |", "|---|---|---|---|---|"]
    for name in GAMES:
        found = Shape(make(name))
        lines.append(
            f"| {name} | {found.layout.seats} | {found.layout.columns} "
            f"| ({found.layout.size},) float32 | {len(found.actions):,} |"
        )
    for family, name in FAMILIES.items():
        form = form_of(make(name))
        lines += ["", f"**{family}** (in order):", "", "| field | shape | meaning |", "|---|---|---|"]
        lines += [f"| `{each.name}` | {shown(each.shape(SEATS, COLUMNS))} | {each.meaning} |" for each in form.readers]
        if form.steps:
            lines.append("| `chosen` | (C,) | the cards chosen so far of an action that is taken in steps |")
    return "\n".join(lines) + "\n"


def page() -> str:
    """The page with its tables as they should be."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    return before + BEGIN + "\n" + tables() + "\n" + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
