"""Draws the parts of the house, and the classes of the assignments: `.venv/bin/python -m scripts.diagrams`.

Boxes and their lines are read from the code itself; below stand only the places of the classes and who holds whom.
`tests/test_docs.py` fails when a picture is not what the code says.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from html import escape
from importlib import import_module
from pathlib import Path

from scripts.arrows import imported

SRC = Path(__file__).parent.parent / "src" / "dealt"
IMAGES = Path(__file__).parent.parent / "docs" / "images"
LETTER, LINE, GAP_X, GAP_Y, PAD = 7.4, 18, 70, 60, 10
"""Pixels: the width of a letter, the height of a line, the space between boxes and inside them."""
MOST = 44
"""The longest line of a box, in letters."""
STYLE = (
    "text{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1c2b2a}"
    ".name{font-weight:700}.abstract{font-style:italic}rect{fill:#fff;stroke:#35605c}"
    "line,polyline{stroke:#35605c;fill:none}.page{fill:#f4f8f7;stroke:none}.fill{fill:#35605c}"
    ".open{fill:#f4f8f7;stroke:#35605c}"
)


@dataclass(frozen=True)
class Diagram:
    """Classes of some modules in rows, None for an empty place; ``holds`` are pairs of an owner and what it keeps.

    ``shows`` says which members the box of a class has; where it has no entry, all that are the class's own.
    """

    modules: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    holds: tuple[tuple[str, str], ...] = ()
    shows: Mapping[str, Sequence[str]] = field(default_factory=dict)


DIAGRAMS = {
    "elevens": Diagram(
        ("dealt.assignments.elevens",),
        (("Card", "Deck", None), ("Shuffler", "Board", None), ("ThirteensBoard", "ElevensBoard", "TensBoard")),
        (("Deck", "Card"), ("Board", "Deck")),
        {
            "Card": ("rank", "suit", "value", "__eq__", "__str__"),
            "Deck": ("size", "is_empty", "shuffle", "deal"),
            "Shuffler": ("perfect_shuffle", "selection_shuffle"),
            "Board": (
                *("size", "deck_size", "card_at", "card_indexes", "replace", "is_won"),
                *("is_legal", "another_play_is_possible"),
            ),
            "ElevensBoard": ("contains_jqk", "contains_pair_sum_11", "is_legal", "another_play_is_possible"),
            "ThirteensBoard": (),
            "TensBoard": (),
        },
    ),
    "cards": Diagram(
        ("dealt.assignments.cards",),
        (("Card", "Trick"), ("Player", None), ("Bridge", None), ("Spades", None)),
        (("Trick", "Card"), ("Player", "Card"), ("Bridge", "Player")),
        {
            "Card": ("suit", "spot", "ordinal", "__eq__", "__hash__", "__lt__", "__str__"),
            "Trick": ("winner",),
            "Player": ("accept_card", "play", "lead", "follow", "throw_off", "__str__"),
            "Bridge": ("players", "leader", "next", "deal", "play", "tricks_of_team", "__str__"),
            "Spades": (),
        },
    ),
    "poker": Diagram(
        ("dealt.assignments.poker",),
        (("Hand", "Card"),),
        (("Hand", "Card"),),
        {"Card": ("suit", "spot"), "Hand": ("sorted", "counts", "rank", "number_to_draw", "draw", "__str__")},
    ),
    "deuce": Diagram(
        ("dealt.assignments.deuce",),
        (("Card", "RuleSet", "Deck"), ("Hand", "Client", "Server"), ("AI", "AIClient", None)),
        (("Hand", "Card"), ("Server", "Client"), ("AIClient", "AI")),
    ),
    "doudizhu": Diagram(
        ("dealt.assignments.doudizhu",),
        (("Card", "CardArray"), ("AI", "Console"), ("MyPlay", None)),
        (("CardArray", "Card"), ("AI", "CardArray"), ("Console", "AI"), ("Console", "CardArray")),
    ),
}


class Box:
    """A class as a box: its name, then what it has of its own."""

    def __init__(self, kind: type, shows: Sequence[str] | None = None) -> None:
        self.kind = kind
        told = _own(kind) if shows is None else [_line(kind, name) for name in shows]
        self.lines = [each if len(each) <= MOST else each[: MOST - 1] + "…" for each in told]
        self.abstract = {_line(kind, name) for name in getattr(kind, "__abstractmethods__", ())}
        self.width = max(len(each) for each in (kind.__name__, *self.lines)) * LETTER + 2 * PAD
        self.height = (1 + len(self.lines)) * LINE + 2 * PAD
        self.x = self.y = 0.0

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    def draw(self) -> str:
        look = "name abstract" if inspect.isabstract(self.kind) else "name"
        parts = [f'<rect x="{self.x:g}" y="{self.y:g}" width="{self.width:g}" height="{self.height:g}" rx="4"/>']
        y = self.y + PAD + 12
        parts.append(f'<text class="{look}" x="{self.x + PAD:g}" y="{y:g}">{self.kind.__name__}</text>')
        if self.lines:
            rule = self.y + PAD / 2 + LINE + 2
            parts.append(f'<line x1="{self.x:g}" x2="{self.x + self.width:g}" y1="{rule:g}" y2="{rule:g}"/>')
        for each in self.lines:
            y += LINE
            tilt = ' class="abstract"' if each in self.abstract else ""
            parts.append(f'<text{tilt} x="{self.x + PAD:g}" y="{y + 2:g}">{escape(each)}</text>')
        return "".join(parts)


SPECIAL = {"__eq__": "==", "__lt__": "<", "__hash__": "hash()", "__str__": "str()"}
"""Methods that Python calls by another name."""


def _line(kind: type, name: str) -> str:
    """A member as its box tells it; AttributeError if the class has none of that name."""
    if name in SPECIAL:
        return SPECIAL[name]
    each = inspect.getattr_static(kind, name, None)
    if each is None and not any(
        name in _attributes(base) for base in kind.__mro__ if base.__module__ == kind.__module__
    ):
        raise AttributeError(f"{kind.__name__} has no {name} to draw")
    return f"{name}{_arguments(each)}" if _is_method(each) else name


def _own(kind: type) -> list[str]:
    """All that a class has of its own: values, then methods."""
    own = [(name, each) for name, each in vars(kind).items() if not name.startswith("_")]
    values = {name for name, each in own if isinstance(each, property | cached_property)} | _attributes(kind)
    return [*sorted(values), *(_line(kind, name) for name, each in own if _is_method(each))]


def _attributes(kind: type) -> set[str]:
    """What the class's own constructor gives to an object, but nothing private."""
    if is_dataclass(kind):
        return {each.name for each in fields(kind)}
    if "__init__" not in vars(kind):
        return set()
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind.__init__)))
    stored = (each for each in ast.walk(tree) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store))
    return {each.attr for each in stored if not each.attr.startswith("_")}


