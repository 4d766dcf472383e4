"""The list of tables in the terminal."""

from __future__ import annotations

from rich.console import Console, RenderableType

from dealt.games import GAMES
from dealt.session.listed import listed
from dealt.tui.clubs import Clubs
from dealt.tui.lobby import House, Lobby
from dealt.tui.read import Command
from dealt.tui.tournaments import Tournaments
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import LobbySeat, LobbyTable, LobbyTournament


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


def test_tournaments_are_listed_entered_and_looked_at() -> None:
    words = Words("en")
    cups = Tournaments(words, Clubs(words))
    assert "No tournament is open" in printed(cups.picture([]))
    cups.public = [LobbyTournament("a1", "Cup", "howell", "spades", True, 8, "Ann")]
    assert "Cup  Spades  Howell, 8 people, under way" in printed(cups.picture(["Spades"]))
    assert cups.ask(Command("enter", "1")) == protocol.JoinTournament("a1")
    assert cups.ask(Command("withdraw")) == protocol.LeaveTournament("a1"), "there is only one"
    assert "enter 1" in str(cups.ask(Command("enter", "2")))
    assert cups.ask(Command("standing", "1")) == protocol.GetTournament("a1")
    assert cups.ask(Command("hint")) is None
    assert cups.ask(Command("direct", "1 pair Ann Bo / Cem Dan")) == protocol.DirectTournament(
        "a1", "pair", tables=[["Ann", "Bo"], ["Cem", "Dan"]]
    )
    adjusted = protocol.DirectTournament("a1", "adjust", "Ann", 2, 62.5, "came too late")
    assert cups.ask(Command("direct", "1 adjust Ann 2 62.5 came too late")) == adjusted
    for wrong in ("1", "1 cheer", "1 adjust Ann 2", "1 adjust Ann two 50 late"):
        assert "remove NAME" in str(cups.ask(Command("direct", wrong)))
    assert cups.ask(Command("direct", "1 remove Bo")) == protocol.DirectTournament("a1", "remove", "Bo")
    assert cups.ask(Command("open-tournament", "hearts arena")) == protocol.OpenTournament("hearts", "arena")
    assert "a club that you lead" in str(cups.ask(Command("open-tournament", "hearts Tuesday")))
    rows = [
        protocol.TournamentRow(1, "Ann", 1.5, 2, score=12.0, partner="Bo"),
        protocol.TournamentRow(2, "Cem", 0.5, 2),
    ]
    told = protocol.TournamentState(
        "a1", "Cup", "howell", "spades", {}, "running", "Ann", 3, 1, 0, 30, "normal", 2, rows, []
    )
    shown = printed(cups.standing(told, "Ann"))
    assert "Cup  round 2" in shown
    assert "1  Ann + Bo    1.50    12" in shown
    asked = cups.ask(Command("enter", "1 Bo Cem Dan"))
    assert asked == protocol.JoinTournament("a1", "Bo", ["Cem", "Dan"])
    names = ["Ann", "Bo", "Cem", "Dan"]
    told.standing = [protocol.TournamentRow(1, each, 13.78, 1, team=names, partner="Bo") for each in names]
    shown = printed(cups.standing(told, "Dan"))
    assert shown.count("Ann + Bo + Cem + Dan") == 1, "the results of a team are alike: it has one row"
    assert "13.78" in shown


def test_assignments_of_a_class_are_asked_for_by_its_name_and_told() -> None:
    found = Clubs(Words("en"))
    found.listed = [protocol.Club("c1", "7b", "class", 3), protocol.Club("c2", "Tuesday", "club", 2)]
    assert "name of a class of yours" in str(found.ask(Command("assignments")))
    assert found.ask(Command("assignments", "7B")) == protocol.GetAssignments("c1")
    assert "Nothing is to be played" in printed(found.assignments(protocol.Assignments("c1", []), str))
    members = [protocol.Progress("Ann", 2, 1, -0.5, 1.0, {"bid": 1}), protocol.Progress("Bo")]
    some = [
        protocol.Assignment("a1", "", "spades", 3, 1, "", 0.0, 1e9, members),
        protocol.Assignment("a2", "Same cards", "hearts", 8, 0, "2026-11-27", 0.0, 1e9, members[:1]),
    ]
    shown = printed(found.assignments(protocol.Assignments("c1", some), str.title))
    assert "Spades, 3 deals, 1 of them won, until 2001-09-09" in shown
    assert "Ann  2 of 3 finished  1 won  mean score -0.5" in shown
    assert "Bo   0 of 3 finished  0 won" in shown
    assert "Same cards" in shown
    assert "Hearts, 8 boards of 2026-11-27, until" in shown


def printed(what: RenderableType) -> str:
    console = Console(width=120, record=True, file=None)
    with console.capture() as shown:
        console.print(what)
    return shown.get()
