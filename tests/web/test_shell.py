"""Everything around the table, in a real Chromium: the entry, the lobby, settings, the connection."""

from __future__ import annotations

import re
from itertools import cycle
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.conftest import Device, House, at_table, enter, faults, own_room, play

pytestmark = [pytest.mark.turns(2)]

HINT = "2 to 10 letters or digits of any script, - or _"


def bar(page: Page) -> Locator:
    """The bar that tells of the connection."""
    return page.locator(".net")


# --- the entry


def test_the_entry_greets_and_says_what_is_wrong_with_a_name(page: Page) -> None:
    expect(page.get_by_text("Welcome to the tests.")).to_be_visible()
    expect(page.get_by_role("heading", name="Test room", level=1)).to_be_visible()
    name, go = page.get_by_label("Your name"), page.get_by_role("button", name="Play now")
    status = page.locator("form [role=status]")
    expect(status).to_have_text(HINT)
    name.fill("")
    go.click()
    expect(status).to_contain_text("Type a name first")
    expect(name).to_be_focused()
    for written, said in {
        "A b": "A name has no spaces",
        "A!": "can't hold “!”. Use letters and digits of any script",
        "much-too-long": "has 13 characters. Use 10 at most",
        "明": "2 characters at least",
    }.items():
        name.fill(written)
        expect(status).to_have_text(HINT)
        expect(name).to_have_attribute("aria-invalid", "false")
        go.click()
        expect(status).to_contain_text(said)
        expect(name).to_have_attribute("aria-invalid", "true")
    name.fill("Zoë")
    go.click()
    at_table(page)
    expect(page).to_have_title(re.compile("(table|Your turn) · Test room"))
    expect(page.locator("main")).to_be_visible()


def test_a_taken_name_offers_another(page: Page, device: Device) -> None:
    enter(page, "Ann")
    other = device().new_page()
    other.goto("./")
    other.get_by_label("Your name").fill("ann")
    other.get_by_role("button", name="Play now").click()
    expect(other.locator("form [role=status]")).to_have_text(
        "Somebody here is called ann already. Take another name, such as ann2"
    )
    other.get_by_role("button", name="Take ann2").click()
    expect(other.get_by_label("Your name")).to_have_value("ann2")
    other.get_by_role("button", name="Play now").click()
    at_table(other)


def test_the_name_is_kept_for_the_next_time(page: Page) -> None:
    enter(page, "Ann")
    page.get_by_role("button", name="Leave for good").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave for good").click()
    expect(page.get_by_label("Your name")).to_have_value("Ann")
    page.reload()
    expect(page.get_by_label("Your name")).to_have_value("Ann")
    enter(page, "Ann")  # it became free


def test_other_servers(page: Page, house: House) -> None:
    servers = page.get_by_label("Server", exact=True)
    expect(servers).to_be_hidden()  # few people need it
    page.get_by_text("Other servers").click()
    expect(servers.locator("option").first).to_have_text(f"This server (127.0.0.1:{house.port})")
    servers.select_option(label="Custom…")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Address")).to_be_focused()
    dialog.get_by_role("button", name="Go there").click()
    expect(dialog.get_by_text("Type the address of the server")).to_be_visible()
    dialog.get_by_label("Address").fill("not an address")
    dialog.get_by_role("button", name="Go there").click()
    expect(dialog.get_by_text("This is not an address")).to_be_visible()
    dialog.get_by_label("Address").fill("localhost")
    dialog.get_by_label("Port").fill("99999")
    dialog.get_by_role("button", name="Go there").click()
    expect(dialog.get_by_text("A port is a number from 1 to 65535")).to_be_visible()
    dialog.get_by_label("Port").fill("9")  # nobody is there
    dialog.get_by_role("button", name="Go there").click()
    expect(dialog.get_by_role("status")).to_contain_text("Open the room localhost:9 yourself")  # the host lists it not
    assert page.url == house.url
    dialog.get_by_label("Port").fill(str(house.port))
    expect(dialog.get_by_role("status")).to_have_text("")
    dialog.get_by_role("button", name="Go there").click()
    link = dialog.get_by_role("link", name=f"localhost:{house.port}")
    expect(link).to_have_attribute("href", f"http://localhost:{house.port}/")
    with page.expect_popup() as opened:
        link.click()
    expect(opened.value.get_by_label("Your name")).to_be_visible()
    opened.value.close()
    assert faults(page) == []  # nothing was asked that the page's policy forbids
    page.reload()
    page.get_by_text("Other servers").click()
    expect(page.get_by_label("Server", exact=True).locator("option")).to_contain_text([f"localhost:{house.port}"])


