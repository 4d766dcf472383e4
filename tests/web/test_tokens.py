"""Tokens that change as they are used, in a real Chromium: tabs of one browser, and one that somebody else has kept."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dealt.server.store.stored_devices import token_hash
from tests.web.conftest import Device, House, faults, own_room
from tests.web.table_helpers import open_table

pytestmark = [pytest.mark.turns(2)]

PLAIN = "a-token-of-before"
KEPT = "() => Object.entries(localStorage).find(([key]) => key.includes('token:'))[1]"


def kept(page: Page) -> str:
    found: str = page.evaluate(KEPT)
    return found.strip('"')


def rewrite(house: House, statement: str, *values: object) -> None:
    """Change the database while the room is closed."""
    house.stop()
    with sqlite3.connect(house.log.with_name("room.db")) as connection:
        connection.execute(statement, values)
    connection.close()
    house.start()


@own_room()
def test_tabs_share_a_token_that_changes_and_a_kept_old_one_ends_all_devices(device: Device, tmp_path: Path) -> None:
    house = device.house
    open_table(house, "Ann", {"game": "bigtwo"})
    rewrite(house, "update devices set token = ?", token_hash(PLAIN))
    context = device(token=PLAIN)
    first, second = context.new_page(), context.new_page()
    first.goto("./")
    expect(first.locator(".table")).to_be_visible()
    new = kept(first)
    assert new != PLAIN
    second.goto("./")
    expect(second.locator(".table")).to_be_visible()
    assert kept(second) == new
    first.get_by_role("button", name="Use it here").click()
    expect(first.locator(".table")).to_be_visible()
    assert kept(first) == new
    rewrite(house, "update successors set at = 0")
    thief = device(token=PLAIN, viewport={"width": 360, "height": 640}).new_page()
    thief.goto("./")
    expect(thief.get_by_text("all of your devices were ended").first).to_be_visible()
    assert faults(thief) == []
    expect(first.get_by_text("all of your devices were ended").first).to_be_visible(timeout=30_000)
    assert faults(first) == []
