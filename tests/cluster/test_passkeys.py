"""Passkeys at several processes with one PostgreSQL: challenges are good at any, once, and so is what was ended."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from dealt.server.base.config import Config
from dealt.wire.refusal import Refused
from tests.cluster.conftest import OpenRoom
from tests.server.helpers import FakeLink
from tests.server.test_passkeys import ADDRESS, made, options, stranger

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def cluster_config(cluster_config: Config) -> Config:
    return msgspec.structs.replace(cluster_config, address=ADDRESS)


async def test_a_passkey_of_one_process_opens_another_once(another: OpenRoom) -> None:
    one, other = await another(), await another()
    ring = await made(await FakeLink(one).come("Anna"), counts=False)
    asking = await stranger(one)
    said = ring.use(await options(asking))
    links = [await stranger(room) for room in (one, other) * 5]

    async def come(n: int, link: FakeLink) -> str:
        link.address = f"10.0.{n}.1"
        try:
            await link.do("sign_in", passkey=said)
        except Refused as refused:
            return refused.code
        return str(link.last("you")["name"])

    assert sorted(await asyncio.gather(*(come(*each) for each in enumerate(links)))) == ["Anna"] + ["late_passkey"] * 9
    here = await stranger(other)
    await here.do("sign_in", passkey=ring.use(await options(here)))
    await here.do("devices")
    await here.do("end_passkey", id=here.last("devices")["passkeys"][0]["id"])
    again = await stranger(one)
    assert await again.refused("sign_in", passkey=ring.use(await options(again))) == "unknown_passkey"


async def test_of_two_uses_that_count_alike_at_two_processes_one_is_believed(another: OpenRoom) -> None:
    one, other = await another(), await another()
    ring = await made(await FakeLink(one).come("Anna"))
    links = [await stranger(one), await stranger(other)]
    asked = [await options(each) for each in links]
    answers = [ring.use(asked[0])]
    ring.count -= 1  # the key was copied
    answers.append(ring.use(asked[1]))
    results = await asyncio.gather(
        *(link.do("sign_in", passkey=said) for link, said in zip(links, answers, strict=True)), return_exceptions=True
    )
    refused = [each.code for each in results if isinstance(each, Refused)]
    assert refused == ["wrong_passkey"]
