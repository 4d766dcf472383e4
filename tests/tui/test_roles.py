"""Views are read the same in the terminal and on the page: both run the cases of one file (roles.test.ts too)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import convert

import dealt.games
from dealt.game import ROLES, Game, View
from dealt.games import GAMES
from dealt.session.view import wire_view
from dealt.table import Table, seed_of
from dealt.tui import roles
from dealt.tui.wire import view_of
from dealt.wire.protocol import WireView

CASES = json.loads((Path(__file__).parents[1] / "cases" / "roles.json").read_text(encoding="utf-8"))["cases"]


def reading(view: View) -> dict[str, Any]:
    return {
        "held": [each.owner for each in view.piles if roles.holds(each)],
        "leader": roles.leader(view),
        "betting": roles.betting(view),
        "tabled": roles.tabled(view),
        "pressed": [each and each.name for each in (roles.pressed(view, each.verb) for each in view.legal)],
        "active": [f"{each.name} of {each.owner}" for each in view.piles if roles.active(view, each)],
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_a_view_is_read_as_on_the_page(case: dict[str, Any]) -> None:
    known = {key: value for key, value in case["read"].items() if key != "pass"}  # that one is the page's alone
    assert reading(view_of(convert(case["view"], WireView))[0]) == known


def seen_of(game: Game[Any]) -> list[View]:
    """Views of those who act, and of a spectator, in a deal that is played at random."""
    table, rng = Table(game, seed=seed_of(1, 0)), Random(game.name)
    seen = [table.view(0)]
    while table.turn:
        seat = rng.choice(table.turn)
        view = table.view(seat)
        seen += [view, table.view(None)]
        table.act(seat, rng.choice(view.legal).drawn(rng))
    return [*seen, table.view(0)]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_says_comes_over_the_wire(name: str) -> None:
    game = GAMES[name].make()
    for view in seen_of(game):
        assert {each.role for each in view.facts} <= {"", *ROLES}
        assert all((each.role == "hand") == (each.name == "hand") for each in view.piles)
        wired = view_of(msgspec.json.decode(msgspec.json.encode(wire_view(game, view)), type=WireView))[0]
        assert reading(wired) == reading(view)
        assert [each for each in wired.facts if each.role] == [
            each for each in view.facts if each.role and not each.name.startswith(".")
        ]


def test_every_role_is_said_by_a_game() -> None:
    written = [each.read_text(encoding="utf-8") for each in Path(dealt.games.__file__).parent.rglob("*.py")]
    assert {role for each in written for role in re.findall(r'role="(\w*)"', each)} == set(ROLES)
