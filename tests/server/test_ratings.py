"""Rated tables: what counts for a rating, once whatever fails, and who is told of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from openskill.models import PlackettLuce
from sqlalchemy import select, text

from dealt.server.base.trouble import StoreError
from dealt.server.room.room import Room
from dealt.server.store.database import rated_deals, ratings
from dealt.server.store.opening import engine_of, file_of, keep_private, url_of
from dealt.server.store.ratings import ENOUGH
from dealt.server.store.store import Store
from dealt.session import events
from dealt.session.events import Counted, Rated
from tests.server.helpers import FakeLink, Message, later, open_room, play_deal, settings, until
from tests.server.test_room import people
from tests.server.test_snapshot import again
from tests.server.test_statistics import alembic
from tests.server.test_store import database as database
from tests.server.test_store import store as store

RATED = {"game": "gift", "rated": True, "computers": "hard,easy,normal"}


async def stored(room: Room, what: Any = ratings) -> list[Any]:
    async with room.store._reading() as connection:
        return list(await connection.execute(select(what)))


async def at_table(room: Room, *names: str, **how: Any) -> list[FakeLink]:
    """These people at a new rated table, the first of whom has opened it."""
    links = await people(room, *names)
    await links[0].do("create", **RATED | how)
    for link in links[1:]:
        await link.do("join", table=links[0].state["id"])
    if links[0].state["phase"] == "waiting":
        await links[0].do("start")
    return links


async def another(room: Room, links: list[FakeLink], rng: Random | None = None) -> None:
    """The deal of a table is played, and the next one begins."""
    await play_deal(room, links, rng)
    for link in links:
        await link.do("ready", step=link.state["step"])
    await until(lambda: links[0].state["phase"] == "playing")


def by_openskill(counted: list[Counted]) -> dict[str, tuple[float, float]]:
    """The ratings by the stored events alone."""
    model = PlackettLuce(tau=0.025)
    known: dict[str, Any] = {}
    for deal in (each for some in counted for each in some.rated):
        sides = [
            [known.get(who, model.rating()) if isinstance(who, str) else model.rating(who, 1.0) for who in side]
            for side in deal.sides
        ]
        for side, after in zip(deal.sides, model.rate(sides, ranks=deal.places), strict=True):
            known |= {who: new for who, new in zip(side, after, strict=True) if isinstance(who, str)}
    return {who: (each.mu, each.sigma) for who, each in known.items()}


async def counted(room: Room, table: str) -> list[Counted]:
    happened = [events.decode(each.payload) for each in await room.store.tables.events(table)]
    return [each for each in happened if isinstance(each, Counted)]


# --- what counts


async def test_the_first_deal_of_the_first_person_is_rated_and_all_ratings_follow_from_the_events(room: Room) -> None:
    links = await at_table(room, "Anna")
    assert (links[0].state["rated"], links[0].state["takeable"]) == ("rated", None)
    await play_deal(room, links)
    (row,) = await stored(room)
    assert (row.game, row.deals) == ("gift", 1)
    assert row.mu != 25
    (bert,) = await people(room, "Bert")
    await bert.do("join", table=links[0].state["id"])  # for the next deal
    for n in range(12):
        await links[0].do("ready", step=links[0].state["step"])
        if n == 0:
            links.append(bert)
        else:
            await bert.do("ready", step=bert.state["step"])
        await until(lambda: links[0].state["phase"] == "playing")
        await play_deal(room, links, Random(n))
    found = {each.person_id: (each.mu, each.sigma) for each in await stored(room)}
    expected = by_openskill(await counted(room, links[0].state["id"]))
    assert found == {who: (pytest.approx(mu), pytest.approx(sigma)) for who, (mu, sigma) in expected.items()}
    assert sorted(each.deals for each in await stored(room)) == [12, 13]
    gains: dict[str, float] = {}
    for each in await stored(room, rated_deals):
        gains[each.person_id] = gains.get(each.person_id, 25.0) + each.gain
    assert gains == {who: pytest.approx(mu) for who, (mu, _) in found.items()}


async def test_a_friendly_table_rates_nobody(room: Room) -> None:
    (anna,) = await people(room, "Anna")
    await anna.do("create", game="gift", computers="hard")
    await anna.do("start")
    await play_deal(room, [anna])
    assert (await stored(room), anna.state["rated"]) == ([], "")


async def test_partners_are_rated_as_a_side(room: Room) -> None:
    (anna,) = await people(room, "Anna")
    await anna.do("create", game="spades", rated=True, computers="beginner", now=True)
    await until(lambda: anna.state["phase"] == "playing")
    rng = Random(1)
    await play_deal(room, [anna], rng)
    (each,) = await counted(room, anna.state["id"])
    (rated,) = each.rated
    scores = anna.state["result"]["scores"]
    assert [len(side) for side in rated.sides] == [2, 2]
    assert rated.sides[0][0] == anna.person.id  # type: ignore[union-attr]
    assert rated.places[0] == (scores[0] < scores[1])


async def test_a_deal_that_somebody_left_is_in_nobodys_rating_and_the_next_one_is(room: Room) -> None:
    anna, bert = await at_table(room, "Anna", "Bert")
    await bert.do("leave")
    assert anna.state["rated"] == "interrupted"
    session = room.live_tables[anna.state["id"]].session
    assert again(session).interrupted  # a restart does not forget it
    await another(room, [anna])
    assert (await stored(room), anna.state["rated"]) == ([], "rated")
    await play_deal(room, [anna])
    assert [row.deals for row in await stored(room)] == [1]


async def test_a_deal_in_which_a_computer_stood_in_is_in_nobodys_rating(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, standin_after=0.0)) as room:
        anna, bert = await at_table(room, "Anna", "Bert")
        room.drop(bert)
        await until(lambda: anna.state["seats"][1]["standin"])
        await another(room, [anna])
        assert await stored(room) == []
        assert anna.state["rated"] == "interrupted"  # he is still away
        back = FakeLink(room)
        await back.do("hello", v=1, token=bert.token)
        await play_deal(room, [anna, back])
        assert await stored(room) == []  # a computer may have played for him


@pytest.mark.parametrize(
    "how",
    [
        {"set": "friday"},
        {"seed": "friends"},
        {"computers": "lowest"},
        {"computers": "hard,random,hard"},
        {"game": "blackjack", "computers": "normal"},
        {"game": "holdem", "computers": "normal"},
        {"game": "peek", "computers": "hard"},
    ],
)
async def test_nothing_is_rated_that_could_be_known_or_was_not_measured(room: Room, how: dict[str, str]) -> None:
    (anna,) = await people(room, "Anna")
    assert await anna.refused("create", **RATED | how) == "no_rating"


async def test_nobody_is_helped_and_nobody_comes_by_chance(room: Room) -> None:
    (anna,) = await at_table(room, "Anna")
    assert await anna.refused("hint", step=anna.state["step"]) == "rated_help"
    assert await anna.refused("odds", step=anna.state["step"]) == "rated_help"
    await play_deal(room, [anna])
    (bert, carl) = await people(room, "Bert", "Carl")
    await bert.do("quick", game="gift")
    assert bert.state["id"] != anna.state["id"]
    await until(lambda: anna.state["id"] in {each["id"] for each in carl.last("lobby")["tables"] if each["rated"]})
    await anna.do("ready", step=anna.state["step"])
    assert await carl.refused("join", table=anna.state["id"], now=True) == "no_takeover"


# --- once and for all


async def test_a_rating_moves_in_the_transaction_that_counts_the_deal(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    (anna,) = await at_table(room, "Anna")
    append = room.store.tables.append

    async def fails(*arguments: Any, **named: Any) -> None:
        if named.get("rated"):
            raise StoreError("gone")
        await append(*arguments, **named)

    async def lost(*arguments: Any, **named: Any) -> None:
        await append(*arguments, **named)
        if named.get("rated"):
            raise StoreError("the connection broke")

    for n, broken in enumerate((fails, lost), 1):
        monkeypatch.setattr(room.store.tables, "append", broken)
        await play_deal(room, [anna])
        monkeypatch.undo()
        await anna.do("chat", text="better")
        assert [row.deals for row in await stored(room)] == [n]
        await anna.do("ready", step=anna.state["step"])
        await until(lambda: anna.state["phase"] == "playing")
    expected = by_openskill(await counted(room, anna.state["id"]))
    assert [(row.mu, row.sigma) for row in await stored(room)] == [pytest.approx(each) for each in expected.values()]


def won(person: str, dealt: int, at: float = 0.0) -> Rated:
    return Rated(dealt, [[person], [25.0]], [0, 1], at or float(dealt))


async def test_the_same_deal_is_rated_once_and_who_is_gone_has_no_rating(store: Store) -> None:
    await store.tables.open("t", 0.0, ["x"])
    await store.people.add("a", "a", "a", "a", 0.0)
    both = Rated(1, [["a"], ["gone"]], [0, 1], 1.0)
    await store.tables.append("t", 2, 0.0, ["x"], game="g", rated=[both, won("a", 2)])
    await store.tables.append("t", 3, 0.0, ["x"], game="g", rated=[won("a", 2)])
    assert (await store.ratings.own("a", "g") or (0, 0))[1] == 2
    assert await store.ratings.own("gone", "g") is None
    with pytest.raises(StoreError):  # an event that is there already: nothing of it is stored
        await store.tables.append("t", 3, 0.0, ["x"], game="g", rated=[won("a", 3)])
    assert len(await store.ratings.course("a", "g")) == 2
    await store.people.forget(["a"])
    assert await store.ratings.course("a", "g") == []
    await store.tables.append("t", 4, 0.0, ["x"], game="g", rated=[won("a", 4)])
    assert await store.ratings.own("a", "g") is None


async def test_many_tables_rate_the_same_person_one_after_the_other(store: Store) -> None:
    await store.people.add("a", "a", "a", "a", 0.0)
    for n in range(20):
        await store.tables.open(f"t{n}", 0.0, ["x"])
    await asyncio.gather(
        *(store.tables.append(f"t{n}", 2, 0.0, ["x"], game="g", rated=[won("a", 1, n + 1)]) for n in range(20))
    )
    course = await store.ratings.course("a", "g")
    assert [each.rating for each in course] == sorted({each.rating for each in course})
    assert (await store.ratings.own("a", "g") or (0, 0))[1] == len(course) == 20


async def test_a_database_of_before_rates_who_was_there(database: str) -> None:
    if file := file_of(url_of(database)):
        keep_private(file)
    engine = engine_of(url_of(database))
    async with engine.begin() as connection:
        await connection.run_sync(lambda it: alembic(it, command.upgrade, "0011"))
        await connection.execute(
            text("insert into people (id, name, folded, created, seen) values ('a', 'Anna', 'anna', 1, 2)")
        )
        await connection.execute(text("insert into tables (id, created) values ('t', 1)"))
        await connection.execute(text("insert into events (table_id, n, at, payload) values ('t', 1, 1, 'one')"))
        await connection.execute(text("insert into results values ('a', 't', 1, 'g', 3, true, 1)"))
    await engine.dispose()
    store = await Store.open(database)
    try:
        assert await store.ratings.own("a", "g") is None
        await store.tables.append("t", 2, 0.0, ["two"], game="g", rated=[won("a", 2)])
        assert (await store.ratings.own("a", "g") or (0, 0))[1] == 1
        assert len(await store.statistics.tallies("a")) == 1
    finally:
        await store.close()


# --- who is told


async def told(link: FakeLink, **fields: Any) -> Message:
    await link.do("ratings", game="gift", **fields)
    return link.last("ratings")


async def test_nobody_is_listed_before_twenty_deals_and_a_week_ends_on_sunday(room: Room) -> None:
    (anna,) = await at_table(room, "Anna")
    levels = ["expert", "hard", "normal", "easy", "beginner"]
    found = await told(anna)
    assert [(each["name"], each["rating"], each["error"]) for each in found["players"]] == [
        (name, 1800 - 150 * n, 120) for n, name in enumerate(levels)
    ]
    assert all(each["computer"] for each in found["players"])
    assert (found["enough"], found["own"], found["course"]) == (ENOUGH, None, [])
    for _ in range(ENOUGH - 1):
        await another(room, [anna])
    found = await told(anna)
    assert (len(found["players"]), found["own"]["deals"], len(found["course"])) == (5, ENOUGH - 1, ENOUGH - 1)
    assert (await told(anna, week=True))["players"] == []
    await play_deal(room, [anna])
    found, week = await told(anna), await told(anna, week=True)
    (mine,) = [each for each in found["players"] if not each["computer"]]
    assert mine == found["own"]
    assert (mine["name"], mine["deals"]) == ("Anna", ENOUGH)
    assert found["course"][-1]["rating"] == mine["rating"]
    assert [each["rating"] for each in found["players"]] == sorted(
        (each["rating"] for each in found["players"]), reverse=True
    )
    (gained,) = week["players"]
    assert abs(gained["gain"] - (mine["rating"] - 1500)) <= 1
    later(room, 7 * 86400)
    assert (await told(anna, week=True))["players"] == []
    assert len((await told(anna))["players"]) == 6
    assert await anna.refused("ratings", game="nonsense") == "no_game"
