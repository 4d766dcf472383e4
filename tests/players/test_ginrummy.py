"""The computers of Gin Rummy: clear hands, what they conclude from what the other did, and who is stronger."""

from __future__ import annotations

from random import Random

import pytest

from dealt.cards import cards, mask
from dealt.game import Action
from dealt.games.ginrummy import GinRummy
from dealt.games.melds import MeldState, core
from dealt.kernels.draws import ROOM, start
from dealt.players import computer
from dealt.players.advice.melds.rollout import USUAL, Room, Rules, Seen, imagine, regret
from dealt.players.judging import judge_for
from dealt.players.search.melds import MeldSearch
from dealt.table import Table, play, seed_of
from dealt.view import find
from tests.games.test_ginrummy import LOSER, state_of

MELDS = "2c 3c 4c 8c 8d 8h Jd Qd Kd"


@pytest.mark.parametrize("name", ["melder", "search"])
@pytest.mark.parametrize(
    ("own", "wanted"),
    [
        (f"{MELDS} 5c Ks", "gin Ks"),
        (f"{MELDS} 2h Ks", "knock Ks"),
    ],
)
def test_a_clear_choice(name: str, own: str, wanted: str) -> None:
    game = GinRummy()
    view = game.view(state_of(game, own, LOSER, "6s"), 0)
    assert str(computer(name, game, **({"worlds": 128} if name == "search" else {})).choose(view, Random(1))) == wanted


def test_a_card_that_makes_a_meld_is_taken() -> None:
    game = GinRummy()
    state = state_of(game, "2c 3c 4c 8d 8h Jd Qd 5s 9s Th", "2d 4h 5d 6d 7c 9c Tc Js Qc Ac", "8s")
    drawing = state._replace(phase=core.DRAW)
    assert computer("melder", game).choose(game.view(drawing, 0), Random(1)) == Action("draw discard")
    useless = drawing._replace(pile=(cards("Ks").bit_length() - 1,))
    assert computer("melder", game).choose(game.view(useless, 0), Random(1)) == Action("draw stock")


def seen_and_table(table: Table[MeldState], seat: int) -> tuple[Seen, list[int], GinRummy]:
    game = table.game
    assert isinstance(game, GinRummy)
    return MeldSearch(game).seen(table.view(seat), seat), game.table_of(table.state), game


def test_what_the_other_left_and_threw_is_read_from_the_log() -> None:
    game = GinRummy()
    table: Table[MeldState] = Table(game, seed_of(3, 0))
    first, upcard = table.turn[0], table.state.upcard
    for _ in range(2):
        table.act(table.turn[0], Action("pass"))
    table.act(first, Action("draw stock"))
    thrown = table.view(first).legal[0]
    table.act(first, thrown)
    seen, _, _ = seen_and_table(table, 1 - first)
    assert seen.cards == [upcard, thrown.cards.bit_length() - 1]
    assert (seen.ages, seen.thrown, seen.turns) == ([1, 0], [thrown.cards.bit_length() - 1], 1)
    assert seen.unseen.bit_count() == 52 - 10 - 2


def test_worlds_keep_what_is_known_and_fit_better_than_chance() -> None:
    """After four turns each of a good player its hand has far less deadwood than one that is dealt at random."""
    game, melder, true, drawn, chance = GinRummy(), computer("melder", GinRummy()), 0, 0.0, 0.0
    for n in range(40):
        table: Table[MeldState] = Table(game, seed_of(9, n))
        rng = Random(n)
        while table.turn and len(table.moves) < 18:
            table.act(table.turn[0], melder.choose(table.view(table.turn[0]), rng))
        if not table.turn or table.state.phase == core.DISCARD:
            continue
        seat = table.turn[0]
        seen, t, _ = seen_and_table(table, seat)
        room = Room([0] * ROOM, [*t], [0] * core.WIDTH, [0] * 52, [0.0] * 2)
        start(room.words, 1, n)
        known = t[core.KNOWN + 1 - seat]
        for k in range(4):
            imagine(Rules(game.row, USUAL), room, t, seat, seen, k == 0, 8)
            hand = room.world[core.HANDS + 1 - seat]
            stock = room.world[core.PACK + t[core.DRAWN] : core.PACK + 52]
            assert (hand & known, hand & ~known | mask(stock)) == (known, seen.unseen)
            drawn += core.deadwood(hand) / 4
        chance += core.deadwood(game.sample(table.view(seat), rng).hands[1 - seat])
        true += core.deadwood(t[core.HANDS + 1 - seat])
    assert true > 0
    assert abs(drawn - true) < abs(chance - true) / 3


def test_regret_of_a_discard() -> None:
    """Who kept a lonely king and threw a two from beside a run did not do its best."""
    kept, live = core.low(cards("3c 4c 5c 8c 8d 8h Jd Qd Kd Ks")), 0
    assert regret(USUAL, kept, core.low(cards("2s")), live) == 8 * 16  # the king counts 8 more
    assert regret(USUAL, kept & ~core.low(cards("Ks")), core.low(cards("Qs")), live) == 0


def test_the_judge_sees_a_mistake() -> None:
    game = GinRummy()
    view = game.view(state_of(game, f"{MELDS} 5c Ks", LOSER, "6s"), 0)
    tried = [found for each in ("gin Ks", "discard 8d") if (found := find(view, each))]
    rows = judge_for(game).known(view, tried, Random(1), 32).rows
    assert sum(rows[0]) > sum(rows[1]) + 32 * 20
    state = state_of(game, f"{MELDS} 5c Ks", LOSER, "6s")
    assert judge_for(game).expected(state, Random(1), 8) == (89.0, -89.0)


@pytest.mark.slow
def test_levels_are_in_their_order() -> None:
    game = GinRummy()
    for better, worse, ahead in (("hard", "easy", 4), ("easy", "beginner", 4), ("beginner", "random", 10)):
        gained = 0.0
        for n in range(40):
            for own in (0, 1):
                sits = [computer(worse, game)] * 2
                sits[own] = computer(better, game)
                score = play(game, sits, seed_of(5, n)).score
                gained += score[own] - score[1 - own]
        assert gained / 80 > ahead
