"""Magic figures: what may be laid and taken back, when a deal ends, what is given, hints and counts."""

from __future__ import annotations

import re
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.cards import cards, name, number
from dealt.game import OPEN, NoAnswer, OptionError, Say, View, find, hint_of
from dealt.games import GAMES, make
from dealt.games.magicfigures import MAX_CHANGES, FigureState, MagicFigures, own_figure
from dealt.players import computer, names, possible
from dealt.puzzles import FATHERS_DAY, count, fillings, solutions, square, text_of
from dealt.table import Illegal, Table, play, seed_of
from dealt.texts import LANGUAGES, sentence
from tests.house import walk

ONE = dict(zip(FATHERS_DAY.places, next(fillings(FATHERS_DAY)), strict=True))


def table(**options: Any) -> Table[FigureState]:
    return Table(make("magicfigures", **options), seed_of(1, 0))


def lying(view: View) -> dict[str, int]:
    found = {pile.name.partition(" ")[2]: number(one) for pile in view.piles for one in pile.cards if pile.at and one}
    return {place: one for place, one in found.items() if one is not None}


def test_every_filling_solves_it_and_scores_one() -> None:
    for filling in list(fillings(FATHERS_DAY))[:: len(ONE) * 60]:
        dealt = table()
        for place, one in zip(FATHERS_DAY.places, filling, strict=True):
            assert not dealt.over
            dealt.act(0, f"lay {place} #{one}")
        assert (dealt.over, dealt.score) == (True, (1.0,))


def test_a_card_is_laid_replaced_moved_exchanged_and_taken_back() -> None:
    dealt = table()

    def seen() -> tuple[dict[str, int], int]:
        view = dealt.view(0)
        return lying(view), int(view.fact("changes") or 0)

    dealt.act(0, "lay a0 #7")
    dealt.act(0, "lay a1 #9")
    assert seen() == ({"a0": 7, "a1": 9}, 0)
    dealt.act(0, "lay a0 #8")
    assert seen() == ({"a0": 8, "a1": 9}, 1)
    dealt.act(0, "lay a1 #8")
    assert seen() == ({"a0": 9, "a1": 8}, 2)
    dealt.act(0, "lay b0 #8")
    assert seen() == ({"a0": 9, "b0": 8}, 3)
    dealt.act(0, "lift #9")
    assert seen() == ({"b0": 8}, 4)
    hand = {name(one) for one in dealt.view(0).pile("hand", 0).cards if one is not None}
    assert hand == {f"#{n}" for n in range(1, 17) if n != 8}
    with pytest.raises(Illegal):
        dealt.act(0, "lift #9")


def test_sums_tell_how_far_each_line_is() -> None:
    dealt = table()
    for place, one in (("a0", 16), ("a1", 1), ("a2", 12), ("b1", 14), ("p", 13)):
        dealt.act(0, f"lay {place} #{one}")
    told = {each.name: (each.value, each.goal, each.mark) for each in dealt.view(None).sums}
    assert told["a"] == (29, 29, "right")
    assert told["left"] == (27, 29, "")
    assert told["b"] == (14, 29, "")
    dealt.act(0, "lay d0 #3")
    assert {each.name: each.mark for each in dealt.view(0).sums}["left"] == "wrong"
    quiet = table(checking=False)
    for place, one in (("a0", 16), ("a1", 1), ("a2", 12)):
        quiet.act(0, f"lay {place} #{one}")
    assert {each.mark for each in quiet.view(0).sums} == {""}


def test_a_full_figure_that_is_wrong_goes_on_until_no_change_is_left() -> None:
    dealt = table(figure="triangle")
    for place, one in zip("abfcde", (6, 5, 4, 3, 2, 1), strict=True):
        dealt.act(0, f"lay {place} #{one}")
    assert not dealt.over
    for n in range(MAX_CHANGES):
        assert not dealt.over
        dealt.act(0, f"lay {'ba'[n % 2]} #6")  # the 6 and the 5 change places
    assert (dealt.over, dealt.score) == (True, (0.0,))


