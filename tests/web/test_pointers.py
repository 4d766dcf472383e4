"""Pointers on somebody's first deal of a game, and the breaks of the log, in a real Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, faults
from tests.web.table_helpers import my_move, rush, seated

pytestmark = pytest.mark.browser

COVERS = """() => {
    const over = document.querySelector('.pointer').getBoundingClientRect();
    const meet = (a) => a.left < over.right && over.left < a.right && a.top < over.bottom && over.top < a.bottom;
    return [...document.querySelectorAll('.table button, .table a, .table input, .table [role=option]')]
        .filter(each => !each.closest('.pointer') && meet(each.getBoundingClientRect())).length;
}"""
"""How many controls the words of a pointer lie over."""


def read_all(page: Page) -> list[str]:
    """Read the pointers to their end; which there were."""
    found: list[str] = []
    while page.locator(".pointer.placed").count():
        now = page.locator(".pointer.placed")
        found.append(now.get_attribute("data-pointer") or "")
        for size in ({"width": 360, "height": 640}, {"width": 640, "height": 360}, {"width": 800, "height": 600}):
            page.set_viewport_size(size)
            page.wait_for_timeout(100)
            page.wait_for_function(f"() => !document.querySelector('.pointer') || ({COVERS})() === 0")  # they follow
        now.locator("button").last.click()
    return found


def test_a_first_deal_is_pointed_at_once(device: Device) -> None:
    page = seated(device, "Ann", "hearts", {"new": True})
    page.locator(".pointer.placed").wait_for()
    assert faults(page) == []
    assert read_all(page) == ["aim", "status", "cards", "button", "hint"]
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


@pytest.mark.parametrize(
    ("game", "first", "later"),
    [("hearts", "Trick 1", r"Trick \d+"), ("bigtwo", "Lead 1", r"Lead \d+"), ("drawpoker", "Bets, round 1", "Draw")],
)
def test_the_log_has_its_breaks(device: Device, game: str, first: str, later: str) -> None:
    page = seated(device, "Ann", game, {"viewport": {"width": 1440, "height": 900}}, table={"seed": "s3"})
    rush(page)
    log = page.get_by_role("region", name="Log", exact=True)
    expect(log.locator(".section").first).to_have_text(first)
    titles = log.locator(".section").all_inner_texts()
    assert any(re.fullmatch(later, each) for each in titles[1:]) or game == "drawpoker"
    assert len(titles) == len(set(titles))
