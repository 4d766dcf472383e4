"""A game for one: undo, giving up, the same cards again, exact odds, and a table whose only seat is a person's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealt.game import Odds, View
from dealt.server.room.room import Room
from dealt.table import Record, commitment
from tests.server.helpers import PATIENCE, Face, FakeLink, Message, open_room, play_deal, serve, settings, until
from tests.server.test_room import people, seated
from tests.server.toys import OWN, TOYS, Peek

pytestmark = pytest.mark.slow


def cards(state: Message, pile: str) -> list[str | None]:
    return next(each["cards"] for each in state["view"]["piles"] if each["name"] == pile)


async def take(face: Face, state: Message, n: int = 0) -> Message:
    await face.send("act", step=state["step"], action=state["view"]["legal"][n]["name"])
    return await face.hear("table", lambda s: s["step"] > state["step"])


# --- over sockets


async def test_undo_goes_back_to_the_cards_before_and_never_to_a_step_before(tmp_path: Path) -> None:
    async with serve(settings(tmp_path), OWN) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("quick", game="peek")
        first = await face.hear("table", lambda s: s["phase"] == "playing")
        second = await take(face, first)
        third = await take(face, second)
        await face.send("undo", step=third["step"])
        back = await face.hear("table", lambda s: s["step"] == third["step"] + 1)
        assert back["view"] == second["view"]
        assert (back["log_from"], [line["action"] for line in back["log"]]) == (0, [first["view"]["legal"][0]["name"]])
        other = await take(face, back, 1)  # as many lines as before, and another one among them
        assert (other["log_from"], other["log"][0]["action"]) == (1, back["view"]["legal"][1]["name"])
        await face.send("undo", step=third["step"])
        assert (await face.hear("error"))["code"] == "stale"
        state = await face.hear("table")
        while state["log"]:
            await face.send("undo", step=state["step"])
            state = await face.hear("table", lambda s, n=state["step"]: s["step"] > n)
        assert state["view"] == first["view"]
        await face.send("undo", step=state["step"])
        error = await face.hear("error")
        assert (error["code"], error["re"], error["text"][-13:]) == ("no_undo", "undo", "Choose a move")


async def test_the_log_is_right_after_undo_whatever_was_missed(tmp_path: Path) -> None:
    """Somebody who kept the log as the messages say has the table's log, undo or not, second tab or not."""
    async with serve(settings(tmp_path), OWN) as room, Face.open(room.ws) as face, Face.open(room.ws) as watcher:
        await face.come("Anna")
        await face.send("create", game="peek")
        state = await face.hear("table", lambda s: s["phase"] == "playing")
        await watcher.come("Bert")
        await watcher.send("join", table=state["id"], watch=True)
        for n, op in enumerate(["act", "act", "undo", "act", "undo", "undo", "act", "deal", "act", "undo", "act"]):
            fields = {"action": state["view"]["legal"][n % 2]["name"]} if op == "act" else {}
            await face.send(op, step=state["step"], **fields)
            state = await face.hear("table", lambda s, n=state["step"]: s["step"] > n)
        await watcher.hear("table", lambda s: s["step"] == state["step"])
        table = room.room.live_tables[state["id"]].session.table
        assert table is not None
        for each in (face, watcher):
            log: list[str] = []
            for message in (m for m in each.seen if m["op"] == "table"):
                assert message["log_from"] <= len(log)
                log = log[: message["log_from"]] + [line["action"] for line in message["log"]]
            assert log == [str(action) for _, action in table.moves]


