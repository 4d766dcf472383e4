"""What is read over HTTP: games, rules, health, the page and the headers around it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from dealt.game import Chart, Game
from dealt.server.base.trouble import StoreError
from dealt.wire import protocol
from tests.server.helpers import Served, asking, serve, settings
from tests.server.toys import GIFT
from tests.toys import Gift

SCRIPT = "document.title = 'dealt'"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(
        f'<!doctype html><script>{SCRIPT}</script><script type="module" src="./assets/index-abc.js"></script>'
    )
    (folder / "assets" / "index-abc.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


async def get(room: Served, path: str, **headers: str) -> httpx.Response:
    async with asking() as client:
        return await client.get(f"http://{room.address}{path}", headers=headers)


async def test_the_games_of_the_house(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        answer = await get(room, "/api/games")
        house = msgspec.json.decode(answer.content, type=protocol.House)
        assert [each.name for each in house.games][:3] == ["gift", "peek", "bigtwo"]
        gift = house.games[0]
        assert gift.options == [protocol.OptionInfo("goal", 3, [], 1, 1000)]
        assert gift.presets == {"long": {"goal": 1000}}
        assert "random" in gift.computers
        assert {"en", "zh"} <= set(house.texts)
        again = await get(room, "/api/games", **{"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.slow
async def test_an_address_has_a_ration_of_requests(tmp_path: Path) -> None:
    async with serve(settings(tmp_path, http_rate=0.01, http_burst=5)) as room:
        answers = [await get(room, path) for path in 5 * ["/api/games", "/healthz"]]
        assert {each.status_code for each in answers} == {200}
        refused = await get(room, "/api/lobby")
        assert (refused.status_code, refused.text) == (429, "Too many requests: wait a moment.")
        assert 30 < int(refused.headers["retry-after"]) <= 100
        assert refused.headers["x-content-type-options"] == "nosniff"
        assert (await get(room, "/readyz")).status_code == 200


@pytest.mark.slow
async def test_the_lobby_s_list_is_short_and_each_game_can_be_read_alone(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        house = msgspec.json.decode((await get(room, "/api/games")).content, type=protocol.House)
        answer = await get(room, "/api/lobby")
        lobby = msgspec.json.decode(answer.content, type=protocol.House)
        for language, known in house.texts.items():  # what the lobby lacks of them a game has that says it
            owned = [each.texts.get(language, {}) for each in house.games]
            for key, text in known.items():
                told_later = key.startswith(("error.", "preview."))
                assert (
                    told_later or lobby.texts[language].get(key) == text or any(own.get(key) == text for own in owned)
                )
            rest = msgspec.json.decode((await get(room, f"/api/texts/{language}")).content, type=protocol.House)
            assert (rest.games, rest.texts) == ([], {language: known})
        assert [each.name for each in lobby.games] == [each.name for each in house.games]
        assert len(answer.content) < len((await get(room, "/api/games")).content)
        for short, whole in zip(lobby.games, house.games, strict=True):
            assert (short.whole, whole.whole) == (False, True)
            assert (short.seats, short.picture, short.computers) == (whole.seats, whole.picture, whole.computers)
            assert {key for known in short.texts.values() for key in known} <= {
                key for known in whole.texts.values() for key in known if key.startswith("game.")
            }
            alone = await get(room, f"/api/games/{whole.name}")
            assert msgspec.json.decode(alone.content, type=protocol.GameInfo) == whole
            again = await get(room, f"/api/games/{whole.name}", **{"if-none-match": alone.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        assert (await get(room, "/api/games/chess")).status_code == 404
        for language in lobby.texts:
            part = msgspec.json.decode((await get(room, f"/api/lobby/{language}")).content, type=protocol.House)
            assert part.texts == {language: lobby.texts[language]}
            known = [{language: each.texts.get(language, {})} for each in lobby.games]
            assert [each.texts for each in part.games] == known
        assert (await get(room, "/api/lobby/xx")).status_code == 404


async def test_a_game_that_can_t_be_set_up_is_left_out(tmp_path: Path) -> None:
    def fails() -> Game[Any]:
        raise ZeroDivisionError

    async with serve(settings(tmp_path), {"bad": replace(GIFT, name="bad", maker=fails), "gift": GIFT}) as room:
        house = msgspec.json.decode((await get(room, "/api/games")).content, type=protocol.House)
        assert [each.name for each in house.games] == ["gift"]


@pytest.mark.slow
async def test_rules_are_safe_html(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        answer = await get(room, "/api/rules/gift/zh")  # there is none in Chinese: the English one
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<h1>Gift</h1>" in answer.text
        assert "<table>" in answer.text
        assert "<script" not in answer.text
        whole = (await get(room, "/api/rules/bigtwo/zh")).text
        assert whole.index("<h2>怎么玩</h2>") < whole.index("<h2>牌</h2>") < whole.index("<summary>选项</summary>")
        assert whole.rstrip().endswith("</details>")
        assert (await get(room, "/api/rules/chess/en")).status_code == 404
        assert (await get(room, "/api/rules/gift/..%2f..%2fetc")).status_code in (200, 404)


@pytest.mark.slow
async def test_charts_follow_the_options_of_the_query(tmp_path: Path) -> None:
    made: list[int] = []

    def advised(goal: int = 3) -> Game[Any]:
        class Advised(Gift):
            def charts(self) -> tuple[Chart, ...]:
                made.append(goal)
                return (Chart("sums", ("2", "3"), ((str(goal), ("H", "S")),)),)

        return Advised()

    def fails() -> Game[Any]:
        raise ZeroDivisionError

    games = {"advised": replace(GIFT, name="advised", maker=advised), "bad": replace(GIFT, maker=fails), "gift": GIFT}
    async with serve(settings(tmp_path), games) as room:
        for goal, path in ((3, "advised"), (5, "advised?goal=5"), (5, "advised?goal=5")):
            found = msgspec.json.decode((await get(room, f"/api/charts/{path}")).content, type=protocol.Charts)
            row = protocol.ChartRow(str(goal), ["H", "S"])
            assert found == protocol.Charts("advised", [protocol.WireChart("sums", ["2", "3"], [row])])
        assert made == [3, 5]  # what was asked before is known
        for query, why in (
            ("goal=0", "goal can't be 0: it takes 1 to 1000."),
            ("wings=1", "advised has no option wings"),
        ):
            answer = await get(room, f"/api/charts/advised?{query}")
            assert (answer.status_code, why in answer.text) == (400, True)
        for name in ("gift", "bad", "chess"):
            assert (await get(room, f"/api/charts/{name}")).status_code == 404


@pytest.mark.slow
async def test_charts_are_not_reckoned_for_everybody_at_once(tmp_path: Path) -> None:
    free = threading.Event()

    def slow(goal: int = 3) -> Game[Any]:
        free.wait(10)
        return Gift()

    async with serve(settings(tmp_path), {"slow": replace(GIFT, name="slow", maker=slow)}) as room:
        asked = [asyncio.create_task(get(room, f"/api/charts/slow?goal={n}")) for n in range(1, 7)]
        done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        free.set()
        assert {(await each).status_code for each in done} == {503}
        assert sorted([(await each).status_code for each in asked]) == [404] * 4 + [503] * 2


@pytest.mark.slow
async def test_health_and_readiness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve(settings(tmp_path)) as room:
        assert (await get(room, "/healthz")).text == "ok"
        assert (await get(room, "/readyz")).status_code == 200

        def broken() -> None:
            raise StoreError("gone")

        monkeypatch.setattr(room.room.store, "_reading", broken)
        answer = await get(room, "/readyz")
        assert (answer.status_code, answer.text) == (503, "the database does not answer")
        assert (await get(room, "/healthz")).status_code == 200
        monkeypatch.undo()
        assert (await get(room, "/readyz")).status_code == 200  # it finds out by itself that all is well again


@pytest.mark.slow
async def test_the_page_and_its_headers(tmp_path: Path, page: Path) -> None:
    async with serve(settings(tmp_path), page=page) as room:
        index = await get(room, "/")
        assert index.headers["cache-control"] == "no-cache"
        policy = index.headers["content-security-policy"]
        digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
        assert f"script-src 'self' 'sha256-{digest}';" in policy
        assert "frame-ancestors 'none'" in policy
        assert f"ws://{room.address}" in policy
        assert not re.search(r"connect-src [^;]* https?:[ ;]", policy), "a page may ask no address but those listed"
        assert index.headers["x-content-type-options"] == "nosniff"
        assert index.headers["referrer-policy"] == "no-referrer"
        script = await get(room, "/assets/index-abc.js")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["x-content-type-options"] == "nosniff"
        assert "content-security-policy" not in script.headers, "it is of documents, and each answer would carry it"
        assert "server" not in script.headers
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/nothing", "/assets/none.js"):
            answer = await get(room, path)
            assert answer.status_code == 404
            assert "immutable" not in answer.headers["cache-control"]
        odd = await get(room, "/", host="evil.example; script-src *")
        assert "evil" not in odd.headers["content-security-policy"]


async def test_without_a_page_the_room_says_how_to_get_it(tmp_path: Path) -> None:
    async with serve(settings(tmp_path), page=tmp_path / "none") as room:
        assert "isn't built" in (await get(room, "/")).text


@pytest.mark.slow
async def test_under_a_path_prefix_everything_is_relative(tmp_path: Path, page: Path) -> None:
    async with serve(settings(tmp_path, root_path="/rooms/cards"), page=page) as room:
        moved = await get(room, "/rooms/cards")
        assert (moved.status_code, moved.headers["location"]) == (307, "cards/")
        for path in ("/", "/assets/index-abc.js", "/api/games", "/healthz"):
            assert (await get(room, f"/rooms/cards{path}")).status_code == 200
            assert (await get(room, path)).status_code == 200  # a proxy that strips the prefix
        assert "immutable" in (await get(room, "/rooms/cards/assets/index-abc.js")).headers["cache-control"]
        assert (await get(room, "/rooms/cardsharp/")).status_code == 404


async def test_other_methods_do_nothing(tmp_path: Path, page: Path) -> None:
    async with serve(settings(tmp_path), page=page) as room, asking() as client:
        for path in ("/", "/api/games", "/healthz", "/ws"):
            answer = await client.post(f"http://{room.address}{path}", content=b"x" * 100)
            assert answer.status_code in (404, 405)
