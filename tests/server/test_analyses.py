"""Analyses are for those who may see every card of a deal; each is made once, and whoever waits hears how it goes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

from dealt.analysis import VERSION
from dealt.game import Say
from dealt.server.base.config import Config
from dealt.server.room import analyses
from dealt.server.room.room import Room
from dealt.server.store.archive import DealRow
from dealt.server.store.store import Store
from dealt.server.workers.workers import ProcessWorker, processes
from dealt.session.events import Scored
from dealt.wire import protocol
from dealt.wire.refusal import Refused
from dealt.work import reviews
from dealt.work.work import WorkFailed
from tests.server.helpers import FakeLink, Message, open_room, play_deal, settings, until
from tests.server.test_room import people, seated
from tests.server.test_store import database as database
from tests.server.test_store import store as store
from tests.server.test_workers import ALL, FILES


class Gate:
    """Lets analyses begin, and counts them."""

    def __init__(self, room: Room):
        self.open, self.begun = asyncio.Event(), 0
        made = room.workers.analyse

        async def analyse(*args: Any, **kwargs: Any) -> Any:
            self.begun += 1
            await self.open.wait()
            return await made(*args, **kwargs)

        room.workers.analyse = analyse  # type: ignore[method-assign]


async def begin(link: FakeLink) -> None:
    if link.state["phase"] == "waiting":
        await link.do("start")


async def played(room: Room, *names: str, game: str = "gift", deals: int = 1) -> list[FakeLink]:
    """People who have finished some deals together, and play the next one."""
    links = await seated(room, game, *names)
    await begin(links[0])
    for _ in range(deals):
        await play_deal(room, links)
        for link in links:
            await link.do("ready", step=links[0].state["step"])
    return links


async def hears(link: FakeLink, op: str, count: int = 1) -> Message:
    await until(lambda: len(link.messages(op)) >= count)
    return link.last(op)


async def test_every_action_of_a_deal_is_judged_for_who_played_it(room: Room) -> None:
    anna, _, _ = await played(room, "Anna", "Bert", "Carl")
    await anna.do("analyse", deal=0)
    found = await hears(anna, "analysis")
    await anna.do("replay", deal=0)
    replay = anna.last("replay")
    moves = [frame["move"] for frame in replay["frames"][1:]]
    assert [(each["step"], each["seat"], each["taken"]["action"]["name"]) for each in found["judged"]] == [
        (step, move["seat"], move["action"]) for step, move in enumerate(moves)
    ]
    assert (found["table"], found["dealt"], found["deal"], found["seat"]) == (anna.state["id"], 1, 0, 0)
    assert found["names"] == replay["names"]
    assert len(found["expected"]) == len(moves) + 1
    assert all(each["cost"] >= 0 for each in found["judged"])
    assert anna.messages("analysing")[0] | {"done": 0, "of": 0} == {
        "op": "analysing",
        "table": anna.state["id"],
        "dealt": 1,
        "done": 0,
        "of": 0,
        "stopped": False,
    }


async def test_nobody_hears_of_a_deal_whose_cards_they_may_not_see(room: Room) -> None:
    anna, bert, carl = await seated(room, "gift", "Anna", "Bert", "Carl")
    (eve,) = await people(room, "Eve")
    await begin(anna)
    running: list[tuple[str, dict[str, Any]]] = [
        ("analyse", {}),
        ("position", {"step": 0}),
        ("try", {"step": 0, "action": "pass"}),
    ]
    for op, more in running:
        assert await anna.refused(op, deal=0, **more) == "no_record"
    table = anna.state["id"]
    await play_deal(room, [anna, bert, carl])
    for link in (anna, bert, carl):
        await link.do("ready", step=anna.state["step"])
    assert anna.state["phase"] == "playing"
    for op, more in running:
        assert await anna.refused(op, deal=1, **more) == "no_replay"  # it is under way
        assert await anna.refused(op, table=table, dealt=2, **more) == "no_old_deal"
        assert await eve.refused(op, deal=0, **more) == "not_at_table"
        assert await eve.refused(op, table=table, dealt=1, **more) == "no_old_deal"
        assert await anna.refused(op, **more) == "which_deal"
        assert await anna.refused(op, deal=0, table=table, dealt=1, **more) == "which_deal"
        assert await FakeLink(room).refused(op, table=table, dealt=1, **more) == "no_name"


@pytest.mark.slow
async def test_a_deal_is_analysed_once_for_all_who_ask_and_kept(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        gate = Gate(room)
        anna, bert, carl = await played(room, "Anna", "Bert", "Carl")
        await anna.do("analyse", deal=0)
        await bert.do("analyse", deal=0)
        await until(lambda: gate.begun)
        room.drop(bert)  # gone: it goes on, and is there when he is back
        gate.open.set()
        first = await hears(anna, "analysis")
        await carl.do("analyse", deal=0)
        assert gate.begun == 1
        assert carl.last("analysis") | {"seat": 0} == first
        assert not bert.messages("analysis")
        back = FakeLink(room)
        await back.do("hello", v=1, token=bert.token)
        await back.do("analyse", deal=0)
        assert back.last("analysis")["seat"] == 1
        table, token = anna.state["id"], anna.token
    async with open_room(settings(tmp_path)) as room:
        again = FakeLink(room)
        await again.do("hello", v=1, token=token)
        gate = Gate(room)
        await again.do("analyse", table=table, dealt=1)
        assert again.last("analysis") | {"deal": 0} == first
        assert gate.begun == 0


@pytest.mark.slow
async def test_who_waits_no_longer_stops_it_unless_somebody_else_does(room: Room) -> None:
    gate = Gate(room)
    anna, bert, _ = await played(room, "Anna", "Bert", "Carl", deals=2)
    await anna.do("analyse", deal=0)
    await bert.do("analyse", deal=0)
    await until(lambda: gate.begun)
    assert await anna.refused("analyse", deal=1) == "analysis_other"
    await anna.do("stop_analysis")
    assert anna.last("analysing")["stopped"]
    gate.open.set()
    await hears(bert, "analysis")
    assert not anna.messages("analysis")
    gate.open.clear()
    await anna.do("analyse", deal=1)
    await until(lambda: gate.begun == 2)
    await anna.do("stop_analysis")
    gate.open.set()
    await anna.do("analyse", deal=1)  # anew
    await hears(anna, "analysis")
    assert gate.begun == 3
    count = len(anna.frames)
    await anna.do("stop_analysis")  # nothing is under way
    assert len(anna.frames) == count


@pytest.mark.slow
async def test_analyses_wait_in_a_queue_that_has_an_end(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST_WAITING", 0)
    gate = Gate(room)
    anna, bert, carl = await played(room, "Anna", "Bert", "Carl", deals=2)
    await anna.do("analyse", deal=0)
    assert await bert.refused("analyse", deal=1) == "analysis_full"
    await carl.do("analyse", deal=0)  # that one is under way already
    gate.open.set()
    for link in (anna, carl):
        await hears(link, "analysis")
    assert gate.begun == 1
    await bert.do("analyse", deal=1)
    await hears(bert, "analysis")


def test_what_people_ask_about_finished_deals_is_rationed() -> None:
    asked = (protocol.Analyse, protocol.StopAnalysis, protocol.GetMistakes, protocol.GetPosition, protocol.TryAction)
    assert all(each.rationed for each in asked)


async def test_what_can_t_be_analysed(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="peek")
        await anna.act()
        await anna.do("deal", step=anna.state["step"])
        assert await anna.refused("analyse", deal=0) == "given_up"
        assert await anna.refused("position", deal=0, step=1) == "no_position"

        async def failing(*args: Any, **kwargs: Any) -> Any:
            raise WorkFailed("it hung")

        room.workers.analyse = failing  # type: ignore[method-assign]
        await play_deal(room, [anna])
        await anna.do("analyse", deal=1)
        error = await hears(anna, "error")
        assert (error["code"], error["re"]) == ("no_analysis", "analyse")
    off = tmp_path / "off"
    off.mkdir()
    async with open_room(settings(off, analysis=0)) as room:
        anna, _, _ = await played(room, "Anna", "Bert", "Carl")
        assert await anna.refused("analyse", deal=0) == "no_analyses"
        assert await anna.refused("try", deal=0, step=0, action="pass") == "no_analyses"


# --- positions


@pytest.mark.slow
async def test_a_position_shows_what_its_seat_saw_then_and_no_more(room: Room) -> None:
    anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
    await begin(anna)
    seen: dict[int, tuple[int, Message]] = {}
    live, rng = anna.live, Random(3)
    assert live is not None
    while live.session.phase == "playing":
        for link in (anna, bert):
            if link.choice() is not None and live.session.table is not None:
                seen[live.session.table.step] = link.state["seat"], link.state["view"]
                await link.act(rng)
        await asyncio.sleep(0.001)
    assert len(seen) > 5
    for step, (seat, view) in list(seen.items())[::4]:
        await anna.do("position", deal=0, step=step)
        shown = anna.last("position")
        assert (shown["step"], shown["seat"], shown["judged"]) == (step, seat, None)
        assert shown["frame"]["view"] == view
        assert len(shown["log"]) == step


@pytest.mark.slow
async def test_an_action_is_tried_at_a_position(room: Room) -> None:
    anna, _, _ = await played(room, "Anna", "Bert", "Carl")
    await anna.do("analyse", deal=0)
    found = await hears(anna, "analysis")
    judged = next(each for each in found["judged"] if not each["forced"])
    await anna.do("position", deal=0, step=judged["step"])
    assert anna.last("position")["judged"] == judged
    for action in anna.last("position")["frame"]["view"]["legal"]:
        await anna.do("try", deal=0, step=judged["step"], action=action["name"])
        tried = anna.last("tried")
        assert tried["option"]["action"]["name"] == action["name"]
        assert tried["best"]["known"] >= tried["option"]["known"]
    await anna.do("try", deal=0, step=judged["step"], action=judged["taken"]["action"]["name"])
    assert anna.last("tried")["better"] == 0
    with capture_logs() as logs, pytest.raises(Refused) as refused:
        await anna.do("try", deal=0, step=judged["step"], action="fly away")
    assert refused.value.say == Say("illegal.action")
    assert logs == []  # the host has nothing to mend


# --- mistakes


async def test_mistakes_are_kept_for_those_in_whose_history_the_deal_is(store: Store) -> None:
    await store.people.add("p", "Anna", "anna", "a", 1.0)
    await store.people.add("q", "Bert", "bert", "b", 1.0)
    await store.tables.open("t", 1.0, ["one"])
    scored = [Scored("p", n, 1.0, True, float(n)) for n in (1, 2)]
    await store.tables.append("t", 2, 2.0, ["two"], game="gift", scored=scored)
    await store.tables.put_deals("t", [DealRow(n, 1, b"packed") for n in (1, 2)])
    some = [("Anna", 3, 1.5, "bid"), ("Anna", 7, 0.5, "play"), ("Bert", 4, 2.0, "pass"), ("Rosa", 5, 9.0, "pass")]
    await store.analyses.put("t", 1, VERSION, "first", "gift", "points", [("Anna", 3, 1.5, "pass")])
    await store.analyses.put("t", 1, VERSION, "first again", "gift", "points", some)
    await store.analyses.put("t", 2, VERSION, "second", "gift", "points", [("Anna", 0, 1.0, "pass")])
    await store.analyses.put("gone", 1, VERSION, "of a table that is forgotten", "gift", "points", some)
    assert await store.analyses.find("t", 1, VERSION) == "first again"
    assert await store.analyses.find("t", 1, VERSION + 1) is None
    assert await store.analyses.find("gone", 1, VERSION) is None
    assert [(e.dealt, e.step, e.cost, e.kind) for e in await store.analyses.mistakes("p")] == [
        (2, 0, 1.0, "pass"),
        (1, 3, 1.5, "bid"),
        (1, 7, 0.5, "play"),
    ]
    assert await store.analyses.mistakes("q") == []  # he did not finish it
    assert await store.analyses.mistakes("p", "bigtwo") == []
    await store.people.forget(["p"])
    assert await store.analyses.mistakes("p") == []
    await store.tables.append("t", 3, 3.0, ["end"], ended=True)
    assert await store.tables.forget(4.0, 10) == 1
    assert await store.analyses.find("t", 1, VERSION) is None


async def test_one_s_mistakes_can_be_practised_after_the_table_is_gone(room: Room) -> None:
    anna, bert, carl = await played(room, "Anna", "Bert", "Carl")
    review = room.workers.analyse

    async def analyse(*args: Any, **kwargs: Any) -> Any:
        made = await review(*args, **kwargs)
        some = (reviews.MistakeFound(0, 0, 2.5, "take"), reviews.MistakeFound(1, 1, 1.0, "pass"))
        return reviews.Reviewed(made.written, made.unit, some)

    room.workers.analyse = analyse  # type: ignore[method-assign]
    await anna.do("analyse", deal=0)
    await hears(anna, "analysis")
    table = anna.state["id"]
    for each in (anna, bert, carl):
        await each.do("leave")
    await until(lambda: not room.live_tables)

    async def mistakes(link: FakeLink) -> list[Message]:
        await link.do("mistakes", game="gift")
        return list(link.last("mistakes")["mistakes"])

    async with asyncio.timeout(10):
        while not (mine := await mistakes(anna)):
            await asyncio.sleep(0.01)
    assert [(each["table"], each["dealt"], each["step"], each["cost"], each["kind"]) for each in mine] == [
        (table, 1, 0, 2.5, "take")
    ]
    assert [each["step"] for each in await mistakes(bert)] == [1]
    await anna.do("position", table=table, dealt=1, step=0)
    assert anna.last("position")["judged"]["step"] == 0


# --- hints


async def test_a_hint_says_what_the_best_actions_lead_to(room: Room) -> None:
    anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
    await begin(anna)
    link = await until(lambda: next((each for each in (anna, bert) if each.choice() is not None), None))
    await link.do("hint", step=link.state["step"])
    hinted = link.last("hinted")
    if hinted["options"]:  # there in time
        worths = [each["known"] for each in hinted["options"]]
        assert hinted["unit"]
        assert hinted["action"]["name"] in [each["action"]["name"] for each in hinted["options"]]
        assert worths[0] == max(worths)


async def test_who_wants_no_worths_has_the_hint_alone(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
    await begin(anna)
    link = await until(lambda: next((each for each in (anna, bert) if each.choice() is not None), None))
    monkeypatch.setattr(room.workers, "judge", None)  # nobody is asked
    await link.do("hint", step=link.state["step"], worths=False)
    assert (link.last("hinted")["options"], link.last("hinted")["unit"]) == ([], "")
    assert link.last("hinted")["action"]["name"]


async def test_a_hint_waits_for_no_figures(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
    await begin(anna)
    link = await until(lambda: next((each for each in (anna, bert) if each.choice() is not None), None))
    monkeypatch.setattr("dealt.session.asked.REASONS", 0.0)
    await link.do("hint", step=link.state["step"])
    assert link.last("hinted")["options"] == []
    assert link.last("hinted")["action"]["name"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hints", "alone", "together"),
    [("always", "", ""), ("alone", "", "hints_alone"), ("never", "no_hints", "no_hints")],
)
async def test_a_host_says_where_hints_and_odds_are_answered(
    tmp_path: Path, hints: str, alone: str, together: str
) -> None:
    async with open_room(settings(tmp_path, hints=hints)) as room:
        for names, refused in ((["Anna"], alone), (["Bert", "Cleo"], together)):
            links = await seated(room, "blackjack", *names)
            assert links[0].last("welcome")["hints"] == hints
            await begin(links[0])
            link = await until(lambda links=links: next((each for each in links if each.choice() is not None), None))
            for op, answer in (("hint", "hinted"), ("odds", "odds")):
                if refused:
                    assert await link.refused(op, step=link.state["step"]) == refused
                else:
                    await link.do(op, step=link.state["step"])
                assert bool(link.messages(answer)) == (not refused)


# --- processes


@pytest.fixture
async def busy(tmp_path: Path) -> AsyncIterator[tuple[Room, Config]]:
    """A room with real processes."""
    config = settings(tmp_path, games=FILES, workers=1)
    async with open_room(config, ALL, processes(config)) as room:
        yield room, config


async def analyst(room: Room) -> ProcessWorker:
    """The worker for analyses, with a process that is at work."""
    worker = room.workers.all[-2]
    assert isinstance(worker, ProcessWorker)
    await until(lambda: worker.pid, 60)
    return worker


@pytest.mark.slow
async def test_an_analysis_survives_the_death_of_its_worker(busy: tuple[Room, Config]) -> None:
    room, _ = busy
    anna, _, _ = await played(room, "Anna", "Bert", "Carl")
    worker = room.workers.all[-2]
    assert isinstance(worker, ProcessWorker)
    assert worker.pid is None  # it begins when it is needed
    await anna.do("analyse", deal=0)
    first = (await analyst(room)).pid
    assert first is not None
    os.kill(first, signal.SIGKILL)  # while it starts, or at work
    await until(lambda: anna.messages("analysis"), 60)
    assert worker.pid not in (None, first)


@pytest.mark.slow
async def test_who_stops_an_analysis_ends_its_worker_and_may_ask_again(busy: tuple[Room, Config]) -> None:
    room, _ = busy
    anna, _, _ = await played(room, "Anna", "Bert", "Carl")
    await anna.do("analyse", deal=0)
    worker = await analyst(room)
    await anna.do("stop_analysis")
    await until(lambda: worker.pid is None or anna.messages("analysis"))
    await anna.do("analyse", deal=0)
    await until(lambda: anna.messages("analysis"), 60)


async def test_a_room_that_closes_in_the_midst_analyses_again(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        gate = Gate(room)
        anna, _, _ = await played(room, "Anna", "Bert", "Carl")
        await anna.do("analyse", deal=0)
        await until(lambda: gate.begun)
    async with open_room(settings(tmp_path)) as room:
        again = FakeLink(room)
        await again.do("hello", v=1, token=anna.token)
        await again.do("analyse", deal=0)
        assert (await hears(again, "analysis"))["judged"]
