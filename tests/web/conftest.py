"""What the tests of the page share: a real room in a process of its own, a real Chromium, and people in it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Frame,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

import hatch_build
from bench.rig.engines import free_port
from dealt.site.folder import write
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
QUICK = "--js-flags=--no-opt --no-maglev --min-semi-space-size=32 --max-semi-space-size=64"
"""Pages live for seconds here: making their scripts as fast as can be, and looking for garbage before there are many
megabytes of it, would take longer than it saves."""
SILENT = "delete window.AudioContext"
"""The threads that make sound would take a tenth of the processor."""
BEGIN = """told => {
    try {
        const kept = JSON.parse(localStorage.getItem('dealt.settings') ?? '{}');
        localStorage.setItem('dealt.settings', JSON.stringify({...told.settings, ...kept}));
        if (!told.new) localStorage.setItem('dealt.pointed', '["*"]');
        if (told.token === null || localStorage.getItem('dealt.known') === told.token) return;  // who leaves stays gone
        localStorage.setItem('dealt.known', told.token);
        localStorage.setItem('dealt.token:/', JSON.stringify(told.token));
    } catch {}  // a page that may keep nothing
}"""
"""What a browser has kept when a page begins: settings, whether somebody has played before, and who they are.

Whoever plays in a test has played before: no pointers on the first deal of a game. A browser that is given a stored
state instead opens a window of its own for it: a second.
"""
TOLD = "tests"
"""Where a browser that is used again keeps what :data:`BEGIN` is given."""
AGAIN = f"""try {{
    const told = localStorage.getItem('{TOLD}');
    if (told !== null) ({BEGIN})(JSON.parse(told));
}} catch {{}}  // an empty page may keep nothing"""

expect.set_options(timeout=60_000)


