"""The computer of Skat: what it bids, names, puts down and plays with clear hands."""

from __future__ import annotations

from random import Random

import pytest

from dealt.cards import cards
from dealt.game import Action
from dealt.games.skat import BIDS, NULL, Skat
from dealt.games.tricks import TrickState
from dealt.kernels.tricks_course import orders_of
from dealt.players.advice.skat.rollout import best_game, danger, put_down, tried
from dealt.players.judging import judge_for
from dealt.players.search.skat import SkatSearch


def dealt(hand: str, seat: int = 0) -> tuple[Skat, TrickState]:
    """A seat holds these cards, and the others some of the rest; seat 2 deals."""
    game, mine = Skat(), cards(hand)
    rest = [one for one in Random(4).sample(game.deck, len(game.deck)) if not mine >> one & 1]
    others = [sum(1 << one for one in rest[10 * n : 10 * (n + 1)]) for n in range(2)]
    hands = [*others[:seat], mine, *others[seat:]]
    return game, game.begin(tuple(hands), 2)


def after(game: Skat, state: TrickState, *words: str) -> TrickState:
    for word in words:
        (seat,) = game.turn(state)
        action = next(each for each in game.legal(state, seat) if str(each) == word)
        state = game.apply(state, seat, action)
    return state


def chosen(game: Skat, state: TrickState, seed: int = 1) -> str:
    return str(SkatSearch(game).choose(game.view(state, game.turn(state)[0]), Random(seed)))


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("Jc Js Jh Ac Tc Kc 9c Ah Th 7d", 96),  # grand with three
        ("Jd Ac Tc Kc 9c 7c Ah 8s 9d 7d", 48),  # clubs without three
        ("7c 8c 9c Tc 7d 8d 9d 7h 8h 7s", 46),  # null ouvert
        ("Qc Kd 8d 9h Qh Th 8s Ks Ts 9c", 0),
    ],
)
def test_a_hand_is_bid_as_far_as_its_games_are_worth(hand: str, value: int) -> None:
    game = Skat()
    assert best_game(orders_of(game), cards(hand), 0)[1] == value
    assert value == 0 or value in BIDS


def test_low_cards_make_null_safe() -> None:
    order = Skat().orders[NULL]
    assert [danger(cards(hand), order, NULL) for hand in ("7c 9c Jc Kc", "8c", "Ac", "7s 8s As")] == [0, 1, 7, 3]


@pytest.mark.parametrize(
    ("hand", "word"), [("Jc Js Jh Jd Ac Tc Kc Ah Th As", "bid 18"), ("Qc Kd 8d 9h Qh Th 8s Ks Ts 9c", "pass")]
)
def test_clear_hands_are_bid_and_passed(hand: str, word: str) -> None:
    game, state = dealt(hand, 1)
    assert {chosen(game, state, seed) for seed in range(2)} == {word}


def test_the_declarer_names_what_it_should_and_keeps_its_trumps() -> None:
    game, state = dealt("Jc Js Ah Th Kh 9h 8h Ac Ts 7d")
    state = after(game, state, "pass", "pass", "bid 18", "take")
    assert chosen(game, state) in ("name hearts", "name grand")
    state = after(game, state, "name hearts")
    action = next(each for each in game.legal(state, 0) if str(each) == chosen(game, state))
    assert not action.cards & game.orders[2].suits[4]
    down = put_down(state.hands[0], game.orders[2], 2, 2)
    assert down.bit_count() == 2
    assert not down & game.orders[2].suits[4]


def test_a_defender_gives_points_to_the_partner() -> None:
    game = Skat()
    hands = ("Jc Js Ah Th Kh 9h Ac 7c 7s 8s", "Jh Qh 8h 7h Jd Ad Kd As Ks 9s", "Td 9d 8d Qd Kc Qc 9c 8c Tc 7d")
    state = game.begin(tuple(map(cards, hands)), 2)
    state = after(
        game, state, "bid 18", "hold", "pass", "pass", "hand", "name hearts", "announce nothing", "play 7s", "play As"
    )
    assert chosen(game, state) in ("play Td", "play Tc")


def test_a_kernel_says_the_same_compiled_and_bare() -> None:
    game, first = dealt("Jc Js Ah Th Kh 9h 8h Ac Ts 7d")
    for state in (first, after(game, first, "pass", "pass", "bid 18", "take")):
        seat = game.turn(state)[0]
        view = game.view(state, seat)
        player = SkatSearch(game)
        known = game.public(view)
        found = []
        for kernel in (tried, tried.bare):
            asked = player.of_view(view, known, player.choices(view, known), Random(5))._replace(kernel=kernel)
            found.append(asked.rows(12))
        assert found[0] == found[1]
        assert len({sum(row) for row in found[0]}) > 1


def test_words_are_judged() -> None:
    game, state = dealt("Jc Js Jh Jd Ac Tc Kc Ah Th As")
    state = after(game, state, "pass", "pass", "bid 18", "hand")
    view = game.view(state, 0)
    judge, taken = judge_for(game), Action("name null")
    words = judge.candidates(view, taken, Random(2))
    found = judge.known(view, words, Random(3), 100)
    means = [sum(row) / len(row) for row in found.rows]
    assert str(words[means.index(max(means))]).startswith("name grand")
    assert means[words.index(taken)] < 0
    assert len(words) == 7
