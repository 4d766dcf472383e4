"""A page that is installed, kept and brought up to date by Chromium: of a static room, and of one with a server."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from dealt.site.folder import keep
from tests.web.conftest import BEGIN, UNHURRIED, House, enter, faults, own_room
from tests.web.test_site import READY, RUSH, Site, site

__all__ = ["site"]

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]

ASKED = "navigator.storage.persist = async () => (window.asked = true)"
KEPT = "() => navigator.serviceWorker.controller !== null"
TURN = ".table[data-phase=playing]"
OVER = re.compile("over|final")


@pytest.fixture
def folder(folder_of_room: Path, tmp_path: Path) -> Path:
    """The folder of a static room that may be changed."""
    return shutil.copytree(folder_of_room, tmp_path / "own") / "some" / "path"


@pytest.fixture
def browser(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser of somebody who plays at once what is hinted, once ``rushing`` is set in the page."""
    context = chromium.new_context(viewport={"width": 800, "height": 600}, locale="en-US")
    told = {"settings": {**UNHURRIED, "level": "easy", "pace": "instant"}, "token": None, "new": False}
    context.add_init_script(f"({BEGIN})({json.dumps(told)})")
    context.add_init_script(RUSH.replace("const table = window.told;", "const table = window.rushing && window.told;"))
    context.add_init_script(ASKED)
    yield context
    context.close()


def deal(page: Page) -> None:
    """Play the deal under way to its end."""
    page.evaluate("window.rushing = true")
    expect(page.locator(".table")).to_have_attribute("data-phase", OVER, timeout=READY)


@pytest.mark.parametrize(("locale", "now"), [("en-US", "Play now"), ("zh-CN", "马上开局")])
def test_chromium_finds_nothing_that_keeps_it_from_being_installed(
    site: Site, chromium: Browser, chromium_path: str, tmp_path: Path, locale: str, now: str
) -> None:
    kept = chromium.browser_type.launch_persistent_context(
        str(tmp_path / "profile"),
        executable_path=chromium_path,
        args=["--no-sandbox", "--disable-dev-shm-usage"],
        locale=locale,
    )
    page = kept.pages[0]
    page.goto(site.url)
    expect(page.locator("main li[data-game]").first).to_be_visible()
    chrome = kept.new_cdp_session(page)
    manifest = chrome.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert [each["name"] for each in json.loads(manifest["data"])["shortcuts"]][0] == now
    assert [each["url"] for each in manifest["manifest"]["shortcuts"]] == [f"{site.url}#/now", f"{site.url}#/daily"]
    assert (manifest["manifest"]["id"], manifest["manifest"]["scope"]) == (site.url, site.url)
    assert chrome.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    kept.close()


def test_a_new_version_is_offered_between_deals_and_taken_whole(folder: Path, browser: BrowserContext) -> None:
    site = Site(folder.parents[1])
    page = browser.new_page()
    page.goto(f"{site.url}#/now")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(TURN)).to_be_visible(timeout=READY)
    page.wait_for_function(KEPT, timeout=READY)
    (folder / "robots.txt").write_text("second")
    keep(folder)
    page.evaluate("async () => { window.at = await navigator.serviceWorker.getRegistration(); await at.update(); }")
    page.wait_for_function("() => window.at.waiting !== null", timeout=READY)
    offer = page.get_by_role("button", name="Take it")
    expect(page.locator(TURN)).to_be_visible()
    expect(offer).to_have_count(0)
    assert page.evaluate("window.asked") is None
    deal(page)
    page.wait_for_function("window.asked")
    assert version(page) != "second"
    offer.click()
    page.wait_for_function("() => !window.rushing")
    expect(page.locator(".table")).to_have_attribute("data-phase", OVER, timeout=READY)
    assert version(page) == "second"

    (folder / "robots.txt").write_text("third")
    keep(folder)
    (folder / "robots.txt").write_text("thi")  # half of it is there
    page.evaluate("async () => { window.at = await navigator.serviceWorker.getRegistration(); await at.update(); }")
    page.wait_for_function("() => window.at.installing === null", timeout=READY)
    assert page.evaluate("() => window.at.waiting") is None
    site.close()
    page.goto("about:blank")
    page.goto(site.url)
    expect(page.locator(".table")).to_have_attribute("data-phase", OVER, timeout=READY)
    assert version(page) == "second"


def version(page: Page) -> str:
    found: str = page.evaluate("async () => (await fetch('robots.txt')).text()")
    return found


@own_room()
def test_who_keeps_a_room_plays_on_without_it_and_goes_back(house: House, browser: BrowserContext) -> None:
    page = browser.new_page()
    asked: list[str] = []
    browser.on("request", lambda request: asked.append(request.url))
    page.goto(house.url)
    enter(page, "Anna")
    assert [each for each in asked if "/near/" in each] == []
    page.get_by_role("button", name="Settings").click()
    assert faults(page) == []
    page.get_by_role("button", name="Keep this room").click()
    expect(page.get_by_text("This browser keeps the room")).to_be_visible(timeout=READY)
    page.get_by_role("button", name="Close").click()

    house.stop()
    page.get_by_role("button", name="Play alone meanwhile").click()
    expect(page).to_have_url(f"{house.url}near/")
    page.locator("main li[data-game=elevens] button").first.click()
    expect(page.locator(TURN)).to_be_visible(timeout=READY)
    house.start()
    back = page.get_by_role("button", name="Go there")
    page.clock.install()
    with page.expect_response(lambda heard: heard.url.startswith(house.url) and "/near/" not in heard.url):
        page.clock.fast_forward(10_000)  # it is asked for every ten seconds
    expect(back).to_have_count(0)
    deal(page)
    expect(page.locator(".net")).to_contain_text("The room can be reached again")
    page.get_by_role("button", name="Leave").first.click()
    expect(page.get_by_text("of 1 deal")).to_be_visible()
    back.click()
    expect(page).to_have_url(house.url)
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()  # Anna, as she was
    expect(page.get_by_text("of 1 deal")).to_have_count(0)

    house.stop()
    page.goto(f"{house.url}t/abc")
    expect(page).to_have_url(f"{house.url}near/")
    expect(page.locator(".net")).to_contain_text("The room can't be reached", timeout=READY)
    expect(page.get_by_text("of 1 deal")).to_be_visible(timeout=READY)


def test_a_browser_that_offers_to_install_is_heard(site: Site, browser: BrowserContext) -> None:
    page = browser.new_page()
    page.goto(site.url)
    expect(page.locator("main li[data-game]").first).to_be_visible()  # it listens
    page.evaluate("""() => {
        const offer = new Event("beforeinstallprompt", {cancelable: true});
        offer.prompt = async () => { window.prompted = offer.defaultPrevented; };
        dispatchEvent(offer);
    }""")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Install").click()
    expect(page.get_by_role("button", name="Install")).to_have_count(0)
    assert page.evaluate("window.prompted") is True
