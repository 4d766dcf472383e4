"""The home and the invitation: one tap plays as a guest, live tables, links with paths, codes, who has vanished."""

from __future__ import annotations

import re
import socket
import threading
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Device, House, at_table, enter, faults, own_room
from tests.web.firstload import Relay
from tests.web.test_lobby import games, leave, title
from tests.web.walks import resize, settle

pytestmark = [pytest.mark.turns(2)]

HITS = Path(__file__).with_name("hits.js")
SIZES = [(360, 640), (640, 360), (800, 600), (1440, 900)]
HELD = [((360, 640), True), ((640, 360), True), ((800, 600), True), ((800, 600), False), ((1440, 900), False)]
"""Screens, and whether fingers touch them: phones, a tablet, and desks."""
TALLEST = 180
"""Pixels that two views of a page that is scrolled have in common: what is no taller is whole in one of them."""


def tile(page: Page, game: dict[str, Any]) -> Locator:
    """The picture of a game, which deals."""
    return page.get_by_role("button", name=re.compile(rf"^{title(game)}\s*: deal now"))


def share(page: Page) -> str:
    """Open the invitation at a table; the link in it."""
    page.get_by_role("button", name="Invite friends").first.click()
    return page.get_by_role("dialog", name="Invite friends").get_by_label("Link to the table").input_value()


def test_one_tap_plays_as_a_guest(page: Page) -> None:
    house = games(page)
    expect(page.locator("main li[data-game]")).to_have_count(len(house))
    proposed = page.get_by_label("Your name").input_value()
    assert re.fullmatch(r"[A-Z][a-z]+\d\d", proposed)
    several = next(each for each in house if each["seats"] > 2)
    tile(page, several).click()
    at_table(page)
    expect(page.locator(".table")).to_have_attribute("data-phase", "playing")
    expect(page.get_by_role("region", name="you").get_by_role("group", name=proposed)).to_be_visible()
    expect(page.locator(".plate .mark")).to_have_count(several["seats"] - 1)  # against computers


def test_a_proposed_name_that_is_taken_gives_way_by_itself(device: Device) -> None:
    same = "Math.random = () => 0.5"
    for wanted in ("55", "2"):
        context = device()
        context.add_init_script(same)
        page = context.new_page()
        page.goto("./")
        page.locator("main li[data-game] button").first.click()
        at_table(page)
        me = page.get_by_role("region", name="you").get_by_role("group", name=re.compile(rf"^[A-Z][a-z]+{wanted}$"))
        expect(me).to_be_visible()


def test_the_home_holds_at_every_size(device: Device) -> None:
    page = device().new_page()
    page.goto("./")
    expect(page.locator("main li[data-game] button").first).to_be_visible()
    session = page.context.new_cdp_session(page)
    for width, height in SIZES:
        resize(page, width, height, touch=width < 700, session=session)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        missed = page.locator("main li[data-game] button").evaluate_all(
            """all => all.filter(each => {
               each.scrollIntoView({block: 'nearest'});
               const at = each.getBoundingClientRect();
               const top = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
               return !each.contains(top) || at.height < 44 || at.width < 44; }).map(each => each.textContent)"""
        )
        assert missed == []
        assert width not in (360, 1440) or faults(page) == []  # once for each way in which the parts lie


class Late(Relay):
    """A relay that keeps the connection of the page back until it is let through."""

    def __init__(self, port: int) -> None:
        self.through = threading.Event()
        super().__init__(port)

    def _carry(self, start: socket.socket, end: socket.socket, counts: bool) -> None:
        if not counts:
            first = start.recv(65536)
            if first.startswith(b"GET /ws"):
                self.through.wait(60)
            end.sendall(first)
        super()._carry(start, end, counts)


@pytest.mark.parametrize("known", [False, True], ids=["newcomer", "known here"])
def test_the_first_click_counts_however_late_the_connection_is(device: Device, house: House, known: bool) -> None:
    token = None
    if known:
        came = device().new_page()
        came.goto("./")
        enter(came, "Ann")
        token = came.evaluate("JSON.parse(localStorage.getItem('dealt.token:/'))")
        came.goto("./robots.txt")
    relay = Late(house.port)
    try:
        page = device(base_url=relay.url, token=token).new_page()
        page.goto("./")
        page.locator("main li[data-game] button").first.click()
        expect(page.locator("main li[data-game] button.chosen")).to_have_count(1)
        expect(page.locator("form").get_by_text("Coming in")).to_be_visible()
        relay.through.set()
        at_table(page)
        expect(page.locator(".table")).to_have_attribute("data-phase", "playing")
    finally:
        relay.through.set()
        relay.close()


