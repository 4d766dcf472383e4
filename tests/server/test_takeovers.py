"""Taking a computer's cards over in the midst of a deal: who may, what they see then, and that it counts for nobody."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from dealt.game import Seat
from dealt.games import GAMES
from dealt.server.room.room import Room
from dealt.session import dealing, events, fold, seats, snapshot
from dealt.session.encoded import frame, share
from dealt.session.events import Came, Opened
from dealt.session.session import Session
from dealt.session.view import log_line, table_state, wire_view
from dealt.wire.protocol import TableState, encode
from dealt.wire.refusal import Refused
from tests.server.givers import Prompt, record_of, three, verified
from tests.server.helpers import Face, FakeLink, later, open_room, play_deal, serve, settings, until
from tests.server.test_room import people
from tests.server.test_session import Play, _random_command, opened, refusal
from tests.server.test_snapshot import again, picture
from tests.server.toys import TOYS

COMPANY = sorted(name for name, listing in TOYS.items() if listing.make().seats > 1)
"""The games at whose tables a computer can have cards."""


def dealt(game: str = "bigtwo", *watchers: str) -> Play:
    """A deal under way in which Anna plays against computers."""
    play = Play(game)
    play.come("a")
    play.do(dealing.start(play.session, "a"))
    for each in watchers:
        play.do(seats.come(play.session, each, each.title(), watch=True))
    return play


# --- the law


class Seen:
    """Which seats' cards each person has been shown, deal by deal."""

    def __init__(self) -> None:
        self.by: dict[tuple[int, str], set[Seat]] = {}

    def look(self, session: Session) -> None:
        shared = share(session)
        for person in session.guests:
            state, _ = table_state(session, person)
            assert encode(state) == frame(session, person, None, shared)[0]
            self._fits(session, person, state)

    def _fits(self, session: Session, person: str, state: TableState) -> None:
        """What they see is what their seat sees, or a watcher; and in one deal it is one seat, or none."""
        seat, table = session.seat_of(person), session.table
        assert state.seat == seat
        if table is None:
            return
        assert state.view == wire_view(session.game, table.view(seat, log=False))
        assert state.log == [log_line(session.game, move) for move in table.log(seat)]
        if session.phase == "playing":
            seats = self.by.setdefault((session.dealt, person), set())
            if state.takeable is not None:
                assert not seats
                assert session.chairs[state.takeable].kind == "computer"
                assert session.chairs[state.takeable].next in ("", person)
            seats |= set() if seat is None else {seat}
            assert len(seats) < 2


def _well_seated(session: Session) -> None:
    """Nobody has two seats, and no seat has, or is promised to, somebody who is not there."""
    placed = [each for chair in session.chairs for each in (chair.person, chair.next) if each]
    assert len(placed) == len(set(placed))
    assert set(placed) <= set(session.guests)
    assert all(chair.kind != "person" or not chair.next for chair in session.chairs)


@pytest.mark.slow
@pytest.mark.parametrize("game", COMPANY)
@pytest.mark.turns(3, always=True)
def test_whoever_comes_and_goes_sees_what_one_seat_sees(game: str) -> None:
    """In whatever order people come, watch, take over, act and leave, and wherever the table is stored and restored."""
    rng, taken = Random(game), 0
    for _ in range(3):
        play, seen = dealt(game), Seen()
        counted: list[events.Scored] = []
        over: set[int] = set()
        for _ in range(60):
            s, person = play.session, rng.choice("abcdef")
            if s.ended:
                break
            try:
                some = (
                    seats.come(s, person, person, now=True) if rng.random() < 0.15 else _random_command(rng, s, person)
                )
            except Refused:
                continue
            before = len(play.happened)
            play.do(some)
            if rng.random() < 0.05:
                play.over()
            happened = play.happened[before:]
            if any(isinstance(each, Came) and each.now for each in happened):
                over.add(s.dealt)
                assert (s.for_nobody, s.seat_of(person) is None) == ("taken", False)
            counted += [row for each in happened if isinstance(each, events.Counted) for row in each.results]
            _well_seated(s)
            seen.look(s)
            assert repr(picture(again(s))) == repr(picture(s))
        assert not over & {row.dealt for row in counted}
        taken += len(over)
        texts = [events.encode(each) for each in play.happened[1:]]
        same = Session("table", opened(game), TOYS[game].make(), 0.0)
        fold.apply_all(same, ((events.decode(text), float(n)) for n, text in enumerate(texts, 1)))
        assert repr(picture(same)) == repr(picture(play.session))
        for each in play.session.played:
            record = each.record
            if each.index == 0:  # later ones need those before them
                assert verified(record) == [each.deal.commitment]
    assert taken > 1


# --- who may


