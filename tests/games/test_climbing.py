"""The climbing engine, by games of the house and made-up ones: rows, bombs, kickers, what a seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from dealt.cards import STANDARD, Cards, Order, cards, members, rank, sequence, text
from dealt.game import OPEN, Action, Past, Say, Seat, View, covers, find
from dealt.games.chinesepoker import ChinesePoker
from dealt.games.climbing import BOMB, PASS, Climbing, ClimbingState, Kind, any_of, by_top_card, runs
from dealt.games.doudizhu import DouDizhu
from dealt.table import Table

RANKS = "3456789TJQKA2"
"""Low to high."""


def bombs(**options: Any) -> Climbing:
    """Singles, pairs, runs of three and fours that beat everything; suits count in singles only."""
    kinds = (
        Kind("single", by=by_top_card),
        Kind("pair", 2),
        Kind("run", run=runs(RANKS, 3)),
        Kind("bomb", 4, power=BOMB),
    )
    return Climbing("bombs", kinds=kinds, order=Order(RANKS, "dchs"), **{"seats": 4, **options})


def at(
    game: Climbing, *hands: str, turn: int = 0, owner: int | None = None, trick: str = "", **more: Any
) -> ClimbingState:
    """A position in play, hands as people write them."""
    newest = [0] * game.seats
    if owner is not None:
        newest[owner] = cards(trick)
    return ClimbingState(tuple(map(cards, hands)), turn, owner, tuple(newest), **more)


def names(actions: Sequence[Action]) -> list[str]:
    return [str(each) for each in actions]


def play(game: Climbing, state: ClimbingState, *moves: str) -> ClimbingState:
    """The state after some actions of whoever is to act, each checked."""
    for each in moves:
        assert state.turn is not None
        action = find(game.view(state, state.turn), each)
        assert action is not None, f"{each} is not legal at {state}"
        state = game.apply(state, state.turn, action)
    return state


# --- rows become columns


def test_rows_are_sorted_weakest_first_and_bombs_last() -> None:
    book = bombs().combinations
    assert [book.kinds[kind].name for kind in dict.fromkeys(book.kind)] == ["single", "pair", "run", "bomb"]
    assert list(book.strength) == sorted(book.strength)
    assert text(book.cards[0]) == "3d"
    assert text(book.cards[-1]) == "2c2d2h2s"


def test_equal_values_have_equal_strength() -> None:
    game = bombs()
    assert not game.beats(cards("4h 4s"), cards("4d 4c"))
    assert not game.beats(cards("4d 4c"), cards("4h 4s"))
    assert game.beats(cards("4s"), cards("4d"))


def test_a_bomb_beats_every_size_and_only_lower_bombs_of_its_own() -> None:
    game = bombs()
    bomb = cards("5d 5c 5h 5s")
    assert all(game.beats(bomb, cards(each)) for each in ("2s", "2h 2s", "Qd Kd Ad", "4d 4c 4h 4s"))
    assert not game.beats(bomb, bomb)
    assert not game.beats(cards("2s"), bomb)
    assert not game.beats(cards("4d 4c 4h 4s"), bomb)


def test_beats_and_legal_are_one_rule() -> None:
    game, rng = bombs(), Random(1)
    for _ in range(20):
        hand = sum(1 << one for one in rng.sample(STANDARD, 14))
        rows = game.combinations.rows_in(hand)
        assert list(rows) == [row for row, held in enumerate(game.combinations.cards) if not held & ~hand], (
            "a hand holds the rows whose cards it has"
        )
        for other in rng.sample(range(len(game.combinations.cards)), 20):
            assert game.combinations.beating(rows, other) == tuple(r for r in rows if game.combinations.beats(r, other))


def test_the_last_row_that_fits_names_the_cards() -> None:
    kinds = (
        Kind("single"),
        Kind("flush", run=any_of("3456", 3), suited=True),
        Kind("run", run=runs("3456", 3)),
        Kind("straight_flush", run=runs("3456", 3), suited=True),
    )
    game = Climbing("three", kinds=kinds, order=Order("3456", "dchs"), seats=2, deck=sequence("3d3c4d4c5d5c6d6c"))
    named = Counter(game.classify(sum(1 << one for one in some)) for some in combinations(game.deck, 3))
    # two runs of 8 card sets, 2 of each suited; two other suited sets a suit
    assert named == {"run": 12, "straight_flush": 4, "flush": 4, None: 36}


def test_rows_that_the_deck_cannot_make_are_left_out() -> None:
    game = bombs(deck=sequence("3d 3c 4d 5d 5c 5h 5s"), seats=2, hand=3)
    named = Counter(game.classify(held) for held in game.combinations.cards)
    assert named == {"single": 7, "pair": 1 + 6, "run": 2 * 4}, "no bomb fits into three cards"


def test_jokers_and_kickers_in_every_form() -> None:
    note, common = DouDizhu(), DouDizhu(variant="common")
    kinds = {
        "3d3c3h": "triplet",
        "3d3c3hBJ": "triplet_single",
        "3d3c3h4d4s": "triplet_pair",
        "3d3c3hBJRJ": None,
        "3d3c3h4d4c4h5d6d": "triplet_sequence_singles",
        "3d3c3h4d4c4h5dBJ": "triplet_sequence_singles",
        "3d3c3h4d4c4hBJRJ": None,
        "3d3c3h4d4c4h5d5c": None,
        "3d3c3h4d4c4h5d5c6d6c": "triplet_sequence_pairs",
        "4d4c4h4s5d6s": "quadplex_singles",
        "4d4c4h4s5d5s": None,
        "4d4c4h4s5d5s6d6s": "quadplex_pairs",
        "4d4c4h4s": "bomb",
        "BJRJ": "rocket",
        "AdAcAh2d2c2h": None,
    }
    assert {each: note.classify(cards(each)) for each in kinds} == kinds
    assert common.classify(cards("3d3c3h4d4c4h7d7c")) == "triplet_sequence_singles"
    assert common.classify(cards("4d4c4h4s5d5s")) == "quadplex_singles"
    assert common.classify(cards("3d3c3h4d4c4h5d5c5h")) == "triplet_sequence", "kickers never lengthen the run"
    assert common.classify(cards("3d3c3h4d4c4h5d5c5h6d6c6h8d8c8h8s")) is None, "kickers never hold a bomb"
    assert note.beats(cards("BJRJ"), cards("2d2c2h2s"))
    assert not note.beats(cards("2d2c2h2s"), cards("BJRJ"))


def test_a_kind_may_be_compared_by_its_kickers() -> None:
    game = ChinesePoker()
    assert game.beats(cards("4d4c4h4s8d"), cards("JdJcJhJs6d"))
    assert not game.beats(cards("JdJcJhJs6d"), cards("4d4c4h4s6c"))
    assert game.beats(cards("4d4c4h4s3d"), cards("KdKc"))
    assert game.classify(cards("As Ac")) is None, "the deck has no ace of clubs"


# --- who plays what


def test_directions() -> None:
    assert [bombs().after(seat) for seat in range(4)] == [3, 0, 1, 2]
    assert [bombs(clockwise=True).after(seat) for seat in range(4)] == [1, 2, 3, 0]


def test_following_and_clearing_the_table() -> None:
    game = bombs(clockwise=True)
    state = at(game, "3d 9d 9s", "4d 5d Js", "6d 7d Qs", "8d Td Ks")
    assert names(game.legal(state, 0)) == ["play 3d", "play 9d", "play 9s", "play 9d9s"]
    assert game.legal(state, 1) == ()
    state = play(game, state, "play 9s")
    assert names(game.legal(state, 1)) == ["play Js", "pass"]
    state = play(game, state, "pass", "play Qs", "play Ks", "pass")
    assert state.turn == 1, "a pass bars nobody"
    state = play(game, state, "pass", "pass")
    assert (state.turn, state.owner, state.trick) == (3, None, (0, 0, 0, 0))
    assert names(game.legal(state, 3)) == ["play 8d", "play Td"]


def test_a_pass_may_lock_out() -> None:
    game = bombs(clockwise=True, pass_locks_out=True)
    state = at(game, "3d 9d 9s", "4d 5d Js", "6d 7d Qs", "8d Td Ks")
    state = play(game, state, "play 9d", "pass", "play Qs", "pass")
    assert state.turn == 0
    state = play(game, state, "pass")
    assert (state.turn, state.owner) == (2, None), "seats 1 and 3 had passed before"


def test_a_leader_may_pass_where_the_game_says_so_but_not_for_ever() -> None:
    game = ChinesePoker()
    state = at(game, "3d 9d", "4d 5d", "6d 7d")
    state = play(game, state, "pass", "pass", "pass")
    assert state.turn == 0
    assert PASS not in game.legal(state, 0), "whoever had the lead must play at last"
    state = play(game, state, "play 3d", "pass", "pass")
    assert (state.turn, state.trick) == (0, (0, 0, 0))
    assert PASS in game.legal(state, 0)


def test_the_opening_contains_the_lowest_card() -> None:
    game = bombs()
    state = game.deal(Random(3))
    assert state.must == cards("3d")
    assert all(each.cards & state.must for each in game.legal(state, state.turn or 0))
    assert play(game, state, str(game.legal(state, state.turn or 0)[0])).must == 0


def test_where_suits_mean_nothing_one_play_stands_for_all_of_its_ranks() -> None:
    game = ChinesePoker()
    state = at(game, "3d 3h 3s 8h", "4d 5d", "6d 7d")
    view = game.view(state, 0)
    assert names(view.legal) == ["play 3d", "play 8h", "play 3d3h", "play 3d3h3s", "pass"]
    assert not view.suits
    assert find(view, "play 3h 3s") == Action("play", cards("3h 3s"))
    assert play(game, state, "play 3h 3s").hands[0] == cards("3d 8h")


# --- what a seat may know


def tiny() -> dict[str, Climbing]:
    deck = sequence("3d 3c 4d 5d 5c 5h 2s BJ RJ")
    return {
        "kitty": DouDizhu(deck=deck[1:], hand=2),
        "kitty that is shown": DouDizhu(deck=deck[1:], hand=2, variant="common"),
        "large kitty": DouDizhu(deck=deck[:7], hand=1),
        "two pick": ChinesePoker(deck=deck[:7], hand=2, seats=2, cut="quick"),
        "three": ChinesePoker(deck=deck[:7], hand=2, cut="quick"),
        "locked out": ChinesePoker(deck=deck[:7], hand=2, pass_locks_out=True, cut="quick"),
        "bombs": bombs(deck=deck[:7], seats=3, hand=2),
    }


def same_ranks(one: int, other: int) -> bool:
    return Counter(map(rank, members(one))) == Counter(map(rank, members(other)))


def still(game: Climbing, state: ClimbingState, seat: Seat, action: Action) -> bool:
    """Is an action legal, where suits mean nothing with any cards of the same ranks?"""
    view = game.view(state, seat)
    return any(
        each.verb == action.verb and each.amount == action.amount and covers(view, each, action.cards)
        for each in view.legal
    )


def starts(game: Climbing, state: ClimbingState) -> Iterator[ClimbingState]:
    """Every first state with the same public facts."""

    def shared(deck: Cards, sizes: tuple[int, ...]) -> Iterator[tuple[Cards, ...]]:
        if not sizes:
            yield ()
            return
        for some in combinations(members(deck), sizes[0]):
            held = sum(1 << one for one in some)
            for rest in shared(deck & ~held, sizes[1:]):
                yield (held, *rest)

    whole = sum(1 << one for one in game.deck)
    for held in shared(whole, tuple(each.bit_count() for each in (*state.hands, *state.stock))):
        hands, stock = held[: game.seats], held[game.seats :]
        if state.must:
            yield game.begin(hands, stock, state.dealer)
        elif not state.shown & ~hands[state.turn or 0]:  # whoever drew the face-up card begins
            yield replace(state, hands=hands, stock=stock)


@pytest.mark.parametrize("name", tiny())
@pytest.mark.turns(3)
@pytest.mark.slow
def test_samples_are_exactly_what_a_seat_cannot_rule_out(name: str) -> None:
    game, rng = tiny()[name], Random(name)
    for _ in range(4):
        state = game.deal(rng)
        seat = rng.choice([*range(game.seats), None])
        alive = list(starts(game, state))
        checked = 0
        while True:
            seen = game.view(state, seat)
            alive = [each for each in dict.fromkeys(alive) if game.view(each, seat) == seen]
            assert state in alive
            few = len(alive) <= 40
            drawn = Counter(game.sample(seen, rng) for _ in range(40 * len(alive) if few and not checked else 20))
            assert set(drawn) <= set(alive), "a sample that the seat can rule out"
            if few and not checked and len(alive) > 1:
                checked = 1
                spread = sum((drawn[each] - 40) ** 2 / 40 for each in alive)
                assert spread < len(alive) + 6 * (2 * len(alive)) ** 0.5 + 6, drawn
            if state.turn is None:
                break
            turn = state.turn
            action = rng.choice(game.legal(state, turn))
            alive = [game.apply(each, turn, action) for each in alive if still(game, each, turn, action)]
            state = game.apply(state, turn, action)


def test_nothing_is_seen_of_other_hands_or_the_stock_until_the_end() -> None:
    game = bombs(seats=3, hand=13)
    state = game.deal(Random(1))
    view = game.view(state, 1)
    assert [len(pile.cards) for pile in view.piles if pile.name == "hand"] == [13] * 3
    assert {one for pile in view.piles for one in pile.cards} == {None, *members(state.hands[1])}
    assert not any(one is None for pile in game.view(state, OPEN).piles for one in pile.cards)
    over = replace(
        state, hands=(0, *state.hands[1:]), turn=None, owner=0, trick=(state.hands[0] & -state.hands[0], 0, 0)
    )
    seen = game.view(over, None)
    assert None not in seen.pile("hand", 1).cards
    assert set(seen.pile("stock").cards) == {None}


def test_the_heap_remembers_what_was_played() -> None:
    game = bombs(clockwise=True)
    state = game.begin(tuple(map(cards, ("3d 9d 9s", "4d 5d Js", "6d 7d Qs", "8d Td Ks"))), (), 0)
    game = bombs(clockwise=True, deck=[one for hand in state.hands for one in members(hand)])
    state = play(game, state, "play 3d", "play Js", "pass", "play Ks", "pass", "pass", "pass")
    view = game.view(state, None)
    assert view.pile("played").cards == sequence("Ks Js 3d")
    assert view.pile("trick", 3).cards == ()
    state = play(game, state, "play 8d")
    view = game.view(state, None)
    assert (view.pile("trick", 3).cards, view.pile("trick", 3).note) == (sequence("8d"), "kind.single")


def test_facts_tell_who_passed_who_leads_and_whose_last_card_it_is() -> None:
    game = bombs(clockwise=True)
    state = at(game, "3d 9d", "4d 5d Js", "6d 7d Qs", "8d Td Ks")
    state = play(game, state, "play 9d", "pass")
    view = game.view(state, None)
    assert view.fact("!last_card", 0) == 1
    assert view.fact("passed", 1) == 1
    assert view.pile("trick", 1).note == "pass"
    assert view.fact("lead", 0) == 1


# --- what people ask


def why(game: Climbing, view: View, written: str) -> Say | None:
    return game.explain(view, cards(written))


def test_reasons() -> None:
    game = bombs(clockwise=True)
    state = at(game, "3d 3c 9d", "4d 4c 5d 6d 7d Js 2s", "6c 7c Qs", "8d Td Ks", must=cards("3d"))
    view = game.view(state, 0)
    assert why(game, view, "3d") is None
    assert why(game, view, "9d") == Say("why.must", {"cards": ("3d",)})
    assert why(game, view, "") == Say("why.lead")
    assert why(game, view, "3d 9d") == Say("why.kind")
    assert why(game, view, "Ks") == Say("why.hand")
    assert why(game, game.view(state, 1), "4d") == Say("illegal.turn")
    assert why(game, game.view(state, None), "4d") == Say("illegal.turn")
    state = play(game, state, "play 3d3c")
    view = game.view(state, 1)
    assert why(game, view, "") is None, "nothing selected is a pass"
    assert why(game, view, "2s") == Say("why.count", {"count": 2, "kind": "@kind.pair"})
    assert why(game, view, "4d 5d 6d 7d") == Say("why.count", {"count": 2, "kind": "@kind.pair"})
    assert why(game, view, "4d 5d") == Say("why.kind")
    state = replace(state, trick=(cards("9h 9s"), 0, 0, 0))
    assert why(game, game.view(state, 1), "4d 4c") == Say("why.beat", {"cards": ("9s", "9h"), "kind": "@kind.pair"})
    over = replace(state, turn=None)
    assert why(game, game.view(over, 1), "4d 4c") == Say("illegal.over")
    choice = ChinesePoker(seats=2).deal(Random(5))
    assert why(ChinesePoker(seats=2), ChinesePoker(seats=2).view(choice, choice.turn), "4d") is not None


def test_actions_have_names_for_people() -> None:
    game = bombs()
    assert game.describe(Action("play", cards("Td Ts"))) == Say("play.pair", {"cards": ("Ts", "Td"), "rank": "10"})
    assert game.describe(Action("play", cards("3d 4d 5s"))).args["rank"] == "5"
    assert DouDizhu().describe(Action("play", cards("BJ"))).args["rank"] == "BJ"
    assert game.describe(PASS) == Say("pass")


def test_a_hand_may_be_arranged_by_combination() -> None:
    game = bombs()
    view = game.view(at(game, "3d 4d 5c 9d 9s 9h Jd Kd Kc Kh Ks", "6d", "7d", "8d"), 0)
    assert game.arrange(view, "combination") == sequence("Ks Kh Kc Kd  5c 4d 3d  9h 9d  Jd  9s")
    assert game.arrange(view, "rank") == sequence("Ks Kh Kc Kd Jd 9s 9h 9d 5c 4d 3d")


def test_states_print_short() -> None:
    game = bombs()
    state = at(game, "3d", "4d", "5d", "6d", owner=0, trick="2s")
    assert repr(state) == "<0: 3d, 1: 4d, 2: 5d, 3: 6d, 2s of 0 to beat, play: 0 to act>"
    assert repr(bombs(options={"seats": 4})) == "bombs(seats=4)"


def test_a_phase_without_its_hooks_says_so() -> None:
    game = bombs()
    state = at(game, "3d", "4d", "5d", "6d", phase="auction")
    with pytest.raises(NotImplementedError, match="auction"):
        game.legal(state, 0)
    with pytest.raises(NotImplementedError, match="auction"):
        game.apply(state, 0, PASS)
    with pytest.raises(ValueError, match="nothing to beat"):
        game.newest(state)


def test_whole_deals_end_and_the_winner_deals_and_leads_next() -> None:
    for number in range(10):
        game, rng = bombs(), Random(number)
        table: Table[ClimbingState] = Table(game, rng.randbytes(32))
        while not table.over:
            table.act(table.turn[0], rng.choice(game.legal(table.state, table.turn[0])))
        score = table.score
        assert score is not None
        assert score.count(0) == 1
        after = game.deal(rng, Past(table.state, score, 1))
        assert after.turn == score.index(0) == after.dealer
        assert after.must == 0
