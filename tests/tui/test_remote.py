"""A table of a real room, from the terminal: playing, talking, losing the connection and coming back."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pexpect
import pytest
from rich.cells import cell_len

from dealt.game import View
from dealt.games import GAMES
from tests.cli.helpers import dealt, environment, scripted
from tests.rooms import full_disk
from tests.tui.terminals import Room, Terminal

GAME = "bigtwo"
pytestmark = pytest.mark.slow

ODDS = " % (1 in "
"""How chances are said."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path)
    found.open()
    yield found
    found.close()


def sit(room: Room, name: str, *more: str) -> Terminal:
    home = room.home / name
    home.mkdir(exist_ok=True)
    return Terminal(["play", *more, "--server", room.address, "--name", name], home)


def bye(child: Terminal) -> None:
    child.send("quit\r")
    child.expect(pexpect.EOF)
    assert child.wait() == 0


def test_a_whole_deal_through_a_pipe(room: Room, tmp_path: Path) -> None:
    typed = "\nwho\n/hello there\nsort suit\nfair\nhint\n" + scripted(30)
    for name in ("ann", "anna", "annie"):  # on a busy machine a contribution may come too late, but not always
        ended = dealt(
            ["play", GAME, "--server", room.address, "--name", name, "--computers", "lowest"],
            tmp_path,
            f"{typed}save {name}.json\nlog\nquit\n",
        )
        held = dealt(["verify", f"{name}.json"], tmp_path)
        if f"contributed to the seed: {name}" in held.out:
            break
    assert (ended.status, ended.err) == (0, "")
    for said in (
        f"{name}: hello there",
        "A computer would say",
        "Sorted by suit",
        "low is good",
        f"Saved in {name}.json",
    ):
        assert said in ended.out
    assert "\x1b" not in ended.out
    raw = json.loads((tmp_path / f"{name}.json").read_text())
    assert name in raw["deals"][0]["players"]
    assert raw["commitments"][0] in ended.out
    assert ended.out.index(raw["commitments"][0]) < ended.out.index(raw["deals"][0]["seed"][:16])
    assert held.status == 0
    assert f"; contributed to the seed: {name}; gave none:" in held.out
    assert f"Contributed to the seed: {name}" in ended.out


@pytest.mark.parametrize("name", ["小明", "王" * 10])
def test_a_whole_deal_under_a_name_of_wide_characters(room: Room, tmp_path: Path, name: str) -> None:
    typed = "\n" + scripted(30) + "log\nsave match.json\nquit\n"
    ended = dealt(["play", GAME, "--server", room.address, "--name", name, "--computers", "lowest"], tmp_path, typed)
    assert (ended.status, ended.err) == (0, "")
    names = json.loads((tmp_path / "match.json").read_text(encoding="utf-8"))["deals"][0]["players"]
    assert name in names
    log = ended.out[ended.out.rindex("low is good") :].splitlines()
    lines = [(each, who) for each in log for who in names if re.match(f"  {who} +\\S", each)]
    assert {who for _, who in lines} == set(names)
    begins = {cell_len(re.match(f"  {who} +", each)[0]) for each, who in lines}  # type: ignore[index]
    assert len(begins) == 1, log


def test_a_name_that_won_t_do_is_refused_with_what_to_change(room: Room, tmp_path: Path) -> None:
    ended = dealt(["play", "--server", room.address, "--name", "a b"], tmp_path, "")
    assert (ended.status, ended.err) == (1, "dealt: A name has no spaces. Leave them out, or use - or _ instead\n")


def test_what_one_may_do_alone_at_a_table_of_a_room(room: Room, tmp_path: Path) -> None:
    # of a figure no chances are known
    alone = [name for name, each in GAMES.items() if each.make().undoable and not first_view(name).sums]
    name = max(alone, key=lambda each: sum(pile.lay == "slot" for pile in first_view(each).piles))
    typed = "undo\nlist\n#1\nundo\nodds\n1\n1 99\nagain\nlist\n#1\nnew\nauto\nreplay\nlast\ndeal 1\nquit\nstatistics\n"
    # a room can't be told its seeds, now and then a deal is lost at once, and a busy room may give up on the odds
    for attempt in range(4):
        line = ["play", name, "--server", room.address, "--name", f"ann{attempt}"]
        ended = dealt(line, tmp_path, f"{typed}save match{attempt}.json\nquit\n")
        if "The deal is over" not in ended.out and ODDS in ended.out:
            break
    assert (ended.status, ended.err) == (0, "")
    for said in (
        "There is nothing to take back",
        ODDS,
        "There is no place 99",
        "The same cards again",
        "deal 3 of 3, step 0",
        "deal 1 of 3, step 0",
        "This deal was not played to its end",
        "most in a row",
        f"Saved in match{attempt}.json",
    ):
        assert said in ended.out, ended.out
    assert re.search(r"won this deal|This deal is lost", ended.out)
    raw = json.loads((tmp_path / f"match{attempt}.json").read_text())
    assert [each["scores"] is None for each in raw["deals"]] == [True, True, False]
    assert [len(each["actions"]) for each in raw["deals"][:2]] == [0, 1]
    assert raw["deals"][0]["seed"] == raw["deals"][1]["seed"]
    assert dealt(["verify", f"match{attempt}.json"], tmp_path).status == 0