def test_standard_servers_and_the_address_for_friends(chromium: Browser, tmp_path: Path) -> None:
    club = House(tmp_path, host="0.0.0.0")
    (tmp_path / "own").mkdir()
    club.start()
    house = House(tmp_path / "own", servers=f"Club={club.url},Gone=http://127.0.0.1:9/", root_path="/cards")
    house.start()
    page, friend = (chromium.new_page(locale="en-US", reduced_motion="reduce") for _ in range(2))
    try:
        page.goto(house.url + "cards/")
        page.get_by_text("Other servers").click()
        servers = page.get_by_label("Server", exact=True)
        expect(servers.locator("option")).to_have_text(
            [
                f"This server (127.0.0.1:{house.port}/cards)",
                f"Club (127.0.0.1:{club.port})",
                "Gone (127.0.0.1:9)",
                "Custom…",
            ]
        )
        servers.select_option(label="Gone (127.0.0.1:9)")
        expect(page.locator(".servers").get_by_role("status")).to_contain_text("does not answer")
        assert page.url == house.url + "cards/"
        servers.select_option(label=f"Club (127.0.0.1:{club.port})")
        expect(page).to_have_url(club.url)
        the_address_for_friends_is_on_the_page(page, friend, club)
        friend.goto(house.url + "cards/")
        under_a_prefix(friend, house)
    finally:
        page.close()
        friend.close()
        house.stop()
        club.stop()


def under_a_prefix(page: Page, house: House) -> None:
    play(page, "Ann")
    expect(page).to_have_url(re.compile(re.escape(house.url) + r"cards/t/\w+$"))
    page.reload()
    at_table(page)
    expect(page.locator("main")).to_be_visible()


def the_address_for_friends_is_on_the_page(page: Page, friend: Page, house: House) -> None:
    printed = re.findall(r"open at (http://\S+/)", house.log.read_text())
    play(page, "Ann")
    table = at_table(page)
    page.get_by_role("button", name="Invite friends").click()
    dialog = page.get_by_role("dialog", name="Invite friends")
    link = dialog.get_by_label("Link to the table").input_value()
    assert [each for each in printed if link == f"{each}t/{table}" and "127.0.0.1" not in each] or printed == [
        house.url
    ]
    expect(dialog.get_by_role("button", name="Copy").first).to_be_visible()
    friend.goto(link)
    expect(friend.get_by_text("Ann invites you to")).to_be_visible()


# --- the lobby


def test_a_table_with_house_rules(page: Page, device: Device) -> None:
    enter(page, "Ann")
    expect(page.get_by_text("No open tables yet")).to_be_visible()
    page.get_by_role("button", name=re.compile("New table")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="30 s").check()
    dialog.get_by_text("House rules").click()
    switch = dialog.get_by_role("switch").last
    switch.click()
    expect(switch).to_be_checked()
    expect(dialog.get_by_text("1 changed")).to_be_visible()
    dialog.get_by_role("button", name="Open the table").click()
    at_table(page)

    other = device().new_page()
    other.goto("./")
    row = other.locator("main li.row")
    expect(row).to_contain_text("Ann")
    expect(row).to_contain_text("30 s a turn")
    expect(row.locator("summary")).to_contain_text(": On")
    other.get_by_label("Your name").fill("Bob")
    row.get_by_role("button", name=re.compile("^Join")).click()
    assert at_table(other) == at_table(page)


