"""Figures of lines and sums: the counts of the Father's Day page, known figures, brute force, the three methods."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.puzzles import (
    FATHERS_DAY,
    FIGURES,
    Figure,
    FigureError,
    Line,
    Steps,
    TooHard,
    closest,
    count,
    draw,
    early_check,
    every_permutation,
    figure_of,
    fillings,
    from_picture,
    late_check,
    nested_loops,
    row_sets,
    set_count,
    sets_of,
    solutions,
    solvable,
    square,
    text_of,
    time_methods,
)

ALL = sorted(fillings(FATHERS_DAY))
HALF = next(each for each in FATHERS_DAY.turns if each != tuple(FATHERS_DAY.indices))


@pytest.mark.slow
def test_the_counts_of_the_page() -> None:
    assert len(sets_of(FATHERS_DAY.numbers, 3, 29)) == set_count(FATHERS_DAY.numbers, 3, 29) == 26
    assert len(sets_of(FATHERS_DAY.numbers, 4, 29)) == set_count(FATHERS_DAY.numbers, 4, 29) == 71
    assert len(set(row_sets())) == len(list(row_sets())) == 618
    assert len(ALL) == len(set(ALL)) == count(FATHERS_DAY) == 9368
    assert len({min(each, FATHERS_DAY.turned(each, HALF)) for each in ALL}) == 4684


def test_the_figure_is_the_one_of_the_card() -> None:
    def through(*places: str) -> frozenset[str]:
        return frozenset(places)

    lines = {through(*(FATHERS_DAY.places[n] for n in line.places)): line.total for line in FATHERS_DAY.lines}
    columns = [through("b1", "p", "d0"), through("a0", "b3", "c0", "d2"), through("a2", "q", "c2")]
    rows = [through(*(f"{row}{n}" for n in range(size))) for row, size in zip("abcd", (3, 4, 4, 3), strict=True)]
    assert lines == dict.fromkeys(rows + columns, 29)
    assert FATHERS_DAY.numbers == tuple(range(1, 17))
    assert len(FATHERS_DAY.turns) == 2


def test_every_filling_adds_up() -> None:
    assert all(map(FATHERS_DAY.fits, ALL))
    assert not FATHERS_DAY.fits(ALL[0][::-1][1:] + ALL[0][:1])
    assert not FATHERS_DAY.fits([None, *ALL[0][1:]])


def test_all_fillings_take_less_than_a_second() -> None:
    best = 9.0
    for _ in range(3):
        start = perf_counter()
        assert sum(1 for _ in fillings(FATHERS_DAY)) == 9368
        best = min(best, perf_counter() - start)
    assert best < 1


@pytest.mark.slow
def test_the_methods_agree_with_the_solver() -> None:
    first, second, final = list(nested_loops()), list(late_check()), list(early_check())
    assert sorted(first) == ALL
    assert sorted(second) == sorted(final)
    both_ways = {*final, *(FATHERS_DAY.turned(each, HALF) for each in final)}
    assert (len(final), sorted(both_ways)) == (4684, ALL)


@pytest.mark.slow
def test_the_times_tell_of_each_method_what_it_found() -> None:
    runs = {run.method: run for run in time_methods()}
    found = {name: (run.found, run.different) for name, run in runs.items()}
    assert found == {
        "every_permutation": (8, 1),
        "nested_loops": (9368, 4684),
        "late_check": (4684, 4684),
        "early_check": (4684, 4684),
        "solver": (9368, 4684),
    }
    assert all(run.seconds > 0 for run in runs.values())
    # what the page learnt: without the check between the loops it is slower, with it the fastest of the three
    assert runs["late_check"].seconds > runs["early_check"].seconds
    assert runs["every_permutation"].seconds_for(FATHERS_DAY) > 1e7 * runs["every_permutation"].seconds


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("triangle", 6),  # one up to its six symmetries
        ("square3", 8),  # the Lo Shu
        ("star", 80 * 12),  # 80 magic hexagrams, OEIS
        pytest.param("square4", 880 * 8, marks=pytest.mark.slow),  # Frénicle, 1693
    ],
)
@pytest.mark.turns(2)
def test_known_figures_have_as_many_fillings_as_is_known(name: str, known: int) -> None:
    figure = FIGURES[name]
    found = list(fillings(figure))
    assert len(found) == len(set(found)) == count(figure) == known
    assert all(map(figure.fits, found))
    assert known % len(figure.symmetries) == 0
    for each in figure.symmetries:
        assert figure.fits(figure.turned(found[0], each))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["triangle", "square3"])
def test_trying_every_order_finds_the_same(name: str) -> None:
    assert sorted(every_permutation(FIGURES[name])) == sorted(fillings(FIGURES[name]))


def test_every_order_of_sixteen_is_refused() -> None:
    with pytest.raises(FigureError, match="16 places have too many orders"):
        next(every_permutation(FATHERS_DAY))


@st.composite
def figures(draw: st.DrawFn) -> Figure:
    """Up to six places, any lines, sums that are sometimes possible; now and then more numbers than places."""
    size = draw(st.integers(2, 6))
    numbers = tuple(sorted(draw(st.sets(st.integers(0, 12), min_size=size, max_size=min(7, size + 1)))))
    through = st.lists(st.integers(0, size - 1), min_size=2, max_size=size, unique=True).map(tuple)
    chosen = draw(st.lists(through, min_size=1, max_size=4, unique_by=frozenset))
    hidden = draw(st.permutations(numbers))
    lines = tuple(
        Line(f"l{n}", some, sum(hidden[one] for one in some) + draw(st.sampled_from((0, 0, 0, 1))))
        for n, some in enumerate(chosen)
    )
    return Figure("any", tuple("abcdef"[:size]), tuple((n, n) for n in range(size)), lines, numbers)


@settings(deadline=None)
@given(figure=figures(), data=st.data())
def test_any_small_figure_is_solved_as_by_trying_everything(figure: Figure, data: st.DataObject) -> None:
    where = data.draw(st.lists(st.sampled_from(list(figure.indices)), max_size=2, unique=True))
    some = data.draw(st.permutations(figure.numbers))
    fixed = dict(zip(where, some, strict=False))
    right = [
        each
        for each in permutations(figure.numbers, len(figure.places))
        if figure.fits(each) and all(each[place] == one for place, one in fixed.items())
    ]
    assert sorted(fillings(figure, fixed)) == right
    assert count(figure, fixed) == len(right)
    assert solvable(figure, fixed) == bool(right)


@settings(deadline=None, max_examples=40)
@given(figure=figures())
def test_symmetries_are_all_there_are(figure: Figure) -> None:
    lines = {(frozenset(line.places), line.total) for line in figure.lines}
    kept = {
        each
        for each in permutations(figure.indices)
        if {(frozenset(each[one] for one in line.places), line.total) for line in figure.lines} == lines
    }
    assert set(figure.symmetries) == kept


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(number=st.integers(0, 9367), data=st.data())
def test_the_closest_filling_keeps_as_much_as_any(number: int, data: st.DataObject) -> None:
    where = data.draw(st.lists(st.sampled_from(list(FATHERS_DAY.indices)), min_size=1, max_size=5, unique=True))
    laid = {place: ALL[number][place] for place in where}
    wrong = [one for one in FATHERS_DAY.numbers if one not in laid.values()][:2]
    laid |= dict(zip(where[:2], wrong, strict=False))
    found = closest(FATHERS_DAY, laid)
    assert found is not None
    assert FATHERS_DAY.fits(found)

    def kept(filling: tuple[int, ...]) -> int:
        return sum(filling[place] == one for place, one in laid.items())

    assert kept(found) == max(map(kept, ALL))


def test_what_is_given_can_leave_nothing() -> None:
    assert closest(FIGURES["square3"], {}, {4: 1}) is None
    assert not solvable(FIGURES["square3"], {4: 1})
    assert count(FIGURES["square3"], {0: 2, 1: 2}) == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"picture": "a b a"}, "the place a is there twice"),
        ({"lines": {"x": ("a z", 3)}}, "the line x goes through z, which is no place"),
        ({"lines": {"x": ("a", 3)}}, "the line x needs two places or more"),
        ({"lines": {}}, "a figure has 1 to 40 lines, not 0"),
        ({"numbers": (1,)}, "1 numbers are too few for 2 places"),
        ({"numbers": (1, 1)}, "the number 1 is there twice"),
        ({"numbers": (1, 1000)}, "the number 1000 can't be laid: use 0 to 999"),
        ({"picture": " ".join(f"p{n}" for n in range(41))}, "a figure has 1 to 40 places, not 41"),
    ],
)
def test_a_figure_that_can_t_be_is_refused(change: dict[str, object], said: str) -> None:
    usual: dict[str, object] = {"picture": "a b", "lines": {"x": ("a b", 3)}, "numbers": (1, 2)}
    if "41" in said:
        usual["lines"] = {"x": ("p0 p1", 3)}
    with pytest.raises(FigureError) as refused:
        from_picture("any", **(usual | change))  # type: ignore[arg-type]
    assert str(refused.value).startswith(said)


@settings(deadline=None, max_examples=40)
@given(figure=figures(), data=st.data())
def test_the_text_of_a_figure_is_read_as_that_figure(figure: Figure, data: st.DataObject) -> None:
    laid = dict(data.draw(st.sampled_from([[], list(zip(figure.indices, figure.numbers, strict=False))])))
    assert figure_of(text_of(figure, laid)) == (figure, laid)


def test_a_search_that_takes_too_many_steps_is_ended() -> None:
    with pytest.raises(TooHard):
        count(square(5), steps=Steps(80_000))
    assert count(FATHERS_DAY, steps=Steps(200_000)) == 9368


@pytest.mark.slow
def test_a_figure_with_too_many_fillings_to_list_is_still_solved() -> None:
    known = solutions(square(5))
    laid = {0: 2, 1: 19}
    found = known.closest(laid, {0: 2})
    assert found is not None
    assert square(5).fits(found)
    assert found[:2] == (2, 19)
    assert known.count(dict(enumerate(found))) == 1


def test_places_that_can_be_exchanged_in_any_number_of_ways_are_filled_at_once() -> None:
    names = " ".join(f"p{n}" for n in range(14))
    figure = from_picture("row", names, {"row": (names, sum(range(1, 15)))}, range(1, 15))
    assert figure.fits(next(fillings(figure)))
    assert count(figure) == factorial(14)


@pytest.mark.parametrize("name", FIGURES)
def test_a_drawing_holds_every_number_and_every_stroke(name: str) -> None:
    figure = FIGURES[name]
    filling = next(fillings(figure))
    shown = draw(figure, filling)
    assert sorted(int(each) for each in shown.translate(str.maketrans("─│╲╱", "    ")).split()) == sorted(filling)
    assert len(shown.splitlines()) == 2 * max(y for _, y in figure.at) + 1
    assert set(draw(figure, names=True).translate(str.maketrans("─│╲╱", "    ")).split()) == set(figure.places)
