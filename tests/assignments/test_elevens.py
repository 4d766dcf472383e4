"""The classes of the Elevens assignment: cards, decks that shuffle themselves, boards over the rules of the games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.assignments.elevens import (
    Board,
    Card,
    Deck,
    ElevensBoard,
    MatchingBoard,
    Shuffler,
    TensBoard,
    ThirteensBoard,
)
from dealt.cards import STANDARD, name
from dealt.game import Action

BOARDS = [ElevensBoard, TensBoard, ThirteensBoard]


def test_a_deck_of_any_words() -> None:
    deck = Deck(["ace", "two"], ["clubs", "hearts", "moons"], [1, 2])
    assert deck.size == 6
    while deck.deal():
        pass
    assert deck.is_empty
    assert deck.deal() is None
    deck.shuffle()
    assert deck.size == 6
    assert {str(deck.deal()) for _ in range(6)} == {
        f"{rank} of {suit} (point value = {value})"
        for rank, value in (("ace", 1), ("two", 2))
        for suit in ("clubs", "hearts", "moons")
    }
    with pytest.raises(ValueError, match="as many values"):
        Deck(["ace"], ["clubs"], [1, 2])


def test_a_deck_shuffles_itself_and_a_seed_makes_it_the_same() -> None:
    words = list("abcdefghij")
    some = [Deck(words, words, range(10)) for _ in range(3)]
    assert len({tuple(deck.deal() for _ in range(100)) for deck in some}) == 3
    same = [Deck(words, words, range(10), Random(1)) for _ in range(2)]
    assert str(same[0]) == str(same[1])
    same[0].shuffle()
    assert str(same[0]) != str(same[1])


def test_the_trial_prints_both_shuffles() -> None:
    perfect, selection = Shuffler.trial(8, 52, Random(1)).split("\n\n")
    assert perfect.splitlines()[-1] == f"  8: {' '.join(map(str, range(52)))}"  # eight bring them back
    assert len(set(selection.splitlines()[1:])) == 8


def test_a_board_says_what_may_be_removed_or_is_none() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Board(9, Deck(["ace"], ["clubs"], [1]))  # type: ignore[abstract]

    class Anything(Board):
        def is_legal(self, places: Any) -> bool:
            return bool(places)

        def another_play_is_possible(self) -> bool:
            return not self.is_empty

    board = Anything(2, Deck(["a", "b", "c"], ["suns"], [1, 2, 3]))
    board.replace([0, 1])
    assert (board.card_indexes(), board.deck_size, board.is_won()) == ([0], 0, False)
    board.replace([0])
    assert (board.is_won(), board.another_play_is_possible(), str(board)) == (True, False, "0: -\n1: -")


def test_boards_work_without_arguments() -> None:
    for kind in BOARDS:
        board = kind()
        assert board.card_indexes() == list(range(board.size))
        assert str(board) != str(kind())


@pytest.mark.parametrize("kind", BOARDS)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 30), picks=st.lists(st.integers(-1, 15), max_size=5))
def test_a_board_plays_by_the_same_rules(kind: Any, seed: int, steps: int, picks: list[int]) -> None:
    board: MatchingBoard = kind(Random(seed))
    rules = board.rules
    state = rules.begin(_pack(kind, seed))
    rng = Random(seed)
    for _ in range(steps):
        if board.another_play_is_possible():
            places = rng.choice(rules.removals(state.board))
            state = rules.apply(state, 0, Action("remove", sum(1 << state.board[each] for each in places)))
            board.replace(rng.sample(places, len(places)))
    for place, one in enumerate(state.board):
        face = board.card_at(place)
        assert (face is None) == (one is None)
        assert face is None or face == _face(board, one)
    assert board.deck_size == len(state.stock)
    assert board.is_won() == rules.won(state)
    assert board.another_play_is_possible() == bool(rules.turn(state))
    assert board.is_legal(picks) == (
        len(set(picks)) == len(picks) and tuple(sorted(picks)) in rules.removals(state.board)
    )


def _pack(kind: Any, seed: int) -> list[int]:
    """The cards of a board in the order in which they come, from a twin."""
    twin = kind(Random(seed))
    twin._cards = ()
    twin._deck._size = 52
    words = {str(_face(twin, one)): one for one in STANDARD}
    return [words[str(twin._deck.deal())] for _ in range(52)]


def _face(board: MatchingBoard, one: Any) -> Card:
    letter, suit = name(one)
    word = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}.get(letter, letter)
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    return Card(word, suits[suit], board.rules.values.get(letter, 0))


def test_a_board_refuses_what_is_not_legal_and_changes_nothing() -> None:
    board = ElevensBoard(Random(2))
    before = str(board)
    for places in ([], [0], [0, 5], [0, 0], [0, 6, 1], [0, 9], [-3, 6], [0, 6, 5, 7]):
        with pytest.raises(ValueError, match="can't be removed together"):
            board.replace(places)
    assert str(board) == before
    with pytest.raises(IndexError, match="0 to 8"):
        board.card_at(9)
    board.replace([6, 0])
    assert board.deck_size == 41
    board.new_game()
    assert (board.deck_size, len(board.card_indexes()), board.is_empty, board.is_won()) == (43, 9, False, False)


def test_what_a_board_contains() -> None:
    board = ElevensBoard(Random(2))  # 4s 6s Qc Jh Js 4c 7h 4h Kd
    assert board.contains_pair_sum([0, 2, 6])
    assert not board.contains_pair_sum([0, 1, 2])
    assert board.contains_jqk([1, 2, 3, 8])
    assert not board.contains_jqk([2, 3, 4])
    assert TensBoard(Random(1)).size == 15
    assert TensBoard(Random(1), size=13).size == 13
    fives = next(each for n in range(99) if len(_fours(each := TensBoard(Random(n)))) == 4)
    assert fives.contains_four(_fours(fives))
    assert not fives.contains_four(_fours(fives)[:3])
    king = ThirteensBoard(Random(next(n for n in range(99) if _kings(ThirteensBoard(Random(n))))))
    assert king.contains_king(_kings(king))
    assert king.is_legal(_kings(king)[:1])


def _fours(board: Board) -> list[int]:
    """The places of the court rank or ten that lies there most often."""
    words = ("10", "jack", "queen", "king")
    some = [[n for n in board.card_indexes() if (one := board.card_at(n)) and one.rank == word] for word in words]
    return max(some, key=len)


def _kings(board: Board) -> list[int]:
    return [n for n in board.card_indexes() if (one := board.card_at(n)) and one.rank == "king"]
