"""The table's state machine alone: commands answer with events, events make the state, the same ones the same state."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from dealt.session import commands, dealing, events, fold, seats
from dealt.session.events import (
    Acted,
    Came,
    Counted,
    DealBegan,
    Ended,
    Event,
    GaveUp,
    MarkedReady,
    Opened,
    Returned,
    SeedDrawn,
    Spoke,
    StoodIn,
    Undone,
    Went,
)
from dealt.session.seating import COMPUTERS
from dealt.session.session import Session
from dealt.session.view import table_state
from dealt.table import commitment
from dealt.wire.refusal import Refused
from tests.server.toys import TOYS, Peek

SEEDS = iter(range(10**6))


def seed() -> bytes:
    return next(SEEDS).to_bytes(32, "big")


def opened(game: str) -> Opened:
    return Opened(game, TOYS[game].make().version, {}, False, 0, "instant", "random")


class Play:
    """A session whose commands are carried out at once, and the list of what happened."""

    def __init__(self, game: str = "gift"):
        self.happened: list[Event] = [opened(game)]
        self.session = Session("table", opened(game), TOYS[game].make(), 0.0)

    def do(self, happened: list[Event]) -> list[Event]:
        every: list[Event] = []
        while happened:
            for each in happened:
                assert events.decode(events.encode(each)) == each
                fold.apply(self.session, each, float(self.session.n))
            every += happened
            happened = dealing.follow(self.session, seed)
        self.happened += every
        return every

    def come(self, *people: str) -> None:
        for each in people:
            self.do(seats.come(self.session, each, each.title()))

    def over(self) -> None:
        """Everybody plays the deal out."""
        s, rng = self.session, Random(5)
        while s.phase == "playing":
            seat = s.turn[0]
            assert s.table is not None
            action = str(rng.choice(s.table.view(seat).legal).first())
            chair = s.chairs[seat]
            by_person = chair.kind == "person" and not chair.standin
            happened = dealing.act(s, chair.person, s.step, action) if by_person else []
            self.do(
                happened or dealing.act_for(s, seat, s.since(seat), action, "standin" if chair.standin else "computer")
            )

    def ready(self) -> None:
        for chair in list(self.session.chairs):
            if chair.kind == "person" and self.session.phase != "playing":
                self.do(dealing.ready(self.session, chair.person, self.session.step))


def test_a_table_fills_and_starts_by_itself() -> None:
    play = Play()
    play.come("a", "b")
    assert play.session.phase == "waiting"
    assert play.do(seats.come(play.session, "c", "C"))[1:2] == [DealBegan()]
    assert play.session.phase == "playing"


def test_the_seed_is_promised_before_its_deal() -> None:
    play = Play()
    play.come("a", "b")
    for _ in range(3):
        promised = play.session.promised
        assert promised is not None
        state, _known = table_state(play.session, "a")
        assert state.promise == commitment(promised)
        assert promised.hex() not in str(state)
        if play.session.phase == "waiting":
            play.come("c")
        else:
            play.ready()
        state, _known = table_state(play.session, "a")
        assert (state.commitment, state.seed) == (commitment(promised), None)
        assert state.promise not in (None, state.commitment)
        assert play.session.table is not None
        assert play.session.table.seed == promised
        play.over()


def test_seats_are_taken_in_order_and_found_again() -> None:
    play = Play("bigtwo")
    play.come("a", "b", "c")
    play.do(seats.leave(play.session, "b"))
    assert play.do(seats.come(play.session, "d", "D")) == [Came("d", "D", 1)]
    assert [play.session.seat_of(each) for each in "adc"] == [0, 1, 2]
    assert play.session.free == 1


def refusal(command: Any, *arguments: Any) -> str:
    with pytest.raises(Refused) as refused:
        command(*arguments)
    return refused.value.code


def test_what_can_t_be_done_is_refused_and_changes_nothing() -> None:
    play = Play()
    play.come("a", "b")
    s = play.session
    n = s.n
    assert refusal(dealing.act, s, "a", 0, "give 2c") == "not_started"
    assert refusal(dealing.start, s, "b") == "not_dealer"
    assert refusal(seats.leave, s, "x") == "not_at_table"
    assert refusal(commands.speak, s, "x", "hello") == "not_at_table"
    assert refusal(dealing.ready, s, "a", 0) == "not_over"
    assert refusal(dealing.act, s, "x", 0, "give 2c") == "not_at_table"
    assert seats.come(s, "a", "A") == []
    assert seats.stand_in(s, "x") == seats.come_back(s, "a") == dealing.mark_all(s) == []
    assert s.n == n


def test_computers_act_only_for_their_own_seats() -> None:
    play = Play()
    play.come("a", "b")
    play.do(dealing.start(play.session, "a"))
    s = play.session
    assert s.table is not None
    for seat, by in ((0, "computer"), (0, "standin"), (2, "clock"), (2, "standin")):
        action = str(s.table.view(seat).legal[0])
        assert dealing.act_for(s, seat, s.since(seat), action, by) == []  # type: ignore[arg-type]
    late = dealing.act_for(s, 2, s.since(2) - 1, str(s.table.view(2).legal[0]), "computer")
    assert late == []


def test_change_of_players_is_told_to_the_match() -> None:
    play = Play("bigtwo")
    play.come("a", "b")
    play.do(dealing.start(play.session, "a"))
    play.do(seats.leave(play.session, "b"))
    play.come("c")
    play.over()
    assert play.session.phase == "over"
    play.ready()
    match = play.session.match
    assert match is not None
    assert match.newest.joined == (1,)
    assert play.session.name_on(1) == "C"
    play.over()
    play.ready()
    assert match.newest.joined == ()
    play.over()
    play.do(seats.leave(play.session, "c"))
    play.ready()
    assert match.newest.joined == (1,)
    assert match.totals[1] == 0


def test_one_who_stands_up_and_comes_again_is_new() -> None:
    play = Play("bigtwo")
    play.come("a", "b")
    play.do(dealing.start(play.session, "a"))
    play.over()
    play.do(seats.leave(play.session, "b"))
    play.come("b")
    play.ready()
    match = play.session.match
    assert match is not None
    assert match.newest.joined == (1,)


def test_who_is_away_does_not_hold_up_the_next_deal() -> None:
    play = Play("bigtwo")
    play.come("a", "b")
    play.do(dealing.start(play.session, "a"))
    play.do(seats.stand_in(play.session, "b"))
    play.over()
    assert play.do(dealing.ready(play.session, "a", play.session.step))[-2].__class__ is DealBegan
    play.do(seats.come_back(play.session, "b"))
    play.over()
    assert [each.__class__ for each in play.do(dealing.ready(play.session, "a", play.session.step))] == [MarkedReady]
    assert [each.__class__ for each in play.do(dealing.mark_all(play.session))] == [MarkedReady, DealBegan, SeedDrawn]


def test_the_last_player_ends_the_table_whoever_watches() -> None:
    play = Play()
    play.come("a")
    play.do(seats.come(play.session, "w", "W", watch=True))
    assert play.do(seats.leave(play.session, "a")) == [Went("a"), Ended()]
    assert play.session.ended
    assert dealing.follow(play.session, seed) == []


def test_who_only_watched_does_not_become_dealer_over_a_player() -> None:
    play = Play("bigtwo")
    play.come("anna")
    play.do(seats.come(play.session, "carl", "Carl", watch=True))
    play.come("bert")
    play.do(seats.leave(play.session, "anna"))
    assert play.session.dealer == "bert"
    play.come("carl")
    assert play.session.dealer == "bert"
    play.do(seats.leave(play.session, "bert"))
    assert play.session.dealer == "carl"


def test_who_waits_for_a_seat_keeps_the_table() -> None:
    play = Play("bigtwo")
    play.come("a")
    play.do(dealing.start(play.session, "a"))
    play.come("b")
    play.do(seats.leave(play.session, "a"))
    assert not play.session.ended
    play.over()
    assert play.session.dealt == 2  # the next deal began by itself, with b on the seat
    assert play.session.seat_of("b") == 1


def test_computers_names_do_not_repeat_at_a_table() -> None:
    session = Session("t", opened("gift"), TOYS["gift"].make())
    names = [session.computer_on(seat) for seat in range(12)]
    assert len(set(names)) == 12
    assert {name.rsplit(" ", 1)[0] if name[-1].isdigit() else name for name in names} <= set(COMPUTERS)


@pytest.mark.parametrize("game", ["gift", "peek", "bigtwo"])
def test_the_same_events_make_the_same_table(game: str) -> None:
    """Random comings, goings and plays; then everything again from the stored texts."""
    for start in range(12):
        rng, play = Random(start), Play(game)
        play.come("a")
        people = list("abcdef")
        for _ in range(120):
            s = play.session
            if s.ended:
                break
            person = rng.choice(people)
            try:
                play.do(_random_command(rng, s, person))
            except Refused:
                continue
        texts = [(events.encode(each), float(n)) for n, each in enumerate(play.happened)]
        again = Session("table", opened(game), TOYS[game].make(), 0.0)
        fold.apply_all(again, ((events.decode(text), at) for text, at in texts[1:]))
        assert _picture(again) == _picture(play.session)


def _random_command(rng: Random, s: Session, person: str) -> list[Event]:
    draw = rng.random()
    if draw < 0.15:
        return seats.come(s, person, person.upper(), watch=rng.random() < 0.3, now=rng.random() < 0.4)
    if draw < 0.2:
        return seats.leave(s, person)
    if draw < 0.25:
        return dealing.start(s, person)
    if draw < 0.3:
        return commands.speak(s, person, "hello")
    if draw < 0.35:
        return rng.choice([seats.stand_in, seats.come_back])(s, person)
    if draw < 0.5 and s.game.undoable and s.table is not None:
        return dealing.undo(s, person, s.step) if draw < 0.43 else dealing.deal_now(s, person, s.step, same=draw < 0.46)
    if s.phase in ("over", "final"):
        return dealing.ready(s, person, s.step)
    if not s.turn or s.table is None:
        return []
    seat = rng.choice(s.turn)
    action = str(rng.choice(s.table.view(seat).legal).first())
    for by in ("computer", "standin", "clock"):
        if happened := dealing.act_for(s, seat, s.since(seat), action, by):  # type: ignore[arg-type]
            return happened
    return []


def _picture(s: Session) -> list[Any]:
    people = [*s.guests, "nobody"]
    views = [table_state(s, person) for person in people]
    newest = s.match.newest if s.match else None
    played = [(each.dealt, each.match, each.record.to_json(), repr(each.past)) for each in s.played]
    counts = [s.n, s.step, s.dealt, s.undone, s.ended, s.phase, s.matches]
    return [views, list(s.talk), counts, list(s.uncounted), [str(chair) for chair in s.chairs], newest, played]


def test_each_kind_of_event_changes_something() -> None:
    assert set(fold.CHANGES) == set(get_args(Event))


def test_undo_names_a_new_position_of_the_same_cards() -> None:
    play = Play("peek")
    play.come("a")
    s = play.session
    before, _ = table_state(s, "a")
    assert refusal(dealing.undo, s, "a", s.step) == "no_undo"
    for n in (0, 1):
        legal = s.table.view(0).legal[n]  # type: ignore[union-attr]
        play.do(dealing.act(s, "a", s.step, str(legal)))
        after, known = table_state(s, "a")
        assert play.do(dealing.undo(s, "a", s.step)) == [Undone("a")]
        state, known = table_state(s, "a", known=known)
        assert (state.view, state.log, state.log_from) == (before.view, [], 0)
        assert state.step == after.step + 1
        assert refusal(dealing.act, s, "a", before.step, str(legal)) == "stale"
    assert (s.since(0), known.lines) == (s.step, 0)


def test_a_deal_may_be_given_up_or_had_again() -> None:
    play = Play("peek")
    play.come("a")
    s = play.session
    first, promised = s.table.seed, s.promised  # type: ignore[union-attr]
    happened = play.do(dealing.deal_now(s, "a", s.step, same=True))
    assert happened[:2] == [GaveUp("a"), DealBegan(same=True)]
    assert [type(each) for each in happened[2:]] == [Counted]
    assert (s.table.seed, s.promised, s.deal) == (first, promised, 2)  # type: ignore[union-attr]
    play.over()
    assert s.uncounted == []
    happened = play.do(dealing.deal_now(s, "a", s.step))
    assert happened[0] == DealBegan()
    assert [type(each) for each in happened[1:]] == [SeedDrawn]
    assert (s.table.seed, s.phase, s.deal) == (promised, "playing", 3)  # type: ignore[union-attr]
    assert s.match is not None
    assert s.match.deals == 2


def test_after_the_last_deal_of_a_match_another_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Peek, "final", lambda *_: True)
    for same in (False, True):
        play = Play("peek")
        play.come("a")
        s = play.session
        play.over()
        assert (s.phase, s.table is None) == ("final", False)
        seed_before = s.table.seed  # type: ignore[union-attr]
        play.do(dealing.deal_now(s, "a", s.step, same=same))
        assert (s.phase, s.deal, s.matches, s.dealt) == ("playing", 1, 2, 2)
        assert (s.table.seed == seed_before) == same  # type: ignore[union-attr]


def test_events_of_older_versions_are_read() -> None:
    assert events.decode('{"event":"dealt"}') == DealBegan(same=False)
    assert events.encode(DealBegan()) == b'{"event":"dealt"}'


def test_events_from_later_versions_are_refused_not_guessed() -> None:
    with pytest.raises(Exception, match="flew"):
        events.decode('{"event":"flew"}')
    with pytest.raises(Exception, match="wings"):
        events.decode('{"event":"went","person":"a","wings":2}')


def test_every_event_is_short_text() -> None:
    for each in (Acted(1, "pass"), Spoke("p", "x"), StoodIn("p"), Returned("p"), MarkedReady("p"), Ended()):
        assert len(events.encode(each)) < 60
