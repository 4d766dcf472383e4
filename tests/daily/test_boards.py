"""The boards of a day: the same everywhere, whoever of several acts first, and as long as no computer changes."""

from __future__ import annotations

import re
from datetime import date
from hashlib import sha256
from random import Random

import pytest

from dealt import daily
from dealt.games import GAMES, make
from dealt.players import computer
from dealt.table import Table
from dealt.tui.local import Local, Setting
from dealt.tui.paint import Paint
from dealt.tui.words import Words
from tests.tui.scripts import Script, first_things

DAY = date(2026, 11, 26)
OFFERED = [name for name in GAMES if daily.offered(make(name))]
FIELD = {
    "bigtwo": "2e20691caef2d130",
    "doudizhu": "6b1a1c59f0b771e3",
    "chinesepoker": "7d65bb5d46ad7532",
    "tienlen": "2daca7305628d0b4",
    "president": "594351b1bc86ae31",
    "guandan": "822cb3e10809590c",
    "bridge": "bd4b3c449a071ff7",
    "spades": "15f548e722e645e9",
    "whist": "22eb69e83decf914",
    "euchre": "1fbc14c34e53b86d",
    "skat": "0407f190c56f4e4a",
    "ohhell": "debbc2cce320668a",
    "hearts": "3257ca3a5252b80c",
    "ginrummy": "0f57ea7b698b994d",
    "blackjack": "3017cdc92001d7b1",
    "drawpoker": "3f124aa6bd88ce2a",
    "holdem": "4cea316c02009b33",
}
"""The SHA-256 of what all levels of the field do at the first board of that day. Where one changes, so do boards that
people have played: ``dealt.daily.VERSION`` moves, and this table is written anew."""


@pytest.mark.parametrize("name", OFFERED)
def test_a_board_is_played_as_in_this_version(name: str) -> None:
    game = daily.standard(make(name))
    seed = daily.seed(name, DAY, 1)
    moves = [[str(move) for move in daily.field_of(game, seed, each).moves] for each in daily.field(game)]
    assert len(moves) >= 3
    assert sha256(repr(moves).encode()).hexdigest()[:16] == FIELD[name]


def test_all_boards_differ_by_game_day_and_number() -> None:
    days = (DAY, date(2026, 11, 27))
    seeds = {daily.seed(name, day, n) for name in OFFERED for day in days for n in range(1, daily.BOARDS + 1)}
    assert len(seeds) == len(OFFERED) * len(days) * daily.BOARDS
    assert daily.day_of(daily.name_of(DAY)) == DAY
    assert daily.day_of("friday") is None


def test_who_acts_first_at_the_same_moment_changes_nothing() -> None:
    """All pass cards at once in Hearts: a person may be slower or quicker than the computers."""
    game = make("hearts")
    player, seed = computer(daily.LEVEL, game), daily.seed("hearts", DAY, 1)

    def passed(order: tuple[int, ...]) -> list[tuple[int, str]]:
        table = Table(game, seed)
        assert sorted(table.turn) == [0, 1, 2, 3]
        for seat in order:
            view, chance = daily.asked(table, seat)
            table.act(seat, player.choose(view, Random(chance)))
        return sorted((seat, str(action)) for seat, action in table.moves)

    assert passed((0, 1, 2, 3)) == passed((3, 1, 0, 2))


def test_a_score_is_compared_with_the_field() -> None:
    bridge = make("bridge")
    made = daily.made(bridge, [(420.0, -420.0) * 2, (-50.0, 50.0) * 2])
    assert [each.percent for each in made] == [100, 0]
    assert [each.points for each in made] == [10, -10]
    assert [each.percent for each in daily.made(make("hearts"), [(3.0, 23, 0, 0), (20.0, 6, 0, 0)])] == [100, 0]
    assert daily.made(bridge, [(420.0, -420.0) * 2])[0].percent is None


@pytest.mark.parametrize("board", [None, 8])
async def test_boards_are_played_in_the_terminal(board: int | None) -> None:
    screen, listing = Script(), GAMES["bigtwo"]
    game = daily.standard(listing.make())
    setting = Setting(game, listing, [daily.LEVEL] * 4, deals=1, day=DAY, board=board or 1)
    face = Local(setting, screen, Words("en", listing.texts), Paint(4, paper=False))
    screen.answer = first_things(face)
    await face.play()
    assert face.record().deals[0].seed == daily.seed("bigtwo", DAY, board or 1).hex()
    assert re.search(rf"Board {board or 1} of 8, 2026-11-26", screen.said)
    assert re.search(r"You beat \d+% of the field on average, over 1 board", screen.said)
