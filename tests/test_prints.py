"""What tables, matches and views print at a prompt: what they are, and cards by name."""

from __future__ import annotations

from dealt.game import OPEN, Action, Fact, Pile, View
from dealt.games import make
from dealt.table import Match, Table


def test_a_table_prints_its_game_deal_step_and_turn_or_score() -> None:
    match = Match(make("bigtwo"))
    assert repr(match) == "<Match of bigtwo: 0 deals played, totals (0, 0, 0, 0)>"
    table = match.deal(bytes(32))
    assert repr(table) == "<Table of bigtwo: deal 1, step 0, seat 1 to act>"
    assert repr(match) == "<Match of bigtwo: deal 1 under way, totals (0, 0, 0, 0)>"
    while table.turn:
        table.act(table.turn[0], table.view(table.turn[0]).legal[0])
    match.end()
    assert f"over after {table.step} actions, score {table.score}" in repr(table)
    assert repr(match) == f"<Match of bigtwo: 1 deal played, totals {match.totals}>"
    assert "deal 2, step 0" in repr(match.deal(bytes(32)))


def test_all_who_may_act_are_named() -> None:
    assert "seat 0, seat 1, seat 2, seat 3 to act" in repr(Table(make("hearts"), bytes(32)))


def test_a_view_prints_cards_by_name_and_no_hidden_fact() -> None:
    piles = (Pile("hand", 0, (5, None)), Pile("stock", None, ()))
    facts = (Fact("dealer", 1, 1), Fact(".secret", None, 3))
    view = View(0, (0,), piles, facts, (Action("play", 1 << 5), Action("bid", amount=1, upto=3)))
    assert str(view).split("\n") == [
        "View of seat 0: seat 0 to act",
        "  hand of seat 0: 3d ??",
        "  stock: -",
        "  dealer of seat 1 = 1",
        "  may play 3d, bid 1..3",
    ]
    assert repr(view) == "<View of seat 0: seat 0 to act, 2 legal actions; str() shows the piles>"
    assert repr(view.legal[0]) == "<Action play 3d>"
    assert repr(piles[0]) == "<Pile hand of seat 0: 3d ??>"
    assert str(View(None, (), (), score=(1, -1))) == "View of a spectator: over: (1, -1)"
    assert str(View(OPEN, (), (), score=(1, -1))).startswith("View of everything")
