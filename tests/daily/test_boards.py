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
    "bigtwo": "441d2b45684ccb19",
    "doudizhu": "f2262f1882ecb7bf",
    "chinesepoker": "8a7f076662b73c98",
    "tienlen": "16434db54efb1c6a",
    "president": "367f29be21b164c9",
    "guandan": "d09e94596ac4e091",
    "bridge": "024696a0a93da364",
    "spades": "76bd21dcd9868812",
    "whist": "1f01aa4a17953fe1",
    "euchre": "abab4a6a593268b6",
    "skat": "1b58b2f89a6304bb",
    "ohhell": "de07267f21eb3bec",
    "hearts": "cf5bbb0e2f93639a",
    "ginrummy": "bd5cc59e3634a7d3",
    "blackjack": "02382fe0caab8842",
    "drawpoker": "ff32e59106eab40c",
    "holdem": "60c67cc40c56b0fe",
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
