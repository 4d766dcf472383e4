"""Keys act at the table only where the focus is on nothing, or on the table's own cards and buttons."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, at_table
from tests.web.table_helpers import my_move, raised, rush, seated, step

pytestmark = [pytest.mark.turns(2)]


SAID = "hplsunrat1234 c?"
"""Letters, digits and signs, each of which does something at a table."""
SIZES = {"wide": (1440, 900), "drawer": (800, 600), "low": (640, 360), "phone": (360, 640)}


def sit(device: Device, **options: object) -> Page:
    """Somebody who plays against computers, and whose turn it is."""
    page = seated(device, "Ann", more=options, table={"computers": "deuce"})
    assert my_move(page)
    return page


def untouched(page: Page, before: int) -> None:
    """Nothing was played, asked, opened or left."""
    page.wait_for_timeout(150)
    assert step(page) == before
    assert page.evaluate("window.heard.length") == 0
    assert raised(page) == []
    expect(page.get_by_role("dialog", name="Leave the table?")).to_be_hidden()
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    at_table(page)


def test_chat_typed_after_clicking_the_tab_changes_nothing_at_the_table(device: Device) -> None:
    page = sit(device)
    before = step(page)
    for n, (size, (width, height)) in enumerate(SIZES.items()):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        assert my_move(page)
        tab = page.get_by_role("tab", name="Chat") if size == "wide" else page.get_by_role("button", name="Chat")
        tab.click()
        field = page.get_by_role("textbox", name="Message")
        expect(field).to_be_focused()
        page.keyboard.type(SAID)
        expect(field).to_have_value(SAID)
        if n % 2:
            page.keyboard.press("Enter")
        else:
            page.get_by_role("button", name="Send").click()
        expect(page.get_by_role("log").locator(".text")).to_have_count(n + 1)
        expect(field).to_be_focused()
        page.keyboard.type("hpl")
        expect(field).to_have_value("hpl")
        untouched(page, before)


def test_letters_at_a_tab_or_in_the_panel_do_nothing(device: Device) -> None:
    page = sit(device, viewport={"width": 1440, "height": 900})
    before = step(page)
    page.get_by_role("tab", name="Log").click()
    page.keyboard.type(SAID)
    page.keyboard.press("ArrowRight")  # along the tabs, to the chat: the focus stays with the arrows
    expect(page.get_by_role("tab", name="Chat")).to_be_focused()
    page.keyboard.type(SAID)
    page.get_by_role("tab", name="Rules").click()
    page.get_by_role("region", name="Rules", exact=True).focus()
    page.keyboard.type(SAID)
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    untouched(page, before)
    page.keyboard.press("Escape")  # back to the table
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_letters_in_a_dialog_do_nothing_and_keys_act_after_it(device: Device) -> None:
    page = sit(device)
    before = step(page)
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog).to_be_visible()
    page.keyboard.type("hpl")
    dialog.get_by_role("radio").first.focus()
    page.keyboard.type("hpl")
    untouched(page, before)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("l")
    expect(page.get_by_role("dialog", name="Leave the table?")).to_be_visible()


def test_letters_beside_a_lesson_and_a_replay_do_nothing(device: Device) -> None:
    page = sit(device)
    rush(page)
    page.get_by_role("button", name="Replay", exact=True).click()
    expect(page.locator(".player .line")).to_contain_text("Every hand is open")
    page.get_by_role("button", name="Play the deal").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.stage')?.dataset.step === '1'")
    page.get_by_role("slider", name="Position").focus()
    page.keyboard.press("ArrowRight")  # one step, not one of the slider and one of the table
    page.wait_for_function("() => document.querySelector('.stage')?.dataset.step === '2'")
    page.wait_for_timeout(150)
    assert page.locator(".stage").get_attribute("data-step") == "2"
    assert re.search(r"/deal/1(/\d)?$", page.url)  # the address follows the step a little later


def test_nought_is_bid_by_its_digit(device: Device) -> None:
    page = seated(device, "Ann", "ohhell", table={"seed": "w1"})
    assert my_move(page)
    page.keyboard.press("0")
    page.wait_for_function("() => window.acted.includes('bid 0')")
