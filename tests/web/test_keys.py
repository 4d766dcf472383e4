"""Keys act at the table only where the focus is on nothing, or on the table's own cards and buttons."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.conftest import at_table, play
from tests.web.table_helpers import PHONE, await_turn, listen, play_by_keys, raised, step

pytestmark = pytest.mark.browser

Device = Callable[..., BrowserContext]

SAID = "hplsunrat1234 c?"
"""Letters, digits and signs, each of which does something at a table."""
SIZES: dict[str, dict[str, object]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "drawer": {"viewport": {"width": 800, "height": 600}},
    "low": {"viewport": {"width": 640, "height": 360}},
    "phone": PHONE,
}


def sit(device: Device, **options: object) -> Page:
    """Somebody who plays at once against computers, and whose turn it is."""
    page = device(**options).new_page()
    listen(page)
    page.goto("./")
    play(page, "Ann")
    assert await_turn(page)
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


@pytest.mark.parametrize("size", SIZES)
def test_chat_typed_after_clicking_the_tab_changes_nothing_at_the_table(device: Device, size: str) -> None:
    page = sit(device, **SIZES[size])
    before = step(page)
    tab = page.get_by_role("tab", name="Chat") if size == "wide" else page.get_by_role("button", name="Chat")
    tab.click()
    field = page.get_by_role("textbox", name="Message")
    expect(field).to_be_focused()
    page.keyboard.type(SAID)
    expect(field).to_have_value(SAID)
    page.get_by_role("button", name="Send").click()
    expect(field).to_be_focused()
    page.keyboard.type(SAID)
    page.keyboard.press("Enter")
    expect(page.get_by_role("log").locator(".text")).to_have_count(2)
    expect(field).to_be_focused()
    untouched(page, before)


def test_letters_at_a_tab_or_in_the_panel_do_nothing(device: Device) -> None:
    page = sit(device, **SIZES["wide"])
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
    play_by_keys(page)
    page.get_by_role("button", name="Replay", exact=True).click()
    expect(page.locator(".player .line")).to_contain_text("Every hand is open")
    page.get_by_role("button", name="Play the deal").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.stage').dataset.step === '1'")
    page.get_by_role("slider", name="Position").focus()
    page.keyboard.press("ArrowRight")  # one step, not one of the slider and one of the table
    page.wait_for_function("() => document.querySelector('.stage').dataset.step === '2'")
    page.wait_for_timeout(150)
    assert page.locator(".stage").get_attribute("data-step") == "2"
    assert re.search(r"/deal/1$", page.url)
