"""Clubs in a real Chromium: one opens one, two come by its link, the lead is handed over, and it ends."""

from __future__ import annotations

import os
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.web.conftest import PHONE_AND_DESK, Device, at_table, enter, faults, faults_at_both

pytestmark = [pytest.mark.turns(3)]


PHONE, DESK = PHONE_AND_DESK


def come(device: Device, name: str, size: ViewportSize, link: str = "./") -> Page:
    page = device(viewport=size).new_page()
    page.goto(link)
    enter(page, name)
    return page


def members(club: Locator) -> Locator:
    return club.get_by_role("list", name="Members").get_by_role("listitem")


def member(club: Locator, name: str) -> Locator:
    return members(club).filter(has_text=name)


def shot(page: Page, name: str) -> None:
    """A picture to look at, where somebody asks for pictures."""
    if folder := os.environ.get("DEALT_PICTURES"):
        page.screenshot(path=Path(folder) / f"club-{name}.png")


def join(page: Page, name: str) -> Locator:
    """Say yes to the question that a link asks; the club that is then shown."""
    page.get_by_role("dialog", name="Join this club?").get_by_role("button", name="Join").press("Enter")
    assert "club" not in page.url
    club = page.get_by_role("dialog", name=name)
    expect(club).to_be_visible()
    return club


def test_two_come_by_a_link_and_the_lead_is_handed_over(device: Device) -> None:
    ann = come(device, "Ann", PHONE)
    field = ann.get_by_label("Name of a new club or class")
    field.scroll_into_view_if_needed()
    assert faults_at_both(ann) == []
    shot(ann, "none")
    field.fill("Tuesday evening")
    field.press("Enter")
    club = ann.get_by_role("dialog", name="Tuesday evening")
    link = club.get_by_label("Whoever opens this link may join").input_value()
    ben = come(device, "Ben", DESK, link)
    shot(ben, "asked")
    assert faults_at_both(ben) == []
    join(ben, "Tuesday evening")
    cleo = come(device, "Cleo", PHONE)
    cleo.evaluate("hash => location.hash = hash", link.partition("#")[2])  # a link that is opened where one is already
    expect(members(join(cleo, "Tuesday evening"))).to_have_text(
        [re.compile("Ann.*leads"), re.compile("Ben"), re.compile("Cleo")]
    )
    expect(cleo.get_by_role("button", name="Remove")).to_have_count(0)
    ann.keyboard.press("Escape")
    ann.get_by_role("button", name=re.compile("^Show")).press("Enter")
    member(club, "Ben").get_by_role("button", name=re.compile("^Let lead")).press("Enter")
    member(club, "Cleo").get_by_role("button", name=re.compile("^Remove")).press("Enter")
    shot(ann, "remove")
    assert faults_at_both(ann) == []
    expect(club.get_by_role("alert")).to_contain_text("Cleo")
    club.get_by_role("button", name="Remove", exact=True).press("Enter")
    expect(cleo.get_by_role("dialog")).to_have_count(0)  # she is told
    expect(member(club, "Cleo")).to_have_count(0)
    member(club, "Ann").get_by_role("button", name=re.compile("^Lead no more")).press("Enter")
    expect(club.get_by_role("button", name=re.compile("^End the"))).to_have_count(0)
    shot(ann, "member")
    club.get_by_role("button", name="Leave").press("Enter")
    club.get_by_role("button", name="Leave").press("Enter")
    expect(club).to_have_count(0)
    leading(ben, link)
    cleo.evaluate("hash => location.hash = hash", link.partition("#")[2])
    asked = cleo.get_by_role("dialog", name="Join this club?")
    asked.get_by_role("button", name="Join").click()
    expect(asked.get_by_text("its code is not good any more")).to_be_visible()
    shot(cleo, "refused")


def leading(page: Page, link: str) -> None:
    """Make a new link as the one who leads now, and end the club."""
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Show")).click()
    club = page.get_by_role("dialog", name="Tuesday evening")
    shot(page, "leads")
    for _ in range(2):
        club.get_by_role("button", name="Make a new link").click()
    expect(club.get_by_label("Whoever opens this link may join")).not_to_have_value(link)
    for _ in range(2):
        club.get_by_role("button", name="End the club").click()
    expect(club).to_have_count(0)
    expect(page.get_by_text("Open a club or a class and send its link")).to_be_visible()
    shot(page, "ended")