async def test_the_next_deal_and_the_same_one_again(tmp_path: Path) -> None:
    async with serve(settings(tmp_path), OWN) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="peek")
        first = await face.hear("table", lambda s: s["phase"] == "playing")
        state = await take(face, first)
        await face.send("deal", step=state["step"])  # given up: the promised one comes
        second = await face.hear("table", lambda s: s["step"] > state["step"])
        assert (second["phase"], second["deal"], second["log_from"], second["log"]) == ("playing", 2, 0, [])
        assert second["commitment"] == first["promise"] != second["promise"]
        assert second["seed"] is None
        await face.send("deal", step=second["step"], same=True)
        again = await face.hear("table", lambda s: s["step"] > second["step"])
        assert (again["view"]["piles"], again["deal"]) == (second["view"]["piles"], 3)
        assert (again["commitment"], again["promise"], again["seed"]) == (second["commitment"], second["promise"], None)
        over = again
        while over["phase"] == "playing":
            over = await take(face, over)
        assert over["result"]["winners"] == ([0] if over["result"]["scores"] == [1.0] else [])
        assert commitment(bytes.fromhex(over["seed"])) == second["commitment"]
        await face.send("undo", step=over["step"])
        assert (await face.hear("error"))["say"]["key"] == "illegal.over"
        await face.send("deal", step=over["step"], same=True)
        once_more = await face.hear("table", lambda s: s["step"] > over["step"])
        assert (once_more["view"]["piles"], once_more["phase"]) == (second["view"]["piles"], "playing")
        assert once_more["promise"] == second["promise"]
        await face.send("deal", step=once_more["step"])
        fresh = await face.hear("table", lambda s: s["step"] > once_more["step"])
        assert fresh["commitment"] == second["promise"]
        written = Record.from_json((await face.ask("record", "record"))["record"])
        assert [len(deal.actions) for deal in written.deals] == [1, 0, 3, 0]
        assert written.verify(lambda name, **options: TOYS[name].make(**options))[1] == second["commitment"]


async def test_odds_of_who_plays_and_of_who_watches(tmp_path: Path) -> None:
    async with serve(settings(tmp_path), OWN) as room, Face.open(room.ws) as face, Face.open(room.ws) as watcher:
        await face.come("Anna")
        await face.send("create", game="peek")
        state = await face.hear("table", lambda s: s["phase"] == "playing")
        await watcher.come("Bert")
        await watcher.send("join", table=state["id"], watch=True)
        await watcher.hear("table")
        while state["phase"] == "playing":
            table = room.room.live_tables[state["id"]].session.table
            assert table is not None
            win, points = table.game.odds(table.view(0))
            for each in (face, watcher):
                answer = await each.ask("odds", "odds", step=state["step"])
                assert answer == {
                    "op": "odds",
                    "step": state["step"],
                    "odds": [
                        {"name": "win", "value": float(win.value), "points": False},
                        {"name": "points", "value": float(points.value), "points": True},
                    ],
                }
            await face.send("odds", step=state["step"] + 1)
            assert (await face.hear("error"))["code"] == "stale"
            state = await take(face, state)
        await face.send("odds", step=state["step"])
        assert (await face.hear("error"))["say"]["key"] == "illegal.over"


# --- what is refused


async def test_where_others_play_nothing_is_taken_back_or_given_up(room: Room) -> None:
    anna, _ = await seated(room, "gift", "Anna", "Bert")
    assert await anna.refused("undo", step=0) == "not_alone"
    assert await anna.refused("deal", step=0) == "not_alone"
    assert await anna.refused("odds", step=0) == "no_odds"
    await anna.do("start")
    await anna.act()
    for op in ("undo", "deal"):
        assert await anna.refused(op, step=anna.state["step"]) == "not_alone"
    assert await anna.refused("odds", step=anna.state["step"]) == "no_odds"


async def test_only_who_sits_there_takes_back_and_deals(room: Room) -> None:
    anna, bert, carl = await people(room, "Anna", "Bert", "Carl")
    await anna.do("create", game="peek")
    await bert.do("join", table=anna.state["id"], watch=True)
    await anna.act()
    n = room.live_tables[anna.state["id"]].session.n
    for op in ("undo", "deal"):
        assert await bert.refused(op, step=bert.state["step"]) == "not_seated"
        assert await carl.refused(op, step=bert.state["step"]) == "not_at_table"
        assert await anna.refused(op, step=anna.state["step"] - 1) == "stale"
        assert await anna.refused(op, step=anna.state["step"] + 1) == "stale"
    assert await carl.refused("odds", step=0) == "not_at_table"
    assert room.live_tables[anna.state["id"]].session.n == n


# --- a table for one


