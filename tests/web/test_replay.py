"""Finished deals shown again with every hand open, in a real Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import at_table, faults, play
from tests.web.table_helpers import large, my_move, rush, status, step

pytestmark = pytest.mark.browser


def shown(page: Page) -> tuple[int, int]:
    """The position that is shown and the last one."""
    slider = page.get_by_role("slider", name="Position")
    return int(slider.input_value()), int(slider.get_attribute("max") or 0)


def open_cards(page: Page) -> set[str]:
    """Every card that lies face up, wherever."""
    found: list[str] = page.locator("[data-card]").evaluate_all("all => all.map(each => each.dataset.card)")
    return set(found)


def at(page: Page, position: int) -> None:
    """Wait for a position."""
    page.wait_for_function(f"() => document.querySelector('.stage').dataset.step === '{position}'")


def test_a_deal_is_shown_again_and_the_table_goes_on(page: Page) -> None:
    play(page, "Ann")
    rush(page)
    table = page.url
    page.get_by_role("button", name="Replay", exact=True).click()
    expect(page).to_have_url(f"{table}/deal/1")
    expect(page.locator(".player .line")).to_contain_text("Every hand is open")
    first, last = shown(page)
    assert (first, last > 12) == (0, True)
    assert len(open_cards(page)) == 52
    assert faults(page) == []

    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(page.locator(".player .line")).to_contain_text("3♦")  # who holds it begins
    assert len(open_cards(page)) == 52
    page.get_by_role("button", name="One on").click()
    page.get_by_role("button", name="One back").click()
    at(page, 1)
    page.get_by_role("button", name="To the end").click()
    at(page, last)
    expect(page.locator(".scores")).to_contain_text("Ann")
    page.keyboard.press("Home")
    at(page, 0)
    page.get_by_role("slider", name="Position").fill("7")
    at(page, 7)
    page.get_by_role("button", name="Play the deal").click()
    at(page, 9)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("option").first.click()
    expect(page.get_by_role("option", selected=True)).to_have_count(0)  # only to look at

    page.reload()  # the address leads here again
    expect(page.locator(".player .line")).to_contain_text("Every hand is open")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name=re.compile("Result of deal 1"))).to_be_visible()
    assert page.url == table

    large(page).click()
    page.locator(".table[data-phase=playing]").wait_for()
    assert my_move(page)
    before = step(page)
    page.keyboard.press("3")
    page.get_by_role("button", name="Replay finished deals").click()
    expect(page).to_have_url(f"{table}/deal/1")
    yours = page.get_by_role("button", name="Your turn at the table")
    expect(yours).to_be_visible()  # the table waits meanwhile, and says so
    page.go_back()
    expect(status(page)).to_contain_text("Your turn")
    assert step(page) == before
    table_id = at_table(page)

    page.goto(f"./#/table/{table_id}/deal/9")  # no such deal
    page.get_by_role("button", name="Back to the table").click()
    expect(status(page)).to_contain_text("Your turn")
    assert page.url == table
