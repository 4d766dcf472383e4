"""The authority: refusals that change nothing, views with a log that hides what was hidden, matches, and records."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from dealt.cards import members
from dealt.game import OPEN, Action
from dealt.games import GAMES
from dealt.games import make as make_game
from dealt.table import Illegal, Match, Record, RecordError, Table, commitment, play
from tests.house import walk
from tests.toys import Gift, State
from tests.toys import make as make_toy

SEED = bytes(range(32))


def a_table() -> Table[State]:
    return Table(Gift(), SEED)


def first(table: Table[Any], seat: int) -> Action:
    return table.game.legal(table.state, seat)[0]


def test_only_legal_actions_of_the_seat_change_anything() -> None:
    table = a_table()
    with pytest.raises(Illegal, match="isn't possible"):
        table.act(0, first(table, 1))
    table.act(0, first(table, 0))
    with pytest.raises(Illegal, match="isn't your turn") as refused:
        table.act(0, "give 2c")
    assert refused.value.say.key == "illegal.turn"
    assert table.step == 1
    table.act(1, first(table, 1))
    table.act(2, first(table, 2))
    assert table.over
    with pytest.raises(Illegal, match="over"):
        table.act(0, "give 2c")


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 4"):
        Table(Gift(), b"seed")


def test_actions_of_different_seats_commute() -> None:
    orders = [(0, 1, 2), (2, 1, 0), (1, 0, 2)]
    ends = []
    for order in orders:
        table = a_table()
        for seat in order:
            table.act(seat, first(table, seat))
        ends.append(table.state)
    assert ends[0] == ends[1] == ends[2]


def test_the_log_hides_cards_that_stayed_face_down() -> None:
    table = a_table()
    gift = table.act(1, first(table, 1))
    assert [move.action for move in table.log(1)] == [gift]
    assert [move.action for move in table.log(OPEN)] == [gift]
    for viewer in (0, 2, None):
        (move,) = table.log(viewer)
        assert (move.seat, move.action.verb, move.action.cards, move.hidden) == (1, "give", 0, 1)
    assert table.view(0).log == table.log(0)
    assert table.view(0, log=False).log == ()
    table.undo()
    assert table.log(0) == table.log(1) == ()


def test_undo_needs_an_action() -> None:
    with pytest.raises(ValueError, match="nothing to take back"):
        a_table().undo()


def a_match(seeds: int = 2) -> Match[State]:
    match: Match[State] = Match(Gift())
    for n in range(seeds):
        table = match.deal(bytes([n]) * 32, {1} if n else (), ("ann", "bob", "~cay"))
        walk(table, Random(n))
        if match.end():
            break
    return match


def test_a_match_adds_up_and_a_newcomer_starts_at_zero() -> None:
    match: Match[State] = Match(Gift())
    table = match.deal(SEED)
    with pytest.raises(ValueError, match="isn't over"):
        match.deal(SEED)
    with pytest.raises(ValueError, match="isn't over"):
        match.end()
    walk(table, Random(1))
    match.end()
    assert not match.end(), "the same deal isn't counted twice"
    assert match.totals == table.score
    (winner,) = match.leaders if len(match.leaders) == 1 else match.leaders[:1]
    match.deal(SEED, {winner})
    assert match.totals[winner] == 0
    assert match.deals == 1


def test_a_match_that_is_over_deals_no_more() -> None:
    match = a_match(20)
    assert match.final
    assert max(match.totals) >= 3
    with pytest.raises(ValueError, match="match is over"):
        match.deal(SEED)


def test_a_record_replays_byte_for_byte() -> None:
    record = a_match(5).record()
    again = Record.from_json(record.to_json())
    assert again == record
    assert again.replay(make_toy).record().to_json() == record.to_json()
    assert again.verify(make_toy) == [commitment(bytes.fromhex(each.seed)) for each in record.deals]


@pytest.mark.parametrize("name", GAMES)
def test_records_of_every_game_replay_byte_for_byte(name: str) -> None:
    for preset in [None, *GAMES[name].presets]:
        game = GAMES[name].make(preset)
        match: Match[Any] = Match(game)
        rng = Random(4)
        for n in range(4):
            walk(match.deal(rng.randbytes(32), {0} if n == 2 else ()), rng)
            if match.end():
                break
        record = match.record()
        assert Record.from_json(record.to_json()).replay(make_game).record().to_json() == record.to_json()
        assert match.totals == record.replay(make_game).totals


def test_the_deal_under_way_is_in_no_record_unless_asked_for() -> None:
    match = a_match(2)
    seed = bytes([9]) * 32
    match.deal(seed)
    assert seed.hex() not in match.record().to_json()
    assert len(match.record().deals) == 2
    assert match.record(unfinished=True).deals[-1].seed == seed.hex()


def tampered(change: Any) -> str:
    raw = json.loads(a_match(2).record().to_json())
    change(raw)
    return json.dumps(raw)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda raw: raw["deals"][0].update(seed="ff" * 32), "deal 1 has a seed that isn't the one that was promised"),
        (lambda raw: raw["deals"][1].update(seed="xx"), "deal 2 has a seed that isn't hex"),
        (lambda raw: raw["deals"][1]["scores"].reverse() or raw["deals"][1]["scores"].append(9), "deal 2 scores"),
        (lambda raw: raw["deals"][0]["actions"].pop(), r"deal 1|isn.t over"),
        (lambda raw: raw["deals"][0]["actions"].__setitem__(0, "0 give 8h"), "deal 1 doesn't replay"),
        (lambda raw: raw["deals"][0]["actions"].__setitem__(0, "7 pass"), "deal 1 doesn't replay"),
        (lambda raw: raw["commitments"].pop(), "2 deals have 1 commitments"),
        (lambda raw: raw.update(game="whist"), "can.t be set up: no game whist"),
        (lambda raw: raw.update(version=9), "version 9 of gift; this house plays version 1"),
        (lambda raw: raw.update(format=3), "format 3, and only 1 and 2"),
        (lambda raw: raw.pop("game"), "lacks 'game'"),
        (lambda raw: raw.update(deals=3), "malformed"),
        (lambda raw: raw["deals"][0].update(joined=["x"]), "malformed"),
    ],
)
def test_a_record_that_was_touched_is_refused(change: Any, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        Record.from_json(tampered(change)).verify(make_toy)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("", "isn't JSON, it can't be understood at line 1, column 1"),
        ("{", "isn't JSON"),
        ("[1, 2]", "it is JSON, but a list and no table with a game and its deals"),
        ("null", "it is JSON, but null and no table"),
        (b"\xc3(", "no text in UTF-8"),
        ("[" * 100_000, "too deep"),
        ('{"format": true, "deals": true}', "true isn't a list"),
        ('{"format": 1, "deals": [[]]}', "a list isn't a table"),
        (
            '{"format": 1, "deals": [], "commitments": [], "version": 1, "game": "x", "options": [1]}',
            "a list isn't a table",
        ),
    ],
)
def test_what_is_no_record_is_refused_in_words(written: str | bytes, says: str) -> None:
    with pytest.raises(RecordError, match=re.escape(says)) as refused:
        Record.from_json(written)
    assert not re.search("NoneType|indices|subscript|iterable|object is", str(refused.value))


def test_the_log_tells_what_an_action_turned_up() -> None:
    table = Table(make_game("holdem", seats=2), seed=bytes(32))
    while table.turn:
        (seat,) = table.turn
        table.act(seat, next(each for each in table.view(seat).legal if each.verb in ("check", "call")))
    (board,) = (set(pile.cards) for pile in table.view(None).piles if pile.name == "board")
    turned = [each.turned for each in table.view(0).log if each.turned]
    assert [each.bit_count() for each in turned[:3]] == [3, 1, 1]
    assert set().union(*map(members, turned[:3])) == board


def test_play_gives_players_views_only_and_no_log() -> None:
    seen = []

    class First:
        def choose(self, view: Any, rng: Random) -> Action:
            seen.append(view)
            return view.legal[0]

    table = play(Gift(), [First()] * 3, SEED)
    assert table.over
    assert [view.seat for view in seen] == [0, 1, 2]
    assert all(view.log == () for view in seen)
    with pytest.raises(ValueError, match="3 seats, not 2"):
        play(Gift(), [First()] * 2, SEED)
