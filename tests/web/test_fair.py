"""Contributions to seeds and the check of a record, in a real Chromium: by the page itself, with the room gone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dealt.games import make
from dealt.table import Record
from tests.web.conftest import House, faults, own_room, play
from tests.web.table_helpers import rush

pytestmark = [pytest.mark.turns(2)]


def record_in(page: Page, file: Path) -> Record:
    """The record that the page downloads."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Download record").click()
    download.value.save_as(file)
    return Record.from_json(file.read_text(encoding="utf-8"))


@own_room()
def test_the_page_contributes_and_a_record_is_checked_without_the_room(
    page: Page, house: House, tmp_path: Path
) -> None:
    play(page, "Ann")
    rush(page)
    page.get_by_text("Fair deal").click()
    expect(page.get_by_text("Ann contributed to the seed.")).to_be_visible()
    page.get_by_role("button", name="Verify here").click()
    expect(page.get_by_text("The seed fits")).to_be_visible()
    record = record_in(page, tmp_path / "record.json")
    assert len(record.verify(make)) == 1
    mix = record.deals[0].mix
    assert mix is not None
    assert [each and each.name for each in mix.seats] == ["Ann", None, None, None]

    page.get_by_role("button", name="Replay", exact=True).click()
    expect(page.locator(".player .line")).to_contain_text("Ann contributed to the seed.")
    page.get_by_role("button", name="Check the seeds").click()
    expect(page.get_by_text("1 deal: every seed fits its promise.")).to_be_visible()
    expect(page).to_have_url(f"{house.url}#/check")
    assert faults(page) == []

    house.kill()
    page.get_by_role("button", name="Another record").click()
    forged = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    forged["deals"][0]["mix"]["seats"][0]["given"] = "00" * 32
    page.get_by_label("Text of the record").fill(json.dumps(forged))
    expect(page.get_by_text("A contribution is not the one that was sealed.")).to_be_visible()
    page.get_by_role("button", name="Another record").click()
    page.get_by_label("Text of the record").fill("no record")
    expect(page.get_by_role("alert")).to_contain_text("its text is not JSON")
    page.locator("input[type=file]").set_input_files(tmp_path / "record.json")
    expect(page.get_by_text("1 deal: every seed fits its promise.")).to_be_visible()
    page.get_by_text("All numbers").click()
    expect(page.get_by_text(record.commitments[0])).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".player .line")).to_contain_text("Ann contributed")


def test_a_page_that_is_loaded_anew_still_knows_what_it_sealed(page: Page, tmp_path: Path) -> None:
    play(page, "Ann")
    page.reload()  # the seal for the next deal was sent before
    rush(page)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.table')?.dataset.phase === 'playing'")
    rush(page)
    record = record_in(page, tmp_path / "record.json")
    assert [each.mix and each.mix.gave for each in record.deals] == [(0,), (0,)]
    assert len(record.verify(make)) == 2
