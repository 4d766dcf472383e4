"""A figure at the page: solved whole by clicking, by keys and by hints, on a desk and on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from dealt.puzzles import FATHERS_DAY, FIGURES, fillings
from tests.web.conftest import faults
from tests.web.table_helpers import (
    PHONE,
    Device,
    fits,
    large,
    moved_on,
    phase,
    seated,
    status,
    step,
)
from tests.web.test_lobby import leave
from tests.web.walks import resize

pytestmark = [pytest.mark.turns(3)]
GAME = "magicfigures"
CROSS = """
name = "cross"
numbers = [0, 1, 3, 4, 250]
sum = 254
picture = '''
. n .
w m e
. s .
'''
[lines]
down = "n m s"
across = "w m e"
[given]
m = 250
"""
FILLING = dict(zip(FATHERS_DAY.places, next(fillings(FATHERS_DAY)), strict=True))
SCREENS = ((800, 600), (360, 640), (640, 360))


def lay(page: Page, number: int, name: str) -> None:
    """Choose a number of the hand, then its place."""
    before = step(page)
    page.locator(f"[data-hand='#{number}']").click()
    page.locator(f"[data-name='{name}'] button").click()
    moved_on(page, before)
    expect(page.locator(f"[data-name='{name}'] [data-card='#{number}']")).to_be_visible()


def test_the_sixteen_places_are_solved_by_clicking_and_fit_every_screen(device: Device) -> None:
    page = seated(device, "Ann", GAME, PHONE)
    session = page.context.new_cdp_session(page)
    for width, height in SCREENS:
        resize(page, width, height, touch=height < 600 or width < 600, session=session)
        fits(page)
    assert not faults(page)
    for n, (name, number) in enumerate(FILLING.items()):
        width, height = SCREENS[n // 3 % len(SCREENS)]
        if n % 3 == 0:
            resize(page, width, height, touch=True, session=session)
        lay(page, number, name)
    expect(page.locator(".table")).to_have_attribute("data-phase", "over")
    expect(status(page)).to_contain_text("Every line adds up")
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-sum]')].filter(e => e.ariaLabel.endsWith('29, right')).length === 7"
    )
    for width, height in SCREENS:
        resize(page, width, height, touch=True, session=session)
        fits(page)
    expect(large(page)).to_have_text("New deal")


def test_a_place_can_be_chosen_first_and_what_lies_there_replaced_moved_and_taken_back(device: Device) -> None:
    page = seated(device, "Bob", GAME)
    page.locator("[data-name='a0'] button").click()
    expect(status(page)).to_contain_text("place a0")
    page.locator("[data-hand='#6']").click()
    expect(page.locator("[data-name='a0'] [data-card='#6']")).to_be_visible()
    lay(page, 9, "a0")  # the 6 comes back
    expect(page.locator("[data-hand='#6']")).to_be_visible()
    lay(page, 16, "a1")
    lay(page, 5, "a2")
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-sum]')].some(e => e.ariaLabel.endsWith('30, should be 29'))"
    )
    before = step(page)
    page.locator("[data-name='a2'] button").click()  # what lies there is raised ...
    expect(large(page)).to_have_text(re.compile("Take 5 back"))
    page.locator("[data-name='a0'] button").click()  # ... and changes places with another
    moved_on(page, before)
    expect(page.locator("[data-name='a0'] [data-card='#5']")).to_be_visible()
    expect(page.locator("[data-name='a2'] [data-card='#9']")).to_be_visible()
    before = step(page)
    page.locator("[data-name='a1'] button").click()
    large(page).click()
    moved_on(page, before)
    expect(page.locator("[data-name='a1'] [data-card]")).to_have_count(0)
    before = step(page)
    page.get_by_role("button", name="Undo", exact=True).click()
    page.wait_for_function("b => Number(document.querySelector('.table').dataset.step) !== b", arg=before)
    expect(page.locator("[data-name='a1'] [data-card='#16']")).to_be_visible()


def test_hints_lead_to_the_end_from_a_mistake_too(device: Device) -> None:
    page = seated(device, "Cleo", GAME, PHONE, {"computers": "exact"}, figure="square3")
    lay(page, 1, "b2")  # the middle must be 5
    for _ in range(14):
        if phase(page) == "over":
            break
        before = step(page)
        page.keyboard.press("h")
        expect(status(page)).to_contain_text("Hint: ")
        target = page.locator(".target button")
        (target if target.count() else large(page)).click()
        page.wait_for_function(
            "b => Number(document.querySelector('.table').dataset.step) > b"
            " || document.querySelector('.table')?.dataset.phase === 'over'",
            arg=before,
        )
    expect(status(page)).to_contain_text("Every line adds up")


def test_it_is_played_by_keys_alone(device: Device) -> None:
    page = seated(device, "Dan", GAME, figure="triangle")
    filling = dict(zip(FIGURES["triangle"].places, next(fillings(FIGURES["triangle"])), strict=True))
    for name, number in filling.items():
        before = step(page)
        page.locator(f"[data-hand='#{number}']").focus()
        page.keyboard.press("Space")
        first = page.locator("[data-spot] button[tabindex='0']")
        first.focus()
        for _ in range(12):  # arrows reach every place
            if page.evaluate("document.activeElement.closest('[data-name]')?.dataset.name") == name:
                break
            here = page.evaluate(
                """name => {
                    const box = (e) => e.getBoundingClientRect();
                    const [a, b] = [document.activeElement, document.querySelector(`[data-name='${name}']`)].map(box);
                    return [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
                }""",
                name,
            )
            way = (
                ("ArrowRight", "ArrowLeft")[here[0] < 0] if abs(here[1]) < 5 else ("ArrowDown", "ArrowUp")[here[1] < 0]
            )
            page.keyboard.press(way)
            page.wait_for_timeout(20)
        page.keyboard.press("Enter")
        moved_on(page, before)
        expect(page.locator(f"[data-name='{name}'] [data-card='#{number}']")).to_be_visible()
    expect(status(page)).to_contain_text("Every line adds up")


def test_the_number_of_solutions_is_told_on_demand_only(device: Device) -> None:
    page = seated(device, "Eve", GAME)
    page.wait_for_timeout(300)
    assert page.locator("[data-odds]").count() == 0
    page.get_by_role("button", name="Odds").click()
    expect(page.locator("[data-odds=solutions]").first).to_contain_text("9,368")


def test_a_figure_of_one_s_own_is_written_corrected_solved_and_offered_again(device: Device, tmp_path: Path) -> None:
    page = seated(device, "Gus", GAME, PHONE, figure="triangle")
    leave(page)

    def write() -> Locator:
        page.get_by_role("button", name="More about Magic Figures").click()
        page.get_by_role("button", name="A figure of your own").click()
        return page.get_by_label("A figure of your own", exact=True)

    text = write()
    expect(text).to_have_value(re.compile("my triangle"))
    assert faults(page) == []
    text.fill('name = "mine"\nsum = 9')
    page.get_by_role("button", name="Open the table").click()
    wrong = page.get_by_text("Draw the places")
    expect(wrong).to_be_visible()
    expect(text).to_have_attribute("aria-invalid", "true")
    written = tmp_path / "cross.toml"
    written.write_text(CROSS, encoding="utf-8")
    page.locator("input[type=file]").set_input_files(written)
    expect(text).to_have_value(CROSS)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("[data-name='m'] [data-card='#250']")).to_be_visible()
    fits(page)
    assert not faults(page)
    for number, name in ((1, "n"), (0, "w"), (4, "e"), (3, "s")):
        lay(page, number, name)
    expect(page.locator(".table")).to_have_attribute("data-phase", "over")
    expect(status(page)).to_contain_text("Every line adds up")
    leave(page)
    expect(write()).to_have_value(CROSS)


def test_what_was_given_stays(device: Device) -> None:
    page = seated(device, "Fay", GAME, given="many")
    given = page.locator(".given")
    expect(given.nth(7)).to_be_visible()
    before = step(page)
    given.first.locator("button").click()
    page.locator("[data-hand]").first.click()
    given.first.locator("button").click()
    page.wait_for_timeout(100)
    assert step(page) == before
