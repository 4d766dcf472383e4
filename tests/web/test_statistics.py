"""What the room keeps of a player's results, as the lobby and the table show it; graphs, old deals, company."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from bench.rig.hostile import exact_name
from tests.web.conftest import Device, House, at_table, enter, faults, play
from tests.web.table_helpers import open_table, rush

pytestmark = [pytest.mark.turns(2)]


def test_every_finished_deal_counts(page: Page) -> None:
    enter(page, "Ann")
    mine = page.get_by_role("region", name="Your results")
    expect(mine).to_contain_text("Finished deals are counted here")

    page.get_by_role("button", name="Play now: Big Two").click()
    at_table(page)
    rush(page)
    page.keyboard.press("3")  # the score
    score = page.locator("li[data-game=bigtwo]")
    expect(score).to_contain_text("of 1 deal won")
    won = "1 of 1" in score.inner_text()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(mine.get_by_role("heading", name="Big Two")).to_be_visible()
    tally = mine.locator("li[data-game=bigtwo]")
    expect(tally).to_contain_text("1 of 1 deal won" if won else "0 of 1 deal won")
    expect(tally).to_contain_text("100%" if won else "0%")
    expect(tally).to_contain_text("1 win" if won else "1 without a win")
    expect(mine.locator("li")).to_have_count(1)  # nothing of games that were not played

    page.reload()
    expect(tally).to_contain_text("of 1 deal won")


def test_a_graph_the_deals_and_company(page: Page, device: Device) -> None:
    play(page, "Ann")
    link = f"./t/{at_table(page)}"
    friend = device().new_page()
    friend.goto(link)
    friend.get_by_label("Your name").fill("Ben")
    friend.get_by_role("button", name="Join the table").click()
    at_table(friend)
    rush(page)  # the first deal, which Ben watches
    for each in (page, friend):
        each.get_by_role("button", name="Leave", exact=True).click()
        asked = each.get_by_role("dialog").get_by_role("button", name="Leave", exact=True)
        asked.or_(each.locator("li.game").first).first.wait_for()
        if asked.is_visible():
            asked.click()
    expect(friend.get_by_role("button", name="Ratings, graphs, deals")).to_have_count(1)  # he finished none

    page.get_by_role("button", name="Ratings, graphs, deals").click()
    dialog = page.get_by_role("dialog", name="Your results")
    expect(dialog.get_by_role("img", name=re.compile(r"^1 deal, [01] won, ")).locator("polyline")).to_have_count(1)
    expect(dialog.locator(".deals li")).to_have_count(1)
    days = dialog.get_by_role("region", name="Calendar")
    expect(days).to_contain_text("1 deal on 1 day in 12 months")
    days.locator("summary").press("Enter")
    expect(days.get_by_role("row")).to_have_count(2)
    days.locator("rect.played").click()
    expect(days.locator("p")).to_contain_text(re.compile(r": 1 deal, [01] won$"))
    expect(dialog.get_by_text("You and")).to_have_count(0)  # nobody finished a deal with her
    assert faults(page) == []
    dialog.get_by_role("button", name="Replay").click()  # the table is gone
    expect(page).to_have_url(re.compile(r"/d/\w+/1$"))
    expect(page.locator(".player .line")).to_contain_text("Every hand is open")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".line .scores").first).to_contain_text("Ann")
    assert faults(page) == []
    page.reload()
    expect(page.locator(".player .line")).to_contain_text("Every hand is open")
    page.get_by_role("button", name="Back to the lobby").click()
    expect(page.locator("li.game").first).to_be_visible()


def mistaken(house: House) -> str:
    """Somebody hits at blackjack until they bust, deal after deal, until an analysis finds that wrong; their token."""
    token = open_table(house, "Ann", {"game": "blackjack"})
    with connect(house.url.replace("http", "ws", 1) + "ws", max_size=None) as socket:

        def say(**message: Any) -> None:
            socket.send(json.dumps(message))

        say(op="hello", v=1, token=token)
        answered, deals = -1, 0
        while True:
            heard = json.loads(socket.recv(timeout=60))
            if heard["op"] == "analysis":
                say(op="mistakes", game="blackjack")
            elif heard["op"] == "mistakes":
                if heard["mistakes"]:
                    return token
                say(op="ready", step=answered)
            elif heard["op"] != "table" or heard["step"] == answered:
                continue
            elif heard["phase"] in ("over", "final"):
                answered = heard["step"]
                say(op="analyse", deal=deals)
                deals += 1
            elif heard["seat"] in heard["view"]["turn"]:
                answered = heard["step"]
                legal = [each for each in heard["view"]["legal"] if each["verb"] != "sit out"]
                chosen = next((each for each in legal if each["verb"] == "hit"), legal[0])
                say(op="act", step=answered, action=exact_name(chosen, Random(1)))


def test_what_each_kind_of_decision_has_cost(device: Device) -> None:
    page = device(token=mistaken(device.house), viewport={"width": 360, "height": 640}).new_page()
    page.goto("./")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator("li.game").first).to_be_visible()
    page.reload()  # what the game calls its actions is not known any more
    page.get_by_role("button", name="Ratings, graphs, deals").click()
    dialog = page.get_by_role("dialog", name="Your results")
    losses = dialog.get_by_role("table", name="Losses by kind of decision")
    expect(losses.get_by_role("rowheader", name="Hit")).to_be_visible()
    expect(losses.get_by_role("row").nth(1)).to_contain_text("chips")
    expect(dialog.get_by_role("region", name="Calendar")).to_contain_text("12 months")
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    assert faults(page) == []