def first_view(name: str) -> View:
    game = GAMES[name].make()
    return game.view(game.deal(Random(1)), 0)


@pytest.mark.parametrize("game", [name for name in GAMES if name != GAME])
@pytest.mark.turns(3, always=True)
def test_a_whole_deal_of_every_game_through_a_pipe(game: str, room: Room, tmp_path: Path) -> None:
    figure = bool(first_view(game).sums)  # a computer does not go on from numbers that fit nowhere
    turns = scripted(1) + "#1\n" * 90 if figure else scripted(12, game) + "auto\n"
    typed = f"\n{turns}replay\nlast\nquit\nstats\nquit\n"
    ended = dealt(["play", game, "--server", room.address, "--name", "ann", "--computers", "lowest"], tmp_path, typed)
    assert (ended.status, ended.err) == (0, "")
    assert "The seed of this deal begins with" in ended.out
    # a solitaire may be lost as it is dealt, and then the script goes on to the next deal
    assert re.search(r"deal (\d+) of \1, step (\d+) of \2", ended.out), ended.out
    assert GAMES[game].text("game.title") in ended.out.rpartition("most in a row")[2]


def test_the_computer_plays_on_for_somebody_at_a_table_with_others(room: Room, tmp_path: Path) -> None:
    typed = "\nauto\nstats\nundo\nquit\n"
    ended = dealt(["play", GAME, "--server", room.address, "--name", "ann", "--computers", "lowest"], tmp_path, typed)
    assert (ended.status, ended.err) == (0, "")
    assert "low is good" in ended.out
    assert "Others play too" in ended.out


def test_rules_and_lessons_come_from_the_room(room: Room, tmp_path: Path) -> None:
    name = next(name for name, each in GAMES.items() if each.lesson)
    title = GAMES[name].rules["en"].splitlines()[0].strip("# ")
    typed = f"lesson {name}\nquit\nlesson nogame\nquick {name}\nrules\nlesson\nfoo\nquit\nquit\n"
    ended = dealt(["play", "--server", room.address, "--name", "ann"], tmp_path, typed)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.count("First lesson") >= 2
    assert "has no lesson of nogame" in ended.out
    assert title in ended.out


def test_an_illegal_selection_is_explained_by_the_room(room: Room, tmp_path: Path) -> None:
    typed = "\n2s 2h 2d 2c As\nfoo\n#99\nquit\n"
    ended = dealt(["play", GAME, "--server", room.address, "--name", "ann", "--preset", "deuce"], tmp_path, typed)
    assert ended.status == 0
    assert "You don't have" in ended.out
    assert "foo is neither a card" in ended.out


def test_the_lobby_lists_tables_and_leads_to_them(room: Room, tmp_path: Path) -> None:
    ann = sit(room, "ann", GAME, "-o", "stake=3")
    ann.expect("start deals now")
    typed = "\njoin 7\nfoo\nwatch 1\n"
    ended = dealt(["play", "--server", room.address, "--name", "cem", "--plain"], tmp_path, typed + "quit\n")
    assert ended.status == 0
    for said in (
        "Be kind",
        "Big Two",
        "ann, (empty), (empty), (empty)",
        "3 seats free",
        "There is no table 7",
        "quick, join N",
    ):
        assert said in ended.out
    bob = sit(room, "bob")
    bob.expect("3 seats free")
    bob.send("join 1\r")
    bob.expect("Waiting for ann to start")
    ann.expect("bob sat down")
    bob.send("/shall we\r")
    ann.expect("bob.*: shall we")
    ann.send("\r")
    for child in (ann, bob):
        child.expect("stake 3")
    bye(bob)
    ann.expect("bob left")
    bye(ann)


