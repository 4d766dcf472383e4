"""What the tests of the page share: a real room in a process of its own, a real Chromium, and people in it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

import hatch_build
from tests.rooms import database, room_process

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NOISE = re.compile(
    r"WebSocket connection to|ERR_CONNECTION|ERR_INTERNET|Failed to load resource"
    r"|preloaded using link preload but not used"
)
"""What a browser says to the console when a server goes away, or when somebody has chosen another language than the
browser's, in which the entry comes early; anything else there is a fault of the page."""

HOST_KEY = "the-key-of-the-host-in-tests"
UNHURRIED = dict.fromkeys(("autoPass", "autoPlay", "soonTap", "oneTap", "offers", "secondTap"), False)
"""Settings under which nothing goes by itself: a test does every step."""
SETTLE = """settings => {
    try {
        const kept = JSON.parse(localStorage.getItem('dealt.settings') ?? '{}');
        localStorage.setItem('dealt.settings', JSON.stringify({...settings, ...kept}));
    } catch {}  // a page that may keep nothing
}"""
SILENT = "delete window.AudioContext"
"""The threads that make sound would take a tenth of the processor."""
KNOWN = """token => {
    try {
        if (localStorage.getItem('dealt.known') === token) return;  // whoever leaves stays gone
        localStorage.setItem('dealt.known', token);
        localStorage.setItem('dealt.token:/', JSON.stringify(token));
    } catch {}
}"""
"""A room knows this person. A browser that is given a stored state opens a window of its own for it: a second."""
POINTED = "try { localStorage.setItem('dealt.pointed', '[\"*\"]'); } catch {}"
"""Whoever plays in a test has played before: no pointers on the first deal of a game."""

expect.set_options(timeout=20_000)


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
            "admin_key": HOST_KEY,
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
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            assert self._process.is_alive(), self.log.read_text()
            try:
                with urllib.request.urlopen(self.url + "readyz", timeout=1):
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"the room did not open: {self.log.read_text()}")

    def clear(self) -> None:
        """Close all tables and forget everybody: the room is as it was when it opened."""
        deadline = time.monotonic() + 20
        while (tables := self._ask(do="tables")["tables"]) + (people := self._ask(do="people")["people"]):
            assert time.monotonic() < deadline, f"the room does not become empty: {tables}, {people}"
            for wish in [
                *({"do": "close", "table": each["id"]} for each in tables),
                *({"do": "forget", "name": each["name"]} for each in people),
            ]:
                with contextlib.suppress(urllib.error.HTTPError):  # gone meanwhile by itself
                    self._ask(**wish)

    def _ask(self, **question: str) -> dict[str, Any]:
        """What the host's question is answered with."""
        header = {"Authorization": f"Bearer {HOST_KEY}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}api/admin", json.dumps(question).encode(), header)
        with urllib.request.urlopen(request, timeout=20) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

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


class Shared:
    """What the tests of this folder have in common: one Chromium and one room, started when a test first needs them."""

    def __init__(self) -> None:
        self._open = contextlib.ExitStack()
        self._chromium: Browser | None = None
        self._house: House | None = None

    def chromium(self, path: str) -> Browser:
        """The machine's Chromium, without a window."""
        if self._chromium is None or not self._chromium.is_connected():
            playwright: Playwright = self._open.enter_context(sync_playwright())
            self._chromium = playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
            )
            self._open.callback(self._chromium.close)
        return self._chromium

    def house(self) -> House:
        """A room where computers take no time."""
        if self._house is None:
            folder = self._open.enter_context(tempfile.TemporaryDirectory(prefix="dealt-room-"))
            house = House(Path(folder))
            self._open.callback(house.stop)
            house.start()
            self._house = house  # one that did not open is nobody's room
        return self._house

    def close(self) -> None:
        """End both; whoever needs them next starts them anew."""
        self._chromium = self._house = None
        self._open.close()


_shared = Shared()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Close what is shared after the last test of this folder: Playwright's loop must not meet pytest-asyncio's."""
    try:
        return (yield)
    finally:
        if nextitem is None or not nextitem.path.is_relative_to(HERE):
            _shared.close()


def pytest_sessionfinish() -> None:
    """The same where the tests were stopped."""
    _shared.close()


def own_room(**settings: Any) -> pytest.MarkDecorator:
    """A room of its own for a test that ends the room, or needs other settings than the common one has."""
    return pytest.mark.parametrize("house", [settings], indirect=True, ids=["own"])


@pytest.fixture
def chromium(chromium_path: str, built_page: None) -> Browser:
    """The machine's Chromium."""
    return _shared.chromium(chromium_path)


@pytest.fixture
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """The common room, empty again after each test; or one of the test's own, see :func:`own_room`."""
    if hasattr(request, "param"):
        own = House(tmp_path, **request.param)
        own.start()
        yield own
        own.stop()
    else:
        common = _shared.house()
        yield common
        try:
            common.clear()
        except BaseException:
            _shared.close()  # a new one for the next test
            raise


class Device:
    """Makes browsers that share nothing, for a room; what their pages complain of is noted."""

    def __init__(self, chromium: Browser, house: House) -> None:
        self.house = house
        self.complaints: list[str] = []
        self._chromium = chromium
        self._contexts: list[BrowserContext] = []

    def __call__(
        self,
        *,
        new: bool = False,
        bare: bool = False,
        settings: dict[str, object] | None = None,
        token: str | None = None,
        **options: Any,
    ) -> BrowserContext:
        """A browser; ``settings`` are what somebody has chosen in the page, over :data:`UNHURRIED`.

        ``new``: this person has never played, and sees pointers on the first deal of a game. ``bare``: as a stranger
        has it, with nothing set and nothing that listens. ``token``: the room's, of somebody who has come already.
        """
        wanted = {
            "viewport": {"width": 800, "height": 600},
            "locale": "en-US",
            "color_scheme": "dark",
            "reduced_motion": "reduce",
            "base_url": self.house.url,
            **options,
        }
        context = self._chromium.new_context(**wanted)
        self._contexts.append(context)
        if bare:
            return context
        context.add_init_script(SILENT)
        context.add_init_script(f"({SETTLE})({json.dumps({**UNHURRIED, **(settings or {})})})")
        if token is not None:
            context.add_init_script(f"({KNOWN})({json.dumps(token)})")
        if not new:
            context.add_init_script(POINTED)
        context.add_init_script(path=HERE / "listen.js")
        context.on("console", lambda said: _note(self.complaints, said.type, said.text))
        context.on("weberror", lambda failed: self.complaints.append(str(failed.error)))
        return context

    def close(self) -> None:
        for each in self._contexts:
            each.close()


@pytest.fixture
def device(chromium: Browser, house: House) -> Iterator[Device]:
    """Makes browsers that share nothing; whatever their pages complain of fails the test."""
    make = Device(chromium, house)
    yield make
    make.close()
    assert make.complaints == []


def _note(complaints: list[str], kind: str, text: str) -> None:
    if kind in ("error", "warning") and not NOISE.search(text):
        complaints.append(text)


@pytest.fixture
def page(device: Device) -> Page:
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
    expect(page).to_have_url(re.compile(r"/t/\w+$"))
    return page.url.rpartition("/")[2]


def faults(page: Page) -> list[str]:
    """The serious faults that axe finds, one line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
    return [
        f"{each['impact']} {each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
