"""Somebody is deleted at one process, and taken out of tables that others have."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from dealt.server.store import database
from tests.cluster.conftest import OpenRoom
from tests.cluster.test_relays import at_one_table, play
from tests.server.helpers import until
from tests.server.test_erasing import LINE, dump

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


async def test_who_is_deleted_elsewhere_is_taken_out_by_the_owner_of_the_table(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    await ben.do("chat", text=LINE)
    await anna.do("start")
    await play(there, [anna, ben])
    assert ben.person
    person = ben.person.id
    before = await dump(there)
    assert all(each in before for each in ('"Ben"', person, LINE))
    await ben.do("bye")

    await until(lambda: here.people.get(person) is None and there.people.get(person) is None)
    async with asyncio.timeout(20):
        while await there.store.read(select(database.erasures)):
            await asyncio.sleep(0.02)
    live = there.live_tables[table]
    await until(lambda: not live.keeper.busy)
    after = await dump(there)
    assert not [each for each in ("Ben", person, LINE) if each in after]
    assert "Ben" not in str(live.session.talk)
    assert anna.person
    assert table in there.live_tables