@pytest.mark.parametrize("figure", ["fathersday", "triangle", "square3", "star"])
@pytest.mark.parametrize("given", ["few", "many"])
def test_given_numbers_leave_one_solution_and_stay(figure: str, given: str) -> None:
    game = MagicFigures(figure=figure, given=given)
    for n in range(5):
        state = game.deal(Random(n))
        laid = game.laid(state.board)
        assert set(laid) == set(state.given)
        assert count(game.figure, laid) == 1
        if given == "few":
            assert all(count(game.figure, {k: v for k, v in laid.items() if k != out}) > 1 for out in laid)
        else:
            assert len(laid) >= len(game.figure.places) // 2
        fixed = {1 << one for one in state.board if one is not None}
        assert not any(each.cards in fixed for each in game.legal(state, 0))
        names_ = {game.figure.places[place] for place in state.given}
        assert not any(each.verb.partition(" ")[2] in names_ for each in game.legal(state, 0))


def test_a_deal_is_quick() -> None:
    game = MagicFigures(given="many")
    game.deal(Random(0))
    start = process_time()
    for n in range(5):
        game.deal(Random(n))
    assert (process_time() - start) / 5 < 0.2


@pytest.mark.parametrize("figure", ["fathersday", "triangle", "square3", "star"])
@pytest.mark.parametrize("given", ["none", "few", "many"])
def test_the_computer_solves_every_deal_without_a_change(figure: str, given: str) -> None:
    game = make("magicfigures", figure=figure, given=given)
    for n in range(3):
        dealt = play(game, [computer("exact", game)], seed_of(n, 0))
        assert dealt.score == (1.0,)
        assert dealt.view(0).fact("changes") is None


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(number=st.integers(0, 2**32), steps=st.integers(0, 30))
def test_hints_lead_from_anywhere_to_a_solution_with_the_fewest_changes(number: int, steps: int) -> None:
    game = MagicFigures(figure="star", given="none")
    rng = Random(number)
    dealt: Table[FigureState] = Table(game, rng.randbytes(32))
    walk(dealt, rng, steps)
    laid = game.laid(dealt.state.board)
    kept = max(sum(each[place] == one for place, one in laid.items()) for each in solutions(game.figure).all)
    before = dealt.state.changes
    player = computer("exact", game)
    while not dealt.over:
        dealt.act(0, player.choose(dealt.view(0), rng))
    assert dealt.score == (1.0,)
    assert dealt.state.changes - before == len(laid) - kept


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(number=st.integers(0, 2**32), steps=st.integers(0, 12))
def test_the_number_of_solutions_is_the_solver_s(number: int, steps: int) -> None:
    game = MagicFigures()
    rng = Random(number)
    dealt: Table[FigureState] = Table(game, rng.randbytes(32))
    walk(dealt, rng, steps)
    (told,) = game.odds(dealt.view(0))
    assert told.value == count(FATHERS_DAY, game.laid(dealt.state.board))
    assert game.odds()[0].value == 9368


def test_a_hint_says_what_to_take_back() -> None:
    game = make("magicfigures", figure="square3")
    dealt: Table[Any] = Table(game, bytes(32))
    dealt.act(0, "lay b2 #1")
    assert str(computer("exact", game).choose(dealt.view(0), Random(1))) == "lift #1"


def test_reasons() -> None:
    game = MagicFigures(figure="square3", given="few")
    state = game.deal(Random(1))
    view = game.view(state, 0)
    one = next(one for one in state.board if one is not None)
    assert (game.explain(view, 1 << one) or [""])[0] == "why.given"
    two = sum(1 << each for each in state.hand[:2])
    assert (game.explain(view, two) or [""])[0] == "why.one"
    assert game.explain(view, 1 << state.hand[0]) is None
    assert (game.explain(game.view(state, None), 1 << state.hand[0]) or [""])[0] == "illegal.turn"


