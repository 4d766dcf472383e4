"""Addresses as people type them, and the file of ways back."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from dealt.tui.address import Address, Tokens


@pytest.mark.parametrize(
    ("written", "socket", "api"),
    [
        ("localhost", "ws://localhost:21747/ws", "http://localhost:21747/api"),
        ("10.0.0.5:4000", "ws://10.0.0.5:4000/ws", "http://10.0.0.5:4000/api"),
        ("http://a.net/", "ws://a.net:80/ws", "http://a.net:80/api"),
        ("https://a.net/cards/", "wss://a.net:443/cards/ws", "https://a.net:443/cards/api"),
        ("wss://a.net:4000", "wss://a.net:4000/ws", "https://a.net:4000/api"),
        ("::1", "ws://[::1]:21747/ws", "http://[::1]:21747/api"),
        ("[::1]:4000", "ws://[::1]:4000/ws", "http://[::1]:4000/api"),
    ],
)
def test_an_address(written: str, socket: str, api: str) -> None:
    found = Address.read(written)
    assert (found.socket, found.api) == (socket, api)


def test_an_invitation_holds_the_code_and_never_shows_it() -> None:
    for written in ("http://a.net/#/invite/friends%2Fonly", "http://a.net/#/invite/friends%2Fonly/table/abc"):
        found = Address.read(written)
        assert (found.invite, str(found)) == ("friends/only", "a.net:80")
        assert "friends" not in repr(found)
        assert found == Address.read("http://a.net/")  # a seat is the same seat with a new code
    assert Address.read("http://a.net/#/table/abc").invite == ""
    for written in ("https://a.net/cards/t/abc", "https://a.net/cards/t/abc/deal/3#/invite/x%2Fy"):
        assert Address.read(written).socket == "wss://a.net:443/cards/ws"
    assert Address.read("https://a.net/t/abc#/invite/x%2Fy").invite == "x/y"


@pytest.mark.parametrize(
    "written", ["", " ", "a b", "host:port", "host:99999", "http://", "u:p@host", "host/?x=1", "[::1"]
)
def test_what_is_no_address(written: str) -> None:
    with pytest.raises(ValueError, match="no address of a room: write HOST or HOST:PORT"):
        Address.read(written)


def test_tokens_are_kept_by_room_and_name_for_the_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "state" / "seats.json"
    tokens, here, there = Tokens(file), Address.read("a.net"), Address.read("b.net")
    assert tokens.find(here, "Ann") is None
    tokens.keep(here, "Ann", "t1")
    tokens.keep(here, "bob", "t2")
    tokens.keep(there, "ann", "t3")
    assert tokens.find(here, "ann") == "t1"
    assert tokens.find(here, None) == "t2"
    assert tokens.find(there, "ANN") == "t3"
    tokens.keep(here, "bob", None)
    assert tokens.find(here, "bob") is None
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("written", ["", "[]", "{", '{"a": 3}', "\xff"])
def test_a_broken_file_of_tokens_is_as_good_as_none(tmp_path: Path, written: str) -> None:
    file = tmp_path / "seats.json"
    file.write_text(written, encoding="latin-1")
    tokens, here = Tokens(file), Address.read("a.net")
    assert tokens.find(here, None) is None
    tokens.keep(here, "ann", "t")
    assert tokens.find(here, "ann") == "t"


def test_a_folder_that_cannot_be_written_costs_only_the_way_back(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    Tokens(tmp_path / "file" / "seats.json").keep(Address.read("a.net"), "ann", "t")
