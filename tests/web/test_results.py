"""The end of a deal: first it is seen, then its result stands over the table, in the right words."""

from __future__ import annotations

import re
from math import prod

import pytest
from playwright.sync_api import Page, expect

from tests.web.clicks import COMPUTERS
from tests.web.conftest import faults
from tests.web.table_helpers import (
    Device,
    ask,
    large,
    moved_on,
    my_move,
    result_of,
    rush,
    seated,
    step,
)
from tests.web.walks import resize

pytestmark = [pytest.mark.turns(2)]

MOVES = {"reduced_motion": "no-preference"}

WATCH = """
    new MutationObserver(() => {
        if (document.querySelector('.table')?.dataset.phase === 'over') window.ended ??= performance.now();
        if (document.querySelector('.result')) window.covered ??= performance.now();
    }).observe(document, {subtree: true, childList: true, attributes: true});
    addEventListener('keydown', () => window.pressed = performance.now(), true);
"""
"""Notes when a deal is over, when its result is there, and when a key was last pressed: by the page's own clock."""


def play_on(page: Page) -> None:
    """Do what is hinted until the deal is over."""
    while my_move(page):
        before = step(page)
        ask(page, "keys")
        page.keyboard.press("Enter")
        moved_on(page, before)


@pytest.mark.parametrize("game", ["blackjack", pytest.param("hearts", marks=pytest.mark.slow)])
@pytest.mark.turns(2)
def test_the_end_of_a_deal_is_seen_before_its_result_covers_it(device: Device, game: str) -> None:
    page = seated(device, f"Ann-{game[:5]}", game, table={"computers": COMPUTERS[game]})
    page.add_init_script(WATCH)
    page.evaluate(WATCH)
    rush(page)
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("window.covered - window.ended") >= 1000
    for _ in range(4):  # who comes back later reads it at once; a busy machine may be slow, but not every time
        page.reload()
        expect(page.locator(".result")).to_be_visible()
        waited = page.evaluate("window.covered - window.ended")
        if waited < 1000:
            break
    assert waited < 1000
    if game == "hearts":  # points are against who has them: no cup beside them
        expect(page.locator(".plate .total").first).to_contain_text("pts")
        expect(page.locator(".plate .total svg")).to_have_count(0)
        scores = [score for score, _ in result_of(page).values()]
        cups = page.locator(".result .side").evaluate_all("all => all.map(each => each.querySelector('.cup') !== null)")
        assert cups == [score == min(scores) for score in scores]
    else:  # whoever presses something needs no more time
        expect(page.locator(".result")).not_to_contain_text("ahead")  # against the dealer, not each other
        for _ in range(3):
            page.keyboard.press("Enter")
            expect(page.locator(".result")).to_have_count(0)
            page.evaluate("() => { window.ended = window.covered = undefined; }")
            play_on(page)
            page.keyboard.press("Shift")
            expect(page.locator(".result")).to_be_visible()
            waited = page.evaluate("window.covered - Math.max(window.pressed, window.ended)")
            if waited < 700:
                break
        assert waited < 700


@pytest.mark.slow
def test_bridge_says_what_became_of_the_contract(device: Device) -> None:
    table = {"seed": "boards 8", "computers": "plain"}
    page = seated(device, "Ann", "bridge", {"viewport": {"width": 1440, "height": 900}}, table)
    rush(page)
    expect(page.locator(".result")).to_be_visible()
    said = page.locator(".result .said").inner_text()
    assert re.fullmatch(
        r"[1-7](NT|[♣♦♥♠])X{0,2}( \+ \d)? by .*(made|\d down)?\. (North-South|East-West) \+\d+", said
    ), said
    sides = page.locator(".result .side")
    expect(sides).to_have_count(2)
    assert len({score for score, _ in result_of(page).values()}) == 2
    taken = [int(each) for each in re.findall(r"(\d+) tricks?\b", " ".join(sides.locator(".why").all_inner_texts()))]
    assert sum(taken) == 13, "the tricks of sides, and of nobody alone"


COVERED = """() => {
    const dock = document.querySelector('.dock').getBoundingClientRect();
    const ground = document.querySelector('.ground').getBoundingClientRect();
    const lying = '.ground [data-card], .ground .spot .card, .ground .lies .card';
    const cards = [...document.querySelectorAll(lying)].filter(e => e.checkVisibility({visibilityProperty: true}));
    const boxes = cards.map(e => e.getBoundingClientRect()).filter(b => b.width > 0);
    const meets = b => b.right > dock.left + 1 && b.left < dock.right - 1
        && b.bottom > dock.top + 1 && b.top < dock.bottom - 1;
    const leaves = b => b.left < ground.left - 2 || b.right > ground.right + 2 || b.bottom > ground.bottom + 4;
    const hidden = b => document.elementFromPoint(b.left + 4, b.top + 4)?.closest('.ground') == null;
    return {cards: boxes.length, over: boxes.filter(b => meets(b) || leaves(b) || hidden(b)).length};
}"""
"""The number of cards that lie on the table, and of those that something of the result covers, or that lie outside."""
SCREENS = ((360, 640), (640, 360), (844, 390), (800, 600), (1440, 900), (1920, 1080), (2560, 1440))


