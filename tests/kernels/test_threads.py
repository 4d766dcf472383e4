"""Work in spans: each deal is done once, in spans that are not too long, and all read and write what is theirs."""

from __future__ import annotations

import time
import warnings
from multiprocessing import get_context

import numpy as np
import pytest

from dealt.games import make
from dealt.kernels import hand_ranks, simulate
from dealt.kernels.threads import MOST, fill, in_threads, in_turn


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("n", [0, 1, 2, MOST, MOST + 1, 3 * MOST + 7])
def test_every_number_is_in_one_span(n: int, threads: int) -> None:
    spans = list[tuple[int, int]]()
    in_threads(spans.append, n, threads)
    assert [number for begin, end in sorted(spans) for number in range(begin, end)] == list(range(n))
    assert all(0 < end - begin <= MOST for begin, end in spans)


def test_what_fails_in_a_thread_is_raised_when_no_other_works_any_more() -> None:
    at_work = set[int]()

    def part(span: tuple[int, int]) -> None:
        at_work.add(span[0])
        time.sleep(0.002)
        at_work.remove(span[0])
        if span[0] == 0:
            raise ValueError("the first span")

    with pytest.raises(ValueError, match="the first span"):
        in_threads(part, 100, 3)
    assert at_work == set()


def test_a_forked_process_has_threads_of_its_own() -> None:
    game = make("elevens")
    before = simulate(game, 100, 3, threads=2)
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning), get_context("fork").Pool(1) as child:
        found = child.apply_async(simulate, (game, 100, 3), {"threads": 2}).get(timeout=60)
    assert np.array_equal(found.left, before.left)


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("fast", [False, True])
def test_a_span_has_its_own_rows_as_arrays_or_lists(fast: bool, flat: bool) -> None:
    some, none = np.zeros((10, 2), np.int16), np.zeros((10, 0), np.int8)

    def part(span: tuple[int, int], rows: list[list[list[int]]]) -> None:
        assert isinstance(rows[0], np.ndarray if fast else list)
        for n in range(*span):
            k = n - span[0]
            if flat:
                rows[0][2 * k] = n  # type: ignore[call-overload]
            else:
                rows[0][k][0] = n
        assert len(rows[1]) == (0 if flat else span[1] - span[0])

    fill([some, none], part, 1, fast=fast, flat=flat, most=16)
    assert some.tolist() == [[n, 0] for n in range(10)]


def test_moments_come_in_turn() -> None:
    assert in_turn("a", (5, 9)) == "a"
    assert list(in_turn("abc", (5, 9))) == ["c", "a", "b", "c"]


def test_many_spans_are_one() -> None:
    game, n = make("elevens"), MOST + 1
    whole = simulate(game, n, 3)
    for name, one, other in zip(whole._fields, whole, simulate(game, n, 3, threads=2), strict=True):
        assert np.array_equal(one, other), name
    assert np.array_equal(whole.left[:100], simulate(game, 100, 3).left)


def test_hands_that_are_ranked_may_not_be_written_to_and_may_afterwards() -> None:
    hands = np.array([[0, 4, 8, 12, 17]], np.int8)
    found = hand_ranks(hands)
    assert hands.flags.writeable
    hands.flags.writeable = False
    assert hand_ranks(hands) == found