@pytest.mark.parametrize("op", ["create", "quick"])
async def test_a_table_for_one_begins_by_itself(room: Room, op: str) -> None:
    anna, bert = await people(room, "Anna", "Bert")
    await anna.do(op, game="peek")
    assert (anna.state["phase"], anna.state["seat"], len(anna.state["seats"])) == ("playing", 0, 1)
    assert await anna.refused("start") == "started"
    (row,) = await until(lambda: bert.last("lobby")["tables"])
    assert (row["free"], row["seats"]) == (
        0,
        [{"kind": "person", "name": "Anna", "away": False, "avatar": 0, "computer": ""}],
    )
    assert await bert.refused("join", table=row["id"]) == "table_full"
    await bert.do("quick", game="peek")  # nobody can join: a table of one's own
    assert bert.state["id"] != row["id"]
    await anna.do("hint", step=anna.state["step"])
    assert anna.last("hinted")["action"]["verb"] == "take"
    await play_deal(room, [anna])
    await anna.do("ready", step=anna.state["step"])
    assert (anna.state["phase"], anna.state["deal"]) == ("playing", 2)
    await anna.do("leave")
    assert len(room.live_tables) == 1


async def test_a_computer_plays_on_for_who_plays_alone_while_somebody_watches(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, standin_after=0.0)) as room:
        anna, bert = await people(room, "Anna", "Bert")
        await anna.do("create", game="peek", computers="random")
        await bert.do("join", table=anna.state["id"], watch=True)
        room.drop(anna)
        await until(lambda: bert.state["phase"] == "over")
        assert bert.state["seats"][0]["standin"]
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        await until(lambda: not back.state["seats"][0]["standin"])
        await back.do("deal", step=back.state["step"], same=True)
        assert back.state["phase"] == "playing"
        await back.do("leave")
        assert bert.last("left")["why"] == "gone"


async def test_the_clock_plays_for_who_plays_alone(room: Room) -> None:
    (anna,) = await people(room, "Anna")
    await anna.do("create", game="peek", clock=15)
    assert 14_000 < anna.state["clock_ms"] <= 15_000
    await anna.act()
    live = room.live_tables[anna.state["id"]]
    seat, (step, since) = next(iter(live.clock.turns.items()))
    live.clock.turns[seat] = (step, since - 15)
    live.clock.set()
    await until(lambda: anna.state["phase"] == "over" or len(anna.state["log"]) == 1)


async def test_everything_is_as_it_was_after_a_restart(tmp_path: Path) -> None:
    config = settings(tmp_path)
    async with open_room(config) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        for op in ("act", "undo", "act", "deal", "same", "act", "undo", "act"):
            step = anna.state["step"]
            if op == "act":
                await anna.act()
            elif op == "undo":
                await anna.do("undo", step=step)
            else:
                await anna.do("deal", step=step, same=op == "same")
            assert anna.state["step"] > step
    async with open_room(config) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        same = ("view", "step", "commitment", "promise", "deal", "phase", "seats")
        assert {key: back.state[key] for key in same} == {key: anna.state[key] for key in same}


# --- odds beside the room's own work


