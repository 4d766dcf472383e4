"""Tables that change their process, processes that end, and a Redis server that goes and comes back."""

from __future__ import annotations

import asyncio

import pytest

from bench.rig.engines import Redis
from dealt.server.cluster.clustered import Clustered
from dealt.server.room.room import Room
from dealt.wire.refusal import Refused
from tests.cluster.conftest import OpenRoom
from tests.cluster.test_relays import at_one_table, play
from tests.server.helpers import FakeLink, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.turns(2)]


def clustered(room: Room) -> Clustered:
    assert isinstance(room.cluster, Clustered)
    return room.cluster


def own_hand(link: FakeLink) -> list[list[str]]:
    """The cards that somebody holds, as they were last told."""
    state = link.state
    return [each["cards"] for each in state["view"]["piles"] if each["owner"] == state["seat"]]


async def test_a_table_is_handed_over_while_it_is_played_at(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    await anna.do("start")
    await until(lambda: ben.state["phase"] == "playing")
    hand = own_hand(anna)
    talk = asyncio.create_task(anna.do("chat", text="on we go"))
    await clustered(there).handover.give(table, here.cluster.number)
    assert table not in there.live_tables
    await until(lambda: table in here.live_tables)
    await until(lambda: ben.live and anna.relay)
    await talk
    await until(lambda: "on we go" in str(ben.messages("talk")))
    assert own_hand(anna) == hand
    assert anna.state["deal"] == 1
    assert anna.closed is None
    assert ben.closed is None
    await play(here, [anna, ben])
    assert not any(seat.get("away") for seat in anna.state["seats"])
    session = here.live_tables[table].session
    assert [line.text for line in session.talk].count("on we go") == 1


async def test_what_is_asked_while_a_table_moves_is_done_once_it_is_there(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    for n in range(6):
        owner, other = (there, here) if n % 2 == 0 else (here, there)
        said = [asyncio.create_task(each.do("chat", text=f"{each.token[:5]} {n}")) for each in (anna, ben)]
        await clustered(owner).handover.give(table, other.cluster.number)
        await asyncio.gather(*said)
        await until(lambda: table in other.live_tables)  # noqa: B023
    lines = [line.text for line in there.live_tables[table].session.talk if line.text]
    assert sorted(lines) == sorted(f"{each.token[:5]} {n}" for each in (anna, ben) for n in range(6))


async def test_a_table_of_nobody_is_taken_by_who_asks_for_it(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    await clustered(there).handover.give(table, None)
    await until(lambda: table in here.live_tables or table in there.live_tables)
    await until(lambda: "Ben" in str(anna.state["seats"]))
    await anna.do("start")
    owner = there if table in there.live_tables else here
    await play(owner, [anna, ben])


async def test_people_without_redis_wait_and_go_on_after_it(another: OpenRoom, redis_server: Redis) -> None:
    there, here = await another(), await another()
    anna, ben, _ = await at_one_table(here, there)
    await anna.do("start")
    await until(lambda: ben.state["phase"] == "playing")
    redis_server.kill()
    await until(lambda: not clustered(here).bus.up and not clustered(there).bus.up)
    await until(lambda: ben.state["stalled"])
    assert not anna.state["stalled"]
    await until(lambda: any(seat.get("away") for seat in anna.state["seats"]))
    await anna.do("chat", text="are you there?")  # people at their own process go on
    waiting = asyncio.create_task(ben.do("chat", text="I am"))
    await asyncio.sleep(0.2)
    assert not waiting.done()
    redis_server.start()
    await waiting
    await until(lambda: "I am" in str(anna.messages("talk")))
    await until(lambda: not ben.state["stalled"])
    await until(lambda: not any(seat.get("away") for seat in anna.state["seats"]))
    await play(there, [anna, ben])


async def test_without_redis_nobody_comes_to_a_table_elsewhere(another: OpenRoom, redis_server: Redis) -> None:
    there, here = await another(), await another()
    anna, _, _ = await at_one_table(here, there)
    cleo = await FakeLink(here).come("Cleo")
    redis_server.kill()
    await until(lambda: not clustered(here).bus.up)
    assert await cleo.refused("join", table=anna.state["id"]) == "unreachable"
    dora = await FakeLink(here).come("Dora")
    await dora.do("create", game="gift")  # a table of one's own process needs no Redis
    assert dora.state["seats"]


async def test_a_table_goes_on_after_its_process_has_died(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    await anna.do("start")
    await until(lambda: ben.state["phase"] == "playing")
    await until(lambda: not own_turn(ben) or own_hand(ben))
    hand = own_hand(ben)
    began = asyncio.get_running_loop().time()
    await die(there)
    waiting = asyncio.create_task(ben.do("seal", promise="0" * 64, seal="0" * 64))
    await until(lambda: table in here.live_tables)
    await until(lambda: ben.live)
    assert asyncio.get_running_loop().time() - began < 10  # 5 s on a machine that does nothing else
    assert own_hand(ben) == hand
    assert ben.closed is None
    with pytest.raises(Refused):  # it has waited, and was answered by the new owner
        await waiting
    again = FakeLink(here)
    await again.do("hello", v=1, token=anna.token)
    await play(here, [ben, again])


def own_turn(link: FakeLink) -> bool:
    return link.state["seat"] in link.state["view"]["turn"]


async def die(room: Room) -> None:
    """Let a process of the cluster do nothing any more, as if it had been killed."""
    cluster = clustered(room)
    room.runtime.closing = True
    for live in room.live_tables.values():
        live.stop()
    lease = cluster.ownership.lease  # type: ignore[attr-defined]
    lease._renewing.cancel()
    await cluster.bus.close()
