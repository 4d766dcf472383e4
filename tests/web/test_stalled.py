"""While the room can't store anything, the page says so, in both languages, and that it goes on."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from tests.rooms import full_disk
from tests.web.conftest import Device, House, faults, own_room, play

pytestmark = [pytest.mark.turns(2)]

SIZES = ((360, 640), (640, 360), (800, 600), (1440, 900))
SHOTS = os.environ.get("DEALT_SHOTS", "")
CHINESE = """() => {
    Object.defineProperty(navigator, "languages", {value: ["zh-CN"], configurable: true});
    dispatchEvent(new Event("languagechange"));
}"""


@pytest.mark.slow
@own_room()
def test_a_table_that_waits_says_so(device: Device, house: House) -> None:
    page = device().new_page()
    page.goto("./")
    play(page, "Ann")
    assert house._process is not None
    bar = page.locator(".net")
    with full_disk(house._process):
        other = device().new_page()
        other.goto("./")
        other.get_by_label("Your name").fill("Bob")  # nobody can come now
        other.get_by_role("button", name="Just look around").click()
        expect(other.locator("form [role=status]")).to_contain_text("can't store anything")
        expect(bar).to_contain_text("this table waits")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            expect(bar).to_be_in_viewport(ratio=1)
            if SHOTS:
                page.screenshot(path=f"{SHOTS}/stalled-{width}x{height}.png")
        assert faults(page) == []
        page.evaluate(CHINESE)
        expect(bar).to_contain_text("牌局暂停")
    expect(bar).to_be_hidden()
