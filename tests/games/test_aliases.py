"""Former names of presets, options and computers: accepted from people and old records, and listed nowhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dealt import players
from dealt.game import Option, OptionError
from dealt.games import GAMES, make
from dealt.table import Record

OLD = sorted((Path(__file__).parent / "old_records").glob("*.json"))
"""Records as an earlier version of this house wrote them."""


@pytest.mark.parametrize("file", OLD, ids=[each.stem for each in OLD])
def test_an_old_record_replays_as_it_was(file: Path) -> None:
    record = Record.from_json(file.read_text())
    assert len(record.verify(make)) == len(record.deals)
    again: dict[str, Any] = json.loads(record.replay(make).record().to_json())
    old = json.loads(file.read_text())
    assert {**again, "options": None} == {**old, "options": None}
    today = {each.name: each for each in GAMES[record.game].options}
    assert {key: again["options"][key] for key in old["options"]} == {
        key: today[key].aliases.get(value, value) for key, value in old["options"].items()
    }
    assert again["options"].get("cut", "quick") == "quick", "people who cut would have had to choose a card"


def test_a_preset_an_option_and_a_computer_are_taken_by_their_former_names() -> None:
    assert dict(make("bigtwo", "doyle").options) == dict(make("bigtwo", "daidi").options)
    assert make("bigtwo", variant="doyle", scoring="doyle").options["scoring"] == "daidi"
    assert dict(make("chinesepoker", "doyle").options) == dict(make("chinesepoker", "three").options)
    variant = next(each for each in GAMES["bigtwo"].options if each.name == "variant")
    assert variant.read("doyle") == variant.read("daidi") == "daidi"
    game = make("chinesepoker")
    assert type(players.computer("doyle", game)) is type(players.computer("shedder", game))


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_a_former_name(game: str) -> None:
    listing = GAMES[game]
    former = {*listing.aliases, *players.ALIASES, *(name for each in listing.options for name in each.aliases)}
    shown = {
        *listing.presets,
        *players.names(listing),
        *(each for option in listing.options for each in option.choices),
    }
    assert not shown & former
    words = " ".join([*listing.rules.values(), *(text for each in listing.texts.values() for text in each.values())])
    mere = {"cover"}  # a word of every day
    assert not [name for name in former - mere if name in words.lower()]
    assert not [name for name in mere if f"`{name}`" in words]


def test_a_computer_of_ones_own_may_bear_a_former_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "REGISTERED", dict(players.REGISTERED))
    mine = players.computer("random", make("bigtwo"))
    players.register("doyle", lambda game: mine)
    assert players.computer("doyle", make("bigtwo")) is mine


def test_a_wrong_value_is_answered_with_the_names_of_today() -> None:
    option = Option("colour", "red", ("red", "blue"), aliases={"rouge": "red"})
    assert option.check("rouge") == "red"
    with pytest.raises(OptionError, match=r"it takes red, blue$"):
        option.check("green")
