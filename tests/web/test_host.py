"""The host's page and private rooms in a real browser."""

from __future__ import annotations

import asyncio
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import insert, update

from dealt.analysis.honest import FEWEST_DEALS
from dealt.server.store.database import foresights, pairs, rated_deals, tables
from tests.server.helpers import open_room, settings
from tests.server.test_pairs import kept
from tests.server.test_room import people
from tests.web.conftest import HOST_KEY, Device, House, at_table, enter, faults, own_room, play

pytestmark = [pytest.mark.turns(3)]

CODE = "friends-only"
SIZES = [(360, 640), (640, 360), (800, 600), (1440, 900)]
SHOTS = os.environ.get("DEALT_SHOTS")


def shoot(page: Page, name: str) -> None:
    if SHOTS:
        size = page.viewport_size or {}
        page.screenshot(path=f"{SHOTS}/{name}-{size.get('width')}x{size.get('height')}.png")


def host_page(device: Device, **options: Any) -> Page:
    """The host's page, open."""
    page = device(**options).new_page()
    page.goto("./#/host")
    page.get_by_label("The host's key").fill(HOST_KEY)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("tab", name="People")).to_be_visible()
    return page


def person(page: Page, name: str) -> Any:
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name, exact=True))


def test_nobody_gets_in_without_the_key(device: Device) -> None:
    page = device().new_page()
    page.goto("./#/host")
    page.get_by_label("The host's key").fill("some-other-key-of-somebody")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_text("This is not the host's key")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)
    page.get_by_label("The host's key").fill(HOST_KEY)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("tab", name="People")).to_be_visible()
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])")
    assert HOST_KEY not in kept
    page.reload()
    expect(page.get_by_label("The host's key")).to_be_visible()


@own_room()
def test_what_the_host_can_do(device: Device, tmp_path: Path) -> None:
    """All of it in one room: its host and two people are there already, which is what costs."""
    anna, host = device().new_page(), host_page(device)
    anna.goto("./")
    play(anna, "Anna")
    host.get_by_role("tab", name="Room").click()
    host.get_by_label("Announcement").fill("At ten we close")
    host.get_by_role("button", name="Tell everybody").click()
    expect(anna.get_by_text("The host says: At ten we close")).to_be_visible()
    anna.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")  # the table makes room for it
    host.get_by_label("Read only").check()
    expect(anna.get_by_text("The host lets nothing new begin")).to_be_visible()
    late = device().new_page()
    late.goto("./")
    expect(late.get_by_text("The host says: At ten we close")).to_be_visible()
    late.get_by_label("Your name").fill("Ben")
    late.get_by_role("button", name="Play now").click()
    expect(late.get_by_text("The host has closed the room for new names")).to_be_visible()
    anna.get_by_role("button", name="Hide this").click()
    expect(anna.get_by_text("At ten we close")).to_have_count(0)
    host.get_by_label("Read only").uncheck()
    expect(anna.get_by_text("The host lets nothing new begin")).to_have_count(0)
    host.get_by_role("button", name="Take it back").click()
    expect(late.get_by_text("At ten we close")).to_have_count(0)
    leaves_room_for_the_table(host, anna)
    host.get_by_role("button", name="Back up now").click()
    expect(host.get_by_text("Written: ")).to_be_visible()
    assert len(list((tmp_path / "backups").glob("*.db"))) == 1
    host.get_by_role("tab", name="Tables").click()
    host.get_by_role("button", name="Close…").click()
    host.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    expect(anna.get_by_text("The host has closed that table").first).to_be_visible()
    expect(host.get_by_text("There is no table")).to_be_visible()
    sends_out_bans_mutes_and_deletes(host, anna, late)