def test_who_comes_takes_the_seat_that_is_kept_for_them() -> None:
    play = dealt()
    s = play.session
    play.come("b", "c")
    assert [s.next_of(each) for each in "bc"] == [1, 2]
    assert [s.takeable(each) for each in "abc"] == [None, 1, 2]
    step = s.step
    play.do(seats.come(s, "c", "C", now=True))
    assert (s.seat_of("c"), s.next_of("b"), s.takeable("c")) == (2, 1, None)
    assert s.step == step + (2 in s.turn)
    assert play.do(seats.come(s, "c", "C", now=True)) == []
    play.do(seats.come(s, "d", "D", now=True))  # at once from outside: the seat that is promised to nobody
    assert s.seat_of("d") == 3
    assert refusal(lambda: seats.come(s, "e", "E", now=True)) == "table_full"
    state, _ = table_state(s, "b")
    assert (state.uncounted, [each.args["name"] for each in state.taken]) == ("taken", ["C", "D"])


def test_nobody_sees_a_second_hand_of_a_deal() -> None:
    play = dealt("bigtwo", "w")
    s = play.session
    play.come("b")
    play.do(seats.come(s, "b", "B", now=True))
    play.do(seats.leave(s, "b"))
    play.come("b")
    assert s.takeable("b") is None
    assert refusal(lambda: seats.come(s, "b", "B", now=True)) == "sat_before"
    assert s.takeable("w") is not None
    play.over()
    play.do(dealing.ready(s, "a", s.step))
    assert s.seat_of("b") is not None
    play.do(seats.leave(s, "a"))  # who had cards of this deal from its beginning
    play.come("a")
    assert refusal(lambda: seats.come(s, "a", "A", now=True)) == "sat_before"


@pytest.mark.parametrize("how", [{"seed": "friends"}, {"set": "friday"}, {"takeovers": False}])
def test_where_somebody_may_know_the_cards_nobody_takes_them_over(how: dict[str, Any]) -> None:
    play = dealt()
    play.session.settings = msgspec.structs.replace(play.session.settings, **how)
    play.come("b")
    assert play.session.takeable("b") is None
    assert refusal(lambda: seats.come(play.session, "b", "B", now=True)) == "no_takeover"
    assert play.session.next_of("b") is not None


def test_cards_that_lay_there_before_are_not_taken_over() -> None:
    play = dealt()
    play.over()
    play.do([events.DealBegan(same=True)])
    play.come("b")
    assert (play.session.for_nobody, play.session.takeable("b")) == ("same", None)


def test_a_snapshot_that_does_not_say_who_had_cards_lets_nobody_take_over() -> None:
    play = dealt("bigtwo", "w")
    raw = msgspec.json.decode(snapshot.take(play.session))
    del raw["sat"], raw["taken"]
    found = snapshot.read(msgspec.json.encode(raw))
    assert found is not None
    old = snapshot.resume("table", found, play.session.game)
    assert old.takeable("w") is None
    assert refusal(lambda: seats.come(old, "w", "W", now=True)) == "no_takeover"
    play.session = old
    play.over()
    play.do(dealing.ready(old, "a", old.step))
    assert old.takeable("w") is not None


def test_what_was_stored_before_is_read() -> None:
    came = events.decode('{"event":"came","person":"a","name":"A","seat":1}')
    assert came == Came("a", "A", 1)
    old = events.decode(
        '{"event":"opened","game":"gift","version":1,"options":{},"private":false,"clock":0,"pace":"fast","computers":"x"}'
    )
    assert isinstance(old, Opened)
    assert old.takeovers


# --- at a table of a room


async def company(room: Room, game: str = "gift", **more: Any) -> tuple[FakeLink, FakeLink]:
    """Anna plays against computers, and Bert has come in the midst of the deal."""
    anna, bert = await people(room, "Anna", "Bert")
    await anna.do("create", game=game, now=True, **more)
    await bert.do("join", table=anna.state["id"])
    return anna, bert


async def test_from_the_link_to_cards_in_two_messages_and_nobody_s_statistics(room: Room) -> None:
    anna, bert = await company(room)
    table = bert.state["id"]
    seat = bert.state["takeable"]
    assert (bert.state["seat"], bert.state["seats"][seat]["next"]) == (None, "Bert")
    await bert.do("join", table=table, now=True)
    assert (bert.state["seat"], bert.state["takeable"], anna.state["takeable"]) == (seat, None, None)
    assert any(bert.state["view"]["piles"][n]["owner"] == seat for n in range(3))
    assert bert.state["log_from"] == 0
    for link in (anna, bert):
        assert link.state["uncounted"] == "taken"
        assert [each["key"] for each in link.state["taken"]] == ["notice.took_over"]
        assert "took_over" in str(link.last("talk"))
    await play_deal(room, [anna, bert], Random(2))
    for link in (anna, bert):
        await link.do("statistics")
        assert link.last("statistics")["tallies"] == []
        await link.do("ready", step=link.state["step"])
    assert (bert.state["seat"], bert.state["uncounted"], bert.state["taken"]) == (seat, "", [])
    await play_deal(room, [anna, bert], Random(2))
    for link in (anna, bert):
        await link.do("statistics")
        assert [each["deals"] for each in link.last("statistics")["tallies"]] == [1]


