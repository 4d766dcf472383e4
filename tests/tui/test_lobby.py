"""The list of tables in the terminal."""

from __future__ import annotations

from rich.console import Console

from dealt.games import GAMES
from dealt.session.listed import listed
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


def test_boards_of_a_day_are_asked_for_in_the_lobby() -> None:
    games = [listed(GAMES[each], GAMES[each].make()) for each in ("bigtwo", "hearts")]
    lobby = Lobby(House(games), Words("en"))
    assert lobby.understand("daily hearts") == protocol.PlayDaily("hearts")
    assert lobby.understand("daily Hearts 2026-11-20 3") == protocol.PlayDaily("hearts", "2026-11-20", board=3)
    assert lobby.understand("daily 8") == protocol.PlayDaily("bigtwo", board=8)
    assert lobby.understand("instant hearts") == protocol.PlayDaily("hearts", instant=True)
    assert "daily 9" in str(lobby.understand("daily hearts 9"))
