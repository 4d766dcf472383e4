"""A game from a file outside the package, rows and two hooks, at the page: lobby, rules, a deal by clicking."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import ROOT, Device, at_table, enter, faults, own_room
from tests.web.table_helpers import play_deal

pytestmark = [pytest.mark.turns(2)]


@own_room(games=ROOT / "examples" / "house_rules.py")
def test_a_game_of_ones_own_at_the_page(device: Device) -> None:
    page = device().new_page()
    page.goto("./")
    enter(page, "Ann")
    page.get_by_role("button", name=re.compile(r"^Play now\s*: Run Fast$")).click()
    at_table(page)
    expect(page.get_by_role("heading", name="Run Fast")).to_be_visible()
    assert play_deal(page, "mouse") > 0
    expect(page.get_by_role("heading", name="Result of deal 1")).to_be_visible()
    assert faults(page) == []
