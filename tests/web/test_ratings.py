"""A rated table from the dialog that opens it, and the rating that comes of it, as the page shows them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import at_table, enter, faults
from tests.web.table_helpers import rush

pytestmark = [pytest.mark.turns(2)]


def test_a_rated_deal_begins_a_rating(page: Page) -> None:
    enter(page, "Ann")
    page.get_by_role("button", name="New table").first.click()
    dialog = page.get_by_role("dialog", name="New table")
    dialog.get_by_label("Game", exact=True).select_option(label="Big Two")
    source = dialog.locator("summary", has_text=re.compile("^Cards"))
    expect(dialog.get_by_role("radio", name=re.compile("^Friendly"))).to_be_checked()
    assert source.count() == 1
    dialog.get_by_role("radio", name=re.compile("^Rated")).check()
    expect(source).to_have_count(0)  # fresh ones alone
    assert faults(page) == []
    page.get_by_role("button", name="Open the table").click()
    at_table(page)
    page.get_by_role("button", name=re.compile("^Start with 3")).first.click()
    expect(page.get_by_role("banner").get_by_text("Rated", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    rush(page)
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("button", name="Ratings, graphs, deals").click()
    mine = page.get_by_role("dialog", name="Your results")
    rating = mine.get_by_role("region", name="Rating")
    expect(rating).to_contain_text("after 1 rated deal")
    expect(rating.get_by_role("img")).to_have_count(0)  # one deal is no course
    board = mine.get_by_role("region", name="Leaderboard")
    expect(board.get_by_role("row")).to_have_count(6)  # the levels: she has not played enough
    expect(board).to_contain_text("Who has 20 rated deals is listed.")
    board.get_by_role("radio", name="This week").check()
    expect(board.get_by_role("row")).to_have_count(0)
    expect(board).to_contain_text("Nobody yet")
    assert faults(page) == []
