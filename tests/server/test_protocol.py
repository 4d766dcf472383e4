"""The documentation of the protocol misses no message, field, error or way of being closed."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from dealt.texts import common
from dealt.wire import protocol
from scripts import protocol as tables

DOC = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
WORDS = set(re.findall(r"`\"?([a-z_]+)\"?", DOC)) | set(re.findall(r'"([a-z_]+)"', DOC))


def test_the_tables_are_those_of_the_wire() -> None:
    assert tables.page() == DOC, "run scripts/types"


def test_every_message_is_described() -> None:
    for each in (*protocol.FromFace.__args__, *protocol.FromRoom.__args__):  # type: ignore[attr-defined]
        assert each.__struct_config__.tag in WORDS, f"no table of docs/protocol.md names {each.__struct_config__.tag}"


def test_every_field_of_an_answer_is_described() -> None:
    table = (protocol.TableState, protocol.WireView, protocol.WireBox, protocol.Result, protocol.WireSheet)
    asked = (protocol.Odds, protocol.WireOdds, protocol.Statistics, protocol.Tally)
    shown = (protocol.Replay, protocol.Frame, protocol.Lesson)
    compared = (protocol.Meaning, protocol.SetTable, protocol.SetDeal, protocol.SetScore)
    for struct in (*table, *asked, *shown, *compared):
        for field in struct.__struct_fields__:
            assert field in WORDS or field == "seat", f"docs/protocol.md lacks {field} of {struct.__name__}"


def test_every_error_is_described() -> None:
    codes = {key.removeprefix("error.") for key in common()["en"] if key.startswith("error.")} - {"not_your_cards"}
    assert codes <= WORDS | {"illegal"}


def test_the_limits_are_those_of_the_schema() -> None:
    assert f"Version {protocol.VERSION}." in DOC
    assert f"{protocol.FRAME_LIMIT // 1024} KB" in DOC
    assert f"{protocol.CHAT_LIMIT} characters" in DOC


def test_what_costs_a_room_more_than_a_word_is_rationed() -> None:
    free = {each.__struct_config__.tag for each in protocol.Incoming.__subclasses__() if not each.rationed}
    alone = {"hello", "bye", "avatar", "ping"}
    assert free == alone | {"leave", "start", "ready", "seal", "contribute", "act", "undo", "ask"}


def test_what_goes_out_can_be_read_again() -> None:
    """Every outgoing struct survives the trip as JSON: nothing in it is beyond what the schema says."""
    room = msgspec.json.Decoder(protocol.FromRoom)
    for message in (
        protocol.Welcome(v=1, room="r", greeting="", software="s"),
        protocol.Left(why="gone"),
        protocol.Error(code="stale", say=protocol.Said("error.stale"), text="x", re=None),
        protocol.Talk(lines=[protocol.ChatLine(1, 0.0, "a", "b")], history=True),
    ):
        assert room.decode(protocol.encode(message)) == message


@pytest.mark.parametrize(
    "message", ['{"op":"old_deal","table":"a","dealt":2147483648}', '{"op":"join","table":"a\\u0000"}']
)
def test_what_no_database_could_look_for_is_no_message(message: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(message, type=protocol.GetOldDeal | protocol.Join)
