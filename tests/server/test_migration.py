"""A database from before there were clusters is carried over, and one from before more names looked alike."""

from __future__ import annotations

import contextlib
import zlib
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, event, text

from dealt.analysis import Analysis, Judged, Option, to_json
from dealt.server.store.archive import Stored, pack
from dealt.server.store.database import visits
from dealt.server.store.opening import MIGRATIONS, bring_up_to_date, engine_of, url_of
from dealt.server.store.store import Store


async def test_an_upgrade_that_was_broken_off_is_done_again(tmp_path: Path) -> None:
    """A room that was killed while it made its database, or with a full disk, opens it the next time."""
    made = 0
    for last in (*range(9, 100, 13), 1000):
        engine = engine_of(url_of(f"sqlite:///{tmp_path / 'new.db'}"))

        def stop(*_: Any, last: int = last) -> None:
            nonlocal made
            made += 1
            if made == last:
                raise KeyError("the room was killed")

        event.listen(engine.sync_engine, "before_cursor_execute", stop)
        made = 0
        with pytest.raises(KeyError) if last < 1000 else contextlib.nullcontext():
            await bring_up_to_date(engine)
        await engine.dispose()
    assert made > 100
    store = await Store.open(f"sqlite:///{tmp_path / 'new.db'}")
    await store.close()


async def test_all_keep_their_names_and_one_that_looks_like_them_now_is_theirs(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'old.db'}"
    engine = create_engine(address)
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    alike = "\u674e\u7700"  # the second character has an eye where the first name has a sun
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0009")
        for person, name, created in (("p", "\u674e\u660e", 1), ("q", alike, 2), ("r", "Clara", 3)):
            row = {"id": person, "name": name, "folded": name.casefold(), "at": created}
            connection.execute(
                text(
                    "insert into people (id, name, folded, token, created, seen)"
                    " values (:id, :name, :folded, :id, :at, 0)"
                ),
                row,
            )
            connection.execute(text("insert into looks (look, person_id) values (:folded, :id)"), row)
    engine.dispose()
    store = await Store.open(address)
    try:
        assert {row["id"]: row["name"] for row in await store.people.all()} == {
            "p": "\u674e\u660e",
            "q": alike,
            "r": "Clara",
        }
        for person, name in (("p", "\u674e\u660e"), ("q", alike), ("r", "dara")):
            found = await store.people.of_name(name)
            assert found is not None
            assert found["id"] == person
        await store.people.rename("q", "Bo")
        assert (await store.people.of_name(alike) or {})["id"] == "p"
    finally:
        await store.close()


async def test_looks_are_filled_and_nobody_stays_at_two_tables(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'old.db'}")
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0008")
        for person, name, created in (("p", "Anna", 1), ("q", "\N{GREEK CAPITAL LETTER ALPHA}nna", 2), ("r", "Ben", 3)):
            row = {"id": person, "name": name, "folded": name.casefold(), "token": person, "at": created}
            connection.execute(
                text(
                    "insert into people (id, name, folded, token, created, seen)"
                    " values (:id, :name, :folded, :token, :at, 0)"
                ),
                row,
            )
        for table, created, ended in (("a", 1, None), ("b", 2, None), ("c", 3, 4)):
            connection.execute(
                text("insert into tables (id, created, ended) values (:id, :at, :ended)"),
                {"id": table, "at": created, "ended": ended},
            )
        for table, person in (("a", "p"), ("b", "p"), ("c", "p"), ("a", "q"), ("c", "r")):
            connection.execute(
                text("insert into guests (table_id, person_id) values (:t, :p)"), {"t": table, "p": person}
            )
    engine.dispose()
    store = await Store.open(f"sqlite:///{tmp_path / 'old.db'}")
    try:
        assert {row.id: row.guests for row in await store.tables.living()} == {"a": ("q",), "b": ("p",)}
        anna, ben = await store.people.of_name("anna"), await store.people.of_name("ben")
        assert anna is not None
        assert ben is not None
        assert (anna["id"], ben["id"]) == ("p", "r")  # the older one has the look that both share
        assert len(await store.people.all()) == 3
    finally:
        await store.close()


async def test_where_people_have_been_is_read_from_events(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'old.db'}")
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    came = '{"event":"came","person":"%s","name":"%s"}'
    spoke = '{"event":"spoke","person":"p","text":"came"}'
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0011")
        connection.execute(text("insert into tables (id, created, term) values ('t', 1, 0), ('u', 2, 0)"))
        for table, n, payload in (("t", 3, came % ("q", "Ben")), ("t", 4, spoke), ("u", 1, came % ("p", "Anni"))):
            row = {"t": table, "n": n, "payload": payload}
            connection.execute(text("insert into events (table_id, n, at, payload) values (:t, :n, 0, :payload)"), row)
        packed = pack([Stored(1, 0.0, came % ("p", "Anna")), Stored(2, 0.0, spoke)])
        into = text("insert into archive (table_id, first, last, packed) values ('t', 1, 2, :packed)")
        connection.execute(into, {"packed": packed})
    engine.dispose()
    store = await Store.open(f"sqlite:///{tmp_path / 'old.db'}")
    try:
        rows = await store.read(visits.select())
        assert sorted((row["table_id"], row["person_id"], row["name"]) for row in rows) == [
            ("t", "p", "Anna"),
            ("t", "q", "Ben"),
            ("u", "p", "Anni"),
        ]
    finally:
        await store.close()


async def test_old_mistakes_get_their_kind_from_the_analysis(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'old.db'}")
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    judged = tuple(Judged(n, 0, Option(each, 0.0), Option("pass", 1.0)) for n, each in enumerate(("bid 3n", "play 3c")))
    packed = zlib.compress(to_json(Analysis("points", judged, (), (), ())).encode())
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0016")
        connection.execute(
            text("insert into people (id, name, folded, created, seen) values ('p', 'Anna', 'anna', 1, 1)")
        )
        connection.execute(text("insert into tables (id, created, term) values ('t', 1, 0)"))
        connection.execute(text("insert into analyses values ('t', 1, 1, :packed)"), {"packed": packed})
        for dealt in (1, 2):
            connection.execute(text("insert into deals values ('t', :dealt, 1, 'packed')"), {"dealt": dealt})
            connection.execute(
                text("insert into mistakes values ('p', 't', :dealt, 1, 'gift', 2, 'points', 3)"), {"dealt": dealt}
            )
    engine.dispose()
    store = await Store.open(f"sqlite:///{tmp_path / 'old.db'}")
    try:
        assert [(each.dealt, each.kind) for each in await store.analyses.mistakes("p")] == [(2, ""), (1, "play")]
    finally:
        await store.close()
