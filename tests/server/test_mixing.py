"""Contributions to the seed of a deal: nobody chooses after seeing, a deal waits a moment and no longer, and what is in
use outlives the room.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from hashlib import sha256
from random import Random

import pytest

from dealt.mix import seal_of
from dealt.server.base.config import Config
from dealt.server.room.room import Room
from dealt.session import awaiting, mixing
from dealt.table import MIXED_FORMAT, Illegal
from dealt.wire.refusal import Refused
from tests.server.givers import Giver, Prompt, record_of, three, three_named, verified, wait_out
from tests.server.helpers import Face, FakeLink, Message, open_room, play_deal, serve, until
from tests.server.toys import OWN


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals wait for longer than any machine takes; tests move the clock on instead."""
    monkeypatch.setattr(awaiting, "WITHIN", 60.0)


async def test_a_deal_follows_from_the_servers_seed_and_all_contributions(room: Room) -> None:
    anna, bert, carl = await three(room, Giver, Giver, Giver)
    promise = anna.state["promise"]
    assert (anna.state["phase"], anna.state["due"]) == ("waiting", True)
    for each in (anna, bert, carl):
        assert anna.messages("sealed") == [], "the list is told when it is closed"
        await each.seal()
    seals = [seal_of(each.given) for each in (anna, bert, carl)]
    for each in (anna, bert, carl):
        assert each.last("sealed") == {"op": "sealed", "promise": promise, "seals": seals}
    for each in (anna, bert, carl):
        assert anna.state["phase"] == "waiting"
        await each.contribute()
    assert (anna.state["phase"], anna.state["due"], anna.state["mix"]) == ("playing", False, None)
    assert anna.state["commitment"] == promise
    await play_deal(room, [anna, bert, carl])
    mix, seed = anna.state["mix"], anna.state["seed"]
    assert [each["given"] for each in mix["seats"]] == [each.given.hex() for each in (anna, bert, carl)]
    assert sha256(bytes.fromhex(mix["server"])).hexdigest() == promise
    assert seed != mix["server"]
    record = await record_of(anna)
    assert (record.format, record.deals[0].seed, record.deals[0].fixed) == (MIXED_FORMAT, seed, "")
    assert verified(record) == [promise]
    await anna.do("replay", deal=0)
    assert anna.last("replay")["mix"] == mix


async def test_seals_given_in_good_time_cost_no_wait_at_the_next_deal(room: Room) -> None:
    links = await three(room, FakeLink, Giver, FakeLink)
    await wait_out(room, links[0])
    await until(lambda: links[0].state["phase"] == "playing")
    await links[1].seal()
    await play_deal(room, links)
    for each in links:
        await each.do("ready", step=each.state["step"])
    assert [each is not None for each in links[1].last("sealed")["seals"]] == [False, True, False]
    await links[1].contribute()
    assert (links[0].state["phase"], links[0].state["deal"]) == ("playing", 2)
    await play_deal(room, links)
    record = await record_of(links[0])
    assert [each.mix and each.mix.gave for each in record.deals] == [None, (1,)]
    assert len(verified(record)) == 2


async def test_who_is_waited_for_in_vain_does_not_hold_up_every_deal(room: Room) -> None:
    """A client that says that it contributes, and never does: the next five deals do not wait for it."""
    anna, mute, carl = await three(room, FakeLink, Giver, FakeLink)
    links, waited = [anna, mute, carl], []
    for deal in range(1, 8):
        waited.append(anna.state["phase"] != "playing")
        if waited[-1]:
            await wait_out(room, anna)
        await until(lambda deal=deal: (anna.state["phase"], anna.state["deal"]) == ("playing", deal))
        await play_deal(room, links)
        for each in links:
            await each.do("ready", step=each.state["step"])
    assert waited == [True, False, False, False, False, False, True]


