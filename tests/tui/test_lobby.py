"""The list of tables in the terminal."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from rich.console import Console, RenderableType

from dealt.games import GAMES
from dealt.session.listed import listed
from dealt.tui.assignments import Assignments
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
    cups.clubs.listed = [protocol.Club("c1", "rated Tuesday", "club", 3)]
    for typed, asked in (
        ("hearts rated", protocol.OpenTournament("hearts", rated=True)),
        ("hearts teams rated", protocol.OpenTournament("hearts", "teams", rated=True)),
        ("hearts arena rated rated Tuesday", protocol.OpenTournament("hearts", "arena", rated=True, club="c1")),
    ):
        assert cups.ask(Command("open-tournament", typed)) == asked
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
    assert cups.ask(Command("enter", "1 Bo Cem Dan")) == protocol.JoinTournament("a1", "Bo", ["Cem", "Dan"])
    names = ["Ann", "Bo", "Cem", "Dan"]
    told.rated = True
    told.standing = [protocol.TournamentRow(1, each, 13.78, 1, team=names, partner="Bo") for each in names]
    shown = printed(cups.standing(told, "Dan"))
    assert shown.count("Ann + Bo + Cem + Dan") == 1, "the results of a team are alike: it has one row"
    assert "13.78" in shown
    assert "Cup  round 2  rated" in shown


def class_of_two() -> Assignments:
    clubs = Clubs(Words("en"))
    clubs.listed = [protocol.Club("c1", "7b", "class", 3, leads=True), protocol.Club("c2", "Year 8", "class", 2)]
    return Assignments(clubs.words, clubs)


def test_assignments_of_a_class_are_asked_for_by_its_name_and_told() -> None:
    found = class_of_two()
    assert "name of a class of yours" in str(found.ask(Command("assignments")))
    assert found.ask(Command("assignments", "7B")) == protocol.GetAssignments("c1")
    assert "Nothing is to be played" in printed(found.take(protocol.Assignments("c2", []), Words))
    members = [protocol.Progress("Ann", 3, 1, -0.5, 1e9, {"bid": 1, "play": 2}), protocol.Progress("Bo")]
    some = [
        protocol.Assignment("a1", "", "spades", 3, 1, "", 0.0, 1e9, members),
        protocol.Assignment("a2", "Same cards", "hearts", 8, 0, "2026-11-27", 0.0, 4e9, members[:1]),
    ]
    told = protocol.Assignments("c1", some)
    shown = " ".join(printed(found.take(told, lambda game: Words("en", {"en": {"bid": "Bid {n}"}}))).split())
    assert "3 deals, 1 of them won, ended 2001-09-09" in shown
    assert "1 of 2 people are done" in shown
    assert "Ann done 3 of 3 finished 1 won mean score −0.5 last 2001-09-09" in shown
    assert "mistakes: Play 2, Bid 1" in shown
    assert "Bo 0 of 3 finished 0 won" in shown
    assert "2 Same cards" in shown
    assert "8 boards of 2026-11-27, until 2096" in shown
    assert "change-assignment N" in shown
    assert "change-assignment N" not in printed(found.take(protocol.Assignments("c2", some), lambda game: Words("en")))


def test_whoever_leads_sets_changes_and_takes_back_assignments() -> None:
    found = class_of_two()
    end = int(datetime(2030, 12, 31, 23, 59, 59).timestamp())  # noqa: DTZ001  # here
    typed = "hearts 7b won=2 deals=5 title=First  steps, or so until=2030-12-31"
    asked = protocol.SetAssignment("c1", "hearts", end, "First  steps, or so", 5, 2)
    assert found.ask(Command("assign", typed)) == asked
    usual = found.ask(Command("assign", "hearts year 8"))
    assert isinstance(usual, protocol.SetAssignment)
    assert (usual.club, usual.deals, usual.day) == ("c2", 10, None)
    assert 6 <= (usual.until - time.time()) / 86400 <= 8 + 1 / 24
    boards = found.ask(Command("assign", "hearts 7b boards=4"))
    assert isinstance(boards, protocol.SetAssignment)
    assert (boards.deals, boards.won, boards.day) == (4, 0, datetime.now(UTC).date().isoformat())
    wrong = ("", "hearts", "hearts 9c", "hearts 7b deals=some", "hearts 7b until=soon", "hearts 7b until=9999-99-99",
             "hearts 7b until=2030-12-31T10:00", "hearts 7b won=1e300", "hearts 7b deals=-1")  # fmt: skip
    for each in wrong:
        assert "name of a class that you lead" in str(found.ask(Command("assign", each))), each
    assert "Type the number" in str(found.ask(Command("end-assignment", "1"))), "none is known"
    one = protocol.Assignment("a1", "", "spades", 3, 1, "", 0.0, 1e9, [])
    found.take(protocol.Assignments("c1", [one]), lambda game: Words("en"))
    assert found.ask(Command("end-assignment", "1")) == protocol.EndAssignment("c1", "a1")
    for known, more in (("until=2030-12-31", {"until": end}), ("title=", {"title": ""}), ("title=B", {"title": "B"})):
        assert found.ask(Command("change-assignment", f"1 {known}")) == protocol.ChangeAssignment("c1", "a1", **more)  # type: ignore[arg-type]
    for each in ("", "2 title=x", "0 title=x", "1", "1 deals=3", "1 title=x won=2", "1 until=x", "٢ title=x"):
        assert "Type the number" in str(found.ask(Command("change-assignment", each))), each
    assert "Type the number" in str(found.ask(Command("end-assignment", "1 title=x")))
    assert found.ask(Command("clubs")) is None


def test_a_command_that_lacks_its_name_does_nothing_to_the_only_club() -> None:
    clubs = Clubs(Words("en"))
    clubs.listed = [protocol.Club("c1", "7b", "class", 3)]
    for name in ("open-club", "open-class", "join-club"):
        assert f"{name} " in str(clubs.ask(Command(name))), "it does not leave that"
    assert clubs.ask(Command("open-class", "8a")) == protocol.OpenClub("8a", "class")
    assert clubs.ask(Command("open-club", "8a")) == protocol.OpenClub("8a")


def printed(what: RenderableType) -> str:
    console = Console(width=120, record=True, file=None)
    with console.capture() as shown:
        console.print(what)
    return shown.get()
