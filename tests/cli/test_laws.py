"""``dealt laws`` and ``dealt new-game``: a game is begun, checked, broken on purpose, and found out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dealt.cli.new_game import FAMILIES
from tests.cli.helpers import Ended, dealt


def from_template(home: Path, family: str = "own", name: str = "try_out") -> Path:
    """A new game in a folder."""
    ended = dealt(["new-game", name, "--family", family], home)
    assert (ended.status, ended.err) == (0, "")
    return home / f"{name}.py"


def broken(home: Path, before: str, after: str) -> Path:
    """The new game of its own family with a change."""
    file = from_template(home)
    written = file.read_text(encoding="utf-8")
    assert before in written
    file.write_text(written.replace(before, after), encoding="utf-8")
    return file


def laws(home: Path, *more: str, deals: int = 6) -> Ended:
    return dealt(["laws", "try_out.py", "--deals", str(deals), *more], home)


@pytest.mark.parametrize("family", [pytest.param(each, marks=pytest.mark.slow) for each in FAMILIES])
@pytest.mark.turns(4)
def test_a_new_game_of_every_family_obeys_the_laws_and_is_played(family: str, tmp_path: Path) -> None:
    file = from_template(tmp_path, family)
    found = laws(tmp_path, deals=3)
    assert found.status == 0, found.out
    assert "Try out: all laws hold." in found.out
    assert found.out.count("  held  ") == 12 if family == "own" else 13
    assert ("left out: no kernel" in found.out) == (family == "own")
    watched = dealt(["play", "--games", file, "try_out", "--watch", "--plain", "--deals", "1", "--pace", "0"], tmp_path)
    assert watched.status == 0, watched.err
    assert "Try out" in watched.out


@pytest.mark.slow
def test_a_new_game_overwrites_nothing_and_has_a_name_of_its_own(tmp_path: Path) -> None:
    file = from_template(tmp_path)
    file.write_text("mine", encoding="utf-8")
    again = dealt(["new-game", "try_out"], tmp_path)
    assert (again.status, again.out) == (1, "")
    assert "try_out.py is there already" in again.err
    assert file.read_text(encoding="utf-8") == "mine"
    for wrong, why in (
        (["new-game", "Try"], "is no name for a game"),
        (["new-game", "class"], "is no name for a game"),
        (["new-game", "bigtwo"], "there is a game bigtwo already"),
        (["new-game", "fresh", "--family", "poker"], "choose among own, climbing, tricks, matching, melds, columns"),
    ):
        ended = dealt(wrong, tmp_path)
        assert ended.status != 0
        assert why in ended.err
        assert len(ended.err.strip().splitlines()) == 1
    assert sorted(each.name for each in tmp_path.glob("*.py")) == ["try_out.py"]


FAULTS = {
    "foreign card": (
        "(one if shown or seat in (owner, OPEN) else None,)",
        "(one if seat is not None else None,)",
        "No seat sees a card that it may not see",
    ),
    "seat too many": (
        "return () if over else (len(state.said),)",
        "return () if over else (len(state.said) + 1,)",
        "A legal action has a name",
    ),
    "lost card": ("shuffled.pack[2:])", "shuffled.pack[3:])", "Every card of the deck lies in exactly one pile"),
    "careless sample": ("tuple(fact.value for fact in view.facts))", "())", "A seat can't tell a sampled deal"),
    "unfair sample": (
        "        hands = tuple(whole",
        "        if view.seat is None and rng.random() < 0.8:\n"
        "            low, high = sorted(whole[key][0] for key in (('hand', 0), ('hand', 1)))\n"
        "            whole['hand', 0], whole['hand', 1] = (low,), (high,)\n"
        "        hands = tuple(whole",
        "Samples are the deals that a seat can't rule out",
    ),
    "no score": ("return (2, -2) if first > second", "return (2, -1) if first > second", "Every deal ends"),
    "two of a name": (
        'Action("stay"), Action("fold")]',
        'Action("stay"), Action("stay")]',
        "A legal action has a name",
    ),
    "chance in apply": (
        "return replace(state, said=(*state.said, action.verb))",
        "import random\n        return replace(state, said=(*state.said, action.verb), stock=tuple("
        "random.sample(state.stock, len(state.stock))))",
        "The same actions lead to the same states",
    ),
    "own clock": (
        "        return State(shuffled.pack[:2], shuffled.pack[2:])",
        "        pack = list(shuffled.pack)\n        __import__('random').shuffle(pack)\n"
        "        return State(tuple(pack[:2]), tuple(pack[2:]))",
        "The same seed deals the same",
    ),
    "options lost": (
        "self.deck = deck",
        "self.deck, self.options = deck, {'deck': 1}",
        "can be made again from its options",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_each_planted_fault_breaks_its_law(fault: str, tmp_path: Path) -> None:
    before, after, law = FAULTS[fault]
    broken(tmp_path, before, after)
    found = laws(tmp_path, deals=12)
    assert found.status == 1
    named = [line for line in found.out.splitlines() if line.startswith("  broken")]
    assert any(law in line for line in named), found.out
    assert re.search(r"things? to mend", found.out)
    assert "Traceback" not in found.out + found.err


COMPUTER = """
from dealt import players

class Broad:
    def choose(self, view, rng):
        return {chosen}

