"""``dealt check`` in the page of a static room, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import NOISE, faults
from tests.web.test_site import READY, Site, site

__all__ = ["site"]

pytestmark = [pytest.mark.slow, pytest.mark.turns(2)]

SOLUTIONS = Path(__file__).parents[1] / "assignments" / "solutions"
ENDLESS = """
class Card:
    def __init__(self, rank, suit, value):
        self.rank, self.suit, self.value = rank, suit, value
    def __eq__(self, other):
        while True:
            pass
    def __str__(self):
        from js import fetch, postMessage
        return fetch("https://example.org/" + self.rank)
class Deck:
    def __init__(self, ranks, suits, values):
        self.all = []
        while True:
            self.all.append(bytearray(50_000_000))
class Shuffler:
    @staticmethod
    def perfect_shuffle(values):
        print("x" * 100_000_000)
        import os
        os._exit(3)
"""

HURRIED = """{
    const Plain = window.Worker;
    window.Worker = class extends Plain {
        constructor(...all) {
            super(...all);
            this.addEventListener("message", ({data}) => { if (data.seconds !== undefined) data.seconds = 2; });
        }
    };
}"""
"""A page that waits for a step for 2 seconds, and the 2 that it always adds, instead of 20."""


@pytest.fixture
def page(chromium: Browser, site: Site) -> Iterator[Page]:
    """The page of the check, from the lobby; whatever it asks of others fails the test."""
    context = chromium.new_context(
        base_url=site.url, viewport={"width": 800, "height": 600}, locale="en-US", service_workers="block"
    )
    asked: list[str] = []
    complaints: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.add_init_script(HURRIED)
    page = context.new_page()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto("./")
    page.get_by_text("Just look around").click()
    page.get_by_role("link", name="Check an assignment").click(timeout=READY)
    expect(page.get_by_role("heading", name="Check an assignment")).to_be_visible()
    yield page
    context.close()
    assert [each for each in asked if not each.startswith((site.url, f"blob:{site.url[:18]}"))] == []
    assert [each for each in complaints if not NOISE.search(each)] == []


def check(page: Page) -> str:
    """What the tester says."""
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("main .status p")).to_have_text("Checked", timeout=2 * READY)
    return page.locator("pre").inner_text()


def test_a_student_checks_files_and_what_they_write(page: Page, site: Site) -> None:
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_disabled()
    page.locator("input[type=file]").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"x"})
    expect(page.get_by_role("alert")).to_contain_text("None of these is a Python file")
    big = {"name": "big.py", "mimeType": "text/plain", "buffer": b"#" * 3_000_000}
    page.locator("input[type=file]").set_input_files(big)
    expect(page.get_by_role("alert")).to_contain_text("too much")
    page.locator("input[type=file]").set_input_files(SOLUTIONS / "elevens.py")
    assert "ALL TESTS PASSED." in check(page)
    assert faults(page) == []
    page.get_by_role("button", name="Without elevens.py").click()
    page.get_by_role("button", name="Begin with the course’s file").click()
    assert "1. Card: rank, suit and value - not written yet" in check(page)
    site.close()  # all was fetched before: what is checked travels nowhere
    page.get_by_label("Or write here").fill("class Card:\n  def")
    assert "elevens.py can't be read: line 2" in check(page)


def test_what_a_class_does_ends_no_page(page: Page) -> None:
    page.get_by_label("Or write here").fill(ENDLESS)
    told = check(page)
    assert "1. Card: rank, suit and value - passed" in told
    for each in ("it took more than 20 seconds", "it asked for too much memory", "steps passed."):
        assert each in told
    page.get_by_label("Or write here").fill("while True: pass")
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("main .status p")).to_have_text("Stopped")
    page.get_by_label("Or write here").fill("while True: pass")
    assert "elevens.py took more than 20 seconds to be imported" in check(page)
