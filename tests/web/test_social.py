"""Friends, blocks and reports in a real Chromium: two people who agree, and a third whom the host is told of."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.conftest import HOST_KEY, PHONE_AND_DESK, Device, enter, faults, faults_at_both

pytestmark = [pytest.mark.turns(2)]


def come(device: Device, name: str, size: ViewportSize) -> Page:
    page = device(viewport=size).new_page()
    page.goto("./")
    enter(page, name)
    expect(page.get_by_role("heading", name="Friends", exact=True)).to_be_attached()
    return page


def shot(page: Page, name: str) -> None:
    """A picture to look at, where somebody asks for pictures."""
    if folder := os.environ.get("DEALT_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def test_people_become_friends_block_and_report(device: Device) -> None:
    phone, desk = PHONE_AND_DESK
    ann, ben = come(device, "Ann", phone), come(device, "Ben", desk)
    field = ann.get_by_label("Name of somebody here")
    field.scroll_into_view_if_needed()
    field.fill("Nobody")
    field.press("Enter")
    expect(ann.get_by_text("The room knows nobody of the name Nobody").first).to_be_visible()
    field.fill("ben")
    field.press("Enter")
    expect(ann.get_by_text("has been asked")).to_be_visible()
    agree = ben.get_by_role("button", name="Agree")
    agree.scroll_into_view_if_needed()
    assert faults_at_both(ben) == []
    shot(ben, "asked")
    agree.click()
    expect(ann.get_by_role("button", name="End friendship")).to_be_visible()
    ben.get_by_role("button", name="New table…", exact=True).click()
    ben.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    expect(ben.locator(".table")).to_be_visible()
    there = ann.get_by_role("button", name="Go there")
    there.scroll_into_view_if_needed()
    assert faults_at_both(ann) == []
    shot(ann, "friend")
    there.click()
    expect(ann.locator(".table")).to_be_visible()
    for page in (ann, ben):
        page.get_by_role("tab", name="Chat").or_(page.get_by_role("button", name="Chat")).first.click()
    ben.get_by_label("Message", exact=True).fill("you cheat")
    ben.get_by_label("Message", exact=True).press("Enter")
    expect(ann.get_by_text("you cheat").first).to_be_visible()
    ann.get_by_role("button", name="More about Ben").click(force=True)
    expect(ann.get_by_text("your friend")).to_be_visible()
    ann.get_by_role("button", name="Report to the host").click()
    ann.get_by_label("What happened?").fill("rude")
    assert faults(ann) == []  # what is open on the table closes with a change of size
    shot(ann, "report")
    ann.get_by_role("button", name="Send to the host").click()
    expect(ann.get_by_text("The host has been told.")).to_be_visible()
    ann.get_by_role("button", name="Block", exact=True).click()
    expect(ann.get_by_role("button", name="Unblock")).to_be_visible()
    shot(ann, "blocked")
    assert faults(ann) == []
    ann.keyboard.press("Escape")
    expect(ann.get_by_role("log").get_by_text("you cheat")).to_have_count(0)
    host = device(viewport=desk).new_page()
    host.goto("./#/host")
    host.get_by_label("The host's key").fill(HOST_KEY)
    host.get_by_label("The host's key").press("Enter")
    host.get_by_role("tab", name="Reports").click()
    host.get_by_text("lines of talk").or_(host.get_by_text("line of talk")).first.click()
    expect(host.get_by_text("you cheat")).to_be_visible()
    assert faults_at_both(host) == []
    shot(host, "host")
    host.get_by_role("button", name="Settled").first.click()
    expect(host.get_by_text("you cheat")).to_have_count(0)