def test_names_of_actions_are_found_however_they_are_typed() -> None:
    view = table().view(0)
    assert str(find(view, "LAY A0 #16")) == "lay a0 #16"
    assert find(view, "lay a0 #17") is None
    assert find(view, "lay z9 #1") is None
    assert cards("#16") == 1 << (MagicFigures().deck[15])


OWN = """
name = "mine"
numbers = [0, 7, 12, 150, 999]
picture = "a . 九 b"
[lines]
row = { places = "a b", sum = 150 }
long = { places = "a 九 b", sum = 1149 }
[given]
a = 0
"""


def test_a_figure_of_one_s_own_is_played_solved_and_kept() -> None:
    game = make("magicfigures", figure=OWN)
    assert game.options["figure"].startswith("# mine\n")
    assert make("magicfigures", **game.options).options == game.options
    dealt: Table[Any] = Table(game, bytes(32))
    assert lying(dealt.view(0)) == {"a": 0}
    assert game.odds(dealt.view(0))[0].value == 1
    with pytest.raises(Illegal):
        dealt.act(0, "lift #0")
    dealt.act(0, "lay b #7")
    assert [str(computer("exact", game).choose(dealt.view(0), Random(1)))] == ["lift #7"]
    dealt.act(0, "lay b #150")
    dealt.act(0, "lay 九 #999")
    assert dealt.score == (1.0,)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("999]", "1000]", "figure.number"),
        ("150", "x", "figure.toml_at"),
        ("a . 九 b", "a . 九!! b", "figure.lost"),
        (" . ", " . " * 12, "figure.wide"),
        ("a . 九 b", "a . 九九九九 b", "figure.lost"),
        ("mine", "m" * 41, "figure.called"),
        ("mine", "m\u202em", "figure.called"),
        ("mine", "m" * 3000, "figure.long"),
        ("[0, 7, 12, 150, 999]", '"0-150"', "figure.cards"),
        ("a = 0", "a = 5", "figure.no_number"),
        ("a b", "a a", "figure.short"),
    ],
)
def test_what_is_wrong_with_a_figure_is_said_in_both_languages(old: str, new: str, key: str) -> None:
    assert old in OWN
    with pytest.raises(OptionError) as refused:
        make("magicfigures", figure=OWN.replace(old, new, 1))
    say = refused.value.say
    assert say is not None
    assert say.key == key
    for language in LANGUAGES:
        assert not re.search(r"\{\w+\}", sentence(say, language=language))
    assert sentence(say) != sentence(say, language="zh")


def test_given_numbers_are_not_chosen_for_a_figure_of_one_s_own() -> None:
    with pytest.raises(OptionError) as refused:
        make("magicfigures", figure=OWN, given="few")
    assert refused.value.say == Say("figure.own_given")
    with pytest.raises(OptionError, match="Did you mean star"):
        make("magicfigures", figure="sta")


@pytest.mark.slow
def test_what_can_t_be_solved_is_said_and_what_is_too_hard_soon() -> None:
    never = make("magicfigures", figure=OWN.replace("1149", "5"))
    with pytest.raises(NoAnswer) as none:
        hint_of(computer("exact", never), Table(never, bytes(32)).view(0), Random(1))
    assert none.value.say == Say("figure.none")
    assert never.odds()[0].value == 0
    hard = MagicFigures(figure=own_figure(text_of(square(6), {})))
    begun = process_time()
    with pytest.raises(NoAnswer) as too_hard:
        hard.odds()
    assert too_hard.value.say.key == "figure.too_hard"
    assert process_time() - begun < 30


def test_it_has_its_computer() -> None:
    assert possible(make("magicfigures")) == ("exact", "lowest", "random")
    with pytest.raises(ValueError, match="exact doesn't play elevens"):
        computer("exact", make("elevens"))
    assert "exact" not in names(GAMES["elevens"])


def test_whoever_sees_all_sees_no_more() -> None:
    game = MagicFigures(given="many")
    state = game.deal(Random(4))
    assert set(game.view(state, OPEN).piles) == set(game.view(state, None).piles)
