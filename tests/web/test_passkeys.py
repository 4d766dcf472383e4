"""Passkeys in a real Chromium, with an authenticator of its own: made in the settings, used at the entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.web.conftest import Device, House, faults
from tests.web.table_helpers import PHONE, open_table

pytestmark = [pytest.mark.turns(3)]

LIKE_A_PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A room that people open at a name, as passkeys need."""
    named = House(tmp_path)
    named._settings["address"] = f"http://localhost:{named.port}/"
    named.start()
    yield named
    named.stop()


def named(house: House) -> dict[str, Any]:
    return {"base_url": f"http://localhost:{house.port}/"}


def authenticator(page: Page, *credentials: Any, **changes: Any) -> tuple[CDPSession, str]:
    """One for a page, which holds these passkeys: what keeps them in step between devices does that for people."""
    chrome = page.context.new_cdp_session(page)
    chrome.send("WebAuthn.enable")
    made = chrome.send("WebAuthn.addVirtualAuthenticator", {"options": {**LIKE_A_PHONE, **changes}})
    for each in credentials:
        chrome.send("WebAuthn.addCredential", {"authenticatorId": made["authenticatorId"], "credential": each})
    return chrome, made["authenticatorId"]


def held(chrome: CDPSession, authenticator: str) -> list[Any]:
    found: list[Any] = chrome.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    return found


def settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_role("heading", name="Passkeys").scroll_into_view_if_needed()


def test_a_new_browser_comes_back_without_a_name_by_what_the_first_one_made(device: Device, house: House) -> None:
    token = open_table(house, "Ann", {"game": "bigtwo"})
    desktop = device(token=token, **named(house)).new_page()
    chrome, ring = authenticator(desktop)
    desktop.goto("./")
    settings(desktop)
    desktop.get_by_role("button", name="Make a passkey").click()
    expect(desktop.get_by_text(re.compile("^Made by"))).to_have_count(1)
    assert faults(desktop) == []
    desktop.get_by_role("button", name="Make a passkey").click()
    expect(desktop.get_by_text("There is a passkey for you already.")).to_be_visible()
    (passkey,) = held(chrome, ring)
    assert passkey["rpId"] == "localhost"
    assert passkey["userName"] == "Ann"

    phone = device(**PHONE, **named(house)).new_page()
    authenticator(phone, passkey)
    phone.goto("./")
    back = phone.get_by_role("button", name="Come back with a passkey")
    back.scroll_into_view_if_needed()
    assert faults(phone) == []
    back.click()
    expect(phone.locator(".table")).to_be_visible()
    expect(desktop.get_by_role("heading", name="Open elsewhere")).to_be_visible()
    settings(phone)
    expect(phone.get_by_text(re.compile("used on"))).to_have_count(1)
    assert faults(phone) == []
    phone.get_by_role("region", name="Passkeys").get_by_role("button", name=re.compile("^End")).click()
    expect(phone.get_by_text(re.compile("^Made by"))).to_have_count(0)

    late = device(**named(house)).new_page()
    authenticator(late, {**passkey, "signCount": 9})
    late.goto("./")
    late.get_by_role("button", name="Come back with a passkey").click()
    expect(late.get_by_text("This passkey is nobody's here any more").first).to_be_visible()


def test_who_does_not_agree_is_told_what_else_there_is(device: Device, house: House) -> None:
    page = device(**named(house)).new_page()
    authenticator(page, isUserVerified=False)
    page.goto("./")
    page.get_by_role("button", name="Come back with a passkey").click()
    expect(page.get_by_text("No passkey was given")).to_be_visible()
    assert faults(page) == []


def test_at_another_address_of_the_room_nothing_asks_for_them(device: Device, house: House) -> None:
    token = open_table(house, "Ann", {"game": "bigtwo"})
    page = device().new_page()  # by its number
    page.goto("./")
    expect(page.get_by_role("link", name="Come back by recovery words")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name=re.compile("passkey"))).to_have_count(0)
    other = device(token=token).new_page()
    other.goto("./")
    other.get_by_role("button", name="Settings").first.click()
    expect(other.get_by_role("button", name="Add a device")).to_be_visible()
    expect(other.get_by_text(re.compile("passkey", re.IGNORECASE))).to_have_count(0)
