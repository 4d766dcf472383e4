"""The analysis: it finds blunders, calls no good action a mistake, and uses nothing that a seat could not know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dealt.analysis import BrokenDeal, analyse, analyse_table, from_json, replayed, to_json
from dealt.analysis.engine import judge_action
from dealt.game import find
from dealt.games import GAMES, make
from dealt.players import computer
from dealt.players.judging import judge_for
from dealt.table import Match, Table, play, seed_of
from dealt.texts import find_text
from tests.analysis.positions import BLACKJACK, CLIMBING, POKER, TRICKS, positions
from tests.toys import make as toy

WORLDS = 24
BRIDGE_WORLDS = 16

COUNTS = {"climbing": len(CLIMBING), "tricks": len(TRICKS), "blackjack": len(BLACKJACK), "poker": len(POKER)}
EVERY = [(family, n) for family, count in COUNTS.items() for n in range(count)]


def table_of(name: str, who: str = "lowest", deal: int = 0, **options: Any) -> Table[Any]:
    game = make(name, **options)
    return play(game, [computer(who, game) for _ in range(game.seats)], seed_of(1, deal))


@pytest.mark.parametrize(("family", "n"), EVERY)
@pytest.mark.turns(3)
def test_a_blunder_is_found_and_a_good_action_is_none(family: str, n: int) -> None:
    at = positions(family)[n]
    judge = judge_for(at.game)
    worlds = BRIDGE_WORLDS if at.game.name == "bridge" else WORLDS
    bad, _ = judge_action(judge, at.state, 0, at.seat, at.action(at.bad), worlds)
    assert bad.mistake
    assert bad.best.action != bad.taken.action
    assert bad.best.why is not None
    good, _ = judge_action(judge, at.state, 0, at.seat, at.action(at.good), worlds)
    assert not good.mistake


def test_every_family_has_ten() -> None:
    assert min(COUNTS.values()) >= 10


def test_ten_wrong_numbers_of_a_figure_are_found() -> None:
    game = make("magicfigures", "given")
    judge, rng, wrong = judge_for(game), Random(5), 0
    state = game.deal(Random(1))
    for _ in range(400):
        view = game.view(state, 0)
        lays = [each for each in view.legal if each.verb.startswith("lay")]
        action = rng.choice(lays)
        found, _ = judge_action(judge, state, 0, 0, action, 1)
        solvable = judge.expected(game.apply(state, 0, action), rng, 1) == (1.0,)
        assert found.mistake != solvable
        wrong += found.mistake
        good = computer("exact", game).choose(view, rng)
        assert not judge_action(judge, state, 0, 0, good, 1)[0].mistake
        state = game.apply(state, 0, good)
        if not game.turn(state):
            state = game.deal(Random(1))
        if wrong >= 10:
            break
    assert wrong >= 10


@pytest.mark.slow
@pytest.mark.parametrize("name", ["elevens", "tens", "thirteens"])
def test_the_order_of_removals_changes_no_chance(name: str) -> None:
    table = table_of(name, "random")
    found = analyse_table(table)
    assert found.unit == "chance"
    assert found.costliest == ()
    assert found.accuracy == (100.0,)
    chances = [each[0] for each in found.expected]
    assert all(0 <= each <= 1 for each in chances)
    assert chances[-1] == (table.score or (0,))[0]
    for each in found.judged:
        assert len({other.open for other in (each.taken, each.best, *each.others)}) == 1


@pytest.mark.parametrize(
    ("name", "who", "steps"),
    [
        ("bigtwo", "lowest", 6),
        ("doudizhu", "lowest", 6),
        ("chinesepoker", "lowest", 6),
        ("hearts", "lowest", 8),
        ("spades", "random", 8),
        pytest.param("drawpoker", "random", 6, marks=pytest.mark.slow),
        ("blackjack", "random", 4),
        pytest.param("bridge", "plain", 4, marks=pytest.mark.slow),
    ],
)
def test_what_a_seat_knew_does_not_change_when_hidden_cards_are_swapped(name: str, who: str, steps: int) -> None:
    """A sample from the seat's own view lays every hidden card anew; its figures must be the very same."""
    table = table_of(name, who)
    game, judge = table.game, judge_for(table.game)
    rng, looked = Random(2), 0
    places = sorted(rng.sample(range(table.step), min(steps, table.step)))
    for step in places:
        seat, action = table.moves[step]
        state = table.states[step]
        other = game.sample(game.view(state, seat), rng)
        assert game.view(other, seat) == game.view(state, seat)
        first, second = (judge_action(judge, each, step, seat, action, 4)[0] for each in (state, other))
        looked += other != state
        for one, two in zip(
            (first.taken, first.best, *first.others), (second.taken, second.best, *second.others), strict=True
        ):
            assert (one.action, one.known, one.error) == (two.action, two.known, two.error)
    assert looked


