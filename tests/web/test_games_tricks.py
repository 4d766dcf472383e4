"""Games of tricks at the page: calls from a box, dummy, claims, the results of matches; by mouse, finger and keys."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import faults
from tests.web.table_helpers import (
    PHONE,
    Device,
    ask,
    fits,
    moved_on,
    my_move,
    next_deal,
    phase,
    press,
    result_of,
    rush,
    rush_on,
    seated,
    selected,
    shot,
    status,
    step,
)

pytestmark = [pytest.mark.turns(2)]


DECLARES = {"seed": "boards 8"}
"""From these cards the person declares in bridge."""


def button(name: str) -> str:
    """JavaScript: is there a button of that name?"""
    named = f"[e.textContent.trim(), e.title, e.ariaLabel].includes('{name}')"
    return f"[...document.querySelectorAll('button')].some(e => {named})"


def sit(
    device: Device,
    name: str,
    game: str,
    more: dict[str, object] | None = None,
    table: dict[str, str] | None = None,
    **options: object,
) -> Page:
    quick = {"computers": "plain", "pace": "instant"} if game == "bridge" else {"pace": "instant"}
    return seated(device, name, game, more, {**quick, **(table or {})}, **options)


def cells(page: Page) -> Locator:
    """The calls of the box."""
    return page.locator(".boxes [data-call]")


def say(page: Page, how: str) -> None:
    """Make the call that was hinted: in the box, or beside it."""
    name = page.evaluate("window.heard.at(-1).action.name")
    box, chip = (
        page.locator(f".boxes [data-call='{name}']"),
        page.locator(".controls .chip.primary, .controls .large-one"),
    )
    if how == "keys" and box.count():
        for letter in name.split()[1]:
            page.keyboard.press(letter)
    elif how == "keys" and name == "pass":
        page.keyboard.press("p")
    elif how == "keys":
        chip.first.focus()
        page.keyboard.press("Enter")
    else:
        press(page, box if box.count() else chip.first, how, "")


def play(page: Page, card: str, how: str) -> None:
    """Play the card that was hinted: it is raised already, and a second press plays it."""
    assert selected(page) == [card]
    if how == "keys":
        page.keyboard.press("Enter")
        return
    one = page.locator(f"button[data-card='{card}'], [data-hand='{card}']")
    (one.tap if how == "finger" else one.click)(position={"x": 8, "y": 16})


def do(page: Page, how: str) -> None:
    """Whatever the hint says."""
    before, cards = step(page), ask(page, how)
    if cards:
        play(page, cards[0], how)
    else:
        say(page, how)
    moved_on(page, before)


def by_hand(page: Page, how: str, look: Callable[[Page], object]) -> None:
    """Make all calls and play some cards by hand, ``look`` before each."""
    plays = 0
    while plays < BY_HAND and my_move(page):
        expect(page.locator(".boxes [data-call], .controls .large-one, .instead button").first).to_be_visible()
        look(page)
        plays += cells(page).count() == 0
        do(page, how)


def play_on(page: Page, until: str) -> bool:
    """Play until something is so at one's turn, over several deals if need be; False where the match ends before."""
    return rush_on(page, until, drawn=True) and my_move(page)


def results(page: Page) -> dict[str, tuple[float, float]]:
    """Score and total of everybody, as the result says; the best score first."""
    return result_of(page)


def match(page: Page, deals: int, different: int = 2) -> list[dict[str, tuple[float, float]]]:
    """Play a match of at most that number of deals; returns all results, each checked against the one before."""
    found: list[dict[str, tuple[float, float]]] = []
    for _ in range(deals):
        rush(page)
        found.append(results(page))
        assert len(set(found[-1].values())) <= different  # partners have the same
        for name, (score, total) in found[-1].items():
            assert len(found) < 2 or total == found[-2][name][1] + score
        fits(page)
        if phase(page) == "final":
            return found
        next_deal(page)
    raise AssertionError(f"the match was not over after {deals} deals")


BY_HAND = 4
"""The number of cards of a deal that are played by hand."""
BIDS = "() => document.querySelector('.calls td .paper') && document.querySelector('.boxes [data-call]')"
OPEN = "() => document.querySelector('[data-open]') && document.querySelector('.controls .large-one')"
"""A hand lies open, and a card is to be played."""
FOR_DUMMY = "() => /: (play|lead) for /.test(document.querySelector('[data-testid=status]').textContent)"
LAST_TRICK = f"() => {button('Last trick')}"
CLAIM = f"() => {button('Claim')} && document.querySelector('[data-open]')"


