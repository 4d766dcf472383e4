"""How people do is counted once for each deal, whatever fails, and only for who sat there at its end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import select, text

from dealt.server.base.trouble import StoreError
from dealt.server.room.room import Room
from dealt.server.store.database import archive, deals, results, snapshots
from dealt.server.store.database import events as stored_events
from dealt.server.store.opening import MIGRATIONS, engine_of, file_of, keep_private, url_of
from dealt.server.store.store import Store
from dealt.session import dealing, events, fold
from dealt.session.events import Counted, Scored
from dealt.session.session import Session
from dealt.wire.protocol import Tally
from tests.server.helpers import Face, FakeLink, Message, later, open_room, play_deal, serve, settings, until
from tests.server.test_room import people, seated
from tests.server.test_store import database as database
from tests.server.test_store import store as store
from tests.server.toys import OWN, TOYS


async def tallies(link: FakeLink) -> dict[str, Message]:
    await link.do("statistics")
    return {each["game"]: each for each in link.last("statistics")["tallies"]}


async def rows(room: Room) -> list[Any]:
    async with room.store._reading() as connection:
        return list(await connection.execute(select(results).order_by(results.c.table_id, results.c.dealt)))


# --- what is counted


async def test_the_deals_of_an_evening(tmp_path: Path) -> None:
    async with serve(settings(tmp_path), OWN) as room, Face.open(room.ws) as face:
        luck = Random(1)
        room.room.runtime.randomness = lambda: luck.randbytes(32)  # type: ignore[method-assign]
        await face.come("Anna")
        assert (await face.ask("statistics", "statistics"))["tallies"] == []
        await face.send("quick", game="peek")
        won: list[bool] = []
        for deals in range(1, 7):
            state = await face.play()
            won.append(state["result"]["winners"] == [0])
            (tally,) = (await face.ask("statistics", "statistics"))["tallies"]
            length = next((n for n in range(deals) if won[-1 - n] != won[-1]), deals)
            rows_of_wins = "".join("x" if each else " " for each in won).split()
            assert tally == {
                "game": "peek",
                "deals": deals,
                "won": sum(won),
                "average": pytest.approx(sum(won) / deals),
                "streak": length if won[-1] else -length,
                "best_streak": max(map(len, rows_of_wins), default=0),
                "low": False,
            }
            await face.send("deal", step=state["step"])
            await face.hear("table", lambda s: s["phase"] == "playing")
        assert len(set(won)) == 2


async def test_a_deal_that_is_given_up_counts_and_one_that_is_repeated_does_not(room: Room) -> None:
    (anna,) = await people(room, "Anna")
    await anna.do("create", game="peek")
    await anna.act()
    await anna.do("deal", step=anna.state["step"])
    assert (await tallies(anna))["peek"] | {"average": 0} == {
        "game": "peek",
        "deals": 1,
        "won": 0,
        "average": 0,
        "streak": -1,
        "best_streak": 0,
        "low": False,
    }
    await anna.do("deal", step=anna.state["step"], same=True)  # the second one is given up: counted
    await play_deal(room, [anna])  # its repetition is not
    await anna.do("deal", step=anna.state["step"], same=True)
    await anna.do("deal", step=anna.state["step"], same=True)
    assert (await tallies(anna))["peek"]["deals"] == 2
    await anna.do("deal", step=anna.state["step"])
    assert (await tallies(anna))["peek"]["deals"] == 2
    await play_deal(room, [anna])  # a new one is
    assert (await tallies(anna))["peek"]["deals"] == 3
    assert [row.dealt for row in await rows(room)] == [1, 2, 6]


@pytest.mark.slow
async def test_it_counts_for_who_sits_there_at_the_end(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, standin_after=0.0)) as room:
        anna, bert, carl = await seated(room, "bigtwo", "Anna", "Bert", "Carl")
        dora = await FakeLink(room).come("Dora")
        await anna.do("start")
        await dora.do("join", table=anna.state["id"])  # watches, and waits for a seat
        await bert.do("leave")
        room.drop(carl)
        await until(lambda: anna.state["seats"][2]["standin"])
        await play_deal(room, [anna])
        back = FakeLink(room)
        await back.do("hello", v=1, token=carl.token)
        scores = anna.state["result"]["scores"]
        for link, seat in ((anna, 0), (back, 2)):
            tally = (await tallies(link))["bigtwo"]
            assert (tally["deals"], tally["average"]) == (1, scores[seat])
            assert tally["won"] == (seat in anna.state["result"]["winners"])
        assert await tallies(bert) == await tallies(dora) == {}
        assert len(await rows(room)) == 2


async def test_who_is_forgotten_leaves_no_results(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, forget_after=0.0)) as room:
        anna, bert = await people(room, "Anna", "Bert")
        for link in (anna, bert):
            await link.do("create", game="peek")
            await play_deal(room, [link])
        assert len(await rows(room)) == 2
        await anna.do("bye")
        assert len(await rows(room)) == 1
        await bert.do("leave")
        room.drop(bert)
        later(room, 3700)
        await room.tidy()
        assert await rows(room) == []


async def test_results_outlive_their_table(tmp_path: Path) -> None:
    config = settings(tmp_path, keep_tables=0.0)
    async with open_room(config) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        await play_deal(room, [anna])
        await anna.do("leave")
        later(room, 3700)
        await room.tidy()
    async with open_room(config) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        assert (await tallies(back))["peek"]["deals"] == 1


# --- once and for all


async def test_a_result_is_counted_in_the_transaction_of_its_event(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database fails at the moment of counting: nothing of it is there, and later all of it, once."""
    (anna,) = await people(room, "Anna")
    await anna.do("create", game="peek")
    session, append = room.live_tables[anna.state["id"]].session, room.store.tables.append

    async def fails(*arguments: Any, scored: Any = (), **named: Any) -> None:
        if scored:
            raise StoreError("gone")
        await append(*arguments, **named)

    monkeypatch.setattr(room.store.tables, "append", fails)
    await play_deal(room, [anna])
    assert (await rows(room), len(session.uncounted)) == ([], 1)
    monkeypatch.undo()
    await anna.do("chat", text="better")
    assert ([row.dealt for row in await rows(room)], session.uncounted) == ([1], [])


