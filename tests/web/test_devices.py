"""One person on two devices, in a real Chromium: a code from one for the other, the end of a device, recovery words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, faults
from tests.web.table_helpers import open_table

pytestmark = [pytest.mark.turns(2)]


def settings(page: Page) -> Page:
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_role("heading", name="Your devices").scroll_into_view_if_needed()
    return page


def test_a_phone_goes_on_where_the_desktop_was_and_words_bring_back_who_has_neither(device: Device) -> None:
    token = open_table(device.house, "Ann", {"game": "bigtwo"})
    desktop = device(token=token).new_page()
    desktop.goto("./")
    settings(desktop).get_by_role("button", name="Add a device").click()
    expect(desktop.get_by_role("img", name=re.compile("QR"))).to_be_visible()
    link = desktop.locator(".link span").first.inner_text()
    assert faults(desktop) == []

    phone = device(viewport={"width": 360, "height": 640}).new_page()
    phone.goto(f"./#{link.partition('#')[2]}")
    expect(phone.get_by_text("Another of your devices")).to_be_visible()
    assert "device" not in phone.url  # a code that is shown is a code that is read
    assert faults(phone) == []
    phone.get_by_role("button", name="Go on here").click()
    expect(phone.locator(".table")).to_be_visible()
    expect(desktop.get_by_role("heading", name="Open elsewhere")).to_be_visible()

    settings(phone)
    expect(phone.get_by_role("button", name=re.compile("^End"))).to_have_count(1)
    phone.get_by_role("button", name="Make recovery words").click()
    expect(phone.locator(".words li")).to_have_count(8)
    words = phone.locator(".words li").all_inner_texts()
    assert faults(phone) == []
    phone.get_by_role("button", name=re.compile("^End")).click()
    expect(phone.get_by_role("button", name=re.compile("^End"))).to_have_count(0)

    desktop.get_by_role("button", name="Use it here").click()  # its token is worth nothing any more
    offer = desktop.get_by_role("link", name="Come back by recovery words")
    offer.click()
    assert faults(desktop) == []
    desktop.get_by_label("Your name").fill("Ann")
    desktop.get_by_label("Recovery words").fill(" ".join(words[::-1]))
    desktop.get_by_role("button", name="Go on here").click()
    expect(desktop.get_by_text("These are not the recovery words")).to_be_visible()
    desktop.get_by_label("Recovery words").fill(" ".join(words))
    desktop.keyboard.press("Tab")
    desktop.get_by_role("button", name="Go on here").press("Enter")
    expect(desktop.locator(".table")).to_be_visible()
    expect(phone.get_by_role("heading", name="Open elsewhere")).to_be_visible()


def test_who_thinks_better_of_a_link_stays_who_they_are(device: Device) -> None:
    page = device(token=open_table(device.house, "Ann", {"game": "bigtwo"})).new_page()
    page.goto("./#/device/a2b3c4d5e6f7")
    expect(page.get_by_text("known here under another name")).to_be_visible()
    page.get_by_role("button", name="Go on here").click()
    expect(page.get_by_text("This code is not good any more")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".table")).to_be_visible()
