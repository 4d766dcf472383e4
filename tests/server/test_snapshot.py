"""Snapshots, deals in rows of their own, and tables that are restored when somebody asks for them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from alembic import command
from sqlalchemy import create_engine

from dealt.game import Past
from dealt.games import GAMES
from dealt.mix import seal_of
from dealt.server.base.trouble import StoreError
from dealt.server.room.questions import RECORD_PIECE
from dealt.server.room.room import Room
from dealt.server.store import archive
from dealt.server.store.stored_devices import token_hash
from dealt.server.store.tables import Tables
from dealt.session import dealing, events, fold, seeds, snapshot
from dealt.session.deals import CannotWrite, pack_deal, read_past, unpack_deal, unpack_record, write_past
from dealt.session.session import Session
from dealt.table import Match, Record, Table, commitment, seed_of
from dealt.wire.refusal import Refused
from tests.house import variants, walk
from tests.server.helpers import FakeLink, open_room, play_deal, settings, until
from tests.server.test_room import people, seated
from tests.server.test_session import Play, _random_command, opened
from tests.server.test_statistics import alembic
from tests.server.toys import TOYS

# --- a session and its snapshot


def picture(session: Session) -> dict[str, Any]:
    """Everything that a session remembers, but the deals that the store has."""
    plain = {name: value for name, value in vars(session).items() if name not in ("game", "match", "played")}
    plain["guests"] = list(session.guests.items())
    plain["mixing"] = vars(session.mixing)
    match = session.match
    if match is not None:
        plain["match"] = {name: value for name, value in vars(match).items() if name not in ("game", "table")}
        table = match.table
        assert table is not None
        plain["table"] = [table.seed, table.past, table.states, table.moves]
    return plain


def again(session: Session) -> Session:
    """The session that a snapshot makes."""
    found = snapshot.read(snapshot.take(session))
    assert found is not None
    return snapshot.resume(session.id, found, session.game)


@pytest.mark.parametrize("game", ["gift", "peek", "bigtwo", "hearts"])
def test_a_snapshot_makes_the_same_session(game: str) -> None:
    """Whatever happens, and wherever it is taken: whoever adds something to a session adds it to its snapshot."""
    for start in range(3):
        rng, play = Random(start), Play(game)
        play.come("a")
        for _ in range(100):
            s = play.session
            if s.ended:
                break
            try:
                play.do(_random_command(rng, s, rng.choice("abcdef")))
            except Refused:
                continue
            restored = again(play.session)
            assert repr(picture(restored)) == repr(picture(play.session))
        whole = Session("table", opened(game), TOYS[game].make(), 0.0)
        for n, each in enumerate(play.happened[1:], 1):
            fold.apply(whole, each, float(n))
            if rng.random() < 0.1:
                whole = again(whole)
        assert repr(picture(whole)) == repr(picture(play.session))


def test_what_has_come_for_a_seed_is_in_the_snapshot() -> None:
    play, given = Play("gift"), bytes(range(32))
    play.come("a", "b")
    s = play.session
    assert s.promised is not None
    promise = commitment(s.promised)
    for happened in (
        seeds.seal(s, "a", promise, seal_of(given)),
        dealing.start(s, "a", lambda person: True),
        [events.SealsClosed()],
        [events.Contributed(0, given.hex())],
        [events.DealBegan()],
    ):
        for each in happened:
            fold.apply(s, each, float(s.n))
            assert repr(picture(again(s))) == repr(picture(s))
    assert s.mix is not None
    assert s.mix.seats[0] is not None


def test_a_snapshot_of_another_format_is_not_read() -> None:
    play = Play("peek")
    play.come("a")
    raw = msgspec.json.decode(snapshot.take(play.session))
    assert snapshot.read(msgspec.json.encode(raw)) is not None
    assert snapshot.read(msgspec.json.encode({**raw, "format": 0})) is None
    assert snapshot.read(msgspec.json.encode({**raw, "new": 0})) is None
    assert snapshot.read(b"rubbish") is None


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.turns(3)
@pytest.mark.slow
def test_the_past_of_every_game_can_be_written(name: str) -> None:
    for label, game in variants().items():
        if label.partition(":")[0] != name:
            continue
        rng, match = Random(label), Match(game)
        for n in range(3 if "=" not in label else 2):
            table = match.deal(seed_of(label, n))
            back = read_past(game, write_past(game, table.past))
            assert repr(back) == repr(table.past)
            assert game.deal(Random(1), back) == game.deal(Random(1), table.past)
            if n == 1 and "=" in label:
                break  # what differs by an option is written alike after every deal
            walk(table, rng)
            if match.end():
                break


def test_a_state_that_would_change_on_its_way_is_not_written() -> None:
    @dataclass(frozen=True)
    class Sly:
        held: Any

    game = TOYS["peek"].make()
    game.deal = lambda rng, past=None: Sly(())  # type: ignore[method-assign]
    assert write_past(game, None) == ""
    assert read_past(game, write_past(game, Past(Sly(3), (0,), 1))) == Past(Sly(3), (0,), 1)
    for held in ((1, 2), {3}, object(), lambda: 0):
        with pytest.raises(CannotWrite):
            write_past(game, Past(Sly(held), (0,), 1))


def test_a_deal_comes_back_as_it_was() -> None:
    play = Play("bigtwo")
    play.come("a")
    play.do(dealing.start(play.session, "a"))
    play.over()
    (played,) = play.session.played
    packed = pack_deal(play.session.game, played)
    assert unpack_deal(play.session.game, 1, 0, 1, packed) == played
    assert unpack_record(packed) == played.deal
    assert play.session.match is not None
    assert play.session.match.record_of([played.deal]).verify(lambda name, **options: TOYS[name].make(None, **options))


def test_a_match_that_keeps_no_deals_has_no_record() -> None:
    game, rng = TOYS["peek"].make(), Random(1)
    match: Match[Any] = Match(game, keep=False)
    for n in range(2):
        table: Table[Any] = match.deal(seed_of("x", n))
        while turn := table.turn:
            table.act(turn[0], rng.choice(table.view(0).legal))
        match.end()
    with pytest.raises(ValueError, match="not kept"):
        match.record()
    assert Match.resume(game, match.progress()).progress() == match.progress()


# --- a room that opens again


def count(folder: Path, table: str) -> int:
    with sqlite3.connect(folder / "dealt.db") as plain:
        found = int(plain.execute(f"select count(*) from {table}").fetchone()[0])
    plain.close()
    return found


async def play_on(room: Room, links: list[FakeLink], deals: int) -> None:
    """Play some deals, the last one to its end."""
    for n in range(deals):
        if links[0].state["phase"] in ("over", "final"):
            for link in links:
                await link.do("ready", step=links[0].state["step"])
        await play_deal(room, links, Random(n))
    live = links[0].live
    assert live is not None
    await until(lambda: not live.keeper.busy)


async def test_a_table_is_restored_when_somebody_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def beforehand(tables: Tables) -> list[str]:
        raise StoreError("nothing is restored before somebody asks")

    monkeypatch.setattr(Tables, "last_used", beforehand)
    config = settings(tmp_path)
    async with open_room(config) as room:
        anna, bert = await people(room, "Anna", "Bert")
        await anna.do("create", game="gift", preset="long")
        await bert.do("join", table=anna.state["id"])
        await anna.do("start")
        await play_on(room, [anna, bert], 4)
        before = anna.last("table")
        await anna.do("record")
        record = anna.last("record")["record"]
        happened = await room.store.tables.events(before["id"])
    assert count(tmp_path, "snapshots") == 1
    assert count(tmp_path, "deals") == 3
    assert count(tmp_path, "events") < len(happened) / 2
    async with open_room(config) as room:
        assert (room.live_tables, len(room.tables)) == ({}, 1)
        watcher = await FakeLink(room).come("Carl")
        (shown,) = watcher.last("lobby")["tables"]
        assert (shown["id"], shown["deals"], [each["name"] for each in shown["seats"]][:2]) == (
            before["id"],
            4,
            ["Anna", "Bert"],
        )
        assert room.live_tables == {}
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        assert back.last("you")["table"] == before["id"]
        assert list(room.live_tables) == [before["id"]]
        ours = {"clock_ms", "log_from", "log", "seats"}
        now = back.last("table")
        assert {k: v for k, v in now.items() if k not in ours} == {k: v for k, v in before.items() if k not in ours}
        await back.do("record")
        assert back.last("record")["record"] == record
        for deal in range(4):
            await back.do("replay", deal=deal)
            assert back.last("replay")["deals"] == 4
            assert back.last("replay")["scores"] == list(Record.from_json(record).deals[deal].scores or ())
        assert await back.refused("replay", deal=4) == "no_replay"
        assert await room.store.tables.events(before["id"]) == happened
        other = FakeLink(room)
        await other.do("hello", v=1, token=bert.token)
        assert other.last("table")["step"] == before["step"]
        await watcher.do("join", table=before["id"])
        assert len(room.live_tables) == 1


@pytest.mark.parametrize("deals", [1, 2, 3])
async def test_without_a_snapshot_all_events_make_the_table(tmp_path: Path, deals: int) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        await play_on(room, [anna], deals)
        before = anna.last("table")
    with sqlite3.connect(tmp_path / "dealt.db") as plain:
        plain.execute("update snapshots set written = 'rubbish'")
        plain.execute("delete from deals")
    plain.close()
    async with open_room(config) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        ours = {"log_from": 0, "log": []}
        assert {**back.last("table"), **ours} == {**before, **ours}
        await back.do("replay", deal=0)
        await back.do("ready", step=before["step"])
        await until(lambda: not back.live.session.played)  # type: ignore[union-attr]
    assert count(tmp_path, "deals") == deals


async def test_who_is_at_a_table_is_known_before_it_is_restored(tmp_path: Path) -> None:
    """A name is not free, and nobody is forgotten, because the table has not been restored yet."""
    config = settings(tmp_path, name_after=0.0, people=2)
    async with open_room(config) as room:
        await seated(room, "gift", "Anna", "Bert")
    async with open_room(config) as room:
        assert [each.at_table for each in room.people] == [True, True]
        carl = FakeLink(room)
        carl.address = "192.0.2.1"
        await carl.do("hello", v=1)
        assert await carl.refused("name", name="Anna") == "name_taken"
        assert await carl.refused("name", name="Carl") == "too_many_people"
        carl.address = ""  # theirs
        await carl.do("name", name="Anna")
        await until(lambda: [each.name for each in room.people if each.live] == ["Bert"])


async def test_equal_wishes_restore_a_table_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        links = await seated(room, "gift", "Anna", "Bert", "Carl")
    async with open_room(config) as room:
        made = 0
        restoring = room.tables.restoring
        replayed = restoring._replayed

        async def counted(*arguments: Any) -> Session:
            nonlocal made
            made += 1
            await asyncio.sleep(0.05)
            return await replayed(*arguments)

        monkeypatch.setattr(restoring, "_replayed", counted)
        back = [FakeLink(room) for _ in links]
        await asyncio.gather(*(a.do("hello", v=1, token=b.token) for a, b in zip(back, links, strict=True)))
        assert (made, len(room.live_tables)) == (1, 1)
        assert len({id(link.live) for link in back}) == 1


@pytest.mark.slow
async def test_tables_that_are_asked_for_at_once_are_read_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds of people at once: a connection for each table would be too many for the database."""
    config = settings(tmp_path)
    async with open_room(config) as room:
        links = await people(room, *(f"P{n}" for n in range(40)))
        for link in links:
            await link.do("create", game="peek")
    async with open_room(config) as room:
        asked, stored = list[int](), room.store.tables.stored

        async def counted(ids: Sequence[str]) -> Any:
            if not asked:  # meanwhile the others ask
                await until(lambda: len(room.tables.restoring.reading._asked) == len(links))
            asked.append(len(ids))
            return await stored(ids)

        monkeypatch.setattr(room.store.tables, "stored", counted)
        back = [FakeLink(room) for _ in links]
        await asyncio.gather(*(a.do("hello", v=1, token=b.token) for a, b in zip(back, links, strict=True)))
        assert [link.state["phase"] for link in back] == ["playing"] * 40
        assert (sum(asked), len(asked) < 5) == (40, True)


