"""Pointers on somebody's first deal of a game, and the breaks of the log, in a real Chromium."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, faults
from tests.web.table_helpers import my_move, rush, seated, status, step
from tests.web.walks import settle

pytestmark = [pytest.mark.turns(3)]

HITS = Path(__file__).with_name("hits.js")

COVERS = """() => {
    const over = document.querySelector('.pointer').getBoundingClientRect();
    const meet = (a) => a.left < over.right && over.left < a.right && a.top < over.bottom && over.top < a.bottom;
    return [...document.querySelectorAll('button, a, input, [role=option], .plate, .status, .card, svg.cross, .call')]
        .filter(each => !each.closest('.pointer, .sky') && each.getClientRects().length)
        .filter(each => meet(each.getBoundingClientRect())).map(each => each.className + each.textContent);
}"""
"""The controls, seats, cards and marks that the words of a pointer lie over."""
SIZES = ((360, 640), (640, 360), (800, 600), (1440, 900))


def read_all(page: Page) -> list[str]:
    """Read the pointers to their end; which there were."""
    found: list[str] = []
    while page.locator(".pointer.placed").count():
        now = page.locator(".pointer.placed")
        found.append(now.get_attribute("data-pointer") or "")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(300)
            page.wait_for_function(f"() => ({COVERS})().length === 0", timeout=5_000)  # they follow
            expect(now).to_be_visible()
            assert page.evaluate(COVERS) == [], (width, height)
            settle(page)
            assert page.evaluate("window.hits(false)") == [], (width, height)
        now.locator("button").last.click()
    return found


@pytest.mark.parametrize(
    ("game", "computers", "keys"),
    [
        ("hearts", "duck", ["aim", "status", "cards", "button", "hint"]),
        ("bigtwo", "deuce", ["aim", "status", "button", "hint"]),  # five cards lie there that can't be beaten
        ("bridge", "plain", ["aim", "status", "calls", "hint"]),
        ("doudizhu", "lowest", ["aim", "status", "calls", "hint"]),
        ("euchre", "lowest", ["aim", "status", "calls", "hint"]),  # a card lies turned up in the corner
        ("holdem", "lowest", ["aim", "status", "calls", "hint"]),  # an amount takes the height
        ("guandan", "lowest", ["aim", "status", "cards", "button", "hint"]),  # three rows of cards, one beside a plate
    ],
)
@pytest.mark.turns(4)
def test_a_first_deal_is_pointed_at_once_over_nothing_at_all(
    device: Device, game: str, computers: str, keys: list[str]
) -> None:
    page = seated(device, "Ann", game, {"new": True}, {"seed": "w1", "computers": computers})
    page.evaluate(HITS.read_text(encoding="utf-8"))
    page.locator(".pointer.placed").wait_for()
    assert faults(page) == []
    assert read_all(page) == keys
    page.reload()  # remembered on this device
    assert my_move(page)
    expect(page.locator(".pointer")).to_have_count(0)


def test_whoever_skips_the_pointers_or_plays_sees_none(device: Device) -> None:
    page = seated(device, "Bea", "spades", {"new": True})
    page.locator(".pointer.placed").wait_for()
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".pointer")).to_have_count(0)
    other = seated(device, "Cem", "elevens", {"new": True}, table={"seed": "e1"})  # not lost at once
    other.locator(".pointer.placed").wait_for()
    rush(other)
    expect(other.locator(".pointer")).to_have_count(0)


def test_nothing_is_done_for_whoever_has_not_pressed_anything_yet(device: Device) -> None:
    going = dict.fromkeys(("autoPass", "autoPlay"), True)
    page = seated(device, "Ann", "bigtwo", {"new": True, "settings": going}, {"seed": "w1", "computers": "deuce"})
    page.wait_for_function("() => window.told?.view.turn.includes(window.told.seat)")
    assert page.evaluate("window.told.view.legal.map(each => each.name)") == ["pass"]
    page.locator(".pointer.placed").wait_for()
    at = step(page)
    page.wait_for_timeout(2_500)
    assert (step(page), page.evaluate("window.acted")) == (at, [])
    expect(status(page)).to_contain_text("Your turn: you can't beat")

    page.evaluate("() => window.hold(() => true)")  # what others do then is not heard
    page.get_by_role("button", name="Skip").click()
    page.wait_for_function("() => window.holds()")
    assert page.evaluate("window.acted") == ["pass"]
    expect(status(page)).to_contain_text("Passed for you")
    page.evaluate("window.release()")


@pytest.mark.parametrize(
    ("game", "first", "later"),
    [("hearts", "Trick 1", r"Trick \d+"), ("bigtwo", "Lead 1", r"Lead \d+"), ("drawpoker", "Bets, round 1", "Draw")],
)
@pytest.mark.turns(3)
def test_the_log_has_its_breaks(device: Device, game: str, first: str, later: str) -> None:
    page = seated(device, "Ann", game, {"viewport": {"width": 1440, "height": 900}}, table={"seed": "s3"})
    rush(page)
    log = page.get_by_role("region", name="Log", exact=True)
    expect(log.locator(".section").first).to_have_text(first)
    titles = log.locator(".section").all_inner_texts()
    assert any(re.fullmatch(later, each) for each in titles[1:]) or game == "drawpoker"
    assert len(titles) == len(set(titles))
