"""Names of people in any script: what a name may be, and which two are too much alike."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest
import regex

from dealt.server.base import names
from dealt.server.base.names import alternative, looks
from dealt.server.room.people import People
from dealt.wire.names import characters, check_name
from dealt.wire.refusal import Refused

DATA = Path(__file__).parents[1] / "data"
SOURCE = Path(names.__file__).with_name("lookalikes.txt")


def rows(file: Path) -> list[list[str]]:
    """The words of each line that is no remark."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("小明", "小明"),
        ("Zoe\u0308", "Zoë"),  # a letter with its mark is one character
        ("Nguyễn", "Nguyễn"),
        ("नमस्ते", "नमस्ते"),
        ("ที่รัก", "ที่รัก"),
        ("محمد", "محمد"),
        ("Дмитрий", "Дмитрий"),
        ("〇一", "〇一"),
        ("Ａｎｎ", "Ann"),
        (" B_-9 ", "B_-9"),
        ("a\u0301" * 10, "á" * 10),
        ("明" * 10, "明" * 10),
        ("မောင်", "မောင်"),  # a mark that stands beside its letter
    ],
)
def test_names_of_any_script(written: str, kept: str) -> None:
    assert check_name(written) == kept
    assert check_name(kept) == kept


@pytest.mark.parametrize("file", ["names_alike.txt", "names_apart.txt"])
def test_characters_are_those_that_people_take_for_one(file: str) -> None:
    """As UAX #29 cuts them, without its data, which no browser has."""
    names = [name for row in rows(DATA / file) for name in row]
    words = [
        "क्षत्रिय",
        "কৃষ্ণ",
        "નમસ્તે",
        "ശ്രീ",
        "వేంకట",
        "தமிழ்",
        "ಕನ್ನಡ",
        "สมชาย",
        "ភ្នំ",
        "ກຳປູ",
        "한국어",
        "ひらがな",
        "Zoe\u0308",
        "שָׁלוֹם",
        "مُحَمَّد",
    ]
    for name in (*names, *words):
        written = unicodedata.normalize("NFKC", name)
        assert characters(written) == regex.findall(r"\X", written)


def test_what_nobody_sees_is_in_no_name() -> None:
    every = [chr(n) for n in range(sys.maxunicode + 1)]
    unseen = {*regex.findall(r"[\p{Default_Ignorable_Code_Point}&&[\p{L}\p{M}\p{N}]]", "".join(every), regex.V1)}
    assert "\u3164" in unseen
    for each in every:
        if each in unseen or unicodedata.normalize("NFKC", each)[0] in unseen:
            with pytest.raises(Refused):
                check_name(f"ab{each}")


@pytest.mark.parametrize(
    ("written", "code", "word"),
    [
        ("", "name_short", "2"),
        ("明", "name_short", "2"),
        ("e\u0301", "name_short", "2"),
        ("明" * 11, "name_long", "11"),
        ("a b", "name_blank", "space"),
        ("a!", "name_letters", "“!”"),
        ("👍👍", "name_letters", "“👍”"),
        ("a\u0000b", "name_letters", "U+0000"),
        ("a\u202eb", "name_letters", "U+202E"),  # turns the writing around
        ("a\u200bb", "name_letters", "U+200B"),
        ("\u3164\u3164", "name_letters", "U+1160"),  # letters that nobody sees
        ("ab" + "\u0301" * 4, "name_letters", "“"),
        ("\u0301ab", "name_letters", "“"),
        ("ΐ\u0323" * 9, "name_long", "9"),  # without case it would not fit into the database
    ],
)
def test_what_is_no_name_is_refused_with_what_to_change(written: str, code: str, word: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(written)
    assert refused.value.code == code
    assert word in str(refused.value.say.args) or code == "name_blank"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Straße", "STRASSE"),
        ("Ann", "Аnn"),  # a Cyrillic A
        ("Bill", "BiIl"),
        ("Ian", "lan"),
        ("Bob0", "BobO"),
        ("a1", "al"),
        ("Tom", "Torn"),
        ("口口", "ロロ"),  # a mouth, and a Japanese syllable
        ("١١", "ll"),
    ],
)
def test_names_that_look_the_same_clash(one: str, other: str) -> None:
    assert looks(one) & looks(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anne"), ("Zoë", "Zoe"), ("小明", "小朋"), ("ann1", "ann2")])
def test_names_that_look_different_do_not(one: str, other: str) -> None:
    assert not looks(one) & looks(other)


@pytest.mark.parametrize(("one", "other"), rows(DATA / "names_alike.txt"))
def test_a_name_that_looks_like_one_in_use_is_not_free(one: str, other: str) -> None:
    for used, wanted in ((one, other), (other, one)):
        used, wanted = check_name(used), check_name(wanted)
        people = People()
        owner, _ = people.create(used, 0, 0, "")
        assert people.by_name(wanted) is owner
        assert people.by_name(people.alternative(wanted)) is None


@pytest.mark.parametrize(("one", "other"), rows(DATA / "names_apart.txt"))
def test_a_name_that_looks_otherwise_is_free(one: str, other: str) -> None:
    people = People()
    people.create(check_name(one), 0, 0, "")
    assert people.by_name(check_name(other)) is None


@pytest.mark.parametrize("file", ["names_alike.txt", "names_apart.txt"])
def test_there_are_two_hundred_pairs_of_each(file: str) -> None:
    assert len({frozenset(row) for row in rows(DATA / file)}) >= 200


def test_every_row_of_the_table_does_something() -> None:
    for first, *others in rows(SOURCE):
        for sign in others:
            assert looks("aa" + first) & looks("aa" + sign)
    signs = [sign for _, *others in rows(SOURCE) for sign in others]
    assert len(signs) == len(set(signs))


def test_people_whose_names_looked_different_once_keep_them() -> None:
    people = People()
    token = {"has_results": False, "avatar": 0, "seen": 0.0}
    first = people.load({"id": "p", "name": "Bill", "tokens": {"p"}, **token}, 0)
    second = people.load({"id": "q", "name": "Bi\N{CYRILLIC SMALL LETTER PALOCHKA}l", "tokens": {"q"}, **token}, 0)
    assert people.by_name(first.name) is first
    assert people.by_name(second.name) is second
    people.remove(second)
    assert people.by_name(second.name) is first  # nobody else gets the name


@pytest.mark.parametrize(
    ("name", "present", "free"),
    [
        ("Ann", ["Ann"], "Ann2"),
        ("ann", ["Ann", "ANN2", "ann3"], "ann4"),
        ("Ann2", ["Ann2"], "Ann3"),
        ("abcdefghij", ["abcdefghij"], "abcdefghi2"),
        ("小明", ["小明"], "小明2"),
        ("42", ["42"], "43"),
        ("明" * 10, ["明" * 10], "明" * 9 + "2"),
    ],
)
def test_a_free_name_is_proposed(name: str, present: list[str], free: str) -> None:
    assert alternative(name, frozenset().union(*map(looks, present))) == free
    assert check_name(free) == free
