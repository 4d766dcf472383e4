"""The log has its breaks at the same lines in the terminal and on the page: both run the cases of one file."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import convert

from dealt.cards import name, sequence
from dealt.games import GAMES
from dealt.session.view import log_line
from dealt.table import Table, seed_of
from dealt.tui.scene import Line, Say
from dealt.tui.sections import sections
from dealt.tui.wire import line_of, view_of
from dealt.wire.protocol import WireView

CASES = json.loads((Path(__file__).parents[1] / "cases" / "sections.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_sections_as_on_the_page(case: dict[str, Any]) -> None:
    log = [
        Line(each["seat"], Say(""), role=each["role"], turned=sequence(" ".join(each.get("turned", ()))))
        for each in case["log"]
    ]
    found = sections(view_of(convert(case["view"], WireView))[0], log, case["seats"])
    told = [[each.at, each.kind, each.n, *([list(map(name, each.cards))] if each.cards else ())] for each in found]
    assert told == case["sections"]


@pytest.mark.parametrize("of", GAMES)
def test_sections_of_a_deal(of: str) -> None:
    game = GAMES[of].make()
    table, rng = Table(game, seed=seed_of(3, 0)), Random(of)
    first = table.view(None)
    while table.turn:
        seat = rng.choice(table.turn)
        table.act(seat, rng.choice(table.view(seat).legal).drawn(rng))
    view = table.view(None)
    log = [line_of(log_line(game, move)) for move in view.log]
    found = sections(view, log, game.seats)
    kinds = {each.kind for each in found}
    assert len(kinds) <= (2 if "bets" in kinds else 1)
    assert [each.at for each in found] == sorted({each.at for each in found})
    if kinds == {"trick"}:
        assert len(found) == len(first.pile("hand", 0).cards) or any(
            each.role == "" for each in log[found[-1].at :]
        )  # the others were claimed
    if kinds == {"lead"}:
        # nobody leads twice without having been left with the lead
        assert len(found) > 1
        assert all(log[each.at].role == "play" for each in found[:1])