def test_boards_of_a_day_are_played_at_the_room_and_counted_there(room: Room, tmp_path: Path) -> None:
    played = ["daily", GAME, "--server", room.address, "--name", "ann", "--board", "3"]
    ended = dealt(played, tmp_path, scripted(40) + "quit\n")
    assert (ended.status, ended.err) == (0, "")
    for said in (
        "Everybody gets these cards",
        "Board 3 of 8",
        r"ann +-?\d+ +\d+%",
        r"Normal +-?\d+ +\d+%",
        r"You beat \d+% of the field on average, over \d boards?",
    ):
        assert re.search(said, ended.out), said
    again = dealt([*played[:5], "ben", *played[6:]], tmp_path, scripted(40) + "quit\n")
    assert re.search(r"ann +-?\d+ +\d+%", again.out), "who has played it and quit is in the field"
    refused = dealt(["daily", GAME, "--instant", "--board", "3"], tmp_path)
    assert refused.status == 2
    assert "--instant chooses" in refused.err


def test_friends_blocks_and_reports(room: Room, tmp_path: Path) -> None:
    ann, bob = sit(room, "ann", GAME), sit(room, "bob")
    ann.expect("start deals now")
    bob.expect("3 seats free")
    bob.send("friend\r")
    bob.expect("Type the name after it: friend NAME")
    bob.send("friend ann\r")
    bob.expect("ann +has been asked")
    ann.expect("bob asks to be your friend: friend bob agrees")
    ann.send("friend bob\r")
    ann.expect("bob +your friend.*here")
    bob.expect("ann and you are friends now")
    bob.send("block ann\r")
    bob.expect("ann +blocked")
    bob.send("watch 1\r")
    bob.expect("bob is watching")
    ann.send("/can you hear me\r")
    ann.expect("can you hear me")
    ann.send("friends\r")
    ann.expect("You have no friends here yet")
    bob.send("report ann shouts\r")
    bob.expect("The host has been told")
    bob.send("talk\r")
    bob.expect("bob is watching")
    assert "can you hear me" not in bob.before
    bob.send("\r")
    bye(bob)
    bye(ann)


def test_clubs_are_opened_joined_and_left(room: Room) -> None:
    ann, bob = sit(room, "ann"), sit(room, "bob")
    for child in (ann, bob):
        child.expect("No table is open")
    ann.send("clubs\r")
    ann.expect("You are in no club here")
    ann.send("open-club\r")
    ann.expect("Type a name for the club after it")
    ann.send("open-club Tuesday evening\r")
    ann.expect("ann +leads")
    ann.expect("by this code: (\\w+)")
    code = ann.match[1]
    bob.send("join-club wrong\r")
    bob.expect("its code is not good any more")
    bob.send(f"join-club http://127.0.0.1:1/#/club/{code}\r")
    bob.expect("Tuesday evening")
    bob.expect("ann +leads")
    ann.send("club 1\r")
    ann.expect("bob")
    bob.send("leave-club Monday\r")
    bob.expect("Type the name of a club of yours after it")
    bob.send("leave-club tuesday evening\r")
    bob.expect("You are in no club here")
    ann.send("clubs\r")
    ann.expect("Tuesday evening +club, 1 person")
    for child in (ann, bob):
        bye(child)


def test_a_club_has_tournaments_of_its_own_and_a_standing(room: Room) -> None:
    ann, bob = sit(room, "ann"), sit(room, "bob")
    for child in (ann, bob):
        child.expect("No table is open")
    ann.send("open-club Tuesday evening\r")
    ann.expect("by this code: (\\w+)")
    bob.send(f"join-club {ann.match[1]}\r")
    bob.expect("ann +leads")
    bob.send(f"open-tournament {GAME} swiss Monday\r")
    bob.expect("a club that you lead")
    ann.send(f"open-tournament {GAME} swiss Tuesday evening\r")
    ann.expect("Swiss")
    ann.expect("Enter")
    ann.send("\r")
    bob.send("tournaments\r")
    bob.expect("No tournament is open")
    bob.send("club\r")
    bob.expect("1 tournament is open")
    bob.send("tournaments\r")
    bob.expect("Swiss, 1 person, people are joining")
    bob.send("enter 1\r")
    bob.send("direct 1 cheer\r")
    bob.expect("pair A B / C D seats these people together")
    bob.send("direct 1 start\r")
    bob.expect("Only ann directs")
    bob.send(f"club-standing {GAME}\r")
    bob.expect("Who has 20 rated deals is listed")
    for child in (ann, bob):
        bye(child)


