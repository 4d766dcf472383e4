"""Friends without a server, in real browsers: one holds the table, others come by WebRTC, from a folder of files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from dealt.games import make
from dealt.table import Record
from tests.web.conftest import BEGIN, NOISE, SILENT, UNHURRIED, House, faults
from tests.web.test_site import READY, RUSH, Site, site  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.turns(5)]  # Python starts twice in each

FRIEND_RUSH = """{
    // a friend who does at once what is hinted, over the page's own channel
    const plain = RTCDataChannel.prototype.send;
    RTCDataChannel.prototype.send = function (...all) {
        if (window.channel !== this) {
            window.channel = this;
            let [asked, before] = [-1, ""];
            const say = (message) => plain.call(this, "." + JSON.stringify(message));
            this.addEventListener("message", ({data}) => {
                if (data[0] === "!") return;
                before += data.slice(1);
                if (data[0] === "+") return;
                const told = JSON.parse(before);
                before = "";
                if (told.op === "table") window.told = told;
                if (told.op === "hinted") say({op: "act", step: told.step, action: told.action.name});
                if (told.op === "error") asked = -1;
            });
            setInterval(() => {
                const table = window.told;
                if (window.idle || this.readyState !== "open" || table?.phase !== "playing" || table.step === asked
                    || !table.view.turn.includes(table.seat)) return;
                asked = table.step;
                say({op: "hint", step: asked, worths: false});
            }, 50);
        }
        return plain.apply(this, all);
    };
}"""
BUSY = """() => {
    // the room has something else to do first, for twelve seconds
    const [plain, until] = [Worker.prototype.postMessage, performance.now() + 12_000];
    Worker.prototype.postMessage = function (message) {
        const wait = message.line === undefined ? 0 : Math.max(0, until - performance.now());
        setTimeout(() => plain.call(this, message), wait);
    };
}"""
Open = Callable[[str], Page]


@pytest.fixture
def open_page(request: pytest.FixtureRequest, chromium: Browser, site: Site) -> Iterator[Open]:  # noqa: F811
    """A page of somebody else's browser each; whatever any asks of others than the folder fails the test."""
    contexts: list[BrowserContext] = []
    asked: list[str] = []
    ours = [site.url, f"blob:{site.url[:18]}"]
    if "house" in request.fixturenames:
        ours.append(request.getfixturevalue("house").url)
    complaints: list[str] = []

    def opened(script: str) -> Page:
        context = chromium.new_context(
            base_url=site.url, viewport={"width": 1000, "height": 700}, locale="en-US", service_workers="block"
        )  # to keep the whole folder would take each browser seconds
        told = {"settings": {**UNHURRIED, "level": "easy", "pace": "instant"}, "token": None, "new": False}
        context.add_init_script(SILENT)
        context.add_init_script(f"({BEGIN})({json.dumps(told)})")
        context.add_init_script(script)
        if script == FRIEND_RUSH:  # at a friend's table nobody needs Python
            context.route("**/engine/**", lambda route: complaints.append(route.request.url))
        context.on("request", lambda made: asked.append(made.url))
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        return page

    yield opened
    for each in contexts:
        each.close()
    assert [each for each in asked if not each.startswith(tuple(ours))] == []
    if site.closed:  # who leaves a friend's table wants a room of their own, and the folder of its engine is gone
        complaints = [each for each in complaints if each not in ("worker", "TypeError: Failed to fetch")]
    assert [each for each in complaints if not NOISE.search(each)] == []


def hold(page: Page, game: str, seats: int | None = None) -> None:
    """Open a table that waits for friends."""
    page.goto("./")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Look around").click()
    page.get_by_role("button", name="New table…").click(timeout=READY)
    page.get_by_label("Game", exact=True).select_option(label=game)
    page.get_by_text("Friends play, too").click()
    if seats is not None:
        page.get_by_text("House rules").click()
        page.get_by_label(re.compile("^(Players|Seats)$")).fill(str(seats))
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("dialog", name="Invite friends")).to_be_visible(timeout=READY)


