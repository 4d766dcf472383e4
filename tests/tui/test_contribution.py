"""What the terminal contributes to seeds, and what it says about who did."""

from __future__ import annotations

from typing import Any

import pytest

from dealt.mix import seal_of
from dealt.tui.contribution import Contributions, contributors
from dealt.tui.words import Words
from dealt.wire.protocol import Sealed, SeatInfo, TableState, WireContribution, WireMix

PROMISE = "ab" * 32


def table(**more: Any) -> TableState:
    settings = {"options": {}, "private": False, "clock": 0, "pace": "fast", "computers": "", "phase": "over"}
    here = {"deal": 1, "step": 1, "seat": 0, "dealer": None, "seats": [], "watchers": [], "view": None}
    fields = {"id": "t", "game": "x", **settings, **here, "sorts": {}, "log_from": 0, "log": [], "promise": PROMISE}
    return TableState(**{**fields, **more})


def mix(*seats: WireContribution | None) -> WireMix:
    return WireMix("00" * 32, "t", 1, list(seats))


def test_bytes_are_sealed_once_and_shown_when_the_list_is_closed() -> None:
    mine = Contributions()
    seal = mine.seal(table(), "ann")
    assert seal is not None
    assert mine.seal(table(), "ann") is None
    assert mine.contribute(Sealed(promise=PROMISE, seals=["00" * 32, None])) is None
    shown = mine.contribute(Sealed(promise=PROMISE, seals=[seal.seal, None]))
    assert shown is not None
    assert seal_of(bytes.fromhex(shown.given)) == seal.seal
    assert mine.contribute(Sealed(promise=PROMISE, seals=[seal.seal, "00" * 32])) is None, "another list"

    own, kept = WireContribution("ann", seal.seal, shown.given), WireContribution("ann", seal.seal, None)
    other = WireContribution("ben", "00" * 32, None)
    assert mine.honoured(table(commitment=PROMISE, mix=mix(own, None)))
    assert mine.honoured(table(commitment="00" * 32, mix=None))
    for held in (None, mix(None, None), mix(kept, None), mix(own, other)):
        assert not mine.honoured(table(commitment=PROMISE, mix=held))


@pytest.mark.parametrize("more", [{"seat": None}, {"set": "x"}, {"known": "7"}, {"promise": None}])
def test_nothing_is_sealed_where_nobody_contributes(more: dict[str, Any]) -> None:
    assert Contributions().seal(table(**more), "ann") is None


def test_who_gets_a_seat_with_the_deal_seals_too_and_old_bytes_are_forgotten() -> None:
    mine = Contributions()
    next_one = [SeatInfo(0, "computer", "x", next="ann")]
    for n in range(20):
        assert mine.seal(table(promise=f"{n:064x}", seat=None, seats=next_one), "ann") is not None
    assert mine.seal(table(promise=f"{0:064x}"), "ann") is not None


def test_contributors_in_words() -> None:
    words, names = Words("en"), ["ann", "Red\x1b Fox", "cem"]
    seats = [WireContribution("ann", "", "00"), None, WireContribution("cem", "", None)]
    assert contributors(mix(*seats), "", names, words) == [
        "Contributed to the seed: ann",
        "Sealed and kept back: cem",
        "Gave none: Red? Fox",
    ]
    assert contributors(None, "", names, words) == ["Nobody contributed to the seed: it is the server's alone"]
    assert contributors(None, "set", names, words) == [
        "The deals of this set are fixed: nobody contributes to their seeds"
    ]
    assert contributors(None, "seed", names, words) == [words("fair.fixed_seed")]
