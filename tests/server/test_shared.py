"""Work that viewers share: they get what they would have got alone, and it is done once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt.cards import cards
from dealt.game import Game, Seat, View
from dealt.games import GAMES
from dealt.games.guandan.levels import Campaign
from dealt.session import dealing, fold, seats
from dealt.session.encoded import Arranged, frame, share
from dealt.session.events import Opened
from dealt.session.session import Session
from dealt.session.view import LogPart, table_state
from dealt.table import Table, seed_of
from dealt.wire import protocol
from tests.server.helpers import FakeLink, open_room, settings

ACTS = 34


def session_of(name: str) -> Session:
    """A table of a game with a person on every seat and two watchers, whose first deal has begun."""
    game = GAMES[name].make()
    opened = Opened(name, game.version, dict(game.options), False, 0, "instant", "random")
    session = Session("table", opened, game, 0.0)
    people = [f"p{n}" for n in range(game.seats)]
    for n, person in enumerate(people):
        do(session, seats.come(session, person, person.title()), n)
    for person in ("w1", "w2"):
        do(session, seats.come(session, person, person.title(), watch=True), 0)
    return session


def do(session: Session, happened: Any, n: int) -> None:
    while happened:
        for each in happened:
            fold.apply(session, each, float(n))
        happened = dealing.follow(session, lambda: seed_of("shared", session.drawn))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_shared_work_changes_nothing(name: str) -> None:
    """Every frame equals the one that is made from the deal's seed and actions alone, with nothing kept."""
    session, rng = session_of(name), Random(3)
    hands: dict[Seat, Arranged] = {}
    known: dict[str, LogPart] = {}
    for n in range(ACTS):
        table = session.table
        assert table is not None
        shared = share(session, hands=hands)
        told = {person: frame(session, person, known.get(person), shared) for person in session.guests}
        late = {person: frame(session, person, None, shared) for person in session.guests}
        if n % 8 == 0:
            session.match.table = again(table)  # type: ignore[union-attr]
        for some, since in ((told, known), (late, {})):
            for person, (sent, now) in some.items():
                state, position = table_state(session, person, known=since.get(person))
                assert protocol.encode(state) == sent
                assert position == now
        session.match.table = table  # type: ignore[union-attr]
        known = {person: now for person, (_, now) in told.items()}
        if not session.turn:
            break
        seat = rng.choice(session.turn)
        action = rng.choice(table.view(seat, log=False).legal).first()
        do(session, dealing.act(session, session.chairs[seat].person, session.step, str(action)), n)


def test_equal_plays_are_told_as_what_they_are_in_their_position() -> None:
    """With wild cards: the same cards are something else at another level, and equal actions are encoded once."""
    session = session_of("guandan")
    table = session.table
    assert table is not None
    hand = cards("9h Tc Jd Qs Kh 3c")
    for level in (7, 0, 7):
        own = Campaign(level, (level, level))
        state = replace(table.state, hands=(hand, *table.state.hands[1:]), turn=0, own=own)
        session.match.table = now = Table(session.game, bytes(32), state=state)  # type: ignore[union-attr]
        for wanted in (None, "play 9hTcJdQsKh"):
            if wanted is not None:
                now.act(0, wanted)
            sent, _ = frame(session, "p0", None, share(session))
            told, _ = table_state(session, "p0")
            assert protocol.encode(told) == sent


def again(table: Table[Any]) -> Table[Any]:
    """The same deal at a table that has kept nothing: no view, no log."""
    fresh = Table(table.game, table.seed, table.past)
    for seat, action in table.moves:
        fresh.act(seat, action)
    return fresh


class Counting:
    """A game that counts the views that it is asked for."""

    def __init__(self, game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: Counter[Seat | None] = Counter()
        real = game.view

        def counted(state: Any, seat: Seat | None) -> View:
            self.asked[seat] += 1
            return real(state, seat)

        monkeypatch.setattr(game, "view", counted)


async def test_an_action_takes_one_view_for_each_who_sees_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four players and three watchers: the action is checked, carried out, logged and told by five views."""
    async with open_room(settings(tmp_path)) as room:
        links = [FakeLink(room) for _ in range(7)]
        for n, link in enumerate(links):
            await link.come(f"p{n}")
        await links[0].do("create", game="bigtwo")
        for n, link in enumerate(links[1:], 1):
            await link.do("join", table=links[0].state["id"], watch=n > 3)
        (live,) = room.live_tables.values()
        table = live.session.table
        assert table is not None
        counting = Counting(table.game, monkeypatch)
        for _ in range(8):
            counting.asked.clear()
            actor = next(each for each in links[:4] if each.state["seat"] in live.session.turn)
            await actor.do("act", step=actor.state["step"], action=actor.state["view"]["legal"][0]["name"])
            assert {each.state["step"] for each in links} == {live.session.step}
            assert set(counting.asked) == {0, 1, 2, 3, None}
            assert max(counting.asked.values()) == 1


def test_a_view_is_made_once_for_a_position_and_anew_after_an_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["elevens"].make()
    table = Table(game, seed_of("undo", 0), None)
    counting = Counting(game, monkeypatch)
    before = table.view(0)
    assert table.view(0) == before
    assert counting.asked == {0: 1}
    action = before.legal[0].first()
    table.act(0, action)
    after = table.view(0)
    assert after != before
    table.undo()
    assert table.view(0) == before
    table.act(0, action)
    assert table.view(0) == after