def _is_method(each: object) -> bool:
    return inspect.isfunction(each) or isinstance(each, staticmethod | classmethod)


def _arguments(each: object) -> str:
    function = each.__func__ if isinstance(each, staticmethod | classmethod) else each
    names = list(inspect.signature(function).parameters)  # type: ignore[arg-type]
    return f"({', '.join(names if isinstance(each, staticmethod) else names[1:])})"


def draw(diagram: Diagram) -> str:
    """The picture as SVG."""
    known = {name: each for module in diagram.modules for name, each in vars(import_module(module)).items()}
    boxes = {name: Box(known[name], diagram.shows.get(name)) for row in diagram.rows for name in row if name}
    columns = range(max(map(len, diagram.rows)))
    widths = [max((boxes[row[n]].width for row in diagram.rows if n < len(row) and row[n]), default=0) for n in columns]  # type: ignore[index]
    y = float(GAP_Y / 2)
    for row in diagram.rows:
        x = float(GAP_X / 2)
        for name, width in zip(row, widths, strict=False):
            if name:
                boxes[name].x, boxes[name].y = x + (width - boxes[name].width) / 2, y
            x += width + GAP_X
        y += max(boxes[name].height for name in row if name) + GAP_Y
    width, height = sum(widths) + GAP_X * len(widths), y - GAP_Y / 2
    lines = []
    for box in boxes.values():
        parents = [base.__name__ for base in box.kind.__mro__[1:] if base.__name__ in boxes]
        lines += [_inherits(box, boxes[name]) for name in parents[:1]]
    lines += [_holds(boxes[owner], boxes[kept]) for owner, kept in diagram.holds]
    inside = "".join([*lines, *(each.draw() for each in boxes.values())])
    return _page(inside, width, height)


def _inherits(child: Box, parent: Box) -> str:
    """From a child up to its parent, with the hollow arrow."""
    foot, half = parent.y + parent.height, child.y - 20
    path = ((child.middle, child.y), (child.middle, half), (parent.middle, half), (parent.middle, foot + 10))
    arrow = ((parent.middle, foot), (parent.middle - 7, foot + 12), (parent.middle + 7, foot + 12))
    return f'<polyline points="{_points(*path)}"/><polygon class="open" points="{_points(*arrow)}"/>'


