"""``search`` in Hearts, Spades and poker: what it does in plain positions, and that it chooses again alike."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from dealt import players
from dealt.cards import STANDARD, cards, mask, sequence
from dealt.game import View
from dealt.games import make
from dealt.games.drawpoker import DrawPoker
from dealt.games.hearts import Hearts
from dealt.games.spades import Spades
from dealt.games.tricks import TrickState
from dealt.kernels import machine
from dealt.kernels.draws import ROOM, start
from dealt.players.advice.drawpoker.situations import (
    COARSE_POTS,
    COARSE_PRICES,
    POTS,
    PRICES,
    PUSH,
    SITUATIONS,
    coarse,
    possible,
)
from dealt.players.advice.holdem.situations import SHARES, grade
from dealt.players.search import climbing, tricks
from dealt.players.search.budget import Budget
from dealt.players.search.hearts import HeartsSearch
from dealt.players.search.poker import PokerSearch, packed, unpacked
from dealt.players.search.spades import SpadesSearch
from dealt.shapes import Workspace
from dealt.table import Table, play, seed_of

SMALL = Budget(worlds=32, round=16, mixed=0.0)
HEARTS = Hearts()
SPADES = Spades()
LIMIT = make("drawpoker", seats=2)
DUEL: Any = make("holdem", "headsup")


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled: few worlds in plain Python take less time."""
    for each in (climbing, tricks, machine):
        monkeypatch.setattr(each, "available", lambda: False)


def shared(hand: str, gone: str = "", trick: str = "") -> tuple[list[int], list[int]]:
    """Hands for a seat 0 that holds ``hand``, the other cards shared out; and what each seat has played."""
    left, table = len(sequence(hand)), sequence(trick)
    known = cards(hand) | mask(table) | cards(gone)
    loose = [one for one in STANDARD if not known >> one & 1]
    Random(5).shuffle(loose)
    hands = [cards(hand)]
    for seat in (1, 2, 3):
        size = left - (1 if 4 - seat <= len(table) else 0)
        hands.append(mask(loose[:size]))
        loose = loose[size:]
    before = [*sequence(gone), *loose]
    played = [mask(before[(13 - left) * seat : (13 - left) * (seat + 1)]) for seat in range(4)]
    for place, one in enumerate(table):
        played[4 - len(table) + place] |= 1 << one
    return hands, played


def hearts(hand: str, points: tuple[int, ...], *, gone: str = "", trick: str = "") -> TrickState:
    hands, played = shared(hand, gone, trick)
    left = len(sequence(hand))
    return TrickState(
        hands=tuple(hands),
        turn=0,
        leader=(4 - len(sequence(trick))) % 4,
        trick=sequence(trick),
        won=(0, 13 - left, 0, 0),
        played=tuple(played),
        match_data=(0,),
        deal_data=(*points, 0, 0, 0, 0),
    )


def card_of(state: TrickState, budget: Budget = SMALL, seed: int = 1) -> str:
    action = HeartsSearch(HEARTS, budget).choose(HEARTS.view(state, 0), Random(seed))
    return next(text for text in _names() if cards(text) == action.cards)


