"""A finished deal analysed, and one's own mistakes tried again, in a real Chromium."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from bench.rig.hostile import exact_name
from tests.web.conftest import Device, House, faults
from tests.web.table_helpers import open_table

pytestmark = [pytest.mark.turns(2)]


def played_badly(house: House) -> str:
    """Somebody has hit in a deal of blackjack until they bust; the token of who comes back to its result."""
    token = open_table(house, "Ann", {"game": "blackjack", "seed": "learning"})
    with connect(house.url.replace("http", "ws", 1) + "ws", max_size=None) as socket:
        socket.send(json.dumps({"op": "hello", "v": 1, "token": token}))
        answered = -1
        while True:
            heard = json.loads(socket.recv(timeout=30))
            if heard["op"] == "table" and heard["phase"] in ("over", "final"):
                return token
            if heard["op"] != "table" or heard["seat"] not in heard["view"]["turn"] or heard["step"] == answered:
                continue
            answered = heard["step"]
            legal = [each for each in heard["view"]["legal"] if each["verb"] != "sit out"]
            chosen = next((each for each in legal if each["verb"] == "hit"), legal[0])
            socket.send(json.dumps({"op": "act", "step": answered, "action": exact_name(chosen, Random(1))}))


def expect_verdict(page: Page, verdict: str) -> None:
    expect(page.get_by_test_id("trainer")).to_have_attribute("data-verdict", re.compile(verdict), timeout=60_000)


def test_one_press_leads_to_each_mistake_and_then_to_the_whole_analysis(device: Device) -> None:
    page = device(token=played_badly(device.house), viewport={"width": 1440, "height": 900}).new_page()
    page.goto("./")
    page.get_by_role("button", name="Learn from your mistakes").click()

    trainer = page.get_by_test_id("trainer")  # nothing more is asked
    expect(trainer).to_contain_text("You chose", timeout=120_000)
    assert faults(page) == []
    hidden = page.locator(".stage").evaluate("stage => stage.querySelectorAll('[data-hand-of]').length")
    assert hidden == 0  # the cards as they were seen: no hand lies open but one's own
    count = int(page.locator(".bar .count").inner_text().split(" of ")[1])

    page.get_by_role("button", name="Hit", exact=True).click()  # once more what was wrong
    expect_verdict(page, "same")
    page.keyboard.press("Enter")  # try again
    expect_verdict(page, "^$")
    page.get_by_role("button", name="Show the best").click()
    expect(trainer).to_contain_text("The best is")
    page.keyboard.press("Enter")
    for n in range(2, count + 1):
        expect(page.locator(".bar .count")).to_have_text(f"{n} of {count}")
        expect(trainer).to_contain_text("You chose")
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text(f"That was all: 0 of {count}")).to_be_visible()
    page.get_by_role("button", name="Finish").click()

    analysis = page.get_by_test_id("analysis")
    expect(analysis).to_contain_text("Accuracy")
    assert faults(page) == []
    marks = page.locator(".graph .mark")
    assert 1 <= marks.count() <= 3
    marks.first.press("Enter")
    expect(analysis.locator(".judgement")).to_contain_text("Better:")
    shown = page.locator(".stage").get_attribute("data-step")
    expect(analysis.locator("[aria-current=step] .place").first).to_have_text("1")
    graph = page.locator(".graph")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": 2, "y": box["height"] - 2})
    expect(page.locator(".stage")).to_have_attribute("data-step", "0")
    analysis.locator(".row").first.click()
    expect(page.locator(".stage")).to_have_attribute("data-step", shown or "")