def _holds(owner: Box, kept: Box) -> str:
    """From an owner, with the filled diamond, to what it keeps."""
    if owner.y < kept.y + kept.height and kept.y < owner.y + owner.height:  # side by side
        right = kept.x > owner.x
        x, end = (owner.x + owner.width, kept.x) if right else (owner.x, kept.x + kept.width)
        y, step = max(owner.y, kept.y) + 24, 8 if right else -8
        diamond = ((x, y), (x + step, y - 5), (x + 2 * step, y), (x + step, y + 5))
        path = ((x + 2 * step, y), (end, y))
    else:
        up = kept.y < owner.y
        y, end = (owner.y, kept.y + kept.height) if up else (owner.y + owner.height, kept.y)
        near, step = abs(owner.middle - kept.middle) < 80, -8 if up else 8
        side = min(40, owner.width / 4, kept.width / 4) * (1 if owner.middle > kept.middle else -1)
        x, to = owner.middle + side, kept.middle + (side if near else -side)
        diamond = ((x, y), (x - 5, y + step), (x, y + 2 * step), (x + 5, y + step))
        path = ((x, y + 2 * step), (x, y + 4 * step), (to, y + 4 * step), (to, end))
    return f'<polygon class="fill" points="{_points(*diamond)}"/><polyline points="{_points(*path)}"/>'


# --- the parts of the house -----------------------------------------------------------------------------------------

LANGUAGE = "cards, views, tables"
"""All modules that stand in no folder, and the tables."""
NAMED = 14
"""The longest name of a part, in letters."""


def house() -> str:
    """The parts of the house as SVG: each below all that it imports, with lines to those nearest above it.

    The command line, which imports them all, is left out. A line that passes a row has a place of its own in it.
    """
    above, depth = parts(), dict[str, int]()
    while len(depth) < len(above):
        ready = [one for one, some in above.items() if one not in depth and some <= {*depth}]
        if not ready:
            raise ValueError(f"these parts import each other: {sorted(above.keys() - depth)}")
        depth |= {one: 1 + max((depth[each] for each in above[one]), default=-1) for one in ready}
    ways = []
    for one, some in above.items():
        for each in sorted(some - set().union(*(_all_above(above, other) for other in some))):
            between = [f"{one} to {each} {n}" for n in range(depth[each] + 1, depth[one])]
            depth |= {place: depth[each] + 1 + n for n, place in enumerate(between)}
            ways.append([each, *between, one])
    width, height = NAMED * LETTER + 2 * PAD, LINE + 2 * PAD
    whole = max(Counter(depth.values()).values()) * (width + PAD)
    x, y = dict[str, float](), {one: GAP_Y / 2 + n * (height + GAP_Y) for one, n in depth.items()}
    for n in range(1 + max(depth.values())):
        row = [one for one in depth if depth[one] == n]
        near = {one: [x[way[way.index(one) - 1]] for way in ways if one in way[1:]] for one in row}
        row.sort(key=lambda one: (sum(near[one]) / max(1, len(near[one])), one))
        x |= {one: (k + 0.5) * whole / len(row) for k, one in enumerate(row)}
    drawn = []
    for way in ways:
        middle = [(x[one], y[one] + part) for one in way[1:-1] for part in (0, height)]
        points = [(x[way[0]], y[way[0]] + height), *middle, (x[way[-1]], y[way[-1]])]
        drawn.append(f'<polyline points="{_points(*points)}"/>')
    for one in above:
        wide = max(width, len(one) * LETTER + 2 * PAD)
        drawn.append(f'<rect x="{x[one] - wide / 2:g}" y="{y[one]:g}" width="{wide:g}" height="{height:g}" rx="4"/>')
        drawn.append(f'<text class="name" text-anchor="middle" x="{x[one]:g}" y="{y[one] + PAD + 13:g}">{one}</text>')
    return _page("".join(drawn), whole, max(y.values()) + height + GAP_Y / 2)


def parts() -> dict[str, set[str]]:
    """For each part of the house, which is a folder or the rest, the others that it imports, for types alone or not."""
    found: dict[str, set[str]] = {}
    for path in sorted(SRC.rglob("*.py")):
        one = _part(".".join(path.relative_to(SRC).with_suffix("").parts))
        named = {_part(each) for each in imported(ast.parse(path.read_text(encoding="utf-8")))}
        found.setdefault(one, set()).update(named)
    return {one: some & {*found} - {one} for one, some in found.items() if one not in ("", "cli")}


def _part(module: str) -> str:
    """The part that a module is in; none for what only starts another."""
    folder, *names = module.split(".")
    if folder == "server":
        return f"server/{names[0]}" if names and names[0] != "__init__" else ""
    return folder if (SRC / folder).is_dir() and folder != "table" else "" if folder == "__main__" else LANGUAGE


def _all_above(above: Mapping[str, set[str]], one: str) -> set[str]:
    return above[one].union(*(_all_above(above, each) for each in above[one]))


def _page(inside: str, width: float, height: float) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        f'<style>{STYLE}</style><rect class="page" width="100%" height="100%" rx="8"/>{inside}</svg>\n'
    )


def _points(*points: tuple[float, float]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def main() -> None:
    (IMAGES / "house.svg").write_text(house(), encoding="utf-8")
    for name, diagram in DIAGRAMS.items():
        (IMAGES / f"classes-{name}.svg").write_text(draw(diagram), encoding="utf-8")


if __name__ == "__main__":
    main()