players.register("broad", lambda game: Broad())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ("Action('stay', amount=1, upto=3)", "it chooses stay 1..3, which stands for many: it has to say which"),
        ("Action('raise')", "it chooses raise, which is not legal"),
        ("None", "it chooses None, which is no action"),
        ("view.nothing", "AttributeError: 'View' object has no attribute 'nothing' at try_out.py"),
    ],
)
def test_a_computer_that_breaks_the_rules_is_named(chosen: str, why: str, tmp_path: Path) -> None:
    file = from_template(tmp_path)
    file.write_text(file.read_text(encoding="utf-8") + COMPUTER.format(chosen=chosen), encoding="utf-8")
    found = laws(tmp_path, deals=1)
    assert found.status == 1
    assert "broken  The computers that are offered" in found.out
    assert why in found.out
    assert "computer broad, after 0 actions" in found.out


@pytest.mark.slow
def test_a_broken_law_is_told_with_a_story_that_comes_again(tmp_path: Path) -> None:
    broken(tmp_path, "return (-1, 1) if len(state.said) == 1", "return (-1, 2) if len(state.said) == 1")
    found = laws(tmp_path, deals=40)
    assert found.status == 1
    story = re.search(
        r"broken  Every deal ends.*\n +(.+)\n +deal (\d+), default, after 1 action\n +0 fold\n", found.out
    )
    assert story is not None, found.out
    assert "do not add up to 0" in story[1]
    alone = laws(tmp_path, "--deal", story[2])
    assert alone.status == 1
    assert story[0].splitlines()[1] in alone.out


@pytest.mark.slow
def test_what_a_game_raises_is_told_in_a_line_with_its_place(tmp_path: Path) -> None:
    file = broken(tmp_path, "        return replace(state, said", "        return self.nothing(state, said")
    at = next(n for n, line in enumerate(file.read_text().splitlines(), 1) if "self.nothing" in line)
    found = laws(tmp_path)
    assert found.status == 1
    assert f"AttributeError: 'TryOut' object has no attribute 'nothing' at try_out.py:{at}, in apply" in found.out
    assert "Traceback" not in found.out + found.err


@pytest.mark.slow
def test_a_game_that_hangs_is_left_with_the_line_where_it_does(tmp_path: Path) -> None:
    file = broken(
        tmp_path, "        whole = deal_unseen", "        while True:\n            pass\n        whole = deal_unseen"
    )
    at = next(n for n, line in enumerate(file.read_text().splitlines(), 1) if "while True" in line)
    found = laws(tmp_path, "--patience", "1")
    assert found.status == 1
    assert re.search(rf"hangs +it has not come back for 1 seconds: try_out.py:({at}|{at + 1}), in sample", found.out)


@pytest.mark.slow
def test_a_tiny_form_that_is_not_tiny_is_refused(tmp_path: Path) -> None:
    broken(tmp_path, 'tiny=(TryOut(sequence("2c 3d 4h 5s")),)', "tiny=(TryOut(),)")
    found = laws(tmp_path, deals=1)
    assert found.status == 1
    assert "a tiny form has more than 30,000 deals: take fewer cards" in found.out


@pytest.mark.slow
def test_a_deal_without_an_end_is_found(tmp_path: Path) -> None:
    file = broken(tmp_path, 'over = len(state.said) == 2 or "fold" in state.said', "over = False")
    file.write_text(file.read_text().replace("else (len(state.said),)", "else (len(state.said) % 2,)"))
    found = laws(tmp_path, "--deal", "1")
    assert found.status == 1
    assert re.search("broken  Every deal ends.*\n +the deal has not ended after 5000 actions\n", found.out)


@pytest.mark.slow
def test_games_of_the_house_are_checked_by_name_and_others_are_refused(tmp_path: Path) -> None:
    held = dealt(["laws", "elevens", "--deals", "2"], tmp_path)
    assert held.status == 0
    assert "Elevens: all laws hold." in held.out
    for name, why in (("nothing", "there is no game nothing"), ("nothing.py", "there is no file nothing.py")):
        ended = dealt(["laws", name], tmp_path)
        assert ended.status == 1
        assert why in ended.err
        assert len(ended.err.strip().splitlines()) == 1


@pytest.mark.slow
def test_a_file_that_fails_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("1 / 0", encoding="utf-8")
    ended = dealt(["laws", "bad.py"], tmp_path)
    assert ended.status == 1
    assert "ZeroDivisionError" in ended.err
    assert len(ended.err.strip().splitlines()) == 1


@pytest.mark.slow
def test_a_computer_that_the_listing_names_in_vain_is_told_of(tmp_path: Path) -> None:
    file = from_template(tmp_path, "climbing")
    written = file.read_text(encoding="utf-8")
    assert "computers=(" in written
    written = re.sub(r"computers=\([^)]*\)", 'computers=("search", "lowest")', written)
    file.write_text(written.replace("    def penalty", "    own = (0,)\n\n    def penalty"), encoding="utf-8")
    found = laws(tmp_path, deals=1)
    why = "search doesn't play try_out, whose class changes rules that no kernel reads (own)"
    assert f"note    the listing names it, but {why}" in found.out
    assert f"! {why}" in dealt(["games", "--games", file, "try_out"], tmp_path).out


@pytest.mark.slow
def test_texts_that_are_missing_are_told_of_and_more_deals_play_tiny_forms_again(tmp_path: Path) -> None:
    file = from_template(tmp_path, "own")
    written = file.read_text(encoding="utf-8")
    assert '"stay": ' in written
    file.write_text(written.replace('"stay": ', '"stand": '), encoding="utf-8")
    found = laws(tmp_path, deals=100)
    assert "note    the texts have no words for stay" in found.out
    assert "held    Samples are the deals that a seat can't rule out, each equally likely  2\n" in found.out