def come(holder: Page, friend: Page, name: str | None, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Bring a friend to the table, by link and answer; under a name, or back to their seat."""
    invite = holder.get_by_role("dialog", name="Invite friends")
    if not invite.is_visible():
        holder.get_by_role("button", name="Invite friends").first.click()
    link = invite.get_by_label("1. Send this link to a friend")
    friend.goto(link.input_value())
    answer = friend.get_by_label("Your answer")
    expect(answer).to_be_visible()
    assert faults(friend) == []
    assert faults(holder) == []
    invite.get_by_label("The answer of your friend").fill(answer.input_value())
    invite.get_by_role("button", name="Connect").click()
    meanwhile()
    join(holder, friend, name)


def join(holder: Page, friend: Page, name: str | None) -> None:
    """The friend's browser is connected: they take a seat under a name, or find theirs again."""
    invite = holder.get_by_role("dialog", name="Invite friends")
    expect(invite.get_by_text("Your friend is connected")).to_be_visible()
    if name is not None:
        expect(friend.get_by_text("Anna invites you")).to_be_visible(timeout=READY)
        friend.get_by_label("Your name").fill(name)
        friend.get_by_role("button", name=re.compile("Join")).first.click()
    expect(friend.locator(".table")).to_be_visible(timeout=READY)
    holder.keyboard.press("Escape")


def over(*pages: Page) -> None:
    for each in pages:
        expect(each.locator(".table")).to_have_attribute("data-phase", re.compile("over|final"), timeout=2 * READY)


def test_three_browsers_play_a_deal_and_a_lost_one_comes_back(open_page: Open) -> None:
    holder, ben, cleo = open_page(RUSH), open_page(FRIEND_RUSH), open_page(FRIEND_RUSH)
    hold(holder, "Blackjack", seats=4)
    come(holder, ben, "Ben")
    come(holder, cleo, "Cleo")
    ben.evaluate("window.idle = true")
    holder.get_by_role("button", name="Start").first.click()
    expect(ben.locator(".table")).to_have_attribute("data-phase", "playing", timeout=READY)
    ben.evaluate("channel.close()")  # the line is cut
    expect(ben.get_by_role("heading", name="The table can't be reached")).to_be_visible()
    for _ in range(2):
        expect(ben.get_by_text("Your seat is kept")).to_be_visible()
        expect(ben.get_by_text("No deal of it was finished")).to_be_visible()
        expect(ben.get_by_role("button", name="Save the record")).to_have_count(0)
        assert faults(ben) == []
        ben.reload()  # the page knows it still
    come(holder, ben, None)
    ben.evaluate("window.idle = false")
    over(holder, ben, cleo)
    for each in (holder, ben, cleo):
        assert each.evaluate("told.mix.seats.filter((one) => one?.given).length") == 3
        assert each.evaluate("told.seats.filter((one) => one.kind === 'person').length") == 3
    scores = [each.evaluate("told.result.scores") for each in (holder, ben, cleo)]
    assert scores[0] == scores[1] == scores[2]
    other = holder.context.new_page()  # another window takes the room over
    other.goto("./")
    other.get_by_role("button", name="Use it here").click()
    for each in (ben, cleo):
        expect(each.get_by_text("Another window of the browser that holds the table")).to_be_visible()
        expect(each.get_by_role("button", name="Save the record")).to_be_visible()
    assert faults(ben) == []
    expect(other.locator(".table")).to_be_visible(timeout=READY)
    come(other, ben, None)


def test_who_is_invited_waits_for_a_holder_that_is_busy(open_page: Open) -> None:
    holder, ben = open_page(RUSH), open_page(FRIEND_RUSH)
    hold(holder, "Blackjack")
    holder.evaluate(BUSY)
    come(holder, ben, "Ben", meanwhile=lambda: expect(ben.get_by_text("Connecting to the table…")).to_be_visible())


def test_a_holder_that_dies_leaves_everybody_the_record(open_page: Open) -> None:
    holder, ben = open_page(RUSH), open_page(FRIEND_RUSH)
    hold(holder, "Blackjack")
    come(holder, ben, "Ben")
    holder.get_by_role("button", name="Start").first.click()
    over(holder, ben)
    holder.context.close()
    expect(ben.get_by_role("heading", name="The table can't be reached")).to_be_visible(timeout=READY)
    with ben.expect_download() as saved:
        ben.get_by_role("button", name="Save the record").click()
    record = Record.from_json(Path(saved.value.path()).read_text("utf-8"))
    assert (len(record.deals), len(record.verify(make))) == (1, 1)
    ben.get_by_role("button", name="Check the record").click()
    expect(ben.get_by_text("Deal 1 fits")).to_be_visible()
    ben.goto("./")
    expect(ben.get_by_role("button", name="Save the record")).to_be_visible()
    ben.get_by_role("button", name="Leave this table").click()
    expect(ben.locator("main li[data-game]").first).to_be_visible()


def test_a_table_for_two_is_played_without_any_server_at_all(open_page: Open, site: Site) -> None:  # noqa: F811
    holder, ben = open_page(RUSH), open_page(FRIEND_RUSH)
    hold(holder, "Draw Poker", seats=2)
    come(holder, ben, "Ben")
    site.close()  # the folder is read, and nothing else is needed
    over(holder, ben)  # with the last seat taken the cards are dealt
    assert ben.evaluate("told.seats.map((each) => each.name)") == ["Anna", "Ben"]
    ben.get_by_role("button", name="Leave").first.click()
    holder.wait_for_function("told.seats[1].kind === 'computer'")


def test_by_a_room_friends_meet_and_find_back_by_themselves(open_page: Open, house: House, site: Site) -> None:  # noqa: F811
    holder, ben = open_page(RUSH), open_page(FRIEND_RUSH)
    hold(holder, "Blackjack")
    invite = holder.get_by_role("dialog", name="Invite friends")
    invite.get_by_text("Invite by a room", exact=True).click()
    invite.get_by_label("Address of the room").fill(house.url)
    invite.get_by_role("button", name="Make a link").click()
    expect(invite.get_by_text("who needs to do nothing but to open it")).to_be_visible()
    ben.goto(invite.get_by_label("1. Send this link to a friend").input_value())
    join(holder, ben, "Ben")
    ben.evaluate("window.idle = true")
    holder.get_by_role("button", name="Start").first.click()
    expect(ben.locator(".table")).to_have_attribute("data-phase", "playing", timeout=READY)
    for cut in ("channel.close()", "location.reload()"):
        ben.evaluate(f"window.cut = window.channel; window.told = undefined; {cut}")
        ben.wait_for_function("() => window.channel !== window.cut && window.told?.phase === 'playing'", timeout=READY)
        holder.wait_for_function("!told.seats.some((each) => each.away)")
        expect(ben.locator(".table")).to_be_visible()
    over(holder, ben)
