"""The table in little room and in plain words: what once lay over controls, or said what nobody asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, House, faults, own_room
from tests.web.table_helpers import PHONE, fits, hinted, large, moved_on, my_move, phase, rush, seated, status, step
from tests.web.walks import WALKS, resize, settle, speak

pytestmark = [pytest.mark.slow, pytest.mark.turns(2)]

HITS = Path(__file__).with_name("hits.js")
LOW = {"viewport": {"width": 640, "height": 360}, "has_touch": True}
ON_TOP = """all => all.filter(e => {
    const b = e.getBoundingClientRect();
    const hit = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
    return b.width >= 44 && b.height >= 44 && e.contains(hit);
}).length"""


def sit(device: Device, game: str, more: dict[str, object] | None = None) -> Page:
    page = seated(device, "Ann", game, more, WALKS[game].table, **WALKS[game].options)
    page.evaluate(HITS.read_text(encoding="utf-8"))
    assert my_move(page)
    return page


def misses(page: Page, touch: bool) -> list[str]:
    found: list[str] = page.evaluate("touch => window.hits(touch)", touch)
    return found


def test_all_bids_dummy_and_the_trick_lie_apart_where_there_is_little_height(device: Device) -> None:
    page = sit(device, "bridge", LOW)
    rows = page.locator(".box .head")
    expect(rows).to_have_count(7)
    met = 0
    for n in range(7):
        rows.nth(n).tap()
        expect(rows.nth(n)).to_have_attribute("aria-pressed", "true")
        met += page.locator(".boxes [data-call]").evaluate_all(ON_TOP)
    assert met == 35
    assert misses(page, True) == []

    assert rush(page, "t => t.view.piles.some(p => p.lay === 'columns')")
    expect(page.locator("[data-open]")).to_be_visible()
    assert misses(page, True) == []

    # partners' tricks are told together, with what they need
    page.set_viewport_size({"width": 1440, "height": 900})
    assert rush(page, "t => t.view.facts.some(f => f.role === 'tricks' && f.value > 0)")
    told = page.locator("[data-fact=goal]")
    expect(told).to_have_count(4)
    expect(page.locator("[data-fact=tricks]")).to_have_count(0)
    said = told.evaluate_all("all => all.map(e => e.textContent)")
    assert all(re.fullmatch(r"\d+/\d+ tricks", each) for each in said)
    assert len(set(said)) <= 2


LINES = """all => {
    const tops = all.map(e => e.getBoundingClientRect()).map(b => (b.top + b.bottom) / 2).sort((a, b) => a - b);
    return tops.filter((at, n) => n === 0 || at - tops[n - 1] > 6).length;
}"""
"""In how many lines these stand."""


@pytest.mark.parametrize(
    ("game", "options"),
    [("bridge", {}), ("bridge", {"mode": "rubber"}), ("spades", {}), ("hearts", {})],
    ids=["bridge", "rubber", "spades", "hearts"],
)
@pytest.mark.turns(4)
def test_what_is_said_of_oneself_takes_two_lines_at_most(device: Device, game: str, options: dict[str, object]) -> None:
    page = seated(device, "Ann", game, PHONE, WALKS[game].table, **options)
    seen = 0
    for more in (0, 9, 30, 44):
        if not rush(page, f"t => t.log_from + t.log.length >= {more}"):
            break
        settle(page)
        seen += 1
        for language in ("zh", "en"):
            speak(page, language)
            settle(page)
            lines = page.locator(".own > *").evaluate_all(LINES)
            assert lines <= 2, page.locator(".own").inner_text()
            assert (game, more > 9) != ("bridge", True) or lines == 1 or options, page.locator(".own").inner_text()
    assert seen > 2


OUTSIDE = """() => {
    const told = [...document.querySelectorAll('.plate :is(.said, .badge, .mark, .total)')], out = told.filter(e => {
        const [a, b] = [e.getBoundingClientRect(), e.closest('[data-seat]').getBoundingClientRect()];
        return a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
    });
    return told.length < 3 ? null : out.map(e => e.textContent);
}"""
"""Of at least three words at seats, those that stand outside of their seat."""


@pytest.mark.parametrize("game", ["bigtwo", "bridge", "drawpoker"])
def test_how_well_computers_play_stands_at_their_seats(device: Device, game: str) -> None:
    page = seated(device, "Ann", game, LOW, {"seed": "w1", "computers": "normal"}, **WALKS[game].options)
    page.evaluate(HITS.read_text(encoding="utf-8"))
    session = page.context.new_cdp_session(page)
    for width, height in ((640, 360), (360, 640)):
        for touch in (True, False):
            resize(page, width, height, touch=touch, session=session)
            page.wait_for_function(f"() => JSON.stringify(({OUTSIDE})()) === '[]'")
            assert misses(page, touch) == [], (width, touch)


OVERLAP = """() => {
    const box = what => [...document.querySelectorAll(what)].map(e => e.getBoundingClientRect());
    const plates = box('.plate'), [you] = box('.you'), least = Math.max(...plates.map(b => b.bottom));
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return least > you.top + 1 || plates.some((a, n) => plates.slice(n + 1).some(b => meet(a, b)));
}"""
"""Does a plate lie over another, or over what one does?"""


def test_a_small_window_scrolls_before_seats_lie_over_the_hand(device: Device) -> None:
    page = seated(device, "Ann", "bigtwo", LOW, {"seed": "w1", "computers": "beginner"})
    page.evaluate(HITS.read_text(encoding="utf-8"))
    assert my_move(page)
    session = page.context.new_cdp_session(page)
    for width, height, font, scrolls in ((568, 320, "", False), (400, 300, "", True), (800, 600, "200%", True)):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", font)
        resize(page, width, height, touch=width < 800, session=session)
        assert not page.evaluate(OVERLAP), (width, height)
        rest = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert (rest > 0) == scrolls, rest
        if not scrolls:
            assert misses(page, True) == []
    page.evaluate("document.documentElement.style.fontSize = ''")
    resize(page, 320, 568, touch=True, session=session)
    page.wait_for_function(f"() => JSON.stringify(({OUTSIDE})()) === '[]'")


def test_bids_stand_at_their_seats(device: Device) -> None:
    page = seated(device, "Ann", "spades", {"viewport": {"width": 360, "height": 640}}, {"seed": "w2"})
    assert my_move(page)
    before = step(page)
    hinted(page)
    page.evaluate("() => { window.hold(t => t.view.facts.filter(f => f.name === 'bid').length === 4); }")
    page.locator(".instead .chip.primary").click()
    moved_on(page, before)
    bids = page.locator(".plate [data-fact=bid]")
    expect(bids).to_have_count(3)  # and nobody plays on meanwhile
    session = page.context.new_cdp_session(page)
    for width, height in ((360, 640), (1440, 900)):
        resize(page, width, height, touch=False, session=session)
        page.wait_for_function(f"() => JSON.stringify(({OUTSIDE})()) === '[]'")
        expect(bids).to_have_count(3)
        assert page.locator(".cross .call").count() <= 1, "one's own at most lies in the middle"


def test_what_is_to_be_passed_is_said(device: Device) -> None:
    page = sit(device, "hearts", PHONE)
    expect(status(page)).to_contain_text("Pass three cards to the left")
    expect(status(page)).not_to_contain_text("Your turn")
    expect(page.locator(".total svg")).to_have_count(0)  # no cup stands beside penalties
    assert rush(page, "t => t.log_from + t.log.length > 12")
    page.wait_for_function("() => document.querySelectorAll('.own .badge').length <= 2")  # for what matters now


@pytest.mark.parametrize("game", ["drawpoker", "blackjack"])
def test_choices_stand_in_rows(device: Device, game: str) -> None:
    page = sit(device, game, PHONE)
    session = page.context.new_cdp_session(page)
    for width, height in ((360, 640), (640, 360), (800, 600)):
        resize(page, width, height, touch=True, session=session)
        boxes = page.locator(".instead .chip").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect()).map(b => [Math.round(b.top), Math.round(b.height)])"
        )
        tops = {top for top, _ in boxes}
        assert boxes
        assert len({tall for _, tall in boxes}) == 1
        assert len(tops) == 1 or (len(boxes) > 4 and len(tops) == 2), boxes


def test_the_newest_calls_stay_in_sight_above_the_names_of_games(device: Device) -> None:
    page = sit(device, "skat", LOW)
    for name in ("Bid 18", "Take the skat"):  # the others pass
        assert my_move(page)
        before = step(page)
        page.get_by_role("button", name=name).click()
        moved_on(page, before)
    expect(page.get_by_role("button", name="Grand")).to_be_visible()
    fits(page)
    for width, height in ((360, 640), (640, 360)):  # the phone is turned, and back
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        fits(page)


def test_words_of_the_outcome_are_not_shrunk(device: Device) -> None:
    page = sit(device, "elevens", LOW)
    rush(page)
    expect(page.locator(".outcome")).to_be_visible()
    assert page.locator(".outcome, .outcome *").evaluate_all("all => all.every(e => getComputedStyle(e).zoom === '1')")
    assert misses(page, True) == []


@own_room()
def test_the_banner_covers_no_button(device: Device, house: House) -> None:
    page = sit(device, "bigtwo", PHONE)
    session = page.context.new_cdp_session(page)
    house.stop()
    expect(page.locator(".net")).to_be_visible()
    for width, height in ((360, 640), (640, 360), (800, 600)):
        resize(page, width, height, touch=True, session=session)
        expect(page.locator(".net")).to_be_in_viewport(ratio=1)
        assert [each for each in misses(page, True) if "net" in each or "cut off" in each or "scrolls" in each] == []


def test_cloths_and_backs_are_kept_and_can_be_read(device: Device) -> None:
    page = sit(device, "bridge", {"viewport": {"width": 1440, "height": 900}})
    root = page.locator("html")
    backs = set()
    for cloth, back in (("Green", "Weave"), ("Blue", "Rosettes"), ("Wine red", "Waves")):
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("radio", name=cloth, exact=True).check()
        page.get_by_role("radio", name=back, exact=True).check()
        page.keyboard.press("Escape")
        if cloth == "Wine red":  # none of these is what a new page has
            page.reload()
            assert my_move(page)
        expect(root).to_have_attribute("data-cloth", cloth.split()[0].lower())
        backs.add(page.locator("#dealt-back").inner_html())
        for scheme in ("light", "dark") if cloth == "Green" else ("dark",):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            expect(root).to_have_attribute("data-theme", scheme)
            assert faults(page, only="color-contrast") == []
    assert len(backs) == 3


def test_the_next_action_waits_for_no_card_in_flight(device: Device) -> None:
    page = seated(device, "Ann", "bigtwo", {"reduced_motion": "no-preference"}, {"seed": "w1"})
    assert my_move(page)
    page.evaluate(
        """() => {
            const animate = Element.prototype.animate;
            window.runs = [];
            Element.prototype.animate = function (keys, timing) {
                const run = animate.call(this, keys, {...timing, duration: 60_000});
                window.runs.push(run);
                return run;
            };
        }"""
    )
    first = 0
    while phase(page) == "playing" and my_move(page):
        before = step(page)
        hinted(page)
        if first and page.evaluate("window.runs.length") > first:
            break
        large(page).click()
        moved_on(page, before)
        page.wait_for_function("() => window.runs.length > 0")
        first = first or page.evaluate("window.runs.length")
    states = page.evaluate("n => window.runs.slice(0, n).map(each => each.playState)", first)
    assert states
    assert set(states) == {"finished"}


def test_while_cards_are_passed_the_middle_is_the_middle_and_chinese_lies_free_too(device: Device) -> None:
    page = sit(device, "hearts", LOW)
    page.set_viewport_size({"width": 844, "height": 390})
    off = """() => {
        const middle = (what) => { const b = document.querySelector(what).getBoundingClientRect();
                                   return (b.left + b.right) / 2; };
        return Math.abs(middle('.cross') - middle('.felt'));
    }"""
    page.wait_for_function(f"() => ({off})() < 20")  # while cards are passed the middle is the middle
    page.set_viewport_size({"width": 640, "height": 360})
    speak(page, "zh")
    expect(status(page)).to_contain_text("传三张牌给左家")
    settle(page)
    assert misses(page, True) == []


def test_the_typeface_is_small_and_comes_with_the_page_and_large_screens_are_used(device: Device) -> None:
    page = sit(device, "bigtwo", {"viewport": {"width": 1440, "height": 900}})
    page.wait_for_function(
        "() => document.fonts.check('16px \"Figtree Variable\"') && document.fonts.status === 'loaded'"
    )
    loaded = page.evaluate(
        "performance.getEntriesByType('resource')"
        ".filter(e => /woff2/.test(e.name)).map(e => [e.name, e.decodedBodySize])"
    )
    assert loaded
    assert all(name.startswith(device.house.url) for name, _ in loaded)
    assert sum(size for _, size in loaded) < 60_000

    session = page.context.new_cdp_session(page)
    measures = """() => [
        parseFloat(getComputedStyle(document.querySelector('.status')).fontSize),
        document.querySelector('[data-hand]').getBoundingClientRect().width,
        document.querySelector('.side').getBoundingClientRect().width,
    ]"""
    found = []
    for width, height in ((1440, 900), (1920, 1080), (2560, 1440)):
        resize(page, width, height, touch=False, session=session)
        found.append(page.evaluate(measures))
        assert misses(page, False) == []
    desk, large, largest = found
    assert all(b >= 1.1 * a for a, b in zip(desk, large, strict=True)), found
    assert all(b >= 1.2 * a for a, b in zip(large, largest, strict=True)), found

    # seeds are behind "Fair deal"
    shown = page.locator(".log code").first
    expect(shown).to_be_hidden()
    page.locator(".log summary").click()
    expect(shown).to_be_visible()


@pytest.mark.parametrize(("game", "seats", "size"), [("ohhell", 7, (640, 360)), ("president", 6, (360, 640))])
def test_names_of_many_stand_beside_what_is_said_of_them(
    device: Device, game: str, seats: int, size: tuple[int, int]
) -> None:
    width, height = size
    page = seated(device, "Ann", game, {**LOW, "viewport": {"width": width, "height": height}}, seats=seats)
    page.evaluate(HITS.read_text(encoding="utf-8"))
    settle(page)
    assert misses(page, touch=True) == []


def test_long_plays_lie_on_a_low_cloth(device: Device) -> None:
    page = seated(device, "Ann", "guandan", {**PHONE, "settings": {"offers": True}}, {"seed": "s3"})
    page.evaluate(HITS.read_text(encoding="utf-8"))
    assert rush(page, "t => t.view.piles.filter(p => p.name === 'trick' && p.cards.length > 3).length > 2")
    settle(page)
    assert misses(page, touch=True) == []  # 22 cards in three rows leave it 95 pixels


def test_what_was_said_before_the_tricks_lies_at_its_place(device: Device) -> None:
    page = sit(device, "euchre", PHONE)
    page.evaluate("""() => {
        for (const owner of [2, 3]) window.told.view.facts.push({name: "passed", owner, value: 1, role: "passed"});
        const say = {key: "order.alone", args: {}};
        window.told.log.push({seat: 1, action: "order alone", say, cards: []});
        window.again();
    }""")
    expect(page.locator(".spot > svg.cross")).to_have_count(2)
    expect(page.locator(".plate .said")).to_have_text("Order up alone")
    settle(page)
    assert misses(page, touch=True) == []


def test_cards_of_a_board_lie_on_the_cloth(device: Device) -> None:
    page = sit(device, "tens", {"viewport": {"width": 800, "height": 600}})
    over_the_rim = """() => {
        const ground = document.querySelector('.ground'), rim = getComputedStyle(ground, '::before');
        const box = ground.getBoundingClientRect(), border = parseFloat(rim.borderTopWidth);
        const top = box.top + parseFloat(rim.top) + border, bottom = box.bottom - parseFloat(rim.bottom) - border;
        const cards = [...document.querySelectorAll('[data-slot] .card')].map(e => e.getBoundingClientRect());
        return cards.filter(b => b.top < top - 1 || b.bottom > bottom + 1).length;
    }"""
    assert page.evaluate(over_the_rim) == 0
    page = seated(device, "Bob", "elevens", PHONE)
    page.locator("[data-slot='0'] button").click()
    expect(page.locator(".selected")).to_have_count(1)
    settle(page)
    clear = """() => {
        const said = [...document.querySelectorAll('.facts > *')].map(e => e.getBoundingClientRect().bottom);
        return document.querySelector('.selected').getBoundingClientRect().top - 3 - Math.max(...said);
    }"""
    assert page.evaluate(clear) >= 1  # nor does the frame of one that is raised touch what is said above