async def test_when_the_deal_has_just_ended_one_plays_the_next(room: Room) -> None:
    anna, bert = await company(room)
    await play_deal(room, [anna], Random(2))
    await bert.do("join", table=bert.state["id"], now=True)
    assert bert.state["seat"] is None
    await anna.do("ready", step=anna.state["step"])
    assert (bert.state["seat"] is not None, bert.state["uncounted"]) == (True, "")


async def test_the_record_of_such_a_deal_still_verifies(room: Room) -> None:
    links = await three(room, Prompt, Prompt, Prompt)
    await until(lambda: all(link.state["phase"] == "playing" for link in links))
    dora = await Prompt(room).come("Dora")
    await links[2].do("leave")
    await dora.do("join", table=links[0].state["id"], now=True)
    assert dora.state["seat"] == 2
    await play_deal(room, [*links[:2], dora], Random(1))
    record = await record_of(dora)
    assert verified(record) == [each.commitment for each in record.deals]
    assert [each.name for each in record.deals[0].mix.seats if each] == ["Anna", "Bert", "Carl"]  # type: ignore[union-attr]


async def test_a_thought_under_way_is_dropped_and_keeps_nobody_waiting(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, *others = await people(room, "Anna", "Bert", "Carl")
    think, hangs = room.workers.think, [True]

    async def sometimes(*asked: Any) -> Any:
        if hangs and hangs.pop():
            await asyncio.sleep(3600)
        return await think(*asked)

    monkeypatch.setattr(room.workers, "think", sometimes)
    turn: Seat = 3
    while turn == 3:  # after whom there is no computer
        hangs[:] = [True]
        await anna.do("create", game="spades", now=True)
        await anna.act()
        session = room.live_tables[anna.state["id"]].session
        await until(lambda: not hangs)
        (turn,) = session.turn
        if turn == 3:
            await anna.do("leave")
    table = session.table
    assert table is not None
    for link in others[:turn]:
        await link.do("join", table=anna.state["id"], now=True)
    assert link.state["seat"] == turn
    step = table.step
    await link.act()
    await until(lambda: table.step > step + 1)  # the computer after them plays
    assert [seat for seat, _ in table.moves[step : step + 2]] == [turn, turn + 1]


async def test_a_clock_runs_from_the_moment_at_which_one_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_room(settings(tmp_path, pace_factor=1000.0)) as room:
        anna, bert = await company(room, clock=30)
        later(room, 25)
        step = bert.state["step"]
        await bert.do("join", table=bert.state["id"], now=True)
        live = bert.live
        assert live is not None
        seat = bert.state["seat"]
        assert live.session.since(seat) == bert.state["step"] == step + 1
        due = live.clock.turns[seat]
        assert room.runtime.now() - due[1] < 5
        await anna.act()  # at the position before: that is no reason to refuse it
        assert not anna.messages("error")
        await bert.act()
        assert live.session.table.step >= 2  # type: ignore[union-attr]


async def test_over_sockets_a_crowd_takes_what_there_is_once(tmp_path: Path) -> None:
    config = settings(tmp_path, pace_factor=1000.0)
    async with serve(config) as room, asyncio.timeout(60), Face.open(room.ws) as anna:
        await anna.come("Anna")
        await anna.send("create", game="bigtwo", now=True)
        table = (await anna.hear("table", lambda each: each["view"]))["id"]

        async def try_it(n: int) -> tuple[str, Any]:
            async with Face.open(room.ws) as face:
                await face.come(f"p{n}")
                await face.send("join", table=table, now=True)
                while True:
                    message = await either(face)
                    if message["op"] == "error":
                        return message["code"], None
                    if message["seat"] is not None:
                        hand = [each for each in message["view"]["piles"] if each["owner"] == message["seat"]]
                        return "", (message["seat"], str(hand))

        got = await asyncio.gather(*(try_it(n) for n in range(12)))
        seats = sorted(found[0] for _, found in got if found)
        assert seats == [1, 2, 3]
        assert [code for code, _ in got if code] == ["table_full"] * 9


async def either(face: Face) -> Any:
    """The next table or refusal."""
    while True:
        message = json.loads(await face.socket.recv())
        if message["op"] in ("table", "error"):
            return message


async def test_a_restored_table_knows_who_had_cards(tmp_path: Path) -> None:
    config = settings(tmp_path, pace_factor=1000.0)
    async with open_room(config) as room:
        anna, bert = await company(room)
        await bert.do("join", table=bert.state["id"], now=True)
        await bert.do("leave")
        tokens = anna.token, bert.token
    async with open_room(config) as room:
        anna, bert = FakeLink(room), FakeLink(room)
        for link, token in zip((anna, bert), tokens, strict=True):
            await link.do("hello", v=1, token=token)
        assert anna.state["uncounted"] == "taken"
        assert await bert.refused("join", table=anna.state["id"], now=True) == "sat_before"
        await bert.do("join", table=anna.state["id"])
        assert bert.state["takeable"] is None


def test_every_game_with_company_is_tried() -> None:
    assert len(COMPANY) > len(GAMES) // 2
