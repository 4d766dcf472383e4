"""``deuce``: it spends no more than it must, watches the other hands, and plays every climbing game there is."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from dealt import arena, players
from dealt.cards import STANDARD, Cards, Order, cards, mask, text
from dealt.game import Game, View
from dealt.games import make
from dealt.games.chinesepoker import ChinesePoker
from dealt.games.climbing import BOMB, Climbing, ClimbingState, Kind, by_top_card, runs
from dealt.players.advice.bigtwo.deuce import Deuce
from dealt.players.advice.climbing.planning import Odds, Planner
from dealt.table import Table, play

pytestmark = pytest.mark.slow

GAME: Climbing = make("bigtwo")  # type: ignore[assignment]


def position(hand: str, others: tuple[int, int, int], to_beat: str = "", played: str = "") -> View:
    """The view of seat 0: its hand, the sizes of the other hands, the last play of seat 1, and the played cards."""
    mine, newest, heap = cards(hand), cards(to_beat) if to_beat else 0, cards(played) if played else 0
    rest = [one for one in STANDARD if not (mine | newest | heap) >> one & 1]
    Random(hand).shuffle(rest)
    hands: list[Cards] = [mine]
    for count in others:
        hands.append(mask(rest[:count]))
        del rest[:count]
    trick = (0, newest, 0, 0)
    state = ClimbingState(tuple(hands), 0, 1 if newest else None, trick)
    view = GAME.view(state, 0)
    away = tuple(one for one in STANDARD if (heap | mask(rest)) >> one & 1)
    return replace(view, piles=tuple(replace(p, cards=away) if p.name == "played" else p for p in view.piles))


def choice(*args: object, **more: object) -> str:
    found = Deuce(GAME, chance=1.0).choose(position(*args, **more), Random(0))  # type: ignore[arg-type]
    return text(found.cards) or found.verb


def test_a_hand_is_split_so_that_no_higher_combination_is_broken() -> None:
    planner = Planner(GAME.combinations)
    plan = [text(GAME.combinations.cards[row]) for row in planner.plan(cards("3d 4c 5h 6s 7d 9c 9h Kd Ks Kh 2s"))]
    assert sorted(plan) == sorted(["3d4c5h6s7d", "9c9hKdKhKs", "2s"])
    assert [text(GAME.combinations.cards[row]) for row in planner.plan(cards("4c"))] == ["4c"]
    assert planner.plan(0) == ()


def test_the_odds_know_what_nobody_can_hold() -> None:
    view = position("3d 2s", (2, 3, 4), played="2h 2c 2d Ah Ad")
    odds = Odds(GAME.combinations, view, STANDARD)
    best, low = GAME.combinations.row(cards("2s")), GAME.combinations.row(cards("3d"))
    assert best is not None
    assert low is not None
    assert odds.stands(best) == 1
    assert odds.stands(low) == 0
    pair = GAME.combinations.row(cards("4d 4s"))
    assert pair is not None
    assert odds.beaten_by(pair)[1] < odds.beaten_by(pair)[2] < odds.beaten_by(pair)[3]
    assert odds.fewest == 2


def test_it_plays_its_last_cards_when_it_can() -> None:
    assert choice("9d 9s", (5, 6, 7), to_beat="8d 8s") == "9d9s"


def test_it_does_not_break_a_straight_to_beat_a_low_card() -> None:
    assert choice("5d 6c 7h 8s 9d Jc 2s", (9, 9, 9), to_beat="4s") == "Jc"


def test_it_does_not_lead_a_low_single_to_somebody_with_one_card() -> None:
    assert choice("3d 4c 4h Kd", (1, 8, 8)) == "4c4h"
    assert choice("3d 5h Kd 2c", (1, 8, 8)) in ("2c", "Kd")


def test_now_and_then_it_does_something_else_but_not_in_danger() -> None:
    deuce = Deuce(GAME, chance=0.9)
    calm = position("3d 5c 7h 8s 9d Jc Jd Ks 2s", (9, 9, 9), to_beat="4s")
    chosen = {str(deuce.choose(calm, Random(n))) for n in range(60)}
    assert len(chosen) == 2
    tense = position("3d 5c 7h 8s 9d Jc Jd Ks 2s", (2, 9, 9), to_beat="4s")
    assert len({str(deuce.choose(tense, Random(n))) for n in range(60)}) == 1


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    table = Table(GAME, bytes(32))
    view = table.view(table.turn[0])
    assert Deuce(GAME).choose(view, Random(5)) == Deuce(GAME).choose(view, Random(5))


def whole_deal(game: Game[ClimbingState], seed: int) -> None:
    sitting = [players.computer("deuce", game) for _ in range(game.seats)]
    table = play(game, sitting, Random(seed).randbytes(32))
    assert table.score is not None


@pytest.mark.parametrize("seed", range(3))
def test_it_plays_games_of_the_family_that_it_has_never_seen(seed: int) -> None:
    ranks = "3456789TJQKA2"
    kinds = (
        Kind("single", by=by_top_card),
        Kind("run", run=runs(ranks, 3)),
        Kind("bomb", 4, power=BOMB),
    )
    whole_deal(Climbing("runs", seats=3, deck=STANDARD, order=Order(ranks, "dchs"), kinds=kinds), seed)
    whole_deal(ChinesePoker(), seed)


def test_it_is_not_offered_where_a_table_of_its_like_would_redeal_for_ever() -> None:
    assert "deuce" not in players.possible(make("doudizhu"))
    assert "deuce" in players.possible(make("chinesepoker"))


def test_it_beats_lowest_and_lowest_beats_random() -> None:
    found = arena.run(GAME, ["deuce", "lowest"], deals=25, seed="quick", jobs=1)
    assert found.pair("deuce", "lowest").difference < 0
    found = arena.run(GAME, ["lowest", "random"], deals=25, seed="quick", jobs=1)
    assert found.pair("lowest", "random").difference < 0


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse", "deals"), [("deuce", "lowest", 120), ("lowest", "random", 40)])
@pytest.mark.turns(2)
def test_each_beats_the_next_by_more_than_five_standard_errors(better: str, worse: str, deals: int) -> None:
    pair = arena.run(GAME, [better, worse], deals=deals, seed="acceptance", jobs=1).pair(better, worse)
    assert pair.errors is not None
    assert pair.errors < -5