def sends_out_bans_mutes_and_deletes(host: Page, anna: Page, ben: Page) -> None:
    host.get_by_role("tab", name="Audit").click()
    expect(host.get_by_role("listitem").first).to_be_visible()
    before = host.get_by_role("listitem").count()
    anna.get_by_role("button", name="Play now").first.click()
    at_table(anna)
    play(ben, "Ben")
    host.get_by_role("tab", name="People").click()
    expect(person(host, "Anna")).to_be_visible()

    person(host, "Anna").get_by_role("button", name="Send out").click()
    expect(host.get_by_role("dialog")).to_contain_text("A computer takes their seat")
    host.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(anna.get_by_text("The host has sent you out")).to_have_count(0)  # asked twice
    person(host, "Anna").get_by_role("button", name="Send out").click()
    host.get_by_role("dialog").get_by_role("button", name="Send out").click()
    expect(anna.get_by_text("The host has sent you out of the room").first).to_be_visible()
    anna.get_by_role("button", name="Come back").click()
    expect(anna.get_by_role("heading", name="Tables", exact=True)).to_be_visible()

    person(host, "Ben").get_by_role("button", name="Mute…").click()
    host.get_by_role("dialog").get_by_role("button", name="Mute").click()
    expect(person(host, "Ben")).to_contain_text("muted")
    person(host, "Ben").get_by_role("button", name="Ban…").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_label("For", exact=True).select_option(label="7 days")
    dialog.get_by_label("Note, for you alone").fill("second warning")
    dialog.get_by_role("button", name="Ban", exact=True).click()
    expect(ben.get_by_text("The host has banned you from this room until").first).to_be_visible()
    ben.reload()
    expect(ben.get_by_text("The host has banned you from this room until").first).to_be_visible()
    expect(ben.get_by_label("Your name")).to_have_count(0)
    shoot(ben, "banned")

    host.get_by_role("tab", name="Bans").click()
    expect(host.get_by_role("listitem")).to_have_count(2)
    expect(host.get_by_role("tabpanel")).to_contain_text("second warning")
    host.get_by_role("button", name="Lift").click()
    host.get_by_role("button", name="Unmute").click()
    expect(host.get_by_text("Nobody is banned or muted")).to_be_visible()
    host.get_by_role("button", name="Ban a name or an address…").click()
    dialog.get_by_label("Name, address, or ADDRESS/PREFIX").fill("127.0.0.1")
    dialog.get_by_role("button", name="Ban", exact=True).click()
    expect(dialog).to_contain_text("would shut you out")
    dialog.get_by_role("button", name="Cancel").click()

    host.get_by_role("tab", name="People").click()
    with host.expect_download() as download:
        person(host, "Anna").get_by_role("button", name="Export").click()
    assert json.loads(Path(download.value.path()).read_text())["people"][0]["name"] == "Anna"
    person(host, "Anna").get_by_role("button", name="Delete…").click()
    expect(dialog.get_by_role("button", name="Delete for good")).to_be_disabled()
    dialog.get_by_label("Name").fill("anna")
    dialog.get_by_role("button", name="Delete for good").click()
    expect(anna.get_by_text("The host has deleted your name").first).to_be_visible()
    anna.get_by_role("button", name="Come back").click()
    expect(anna.get_by_role("button", name="Play now")).to_be_enabled()
    expect(person(host, "Anna")).to_have_count(0)
    host.get_by_role("tab", name="Audit").click()
    expect(host.get_by_role("listitem")).to_have_count(before + 7)


@own_room(invite=CODE)
def test_a_private_room_asks_once_and_a_link_brings_friends_in(device: Device) -> None:
    context = device()
    page = context.new_page()
    page.goto("./")
    expect(page.get_by_role("heading", name="This room is private")).to_be_visible()
    assert faults(page) == []
    shoot(page, "invite")
    page.get_by_label("Invite code").fill("strangers")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_text("That is not the code")).to_be_visible()
    page.get_by_label("Invite code").fill(CODE)
    page.get_by_role("button", name="Come in").click()
    play(page, "Anna")
    table = at_table(page)
    page.reload()
    at_table(page)  # asked once
    page.get_by_role("button", name="Invite").first.click()
    link = page.get_by_role("dialog").get_by_label("Link to the table").input_value()
    assert link.endswith(f"/t/{table}#/invite/{CODE}")
    friend = device().new_page()
    friend.goto(link)
    expect(friend.get_by_text("Anna invites you to")).to_be_visible()
    assert CODE not in friend.url
    friend.get_by_label("Your name").fill("Ben")
    friend.get_by_role("button", name="Join the table").click()
    assert at_table(friend) == table
    # a link that is pasted into a page that is open already
    other = device().new_page()
    other.goto("./")
    expect(other.get_by_role("heading", name="This room is private")).to_be_visible()
    other.evaluate(f"location.hash = '#/invite/{CODE}'")
    expect(other.get_by_label("Your name")).to_be_visible()