def listed(child: Terminal, said: str) -> None:
    """Wait until the list of tournaments says so: the lobby is told a little later of what has changed."""
    for _ in range(60):
        child.send("tournaments\r")
        if child.expect([said, pexpect.TIMEOUT], timeout=1) == 0:
            return
    raise AssertionError(said)


def test_a_tournament_is_saved_as_a_file_and_what_is_there_already_stays(room: Room) -> None:
    ann = sit(room, "ann")
    ann.expect("No table is open")
    ann.send("open-tournament bridge howell\r")
    ann.expect("Howell")
    ann.expect("Enter")
    ann.send("\r")
    home = room.home / "ann"
    listed(ann, "Howell, 1 person, people are joining")
    ann.send("standing 1 cup.csv\r")
    ann.expect("Saved in cup.csv")
    written = (home / "cup.csv").read_text()
    assert re.match("rank,name,.*\n1,ann,", written)
    with full_disk(ann.process):
        ann.send("standing 1 full.json\r")
        ann.expect("full.json can't be written: File too large")
    for file, why in [
        ("cup.csv", "cup.csv is there already: choose another name"),
        ("none/cup.csv", "can't be written: No such file"),
        ("cup", "End the name of the file as what it is to be"),
        ("cup.txt", "can't be written as txt"),
        ("cup.pbn", "The tournament is not at that point"),
    ]:
        ann.send(f"standing 1 {file}\r")
        ann.expect(re.escape(why))
    ann.send("direct 1 end\r")
    listed(ann, "Howell, 1 person, over")
    ann.send("standing cup.pbn\r")
    ann.expect("Type the number of a tournament")
    for file in ("cup.pbn", "cup.JSON"):
        ann.send(f"standing 1 {file}\r")
        ann.expect(f"Saved in {file}")
    assert json.loads((home / "cup.JSON").read_text())["phase"] == "over"
    assert sorted(each.name for each in home.glob("*.*")) == ["cup.JSON", "cup.csv", "cup.pbn"]
    assert (home / "cup.csv").read_text() == written
    bye(ann)


def test_a_teacher_sets_a_class_deals_and_a_member_sees_them(room: Room, tmp_path: Path) -> None:
    long = "x" * 70
    typed = (
        f"open-class Maths 7b\nassign elevens maths 7b title={long}\nassign elevens maths 7b deals=1 until=2020-01-01\n"
    )
    more = f"assign elevens maths 7b deals=1 title=Adding up\nopen-tournament {GAME} rated\nquit\n"
    ann = dealt(["play", "--server", room.address, "--name", "ann"], tmp_path, typed + more)
    assert (ann.status, ann.err) == (0, "")
    assert "of length <= 60" in ann.out, "it goes on when the room can't read something"
    assert "It has to end from now on" in ann.out
    assert "Elevens, 1 deal, until" in ann.out
    assert re.search("Swiss +rated", ann.out)
    code = re.search("by this code: (\\w+)", ann.out)[1]  # type: ignore[index]
    home = tmp_path / "bob"
    home.mkdir()
    typed = f"join-club {code}\nassignments maths 7b\nend-assignment 1\nnew elevens\nnew\nassignments\nquit\n"
    bob = dealt(["play", "--server", room.address, "--name", "bob"], home, typed)
    assert (bob.status, bob.err) == (0, "")
    assert re.search("bob +0 of 1 finished", bob.out)
    assert "Only those who lead" in bob.out
    assert re.search("bob +done +1 of 1 finished +0 won", bob.out)
    changes = ("until=2026-99-99", "title=Adding", "until=2020-01-01")
    typed = "".join(f"change-assignment 1 {each}\n" for each in changes)
    typed = f"assignments maths 7b\n{typed}end-assignment 1\nquit\n"
    again = dealt(["play", "--server", room.address], tmp_path, typed)
    assert (again.status, again.err) == (0, "")
    for said in ("1 of 1 person is done", "Type the number of an assignment", "1  Adding\n", "Nothing is to be played"):
        assert said in again.out


