"""The example `examples/sheepshead.py`: a game of tricks by a stranger, with a secret partner and a called ace."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt import arena
from dealt.cards import cards
from dealt.cli.laws import wordless
from dealt.files import run_file
from dealt.game import Past, find
from dealt.games.tricks import TrickState
from dealt.laws.support import check_support

EXAMPLE: Any = run_file(Path(__file__).parents[2] / "examples" / "sheepshead.py", "sheepshead")
HANDS = ("QcQsKc8hAs7s", "AcThJdAd9hKh", "9c8cAh7h7cKs", "QhJcTd8dTs9s", "QdJsJhKd7d8s")
"""Seat 4 deals; the blind is 9d Tc."""


def then(game: Any, state: TrickState, *actions: str) -> TrickState:
    for each in actions:
        seat = game.turn(state)[0]
        action = find(game.view(state, seat), each)
        assert action is not None, f"{seat} can't {each}"
        state = game.apply(state, seat, action)
    return state


def after(game: Any, *actions: str) -> TrickState:
    return then(game, game.begin(tuple(map(cards, HANDS)), 4), *actions)


def may(game: Any, state: TrickState) -> str:
    return " ".join(str(each).removeprefix("play ") for each in game.legal(state, game.turn(state)[0]))


def to_the_end(game: Any, state: TrickState) -> TrickState:
    while turn := game.turn(state):
        state = game.apply(state, turn[0], game.legal(state, turn[0])[0])
    return state


def test_the_jack_of_diamonds_makes_a_partner_whom_nobody_knows_until_it_is_played() -> None:
    game = EXAMPLE.make()
    assert game.explain(game.view(after(game, "pick"), 0), cards("Qc")).key == "why.bury"
    state = after(game, "pick", "bury 8hTc", "play Qc")
    assert [game.partner(game.public(game.view(state, seat))) for seat in (0, 1, None)] == [None, 1, None]
    assert game.view(state, 0).fact("partner", 1) is None
    assert game.view(then(game, state, "play Jd"), 0).fact("partner", 1) == 1
    over = to_the_end(game, state)
    made, units = game.result(over)
    assert made == sum(over.deal_data[:2]) + 10
    assert game.score(over) == (2 * units, units, -units, -units, -units)
    alone = to_the_end(game, after(game, "pass", "pick", "bury AcTh"))
    assert game.score(alone) == tuple(game.result(alone)[1] * (4 if seat == 1 else -1) for seat in range(5))


def test_a_called_ace_waits_for_its_suit_and_the_picker_keeps_a_card_of_it() -> None:
    game = EXAMPLE.make("ace")
    assert may(game, after(game, "pick", "bury 8hTc")) == "call Ac call nobody"
    called = after(game, "pick", "bury 8hTc", "call Ac")
    state = then(game, called, "play As")
    assert may(game, state) == "9h Kh Th Ad Jd"
    assert game.explain(game.view(state, 1), cards("Ac")).key == "why.called"
    assert may(game, then(game, called, "play Kc")) == "Ac"
    state = then(game, called, "play 9d", "play Ad", "play Ks", "play Td", "play 7d", "play Th", "play Ah", "play 8d")
    assert may(game, then(game, state, "play 8s")) == "7s As Qs Qc"  # not the king of clubs


def test_who_leads_another_card_of_the_suit_does_not_hold_the_called_ace() -> None:
    game, ace = EXAMPLE.make("ace"), cards("Ac")
    state = after(game, "pick", "bury 8hTc", "call Ac", "play 9d", "play Ad", "play Ks", "play Td", "play 7d")
    state = then(game, state, "play 9h", "play Ah", "play Ts", "play 8s", "play 7s")
    assert [bool(some & ace) for some in state.lacks] == [True, False, False, False, False]
    state = then(game, state, "play 9c")
    assert [bool(some & ace) for some in state.lacks] == [True, False, True, False, False]


@pytest.mark.parametrize(
    ("made", "tricks", "units"),
    [(61, 3, 1), (90, 5, 1), (91, 5, 2), (120, 6, 3), (60, 3, -2), (31, 2, -2), (30, 2, -4), (0, 0, -6)],
)
def test_opponents_pay_by_points_and_tricks(made: int, tricks: int, units: int) -> None:
    game = EXAMPLE.make()
    state = after(game, "pick", "bury 8h7s").changed(deal_data=(made, 0, 0, 0, 0), won=(tricks, 0, 0, 0, 0))
    assert game.result(state) == (made, units)
    assert EXAMPLE.make(bump=False).result(state) == (made, units if units > 0 else units // 2)


def test_fewest_points_with_a_trick_win_a_leaster_and_the_blind_goes_with_the_last_trick() -> None:
    game = EXAMPLE.make()
    over = to_the_end(game, after(game, *["pass"] * 5))
    assert sum(over.deal_data) == 120
    for points, won, score in (
        ((50, 10, 30, 30, 0), (2, 1, 1, 2, 0), (-1, 4, -1, -1, -1)),
        ((50, 10, 10, 50, 0), (2, 1, 1, 2, 0), (-1, 1.5, 1.5, -1, -1)),
    ):
        assert game.score(over.changed(deal_data=points, won=won)) == score


def test_where_all_pass_the_next_deal_may_count_double_or_the_dealer_has_to_pick() -> None:
    game = EXAMPLE.make(passed="doubler", deals=3)
    over = after(game, *["pass"] * 5)
    assert (game.turn(over), game.score(over)) == ((), (0,) * 5)
    assert game.begin(over.hands, 0, Past(over, (0,) * 5, 1)).match_data == (1, 2)
    last = over.changed(match_data=(2, 4))
    assert game.begin(over.hands, 0, Past(last, (0,) * 5, 3)).match_data == (0, 1)
    forced = EXAMPLE.make(passed="forced")
    assert may(forced, after(forced, *["pass"] * 4)) == "pick"


def test_the_last_card_that_the_picker_keeps_may_be_thrown_off_in_the_end() -> None:
    game = EXAMPLE.make("ace")
    state = after(game, "pick", "bury 8hTc", "call Ac")
    hands = tuple(map(cards, ("Kc", "Ac", "9c", "9s", "Kd")))
    played = tuple(cards(held) & ~hands[seat] for seat, held in enumerate(HANDS))
    played = (played[0] & ~cards("8h") | cards("9d"), *played[1:])
    state = state.changed(hands=hands, played=played, turn=4, leader=4, won=(5, 0, 0, 0, 0))
    view = game.view(then(game, state, "play Kd", "play Kc"), 2)
    assert game.view(game.sample(view, Random(1)), 2) == view


@pytest.mark.slow
def test_samples_are_the_deals_that_a_seat_cannot_rule_out() -> None:
    check_support(
        EXAMPLE.LISTING.tiny[1], Random(4), deals=3
    )  # among them an ace that is led before the picker follows


@pytest.mark.slow
def test_computers_play_it_and_nothing_lacks_words() -> None:
    one, *others = (EXAMPLE.Looker, *["random"] * 4)
    found = arena.run(EXAMPLE.make("ace"), [one, *others], deals=4, seed=7, jobs=1)
    assert found.standings[0].player != "random"
    assert wordless(EXAMPLE.LISTING) == []
