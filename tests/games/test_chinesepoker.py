"""Chinese Poker: its deck, the cut, hands that are chosen, leads that are passed, wild fours, and points."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from dealt.cards import Cards, cards, mask, name, selection_shuffle
from dealt.game import OPEN, Action, OptionError, Past, Say, find
from dealt.games import GAMES
from dealt.games.chinesepoker import DECK, ChinesePoker
from dealt.games.climbing import PASS, ClimbingState
from dealt.lesson import Lesson
from dealt.table import Match, Table
from dealt.texts import LANGUAGES, sentence

LISTING = GAMES["chinesepoker"]


def make(preset: str | None = None, **options: Any) -> ChinesePoker:
    game = LISTING.make(preset, **{"cut": "quick", **options})  # where everybody cuts: test_cutting.py
    assert isinstance(game, ChinesePoker)
    return game


def at(*hands: str, turn: int = 0, owner: int | None = None, trick: str = "") -> ClimbingState:
    newest = tuple(cards(trick) if seat == owner else 0 for seat in range(len(hands)))
    return ClimbingState(tuple(map(cards, hands)), turn, owner, newest)


def why(game: ChinesePoker, state: ClimbingState, chosen: str = "") -> Say | None:
    assert state.turn is not None
    return game.explain(game.view(state, state.turn), cards(chosen) if chosen else 0)


def played(game: ChinesePoker, state: ClimbingState, *names: str) -> ClimbingState:
    """The state after actions by whoever is to act."""
    for each in names:
        assert state.turn is not None
        action = find(game.view(state, state.turn), each)
        assert action is not None, f"{state.turn} may not {each}"
        state = game.apply(state, state.turn, action)
    return state


# --- options


def test_only_two_choose_hands_openly() -> None:
    assert make("open").rules["open_pick"] is True
    for seats in (3, 4):
        with pytest.raises(OptionError, match=f"open_pick can't be on with {seats} seats"):
            make(seats=seats, open_pick=True)
    with pytest.raises(OptionError, match="with 3 seats"):
        make(open_pick=True)
    assert make(open_pick=False).seats == 3


# --- the deal


@pytest.mark.parametrize(("seats", "hand"), [(2, 16), (3, 16), (4, 12)])
def test_all_48_cards_are_dealt(seats: int, hand: int) -> None:
    game = make(seats=seats)
    assert len(DECK) == 48
    state = game.deal(Random(1))
    packets = state.stock if seats == 2 else state.hands
    assert [each.bit_count() for each in packets] == [hand] * (48 // hand)
    assert sum(packets) == mask(DECK)


def test_the_highest_cut_deals_and_leads_and_who_tie_cut_again() -> None:
    """Each cut is replayed from the deal's own chance; with 300 deals some are tied."""
    game, again = make(seats=4), 0
    for number in range(300):
        rng, tied, pack = Random(number), [0, 1, 2, 3], list(game.deck)
        while len(tied) > 1:
            selection_shuffle(pack, rng)
            ranks = {seat: "23456789TJQKA".index(name(pack[seat])[0]) for seat in tied}
            tied = [seat for seat in tied if ranks[seat] == max(ranks.values())]
            again += len(tied) > 1
        state = game.deal(Random(number))
        assert state.turn == tied[0]
        assert state.dealer == tied[0]
        assert state.must == 0
    assert again > 20


def test_every_seat_is_as_likely_to_deal_first() -> None:
    game = make()
    dealers = [game.deal(Random(number)).turn for number in range(900)]
    assert all(abs(dealers.count(seat) - 300) < 75 for seat in range(3))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_winner_deals_and_leads_next(seats: int) -> None:
    game = make(seats=seats)
    over = at("", *["3d", "4d", "5d"][: seats - 1], owner=0, trick="2s")
    for winner in range(seats):
        hands = tuple(over.hands[(seat - winner) % seats] for seat in range(seats))
        last = replace(over, hands=hands, turn=None)
        state = game.deal(Random(5), Past(last, game.score(last) or (), 1))
        assert state.turn == winner


def test_play_goes_clockwise() -> None:
    state = at("3d 5d", "4d 6d", "7d 8d")
    game = make()
    state = played(game, state, "play 3d")
    assert state.turn == 1
    assert played(game, state, "play 4d").turn == 2


