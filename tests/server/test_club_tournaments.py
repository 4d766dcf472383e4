"""A club's own tournaments: its members alone see them and play, and whoever leads it directs."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import insert

from dealt.games import GAMES
from dealt.server.base.config import Config
from dealt.server.room import tournaments
from dealt.server.room.room import Room
from dealt.server.store import database
from tests.server.helpers import FakeLink, open_room, settings, until
from tests.server.test_clubs import opened
from tests.server.test_tournaments import play, seated, settle

GAME = "bigtwo"
NOT_SEEN = (
    {"op": "get_tournament"},
    {"op": "join_tournament"},
    {"op": "leave_tournament"},
    {"op": "export_tournament"},
    {"op": "direct_tournament", "order": "end"},
)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.slow])])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    """A room on either kind of database."""
    if request.param == "postgres":
        return settings(tmp_path, database=request.getfixturevalue("postgres_database"))
    return settings(tmp_path)


async def four(room: Room) -> tuple[list[FakeLink], str]:
    """Four people, of whom all but the last are in a club that the first leads; the id of the club."""
    links = [await FakeLink(room).come(name) for name in ("Anna", "Ben", "Clara", "Zoe")]
    club, code = await opened(links[0])
    for each in links[1:3]:
        await each.do("join_club", code=code)
    return links, club


async def cup(link: FakeLink, club: str, **more: object) -> str:
    await link.do("open_tournament", **{"game": GAME, "name": "Cup", "rounds": 2, "boards": 1, "club": club, **more})
    found: str = link.last("tournament")["id"]
    return found


async def test_members_alone_see_it_and_it_is_kept(kept: Config) -> None:
    async with open_room(kept, GAMES) as room:
        (anna, ben, clara, zoe), club = await four(room)
        assert await ben.refused("open_tournament", game=GAME, club=club) == "not_leader"
        assert await zoe.refused("open_tournament", game=GAME, club=club) == "not_in_club"
        assert await zoe.refused("open_tournament", game=GAME, club="0" * 32) == "not_in_club"
        other, _ = await opened(zoe, "Monday")
        await ben.do("club", id=club)
        id = await cup(anna, club)  # noqa: A001
        await until(lambda: [each["id"] for each in ben.last("club")["tournaments"]] == [id])  # he is told
        await ben.do("join_tournament", id=id)
        await zoe.do("club", id=other)
        assert zoe.last("club")["tournaments"] == []
        for message in NOT_SEEN:
            assert await zoe.refused(**{**message, "id": id}) == "no_tournament", message
        await clara.do("get_tournament", id=id)
        assert clara.last("tournament")["club"] == club
        await until(lambda: clara.last("tournament")["standing"][-1]["name"] == "Ben")
        assert "Cup" not in json.dumps(zoe.messages())
        tokens = [each.token for each in (ben, zoe)]
    async with open_room(kept, GAMES) as room:
        for token, seen in zip(tokens, (True, False), strict=True):
            link = FakeLink(room)
            await link.do("hello", v=1, token=token)
            assert "Cup" not in json.dumps(link.messages())
            if seen:
                await link.do("get_tournament", id=id)
                assert [each["name"] for each in link.last("tournament")["standing"]] == ["Anna", "Ben"]
            else:
                assert await link.refused("get_tournament", id=id) == "no_tournament"


async def test_whoever_leads_directs_and_who_is_taken_out_plays_no_more(kept: Config) -> None:
    async with open_room(kept, GAMES) as room:
        (anna, ben, clara, _), club = await four(room)
        id = await cup(anna, club)  # noqa: A001
        for each in (ben, clara):
            await each.do("join_tournament", id=id)
        assert await ben.refused("direct_tournament", id=id, order="start") == "not_director"
        await anna.do("direct_club", id=club, do="lead", name="Clara")
        await anna.do("direct_club", id=club, do="unlead", name="Anna")
        assert await anna.refused("direct_tournament", id=id, order="start") == "not_director"  # though she opened it
        await clara.do("direct_tournament", id=id, order="start")
        await seated([anna, ben, clara], playing=True)
        table = ben.state["id"]
        await ben.do("get_tournament", id=id)
        await clara.do("direct_club", id=club, do="remove", name="Ben")
        state = await room.tournaments.get(id)
        await until(lambda: [state.entrants[p].name for p in state.entrants if not state.entrants[p].here] == ["Ben"])
        assert ben.live, "the table under way goes on"
        assert await ben.refused("get_tournament", id=id) == "no_tournament"
        heard = len(ben.messages("tournament"))
        tasks = [asyncio.create_task(play(each, Random(n))) for n, each in enumerate((anna, ben, clara))]
        try:
            await until(lambda: state.round == 1 and not state.open_tables, 60)
            await clara.do("direct_tournament", id=id, order="pair")
            await until(lambda: clara.live is not None and clara.live.session.id != table, 20)
        finally:
            for each in tasks:
                each.cancel()
        assert {name for places in [m.places for m in state.meetings.values()][-1:] for name in places if name} == {
            each.person.id for each in (anna, clara) if each.person
        }
        assert len(ben.messages("tournament")) == heard, "he is told no more"


async def test_it_outlives_its_leader_and_ends_with_its_club(kept: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "LOOKS", 1)
    async with open_room(kept, GAMES) as room:
        (anna, ben, clara, _), club = await four(room)
        id = await cup(anna, club)  # noqa: A001
        for each in (ben, clara):
            await each.do("join_tournament", id=id)
        await ben.do("club", id=club)
        await anna.do("bye")
        await until(lambda: [each["name"] for each in ben.last("club")["members"]] == ["Ben", "Clara"])  # he is told
        state = await room.tournaments.get(id)
        await until(lambda: [each.name for each in state.field()] == ["Ben", "Clara"])
        await ben.do("direct_tournament", id=id, order="start")  # he has been there longest
        await seated([ben, clara])
        assert ben.state["tournament"] == id
        await ben.do("clubs")
        assert [each["leads"] for each in ben.last("clubs")["clubs"]] == [True]
        await ben.do("direct_club", id=club, do="end")
        await until(lambda: state.phase == "over")
        assert await clara.refused("get_tournament", id=id) == "no_tournament"


async def test_a_room_without_clubs_shows_none_of_theirs(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path), GAMES) as room:
        (anna, *_), club = await four(room)
        id, token = await cup(anna, club), anna.token  # noqa: A001
    async with open_room(settings(tmp_path, clubs=False), GAMES) as room:
        link = FakeLink(room)
        await link.do("hello", v=1, token=token)
        assert await link.refused("get_tournament", id=id) == "no_tournament"
        assert await link.refused("open_tournament", game=GAME, club=club) == "no_clubs"
        assert link.last("lobby")["tournaments"] == []


@pytest.mark.slow
async def test_who_looks_at_a_club_is_told_of_its_tables_until_they_look_elsewhere(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        (anna, ben, clara, zoe), club = await four(room)
        for each in (ben, clara):
            await each.do("club", id=club)
        await clara.do("club", id="")
        told = len(clara.messages("club"))
        await anna.do("create", game="bigtwo", club=club)
        await until(lambda: [len(each["seats"]) for each in ben.last("club")["tables"]] == [4])
        await anna.do("leave")
        await until(lambda: ben.last("club")["tables"] == [])
        before = len(ben.messages("club"))
        await zoe.do("create", game="bigtwo")  # a table of no club
        await zoe.do("leave")
        await asyncio.sleep(1)
        assert len(ben.messages("club")) == before
        assert len(clara.messages("club")) == told


async def test_a_director_pairs_by_hand_and_all_see_it(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path), GAMES) as room:
        (anna, *others), _ = await four(room)
        await anna.do("open_tournament", game="spades", rounds=2, boards=1)
        id = anna.last("tournament")["id"]  # noqa: A001
        for each in others:
            await each.do("join_tournament", id=id)
        await anna.do("direct_tournament", id=id, order="pause")
        await anna.do("direct_tournament", id=id, order="start")
        tables = [["Anna", "Ben", "Clara", "Zoe"]]
        assert await others[0].refused("direct_tournament", id=id, order="pair", tables=tables) == "not_director"
        assert await anna.refused("direct_tournament", id=id, order="pair", tables=[["Anna", "Ben"]]) == "pairing_size"
        await anna.do("direct_tournament", id=id, order="pair", tables=tables)
        await seated([anna, *others])
        await until(lambda: [each["by_hand"] for each in anna.last("tournament")["tables"]] == [True])
        assert anna.last("tournament")["paused"]


async def test_the_deals_of_a_tournament_are_written_for_other_programs(kept: Config) -> None:
    pytest.importorskip("endplay")
    async with open_room(kept, GAMES) as room:
        (anna, *others), _ = await four(room)
        await anna.do("open_tournament", game="bridge", name="Cup", rounds=2, boards=2, clock=60)
        id = anna.last("tournament")["id"]  # noqa: A001
        assert anna.last("tournament")["formats"] == ["pbn"]
        assert await anna.refused("export_tournament", id=id, form="pbn") == "tournament_time"
        assert await anna.refused("export_tournament", id=id, form="phh") == "tournament_form"
        for each in others:
            await each.do("join_tournament", id=id)
        await anna.do("direct_tournament", id=id, order="start")
        state = await settle([anna, *others], id, anna)
        assert state["phase"] == "over"
        looking = [each for each in (anna, *others) if each.live]
        if looking:  # else a computer has finished the last board, and the table has ended with it
            assert await anna.refused("export_tournament", id=id, form="pbn") == "tournament_deals"
        for each in looking:
            await each.do("ready", step=each.state["step"])
        await until(lambda: not room.tables.live)
        await anna.do("export_tournament", id=id, form="pbn")
        text = anna.last("tournament_text")["text"]
    read = next(each for each in GAMES["bridge"].formats if each.name == "pbn").read(text.encode())
    assert len(read) == 4
    assert [each.about["Round"] for each in read] == ["1", "1", "2", "2"]
    assert {each.about["Event"] for each in read} == {"Cup"}
    assert {*read[0].players} == {"Anna", "Ben", "Clara", "Zoe"}
    assert all(each.actions for each in read)


async def test_the_standing_of_a_club_is_the_leaderboard_of_its_members(kept: Config) -> None:
    async with open_room(kept, GAMES) as room:
        links, club = await four(room)
        now = room.runtime.time()
        for n, (link, deals) in enumerate(zip(links, (20, 19, 33, 40), strict=True)):
            person = link.person.id if link.person else ""
            rated = {"person_id": person, "game": GAME, "mu": 25.0 + n, "sigma": 1.0, "deals": deals}
            await room.store.writer.put((insert(database.ratings), rated))
            for dealt in range(n + 1):
                result = {"person_id": person, "table_id": "t", "dealt": dealt, "game": GAME, "score": 1.0, "won": True}
                await room.store.writer.put((insert(database.results), result | {"at": now}))
            old = {"person_id": person, "table_id": "t", "dealt": 9, "game": GAME, "score": 1.0, "won": True, "at": 5.0}
            await room.store.writer.put((insert(database.results), old))
        anna, ben, _, zoe = links
        assert await zoe.refused("ratings", game=GAME, club=club) == "not_in_club"
        await ben.do("ratings", game=GAME)
        whole = {each["name"]: each for each in ben.last("ratings")["players"]}
        assert ben.last("ratings")["finished"] == []
        await ben.do("ratings", game=GAME, club=club)
        told = ben.last("ratings")
        assert [each["name"] for each in told["players"]] == ["Clara", "Anna"], "19 deals are too few"
        assert all(each == whole[each["name"]] for each in told["players"]), "there is one calculation"
        counted = [{"name": "Clara", "deals": 3}, {"name": "Ben", "deals": 2}, {"name": "Anna", "deals": 1}]
        assert (told["club"], told["finished"]) == (club, counted)
        await anna.do("direct_club", id=club, do="remove", name="Clara")
        await anna.do("ratings", game=GAME, week=True, club=club)
        assert anna.last("ratings")["players"] == [], "nobody had a rated deal this week"
        assert [each["name"] for each in anna.last("ratings")["finished"]] == ["Ben", "Anna"]
