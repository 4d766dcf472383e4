"""A game from a file outside the package, rows and two hooks, at the page: lobby, rules, a whole deal by clicking."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.web.conftest import ROOT, House, at_table, enter, faults
from tests.web.table_helpers import listen, play_by_clicking

pytestmark = pytest.mark.browser


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A room with a game of the host's own."""
    opened = House(tmp_path, games=ROOT / "examples" / "house_rules.py")
    opened.start()
    yield opened
    opened.stop()


def test_a_game_of_ones_own_at_the_page(device: Callable[..., BrowserContext]) -> None:
    page = device().new_page()
    listen(page)
    page.goto("./")
    enter(page, "Ann")
    page.get_by_role("button", name=re.compile(r"^Play now\s*: Run Fast$")).click()
    at_table(page)
    expect(page.get_by_role("heading", name="Run Fast")).to_be_visible()
    assert play_by_clicking(page) > 0
    expect(page.get_by_role("heading", name="Result of deal 1")).to_be_visible()
    assert faults(page) == []
