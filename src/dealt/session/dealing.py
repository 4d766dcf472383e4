"""Commands about deals: beginning one, acting in it, taking back, and what follows by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dealt.game import Say, Seat
from dealt.session import events
from dealt.session.mixing import Awaited
from dealt.session.session import Session
from dealt.table import Table
from dealt.wire.refusal import Refused


def start(session: Session, person: str, awaited: Awaited = lambda _: False) -> list[events.Event]:
    """Deal now, with computers on the empty seats."""
    if session.phase != "waiting":
        raise Refused("started")
    if session.settings.tournament:
        raise Refused("tournament_time")
    session.check_dealer(person, "not_dealer")
    return _begin(session, awaited) if session.promised and not session.mixing.due else []


def start_board(session: Session) -> list[events.Event]:
    """The time is over for which a table of a tournament waits for those who are to sit there."""
    return _begin(session, lambda _: False) if session.phase == "waiting" and session.promised else []


def ready(session: Session, person: str, step: int) -> list[events.Event]:
    """Be ready for the next deal; who gets a seat with it is."""
    if session.next_of(person) is not None:
        return []
    seat = session.own_seat(person)
    if step != session.step:
        raise Refused("stale")
    if session.phase not in ("over", "final"):
        raise Refused("not_over")
    return [] if session.chairs[seat].ready else [events.MarkedReady(person)]


def mark_all(session: Session) -> list[events.Event]:
    """The time to look at the result is over: everybody is ready."""
    return [
        events.MarkedReady(chair.person)
        for chair in session.chairs
        if session.phase == "over" and chair.kind == "person" and not chair.ready
    ]


def act(session: Session, person: str, step: int, written: str) -> list[events.Event]:
    """Carry out an action of one's own seat; Refused if the answer is stale, Illegal if the rules forbid it."""
    seat = session.own_seat(person)
    if session.is_stale(seat, step):
        raise Refused("stale")
    if session.table is None:
        raise Refused("not_started")
    return [events.Acted(seat, str(session.table.check(seat, written)))]


def act_for(session: Session, seat: Seat, step: int, written: str, by: events.By) -> list[events.Event]:
    """An action that a computer chose while the position was ``step``; nothing if things have moved on."""
    chair = session.chairs[seat]
    due = {"computer": chair.kind == "computer", "standin": chair.standin, "clock": chair.kind == "person"}
    if session.table is None or seat not in session.turn or step < session.since(seat) or not due.get(by):
        return []
    return [events.Acted(seat, str(session.table.check(seat, written)), by)]


def undo(session: Session, person: str, step: int) -> list[events.Event]:
    """Take one's last action back."""
    table = _alone(session, person, step)
    if session.phase != "playing":
        raise Refused("illegal", Say("illegal.over"))
    if not table.step:
        raise Refused("no_undo")
    return [events.Undone(person)]


def deal_now(
    session: Session, person: str, step: int, *, same: bool = False, awaited: Awaited = lambda _: False
) -> list[events.Event]:
    """Begin the next deal, or this one once more, whether it is over or not."""
    _alone(session, person, step)
    if session.promised is None or session.mixing.due:
        return []
    if same:
        return [*([events.GaveUp(person)] if session.phase == "playing" else []), events.DealBegan(same)]
    return _begin(session, awaited, person)


def _alone(session: Session, person: str, step: int) -> Table[Any]:
    """The deal of somebody who may do with it what they like, because nobody else plays."""
    session.own_seat(person)
    if not session.game.undoable:
        raise Refused("not_alone")
    if step != session.step:
        raise Refused("stale")
    if session.table is None:
        raise Refused("not_started")
    return session.table


def begins(session: Session, happened: Sequence[events.Event]) -> bool:
    """Is a deal asked for now? One that has been asked for before goes on to wait for seeds, and begins."""
    return not session.mixing.due and any(isinstance(each, events.DealDue | events.DealBegan) for each in happened)


def follow(session: Session, seed: Callable[[], bytes], awaited: Awaited = lambda _: False) -> list[events.Event]:
    """What happens by itself now: asked after every event until nothing is left to do.

    ``seed`` draws 32 bytes. That happens as soon as the seed before is used, so that a promise precedes its deal.
    ``awaited`` says for whose contribution a deal is still to wait.
    """
    if session.ended:
        return []
    if session.uncounted or session.finished:
        return [events.Counted(list(session.uncounted), list(session.finished), list(session.rated))]
    if not session.players and not session.settings.tournament:
        return [events.Ended()]
    if session.promised is None:
        return [events.SeedDrawn(seed().hex())]
    if session.dealt and session.dealt == session.settings.last_board and _all_ready(session):
        return [events.Ended()]
    return _begin(session, awaited) if session.mixing.due or _all_ready(session) else []


def _all_ready(session: Session) -> bool:
    """Does nobody keep the next deal from beginning?"""
    if session.phase == "playing":
        return False
    people = [chair for chair in session.chairs if chair.kind == "person"]
    if session.phase == "waiting":
        places = session.settings.places
        return len(people) == (sum(map(bool, places)) if places else len(session.chairs))
    if session.settings.tournament and not people:
        return True
    comes = any(chair.next for chair in session.chairs)
    return all(chair.ready or chair.standin for chair in people) and (comes or any(chair.ready for chair in people))


def _begin(session: Session, awaited: Awaited, giving_up: str = "") -> list[events.Event]:
    """Begin the deal that is promised, or wait for contributions to its seed."""
    mixing, people = session.mixing, session.next_people
    if not session.fixed and mixing.closed is None:
        asked: list[events.Event] = [] if mixing.due else [events.DealDue(giving_up)]
        if any(person not in mixing.seals and awaited(person) for person in people):
            return asked
        if any(person in mixing.seals for person in people):
            return [*asked, events.SealsClosed()]
    if any(map(awaited, mixing.owing)):
        return []
    giving_up = giving_up or mixing.given_up_by
    return [*([events.GaveUp(giving_up)] if giving_up and session.phase == "playing" else []), events.DealBegan()]