def leaves_room_for_the_table(host: Page, page: Page) -> None:
    """What the host says is read beside the table, in every window."""
    long = "At ten the room restarts for an upgrade. Finish your deals; every seat and card stays where it is. " * 3
    for n, (width, height) in enumerate(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        host.get_by_label("Read only").check()
        host.get_by_label("Announcement").fill(f"{long}{n}")
        host.get_by_role("button", name="Tell everybody").click()
        expect(page.get_by_text("The host lets nothing new begin")).to_be_visible()
        expect(page.get_by_text(f"The host says: {long}{n}")).to_be_visible()
        shoot(page, "said")
        page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight + 1")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="Hide this").click()
        expect(page.get_by_text("At ten the room restarts")).to_have_count(0)
        expect(page.get_by_text("The host lets nothing new begin")).to_have_count(int(height > 420))
        shoot(page, "read-only")
        host.get_by_label("Read only").uncheck()  # else a low window goes on hiding it
        expect(page.get_by_text("The host lets nothing new begin")).to_have_count(0)


@pytest.mark.parametrize(("scheme", "locale"), [("dark", "zh-CN")])
def test_the_page_of_the_host_fits_every_window(device: Device, scheme: str, locale: str) -> None:
    for name in ("Anna", "Benedikt"):
        other = device().new_page()
        other.goto("./")
        if name == "Anna":
            play(other, name)
        else:
            enter(other, name)
    page = device(color_scheme=scheme, locale=locale).new_page()
    page.goto("./#/host")
    shoot(page, f"host-key-{scheme}")
    page.locator("input[type=password]").fill(HOST_KEY)
    page.locator("form button").click()
    expect(page.get_by_role("tab")).to_have_count(8)
    expect(page.get_by_role("heading", name="Benedikt")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        first = (width, height) == SIZES[0]  # axe looks at every part once in these colours: layout is measured
        for n, part in enumerate(("people", "tables", "bans", "room", "audit")):
            page.get_by_role("tab").nth(n).click()
            expect(page.get_by_role("tab").nth(n)).to_have_attribute("aria-selected", "true")
            page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
            assert not first or faults(page) == [], part
            shoot(page, f"host-{part}-{scheme}")
        page.get_by_role("tab").nth(0).click()
        page.get_by_role("listitem").filter(has_text="Anna").get_by_role("button").nth(1).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert not first or faults(page) == []
        shoot(page, f"host-ban-{scheme}")
        foot = page.get_by_role("dialog").locator("footer button").last.bounding_box()
        assert foot
        assert foot["y"] + foot["height"] <= height
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()


@own_room()
def test_the_host_sees_clubs_and_tournaments_and_ends_them(device: Device) -> None:
    anna = device().new_page()
    anna.goto("./")
    enter(anna, "Anna")
    anna.get_by_label("Name of a new club or class").fill("Tuesday evening")
    anna.get_by_role("button", name="Open", exact=True).click()
    anna.get_by_role("dialog", name="Tuesday evening").get_by_role("button", name="New tournament").click()
    anna.get_by_label("Name", exact=True).fill("Club cup")
    anna.get_by_role("button", name="Open it").click()
    expect(anna.get_by_role("heading", name="Club cup")).to_be_visible()
    for width, height in ((360, 640), (1440, 900)):
        host = host_page(device, viewport={"width": width, "height": height})
        host.get_by_role("tab", name="Clubs").click()
        club = host.get_by_role("list", name="Clubs").get_by_role("listitem")
        expect(club).to_contain_text("1 person")
        expect(club).to_contain_text("led by Anna")
        expect(host.get_by_role("list", name="Tournaments").get_by_role("listitem")).to_contain_text("Tuesday evening")
        shoot(host, "clubs")
        assert faults(host) == []
    club.get_by_role("button", name="End…").click()
    host.get_by_role("dialog").get_by_role("button", name="End the club").click()
    expect(host.get_by_text("There is no club.")).to_be_visible()
    expect(host.get_by_text("There is no tournament.")).to_be_visible()


async def partners_who_stand_out(folder: Path) -> None:
    """What a room has found of two people: figures of many deals, two of which are kept with their cards."""
    now = time.time()
    async with open_room(settings(folder, database=f"sqlite:///{folder / 'room.db'}")) as room:
        links = await people(room, "Anna", "Ben", "Clara", "Dora")
        ids = {link.person.name: link.person.id for link in links if link.person}
        for table in ("deal0", "deal1"):
            await kept(room, table, ids, "Anna", "Clara", "Ben", "Dora", at=now)
        some = [f"deal{n}" for n in range(3 * FEWEST_DEALS)]
        together = some[:FEWEST_DEALS]
        both = ids["Anna"], ids["Ben"]
        read = [
            {"person_id": who, "table_id": table, "dealt": 1, "game": "spades", "figure": -float(n), "partner_id": mate}
            for n, table in enumerate(some)
            for who, other in (both, both[::-1])
            if (mate := other if table in together else None) or who == both[n % 2]
        ]
        rated = {"dealt": 1, "game": "spades", "mu": 25.0, "sigma": 8.0, "gain": 0.0, "at": now}
        pair = {"one_id": min(both), "other_id": max(both), "game": "spades", "chance": 0.00042, "at": now}
        await room.store.writer.put(
            (insert(tables), [{"id": each, "created": now} for each in some[2:]]),
            update(tables).values(ended=now),
            (insert(rated_deals), [{**rated, "table_id": t, "person_id": p} for t in together[2:] for p in both]),
            (insert(foresights), read),
            (insert(pairs), {**pair, "deals": FEWEST_DEALS, "others": 2 * FEWEST_DEALS}),
        )


@own_room()
def test_the_host_looks_at_the_deals_of_partners_who_stand_out(device: Device, house: House, tmp_path: Path) -> None:
    house.stop()
    with ThreadPoolExecutor() as thread:  # which has no loop yet
        thread.submit(asyncio.run, partners_who_stand_out(tmp_path)).result()
    house.start()
    page = host_page(device, viewport={"width": 360, "height": 640})
    page.get_by_role("tab", name="Pairs").click()
    pair = page.get_by_role("listitem").filter(has_text="Anna")
    expect(pair).to_contain_text("Partners who see nothing come out like this one time in 2,400")
    expect(pair).to_contain_text("20 deals together, 40 with others")
    expect(page.get_by_role("tabpanel")).to_contain_text("no proof")
    expect(pair.get_by_role("button", name="To Ben")).to_be_visible()
    pair.get_by_text("20 deals, those that say most first").click()
    deals = pair.get_by_role("button", name="Deal 1")
    expect(deals).to_have_count(FEWEST_DEALS)
    for width, height in SIZES[::3]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shoot(page, "pairs")
    deals.first.click()
    expect(page.get_by_text("Every hand is open").first).to_be_visible()
    expect(page.get_by_role("group", name="Through the deal")).to_contain_text("0 of")
    for width, height in SIZES[::3]:
        page.set_viewport_size({"width": width, "height": height})
        shoot(page, "pair-deal")
    page.get_by_role("button", name="Back to the pairs").click()
    pair.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_text("Nobody stands out")).to_be_visible()
    page.get_by_role("tab", name="Audit").click()
    expect(page.get_by_text("deal looked at")).to_be_visible()
    expect(page.get_by_text("pair dismissed")).to_be_visible()
    assert faults(page) == []
