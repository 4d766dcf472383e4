"""A tournament whose people are connected to two processes: both decide, each round is paired once, all are brought."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from random import Random

import pytest

from dealt.tournament.standing import standing
from dealt.wire.refusal import Refused
from tests.cluster.conftest import OpenRoom
from tests.server.helpers import FakeLink, until
from tests.server.test_tournaments import play

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


async def test_two_processes_carry_a_tournament_on(another: OpenRoom) -> None:
    one, other = await another(), await another()
    links = [await FakeLink(room).come(f"Ann{n}") for n, room in enumerate([one, other] * 4)]
    director = links[0]
    await director.do("open_tournament", game="bigtwo", rounds=2, boards=1)
    id = director.last("tournament")["id"]  # noqa: A001
    await until(lambda: [each.id for each in other.tournaments.living()] == [id])
    for each in links[1:]:
        await each.do("join_tournament", id=id)
    await director.do("direct_tournament", id=id, order="start")
    tasks = [asyncio.create_task(play(link, Random(n))) for n, link in enumerate(links)]
    try:
        known = await one.tournaments.get(id), await other.tournaments.get(id)
        await until(lambda: known[0].round == 1 and not known[0].open_tables)
        with contextlib.suppress(Refused):  # the other process may have been quicker
            await director.do("direct_tournament", id=id, order="pair")
        await until(lambda: known[0].round == 2 and not known[0].open_tables)
        await asyncio.gather(*(room.tournaments.do(id, lambda _: ()) for room in (one, other)))
    finally:
        for task in tasks:
            task.cancel()
    await until(lambda: known[0].n == known[1].n)
    assert [(each.name, each.points) for each in standing(known[0])] == [
        (each.name, each.points) for each in standing(known[1])
    ]
    for number in (1, 2):
        tables = [each for each in known[0].meetings.values() if each.round == number]
        assert Counter(person for each in tables for person in each.people).most_common(1)[0][1] == 1
        assert len(tables) == 2
        assert not any(each.absent for each in tables), "all were brought to their tables"


async def test_what_two_processes_decide_at_once_happens_once(another: OpenRoom) -> None:
    one, other = await another(), await another()
    anna = await FakeLink(one).come("Anna")
    await anna.do("open_tournament", game="bigtwo")
    id = anna.last("tournament")["id"]  # noqa: A001
    await until(lambda: other.tournaments.living())
    links = [await FakeLink(room).come(f"Ben{n}") for n, room in enumerate([one, other] * 5)]
    await asyncio.gather(*(each.do("join_tournament", id=id) for each in links))
    await asyncio.gather(*(each.do("join_tournament", id=id) for each in links))
    rows = await one.store.tournaments.events(id)
    assert [each.n for each in rows] == list(range(1, 13))
    assert sum('"enrolled"' in each.payload for each in rows) == 11
    found = await one.tournaments.get(id), await other.tournaments.get(id)
    await until(lambda: [len(each.entrants) for each in found] == [11, 11])
