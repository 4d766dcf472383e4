"""What a browser keeps of its room: moved, lost, full, in two windows, and as a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from dealt.site import keeping
from dealt.wire.protocol import Tally
from tests.web.conftest import faults
from tests.web.test_site import READY, Site, site

__all__ = ["site"]

pytestmark = [pytest.mark.slow, pytest.mark.turns(5)]  # Python starts in each, again and again

TALLIES = {"spades": Tally("spades", 12, 7, 3.5, 2, 4, low=False)}
ANNA = keeping.Kept(name="Anna", token="t" * 32, tallies=TALLIES).written()
STORED = """async () => {
    const asked = indexedDB.open("dealt:/some/path/", 1);
    await new Promise((done) => { asked.onsuccess = done; });
    const room = asked.result.transaction("kept").objectStore("kept").get("room");
    await new Promise((done) => { room.onsuccess = done; });
    asked.result.close();
    return room.result ?? null;
}"""


@pytest.fixture
def browser(chromium: Browser, site: Site) -> Iterator[BrowserContext]:
    """A browser in which somebody has played with an older version, which kept everything in local storage."""
    context = chromium.new_context(
        base_url=site.url, viewport={"width": 800, "height": 600}, locale="en-US", service_workers="block"
    )
    page = context.new_page()
    page.goto("robots.txt")
    page.evaluate("room => localStorage.setItem('dealt.room:/some/path/', room)", ANNA)
    page.close()
    yield context
    context.close()


def lobby(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("./")
    expect(page.get_by_text("7 of 12 deals won")).to_be_visible(timeout=READY)
    return page


def device(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("heading", name="On this device")).to_be_visible()


def test_what_an_older_version_kept_is_moved_and_one_window_has_it(browser: BrowserContext) -> None:
    page = lobby(browser)
    assert page.evaluate("localStorage.getItem('dealt.room:/some/path/')") is None
    assert json.loads(page.evaluate(STORED))["name"] == "Anna"
    other = browser.new_page()
    other.goto("./")
    expect(other.get_by_text("You are playing in another tab, window or device")).to_be_visible()
    expect(page.get_by_text("7 of 12 deals won")).to_be_visible(timeout=READY)
    other.get_by_role("button", name="Use it here").click()
    expect(other.get_by_text("7 of 12 deals won")).to_be_visible(timeout=READY)
    expect(page.get_by_text("You are playing in another tab, window or device")).to_be_visible()


def test_without_locks_the_window_that_came_last_has_it(browser: BrowserContext) -> None:
    browser.add_init_script("delete Navigator.prototype.locks")
    page, other = lobby(browser), lobby(browser)
    other.bring_to_front()
    device(other)
    other.get_by_role("button", name="Star").click()
    page.bring_to_front()
    device(page)
    page.get_by_role("button", name="Moon").click()
    expect(page.get_by_text("You are playing in another tab, window or device")).to_have_count(1)
    assert json.loads(page.evaluate(STORED))["avatar"] == 6  # the star


def test_what_was_kept_is_read_where_nothing_more_can_be(
    chromium: Browser, chromium_path: str, site: Site, tmp_path: Path
) -> None:
    for quota in (None, 1):  # Chromium believes what it knows of a quota for half a minute, or until it starts again
        kept = chromium.browser_type.launch_persistent_context(
            str(tmp_path / "profile"),
            executable_path=chromium_path,
            args=["--no-sandbox", "--disable-dev-shm-usage"],
            base_url=site.url,
            locale="en-US",
            service_workers="block",
        )
        page = kept.pages[0]
        if quota is None:
            page.goto("robots.txt")
            page.evaluate("room => localStorage.setItem('dealt.room:/some/path/', room)", ANNA)
        else:
            told = {"origin": site.url.removesuffix("/some/path/"), "quotaSize": quota}
            kept.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", told)
        page = lobby(kept)
        if quota is not None:
            expect(page.locator(".net")).to_contain_text("There is no space left for this page", timeout=READY)
        kept.close()


def test_what_is_cleared_is_said(browser: BrowserContext) -> None:
    page = lobby(browser)
    page.goto("robots.txt")
    page.evaluate("localStorage.clear()")
    page.goto("./")
    expect(page.locator(".net")).to_contain_text("The browser has cleared your settings here", timeout=READY)
    expect(page.get_by_text("7 of 12 deals won")).to_be_visible(timeout=READY)
    page.get_by_role("button", name="OK", exact=True).click()
    page.goto("robots.txt")
    page.evaluate(
        "() => new Promise(done => { indexedDB.deleteDatabase('dealt:/some/path/').onsuccess = () => done(0); })"
    )
    page.goto("./")
    expect(page.locator(".net")).to_contain_text("The browser has cleared what was kept here", timeout=READY)
    expect(page.get_by_label("Your name")).to_be_visible()


def test_all_of_it_is_saved_as_a_file_and_taken_back(browser: BrowserContext, tmp_path: Path) -> None:
    page = lobby(browser)
    device(page)
    assert faults(page) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file, foreign = tmp_path / "dealt.json", tmp_path / "letter.json"
    saved.value.save_as(file)
    foreign.write_text("Dear Anna")
    assert json.loads(file.read_text("utf-8"))["room"] == json.loads(ANNA)
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Leave for good").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave for good").click()
    expect(page.get_by_label("Your name")).to_be_visible()
    device(page)
    for chosen in (foreign, file):
        page.locator("input[type=file]").set_input_files(chosen)
        page.get_by_role("button", name="Replace it").click()
        if chosen == foreign:
            expect(page.get_by_text("This is no file that dealt has saved")).to_be_visible()
    expect(page.get_by_text("7 of 12 deals won")).to_be_visible(timeout=READY)