ADDED = """sides => sides.map(side => {
    const figure = text => Number(text.replace('\u2212', '-').replaceAll(',', ''));
    const lines = [...side.querySelectorAll('.line')].map(line => ({
        points: figure(line.querySelector('.points').innerText),
        factors: line.querySelector('.product').innerText.split('×').filter(each => each.trim()).map(figure),
    }));
    return {score: figure(side.querySelector('.score').innerText), lines};
})"""


def adds_up(page: Page) -> None:
    """The arithmetic of the score is shown line by line, of two sides."""
    sides = page.locator(".result .side").evaluate_all(ADDED)
    assert len(sides) == 2, "sides, not four rows"
    assert any(len(line["factors"]) > 1 for side in sides for line in side["lines"])
    for side in sides:
        assert not side["lines"] or sum(line["points"] for line in side["lines"]) == side["score"]
        for line in side["lines"]:
            assert not line["factors"] or prod(line["factors"]) == line["points"]
    assert faults(page) == []


@pytest.mark.parametrize(
    ("game", "options", "most"),
    [
        ("blackjack", {"seats": 4}, 2),
        ("spades", {}, 4),
        pytest.param("drawpoker", {"seats": 6, "limit": "no"}, 10, marks=pytest.mark.slow),
    ],
)
@pytest.mark.turns(3)
def test_the_result_covers_nothing_that_lies_on_the_table(
    device: Device, game: str, options: dict[str, object], most: int
) -> None:
    """The dealer's cards, the last trick and the shown hands stay in sight, on every screen."""
    page = seated(device, f"Ann-{game[:4]}", game, table={"seed": "w1", "computers": COMPUTERS[game]}, **options)
    rush(page)
    page.keyboard.press("Shift")
    expect(page.locator(".result")).to_be_visible()
    session = page.context.new_cdp_session(page)
    for width, height in SCREENS:
        resize(page, width, height, touch=height < 600, session=session)
        found = page.evaluate(COVERED)
        assert found["cards"] >= most, (width, height)
        assert found["over"] == 0, (width, height)
        expect(large(page)).to_be_in_viewport(ratio=1)
    if game == "spades":
        expect(page.locator(".result .way [role=img]")).to_have_count(2)
        expect(page.locator(".result .standing")).to_have_text("To 500 points")
        adds_up(page)


@pytest.mark.slow
def test_the_arithmetic_says_who_pays_whom(device: Device) -> None:
    page = seated(device, "Ann", "doudizhu", table={"seed": "w2"}, variant="common")
    rush(page)
    page.keyboard.press("Shift")
    expect(page.locator(".result .payments li").first).to_contain_text("pay")
    adds_up(page)


def test_one_button_leads_on_and_a_rematch_begins_anew_with_the_same_people(device: Device) -> None:
    table = {"seed": "boards 8", "computers": "plain"}
    page = seated(device, "Ann", "bridge", table=table, mode="duplicate", boards=1)
    address, others = page.url, page.locator(".plate").evaluate_all("all => all.map(e => e.ariaLabel).sort()")
    rush(page)
    page.keyboard.press("Shift")
    expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
    expect(page.locator(".primary:visible")).to_have_count(1)
    expect(page.get_by_role("button", name="Another game")).to_be_visible()
    scores = result_of(page)
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".table")).to_have_attribute("data-phase", "playing")
    expect(page.locator(".table")).to_have_attribute("data-deal-number", "1")
    assert page.url == address
    expect(page.locator(".plate")).to_have_count(3)
    assert page.locator(".plate").evaluate_all("all => all.map(e => e.ariaLabel).sort()") == others
    rush(page)
    page.keyboard.press("Shift")
    assert result_of(page).keys() == scores.keys()
    assert all(score == total for score, total in result_of(page).values()), "totals begin at 0 again"
    page.get_by_role("button", name="Another game").click()
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()


MOVING = "document.querySelector('.table').getAnimations({subtree: true}).filter(a => a.playState === 'running').length"


@pytest.mark.parametrize("how", ["key", "tap", "next"])
def test_a_win_has_its_moment_and_whatever_one_does_ends_it(device: Device, how: str) -> None:
    page = seated(device, f"Ann-{how}", "blackjack", MOVES, table={"seed": "w1"}, seats=4)
    rush(page)
    moment = page.locator("[data-moment]")
    expect(moment).to_be_visible()
    expect(page.locator(".result.won")).to_be_visible()
    if how == "key":
        page.keyboard.press("Shift")
    elif how == "tap":
        page.locator("main.ground").click(position={"x": 30, "y": 200})
    else:
        page.keyboard.press("Enter")
        expect(page.locator(".table")).to_have_attribute("data-phase", "playing")
        expect(page.locator(".result")).to_have_count(0)
    expect(moment).to_have_count(0, timeout=500)
    if how == "key":
        page.wait_for_function(f"() => {MOVING} === 0", timeout=500)
        expect(page.locator(".result")).to_be_visible()


def test_no_moment_where_less_motion_is_wished(device: Device) -> None:
    page = seated(device, "Ann", "blackjack", table={"seed": "w1"}, seats=4)
    page.evaluate("""new MutationObserver(() => {
        if (document.querySelector('[data-moment]')) window.celebrated = true;
    }).observe(document, {subtree: true, childList: true})""")
    rush(page)
    page.keyboard.press("Shift")
    expect(page.locator(".result.won")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate("window.celebrated") is None
