"""How many bytes the page takes on its way: the first load, and a whole deal. A relay counts what Chromium gets."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Device, House, at_table, enter
from tests.web.table_helpers import phase, rush

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIRST_LOAD = 160_000
"""Bytes until the lobby is there, from an empty cache; it is about 150,000."""
A_DEAL = 50_000
"""Bytes for one player in a deal of Big Two; it is about 15,000, and was 123,000 before frames were compressed."""


class Relay:
    """Stands before a room and counts what it sends."""

    def __init__(self, port: int) -> None:
        self.sent = 0
        self._port = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            room = socket.create_connection(("127.0.0.1", self._port))
            for ends in ((client, room, False), (room, client, True)):
                threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, start: socket.socket, end: socket.socket, counts: bool) -> None:
        try:
            while some := start.recv(65536):
                self.sent += len(some) if counts else 0
                end.sendall(some)
        except OSError:
            pass
        for each in (start, end):
            each.close()

    def close(self) -> None:
        self._door.close()


@pytest.fixture
def relay(house: House) -> Iterator[Relay]:
    found = Relay(house.port)
    yield found
    found.close()


def test_the_first_load_and_a_deal_are_small(
    device: Device, relay: Relay, record_property: Callable[[str, object], None]
) -> None:
    context = device(base_url=relay.url)
    page = context.new_page()
    loaded: list[tuple[str, float]] = []
    names: dict[str, str] = {}
    chrome = context.new_cdp_session(page)
    chrome.send("Network.enable")
    chrome.on("Network.responseReceived", lambda told: names.update({told["requestId"]: told["response"]["url"]}))
    chrome.on("Network.loadingFinished", lambda told: loaded.append(_finished(names, told)))
    page.goto("./")
    enter(page, "Ann")
    page.wait_for_load_state("networkidle")
    expect(page.locator("li.game").first).to_be_visible()
    first = relay.sent
    for name, size in sorted(loaded, key=lambda each: -each[1]):
        print(f"{size:8.0f} {name}")
    print(f"{first:8} bytes in all until the lobby is there")
    record_property("first_load", first)
    assert sum(size for _, size in loaded) < FIRST_LOAD
    assert first < FIRST_LOAD

    page.locator("li.game[data-game=bigtwo]").get_by_role("button", name="Play now").click()
    at_table(page)
    expect(page.locator(".table")).to_have_attribute("data-phase", "playing")
    page.wait_for_load_state("networkidle")
    before = relay.sent
    rush(page)
    assert phase(page) == "over"
    deal = relay.sent - before
    print(f"{deal:8} bytes in a deal of Big Two")
    record_property("deal", deal)
    assert deal < A_DEAL


def _finished(names: dict[str, str], told: dict[str, Any]) -> tuple[str, float]:
    return names.get(told["requestId"], "?").rpartition("/")[2], float(told["encodedDataLength"])
