"""The first load, from the address to a dealt table: how many bytes, and how long on a slow phone.

``python -m tests.web.firstload [--times 3]`` opens a room, and Chromium without a cache as fast 3G and a processor four
times slower would have it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for an answer, which is what WebPageTest and
Lighthouse call so. Chromium lays the delay upon answers over HTTP, not upon the messages of a WebSocket. It prints for
each time the seconds until a game can be tapped, the seconds from the address until the hand is painted, both by the
page's own clock, and the bytes. The tap is a touch of the screen at once; nothing of a test runs in the page but the
watch for tile and hand. ``tests/web/test_weight.py`` holds the bytes to :data:`FIRST_LOAD`.
"""

from __future__ import annotations

import argparse
import socket
import statistics
import sys
import tempfile
import threading
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

import hatch_build
from tests.conftest import browser_path
from tests.web.conftest import Device, House

FIRST_LOAD: Final = 162_000
"""Bytes that a room sends from the address to the first hand, to an empty cache."""
SECONDS: Final = 3.0
"""How long that may take on fast 3G with a processor four times slower than one that has nothing else to do."""
FAST_3G: Final = {
    "offline": False,
    "latency": 150,  # milliseconds until an answer begins
    "downloadThroughput": 1_600_000 / 8,  # bytes a second
    "uploadThroughput": 750_000 / 8,
}
PHONE: Final = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


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


def slow(page: Page) -> None:
    """Let a page have the connection and the processor of a slow phone."""
    chrome = page.context.new_cdp_session(page)
    chrome.send("Network.enable")
    chrome.send("Network.emulateNetworkConditions", dict(FAST_3G))
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": 4})


WATCH: Final = """
{
    // Where the first of them is, and when it was painted.
    const painted = (wanted) => new Promise((done) => {
        const look = () => {
            const box = document.querySelector(wanted)?.getBoundingClientRect();
            if (!box?.width) return requestAnimationFrame(look);
            const place = [box.x + box.width / 2, box.y + box.height / 2];
            requestAnimationFrame(() => setTimeout(() => done([place, performance.now()])));
        };
        requestAnimationFrame(look);
    });
    window.tile = painted('main li[data-game] button:enabled');
    window.hand = window.tile.then(() => painted('[role=listbox] [role=option]'));
}
"""
"""Promises of the first game that can be tapped, and then of the first card of a hand."""


def to_a_dealt_table(page: Page) -> tuple[float, float]:
    """Open the entry and tap a game at once; the seconds until it can be tapped, and until the hand is there."""
    page.add_init_script(WATCH)
    page.goto("./", wait_until="commit")
    (x, y), tapped = page.evaluate("window.tile")
    if page.evaluate("navigator.maxTouchPoints"):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    _, dealt = page.evaluate("window.hand")
    return tapped / 1000, dealt / 1000


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.firstload", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--times", type=int, default=3, help="how often (3)")
    wanted = parser.parse_args(arguments)
    if wanted.times < 1:
        parser.error("--times is 1 or more")
    chromium_path = browser_path()
    if chromium_path is None:
        parser.error("no chromium on PATH: apt-get install chromium")
    hatch_build.build()
    took: list[float] = []
    sent: list[int] = []
    with tempfile.TemporaryDirectory(prefix="dealt-room-") as room, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        house = House(Path(room))
        house.start()
        try:
            for _ in range(wanted.times):
                relay, device = Relay(house.port), Device(chromium, house)
                page = device(bare=True, base_url=relay.url, **PHONE).new_page()
                slow(page)
                tapped, dealt = to_a_dealt_table(page)
                took.append(dealt)
                sent.append(relay.sent)
                print(f"{tapped:5.2f} s to the games, {dealt:5.2f} s to a dealt table, {relay.sent:7,} bytes")
                device.close()
                relay.close()
                house.clear()
        finally:
            house.stop()
            chromium.close()
    middle = statistics.median(took)
    print(f"median {middle:.2f} s (limit {SECONDS:.0f} s), most {max(sent):,} bytes (limit {FIRST_LOAD:,})")
    return int(middle > SECONDS or max(sent) > FIRST_LOAD)


if __name__ == "__main__":
    sys.exit(main())
