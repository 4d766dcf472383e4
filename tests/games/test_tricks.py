"""The family of trick-taking games: following suit, what everybody learns from it, and a sampler that must remember."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from dealt.cards import STANDARD, Card, cards, mask, sequence
from dealt.game import Action, Pile, Say, View, find
from dealt.games.bridge import Mini
from dealt.games.tricks import NONE, OF_SUIT, Tricks, TrickState, core, winning_place
from dealt.laws.support import Truth, all_deals, possible_states, some_deal

HANDS = ("As Ks 2c", "Qs 3c 4c", "Js 2d 3d", "Ts 4d 5d")


def begun(game: Tricks, hands: Sequence[str] = HANDS) -> TrickState:
    """Three cards each; seat 0 leads."""
    return game.begin(tuple(map(cards, hands)), 3)


def small(name: type[Mini] = Mini) -> Mini:
    return name(deck=sequence(" ".join(HANDS)), lead_rule="longest")


def played(game: Tricks, state: TrickState, *moves: str) -> TrickState:
    for one in moves:
        (seat,) = game.turn(state)
        action = find(game.view(state, seat), f"play {one}")
        assert action is not None, one
        state = game.apply(state, seat, action)
    return state


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [("2c Ac 3c Kc", None, 1), ("2c Ad As Ah", None, 0), ("Ac 2s Kc 3s", 3, 3), ("2s As 3s Ks", 3, 1)],
)
def test_who_takes_a_trick(trick: str, trump: int | None, winner: int) -> None:
    assert winning_place(sequence(trick), trump) == winner


def test_suit_is_followed_and_the_taker_leads() -> None:
    game = small()
    state = begun(game)
    assert {str(each) for each in game.legal(state, 0)} == {"play As", "play Ks", "play 2c"}
    state = played(game, state, "2c")
    assert {str(each) for each in game.legal(state, 1)} == {"play 3c", "play 4c"}
    state = played(game, state, "4c", "2d", "Ts")
    assert (state.turn, state.won, [len(each.cards) for each in game.view(state, 0).piles if each.name == "trick"]) == (
        1,
        (0, 1, 0, 0),
        [1, 1, 1, 1],
    )
    assert state.lacks == (0, 0, OF_SUIT[0], OF_SUIT[0]), "both showed out of clubs"


def test_a_refusal_says_why() -> None:
    game = small()
    state = played(game, begun(game), "2c")
    view = game.view(state, 1)
    assert game.explain(view, cards("Qs")) == Say("why.follow", {"suit": "@suit.c"})
    assert game.explain(view, cards("3c 4c")) == Say("why.one")
    assert game.explain(view, cards("As")) == Say("why.card")
    assert game.explain(view, 0) == Say("why.choose")
    assert game.explain(view, cards("3c")) is None
    assert game.explain(game.view(state, 2), cards("2d")) == Say("illegal.turn")


def test_a_void_is_remembered_for_the_rest_of_the_deal() -> None:
    game = small()
    state = played(game, begun(game), "2c", "4c", "2d", "Ts")
    for number in range(40):
        deal = game.sample(game.view(state, 0), Random(number))
        assert not (deal.hands[2] | deal.hands[3]) & cards("3c")


class Forgetful(Mini):
    """Bridge whose sampler forgets who has shown out of a suit. Nothing else about it is wrong."""

    def constraint(self, view: View) -> Callable[[Card, Pile], bool] | None:
        return None


def caught(game: Any, walks: int) -> int:
    """How often the support law finds a sample that a seat can rule out."""
    listed = all_deals(game, None)
    found = 0
    for number in range(walks):
        rng = Random(number)
        table = some_deal(game, rng, None)
        seat = rng.randrange(game.seats)
        seen = [game.view(state, seat) for state in table.states]
        for step, alive in enumerate(possible_states(game, listed, seat, table.log(seat), seen)):
            truth = Truth(game, alive)
            found += any(game.sample(seen[step], rng) not in truth for _ in range(6))
    return found


@pytest.mark.slow
def test_the_support_law_finds_a_sampler_that_forgets_a_void() -> None:
    deck = sequence("2c 3c 4d 5d 6h 7h 8s 9s")
    assert caught(Mini(deck=deck, lead_rule="longest"), 5) == 0
    assert caught(Forgetful(deck=deck, lead_rule="longest"), 5) > 0


def test_a_played_card_is_known_to_be_gone() -> None:
    game = small()
    state = played(game, begun(game), "2c", "4c", "2d", "Ts", "Qs")
    assert game.view(state, None).pile("played").cards == sequence("Ts 2d 4c 2c")
    assert [str(each) for each in game.legal(state, 2)] == [str(Action("play", cards("Js")))]


def test_what_a_row_says_is_not_overridden() -> None:
    for hook in ("trump", "may_lead", "may_discard", "implied_lacks", "after_trick"):
        with pytest.raises(TypeError, match=f"Old.{hook} is no hook of Tricks: .*(TrickRow|take)"):
            type("Old", (Mini,), {hook: lambda self, state: None})


def test_the_cards_that_beat_one_are_found_at_once_as_one_by_one() -> None:
    for top in STANDARD:
        for trump in (NONE, 0, 1, 2, 3):
            one_by_one = mask(one for one in STANDARD if core.beats(one, top, trump))
            assert core.beating(mask(STANDARD), top, trump) == one_by_one
            assert core.beating(OF_SUIT[2], top, trump) == one_by_one & OF_SUIT[2]
