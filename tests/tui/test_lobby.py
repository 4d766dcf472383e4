"""The list of tables in the terminal."""

from __future__ import annotations

from rich.console import Console

from dealt.tui.lobby import House, Lobby
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import LobbySeat, LobbyTable


def test_the_lobby_says_whose_connection_is_lost() -> None:
    lobby = Lobby(House(), Words("en"))
    seats = [LobbySeat("person", "Ann"), LobbySeat("person", "Bo", away=True), LobbySeat("empty")]
    table = LobbyTable("t", "bigtwo", {}, "playing", seats, free=1, watchers=0, clock=0, deals=1)
    lobby.take(protocol.Lobby(tables=[table], people=2))
    console = Console(width=120, record=True, file=None)
    with console.capture() as shown:
        console.print(lobby.picture())
    assert "Ann, Bo (connection lost), (empty)" in shown.get()