@pytest.mark.parametrize(
    "name",
    [
        *("bigtwo", "spades", "blackjack"),
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("hearts", "drawpoker")),
    ],
)
@pytest.mark.slow
def test_the_same_deal_and_budget_lead_to_the_same_analysis_and_json_keeps_it(name: str) -> None:
    table = table_of(name, "random")
    seen: list[tuple[int, int]] = []
    found = analyse_table(table, budget=2, progress=lambda done, of: seen.append((done, of)))
    assert found == analyse_table(table, budget=2)
    assert from_json(to_json(found)) == found
    assert seen == [(n + 1, table.step) for n in range(table.step)]
    assert [each.step for each in found.judged] == list(range(table.step))
    assert len(found.expected) == table.step + 1
    assert all(len(row) == table.game.seats for row in found.expected)
    assert all(each is None or 0 <= each <= 100 for each in found.accuracy)
    assert len(found.costliest) <= 3
    costs = [found.judged[n].known_cost for n in found.costliest]
    assert costs == sorted(costs, reverse=True)
    for each in found.judged:
        view = table.game.view(table.states[each.step], each.seat)
        assert each.known_cost >= 0
        assert each.open_cost >= 0
        for option in (each.taken, each.best, *each.others):
            assert find(view, option.action) is not None


def test_only_the_seats_that_were_asked_for_are_judged() -> None:
    found = analyse_table(table_of("bigtwo"), seats=(2,), budget=2)
    assert {each.seat for each in found.judged} == {2}
    assert found.accuracy[2] is not None
    assert found.accuracy[0] is None


@pytest.mark.slow
def test_a_deal_of_a_match_is_analysed_with_what_came_before_it() -> None:
    game = make("bigtwo")
    match: Match[Any] = Match(game)
    for n in range(2):
        table = match.deal(seed_of(3, n))
        while table.turn:
            table.act(table.turn[0], computer("lowest", game).choose(table.view(table.turn[0]), Random(n)))
        match.end()
    progress = match.progress()
    alone = analyse(game, progress.newest, past=progress.past, budget=1)
    assert alone == analyse_table(replayed(match.record(), make)[1], budget=1)


def test_a_broken_or_unfinished_deal_is_refused() -> None:
    game = make("bigtwo")
    table = Table(game, seed_of(1, 0))
    with pytest.raises(BrokenDeal, match="isn't over"):
        analyse_table(table)
    match: Match[Any] = Match(game)
    match.deal(seed_of(1, 0))
    dealt = match.newest
    with pytest.raises(BrokenDeal, match="doesn't replay"):
        analyse(game, type(dealt)(dealt.seed, actions=("9 play 2s",)))
    with pytest.raises(ValueError, match="no analysis"):
        from_json("{}")


def test_a_game_that_no_judge_knows_is_played_on_by_its_computers() -> None:
    game = toy("gift")
    table = play(game, [computer("random", game) for _ in range(game.seats)], seed_of(2, 0))
    found = analyse_table(table, budget=4)
    assert len(found.judged) == table.step
    assert found.expected[-1] == table.score


@pytest.mark.slow
def test_bridge_has_par_and_a_table_of_tricks() -> None:
    found = analyse_table(table_of("bridge", "plain"), budget=2)
    par, made = found.extras
    assert par.say.key.startswith("analysis.par")
    assert len(made.rows) == 4
    assert all(0 <= int(cell) <= 13 for row in made.rows for cell in row[1:])


def test_every_unit_has_a_name_in_both_languages() -> None:
    for unit in {judge_for(each.make()).unit for each in GAMES.values()}:
        for language in ("en", "zh"):
            assert find_text(f"analysis.unit.{unit}", language=language)