async def test_events_that_were_packed_after_the_newest_snapshot_are_read(tmp_path: Path) -> None:
    """As a room leaves them that ends while it packs many."""
    config = settings(tmp_path)
    async with open_room(config) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        await play_on(room, [anna], 2)
        before, n = anna.last("table"), anna.live.session.n  # type: ignore[union-attr]
        await room.store.writer.do(partial(archive.pack_events, table=before["id"], n=n))
    assert count(tmp_path, "events") == 0
    async with open_room(config) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        ours = {"log_from": 0, "log": []}
        assert {**back.last("table"), **ours} == {**before, **ours}


async def test_a_database_that_fails_meanwhile_loses_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
    async with open_room(config) as room:

        async def broken(*_: Any) -> Any:
            raise StoreError("it does not answer")

        monkeypatch.setattr(room.store.tables, "stored", broken)
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        assert back.closed == (1013, "storage")
        monkeypatch.undo()
        again = FakeLink(room)
        await again.do("hello", v=1, token=anna.token)
        assert again.last("table")["phase"] == "playing"


async def test_a_snapshot_that_is_not_stored_is_stored_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")

        async def broken(*_: Any, **__: Any) -> Any:
            raise StoreError("full")

        with monkeypatch.context() as patch:
            patch.setattr(room.store.tables, "put_away", broken)
            await play_on(room, [anna], 3)
        session = room.live_tables[anna.state["id"]].session
        assert len(session.played) == 3
        await anna.do("record")
        assert len(Record.from_json(anna.last("record")["record"]).deals) == 3
        await play_on(room, [anna], 1)
        assert len(session.played) == 1
        await anna.do("record")
        assert len(Record.from_json(anna.last("record")["record"]).deals) == 4


