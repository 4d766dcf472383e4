"""The computer of Oh Hell: what it bids with clear hands, and that its layouts fit what is seen."""

from __future__ import annotations

from random import Random

import pytest

from dealt.cards import cards
from dealt.game import Action
from dealt.games.ohhell import OhHell
from dealt.games.tricks import TrickState
from dealt.players import computer
from dealt.players.judging import judge_for
from dealt.players.search.ohhell import OhHellSearch, scale


def dealt(game: OhHell, hand: str, turned: str = "2h") -> TrickState:
    """The first bid of seat 0, which holds these cards; the others hold some of the rest."""
    mine, up = cards(hand), cards(turned)
    rest = [one for one in Random(4).sample(game.deck, 52) if not (mine | up) >> one & 1]
    size = mine.bit_count()
    others = tuple(sum(1 << one for one in rest[size * n : size * (n + 1)]) for n in range(game.seats - 1))
    return game.turned_up(game.begin((mine, *others), game.seats - 1), up.bit_length() - 1)


@pytest.mark.parametrize(
    ("hand", "bid"),
    [("Ah Kh Qh Jh Th", 5), ("2c 3c 2d 3d 2s", 0), ("Ah Kh 2c 3d 2s", 2), ("Ah Kh Qh 2c 2s", 3)],
)
def test_a_clear_hand_is_bid_for_what_it_takes(hand: str, bid: int) -> None:
    game = OhHell(most=5)
    state = dealt(game, hand)
    chosen = computer("search", game).choose(game.view(state, 0), Random(1))
    assert chosen == Action("bid", amount=bid)


def test_who_has_what_was_bid_ducks_and_who_lacks_a_trick_takes_it() -> None:
    """A trick is led to seat 0, last to play with the ace and a low card, and another trick is to come."""
    game = OhHell(most=2, hook=False)
    state = game.begin((cards("As 2s"), cards("9s 4d"), cards("5s 4c"), cards("6s 7d")), 0)
    state = game.turned_up(state, cards("2h").bit_length() - 1)
    for bid in (0, 0, 0):
        state = game.apply(state, state.turn or 0, Action("bid", amount=bid))
    player = OhHellSearch(game)
    for bid, card in ((2, "As"), (0, "2s")):
        play = game.apply(state, 0, Action("bid", amount=bid))
        for one in ("9s", "5s", "6s"):
            play = game.apply(play, play.turn or 0, Action("play", cards(one)))
        assert player.choose(game.view(play, 0), Random(1)) == Action("play", cards(card))


@pytest.mark.parametrize("seats", [3, 4, 7])
def test_what_hands_count_comes_to_all_tricks(seats: int) -> None:
    game, rng = OhHell(seats=seats), Random(seats)
    size = game.sizes[0]
    assert scale(seats, size, game.deck) > 0
    player = OhHellSearch(game)
    counted = [player.counted(state, seat) for state in (game.deal(rng) for _ in range(200)) for seat in range(seats)]
    assert abs(sum(counted) / 200 - size) < 0.06 * size


def test_bids_are_judged_and_the_best_is_near_what_the_hand_counts() -> None:
    game = OhHell(most=5)
    view = game.view(dealt(game, "Ah Kh Qh 2c 2s"), 0)
    judge, taken = judge_for(game), Action("bid", amount=0)
    tried = judge.candidates(view, taken, Random(2))
    found = judge.known(view, tried, Random(3), 200)
    means = [sum(row) / len(row) for row in found.rows]
    assert tried[means.index(max(means))] == Action("bid", amount=3)
    assert means[tried.index(taken)] < max(means) - 5


def test_samples_with_seven_at_the_table_hold_what_is_known() -> None:
    """Samples of seven hidden piles, of which many lack suits, are drawn pile by pile."""
    game, rng = OhHell(seats=7), Random(7)
    state = game.deal(rng)
    while state.turn is not None:
        state = game.apply(state, state.turn, rng.choice(game.legal(state, state.turn)))
        if state.turn is not None and state.phase == "play":
            sampled = game.sample(game.view(state, state.turn), rng)
            assert all(not hand & none for hand, none in zip(sampled.hands, state.lacks, strict=True))
