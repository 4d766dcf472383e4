"""Whole deals in a real Chromium: by clicking, by keys alone, on a phone, and two people with two computers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, at_table, enter, faults, own_room
from tests.web.table_helpers import (
    PHONE,
    begin_rush,
    end_rush,
    hand,
    large,
    my_move,
    play_deal,
    press,
    rush,
    seated,
    status,
)

pytestmark = [pytest.mark.turns(2)]


@pytest.mark.parametrize("how", ["mouse", "keys", "finger"])
@pytest.mark.turns(3)
def test_deals_one_after_the_other(device: Device, tmp_path: Path, how: str) -> None:
    page = seated(device, "Ann", more=PHONE if how == "finger" else None, table={"computers": "deuce"})
    for deal in (1, 2) if how == "mouse" else (1,):
        if deal == 1:
            assert play_deal(page, how) > 0  # whole deals by clicks: test_flow.py, by keys: test_hits.py
        else:
            rush(page)
        expect(page.get_by_role("heading", name=f"Result of deal {deal}")).to_be_visible()
        expect(page.locator(".result .side")).to_have_count(4)
        expect(page.locator(".result .side").get_by_text("Ann")).to_be_visible()
        if deal == 1 and how == "mouse":
            assert faults(page) == []  # of the table while one plays: test_hits.py
            look_at_the_result(page, tmp_path / "record.json")
        press(page, large(page), how, "Enter")
        expect(page.locator(".table")).to_have_attribute("data-deal-number", str(deal + 1))
        expect(page.locator(".table")).to_have_attribute("data-phase", "playing")


def look_at_the_result(page: Page, file: Path) -> None:
    """Check the seed, take the record, look at the table and come back."""
    page.get_by_text("Fair deal").click()
    page.get_by_role("button", name="Verify here").click()
    expect(page.get_by_text("The seed fits")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download record").click()
    download.value.save_as(file)
    assert '"seed"' in file.read_text(encoding="utf-8")
    page.get_by_role("button", name="Show the table").click()
    expect(page.get_by_role("heading", name="Result of deal 1")).to_be_hidden()
    page.get_by_role("button", name="Show the result").click()


def test_everything_else_by_keys_alone(device: Device) -> None:
    page = seated(device, "Ann")
    page.keyboard.press("c")
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    page.keyboard.type("good game")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("again")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("good game\nagain")
    page.keyboard.press("Escape")  # out of the field
    page.keyboard.press("Escape")
    expect(page.get_by_role("log")).to_be_hidden()

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    before = hand(page).evaluate_all("all => all.map(e => e.dataset.hand)")
    page.keyboard.press("s")
    assert hand(page).evaluate_all("all => all.map(e => e.dataset.hand)") != before
    page.keyboard.press("4")
    expect(page.get_by_text("Rules of this table", exact=True)).to_be_visible()
    page.keyboard.press("4")
    page.keyboard.press("l")
    dialog = page.get_by_role("dialog", name="Leave the table?")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Leave", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()


def test_a_phone(device: Device) -> None:
    page = seated(device, "Ann", more=PHONE)
    assert my_move(page)
    edges = "all => all.map(e => { const b = e.getBoundingClientRect(); return [b.left, b.right]; })"
    for left, right in hand(page).evaluate_all(edges):
        assert left >= 0
        assert right <= 360
    assert page.evaluate("document.documentElement.scrollHeight") <= 640
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = (
        "all => all.filter(e => e.getClientRects().length && e.getBoundingClientRect().height < 40).map(e => e.title)"
    )
    assert page.locator(".table button").evaluate_all(small) == []
    page.get_by_role("button", name="Chat").tap()
    expect(page.get_by_role("dialog", name="Chat")).to_be_visible()
    page.get_by_role("textbox", name="Message").fill("hello")
    page.get_by_role("button", name="Send").tap()
    expect(page.get_by_role("log")).to_contain_text("hello")
    assert faults(page) == []


@own_room(standin_after=0.5)  # a computer plays on soon for whoever is gone
def test_two_people_two_computers_and_a_closed_tab(device: Device) -> None:
    ann = device().new_page()
    ann.goto("./")
    enter(ann, "Ann")
    ann.get_by_role("button", name=re.compile("New table")).first.click()
    ann.get_by_role("dialog").get_by_role("button", name=re.compile("^Open")).click()
    at_table(ann)
    expect(ann.get_by_role("heading", name="Waiting for the first deal")).to_be_visible()
    expect(large(ann)).to_have_text("Start with 3 computers")
    link = ann.get_by_role("textbox", name="Invite friends").input_value()

    context = device(**PHONE)
    bob = context.new_page()
    bob.goto(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join the table").click()
    at_table(bob)
    expect(status(bob)).to_contain_text("Waiting for Ann to start")
    expect(large(bob)).to_be_hidden()
    expect(large(ann)).to_have_text("Start with 2 computers")
    large(ann).click()

    # they talk
    bob.keyboard.press("c")
    expect(bob.get_by_role("textbox", name="Message")).to_be_focused()
    bob.keyboard.type("hello Ann")
    bob.keyboard.press("Enter")
    expect(ann.get_by_role("button", name="Chat, 1 unread")).to_be_visible()
    ann.get_by_role("button", name="Chat, 1 unread").click()
    expect(ann.get_by_role("log")).to_contain_text("hello Ann")
    ann.get_by_role("button", name="Close").click()

    # Bob's turn comes, and he is gone
    begin_rush(ann, "() => window.enough")
    assert my_move(bob)
    ann.evaluate("window.enough = true")
    held = hand(bob).evaluate_all("all => all.map(e => e.dataset.hand)")
    state = context.storage_state()
    bob.close()
    plate = ann.get_by_role("region", name="Bob")
    expect(plate).to_contain_text("a computer plays on")
    assert end_rush(ann)  # the computer has played for him
    assert int(plate.locator(".ring").inner_text()) <= len(held)
    expect(ann.get_by_role("button", name=re.compile("Chat"))).to_be_visible()

    # he comes back and has his seat
    again = device(storage_state=state, **PHONE).new_page()
    again.goto(link)
    at_table(again)
    expect(ann.get_by_role("region", name="Bob")).not_to_contain_text("a computer plays on")
    assert set(hand(again).evaluate_all("all => all.map(e => e.dataset.hand)")) <= set(held)
    begin_rush(ann)
    rush(again)
    end_rush(ann)
    for page in (ann, again):
        expect(page.get_by_role("heading", name="Result of deal 1")).to_be_visible()
    large(ann).click()
    expect(large(ann)).to_have_text("Ready: waiting for Bob")
    expect(again.get_by_role("region", name="Ann").get_by_label("ready")).to_be_visible()
    large(again).click()
    for page in (ann, again):
        expect(page.locator(".table")).to_have_attribute("data-phase", "playing")