# --- two choose their hands


def test_two_seats_choose_blind_among_three_packets() -> None:
    game = make("two")
    state = game.deal(Random(2))
    dealer = state.turn
    assert dealer is not None
    other = 1 - dealer
    for seat in (0, 1, None):
        view = game.view(state, seat)
        packets = [pile for pile in view.piles if pile.name.startswith("stock")]
        assert [pile.cards for pile in packets] == [(None,) * 16] * 3
        assert [pile.note for pile in packets] == ["packet.1", "packet.2", "packet.3"]
        assert view.face_up == 0
    assert list(map(str, game.legal(state, dealer))) == ["take 1", "take 2", "take 3"]
    assert game.legal(state, other) == ()
    assert why(game, state, "3d") == Say("why.pick")
    taken = played(game, state, "take 2")
    assert list(map(str, game.legal(taken, other))) == ["take 1", "take 3"]
    assert taken.hands[dealer] == state.stock[1]
    assert game.view(taken, dealer).face_up == state.stock[1]
    assert game.view(taken, other).face_up == 0
    done = played(game, taken, "take 1")
    assert (done.turn, done.phase, done.stock) == (dealer, "play", (state.stock[2],))
    assert game.view(done, dealer).pile("stock").cards == (None,) * 16
    assert not game.view(done, None).face_up


def test_the_third_packet_stays_unknown_to_the_end() -> None:
    game, rng = make("two"), Random(3)
    table: Table[ClimbingState] = Table(game, bytes(32))
    while not table.over:
        table.act(table.turn[0], rng.choice(game.legal(table.state, table.turn[0])))
    (third,) = table.state.stock
    for seat in (0, 1, None):
        assert game.view(table.state, seat).face_up & third == 0
    assert table.score is not None
    assert table.score[table.state.hands.index(0)] == 0


def test_an_open_choice_is_known_to_all_for_the_whole_deal() -> None:
    game = make("open")
    state = game.deal(Random(2))
    assert all(game.view(state, seat).face_up == mask(DECK) for seat in (0, 1, None))
    assert {pile.lay for pile in game.view(state, 0).piles if pile.name.startswith("stock")} == {"fan"}
    state = played(game, state, "take 3", "take 1")
    state = game.apply(state, state.turn or 0, game.legal(state, state.turn or 0)[0])
    for seat in (0, 1, None):
        assert game.view(state, seat).face_up == mask(DECK)
        assert game.sample(game.view(state, seat), Random(1)) == state


# --- passing


def test_a_leader_may_pass_and_plays_after_all_have_passed() -> None:
    game = make()
    state = at("3d 5d", "4d 6d", "7d 8d")
    assert game.legal(state, 0)[-1] == PASS
    state = played(game, state, "pass", "pass", "pass")
    assert state.turn == 0
    assert PASS not in game.legal(state, 0)
    assert why(game, state) == Say("why.all_passed")
    state = played(game, state, "play 3d", "pass", "pass")
    assert (state.turn, state.owner) == (0, None)
    assert game.legal(state, 0)[-1] == PASS, "after another trick everything begins anew"


def test_the_lead_goes_on_to_whoever_wants_it() -> None:
    game = make(pass_locks_out=True)
    state = played(game, at("3d 5d", "4d 6d", "7d 8d"), "pass", "play 4d")
    assert state.turn == 2
    assert played(game, state, "pass").turn == 0, "a pass before the lead locks nobody out"


def test_a_leader_has_to_play_where_that_is_the_rule() -> None:
    game = make(lead_may_pass=False)
    state = at("3d 5d", "4d 6d", "7d 8d")
    assert PASS not in game.legal(state, 0)
    assert why(game, state) == Say("why.lead")


def test_a_pass_can_be_final() -> None:
    for locks, follows in ((False, 1), (True, 2)):
        game = make(pass_locks_out=locks)
        state = played(game, at("3d 5d", "8c 6d", "7d Td", turn=0), "play 3d", "pass", "play 7d", "pass")
        assert state.turn == (1 if not locks else 2)
        assert state.turn == follows


# --- plays


