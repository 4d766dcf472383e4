"""What the room keeps of somebody, in a real Chromium: all of it as a file, and its end, which is asked twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import PHONE_AND_DESK, Device, faults_at_both
from tests.web.table_helpers import open_table

pytestmark = [pytest.mark.turns(2)]


def test_somebody_saves_all_that_is_kept_and_then_deletes_it(device: Device, tmp_path: Path) -> None:
    token = open_table(device.house, "Ann", {"game": "bigtwo"})
    page = device(token=token, viewport=PHONE_AND_DESK[0]).new_page()
    page.goto("./")
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_role("heading", name="What the room keeps of you").scroll_into_view_if_needed()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "Ann.json"
    download.value.save_as(tmp_path / "ann.json")
    assert json.loads((tmp_path / "ann.json").read_text())["person"]["name"] == "Ann"
    expect(page.get_by_text("Everything is in the file.")).to_be_visible()
    assert faults_at_both(page) == []
    page.get_by_role("button", name="Delete everything …").click()
    end = page.get_by_role("button", name="Delete everything", exact=True)
    expect(end).to_be_disabled()
    field = page.get_by_label("Type your name to go on: Ann")
    field.fill("An")
    field.press("Enter")
    expect(end).to_be_disabled()
    assert faults_at_both(page) == []
    field.fill("ann")
    end.click()
    expect(page.get_by_label("Your name", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_label("Your name")).to_be_visible()
    assert faults_at_both(page) == []