async def test_undone_actions_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealt.server.room.keeping.MOST_LOOSE", 20)
    async with open_room(settings(tmp_path)) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        for _ in range(30):
            await anna.act()
            await anna.do("undo", step=anna.state["step"])
        live = room.live_tables[anna.state["id"]]
        await until(lambda: not live.keeper.busy)
        assert len(await room.store.tables.events(live.session.id)) == live.session.n
    assert count(tmp_path, "events") < 25


async def test_a_table_whose_states_can_t_be_written_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> str:
        raise CannotWrite("no")

    monkeypatch.setattr("dealt.session.deals.write_past", broken)
    monkeypatch.setattr("dealt.session.snapshot.write_past", broken)
    config = settings(tmp_path)
    async with open_room(config) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        await play_on(room, [anna], 3)
        await anna.do("replay", deal=1)
        await anna.do("record")
        assert len(Record.from_json(anna.last("record")["record"]).deals) == 3
    assert count(tmp_path, "snapshots") == 0
    async with open_room(config) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        assert back.last("table")["step"] == anna.last("table")["step"]


async def test_a_long_record_comes_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealt.server.room.questions.RECORD_PIECE", 100)
    monkeypatch.setattr("dealt.server.store.archive.MOST_PACKED", 10)
    async with open_room(settings(tmp_path)) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        await play_on(room, [anna], 3)
        await anna.do("record")
        pieces = anna.messages("record")
        assert [each["more"] for each in pieces] == [True] * (len(pieces) - 1) + [False]
        assert max(len(each["record"]) for each in pieces) == 100 < RECORD_PIECE
        assert len(Record.from_json("".join(each["record"] for each in pieces)).deals) == 3
        stored = await room.store.tables.events(anna.state["id"])
        assert [each.n for each in stored] == list(range(1, len(stored) + 1))


