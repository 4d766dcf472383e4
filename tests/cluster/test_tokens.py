"""Tokens are changed whichever process they are used at, and a stolen one ends the devices at all of them."""

from __future__ import annotations

import asyncio

import pytest

from dealt.server.room.tokens import CHANGED_AFTER
from dealt.server.store.stored_devices import GRACE
from tests.cluster.conftest import OpenRoom
from tests.server.helpers import FakeLink, later, until
from tests.server.test_tokens import back, thief

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


async def test_a_token_is_changed_at_one_process_and_used_at_another(another: OpenRoom) -> None:
    one, other = await another(), await another()
    old = (await FakeLink(one).come("Anna")).token
    for room in (one, other):
        later(room, CHANGED_AFTER + 1)
    new = {each.token for each in await asyncio.gather(back(one, old), back(other, old), back(one, old))}
    assert old not in new
    token = min(new)
    some = await asyncio.gather(*(back(room, token) for room in (one, other) for _ in range(5)))
    assert {each.token for each in some} == {token}
    here = await back(other, token)
    await until(lambda: here.person and len(here.person.tokens) == 1)
    for room in (one, other):
        later(room, GRACE + 1)
    assert await thief(one, old) == "stolen"
    await until(lambda: here.closed)
    assert here.closed == (4003, "stolen")
    assert await thief(other, token) == "stolen"
