"""``dizhu``: it wins when it can, holds together with its partner, keeps its bombs, and bids what its hand is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from dealt import arena, players
from dealt.cards import WITH_JOKERS, Card, Cards, cards, mask, members, text
from dealt.game import View
from dealt.games import GAMES, make
from dealt.games.climbing import NONE, PASSED, ClimbingState, Kind, runs
from dealt.games.doudizhu import RUN_RANKS, Contract, DouDizhu
from dealt.players.advice.doudizhu.dizhu import Dizhu, Scene
from dealt.players.advice.doudizhu.playout import Playing
from dealt.players.advice.doudizhu.rows import Group, Key, Rows, holds, rows_of
from dealt.players.advice.doudizhu.splitting import Splitter
from dealt.table import Table, play
from tests.toys import WithoutBombs

GAME: DouDizhu = make("doudizhu")  # type: ignore[assignment]
SLOW = pytest.mark.slow
ME, NEXT, LAST = 0, 2, 1
"""The seats in the order of play, from the one who is asked."""


@cache
def the_rows() -> Rows:
    """Those of the usual rules, made when a test first asks for one."""
    return rows_of(GAME.combinations)


def position(
    hand: str,
    after: str,
    before: str,
    alone: int,
    to_beat: str = "",
    owner: int | None = None,
    passed: int | None = None,
) -> View:
    """What seat 0 sees on its turn: its hand, those of the seats after and before it, and what lies on the table."""
    trick = [0, 0, 0]
    if owner is not None:
        trick[owner] = cards(to_beat)
    if passed is not None:
        trick[passed] = PASSED
    own = Contract(alone=alone, bid=3)
    hands = (cards(hand), cards(before), cards(after))
    assert sum(map(Cards.bit_count, (*hands, cards(to_beat)))) == (sum(hands) | cards(to_beat)).bit_count()
    return GAME.view(ClimbingState(hands, ME, owner, tuple(trick), own=own), ME)


def choices(*args: object, **more: object) -> set[str]:
    """What it does, whatever deals it tries."""
    found = {Dizhu(GAME).choose(position(*args, **more), Random(n)) for n in range(4)}  # type: ignore[arg-type]
    return {text(each.cards) or each.verb for each in found}


def choice(*args: object, **more: object) -> str:
    (found,) = choices(*args, **more)
    return found


def auction(hand: str, *calls: int) -> View:
    """What seat 0 sees when it has that hand and others before it have bid."""
    mine = cards(hand)
    rest = [one for one in WITH_JOKERS if not mine >> one & 1]
    hands = (mine, mask(rest[:17]), mask(rest[17:34]))
    first, second = (*calls, NONE, NONE)[:2]
    own, stock = Contract(bids=(NONE, first, second)), (mask(rest[34:]),)
    return GAME.view(ClimbingState(hands, ME, None, (0, 0, 0), stock, phase="auction", own=own), ME)


def bid(hand: str, *calls: int) -> int | None:
    return Dizhu(GAME).choose(auction(hand, *calls), Random(0)).amount


# --- splitting


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("3d 4c 5h 6s 7d 8c Ts", ["345678", "T"]),
        ("3d 3c 4c 5h 6s 7d 7c", ["34567", "3", "7"]),
        ("5d 5c 5h 6s 6d 6c 9d Jh", ["555666"]),
        ("5d 5c 5h 9d 9s Jh Jc Js 4d", ["555", "JJJ"]),
        ("3d 3s 4d 4s 5d 5s", ["334455"]),
        ("4c 4d 4h 4s Kd", ["4444", "K"]),
        ("BJ RJ 3c", ["BR", "3"]),
        ("", []),
    ],
)
def test_a_hand_is_split_into_the_fewest_plays(hand: str, plays: list[str]) -> None:
    split = Splitter(the_rows()).split(the_rows().key(cards(hand)) if hand else 0)
    found = [letters(the_rows().cards[each]) for each in split.groups]
    assert sorted(found) == sorted(plays)


def test_a_split_holds_each_card_once() -> None:
    splitter = Splitter(the_rows())
    for number in range(200):
        hand = the_rows().key(mask(Random(number).sample(WITH_JOKERS, 20)))
        split = splitter.split(hand)
        played = sum(the_rows().cards[each] for each in split.groups)
        assert played + sum(each.copies << 4 * each.top for each in split.attached) == hand
        assert split.price == pytest.approx(
            sum(splitter.price[each] for each in split.groups)
            + sum(0.02 * each.copies + 0.002 * each.top for each in split.attached)
        )


# --- the quick way to play


def letters(hand: Key, rows: Rows | None = None) -> str:
    """The ranks of some cards."""
    ranks = (rows or the_rows()).book.order.ranks
    return "".join(letter * (hand >> 4 * n & 15) for n, letter in enumerate(ranks))


def shuffled(number: int, rough: bool) -> list[Card]:
    """A deck; ``rough``: by ranks with a few cards exchanged, so that hands hold many fours."""
    rng, pack = Random(number), list(WITH_JOKERS)
    if not rough:
        rng.shuffle(pack)
        return pack
    ranks = [pack[at : at + 4] for at in range(0, 54, 4)]
    rng.shuffle(ranks)
    pack = [one for rank in ranks for one in rank]
    for _ in range(5):
        one, other = rng.randrange(54), rng.randrange(54)
        pack[one], pack[other] = pack[other], pack[one]
    return pack


class ShortRuns(DouDizhu):
    """Dou Dizhu in which four ranks are a sequence already, and nothing is attached to a triplet."""

    def kinds(self, rules: Mapping[str, Any]) -> tuple[Kind, ...]:
        some = (kind for kind in super().kinds(rules) if kind.copies != 3 or not kind.kicker)
        return tuple(replace(kind, run=runs(RUN_RANKS, 4, 12)) if kind.name == "sequence" else kind for kind in some)


RULES: dict[str, Callable[[], DouDizhu]] = {
    "note": DouDizhu,
    "common": lambda: DouDizhu(variant="common", spring=False),
    "pass_locks_out": lambda: DouDizhu(pass_locks_out=True),
    "without_bombs": WithoutBombs,
    "short_runs": ShortRuns,
}
"""Dou Dizhu under several rules, some of which no option gives: each is a change of its row."""


@pytest.mark.slow
@pytest.mark.parametrize("rules", [pytest.param(each, marks=SLOW if each == "common" else ()) for each in RULES])
def test_it_finds_in_a_hand_what_the_core_finds(rules: str) -> None:
    """Which rows a hand holds, and which of them beat a row: as :mod:`dealt.games.climbing.core` says."""
    game = RULES[rules]()
    book, rng = game.combinations, Random(rules)
    rows = rows_of(book)
    for number in range(2):
        hand = mask(shuffled(number, rough=number % 2 == 0)[:20])
        mine, held = rows.key(hand), book.rows_in(hand)
        assert [row for row in range(len(book.cards)) if holds(mine, rows.play(row).taken)] == list(held)
        for newest in rng.sample(range(len(book.cards)), 200):
            found = rows.beating(mine, newest)
            above = book.beating(held, newest)
            assert {each.row for each in found} <= set(above)
            assert {each.figure for each in found} == {rows.play(row).figure for row in above}
            assert len({each.figure for each in found}) == len(found)


@pytest.mark.parametrize("rough", [False, True])
@pytest.mark.parametrize("rules", RULES)
def test_the_quick_way_plays_as_the_game_allows(rules: str, rough: bool) -> None:
    """Each play is legal, the turn goes round alike, and the bombs are counted alike, whatever the rules are."""
    game = RULES[rules]()
    player, locked = Dizhu(game), 0
    for number in range(10):
        pack = shuffled(number, rough)
        hands = tuple(mask(pack[start:end]) for start, end in ((0, 20), (20, 37), (37, 54)))
        state = ClimbingState(hands, 0, None, (0, 0, 0), own=Contract(alone=0, bid=3))
        start = at = Playing(game.numbers, tuple(map(player.rows.key, hands)), (20, 17, 17), 0, 0)
        while state.turn is not None:
            assert at.turn == state.turn
            view = game.view(state, at.turn)
            seen = Scene(view, player, state.hands[at.turn]).at
            assert (seen.owner, seen.newest, seen.passed) == (at.owner, at.newest, at.passed)
            play = player.playout.choose(at.hands[at.turn], at)
            wanted = None if play is None else play.row
            action = next(each for each in view.legal if game.combinations.row(each.cards) == wanted)
            locked += any(not at.may_act(seat) for seat in range(3))
            state, at = game.apply(state, at.turn, action), at.after(play)
        own = state.own
        assert isinstance(own, Contract)
        alone_won, bombs = player.playout.run(start)
        assert (alone_won, 1 << bombs) == (not state.hands[0], own.multiplier)
    assert bool(locked) == game.numbers.locks


def test_cards_of_its_own_rank_are_never_attached_to_a_triplet() -> None:
    """Four of a rank are a bomb, and no triplet with a single of the same rank."""
    newest = GAME.combinations.row(cards("3c 3d 3h 5c"))
    assert newest is not None
    (bomb,) = the_rows().beating(the_rows().key(cards("4c 4d 4h 4s")), newest)
    assert letters(bomb.taken) == "4444"
    found = the_rows().beating(the_rows().key(cards("4c 4d 4h 4s 9c")), newest)
    assert [letters(each.taken) for each in found] == ["4449", "4444"]


@pytest.mark.slow
def test_it_attaches_what_the_hand_needs_least_and_the_table_allows() -> None:
    newest = GAME.combinations.row(cards("3c 3d 3h 4c 4d 4h 9c Tc"))
    assert newest is not None
    (play,) = the_rows().beating(the_rows().key(cards("5c 5d 5h 6c 6d 6h 7c 7d Jc Ac")), newest)
    assert letters(play.taken) == "555666JA"
    (play,) = the_rows().beating(the_rows().key(cards("5c 5d 5h 6c 6d 6h 7c 7d BJ")), newest)
    assert letters(play.taken) == "5556667B"
    (rocket,) = the_rows().beating(the_rows().key(cards("5c 5d 5h 6c 6d 6h BJ RJ")), newest)
    assert letters(rocket.taken) == "BR", "both jokers are no kickers"
    common = rows_of(DouDizhu(variant="common").combinations)
    newest = common.book.row(cards("3c 3d 3h 4c 4d 4h 9c 9d"))
    assert newest is not None
    (play,) = common.beating(common.key(cards("5c 5d 5h 6c 6d 6h 7c 7d")), newest)
    assert letters(play.taken) == "55566677", "a pair serves as two singles where the rules say so"


# --- a rule that is changed in its row


def test_without_bombs_nothing_beats_every_kind() -> None:
    game = WithoutBombs()
    rows, player = rows_of(game.combinations), Dizhu(game)
    assert rows.bombs == frozenset()
    assert rows_of(GAME.combinations).bombs == {*(Group(4, 1, n) for n in range(13)), Group(1, 2, 14)}
    ace, four = game.combinations.row(cards("As Ah")), the_rows().key(cards("3c 3d 3h 3s"))
    assert ace is not None
    assert rows.beating(four, ace) == []
    assert [letters(each.taken) for each in the_rows().beating(four, ace)] == ["3333"]
    assert player.chance(rows.key(cards(GREAT))) < Dizhu(GAME).chance(rows.key(cards(GREAT)))
    view = game.view(_leading("3c 3d 3h 3s", "5c 6c", "7c 8c"), ME)
    assert letters(rows.key(player.choose(view, Random(1)).cards)) in ("33", "333")


def test_without_bombs_more_plays_win_for_sure() -> None:
    """A pair of twos holds against a hand that may have a bomb only where there are none."""
    hand, after, before = "3d 2c 2d", "4c 4d 4h 4s 5c", "7c 7d 8h 9s Tc"
    for game, sure in ((GAME, False), (WithoutBombs(), True)):
        state = _leading(hand, after, before)
        scene = Scene(game.view(state, ME), Dizhu(game), state.hands[ME])
        row = game.combinations.row(cards("2c 2d"))
        assert row is not None
        assert scene.stands(scene.rows.play(row)) == sure


def test_shorter_sequences_are_split_and_played() -> None:
    rows = rows_of(ShortRuns().combinations)
    hand = the_rows().key(cards("3c 4c 5c 6c 9c 9d 9h"))
    before, now = (Splitter(some).split(hand) for some in (the_rows(), rows))
    assert sorted(letters(rows.cards[each]) for each in now.groups) == ["3456", "999"]
    assert now.attached == ()
    assert sorted(letters(the_rows().cards[each]) for each in before.groups) == ["4", "5", "6", "999"]
    assert before.attached == (Group(1, 1, 0),), "the lowest goes with the triplet"


def _leading(hand: str, after: str, before: str) -> ClimbingState:
    """Seat 0, alone, leads; it sees no other hand."""
    hands = (cards(hand), cards(before), cards(after))
    return ClimbingState(hands, ME, None, (0, 0, 0), own=Contract(alone=ME, bid=3))


# --- the play


def test_it_goes_out_when_it_can() -> None:
    assert choice("9d 9s", "3c 4c 5d", "Kd Kc", NEXT, to_beat="8d 8s", owner=NEXT) == "9d9s"
    assert choice("5d 5c 5h 3d", "3c 4c 5s", "Kd Kc", ME) == "3d5c5d5h"


def test_it_wins_by_force() -> None:
    # the jokers and twos are gone but for its own: an ace and a pair of kings hold, and the low card goes out
    assert choice("3d Kc Kd As Ah", "5c 7d 9d Jc Qd Qh", "6c 8d 8h Tc Jd 4d", ME) in ("KcKd", "AhAs")
    # the straight loses the lead for good, the bomb takes it back from whatever was played
    assert choice("3d 4d 5d 6d 7d 9c 9d 9h 9s", "Jc Jd 2c", "5c 6c Ad", ME, to_beat="2d", owner=NEXT) == "9c9d9h9s"


def test_it_lets_a_partner_win_who_is_about_to_go_out() -> None:
    others = {"alone": LAST, "owner": NEXT, "passed": LAST}
    assert choice("4d 5c 8h 8s Ad", "6c", "3c 3d 7c 9d 9c Jd", to_beat="Kd", **others) == "pass"
    assert choice("4d 5c 8h 8s Ad Ac", "6c", "3c 3d 7c 9d 9c Jd", to_beat="Qd Qh", **others) == "pass"


def test_it_leads_a_low_card_to_a_partner_with_one() -> None:
    assert choice("3d 9c 9h Qd Qs", "Jc", "4c 4d 6c 7d 8c Td Th 2c", alone=LAST) == "3d"


def test_it_leads_no_low_card_to_a_landlord_with_one() -> None:
    assert choice("3d 7c 7h Qd", "Kd", "4c 5d 6h Tc Td", alone=NEXT) == "7c7h"
    assert choice("3d 7c Ad", "Kd", "4c 5d 6h Tc Td", alone=NEXT) == "Ad"


def test_it_blocks_a_landlord_with_one_card_by_its_highest() -> None:
    assert choice("6d Jc Ah 4s 4h", "Kd", "Qc Qs Qh Kc Kh", alone=NEXT, to_beat="5c", owner=LAST) == "Ah"


LONG = ("3c 4c 6c 7c 8c 8s Td Th Jc Jd Qd Qs Kd Kc As", "3d 3h 5c 6d 6h 7d 9c 9d Tc Ts Jh Qc Kh Ac 2c 2d")


@pytest.mark.slow
def test_it_keeps_its_bomb_as_long_as_nothing_hangs_on_it() -> None:
    hand, bomb = "3s 4h 4s 6s 7h 7s 9h 9s Js Ks 8d 8h 5d 5h 5s 5c", "5c5d5h5s"
    after, before = LONG[0], LONG[1].replace("5c ", "")
    assert bomb not in choices(hand, after, before, alone=NEXT, to_beat="4d", owner=NEXT)
    assert bomb not in choices(hand, after, before, alone=NEXT, to_beat="2s", owner=NEXT)


def test_it_spends_its_bomb_on_a_landlord_who_is_about_to_go_out() -> None:
    assert (
        choice("3s 3h 5d 5h 5s 5c 9c Ts", "Jd", "4c 4d 7c 8d Tc Kd", alone=NEXT, to_beat="As", owner=NEXT) == "5c5d5h5s"
    )


# --- the auction


GREAT = "3d 4c 5h 6s 7d 9c 9h Kd Ks Kh Ad As 2c 2d 2s BJ RJ"
RUBBISH = "3d 3s 4c 4d 5h 6s 6d 8d 8h 9c Tc Jh Jd Qc Kd Ks As"


def test_it_bids_what_its_hand_is_worth() -> None:
    assert bid(GREAT) == 3
    assert bid(GREAT, 1, 2) == 3
    assert bid(RUBBISH, 0, 1) == 0
    player = Dizhu(GAME)
    poor, great = (player.chance(the_rows().key(cards(each))) for each in (RUBBISH, GREAT))
    assert poor < 0.45 < 0.75 < great <= 1.1


def test_the_better_the_hand_the_more_it_hopes_for() -> None:
    player = Dizhu(GAME)
    chances = [player.chance(the_rows().key(cards(RUBBISH.replace("3d", each)))) for each in ("3d", "2d", "RJ")]
    assert chances == sorted(chances)


def test_it_bids_the_least_where_it_has_to() -> None:
    game: DouDizhu = make("doudizhu", forced_after_redeals=1)  # type: ignore[assignment]
    own = Contract(redeals=1)
    state = ClimbingState((cards(RUBBISH), 0, 0), ME, None, (0, 0, 0), phase="auction", dealer=0, own=own)
    legal = tuple(game.legal(state, ME))
    assert Dizhu(game).bid(legal, the_rows().key(cards(RUBBISH))).amount == 1


# --- everywhere


def whole_deal(game: DouDizhu, seed: int, *first: str) -> None:
    names = [*first, *["dizhu"] * (3 - len(first))]
    sitting = [players.computer(name, game) for name in names]
    table = play(game, sitting, Random(seed).randbytes(32))
    assert table.score is not None


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["without_bombs", "short_runs"])
def test_it_plays_by_a_row_that_was_changed(rules: str) -> None:
    whole_deal(RULES[rules](), 1)


def test_it_plays_a_small_deck() -> None:
    deck = tuple(members(cards("3c 3d 3h 4c 4d 4h 5c 5d 5h 2s BJ RJ")))
    for seed in range(8):
        whole_deal(DouDizhu(deck=deck, hand=3), seed)


def test_it_plays_no_other_game() -> None:
    assert "dizhu" not in players.possible(make("bigtwo"))
    assert players.names(GAMES["doudizhu"])[0] == "dizhu"
    with pytest.raises(ValueError, match="dizhu"):
        players.computer("dizhu", make("bigtwo"))


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    table = Table(GAME, bytes(32))
    while table.view(table.turn[0]).fact(".phase"):
        table.act(table.turn[0], f"bid {3 if table.turn[0] == 1 else 0}")
    view = table.view(1)
    first = Dizhu(GAME).choose(view, Random(5))
    Dizhu(GAME).choose(table.view(1, log=False), Random(6))
    assert Dizhu(GAME).choose(view, Random(5)) == first


@pytest.mark.slow
@pytest.mark.turns(3)
def test_it_beats_lowest_in_either_role() -> None:
    pair = arena.run(GAME, ["dizhu", "lowest", "lowest"], deals=8, seed="strength", jobs=1).pair("dizhu", "lowest")
    assert pair.errors is not None
    assert pair.errors > 3


@pytest.mark.slow
def test_lowest_beats_random() -> None:
    pair = arena.run(GAME, ["lowest", "random", "random"], deals=60, seed="strength", jobs=1).pair("lowest", "random")
    assert pair.errors is not None
    assert pair.errors > 5
