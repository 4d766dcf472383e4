"""What the host asks or orders at one process holds for the whole room."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from dealt.server.room.admin import Admin
from dealt.server.room.room import Room
from dealt.wire import host_protocol as host
from tests.cluster.conftest import OpenRoom
from tests.cluster.test_relays import at_one_table
from tests.server.helpers import FakeLink, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

HOME = "127.0.0.1"


@dataclass
class Door:
    """The host's door of a process, with the connections that it knows."""

    room: Room
    links: list[FakeLink] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.admin = Admin(self.room, lambda: self.links)  # type: ignore[arg-type,return-value]

    async def come(self, name: str) -> FakeLink:
        link = await FakeLink(self.room).come(name)
        link.greeted = True  # type: ignore[attr-defined]
        self.links.append(link)
        return link


async def test_the_host_sees_the_whole_room_from_any_process(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    doors = Door(there, [anna]), Door(here, [ben])
    for door in doors:
        state = await door.admin.do(host.AskState(), HOME)
        assert isinstance(state, host.HostState)
        assert (state.here, state.connections, state.tables, state.people) == (2, 2, 1, 2)
        people = await door.admin.do(host.AskPeople(here=True), HOME)
        assert isinstance(people, host.HostPeople)
        assert {(each.name, each.here, each.table) for each in people.people} == {
            ("Anna", True, table),
            ("Ben", True, table),
        }
        tables = await door.admin.do(host.AskTables(), HOME)
        assert isinstance(tables, host.HostTables)
        assert [(each.id, sorted(each.people)) for each in tables.tables] == [(table, ["Anna", "Ben"])]


async def test_the_host_sends_somebody_out_wherever_they_are(another: OpenRoom) -> None:
    there, here, third = await another(), await another(), await another()
    anna, ben, table = await at_one_table(here, there)
    Door(there, [anna]), Door(here, [ben])
    done = await Door(third).admin.do(host.Kick(name="Ben"), HOME)
    assert isinstance(done, host.HostDone)
    assert done.count == 1
    await until(lambda: ben.closed)
    assert ben.closed == (4003, "kicked")
    await until(lambda: "Ben" not in str(anna.state["seats"]))
    await until(lambda: third.cluster.listings.invitation(table))  # the host has seen it in the list
    done = await Door(third).admin.do(host.CloseTable(table=table), HOME)
    assert isinstance(done, host.HostDone)
    assert done.count == 1
    await until(lambda: anna.messages("left"))
    assert anna.last("left")["why"] == "closed"


async def test_a_ban_and_a_mute_hold_everywhere(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, _ = await at_one_table(here, there)
    door, other = Door(there, [anna]), Door(here, [ben])
    await other.admin.do(host.Mute(name="Anna"), HOME)
    await until(lambda: list(there.hosting.sanctions))
    assert await anna.refused("chat", text="hello") == "muted"
    await other.admin.do(host.Lift(what="Anna", mute=True), HOME)
    await until(lambda: not list(there.hosting.sanctions))
    await anna.do("chat", text="hello")
    done = await door.admin.do(host.Ban(what="Ben"), HOME)
    assert isinstance(done, host.HostDone)
    assert done.count == 1
    await until(lambda: ben.closed)
    again = FakeLink(here)
    assert await again.refused("hello", v=1, token=ben.token) == "banned"


async def test_all_hear_an_announcement_and_newcomers_too(another: OpenRoom) -> None:
    there, here = await another(), await another()
    one, two = Door(there), Door(here)
    anna, ben = await one.come("Anna"), await two.come("Ben")
    await until(lambda: there.cluster.listings.here == 1)
    done = await one.admin.do(host.Announce(text="Supper at eight"), HOME)
    assert isinstance(done, host.HostDone)
    assert done.count == 2
    assert anna.last("host")["text"] == "Supper at eight"
    await until(lambda: ben.messages("host"))
    assert ben.last("host")["text"] == "Supper at eight"
    await two.admin.do(host.SetReadOnly(on=True), HOME)
    await until(lambda: there.hosting.read_only)
    assert await anna.refused("create", game="gift") == "read_only"
    third = await another()
    await until(lambda: third.hosting.read_only)
    assert third.hosting.says.text == "Supper at eight"
    await one.admin.do(host.SetReadOnly(on=False), HOME)
    await until(lambda: not third.hosting.read_only and not here.hosting.read_only)


async def test_the_last_order_counts_though_its_process_has_a_slow_clock(another: OpenRoom) -> None:
    """Each process reckons the clock of the database for itself, and is off by milliseconds, under load by more."""
    there, here = await another(), await another()
    one, two = Door(there), Door(here)
    true = here.runtime.time
    here.runtime.time = lambda: true() - 60  # type: ignore[method-assign]
    await one.admin.do(host.Announce(text="Supper at eight"), HOME)
    await until(lambda: here.hosting.says.text)
    await two.admin.do(host.SetReadOnly(on=True), HOME)
    await until(lambda: there.hosting.read_only, 5.0)
    assert here.hosting.read_only


async def test_who_is_deleted_is_gone_everywhere(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, _ = await at_one_table(here, there)
    Door(there, [anna]), Door(here, [ben])
    await Door(here).admin.do(host.Forget(name="Ben"), HOME)
    await until(lambda: "Ben" not in str(anna.state["seats"]))
    await until(lambda: there.people.by_name("Ben") is None and here.people.by_name("Ben") is None)
    await FakeLink(here).come("Ben")
    await anna.do("bye")
    await until(lambda: here.people.by_name("Anna") is None)
    await FakeLink(here).come("Anna")


async def test_a_picture_is_seen_at_the_table_of_another_process(another: OpenRoom) -> None:
    there, here = await another(), await another()
    anna, ben, _ = await at_one_table(here, there)
    await ben.do("avatar", avatar=3)
    await until(lambda: any(seat.get("avatar") == 3 for seat in anna.state["seats"]))
    await until(lambda: any(seat.get("avatar") == 3 for seat in ben.state["seats"]))
