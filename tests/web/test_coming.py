"""The way to the first card of one's own: Play now, and an invitation to a table where a deal is under way."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, at_table, faults, own_room
from tests.web.table_helpers import hand, large, status
from tests.web.test_stalled import CHINESE, SIZES

pytestmark = [pytest.mark.turns(3)]
SHOTS = os.environ.get("DEALT_SHOTS", "")
COUNT = "() => { window.taps = 0; addEventListener('click', event => event.isTrusted && window.taps++, true); }"
BETWEEN = """selector => {
    const boxes = [...document.querySelectorAll(selector)].map(node => node.getBoundingClientRect());
    return boxes.flatMap((a, n) => boxes.slice(n + 1).map(b =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)).filter(Boolean).length;
}"""
"""How many pairs of these lie over each other."""


def come(device: Device, link: str, name: str, *, button: str = "Join the table", **options: object) -> Page:
    """Somebody opens a link and says who they are; their presses from then on are counted."""
    page = device(**options).new_page()
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.evaluate(COUNT)
    page.get_by_role("button", name=button).click()
    return page


def hosted(device: Device, game: str = "Spades") -> Page:
    """Ann plays against computers that take their time."""
    ann = device().new_page()
    ann.goto("./")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name=re.compile(rf"^{game}\s*: deal now")).click()
    at_table(ann)
    expect(hand(ann)).not_to_have_count(0)
    return ann


def test_play_now_gives_cards_though_somebody_else_is_playing(device: Device) -> None:
    tables = []
    for name in ("Ann", "Bob"):
        page = come(device, "./", name, button="Play now")
        tables.append(at_table(page))
        expect(hand(page)).not_to_have_count(0)
        assert page.evaluate("window.taps") == 1
    assert tables[0] != tables[1]


@own_room(pace_factor=1.0)
@pytest.mark.parametrize("size", [(360, 640), (800, 600)])
@pytest.mark.turns(2)
def test_from_an_invitation_to_cards_of_one_s_own_in_two_taps(device: Device, size: tuple[int, int]) -> None:
    ann = hosted(device)
    viewport = {"width": size[0], "height": size[1]}
    bob = come(device, ann.url, "Bob", viewport=viewport, settings={"autoPlay": False})
    assert at_table(bob) == at_table(ann)
    expect(status(bob)).to_contain_text(re.compile("You may play on for .*: this deal then counts for nobody"))
    expect(hand(bob)).to_have_count(0)
    name = re.fullmatch("Take (.*)'s cards now", large(bob).inner_text())
    assert name
    large(bob).click()
    expect(hand(bob)).not_to_have_count(0)
    assert bob.evaluate("window.taps") == 2
    told = f"Bob took over {name[1]}'s cards: this deal counts for nobody"
    for page in (ann, bob):
        expect(page.locator(".net")).to_have_text(told)
    ann.set_viewport_size({"width": 1440, "height": 900})
    ann.get_by_role("tab", name="Log").click()
    expect(ann.get_by_role("region", name="Log").get_by_text(told)).to_be_visible()
    mine = hand(bob).evaluate_all("all => all.map(each => each.dataset.hand)")
    theirs = hand(ann).evaluate_all("all => all.map(each => each.dataset.hand)")
    assert not {*mine} & {*theirs}


@own_room(pace_factor=10.0)
def test_the_offer_can_be_declined_and_fits_every_screen(device: Device) -> None:
    ann = hosted(device)
    bob = come(device, ann.url, "Bob")
    eve = come(device, ann.url, "Eve")
    wait = bob.get_by_role("button", name="Wait for the next deal")
    for width, height in SIZES:
        bob.set_viewport_size({"width": width, "height": height})
        for each in (large(bob), wait, status(bob)):
            expect(each).to_be_in_viewport(ratio=1)
        assert bob.evaluate(BETWEEN, ".controls button, .plate, [data-testid=status]") == 0
        shot(bob, f"offer-{width}x{height}")
    assert faults(bob) == []
    wait.click()
    expect(large(bob)).to_have_count(0)
    expect(status(bob)).to_contain_text(re.compile("is yours at the next deal"))
    large(eve).click()
    for width, height in SIZES:
        ann.set_viewport_size({"width": width, "height": height})
        expect(ann.locator(".net")).to_be_in_viewport(ratio=1)
        shot(ann, f"notice-{width}x{height}")
    assert faults(ann) == []
    for page in (bob, ann):
        page.emulate_media(color_scheme="light")
        page.reload()
        expect(page.locator(".table")).to_be_visible()
        page.evaluate(CHINESE)
    expect(ann.locator(".net")).to_have_text(re.compile("Eve 接过了 .* 的牌，本局不计入任何人的战绩"))
    expect(large(bob)).to_have_text(re.compile("现在接.*的牌"))
    assert faults(bob) + faults(ann) == []
    shot(bob, "offer-light")
    shot(ann, "notice-light")


def shot(page: Page, name: str) -> None:
    """A picture, where DEALT_SHOTS names a folder for them."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


@own_room(pace_factor=10.0)
def test_a_table_may_keep_newcomers_waiting(device: Device) -> None:
    ann = device().new_page()
    ann.goto("./")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Just look around").click()
    ann.get_by_role("button", name=re.compile("New table")).first.click()
    dialog = ann.get_by_role("dialog")
    dialog.get_by_role("switch", name="Newcomers may play on for computers").click()
    dialog.get_by_role("button", name="Open the table").click()
    at_table(ann)
    large(ann).click()
    expect(hand(ann)).not_to_have_count(0)
    bob = come(device, ann.url, "Bob")
    expect(status(bob)).to_contain_text("is yours at the next deal")
    expect(large(bob)).to_have_count(0)