def _names() -> list[str]:
    return [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


# --- Hearts


def test_neither_the_queen_of_spades_nor_the_jack_beside_her_is_led() -> None:
    state = hearts("Qs Js 9s 3d 4d 7d 9d 4c 8c Jc 3h 4h", (0, 0, 0, 0), gone="2c 5c 9c Kc")
    assert not cards(card_of(state)) & cards("Qs Js")


def test_the_queen_of_spades_goes_under_the_ace() -> None:
    state = hearts("Qs 5s 3s 3d 7d 9d 4c 8c Jc 3h Qh Ad", (0, 0, 0, 0), gone="2c 5c 9c Kc", trick="7s As")
    assert card_of(state) == "Qs"


def test_somebody_who_has_all_points_is_stopped() -> None:
    """A trick with a heart that can be won is won, though it costs a point."""
    gone = "Qs 2h 3h 4h 5h 6h 7h 8h Ts Js 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td"
    state = hearts("Ah 2s 3s", (0, 0, 0, 20), gone=gone, trick="9h Th")
    assert card_of(state) == "Ah"


# --- Spades


def first_bid(hand: str, **options: Any) -> str:
    game = Spades(**options)
    hands, _ = shared(hand)
    state = replace(game.deal(Random(1)), hands=tuple(hands), dealer=3, leader=0, turn=0)
    action = SpadesSearch(game, SMALL).choose(game.view(state, 0), Random(1))
    return "nil" if action.amount is None else str(action.amount)


def test_a_nil_that_cannot_fail_is_bid_and_a_hopeless_one_is_not() -> None:
    assert first_bid("2s 3s 2h 3h 4h 5h 2d 3d 4d 5d 2c 3c 4c") == "nil"
    assert first_bid("As Ks Qs 2s Ah Kh 3h Ad 4d 2d Kc 3c 2c") in {"5", "6", "7", "8"}


# --- draw poker


def test_low_threes_do_not_make_the_last_raise() -> None:
    """Who drew two cards and raises again has three of a kind as well, and most of those are higher."""
    game: DrawPoker = LIMIT
    state = game.deal(Random(3))
    dealer = state.dealer
    first = 1 - dealer
    hands = [0, 0]
    hands[dealer], hands[first] = cards("2c 2d 2h 9s Kd"), cards("Ac Ad Ah 7s 8d")
    new = sequence("4c 9d Jh 6c")  # nobody improves
    rest = [*new, *(one for one in STANDARD if not (hands[0] | hands[1] | mask(new)) >> one & 1)]
    state = state._replace(hands=tuple(hands), stock=tuple(rest))
    for each in ("bet", "raise", "call", "8d7s", "9sKd", "bet", "raise", "raise"):
        legal = game.legal(state, game.turn(state)[0])
        found = next(a for a in legal if (a.cards == cards(each) if each[0].isdigit() else a.verb == each))
        state = game.apply(state, game.turn(state)[0], found.of(found.amounts[0]) if found.amounts else found)
    view = game.view(state, dealer)
    assert game.turn(state) == (dealer,)
    assert {PokerSearch(game).choose(view, Random(seed)).verb for seed in range(20)} == {"call"}


def test_a_table_of_bets_is_what_its_file_says() -> None:
    table = {7: bytes((0, 255, 0, 0)), 123456: bytes((1, 2, 3, 249))}
    assert unpacked(packed(table)) == table


def test_with_more_than_two_seats_nobody_pushes_for_many_pots() -> None:
    for most, seats, pushes in ((200, 2, True), (200, 4, False), (30, 4, True)):
        assert bool(possible(0, 2, most, 0, 20, seats) >> PUSH & 1) == pushes


@pytest.mark.slow
def test_a_situation_that_is_not_known_is_taken_for_one_with_a_smaller_pot() -> None:
    """A table that tells large pots and prices apart holds those of one that does not."""
    found = {coarse(place) for place in range(SITUATIONS)}
    assert all(coarse(place) == place for place in found)
    assert len(found) == SITUATIONS * (COARSE_POTS * COARSE_PRICES) // (POTS * PRICES)


@pytest.mark.parametrize("limit", ["fixed", "no", "pot"])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_bets_are_legal_to_the_end(limit: str, seats: int) -> None:
    game = make("drawpoker", seats=seats, limit=limit)
    table = play(game, [players.computer("search", game)] * seats, seed_of("ends", seats))
    assert table.score is not None


# --- hold'em between two


def graded(hand: str, board: str = "") -> int:
    words = Workspace(ROOM)
    start(words, 1, 0)
    return grade(DUEL.row, cards(hand), cards(board), 200, words)


def test_hands_are_graded_by_what_they_win() -> None:
    """Suits don't matter before the flop; then pairs of aces are above kings, and a draw is a kind of its own."""
    assert graded("As Kd") == graded("Ah Kc") != graded("As Ks")
    board = "Ah 9c 4d 2s"
    assert graded("Ad As", board) > graded("Kd Ks", board) > graded("Qd Js", board)
    assert [graded(hand, "9s 4s 2d") % 2 for hand in ("Ks Qs", "Kd Qs")] == [1, 0]
    assert [graded(hand, "Qs Js Ts 9d 2h") for hand in ("As Ks", "3c 4d")] == [2 * SHARES - 1, 0]


def test_search_finds_its_own_situations_in_the_table() -> None:
    """What a view shows is read as the kernel read it while the table was learned: nearly all of it is known."""
    searches, asked, known = [PokerSearch(DUEL), PokerSearch(DUEL)], 0, 0
    for n in range(30):
        table, rng = Table(DUEL, seed_of("known", n)), Random(n)
        while turn := table.turn:
            view, player = table.view(turn[0], log=False), searches[turn[0]]
            asked, known = asked + 1, known + bool(player.mix(player.reads(view)))
            table.act(turn[0], player.choose(view, rng))
    assert asked > 100
    assert known > 0.97 * asked


def test_nothing_was_learned_for_other_tables() -> None:
    for options in ({"limit": "no"}, {"seats": 3}, {"hole": 4}, {"stack": 20}, {"rise": 5}):
        with pytest.raises(ValueError, match="choose among rounder"):
            players.computer("search", make("holdem", "headsup", **options))


# --- all


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_the_same_seed_and_view_lead_to_the_same_choice(name: str) -> None:
    """Twice asked, and whatever the others hold: only the view counts."""
    game: Any = make(name, **({"passing": "none"} if name == "hearts" else {}))
    kind: Any = HeartsSearch if name == "hearts" else SpadesSearch
    table = Table(game, seed_of("again", 0))
    while table.state.phase != "play":
        table.act(table.turn[0], table.view(table.turn[0]).legal[2])
    for _ in range(6):
        seat = table.turn[0]
        view: View = table.view(seat, log=False)
        other = game.view(game.sample(view, Random(9)), seat)
        chosen = [kind(game, SMALL).choose(each, Random(4)) for each in (view, view, other)]
        assert chosen[0] == chosen[1] == chosen[2]
        table.act(seat, chosen[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_a_search_plays_a_deal_with_compiled_playouts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same as in plain Python."""
    ends = []
    for fast in (False, True):
        if fast:
            monkeypatch.undo()
        game: Any = make(name)
        player = (HeartsSearch if name == "hearts" else SpadesSearch)(game, Budget(worlds=4, round=4, mixed=0.0))
        table: Any = play(game, [player] * 4, seed_of("both", 0))
        ends.append((table.state.played, table.score))
    assert ends[0] == ends[1]