async def test_nobody_waits_for_computers_the_absent_and_plain_clients(room: Room) -> None:
    anna = await FakeLink(room).come("Anna")
    await anna.do("create", game="gift", computers="random")
    await anna.do("start")
    assert anna.state["phase"] == "playing"
    links = await three_named(room, "Dora", "Emil", "Fred")
    assert links[0].state["phase"] == "waiting"
    for each in links:
        await each.seal()
    room.drop(links[2])
    for each in links[:2]:
        await each.contribute()
    await until(lambda: links[0].state["phase"] == "playing")


@pytest.mark.parametrize("seals", [False, True])
async def test_who_never_gives_any_delays_the_deal_for_a_moment(seals: bool, room: Room) -> None:
    anna, bert, carl = await three(room, Giver, Giver, Giver)
    for each in (anna, bert, *([carl] if seals else [])):
        await each.seal()
    if not seals:
        assert not anna.messages("sealed")
        await wait_out(room, anna)
        await until(lambda: anna.messages("sealed"))
    await anna.contribute()
    await bert.contribute()
    assert anna.state["phase"] == ("waiting" if seals else "playing")
    if seals:
        await wait_out(room, anna)
    await until(lambda: anna.state["phase"] == "playing")
    await play_deal(room, [anna, bert, carl])
    (dealt,) = (await record_of(anna)).deals
    assert dealt.mix is not None
    assert (dealt.mix.gave, dealt.mix.kept_back) == ((0, 1), (2,) if seals else ())
    assert [each and each.name for each in dealt.mix.seats] == ["Anna", "Bert", "Carl" if seals else None]


async def test_what_is_no_contribution_gets_one_error_and_changes_nothing(room: Room) -> None:
    anna, bert, carl = await three(room, Giver, Giver, Giver)
    watcher = await Giver(room).come("Dora")
    promise, seal, given = anna.state["promise"], seal_of(anna.given), anna.given.hex()
    assert await anna.refused("seal", promise="0" * 64, seal=seal) == "other_deal"
    assert await watcher.refused("seal", promise=promise, seal=seal) == "not_at_table"
    await watcher.do("join", table=anna.state["id"], watch=True)
    session = anna.live.session

    async def refused(link: FakeLink, op: str, code: str, **fields: str) -> None:
        before = session.n
        assert await link.refused(op, promise=fields.pop("promise", promise), **fields) == code
        assert session.n == before

    await refused(watcher, "seal", "not_seated", seal=seal)
    await refused(watcher, "contribute", "not_seated", given=given)
    await refused(anna, "contribute", "not_sealed", given=given)
    await anna.seal()
    await refused(anna, "seal", "sealed", seal=seal)
    await refused(anna, "contribute", "seals_open", given=given)
    for each in (bert, carl):
        await each.seal()
    await refused(watcher, "contribute", "not_sealed", given=given)
    await refused(anna, "contribute", "other_seal", given="00" * 32)
    await refused(anna, "contribute", "other_deal", given=given, promise="f" * 64)
    await anna.contribute()
    await refused(anna, "contribute", "contributed", given=given)
    await bert.contribute()
    await carl.contribute()
    assert anna.state["phase"] == "playing"
    await refused(anna, "contribute", "other_deal", given=given)


@pytest.mark.parametrize("wrong", [{"seal": "ab"}, {"seal": "AB" * 32}, {"seal": "00" * 33}, {"given": "00" * 31}, {}])
async def test_a_wrong_length_is_named(wrong: dict[str, str], config: Config) -> None:
    async with serve(config, OWN) as served, Face.open(served.ws) as face:
        await face.come("Anna")
        op = "contribute" if "given" in wrong else "seal"
        error = await face.ask(op, "error", promise="00" * 32, **wrong)
        assert error["code"] == "bad_message"
        assert "seal" in error["text"] or "given" in error["text"]