def test_who_quits_comes_back_as_the_same_person_and_goodbye_deletes_all(room: Room, tmp_path: Path) -> None:
    played = ["play", GAME, "--server", room.address, "--name", "ann", "--computers", "lowest"]
    dealt(played, tmp_path, "\n" + scripted(40) + "quit\n")
    back = dealt(["play", "--server", room.address], tmp_path, "export kept.json\nexport kept.json\ngoodbye\nquit\n")
    assert (back.status, back.err) == (0, "")
    assert "This deletes your name, results, ratings and friends for good" in back.out
    assert "kept.json is there already: choose another name" in back.out
    kept = json.loads((tmp_path / "kept.json").read_text())
    assert "ann" in json.dumps(kept)
    gone = dealt(["play", "--server", room.address], tmp_path, "goodbye ann\n")
    assert (gone.status, gone.err) == (0, "")
    assert gone.out.endswith("Your name and all that the room kept of you are deleted\n")
    other = tmp_path / "elsewhere"
    other.mkdir()
    fresh = dealt(["play", "--server", room.address, "--name", "ann"], other, "statistics\nquit\n")
    assert (fresh.status, fresh.err) == (0, ""), "the name is free"


def test_who_comes_in_the_midst_of_a_deal_may_take_cards_over(room: Room, tmp_path: Path) -> None:
    ann = sit(room, "ann", GAME, "--computers", "lowest")
    ann.expect("start deals now")
    ann.send("\r")
    ann.expect("Your turn")
    bob = sit(room, "bob")
    bob.expect("join N")
    bob.send("join 1\r")
    bob.expect("Type join to play on with .*'s cards now")
    bob.send("join\r")
    ann.expect("bob took over .*'s cards: this deal counts for nobody")
    bob.expect("bob took over .*'s cards")
    bob.send("join\r")
    bob.expect("no cards that you could take over")
    bye(bob)
    bye(ann)


def test_a_name_that_is_taken_is_said_and_another_one_can_be_typed(room: Room, tmp_path: Path) -> None:
    ann = sit(room, "ann")
    ann.expect("No table is open")
    refused = dealt(["play", "--server", room.address, "--name", "ANN"], tmp_path, "")
    assert refused.status == 1
    assert re.fullmatch(r"dealt: Somebody here is called ANN already.*\n", refused.err, re.IGNORECASE)
    other = tmp_path / "elsewhere"
    other.mkdir()
    child = Terminal(["play", "--server", room.address], other)
    child.expect("Your name")
    child.send("a\r")
    child.expect("2 characters at least")
    child.send("ann\r")
    child.expect("already")
    child.send("ann2\r")
    child.expect("No table is open")
    bye(child)
    bye(ann)


def test_the_room_goes_and_comes_back_and_so_does_the_seat(room: Room) -> None:
    ann = sit(room, "ann", GAME, "--computers", "lowest")
    ann.expect("start deals now")
    ann.send("\r")
    ann.expect("Your turn")
    room.close(signal.SIGKILL)
    ann.expect("is lost")
    room.open()
    ann.expect("Connected again")
    ann.send("hint\r")
    ann.expect("A computer would say")
    bye(ann)


def test_a_lost_terminal_gets_its_seat_back_by_the_token(room: Room) -> None:
    ann = sit(room, "ann", GAME, "--computers", "lowest")
    ann.expect("start deals now")
    ann.send("\r")
    ann.expect("Your turn")
    ann.kill()  # before it can read that nothing more is typed, and leave
    again = sit(room, "ann")
    again.expect("Your turn")
    bye(again)


def test_a_second_terminal_takes_over_and_the_first_one_says_so(room: Room) -> None:
    ann = sit(room, "ann", GAME, "--computers", "lowest")
    ann.expect("start deals now")
    other = sit(room, "ann")
    other.expect("Big Two")
    ann.expect("dealt: You are playing in another window; this one ends")  # where it stays when the screen is gone
    ann.expect(pexpect.EOF)
    assert ann.wait() == 1
    bye(other)


def test_what_is_no_room_is_said(tmp_path: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
        env=environment(tmp_path, PYTHONUNBUFFERED="1"),
    )
    try:
        assert server.stdout is not None
        found = re.search(r"port (\d+)", server.stdout.readline())
        assert found is not None
        ended = dealt(["play", "--server", f"127.0.0.1:{found[1]}", "--name", "ann"], tmp_path)
        assert ended.status == 1
        assert "it is no card room" in ended.err
        assert ended.err.count("\n") == 1
    finally:
        server.terminate()
        server.wait()
        assert server.stdout is not None
        server.stdout.close()


def test_a_table_that_waits_for_the_disk_says_so_and_goes_on(room: Room) -> None:
    child = sit(room, "ann", GAME)
    child.expect("Enter deals now")
    with full_disk(room.process):
        child.send("\r")
        child.expect("this table waits")
    child.expect("the table goes on")
    bye(child)
