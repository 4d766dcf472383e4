"""Score sheets: every sentence has words in both languages, and known deals come to the lines of a book."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from dealt.game import Game, ScoreSheet
from dealt.games import GAMES, make
from dealt.games.bridge.scoring import duplicate_lines
from dealt.games.spades import side_parts
from dealt.laws.walks import start_deal, walk
from dealt.laws.words import of_sheet
from dealt.table import Table
from dealt.texts import LANGUAGES, find_text, sentence
from tests.house import variants

NAMES = [f"Name{seat}" for seat in range(7)]


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_has_words_in_both_languages(name: str) -> None:
    """Played at random under every variant: no sentence falls back to its key, and no place in it stays empty."""
    texts, rng = GAMES[name].texts, Random(name)
    games = [game for label, game in variants().items() if label.startswith(f"{name}:")]
    for game in rng.sample(games, min(len(games), 24)):
        table = start_deal(game, rng, later=rng.random() < 0.5)
        walk(table, rng)
        for say in of_sheet(game.score_sheet(table.state, tuple(map(float, table.score or ())))):
            for language in LANGUAGES:
                assert say.key in texts[language] or find_text(say.key, language=language), say
                written = sentence(say, texts, language=language, names=NAMES)
                assert not re.search(r"[{}@#]|\bentry\.|\bresult\.", written), written


def lines(entries: Any) -> list[tuple[str, tuple[float, ...]]]:
    return [(each.say.key.removeprefix("entry."), each.factors) for each in entries]


def test_a_contract_of_bridge_line_by_line() -> None:
    assert lines(duplicate_lines(3, "N", 0, 10, False)) == [
        ("bid_tricks", (3, 30)), ("first_notrump", (10,)), ("overtricks", (1, 30)), ("game", (300,)),
    ]  # fmt: skip
    assert lines(duplicate_lines(4, "S", 1, 8, True)) == [("undertricks_doubled", (-500,))]
    assert lines(duplicate_lines(6, "D", 1, 12, True)) == [
        ("bid_tricks", (6, 20, 2)), ("slam_6", (750,)), ("insult", (50,)), ("game_vulnerable", (500,)),
    ]  # fmt: skip


def test_a_side_of_spades_part_by_part() -> None:
    assert side_parts((3, 4), (4, 4), 9, False, 10)[:3] == (7, 1, 0)
    assert side_parts((3, 4), (4, 4), 9, False, 10)[5:] == (1, 0)
    assert side_parts((-1, 4), (1, 3), 0, False, 10) == (-4, 0, 1, -100, 0, 0, 1)
    assert side_parts((-1, 4), (1, 3), 0, True, 10) == (4, 0, 0, -100, 0, 0, 0)


def finished(game: Game[Any], seed: int, wanted: str) -> ScoreSheet:
    """The score sheet of the first deal at random whose outcome has this key."""
    rng = Random(seed)
    for _ in range(400):
        table: Table[Any] = start_deal(game, rng)
        walk(table, rng)
        sheet = game.score_sheet(table.state, tuple(map(float, table.score or ())))
        if sheet.said is not None and sheet.said.key == wanted:
            return sheet
    raise AssertionError(f"no deal ends with {wanted}")


def test_dou_dizhu_says_who_pays_whom_and_why() -> None:
    game = make("doudizhu", variant="common")
    sheet = finished(game, 1, "result.landlord")
    alone, farmers = sheet.sides
    (line,), (loss,) = alone.entries, farmers.entries
    assert line.factors[-1] == 2
    assert line.points == -2 * loss.points > 0
    assert [(each.payer, each.payee, each.amount) for each in sheet.payments] == [
        (seat, alone.seats[0], -loss.points) for seat in farmers.seats
    ]


def test_big_two_settles_in_pairs_at_the_stake() -> None:
    sheet = finished(make("bigtwo", stake=2), 1, "result.out")
    points = {side.seats[0]: sum(each.points for each in side.entries) for side in sheet.sides}
    for payer, payee, amount in sheet.payments:
        assert payer is not None
        assert payee is not None
        assert amount == 2 * (points[payer] - points[payee])


def test_a_rubber_shows_its_games_and_its_part_score() -> None:
    sheet = finished(make("bridge", mode="rubber"), 3, "result.down")
    assert sheet.standing is not None
    assert [(each.seats, each.value, each.goal, each.parts) for each in sheet.standing.tracks] == [
        ((0, 2), 0, 200, 2), ((1, 3), 0, 200, 2),
    ]  # fmt: skip
