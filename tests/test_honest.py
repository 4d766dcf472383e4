"""Partners who see each other's cards: what a choice says of it, and how sure deals make anybody."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dealt.analysis import analyse_table
from dealt.analysis.honest import FEWEST_DEALS, chance, foresight, likelier, partner_of, standing_out, tells
from dealt.cards import members
from dealt.games import make
from dealt.players import computer
from dealt.players.judging import judge_for
from dealt.table import play, seed_of

Some = list[float]


def normal(mean: float, many: int, seed: int) -> Some:
    rng = Random(seed)
    return [rng.gauss(mean, 1) for _ in range(many)]


def test_a_choice_that_is_as_good_without_the_partners_cards_says_nothing() -> None:
    assert likelier([0, 5, 1], [10, 15, 11], 2) == pytest.approx(0)


def test_a_choice_that_only_the_partners_cards_explain_speaks_for_having_seen_them() -> None:
    assert likelier([0, 0.5, 0], [9, 0, 0], 20) > 0 > likelier([0.5, 0, 0], [0, 9, 0], 20)


def test_no_single_choice_says_much() -> None:
    assert likelier([0, 99], [99, 0], 1) == 1


def test_who_plays_differently_stands_out_and_who_plays_alike_does_not() -> None:
    apart = [normal(0, 100, n) for n in (1, 2)]
    seen, alike = (
        chance([(normal(mean, 60, 3), apart[0]), (normal(mean, 60, 4), apart[1])], Random(1)) for mean in (1, 0)
    )
    assert seen is not None
    assert alike is not None
    assert seen < 0.001
    assert alike > 0.05


def test_who_plays_better_than_others_does_not_stand_out() -> None:
    """Each is compared with themselves: that one of a pair is far above the other says nothing of both."""
    some = [(normal(5, 40, 1), normal(5, 100, 2)), (normal(-5, 100, 3), normal(-5, 40, 4))]
    found = chance([(together[:40], apart) for together, apart in some], Random(1))
    assert found is not None
    assert found > 0.05


def test_what_partners_differ_by_anyway_counts_for_nothing() -> None:
    alike, apart = (chance([([figure] * 30, [0.0] * 30)] * 2, Random(1)) for figure in (0.1, 0.2))
    assert alike == 1
    assert apart is not None
    assert apart < 0.001


def test_chances_of_pairs_who_play_alike_are_what_they_say() -> None:
    pairs = [
        [(normal(0, 30, n), normal(0, 60, n + 1000)), (normal(0, 30, ~n), normal(0, 20, ~n - 1000))] for n in range(200)
    ]
    found = [chance(each, Random(n), 0.01) for n, each in enumerate(pairs)]
    assert 0.01 < sum(each is not None and each <= 0.1 for each in found) / len(found) < 0.17


@pytest.mark.parametrize(("together", "apart"), [(FEWEST_DEALS - 1, 100), (100, FEWEST_DEALS - 1)])
def test_few_deals_say_nothing(together: int, apart: int) -> None:
    assert chance([([9.0] * together, [0.0] * apart)] * 2, Random(1)) is None


def test_one_pair_of_many_has_to_stand_out_further() -> None:
    assert standing_out([0.02]) == [0]
    assert standing_out([0.02] + [0.5] * 20) == []


@pytest.mark.parametrize(("name", "told"), [("spades", True), ("hearts", False), ("doudizhu", False)])
def test_only_games_for_which_it_was_measured_are_looked_at(name: str, told: bool) -> None:
    game = make(name)
    assert tells(game, judge_for(game)) == told


def test_a_deal_says_the_same_each_time_and_what_was_judged_is_not_judged_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = make("spades").among_computers()
    table = play(game, [computer("easy", game)] * game.seats, seed_of("honest", 1), rngs=[Random(n) for n in range(4)])
    judge = judge_for(game)
    first = foresight(table, judge, 1, 3)
    assert first is not None
    judged = {each.step: each for each in analyse_table(table, seats=(1,)).judged}

    def known(*some: Any) -> Any:
        raise AssertionError("it was judged already")

    monkeypatch.setattr(judge, "known", known)
    assert foresight(table, judge, 1, 3, judged) == first


def test_cards_that_fit_two_hands_are_dealt_anew_where_they_can_be() -> None:
    game = make("spades").among_computers()
    table = play(game, [computer("easy", game)] * game.seats, seed_of("honest", 2), rngs=[Random(n) for n in range(4)])
    state, judge = table.states[24], judge_for(game)
    anew = [judge.fits(state, (0, 2), Random(n)) for n in range(8)]
    assert judge.fits(table.first, (0, 2), Random(1)) is None
    assert len({each.hands for each in anew}) > 1
    for each in anew:
        assert (each.hands[0], each.hands[2]) == (state.hands[0], state.hands[2])
        assert each.hands[1] | each.hands[3] == state.hands[1] | state.hands[3]
        assert not any(hand & lacks for hand, lacks in zip(each.hands, state.lacks, strict=True))
        assert [len([*members(hand)]) for hand in each.hands] == [len([*members(hand)]) for hand in state.hands]
    assert partner_of(game, 1) == 3
