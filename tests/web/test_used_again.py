"""A browser that test after test uses is as good as a new one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web.conftest import Device, House, Kept

pytestmark = [pytest.mark.turns(2)]

LEFT = "[localStorage.left, sessionStorage.left, document.documentElement.dataset.theme, innerWidth, window.script]"


def test_a_browser_that_is_used_again_has_kept_nothing(chromium: Browser, house: House) -> None:
    waiting: dict[tuple[object, ...], list[Kept]] = {}
    found = []
    pages = []
    for _ in range(3):
        device = Device(chromium, house, waiting)
        page = device().new_page()
        page.goto("./")
        found.append(page.evaluate(LEFT))
        pages.append(page)
        page.evaluate("localStorage.left = sessionStorage.left = 'yes'")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 360, "height": 640})
        if len(pages) == 2:
            page.add_init_script("window.script = 'yes'")
        device.close()
    assert found == [[None, None, "dark", 800, None]] * 3
    assert pages[0] == pages[1] != pages[2], "a script that runs in every page can't be taken back"
    for kept in (each for free in waiting.values() for each in free):
        kept.context.close()
