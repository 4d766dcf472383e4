"""A seat receives only its own view, also over two processes: while its table is elsewhere, after it has moved, and
after its owner has died.

What goes from one process to another is searched when the table's owner sends it, and whatever arrives must have been
made for that person. :mod:`tests.server.evenings` says what is asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bench.rig.judging import Broken
from dealt.server.cluster import notes
from dealt.server.room.room import Room
from tests.cluster.conftest import OpenRoom
from tests.cluster.test_moving import clustered, die
from tests.server.evenings import Evening, Watched, alone
from tests.server.helpers import FakeLink, until
from tests.server.test_honest import leak_a_card, leak_the_seed

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.slow]

FAMILIES = (("gift", None), ("bigtwo", None), ("elevens", None), ("hearts", None), ("drawpoker", "nolimit"))
"""A game of each family, and one where all act at once."""


@pytest.fixture(autouse=True)
def searching() -> None:
    Watched.begin()


async def move(each: Evening, room: Room) -> None:
    """The table becomes that process's, and everybody is there."""
    await clustered(each.owner).handover.give(each.table, room.cluster.number)
    await until(lambda: each.table in room.live_tables)
    await settled(each)


async def settled(each: Evening) -> None:
    """Everybody is at the table: by their own process, or by a relay that leads to its owner."""
    links = each.owner.live_tables[each.table].links
    await until(lambda: all(link.person.id in links for link in each.links))  # type: ignore[union-attr]


async def next_deal(each: Evening) -> None:
    deal = each.links[0].state["deal"]
    await each.go_on()
    await each.all_see(deal + 1)


@pytest.mark.turns(2)
async def test_no_frame_tells_a_seat_what_it_may_not_know_over_two_processes(another: OpenRoom) -> None:
    there, here = await another(), await another()
    Watched.watch(there, here)
    evenings = []
    for n, (game, preset) in enumerate(FAMILIES):
        one, two = (there, here) if n % 2 else (here, there)
        evenings.append(Evening([one, two, two], f"-{game[:4]}"))
        await evenings[-1].open(game, preset)
    for each in evenings:
        await each.talk()
        await move(each, here if each.owner is there else there)
        assert each.links[0].relay, "Anna is at another process than her table now"
        await each.talk()
    goes_on = await asyncio.gather(*(each.play() for each in evenings))
    assert sum(goes_on) >= len(evenings) - 1
    for each, more in zip(evenings, goes_on, strict=True):
        if more:  # in poker one may have all chips after a deal
            await next_deal(each)
    found = Watched.crossing
    assert found is not None
    before = found.arrived
    assert before > 300
    await die_in_mid_deal(evenings, there, here, await another())
    assert found.arrived > before + 100
    assert Watched.searched > 200
    assert Watched.honesty.compared > 50


async def die_in_mid_deal(evenings: list[Evening], there: Room, here: Room, third: Room) -> None:
    """A process dies; its people come back by one that knew nothing of them, and play the deal to its end."""
    Watched.watch(third)
    await die(here)
    for each in evenings:
        await until(lambda each=each: any(each.table in room.live_tables for room in (there, third)))
        for n, link in enumerate(each.links):
            if link.room is here:
                await each.come_back(n, third)
        await settled(each)
        await each.talk()
    await asyncio.gather(*(each.play() for each in evenings))
    for each in evenings:
        await each.read()


async def test_a_game_for_one_tells_nothing_of_what_is_to_come_wherever_its_table_is(another: OpenRoom) -> None:
    there, here = await another(), await another()
    Watched.watch(there, here)

    async def move_it(table: str) -> None:
        await clustered(there).handover.give(table, here.cluster.number)
        await until(lambda: table in here.live_tables and len(here.live_tables[table].links) == 2)

    for link in await alone(there, here, move_it):
        assert {"odds", "record", "replay", "statistics"} <= {each["op"] for each in link.messages()}
    assert Watched.crossing is not None
    assert Watched.crossing.arrived > 80


# --- planted leaks


async def at_a_table(there: Room, here: Room) -> FakeLink:
    """A table is played at; two people come to it from another process. Who opened it is the one returned."""
    anna = await FakeLink(there).come("Anna")
    await anna.do("create", game="bigtwo", computers="random")
    others = [await Watched(here).come(name) for name in ("Bert", "Carl")]
    for each in others:
        await each.do("join", table=anna.state["id"], watch=each is others[1])
        await until(lambda each=each: each.messages("table"))
    await anna.do("start")
    await until(lambda: all(each.state["phase"] == "playing" for each in others))
    Watched.check()
    assert {each.relay.number for each in others if each.relay} == {1, 2}
    return anna


@pytest.mark.parametrize("leak", [leak_a_card, leak_the_seed])
async def test_a_leak_to_another_process_is_found(
    another: OpenRoom, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    there, here = await another(), await another()
    Watched.watch(there, here)
    anna = await at_a_table(there, here)
    leak(monkeypatch)
    await anna.do("pace", pace="fast")
    await until(lambda: Watched.failures)
    with pytest.raises(Broken, match="reads"):
        Watched.check()


async def test_what_was_made_for_somebody_else_is_found(another: OpenRoom) -> None:
    """Two relays are mixed up on their way."""
    there, here = await another(), await another()
    hosted = clustered(there).hosted
    send, mixed = hosted.send, []

    def mixed_up(gateway: int, note: notes.Note) -> None:
        if mixed and isinstance(note, notes.Frame):
            note = notes.Frame(3 - note.relay, note.frame, note.table, note.alone)
        send(gateway, note)

    hosted.send = mixed_up
    Watched.watch(there, here)
    anna = await at_a_table(there, here)
    mixed.append("from now on")
    await anna.do("pace", pace="fast")
    await until(lambda: Watched.failures)
    with pytest.raises(Broken, match="never made for them"):
        Watched.check()
