"""`dealt verify` and `dealt replay`: what holds, what doesn't, and what can't be read."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt import cli
from dealt.games import make
from dealt.mix import Contribution, Mix, seal_of
from dealt.players import computer
from dealt.table import Match, Record
from tests.cli.helpers import dealt


@pytest.fixture(scope="module")
def record() -> str:
    """A match of two deals between computers."""
    game = make("bigtwo", stake=2)
    match: Match[Any] = Match(game)
    rng = Random(3)
    names = ("Ann", "Bob", "Cem", "Dee")
    for number in range(2):
        table = match.deal(bytes([number]) * 32, players=names)
        while table.turn:
            seat = table.turn[0]
            table.act(seat, computer("lowest", game).choose(table.view(seat), rng))
        match.end()
    return match.record().to_json()


def verified(written: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    file = folder / "record.json"
    file.write_text(written, encoding="utf-8")
    status = cli.run(["verify", str(file)])
    out, err = capsys.readouterr()
    return status, out, err


def test_an_honest_record_holds(record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = verified(record, tmp_path, capsys)
    assert (status, err) == (0, "")
    assert "holds: 2 deals" in out
    assert json.loads(record)["commitments"][0] in out


def tampered(record: str) -> dict[str, tuple[str, str]]:
    """A record with something changed, and what is said about it."""
    found: dict[str, tuple[str, str]] = {}

    def change(name: str, said: str, do: Any) -> None:
        raw = json.loads(record)
        do(raw)
        found[name] = (json.dumps(raw), said)

    other = "07" * 32
    change(
        "seed",
        "deal 2: does not hold: it has a seed that isn't the one that was promised",
        lambda raw: raw["deals"][1].update(seed=other),
    )
    change(
        "promise",
        "deal 1: does not hold: it has a seed that isn't",
        lambda raw: raw["commitments"].__setitem__(0, "00"),
    )
    change(
        "action",
        "deal 1: does not hold: it doesn't replay",
        lambda raw: raw["deals"][0]["actions"].__setitem__(3, "0 play 2s"),
    )
    change("missing", "deal 1: does not hold", lambda raw: raw["deals"][0]["actions"].pop())
    change("score", "scores", lambda raw: raw["deals"][1]["scores"].__setitem__(0, -1))
    change("count", "2 deals have 1 commitments", lambda raw: raw["commitments"].pop())
    change(
        "rules", "this record does not hold", lambda raw: raw["options"].update(flush_order="rank", jqka2_straight=7)
    )
    change("version", "this house plays version", lambda raw: raw.update(version=99))
    change("format", "has format 9", lambda raw: raw.update(format=9))
    change("game", "there is no game chess", lambda raw: raw.update(game="chess"))
    change("seat", "doesn't replay", lambda raw: raw["deals"][0]["actions"].__setitem__(0, "x pass"))
    return found


@pytest.fixture(scope="module")
def mixed() -> str:
    """A match of two deals at a table of a room: two of four contributed, one of them kept it back in the second."""
    game, rng = make("bigtwo"), Random(3)
    match: Match[Any] = Match(game)
    for number in (1, 2):
        given = [bytes([number + 10 * seat]) * 32 for seat in range(2)]
        ann = Contribution("Ann", seal_of(given[0]), given[0])
        bob = Contribution("Bob", seal_of(given[1]), given[1] if number == 1 else None)
        mix = Mix(bytes([number]) * 32, "table", number, (ann, bob, None, None))
        table = match.deal(mix.seed, players=("Ann", "Bob", "Red Fox", "Dee"), mix=mix)
        while table.turn:
            table.act(table.turn[0], computer("lowest", game).choose(table.view(table.turn[0]), rng))
        match.end()
    return match.record().to_json()


def test_contributions_are_named_and_checked(mixed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = verified(mixed, tmp_path, capsys)
    assert (status, err) == (0, "")
    first, second, _ = out.splitlines()
    assert first.startswith("deal 1: holds; promised as ")
    assert first.endswith("; contributed to the seed: Ann, Bob; gave none: Red Fox, Dee")
    assert second.endswith("; contributed to the seed: Ann; sealed and kept back: Bob; gave none: Red Fox, Dee")
    assert Record.from_json(mixed).to_json() == mixed


CONTRIBUTIONS = {
    "forged": (lambda mix: mix["seats"][0].update(given="00" * 32), "the contribution of Ann isn't the one that was"),
    "resealed": (lambda mix: mix["seats"][0].update(given="00" * 32, seal=seal_of(bytes(32))), "doesn't follow from"),
    "dropped": (lambda mix: mix["seats"].__setitem__(0, None), "doesn't follow from"),
    "kept back": (lambda mix: mix["seats"][1].update(given=None), "doesn't follow from"),
    "moved": (lambda mix: mix["seats"].reverse(), "doesn't follow from"),
    "short": (lambda mix: mix["seats"][1].update(given="00", seal=seal_of(b"\0")), "has 1 bytes, not 32"),
    "other table": (lambda mix: mix.update(table="tables"), "doesn't follow from"),
    "other deal": (lambda mix: mix.update(deal=2), "doesn't follow from"),
    "server": (lambda mix: mix.update(server="00" * 32), "isn't the one that was promised"),
    "no hex": (lambda mix: mix.update(server="xx"), "malformed"),
    "no seats": (lambda mix: mix.update(seats=7), "malformed"),
    "no name": (lambda mix: mix["seats"][0].pop("name"), "lacks 'name'"),
    "many": (lambda mix: mix.update(deal=2**64), "malformed"),
    "text": (lambda mix: mix["seats"].__setitem__(2, "x"), "malformed"),
}


@pytest.mark.parametrize("name", CONTRIBUTIONS)
def test_contributions_that_were_tampered_with_do_not_hold(
    name: str, mixed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, said = CONTRIBUTIONS[name]
    raw = json.loads(mixed)
    change(raw["deals"][0]["mix"])
    status, out, err = verified(json.dumps(raw), tmp_path, capsys)
    assert status == 1
    assert said in out + err
    assert err.count("\n") == 1
    if out:
        assert "deal 2: does not hold: it can't be replayed after deal 1" in out


NAMES = ("seed", "promise", "action", "missing", "score", "count", "rules", "version", "format", "game", "seat")


@pytest.mark.parametrize("name", NAMES)
def test_a_record_that_was_tampered_with_does_not_hold(
    name: str, record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written, said = tampered(record)[name]
    status, out, err = verified(written, tmp_path, capsys)
    assert status == 1
    assert err.count("\n") == 1
    assert "does not hold" in err or "can't be" in err or "has format" in err
    assert said in out + err or name == "rules"
    if out:
        assert len(out.splitlines()) == 2, "a line for each deal"
        assert "failed" in err


@pytest.mark.parametrize(
    "written",
    ["", "x", "[]", "3", "null", "{}", '{"format": 1}', '{"format": 1, "deals": 3}', "[" * 100_000, '"\\ud800"'],
)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_record_is_said_in_one_line(
    written: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.json"
    file.write_text(written)
    assert cli.run([command, str(file)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("dealt: ")
    assert err.count("\n") == 1


@pytest.mark.slow
def test_a_record_comes_through_a_pipe_too(record: str, tmp_path: Path) -> None:
    assert dealt(["verify", "-"], tmp_path, record).status == 0
    assert dealt(["verify", "-"], tmp_path, b"\xff\xfe\x00").status == 1
    shown = dealt(["replay", "-"], tmp_path, record)
    assert shown.status == 0
    assert "deal 2 of 2" in shown.out


@pytest.mark.slow
def test_stepping_through_a_record(record: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(record)
    ended = dealt(["replay", file], tmp_path, "\nnext\n7\nprev\nlast\nnext\nprev\n99\ndeal 9\nfoo\n?\nquit\n")
    assert ended.status == 0
    at = [line.split("step ")[1].split(" of")[0] for line in ended.out.splitlines() if " · deal " in line]
    total = str(len(json.loads(record)["deals"][0]["actions"]))
    assert at == ["0", "1", "2", "7", "6", total, "0", total]
    assert "There is no step 99" in ended.out
    assert "There is no deal 9" in ended.out
    assert "foo is no step" in ended.out
    for name in ("Ann", "Bob", "Cem", "Dee"):
        assert name in ended.out
    assert "▮" not in ended.out  # every hand is open


@pytest.mark.slow
def test_where_to_begin(record: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(record)
    assert "deal 2 of 2, step 0" in dealt(["replay", file, "--deal", "2"], tmp_path).out
    assert "There is no deal 3" in dealt(["replay", file, "--deal", "3"], tmp_path).err


@pytest.mark.slow
def test_a_record_without_deals_and_one_with_strange_names(record: str, tmp_path: Path) -> None:
    raw = json.loads(record)
    file = tmp_path / "record.json"
    file.write_text(json.dumps({**raw, "deals": [], "commitments": []}))
    assert "holds no finished deal" in dealt(["replay", file], tmp_path).err
    raw["deals"][0]["players"] = ["a\x1b[2J", "b", "c", "d"]
    raw["deals"][1]["players"] = ["only one"]
    file.write_text(json.dumps(raw))
    shown = dealt(["replay", file], tmp_path, "last\nnext\nquit\n")
    assert shown.status == 0
    assert "\x1b" not in shown.out
