"""What a page tells as nobody looks at it: by the browser where it may, else when somebody is back. Only if asked."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import ClientConnection, connect

from dealt.wire.protocol import VERSION
from tests.web.conftest import Device, House, enter, faults, own_room
from tests.web.table_helpers import PHONE, open_table

pytestmark = [pytest.mark.turns(2)]

LOOK = """seen => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !seen });
    document.dispatchEvent(new Event('visibilitychange'));
}"""
"""Pages in tests are always seen by their browser."""
MAY_SHOW = """
    // a Chromium without a window shows nothing, whatever it is granted
    Object.defineProperty(Notification, 'permission', { get: () => window.granted ?? 'default' });
    Notification.requestPermission = async () => (window.granted = 'granted');
    const shown = window.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body }) => {
        shown.push({ title, body, close() { shown.splice(0); } });
    };
    ServiceWorkerRegistration.prototype.getNotifications = async () => [...shown];
"""
SUBSCRIBED = """
    // nor has it a push service
    PushManager.prototype.subscribe = async (wanted) => {
        window.key = wanted.applicationServerKey;
        const keys = { p256dh: 'BPoint', auth: 'secret' };
        return { toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys }) };
    };
"""
SHOWN = "() => window.shown.map(each => [each.title, each.body])"
SHOTS = os.environ.get("DEALT_SHOTS", "")


def shot(page: Page, name: str) -> None:
    """For people who want to see it."""
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def wants(page: Page, *what: str) -> None:
    page.get_by_role("button", name="Settings").first.click()
    for each in what:
        page.get_by_role("switch", name=each).click()
    page.get_by_role("region", name="Tell me while I look elsewhere").scroll_into_view_if_needed()
    assert faults(page) == []
    shot(page, f"news-settings-{page.viewport_size['width'] if page.viewport_size else 0}")
    page.keyboard.press("Escape")


class Person:
    """Somebody who speaks the wire."""

    def __init__(self, socket: ClientConnection):
        self._socket, self.token = socket, ""

    def do(self, op: str, until: str, **more: Any) -> Any:
        self._socket.send(json.dumps({"op": op, **more}))
        while True:
            heard = json.loads(self._socket.recv(timeout=30))
            assert heard["op"] != "error", heard
            if heard["op"] == until:
                return heard


@contextmanager
def person(house: House, name: str) -> Iterator[Person]:
    with connect(house.url.replace("http", "ws", 1) + "ws") as socket:
        come = Person(socket)
        come.do("hello", "welcome", v=VERSION)
        come.token = come.do("name", "you", name=name)["token"]
        yield come


def until_shown(page: Page, wanted: list[list[str]]) -> None:
    """Wait until the browser shows these notifications."""
    for _ in range(200):
        if (shown := page.evaluate(SHOWN)) == wanted:
            return
        page.wait_for_timeout(50)
    raise AssertionError(shown)


def missed(page: Page) -> Any:
    return page.get_by_role("complementary", name="While you looked elsewhere")


def test_a_turn_is_told_after_a_minute_and_only_who_asked_for_it(device: Device) -> None:
    for asked in (False, True):
        token = open_table(device.house, f"Ann{asked:d}", {"game": "elevens"})
        page = device(token=token, **(PHONE if asked else {})).new_page()
        page.clock.install()
        page.goto("./")
        expect(page.locator(".table")).to_be_visible()
        if asked:
            wants(page, "It is my turn")
        page.evaluate(LOOK, False)
        page.clock.run_for(59_000)
        expect(missed(page)).to_have_count(0)
        page.clock.run_for(2_000)
        expect(missed(page)).to_have_count(1 if asked else 0)
        page.evaluate(LOOK, True)
        if asked:
            expect(missed(page)).to_contain_text("Elevens: it is your turn")
            assert faults(page) == []
            shot(page, "news-missed-360")
            missed(page).get_by_role("button").click()
            expect(missed(page)).to_have_count(0)
            page.clock.run_for(100_000)
            expect(missed(page)).to_have_count(0)  # it is seen now


def test_a_friend_who_sits_down_is_told_by_the_browser_where_it_may(device: Device) -> None:
    with person(device.house, "Ann") as ann, person(device.house, "Ben") as ben, person(device.house, "Zoe") as zoe:
        ben.do("befriend", "friends", name="Ann")
        ann.do("befriend", "friends", name="Ben")
        wide = {"viewport": {"width": 1440, "height": 900}}
        page = device(token=ann.token, **wide).new_page()
        page.add_init_script(MAY_SHOW)
        page.goto("./")
        wants(page, "A friend sits down at a table")
        page.evaluate(LOOK, False)
        zoe.do("create", "table", game="bigtwo")
        ben.do("create", "table", game="hearts")
        until_shown(page, [["Test room", "Ben sits at a table"]])
        page.evaluate(LOOK, True)
        until_shown(page, [])
        expect(missed(page)).to_have_count(0)


def test_an_event_that_begins_is_told_once(device: Device) -> None:
    page = device().new_page()
    page.goto("./")
    enter(page, "Ann")
    wants(page, "An event of mine begins")
    with person(device.house, "Ben") as ben:
        opened = ben.do("open_tournament", "tournament", name="Cup", kind="swiss", game="bigtwo", rounds=2, boards=1)
        page.get_by_role("link", name="Tournaments (1)").click()
        page.get_by_role("link", name="Cup").click()
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("button", name="Stop playing")).to_be_visible()
        page.evaluate(LOOK, False)
        ben.do("direct_tournament", "table", id=opened["id"], order="start")
        expect(missed(page)).to_have_text(re.compile("It begins: Big Two"))


@own_room(address="http://localhost:1/")
def test_a_room_that_can_tells_this_device_also_while_no_page_is_open(device: Device) -> None:
    page = device().new_page()
    page.add_init_script(MAY_SHOW + SUBSCRIBED)
    page.goto("./")
    enter(page, "Ann")
    wants(page, "It is my turn")
    page.get_by_role("button", name="Settings").first.click()
    expect(page.get_by_text("also while no page of the room is open")).to_be_visible()
    assert len(page.evaluate("window.key")) == 87  # a point, as base64
    assert faults(page) == []
    page.get_by_role("switch", name="It is my turn").click()
    page.get_by_role("switch", name="An event of mine begins").click()
    expect(page.get_by_text("also while no page of the room is open")).to_be_visible()


def test_what_the_push_service_brings_is_shown_unless_the_page_is_seen(device: Device) -> None:
    page = device().new_page()
    page.add_init_script(MAY_SHOW)
    page.goto("./")
    enter(page, "Ann")
    registered: list[str] = []
    chrome = page.context.new_cdp_session(page)
    chrome.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(each["registrationId"] for each in told["registrations"]),
    )
    chrome.send("ServiceWorker.enable")
    with page.context.expect_event("serviceworker") as coming:
        wants(page, "It is my turn")
    worker = coming.value
    worker.evaluate(
        """() => {
            self.shown = [];
            registration.showNotification = async (title, more) => shown.push([title, more.body, more.data]);
            self.pages = [];
            Clients.prototype.matchAll = async () => pages;
        }"""
    )
    said = {"title": "Test room", "body": "Elevens: it is your turn", "tag": "push.turn", "url": "../"}

    def push() -> None:
        origin = device.house.url.rstrip("/")
        told = {"origin": origin, "registrationId": registered[-1], "data": json.dumps(said)}
        chrome.send("ServiceWorker.deliverPushMessage", told)

    push()
    for _ in range(100):
        if worker.evaluate("shown.length"):
            break
        page.wait_for_timeout(50)
    assert worker.evaluate("shown") == [["Test room", "Elevens: it is your turn", "../"]]
    worker.evaluate("() => { pages.push({ visibilityState: 'visible' }); }")
    push()
    page.wait_for_timeout(300)
    assert worker.evaluate("shown.length") == 1
