"""The computer of Euchre: what it says, puts down and plays with clear hands."""

from __future__ import annotations

from random import Random

import pytest

from dealt.cards import cards
from dealt.game import Action
from dealt.games.euchre import Euchre
from dealt.games.tricks import TrickState
from dealt.players import computer
from dealt.players.advice.euchre.rollout import strength, tried
from dealt.players.judging import judge_for
from dealt.players.search.euchre import EuchreSearch


def dealt(game: Euchre, hand: str, turned: str, dealer: int = 3) -> TrickState:
    """Seat 0 holds these cards and speaks first; the others hold some of the rest."""
    mine, up = cards(hand), cards(turned)
    rest = [one for one in Random(4).sample(game.deck, len(game.deck)) if not (mine | up) >> one & 1]
    others = tuple(sum(1 << one for one in rest[5 * n : 5 * (n + 1)]) for n in range(3))
    return game.turned_up(game.begin((mine, *others), dealer), up.bit_length() - 1)


@pytest.mark.parametrize(
    ("hand", "turned", "word"),
    [
        ("Jh Jd Ah Kh Ac", "9h", "order alone"),
        ("Jh Jd Ah 9c Ad", "9h", "order"),
        ("9c Tc 9d Td Qs", "Ah", "pass"),
        ("Js Jc As Ks Qs", "9h", "pass"),  # the next round brings spades
    ],
)
def test_a_clear_hand_says_what_it_should(hand: str, turned: str, word: str) -> None:
    game = Euchre()
    view = game.view(dealt(game, hand, turned), 0)
    chosen = {str(computer("search", game).choose(view, Random(n))) for n in range(3)}
    assert chosen <= ({word, "order alone"} if word == "order" else {word})


def test_the_dealer_puts_down_what_it_needs_least() -> None:
    game = Euchre()
    state = dealt(game, "Jh Ah Ac Kc 9d", "Th", dealer=0)
    for _ in range(3):
        state = game.apply(state, state.turn or 0, Action("pass"))
    state = game.apply(state, 0, Action("order"))
    view = game.view(state, 0)
    assert str(EuchreSearch(game).choose(view, Random(1))) == "give 9d"


def test_the_last_to_play_wins_as_cheaply_as_it_can_and_leaves_a_trick_to_its_partner() -> None:
    game = Euchre()
    state = game.begin(tuple(map(cards, ("9c 9d 9h Td Ts", "Kc Jd Qh Kd Ks", "Qc Jh Th Qd Qs", "Ac Tc Kh Ad As"))), 3)
    state = game.turned_up(state, cards("9s").bit_length() - 1)
    for word in ("pass", "pass", "pass", "pass", "name clubs"):
        state = game.apply(state, state.turn or 0, Action(word))
    for card in ("Td", "Kd", "Qd"):
        state = game.apply(state, state.turn or 0, Action("play", cards(card)))
    assert str(EuchreSearch(game).choose(game.view(state, 3), Random(1))) == "play Ad"


def test_strength_knows_the_bowers() -> None:
    hand = cards("Jh Jd Ac 9s Ts")
    counted = [strength(hand, order, suit) for suit, order in enumerate(Euchre().orders[:4])]
    assert counted[1] == counted[2] > counted[3] > counted[0]


def test_a_kernel_says_the_same_compiled_and_bare() -> None:
    game = Euchre(defend_alone=True)
    view = game.view(dealt(game, "Jh Ah Kh 9c Td", "9h"), 0)
    player = EuchreSearch(game)
    known = game.public(view)
    found = []
    for kernel in (tried, tried.bare):
        asked = player.of_view(view, known, player.choices(view, known), Random(5))._replace(kernel=kernel)
        found.append(asked.rows(24))
    assert found[0] == found[1]
    assert len({sum(row) for row in found[0]}) > 1


def test_words_are_judged() -> None:
    game = Euchre()
    view = game.view(dealt(game, "Jh Jd Ah Kh Ac", "9h"), 0)
    judge, taken = judge_for(game), Action("pass")
    tried_words = judge.candidates(view, taken, Random(2))
    found = judge.known(view, tried_words, Random(3), 200)
    means = [sum(row) / len(row) for row in found.rows]
    assert str(tried_words[means.index(max(means))]) == "order alone"
    assert means[tried_words.index(taken)] < max(means) - 0.5
