"""The addresses that people share: the page under them, what messengers show of them, and the invitation itself."""

from __future__ import annotations

import asyncio
import html
import re
import struct
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import hatch_build
from dealt.games import GAMES
from dealt.wire import protocol
from tests.server.helpers import Face, Served, asking, open_room, serve, settings, until
from tests.server.test_room import people

ROOT = Path(__file__).parents[2]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text(
        '<!doctype html><html><head><title>dealt</title><link rel="icon" href="./icon.svg" /></head><body>'
        '<script type="module" src="./assets/index-abc.js"></script></body></html>'
    )
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "preview.png").write_bytes(b"the room")
    return folder


async def get(room: Served, path: str, **headers: str) -> httpx.Response:
    async with asking() as client:
        return await client.get(f"http://{room.address}{path}", headers=headers)


def tags(answer: httpx.Response) -> dict[str, str]:
    """What a messenger reads."""
    found = re.findall(r'<meta (?:property|name)="([^"]*)" content="([^"]*)"', answer.text)
    return {name: html.unescape(content) for name, content in found}


@pytest.mark.slow
async def test_a_link_to_a_table_says_who_invites_to_what(tmp_path: Path, page: Path) -> None:
    async with serve(settings(tmp_path, room="Den"), page=page) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="bigtwo")
        table = (await face.hear("table"))["id"]
        answer = await get(room, f"/t/{table}")
        told = tags(answer)
        assert told["og:title"] == "Anna invites you to Big Two"
        assert told["og:description"] == "Anna · 3 of 4 seats free: come and sit down"
        assert told["og:image"] == f"http://{room.address}/preview/bigtwo.png"
        assert told["robots"] == "noindex"
        assert 'src="../assets/index-abc.js"' in answer.text
        assert 'href="../icon.svg"' in answer.text
        assert 'src="../../../assets' in (await get(room, f"/t/{table}/deal/3")).text
        assert 'src="../../../../assets' in (await get(room, f"/t/{table}/deal/3/17")).text
        told = tags(await get(room, f"/t/{table}", **{"accept-language": "de, zh-CN;q=0.8"}))
        assert told["og:title"] == "Anna 邀请你来玩锄大地"

        answer = await get(room, f"/t/{table}", **{"accept-language": "de, zh-CN;q=0.8"})
        early = re.search(r'<link rel="preload" [^>]*href="\.\./(api/lobby/zh)"', answer.text)
        assert early is not None  # what the page asks for first
        assert (await get(room, f"/{early[1]}")).json()["games"]
        home = await get(room, "/")
        assert tags(home)["og:title"] == "Den"
        assert "robots" not in tags(home)
        assert 'src="./assets/index-abc.js"' in home.text
        assert tags(await get(room, "/t/nowhere"))["og:title"] == "Den"  # the page says what is wrong


async def test_a_link_to_a_finished_deal_tells_no_card_and_nobody(tmp_path: Path, page: Path) -> None:
    async with serve(settings(tmp_path, room="Den"), page=page) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("play_daily", game="bigtwo", board=3)
        table, day = (await face.hear("table"))["id"], datetime.now(UTC).date().isoformat()
        answer = await get(room, f"/d/{table}/3")
        told = tags(answer)
        assert told["og:title"] == f"Big Two: board 3 of 8, {day}"
        assert told["og:description"].startswith("Everybody gets the same cards")
        assert told["og:image"] == f"http://{room.address}/preview/bigtwo.png"
        assert told["robots"] == "noindex"
        assert 'src="../../assets/index-abc.js"' in answer.text
        assert "Anna" not in answer.text
        told = tags(await get(room, f"/d/{table}/3", **{"accept-language": "zh"}))
        assert told["og:title"] == f"锄大地：{day} 第 3 副（共 8 副）"
        for path in ("/d/nowhere/1", f"/d/{table}/9"):
            told = tags(await get(room, path))
            assert (told["og:title"], told["og:description"][:15]) == ("Den", "A finished deal")
    async with serve(settings(tmp_path, room="Den", invite="sesame"), page=page) as room:
        told = tags(await get(room, f"/d/{table}/3"))
        assert told["og:title"] == "dealt"
        assert day not in told["og:description"]


async def test_a_preview_of_a_private_table_names_nobody(tmp_path: Path, page: Path) -> None:
    async with serve(settings(tmp_path, room="Den"), page=page) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="bigtwo", private=True)
        table = (await face.hear("table"))["id"]
        answer = await get(room, f"/t/{table}")
        assert tags(answer)["og:title"] == "Big Two · Den"
        assert tags(answer)["og:description"] == "3 of 4 seats free: come and sit down"
        assert "Anna" not in answer.text
        invitation = (await get(room, f"/api/invitations/{table}")).json()  # the page of who has the link
        assert invitation["by"] == "Anna"
        assert set(invitation) == {"table", "by"}
        assert not {"view", "log", "seed", "promise"} & set(invitation["table"])


@pytest.mark.slow
async def test_a_private_room_tells_nothing_without_its_code(tmp_path: Path, page: Path) -> None:
    config = settings(tmp_path, room="Den", invite="friends")
    async with serve(config, page=page) as room, Face.open(room.ws) as face:
        await face.send("hello", v=1, invite="friends")
        await face.send("name", name="Anna")
        await face.send("create", game="bigtwo")
        table = (await face.hear("table"))["id"]
        for path in ("/", f"/t/{table}"):
            answer = await get(room, path)
            assert tags(answer)["og:title"] == "dealt"
            assert "preload" not in answer.text  # it would be refused
            assert not re.search("Anna|Den|Big Two|bigtwo", answer.text)
        assert (await get(room, f"/api/invitations/{table}")).status_code == 401
        code = {"authorization": "Bearer friends"}
        assert (await get(room, f"/api/invitations/{table}", **code)).json()["by"] == "Anna"


