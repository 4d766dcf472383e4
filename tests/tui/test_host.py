"""What people in the terminal see of the host: private rooms, announcements, being sent out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.cli.helpers import dealt
from tests.tui.terminals import Room, Terminal

CODE = "friends-only"
pytestmark = pytest.mark.slow


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path, "--invite", CODE)
    found.open()
    yield found
    found.close()


def host(room: Room, *command: str) -> None:
    key = str(room.home / "admin.key")
    ended = dealt(["admin", "--server", room.address, "--key-file", key, *command], room.home)
    assert ended.status == 0, ended


def test_a_private_room_wants_its_code(room: Room, tmp_path: Path) -> None:
    for more, why in (([], "private"), (["--invite", "strangers"], "not the room's invite code")):
        ended = dealt(["play", "--server", room.address, "--name", "ann", *more], tmp_path, "quit\n")
        assert ended.status == 1
        (line,) = ended.err.splitlines()
        assert why in line
        assert "--invite CODE" in line
    link = f"http://{room.address}/#/invite/{CODE}"
    for place in (["--server", room.address, "--invite", CODE], ["--server", link]):
        ended = dealt(["play", *place, "--name", "ann"], tmp_path, "quick\nquit\n")
        assert (ended.status, ended.err) == (0, "")
        assert "Big Two" in ended.out  # the games and their texts are private too
    ended = dealt(["play", "bigtwo", "--invite", CODE], tmp_path)
    assert (ended.status, "--server" in ended.err) == (2, True)


def test_the_host_is_heard_and_obeyed(room: Room, tmp_path: Path) -> None:
    place = ["--server", room.address, "--invite", CODE, "--name", "ann"]
    child = Terminal(["play", *place, "--plain"], tmp_path)
    child.expect("Lobby")
    child.send("quick\r")
    child.expect("Welcome to")
    host(room, "announce", "At ten we close")
    child.expect("The host says: At ten we close")
    host(room, "read-only", "on")
    child.expect("The host lets nothing new begin")
    host(room, "read-only", "off")
    child.expect("New tables and deals may begin again")
    host(room, "ban", "ann", "2h")
    child.expect("The host has banned you from this room until 20")
    child.expect(pexpect.EOF)
    assert child.wait() == 1
    ended = dealt(["play", *place], tmp_path, "quit\n")
    assert (ended.status, "banned" in ended.err) == (1, True)
