"""A computer that fails is replaced, and the page says so: over the table, at its seat, in the log and with the result."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import HOST_KEY, ROOT, Device, at_table, enter, faults, own_room
from tests.web.table_helpers import play_deal
from tests.web.test_stalled import CHINESE, SIZES

pytestmark = [pytest.mark.turns(2)]
SHOTS = os.environ.get("DEALT_SHOTS", "")


@pytest.mark.slow
@own_room(games=ROOT / "tests" / "web" / "stumbling.py")
def test_a_replaced_computer_is_told_where_people_look(device: Device) -> None:
    page = device().new_page()
    page.goto("./")
    enter(page, "Ann")
    page.get_by_role("button", name=re.compile(r"^Play now\s*: Run Fast$")).click()
    at_table(page)
    assert play_deal(page, "mouse") > 0
    bar = page.locator(".net")
    expect(bar).to_contain_text("normal failed in deal 1: it made an error. Since then deuce plays here")
    expect(page.locator(".mark.weak").first).to_have_attribute(
        "title", re.compile("Plays for .*, which failed in deal 1")
    )
    expect(page.get_by_text("so it counts in nobody's results").first).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(bar).to_be_in_viewport(ratio=1)
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/replaced-{width}x{height}.png")
    host = device().new_page()
    host.goto("./#/host")
    host.get_by_label("The host's key").fill(HOST_KEY)
    host.get_by_role("button", name="Open").click()
    host.get_by_role("tab", name="Tables").click()
    expect(host.locator("li .warn").first).to_contain_text("normal failed in deal 1: it made an error")
    assert faults(page) == []
    page.evaluate(CHINESE)
    expect(bar).to_contain_text("程序出错")