def test_a_set_of_boards(device: Device) -> None:
    """From these cards the person declares after bids of both sides, and is dummy then."""
    page = sit(device, "Ann", "bridge", table={"seed": "boards 8"}, mode="duplicate", boards=2)
    assert my_move(page)
    expect(cells(page)).to_have_count(35)
    expect(page.get_by_role("button", name="Bid 7NT")).to_be_enabled()
    fits(page)
    # the calls so far stand in columns, and none that lies below them can be made
    assert play_on(page, BIDS)
    last = page.locator(".calls td .paper").last.inner_text()
    expect(page.locator(".calls th").last).to_have_text("You")
    if re.match(r"\d", last):
        expect(page.get_by_role("button", name=f"Bid {last}", exact=True)).to_be_disabled()
    page.locator(".calls td button").last.click()
    expect(page.locator(".meaning")).to_contain_text(re.compile(r":.*\w"))
    page.keyboard.press("Escape")
    expect(page.locator(".meaning")).to_have_count(0)
    assert play_on(page, OPEN)
    expect(cells(page)).to_have_count(0)
    expect(page.locator("[data-fact=contract]").first).to_be_visible()
    expect(page.locator(".bar [data-fact=board]")).to_be_visible()
    fits(page)
    # the keys go through the hand that one plays for
    assert play_on(page, FOR_DUMMY)
    expect(status(page)).to_contain_text(re.compile(": (play|lead) for "))
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.activeElement.closest('[data-open]') !== null")
    do(page, "keys")
    for result in match(page, 2):
        assert sum(score for score, _ in result.values()) == sum(total for _, total in result.values()) == 0
    expect(page.locator(".table")).to_have_attribute("data-deal-number", "2")


@pytest.mark.turns(4)
def test_a_rubber(device: Device) -> None:
    """From these cards the computers' bids make three deals: the person is dummy, defends, and declares."""
    page = sit(device, "Bob", "bridge", table={"computers": "robot", "seed": "rubber 355"}, mode="rubber")
    last = match(page, 30)[-1]
    winners = [name for name, (score, _) in last.items() if score >= 500]  # the bonus of the rubber
    assert len(winners) == 2
    for name in winners:
        expect(page.locator(".result .side:has(.cup)")).to_contain_text(name)
    expect(page.locator(".result .said")).to_contain_text("win the match")
    assert faults(page) == []
    next_deal(page)
    my_move(page)
    expect(page.locator(".table")).to_have_attribute("data-deal-number", "1")
    expect(page.locator("[data-fact=games], [data-fact=vulnerable], [data-fact=below]")).to_have_count(0)


@pytest.mark.turns(2)
def test_a_whole_game_of_bids_and_tricks(device: Device) -> None:
    """To 150, from cards that the computers' bids bring there in a few deals."""
    page = sit(device, "Cleo", "spades", table={"computers": "robot", "seed": "spades 576"}, target=150)
    assert my_move(page)
    expect(page.get_by_role("button", name="Nil")).to_be_visible()
    fits(page)
    *earlier, last = match(page, 40)
    assert earlier
    assert all(total < 150 for deal in earlier for _, total in deal.values())
    assert max(total for _, total in last.values()) >= 150
    assert len({total for _, total in last.values()}) == 2
    expect(page.locator(".result .said")).to_contain_text("win the match")


def test_a_match_in_which_the_last_card_makes_trumps(device: Device) -> None:
    page = sit(device, "Wren", "whist", table={"seed": "whist 1"})
    assert my_move(page)
    expect(page.locator(".table").get_by_text("Trump").first).to_be_visible()
    fits(page)
    shot(page, "whist-table")
    last = match(page, 30)[-1]
    assert max(total for _, total in last.values()) >= 5
    assert len({total for _, total in last.values()}) == 2, "partners have the same"
    expect(page.locator(".result .said")).to_contain_text("win the match")
    shot(page, "whist-result")
    assert faults(page) == []


@pytest.mark.turns(3)
def test_bids_for_oneself_and_hands_that_shrink(device: Device) -> None:
    """Seven at a table: the bids of all, the card that makes trumps and what each has taken are seen; then a match."""
    page = sit(device, "Olga", "ohhell", table={"seed": "ohhell 1"}, seats=7, most=3, sequence="down")
    assert my_move(page)
    expect(page.locator("[data-call^='bid ']").first).to_be_visible()
    expect(page.locator(".turned [data-card], .turned .leaf").first).to_be_visible()
    fits(page)
    shot(page, "ohhell-bids-of-seven")
    do(page, "click")
    assert my_move(page)
    expect(page.locator("[data-fact=goal]")).to_have_count(7)
    fits(page)
    shot(page, "ohhell-seven")
    assert len(match(page, 3, different=7)) == 3
    assert faults(page) == []


