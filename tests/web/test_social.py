"""Friends, blocks and reports in a real Chromium: two people who agree, and a third whom the host is told of."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import HOST_KEY, Device, enter, faults

pytestmark = [pytest.mark.turns(2)]


def come(device: Device, name: str, size: tuple[int, int]) -> Page:
    page = device(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto("./")
    enter(page, name)
    expect(page.get_by_role("heading", name="Friends", exact=True)).to_be_attached()
    return page


def shot(page: Page, name: str) -> None:
    """A picture to look at, where somebody asks for pictures."""
    if folder := os.environ.get("DEALT_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
def test_people_become_friends_block_and_report(device: Device, size: tuple[int, int]) -> None:
    ann, ben = come(device, "Ann", size), come(device, "Ben", size)
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
    assert faults(ben) == []
    shot(ben, f"asked-{size[0]}")
    agree.click()
    expect(ann.get_by_role("button", name="End friendship")).to_be_visible()
    ben.get_by_role("button", name="New table…", exact=True).click()
    ben.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    expect(ben.locator(".table")).to_be_visible()
    there = ann.get_by_role("button", name="Go there")
    there.scroll_into_view_if_needed()
    assert faults(ann) == []
    shot(ann, f"friend-{size[0]}")
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
    assert faults(ann) == []
    shot(ann, f"report-{size[0]}")
    ann.get_by_role("button", name="Send to the host").click()
    expect(ann.get_by_text("The host has been told.")).to_be_visible()
    ann.get_by_role("button", name="Block", exact=True).click()
    expect(ann.get_by_role("button", name="Unblock")).to_be_visible()
    shot(ann, f"blocked-{size[0]}")
    assert faults(ann) == []
    ann.keyboard.press("Escape")
    expect(ann.get_by_role("log").get_by_text("you cheat")).to_have_count(0)
    host = device(viewport={"width": size[0], "height": size[1]}).new_page()
    host.goto("./#/host")
    host.get_by_label("The host's key").fill(HOST_KEY)
    host.get_by_label("The host's key").press("Enter")
    host.get_by_role("tab", name="Reports").click()
    host.get_by_text("lines of talk").or_(host.get_by_text("line of talk")).first.click()
    expect(host.get_by_text("you cheat")).to_be_visible()
    assert faults(host) == []
    shot(host, f"host-{size[0]}")
    host.get_by_role("button", name="Settled").first.click()
    expect(host.get_by_text("you cheat")).to_have_count(0)
