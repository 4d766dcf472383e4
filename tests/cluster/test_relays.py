"""A person who is connected at one process plays at the table of another."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import msgspec
import pytest

from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus
from dealt.server.cluster.clustered import Clustered
from dealt.server.room.room import Room
from dealt.wire import protocol
from dealt.wire.refusal import Refused
from tests.cluster.conftest import OpenRoom
from tests.server.helpers import FakeLink, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.turns(2)]


async def at_one_table(here: Room, there: Room, link: FakeLink | None = None) -> tuple[FakeLink, FakeLink, str]:
    """Anna has a table at ``there``; Ben is connected to ``here``, by that link, and has come to it."""
    anna, ben = await FakeLink(there).come("Anna"), await (link or FakeLink(here)).come("Ben")
    await anna.do("create", game="gift")
    table = anna.state["id"]
    await ben.do("join", table=table)
    await until(lambda: ben.messages("table"))
    return anna, ben, table


async def test_somebody_plays_at_the_table_of_another_process(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    assert not here.live_tables
    assert ben.relay
    assert ben.state["id"] == table
    await until(lambda: "Ben" in str(anna.state["seats"]))


async def play(owner: Room, links: list[FakeLink]) -> None:
    """Let these people play the deal of their table to its end."""
    table = links[0].state["id"]
    session = owner.live_tables[table].session

    async def one(link: FakeLink) -> None:
        while session.phase == "playing":
            state = link.state
            if state["view"] and state["seat"] in state["view"]["turn"] and state["view"]["legal"]:
                with contextlib.suppress(Refused):
                    await link.act()
            await asyncio.sleep(0.005)

    async with asyncio.timeout(20):
        await asyncio.gather(*map(one, links))
    await until(lambda: all(link.state["step"] == session.step for link in links))


async def test_a_deal_is_played_and_talked_about_over_two_processes(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, _ = await at_one_table(here, there)
    await anna.do("start")
    await play(there, [anna, ben])
    assert ben.state["phase"] == anna.state["phase"] == "over"
    assert ben.state["log"] or ben.state["log_from"]
    await ben.do("chat", text="well played")
    await until(lambda: "well played" in str(anna.messages("talk")))
    await until(lambda: "well played" in str(ben.messages("talk")))
    await ben.do("record")
    assert ben.last("record")["record"]
    await ben.do("replay", deal=0)
    assert ben.last("replay")["frames"]
    await ben.do("statistics")  # of the database: their own process answers


async def test_what_comes_right_after_something_was_lost_is_not_shown(another: OpenRoom) -> None:
    there, here = await another(), await another()
    _, ben, _ = await at_one_table(here, there)
    bus, sender = clustered(here).bus, clustered(there).number
    assert isinstance(bus, Bus)
    frame = msgspec.json.encode({**ben.state, "log_from": 7})
    late = notes.Frame(ben.relay.number, frame, table=True, alone=False)
    bus._take(notes.pack(sender, clustered(here).number, bus._got[sender, False] + 2, [late]))
    await until(lambda: ben.state["stalled"])
    await until(lambda: not ben.state["stalled"])
    assert [each["log_from"] for each in ben.messages("table")] == [0] * len(ben.messages("table"))


async def test_who_was_refused_on_the_way_is_not_shown_the_table(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben = await FakeLink(there).come("Anna"), await FakeLink(here).come("Ben")
    await anna.do("create", game="gift")
    assert ben.person is not None
    relay = clustered(here).gateway.open(ben, ben.person, "", clustered(there).number)
    coming = asyncio.ensure_future(relay.carry_out(protocol.Join(anna.state["id"])))
    await asyncio.sleep(0)
    relay.lose()  # a note was lost, perhaps the one that says that they sit
    relay.frame(notes.Frame(relay.number, msgspec.json.encode(anna.state), table=True, alone=False))
    with pytest.raises(Refused, match="unreachable"):
        await coming
    assert not ben.messages("table")


async def test_refusals_come_back_as_they_are_at_the_table(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    assert await ben.refused("act", step=0, action="give 2c") == "not_started"
    assert await ben.refused("create", game="gift") == "at_table"
    assert await ben.refused("name", name="Benno") == "named"
    assert await ben.refused("pace", pace="fast") == "not_pacer"
    await anna.do("start")
    await until(lambda: ben.state["phase"] == "playing")
    assert await ben.refused("act", step=ben.state["step"], action="nonsense") == "illegal"
    frames = len(ben.messages("table"))
    assert await ben.refused("act", step=ben.state["step"] + 7, action="give 2c") == "stale"
    await until(lambda: len(ben.messages("table")) > frames)  # the newest state, so that they see why
    assert await ben.refused("join", table="nowhere") == "no_table"
    cleo = await FakeLink(here).come("Cleo")
    await cleo.do("create", game="gift")
    assert await ben.refused("join", table=cleo.state["id"]) == "at_table"
    assert table in there.live_tables


async def test_who_leaves_is_in_the_lobby_of_their_own_process(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    lobbies = len(ben.messages("lobby"))
    await ben.do("leave")
    await until(lambda: len(ben.messages("lobby")) > lobbies)
    assert ben.last("left")["why"] == "left"
    assert ben.relay is None
    await until(lambda: "Ben" not in str(anna.state["seats"]))
    await until(lambda: [each["id"] for each in ben.last("lobby")["tables"]] == [table])
    await ben.do("join", table=table)
    await until(lambda: "Ben" in str(anna.state["seats"]))


async def test_who_is_lost_is_away_and_comes_back_by_another_process(another: OpenRoom) -> None:
    there, here, third = await another(), await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    here.drop(ben)
    await until(lambda: any(seat.get("away") for seat in anna.state["seats"]))
    again = FakeLink(third)
    await again.do("hello", v=1, token=ben.token)
    assert again.last("you")["table"] == table
    await until(lambda: again.messages("table"))
    await until(lambda: not any(seat.get("away") for seat in anna.state["seats"]))
    owner = FakeLink(there)  # the table's own process
    await owner.do("hello", v=1, token=ben.token)
    await until(lambda: again.closed)
    assert again.closed == (4001, "elsewhere")
    assert owner.state["id"] == table
    assert owner.relay is None


async def test_the_newest_tab_wins_wherever_it_is(another: OpenRoom) -> None:
    one, two = await another(), await another()
    first = await FakeLink(one).come("Ben")
    second = FakeLink(two)
    await second.do("hello", v=1, token=first.token)
    await until(lambda: first.closed)
    assert first.closed == (4001, "elsewhere")
    assert second.closed is None
    third = FakeLink(one)
    await third.do("hello", v=1, token=first.token)
    await until(lambda: second.closed)
    assert third.closed is None
    assert one.cluster.listings.here == 0
    await until(lambda: two.cluster.listings.here == 1)


async def test_the_lobby_is_one(another: OpenRoom) -> None:
    there, here = await another(), await another()
    watcher = await FakeLink(here).come("Cleo")
    anna = await FakeLink(there).come("Anna")
    await anna.do("create", game="gift")
    table = anna.state["id"]
    await until(lambda: [each["id"] for each in watcher.last("lobby")["tables"]] == [table])
    await until(lambda: watcher.last("lobby")["people"] == 2)
    found = here.invitation(table)
    assert found is not None
    assert found[0].by == "Anna"
    await watcher.do("join", table=table)
    await until(lambda: watcher.messages("table"))
    assert watcher.state["id"] == table
    await anna.do("leave")
    await watcher.do("leave")
    await until(lambda: watcher.last("lobby")["tables"] == [])


class Slow(FakeLink):
    """Somebody whose connection takes no table for a while."""

    def __init__(self, room: Room):
        super().__init__(room)
        self.takes = True
        self.held: list[tuple[bytes, Callable[[], None]]] = []

    def pass_on(self, frame: bytes, taken: Callable[[], None] | None = None) -> None:
        if self.takes or taken is None:
            super().pass_on(frame, taken)
        else:
            self.held.append((frame, taken))

    def take_all(self) -> None:
        self.takes = True
        for frame, taken in self.held:
            super().pass_on(frame, taken)
        self.held.clear()


async def test_no_table_is_made_for_who_does_not_read(another: OpenRoom) -> None:
    there, here = await another(), await another()
    ben = Slow(here)
    anna, _, table = await at_one_table(here, there, ben)
    session = there.live_tables[table].session
    ben.takes = False
    for n in range(30):
        await anna.do("chat", text=f"line {n}")
        await anna.do("pace", pace=("fast", "instant")[n % 2])  # each is a new state
    await until(lambda: "line 29" in str(ben.messages("talk")))  # every line of talk comes, however slow they are
    assert 0 < len(ben.held) < 20
    await anna.do("start")
    await until(lambda: session.phase != "waiting")
    ben.take_all()
    await until(lambda: ben.state["step"] == session.step)
    assert ben.state["pace"] == "instant"
    assert there.live_tables[table].links[ben.person.id].remote  # type: ignore[union-attr]
    ben.takes = False
    here.drop(ben)  # who goes without having read is away as anybody else
    await until(lambda: any(seat.get("away") for seat in anna.state["seats"]))


async def test_hints_analyses_and_long_answers_come_from_the_table(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, _ = await at_one_table(here, there)
    await anna.do("start")
    await until(lambda: ben.state["phase"] == "playing" and ben.choice())
    await ben.do("hint", step=ben.state["step"])
    await until(lambda: ben.messages("hinted"))
    await play(there, [anna, ben])
    asked = asyncio.gather(*(ben.do("replay", deal=0) for _ in range(3)), ben.do("record"))
    async with asyncio.timeout(20):
        await asked
    assert len(ben.messages("replay")) == 3
    await ben.do("history")
    assert ben.last("history")["deals"][0]["table"] == ben.state["id"]


async def test_who_hangs_up_at_once_is_not_taken_for_somebody_who_is_here(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, _ = await at_one_table(here, there)
    here.drop(ben)
    hasty = [FakeLink(here) for _ in range(5)]
    greeting = [asyncio.create_task(each.do("hello", v=1, token=ben.token)) for each in hasty]
    await asyncio.sleep(0)
    for each in hasty:
        here.drop(each)
    await asyncio.gather(*greeting)
    for each in hasty:
        here.drop(each)  # as a connection does when its last message has been handled
    await until(lambda: any(seat.get("away") for seat in anna.state["seats"]))
    await until(lambda: not clustered(there).hosted._links and not clustered(here).gateway._relays)


def clustered(room: Room) -> Clustered:
    assert isinstance(room.cluster, Clustered)
    return room.cluster


async def test_an_analysis_reaches_who_has_left_the_table_meanwhile(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, _ = await at_one_table(here, there)
    await anna.do("start")
    await play(there, [anna, ben])
    await ben.do("analyse", deal=0)
    await ben.do("leave")
    await until(lambda: ben.messages("analysis") or ben.messages("error"))
    assert ben.relay is None


async def test_play_now_waits_for_no_deal_of_another_process(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna = await FakeLink(there).come("Anna")
    await anna.do("quick", game="gift")
    table = anna.state["id"]
    first, second = [await FakeLink(here).come(each) for each in ("Ben", "Cleo")]
    await until(lambda: [each["phase"] for each in first.last("lobby")["tables"]] == ["playing"])
    await first.do("quick", game="gift")
    assert first.state["id"] != table
    assert first.state["phase"] == "playing"
    await play(there, [anna])
    await until(lambda: "over" in [each["phase"] for each in second.last("lobby")["tables"]])
    await second.do("quick", game="gift")
    await until(lambda: second.messages("table"))
    assert second.state["id"] == table
    await anna.do("ready", step=anna.state["step"])
    await until(lambda: second.state["phase"] == "playing")
    assert second.state["seat"] is not None


async def test_a_crowd_at_two_processes_has_cards_at_once(another: OpenRoom) -> None:
    rooms = await another(), await another()
    crowd = [await FakeLink(rooms[n % 2]).come(f"p{n}") for n in range(40)]
    for known, wave in ((0, crowd[:20]), (20, crowd[20:])):
        await until(lambda: all(len(each.last("lobby")["tables"]) == known for each in wave))  # noqa: B023
        await asyncio.gather(*(link.do("quick", game="gift") for link in wave))
        await until(lambda: all(link.messages("table") for link in wave))  # noqa: B023
        assert [link.state["phase"] for link in wave] == ["playing"] * len(wave)
    assert all(link.state["seat"] is not None for link in crowd)


async def test_cards_of_another_process_are_taken_over(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben = await FakeLink(there).come("Anna"), await FakeLink(here).come("Ben")
    await anna.do("create", game="gift", now=True)
    await ben.do("join", table=anna.state["id"])
    await until(lambda: ben.messages("table"))
    seat = ben.state["takeable"]
    await ben.do("join", table=anna.state["id"], now=True)
    await until(lambda: ben.state["seat"] is not None)
    assert (ben.state["seat"], ben.state["view"]["seat"], ben.state["uncounted"]) == (seat, seat, "taken")
    await play(there, [anna, ben])
    await ben.do("leave")
    await until(lambda: "Ben" not in str(anna.state["seats"]))