class House:
    """A room: its process, its folder, its address. It can be killed, and started again where it was."""

    def __init__(self, folder: Path, **settings: Any):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.log = folder / "room.log"
        self._settings = {
            "port": self.port,
            "database": database(folder / "room.db"),
            "pace_factor": 0,
            "burst": 1000,  # tests play, ask and talk faster than people
            "chat_rate": 0,
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


@pytest.fixture(scope="session")
def folder_of_room(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A static room under ``some/path``, written once: whoever changes it takes a copy."""
    folder = tmp_path_factory.mktemp("static")
    write(folder / "some" / "path")
    return folder


class Shared:
    """What the tests of this folder have in common: one Chromium and one room, started when a test first needs them."""

    def __init__(self) -> None:
        self._open = contextlib.ExitStack()
        self._chromium: Browser | None = None
        self.open_house: House | None = None
        self.kept: dict[tuple[object, ...], list[Kept]] = {}
        """Browsers of that room that can be used again, see :class:`Kept`."""

    def chromium(self, path: str) -> Browser:
        """The machine's Chromium, without a window."""
        if self._chromium is None or not self._chromium.is_connected():
            playwright: Playwright = self._open.enter_context(sync_playwright())
            self._chromium = playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage", QUICK]
            )
            self._open.callback(self._chromium.close)
        return self._chromium

    def house(self) -> House:
        """A room where computers take no time."""
        if self.open_house is None:
            folder = self._open.enter_context(tempfile.TemporaryDirectory(prefix="dealt-room-"))
            house = House(Path(folder))
            self._open.callback(house.stop)
            house.start()
            self.open_house = house  # one that did not open is nobody's room
        return self.open_house

    def close(self) -> None:
        """End both; whoever needs them next starts them anew."""
        self._chromium = self.open_house = None
        self.kept.clear()
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


class Kept:
    """A browser with one page that test after test uses: a new one costs a second of the processor.

    Between two tests it shows a text of the room and has kept nothing. It is closed where a test has changed what
    can't be taken back, such as the scripts that run in every page.
    """

    def __init__(self, chromium: Browser, options: dict[str, Any]) -> None:
        self.complaints: list[str] = []
        self.context = chromium.new_context(**options)
        self.page = self.context.new_page()
        self.spoilt = False
        self._touch = bool(options.get("has_touch"))
        self._sessions: list[CDPSession] = []
        self._used = False
        _listen(self.context, lambda text: self.complaints.append(text))
        self.context.add_init_script(AGAIN)
        self.page.goto(AWAY)
        for holder in (self.context, self.page):
            for name in ("add_init_script", "route", "set_offline", "close"):
                if hasattr(holder, name):
                    setattr(holder, name, self._spoiling(getattr(holder, name)))
        self._new_page, self._new_session = self.context.new_page, self.context.new_cdp_session
        self.context.new_page = self._page  # type: ignore[method-assign]
        self.context.new_cdp_session = self._session  # type: ignore[method-assign]

    def begin(self, told: dict[str, object], options: dict[str, Any]) -> None:
        """Be a new browser that has kept this."""
        self.complaints, self._used = [], False
        self.page.set_viewport_size(options["viewport"])
        self.page.emulate_media(
            color_scheme=options["color_scheme"], reduced_motion=options["reduced_motion"], forced_colors="none"
        )
        self.page.evaluate("([where, told]) => localStorage.setItem(where, told)", [TOLD, json.dumps(told)])

    def end(self) -> None:
        """Forget everything."""
        self.complaints = []
        if self.spoilt:
            return
        for session in self._sessions:
            session.detach()
        self._sessions.clear()
        for other in self.context.pages:
            if other != self.page:
                other.close()
        self.page.mouse.move(-1, -1)
        self.page.goto(AWAY)
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.context.clear_cookies()

    def _spoiling(self, do: Callable[..., Any]) -> Callable[..., Any]:
        def spoil(*given: Any, **more: Any) -> Any:
            self.spoilt = True
            return do(*given, **more)

        return spoil

    def _page(self) -> Page:
        """The page that there is; then others."""
        if self._used:
            return self._new_page()
        self._used = True
        return self.page

    def _session(self, page: Page | Frame) -> CDPSession:
        """A session for Chromium's own commands; with the last one the touch of a touch screen would end."""
        self.spoilt = self.spoilt or self._touch
        self._sessions.append(self._new_session(page))
        return self._sessions[-1]


AWAY = "./robots.txt"
"""A text at the room's address, without a script."""
SAME = {"viewport", "has_touch", "device_scale_factor", "locale", "color_scheme", "reduced_motion"}
"""What may differ in a browser that is used again; of it a page can change all but these:"""
FIXED = ("has_touch", "device_scale_factor", "locale")


class Device:
    """Makes browsers that share nothing, for a room; what their pages complain of is noted.

    ``kept``: browsers that wait to be used again, by what can't be changed in them; None where each is to be new.
    """

    def __init__(self, chromium: Browser, house: House, kept: dict[tuple[object, ...], list[Kept]] | None = None):
        self.house = house
        self.complaints: list[str] = []
        self._chromium = chromium
        self._contexts: list[BrowserContext] = []
        self._kept = kept
        self._borrowed: list[tuple[tuple[object, ...], Kept]] = []

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
        told = {"settings": {**UNHURRIED, **(settings or {})}, "token": token, "new": new}
        if self._kept is not None and not bare and options.keys() <= SAME:
            return self._borrow(self._kept, wanted, told)
        context = self._chromium.new_context(**wanted)
        self._contexts.append(context)
        if not bare:
            _listen(context, self.complaints.append)
            context.add_init_script(f"({BEGIN})({json.dumps(told)})")
        return context

    def _borrow(
        self, waiting: dict[tuple[object, ...], list[Kept]], wanted: dict[str, Any], told: dict[str, object]
    ) -> BrowserContext:
        key = tuple(wanted.get(each) for each in FIXED)
        free = waiting.setdefault(key, [])
        kept = free.pop() if free else Kept(self._chromium, wanted)
        self._borrowed.append((key, kept))
        kept.begin(told, wanted)
        return kept.context

    def close(self) -> None:
        """End all browsers; those that can be used again wait for the next test."""
        for each in self._contexts:
            each.close()
        for key, kept in self._borrowed:
            self.complaints += kept.complaints
            kept.end()
            if kept.spoilt:
                kept.context.close()
            elif self._kept is not None:
                self._kept[key].append(kept)
        self._borrowed.clear()


@pytest.fixture
def device(chromium: Browser, house: House) -> Iterator[Device]:
    """Makes browsers that share nothing; whatever their pages complain of fails the test."""
    make = Device(chromium, house, _shared.kept if house is _shared.open_house else None)
    yield make
    try:
        make.close()
    except BaseException:
        _shared.kept.clear()  # new ones for the next test
        raise
    assert make.complaints == []


def _listen(context: BrowserContext, complain: Callable[[str], None]) -> None:
    """Hear what the pages of a browser complain of, and let them say what the tests ask."""

    def note(said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not NOISE.search(said.text):
            complain(said.text)

    context.add_init_script(SILENT)
    context.add_init_script(path=HERE / "listen.js")
    context.on("console", note)
    context.on("weberror", lambda failed: complain(str(failed.error)))


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


PHONE_AND_DESK: Final[Sequence[ViewportSize]] = ({"width": 360, "height": 640}, {"width": 1440, "height": 900})


def faults_at_both(page: Page) -> list[str]:
    """The serious faults that axe finds on a phone's screen and on a desk's; then the page is as large as before."""
    before, found = page.viewport_size, list[str]()
    for size in sorted(PHONE_AND_DESK, key=lambda each: each == before):  # its own last
        page.set_viewport_size(size)
        page.evaluate("window.settled()")
        found += [f"{size['width']} pixels: {each}" for each in faults(page)]
    assert page.viewport_size == before
    return found


def faults(page: Page, *, only: str = "") -> list[str]:
    """The serious faults that axe finds, one line each; ``only``: by this rule alone."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    rules = {"runOnly": only} if only else {}
    found = page.evaluate(
        "given => axe.run(document, given)", {"resultTypes": ["violations"], "preload": False, **rules}
    )
    return [
        f"{each['impact']} {each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