async def test_names_in_a_preview_are_text(tmp_path: Path, page: Path) -> None:
    async with serve(settings(tmp_path, room='<b>"Den"</b>'), page=page) as room:
        answer = await get(room, "/")
        assert tags(answer)["og:title"] == '<b>"Den"</b>'
        assert "<b>" not in answer.text


async def test_behind_a_proxy_a_preview_names_the_address_that_people_see(tmp_path: Path, page: Path) -> None:
    config = settings(tmp_path, proxy=True, root_path="/cards", hosts=["cards.example.org"])
    async with serve(config, page=page) as room:
        seen = {"x-forwarded-proto": "https", "x-forwarded-host": "cards.example.org"}
        answer = await get(room, "/cards/t/nowhere", **seen)
        assert tags(answer)["og:image"] == "https://cards.example.org/cards/preview.png"
        assert 'src="../assets/index-abc.js"' in answer.text


@pytest.mark.slow
async def test_pictures_for_messengers(tmp_path: Path, page: Path) -> None:
    async with serve(settings(tmp_path), page=page) as room:
        answer = await get(room, "/preview/bigtwo.png")
        assert answer.headers["content-type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")
        for unknown in ("gift", "nothing", "..%2Fsecret"):
            assert (await get(room, f"/preview/{unknown}.png")).content != answer.content
        assert (await get(room, "/preview/gift.png")).content == b"the room"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_picture_for_links(name: str) -> None:
    """Made by ``scripts/previews.py``."""
    drawn = GAMES[name].preview
    assert drawn is not None
    assert drawn.stat().st_size < 100_000
    head = drawn.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert struct.unpack(">II", head[16:]) == (800, 420)


# --- who has vanished


@pytest.mark.slow
async def test_the_lobby_says_who_has_vanished(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, standin_after=0.1, leave_after=0.6)) as room:
        anna, ben, eve = await people(room, "Anna", "Ben", "Eve")
        await anna.do("create", game="bigtwo")
        table = anna.state["id"]
        await ben.do("join", table=table)

        def seats() -> list[tuple[str, str, bool]]:
            rows = [each["seats"] for each in eve.last("lobby")["tables"] if each["id"] == table]
            return [(each["kind"], each["name"], each["away"]) for row in rows for each in row[:2]]

        await until(lambda: seats() == [("person", "Anna", False), ("person", "Ben", False)])
        room.drop(ben)
        await until(lambda: seats() == [("person", "Anna", False), ("person", "Ben", True)])
        found = room.invitation(table)
        assert found is not None
        assert found[0].table.seats[1].away
        await until(lambda: seats()[1:] == [("empty", "", False)])  # the seat is given up


@pytest.mark.slow
async def test_who_comes_back_is_there_again(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, eve = await people(room, "Anna", "Eve")
        await anna.do("create", game="bigtwo")
        table = anna.state["id"]

        def away() -> list[bool]:
            return [each["seats"][0]["away"] for each in eve.last("lobby")["tables"] if each["id"] == table]

        room.drop(anna)
        await until(lambda: away() == [True])
        await anna.do("hello", v=1, token=anna.token)
        await until(lambda: away() == [False])


async def test_after_a_restart_nobody_is_there_until_they_come_back(tmp_path: Path) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="bigtwo")
        table = anna.state["id"]
        await asyncio.sleep(0.05)  # until the lobby's line is stored
    async with open_room(config) as room:
        found = room.invitation(table)
        assert found is not None
        invitation: Any = found[0]
        assert (invitation.by, invitation.table.seats[0].away) == ("Anna", True)
        assert table in room.tables._rows  # nothing was restored for it


# --- a table that deals at once


@pytest.mark.slow
async def test_a_table_that_deals_at_once(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="bigtwo", preset="daidi", now=True)
        state = await face.hear("table", lambda s: s["phase"] == "playing")
        assert [each["kind"] for each in state["seats"]] == ["person", "computer", "computer", "computer"]
        assert state["options"]["target_score"] == 100


def test_what_a_lobby_says_of_the_games() -> None:
    assert {each.group for each in GAMES.values()} == {"sides", "each", "alone", "chips"}
    defaults = {each.name: each.default for each in msgspec.structs.fields(protocol.GameInfo)}
    assert (defaults["group"], defaults["spread"]) == ("each", "fan")


@pytest.mark.slow
async def test_a_page_that_is_built_anew_while_the_room_runs_is_served_whole(tmp_path: Path, page: Path) -> None:
    async with serve(settings(tmp_path), page=page) as room:
        assert "index-abc.js" in (await get(room, "/")).text
        new = tmp_path / "new"
        (new / "assets").mkdir(parents=True)
        (new / "assets" / "index-def.js").write_text("new")
        (new / "index.html").write_text((page / "index.html").read_text().replace("abc", "def"))
        assert "index-abc.js" in (await get(room, "/")).text
        hatch_build.swap(new, page)
        assert "index-def.js" in (await get(room, "/")).text
        assert (await get(room, "/assets/index-def.js")).text == "new"
        assert [each.name for each in tmp_path.iterdir() if each.is_dir()] == ["page"], "the old one is gone"
