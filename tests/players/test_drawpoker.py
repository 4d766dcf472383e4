"""``helper`` draws and bets as the assignment's robot; ``shark`` counts its draws, folds, calls, bets and bluffs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt import arena, players
from dealt.cards import cards, text
from dealt.game import Action
from dealt.games import GAMES, make
from dealt.games.drawpoker import DrawPoker
from dealt.laid import lay_out
from dealt.players.advice.drawpoker.assignment import cards_to_draw
from dealt.players.advice.drawpoker.counting import BLUFFS, Shark
from dealt.players.advice.drawpoker.ranges import ranges
from dealt.table import Table, play, seed_of

VECTORS = json.loads((Path(__file__).parent.parent / "vectors_data" / "draw_poker.json").read_text(encoding="utf-8"))
SEED = bytes(32)


def poker(preset: str | None = None, **options: Any) -> DrawPoker:
    game = make("drawpoker", preset, **options)
    assert isinstance(game, DrawPoker)
    return game


def seated(game: DrawPoker, hand: str, *said: str) -> Table[Any]:
    """A deal in which whoever is left of the dealer has this hand, after these actions."""
    first = (game.deal(Random(SEED)).dealer + 1) % game.seats
    table: Table[Any] = Table(game, SEED, state=lay_out(game, SEED, {f"hand {first}": hand}))
    for each in said:
        table.act(table.turn[0], each)
    return table


def choices(name: str, table: Table[Any], times: int = 5) -> Counter[str]:
    view, player = table.view(table.turn[0], log=False), players.computer(name, table.game)
    return Counter(str(player.choose(view, Random(n))) for n in range(times))


# --- the assignment's player ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", VECTORS["draw_helper"], ids=lambda row: " ".join(row["cards"]))
def test_what_the_robot_throws(row: dict[str, list[str]]) -> None:
    assert cards_to_draw(cards("".join(row["cards"]))) == cards("".join(row["discard"]))


def test_open_ends_need_a_card_at_both() -> None:
    assert text(cards_to_draw(cards("2c 3d 4h 5s 9c"))) == "9c"
    assert cards_to_draw(cards("2c 3d 4h 5s 9c"), wheel=False).bit_count() == 3
    assert cards_to_draw(cards("Ac 2d 3h 4s 9c")).bit_count() == 3
    assert cards_to_draw(cards("Ac 2d 3h 4s 5c"), wheel=False).bit_count() == 3  # an ace below is none


@pytest.mark.parametrize(
    ("hand", "said", "does"),
    [
        ("Ac Kd 9h 7s 2c", (), "check"),
        ("9c 9d 9h 7s 2c", (), "bet 2"),
        ("8c 8d Kh 7s 2d", ("check", "bet 2", "fold", "fold"), "call 2"),
        ("Ac Kd 9s 7c 2d", ("check", "bet 2", "fold", "fold"), "fold"),
        ("Ac Kc 9c 7c 2d", ("check", "bet 2", "fold", "fold"), "call 2"),
        ("8c 8d 8h 7c 2d", ("check", "bet 2", "fold", "fold"), "raise 4"),
        ("8c 8d Kh 7s 2d", ("check",) * 4, "draw 2d7sKh"),
    ],
)
def test_the_helper_bets_what_it_holds(hand: str, said: tuple[str, ...], does: str) -> None:
    table = seated(poker(), hand, *said)
    assert choices("helper", table) == {does: 5}


# --- the shark ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("8c 8d Kh 7s 2d", "2d7sKh"),
        ("8c 8d 8h 7s 2d", "2d7s"),
        ("8c 8d Kh Ks 2d", "2d"),
        ("4c 5d 6h 7s 8d", ""),
        ("2c 3d Kh As 7d", "2c3d7d"),
        ("8c 8d 3h 3s 2d", "2d"),
    ],
)
def test_it_finds_the_best_draw(hand: str, thrown: str) -> None:
    table = seated(poker(seats=2), hand, "check", "check")
    assert choices("shark", table, 2) == {f"draw {thrown}" if thrown else "stand pat": 2}


def test_it_keeps_an_ace_and_draws_four_where_that_is_best() -> None:
    table = seated(poker(seats=2, max_draw=5), "2c 3d 5h As 7d", "check", "check")
    assert choices("shark", table, 1) == {"draw 2c3d5h7d": 1}


def test_alone_it_keeps_what_makes_a_pair_sure() -> None:
    game = poker("assignment")
    state = lay_out(game, SEED, {"hand 0": "8c 8d Qs Js Ts"})
    thrown = Shark(game).choose(game.view(state, 0), Random(1)).cards
    assert not thrown & cards("8c 8d")


@pytest.mark.parametrize(
    ("hand", "said", "does"),
    [
        ("Ac Kd 9h 7s 2d", (), "check"),
        ("Ac Ad 9h 7s 2d", (), "bet 2"),
        ("3c 4d 9h 7s 2d", ("check", "bet 2", "raise 4", "raise 6"), "fold"),
        ("8c 8d 8h 7s 2d", ("check", "bet 2", "fold", "fold"), "raise 4"),
    ],
)
def test_it_bets_and_folds_with_sense(hand: str, said: tuple[str, ...], does: str) -> None:
    assert choices("shark", seated(poker(), hand, *said)) == {does: 5}


def test_it_bluffs_as_often_as_makes_a_call_neither_good_nor_bad() -> None:
    """With a pot of 6 and a bet of 4 that is 4 in 14; one bets with nothing and is first to act."""
    said = ("bet 2", "call 2", "stand pat", "stand pat")
    table = seated(poker(seats=2), "3d 4h 9s 7c 2s", *said)
    found = choices("shark", table, 400)
    assert found.keys() == {"check", "bet 4"}
    assert found["bet 4"] / 400 == pytest.approx(BLUFFS[1] * 4 / (6 + 8), abs=0.08)


def test_ranges_are_what_their_names_say() -> None:
    found = ranges(True)
    assert sum(kind.count for kind in found.kinds) == 2_598_960
    assert found.kinds[0].strength == max(kind.strength for kind in found.kinds)
    for top, drawn in ((100, None), (20, 3), (20, 1), (5, 0)):
        lower = found.below(top, drawn)
        assert list(lower) == sorted(lower)
        assert (lower[0], lower[-1]) == (pytest.approx(0, abs=0.01), pytest.approx(1, abs=0.01))
    queens = found.place[min(one for one in found.values if one >> 16 == 1 << 4 | 10)]
    assert found.below(20, 3)[queens] < found.below(100, 3)[queens] < found.below(100, 5)[queens]


def test_an_amount_of_a_range_is_named() -> None:
    game = poker("nolimit")
    sitting = [players.computer(("shark", "random")[n % 2], game) for n in range(game.seats)]
    for number in range(6):
        table = play(game, sitting, seed_of("range", number))
        assert all(action.upto is None for _, action in table.moves)


def test_they_play_no_other_game() -> None:
    assert not {"shark", "helper"} & set(players.possible(make("bigtwo")))
    assert players.names(GAMES["drawpoker"])[:2] == ("shark", "helper")
    small = DrawPoker(deck=tuple(range(32, 52)), hand=3, seats=2)
    assert "shark" not in players.possible(small)
    for name in ("shark", "helper"):
        with pytest.raises(ValueError, match=name):
            players.computer(name, small)


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    table = seated(poker(), "Ac Ad 9h 7s 2d")
    view = table.view(table.turn[0])
    first: Action = Shark(poker()).choose(view, Random(5))
    assert Shark(poker()).choose(view, Random(5)) == first


@pytest.mark.slow
@pytest.mark.parametrize("other", ["helper", "random"])
def test_it_beats_the_others(other: str) -> None:
    pair = arena.run(poker(seats=2), ["shark", other], deals=150, seed="strength", jobs=1).pair("shark", other)
    assert pair.errors is not None
    assert pair.errors > 3
