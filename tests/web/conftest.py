"""What the tests of the page share: a real room in a process of its own, a real Chromium, and people in it."""

from __future__ import annotations

import os
import re
import signal
import socket
import time
import urllib.request
from collections.abc import Callable, Iterator
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import hatch_build
from tests.rooms import database, room_process

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NOISE = re.compile(r"WebSocket connection to|ERR_CONNECTION|ERR_INTERNET|Failed to load resource")
"""What a browser says to the console when a server goes away; anything else there is a fault of the page."""

expect.set_options(timeout=10_000)


class House:
    """A room: its process, its folder, its address. It can be killed, and started again where it was."""

    def __init__(self, folder: Path, **settings: Any):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.log = folder / "room.log"
        self._settings = {
            "port": self.port,
            "database": database(folder / "room.db"),
            "pace_factor": 0,
            "burst": 1000,  # tests play faster than people
            "ask_burst": 1000,
            "costly_burst": 1000,
            "name_rate": 0,
            "table_rate": 0,
            "act_rate": 0,
            "address_act_rate": 0,
            "talk_rate": 0,
            "room": "Test room",
            "greeting": "Welcome to the tests.",
            **settings,
        }
        self._process: ForkServerProcess | None = None

    def start(self) -> None:
        """Open the room and wait until it can be played in."""
        clean = {key: value for key, value in os.environ.items() if not key.startswith("DEALT_")}
        ours = {f"DEALT_{key.upper()}": str(value) for key, value in self._settings.items()}
        ours["DEALT_CONFIG"] = os.devnull  # not the settings of whoever runs the tests
        self._process = room_process(self.log, environment={**clean, **ours})
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            assert self._process.is_alive(), self.log.read_text()
            try:
                with urllib.request.urlopen(self.url + "readyz", timeout=1):
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"the room did not open: {self.log.read_text()}")

    def stop(self) -> None:
        """Close it in good order."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power failure would."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            if self._process.pid is not None and self._process.is_alive():
                os.kill(self._process.pid, how)
            self._process.join(20)
            assert self._process.exitcode is not None, "the room does not close"
            self._process = None


@pytest.fixture(scope="session")
def built_page() -> None:
    """The page, built from the sources as they are."""
    if not hatch_build.skipped():
        hatch_build.build()


@pytest.fixture(scope="module")
def chromium(chromium_path: str, built_page: None) -> Iterator[Browser]:
    """The machine's Chromium. Not for the whole session: Playwright's loop must not meet pytest-asyncio's."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A room of this test's own, where computers take no time."""
    opened = House(tmp_path)
    opened.start()
    yield opened
    opened.stop()


@pytest.fixture
def device(chromium: Browser, house: House) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browsers that share nothing; whatever their pages complain of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(**options: Any) -> BrowserContext:
        wanted = {
            "viewport": {"width": 800, "height": 600},
            "locale": "en-US",
            "color_scheme": "dark",
            "reduced_motion": "reduce",
            "base_url": house.url,
            **options,
        }
        context = chromium.new_context(**wanted)
        context.on("console", lambda said: _note(complaints, said.type, said.text))
        context.on("weberror", lambda failed: complaints.append(str(failed.error)))
        contexts.append(context)
        return context

    yield make
    for each in contexts:
        each.close()
    assert complaints == []


def _note(complaints: list[str], kind: str, text: str) -> None:
    if kind in ("error", "warning") and not NOISE.search(text):
        complaints.append(text)


@pytest.fixture
def page(device: Callable[..., BrowserContext]) -> Page:
    """The entry of the room in a browser of its own."""
    opened = device().new_page()
    opened.goto("./")
    return opened


# --- what people do -------------------------------------------------------------------------------------------------


def enter(page: Page, name: str) -> None:
    """Come into the lobby."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Just look around").click()
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()


def play(page: Page, name: str) -> None:
    """Come in and sit down at a table at once."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Play now").click()
    at_table(page)


def at_table(page: Page) -> str:
    """Wait for a table; its id."""
    expect(page).to_have_url(re.compile(r"#/table/\w+$"))
    return page.url.rpartition("/")[2]


def faults(page: Page) -> list[str]:
    """The serious faults that axe finds, one line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['impact']} {each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
