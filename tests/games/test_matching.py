"""The matching solitaires: rows, the order of play that changes nothing, and exact chances."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.cards import STANDARD, Card, cards, name, rank, ranks, sequence
from dealt.game import OPEN, Action, Say
from dealt.games import GAMES, make
from dealt.games.matching import Matching, MatchingState, elevens, tens, thirteens
from dealt.lesson import Lesson
from dealt.table import Match, Table
from dealt.texts import find_text, sentence

ALL = [elevens(), tens(), tens(board_size=13), thirteens()]
every_game = pytest.mark.parametrize("game", ALL, ids=repr)
every_count = pytest.mark.parametrize(
    "game", [pytest.param(each, marks=pytest.mark.slow if each.name == "tens" else ()) for each in ALL], ids=repr
)
"""Tens is marked slow: computing its chances takes a second or more."""
EXACT = {
    "elevens": "135528433265058017167416678875877619324826/1267970709742491186578322321454365697265625",
    "tens": "11422440389635460667752091520930867/31154843346671558076970923844453125",
    "tens13": "142925384867967825314062146633973870063/1564752007086579004415864650087658203125",
    "thirteens": "49238213132570997338286907453919/78485319644456766891293878809375",
}


def at(game: Matching, board: str, stock: str = "", removed: str = "") -> MatchingState:
    """A position; ``--`` is an empty place."""
    places = tuple(None if each == "--" else sequence(each)[0] for each in board.split())
    return MatchingState((*places, *[None] * (game.places - len(places))), sequence(stock), sequence(removed))


def names(written: str) -> list[str]:
    return written.split()


def finished(game: Matching, state: MatchingState, rng: Random | None = None) -> MatchingState:
    """The end of a deal in which the first removal, or a random one, is always made."""
    while game.turn(state):
        legal = game.legal(state, 0)
        state = game.apply(state, 0, rng.choice(legal) if rng else legal[0])
    return state


def left(state: MatchingState) -> tuple[int, ...]:
    """The ranks that are not removed."""
    return tuple(sorted(rank(one) for one in (*state.board, *state.stock) if one is not None))


# --- rows


def test_the_rows_of_the_three_games() -> None:
    assert elevens().rows == ("AT", "29", "38", "47", "56", "JQK")
    assert thirteens().rows == ("AQ", "2J", "3T", "49", "58", "67", "K")
    assert tens().rows == ("A9", "28", "37", "46", "55", "TTTT", "JJJJ", "QQQQ", "KKKK")


@every_game
@given(st.lists(st.sampled_from(STANDARD), min_size=1, max_size=5, unique=True))
def test_a_set_is_what_the_assignment_says(game: Matching, some: list[Card]) -> None:
    letters = ["A23456789TJQK".index("23456789TJQKA"[rank(one)]) + 1 for one in some]
    total = {"elevens": 11, "tens": 10, "thirteens": 13}[game.name]
    valued = {"elevens": 10, "tens": 9, "thirteens": 12}[game.name]
    pair = len(some) == 2 and max(letters) <= valued and sum(letters) == total
    court = {
        "elevens": sorted(letters) == [11, 12, 13],
        "tens": len(some) == 4 and len(set(letters)) == 1 and letters[0] >= 10,
        "thirteens": letters == [13],
    }[game.name]
    assert game.is_row(some) == (pair or court)
    board = (*some, *[None] * (game.places - len(some)))
    assert (tuple(range(len(some))) in game.removals(board)) == (pair or court)


@every_game
@given(st.integers(0, 2**32), st.integers(0, 30))
def test_removals_are_all_that_can_be_and_small_ones_come_first(game: Matching, seed: int, steps: int) -> None:
    rng, state = Random(seed), game.deal(Random(seed))
    for _ in range(steps):
        if game.turn(state):
            state = game.apply(state, 0, rng.choice(game.legal(state, 0)))
    found = game.removals(state.board)
    lying = [place for place, one in enumerate(state.board) if one is not None]
    wanted = [
        places
        for size in range(1, max(map(len, game.rows)) + 1)
        for places in combinations(lying, size)
        if game.is_row([one for place in places if (one := state.board[place]) is not None])
    ]
    assert found == wanted
    assert bool(game.turn(state)) == bool(wanted)


def test_rows_must_not_share_a_rank_and_must_cover_the_deck() -> None:
    with pytest.raises(ValueError, match="several of the rows"):
        Matching("bad", places=9, total=11, values="A23456789T", sets=("TJQK",))
    with pytest.raises(ValueError, match="no row has K"):
        Matching("bad", places=9, total=13, values="A23456789TJQ")
    assert Matching("fine", places=9, total=13, values="A23456789TJQ", deck=sequence("6c 7d")).rows[-1] == "67"


# --- play


@every_game
@given(st.integers(0, 2**32))
def test_the_order_of_removals_changes_nothing(game: Matching, seed: int) -> None:
    start = game.deal(Random(seed))
    greedy = finished(game, start)
    other = finished(game, start, Random(seed))
    assert left(other) == left(greedy)
    assert game.score(other) == game.score(greedy)


@pytest.mark.parametrize(
    "game",
    [
        elevens(deck=sequence("Ac Ad Tc Td Jc Qd Kh"), places=4),
        thirteens(deck=sequence("6c 6d 7c 7d 2h Jh Kh"), places=3),
        tens(deck=sequence("5c 5d Tc Td Th Ts"), places=4),
    ],
    ids=repr,
)
def test_a_deal_can_be_won_exactly_if_the_greedy_player_wins_it(game: Matching) -> None:
    """Every line of play is searched on small decks, and the exact chance is the share of the orders that are won."""
    rng, orders = Random(1), list(permutations(game.deck))
    won = sum(game.won(finished(game, game.begin(order))) for order in orders)
    assert 0 < won < len(orders)
    assert game.odds()[0].value == Fraction(won, len(orders))
    for order in rng.sample(orders, 40):
        start, ends, todo = game.begin(order), set(), [game.begin(order)]
        while todo:
            state = todo.pop()
            ends |= set() if game.turn(state) else {game.won(state)}
            todo += [game.apply(state, 0, action) for action in game.legal(state, 0)]
        assert ends == {game.won(finished(game, start))}


def test_places_are_refilled_in_rising_order_while_cards_last() -> None:
    game = elevens()
    state = at(game, "2c 5c Kd 3c Qd 9d Jd 4c 8h", "7s 7h Ac As Th")
    state = game.apply(state, 0, Action("remove", cards("Jd Qd Kd")))
    assert [name(one) for one in state.board if one is not None] == names("2c 5c 7s 3c 7h 9d Ac 4c 8h")
    state = game.apply(state, 0, Action("remove", cards("9d 2c")))
    assert [name(one) for one in state.board if one is not None] == names("As 5c 7s 3c 7h Th Ac 4c 8h")
    state = game.apply(state, 0, Action("remove", cards("8h 3c")))
    assert [one and name(one) for one in state.board] == ["As", "5c", "7s", None, "7h", "Th", "Ac", "4c", None]
    assert [name(one) for one in state.removed] == names("Jd Qd Kd 2c 9d 3c 8h")


def test_a_win_has_no_play_left_and_is_no_loss() -> None:
    game = elevens()
    last = at(game, "-- -- 5c -- -- -- 6d")
    assert game.score(last) is None
    won = game.apply(last, 0, Action("remove", cards("5c 6d")))
    assert (game.turn(won), game.won(won), game.score(won)) == ((), True, (1.0,))
    stuck = at(game, "5c 5d", removed="6c 6d")
    assert (game.turn(stuck), game.won(stuck), game.score(stuck)) == ((), False, (0.0,))
    assert game.winners((1.0,)) == (0,)
    assert game.winners((0.0,)) == ()


def test_the_stock_is_hidden_and_its_size_is_told() -> None:
    game = elevens()
    table = Table(game, bytes([1]) * 32)
    for seat in (0, None):
        view = table.view(seat)
        assert view.pile("stock").cards == (None,) * 43
        assert view.fact("undealt") == 43
        assert [pile.lay for pile in view.piles[:9]] == ["slot"] * 9
    assert table.view(None).legal == ()
    assert None not in table.view(OPEN).pile("stock").cards


def test_a_deal_may_be_over_before_the_first_play() -> None:
    """About one deal of Elevens in twelve has nothing to remove: it counts as a deal, and the next one follows."""
    match: Match[Any] = Match(elevens())
    stuck = next(n for n in range(500) if not Match(elevens()).deal(n.to_bytes(32, "big")).turn)
    assert match.deal(stuck.to_bytes(32, "big")).over
    match.end()
    assert (match.deals, match.totals) == (1, (0.0,))
    match.deal(bytes(32))


def test_totals_count_the_games_that_are_won() -> None:
    match: Match[Any] = Match(thirteens())
    won = 0
    for n in range(12):
        table = match.deal(n.to_bytes(32, "big"))
        while table.turn:
            table.act(0, table.view(0).legal[0])
        match.end()
        won += table.game.won(table.state)
    assert 0 < won < 12
    assert (match.totals, match.deals) == ((won,), 12)


# --- chances


def test_a_deck_of_kings_alone_is_always_won() -> None:
    game = thirteens(deck=sequence("Kc Kd Kh"), places=1)
    assert game.odds()[0].value == 1


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.slow if key in ("tens", "tens13") else ()) for key in EXACT]
)
def test_the_exact_chances(key: str) -> None:
    game = make("tens", "tens13") if key == "tens13" else make(key)
    (odds,) = game.odds()
    assert (odds.name, odds.points, odds.value) == ("win", False, Fraction(EXACT[key]))


@pytest.mark.slow
@every_count
def test_the_chance_of_a_board_is_the_mean_over_what_may_come(game: Matching) -> None:
    """Before the deal: the mean over boards. After a removal: over the cards that may take the places."""
    state = game.deal(Random(2))
    (before,) = game.odds(game.view(state, 0))
    action, means = game.legal(state, 0)[0], []
    for drawn in permutations(state.stock, action.cards.bit_count()):
        rest = tuple(one for one in state.stock if one not in drawn)
        after = game.apply(MatchingState(state.board, (*drawn, *rest)), 0, action)
        means.append(game.odds(game.view(after, 0))[0].value)
    assert sum(means) / len(means) == before.value


@every_count
def test_the_chance_ends_at_one_or_nothing_and_only_cards_change_it(game: Matching) -> None:
    for seed in range(12):
        state = game.deal(Random(seed))
        while game.turn(state):
            (now,) = game.odds(game.view(state, 0))
            assert 0 < now.value <= 1
            after = {game.apply(state, 0, action) for action in game.legal(state, 0)[:6]}
            drawn = {ranks(sum(1 << one for one in (*each.removed, *each.board) if one is not None)) for each in after}
            chances = {(game.odds(game.view(each, 0))[0].value, len(each.stock)) for each in after}
            assert len(chances) == len(drawn)
            state = next(iter(after))
        (end,) = game.odds(game.view(state, 0))
        assert end.value == (1 if game.won(state) else 0)


def test_the_order_of_the_stock_does_not_enter_the_chance() -> None:
    game = elevens()
    state = game.deal(Random(4))
    assert game.odds(game.view(state, OPEN)) == game.odds(game.view(state, 0)) == game.odds(game.view(state, None))


@pytest.mark.slow
@every_game
def test_played_games_agree_with_the_exact_chance(game: Matching) -> None:
    """Within four standard errors; ``bench/odds.py`` plays a million."""
    games, exact = 1500, float(game.odds()[0].value)
    won = sum(game.won(finished(game, game.deal(Random(n)))) for n in range(games))
    assert abs(won / games - exact) < 4 * (exact * (1 - exact) / games) ** 0.5


# --- what people read


def said(game: Matching, say: Say | None, language: str = "en") -> str:
    assert say is not None
    return sentence(say, GAMES[game.name].texts, language=language)


@pytest.mark.parametrize(
    ("game", "written", "en", "zh"),
    [
        (elevens(), "7h 4c", "Remove 4♣ and 7♥", "消去 4♣ 和 7♥"),
        (elevens(), "Ts Ac", "Remove A♣ and 10♠", "消去 A♣ 和 10♠"),
        (elevens(), "Kc Js Qd", "Remove J♠, Q♦ and K♣", "消去 J♠、Q♦ 和 K♣"),
        (thirteens(), "Kh", "Remove K♥", "消去 K♥"),
        (tens(), "Tc Td Th Ts", "Remove all four 10s", "消去四张 10"),
        (tens(), "5c 5d", "Remove 5♣ and 5♦", "消去 5♣ 和 5♦"),
    ],
)
def test_removals_have_names(game: Matching, written: str, en: str, zh: str) -> None:
    say = game.describe(Action("remove", cards(written)))
    assert (said(game, say), said(game, say, "zh")) == (en, zh)


@pytest.mark.parametrize(
    ("game", "board", "chosen", "why"),
    [
        (elevens(), "4c 7h 2d", "4c", "It takes a 7 too: two cards make 11"),
        (elevens(), "4c 7h 2d", "4c 2d", "These make 6, not 11"),
        (elevens(), "4c 7h 2d", "4c 7h 2d", "Remove 4 7 without the other cards"),
        (elevens(), "4c 7h Jd Kc Ks", "Jd Kc", "J Q K go together, one of each and nothing else"),
        (elevens(), "4c 7h Jd", "4c Jd", "J Q K go together, one of each and nothing else"),
        (elevens(), "4c 7h 2d 3h 5h", "2d 3h 5h", "Choose two cards that make 11"),
        (elevens(), "4c 7h", "4c 9h", "Choose cards that lie on the board"),
        (thirteens(), "Kc 6h 7c", "Kc 6h", "Remove K without the other cards"),
        (thirteens(), "Qc 6h 7c", "Qc 6h", "These make 18, not 13"),
        (tens(), "5c 6h 4c", "5c", "It takes a 5 too: two cards make 10"),
        (tens(), "Tc Td 6h 4c", "Tc Td", "All four cards of rank 10 go together and nothing else"),
    ],
)
def test_what_will_not_do_is_explained(game: Matching, board: str, chosen: str, why: str) -> None:
    view = game.view(at(game, board), 0)
    assert said(game, game.explain(view, cards(chosen))) == why


def test_every_sentence_is_there_in_both_languages() -> None:
    keys = ["remove", *(f"remove.{each}" for each in ("one", "two", "three", "all"))]
    keys += [f"why.{each}" for each in ("board", "none", "partner", "sum", "set", "all", "alone", "more")]
    keys += ["odds.win", "fact.undealt", *(f"pile.{each}" for each in ("board", "stock", "removed"))]
    for game in ("elevens", "tens", "thirteens"):
        texts = GAMES[game].texts
        for key in (*keys, "game.title", "game.about"):
            english = find_text(key, texts)
            assert english, key
            assert find_text(key, texts, language="zh") not in (None, english), key


@pytest.mark.parametrize("key", ["elevens", "tens", "thirteens"])
def test_the_lesson_can_be_played(key: str) -> None:
    listing = GAMES[key]
    game, frames = Lesson.read(listing.lesson).frames(listing.make)
    assert game.name == key
    assert sum(frame.play is not None for frame in frames) >= 3
    for frame in frames[:-1]:
        assert frame.words["en"]
        assert frame.words["zh"]
