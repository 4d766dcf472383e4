"""First lessons in a real Chromium: done by mouse, by keys, on a phone, in Chinese, and left at any time."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Device, at_table, enter, faults
from tests.web.table_helpers import large, raised, status

pytestmark = [pytest.mark.turns(2)]


GAME = "chinesepoker"
"""A game with a hand of cards, whose lesson has steps to read, to play and to pass."""


def coach(page: Page) -> Locator:
    """What the coach says."""
    return page.get_by_role("region", name="What the coach says")


def step(page: Page) -> int:
    """The frame that is shown."""
    return int(page.locator(".stage").get_attribute("data-step") or 0)


def go_on(page: Page) -> None:
    """Read on, or do by keys what is wanted."""
    before = step(page)
    if page.locator(".controls").count():
        page.keyboard.press("h")
        if step(page) == before:
            assert raised(page) != [] or page.locator("button[aria-pressed=true]").count() > 0
            page.keyboard.press("Enter")
    else:
        page.keyboard.press("Enter")
    page.wait_for_function(f"() => Number(document.querySelector('.stage').dataset.step) > {before}")


TO_THE_END = """async (once) => {
    const ended = () => [...document.querySelectorAll('button')].some(e => e.textContent.trim().startsWith(once));
    const frame = () => Number(document.querySelector('.stage').dataset.step);
    const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
    const until = async (true_) => {
        for (const start = Date.now(); !true_(); await new Promise(done => setTimeout(done)))
            if (Date.now() - start > 30_000) throw new Error(`frame ${frame()} does not end`);
    };
    const raised = () => document.querySelector('[aria-selected=true][data-hand], button[aria-pressed=true]') !== null;
    let frames = 0;
    for (; !ended(); frames++) {
        const before = frame(), wanted = document.querySelector('.controls') !== null;
        press(wanted ? 'h' : 'Enter');
        if (wanted) await until(() => frame() > before || raised());
        if (wanted && frame() === before) press('Enter');
        await until(() => frame() > before || ended());
    }
    return frames;
}"""
"""Does a whole lesson by the events of keys; the number of its frames."""


def to_a_move(page: Page) -> None:
    """Read until cards are wanted."""
    page.locator(".stage").wait_for()
    while page.locator(".controls").count() == 0:
        page.get_by_role("button", name="Next", exact=True).click()


def test_another_choice_gets_a_kind_word_and_help(page: Page) -> None:
    page.goto(f"./#/lesson/{GAME}")
    expect(page.get_by_role("heading", name="First lesson: Chinese Poker")).to_be_visible()
    to_a_move(page)
    expect(status(page)).to_contain_text("Now: ")
    expect(page.get_by_role("button", name="Show me")).to_have_count(0)
    words, before = coach(page).inner_text(), step(page)
    page.get_by_role("option").last.click(position={"x": 8, "y": 12})
    large(page).click()
    expect(status(page)).to_contain_text("Possible too. Here: ")
    assert step(page) == before
    assert faults(page) == []
    page.get_by_role("button", name="Clear").click()
    for n in (0, 1, 6, 7):  # cards that don't go together
        page.get_by_role("option").nth(n).click(position={"x": 8, "y": 12})
    expect(status(page)).to_contain_text("Not these together. Here: ")
    page.get_by_role("button", name="Show me").click()
    expect(status(page)).to_contain_text("The cards are raised.")
    assert len(raised(page)) > 1
    large(page).click()
    page.wait_for_function(f"() => Number(document.querySelector('.stage').dataset.step) > {before + 1}")  # by itself
    expect(coach(page)).not_to_have_text(words)

    page.get_by_role("button", name="One step back").click()
    while step(page) > before:
        page.get_by_role("button", name="One step back").click()
    page.get_by_role("button", name="One step on").click()  # what was done once need not be done again
    assert step(page) == before + 1
    while page.get_by_role("button", name="One step back").is_enabled():
        page.get_by_role("button", name="One step back").click()
    assert step(page) == 0


MARKED = """() => {
    const marks = [...document.querySelectorAll('.marks > .mark')].map(each => each.getBoundingClientRect());
    const things = [...document.querySelectorAll('.stage [data-card], .stage button')]
        .filter(each => !each.closest('[aria-hidden=true]'));
    return marks.map(mark => {
        const over = (box) => Math.abs(box.left - mark.left) < 5 && Math.abs(box.top - mark.top) < 5;
        const found = things.filter(each => over(each.getBoundingClientRect()));
        return found.map(each => each.dataset.card ?? each.dataset.call ?? each.dataset.testid)[0] ?? '?';
    });
}"""
"""What the arrows of a lesson point at."""


def pointed(page: Page, *wanted: str) -> None:
    """Wait until the arrows point at just this."""
    page.wait_for_function(f"(wanted) => JSON.stringify(({MARKED})().sort()) === wanted", arg=_json(sorted(wanted)))


def _json(wanted: list[str]) -> str:
    return json.dumps(wanted, separators=(",", ":"))


def test_arrows_point_at_the_card_and_then_at_the_button(page: Page) -> None:
    page.goto("./#/lesson/bigtwo")
    go = page.get_by_role("button", name="Next", exact=True)
    go.click()
    pointed(page, "3d", "2s")  # what the words speak of
    go.click()
    pointed(page, "3d", "3s")
    page.locator("[data-hand='3s']").click(position={"x": 8, "y": 12})
    pointed(page, "3d")
    page.locator("[data-hand='3d']").click(position={"x": 8, "y": 12})
    pointed(page, "primary")
    for width, height in ((360, 640), (640, 360), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        pointed(page, "primary")
    # a call of the box, which is there to be pressed
    page.goto("./#/lesson/bridge")
    go.click()
    go.click()
    pointed(page, "bid 1n")
    before = step(page)
    page.locator("[data-call='bid 1n']").click()
    page.wait_for_function(f"() => Number(document.querySelector('.stage').dataset.step) > {before}")
    # an arrow to a seat lies over no word
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("./#/lesson/euchre")
    page.wait_for_function("""() => {
        const box = (what) => document.querySelector(what)?.getBoundingClientRect();
        const [mark, seat] = ['.marks > .mark', '.plate.top'].map(box);
        return mark && seat && Math.abs(mark.left - seat.left) < 5 && Math.abs(mark.top - seat.top) < 5;
    }""")
    boxes = [page.locator(which).first.bounding_box() or {} for which in (".coach", ".marks svg")]
    assert boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"]


@pytest.mark.slow
def test_every_lesson_can_be_done_by_keys(page: Page) -> None:
    lessons = [each["name"] for each in page.request.get("./api/games").json()["games"] if each["lesson"]]
    assert lessons
    for n, game in enumerate(lessons):
        page.goto(f"./#/lesson/{game}")
        page.locator(f".stage[data-game={game}]").wait_for()
        assert page.evaluate(TO_THE_END, "Once more") > 3
        expect(page.get_by_role("button", name="Once more")).to_be_visible()
        assert n % 4 or faults(page) == []


def test_a_lesson_on_a_phone_in_chinese_leads_to_a_game(device: Device) -> None:
    page = device(viewport={"width": 360, "height": 640}, has_touch=True, locale="zh-CN").new_page()
    page.goto(f"./#/lesson/{GAME}")
    page.get_by_role("button", name="继续", exact=True).tap()
    assert re.search("[\u4e00-\u9fff]", page.locator(".coach").inner_text())
    while page.get_by_role("button", name="再来一遍").count() == 0:
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
            360,
            640,
        ]
        go_on(page)
    assert faults(page) == []
    page.get_by_role("button", name="马上开局").tap()  # no name yet: the entry, with the game chosen
    expect(page).not_to_have_url(re.compile("lesson"))
    page.get_by_label("你的名字").fill("Ann")
    page.get_by_role("button", name="马上开局").tap()
    at_table(page)
    expect(page.get_by_role("heading", name="跑得快", level=1)).to_be_visible()


def test_a_lesson_from_the_lobby_and_back(page: Page) -> None:
    enter(page, "Ann")
    page.get_by_role("button", name="More about Chinese Poker").click()
    page.get_by_role("button", name="First lesson: Chinese Poker").click()
    expect(page).to_have_url(re.compile(f"#/lesson/{GAME}$"))
    page.get_by_role("button", name="Next", exact=True).wait_for()
    page.go_back()
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    page.go_forward()
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    page.goto("./#/lesson/nothing")
    page.get_by_role("button", name="To the lobby").click()
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    assert "#" not in page.url
