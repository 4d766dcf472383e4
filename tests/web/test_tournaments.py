"""A tournament in two real browsers: opened, joined, begun, played at a table, and looked at from a projector."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, enter, faults
from tests.web.table_helpers import begin_rush, end_rush, large

pytestmark = [pytest.mark.turns(3)]

SHOTS = os.environ.get("DEALT_SHOTS", "")


def shot(page: Page, name: str) -> None:
    """For people who want to see it."""
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def test_two_people_play_a_swiss(device: Device) -> None:
    desktop = device(viewport={"width": 1440, "height": 900}).new_page()
    desktop.goto("./")
    enter(desktop, "Ann")
    desktop.get_by_role("link", name="Tournaments").click()
    expect(desktop.get_by_text("No tournament is open.")).to_be_visible()
    desktop.get_by_label("Name", exact=True).fill("Evening cup")
    desktop.get_by_label("Game", exact=True).select_option(label="Big Two")
    for label, n in (("Rounds", "2"), ("Deals at a table", "1")):
        desktop.get_by_label(label, exact=True).fill(n)
        desktop.keyboard.press("Tab")
    desktop.get_by_label("Game", exact=True).select_option(label="Texas Hold'em")
    expect(desktop.get_by_label("Rated")).to_have_count(0)  # its computers have no ratings
    desktop.get_by_label("Game", exact=True).select_option(label="Big Two")
    desktop.get_by_label("Rated").press("Space")
    shot(desktop, "opening-wide")
    assert faults(desktop) == []
    desktop.get_by_role("button", name="Open it").press("Enter")
    expect(desktop.get_by_role("heading", name="Evening cup")).to_be_visible()
    expect(desktop.get_by_role("button", name="Begin")).to_be_disabled()

    phone = device(viewport={"width": 360, "height": 640}).new_page()
    phone.goto("./")
    enter(phone, "Ben")
    phone.get_by_role("link", name="Tournaments (1)").click()
    shot(phone, "opening-phone")
    phone.get_by_role("link", name="Evening cup").click()
    phone.get_by_role("button", name="Join").press("Enter")
    expect(phone.get_by_role("button", name="Stop playing")).to_be_visible()
    expect(phone.get_by_text("Rated: each deal moves ratings")).to_be_visible()
    expect(phone.get_by_role("row", name=re.compile("Ben"))).to_be_visible()
    assert faults(phone) == []
    shot(phone, "joined-phone")
    shot(desktop, "joined-wide")

    desktop.get_by_role("button", name="Begin").click()
    for page in (desktop, phone):
        expect(page.locator(".table")).to_be_visible()
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    shot(desktop, "table-wide")
    shot(phone, "table-phone")
    phone.get_by_role("link", name="Standing").click()
    expect(phone.get_by_text("Round 1 of 2")).to_be_visible()
    assert faults(phone) == []
    shot(phone, "round-phone")
    phone.get_by_role("button", name="Back to the table").click()
    expect(phone.locator(".table")).to_be_visible()

    screen = device(viewport={"width": 1440, "height": 900}).new_page()
    screen.goto("./")
    enter(screen, "Zoe")
    screen.get_by_role("link", name="Tournaments (1)").click()
    screen.get_by_role("link", name="Evening cup").click()
    screen.get_by_role("link", name="For a projector").click()
    expect(screen.get_by_role("row", name=re.compile("Ann"))).to_be_visible()
    assert faults(screen) == []

    for page in (desktop, phone):
        begin_rush(page)
    for page in (desktop, phone):
        end_rush(page)
    for page in (desktop, phone):
        large(page).click()
    expect(desktop.get_by_role("heading", name="Tables")).to_be_visible(timeout=90_000)
    expect(desktop.get_by_role("button", name="Next round now")).to_be_visible(timeout=30_000)
    shot(desktop, "between-wide")
    shot(screen, "projector")
    desktop.get_by_label("Reason", exact=False).fill("came late")
    desktop.get_by_label("Person").select_option(label="Ben")
    desktop.get_by_role("button", name="Set", exact=True).click()
    expect(screen.get_by_text("Ben, result 1: 50% (came late)")).to_be_visible()
    with desktop.expect_download() as got:
        desktop.get_by_role("button", name="Standing as CSV").click()
    assert "Ben" in Path(got.value.path()).read_text("utf-8")
    assert faults(desktop) == []
    desktop.get_by_role("button", name="End", exact=True).click()
    desktop.get_by_role("dialog").get_by_role("button", name="End").click()
    expect(phone.get_by_text("Over", exact=True)).to_be_visible()
    shot(phone, "over-phone")


def test_two_play_as_a_pair_and_a_director_says_against_whom(device: Device) -> None:
    desktop = device(viewport={"width": 1440, "height": 900}).new_page()
    desktop.goto("./")
    enter(desktop, "Ann")
    desktop.get_by_role("link", name="Tournaments").click()
    desktop.get_by_label("Game", exact=True).select_option(label="Spades")
    desktop.get_by_label("Howell (pairs)").check()
    shot(desktop, "pairs-opening-wide")
    desktop.get_by_label("Game", exact=True).select_option(label="Big Two")
    expect(desktop.get_by_label("Howell (pairs)")).to_have_count(0)
    expect(desktop.get_by_label("Swiss")).to_be_checked()
    desktop.get_by_label("Game", exact=True).select_option(label="Spades")
    desktop.get_by_label("Name", exact=True).fill("Pairs")
    desktop.get_by_role("button", name="Open it").press("Enter")
    expect(desktop.get_by_text("Two people at least must join before it can begin.")).to_be_visible()

    phone = device(viewport={"width": 360, "height": 640}).new_page()
    phone.goto("./")
    enter(phone, "Ben")
    phone.get_by_role("link", name="Tournaments (1)").click()
    phone.get_by_role("link", name="Pairs").click()
    phone.get_by_role("button", name="Join").press("Enter")
    desktop.get_by_label("Partner", exact=True).select_option(label="Ben")
    expect(desktop.get_by_text("Ben has to choose you, too.")).to_be_visible()
    expect(phone.get_by_text("Ann wants to play with you.")).to_be_visible()
    assert faults(phone) == []
    shot(phone, "pairs-asked-phone")
    phone.get_by_role("button", name="Agree").press("Enter")
    for page, partner in ((desktop, "Ben"), (phone, "Ann")):
        expect(page.get_by_text(f"You and {partner} are a pair.")).to_be_visible()
        expect(page.get_by_role("row", name=re.compile(f"with {partner}"))).to_be_visible()
        expect(page.get_by_label("Partner", exact=True).locator("option:checked")).to_have_text(partner)
    assert faults(desktop) == []
    shot(desktop, "pairs-agreed-wide")
    shot(phone, "pairs-agreed-phone")
    other = device(viewport={"width": 360, "height": 640}).new_page()
    other.goto("./")
    enter(other, "Cleo")
    other.goto(desktop.url)
    other.get_by_role("button", name="Join").press("Enter")
    expect(desktop.get_by_role("row")).to_have_count(4)
    desktop.get_by_role("button", name="Pause").press("Enter")
    desktop.get_by_role("button", name="Begin").click()
    desktop.get_by_text("Pair by hand").click()
    hand = desktop.get_by_role("group").filter(has_text="Choose two pairs")
    expect(hand.get_by_role("checkbox")).to_have_count(2)
    hand.get_by_label("Cleo").check()
    hand.get_by_label(re.compile("Ann")).check()
    expect(hand.get_by_text(re.compile(r"Table 1: Cleo – (Ann \+ Ben|Ben \+ Ann)"))).to_be_visible()
    shot(desktop, "pairs-hand-wide")
    assert faults(desktop) == []
    hand.get_by_role("button", name="Next round so").press("Enter")
    expect(other.locator(".table")).to_be_visible()
    for page, partner in ((desktop, "Ben"), (phone, "Ann")):
        expect(page.locator(".table")).to_be_visible()
        expect(page.locator(".table").get_by_text(partner, exact=True).first).to_be_visible()
    shot(desktop, "pairs-table-wide")
    desktop.get_by_role("link", name="Standing").click()  # the room is others' as well
    desktop.get_by_role("button", name="End", exact=True).click()
    desktop.get_by_role("dialog").get_by_role("button", name="End").click()
    expect(desktop.get_by_text("Over", exact=True)).to_be_visible()


def test_a_director_pairs_by_hand(device: Device) -> None:
    names = ("Ann", "Ben", "Cleo", "Dan")
    ann, *others = pages = [device(viewport={"width": 360, "height": 640}).new_page() for _ in names]
    for page, name in zip(pages, names, strict=True):
        page.goto("./")
        enter(page, name)
    ann.get_by_role("link", name="Tournaments").click()
    ann.get_by_label("Game", exact=True).select_option(label="Big Two")
    ann.get_by_label("Name", exact=True).fill("By hand")
    ann.get_by_role("button", name="Open it").press("Enter")
    expect(ann.get_by_role("heading", name="By hand")).to_be_visible()
    for page in others:
        page.goto(ann.url)
        page.get_by_role("button", name="Join").press("Enter")
    expect(ann.get_by_role("row")).to_have_count(5)
    ann.get_by_role("button", name="Pause").press("Enter")
    ann.get_by_role("button", name="Begin").press("Enter")
    ann.get_by_text("Pair by hand").click()
    hand = ann.get_by_role("group").filter(has_text="Choose 4 people")
    for name in ("Dan", "Ann", "Cleo"):
        hand.get_by_label(name).check()
    expect(hand.get_by_role("button", name="Next round so")).to_be_disabled()
    hand.get_by_label("Ben").check()
    expect(hand.get_by_text("Table 1: Dan, Ann, Cleo, Ben")).to_be_visible()
    hand.get_by_role("button", name="Next round so").scroll_into_view_if_needed()
    shot(ann, "hand-phone")
    assert faults(ann) == []
    ann.set_viewport_size({"width": 1440, "height": 900})
    shot(ann, "hand-wide")
    assert faults(ann) == []
    hand.get_by_role("button", name="Next round so").press("Enter")
    for page in pages:
        expect(page.locator(".table")).to_be_visible()
    ann.get_by_role("link", name="Standing").click()
    expect(ann.get_by_text("by hand", exact=True)).to_be_visible()
    shot(ann, "hand-made-wide")
    ann.get_by_role("button", name="End", exact=True).click()
    ann.get_by_role("dialog").get_by_role("button", name="End").click()
    expect(ann.get_by_text("Over", exact=True)).to_be_visible()


def test_four_are_a_team_and_their_match_is_two_tables_which_a_director_may_choose(device: Device) -> None:
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve")
    ann, *others = pages = [device(viewport={"width": 360, "height": 640}).new_page() for _ in names]
    for page, name in zip(pages, names, strict=True):
        page.goto("./")
        enter(page, name)
    ann.get_by_role("link", name="Tournaments").click()
    ann.get_by_label("Game", exact=True).select_option(label="Euchre")
    ann.get_by_label("Teams of four").check()
    for label, n in (("Rounds at most", "1"), ("Deals at a table", "1")):
        ann.get_by_label(label, exact=True).fill(n)
        ann.keyboard.press("Tab")
    ann.get_by_label("Teams of four").scroll_into_view_if_needed()
    shot(ann, "teams-opening-phone")
    assert faults(ann) == []
    ann.get_by_label("Name", exact=True).fill("Teams")
    ann.evaluate("() => { window.computers = 'lowest'; }")  # they take no time
    ann.get_by_role("button", name="Open it").press("Enter")
    expect(ann.get_by_role("heading", name="Teams")).to_be_visible()
    cup = ann.url
    for page in others:
        page.goto(cup)
        page.get_by_role("button", name="Join").press("Enter")
    expect(ann.get_by_role("row")).to_have_count(6)
    for label, name in (
        ("Partner", "Cleo"),
        ("Other pair: first player", "Ben"),
        ("Other pair: second player", "Dan"),
    ):
        ann.get_by_label(label, exact=True).select_option(label=name)
        expect(ann.get_by_label(label, exact=True).locator("option:checked")).to_have_text(name)
    expect(ann.get_by_text("Still to choose the same team: Cleo, Ben, Dan.")).to_be_visible()
    shot(ann, "teams-asks-phone")
    expect(others[2].get_by_text("Ann wants you in a team: Ann, Cleo, Ben, Dan.")).to_be_visible()
    shot(others[2], "teams-asked-phone")
    assert faults(others[2]) == []
    for page in others[:3]:
        page.get_by_role("button", name="Agree").press("Enter")
    for page in pages[:4]:
        expect(page.get_by_text("Your team is complete: Ann, Cleo, Ben, Dan.")).to_be_visible()
        expect(page.get_by_role("row", name=re.compile("Ann.*Cleo.*Ben.*Dan"))).to_be_visible()
        expect(page.get_by_role("row")).to_have_count(3)
    assert faults(ann) == []
    shot(ann, "teams-agreed-phone")
    ann.set_viewport_size({"width": 1440, "height": 900})
    shot(ann, "teams-agreed-wide")
    ann.get_by_role("button", name="Pause").press("Enter")
    ann.get_by_role("button", name="Begin").press("Enter")
    ann.get_by_text("Pair by hand").click()
    hand = ann.get_by_role("group").filter(has_text="Choose two teams")
    for name in ("Team Eve", "Team Ann"):
        expect(hand.get_by_role("button", name="Next round so")).to_be_disabled()
        hand.get_by_label(name).check()
    expect(hand.get_by_text("Match 1: Eve – Ann")).to_be_visible()
    hand.get_by_role("button", name="Next round so").scroll_into_view_if_needed()
    shot(ann, "teams-hand-wide")
    assert faults(ann) == []
    ann.set_viewport_size({"width": 360, "height": 640})
    hand.get_by_role("button", name="Next round so").scroll_into_view_if_needed()
    shot(ann, "teams-hand-phone")
    assert faults(ann) == []
    hand.get_by_role("button", name="Next round so").press("Enter")
    for page in pages:
        expect(page.locator(".table")).to_be_visible()
    for page, partner in zip(pages[:4], ("Cleo", "Dan", "Ann", "Ben"), strict=True):
        expect(page.locator(".table").get_by_text(partner, exact=True).first).to_be_visible()
    ann.set_viewport_size({"width": 1440, "height": 900})
    shot(ann, "teams-table-wide")
    for page in pages:
        begin_rush(page)
    for page in pages:
        end_rush(page)
    for page in pages:
        large(page).click()  # nobody waits until the time to look at the result is over
    ann.goto(cup)
    ann.get_by_role("button", name="Go on").press("Enter")
    ann.get_by_role("button", name="Next round now").press("Enter")  # there is none: it is over
    others[0].goto(cup)
    for page in (ann, others[0]):
        expect(page.get_by_text("Over", exact=True)).to_be_visible()
    expect(ann.get_by_text(re.compile("Team (Ann – Team Eve|Eve – Team Ann)"))).to_have_count(2)
    expect(ann.get_by_text("by hand", exact=True)).to_have_count(2)
    expect(ann.get_by_role("columnheader", name="VP")).to_be_visible()
    shot(ann, "teams-over-wide")
    assert faults(ann) == []
    shot(others[0], "teams-over-phone")
    others[0].get_by_role("link", name="For a projector").click()
    others[0].set_viewport_size({"width": 1440, "height": 900})
    expect(others[0].get_by_role("row", name=re.compile("Ann.*Cleo.*Ben.*Dan"))).to_be_visible()
    shot(others[0], "teams-projector-wide")
    assert faults(others[0]) == []