def test_suits_mean_nothing() -> None:
    game = make()
    state = at("3d 4c 4h 4s", "4d 6d", "7d 8d", turn=0, owner=2, trick="3s 3h")
    assert list(map(str, game.legal(state, 0))) == ["play 4c4h", "pass"]
    assert find(game.view(state, 0), "play 4s4h") == Action("play", cards("4s 4h"))


def test_only_the_odd_card_of_fours_counts_and_people_are_told() -> None:
    game = make()
    state = at("4c 4d 4h 4s 8d 6h 3s", "5d", "6d", turn=0, owner=2, trick="Jc Jd Jh Js 6c")
    assert list(map(str, game.legal(state, 0))) == ["play 4c4d4h4s8d", "pass"]
    assert why(game, state, "4c 4d 4h 4s 6h") == Say("why.odd", {"odd": "6", "other": "6"})
    assert why(game, state, "4c 4d 4h 4s") == Say("why.count", {"count": 5, "kind": "@kind.four_of_a_kind"})
    assert why(game, state, "4c 4d 4h 4s 8d") is None
    low = at("4c 4d 4h 4s 8d 6h 3s Td", "5d", "6d", turn=0, owner=2, trick="7c 8c 9c Tc Jc Qc Kc")
    assert [game.classify(each.cards) for each in game.legal(low, 0)[:-1]] == ["four_of_a_kind"] * 4


def test_what_is_said_of_a_play() -> None:
    game = make()
    said = {
        "Tc Td Th Ts 2s": "Play four 10 with 2",
        "4c 4d 5c 5d Td 3s": None,
        "4c 4d 5c 5d": "Play 2 pairs in a row to 5",
        "2s 3c 4c 5d 6h": "Play straight of 5 to 6",
        "9c 9d 9h Tc Td Th": "Play 2 triples in a row to 10",
        "9c 9d 9h Tc Td": "Play full house of 9",
    }
    for written, words in said.items():
        if words is None:
            assert game.classify(cards(written)) is None
        else:
            assert sentence(game.describe(Action("play", cards(written))), LISTING.texts) == words
    assert sentence(game.describe(Action("take", amount=2)), LISTING.texts) == "Take packet 2"


# --- the match


def test_points_are_for_what_is_left_of_a_whole_hand() -> None:
    assert [make().penalty(left) for left in (0, 1, 12, 13, 14, 15, 16)] == [0, 1, 12, 13, 30, 40, 50]
    assert [make(seats=4).penalty(left) for left in (0, 9, 10, 11, 12)] == [0, 9, 30, 40, 50]


def test_a_match_ends_at_its_limit() -> None:
    game = make(limit=30)
    match: Match[ClimbingState] = Match(game)
    rng, final = Random(4), False
    while not final:
        assert max(match.totals, default=0) < 30
        table = match.deal(rng.randbytes(32))
        while not table.over:
            table.act(table.turn[0], rng.choice(game.legal(table.state, table.turn[0])))
        final = match.end()
    assert max(match.totals) >= 30
    assert not make(limit=None).final(game.deal(rng), (9999, 0, 0))


# --- the lesson


def test_the_lesson_shows_what_is_special_and_ends_with_a_win() -> None:
    game, frames = Lesson.read(LISTING.lesson).frames(LISTING.make)
    assert isinstance(game, ChinesePoker)
    moves = [game.classify(cards(each.play[5:])) for each in frames if each.play and each.play != "pass"]
    assert {"pair_sequence", "straight", "four_of_a_kind"} <= set(moves)
    assert any(each.play == "pass" and each.view.fact("lead", 0) for each in frames), "a leader passes"
    assert frames[-1].view.score == (0, 30, 2)
    assert all(set(each.words) >= set(LANGUAGES) for each in frames if each.words)


def test_every_card_stays_where_it_is_seen() -> None:
    """No view of a whole deal with a choice of hands loses or doubles a card."""
    for preset in ("two", "open"):
        game, rng = make(preset), Random(7)
        state = game.deal(rng)
        while state.turn is not None:
            lying: Cards = 0
            for pile in game.view(state, OPEN).piles:
                held = mask(one for one in pile.cards if one is not None)
                assert lying & held == 0
                lying |= held
            assert lying == mask(DECK)
            state = game.apply(state, state.turn, rng.choice(game.legal(state, state.turn)))