@pytest.fixture
def slow_odds(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Odds that are worked out when the test lets them, and who asked for them."""
    gate: dict[str, Any] = {"open": threading.Event(), "views": []}

    def odds(self: Peek, view: View | None = None) -> tuple[Odds, ...]:
        gate["views"].append(view)
        assert gate["open"].wait(20)
        return ()

    monkeypatch.setattr(Peek, "odds", odds)
    yield gate
    gate["open"].set()


async def test_nobody_waits_while_odds_are_worked_out(tmp_path: Path, slow_odds: dict[str, Any]) -> None:
    async with serve(settings(tmp_path), OWN) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="peek")
        state = await face.hear("table", lambda s: s["phase"] == "playing")
        for _ in range(3):
            await face.send("odds", step=state["step"])
        after = await take(face, state)
        await face.ask("hint", "hinted", step=after["step"])
        slow_odds["open"].set()
        for _ in range(3):
            assert (await face.hear("odds"))["step"] == state["step"]
        assert len(slow_odds["views"]) == 1  # the same question is worked out once
        assert slow_odds["views"][0].seat == 0


async def test_so_many_long_questions_wait_and_no_more(tmp_path: Path, slow_odds: dict[str, Any]) -> None:
    async with serve(settings(tmp_path), OWN) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="peek")
        state = await face.hear("table", lambda s: s["phase"] == "playing")
        for _ in range(6):
            await face.send("odds", step=state["step"])
        assert [(await face.hear("error"))["code"] for _ in range(2)] == ["slow_down"] * 2


async def test_odds_that_take_too_long_or_fail_are_refused(
    room: Room, slow_odds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (anna,) = await people(room, "Anna")
    await anna.do("create", game="peek")
    monkeypatch.setattr("dealt.server.workers.workers.ANSWERING", 0.01)
    assert await anna.refused("odds", step=anna.state["step"]) == "no_answer"
    monkeypatch.undo()
    slow_odds["open"].set()

    def fails(self: Peek, view: View | None = None) -> tuple[Odds, ...]:
        raise ZeroDivisionError

    monkeypatch.setattr(Peek, "odds", fails)
    await anna.act()
    assert await anna.refused("odds", step=anna.state["step"]) == "no_answer"
    await anna.act()


async def test_an_honest_page_may_ask_after_every_change_and_a_flood_is_stopped(tmp_path: Path) -> None:
    """At the settings of a real room: two hints and odds a second for as long as it likes, or twenty at once."""
    default = {"rate": 15.0, "burst": 30, "ask_rate": 6.0, "ask_burst": 20, "costly_rate": 1.0, "costly_burst": 12}
    async with serve(settings(tmp_path, **default), OWN) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="peek")
        state = await face.hear("table", lambda s: s["phase"] == "playing")
        now, moment = room.room.runtime.now, 0.0
        room.room.runtime.now = lambda: now() + moment  # type: ignore[method-assign]
        for n in range(24):
            moment = n / 2
            answers = [("hint", "hinted"), ("odds", "odds")]
            for op, answer in answers:
                await face.ask(op, answer, step=state["step"])
            if n % 3 == 2:
                state = await take(face, state)
                if state["phase"] != "playing":
                    await face.send("deal", step=state["step"])
                    state = await face.hear("table", lambda s: s["phase"] == "playing")
        assert not [each for each in face.seen if each["op"] == "error"]
        for _ in range(28):
            await face.send("hint", step=state["step"])
        moment = 100.0
        await face.hear("error")
        await face.ask("ping", "pong", n=1)
        assert {each["code"] for each in face.seen if each["op"] == "error"} == {"slow_down"}
        assert sum(each["op"] == "hinted" for each in face.seen) <= 24 + 20


# --- a game that fails


@pytest.mark.parametrize("verb", ["apply", "view"])
async def test_a_game_that_fails_closes_its_table_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    def fails(*_: object) -> None:
        raise LookupError("3d")

    async with serve(settings(tmp_path), OWN) as room, Face.open(room.ws) as face, Face.open(room.ws) as other:
        await face.come("Anna")
        await face.send("create", game="peek")
        state = await face.hear("table", lambda s: s["phase"] == "playing")
        await other.come("Bert")
        await other.send("join", table=state["id"], watch=True)
        await other.hear("table")
        monkeypatch.setattr(Peek, verb, fails)
        await face.send("act", step=state["step"], action=state["view"]["legal"][0]["name"])
        for each in (face, other):
            error = await each.hear("error")
            assert (error["code"], "3d" in str(error)) == ("table_broken", False)
            assert (await each.hear("left"))["why"] == "gone"
            assert (await each.hear("lobby", lambda m: not m["tables"]))["tables"] == []
        monkeypatch.undo()
        async with asyncio.timeout(PATIENCE):
            while await room.room.store.tables.living():
                await asyncio.sleep(0.01)
        assert room.room.live_tables == {}
        await face.send("create", game="peek")
        await face.hear("table", lambda s: s["id"] != state["id"])
        await face.play()
    async with open_room(settings(tmp_path)) as again:
        assert len(again.tables) == 1


async def test_a_game_that_fails_at_its_first_deal_closes_its_table(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr(Peek, "deal", fails)
    anna, bert = await people(room, "Anna", "Bert")
    for link, op in ((anna, "create"), (bert, "quick")):
        await link.do(op, game="peek")
        assert link.last("error")["code"] == "table_broken"
        assert link.last("left")["why"] == "gone"
    await asyncio.sleep(0)
    assert room.live_tables == {}
    await anna.do("create", game="gift")
