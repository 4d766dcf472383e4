"""What the room keeps of a player's results, as the lobby and the table show it; graphs, old deals, company."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, at_table, enter, faults, play
from tests.web.table_helpers import rush

pytestmark = [pytest.mark.browser, pytest.mark.turns(2)]


def test_every_finished_deal_counts(page: Page) -> None:
    enter(page, "Ann")
    mine = page.get_by_role("region", name="Your results")
    expect(mine).to_contain_text("Finished deals are counted here")

    page.get_by_role("button", name="Play now: Big Two").click()
    at_table(page)
    rush(page)
    page.keyboard.press("3")  # the score
    score = page.locator("li[data-game=bigtwo]")
    expect(score).to_contain_text("of 1 deal won")
    won = "1 of 1" in score.inner_text()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(mine.get_by_role("heading", name="Big Two")).to_be_visible()
    tally = mine.locator("li[data-game=bigtwo]")
    expect(tally).to_contain_text("1 of 1 deal won" if won else "0 of 1 deal won")
    expect(tally).to_contain_text("100%" if won else "0%")
    expect(tally).to_contain_text("1 win" if won else "1 without a win")
    expect(mine.locator("li")).to_have_count(1)  # nothing of games that were not played

    page.reload()
    expect(tally).to_contain_text("of 1 deal won")


def test_a_graph_the_deals_and_company(page: Page, device: Device) -> None:
    play(page, "Ann")
    link = f"./t/{at_table(page)}"
    friend = device().new_page()
    friend.goto(link)
    friend.get_by_label("Your name").fill("Ben")
    friend.get_by_role("button", name="Join the table").click()
    at_table(friend)
    rush(page)  # the first deal, which Ben watches
    for each in (page, friend):
        each.get_by_role("button", name="Leave", exact=True).click()
        asked = each.get_by_role("dialog").get_by_role("button", name="Leave", exact=True)
        asked.or_(each.locator("li.game").first).first.wait_for()
        if asked.is_visible():
            asked.click()
    expect(friend.get_by_role("button", name="Ratings, graphs, deals")).to_have_count(1)  # he finished none

    page.get_by_role("button", name="Ratings, graphs, deals").click()
    dialog = page.get_by_role("dialog", name="Your results")
    expect(dialog.get_by_role("img", name=re.compile(r"^1 deal, [01] won, ")).locator("polyline")).to_have_count(1)
    expect(dialog.locator(".deals li")).to_have_count(1)
    days = dialog.get_by_role("region", name="Calendar")
    expect(days).to_contain_text("1 deal on 1 day in 12 months")
    days.locator("summary").press("Enter")
    expect(days.get_by_role("row")).to_have_count(2)
    days.locator("rect.played").click()
    expect(days.locator("p")).to_contain_text(re.compile(r": 1 deal, [01] won$"))
    expect(dialog.get_by_text("You and")).to_have_count(0)  # nobody finished a deal with her
    assert faults(page) == []
    dialog.get_by_role("button", name="Replay").click()  # the table is gone
    expect(page).to_have_url(re.compile(r"/d/\w+/1$"))
    expect(page.locator(".player .line")).to_contain_text("Every hand is open")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".line .scores").first).to_contain_text("Ann")
    assert faults(page) == []
    page.reload()
    expect(page.locator(".player .line")).to_contain_text("Every hand is open")
    page.get_by_role("button", name="Back to the lobby").click()
    expect(page.locator("li.game").first).to_be_visible()
