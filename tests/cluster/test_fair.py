"""Deals are fair over two processes too: whatever happens to the table between a promise and its deal, all who seal are
bound, all that was sealed counts, and the record shows it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import sha256

import pytest

from dealt.mix import seal_of
from dealt.server.room.room import Room
from dealt.session import awaiting
from dealt.table import MIXED_FORMAT
from tests.cluster.conftest import OpenRoom
from tests.cluster.test_moving import clustered, die
from tests.server.givers import Giver, Prompt, record_of, three, verified
from tests.server.helpers import FakeLink, play_deal, until

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.slow, pytest.mark.turns(2)]


class Waiting(Prompt):
    """A client that does nothing by itself until it is told to."""

    prompt = False


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals wait for longer than any machine takes."""
    monkeypatch.setattr(awaiting, "WITHIN", 60.0)


def owner_of(table: str, *rooms: Room) -> Room | None:
    return next((room for room in rooms if table in room.live_tables and not room.runtime.closing), None)


async def all_back(table: str, links: Sequence[FakeLink], *rooms: Room) -> Room:
    """Wait until the table belongs to one of these processes and everybody is there again."""
    room: Room = await until(lambda: owner_of(table, *rooms))
    links_of = room.live_tables[table].links
    await until(lambda: {each.person.id for each in links} == set(links_of))  # type: ignore[union-attr]
    return room


async def check(links: Sequence[Giver], room: Room, promise: str) -> None:
    """The deal that was promised is under way, and follows from all that was given; so does its record say."""
    session = room.live_tables[links[0].state["id"]].session
    for each in links:
        await until(lambda each=each: (each.state["phase"], each.state["commitment"]) == ("playing", promise))
    secret = [session.table.seed.hex(), session.mix.server.hex()]  # type: ignore[union-attr]
    assert not [frame for link in links for frame in link.frames for each in secret if each in frame]
    await play_deal(room, list(links))
    for link in links:
        mix = link.state["mix"]
        assert [each["given"] for each in mix["seats"]] == [each.given.hex() for each in links]
        assert sha256(bytes.fromhex(mix["server"])).hexdigest() == promise
        record = await record_of(link)
        assert (record.format, record.deals[0].seed, record.deals[0].fixed) == (MIXED_FORMAT, link.state["seed"], "")
        assert verified(record) == [promise]


async def test_a_deal_follows_from_contributions_that_came_to_two_processes(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, bert, carl = links = await three(there, Giver, Giver, Giver, elsewhere=here)
    promise = anna.state["promise"]
    for each in links:
        assert not any(each.messages("sealed") for each in links), "the list is told when it is closed"
        assert await each.refused("contribute", promise=promise, given=each.given.hex()) in ("not_sealed", "seals_open")
        await each.seal()
    seals = [seal_of(each.given) for each in links]
    for each in links:
        await until(lambda each=each: each.messages("sealed"))
        assert each.last("sealed") == {"op": "sealed", "promise": promise, "seals": seals}
    assert await bert.refused("contribute", promise=promise, given=carl.given.hex()) == "other_seal"
    for n, each in enumerate(links):
        assert not [frame for link in links for frame in link.frames for each in links[:n] if each.given.hex() in frame]
        await each.contribute()
    await check(links, there, promise)


async def test_the_seed_in_use_moves_with_its_table(another: OpenRoom) -> None:
    """A table that moves at any step goes on there, and nothing has to be given twice."""
    there, here = await another(), await another()
    for moved_after in range(7):
        links = await three(there, Giver, Giver, Giver, elsewhere=here, name=str(moved_after))
        table, promise = links[0].state["id"], links[0].state["promise"]
        todo = [each.seal for each in links] + [each.contribute for each in links]
        for n, step in enumerate([*todo, None]):
            if n == moved_after:
                await clustered(there).handover.give(table, here.cluster.number)
                await all_back(table, links, here)
            if step:
                await step()
        await check(links, here, promise)


async def test_whoever_is_first_at_the_next_owner_does_not_begin_without_the_others(another: OpenRoom) -> None:
    there, here = await another(), await another()
    for sealed in (1, 3):
        links = await three(there, Waiting, Waiting, Waiting, elsewhere=here, name=str(sealed))
        table, promise = links[0].state["id"], links[0].state["promise"]
        for each in links[:sealed]:
            await each.seal()
        for each in links:
            each.prompt = True
        there.drop(links[0])
        await clustered(there).handover.give(table, here.cluster.number)
        await all_back(table, links[1:], here)
        await until(lambda: not any(each.doing for each in links[1:]))  # noqa: B023
        again = Prompt(here)
        again.given = links[0].given
        await again.do("hello", v=1, token=links[0].token, contributes=True)
        await check([again, *links[1:]], here, promise)


async def test_the_seed_in_use_outlives_its_process(another: OpenRoom) -> None:
    """The owner dies before, between and after the contributions; who was there comes back elsewhere and goes on."""
    there, here = await another(), await another()
    tables, stages = [], (1, 3, 5)
    for stage in stages:
        links = await three(there, Giver, Giver, Giver, elsewhere=here, name=str(stage))
        for step in ([each.seal for each in links] + [each.contribute for each in links])[:stage]:
            await step()
        tables.append((links, links[0].state["promise"]))
    await die(there)
    for stage, (links, _) in zip(stages, tables, strict=True):
        again = Giver(here)
        again.token, again.given = links[0].token, links[0].given
        await again.do("hello", v=1, token=again.token, contributes=True)
        links[0] = again
        await all_back(again.last("you")["table"], links, here)
        for n, step in enumerate([each.seal for each in links] + [each.contribute for each in links]):
            if n >= stage:
                await step()
    await asyncio.gather(*(check(links, here, promise) for links, promise in tables))