def test_a_table_of_a_club_is_found_by_its_members(device: Device) -> None:
    ann = come(device, "Ann", DESK)
    ann.get_by_label("Name of a new club or class").fill("Tuesday")
    ann.get_by_role("button", name="Open", exact=True).click()
    club = ann.get_by_role("dialog", name="Tuesday")
    link = club.get_by_label("Whoever opens this link may join").input_value()
    ben = come(device, "Ben", PHONE, link)
    theirs = join(ben, "Tuesday")
    expect(theirs.get_by_text("None yet")).to_be_visible()
    club.get_by_role("button", name="New table…").click()
    ann.get_by_role("dialog", name="New table").get_by_role("button", name="Open the table").click()
    table = at_table(ann)
    expect(ann.get_by_role("dialog")).to_have_count(0)
    there = theirs.get_by_role("button", name=re.compile("^Join"))
    there.scroll_into_view_if_needed()
    shot(ben, "tables")
    assert faults_at_both(ben) == []
    cleo = come(device, "Cleo", DESK)
    expect(cleo.get_by_text("No open tables yet")).to_be_visible()
    cleo.goto(f"./t/{table}")
    expect(cleo.get_by_text("This table is for the members of a club").first).to_be_visible()
    shot(cleo, "stranger")
    there.click()
    assert at_table(ben) == table
    expect(ben.get_by_role("dialog")).to_have_count(0)
    ann.get_by_role("button", name="Settings").click()
    ann.get_by_role("dialog", name="Settings").get_by_role("button", name="Invite friends").click()
    expect(ann.get_by_role("dialog", name="Invite friends").get_by_text("nobody else")).to_be_visible()
    shot(ann, "invite")


def test_a_club_has_tournaments_of_its_own_and_a_standing(device: Device) -> None:
    ann = come(device, "Ann", PHONE)
    ann.get_by_label("Name of a new club or class").fill("Tuesday")
    ann.get_by_role("button", name="Open", exact=True).click()
    club = ann.get_by_role("dialog", name="Tuesday")
    ben = come(device, "Ben", DESK, club.get_by_label("Whoever opens this link may join").input_value())
    theirs = join(ben, "Tuesday")
    expect(theirs.get_by_role("button", name="New tournament")).to_have_count(0)  # he does not lead
    club.get_by_role("button", name="New tournament").click()
    expect(ann.get_by_label("Who may see it and play").locator("option:checked")).to_have_text("Members of Tuesday")
    ann.get_by_label("Game", exact=True).select_option(label="Big Two")
    ann.get_by_label("Name", exact=True).fill("Club cup")
    shot(ann, "opening")
    assert faults_at_both(ann) == []
    ann.get_by_role("button", name="Open it").click()
    expect(ann.get_by_text("for members of a club, directed by those who lead it")).to_be_visible()
    cup = theirs.get_by_role("link", name="Club cup")  # he is told
    cup.scroll_into_view_if_needed()
    shot(ben, "tournaments")
    assert faults_at_both(ben) == []
    theirs.get_by_text("Standing, by game").click()
    standing = theirs.get_by_label("Standing of the club")
    expect(standing.get_by_text("No member yet.")).to_be_visible()
    standing.scroll_into_view_if_needed()
    shot(ben, "standing")
    assert faults_at_both(ben) == []
    cup.click()
    expect(ben.get_by_role("dialog")).to_have_count(0)
    ben.get_by_role("button", name="Join").click()
    expect(ann.get_by_role("row", name=re.compile("Ben"))).to_be_visible()
    expect(ben.get_by_role("heading", name="Direct")).to_have_count(0)
    zoe = come(device, "Zoe", PHONE)
    zoe.goto(ann.url)
    expect(zoe.get_by_text("There is no such tournament")).to_be_visible()
    shot(zoe, "no-tournament")
    ann.get_by_role("button", name="End", exact=True).click()
    ann.get_by_role("dialog").get_by_role("button", name="End").click()
    expect(ben.get_by_text("Over", exact=True)).to_be_visible()
    shot(ann, "over")


def test_a_link_is_kept_while_somebody_sits_down_first_and_reads_chinese(device: Device) -> None:
    ann = come(device, "Ann", {"width": 800, "height": 600})
    ann.get_by_label("Name of a new club or class").fill("周二")
    ann.get_by_label("What it is").select_option(label="Class")
    ann.get_by_role("button", name="Open", exact=True).click()
    link = ann.get_by_role("dialog", name="周二").get_by_label("Whoever opens this link may join").input_value()
    ben = device(locale="zh-CN", viewport={"width": 360, "height": 640}).new_page()
    ben.goto(link)
    ben.locator("main li[data-game] button").first.click()  # deals at once
    asked = ben.get_by_role("dialog", name="加入这个俱乐部？")
    asked.get_by_role("button", name="加入").click()
    shot(ben, "chinese")
    expect(ben.get_by_role("dialog", name="周二").get_by_role("listitem")).to_have_count(2)
    assert faults(ben) == []


