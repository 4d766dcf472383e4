"""A person who is connected at one process plays at the table of another."""

from __future__ import annotations

import pytest

from dealt.server.room import Room
from tests.cluster.conftest import OpenRoom
from tests.server.helpers import FakeLink, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


async def at_one_table(here: Room, there: Room) -> tuple[FakeLink, FakeLink, str]:
    """Anna has a table at ``there``; Ben is connected to ``here`` and has come to it."""
    anna, ben = await FakeLink(there).come("Anna"), await FakeLink(here).come("Ben")
    await anna.do("create", game="gift")
    table = anna.state["id"]
    await ben.do("join", table=table)
    await until(lambda: ben.messages("table"))
    return anna, ben, table


async def test_somebody_plays_at_the_table_of_another_process(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    assert not here.live_tables
    assert ben.relay
    assert ben.state["id"] == table
    await until(lambda: "Ben" in str(anna.state["seats"]))
