"""Names in any script on the page: a whole deal under one, and names that look like another one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, at_table, enter, faults, play
from tests.web.table_helpers import phase, rush

pytestmark = [pytest.mark.turns(2)]


def test_xiaoming_plays_a_whole_deal(page: Page, device: Device) -> None:
    play(page, "小明")
    table = at_table(page)
    rush(page)
    assert phase(page) in ("over", "final")
    expect(page.get_by_role("heading", name=re.compile("Result of deal 1"))).to_be_visible()
    expect(page.locator(".side").filter(has_text="小明")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download record").click()
    assert "小明" in download.value.path().read_text(encoding="utf-8")
    assert faults(page) == []

    friend = device().new_page()  # who was invited
    friend.goto(f"./#/table/{table}")
    friend.get_by_label("Your name").fill("Дмитрий")
    friend.get_by_role("button", name="Join the table").click()
    at_table(friend)
    expect(page.get_by_text("next: Дмитрий")).to_be_visible()
    page.reload()
    expect(page.locator(".side").filter(has_text="小明")).to_be_visible()


def test_a_name_that_looks_like_one_present_is_refused(page: Page, device: Device) -> None:
    enter(page, "Ann")
    other = device().new_page()
    other.goto("./")
    other.get_by_label("Your name").fill("Аnn")  # with a Cyrillic A
    other.get_by_role("button", name="Just look around").click()
    expect(other.locator("form [role=status]")).to_contain_text("which looks like")
    other.get_by_role("button", name=re.compile("^Take .nn2")).click()
    other.get_by_role("button", name="Just look around").click()
    expect(other.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
