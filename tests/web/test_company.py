"""Company at a table: what is said at its seat, phrases in everybody's language, silence, and pictures of people."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Device, at_table, faults, play

pytestmark = [pytest.mark.turns(3)]


def chat(page: Page) -> Locator:
    """The chat of the panel, open."""
    page.get_by_role("tab", name="Chat").or_(page.get_by_role("tab", name="聊天")).first.click()
    return page.locator(".chat")


def two(device: Device) -> tuple[Page, Page]:
    """Ann and, in Chinese, Ben, who sits down with the next deal."""
    ann = device(viewport={"width": 1440, "height": 900}).new_page()
    ann.goto("./")
    play(ann, "Ann")
    link = f"./t/{at_table(ann)}"
    ben = device(viewport={"width": 1440, "height": 900}, locale="zh-CN").new_page()
    ben.goto(link)
    ben.get_by_label("你的名字").fill("Ben")
    ben.get_by_role("button", name="加入牌桌").click()
    at_table(ben)
    return ann, ben


def test_company(device: Device) -> None:
    """All that two people at a table may do beside playing: both are there already, which is what costs."""
    ann, ben = two(device)
    what_is_said_stands_at_the_seat_for_a_while(ann, ben)
    a_phrase_is_read_in_ones_own_language_and_a_reaction_is_drawn(ann, ben)
    one_person_or_everybody_can_be_silenced(ann, ben)
    people_have_pictures_drawn_from_their_names(ben, device)
    a_picture_that_was_chosen_is_seen_by_others_and_stays(ann, ben)


def what_is_said_stands_at_the_seat_for_a_while(ann: Page, ben: Page) -> None:
    bubble = ben.get_by_role("region", name="Ann").locator(".bubble")
    expect(bubble).to_have_count(0)
    said = chat(ann)
    box = said.get_by_role("textbox")
    box.fill("Good evening")
    box.press("Enter")
    expect(bubble).to_have_text("Good evening")
    assert faults(ben) == []
    expect(bubble).to_have_count(0)  # the chat keeps it
    expect(chat(ben).get_by_role("log")).to_contain_text("Good evening")


def a_phrase_is_read_in_ones_own_language_and_a_reaction_is_drawn(ann: Page, ben: Page) -> None:
    phrases = chat(ann).get_by_role("group", name="A phrase or a reaction")
    assert faults(ann) == []
    phrases.get_by_role("button", name="Well played").click()
    bubble = ben.get_by_role("region", name="Ann").locator(".bubble")
    expect(bubble).to_have_text("打得好")
    phrases.get_by_role("button", name="(smiles)").click()
    expect(bubble.locator("svg")).to_be_visible()
    log = chat(ben).get_by_role("log")
    expect(log).to_contain_text("打得好")
    expect(log.get_by_role("img", name="（微笑）")).to_be_visible()
    expect(ann.get_by_role("log")).to_contain_text("Well played")


def one_person_or_everybody_can_be_silenced(ann: Page, ben: Page) -> None:
    phrases = chat(ann).get_by_role("group", name="A phrase or a reaction")
    phrases.get_by_role("button", name="Hello").click()
    bubble = ben.get_by_role("region", name="Ann").locator(".bubble")
    expect(bubble).to_be_visible()
    log = chat(ben).get_by_role("log")
    ben.get_by_role("button", name="不看 Ann").or_(ben.locator(".who .mute")).first.click()
    expect(bubble).to_have_count(0)
    phrases.get_by_role("button", name="Good luck").click()
    expect(ann.get_by_role("log")).to_contain_text("Good luck")
    expect(log).not_to_contain_text("祝好运")
    expect(bubble).to_have_count(0)
    ben.locator(".notice .mute").click()
    expect(log).to_contain_text("祝好运")

    ben.get_by_role("button", name="设置").click()
    ben.get_by_role("switch", name="隐藏聊天").click()
    ben.keyboard.press("Escape")
    phrases.get_by_role("button", name="Thank you").click()
    expect(ann.get_by_role("log")).to_contain_text("Thank you")
    expect(log).not_to_contain_text("谢谢")
    expect(bubble).to_have_count(0)
    ben.get_by_role("button", name="重新显示").click()
    expect(log).to_contain_text("谢谢")


def people_have_pictures_drawn_from_their_names(ben: Page, device: Device) -> None:
    at_seat = ben.get_by_role("region", name="Ann").locator(".avatar").first
    expect(at_seat).to_be_visible()
    eve = device().new_page()
    eve.goto("./")
    in_list = eve.locator("main li.row .avatar").first
    expect(in_list).to_be_visible()
    same = "each => each.classList[1] + [...each.children].map(one => one.getAttribute('d')).join()"
    assert at_seat.evaluate(same) == in_list.evaluate(same)


def a_picture_that_was_chosen_is_seen_by_others_and_stays(ann: Page, ben: Page) -> None:
    seat = ben.get_by_role("region", name="Ann").locator(".avatar .mark")
    before = seat.get_attribute("d")
    ann.get_by_role("button", name="Settings").click()
    pictures = ann.get_by_role("group", name="Your picture")
    expect(pictures.get_by_role("button")).to_have_count(13)
    assert faults(ann) == []
    pictures.get_by_role("button", name="Crown").click()
    expect(pictures.get_by_role("button", name="Crown")).to_have_attribute("aria-pressed", "true")
    expect(seat).not_to_have_attribute("d", before or "")
    crown = seat.get_attribute("d")
    ann.reload()  # the room keeps it with the name
    ann.get_by_role("button", name="Settings").click()
    expect(pictures.get_by_role("button", name="Crown")).to_have_attribute("aria-pressed", "true")
    ben.reload()
    expect(seat).to_have_attribute("d", crown or "")
