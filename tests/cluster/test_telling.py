"""News for who is away at several processes with one PostgreSQL: whoever is connected at any of them is not away."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from dealt.server.base.config import Config
from tests.cluster.conftest import OpenRoom
from tests.cluster.test_relays import at_one_table
from tests.server.helpers import until
from tests.server.test_telling import ADDRESS, Service, friends, service, soon  # noqa: F401 - fixtures

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def cluster_config(cluster_config: Config, service: Service) -> Config:  # noqa: F811
    return msgspec.structs.replace(cluster_config, address=ADDRESS, push_services=[service.host])


async def test_somebody_at_another_process_is_here_and_hears_once_when_they_are_not(
    another: OpenRoom,
    service: Service,  # noqa: F811
) -> None:
    one, other = await another(), await another()
    assert one.telling.public == other.telling.public != ""
    ann, ben = await friends(one, service, "friend")
    again = type(ben)(other)
    await again.do("hello", v=1, token=ben.token)
    await again.do("create", game="peek")
    await asyncio.sleep(0.3)
    assert service.heard == []
    await again.do("leave")
    one.drop(ann)
    who = (await other.store.people.of_name("Ann") or {})["id"]
    await until(lambda: other.cluster.presence.link_to(who) is None)
    await again.do("create", game="peek")
    await until(lambda: service.heard)
    await again.do("leave")
    await again.do("create", game="peek")
    await asyncio.sleep(0.3)
    assert service.bodies == ["Ben sits at a table"]
    results = await asyncio.gather(*(room.store.devices.due([who], "friend", 1e11) for room in (one, other) * 5))
    assert sum(map(len, results)) == 1


async def test_who_sits_at_the_table_of_another_process_is_told_on_the_device_that_asks(
    another: OpenRoom,
    service: Service,  # noqa: F811
) -> None:
    there, here = await another(), await another()
    _, ben, _ = await at_one_table(here, there)
    await ben.do("tell_me", **service.to("turn"))
    who = (await here.store.people.of_name("Ben") or {})["id"]
    await until(lambda: ben.messages("telling"))
    assert len(await here.store.devices.due([who], "turn", 1e11)) == 1
