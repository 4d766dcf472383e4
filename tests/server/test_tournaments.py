"""Tournaments in a room: tables open and people are brought there, results count once, and a restart loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import select
from structlog.testing import capture_logs

from dealt.game import Game, OptionError
from dealt.games import GAMES
from dealt.games.bridge.scoring import imps
from dealt.server.base.config import Config
from dealt.server.base.trouble import StoreError
from dealt.server.room.room import Room
from dealt.server.store.database import rated_deals, ratings
from dealt.session import dealing, seats
from dealt.tournament import events
from dealt.tournament.events import Rated
from dealt.wire.refusal import Refused
from tests.server.helpers import PATIENCE, FakeLink, Message, open_room, settings, until

pytestmark = pytest.mark.slow

GAME = "bigtwo"


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return settings(tmp_path)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    """A room on either kind of database."""
    if request.param == "postgres":
        return settings(tmp_path, database=request.getfixturevalue("postgres_database"))
    return settings(tmp_path)


async def come(room: Room, n: int) -> list[FakeLink]:
    return [await FakeLink(room).come(f"Ann{n:02}") for n in range(n)]


async def back(room: Room, token: str) -> FakeLink:
    link = FakeLink(room)
    await link.do("hello", v=1, token=token)
    link.token = token
    return link


async def begin(links: list[FakeLink], **more: Any) -> str:
    """A tournament of all of them, begun by the first; its id."""
    await links[0].do("open_tournament", **{"game": GAME, "name": "Cup", "rounds": 2, "boards": 1, **more})
    id: str = links[0].last("tournament")["id"]  # noqa: A001
    for each in links[1:]:
        await each.do("join_tournament", id=id)
    await links[0].do("direct_tournament", id=id, order="start")
    return id


async def seated(links: list[FakeLink], *, playing: bool = False) -> None:
    """Wait until all are shown their table."""
    await until(lambda: all(each.live and each.messages("table") for each in links))
    if playing:
        await until(lambda: all(each.state["phase"] == "playing" for each in links))


def table(link: FakeLink) -> Message | None:
    """Where somebody is, by what they were told last, of which they keep the newest of each kind alone."""
    newest: dict[str, str] = {}
    for frame in link.frames:
        op = frame.split('"', 4)[3]
        newest.pop(op, None)
        newest[op] = frame
    link.frames[:] = newest.values()
    at = [each for each in link.messages() if each["op"] in ("table", "left")]
    return at[-1] if at and at[-1]["op"] == "table" else None


async def play(link: FakeLink, rng: Random) -> None:
    """Act and be ready wherever one is brought, by what one is told, for ever."""
    answered: set[tuple[str, int]] = set()
    while True:
        link.news.clear()
        state = table(link)
        if state is not None and (state["id"], state["step"]) not in answered:
            try:
                if state["phase"] == "over":
                    await link.do("ready", step=state["step"])
                    answered.add((state["id"], state["step"]))
                elif await link.act(rng):
                    answered.add((state["id"], state["step"]))
            except Refused:
                await asyncio.sleep(0.01)
                continue
        await link.news.wait()


async def settle(links: list[FakeLink], id: str, director: FakeLink) -> Message:  # noqa: A002
    """Let all play until the tournament is over; how it stands."""
    tasks = [asyncio.create_task(play(link, Random(n))) for n, link in enumerate(links)]
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                for each in tasks:
                    assert not each.done(), each.exception()
                await director.do("get_tournament", id=id)
                state = director.last("tournament")
                if state["phase"] == "over":
                    return state
                if state["next_in"]:
                    await director.do("direct_tournament", id=id, order="pair")
                await asyncio.sleep(0.1)
    finally:
        for each in tasks:
            each.cancel()


async def test_a_swiss_is_played_at_tables_of_the_room(kept: Config) -> None:
    async with open_room(kept, GAMES) as room:
        links = await come(room, 8)
        id = await begin(links)  # noqa: A001
        await seated(links)
        tables = {each.state["id"] for each in links}
        assert len(tables) == 2
        assert {each.state["tournament"] for each in links} == {id}
        await until(lambda: links[0].last("tournament")["phase"] == "running")
        await seated(links, playing=True)
        hands = [sorted(seat["name"] for seat in each.state["seats"]) for each in links]
        assert len({str(each) for each in hands}) == 2
        state = await settle(links, id, links[0])
        assert state["round"] == 2
        assert [each["played"] for each in state["standing"]] == [2] * 8
        points = sum(each["points"] for each in state["standing"])
        assert points == pytest.approx(8, abs=0.1), "the mean is a half a board"


async def test_all_tables_of_a_round_get_the_same_cards(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        links = await come(room, 8)
        await begin(links)
        await seated(links, playing=True)
        seeds = {each.live.session.table.seed for each in links if each.live and each.live.session.table}
        assert len(seeds) == 1


async def test_a_table_is_for_those_who_are_to_sit_there(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        *links, zoe = await come(room, 5)
        await begin(links)
        await seated(links)
        table = links[0].state["id"]
        assert await zoe.refused("join", table=table) == "tournament_seats"
        assert await zoe.refused("join", table=table, watch=True) == "tournament_seats"
        assert table not in str(zoe.last("lobby")["tables"])
        await until(lambda: [each["people"] for each in zoe.last("lobby")["tournaments"]] == [4])
        await until(lambda: any(each.choice() for each in links))
        asks = next(each for each in links if each.choice())
        assert await asks.refused("hint", step=asks.state["step"]) == "daily_help"
        # whoever leaves comes back to the same cards
        seat = asks.state["seat"]
        await asks.do("leave")
        await asks.do("join", table=table)
        assert asks.state["seat"] == seat


async def test_who_is_at_another_table_is_called_and_a_computer_plays_meanwhile(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        links = await come(room, 4)
        await links[3].do("create", game=GAME)
        id = await begin(links)  # noqa: A001
        await seated(links[:3])
        call = await until(lambda: links[3].messages("tournament_call"))
        assert (call[0]["id"], call[0]["name"]) == (id, "Cup")
        assert call[0]["table"] == links[0].state["id"]
        await links[3].do("leave")
        await links[3].do("join", table=call[0]["table"])
        assert links[3].state["tournament"] == id


async def test_only_the_director_directs_and_sees_to_results(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        links = await come(room, 4)
        anna, ben = links[:2]
        await anna.do("open_tournament", game=GAME, rounds=1, boards=1)
        id = anna.last("tournament")["id"]  # noqa: A001
        assert await anna.refused("direct_tournament", id=id, order="start") == "tournament_alone"
        for each in links[1:]:
            await each.do("join_tournament", id=id)
        assert await ben.refused("direct_tournament", id=id, order="start") == "not_director"
        assert await ben.refused("get_tournament", id="none") == "no_tournament"
        assert await ben.refused("open_tournament", game="elevens") == "no_tournament_game"
        await anna.do("direct_tournament", id=id, order="start")
        assert await anna.refused("direct_tournament", id=id, order="pair") == "tournament_time"
        await settle(links, id, anna)
        await anna.do("direct_tournament", id=id, order="adjust", name="Ann01", n=1, percent=100.0, reason="late")
        await ben.do("get_tournament", id=id)
        state = ben.last("tournament")
        assert state["adjusted"] == [{"name": "Ann01", "n": 1, "percent": 100.0, "reason": "late"}]
        assert next(each for each in state["standing"] if each["name"] == "Ann01")["points"] == 1.0
        for form in ("csv", "json"):
            await ben.do("export_tournament", id=id, form=form)
            assert "Ann01" in ben.last("tournament_text")["text"]
        await until(lambda: ben.last("lobby")["tournaments"] == [])


async def test_an_arena_seats_people_as_they_become_free(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        links = await come(room, 5)
        id = await begin(links, kind="arena", minutes=1)  # noqa: A001
        tasks = [asyncio.create_task(play(link, Random(n))) for n, link in enumerate(links)]

        async def tables() -> int:
            await links[0].do("get_tournament", id=id)
            return sum(each["over"] for each in links[0].last("tournament")["tables"])

        async with asyncio.timeout(PATIENCE):
            while await tables() < 3:
                await asyncio.sleep(0.2)
        for each in tasks:
            each.cancel()
        state = links[0].last("tournament")
        assert state["ends_in"] > 0
        assert sum(each["played"] for each in state["standing"]) >= 12
        await links[0].do("direct_tournament", id=id, order="end")


async def test_a_room_that_is_restarted_goes_on_where_it_was(kept: Config) -> None:
    tokens: list[str] = []
    async with open_room(kept, GAMES) as room:
        links = await come(room, 8)
        id = await begin(links, rounds=2, boards=2)  # noqa: A001
        await seated(links, playing=True)
        tokens = [each.token for each in links]
        before = {each.live.session.id for each in links if each.live}
    async with open_room(kept, GAMES) as room:
        links = [await back(room, token) for token in tokens]
        await seated(links)
        assert {each.live.session.id for each in links if each.live} == before
        state = await settle(links, id, links[0])
        assert [each["played"] for each in state["standing"]] == [2] * 8
        names = [name for each in state["tables"] for name in each["names"]]
        assert len(names) == len(set(names)) == 8


async def test_tables_that_can_not_be_restored_hold_no_tournament_up(kept: Config) -> None:
    """Their game has another version: the round goes on without them, at tables that are restored."""
    async with open_room(kept, GAMES) as room:
        links = await come(room, 8)
        id = await begin(links, rounds=2, boards=1)  # noqa: A001
        await seated(links, playing=True)
    other = {**GAMES, GAME: replace(GAMES[GAME], maker=next_version)}
    tables: list[set[str]] = []
    for _ in range(2):
        async with open_room(kept, other) as room:
            links = [await back(room, each.token) for each in links]
            state = await room.tournaments.get(id)
            if state.round == 1:
                await until(lambda state=state: not state.open_tables)
                await links[0].do("direct_tournament", id=id, order="pair")
            await seated(links, playing=True)
            tables.append({each.live.session.id for each in links if each.live})
    assert tables[0] == tables[1]
    assert {table for table, each in state.meetings.items() if each.closed}.isdisjoint(tables[0])


def next_version(**options: Any) -> Game[Any]:
    game = GAMES[GAME].make(**options)
    game.version += 1  # type: ignore[misc]
    return game


@pytest.mark.parametrize("error", [OptionError("there is no such rule any more"), LookupError("3d")])
async def test_a_room_opens_without_tournaments_whose_game_can_not_be_made(config: Config, error: Exception) -> None:
    def fails(**_: Any) -> Game[Any]:
        raise error

    async with open_room(config, GAMES) as room:
        links = await come(room, 4)
        await begin(links)
        await seated(links, playing=True)
    with capture_logs() as logs:
        async with open_room(config, {**GAMES, GAME: replace(GAMES[GAME], maker=fails)}) as room:
            assert not room.tournaments.living()
            assert (await back(room, links[0].token)).person is not None
    assert any(each["event"] == "a tournament can't go on" for each in logs)
    async with open_room(config, GAMES) as room:
        assert len(room.tournaments.living()) == 1


async def test_a_tournament_is_there_with_who_opened_it_or_not_at_all(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who opens one again after a failure of the database has one, and not a second one in which nobody is."""
    async with open_room(config, GAMES) as room:
        (anna,) = await come(room, 1)

        async def fails(*_: Any, **__: Any) -> None:
            raise StoreError("the database is gone")

        with monkeypatch.context() as patched:
            patched.setattr(room.store.tournaments, "append", fails)
            with contextlib.suppress(StoreError):
                await anna.do("open_tournament", game=GAME)
        assert [each.people for each in room.tournaments.rows()] == [1]