def test_a_class_is_set_an_assignment_and_its_teacher_sees_who_has_done_it(
    device: Device, tmp_path: Path
) -> None:
    ann = come(device, "Ann", DESK)
    ann.get_by_label("Name of a new club or class").fill("Maths 7b")
    ann.get_by_label("What it is").select_option(label="Class")
    ann.get_by_role("button", name="Open", exact=True).click()
    lead = ann.get_by_role("dialog", name="Maths 7b")
    ben = come(device, "Ben", PHONE, lead.get_by_label("Whoever opens this link may join").input_value())
    theirs = join(ben, "Maths 7b")
    expect(theirs.get_by_text("None. Whoever leads")).to_be_visible()
    expect(theirs.get_by_role("button", name="New assignment")).to_have_count(0)
    lead.get_by_role("button", name="New assignment").click()
    form = lead.get_by_role("form", name="New assignment")
    form.get_by_label("Game", exact=True).select_option(label="Elevens")
    form.get_by_label("Title").fill("Adding up to eleven")
    form.get_by_label("Deals to finish").fill("1")
    form.get_by_label("Deals to finish").press("Tab")
    shot(ann, "assign")
    assert faults_at_both(ann) == []
    form.get_by_role("button", name="Set it").press("Enter")
    expect(form).to_have_count(0)
    play = theirs.get_by_role("button", name="Play Adding up to eleven")  # he is told
    expect(theirs.get_by_text("0 of 1 finished")).to_be_visible()
    shot(ben, "assigned")
    assert faults_at_both(ben) == []
    play.click()
    at_table(ben)
    expect(ben.get_by_role("dialog")).to_have_count(0)
    ben.get_by_role("button", name="New deal").first.press("Enter")  # it is given up, and so over
    # one deal of Elevens in twelve is lost as it lies, and so counts at once: there may be several
    lead.get_by_text("1 of 1 person is done").click()
    expect(lead.get_by_role("row", name=re.compile("Ben [1-9] 0 0"))).to_be_visible()
    shot(ann, "progress")
    assert faults_at_both(ann) == []
    ben.get_by_role("button", name="Leave").first.click()
    if (sure := ben.get_by_role("dialog").get_by_role("button", name="Leave")).is_visible():
        sure.click()
    ben.get_by_role("button", name=re.compile("^Show")).click()
    expect(theirs.get_by_text(re.compile("[1-9] of 1 finished, mean score 0 · Done"))).to_be_visible()
    shot(ben, "finished")
    with ann.expect_download() as saved:
        lead.get_by_role("button", name="Save as CSV").press("Enter")
    saved.value.save_as(tmp_path / "all.csv")
    assert saved.value.suggested_filename == "Adding up to eleven.csv"
    line = (tmp_path / "all.csv").read_text("utf-8-sig").splitlines()[1]
    assert re.match('"Ben",[1-9],0,0,2', line), line
    changed(ann, lead)
    expect(theirs.get_by_role("button", name="Play Adding to eleven")).to_be_visible()  # he is told
    lead.get_by_role("button", name="New assignment").click()
    form.get_by_label("Title").fill("Later")
    theirs.get_by_role("button", name="Play").click()
    expect(lead.get_by_role("listitem").filter(has_text="Elevens").get_by_role("button", name="Watch")).to_be_visible()
    ann.wait_for_timeout(4000)  # it is asked again, as a table has come
    expect(form.get_by_label("Title")).to_have_value("Later")
    lead.get_by_role("button", name="New assignment").click()
    for _ in range(2):
        lead.get_by_role("button", name="Take back").last.press("Enter")
    expect(lead.get_by_text("None yet: set what all")).to_be_visible()


def changed(page: Page, lead: Locator) -> None:
    """Give the assignment another title and end."""
    ended = lead.get_by_text(re.compile("until "))
    before = ended.text_content()
    lead.get_by_role("button", name="Change…").click()
    form = lead.get_by_role("form", name="Change…")
    expect(form.get_by_label("Title")).to_have_value("Adding up to eleven")
    form.get_by_label("Title").fill("Adding to eleven")
    end = form.get_by_label("Until the end of")
    end.fill((date.fromisoformat(end.input_value()) + timedelta(3)).isoformat())
    form.get_by_role("button", name="Change it").scroll_into_view_if_needed()
    shot(page, "change")
    assert faults_at_both(page) == []
    form.get_by_role("button", name="Change it").press("Enter")
    expect(form).to_have_count(0)
    expect(lead.get_by_role("table", name="Adding to eleven")).to_be_visible()
    expect(ended).not_to_have_text(str(before))
    shot(page, "changed")
