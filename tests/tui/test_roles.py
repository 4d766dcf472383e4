"""Views are read the same in the terminal and on the page: both run the cases of one file (roles.test.ts too)."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt.game import ROLES, View
from dealt.games import GAMES
from dealt.server.view import wire_view
from dealt.table import Match, seed_of
from dealt.tui import roles
from dealt.tui.wire import view_of

CASES = json.loads((Path(__file__).parents[1] / "cases" / "roles.json").read_text(encoding="utf-8"))["cases"]


def reading(view: View) -> dict[str, Any]:
    passing = roles.pass_of(view)
    return {
        "held": [each.owner for each in view.piles if roles.holds(each)],
        "leader": roles.leader(view),
        "betting": roles.betting(view),
        "tabled": roles.tabled(view),
        "active": [f"{each.name} of {each.owner}" for each in view.piles if roles.active(view, each)],
        "pass": None if passing is None else str(passing),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_a_view_is_read_as_on_the_page(case: dict[str, Any]) -> None:
    assert reading(view_of(case["view"])[0]) == case["read"]


def seen_of(name: str, preset: str | None) -> list[View]:
    """Views of all seats in two deals that are played at random."""
    game = GAMES[name].make(preset)
    match, rng, seen = Match(game), Random(name), []
    for n in range(2):
        table = match.deal(seed_of(n, 0))
        while table.turn:
            seat = rng.choice(table.turn)
            view = table.view(seat)
            seen += [view, table.view(None)]
            table.act(seat, rng.choice(view.legal).drawn(rng))
        seen.append(table.view(0))
        if match.over:
            break
        match.finish()
    return seen


def test_games_say_what_faces_ask_for_and_the_wire_carries_it() -> None:
    used: set[str] = set()
    for name, listing in GAMES.items():
        for view in seen_of(name, next(iter(listing.presets), None)):
            used |= {each.role for each in view.facts}
            assert all((each.role == "hand") == (each.name == "hand") for each in view.piles), name
        assert reading(view_of(_wired(name, view))[0]) == reading(view)
    assert used - {""} == set(ROLES)


def _wired(name: str, view: View) -> dict[str, Any]:
    import msgspec

    found: dict[str, Any] = msgspec.to_builtins(wire_view(GAMES[name].make(), view))
    return found
