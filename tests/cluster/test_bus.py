"""The bus: order, gaps, a server that goes, readers that are slow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import pytest

from bench.rig.engines import Redis
from dealt.server.base.config import ConfigError
from dealt.server.cluster import bus as buses
from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus
from tests.server.helpers import until

pytestmark = [pytest.mark.redis, pytest.mark.slow]


class Ear:
    """A process with a bus, and all that it heard."""

    def __init__(self, address: str, number: int):
        self.bus = Bus(address, "test", number)
        self.heard: list[tuple[int, notes.Note]] = []
        self.gaps: list[int] = []
        self.states: list[bool] = []
        self.bus.on_notes = self._hear
        self.bus.on_gap = self.gaps.append
        self.bus.on_state = self.states.append

    def _hear(self, sender: int, some: Sequence[notes.Note]) -> None:
        self.heard += [(sender, each) for each in some]

    @property
    def relays(self) -> list[int]:
        return [each.relay for _, each in self.heard if isinstance(each, notes.Lost)]


Join = Callable[[int], Awaitable[Ear]]


@pytest.fixture
async def join(redis_server: Redis) -> AsyncIterator[Join]:
    ears: list[Ear] = []

    async def one(number: int) -> Ear:
        ears.append(Ear(redis_server.address(), number))
        await ears[-1].bus.open()
        await until(lambda: ears[-1].bus.up)
        return ears[-1]

    yield one
    for each in ears:
        await each.bus.close()


async def test_notes_come_in_order_and_nobody_else_gets_them(join: Join) -> None:
    one, two, three = await join(1), await join(2), await join(3)
    for n in range(1000):
        one.bus.send(2, notes.Lost(n))
        if n % 7 == 0:
            await asyncio.sleep(0)
    one.bus.tell_all(notes.Away("p"))
    await until(lambda: len(two.heard) == 1001 and three.heard)
    assert two.relays == list(range(1000))
    assert three.heard == [(1, notes.Away("p"))]
    assert one.heard == []
    assert [one.gaps, two.gaps, three.gaps] == [[], [], []]


async def test_notes_of_one_turn_travel_together(join: Join, monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[int] = []

    def pack(sender: int, to: int, n: int, some: list[notes.Note]) -> bytes:
        packed.append(len(some))
        return notes.pack(sender, to, n, some)

    one, two = await join(1), await join(2)
    monkeypatch.setattr(buses, "pack", pack)
    for n in range(500):
        one.bus.send(2, notes.Lost(n))
    await until(lambda: len(two.relays) == 500)
    assert 500 in packed


async def test_who_sends_to_nobody_hears_of_it(join: Join) -> None:
    one = await join(1)
    one.bus.send(9, notes.Lost(1))
    await until(lambda: 9 in one.gaps)


async def test_a_parcel_that_is_lost_is_a_gap_for_its_receiver(join: Join) -> None:
    one, two = await join(1), await join(2)
    one.bus.send(2, notes.Lost(1))
    await until(lambda: two.relays == [1])
    one.bus._sent[2] += 1  # as if one had been lost on its way
    await until(lambda: two.gaps == [1])  # the next beat says so
    one.bus.send(2, notes.Lost(2))
    await until(lambda: two.relays == [1, 2])
    assert two.gaps == [1]


async def test_a_server_that_goes_and_comes_back(join: Join, redis_server: Redis) -> None:
    one, two = await join(1), await join(2)
    redis_server.kill()
    await until(lambda: not one.bus.up and not two.bus.up)
    one.bus.send(2, notes.Lost(1))
    await until(lambda: 2 in one.gaps)
    redis_server.start()
    await until(lambda: one.bus.up and two.bus.up)
    one.bus.send(2, notes.Lost(2))
    await until(lambda: two.relays == [2])
    assert 1 in two.gaps  # what was lost is not made up for: the two begin anew
    assert one.states == two.states == [True, False, True]


async def test_what_nobody_takes_does_not_grow_without_end(join: Join, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buses, "MOST_NOTES", 100)
    one, two = await join(1), await join(2)
    for n in range(150):
        one.bus.send(2, notes.Lost(n))  # in one turn: nothing is sent between
    await until(lambda: 2 in one.gaps)
    await until(lambda: two.relays)
    assert two.relays == list(range(101, 150))
    assert 1 in two.gaps


async def test_rooms_that_share_a_server_do_not_hear_each_other(join: Join, redis_server: Redis) -> None:
    one = await join(1)
    stranger = Ear(redis_server.address(), 2)
    stranger.bus = Bus(redis_server.address(), "another", 2)
    stranger.bus.on_notes = stranger._hear
    await stranger.bus.open()
    one.bus.tell_all(notes.Away("p"))
    one.bus.send(2, notes.Lost(1))
    await until(lambda: 2 in one.gaps)
    assert stranger.heard == []
    await stranger.bus.close()


async def test_rubbish_on_a_channel_harms_nobody(join: Join) -> None:
    one, two = await join(1), await join(2)
    for each in (b"", b"\x90", b"\x95\x01\x02\x03\x04\x05", notes.pack(1, 2, 99, [])[:-1], b"\xff" * 50):
        await one.bus._talking.publish("dealt:test:2", each)
    one.bus.send(2, notes.Lost(1))
    await until(lambda: two.relays == [1])
    assert two.gaps == []


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ConfigError, match="cluster can't be"):
        Bus("http://127.0.0.1", "test", 1)


async def test_a_bus_sends_what_waits_as_it_closes_and_connects_no_more(join: Join) -> None:
    one, two = await join(1), await join(2)
    one.bus.send(2, notes.Lost(1))
    await one.bus.close()
    one.bus.send(2, notes.Lost(2))
    await asyncio.sleep(0.3)
    assert two.relays == [1]
