"""What a table is like that another process has taken over: clocks, people left behind, games that are missing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from bench.rig.engines import Redis
from dealt.server.base.config import Config
from dealt.server.cluster import ownership
from dealt.server.cluster.clustered import Clustered
from dealt.server.room.room import Room
from tests.cluster.conftest import OpenRoom, open_process
from tests.cluster.test_moving import clustered, die
from tests.cluster.test_relays import at_one_table
from tests.server.helpers import FakeLink, later, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.turns(2)]


def clock_of(*links: FakeLink) -> float:
    """The seconds that are left of the turn, as somebody was told last."""
    return min(each.state["clock_ms"] for each in links) / 1000


async def playing(there: Room, here: Room) -> tuple[FakeLink, FakeLink, str]:
    """Anna and Ben play with a turn clock of a minute; she is connected to ``there``, which has the table."""
    anna, ben = await FakeLink(there).come("Anna"), await FakeLink(here).come("Ben")
    await anna.do("create", game="gift", clock=60)
    table = anna.state["id"]
    await ben.do("join", table=table)
    await until(lambda: ben.messages("table"))
    await anna.do("start")
    await until(lambda: ben.state["phase"] == "playing" and ben.state["clock_ms"])
    return anna, ben, table


async def test_a_turn_clock_goes_on_at_the_next_owner(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await playing(there, here)
    before = clock_of(anna)
    assert before > 55
    for room in (there, here):
        later(room, 20.0)
    await clustered(there).handover.give(table, here.cluster.number)  # type: ignore[attr-defined]
    await until(lambda: table in here.live_tables and ben.live)
    await until(lambda: clock_of(ben) < 45)
    assert clock_of(ben) > 25
    await ben.do("chat", text="still the same turn")
    await until(lambda: clock_of(ben) < 41)


async def test_a_turn_clock_goes_on_after_a_death(another: OpenRoom) -> None:
    there, here = await another(), await another()
    _, ben, table = await playing(there, here)
    later(here, 30.0)
    await die(there)
    await until(lambda: table in here.live_tables and ben.live)
    await until(lambda: clock_of(ben) < 35)
    assert clock_of(ben) > 10


async def test_whoever_was_cut_off_has_some_seconds_left(another: OpenRoom) -> None:
    there, here = await another(), await another()
    _, ben, table = await playing(there, here)
    later(here, 62.0)
    await die(there)
    await until(lambda: table in here.live_tables and ben.live)
    await until(lambda: clock_of(ben) < 10)
    assert clock_of(ben) > 1


async def test_people_who_were_left_behind_leave_in_the_end(tmp_path: Path, cluster_config: Config) -> None:
    """Nobody asks for the table: it ends all the same."""
    config = msgspec.structs.replace(cluster_config, leave_after=2.0)
    async with open_process(config) as there, open_process(config) as here:
        anna = await FakeLink(there).come("Anna")
        await anna.do("create", game="gift")
        await die(there)

        async def ended() -> bool:
            rows = await here.store.read(text("select ended from tables"))  # type: ignore[arg-type]
            return rows[0]["ended"] is not None

        async with asyncio.timeout(30):
            while not await ended():
                await asyncio.sleep(0.1)
        person = anna.person
        assert person
        assert isinstance(here.cluster, Clustered)
        assert await here.cluster.ownership.seat_of(person.id) is None


async def test_a_table_whose_game_is_missing_is_left_to_others(another: OpenRoom) -> None:
    there, here = await another(), await another()
    third = await another()
    anna, ben, table = await at_one_table(here, there)
    here.games = here.workshop.games = {name: each for name, each in here.games.items() if name != "gift"}
    await clustered(there).handover.give(table, here.cluster.number)  # type: ignore[attr-defined]
    await until(lambda: table in third.live_tables or table in there.live_tables)
    await until(lambda: "Ben" in str(anna.state["seats"]) and table not in here.live_tables)
    assert here.tables.left_out == {table}
    await anna.do("chat", text="on we go")
    await until(lambda: "on we go" in str(ben.messages("talk")))


async def test_who_sits_where_no_process_can_restore_a_table_sits_down_elsewhere(
    another: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "REFUSED_PAUSE", 0.05)  # there is nobody else who could claim it meanwhile
    there, here = await another(), await another()
    anna = await FakeLink(there).come("Anna")
    await anna.do("create", game="gift")
    here.games = here.workshop.games = {name: each for name, each in here.games.items() if name != "gift"}
    await die(there)
    await until(lambda: len(here.tables.left_out) == 1)
    again = FakeLink(here)
    await again.do("hello", v=1, token=anna.token)
    assert again.last("you")["table"] is None
    game = next(iter(here.games))
    assert await again.refused("create", game=game) == "at_table"
    await asyncio.sleep(0.5)
    await again.do("create", game=game)
    assert again.state["seats"]


async def test_a_table_goes_on_without_redis_after_its_process_has_died(another: OpenRoom, redis_server: Redis) -> None:
    there, here = await another(), await another()
    _, ben, table = await at_one_table(here, there)
    redis_server.kill()
    await die(there)
    await until(lambda: table in here.live_tables)
    await until(lambda: ben.live)
    await ben.do("chat", text="alone")
    await until(lambda: "alone" in str(ben.messages("talk")))
    redis_server.start()


async def test_a_process_that_is_cut_off_from_the_others_loses_its_tables(another: OpenRoom) -> None:
    there, here, third = await another(), await another(), await another()
    _, ben, table = await at_one_table(here, there)
    await until(lambda: clustered(third).bus.up and clustered(there).bus.up)
    await clustered(there).bus.close()  # it still reaches the database, and renews its lease
    await until(lambda: table in here.live_tables or table in third.live_tables, 12)
    await until(lambda: clustered(there).number not in clustered(here).ownership.lease.alive)
    await until(lambda: not ben.state["stalled"])
    await ben.do("chat", text="on we go")
    await until(lambda: "on we go" in str(ben.messages("talk")))
    await until(clustered(there).ownership.lease.lost.is_set)  # type: ignore[attr-defined]
    assert {each for each, *_ in clustered(here).living()} == {clustered(here).number, clustered(third).number}
