"""The host's commands over real sockets: what each does to people who are here, and what survives a restart."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from dealt.server.base.config import Config
from dealt.server.base.trouble import StoreError
from dealt.server.room import admin_records, audit
from dealt.session.settings import replace_computer
from tests.server.helpers import (
    PATIENCE,
    Face,
    FakeLink,
    Served,
    asking,
    later,
    open_room,
    play_deal,
    serve,
    settings,
    until,
)

KEY = "a-key-of-the-host-for-tests"
PEER = "203.0.113.5"


def hosted(folder: Path, **more: Any) -> Config:
    """A room with a host who asks from this machine; what players' addresses are, a proxy says."""
    return settings(folder, **{"admin_key": KEY, "proxy": True, "admin": "everywhere", **more})


class Host:
    """Asks the room as its host."""

    def __init__(self, room: Served, client: httpx.AsyncClient):
        self.room = room
        self._client = client

    async def raw(self, content: bytes, **headers: str) -> httpx.Response:
        given = {"authorization": f"Bearer {KEY}", "content-type": "application/json", **headers}
        return await self._client.post(f"{self.room.http}/api/admin", content=content, headers=given)

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer, which is no error."""
        answer = await self.raw(json.dumps({"do": do, **fields}).encode())
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def refused(self, do: str, **fields: Any) -> str:
        """The code with which a question is refused."""
        answer = await self.raw(json.dumps({"do": do, **fields}).encode())
        assert answer.status_code >= 400
        assert answer.json()["text"]
        return str(answer.json()["code"])


@asynccontextmanager
async def opened(config: Config) -> AsyncIterator[Host]:
    async with serve(config) as room, asking(timeout=30) as client:
        yield Host(room, client)


def face(host: Host, address: str = PEER) -> Any:
    """A connection that comes from an address."""
    return Face.open(host.room.ws, additional_headers={"x-forwarded-for": address})


# --- looking


@pytest.mark.slow
async def test_who_is_here_and_what_is_played(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna, face(host) as ben:
        await anna.come("Anna")
        await ben.come("Ben")
        await anna.send("create", game="gift", private=True)
        table = (await anna.hear("table"))["id"]
        await ben.ask("join", "table", table=table, watch=True)
        people = {each["name"]: each for each in (await host.ask("people", here=True))["people"]}
        assert set(people) == {"Anna", "Ben"}
        assert (people["Anna"]["address"], people["Anna"]["table"]) == (PEER, table)
        assert [each["name"] for each in (await host.ask("people", find="NN"))["people"]] == ["Anna"]
        (seen,) = (await host.ask("tables"))["tables"]
        assert (seen["id"], seen["people"], seen["watchers"], seen["private"]) == (table, ["Anna"], ["Ben"], True)
        state = await host.ask("state")
        assert (state["here"], state["tables"], state["read_only"], state["stores"]) == (2, 1, False, True)
        assert "token" not in json.dumps([people, state])


@pytest.mark.slow
async def test_computers_that_failed_are_told(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna:
        await anna.come("Anna")
        await anna.send("create", game="gift", now=True)
        table = (await anna.hear("table"))["id"]
        live = host.room.room.live_tables[table]
        plays = live.session.plays(1)
        await live.do(replace_computer, plays, "random", "late")
        (seen,) = (await host.ask("tables"))["tables"]
        assert [each["args"]["before"] for each in seen["replaced"]] == [plays]


# --- people


async def test_who_is_kicked_leaves_the_table_and_may_come_back(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna, face(host) as ben:
        await anna.come("Anna")
        await ben.come("Ben")
        await anna.send("create", game="gift")
        table = (await anna.hear("table"))["id"]
        await ben.ask("join", "table", table=table)
        await anna.send("start")
        ben.seen.append(await ben.hear("table", lambda t: t["phase"] == "playing"))
        assert (await host.ask("kick", name="anna"))["count"] == 1
        assert await anna.closed() == (4003, "kicked")
        assert [each["code"] for each in anna.seen if each["op"] == "error"] == ["kicked"]
        state = await ben.hear("table", lambda t: "Anna" not in [each["name"] for each in t["seats"]])
        assert [each["kind"] for each in state["seats"]].count("computer") == 2
        assert state["phase"] == "playing"
        ben.seen.append(state)
        await ben.play()  # the deal goes on to its end
        async with face(host) as again:
            assert (await again.back(anna.token))["table"] is None
        assert await host.refused("kick", name="Nobody") == "no_person"


async def test_who_is_banned_comes_back_by_no_way(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as mallory:
        await mallory.come("Mallory")
        answer = await host.ask("ban", what="mallory", seconds=3600, note="rude")
        assert [(each["kind"], each["target"]) for each in answer["bans"]] == [("name", "Mallory")]
        assert answer["address"] == PEER
        assert await mallory.closed() == (4003, "banned")
        (told,) = [each for each in mallory.seen if each["op"] == "error"]
        assert told["say"]["key"] == "error.banned_until"
        assert "rude" not in json.dumps(mallory.seen)  # the note is the host's
        async with face(host) as again:  # by token
            await again.send("hello", v=1, token=mallory.token)
            assert await again.closed() == (4003, "banned")
        for name in ("Mallory", "MALLORY", "Mаllory"):  # by name, and with a Cyrillic a
            async with face(host) as again:
                await again.ask("hello", "welcome", v=1)
                assert (await again.ask("name", "error", name=name))["code"] == "banned"
        async with face(host) as other:  # another name is another person, unless the address is banned too
            await other.come("Malory2")
            (made,) = (await host.ask("ban", what=f"{PEER}"))["bans"]
            assert (made["kind"], made["target"]) == ("address", f"{PEER}/32")
            assert await other.closed() == (4003, "banned")
        async with face(host) as again:
            await again.send("hello", v=1)
            assert await again.closed() == (4003, "banned")
        async with face(host, "203.0.113.6") as neighbour:
            await neighbour.come("Nora")


async def test_sockets_that_are_open_already_are_closed_by_a_ban_of_their_address(tmp_path: Path) -> None:
    async with (
        opened(hosted(tmp_path)) as host,
        face(host, "2001:db8:1::7") as silent,
        face(host, "2001:db8:1:2::8") as looking,
        face(host, "2001:db8:2::9") as other,
    ):
        await looking.ask("hello", "lobby", v=1)
        await other.ask("hello", "lobby", v=1)
        assert (await host.ask("ban", what="2001:db8:1::/48"))["count"] == 2
        assert await silent.closed() == (4003, "banned")
        assert await looking.closed() == (4003, "banned")
        await other.ask("name", "you", name="Olga")


async def test_a_ban_with_the_address_meets_all_of_a_persons_ways(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host, "2001:db8:1:2::3") as mallory:
        await mallory.come("Mallory")
        bans = (await host.ask("ban", what="Mallory", address=True))["bans"]
        assert [each["target"] for each in bans] == ["Mallory", "2001:db8:1:2::/64"]
        await mallory.closed()
        async with face(host, "2001:db8:1:2:3::") as again:
            await again.send("hello", v=1)
            assert await again.closed() == (4003, "banned")


async def test_bans_that_are_over_are_deleted_once_the_clock_is_trusted(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host:
        await host.ask("ban", what="Mallory", seconds=60)
        await host.ask("mute", name=(await named(host, "Anna"))["name"])
        room = host.room.room
        later(room, 30 * 86400, ran=0)  # a clock that was set wrong
        await room.tidy()
        assert len(list(room.hosting.sanctions)) == 2
        later(room, -30 * 86400, ran=0)
        assert len((await host.ask("bans"))["bans"]) == 2  # it holds again
        await room.tidy()  # it notices that leap too
        later(room, 7200)
        await room.tidy()
        assert [each.kind for each in room.hosting.sanctions] == ["mute"]
        kept = sqlite3.connect(tmp_path / "dealt.db")
        assert kept.execute("select kind from sanctions").fetchall() == [("mute",)]
        kept.close()


async def named(host: Host, name: str) -> dict[str, Any]:
    """Somebody who came and went."""
    async with face(host) as each:
        return dict(await each.come(name))


async def test_bans_end_by_themselves_or_are_lifted(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host:
        await host.ask("ban", what="Mallory", seconds=60)
        await host.ask("ban", what=PEER)
        assert len((await host.ask("bans"))["bans"]) == 2
        later(host.room.room, 61)
        assert [each["target"] for each in (await host.ask("bans"))["bans"]] == [f"{PEER}/32"]
        assert (await host.ask("lift", what=f"{PEER}/32"))["count"] == 1
        assert await host.refused("lift", what=PEER) == "no_ban"
        async with face(host) as mallory:
            await mallory.come("Mallory")


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("0.0.0.0/0", "wide_network"),
        ("::/0", "wide_network"),
        ("198.51.100.0/99", "bad_address"),
        ("a/b", "bad_address"),
        ("198.51.100.8", "own_address"),
        ("198.51.100.0/24", "own_address"),
        ("127.0.0.1", "own_address"),
        ("::1", "own_address"),
        ("Bob Smith", "name_blank"),
        ("x" * 50, "name_long"),
    ],
)
async def test_bans_that_make_no_sense_are_refused(tmp_path: Path, what: str, code: str) -> None:
    async with opened(hosted(tmp_path)) as host:
        asked = json.dumps({"do": "ban", "what": what}).encode()
        answer = await host.raw(asked, **{"x-forwarded-for": "198.51.100.8"})
        assert (answer.status_code, answer.json()["code"]) == (409, code)
        assert (await host.ask("bans"))["bans"] == []


async def test_who_is_muted_says_nothing(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna:
        await anna.come("Anna")
        await anna.send("create", game="gift")
        await anna.hear("table")
        await host.ask("mute", name="Anna", seconds=60)
        assert (await anna.ask("chat", "error", text="hello"))["code"] == "muted"
        assert (await host.ask("people"))["people"][0]["muted"] is True
        await host.ask("lift", what="Anna", mute=True)
        await anna.send("chat", text="again")
        await anna.hear("talk", lambda t: any(line["text"] == "again" for line in t["lines"]))


@pytest.mark.slow
async def test_bans_and_mutes_survive_a_restart(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna:
        await anna.come("Anna")
        await anna.send("create", game="gift")
        await anna.hear("table")
        await host.ask("mute", name="Anna")
        await host.ask("ban", what="Mallory")
        await host.ask("read_only", on=True)
    async with opened(hosted(tmp_path)) as host:
        assert {(each["kind"], each["target"]) for each in (await host.ask("bans"))["bans"]} == {
            ("mute", "Anna"),
            ("name", "Mallory"),
        }
        async with face(host) as again:
            await again.back(anna.token)
            assert (await again.ask("chat", "error", text="hello"))["code"] == "muted"
        async with face(host) as mallory:
            await mallory.ask("hello", "welcome", v=1)
            assert (await mallory.ask("name", "error", name="Mallory"))["code"] == "banned"
        assert (await host.ask("state"))["read_only"] is False
        lines = (await host.ask("audit"))["lines"]
        assert [each["action"] for each in lines] == ["read_only", "ban", "mute"]
        assert [each["action"] for each in (await host.ask("audit", most=1))["lines"]] == ["read_only"]


async def test_a_person_is_exported_and_deleted(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna:
        await anna.come("Anna")
        await anna.send("quick", game="gift")
        await anna.play()
        room = host.room.room
        await until(lambda: room.people.by_name("Anna") and not next(iter(room.live_tables.values())).session.uncounted)
        (record,) = (await host.ask("export", name="Anna"))["people"]
        assert record["name"] == "Anna"
        assert [each["game"] for each in record["results"]] == ["gift"]
        assert "token" not in record
        assert len((await host.ask("export"))["people"]) == 1
        # she still sits at her table
        assert (await host.ask("forget", name="Anna"))["count"] == 1
        assert await anna.closed() == (4003, "deleted")
        await until(lambda: not room.live_tables)
        assert await host.refused("export", name="Anna") == "no_person"
        assert (await host.ask("export"))["people"] == []
        async with face(host) as again:
            await again.send("hello", v=1, token=anna.token)
            assert (await again.hear("welcome"))["stale"] is True
        async with face(host) as other:
            await other.come("Anna")
        assert "Anna" not in json.dumps((await host.ask("audit", most=1))["lines"])
    kept = sqlite3.connect(tmp_path / "dealt.db")
    assert kept.execute("select count(*) from results").fetchone() == (0,)
    kept.close()


# --- the room


async def test_a_table_is_closed(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna:
        await anna.come("Anna")
        await anna.send("quick", game="gift")
        table = (await anna.hear("table", lambda t: t["phase"] == "playing"))["id"]
        await host.ask("close", table=table)
        assert (await anna.hear("left"))["why"] == "closed"
        assert (await anna.ask("join", "error", table=table))["code"] == "no_table"
        assert await host.refused("close", table=table) == "no_table"
        await anna.send("quick", game="gift")
        await anna.hear("table")


@pytest.mark.slow
async def test_clubs_and_tournaments_are_listed_and_ended(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna, face(host) as ben:
        await anna.come("Anna")
        await ben.come("Ben")
        club = await anna.ask("open_club", "club", name="Tuesday", kind="class")
        await ben.ask("join_club", "club", code=club["code"])
        cup = await anna.ask("open_tournament", "tournament", game="gift", name="Cup", club=club["id"])
        (seen,) = (await host.ask("clubs"))["clubs"]
        told = seen["id"], seen["name"], seen["kind"], seen["members"], seen["leaders"]
        assert told == (club["id"], "Tuesday", "class", 2, ["Anna"])
        assert club["code"] not in json.dumps(seen), "the host does not come in by it"
        (event,) = (await host.ask("tournaments"))["tournaments"]
        assert (event["id"], event["by"], event["club"], event["phase"]) == (cup["id"], "Anna", "Tuesday", "open")
        assert await host.refused("order", tournament=cup["id"], order="start") == "tournament_alone"
        await host.ask("order", tournament=cup["id"], order="pause")
        assert (await host.ask("tournaments"))["tournaments"][0]["paused"]
        assert await host.refused("order", tournament="none", order="end") == "no_tournament"
        assert await host.refused("end_club", club="none") == "no_club"
        await ben.ask("clubs", "clubs")
        assert (await host.ask("end_club", club=club["id"]))["count"] == 2
        assert (await ben.hear("clubs"))["clubs"] == []
        while (await host.ask("tournaments"))["tournaments"]:  # it ends by itself
            await asyncio.sleep(0.1)
        assert await host.refused("order", tournament=cup["id"], order="end") == "tournament_time"
        assert (await host.ask("clubs"))["clubs"] == []
        lines = [(each["action"], each["target"], each["detail"]) for each in (await host.ask("audit"))["lines"]]
        assert lines == [("end_club", "Tuesday", ""), ("order", "Cup", "pause")]


@pytest.mark.slow
async def test_everybody_hears_what_the_host_announces(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna, face(host) as looking:
        await anna.come("Anna")
        await anna.send("create", game="gift")
        await looking.ask("hello", "welcome", v=1)
        assert (await host.ask("announce", text=" At ten\x07 the room restarts ", seconds=0.4))["count"] == 2
        for each in (anna, looking):
            assert (await each.hear("host"))["text"] == "At ten the room restarts"
        async with face(host) as newcomer:
            await newcomer.ask("hello", "host", v=1)
        assert (await anna.hear("host"))["text"] == ""
        async with face(host) as newcomer:
            await newcomer.come("Ben")
            assert not [each for each in newcomer.seen if each["op"] == "host"]


async def test_read_only_lets_deals_be_finished_and_nothing_new_begin(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna, face(host) as ben:
        await anna.come("Anna")
        await ben.come("Ben")
        await anna.send("quick", game="gift")
        await anna.hear("table", lambda t: t["phase"] == "playing")
        await host.ask("read_only", on=True)
        assert (await anna.hear("host"))["read_only"] is True
        assert (await ben.ask("create", "error", game="gift"))["code"] == "read_only"
        async with face(host) as newcomer:
            await newcomer.ask("hello", "host", v=1)
            assert (await newcomer.ask("name", "error", name="Cleo"))["code"] == "read_only"
        over = await anna.play()
        await anna.send("ready", step=over["step"])
        state = await anna.hear("table", lambda t: any(each["ready"] for each in t["seats"]))
        assert state["phase"] in ("over", "final")
        await asyncio.sleep(0.05)
        (live,) = host.room.room.live_tables.values()
        assert live.session.phase in ("over", "final")
        await host.ask("read_only", on=False)
        await anna.hear("table", lambda t: t["phase"] == "playing")  # what has waited begins


async def test_read_only_meets_a_table_that_is_being_opened(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        link = await FakeLink(room).come("Anna")
        reached, held = asyncio.Event(), asyncio.Event()
        make = room.workshop.explaining

        async def slowly(*given: Any) -> Any:
            made = await make(*given)
            reached.set()
            await held.wait()
            return made

        room.workshop.explaining = slowly  # type: ignore[method-assign]
        creating = asyncio.create_task(link.refused("create", game="gift"))
        await asyncio.wait_for(reached.wait(), PATIENCE)
        room.hosting.set_read_only(True)
        held.set()
        assert await creating == "read_only"
        assert not room.live_tables
        room.hosting.set_read_only(False)
        await link.do("create", game="gift")
        await link.do("start")
        room.hosting.set_read_only(True)
        await play_deal(room, [link])  # an action under way is carried out


async def held(things: Any, name: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Hold something back until it is let go: the events for that it was begun, and that it may go on."""
    begun, free, do = asyncio.Event(), asyncio.Event(), getattr(things, name)

    async def slowly(*given: Any, **more: Any) -> Any:
        begun.set()
        await free.wait()
        return await do(*given, **more)

    setattr(things, name, slowly)
    return begun, free


