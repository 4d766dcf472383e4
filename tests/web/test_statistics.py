"""What the room keeps of a player's results, as the lobby and the table show it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import at_table, enter
from tests.web.table_helpers import rush

pytestmark = pytest.mark.browser


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
