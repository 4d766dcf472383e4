"""How many bytes the page takes on its way: the first load, and a whole deal. A relay counts what Chromium gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Device, House, at_table
from tests.web.firstload import FIRST_LOAD, PHONE, Relay, to_a_dealt_table
from tests.web.table_helpers import phase, rush

pytestmark = [pytest.mark.slow]

A_DEAL = 50_000
"""Bytes for one player in a deal of Big Two; it is about 15,000, and was 123,000 before frames were compressed."""


@pytest.fixture
def relay(house: House) -> Iterator[Relay]:
    found = Relay(house.port)
    yield found
    found.close()


def test_the_first_load_and_a_deal_are_small(
    device: Device, relay: Relay, record_property: Callable[[str, object], None]
) -> None:
    context = device(base_url=relay.url, **PHONE)
    page = context.new_page()
    loaded: list[tuple[str, float]] = []
    names: dict[str, str] = {}
    chrome = context.new_cdp_session(page)
    chrome.send("Network.enable")
    chrome.on("Network.responseReceived", lambda told: names.update({told["requestId"]: told["response"]["url"]}))
    chrome.on("Network.loadingFinished", lambda told: loaded.append(_finished(names, told)))
    to_a_dealt_table(page)
    first = relay.sent
    for name, size in sorted(loaded, key=lambda each: -each[1]):
        print(f"{size:8.0f} {name}")
    print(f"{first:8} bytes in all until the first hand is there")
    record_property("first_load", first)
    assert sum(size for _, size in loaded) < FIRST_LOAD
    assert first < FIRST_LOAD

    at_table(page)
    expect(page.locator(".table")).to_have_attribute("data-phase", "playing")
    page.wait_for_load_state("networkidle")
    page.route("**/assets/**", lambda route: route.abort())  # what comes a while after the table is not of the deal
    before = relay.sent
    rush(page)
    assert phase(page) == "over"
    deal = relay.sent - before
    print(f"{deal:8} bytes in a deal of Big Two")
    record_property("deal", deal)
    assert deal < A_DEAL


def _finished(names: dict[str, str], told: dict[str, Any]) -> tuple[str, float]:
    return names.get(told["requestId"], "?").rpartition("/")[2], float(told["encodedDataLength"])
