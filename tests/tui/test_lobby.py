"""The list of tables in the terminal."""

from __future__ import annotations

from rich.console import Console

from dealt.tui.lobby import House, Lobby
from dealt.tui.words import Words


def test_the_lobby_says_whose_connection_is_lost() -> None:
    lobby = Lobby(House({}), Words("en"))
    seats = [
        {"kind": "person", "name": "Ann"},
        {"kind": "person", "name": "Bo", "away": True},
        {"kind": "empty", "name": ""},
    ]
    table = {"id": "t", "game": "bigtwo", "seats": seats, "free": 1, "watchers": 0, "set": None, "known": None}
    lobby.take({"tables": [table], "people": 2})
    console = Console(width=120, record=True, file=None)
    with console.capture() as shown:
        console.print(lobby.picture())
    assert "Ann, Bo (connection lost), (empty)" in shown.get()
