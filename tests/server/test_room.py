"""The room without sockets: coming and going, seats, deals, talk, and what each refusal says."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest

from dealt import games
from dealt.cards import STANDARD, name
from dealt.game import Say
from dealt.server.base.config import Config
from dealt.server.base.trouble import StoreError
from dealt.server.room.room import Room
from dealt.session.seating import COMPUTERS
from dealt.table import Record, commitment
from dealt.texts import sentence
from tests.server.helpers import FakeLink, later, open_room, play_deal, settings, until
from tests.server.toys import TOYS

GAMES = ["gift", "bigtwo"]


async def people(room: Room, *names: str) -> list[FakeLink]:
    return [await FakeLink(room).come(name) for name in names]


async def seated(room: Room, game: str, *names: str) -> list[FakeLink]:
    """People at one table, before its first deal."""
    links = await people(room, *names)
    await links[0].do("create", game=game)
    for link in links[1:]:
        await link.do("join", table=links[0].state["id"])
    return links


# --- the pace of computers


async def test_who_came_first_sets_the_pace_for_all(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        links = await seated(room, "bigtwo", "Ann", "Bo")
        assert links[1].state["pace"] == "normal"
        await links[0].do("pace", pace="slow")
        assert [link.state["pace"] for link in links] == ["slow", "slow"]
        said = [line["say"]["key"] for line in links[1].last("talk")["lines"]]
        assert said == ["notice.pace_slow"]
        assert await links[1].refused("pace", pace="fast") == "not_pacer"
        assert links[0].state["pace"] == "slow"


async def test_a_table_that_opens_by_itself_has_the_wanted_pace(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        [link] = await people(room, "Ann")
        await link.do("quick", game="bigtwo", pace="fast")
        assert link.state["pace"] == "fast"


# --- names


async def test_a_newcomer_is_greeted_and_reads_the_lobby(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, room="Tea House", greeting="Sit down")) as room:
        link = FakeLink(room)
        await link.do("hello", v=1)
        welcome = link.last("welcome")
        assert (welcome["room"], welcome["greeting"], welcome["stale"]) == ("Tea House", "Sit down", False)
        assert link.last("lobby") == {"op": "lobby", "tables": [], "people": 0, "tournaments": []}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a", "name_short"),
        ("", "name_short"),
        ("elevenchars", "name_long"),
        ("a!", "name_letters"),
        ("with blank", "name_blank"),
        ("a\u0000b", "name_letters"),
        ("a\u202eb", "name_letters"),
        ("a\u3164", "name_letters"),
        ("👍👍", "name_letters"),
        ("Аnna", "name_alike"),  # with a Cyrillic A
        ("AnnА", "name_alike"),
        ("anna", "name_taken"),
        ("ANNA", "name_taken"),
    ],
)
async def test_names_that_won_t_do(room: Room, name: str, code: str) -> None:
    await people(room, "Anna")
    link = FakeLink(room)
    await link.do("hello", v=1)
    assert await link.refused("name", name=name) == code
    await link.do("name", name=" B_-9 ")
    assert link.last("you")["name"] == "B_-9"
    assert await link.refused("name", name="other") == "named"


def test_nobody_can_be_called_like_a_computer() -> None:
    assert all(" " in name for name in COMPUTERS)
    assert len({name.casefold() for name in COMPUTERS}) == len(COMPUTERS)


async def test_two_who_want_one_name_at_once_do_not_both_get_it(room: Room) -> None:
    links = [FakeLink(room), FakeLink(room)]
    for link in links:
        await link.do("hello", v=1)
    results = await asyncio.gather(*(link.do("name", name="Anna") for link in links), return_exceptions=True)
    assert sorted(type(each).__name__ for each in results) == ["NoneType", "Refused"]


async def test_goodbye_frees_the_name_and_ends_the_token(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    (anna,) = await seated(room, "gift", "Anna")
    with monkeypatch.context() as now:
        now.setattr(room.store.erasures, "begin", AsyncMock(side_effect=StoreError("the disk is full")))
        with pytest.raises(StoreError):
            await anna.do("bye")
    assert not anna.messages("forgotten")
    await anna.do("bye")
    assert anna.messages("forgotten")
    assert anna.last("left")["why"] == "left"
    assert room.live_tables == {}
    again = FakeLink(room)
    await again.do("hello", v=1, token=anna.token)
    assert again.last("welcome")["stale"]
    await again.do("name", name="Anna")
    await anna.do("name", name="Anna2")  # the connection itself goes on


async def test_a_name_is_free_again_when_its_owner_is_long_gone(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, name_after=0.0, forget_after=0.0)) as room:
        (anna,) = await people(room, "Anna")
        other = FakeLink(room)
        await other.do("hello", v=1)
        assert await other.refused("name", name="anna") == "name_taken"
        room.drop(anna)
        await other.do("name", name="anna")
        room.drop(other)
        later(room, 3700)
        await room.tidy()
        assert len(room.people) == 0


async def test_nothing_goes_without_a_name(room: Room) -> None:
    link = FakeLink(room)
    await link.do("hello", v=1)
    for op, fields in {
        "create": {"game": "gift"},
        "quick": {},
        "join": {"table": "x"},
        "leave": {},
        "start": {},
        "bye": {},
        "ready": {"step": 0},
        "act": {"step": 0, "action": "x"},
        "hint": {"step": 0},
        "ask": {"step": 0, "cards": []},
        "undo": {"step": 0},
        "deal": {"step": 0},
        "odds": {"step": 0},
        "chat": {"text": "x"},
        "record": {},
        "replay": {"deal": 0},
        "statistics": {},
    }.items():
        assert await link.refused(op, **fields) == "no_name", op
    await link.do("ping", n=7)
    assert link.last("pong")["n"] == 7


# --- tables


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "no_game"),
        ({"game": "gift", "preset": "short"}, "bad_option"),
        ({"game": "gift", "options": {"goal": 0}}, "bad_option"),
        ({"game": "gift", "options": {"goal": True}}, "bad_option"),
        ({"game": "gift", "options": {"x" * 3000: 1}}, "bad_option"),
        ({"game": "gift", "computers": "deuce"}, "no_computer"),
        ({"game": "gift", "computers": "easy,deuce,lowest"}, "no_computer"),
        ({"game": "gift", "computers": "easy,hard"}, "computers_count"),
        ({"game": "gift", "options": {"preset": "long"}}, "bad_option"),
        ({"game": "gift", "options": {"self": 1}}, "bad_option"),
    ],
)
async def test_tables_that_can_t_be(room: Room, fields: dict[str, object], code: str) -> None:
    (anna,) = await people(room, "Anna")
    assert await anna.refused("create", **fields) == code
    assert room.live_tables == {}


async def test_a_table_with_options_is_in_the_lobby_and_a_private_one_is_not(room: Room) -> None:
    anna, bert, carl = await people(room, "Anna", "Bert", "Carl")
    await anna.do("create", game="gift", preset="long", clock=15, pace="fast")
    await bert.do("create", game="gift", private=True)
    (table,) = await until(lambda: carl.last("lobby")["tables"])
    assert table["options"] == {"goal": 1000}
    assert (table["clock"], table["free"], table["phase"]) == (15, 2, "waiting")
    assert table["seats"][0] == {"kind": "person", "name": "Anna", "away": False, "avatar": 0, "computer": ""}
    await carl.do("join", table=bert.state["id"])
    assert carl.state["private"]


async def test_each_seat_has_its_computer_and_says_which(room: Room) -> None:
    anna, bert = await people(room, "Anna", "Bert")
    await anna.do("create", game="gift", computers="lowest, easy ,expert", now=True)
    assert [each["computer"] for each in anna.state["seats"]] == ["", "easy", "expert"]
    assert anna.state["computers"] == "lowest,easy,expert"
    (table,) = await until(lambda: bert.last("lobby")["tables"])
    assert [each["computer"] for each in table["seats"]] == ["", "easy", "expert"]
    await anna.do("leave")
    await bert.do("quick", game="gift", computers="hard")
    assert {each["computer"] for each in bert.state["seats"][1:]} <= {"hard", "easy", "expert"}


async def test_full_tables_start_by_themselves(room: Room) -> None:
    links = await seated(room, "gift", "Anna", "Bert")
    assert links[0].state["phase"] == "waiting"
    assert await links[1].refused("start") == "not_dealer"
    carl = await FakeLink(room).come("Carl")
    await carl.do("join", table=links[0].state["id"])
    states = [link.state for link in (*links, carl)]
    assert [state["phase"] for state in states] == ["playing"] * 3
    assert [state["seat"] for state in states] == [0, 1, 2]
    assert {state["dealer"] for state in states} == {"Anna"}


async def test_the_dealer_starts_and_computers_take_the_empty_seats(room: Room) -> None:
    (anna,) = await seated(room, "bigtwo", "Anna")
    await anna.do("start")
    assert [seat["kind"] for seat in anna.state["seats"]] == ["person"] + ["computer"] * 3
    assert len({seat["name"] for seat in anna.state["seats"]}) == 4
    assert await anna.refused("start") == "started"


async def test_the_dealers_role_passes_on_by_arrival(room: Room) -> None:
    anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
    await anna.do("leave")
    assert anna.last("left")["why"] == "left"
    assert bert.state["dealer"] == "Bert"
    assert bert.state["seats"][0]["kind"] == "empty"
    await bert.do("start")
    assert bert.state["seat"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_three_deals(room: Room, game: str) -> None:
    links = await seated(room, game, "Anna", "Bert")
    await links[0].do("start")
    for deal in (1, 2, 3):
        await play_deal(room, links)
        state = links[0].state
        assert commitment(bytes.fromhex(state["seed"])) == state["commitment"]
        assert state["deal"] == deal
        assert state["result"]["scores"] == state["view"]["score"]
        assert [seat["total"] for seat in state["seats"]] == state["result"]["totals"]
        assert state["phase"] == "over" or game == "gift"
        await links[0].do("ready", step=state["step"])
        assert links[1].state["seats"][0]["ready"]
        await links[0].do("ready", step=state["step"])  # once more changes nothing
        assert links[1].state["phase"] != "playing"
        await links[1].do("ready", step=state["step"])
        if state["phase"] == "final":
            assert links[0].state["deal"] == 1
            break


async def test_a_match_ends_and_a_new_one_begins_at_nothing(room: Room) -> None:
    links = await seated(room, "gift", "Anna", "Bert", "Carl")
    while True:
        await play_deal(room, links)
        state = links[0].state
        for link in links:
            await link.do("ready", step=state["step"])
        if state["phase"] == "final":
            break
    assert state["result"]["final"]
    assert max(state["result"]["totals"]) >= 3
    after = links[0].state
    assert (after["phase"], after["deal"]) == ("playing", 1)
    assert [seat["total"] for seat in after["seats"]] == [0, 0, 0]
    assert after["step"] == state["step"] + 1


async def test_a_newcomer_watches_and_takes_a_computers_seat_at_the_next_deal(room: Room) -> None:
    (anna,) = await seated(room, "bigtwo", "Anna")
    await anna.do("start")
    bert = await FakeLink(room).come("Bert")
    await bert.do("join", table=anna.state["id"])
    assert bert.state["seat"] is None
    assert bert.state["watchers"] == ["Bert"]
    assert bert.state["seats"][1]["next"] == "Bert"
    assert await bert.refused("act", step=bert.state["step"], action="pass") == "not_seated"
    await play_deal(room, [anna])
    await anna.do("ready", step=anna.state["step"])
    assert bert.state["seat"] == 1
    assert bert.state["phase"] == "playing"
    assert room.live_tables[anna.state["id"]].session.match is not None


@pytest.mark.slow
async def test_who_leaves_in_mid_deal_is_replaced_at_once(room: Room) -> None:
    anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
    await anna.do("start")
    await bert.do("leave")
    assert anna.state["seats"][1]["kind"] == "computer"
    lines = [line["say"]["key"] for line in anna.messages("talk")[-1]["lines"]]
    assert lines == ["notice.left", "notice.takes_over"]
    await play_deal(room, [anna])
    await bert.do("join", table=anna.state["id"])
    assert bert.state["seats"][1]["next"] == "Bert"
    await anna.do("ready", step=anna.state["step"])
    match = room.live_tables[anna.state["id"]].session.match
    assert match is not None
    assert match.newest.joined == (1,)


async def test_the_same_people_again_are_no_change(room: Room) -> None:
    anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
    await anna.do("start")
    room.drop(bert)
    back = FakeLink(room)
    await back.do("hello", v=1, token=bert.token)
    assert back.last("you")["table"] == anna.state["id"]
    await play_deal(room, [anna, back])
    for link in (anna, back):
        await link.do("ready", step=anna.state["step"])
    match = room.live_tables[anna.state["id"]].session.match
    assert match is not None
    assert match.newest.joined == ()


async def test_a_table_ends_with_its_last_player_and_tells_who_watches(room: Room) -> None:
    (anna,) = await seated(room, "bigtwo", "Anna")
    bert = await FakeLink(room).come("Bert")
    await bert.do("join", table=anna.state["id"], watch=True)
    await anna.do("start")
    await anna.do("leave")
    assert bert.last("left")["why"] == "gone"
    assert room.live_tables == {}
    assert await bert.refused("chat", text="hello?") == "not_at_table"
    await bert.do("quick", game="gift")


async def test_watching_and_playing(room: Room) -> None:
    anna, _ = await seated(room, "gift", "Anna", "Bert")
    table = anna.state["id"]
    assert await anna.refused("join", table=table, watch=True) == "seated"
    await anna.do("join", table=table)  # here already: the state again
    await anna.do("start")
    carl, dora, emil = await people(room, "Carl", "Dora", "Emil")
    await carl.do("join", table=table, watch=True)
    assert carl.state["seats"][2]["next"] is None
    await carl.do("join", table=table)
    assert carl.state["seats"][2]["next"] == "Carl"
    assert await dora.refused("join", table=table) == "table_full"
    await dora.do("join", table=table, watch=True)
    await carl.do("join", table=table, watch=True)
    assert carl.state["seats"][2]["next"] is None
    assert await carl.refused("create", game="gift") == "at_table"
    assert await carl.refused("quick") == "at_table"
    assert await emil.refused("join", table="nowhere") == "no_table"


async def test_watchers_are_limited(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, watchers=1)) as room:
        anna, _ = await seated(room, "gift", "Anna", "Bert")
        carl, dora = await people(room, "Carl", "Dora")
        await carl.do("join", table=anna.state["id"], watch=True)
        assert await dora.refused("join", table=anna.state["id"], watch=True) == "too_many_watchers"


@pytest.mark.parametrize("own", ["", "No shouting, please.\nThe host"])
async def test_a_newcomer_to_a_table_is_welcomed_once_and_nobody_else_reads_it(tmp_path: Path, own: str) -> None:
    async with open_room(settings(tmp_path, room="Tea House", welcome=own)) as room:
        anna, bert = await seated(room, "gift", "Anna", "Bert")

        def welcomes(link: FakeLink) -> list[dict[str, Any]]:
            talks = [each["lines"] for each in link.messages() if each["op"] == "talk"]
            said = {line["n"]: line.get("say") for lines in talks for line in lines}
            return [say for say in said.values() if say and say["key"].startswith("notice.welcome")]

        for link, name in ((anna, "Anna"), (bert, "Bert")):
            (say,) = welcomes(link)
            text = sentence(Say(say["key"], say["args"]), language="en")
            assert text == own if own else "Tea House" in text and name in text
        again = FakeLink(room)
        await again.do("hello", v=1, token=anna.token)
        numbers = [line["n"] for line in again.last("talk")["lines"]]
        assert numbers == sorted(set(numbers))
        assert len(welcomes(again)) == 1  # it is still there, in its place


async def test_rooms_have_bounds(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, tables=1, people=2)) as room:
        anna, bert = await people(room, "Anna", "Bert")
        await anna.do("create", game="gift", private=True)
        assert await bert.refused("create", game="gift") == "too_many_tables"
        link = FakeLink(room)
        await link.do("hello", v=1)
        assert await link.refused("name", name="Carl") == "too_many_people"
        room.drop(bert)
        later(room, 61)  # who is away without a table and without results makes room
        await link.do("name", name="Carl")
        back = FakeLink(room)
        await back.do("hello", v=1, token=bert.token)
        assert back.last("welcome")["stale"]


# --- acting


@pytest.mark.parametrize("game", GAMES)
async def test_stale_and_repeated_actions_change_nothing(room: Room, game: str) -> None:
    links = await seated(room, game, *("Anna", "Bert", "Carl", "Dora")[: TOYS[game].make().seats])
    mover = next(link for link in links if link.choice())
    step, action = mover.state["step"], mover.choice()
    session = room.live_tables[mover.state["id"]].session
    n = session.n
    assert await mover.refused("act", step=step - 1, action=action) == "stale"
    assert await mover.refused("act", step=step + 1, action=action) == "stale"
    assert await mover.refused("ready", step=step) == "not_over"
    assert await mover.refused("ready", step=step + 1) == "stale"
    assert session.n == n
    await mover.do("act", step=step, action=action)
    assert await mover.refused("act", step=step, action=action) == "stale"
    assert await mover.refused("act", step=step + 1, action=action) in ("illegal.turn", "illegal.over")
    assert session.n == n + 1


async def test_who_acts_at_the_same_time_does_not_make_others_stale(room: Room) -> None:
    links = await seated(room, "gift", "Anna", "Bert", "Carl")
    step = links[0].state["step"]
    for link in links:  # all answer the position that they saw first
        await link.do("act", step=step, action=link.state["view"]["legal"][0]["name"])
    assert links[0].state["phase"] in ("over", "final")


async def test_illegal_actions_are_refused_with_a_reason(room: Room) -> None:
    (anna,) = await seated(room, "bigtwo", "Anna")
    assert await anna.refused("act", step=0, action="pass") == "not_started"
    await anna.do("start")
    await until(anna.choice)
    state = anna.state
    for action in ("", "pass", "play", "play 2s3s4s5s6s7s", "play XX", "fly", "play " + "3d" * 200):
        if action == "pass" and any(each["name"] == "pass" for each in state["view"]["legal"]):
            continue
        why = await anna.refused("act", step=state["step"], action=action)
        assert "." in why or why in TOYS["bigtwo"].texts["en"], action
    assert anna.state["step"] == state["step"]


async def test_a_name_that_is_not_possible_is_answered_by_why_not(config: Config) -> None:
    listings = {each: games.GAMES[each] for each in ("bridge", "bigtwo")}
    async with open_room(config, listings) as room:
        anna = await FakeLink(room).come("Anna")
        await anna.do("create", game="bridge", computers="lowest", options={"dealer": "n"})
        await anna.do("start")
        await until(anna.choice)
        state = anna.state
        assert state["partnerships"] == [[0, 2], [1, 3]]
        assert {each["name"] for each in state["vocabulary"]} >= {"double", "redouble", "pass", "accept", "refuse"}
        assert not any(each["name"].startswith("bid") for each in state["vocabulary"]), "they stand in the box"
        await anna.do("ask", step=state["step"], action="double")
        answer = anna.last("answer")
        assert (answer["say"]["key"], answer["action"]) == ("why.nothing_to_double", "double")
        await anna.do("ask", step=state["step"], action="bid 1c")
        assert anna.last("answer")["say"] is None
        await anna.do("ask", step=state["step"], action="fly")
        assert anna.last("answer")["say"]["key"] == "illegal.action"


async def test_hints_and_questions_of_who_has_not_seen_what_others_did_at_the_same_moment(tmp_path: Path) -> None:
    """All pass cards in Hearts at once: a page asks about the position that it knows, while another has gone on."""
    async with open_room(settings(tmp_path), games.GAMES) as room:
        anna, bert = await seated(room, "hearts", "Anna", "Bert")
        await anna.do("start")
        before = bert.state
        assert before["seat"] in before["view"]["turn"]
        await until(lambda: bert.state["step"] > before["step"])  # a computer has passed
        await bert.do("hint", step=before["step"])
        hinted = bert.last("hinted")
        assert hinted["step"] == bert.state["step"]
        await bert.do("ask", step=before["step"], cards=hinted["action"]["cards"])
        assert bert.last("answer")["say"] is None
        await bert.do("act", step=before["step"], action=hinted["action"]["name"])
        assert await bert.refused("hint", step=before["step"]) == "stale"


async def test_asking_and_hints_tell_only_what_the_seat_may_know(room: Room) -> None:
    (anna,) = await seated(room, "bigtwo", "Anna")
    await anna.do("start")
    await until(anna.choice)
    state = anna.state
    mine = next(pile for pile in state["view"]["piles"] if pile["name"] == "hand" and pile["owner"] == 0)["cards"]
    await anna.do("hint", step=state["step"])
    assert anna.last("hinted")["action"]["name"] in {each["name"] for each in state["view"]["legal"]}
    for legal in (each for each in state["view"]["legal"] if each["cards"]):
        await anna.do("ask", step=state["step"], cards=legal["cards"])
        assert anna.last("answer")["say"] is None
    await anna.do("ask", step=state["step"], cards=mine[:6])
    assert anna.last("answer")["say"]["key"]
    foreign = next(name(one) for one in STANDARD if name(one) not in str(state["view"]["piles"]))
    await anna.do("ask", step=state["step"], cards=[foreign])
    assert anna.last("answer")["say"]["key"] == "error.not_your_cards"
    assert await anna.refused("ask", step=state["step"], cards=["xx"]) == "bad_cards"
    assert await anna.refused("ask", step=state["step"], cards=["3d", "3d"]) == "bad_cards"
    assert await anna.refused("ask", step=state["step"] + 1, cards=mine[:1]) == "stale"
    assert await anna.refused("hint", step=state["step"] + 1) == "stale"


# --- talk and records


async def test_talk_reaches_everybody_and_those_who_come_later(room: Room) -> None:
    anna, bert = await seated(room, "gift", "Anna", "Bert")
    await bert.do("chat", text="  hello\r\nthere \u202eevil\u0007\n\n")
    line = anna.messages("talk")[-1]["lines"][-1]
    assert (line["name"], line["text"]) == ("Bert", "  hello\nthere evil")
    assert not anna.messages("talk")[-1]["history"]
    assert await anna.refused("chat", text=" \n\u0000 ") == "chat_empty"
    await anna.do("chat", text="\u3000مرحبا 👩‍🚀 你好")
    carl = await FakeLink(room).come("Carl")
    await carl.do("join", table=anna.state["id"], watch=True)
    history = carl.last("talk")
    assert history["history"]
    assert [line["text"] for line in history["lines"] if line["name"]] == ["  hello\nthere evil", " مرحبا 👩‍🚀 你好"]
    numbers = [line["n"] for line in history["lines"]]  # with a gap for each line that welcomed somebody else
    assert numbers == sorted(set(numbers))


@pytest.mark.slow
async def test_only_so_much_talk_is_kept(room: Room) -> None:
    (anna,) = await seated(room, "gift", "Anna")
    for n in range(205):
        await anna.do("chat", text=f"line {n}\n" * 20)
    bert = await FakeLink(room).come("Bert")
    await bert.do("join", table=anna.state["id"])
    lines = bert.last("talk")["lines"]
    assert len(lines) == 200
    assert lines[0]["text"].count("\n") == 11


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_records_hold_finished_deals_only_and_verify(room: Room, game: str) -> None:
    anna, bert = await seated(room, game, "Anna", "Bert")
    await anna.do("start")
    assert await anna.refused("record") == "no_record"
    await play_deal(room, [anna, bert])
    await anna.do("record")
    record = Record.from_json(anna.last("record")["record"])
    assert record.verify(lambda name, **options: TOYS[name].make(**options)) == [anna.state["commitment"]]
    assert record.deals[0].players[:2] == ("Anna", "Bert")
    if anna.state["phase"] == "over":
        for link in (anna, bert):
            await link.do("ready", step=anna.state["step"])
        await bert.do("record")
        assert len(Record.from_json(bert.last("record")["record"]).deals) == 1


# --- away


async def test_a_second_tab_takes_over(room: Room) -> None:
    (anna,) = await seated(room, "bigtwo", "Anna")
    await anna.do("start")
    again = FakeLink(room)
    await again.do("hello", v=1, token=anna.token)
    assert anna.last("left")["why"] == "elsewhere"
    assert anna.closed == (4001, "elsewhere")
    room.drop(anna)  # the old tab's end changes nothing
    assert again.state["seat"] == 0
    assert not again.state["seats"][0]["away"]
    assert again.state["log_from"] == 0


@pytest.mark.slow
async def test_away_then_a_computer_plays_on_then_back(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, standin_after=0.03)) as room:
        anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
        await anna.do("start")
        room.drop(bert)
        assert anna.state["seats"][1]["away"]
        await until(lambda: anna.state["seats"][1]["standin"])
        assert anna.messages("talk")[-1]["lines"][-1]["say"]["key"] == "notice.stood_in"
        await play_deal(room, [anna])
        await anna.do("ready", step=anna.state["step"])  # nobody waits for who is away
        assert anna.state["phase"] == "playing"
        back = FakeLink(room)
        await back.do("hello", v=1, token=bert.token)
        await until(lambda: not anna.state["seats"][1]["standin"])
        assert back.state["seat"] == 1
        assert not anna.state["seats"][1]["away"]
        assert len(next(p for p in back.state["view"]["piles"] if (p["name"], p["owner"]) == ("hand", 1))["cards"]) > 0
        await play_deal(room, [anna, back])


async def test_who_stays_away_too_long_is_replaced(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, standin_after=0.01, leave_after=0.04)) as room:
        anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
        await anna.do("start")
        room.drop(bert)
        await until(lambda: anna.state["seats"][1]["kind"] == "computer")
        assert "notice.lost" in json.dumps(anna.messages("talk"))
        table = anna.state["id"]
        room.drop(anna)
        await until(lambda: table not in room.live_tables)


async def test_a_table_where_nobody_is_connected_rests(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, standin_after=0.0)) as room:
        (anna,) = await seated(room, "bigtwo", "Anna")
        await anna.do("start")
        session = room.live_tables[anna.state["id"]].session
        room.drop(anna)
        await until(lambda: not room.live_tables[session.id].clock._busy)  # a computer that thinks acts once more
        n = session.n
        await asyncio.sleep(0.05)
        assert session.n == n
        assert not session.chairs[0].standin


async def begun_under_a_clock(room: Room, seconds: float, *names: str) -> Any:
    """A table at the beginning of its first deal, and the people who play there with so much time for each turn."""
    links = await seated(room, "bigtwo", *names)
    live = room.live_tables[links[0].state["id"]]
    live.session.settings = msgspec.structs.replace(live.session.settings, clock=seconds)
    await links[0].do("start")
    return live, *links


@pytest.mark.slow
async def test_the_clock_moves_for_who_does_not(room: Room) -> None:
    live, anna, bert = await begun_under_a_clock(room, 0.02, "Anna", "Bert")
    assert anna.state["clock_ms"] is None or anna.state["clock_ms"] <= 20
    await until(lambda: live.session.phase == "over")
    table = live.session.table
    assert table is not None
    assert {seat for seat, _ in table.moves} == {0, 1, 2, 3}
    assert not bert.state["seats"][1]["standin"]


@pytest.mark.slow
async def test_with_a_clock_the_next_deal_comes_by_itself(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealt.server.room.next_deal.LOOK", 0.02)
    live, _ = await begun_under_a_clock(room, 0.01, "Anna")
    await until(lambda: live.session.dealt == 2)


@pytest.mark.slow
async def test_who_comes_back_to_a_result_has_time_to_look_at_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealt.server.room.next_deal.LOOK", 0.4)
    live, anna = await begun_under_a_clock(room, 0.01, "Anna")
    await until(lambda: live.session.phase == "over")
    room.drop(anna)
    await asyncio.sleep(0.5)
    assert live.session.dealt == 1, "where nobody is nothing goes on"
    back = FakeLink(room)
    await back.do("hello", v=1, token=anna.token)
    assert (back.state["phase"], back.state["clock_ms"] > 200) == ("over", True)


@pytest.mark.slow
async def test_a_computer_that_fails_does_not_stop_the_table(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, view: object, rng: Random) -> object:
            raise StopIteration

    monkeypatch.setattr("dealt.players.computer", lambda name, game: Broken())
    (anna,) = await seated(room, "bigtwo", "Anna")
    await anna.do("start")
    await play_deal(room, [anna])


@pytest.mark.slow
async def test_the_lobby_hears_of_changes_but_not_too_often(room: Room) -> None:
    links = await people(room, *(f"p{n:02}" for n in range(20)))
    reader = FakeLink(room)
    await reader.do("hello", v=1)
    before = len(reader.frames)
    for link in links:
        await link.do("create", game="gift")
    await until(lambda: len(reader.last("lobby")["tables"]) == 20)
    assert len(reader.frames) - before <= 3
    assert reader.last("lobby")["people"] == 20


async def test_config_fixture(config: Config) -> None:
    assert config.pace_factor == 0