async def test_a_count_whose_answer_is_lost_is_not_repeated(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    (anna,) = await people(room, "Anna")
    await anna.do("create", game="peek")
    append = room.store.tables.append

    async def lost(*arguments: Any, **named: Any) -> None:
        await append(*arguments, **named)
        if named.get("scored"):
            raise StoreError("the connection broke")

    monkeypatch.setattr(room.store.tables, "append", lost)
    await play_deal(room, [anna])
    monkeypatch.undo()
    await anna.do("chat", text="better")
    assert [row.dealt for row in await rows(room)] == [1]
    stored = [events.decode(each.payload) for each in await room.store.tables.events(anna.state["id"])]
    assert sum(isinstance(each, Counted) for each in stored) == 1


@pytest.mark.slow
async def test_a_room_that_died_before_counting_counts_when_it_opens(tmp_path: Path) -> None:
    """The events end with the last action of a deal, as after a kill, or as an older version left them."""
    config = settings(tmp_path)
    async with open_room(config) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        await play_deal(room, [anna])
        await anna.do("deal", step=anna.state["step"])
        await play_deal(room, [anna])
        await asyncio.sleep(0)
        await unpacked(room, anna.state["id"])
        counted = [n for n in await room.store.tables.events(anna.state["id"]) if "counted" in n.payload]
        table, average = anna.state["id"], (await tallies(anna))["peek"]["average"]
        async with room.store._engine.begin() as connection:
            await connection.execute(results.delete())
            await connection.execute(
                text("delete from events where table_id = :t and n >= :n"), {"t": table, "n": counted[-1].n}
            )
            # the first deal was counted by nobody either
            await connection.execute(
                text("update events set payload = :p where table_id = :t and n = :n"),
                {"t": table, "n": counted[0].n, "p": events.encode(events.Spoke(anna.person.id, "x")).decode()},  # type: ignore[union-attr]
            )
    for _ in range(2):
        async with open_room(config) as room:
            back = FakeLink(room)
            await back.do("hello", v=1, token=anna.token)
            tally = (await tallies(back))["peek"]
            assert (tally["deals"], tally["average"]) == (2, average)
            assert [row.dealt for row in await rows(room)] == [1, 2]


# --- the database


async def unpacked(room: Room, table: str) -> None:
    """Let a table be stored as versions without snapshots left it."""
    await until(lambda: not room.live_tables[table].keeper.busy)
    happened = await room.store.tables.events(table)
    async with room.store._engine.begin() as connection:
        for each in (archive, deals, snapshots, stored_events):
            await connection.execute(each.delete().where(each.c.table_id == table))
        rows = [{"table_id": table, "n": each.n, "at": each.at, "payload": each.payload} for each in happened]
        await connection.execute(stored_events.insert(), rows)


def scored(person: str, dealt: int, *, won: bool, at: float = 0.0) -> Scored:
    return Scored(person, dealt, 2.0 if won else -1.0, won, at or float(dealt))


@pytest.mark.slow
async def test_tallies_agree_with_counting_by_hand(store: Store) -> None:
    rng = Random(4)
    await store.tables.open("t", 0.0, ["x"])
    for person in "ab":
        await store.people.add(person, person, person, person, 0.0)
    history: dict[tuple[str, str], list[bool]] = {}
    for n in range(2, 82):
        game, luck = rng.choice(["one", "two", "three"]), rng.random() < 0.6
        await store.tables.append("t", n, 0.0, ["x"], game=game, scored=[scored(each, n, won=luck) for each in "ab"])
        for each in "ab":
            history.setdefault((each, game), []).append(luck)
    for person in "ab":
        found = {each.game: each for each in await store.statistics.tallies(person)}
        for game in ("one", "two", "three"):
            outcomes = history[person, game]
            best = run = 0
            for each in outcomes:
                run = max(run, 0) + 1 if each else min(run, 0) - 1
                best = max(best, run)
            average = sum(2.0 if each else -1.0 for each in outcomes) / len(outcomes)
            expected = Tally(game, len(outcomes), sum(outcomes), pytest.approx(average), run, best, low=False)
            assert found[game] == expected
    assert await store.statistics.tallies("nobody") == []


async def test_no_result_is_stored_twice_or_for_nobody(store: Store) -> None:
    await store.tables.open("t", 0.0, ["x"])
    await store.people.add("a", "a", "a", "a", 0.0)
    await store.tables.append(
        "t", 2, 0.0, ["x"], game="g", scored=[scored("a", 1, won=True), scored("gone", 1, won=True)]
    )
    await store.tables.append("t", 3, 0.0, ["x"], game="g", scored=[scored("a", 1, won=False)])
    assert await store.statistics.tallies("a") == [Tally("g", 1, 1, 2.0, 1, 1, low=False)]
    assert await store.statistics.tallies("gone") == []
    with pytest.raises(StoreError):  # an event that is there already: its result is not stored either
        await store.tables.append("t", 3, 0.0, ["x"], game="g", scored=[scored("a", 2, won=True)])
    assert len(await store.statistics.tallies("a")) == 1
    await store.people.forget(["a"])
    assert await store.statistics.tallies("a") == []
    await store.tables.append("t", 4, 0.0, ["x"], game="g", scored=[scored("a", 3, won=True)])  # forgotten meanwhile


@pytest.mark.slow
async def test_a_database_of_the_first_version_is_brought_up_to_date(database: str) -> None:
    if file := file_of(url_of(database)):
        keep_private(file)
    engine = engine_of(url_of(database))
    async with engine.begin() as connection:
        await connection.run_sync(lambda it: alembic(it, command.upgrade, "0001"))
    await engine.dispose()
    old = await _old(database)
    (anna,) = await old.people.all()
    assert [each.payload for each in await old.tables.events("t")] == ["one"]
    assert (anna["name"], await old.statistics.tallies("a")) == ("Anna", [])
    await old.tables.append("t", 2, 0.0, ["two"], game="g", scored=[scored("a", 1, won=True)])
    assert len(await old.statistics.tallies("a")) == 1
    await old.close()


async def _old(database: str) -> Store:
    """A store over a database with the first schema and something in it."""
    engine = engine_of(url_of(database))
    async with engine.begin() as connection:
        assert (await connection.execute(text("select version_num from alembic_version"))).scalar() == "0001"
        await connection.execute(text("insert into people values ('a', 'Anna', 'anna', 'hash', 1.0, 2.0)"))
        await connection.execute(text("insert into tables values ('t', 1.0, null)"))
        await connection.execute(text("insert into events values ('t', 1, 1.0, 'one')"))
    await engine.dispose()
    return await Store.open(database)


def alembic(connection: Any, what: Any, revision: str) -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    what(config, revision)


def test_what_is_counted_is_made_of_the_events() -> None:
    """The rows are the session's, so that they come out the same after a restart."""
    opened = events.Opened("peek", 1, {}, False, 0, "instant", "random")
    session = Session("t", opened, TOYS["peek"].make(), 0.0)
    happened: list[events.Event] = [
        events.SeedDrawn("11" * 32),
        events.Came("a", "Anna", 0),
        events.DealBegan(),
        events.SeedDrawn("22" * 32),
        events.GaveUp("a"),
        events.DealBegan(same=True),
    ]
    fold.apply_all(session, ((each, float(n)) for n, each in enumerate(happened)))
    assert dealing.follow(session, lambda: b"3" * 32) == [Counted([Scored("a", 1, 0.0, False, 4.0)])]
    fold.apply(session, Counted([Scored("a", 1, 0.0, False, 4.0)]), 6.0)
    assert dealing.follow(session, lambda: b"3" * 32) == []
    assert session.promised == bytes.fromhex("22" * 32)