async def test_tables_that_were_stored_though_it_seemed_to_fail_are_played_at(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection to the database may be lost as it commits."""
    async with open_room(config, GAMES) as room:
        links, real, tables = await come(room, 8), room.store.tables.open, set[str]()

        async def lost(table: str, *args: Any) -> None:
            await real(table, *args)
            tables.add(table)
            raise StoreError("the connection was lost")

        with monkeypatch.context() as patched:
            patched.setattr(room.store.tables, "open", lost)
            await begin(links)
            await until(lambda: len(tables) == 2)
        await seated(links, playing=True)
        assert {each.live.session.id for each in links if each.live} == tables


async def test_pairs_play_a_howell(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        links = await come(room, 5)
        first = links[0]
        with pytest.raises(Refused, match="no_pairs"):
            await first.do("open_tournament", game=GAME, kind="howell")
        await first.do("open_tournament", game="spades", kind="howell", rounds=9, boards=1)
        id = first.last("tournament")["id"]  # noqa: A001
        for each in links[1:]:
            await each.do("join_tournament", id=id)
        await links[1].do("join_tournament", id=id, partner="Ann04")
        await links[4].do("join_tournament", id=id, partner="Ann01")
        await first.do("direct_tournament", id=id, order="start")
        state = await settle(links, id, first)
    assert (state["round"], state["rounds"]) == (3, 3), "three pairs and a computer pair meet each other once"
    partners = {row["name"]: row.get("partner", "") for row in state["standing"]}
    assert partners == {"Ann00": "Ann02", "Ann01": "Ann04", "Ann02": "Ann00", "Ann03": "", "Ann04": "Ann01"}
    points = {row["name"]: row["points"] for row in state["standing"]}
    assert points["Ann01"] == points["Ann04"]
    assert points["Ann00"] == points["Ann02"]


async def test_teams_of_four_play_a_match_at_two_tables_and_a_restart_loses_nothing(kept: Config) -> None:
    async with open_room(kept, GAMES) as room:
        links = await come(room, 6)
        first = links[0]
        with pytest.raises(Refused, match="no_pairs"):
            await first.do("open_tournament", game=GAME, kind="teams")
        await first.do("open_tournament", game="bridge", kind="teams", rounds=2, boards=1)
        id = first.last("tournament")["id"]  # noqa: A001
        for each in links[1:5]:
            await each.do("join_tournament", id=id)
        for me, partner, others in ((1, 3, [2, 4]), (3, 1, [4, 2]), (2, 4, [1, 3]), (4, 2, [3, 1])):
            named = [f"Ann{each:02}" for each in others]
            await links[me].do("join_tournament", id=id, partner=f"Ann{partner:02}", others=named)
        await first.do("direct_tournament", id=id, order="start")
        await seated(links[:5], playing=True)
        state = await room.tournaments.get(id)
        names = [[state.entrants[each].name for each in team] for team in state.teams]
        assert names == [["Ann01", "Ann03", "Ann02", "Ann04"], ["Ann00"]]
        assert len(state.open_tables) == 2
        seeds = {each.live.session.table.seed for each in links[:5] if each.live and each.live.session.table}
        assert len(seeds) == 1, "both tables of a match have the same cards"
        assert {each.live.session.id for each in links[1:5:2] if each.live} != {
            each.live.session.id for each in links[2:5:2] if each.live
        }
        await links[5].do("join_tournament", id=id)
        tokens = [each.token for each in links]
    async with open_room(kept, GAMES) as room:  # in the midst of the first board
        links = [FakeLink(room) for _ in tokens]
        for link, token in zip(links, tokens, strict=True):
            await link.do("hello", v=1, token=token)
        told = await settle(links, id, links[0])
        state = await room.tournaments.get(id)
        assert not any(each.closed for each in state.meetings.values())
        assert [len(each.people) for each in state.meetings.values()] == [3, 2, 4, 2], "late, as the partner"
        await until(lambda: not state.open_tables)
        await links[0].do("get_tournament", id=id)
        told = links[0].last("tournament")
        await links[0].do("export_tournament", id=id, form="csv")
        assert "Ann05,Ann00,Ann00," in links[0].last("tournament_text")["text"]
        rows = {each["name"]: each for each in told["standing"]}
        assert [each["team"] for each in rows.values()].count(["Ann00", "Ann05"]) == 2
        assert rows["Ann00"]["points"] == rows["Ann05"]["points"] == pytest.approx(40 - rows["Ann04"]["points"])
        lead = 0
        for number in (1, 2):
            one, other = (each for each in state.meetings.values() if each.round == number)
            lead += imps(sum(each.scores[number][each.sides.index(0)] for each in (one, other)))
        assert rows["Ann01"]["extra"] == -rows["Ann05"]["extra"] == lead

        await until(lambda: all(not each.live for each in links))
        await links[0].do("export_tournament", id=id, form="pbn")
        text = links[0].last("tournament_text")["text"]
        assert text.count('[Room "Open"]') == text.count('[Room "Closed"]') == 2
        assert '[HomeTeam "Ann01"]' in text


async def test_a_table_of_a_match_at_which_computers_sit_alone_is_played_and_moves_no_rating(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, pace_factor=1000.0), GAMES) as room:
        links = await come(room, 2)
        id = await begin(links, game="spades", kind="teams", rounds=1, rated=True)  # noqa: A001
        await seated(links, playing=True)
        tokens = [each.token for each in links]
    async with open_room(settings(tmp_path), GAMES) as room:  # nobody comes to that table, who would wake it
        links = [await back(room, token) for token in tokens]
        await seated(links)
        state = await room.tournaments.get(id)
        alone = next(each for each in state.meetings.values() if not each.people)
        await until(lambda: alone.over)
        assert not alone.closed
        shown = await settle(links, id, links[0])
        assert {row["points"] for row in shown["standing"]} <= {0.0, 10.0, 20.0}
        assert all(row["played"] == 1 for row in shown["standing"])
        happened = [events.decode(each.payload) for each in await room.store.tournaments.events(id)]
        (rated,) = [each for each in happened if isinstance(each, Rated)]
        assert not any(alone.table in each.tables for each in rated.fields)
        assert {who for each in rated.fields for side in each.sides for who in side} > {*state.entrants}


async def test_nobody_is_brought_to_a_table_that_is_not_open_yet(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        links = await come(room, 8)
        going, opened, opens = asyncio.Event(), room.store.tables.open, 0

        async def slow(*args: Any) -> None:
            nonlocal opens
            opens += 1
            if opens == 1:
                await going.wait()
            await opened(*args)

        room.store.tables.open = slow  # type: ignore[method-assign]
        id = await begin(links[:4], kind="arena", minutes=5)  # noqa: A001
        await until(lambda: opens)
        with capture_logs() as logs:
            for each in links[4:]:
                await each.do("join_tournament", id=id)
            await room.tournaments.follow(id)
            assert len((await room.tournaments.get(id)).open_tables) == 2
            going.set()
            await seated(links)
        assert not [each for each in logs if "could not be brought" in each["event"]]


async def test_who_leaves_a_table_as_it_ends_is_brought_to_the_next_one_at_once(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        links = await come(room, 4)
        id = await begin(links)  # noqa: A001
        await seated(links, playing=True)
        live, rng = room.tables.live[links[0].state["id"]], Random(1)
        while live.session.phase == "playing":
            for each in links:
                await each.act(rng)
        real, ended = live.do, asyncio.Event()

        async def do(command: Any, *args: Any, **more: Any) -> None:
            if command is seats.leave and not ended.is_set():
                ended.set()
                for each in links:
                    await real(dealing.ready, each.person.id if each.person else "", live.session.step)
            elif command is seats.leave:
                await until(lambda: live.session.ended)
            await real(command, *args, **more)

        live.do = do  # type: ignore[method-assign]
        state = await room.tournaments.get(id)
        await until(lambda: not state.open_tables)
        with capture_logs() as logs:
            await links[0].do("direct_tournament", id=id, order="pair")
            await until(lambda: all(each.live not in (None, live) for each in links))
        assert ended.is_set()
        assert not [each for each in logs if "could not be brought" in each["event"]]


# --- ratings


def by_openskill(rated: Sequence[Rated]) -> dict[str, tuple[float, float]]:
    """The ratings by the stored events alone."""
    model = PlackettLuce(tau=0.025)
    known: dict[str, Any] = {}
    for field in (each for board in rated for each in board.fields):
        sides = [
            [known.get(who, model.rating()) if isinstance(who, str) else model.rating(who, 1.0) for who in side]
            for side in field.sides
        ]
        for side, after in zip(field.sides, model.rate(sides, ranks=field.places), strict=True):
            known |= {who: new for who, new in zip(side, after, strict=True) if isinstance(who, str)}
    return {who: (each.mu, each.sigma) for who, each in known.items()}


async def rows(room: Room, what: Any) -> list[Any]:
    async with room.store._reading() as connection:
        return list(await connection.execute(select(what)))


async def test_boards_of_a_rated_tournament_move_ratings_once_and_who_is_deleted_takes_nobodys_away(
    kept: Config,
) -> None:
    async with open_room(kept) as room:
        links = await come(room, 6)
        assert await links[0].refused("open_tournament", game="gift", rated=True, computers="lowest") == "no_rating"
        id = await begin(links, game="gift", rounds=2, boards=2, rated=True)  # noqa: A001
        await seated(links, playing=True)
        tokens = [each.token for each in links]
    async with open_room(kept) as room:  # in the midst of the first board
        links = [FakeLink(room) for _ in tokens]
        for link, token in zip(links, tokens, strict=True):
            await link.do("hello", v=1, token=token)
        await seated(links)
        state = await settle(links, id, links[0])
        assert state["rated"]
        happened = [events.decode(each.payload) for each in await room.store.tournaments.events(id)]
        rated = [each for each in happened if isinstance(each, Rated)]
        assert sorted(each.board for each in rated) == [1, 2, 3, 4]
        assert {len(each.tables) for each in rated[0].fields} == {2}, "both tables began the first board at once"
        found = {each.person_id: (each.mu, each.sigma) for each in await rows(room, ratings)}
        expected = by_openskill(rated)
        assert found == {who: (pytest.approx(mu), pytest.approx(sigma)) for who, (mu, sigma) in expected.items()}
        assert len(found) == 6
        times = Counter(who for board in rated for field in board.fields for side in field.sides for who in side)
        assert times == {each.person_id: each.deals for each in await rows(room, ratings)}
        points = await rows(room, rated_deals)
        assert len(points) == sum(times.values())
        assert {each.shared for each in points if each.dealt == 1} == {True}
        await links[0].do("ratings", game="gift")
        assert any(each["shared"] for each in links[0].last("ratings")["course"])
        gone = links[5].person.id if links[5].person else ""
        if links[5].live:
            await links[5].do("leave")
        await links[5].do("bye")
        left = {each.person_id: each.mu for each in await rows(room, ratings)}
        assert left == {who: mu for who, (mu, _) in found.items() if who != gone}