@pytest.mark.turns(3)
def test_a_match_of_exact_bids_by_hand(device: Device) -> None:
    page = sit(device, "Odo", "ohhell", table={"seed": "ohhell 2"}, most=10, sequence="down")
    assert my_move(page)
    expect(page.locator("[data-call^='bid ']").first).to_be_visible()
    assert page.locator("[data-call^='bid ']").count() >= 10
    fits(page)
    shot(page, "ohhell-bids")
    by_hand(page, "click", fits)
    shot(page, "ohhell-table")
    found = match(page, 10, different=4)
    assert len(found) == 10
    expect(page.locator(".result .said")).to_contain_text("win")
    shot(page, "ohhell-result")
    assert faults(page) == []


@pytest.mark.turns(3)
def test_trumps_are_ordered_up_and_a_match_of_euchre_is_played(device: Device) -> None:
    """The card turned up is seen, the words are buttons, the dealer chooses a card to put down; then a match."""
    page = sit(device, "Eve", "euchre", table={"seed": "euchre 3", "computers": "search"}, defend_alone=True)
    assert my_move(page)
    expect(page.locator(".turned [data-card], .turned .leaf").first).to_be_visible()
    expect(page.get_by_role("button", name="Order up", exact=True)).to_be_visible()
    fits(page)
    shot(page, "euchre-words")
    by_hand(page, "click", fits)
    shot(page, "euchre-table")
    last = match(page, 40)[-1]
    assert max(total for _, total in last.values()) >= 10
    expect(page.locator(".result .said")).to_contain_text("win the match")
    shot(page, "euchre-result")
    assert faults(page) == []


def test_the_trick_stays_and_can_be_seen_again(device: Device) -> None:
    page = sit(device, "Dora", "spades", target=500)
    assert play_on(page, LAST_TRICK)
    page.get_by_role("button", name="Last trick").click()
    shown = page.locator(".again")
    expect(shown.locator(".spot .card")).to_have_count(4)
    assert page.locator(".again .spot .card[aria-label='card face down']").count() == 0
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    # choosing another card takes the first one's place
    cards = page.locator("[data-hand]").evaluate_all("all => all.map(e => e.dataset.hand)")
    for card in cards[:2]:
        if selected(page) != [card]:
            page.locator(f"[data-hand='{card}']").click(position={"x": 8, "y": 16})
        assert selected(page) == [card]


def test_a_claim(device: Device) -> None:
    page = sit(device, "Eve", "bridge", table=DECLARES, mode="duplicate", boards=32)
    assert play_on(page, CLAIM)
    expect(page.get_by_role("spinbutton")).to_have_count(0)
    page.get_by_role("button", name="Claim", exact=True).click()
    before = step(page)
    page.get_by_role("spinbutton").fill("0")
    page.get_by_role("spinbutton").press("Tab")
    assert faults(page) == []
    page.get_by_role("button", name="Claim 0 of the tricks left").click()
    moved_on(page, before)
    my_move(page)
    page.get_by_role("button", name="Log").click()
    expect(page.locator(".log .list")).to_contain_text("Claim 0 of the tricks left")


@pytest.mark.parametrize("game", ["bridge", "spades"])
@pytest.mark.turns(2)
def test_calls_and_cards_by_finger_on_a_phone(device: Device, game: str) -> None:
    page = sit(device, "Fay", game, PHONE, DECLARES)
    seen: set[str | bool] = set()

    def look(page: Page) -> None:
        playing = page.locator(".controls .large-one").count() > 0
        kind = "box" if cells(page).count() else "open" if page.locator("[data-open]").count() else playing
        if kind not in seen:
            seen.add(kind)
            fits(page)
            if kind == "box":
                small = cells(page).evaluate_all("all => all.filter(e => e.getBoundingClientRect().height < 44).length")
                assert small == 0
                expect(page.locator("[data-hand]").first).to_be_in_viewport()

    by_hand(page, "finger", look)
    assert seen == ({"box", "open"} if game == "bridge" else {False, True})


def test_tables_of_a_set_are_compared(device: Device) -> None:
    for name in ("Hal", "Ida"):
        page = sit(device, name, "bridge", table={"set": "tuesday"}, mode="duplicate", boards=1)
        rush(page)
        assert results(page)
    page.get_by_role("button", name="Score", exact=True).click()
    page.get_by_role("button", name="Compare with the other tables").click()
    compared = page.locator(".set tbody tr")
    expect(compared).to_have_count(2)
    expect(compared.first).to_contain_text("Ida")
    expect(compared.last).to_contain_text("Hal")
    assert faults(page) == []
