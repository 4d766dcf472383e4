"""What the terminal contributes to seeds, and what it says about who did."""

from __future__ import annotations

from typing import Any

import pytest

from dealt.mix import seal_of
from dealt.tui.contribution import Contributions, contributors
from dealt.tui.words import Words

PROMISE = "ab" * 32


def table(**more: Any) -> dict[str, Any]:
    return {"promise": PROMISE, "seat": 0, "seats": [], "set": None, "known": None, "commitment": None, **more}


def test_bytes_are_sealed_once_and_shown_when_the_list_is_closed() -> None:
    mine = Contributions()
    seal = mine.seal(table(), "ann")
    assert seal is not None
    assert mine.seal(table(), "ann") is None
    assert mine.contribute({"promise": PROMISE, "seals": ["00" * 32, None]}) is None
    seals = [seal["seal"], None]
    shown = mine.contribute({"promise": PROMISE, "seals": seals})
    assert shown is not None
    assert seal_of(bytes.fromhex(shown["given"])) == seal["seal"]
    assert mine.contribute({"promise": PROMISE, "seals": [seal["seal"], "00" * 32]}) is None, "another list"

    own = {"name": "ann", "seal": seal["seal"], "given": shown["given"]}
    other = {"name": "ben", "seal": "00" * 32, "given": None}
    assert mine.honoured({"commitment": PROMISE, "mix": {"seats": [own, None]}})
    assert mine.honoured({"commitment": "00" * 32, "mix": None})
    for mix in (None, {"seats": [None, None]}, {"seats": [{**own, "given": None}, None]}, {"seats": [own, other]}):
        assert not mine.honoured({"commitment": PROMISE, "mix": mix})


@pytest.mark.parametrize("more", [{"seat": None}, {"set": "x"}, {"known": "7"}, {"promise": None}])
def test_nothing_is_sealed_where_nobody_contributes(more: dict[str, Any]) -> None:
    assert Contributions().seal(table(**more), "ann") is None


def test_who_gets_a_seat_with_the_deal_seals_too_and_old_bytes_are_forgotten() -> None:
    mine = Contributions()
    for n in range(20):
        assert mine.seal(table(promise=f"{n:064x}", seat=None, seats=[{"next": "ann"}]), "ann") is not None
    assert mine.seal(table(promise=f"{0:064x}"), "ann") is not None


def test_contributors_in_words() -> None:
    words, names = Words("en"), ["ann", "Red\x1b Fox", "cem"]
    seats = [{"name": "ann", "given": "00"}, None, {"name": "cem", "given": None}]
    assert contributors({"seats": seats}, "", names, words) == [
        "Contributed to the seed: ann",
        "Sealed and kept back: cem",
        "Gave none: Red? Fox",
    ]
    assert contributors(None, "", names, words) == ["Nobody contributed to the seed: it is the server's alone"]
    assert contributors(None, "set", names, words) == [
        "The deals of this set are fixed: nobody contributes to their seeds"
    ]
    assert contributors(None, "seed", names, words) == [words("fair.fixed_seed")]