async def test_a_ban_meets_somebody_who_is_just_coming_in(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as mallory:
        begun, free = await held(host.room.room.store.people, "add")
        await mallory.ask("hello", "welcome", v=1)
        await mallory.send("name", name="Mallory")
        await begun.wait()
        await host.ask("ban", what="Mallory")
        free.set()
        assert (await mallory.hear("error"))["code"] == "banned"
        assert not [each for each in mallory.seen if each["op"] == "you"]


@pytest.mark.slow
async def test_a_ban_meets_somebody_who_is_just_opening_a_table(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as mallory:
        await mallory.come("Mallory")
        room = host.room.room
        begun, free = await held(room.workshop, "wanted")
        await mallory.send("create", game="gift")
        await begun.wait()
        banning = asyncio.create_task(host.ask("ban", what="Mallory"))
        assert await mallory.closed() == (4003, "banned")
        free.set()
        await banning
        await until(lambda: not room.live_tables)


async def test_who_is_deleted_meanwhile_sits_down_nowhere(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna, face(host) as ben:
        await anna.come("Anna")
        await ben.come("Ben")
        await ben.send("create", game="gift")
        table = (await ben.hear("table"))["id"]
        room = host.room.room
        person = room.people.by_name("Anna")
        assert person
        async with person.lock:
            await anna.send("join", table=table)
            waiters = lambda: len(person.lock._waiters or ())  # type: ignore[attr-defined]  # noqa: E731
            await until(lambda: waiters() == 1)
            deleting = asyncio.create_task(host.ask("forget", name="Anna"))
            await until(lambda: waiters() == 2)
            room.people.remove(person)  # as if the deletion had come first
        await deleting
        live = room.live_tables[table]
        assert [guest.name for guest in live.session.guests.values()] == ["Ben"]


async def test_no_deal_begins_by_any_way_while_the_room_is_read_only(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        link = await FakeLink(room).come("Anna")
        await link.do("create", game="gift")
        room.hosting.set_read_only(True)
        assert await link.refused("start") == "read_only"
        room.hosting.set_read_only(False)
        alone = await FakeLink(room).come("Ben")
        await alone.do("quick", game="elevens")
        room.hosting.set_read_only(True)
        assert await alone.refused("deal", step=alone.state["step"]) == "read_only"
        assert await alone.refused("deal", step=alone.state["step"], same=True) == "read_only"


async def test_everybody_is_exported_some_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin_records, "EXPORTED", 2)
    async with opened(hosted(tmp_path)) as host:
        for n in range(5):
            async with face(host) as one:
                await one.come(f"Ann{n}")
        found, after, answers = [], "", 0
        while answers == 0 or after:
            answer = await host.ask("export", after=after)
            found += [each["name"] for each in answer["people"]]
            after, answers = answer["next"], answers + 1
        assert (sorted(found), answers) == ([f"Ann{n}" for n in range(5)], 3)
        assert [each["action"] for each in (await host.ask("audit"))["lines"]] == ["export"]


@pytest.mark.slow
async def test_a_backup_is_a_whole_private_database(tmp_path: Path) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna:
        await anna.come("Anna")
        answer = await host.ask("backup")
        file = Path(answer["file"])
        assert (stat.S_IMODE(file.stat().st_mode), stat.S_IMODE(file.parent.stat().st_mode)) == (0o600, 0o700)
        assert file.stat().st_size == answer["size"] > 0
        copy = sqlite3.connect(file)
        assert copy.execute("pragma integrity_check").fetchone() == ("ok",)
        assert copy.execute("select name from people").fetchall() == [("Anna",)]
        copy.close()
        assert list(file.parent.glob("*.part")) == []
        assert (await host.ask("audit"))["lines"][0]["target"] == str(file)
    async with opened(hosted(tmp_path, database=f"sqlite:///{file}")) as host, face(host) as again:
        assert (await again.back(anna.token))["name"] == "Anna"


@pytest.mark.slow
async def test_a_backup_that_can_t_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    async with opened(hosted(tmp_path, backups=str(tmp_path / "file" / "inside"))) as host:
        assert await host.refused("backup") == "host_storage"
    async with opened(hosted(tmp_path, database="sqlite://")) as host:
        assert await host.refused("backup") == "no_backup"


async def test_what_the_host_does_holds_even_if_the_audit_can_t_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(hosted(tmp_path)) as host, face(host) as anna:
        await anna.come("Anna")

        async def fails(*_: object) -> None:
            raise StoreError("the disk is full")

        monkeypatch.setattr(host.room.room.store.writer, "put", fails)
        assert await host.refused("ban", what="Anna") == "host_storage"  # a ban that is not stored does not hold
        assert (await host.ask("kick", name="Anna"))["count"] == 1
        assert await anna.closed() == (4003, "kicked")


@pytest.mark.slow
@pytest.mark.postgres
async def test_on_postgresql_all_but_the_backup_works_alike(tmp_path: Path, postgres_database: str) -> None:
    config = hosted(tmp_path, database=postgres_database)
    async with opened(config) as host, face(host) as anna:
        await anna.come("Anna")
        await host.ask("mute", name="Anna")
        await host.ask("ban", what=PEER, seconds=60)
        assert await anna.closed() == (4003, "banned")
        assert await host.refused("backup") == "no_backup"
        assert (await host.ask("state"))["database"] == "PostgreSQL"
        assert [each["name"] for each in (await host.ask("export"))["people"]] == ["Anna"]
    async with opened(config) as host:
        assert {each["kind"] for each in (await host.ask("bans"))["bans"]} == {"mute", "address"}
        await host.ask("lift", what=PEER)
        await host.ask("forget", name="Anna")
        lines = (await host.ask("audit"))["lines"]
        assert [each["action"] for each in lines] == ["forget", "lift", "export", "ban", "mute"]


async def test_the_audit_keeps_the_newest_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "AUDIT_KEPT", 3)
    async with opened(hosted(tmp_path)) as host:
        for n in range(6):
            await host.ask("announce", text=f"line {n}")
        assert [each["target"] for each in (await host.ask("audit"))["lines"]] == ["line 5", "line 4", "line 3"]
