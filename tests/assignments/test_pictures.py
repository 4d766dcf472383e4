"""The pictures of classes in the docs show what there is."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from xml.etree.ElementTree import fromstring

import pytest

from dealt.assignments import ASSIGNMENTS

ROOT = Path(__file__).parents[2]
INSTEAD = {"==": "__eq__", "<": "__lt__", "hash()": "__hash__", "str()": "__str__"}


@pytest.fixture(scope="module")
def diagrams() -> ModuleType:
    spec = spec_from_file_location("diagrams", ROOT / "scripts" / "diagrams.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    import sys

    sys.modules["diagrams"] = module
    spec.loader.exec_module(module)
    return module


def test_they_are_drawn_as_the_script_draws_them(diagrams: ModuleType) -> None:
    for name, drawn in diagrams.PICTURES.items():
        text = (ROOT / "docs" / "images" / name).read_text(encoding="utf-8")
        assert text == diagrams.picture(*drawn), f"run: python scripts/diagrams.py ({name})"
        assert fromstring(text).tag.endswith("svg")


def test_every_member_exists_and_every_box_lies_in_its_picture(diagrams: ModuleType) -> None:
    kinds = {name: getattr(each.module(), name) for each in ASSIGNMENTS.values() for name in each.classes}
    kinds["Card"] = ASSIGNMENTS["cards"].module().Card
    elevens = {**kinds, "Card": ASSIGNMENTS["elevens"].module().Card("ace", "clubs", 1)}
    for name, (_, width, height, parts) in diagrams.PICTURES.items():
        boxes = [each for each in parts if isinstance(each, diagrams.Box)]
        known = elevens if name.startswith("elevens") else kinds
        for box in boxes:
            assert box.x + box.width < width
            assert box.y + box.height < height
            kind = known.get(box.name, kinds["Player"])
            for member in (*box.members, *box.abstract):
                called = INSTEAD.get(member) or re.sub(r"\(.*", "", member)
                given = kind if not isinstance(kind, type) or called in dir(kind) else _made(kind)
                assert hasattr(given, called), f"{box.name} has no {called}"
        ends = [end for each in parts if isinstance(each, diagrams.Arrow) for end in (each.points[0], each.points[-1])]
        for x, y in ends:  # every arrow goes from box to box
            assert any(
                each.x - 2 <= x <= each.x + each.width + 2 and each.y - 2 <= y <= each.y + each.height + 2
                for each in boxes
            ), (name, x, y)
        for one in boxes:
            assert not any(_overlap(one, other) for other in boxes if other is not one), one.name


def _made(kind: type) -> object:
    cards = ASSIGNMENTS["cards"].module()
    return kind(cards.Suit.CLUBS, cards.Spot.TWO) if kind is cards.Card else kind()


def _overlap(one: object, other: object) -> bool:
    def span(box: object) -> tuple[int, int, int, int]:
        return box.x, box.x + box.width, box.y, box.y + box.height  # type: ignore[attr-defined]

    (a, b, c, d), (e, f, g, h) = span(one), span(other)
    return a < f and e < b and c < h and g < d