@pytest.mark.slow
def test_every_control_can_be_met_wherever_one_has_scrolled(device: Device) -> None:
    page = device(has_touch=True).new_page()
    page.goto("./")
    expect(page.locator("main li[data-game] button").first).to_be_visible()
    page.evaluate(HITS.read_text(encoding="utf-8"))
    session = page.context.new_cdp_session(page)
    found = looked_at(page, session, "home")
    page.set_viewport_size({"width": 800, "height": 600})
    enter(page, "Ann")
    expect(page.locator("li.game").first).to_be_visible()
    page.add_style_tag(content=".parts { position: static !important }")  # what comes under it is scrolled on
    found += looked_at(page, session, "lobby")
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def looked_at(page: Page, session: Any, name: str) -> list[str]:
    """What is wrong with a page that scrolls, from its beginning to its end, by finger and by mouse."""
    found: list[str] = []
    for (width, height), touch in HELD:
        resize(page, width, height, touch=touch, session=session)
        for top in range(0, page.evaluate("document.documentElement.scrollHeight"), height - TALLEST):
            page.evaluate("top => scrollTo({top, behavior: 'instant'})", top)
            settle(page)
            found += [f"{name} {width}x{height} {each}" for each in page.evaluate("t => window.hits(t)", touch)]
    return [*dict.fromkeys(found)]


def test_the_way_back_to_a_table_that_was_left(page: Page, device: Device) -> None:
    enter(page, "Ann")
    page.get_by_role("button", name="Play now").first.click()
    link = page.url
    table = at_table(page)
    friend = device().new_page()
    friend.goto(link if table in link else page.url)
    friend.get_by_label("Your name").fill("Ben")
    friend.get_by_role("button", name="Join the table").click()
    assert at_table(friend) == table
    leave(page)
    page.get_by_role("button", name="Back to it").click()
    assert at_table(page) == table


def test_an_invitation_says_who_which_game_and_which_seats(page: Page, device: Device) -> None:
    house = games(page)
    several = next(each for each in house if each["seats"] > 2)
    page.get_by_label("Your name").fill("Ann")
    tile(page, several).click()
    table = at_table(page)
    link = share(page)
    assert link == page.url
    friend = device(locale="zh-CN", viewport={"width": 360, "height": 640}).new_page()
    friend.goto(link)
    expect(friend.get_by_role("heading", name="Ann 邀请你来玩")).to_be_visible()
    expect(friend.locator(".invited .seats li")).to_have_count(several["seats"])
    expect(friend.locator(".invited .seats .person")).to_have_text("Ann")
    expect(friend.get_by_text(f"{several['seats'] - 1} 个空着")).to_be_visible()
    assert faults(friend) == []
    friend.get_by_role("button", name="加入牌桌").click()  # under the proposed name
    assert at_table(friend) == table
    friend.reload()
    assert at_table(friend) == table


def test_the_code_to_scan_is_loaded_when_it_is_asked_for(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("main li[data-game] button").first.click()
    at_table(page)
    share(page)
    assert not [each for each in asked if "/Qr-" in each]
    page.get_by_role("button", name="Show as a code to scan").click()
    code = page.get_by_role("img", name="A QR code of the link")
    expect(code).to_be_in_viewport()
    assert [each for each in asked if "/Qr-" in each]
    box = code.evaluate("each => [each.viewBox.baseVal.width, each.querySelector('path').getAttribute('d').length]")
    assert box[0] >= 21 + 8  # the smallest code, and its quiet zone
    assert box[1] > 1000
    assert faults(page) == []


def test_what_a_messenger_reads_and_a_link_as_they_once_were(page: Page, device: Device, house: House) -> None:
    page.get_by_label("Your name").fill("Ann")
    page.locator("main li[data-game] button").first.click()
    table = at_table(page)
    friend = device().new_page()
    friend.goto(f"./#/table/{table}")
    expect(friend).to_have_url(f"{house.url}t/{table}")
    expect(friend.get_by_text("invites you to")).to_be_visible()
    answer = page.request.get(f"./t/{table}")
    assert "Ann invites you to" in answer.text()
    (picture,) = re.findall(r'og:image" content="([^"]*)"', answer.text())
    shown = page.request.get(picture)
    assert picture.startswith(house.url)
    assert shown.headers["content-type"] == "image/png"
    for path, kind in {
        "favicon.ico": "image/",
        "icon.svg": "image/svg",
        "robots.txt": "text/plain",
        "site.webmanifest": "application/manifest+json",
        "icon-192.png": "image/png",
    }.items():
        found = page.request.get(f"./{path}")
        assert (found.status, found.headers["content-type"].startswith(kind)) == (200, True), path


@own_room(standin_after=1.0, leave_after=120.0)
def test_who_has_vanished_is_not_shown_as_seated(device: Device) -> None:
    context = device()
    ann = context.new_page()
    ann.goto("./")
    ann.get_by_label("Your name").fill("Ann")
    ann.locator("main li[data-game] button").first.click()
    link = f"./t/{at_table(ann)}"
    eve = device().new_page()
    eve.goto("./")
    row = eve.locator("main li.row")
    expect(row).to_contain_text("Ann")
    ben = device().new_page()
    ben.goto(link)
    expect(ben.locator(".invited .seats .person:not(.away)")).to_have_text("Ann")

    context.close()
    expect(row).to_have_count(0)  # nobody is at that table
    expect(eve.get_by_text("No open table yet")).to_be_visible()
    expect(ben.locator(".invited .seats .away")).to_have_text("kept for Ann")
    expect(ben.locator(".invited .seats .person:not(.away)")).to_have_count(0)