@pytest.mark.slow
async def test_ten_thousand_deals_leave_nothing_in_memory(tmp_path: Path) -> None:
    """Forty stand for them: what a table keeps does not grow."""
    async with open_room(settings(tmp_path)) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        live = room.live_tables[anna.state["id"]]
        for _ in range(10):
            await play_on(room, [anna], 4)
            assert len(live.session.played) <= 1
            assert live.session.match is not None
            assert len(live.session.match._deals) == 1
    assert count(tmp_path, "deals") == 39


# --- databases from before


async def test_a_database_without_snapshots_is_brought_up_to_date(tmp_path: Path) -> None:
    """Tables that were stored by the version before go on, with their guests, records and replays."""
    play = Play("peek")
    play.come("a")
    for _ in range(3):
        play.over()
        play.do(dealing.ready(play.session, "a", play.session.step))
    file = tmp_path / "dealt.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        alembic(connection, command.upgrade, "0003")
    engine.dispose()
    with sqlite3.connect(file) as plain:
        plain.execute("insert into people values ('a', 'Anna', 'anna', ?, 1.0, 2.0)", [token_hash("x" * 43)])
        plain.execute("insert into tables values ('table', 1.0, null)")
        rows = [("table", n, float(n), events.encode(each).decode()) for n, each in enumerate(play.happened, 1)]
        plain.executemany("insert into events values (?, ?, ?, ?)", rows)
    plain.close()
    config = settings(tmp_path)
    async with open_room(config) as room:
        assert [(each.id, each.guests) for each in await room.store.tables.living()] == [("table", ("a",))]
        link = FakeLink(room)
        await link.do("hello", v=1, token="x" * 43)
        assert (link.last("table")["step"], link.last("table")["deal"]) == (play.session.step, 4)
        await until(lambda: not room.live_tables["table"].session.played)
        await link.do("record")
        assert len(Record.from_json(link.last("record")["record"]).deals) == 3
        await link.do("replay", deal=1)
        assert [each.payload for each in await room.store.tables.events("table")][: len(rows)] == [
            row[3] for row in rows
        ]
    assert count(tmp_path, "deals") == 3


@pytest.mark.slow
async def test_tables_are_restored_before_anybody_asks_the_one_last_used_first(tmp_path: Path) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        links = await people(room, *(f"P{n}" for n in range(20)))
        for link in links:
            await link.do("create", game="peek")
        await links[3].act()
        before = {link.state["id"]: link.state["step"] for link in links}
    async with open_room(config) as room:
        assert (len(room.tables), len(room.live_tables)) == (20, 0)
        assert (await room.store.tables.last_used())[0] == links[3].state["id"]
        await until(lambda: not room.tables._rows)
        assert {id: live.session.step for id, live in room.live_tables.items()} == before  # noqa: A001
        assert all(live.audience.resting for live in room.live_tables.values())