async def test_too_late_for_a_seal(room: Room) -> None:
    anna, bert, carl = await three(room, Giver, Giver, Giver)
    await anna.seal()
    await wait_out(room, anna)
    await until(lambda: anna.messages("sealed"))
    assert await bert.refused("seal", promise=anna.state["promise"], seal=seal_of(bert.given)) == "seals_closed"
    await anna.contribute()
    assert anna.state["phase"] == "playing"
    await play_deal(room, [anna, bert, carl])
    assert verified(await record_of(carl))


@pytest.mark.parametrize("more", [{"set": "friday"}, {"seed": "7"}])
async def test_deals_that_are_fixed_take_no_contributions_and_the_record_says_so(
    more: dict[str, str], room: Room
) -> None:
    anna = await Giver(room).come("Anna")
    await anna.do("create", game="gift", computers="random", **more)
    assert await anna.refused("seal", promise=anna.state["promise"], seal=seal_of(anna.given)) == "seed_fixed"
    await anna.do("start")
    assert anna.state["phase"] == "playing"
    await play_deal(room, [anna])
    record = await record_of(anna)
    assert (record.format, record.deals[0].mix, record.deals[0].fixed) == (1, None, *more)
    assert verified(record)
    await anna.do("replay", deal=0)
    assert anna.last("replay")["fixed"] == next(iter(more))


async def test_the_next_deal_of_a_game_for_one_waits_before_the_old_one_is_given_up(room: Room) -> None:
    anna = await Giver(room).come("Anna")
    await anna.do("create", game="peek")
    await anna.seal()
    await anna.contribute()
    first = anna.state
    assert (first["phase"], first["deal"]) == ("playing", 1)
    await anna.do("deal", step=first["step"])
    assert (anna.state["phase"], anna.state["deal"], anna.state["due"]) == ("playing", 1, True)
    assert anna.state["seed"] is None
    await anna.do("deal", step=first["step"])  # twice is once
    await anna.seal()
    await anna.contribute()
    assert (anna.state["deal"], anna.state["commitment"]) == (2, first["promise"])
    promise = anna.state["promise"]
    await anna.do("deal", step=anna.state["step"], same=True)  # the same seed: nothing is contributed
    assert (anna.state["deal"], anna.state["commitment"], anna.state["promise"]) == (3, first["promise"], promise)
    record = await record_of(anna)
    assert [each.mix and each.mix.gave for each in record.deals] == [(0,), (0,)]
    assert len(verified(record)) == 2


@pytest.mark.parametrize("killed_after", range(7))
async def test_the_seed_in_use_outlives_the_room(killed_after: int, config: Config) -> None:
    """A room that ends at any step goes on there when the people are back, and nothing has to be given twice."""
    given: dict[str, bytes] = {}
    async with open_room(config, OWN) as room:
        links = await three(room, Giver, Giver, Giver)
        todo = [each.seal for each in links] + [each.contribute for each in links]
        for step in todo[:killed_after]:
            await step()
        tokens = [each.token for each in links]
        given = {each.token: each.given for each in links}
        promise = links[0].state["promise" if killed_after < 6 else "commitment"]
        seed = links[0].live.session.table.seed if killed_after == 6 else None
    async with open_room(config, OWN) as room:
        back = [Giver(room) for _ in tokens]
        for each, token in zip(back, tokens, strict=True):
            each.given = given[token]
            await each.do("hello", v=1, token=token, contributes=True)
        session = back[0].live.session  # type: ignore[union-attr]
        for n, each in enumerate(back):
            if n >= killed_after:
                await each.seal()
        if killed_after >= 3:
            assert (killed_after == 6) == (back[2].messages("sealed") == [])
        for n, each in enumerate(back):
            if n + 3 >= killed_after:
                await each.contribute()
        assert session.table is not None
        assert back[0].state["commitment"] == promise
        assert seed in (None, session.table.seed)
        assert session.mix is not None
        assert [each and each.given for each in session.mix.seats] == [given[token] for token in tokens]
        assert session.mix.seed == session.table.seed


