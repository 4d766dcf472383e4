"""A process that ends hands its tables over: nobody loses a card, nobody waits, and nothing is done twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import TypeVar

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from bench.rig.engines import free_port
from dealt.server.base.config import Config
from dealt.server.cluster.clustered import Clustered
from dealt.server.cluster.process_lease import LASTS
from dealt.tui.address import Address
from dealt.tui.link import Connected, Link, Lost
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import Outgoing
from tests.server.helpers import PATIENCE, Face, Message, Served, asking, serve

T = TypeVar("T", bound=Outgoing)

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.slow, pytest.mark.turns(2)]


@contextlib.asynccontextmanager
async def two(config: Config) -> AsyncIterator[tuple[Served, Served]]:
    async with serve(config) as one, serve(config) as another:
        yield one, another


async def drain(served: Served) -> None:
    """Let a process hand over what it has; its sockets stay open here, so that refusals can be seen."""
    await served.room.cluster.drain(lambda: list(served.app.connections), lambda: None)


def cluster(served: Served) -> Clustered:
    assert isinstance(served.room.cluster, Clustered)
    return served.room.cluster


async def test_tables_and_people_go_on_elsewhere(cluster_config: Config) -> None:
    loop = asyncio.get_running_loop()
    async with two(cluster_config) as (one, another), Face.open(one.ws) as anna, Face.open(another.ws) as ben:
        await anna.come("Anna")
        await anna.send("create", game="gift")
        table = (await anna.hear("table"))["id"]
        await ben.come("Ben")
        await ben.send("join", table=table)
        await ben.hear("table")
        await anna.send("start")
        before = await ben.hear("table", lambda state: state["phase"] == "playing")
        draining = asyncio.create_task(drain(one))
        code, reason = await anna.closed()
        lost = loop.time()
        assert (code, reason) == (1012, "moved")
        async with Face.open(another.ws) as again:
            you = await again.back(anna.token)
            assert you["table"] == table
            state = await again.hear("table")
            assert loop.time() - lost < LASTS
            assert state["commitment"] == before["commitment"]  # the same deal
            assert state["step"] >= before["step"]
            await draining
            assert not one.room.live_tables
            assert await cluster(another).ownership.owner(table) == cluster(another).number
            assert not [each for each in ben.seen if each["op"] == "error"]
            await asyncio.gather(again.play(), ben.play())


async def test_what_is_said_meanwhile_is_said_once(cluster_config: Config) -> None:
    async with two(cluster_config) as (one, another), Face.open(one.ws) as anna, Face.open(another.ws) as ben:
        await anna.come("Anna")
        await anna.send("create", game="gift")
        table = (await anna.hear("table"))["id"]
        await ben.come("Ben")
        await ben.send("join", table=table)
        await ben.hear("table")
        said, draining = 0, asyncio.create_task(drain(one))
        while not draining.done() or said < 200:
            await ben.send("chat", text=f"line {said}")
            said += 1
            await asyncio.sleep(0.004)
        heard: dict[int, str] = {}
        while len(heard) < said:  # the new owner tells the newest lines anew, under the numbers that they had
            talk = await ben.hear("talk")
            heard |= {each["n"]: each["text"] for each in talk["lines"] if each["text"].startswith("line ")}
        assert [heard[n] for n in sorted(heard)] == [f"line {n}" for n in range(said)]
        assert not [each for each in ben.seen if each["op"] == "error"]
        live = another.room.live_tables[table]
        assert live.session.talked >= said


async def test_nobody_is_let_in_any_more_and_monitors_hear_of_it(cluster_config: Config) -> None:
    async with two(cluster_config) as (one, another), Face.open(one.ws) as anna:
        await anna.come("Anna")  # in the lobby
        await drain(one)
        assert await anna.closed() == (1012, "moved")
        async with asking() as client:
            answers = [await client.get(f"{each.http}/readyz") for each in (one, another)]
        assert [(each.status_code, each.text) for each in answers] == [(503, "this process ends"), (200, "ready")]
        with pytest.raises(InvalidStatus):
            async with Face.open(one.ws):
                pass


async def test_the_last_process_has_nobody_to_hand_over_to(cluster_config: Config) -> None:
    async with serve(cluster_config) as one, Face.open(one.ws) as anna:
        await anna.come("Anna")
        await anna.send("create", game="gift")
        table = (await anna.hear("table"))["id"]
        await drain(one)
        assert one.room.live_tables  # as long as it is open
    async with serve(cluster_config) as later, Face.open(later.ws) as again:
        await again.back(anna.token)
        assert (await again.hear("table"))["id"] == table


async def test_the_terminal_is_back_within_a_second_on_the_same_port(cluster_config: Config) -> None:
    loop, shared = asyncio.get_running_loop(), msgspec.structs.replace(cluster_config, port=free_port())
    async with two(shared) as (one, another):
        link = Link(Address.read(f"127.0.0.1:{shared.port}"), Words("en"))
        running = asyncio.create_task(link.run())
        try:
            await said(link, Connected)
            await link.send(protocol.Name("Anna"))
            link.token = (await said(link, protocol.You)).token
            await link.send(protocol.Create("gift"))
            table = (await said(link, protocol.TableState)).id
            first = next(each for each in (one, another) if each.app.connections)
            last = another if first is one else one
            draining = asyncio.create_task(
                cluster(first).drain(lambda: list(first.app.connections), first.server.stop_listening)
            )
            while first.app.connections:
                await asyncio.sleep(0.001)
            lost = loop.time()
            await said(link, Connected)
            assert (await said(link, protocol.TableState)).id == table
            took = loop.time() - lost
            await draining
            assert last.room.live_tables
            assert took < LASTS
        finally:
            await link.close()
            await running


async def said(link: Link, kind: type[T]) -> T:
    """The next message of a kind; the connection must not count as lost before."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await link.hear()
            assert not isinstance(message, Lost)
            if isinstance(message, kind):
                return message


async def test_the_host_sees_all_processes_and_lets_one_end(cluster_config: Config) -> None:
    config = msgspec.structs.replace(cluster_config, admin_key="key-of-the-host-for-tests")
    async with two(config) as (one, another), asking() as client:
        headers = {"authorization": f"Bearer {config.admin_key}"}

        async def ask(at: Served, **question: object) -> Message:
            answer: Message = (await client.post(f"{at.http}/api/admin", json=question, headers=headers)).json()
            return answer

        async with Face.open(one.ws) as anna:
            await anna.come("Anna")
            await anna.send("create", game="gift")
            await anna.hear("table")
            numbers = [cluster(each).number for each in (one, another)]
            seen = (await ask(another, do="state"))["processes"]
            assert [(each["number"], each["here"], each["tables"]) for each in seen] == [
                (numbers[0], 1, 1),
                (numbers[1], 0, 0),
            ]
            written = (await client.get(f"{another.http}/metrics")).text
            for number, tables in zip(numbers, ("1.0", "0.0"), strict=True):
                assert f'dealt_tables{{process="{number}"}} {tables}' in written
            assert (await ask(another, do="drain", process=99))["code"] == "no_process"
            drained = asyncio.Event()
            cluster(one).on_drain = drained.set
            assert await ask(another, do="drain", process=numbers[0]) == {"answer": "draining", "process": numbers[0]}
            await asyncio.wait_for(drained.wait(), PATIENCE)
            assert (await ask(one, do="audit"))["lines"][0]["action"] == "drain"
