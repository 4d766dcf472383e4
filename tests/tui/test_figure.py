"""A figure in the terminal: how it is drawn, and what is understood of what is typed."""

from __future__ import annotations

from typing import Any

import pytest

from dealt.game import Action, View
from dealt.games import GAMES, make
from dealt.table import Table
from dealt.tui import figure
from dealt.tui.paint import Paint
from dealt.tui.read import Invalid, LegalAction, read
from dealt.tui.words import Words

WORDS = Words("en", GAMES["magicfigures"].texts)


def view(*actions: str, **options: Any) -> View:
    table: Table[Any] = Table(make("magicfigures", **options), bytes(32))
    for each in actions:
        table.act(0, each)
    return table.view(0)


def drawn(seen: View, width: int = 78) -> list[str]:
    return [each.plain for each in figure.drawing(seen, WORDS, Paint(), width)]


def test_empty_places_have_their_names_and_lines_their_sums() -> None:
    shown = drawn(view("lay a0 #6", "lay a1 #13", "lay a2 #10", "lay q #16", "lay c2 #5"))
    assert shown[:7] == [
        "               6──13──10",
        "               │       │",
        "  b0──b1──b2──b3      16",
        "       │       │       │",
        "       p      c0──c1── 5──c3",
        "       │       │",
        "      d0──d1──d2",
    ]
    sums = " ".join(shown[7:])
    for said in ("row a 29/29✓", "row b 0/29", "middle 6/29", "right 31/29✗"):
        assert said in sums
    assert all(len(each) <= 40 for each in drawn(view(), 40))


def test_other_figures_are_drawn_with_slanting_lines() -> None:
    assert "╱   ╲" in drawn(view(figure="triangle"))[1]
    assert " │ ╲ │ ╱ │" in drawn(view(figure="square3"))[1]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("7 a0", "lay a0 #7"),
        ("a0 7", "lay a0 #7"),
        ("A0 #7", "lay a0 #7"),
        ("lay a0 7", "lay a0 #7"),
        ("lay 7 a0", "lay a0 #7"),
        ("lay a0 #7", "lay a0 #7"),
        ("16 q", "lay q #16"),
        ("3 b1", "lay b1 #3"),
        ("lift 3", "lift #3"),
        ("lift #3", "lift #3"),
    ],
)
def test_a_number_and_its_place_are_understood_in_any_order(typed: str, meant: str) -> None:
    found = read(typed, view("lay b0 #3"))
    assert isinstance(found, LegalAction)
    assert str(found.action) == meant


@pytest.mark.parametrize("typed", ["7 z9", "17 a0", "lift 7", "a0", "7 8 a0", "lay"])
def test_what_can_t_be_laid_is_no_action(typed: str) -> None:
    assert not isinstance(read(typed, view("lay b0 #3")), LegalAction)


def test_a_number_alone_is_asked_for_its_place() -> None:
    found = read("7", view("lay b0 #3"))
    assert isinstance(found, Invalid)
    assert found.key == "which_place"
    assert found.args["typed"] == "7"
    assert isinstance(read(str(found.args["example"]), view("lay b0 #3")), LegalAction)


def test_views_without_a_figure_are_read_as_before() -> None:
    table: Table[Any] = Table(make("elevens"), bytes(32))
    assert figure.places(table.view(0)) == ()
    assert figure.laid("1 4", table.view(0)) is None
    assert isinstance(figure.laid("7 a0", view()), Action)