def test_a_private_table_is_reached_by_its_link_alone(page: Page, device: Device) -> None:
    enter(page, "Ann")
    page.get_by_role("button", name=re.compile("New table")).first.click()
    page.get_by_role("dialog").get_by_role("switch", name="Private").click()
    page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    table = at_table(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Invite friends").click()
    invitation = page.get_by_role("dialog", name="Invite friends")
    expect(invitation.get_by_label("Link to the table")).to_have_value(page.url)
    invitation.get_by_role("button", name="Copy").click()
    expect(invitation.get_by_role("button", name="Copied")).to_be_visible()

    other = device().new_page()
    other.goto("./")
    expect(other.get_by_text("No open table yet.")).to_be_visible()
    other.goto(f"./#/table/{table}")
    expect(other.get_by_role("heading", name="Ann invites you to")).to_be_visible()
    other.get_by_label("Your name").fill("Bob")
    other.get_by_role("button", name="Join the table").click()
    assert at_table(other) == table


def test_a_link_to_no_table(page: Page, house: House) -> None:
    page.goto("./#/table/nowhere")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Join the table").click()
    alert = page.get_by_role("alert")
    expect(alert).to_be_visible()
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    assert page.url == house.url
    alert.get_by_role("button").click()
    expect(alert).to_be_hidden()


def test_the_back_button_asks_before_it_leaves(page: Page, house: House) -> None:
    enter(page, "Ann")
    page.get_by_role("button", name="Play now").first.click()
    table = at_table(page)
    expect(page.get_by_role("listbox", name="Your hand")).to_be_visible()  # before the deal nobody is asked
    page.go_back()
    dialog = page.get_by_role("dialog", name="Leave the table?")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Keep playing").click()
    assert at_table(page) == table
    page.go_back()
    page.get_by_role("dialog", name="Leave the table?").get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    assert page.url == house.url


# --- languages and settings


def test_chinese_by_the_browser_and_by_choice(device: Device) -> None:
    page = device(locale="zh-CN").new_page()
    page.goto("./")
    expect(page.get_by_role("button", name="马上开局")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.get_by_label("语言").select_option(label="English")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_settings_are_kept(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("radio", name="Light").check()
    dialog.get_by_role("switch", name="Four colours").click()
    dialog.get_by_role("switch", name="Sound").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("switch", name="Four colours")).to_be_checked()
    expect(page.get_by_role("switch", name="Sound")).not_to_be_checked()


# --- the connection


@own_room()
def test_the_server_goes_away_and_comes_back(page: Page, house: House) -> None:
    """At the entry, in the lobby and at a table; killed, out of reach, and restarted in good order."""
    status = page.locator("form [role=status]")
    expect(status).to_have_text(HINT)
    house.kill()
    expect(status).to_contain_text("Connection lost. Trying again…")
    expect(page.get_by_role("button", name="Play now")).to_be_disabled()
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    house.start()
    expect(status).to_have_text(HINT, timeout=20_000)
    enter(page, "Ann")

    page.context.set_offline(True)
    expect(bar(page)).to_contain_text("This device is offline.")
    page.context.set_offline(False)
    expect(bar(page)).to_contain_text("Connected again.")

    house.stop()
    expect(bar(page)).to_contain_text("The server is restarting.")
    house.start()
    expect(bar(page)).to_contain_text("Connected again.", timeout=20_000)
    expect(page.get_by_text("Ann", exact=True)).to_be_visible()

    page.get_by_role("button", name="Play now").first.click()
    table = at_table(page)
    house.kill()
    expect(bar(page)).to_contain_text("Your seat is kept.")
    house.start()
    expect(bar(page)).to_contain_text("Connected again.", timeout=20_000)
    assert at_table(page) == table
    expect(bar(page)).to_be_hidden()


def test_a_second_tab_takes_over(page: Page) -> None:
    play(page, "Ann")
    table = at_table(page)
    second = page.context.new_page()
    second.goto("./")
    assert at_table(second) == table
    expect(page.get_by_role("heading", name="Open elsewhere")).to_be_visible()
    page.get_by_role("button", name="Use it here").click()
    assert at_table(page) == table
    expect(second.get_by_role("heading", name="Open elsewhere")).to_be_visible()


# --- for everybody


LOOKS: Final[tuple[tuple[int, int, Literal["dark", "light"]], ...]] = ((360, 640, "dark"), (1440, 900, "light"))


def test_axe_finds_nothing_serious_and_nothing_sticks_out(device: Device) -> None:
    page = device().new_page()
    looks = cycle(LOOKS)

    def look() -> None:
        """By turns on a phone in the dark, and on a wide screen by light."""
        width, height, scheme = next(looks)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        assert faults(page) == []

    page.goto("./")
    page.get_by_label("Your name").fill("!")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("can't hold")).to_be_visible()
    page.get_by_text("Other servers").click()
    look()
    page.get_by_label("Server", exact=True).select_option(label="Custom…")
    expect(page.get_by_role("dialog")).to_be_visible()
    look()
    page.keyboard.press("Escape")
    enter(page, "Ann")
    look()
    page.get_by_role("button", name=re.compile("New table")).first.click()
    page.get_by_role("dialog").get_by_text("House rules").click()
    body = page.locator("dialog[open] .body")
    for width in (360, 800, 1440):
        page.set_viewport_size({"width": width, "height": 640})
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)
        assert body.evaluate("each => each.scrollWidth - each.clientWidth") == 0
    look()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    look()


def test_by_keyboard_alone(page: Page) -> None:
    page.get_by_label("Your name").click()
    page.keyboard.type("Ann")  # instead of the name that was proposed
    expect(page.get_by_label("Your name")).to_have_value("Ann")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play now")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    page.get_by_role("button", name=re.compile("New table")).first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="New table")).to_be_visible()
    opens = page.get_by_role("dialog").get_by_role("button", name="Open the table")
    expect(opens).to_be_enabled()  # once the options of the game are here
    opens.focus()
    page.keyboard.press("Enter")
    at_table(page)
