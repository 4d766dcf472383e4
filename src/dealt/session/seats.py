"""Commands about seats: coming, leaving, and the computer that stands in. Each answers with what would happen."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import partial

from dealt.game import Seat
from dealt.session.events import Came, Ended, Event, Returned, StoodIn, Went
from dealt.session.session import Session
from dealt.wire.refusal import Refused


def come(
    session: Session, person: str, name: str, *, watch: bool = False, watchers: int = 100, now: bool = False
) -> list[Event]:
    """Come to the table, change from watching to playing, or give up a seat that is kept for the next deal.

    ``now``: in the midst of a deal take a computer's cards over; between two deals it changes nothing.
    """
    here = person in session.guests
    if session.settings.places:
        return _to_place(session, person, name)
    if session.settings.daily and session.guests and not here:
        raise Refused("daily_alone")
    if session.seat_of(person) is not None:
        if watch:
            raise Refused("seated")
        return []
    if watch:
        if not here and len(session.watchers) >= watchers:
            raise Refused("too_many_watchers", most=watchers)
        return [] if here and session.next_of(person) is None else [Came(person, name)]
    if now and session.phase == "playing":
        return [Came(person, name, _to_take(session, person), now=True)]
    if session.next_of(person) is not None:
        return []
    wanted = "empty" if session.phase == "waiting" else "computer"
    for seat, chair in enumerate(session.chairs):
        if chair.kind == wanted and not chair.next:
            return [Came(person, name, seat)]
    raise Refused("table_full")


def _to_place(session: Session, person: str, name: str) -> list[Event]:
    """Take the seat that is somebody's at a table of a tournament, also in the midst of a deal. Nobody watches."""
    if person not in session.settings.places:
        raise Refused("tournament_seats")
    seat = session.settings.places.index(person)
    if session.chairs[seat].person == person or session.chairs[seat].next == person:
        return []
    return [Came(person, name, seat, now=session.phase == "playing")]


def _to_take(session: Session, person: str) -> Seat:
    seat = session.takeable(person)
    if seat is None:
        known = session.sat is not None and person in session.sat
        raise Refused("sat_before" if known else "table_full" if session.takes_over(person) else "no_takeover")
    return seat


def leave(session: Session, person: str, *, lost: bool = False) -> list[Event]:
    """Leave; a computer takes the seat at once."""
    session.check_here(person)
    return [Went(person, lost)]


def stand_in(session: Session, person: str) -> list[Event]:
    """A computer plays on for somebody who is away, but not at a board of a day: it waits for them."""
    seat = session.seat_of(person)
    if session.settings.daily:
        return []
    return [StoodIn(person)] if seat is not None and not session.chairs[seat].standin else []


def come_back(session: Session, person: str) -> list[Event]:
    seat = session.seat_of(person)
    return [Returned(person)] if seat is not None and session.chairs[seat].standin else []


def absences(
    session: Session, away: Mapping[str, float], standin_after: float, leave_after: float, *, anybody: bool
) -> list[tuple[float, Callable[[Session], list[Event]]]]:
    """What comes of those who are ``away`` since then, and when; nothing of who is back at that time.

    A computer plays on for them, if there is ``anybody`` to play with, and later their seat is given up.
    """
    due: list[tuple[float, Callable[[Session], list[Event]]]] = []
    for person, since in away.items():
        due.append((since + leave_after, partial(_give_up, person=person, away=away)))
        seat = session.seat_of(person)
        if anybody and seat is not None and not session.chairs[seat].standin:
            due.append((since + standin_after, partial(_play_on, person=person, away=away)))
    return due


def _give_up(session: Session, person: str, away: Container[str]) -> list[Event]:
    return leave(session, person, lost=True) if person in away else []


def _play_on(session: Session, person: str, away: Container[str]) -> list[Event]:
    return stand_in(session, person) if person in away else []


def close(_: Session) -> list[Event]:
    """The host closes the table."""
    return [Ended()]