@pytest.mark.parametrize("closed", [False, True])
async def test_whoever_is_back_first_after_a_restart_does_not_begin_without_the_others(
    closed: bool, config: Config
) -> None:
    """The room has ended while a deal waited for contributions: people come back one after the other, and all give."""
    async with open_room(config, OWN) as room:
        links = await three(room, Giver, Giver, Giver)
        for each in links if closed else links[:1]:
            await each.seal()
        given = [(each.token, each.given) for each in links]
    async with open_room(config, OWN) as room:
        back = []
        for token, what in given:
            each = Prompt(room)
            each.given = what
            await each.do("hello", v=1, token=token, contributes=True)
            await until(lambda each=each: not each.doing)
            back.append(each)
        await until(lambda: back[0].state["phase"] == "playing")
        session = back[0].live.session  # type: ignore[union-attr]
        assert session.mix is not None
        assert session.mix.gave == (0, 1, 2)


async def test_who_does_not_come_back_after_a_restart_delays_the_deal_for_a_moment(config: Config) -> None:
    async with open_room(config, OWN) as room:
        links = await three(room, Giver, Giver, Giver)
        for each in links:
            await each.seal()
        given = [(each.token, each.given) for each in links]
    async with open_room(config, OWN) as room:
        anna = Giver(room)
        anna.given = given[0][1]
        await anna.do("hello", v=1, token=given[0][0], contributes=True)
        await anna.contribute()
        assert anna.state["phase"] == "waiting"
        await wait_out(room, anna)
        await until(lambda: anna.state["phase"] == "playing")
        session = anna.live.session  # type: ignore[union-attr]
        assert (session.mix.gave, session.mix.kept_back) == ((0,), (1, 2))


@pytest.mark.slow
async def test_a_contribution_counts_though_its_owner_has_left(room: Room) -> None:
    anna, bert, carl = await three(room, Giver, Giver, Giver)
    for each in (anna, bert, carl):
        await each.seal()
    await carl.contribute()
    await carl.do("leave")
    await anna.contribute()
    await bert.contribute()
    await until(lambda: anna.state["phase"] == "playing")
    assert anna.live.session.mix.gave == (0, 1, 2)


async def test_no_frame_names_a_contribution_or_a_seed_before_its_time(room: Room) -> None:
    links = await three(room, Giver, Giver, Giver)
    watcher = await FakeLink(room).come("Dora")
    await watcher.do("join", table=links[0].state["id"], watch=True)
    session = links[0].live.session
    secrets = [session.promised.hex(), *(each.given.hex() for each in links)]
    for each in links:
        await each.seal()
    for each in links:
        await each.contribute()
    secrets.append(session.table.seed.hex())

    def leaks() -> list[str]:
        frames = [frame for each in (*links, watcher) for frame in each.frames]
        return [each for each in secrets for frame in frames if each in frame.lower()]

    rng = Random(2)
    while session.phase == "playing":
        assert not leaks()
        for each in links:
            await each.act(rng)
    assert leaks()
    assert (await watcher.refused("seal", promise=watcher.state["promise"], seal="00" * 32)) == "not_seated"


@pytest.mark.slow
async def test_a_bot_takes_part_in_a_few_lines(config: Config) -> None:
    """The bot of the documentation, beside one that does not know of contributions."""
    import secrets

    async with serve(config, OWN) as served, Face.open(served.ws) as bot, Face.open(served.ws) as plain:
        await bot.ask("hello", "welcome", v=1, contributes=True)
        await bot.ask("name", "you", name="bot")
        await plain.come("plain")
        mine: dict[str, bytes] = {}

        async def mix(message: Message) -> None:
            promise = message.get("promise")
            if message["op"] == "table" and message["seat"] is not None and promise and promise not in mine:
                mine[promise] = secrets.token_bytes(32)
                await bot.send("seal", promise=promise, seal=sha256(mine[promise]).hexdigest())
            if message["op"] == "sealed" and promise in mine:
                await bot.send("contribute", promise=promise, given=mine[promise].hex())

        await bot.send("create", game="gift", preset="long", computers="random", pace="instant")
        table = await bot.hear("table")
        await mix(table)
        await plain.ask("join", "table", table=table["id"])
        await bot.send("start")
        deals, answered = 0, -1
        async with asyncio.timeout(20):
            while deals < 3:
                message = json.loads(await bot.socket.recv())
                assert message["op"] != "error" or message["re"] not in ("seal", "contribute"), message
                await mix(message)
                if message["op"] == "table" and message["step"] != answered and message["view"]:
                    answered = message["step"]
                    if message["phase"] == "playing" and message["seat"] in message["view"]["turn"]:
                        await bot.send("act", step=answered, action=message["view"]["legal"][0]["name"])
                    elif message["phase"] == "over":
                        deals += 1
                        assert [bool(each) for each in message["mix"]["seats"]] == [True, False, False]
                        await bot.send("ready", step=answered)
                    else:
                        answered = -1
                if message["op"] == "table" and deals < 3:
                    await follow(plain)


async def follow(plain: Face) -> None:
    """Act and be ready wherever the newest table asks for it."""
    while True:
        try:
            async with asyncio.timeout(0.02):
                plain.seen.append(json.loads(await plain.socket.recv()))
        except TimeoutError:
            break
    state = next((each for each in reversed(plain.seen) if each["op"] == "table"), None)
    if state is None or not state["view"] or state["step"] == plain.answered:
        return
    if state["phase"] == "over":
        plain.answered = state["step"]
        await plain.send("ready", step=state["step"])
    elif state["seat"] in state["view"]["turn"]:
        plain.answered = state["step"]
        await plain.send("act", step=state["step"], action=state["view"]["legal"][0]["name"])


async def test_nothing_that_anybody_may_ask_tells_the_seed_of_a_deal_under_way(room: Room) -> None:
    anna, dora, emil = (
        await Giver(room).come("Anna"),
        await FakeLink(room).come("Dora"),
        await FakeLink(room).come("Emil"),
    )
    await anna.do("create", game="peek")
    await anna.seal()
    await anna.contribute()
    await dora.do("join", table=anna.state["id"], watch=True)
    session = anna.live.session

    async def asked() -> str:
        """Everything that anybody has heard after asking for all there is."""
        for link in (anna, dora, emil):
            for op in ("record", "statistics", "set", "odds", "hint", "replay", "undo", "meaning"):
                more = {"deal": 0} if op == "replay" else {"line": 0} if op == "meaning" else {}
                more |= {"step": session.step} if op in ("odds", "hint", "undo") else {}
                with contextlib.suppress(Refused, Illegal):
                    await link.do(op, **more)
        return "".join(frame for link in (anna, dora, emil) for frame in link.frames).lower()

    def secrets() -> list[str]:
        mix, seeds = session.mix, [session.promised, session.table.seed if session.phase == "playing" else None]
        seeds += [mix.server] if mix and session.phase == "playing" else []
        return [each.hex() for each in seeds if each]

    for _ in range(2):
        await anna.act()
        heard = await asked()
        assert not [each for each in secrets() if each in heard]
        await anna.do("deal", step=session.step)  # the one that is given up goes into the record
        assert session.mixing.due
        heard = await asked()
        assert not [each for each in secrets() if each in heard]
        await anna.seal()
        await anna.contribute()
    given_up = session.table.seed.hex()
    await anna.do("deal", step=session.step, same=True)
    assert given_up in await asked()
    assert anna.state["uncounted"] == "same", "cards that could be known count for nobody"


@pytest.mark.slow
async def test_a_real_room_waits_for_two_seconds_at_most(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(awaiting, "WITHIN", mixing.WITHIN)
    assert mixing.WITHIN <= 1
    async with open_room(config, OWN) as room:
        (anna, *_) = await three(room, Giver, Giver, Giver)
        await until(lambda: anna.state["phase"] == "playing")
